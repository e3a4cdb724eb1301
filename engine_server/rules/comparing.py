"""Results of the same board at several tables, compared: matchpoints and IMPs."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

IMP_STEPS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The difference in points from which 1, 2, ... 24 IMPs are due (Law 78)."""


class Comparison(StrEnum):
    """How two results of a board are compared."""

    MATCHPOINTS = "matchpoints"
    IMPS = "imps"


@dataclass(frozen=True, slots=True)
class Result:
    """What a table scored on a board, always seen from the same side (North-South, say)."""

    board: int
    table: str
    score: int


def imps(difference: int) -> int:
    """The IMPs of a difference in points, negative for a negative one."""
    due = bisect_right(IMP_STEPS, abs(difference))
    return due if difference > 0 else -due


def matchpoints(scores: Sequence[int]) -> tuple[int, ...]:
    """The matchpoints of each score of one board: 2 for every lower one, 1 for every equal one."""
    return _against_the_others(scores, _matchpoints_of_two)


def cross_imps(scores: Sequence[int]) -> tuple[int, ...]:
    """The IMPs of each score of one board against every other; of two tables, those of a team match."""
    return _against_the_others(scores, _imps_of_two)


def compared(results: Iterable[Result], comparison: Comparison) -> dict[str, int]:
    """The sum of each table over all boards, each board compared among the tables that played it.

    Raises ValueError when a table has two results of one board.
    """
    sums: Counter[str] = Counter()
    for scores in _by_board(results).values():
        points = _against_the_others(tuple(scores.values()), _COMPARE[comparison])
        sums.update(dict(zip(scores, points, strict=True)))
    return dict(sums)


def _by_board(results: Iterable[Result]) -> dict[int, dict[str, int]]:
    boards: dict[int, dict[str, int]] = {}
    for result in results:
        scores = boards.setdefault(result.board, {})
        if result.table in scores:
            raise ValueError("a table has two results of one board")
        scores[result.table] = result.score
    return boards


def _against_the_others(scores: Sequence[int], worth: Callable[[int, int], int]) -> tuple[int, ...]:
    return tuple(
        sum(worth(own, other) for place, other in enumerate(scores) if place != mine)
        for mine, own in enumerate(scores)
    )


def _matchpoints_of_two(own: int, other: int) -> int:
    return 2 if own > other else int(own == other)


def _imps_of_two(own: int, other: int) -> int:
    return imps(own - other)


_COMPARE: Mapping[Comparison, Callable[[int, int], int]] = MappingProxyType(
    {Comparison.MATCHPOINTS: _matchpoints_of_two, Comparison.IMPS: _imps_of_two}
)
