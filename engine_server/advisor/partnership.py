"""Calls of contract bridge: between partners who sit opposite, or where everybody plays for oneself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine_server.advisor.claims import Claim
from engine_server.advisor.counting import Count
from engine_server.advisor.natural.alone import Help, rate_alone
from engine_server.advisor.natural.auction import Heard, Situation
from engine_server.advisor.natural.facts import Fact
from engine_server.advisor.natural.hands import Hand
from engine_server.advisor.natural.rating import RatedCall, rate
from engine_server.advisor.natural.system import hear
from engine_server.advisor.reasons import RatedMove, Reason
from engine_server.rules.auctions import Ladder
from engine_server.rules.cards import Card
from engine_server.rules.moves import Call
from engine_server.rules.sides import EachAlone, Pairs


@dataclass(frozen=True, slots=True)
class OfAuction(Claim):
    """A fact of the bidding that hand and auction prove."""

    fact: Fact

    def holds(self, count: Count) -> bool:
        return self.fact.holds(Hand(count.hand), heard(count))


def situation_of(count: Count) -> Situation:
    """Who is vulnerable, what stands below the line of each side, and whether there are sides."""
    view = count.view
    part_scores = tuple(column.part_score or 0 for column in view.columns)
    return Situation(view.vulnerable, part_scores, not isinstance(view.variant.sides, Pairs))


def heard(count: Count) -> Heard:
    """The calls so far, and what they mean."""
    return hear(count.view.calls, count.seat, situation_of(count))


def rate_with_partner(count: Count) -> Iterator[RatedMove]:
    """Every call of an auction between two pairs, the best first."""
    return _told(rate(count.hand, count.view.calls, count.seat, _legal(count), situation_of(count)))


def rate_for_oneself(count: Count) -> Iterator[RatedMove]:
    """Every call of a seat without a partner, the best first."""
    situation, calls = situation_of(count), count.view.calls
    return _told(rate_alone(count.hand, calls, count.seat, _legal(count), situation, _help(count)))


def _legal(count: Count) -> tuple[Call, ...]:
    auction = count.view.variant.auction
    assert isinstance(auction, Ladder)
    return auction.legal(count.view.calls, count.seat)


def _help(count: Count) -> Help:
    """Dummy as far as it is known: all of its cards, or that there is one."""
    sides = count.view.variant.sides
    if isinstance(sides, EachAlone):
        return Help(has_dummy=False)
    dummy = count.view.open_hand(sides.dummies(count.seat)[0])
    return Help(True, dummy if _is_whole(count, dummy) else ())


def _is_whole(count: Count, dummy: tuple[Card, ...]) -> bool:
    return len(dummy) == len(count.hand)


def _told(calls: Iterable[RatedCall]) -> Iterator[RatedMove]:
    for rated in calls:
        said = rated.reason
        claims = tuple(map(OfAuction, said.facts))
        yield RatedMove(rated.call, rated.rating, Reason(said.code, said.arguments, claims))
