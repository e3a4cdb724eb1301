"""The score sheet: its lines, why each stands there, and the columns they add up in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine_server.rules.cards import Seat


class ScoreReason(StrEnum):
    """Why a score line stands on the sheet. The value is the message id."""

    CONTRACT_MADE = "score.contract_made"
    CONTRACT_MADE_ALONE = "score.contract_made_alone"
    CONTRACT_BEATEN = "score.contract_beaten"
    NOTHING = "score.nothing"
    THROWN_IN = "score.thrown_in"
    ODD_TRICKS = "score.odd_tricks"
    OVERTRICKS = "score.overtricks"
    INSULT = "score.insult"
    SMALL_SLAM = "score.small_slam"
    GRAND_SLAM = "score.grand_slam"
    UNDERTRICKS = "score.undertricks"
    HONOURS = "score.honours"
    GAME_BONUS = "score.game_bonus"
    PART_SCORE_BONUS = "score.part_score_bonus"
    RUBBER_BONUS = "score.rubber_bonus"
    UNFINISHED_GAME = "score.unfinished_game"
    UNFINISHED_PART_SCORE = "score.unfinished_part_score"
    PASSED_OUT = "score.passed_out"
    GOAL_EXACT = "score.goal_exact"
    GOAL_MISSED = "score.goal_missed"
    POINTS_FOR = "score.points_for"
    POINTS_AGAINST = "score.points_against"
    POINTS_EVEN = "score.points_even"


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One line of the score sheet: the deal it belongs to, the seats of its column, points and why.

    `deal` is 0 for a line of the match (a rubber's bonus); `below` the line stand the points that make games.
    """

    deal: int
    seats: tuple[Seat, ...]
    points: int
    reason: ScoreReason
    below: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the sheet with its total; `part_score` and `games` are None where a match knows none."""

    seats: tuple[Seat, ...]
    points: int
    part_score: int | None = None
    games: int | None = None


def nothing_for_all(
    deal: int, sides: Sequence[tuple[Seat, ...]], reason: ScoreReason
) -> tuple[ScoreLine, ...]:
    """The lines of a deal that was not played and yet counts: an explicit 0 in each column."""
    return tuple(ScoreLine(deal, side, 0, reason) for side in sides)


def columns_of(lines: Sequence[ScoreLine], sides: Sequence[tuple[Seat, ...]]) -> tuple[Column, ...]:
    """The columns of a sheet with their totals, where a match knows neither games nor part scores."""
    return tuple(Column(side, total_of(lines, side[0])) for side in sides)


def total_of(lines: Sequence[ScoreLine], seat: Seat) -> int:
    """The points of a seat over all lines."""
    return sum(line.points for line in lines if seat in line.seats)


def totals(lines: Sequence[ScoreLine], seats: int) -> tuple[int, ...]:
    """The points of each seat over all lines."""
    points = [0] * seats
    for line in lines:
        for seat in line.seats:
            points[seat] += line.points
    return tuple(points)
