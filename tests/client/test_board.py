"""Boards, sheets and columns as they are read: every fact in its place, straight in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import cycle

import pytest
from fourth.v1.catalog_service_pb2 import Word
from fourth.v1.deals_pb2 import HandSeen, ScoreLine, Total, Trick
from fourth.v1.views_pb2 import (
    NOTICE_NONE,
    NOTICE_YOU_DO_NOT,
    NOTICE_YOU_HOLD_IT,
    PHASE_AUCTION,
    PHASE_NONE,
    PHASE_PLAY,
    STAGE_LOBBY,
    Notice,
    View,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from engine_server.game.redact import view_for
from engine_server.game.view import View as SeenView
from engine_server.service.wire.views import view_out
from engine_server.words import languages
from engine_server.words.catalog import glossary, rules_pages
from telegram_client.conversation.keyboard import CUT, cut, screen, toast, units
from telegram_client.conversation.screens import LONGEST_TEXT, LONGEST_TOAST, Fixed
from telegram_client.speech.board import (
    Parts,
    all_hands,
    deal_board,
    deal_over,
    last_trick,
    lobby_board,
    match_over,
    overview,
    own_hand,
    result_board,
    scores,
)
from telegram_client.speech.columns import left, right, width
from telegram_client.speech.deal import all_hands as all_hands_in_columns
from telegram_client.speech.deal import auction_grid, deal_number
from telegram_client.speech.facts import tally
from telegram_client.speech.goals import goals_said, tricks_taken
from telegram_client.speech.phrasebook import Language, Words
from telegram_client.speech.scores import score_columns, sheet
from telegram_client.speech.seats import ROOM, who
from telegram_client.speech.terms import terms_in
from tests.client.recorded import GAMES, games, played, some_options, steps
from tests.client.test_speech import cards, view
from tests.client.test_taps import made

EN, DE = Words(Language.EN), Words(Language.DE)
CHINESE = (Language.ZH_HANS, Language.ZH_HANT)
WIDE = re.compile("[\u2e80-\u9fff\uff00-\uffef]")
LONG = ("王小明" * 8, "Wilhelmine-Charlotte Auer", "😀" * 24, "e\u0301\u0302" * 24)
BARE = set("\u2068\u2069")


def prose(parts: Parts) -> str:
    return "\n".join(part for part in parts if isinstance(part, str))


def fixed(parts: Parts) -> list[str]:
    return [line for part in parts if isinstance(part, Fixed) for line in part.lines]


def trick(leader: int, *written: str, winner: int | None = None) -> Trick:
    found = Trick(leader=leader, winner=winner)
    for step, card in enumerate(cards(*written)):
        found.cards.add(seat=(leader + step) % 4, card=card)
    return found


def playing(notice: Notice = NOTICE_NONE, declarer: int = 1) -> View:
    """South looks: East, a person called Ben, declares 3 hearts and has called the ace of spades."""
    seen = view("", "Ben", "You", "")
    seen.game, seen.code, seen.phase, seen.deal, seen.deals = "floating", "K7Q2MX", PHASE_PLAY, 2, 3
    seen.contract.declarer, seen.contract.level, seen.contract.target = declarer, 3, 9
    seen.contract.denomination = seen.trump = 3  # type: ignore[assignment]
    seen.partner.card.CopyFrom(cards("sa")[0])
    seen.partner.notice = notice
    seen.tricks.append(trick(3, "d2", "d9", "dk", "d4", winner=1))
    seen.trick.CopyFrom(trick(1, "c5", "c2"))
    seen.hands.append(HandSeen(seat=2, cards=cards("s7", "h9", "c5", "h4", "cq", "da")))
    seen.acting.append(3)
    return seen


# --- a deal --------------------------------------------------------------------------------------------


def test_a_deal_reads_from_the_contract_to_the_trick_on_the_table() -> None:
    seen = playing(NOTICE_YOU_DO_NOT)
    assert prose((*deal_board(EN, seen, games("en")), *own_hand(EN, seen))).split("\n") == [
        "Floating Bridge · Deal 2 of 3",
        "Seats  E \u2068Ben\u2069",
        "3♥ by \u2068Ben\u2069: needs 9 tricks.",
        "Called: ♠A, not yet played.",
        "Tricks  you 2 · West 3 · North 0 · \u2068Ben\u2069 1",
        "Last trick to \u2068Ben\u2069: ♦2 (West)  ♦9 (North)  ♦K (\u2068Ben\u2069)  ♦4 (you)",
        "Trick 2: ♣5 (\u2068Ben\u2069)  ♣2 (you)",
        "Your hand  ♥ 9 4   ♠ 7   ♣ Q 5   ♦ A",
    ]


def test_the_called_card_is_told_to_each_as_far_as_it_may_know() -> None:
    def line(seen: View) -> str:
        return prose(deal_board(EN, seen, ())).split("\n")[3]

    assert (
        line(playing(NOTICE_YOU_HOLD_IT))
        == "You hold ♠A: you play with \u2068Ben\u2069, and nobody else knows."
    )
    assert line(playing(NOTICE_YOU_DO_NOT)) == "Called: ♠A, not yet played."
    mine = playing(declarer=2)
    assert line(mine) == "Called: ♠A, not yet played."
    mine.hands[0].cards.append(cards("sa")[0])
    assert line(mine) == "You hold ♠A yourself and play alone."
    shown = playing()
    shown.partner.shown, shown.partner.holder = True, 0
    assert line(shown) == "♠A is played: North is the partner."
    shown.partner.holder = 1
    assert line(shown) == "\u2068Ben\u2069 holds ♠A too and plays alone."
    shown.tricks[0].cards[0].card.CopyFrom(cards("sa")[0])
    assert line(shown) == "♠A is played: \u2068Ben\u2069 plays alone."
    shown.partner.holder = 2
    assert line(shown) == "♠A is played: now all know that you are the partner."


def test_the_same_in_german() -> None:
    text = prose(deal_board(DE, playing(NOTICE_YOU_HOLD_IT), games("de")))
    assert "3♥, Alleinspiel \u2068Ben\u2069: 9 Stiche nötig." in text
    assert "Du hast ♠A: Du spielst mit \u2068Ben\u2069, und sonst weiß es niemand." in text
    assert "Letzter Stich an \u2068Ben\u2069: ♦2 (West)  ♦9 (Nord)  ♦K (\u2068Ben\u2069)  ♦4 (du)" in text


def test_tricks_are_counted_for_each_player_and_never_for_a_side() -> None:
    assert prose(tally(EN, playing(), who)) == "Tricks  you 2 · West 3 · North 0 · \u2068Ben\u2069 1"


def test_a_spectator_sees_no_hand_and_no_you() -> None:
    seen = playing()
    seen.ClearField("viewer")
    del seen.hands[:]
    text = prose((*deal_board(EN, seen, ()), *own_hand(EN, seen)))
    assert "hand" not in text
    assert "you" not in text


def test_the_auction_is_a_block_of_straight_columns() -> None:
    seen = view("", "Ben", "You", "")
    seen.phase, seen.dealer = PHASE_AUCTION, 0
    for seat, call in (
        (1, made("pass_call")),
        (2, made("bid", level=1, denomination=5)),
        (3, made("double_call")),
    ):
        seen.calls.add(seat=seat, call=call)
    seen.acting.append(0)
    assert fixed(deal_board(EN, seen, ())) == ["  E    S    W    N", "  –    1NT  X    ?"]


def test_the_lobby_tells_who_sits_what_is_missing_and_how_to_come_in() -> None:
    seen = view("Anna", "", "", "", viewer=0)
    seen.stage, seen.game, seen.code = STAGE_LOBBY, "floating", "K7Q2MX"
    for seat in (1, 2, 3):
        seen.seats[seat].Clear()
        seen.seats[seat].seat = seat
    text = prose(lobby_board(EN, seen, games("en"), "https://t.me/fourth_bot"))
    assert "Floating Bridge · table K7Q2MX" in text
    assert "\u2068Anna\u2069" in text
    assert text.count("free") == 4
    assert text.endswith("Invitation: https://t.me/fourth_bot?start=K7Q2MX")
    assert prose(lobby_board(EN, seen, games("en"), "")).endswith("/join K7Q2MX")


# --- every screen of recorded matches, in every language -----------------------------------------------


@cache
def seen_views() -> tuple[SeenView, ...]:
    """Moments of recorded matches, seen by a player and by a spectator."""
    tables = (played(game, 5, some_options(4, game)) for game in GAMES)
    return tuple(
        view_for(state, viewer) for table in tables for viewer in (0, None) for state in table.states[1::3]
    )


@cache
def moments(language: Language) -> tuple[View, ...]:
    """Them in a language, with the longest names."""
    shown = [view_out(view, languages.Language(language)) for view in seen_views()]
    for seen in shown:
        for seat, name in zip(seen.seats, cycle(LONG), strict=False):
            seat.name = name if seat.name else ""
            seat.player = f"p{seat.seat}"
    return tuple(shown)


def parts_of(language: Language, seen: View) -> Iterator[Parts]:
    words, known = Words(language), games(language)
    yield deal_board(words, seen, known)
    yield overview(words, seen, known)
    yield result_board(words, seen, known)
    yield scores(words, seen)
    yield lobby_board(words, seen, known, "https://t.me/fourth_bot")
    if seen.HasField("last_deal"):
        yield deal_over(words, seen, seen.last_deal.seal)
        yield all_hands(words, seen, seen.last_deal)
    if seen.places:
        yield match_over(words, seen)


@pytest.mark.parametrize("language", Language)
def test_every_screen_fits_a_small_phone_and_keeps_names_apart(language: Language) -> None:
    told = [parts for view in moments(language) for parts in parts_of(language, view)]
    assert sum(len(fixed(parts)) for parts in told) > 40
    assert any(f"\u2068{name}\u2069" in prose(parts) for parts in told for name in LONG)
    for parts in told:
        _blocks_fit(fixed(parts))
        _is_one_message(parts)


def _blocks_fit(lines: list[str]) -> None:
    """They hold neither names nor Chinese."""
    for line in lines:
        assert width(line) <= 28, line
        assert not WIDE.search(line), line
        assert not BARE & set(line), line
        assert not any(name[: 1 + max(ROOM.values())] in line for name in LONG), line


def _is_one_message(parts: Parts) -> None:
    text = prose(parts)
    assert all(text.count(name) == text.count(f"\u2068{name}\u2069") for name in LONG)
    assert units("\n".join([text, *fixed(parts)])) <= LONGEST_TEXT
    assert len(screen(parts).parts) == len(parts), "nothing was cut"


@pytest.mark.parametrize("language", Language)
def test_a_last_trick_fits_a_toast_whatever_the_names(language: Language) -> None:
    tricks = [(seen, seen.tricks[-1]) for seen in moments(language) if seen.tricks]
    assert tricks
    for seen, trick in tricks:
        shown = toast(last_trick(Words(language), seen, trick), alert=True)
        assert units(shown.text) <= LONGEST_TOAST
        assert not BARE & set(shown.text)


# --- columns in every language -------------------------------------------------------------------------


def scored(*names: str) -> View:
    seen = view(*names)
    for deal in range(1, 13):
        for seat, points in enumerate((64, 0, -32, 640)):
            seen.lines.append(ScoreLine(deal=deal, seats=[seat], points=points))
    seen.totals.extend(Total(seats=[seat], points=points) for seat, points in enumerate((768, 0, -384, 7680)))
    return seen


@pytest.mark.parametrize("language", Language)
def test_the_score_sheet_is_straight_at_28_columns(language: Language) -> None:
    for names in (LONG, ("", "", "You", ""), ("王", "Li", "You", "")):
        seen, words = scored(*names), Words(language)
        rows = score_columns(words, seen)
        assert len(rows) == 14
        assert {width(row) for row in rows} == {28}
        assert not any(WIDE.search(row) for row in rows)
        for place, end in enumerate((13, 18, 23, 28)):
            cells = [row[:end].split()[-1] for row in rows]
            assert len(set(cells[1:-1])) == 1, place
        assert {"64", "0", "−32", "640"} == {
            row[:end].split()[-1] for row in rows[1:13] for end in (13, 18, 23, 28)
        }
        assert sheet(words, seen)[: len(rows)] == rows
        (own,) = score_columns(words, seen, only=7)[1:-1]
        assert own.split()[0] == "7"


GRIDS = {2: (9, 2), 3: (9, 2), 4: (5, 2), 5: (5, 1)}
"""The columns of a call, and how many before it stay empty, by the seats of the table."""


@pytest.mark.parametrize("language", Language)
def test_tables_of_the_terminal_are_straight_where_symbols_may_be_wide(language: Language) -> None:
    """Chinese screens may draw ♠ two columns wide: columns have letters there, and prose keeps symbols."""
    words = Words(language)
    wide = language in CHINESE
    seen = moments(language)
    grids = [line for view in seen if view.calls for line in auction_grid(words, view)]
    hands = [
        line
        for view in seen
        if view.HasField("last_deal")
        for line in all_hands_in_columns(words, view, view.last_deal)[1:5]
    ]
    assert grids
    assert hands
    assert all(width(line) <= 28 for line in grids)
    assert any("♠" in line for line in (*grids, *hands)) != wide
    if wide:
        assert not any(set("♠♥♦♣") & set(line) for line in (*grids, *hands))
        assert any(re.search(r"  \d[SHDC]", line) for line in grids)
        assert any(re.search(r"S [AKQJ2-9]", line) for line in hands)
        assert any("♠" in prose(own_hand(words, view)) for view in seen)
    for table in (table for table in seen if table.calls):
        column, margin = GRIDS[len(table.seats)]
        for line in auction_grid(words, table):
            assert all(mark == " " for place, mark in enumerate(line) if place % column < margin), line


@given(st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cf", "Cs", "Mn", "Me")), max_size=12))
@settings(deadline=None)
def test_cells_are_as_wide_as_they_should_be(text: str) -> None:
    if width(text) <= 24:
        assert width(left(text, 30)) == width(right(text, 30)) == 30


# --- what fits -----------------------------------------------------------------------------------------


@given(st.text(max_size=300))
def test_a_toast_fits_and_begins_as_it_was_meant(text: str) -> None:
    shown = toast(text).text
    assert units(shown) <= LONGEST_TOAST
    assert shown == text or not BARE.isdisjoint(text) or shown.endswith(CUT) or " " in text


@given(st.text(max_size=60), st.integers(1, 40))
def test_what_is_cut_is_a_beginning(text: str, most: int) -> None:
    short = cut(text, most)
    assert units(short) <= most
    assert text.startswith(short.removesuffix(CUT))
    assert short == text or units(text) > most


def test_a_message_that_is_too_long_loses_its_end() -> None:
    shown = screen(["begin", "😀" * 1000, Fixed(("a b",) * 3), "x" * 5000, "end"])
    assert shown.parts[:3] == ("begin", "😀" * 1000, Fixed(("a b",) * 3))
    assert len(shown.parts) == 4
    assert str(shown.parts[3]).endswith("x" + CUT)
    total = sum(units(part) if isinstance(part, str) else 11 for part in shown.parts) + 3
    assert total <= LONGEST_TEXT


# --- words in a text -----------------------------------------------------------------------------------


def known(*terms: str) -> list[Word]:
    return [Word(code=term.replace(" ", "_"), term=term, explanation="…") for term in terms]


def test_a_term_is_found_by_its_other_words_and_named_once() -> None:
    trump = Word(code="trump", term="Trumpf", also=["Trümpfe", "Atout"])
    assert terms_in("Alle Trümpfe sind weg, Trumpf ist Karo.", [trump]) == [trump]
    assert terms_in("fits the bill", known("fit")) == []


@pytest.mark.parametrize(
    ("text", "terms", "found"),
    [
        ("The last trick was won by tricks.", ("trick", "last trick"), ["last trick", "trick"]),
        ("The last trick counts.", ("trick", "last trick"), ["last trick"]),
        ("Draw trumps: 4 are out.", ("draw trumps", "trump", "raw"), ["draw trumps"]),
        ("Tricked into a hand.", ("trick", "and", "hand"), ["trick", "hand"]),
        ("Diesen Stich, mit Stichen", ("Stich", "stechen"), ["Stich"]),
        ("Du musst stechen.", ("Stechen", "stechen"), ["stechen"]),
        ("Spiel ♠A: Das Spiel endet.", ("Spiel", "Stich"), ["Spiel"]),
        ("Spiel ♠A aus.", ("Spiel",), []),
        ("Lead ♠A.", ("lead",), ["lead"]),
        ("打出将牌赢得这一墩。", ("墩", "将牌", "牌"), ["将牌", "墩"]),
        ("♠A in der Hand: A", ("A", "Hand"), ["Hand"]),
        ("a game (100 points) here", ("game (100 points)",), ["game (100 points)"]),
        ("得 10 磴，100%", ("10", "磴"), ["磴"]),
        ("", ("trick",), []),
        ("nothing", (), []),
    ],
)
def test_the_terms_of_a_text_are_found_in_their_order(
    text: str, terms: tuple[str, ...], found: list[str]
) -> None:
    assert [word.term for word in terms_in(text, known(*terms))] == found


@pytest.mark.parametrize("language", Language)
def test_the_rules_use_words_that_are_explained(language: Language) -> None:
    spoken = languages.Language(language)
    words = [Word(code=word.code, term=word.term, explanation=word.explanation) for word in glossary(spoken)]
    for game in GAMES:
        for page in rules_pages(game, spoken):
            found = terms_in(page.text, words)
            assert len(found) >= 5
            assert len({word.code for word in found}) == len(found)


# --- bids and tricks below the sheet -------------------------------------------------------------------


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("players", [3, 4, 5, 7])
def test_the_sheet_of_german_bridge_ends_with_bids_and_tricks(language: Language, players: int) -> None:
    """Of the deal that is on once somebody has bid, with its name; else of the last one."""
    words = Words(language)
    names = languages.Language(language.value)
    table = played("german", 5, {"hand_sequence": "3-4", "players": str(players)})
    running, over = 0, 0
    for step in steps(table, 0, names)[1]:
        seen = step.view
        if not seen.lines:
            continue
        shown = sheet(words, seen)
        assert all(width(row) <= 28 for row in score_columns(words, seen))
        on = seen.phase != PHASE_NONE and any(seat.HasField("trick_goal") for seat in seen.seats)
        said = [str(seat.trick_goal) if seat.HasField("trick_goal") else "?" for seat in seen.seats]
        won = [str(seat.tricks) for seat in seen.seats]
        if not on:
            said = [str(goal) for _, goal in sorted(goals_said(seen.last_deal).items())]
            won = [str(tricks) for tricks in tricks_taken(seen, seen.last_deal)]
        assert _told_in(shown, said, won, words), (said, won, shown)
        assert (deal_number(words, seen) in "\n".join(shown)) == on
        running, over = running + on, over + (not on)
    assert running
    assert over


def _told_in(shown: tuple[str, ...], said: list[str], won: list[str], words: Words) -> bool:
    """Whether bids and tricks stand in rows of the sheet, in one block or two, or else in a line of prose."""
    pairs = [f"{tricks}/{bid}" for bid, tricks in zip(said, won, strict=True)]
    if any(row.startswith(words.say("row.goals")) for row in shown):
        (line,) = (row for row in shown if row.startswith(words.say("row.goals")))
        return re.findall(r"\d+/[\d?]+", line) == pairs
    bids = [cell for row in shown if row.startswith(words.say("score.bid")) for cell in row.split()[1:]]
    tricks = [cell for row in shown if row.startswith(words.say("score.won")) for cell in row.split()[1:]]
    return (bids, tricks) == (said, won)
