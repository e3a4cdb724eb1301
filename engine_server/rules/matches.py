"""How deals make a match: how many, who deals next, who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from engine_server.rules.cards import Seat, left_of
from engine_server.rules.settling import Settlement
from engine_server.rules.sheets import Column, ScoreLine, columns_of

MAX_THROWN_IN = 25
"""So many deals in a row may be thrown in because all passed; then one counts, with no points for anybody."""


class AllPass(StrEnum):
    """What follows when all passed: another deal by the next or the same dealer, or a score of nothing."""

    NEXT_DEALER = "next_dealer"
    SAME_DEALER = "same_dealer"
    SCORED = "scored"


REDEALT = (AllPass.NEXT_DEALER, AllPass.SAME_DEALER)
"""What may follow where a deal that all passed does not count."""


class FirstDealer(StrEnum):
    """Who deals first: a seat drawn by lot, or the first seat (North)."""

    DRAWN = "drawn"
    FIRST_SEAT = "first_seat"


@dataclass(frozen=True, slots=True)
class Deals:
    """A match of a fixed number of scored deals; the deal passes to the left after each.

    `sides` are the columns of the sheet. Nobody ever is vulnerable.
    """

    count: int
    all_pass: AllPass
    first_dealer: FirstDealer
    sides: tuple[tuple[Seat, ...], ...] = ((0,), (1,), (2,), (3,))

    @property
    def pays_unfinished(self) -> bool:
        """A match broken off has no result."""
        return False

    def is_over(self, scored: int, lines: Sequence[ScoreLine] = ()) -> bool:
        """Whether the match ends after so many scored deals."""
        return scored >= self.count

    def vulnerable(self, deal: int, dealer: Seat, lines: Sequence[ScoreLine]) -> tuple[Seat, ...]:
        """Nobody is."""
        return ()

    def abandoned(self, scored: int, lines: Sequence[ScoreLine]) -> bool:
        """It is complete with its last deal."""
        return not self.is_over(scored)

    def closing(self, scored: int, lines: Sequence[ScoreLine]) -> tuple[ScoreLine, ...]:
        """The match itself writes no lines."""
        return ()

    def columns(self, lines: Sequence[ScoreLine]) -> tuple[Column, ...]:
        """The columns of the sheet with their totals."""
        return columns_of(lines, self.sides)

    def settlements(self, lines: Sequence[ScoreLine]) -> tuple[Settlement, ...]:
        """The totals say it all."""
        return ()

    def next_dealer(self, dealer: Seat, seats: int) -> Seat:
        """Who deals after a scored deal."""
        return left_of(dealer, seats)

    def dealer_after_all_passed(self, dealer: Seat, seats: int) -> Seat:
        """Who deals after a deal in which all passed; it does not count."""
        return left_of(dealer, seats) if self.all_pass is AllPass.NEXT_DEALER else dealer

    def ranking(self, totals: Mapping[Seat, int]) -> tuple[tuple[Seat, ...], ...]:
        """The seats by total, best first; equal totals share a place."""
        return ranked(totals)


def ranked(totals: Mapping[Seat, int]) -> tuple[tuple[Seat, ...], ...]:
    """The seats by total, best first; equal totals share a place."""
    by_points = sorted(totals, key=lambda seat: (-totals[seat], seat))
    return tuple(tuple(group) for _, group in groupby(by_points, key=lambda seat: totals[seat]))
