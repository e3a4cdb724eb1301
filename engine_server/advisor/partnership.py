"""Calls between partners who sit opposite: the natural system, with what the score makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine_server.advisor.claims import Claim
from engine_server.advisor.counting import Count
from engine_server.advisor.natural.auction import Situation
from engine_server.advisor.natural.facts import Fact
from engine_server.advisor.natural.hands import Hand
from engine_server.advisor.natural.rating import NaturalReason, rate
from engine_server.advisor.natural.system import hear
from engine_server.advisor.reasons import RatedMove, Reason
from engine_server.rules.auctions import Ladder


@dataclass(frozen=True, slots=True)
class OfAuction(Claim):
    """A fact of the natural system that hand and auction prove."""

    fact: Fact

    def holds(self, count: Count) -> bool:
        heard = hear(count.view.calls, count.seat, situation_of(count))
        return self.fact.holds(Hand(count.hand), heard)


def situation_of(count: Count) -> Situation:
    """Who is vulnerable, and what stands below the line of each side."""
    view = count.view
    return Situation(view.vulnerable, tuple(column.part_score or 0 for column in view.columns))


def rate_with_partner(count: Count) -> Iterator[RatedMove]:
    """Every call of an auction between two pairs, the best first."""
    auction = count.view.variant.auction
    assert isinstance(auction, Ladder)
    legal = auction.legal(count.view.calls, count.seat)
    for rated in rate(count.hand, count.view.calls, count.seat, legal, situation_of(count)):
        yield RatedMove(rated.call, rated.rating, _reason(rated.reason))


def _reason(said: NaturalReason) -> Reason:
    return Reason(said.code, said.arguments, tuple(map(OfAuction, said.facts)))
