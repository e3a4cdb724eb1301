"""Keys of a decision: every legal move can be reached by them, and every row can be read on a phone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

import pytest
from fourth.v1.cards_pb2 import DENOMINATION_HEARTS, Card, Denomination, Rank, Suit
from fourth.v1.deals_pb2 import HandSeen
from fourth.v1.moves_pb2 import AskUndo, Concede, Goal, Move
from fourth.v1.views_pb2 import (
    PHASE_AUCTION,
    PHASE_CALLING,
    PHASE_NAMING,
    PHASE_PLAY,
    PHASE_WASH,
    Phase,
    SeatSeen,
    View,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from engine_server.game.redact import view_for
from engine_server.service.wire.views import view_out
from engine_server.words.languages import Language as Spoken
from telegram_client.conversation.answers import move_meant
from telegram_client.speech.buttons import (
    BACK,
    MOST_MOVES,
    SUITS,
    WIDEST,
    Row,
    Rows,
    asking_why,
    evenly,
    fits,
    looks,
    move_rows,
    side_by_side,
    ways_in,
)
from telegram_client.speech.columns import width
from telegram_client.speech.manners import CLAIM, claim_rows, wishes
from telegram_client.speech.moves import as_typed, card_of
from telegram_client.speech.phrasebook import Language, Words
from tests.client.recorded import GAMES, played, some_options
from tests.client.test_catalogues import ENTRIES
from tests.client.test_taps import made, moves

EN = Words(Language.EN)
PICKS = ("", *map(str, range(1, 8)), *SUITS, BACK, "nonsense")
DECK = [Card(suit=suit, rank=rank) for suit in Suit.keys()[1:] for rank in Rank.keys()[1:]]
BIDS = [made("bid", level=level, denomination=strain) for level in range(1, 8) for strain in range(1, 6)]


def deciding(
    phase: Phase, legal: Sequence[Move], own: Sequence[Card] = (), trump: Denomination | None = None
) -> View:
    """The viewer is to decide among these moves."""
    view = View(viewer=2, phase=phase, trump=trump, next_hand=2, legal_moves=legal, acting=[2])
    view.seats.extend(SeatSeen(seat=seat) for seat in range(4))
    view.hands.append(HandSeen(seat=2, cards=own))
    return view


def called(card: Card) -> Move:
    return made("call_partner", card=card)


def plays(card: Card) -> Move:
    return made("play_card", card=card, seat=2)


def meanings(rows: Rows) -> list[Move | str | int]:
    return [meaning for row in rows for _, meaning in row]


def labels(rows: Rows) -> list[list[str]]:
    return [[label for label, _ in row] for row in rows]


def reachable(words: Words, view: View) -> list[Move]:
    """All moves behind the first keys and behind every choice that they, or those behind them, offer."""
    found: list[Move] = []
    known, to_try = {"", BACK}, [""]
    while to_try:
        for meaning in meanings(move_rows(words, view, to_try.pop())):
            if isinstance(meaning, Move):
                found.append(meaning)
            elif isinstance(meaning, str) and meaning not in known:
                known.add(meaning)
                to_try.append(meaning)
    return found


def can_be_read(rows: Rows) -> None:
    assert sum(map(len, rows)) <= 94  # and the looks below
    for row in rows:
        assert 1 <= len(row) <= 8
        assert fits(row), row
        cards = [meaning for _, meaning in row if isinstance(meaning, Move) and card_of(meaning)]
        assert len(cards) <= 6
        assert len({card.suit for move in cards if (card := card_of(move))}) <= 1 or all(
            move.HasField("call_partner") for move in cards
        )


@cache
def decisions() -> tuple[View, ...]:
    """Every decision of recorded matches, with house rules of all kinds."""
    tables = (played(game, seed, some_options(seed, game)) for game in GAMES for seed in range(3))
    seen = (view_for(state, 0) for table in tables for state in table.states)
    return tuple(view_out(view, Spoken.EN) for view in seen if view.legal_moves)


@pytest.mark.parametrize("language", Language)
def test_recorded_matches_can_be_played_by_keys_alone(language: Language) -> None:
    words = Words(language)
    assert {PHASE_WASH, PHASE_AUCTION, PHASE_CALLING, PHASE_PLAY} <= {view.phase for view in decisions()}
    for view in decisions():
        found = reachable(words, view)
        assert all(move in found for move in view.legal_moves)
        assert all(move in view.legal_moves for move in found)
        for picked in PICKS:
            can_be_read((*move_rows(words, view, picked), *looks(words, view, may_ask=True)))


@given(st.lists(moves, max_size=120), st.sampled_from(PICKS), st.sampled_from(list(Language)))
@settings(max_examples=60, deadline=None)
def test_moves_of_all_games_get_keys_that_can_be_read(
    legal: list[Move], picked: str, language: Language
) -> None:
    """Also of games to come, in any mixture."""
    view = deciding(PHASE_NAMING, legal)
    rows = move_rows(Words(language), view, picked)
    can_be_read(rows)
    assert all(move in legal for move in meanings(rows) if isinstance(move, Move))


@given(st.sets(st.integers(0, 51), min_size=1, max_size=13), st.sampled_from(Denomination.values()))
@settings(max_examples=60, deadline=None)
def test_a_hand_stands_by_suits_trumps_first(held: set[int], trump: Denomination) -> None:
    hand = [DECK[place] for place in sorted(held)]
    rows = move_rows(EN, deciding(PHASE_PLAY, list(map(plays, hand)), hand, trump))
    shown = [card for meaning in meanings(rows) if isinstance(meaning, Move) and (card := card_of(meaning))]
    assert sorted(map(str, shown)) == sorted(map(str, hand))
    for row in rows:
        ranks = [card_of(meaning).rank for _, meaning in row if isinstance(meaning, Move)]  # type: ignore[union-attr]
        assert ranks == sorted(ranks, reverse=True)
    if any(int(card.suit) == int(trump) for card in hand):
        assert int(shown[0].suit) == int(trump)


@pytest.mark.parametrize(("length", "rows"), [(1, [1]), (6, [6]), (7, [4, 3]), (12, [6, 6]), (13, [5, 5, 3])])
def test_a_long_suit_takes_several_rows(length: int, rows: list[int]) -> None:
    hand = DECK[:length]
    shown = move_rows(EN, deciding(PHASE_PLAY, list(map(plays, hand)), hand))
    assert [len(row) for row in shown] == rows


def test_a_message_never_gets_more_keys_than_it_can_have() -> None:
    legal = [made("open_and_name", denomination=strain, card=card) for strain in range(1, 6) for card in DECK]
    can_be_read(move_rows(EN, deciding(PHASE_NAMING, legal)))
    rows = asking_why(EN, deciding(PHASE_NAMING, legal), legal[0])
    can_be_read(rows)
    assert 80 < len(meanings(rows)) <= MOST_MOVES


@pytest.mark.parametrize("language", Language)
def test_every_card_and_bid_can_be_typed_as_its_key_says_it(language: Language) -> None:
    words = Words(language)
    for legal, phase in ((list(map(called, DECK)), PHASE_CALLING), (BIDS, PHASE_AUCTION)):
        view = deciding(phase, legal)
        assert all(move_meant(view, as_typed(words, move), words) == move for move in legal)


def test_a_move_of_a_kind_this_client_does_not_know_gets_no_key() -> None:
    later = Move.FromString(b"\xfa\x07\x00")
    assert later.ByteSize() > 0
    assert meanings(move_rows(EN, deciding(PHASE_NAMING, [later, made("concede")]))) == [made("concede")]


# --- the auction ---------------------------------------------------------------------------------------


def test_the_lowest_level_is_chosen_until_another_one_is() -> None:
    view = deciding(PHASE_AUCTION, [made("pass_call"), made("double_call"), *BIDS[8:]])
    assert labels(move_rows(EN, view)) == [
        ["Pass", "Double"],
        ["2", "3", "4", "5", "6", "7"],
        ["2♠", "2NT"],
    ]
    assert labels(move_rows(EN, view, "4"))[-1] == ["4♣", "4♦", "4♥", "4♠", "4NT"]
    assert move_rows(EN, view, "1") == move_rows(EN, view)


def test_at_the_highest_level_there_is_no_level_to_choose() -> None:
    view = deciding(PHASE_AUCTION, [made("pass_call"), made("redouble_call"), *BIDS[33:]])
    assert labels(move_rows(EN, view)) == [["Pass", "Redouble"], ["7♠", "7NT"]]
    assert labels(move_rows(EN, deciding(PHASE_AUCTION, [made("pass_call")]))) == [["Pass"]]


# --- the called card -----------------------------------------------------------------------------------


def test_missing_aces_and_kings_stand_first_and_any_card_is_two_taps_away() -> None:
    own = [Card(suit="SUIT_SPADES", rank="RANK_ACE"), Card(suit="SUIT_HEARTS", rank="RANK_KING")]
    own.append(Card(suit="SUIT_SPADES", rank="RANK_TEN"))
    view = deciding(PHASE_CALLING, list(map(called, DECK)), own, DENOMINATION_HEARTS)
    rows = move_rows(EN, view)
    assert labels(rows) == [["♥A", "♠K", "♣A", "♣K", "♦A", "♦K"], ["♥ …", "♠ …", "♣ …", "♦ …"]]
    spades = move_rows(EN, view, "S")
    assert labels(spades)[-1] == ["Back"]
    assert labels(spades)[-2] == ["♠A", "♠10"]  # the own ones, by which one plays alone
    assert [label for row in labels(spades)[:-2] for label in row][:3] == ["♠K", "♠Q", "♠J"]
    assert move_rows(EN, view, BACK) == rows


def test_a_suit_of_which_nothing_may_be_called_is_not_offered() -> None:
    legal = [called(card) for card in DECK if card.suit != 2]
    assert labels(move_rows(EN, deciding(PHASE_CALLING, legal)))[-1] == ["♠ …", "♥ …", "♣ …"]


# --- other decisions -----------------------------------------------------------------------------------


def test_goals_stand_in_two_rows_of_seven() -> None:
    goals = [made("trick_goal", tricks=tricks) for tricks in range(14)]
    rows = labels(move_rows(EN, deciding(PHASE_AUCTION, goals)))
    assert rows == [[str(n) for n in range(7)], [str(n) for n in range(7, 14)]]
    without = labels(
        move_rows(EN, deciding(PHASE_AUCTION, [goal for goal in goals if goal.trick_goal.tricks != 3]))
    )
    assert "3" not in without[0]


@pytest.mark.parametrize("language", Language)
def test_both_answers_to_a_wash_stand_side_by_side(language: Language) -> None:
    legal = [made("answer_wash", redeal=True), made("answer_wash", redeal=False)]
    rows = move_rows(Words(language), deciding(PHASE_WASH, legal))
    assert [len(row) for row in rows] == [2]
    assert rows[0][0][0][0].isupper() or language.startswith("zh")


def test_contracts_to_be_named_are_written_out() -> None:
    legal = [
        made("name_contract", denomination=strain, goal=goal)
        for strain in Denomination.values()[1:]
        for goal in Goal.values()[1:]
    ]
    said = [label for row in labels(move_rows(EN, deciding(PHASE_NAMING, legal))) for label in row]
    assert "Spades, small slam" in said
    assert len(said) == len(legal)


# --- why not -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", Language)
def test_every_key_that_asks_why_means_the_move_it_shows(language: Language) -> None:
    words = Words(language)
    for view in decisions():
        best = view.legal_moves[0]
        rows = asking_why(words, view, best)
        can_be_read(rows)
        asked = [meaning for meaning in meanings(rows) if isinstance(meaning, str)]
        meant = [move_meant(view, line.removeprefix("/why "), words) for line in asked]
        others = sorted(map(str, list(view.legal_moves)[1:]))
        if len(others) <= MOST_MOVES:
            assert sorted(map(str, meant)) == others
        assert set(map(str, meant)) <= set(others)
        assert len(asked) >= min(len(others), MOST_MOVES - 3)


@given(moves)
def test_what_can_be_typed_anywhere_is_latin(move: Move) -> None:
    typed = as_typed(Words(Language.ZH_HANT), move)
    if move.WhichOneof("kind") in ("bid", "play_card", "call_partner", "pass_call", "answer_wash"):
        assert re.fullmatch("[a-z0-9]{1,3}", typed)


# --- claims and moves taken back -----------------------------------------------------------------------


def free(*tricks: int) -> View:
    """A table at which so many tricks may be claimed, all be conceded, and a move be taken back."""
    table = View()
    for number in tricks:
        table.free_moves.add().claim.tricks = number
    table.free_moves.add().concede.SetInParent()
    table.free_moves.add().ask_undo.SetInParent()
    return table


@pytest.mark.parametrize("language", Language)
def test_wishes_are_one_row_and_the_numbers_of_a_claim_a_few_short_ones(language: Language) -> None:
    words = Words(language)
    (row,) = wishes(words, free(*range(1, 14)))
    assert [meaning for _, meaning in row] == [CLAIM, Move(ask_undo=AskUndo())]
    assert fits(row)
    rows = claim_rows(words, free(*range(1, 14)), turned=True)
    assert [label for row in rows[:-1] for label, _ in row] == [str(n) for n in range(1, 14)]
    assert [meaning for _, meaning in rows[-1]] == [Move(concede=Concede()), BACK]
    assert all(fits(row) for row in rows)


def test_what_may_not_be_wished_for_gets_no_key() -> None:
    assert wishes(Words(Language.EN), View()) == ()
    undo = View()
    undo.free_moves.add().ask_undo.SetInParent()
    assert [[label for label, _ in row] for row in wishes(Words(Language.EN), undo)] == [["Take back"]]
    assert [len(row) for row in claim_rows(Words(Language.EN), free(5))] == [1, 1]


@pytest.mark.parametrize("kind", ["answer_claim", "answer_undo"])
def test_consent_is_given_by_two_keys_accept_first(kind: str) -> None:
    table = View()
    for accept in (False, True):
        getattr(table.legal_moves.add(), kind).accept = accept
    (row,) = move_rows(Words(Language.EN), table)
    assert [label for label, _ in row] == ["Accept", "Refuse"]


# --- rows ----------------------------------------------------------------------------------------------

CLASS_OF = {
    **dict.fromkeys(("new_table", "play_now", "with_friends", "learn", "i_am_back"), 1),
    **dict.fromkeys(("pass", "double", "redouble"), 3),
}
"""How many keys share a row with a label; two where nothing is said."""


@pytest.mark.parametrize("language", Language)
def test_every_label_is_short_enough_for_its_row(language: Language) -> None:
    labels_of = {entry.id: entry for entry in ENTRIES[language].values() if entry.id.startswith("button.")}
    assert len(labels_of) > 20
    for message, entry in labels_of.items():
        most = WIDEST[CLASS_OF.get(message.removeprefix("button."), 2) - 1]
        assert all(width(form) <= most for form in entry.forms), message


@pytest.mark.parametrize("language", Language)
def test_the_first_ways_have_a_row_each(language: Language) -> None:
    rows = ways_in(Words(language))
    assert [row[0][1] for row in rows] == ["/rules", "/play", "/open"]
    assert all(len(row) == 1 and fits(row) for row in rows)


def test_keys_stand_side_by_side_only_where_their_labels_fit() -> None:
    def named(*labels: str) -> Row:
        return tuple((label, "/x") for label in labels)

    assert side_by_side(named("Hint", "Last trick", "Overview")) == (named("Hint", "Last trick", "Overview"),)
    assert side_by_side(named("Tipp", "Letzter Stich", "Überblick")) == (
        named("Tipp", "Letzter Stich"),
        named("Überblick"),
    )
    assert side_by_side(named("x" * 17, "y")) == (named("x" * 17), named("y"))
    assert side_by_side(()) == ()
    assert [len(row) for row in evenly(named(*"abcdefghijklm"), 6)] == [5, 5, 3]
    assert evenly((), 6) == ()
