"""Which goal to say (German Bridge): what the table counts, no fewer than the sure tricks."""

from __future__ import annotations

from collections.abc import Iterator

from engine_server.advisor.claims import Claim
from engine_server.advisor.claims_of_goals import (
    CountsTo,
    Forbids,
    LowHand,
    NoneHigher,
    SaidSoFar,
    SureTrumps,
)
from engine_server.advisor.counting import Count
from engine_server.advisor.goals import counted, estimate, none_higher, said_so_far, sure_trumps
from engine_server.advisor.hints import HintCode
from engine_server.advisor.plain import NOTHING
from engine_server.advisor.reasons import RatedMove, Reason, first, proved
from engine_server.rules.moves import TrickGoal

UP = 0.35
"""Where the nearest goal is forbidden: how much nearer the one above must be than the one below."""
CROWDED = 0.25
"""How much of each trick that others want beyond their share is taken off the estimate (our fit)."""
BEST, STEP = 90, 25
"""The rating of the best goal, and how much each trick farther from the estimate costs."""


def rate_goals(count: Count) -> Iterator[RatedMove]:
    """Every goal that may be said, the best first."""
    goals = [move.tricks for move in count.view.legal_moves if isinstance(move, TrickGoal)]
    best = min(goals, key=lambda goal: _distance(count, goal))
    yield RatedMove(TrickGoal(best), BEST, _why(count, best))
    for goal in goals:
        if goal != best:
            rating = max(0, BEST - 1 - round(STEP * abs(goal - _aim(count))))
            yield RatedMove(TrickGoal(goal), rating, _why_not(count, goal, best))


def _aim(count: Count) -> float:
    """The estimate, less where others want many tricks, but no fewer than the tricks that cannot be lost."""
    share = len(count.view.calls) * len(count.hand) / count.view.variant.seats
    wanted = estimate(count) - CROWDED * (said_so_far(count) - share)
    return max(wanted, sure_trumps(count, count.hand))


def _distance(count: Count, goal: int) -> float:
    """How far a goal is from the estimate; of the neighbours of a forbidden one the lower is preferred."""
    aim = _aim(count)
    return abs(goal - aim) + UP * (goal > aim and count.view.forbidden_goal is not None)


def _why(count: Count, goal: int) -> Reason:
    return first(_thoughts(count, goal), NOTHING)


def _thoughts(count: Count, goal: int) -> Iterator[Reason | None]:
    nearest, sure, percent = counted(count), sure_trumps(count, count.hand), none_higher(count)
    forbidden: list[Claim] = [Forbids(nearest), CountsTo(nearest)]
    yield proved(count, HintCode.GOAL_FORBIDDEN, forbidden, n=goal, other=nearest)
    if goal == sure:
        yield proved(count, HintCode.GOAL_SURE, [SureTrumps(sure)], n=goal)
    if percent is not None:
        yield proved(count, HintCode.GOAL_ONE_CARD, [NoneHigher(percent)], n=goal, percent=percent)
    if goal == 0:
        yield proved(count, HintCode.GOAL_LOW_HAND, [LowHand(), CountsTo(0)])
    yield proved(count, HintCode.GOAL_COUNTS, [CountsTo(goal)], n=goal)
    said: list[Claim] = [SaidSoFar(others := said_so_far(count)), CountsTo(nearest)]
    yield proved(count, HintCode.GOAL_OTHERS, said, n=goal, other=nearest, others=others)


def _why_not(count: Count, goal: int, best: int) -> Reason:
    return first(_faults(count, goal, best), NOTHING)


def _faults(count: Count, goal: int, best: int) -> Iterator[Reason | None]:
    nearest, sure = counted(count), sure_trumps(count, count.hand)
    if goal < sure:
        yield proved(count, HintCode.GOAL_BELOW_SURE, [SureTrumps(sure)], n=goal, other=sure)
    yield _nearest(count, goal, best)
    yield proved(count, HintCode.GOAL_OFF, [CountsTo(nearest)], n=goal, other=nearest)


def _nearest(count: Count, goal: int, best: int) -> Reason | None:
    """The goal the table counts, where what others want speaks for another."""
    claims: list[Claim] = [CountsTo(goal), SaidSoFar(others := said_so_far(count))]
    return proved(count, HintCode.GOAL_MINDS_OTHERS, claims, n=goal, others=others)
