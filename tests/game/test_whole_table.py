"""What holds of a table as a whole: one answer to every move, one state for one log, no card lost."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import TypeAlias

import pytest

from engine_server.game import commands, consequences, evolve, manners
from engine_server.game import decide as do
from engine_server.game import events as happened
from engine_server.game import view as seen
from engine_server.game.encoding import event_of, event_text
from engine_server.game.events import DealScored, Event
from engine_server.game.evolve import fold
from engine_server.game.redact import seen_by, view_for
from engine_server.game.refusals import Refusal, Refused
from engine_server.game.state import Deal, TableState, acting_seats, legal_moves
from engine_server.game.view import Stage
from engine_server.rules import (
    auctions,
    contract_scoring,
    goals,
    openings,
    played,
    point_count,
    scoring,
    tricks,
)
from engine_server.rules.cards import Card, Seat, Suit
from engine_server.rules.dealing import Wash
from engine_server.rules.moves import AnswerWash, Move
from engine_server.rules.phases import Phase
from engine_server.rules.sides import AgainstTwo, HolderOfCalledCard
from engine_server.rules.stocks import DealAndDraw, Drawing
from engine_server.rules.variant import Variant
from engine_server.rules.variants import game_of
from tests.game import judged
from tests.game.driving import (
    GAMES,
    SeededLots,
    Table,
    a_move,
    begun,
    every_setting,
    obliging_move,
    reads,
    some_options,
)
from tests.game.judged import JudgedTable
from tests.game.model.referee import Referee
from tests.game.outputs import THINKABLE
from tests.game.worlds import told

Patch: TypeAlias = pytest.MonkeyPatch
FOLLOWED = tuple(game for game in GAMES if game not in judged.GAMES)
"""The games the referee knows."""


def judged_table(game: str, rng: Random, **options: str) -> JudgedTable:
    """A table whose match has just started."""
    table = JudgedTable(game, some_options(game, rng) | options, rng)
    table.give(commands.SitDown("p0", "Ann", None))
    for name in ("Bob", "Cleo", "Dan"):
        table.give(commands.AddRobot("p0", name, None))
    table.give(commands.StartMatch("p0"))
    return table


def next_command(table: TableState, rng: Random) -> commands.Command:
    """A legal move, or the next deal; in every other deal the declarer is let win."""
    if table.deal is None:
        return commands.BeginDeal()
    seat = rng.choice(acting_seats(table))
    move = (a_move, obliging_move)[table.deal.secret[0] % 2](table, seat, rng)
    return commands.MakeMove(seat, move, table.opened_at[seat])


def play_judged(table: JudgedTable, rng: Random) -> None:
    """Plays a match to its end under the eyes of the model."""
    while table.state.stage is Stage.PLAYING:
        table.give(next_command(table.state, rng))


def play_followed(game: str, options: Mapping[str, str], rng: Random) -> Table:
    """A whole match at which the referee has nothing to object to."""
    table, seen_so_far = Table(game, options, SeededLots(rng)), 0
    referee = Referee(game, dict(table.state.options.as_text()))
    table.begin()
    while True:
        for event in table.log[seen_so_far:]:
            referee.follow(event)
        seen_so_far = len(table.log)
        if table.state.stage is not Stage.PLAYING:
            return table
        _as_the_referee_says(table.state, referee)
        table.do(next_command(table.state, rng))


def _as_the_referee_says(state: TableState, referee: Referee) -> None:
    acting = acting_seats(state)
    if acting:
        assert list(acting) == referee.acting()
        assert set(legal_moves(state, acting[0])) == referee.legal(acting[0])


def whole_match(game: str, number: int, rng: Random) -> dict[str, str]:
    """House rules; every third match is as long as its game has it."""
    options = some_options(game, rng)
    without = {key: text for key, text in options.items() if key != "deals"}
    return options if number % 3 or not reads(game, without) else without


def _ends_as_it_should(state: TableState, log: Sequence[Event]) -> None:
    """One state for one log, as it is stored too; every deal of the match, and everybody has a place."""
    assert fold(log) == state
    assert [event_of(event_text(event)) for event in log] == log
    scored = sum(isinstance(event, DealScored) for event in log)
    count = state.variant.match.count
    assert scored == count if count is not None else scored > 0
    assert sorted(seat for place in state.places for seat in place) == [*range(state.variant.seats)]


@pytest.mark.parametrize("chunk", range(3))
@pytest.mark.parametrize("game", judged.GAMES)
def test_whole_matches_go_as_the_model_says(game: str, chunk: int) -> None:
    for number in range(10):
        rng = Random(f"match {game} {chunk} {number}")
        table = JudgedTable(game, whole_match(game, number, rng), rng)
        table.give(commands.SitDown("p0", "Ann", None))
        for name in ("Bob", "Cleo", "Dan"):
            table.give(commands.AddRobot("p0", name, None))
        table.give(commands.StartMatch("p0"))
        play_judged(table, rng)
        _ends_as_it_should(table.state, table.log)


@pytest.mark.parametrize("chunk", range(3))
@pytest.mark.parametrize("game", FOLLOWED)
def test_whole_matches_go_as_the_referee_says(game: str, chunk: int) -> None:
    for number in range(10):
        rng = Random(f"match {game} {chunk} {number}")
        table = play_followed(game, whole_match(game, number, rng), rng)
        _ends_as_it_should(table.state, table.log)


@pytest.mark.parametrize("game", GAMES)
def test_each_house_rule_at_each_of_its_values_plays_to_a_right_end(game: str) -> None:
    for key, value, options in every_setting(game_of(game)):
        rng = Random(f"setting {game} {key} {value}")
        given = options if "deals" in options else {**options, "deals": "1"}
        if game in FOLLOWED:
            state = play_followed(game, given, rng).state
        else:
            table = judged_table(game, rng, **{**given, "solo": given.get("solo", "allowed")})
            play_judged(table, rng)
            state = table.state
        assert dict(state.options.as_text())[key] == value
        assert state.stage is Stage.OVER


# --- every move, every card ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_legal_move_is_accepted_and_every_other_refused_in_twenty_deals(game: str) -> None:
    for number in range(20):
        rng = Random(f"answers {game} {number}")
        table = begun(game, {**some_options(game, rng), "deals": "1"}, rng)
        while table.state.stage is Stage.PLAYING:
            if rng.random() < 0.5:
                _every_answer(table.state, rng)
            table.do(next_command(table.state, rng))


def _every_answer(state: TableState, rng: Random) -> None:
    """What the seat in turn may do and all of that kind, some of every other kind, and what others try."""
    acts = rng.choice(acting_seats(state))
    for seat in range(state.variant.seats):
        allowed = {*legal_moves(state, seat), *manners.free_moves(state, seat)}
        others = rng.sample(THINKABLE[seat], 30 if seat == acts else 6)
        for move in (*allowed, *(_near(state, seat, rng) if seat == acts else ()), *others):
            answer = do.decide(state, commands.MakeMove(seat, move), SeededLots(rng))
            assert isinstance(answer, Refusal) != (move in allowed), (seat, move, answer)
            if not isinstance(answer, Refusal):
                assert answer.state.version == state.version + len(answer.events)


def _near(state: TableState, seat: Seat, rng: Random) -> list[Move]:
    """Moves of the kinds wanted: all of them, of cards those of the own hand and some more."""
    kinds = tuple({type(move) for move in legal_moves(state, seat)})
    near = [move for move in THINKABLE[seat] if isinstance(move, kinds)]
    return near[:52] + rng.sample(near, min(20, len(near)))


DEALS, DEAL_CHUNKS, STORED = 1000, 4, 50


@pytest.mark.parametrize("chunk", range(DEAL_CHUNKS))
@pytest.mark.parametrize("game", GAMES)
def test_no_card_is_lost_in_a_thousand_deals(game: str, chunk: int) -> None:
    played, number = 0, 0
    while played < DEALS // DEAL_CHUNKS:
        rng = Random(f"cards {game} {chunk} {number}")
        table = Table(game, some_options(game, rng), CheckedLots(rng))
        table.begin()
        _all_cards_are_there(table.state)
        while table.state.stage is Stage.PLAYING:
            table.do(next_command(table.state, rng))
            _all_cards_are_there(table.state)
        played, number = played + table.state.scored, number + 1
        assert table.state.version == len(table.log)


class CheckedLots(SeededLots):
    """Chance that gives no secret twice."""

    def __init__(self, rng: Random) -> None:
        super().__init__(rng)
        self.given: set[bytes] = set()

    def secret(self) -> bytes:
        """32 bytes, never the same."""
        secret = super().secret()
        assert secret not in self.given
        self.given.add(secret)
        return secret


def _all_cards_are_there(now: TableState) -> None:
    """Hands, tricks and stock hold each card of the deck once; left over lies what was not dealt or kept."""
    deal, deck = now.deal, now.variant.deck.cards
    if deal is None or not deal.dealt:
        return
    on_table = [card for trick in (*deal.draws, *deal.tricks, deal.trick) if trick for card in trick.cards]
    there = [*on_table, *(card for hand in deal.hands for card in hand), *deal.stock]
    dealt = {card for hand in deal.dealt for card in hand} | set(deal.dealt_stock)
    passed_over = (len(deal.dealt_stock) - len(deal.stock)) // 2 if picks_cards(now.variant) else 0
    assert len(there) == len(set(there)) == len(dealt) - passed_over
    assert set(there) <= dealt <= set(deck)
    left_over = set(deck) - dealt
    assert not left_over or deal.turned in left_over


def picks_cards(variant: Variant) -> bool:
    """Whether of every two cards of the stock one is passed over."""
    dealing = variant.dealing
    return isinstance(dealing, DealAndDraw) and dealing.drawing is Drawing.PICK_OR_DISCARD


@pytest.mark.parametrize("game", GAMES)
def test_the_fold_of_a_stored_log_is_the_state_after_every_event(game: str) -> None:
    for number in range(STORED):
        rng = Random(f"stored {game} {number}")
        table = begun(game, {**some_options(game, rng), "deals": "1"}, rng)
        table.play_on(rng)
        now = read = evolve.opened(table.log[0])  # type: ignore[arg-type]
        for event in table.log[1:]:
            now, read = evolve.evolve(now, event), evolve.evolve(read, event_of(event_text(event)))
            assert now == read
        assert now == table.state


@pytest.mark.parametrize("game", GAMES)
def test_no_number_is_left_out_for_any_viewer(game: str) -> None:
    for number in range(3):
        rng = Random(f"numbers {game} {number}")
        table = begun(game, some_options(game, rng), rng)
        table.play_on(rng)
        viewers = (None, *range(table.state.variant.seats))
        for event, now in told(table.log):
            assert all(isinstance(seen_by(event, now, viewer), seen.Seen) for viewer in viewers)
            assert {view_for(now, viewer).version for viewer in viewers} == {now.version}


# --- versions ------------------------------------------------------------------------------------------


def asked_about_a_wash() -> Table:
    """A table at which all four must say whether they want new cards."""
    table = Table("singapore", {"wash": "player_choice"}, SeededLots(Random(1)))
    table.begin()
    assert table.state.phase is Phase.WASH
    return table


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 1, 0, 2)])
def test_an_answer_of_another_seat_never_makes_mine_stale(order: tuple[Seat, ...]) -> None:
    table = asked_about_a_wash()
    at = view_for(table.state, order[-1]).decision_version
    for seat in order[:-1]:
        table.do(commands.MakeMove(seat, AnswerWash(False), at))
        assert view_for(table.state, order[-1]).decision_version == at
        assert view_for(table.state, seat).decision_version == 0
    table.do(commands.HandOver("p0", to_robot=True))
    table.do(commands.MakeMove(order[-1], AnswerWash(False), at))
    assert table.state.phase is Phase.AUCTION


def test_a_second_tap_an_old_view_and_a_version_from_the_future_are_refused() -> None:
    table = asked_about_a_wash()
    tap = commands.MakeMove(2, AnswerWash(False), table.state.opened_at[2])
    table.do(tap)
    version = (("version", str(table.state.version)),)
    assert table.try_to(tap) == Refusal(Refused.STALE_VERSION, version)
    early = commands.MakeMove(1, AnswerWash(False), table.state.opened_at[1] - 1)
    assert table.try_to(early) == Refusal(Refused.STALE_VERSION, version)
    ahead = commands.MakeMove(1, AnswerWash(False), table.state.version + 1)
    assert table.try_to(ahead) == Refusal(Refused.VERSION_AHEAD, version)
    assert table.try_to(commands.MakeMove(2, AnswerWash(False))) == Refusal(Refused.NOT_YOUR_TURN)


@pytest.mark.parametrize("game", GAMES)
def test_every_tap_counts_once(game: str) -> None:
    rng = Random(f"taps {game}")
    table = begun(game, {**some_options(game, rng), "deals": "1"}, rng)
    while table.state.stage is Stage.PLAYING:
        command = next_command(table.state, rng)
        table.do(command)
        before = table.state
        again = table.try_to(command)
        expected = Refused.STALE_VERSION if before.stage is Stage.PLAYING else Refused.GAME_OVER
        assert isinstance(again, Refusal)
        assert again.code is expected
        assert table.state is before


# --- the model has teeth -------------------------------------------------------------------------------


def trump_is_always_broken(patch: Patch) -> None:
    patch.setattr(tricks.TrickRules, "broken_after", lambda self, cards, trump, before: True)


def last_bidder_may_double(patch: Patch) -> None:
    patch.setattr(auctions.Ladder, "_doubling_refusal", lambda self, calls, seat, call: None)


def weak_means_one_point_less(patch: Patch) -> None:
    honest = Wash.strength

    def strength(self: Wash, hand: object) -> object:
        told = honest(self, hand)  # type: ignore[arg-type]
        return replace(told, high_card=told.high_card + 1)

    patch.setattr(Wash, "strength", strength)


def made_alone_counts_once(patch: Patch) -> None:
    patch.setattr(played.Outcome, "alone", property(lambda self: False))


def early_end_a_trick_late(patch: Patch) -> None:
    honest = scoring.WinnersScore.is_decided
    patch.setattr(
        scoring.WinnersScore,
        "is_decided",
        lambda self, so_far, left: honest(self, replace(so_far, tricks=max(0, so_far.tricks - 1)), left + 1),
    )


def an_old_view_is_good_enough(patch: Patch) -> None:
    patch.setattr(do, "_version_refusal", lambda table, seat, expected: None)


def dealer_stays_after_a_throw_in(patch: Patch) -> None:
    patch.setattr(consequences, "_dealer_now", lambda table: table.deal.dealer)


def tricks_of_the_partner_do_not_count(patch: Patch) -> None:
    patch.setattr(
        HolderOfCalledCard, "declaring_side", lambda self, declarer, called, dealt: (declarer, declarer)
    )


def wash_needs_two_seats(patch: Patch) -> None:
    patch.setattr(consequences, "wash_wanted", lambda deal: sum(redeal for _, redeal in deal.answers) > 1)


def every_event_opens_the_decision_anew(patch: Patch) -> None:
    patch.setattr(evolve, "decision_key", lambda table: object())


def highest_card_wins_whatever_its_suit(patch: Patch) -> None:
    patch.setattr(tricks.TrickRules, "beats", lambda self, card, other, trump: card.rank > other.rank)


FAULTS: tuple[Callable[[Patch], None], ...] = (
    trump_is_always_broken,
    last_bidder_may_double,
    weak_means_one_point_less,
    made_alone_counts_once,
    tricks_of_the_partner_do_not_count,
    early_end_a_trick_late,
    an_old_view_is_good_enough,
    dealer_stays_after_a_throw_in,
    wash_needs_two_seats,
    every_event_opens_the_decision_anew,
    highest_card_wins_whatever_its_suit,
)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_planted_fault_is_found_by_the_model(fault: Callable[[Patch], None], monkeypatch: Patch) -> None:
    fault(monkeypatch)
    with pytest.raises(AssertionError):
        _play_many(Random(f"fault {fault.__name__}"))


def _play_many(rng: Random) -> None:
    for _ in range(60):
        table = judged_table(rng.choice(judged.GAMES), rng, solo="allowed")
        while table.state.stage is Stage.PLAYING:
            table.give(
                commands.MakeMove(rng.randrange(4), rng.choice(judged.THINKABLE[0]), rng.randrange(99))
            )
            table.give(next_command(table.state, rng))


# --- the referee has teeth -----------------------------------------------------------------------------


def last_goal_is_free(patch: Patch) -> None:
    patch.setattr(goals.Goals, "forbidden", lambda self, calls, seat, size: None)


def missed_goal_costs_too_little(patch: Patch) -> None:
    honest = goals.GoalScore.points
    patch.setattr(goals.GoalScore, "points", lambda self, goal, won: max(-4, honest(self, goal, won)))


def promise_may_be_too_low(patch: Patch) -> None:
    patch.setattr(openings, "_least", lambda calls: 31)


def ace_counts_most(patch: Patch) -> None:
    patch.setattr(tricks.TrickRules, "beats", highest_of_the_suit_or_trump)


def highest_of_the_suit_or_trump(
    self: tricks.TrickRules, card: Card, other: Card, trump: Suit | None
) -> bool:
    return card.rank > other.rank if card.suit == other.suit else card.suit == trump


def partner_counts_for_the_others(patch: Patch) -> None:
    patch.setattr(HolderOfCalledCard, "declaring_side", lambda self, declarer, called, dealt: (declarer,))


def equal_points_make_the_lower_seat_declarer(patch: Patch) -> None:
    patch.setattr(point_count, "clockwise_from", lambda seat, seats: tuple(range(seats)))


def last_bidder_of_the_pair_declares(patch: Patch) -> None:
    patch.setattr(auctions.Ladder, "_declarer", lambda self, calls, bidder, bid: bidder)


def own_bid_may_be_doubled(patch: Patch) -> None:
    patch.setattr(auctions.Ladder, "_side", lambda self, seat: len("any"))


def declarer_leads(patch: Patch) -> None:
    patch.setattr(tricks.TrickRules, "opening_leader", lambda self, contract, seats: contract.declarer)


def loser_draws_first(patch: Patch) -> None:
    honest = consequences._drawn

    def drawn(deal: Deal) -> tuple[happened.CardDrawn, ...]:
        first, second = honest(deal)
        assert isinstance(first, happened.CardDrawn)
        assert isinstance(second, happened.CardDrawn)
        return replace(first, seat=second.seat), replace(second, seat=first.seat)

    patch.setattr(consequences, "_drawn", drawn)


def fourth_hand_plays_for_itself(patch: Patch) -> None:
    patch.setattr(AgainstTwo, "ring", lambda self, declarer: (0, 1, 2) if declarer is None else (0, 1, 2, 3))


def undertricks_count_once(patch: Patch) -> None:
    honest = contract_scoring.duplicate_score
    patch.setattr(point_count, "duplicate_score", lambda *given: max(-50, honest(*given)))


FOUND_IN: tuple[tuple[Callable[[Patch], None], str], ...] = (
    (last_goal_is_free, "german"),
    (missed_goal_costs_too_little, "german"),
    (highest_card_wins_whatever_its_suit, "german"),
    (promise_may_be_too_low, "italian"),
    (ace_counts_most, "italian"),
    (partner_counts_for_the_others, "italian"),
    (equal_points_make_the_lower_seat_declarer, "minibridge"),
    (declarer_leads, "minibridge"),
    (last_bidder_of_the_pair_declares, "rubber"),
    (own_bid_may_be_doubled, "chicago"),
    (undertricks_count_once, "minibridge"),
    (loser_draws_first, "honeymoon"),
    (fourth_hand_plays_for_itself, "three_handed"),
)


@pytest.mark.parametrize(("fault", "game"), FOUND_IN, ids=[fault.__name__ for fault, _ in FOUND_IN])
def test_a_planted_fault_is_found_by_the_referee(
    fault: Callable[[Patch], None], game: str, monkeypatch: Patch
) -> None:
    fault(monkeypatch)
    rng = Random(f"fault {fault.__name__}")
    with pytest.raises(AssertionError):
        _follow_many(game, rng)


def _follow_many(game: str, rng: Random) -> None:
    for _ in range(60):
        play_followed(game, some_options(game, rng), rng)
