"""What the sides owe each other when a match is over (rules.md section 1, point 8)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from engine_server.rules.cards import Seat
from engine_server.rules.sheets import Column


class Settle(StrEnum):
    """How a difference is settled: as it stands, or in hundreds, from 50 up a full one."""

    RAW = "raw"
    NEAREST_100 = "nearest_100"


class Ending(StrEnum):
    """How it stands between two sides."""

    WON = "won"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Settlement:
    """How two sides settle: by how many points they differ, and how many of them are `due`.

    The winner is the side with the higher total, also where less than half a hundred makes nothing due.
    """

    sides: tuple[tuple[Seat, ...], tuple[Seat, ...]]
    difference: int
    due: int
    winner: tuple[Seat, ...] | None

    @property
    def outcome(self) -> Ending:
        """Whether anybody has won."""
        return Ending.DRAW if self.winner is None else Ending.WON


def settle(columns: Sequence[Column], how: Settle = Settle.RAW) -> tuple[Settlement, ...]:
    """Every two columns settle with each other: one settlement for pairs, three for three players."""
    return tuple(_between(one, other, how) for one, other in combinations(columns, 2))


def _between(one: Column, other: Column, how: Settle) -> Settlement:
    difference = abs(one.points - other.points)
    due = difference if how is Settle.RAW else (difference + 50) // 100 * 100
    ahead = one if one.points > other.points else other
    return Settlement((one.seats, other.seats), difference, due, ahead.seats if difference else None)
