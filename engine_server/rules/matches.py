"""How deals make a match: how many, who deals next, who has won."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from engine_server.rules.cards import Seat, left_of

MAX_THROWN_IN = 25
"""So many deals in a row may be thrown in because all passed; then one counts, with no points for anybody."""


class AllPass(StrEnum):
    """Who deals after all passed."""

    NEXT_DEALER = "next_dealer"
    SAME_DEALER = "same_dealer"


class FirstDealer(StrEnum):
    """Who deals first: a seat drawn by lot, or the first seat (North)."""

    DRAWN = "drawn"
    FIRST_SEAT = "first_seat"


@dataclass(frozen=True, slots=True)
class Deals:
    """A match of a fixed number of scored deals; the deal passes to the left after each."""

    count: int
    all_pass: AllPass
    first_dealer: FirstDealer

    def is_over(self, scored: int) -> bool:
        """Whether the match ends after so many scored deals."""
        return scored >= self.count

    def next_dealer(self, dealer: Seat, seats: int) -> Seat:
        """Who deals after a scored deal."""
        return left_of(dealer, seats)

    def dealer_after_all_passed(self, dealer: Seat, seats: int) -> Seat:
        """Who deals after a deal in which all passed; it does not count."""
        return left_of(dealer, seats) if self.all_pass is AllPass.NEXT_DEALER else dealer

    def ranking(self, totals: Mapping[Seat, int]) -> tuple[tuple[Seat, ...], ...]:
        """The seats by total, best first; equal totals share a place."""
        by_points = sorted(totals, key=lambda seat: (-totals[seat], seat))
        return tuple(tuple(group) for _, group in groupby(by_points, key=lambda seat: totals[seat]))
