"""Duplicate boards: the number of a board says who deals and who is vulnerable (rules.md section 4.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine_server.rules.cards import Seat
from engine_server.rules.matches import AllPass, Deals, FirstDealer
from engine_server.rules.sheets import ScoreLine

NORTH_SOUTH: tuple[Seat, ...] = (0, 2)
EAST_WEST: tuple[Seat, ...] = (1, 3)
_IN_TURN: tuple[tuple[Seat, ...], ...] = ((), NORTH_SOUTH, EAST_WEST, (0, 1, 2, 3))


def board_dealer(board: int) -> Seat:
    """Who deals a board, counted from 1: North the first, then clockwise."""
    return (board - 1) % 4


def board_vulnerable(board: int) -> tuple[Seat, ...]:
    """The seats vulnerable on a board: none, North-South, East-West, all, a step later every four boards."""
    return _IN_TURN[(board - 1 + (board - 1) // 4) % 4]


@dataclass(frozen=True, slots=True)
class Boards(Deals):
    """A match of so many boards from board 1 on. One that all pass counts, with no points for anybody.

    Dealers agree with `board_dealer`, since North deals first and the deal passes to the left.
    """

    count: int = 4
    all_pass: AllPass = AllPass.SCORED
    first_dealer: FirstDealer = FirstDealer.FIRST_SEAT
    sides: tuple[tuple[Seat, ...], ...] = (NORTH_SOUTH, EAST_WEST)

    def vulnerable(self, deal: int, dealer: Seat, lines: Sequence[ScoreLine]) -> tuple[Seat, ...]:
        """What the board says."""
        return board_vulnerable(deal)
