"""Whole matches: deals, dealers, thrown-in deals, the end; and random play under every house rule."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine_server.game.commands import BeginDeal, StartMatch
from engine_server.game.events import (
    DealScored,
    HandsDealt,
    HandsWashed,
    MatchEnded,
    MatchStarted,
    WashReason,
)
from engine_server.game.refusals import Refused
from engine_server.game.state import acting_seats, legal_moves
from engine_server.game.view import FinishedDeal, Stage
from engine_server.rules.cards import ALL_CARDS
from engine_server.rules.matches import MAX_THROWN_IN
from engine_server.rules.moves import PASS, CallPartner, Move, PlayCard, bid_of
from engine_server.rules.options import Number, Option
from engine_server.rules.phases import Phase
from engine_server.rules.sheets import ScoreReason
from engine_server.rules.variant import Game
from engine_server.rules.variants import game_of
from tests.rules.referee import judge
from tests.rules.table import EAST, NORTH, Table, dealt_table, play_out

GAMES = ("floating", "singapore")
SOME_MOVES: tuple[Move, ...] = (
    PASS,
    bid_of("4H"),
    *(CallPartner(card) for card in ALL_CARDS),
    *(PlayCard(card, seat) for card in ALL_CARDS for seat in range(4)),
)


def judged(table: Table) -> Table:
    """The table, once every deal of it was found to be right."""
    rules = dict(table.state.options.as_text())
    for deal in table.deals:
        judge(deal, rules)
    return table


# --- deals and dealers -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "counts"), [("floating", (1, 3, 5)), ("singapore", (1, 4, 9))], ids=GAMES)
def test_a_match_has_as_many_scored_deals_as_asked_for(game: str, counts: tuple[int, ...]) -> None:
    for count in counts:
        table = judged(play_out(game, count, {"deals": str(count)}))
        assert [deal.number for deal in table.deals] == list(range(1, count + 1))
        assert isinstance(table.log[-1], MatchEnded)


def test_in_a_singapore_match_each_player_deals_once() -> None:
    for seed in range(5):
        dealers = [deal.dealer for deal in play_out("singapore", seed).deals]
        assert dealers == [(dealers[0] + step) % 4 for step in range(4)]


@pytest.mark.parametrize("seed", range(5))
def test_a_singapore_deal_is_played_out_over_thirteen_tricks_of_four_cards(seed: int) -> None:
    for deal in play_out("singapore", seed).deals:
        assert [len(trick.cards) for trick in deal.tricks] == [4] * 13
        assert not deal.ended_early


@pytest.mark.parametrize(("value", "drawn"), [("drawn", {0, 1, 2, 3}), ("first_seat", {0})])
@pytest.mark.parametrize("game", GAMES)
def test_the_first_dealer_is_drawn_or_the_first_seat(game: str, value: str, drawn: set[int]) -> None:
    first = set()
    for seed in range(30):
        events = Table(game, seed, {"first_dealer": value}).do(StartMatch("p1"))
        started, dealt = events[0], next(event for event in events if isinstance(event, HandsDealt))
        assert isinstance(started, MatchStarted)
        assert started.first_dealer == dealt.dealer
        first.add(dealt.dealer)
    assert first == drawn


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_the_places_are_those_of_the_totals(game: str, seed: int) -> None:
    table = play_out(game, seed)
    points = [sum(line.points for line in table.state.lines if line.seats == (seat,)) for seat in range(4)]
    assert list(table.view(None).totals) == points
    heights = sorted(set(points), reverse=True)
    assert [[points[seat] for seat in place] for place in table.state.places] == [
        [height] * points.count(height) for height in heights
    ]


def test_a_match_that_is_over_takes_no_more_moves() -> None:
    table = play_out("floating", 3, {"deals": "1"})
    assert table.tries(0, PASS) is Refused.GAME_OVER
    assert table.state.stage is Stage.OVER


# --- all pass --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rule", "step"), [("next_dealer", 1), ("same_dealer", 0)])
@pytest.mark.parametrize("game", GAMES)
def test_four_passes_throw_the_deal_in_uncounted_and_the_option_says_who_deals(
    game: str, rule: str, step: int
) -> None:
    table = dealt_table(game, dealer=NORTH, options={"all_pass": rule, "wash": "off"})
    before = table.deal.dealt
    table.bids("P P P P")
    assert HandsWashed(WashReason.ALL_PASSED) in table.log
    assert (table.deal.number, table.deal.dealer, table.deal.redeals) == (1, step, 1)
    assert table.actor == step + 1
    assert table.deal.dealt != before
    assert (table.state.scored, table.state.lines) == (0, ())
    table.bids("P P P P")
    assert (table.deal.dealer, table.deal.redeals) == (2 * step, 2)


@pytest.mark.parametrize(("game", "step"), [("floating", 1), ("singapore", 0)])
def test_who_deals_after_all_passed_by_default(game: str, step: int) -> None:
    assert dealt_table(game, dealer=EAST).bids("P P P P").deal.dealer == EAST + step


def test_the_deal_passes_on_from_whoever_dealt_the_scored_one() -> None:
    table = dealt_table("floating", dealer=NORTH).bids("P P P P 1C P P P").calls_card("SA")
    while table.state.phase is Phase.PLAY:
        table.plays(min(table.playable))
    table.do(BeginDeal())
    assert (table.deals[0].dealer, table.deal.dealer, table.deal.number) == (1, 2, 2)


@pytest.mark.parametrize("game", GAMES)
def test_a_deal_thrown_in_twenty_five_times_counts_with_no_points(game: str) -> None:
    table = dealt_table(game, dealer=NORTH, options={"deals": "1", "wash": "off"})
    assert MAX_THROWN_IN == 25
    for _ in range(MAX_THROWN_IN - 1):
        table.bids("P P P P")
        assert table.state.scored == 0
    table.bids("P P P P")
    (scored,) = [event for event in table.log if isinstance(event, DealScored)]
    assert [(line.points, line.reason) for line in scored.lines] == [(0, ScoreReason.THROWN_IN)] * 4
    assert table.state.places == ((0, 1, 2, 3),)
    assert judged(table).deals[0].contract is None


# --- every house rule, at each of its values -------------------------------------------------------------


def values_of(option: Option) -> tuple[str, ...]:
    """The values to play: all of them, of a long range its ends and its default."""
    if isinstance(option, Number) and not option.values:
        every = tuple(map(str, range(option.low, option.high + 1)))
        return every if len(every) <= 10 else (every[0], str(option.default), every[-1])
    return option.values


def companions(key: str, value: str) -> Mapping[str, str]:
    """What must go with a value so that it has something to act on."""
    needed = {
        ("solo_announce", "hidden"): {"solo": "allowed"},
        ("trump_broken_by", "any_trump"): {"trump_lead": "until_broken"},
    }
    asking = {"wash": "auto"} if key.startswith("wash_") else {}
    return {"deals": "3", **asking, **needed.get((key, value), {}), key: value}


EVERY_VALUE = [
    (game, option.key, value)
    for game in GAMES
    for option in game_of(game).options
    for value in values_of(option)
]


@pytest.mark.parametrize(("game", "key", "value"), EVERY_VALUE)
def test_random_matches_under_every_value_of_every_option_end_rightly(
    game: str, key: str, value: str
) -> None:
    for seed in range(1 if key == "deals" else 3):
        table = judged(play_out(game, seed, companions(key, value), look_closely))
        assert dict(table.state.options.as_text())[key] == value
        assert table.state.stage is Stage.OVER


def look_closely(table: Table) -> None:
    """Each acting seat has a move, the others none, and of all moves exactly the legal ones are accepted."""
    acting = acting_seats(table.state)
    assert acting
    for seat in range(4):
        legal = legal_moves(table.state, seat)
        assert bool(legal) == (seat in acting)
        assert len(set(legal)) == len(legal)
    if table.state.version % 13 == 0:
        legal = legal_moves(table.state, acting[0])
        for move in SOME_MOVES:
            assert (move in legal) or table.refusal(move, acting[0])


@st.composite
def house_rules(draw: st.DrawFn) -> tuple[Game, dict[str, str]]:
    """A game with any mixture of house rules that do not contradict each other."""
    game = game_of(draw(st.sampled_from(GAMES)))
    texts = {
        option.key: draw(st.sampled_from(values_of(option)))
        for option in game.options
        if option.key != "deals"
    }
    if texts["solo"] == "forbidden":
        texts["solo_announce"] = "at_once"
    return game, {**texts, "deals": "1"}


@settings(max_examples=150)
@given(house_rules(), st.integers(0, 10**9))
def test_any_mixture_of_house_rules_plays_to_a_right_end(
    rules: tuple[Game, dict[str, str]], seed: int
) -> None:
    game, texts = rules
    table = judged(play_out(game.key, seed, texts))
    assert table.state.stage is Stage.OVER
    assert len(table.deals) == 1


# A judge that never objects would prove nothing.


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("scoring", "tricks_won"),
        ("nt_leader", "left"),
        ("first_caller", "dealer"),
        ("trump_lead", "first_trick"),
    ],
)
def test_the_referee_refuses_deals_played_by_other_rules(key: str, value: str) -> None:
    asked = {"deals": "40", "trump_lead": "free"}
    table = judged(play_out("singapore", 1, asked))
    rules = dict(table.state.options.as_text())
    assert not all(approved(deal, {**rules, key: value}) for deal in table.deals)


@pytest.mark.parametrize("tampered", ["trick", "tricks", "lines", "side", "contract", "calls", "early"])
def test_the_referee_refuses_a_deal_that_was_tampered_with(tampered: str) -> None:
    table = judged(play_out("floating", 6, {"deals": "1"}))
    (deal,), rules = table.deals, dict(table.state.options.as_text())
    first, *rest = deal.tricks
    assert deal.contract is not None
    wrong: dict[str, dict[str, Any]] = {
        "trick": {"tricks": (first._replace(winner=(first.leader - 1) % 4), *rest)},
        "tricks": {"declaring_tricks": deal.declaring_tricks - 1},
        "lines": {"lines": tuple(replace(line, points=line.points + 1) for line in deal.lines)},
        "side": {"declaring_side": (*deal.declaring_side, 9)},
        "contract": {"contract": replace(deal.contract, declarer=(deal.contract.declarer + 1) % 4)},
        "calls": {"calls": deal.calls[:-1]},
        "early": {"ended_early": True},
    }
    assert approved(deal, rules)
    assert not approved(replace(deal, **wrong[tampered]), rules)


def approved(deal: FinishedDeal, rules: Mapping[str, str]) -> bool:
    """Whether the referee has nothing against a deal."""
    try:
        judge(deal, rules)
    except AssertionError:
        return False
    return True
