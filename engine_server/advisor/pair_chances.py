"""What two hands that see each other take together, by their points and the length of their suit.

Double-dummy results of 1,196 random deals, the stronger hand declaring (rows of about 400 deals in the
middle, near 100 at the ends: plus or minus 5 to 10 in 100). At a table about half a trick less is taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from engine_server.rules.cards import Denomination, Suit

LEAST, MOST = 21, 29
"""Points of a pair for which there are rows; who has more is read as the last."""
Rows: TypeAlias = tuple[tuple[int, ...], ...]

NO_TRUMP: Rows = (
    (50, 23, 5, 0), (71, 41, 14, 3), (80, 54, 20, 5), (87, 67, 35, 13), (91, 80, 54, 23), (97, 91, 74, 43),
    (98, 90, 80, 63), (96, 92, 86, 76), (99, 96, 95, 91),
)  # fmt: skip
"""Of 100 pairs: how many take 7, 8, 9 and 10 tricks without a trump, from 21 points to 29."""
MAJOR_OF_SEVEN: Rows = (
    (43, 10, 1), (65, 24, 8), (79, 41, 13), (87, 65, 22), (95, 71, 36), (97, 86, 46), (100, 91, 71),
    (100, 98, 86), (100, 100, 95),
)  # fmt: skip
"""The same with a major suit of seven cards: 8, 9 and 10 tricks."""
MAJOR_OF_EIGHT: Rows = (
    (87, 54, 26), (95, 71, 38), (98, 75, 33), (98, 88, 58), (98, 91, 72), (100, 95, 83), (100, 97, 96),
    (100, 98, 90), (100, 100, 100),
)  # fmt: skip
"""With eight cards: 8, 9 and 10 tricks."""
MAJOR_OF_NINE: Rows = (
    (87, 52, 16), (91, 62, 27), (97, 73, 41), (99, 83, 51), (100, 80, 56), (100, 98, 78), (100, 96, 75),
    (100, 100, 94), (100, 100, 94),
)  # fmt: skip
"""With nine or more: 9, 10 and 11 tricks (too few deals at 29: as at 28)."""
MINOR_OF_EIGHT: Rows = (
    (53, 16, 2), (68, 30, 8), (81, 41, 7), (87, 53, 25), (93, 71, 35), (95, 82, 44), (97, 92, 65),
    (98, 95, 82), (98, 95, 82),
)  # fmt: skip
"""With a minor suit of eight cards: 9, 10 and 11 tricks (29 as 28)."""
MINOR_OF_NINE: Rows = (
    (49, 25), (69, 29), (63, 30), (82, 43), (87, 62), (92, 84), (96, 78), (96, 78), (96, 78),
)  # fmt: skip
"""With nine or more: 10 and 11 tricks (28 and 29 as 27)."""

_TABLES: Mapping[tuple[bool, int], tuple[Rows, int]] = {
    (True, 7): (MAJOR_OF_SEVEN, 8),
    (True, 8): (MAJOR_OF_EIGHT, 8),
    (True, 9): (MAJOR_OF_NINE, 9),
    (False, 8): (MINOR_OF_EIGHT, 9),
    (False, 9): (MINOR_OF_NINE, 10),
}
"""Major or minor, and cards of the suit (9 for more) -> the rows, and the tricks of their first column."""


def pair_percent(points: int, named: Denomination, fit: int, tricks: int) -> int | None:
    """Of 100 pairs with so many points and cards of the suit: how many take the tricks; None if untried."""
    rows, first = _rows(named, fit)
    if points < LEAST or not 0 <= tricks - first < len(rows[0] if rows else ()):
        return None
    return rows[min(points, MOST) - LEAST][tricks - first]


def _rows(named: Denomination, fit: int) -> tuple[Rows, int]:
    if named.trump is None:
        return NO_TRUMP, 7
    return _TABLES.get((named.trump >= Suit.HEARTS, min(fit, 9)), ((), 0))
