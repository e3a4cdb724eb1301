"""Boards scored again by duplicate rules, and results of the same board compared (rules.md section 4.6)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from engine_server.interchange.boards import BoardRecord, Vulnerable
from engine_server.rules.boards import NORTH_SOUTH
from engine_server.rules.comparing import cross_imps, matchpoints
from engine_server.rules.contract_scoring import duplicate_score

_OTHERWISE = ("rubber", "chicago", "minibridge")
"""Words in a Scoring tag that say that the points of a deal are not those of duplicate."""
TABLES_OF_A_TEAM_MATCH = 2


@dataclass(frozen=True, slots=True)
class Result:
    """What one table made of a board: all seen from North-South, None where nothing can be said.

    `matchpoints` compare it with every other table that has a score; `imps` with the other of two.
    """

    board: BoardRecord
    score: int | None
    matchpoints: int | None = None
    imps: int | None = None


def rescored(board: BoardRecord) -> int | None:
    """The points of North-South, less those of East-West, by duplicate rules.

    None without a contract or a result, and where a called card made the partner: then no pairs score.
    """
    if board.passed_out:
        return 0
    contract, tricks = board.contract, board.declarer_tricks
    if contract is None or tricks is None or board.called is not None:
        return None
    is_ns = contract.declarer in NORTH_SOUTH
    vulnerable = board.vulnerable in (Vulnerable.BOTH, Vulnerable.NS if is_ns else Vulnerable.EW)
    points = duplicate_score(contract, vulnerable, tricks)
    return points if is_ns else -points


def is_duplicate(board: BoardRecord) -> bool:
    """Whether the points that a file states of a board are those of duplicate: unless it says otherwise."""
    return board.called is None and not any(word in board.scoring.lower() for word in _OTHERWISE)


def results_by_board(boards: Iterable[BoardRecord]) -> tuple[tuple[Result, ...], ...]:
    """The results of each board, in the order of the file: the same number, dealer, vulnerability, hands."""
    together: dict[object, list[Result]] = {}
    for board in boards:
        same = (board.board, board.dealer, board.vulnerable, board.hands)
        together.setdefault(same, []).append(Result(board, rescored(board)))
    return tuple(map(_compared, together.values()))


def _compared(results: Sequence[Result]) -> tuple[Result, ...]:
    """The results with what they are worth against each other; those without a score take no part."""
    scores = [result.score for result in results if result.score is not None]
    if len(scores) < TABLES_OF_A_TEAM_MATCH:
        return tuple(results)
    of_two = len(scores) == TABLES_OF_A_TEAM_MATCH
    worth = iter(zip(matchpoints(scores), cross_imps(scores), strict=True))
    return tuple(
        result if result.score is None else _worth(result, *next(worth), of_two) for result in results
    )


def _worth(result: Result, points: int, imps: int, of_two: bool) -> Result:
    return replace(result, matchpoints=points, imps=imps if of_two else None)
