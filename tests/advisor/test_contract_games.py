"""Games with dummies and known partners: all that is said over whole deals is proved and true."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count as count_from
from itertools import islice
from typing import TypeAlias

import pytest

from benchmarks.strength_players import Lots, coach, interval, margin, states
from engine_server.advisor import claims
from engine_server.advisor.advice import Advice, advise, choose
from engine_server.advisor.claims import Claim
from engine_server.advisor.counting import Count
from engine_server.advisor.hints import At
from engine_server.advisor.reasons import Reason
from engine_server.game.redact import view_for
from engine_server.game.state import TableState, acting_seats
from engine_server.game.view import View
from engine_server.rules.cards import Card, Seat
from engine_server.rules.moves import PASS, Move
from engine_server.rules.phases import Phase
from tests.advisor import checker
from tests.advisor.described import described

TABLES: tuple[tuple[str, str], ...] = (
    ("rubber", ""),
    ("chicago", ""),
    ("duplicate", ""),
    ("minibridge", ""),
    ("minibridge", "dummy_exposed=after_lead slams=on vulnerability=board"),
    ("three_handed", ""),
    ("three_handed", "style=towie"),
    ("three_handed", "style=auctioned_dummy"),
    ("honeymoon", ""),
    ("honeymoon", "style=hk"),
    ("honeymoon", "style=double_dummy"),
    ("honeymoon", "style=pick_or_discard"),
)
EVERY = 13
"""One decision of so many is looked at."""
POSITIONS = 300
Position: TypeAlias = tuple[TableState, View]


def wild(view: View) -> Move:
    """Calls, names and, one time in four, plays at random."""
    draw = random.Random(f"{view.hands} {view.calls} {view.trick}")
    if view.phase is Phase.AUCTION:
        return PASS if draw.random() < 0.5 else draw.choice(view.legal_moves[:12])
    return draw.choice(view.legal_moves) if draw.random() < 0.25 else coach(view)


def decisions(table: int) -> Iterator[tuple[TableState, Seat]]:
    """Decisions at mixed tables without end."""
    game, rules = TABLES[table]
    options = dict(rule.split("=") for rule in rules.split())
    for seed in count_from(0):
        for state in states(game, {"deals": "4", **options}, seed, (coach, wild, coach, wild)):
            for seat in acting_seats(state):
                yield state, seat


def some(table: int, many: int) -> Iterator[Position]:
    """A sample of them, with what the seat sees."""
    for state, seat in islice(decisions(table), 0, EVERY * many, EVERY):
        yield state, view_for(state, seat)


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_all_that_is_said_is_proved_by_the_checker_and_true_in_the_deal(table: int) -> None:
    for state, view in some(table, POSITIONS):
        judge(state, view, advise(view, Lots(0)))


def judge(state: TableState, view: View, advice: Advice) -> None:
    """Every legal move is rated once; every claim is proved, and true of the cards as they lie."""
    ratings = [rated.rating for rated in advice.moves]
    assert sorted(map(repr, view.legal_moves)) == sorted(repr(rated.move) for rated in advice.moves)
    assert ratings == sorted(ratings, reverse=True)
    assert choose(view, Lots(0)) == advice.moves[0].move
    assert all(0 <= rating <= 100 for rating in ratings)
    for reason in _reasons(advice):
        _has_its_arguments(reason, view)
        for claim in reason.claims:
            assert checker.is_true(claim, view), (claim, reason.code, view.hands, view.trick)
            assert claim.holds(Count(view))
            assert state.phase is not Phase.PLAY or _fits_the_deal(claim, state, view), claim


def _reasons(advice: Advice) -> Iterator[Reason]:
    for rated in advice.moves:
        yield from rated.reasons


def _has_its_arguments(reason: Reason, view: View) -> None:
    """Those it is described with; a seat is one that somebody else sits on."""
    assert sorted(name for name, _ in reason.arguments) == sorted(described()[reason.code])
    for name, value in reason.arguments:
        if name == "seat":
            assert isinstance(value, At)
            assert value.seat in set(range(view.variant.seats)) - {view.viewer}


def _fits_the_deal(claim: Claim, state: TableState, view: View) -> bool:
    deal, mine = state.deal, checker.mine(view)
    assert deal is not None
    side = checker.teams(view)[0]
    rest = [card for hand in checker.ring(view) if hand not in mine for card in deal.hands[hand]]
    rivals = [hand for hand in checker.later(view) if hand not in side]
    match claim:
        case claims.Master():
            return not any(c.suit is claim.card.suit and c.rank > claim.card.rank for c in rest)
        case claims.SureWin() | claims.SideWins():
            return not any(_beats(state, hand, claim.card) for hand in rivals)
        case claims.HasNone():
            return not any(card.suit is claim.suit for card in deal.hands[claim.seat])
        case claims.AllWith():
            return sum(card.suit is claim.suit for card in deal.hands[claim.seat]) == claim.n
        case _:
            return True


def _beats(state: TableState, hand: Seat, card: Card) -> bool:
    deal = state.deal
    assert deal is not None
    assert deal.contract is not None
    led = deal.trick.cards[0].suit if deal.trick else card.suit
    legal = [c for c in deal.hands[hand] if c.suit is led] or deal.hands[hand]
    return any(state.variant.tricks.beats(other, card, deal.contract.trump) for other in legal)


# --- the checker itself, and strength ------------------------------------------------------------------


def _one_more(count: Count) -> int:
    return 0 if count.table else len(count.sure_line) + 1


PLANTED: dict[str, object] = {
    "sure_together": property(_one_more),
    "wins_across": lambda count, card: card in count.partners_hand and card.suit == count.led,
    "may_hold_suit": lambda count, hand, suit: suit is not None and count.out(suit) > 0,
    "is_mine": lambda count, hand: True,
}
"""A property of the count -> what it would be if the coach miscounted."""


@pytest.mark.parametrize("fault", PLANTED)
def test_a_miscount_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    views = [view for _, view in some(0, 120)]
    monkeypatch.setattr(Count, fault, PLANTED[fault])

    assert any(_is_false(view) for view in views if view.phase is Phase.PLAY)


def _is_false(view: View) -> bool:
    """Whether the coach says something that the checker denies, or comes to nothing."""
    try:
        advice = advise(view, Lots(0))
    except (StopIteration, RuntimeError, AssertionError, ValueError):
        return True
    return any(not checker.is_true(claim, view) for reason in _reasons(advice) for claim in reason.claims)


def random_player(view: View) -> Move:
    """Any legal move, passing more often than not."""
    draw = random.Random(f"{view.hands} {view.calls} {view.trick}")
    if view.phase is Phase.AUCTION:
        return PASS if draw.random() < 0.6 else draw.choice(view.legal_moves[:8])
    return draw.choice(view.legal_moves)


@pytest.mark.parametrize("game", ["rubber", "minibridge"])
def test_robots_beat_random_players(game: str) -> None:
    gains = [margin(game, {"deals": "1"}, seed, coach, random_player) for seed in range(12)]

    assert interval(gains)[1] > 0
