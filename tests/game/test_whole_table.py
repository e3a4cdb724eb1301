"""What holds of a table as a whole: one answer to every move, one state for one log, no card lost."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import TypeAlias

import pytest

from engine_server.game import commands, consequences, evolve
from engine_server.game import decide as do
from engine_server.game import view as seen
from engine_server.game.encoding import event_of, event_text
from engine_server.game.events import DealScored
from engine_server.game.evolve import fold
from engine_server.game.redact import seen_by, view_for
from engine_server.game.refusals import Refusal, Refused
from engine_server.game.state import TableState, acting_seats
from engine_server.game.view import Phase, Stage
from engine_server.rules import auctions, scoring, tricks
from engine_server.rules.cards import ALL_CARDS, Seat
from engine_server.rules.dealing import Wash
from engine_server.rules.moves import AnswerWash
from engine_server.rules.sides import HolderOfCalledCard
from engine_server.rules.variants import ALL
from tests.game.driving import SeededLots, Table, a_move, obliging_move, some_options
from tests.game.judged import THINKABLE, JudgedTable

GAMES = [game.key for game in ALL]
VIEWERS = (None, 0, 1, 2, 3)
Patch: TypeAlias = pytest.MonkeyPatch


def judged(game: str, rng: Random, **options: str) -> JudgedTable:
    """A table whose match has just started."""
    table = JudgedTable(game, some_options(rng) | options, rng)
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


@pytest.mark.parametrize("chunk", range(3))
@pytest.mark.parametrize("game", GAMES)
def test_whole_matches_go_as_the_model_says(game: str, chunk: int) -> None:
    for number in range(10):
        rng = Random(f"match {game} {chunk} {number}")
        table = judged(game, rng)
        play_judged(table, rng)
        assert fold(table.log) == table.state
        assert [event_of(event_text(event)) for event in table.log] == table.log
        assert sum(isinstance(event, DealScored) for event in table.log) == int(table.model.options["deals"])
        assert sorted(seat for place in table.state.places for seat in place) == [0, 1, 2, 3]


@pytest.mark.parametrize("game", GAMES)
def test_every_move_gets_its_answer_at_every_moment_of_twenty_deals(game: str) -> None:
    for deal in range(20):
        rng = Random(f"answers {game} {deal}")
        table = judged(game, rng, deals="1")
        while table.state.stage is Stage.PLAYING:
            _every_answer(table, rng)
            table.give(next_command(table.state, rng))


def _every_answer(table: JudgedTable, rng: Random) -> None:
    for seat in acting_seats(table.state)[:1]:
        for move in (*THINKABLE[seat][:150], *rng.sample(THINKABLE[seat], 10)):
            _one_answer(table, commands.MakeMove(seat, move))
    for seat in range(4):
        version = table.state.version + rng.choice((-1, 0, 1))
        _one_answer(table, commands.MakeMove(seat, rng.choice(THINKABLE[seat]), version))


def _one_answer(table: JudgedTable, move: commands.MakeMove) -> None:
    before = table.state
    answer = do.decide(before, move, SeededLots(Random(0)))
    assert (answer.code if isinstance(answer, Refusal) else None) == table.model.refusal(move), move
    if not isinstance(answer, Refusal):
        assert answer.state.version == before.version + len(answer.events)


@pytest.mark.parametrize("game", GAMES)
def test_no_card_is_lost_and_no_number_is_left_out_for_any_viewer(game: str) -> None:
    for number in range(5):
        rng = Random(f"cards {game} {number}")
        table = Table(game, some_options(rng), SeededLots(rng))
        table.begin()
        table.play_on(rng)
        now = evolve.opened(table.log[0])  # type: ignore[arg-type]
        for event in table.log[1:]:
            now = evolve.evolve(now, event)
            _all_cards_are_there(now)
            assert all(isinstance(seen_by(event, now, viewer), seen.Seen) for viewer in VIEWERS)
            assert {view_for(now, viewer).version for viewer in VIEWERS} == {now.version}
        assert now == table.state
        assert now.version == len(table.log)


def _all_cards_are_there(now: TableState) -> None:
    deal = now.deal
    if deal is None or not deal.dealt:
        return
    on_table = [card for trick in (*deal.tricks, deal.trick) if trick for card in trick.cards]
    assert sorted([*on_table, *(card for hand in deal.hands for card in hand)]) == list(ALL_CARDS)


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
    table = Table(game, {"deals": "1", "wash": "player_choice"}, SeededLots(rng))
    table.begin()
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
    patch.setattr(scoring.Outcome, "alone", property(lambda self: False))


def early_end_a_trick_late(patch: Patch) -> None:
    honest = scoring.WinnersScore.is_decided
    patch.setattr(
        scoring.WinnersScore,
        "is_decided",
        lambda self, so_far, left: honest(self, replace(so_far, tricks=max(0, so_far.tricks - 1)), left + 1),
    )


def an_old_view_is_good_enough(patch: Patch) -> None:
    patch.setattr(do, "_version_refusal", lambda table, command: None)


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
        table = judged(rng.choice(GAMES), rng)
        while table.state.stage is Stage.PLAYING:
            _one_answer(
                table, commands.MakeMove(rng.randrange(4), rng.choice(THINKABLE[0]), rng.randrange(99))
            )
            table.give(next_command(table.state, rng))
