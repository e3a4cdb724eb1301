"""What to name in Minibridge: trump by the longest suit of the pair, how high to aim by its points."""

from __future__ import annotations

from collections.abc import Iterator

from engine_server.advisor.claims import (
    Length,
    LengthTogether,
    LongerTogether,
    LongestOwn,
    LongestTogether,
    NoFit,
    PairPoints,
    PairTakes,
)
from engine_server.advisor.counting import Count
from engine_server.advisor.hints import Argument, HintCode
from engine_server.advisor.reasons import RatedMove, Reason, first, proved
from engine_server.rules.cards import Denomination, Suit
from engine_server.rules.moves import Goal, NameContract

FIT = 8
"""Cards of a suit in two hands that make it a good trump."""
OWN = 6
"""Cards of a suit in the declarer's hand alone, dummy unseen, that do (two more are to be expected)."""
GAME_MAJOR, GAME_LONG_MAJOR, GAME_NO_TRUMP, GAME_MINOR = 24, 22, 25, 28
"""Points of the pair from which game is named: a major of eight, of nine, no trump, a minor of nine."""
SMALL_SLAM, SMALL_SLAM_LONG, GRAND_SLAM = 33, 30, 37
"""From which a slam is, the small one sooner with a suit of nine cards."""


def rate_contracts(count: Count) -> Iterator[RatedMove]:
    """Everything that may be named, the best first."""
    moves = [move for move in count.view.legal_moves if isinstance(move, NameContract)]
    best = _best(count, moves)
    yield RatedMove(best, 90, _why(count, best))
    for move in moves:
        if move != best:
            yield RatedMove(move, _rating(count, move, best), _why_not(count, move, best))


# --- which ---------------------------------------------------------------------------------------------


def _best(count: Count, moves: list[NameContract]) -> NameContract:
    named = _denomination(count)
    wanted: Goal | None = _goal(count, named)
    goals = [move.goal for move in moves]
    if wanted not in goals:
        wanted = Goal.GAME if Goal.GAME in goals and wanted is not Goal.PART_SCORE else goals[0]
    return NameContract(named, wanted)


def _denomination(count: Count) -> Denomination:
    """A major of eight cards, at game points no trump before a minor, else the longest suit of eight."""
    suit = max(Suit, key=lambda suit: (_fits(count, suit), count.pair_length(suit), suit))
    major = max((Suit.HEARTS, Suit.SPADES), key=lambda suit: (count.pair_length(suit), suit))
    if _fits(count, major):
        return Denomination(major)
    game = count.pair_points >= GAME_NO_TRUMP
    if not _fits(count, suit) or (game and not _is_minor_game(count, suit)):
        return Denomination.NO_TRUMP
    return Denomination(suit)


def _fits(count: Count, suit: Suit) -> bool:
    return count.pair_length(suit) >= (FIT if count.opposite is not None else OWN)


def _is_minor_game(count: Count, suit: Suit) -> bool:
    """Points for five of a minor, nine cards of it, and another suit that nobody stops."""
    tops = [count.together(other)[:1] for other in Suit if other != suit]
    open_suit = any(not top or not count.is_master(top[0]) for top in tops)
    return count.pair_points >= GAME_MINOR and count.pair_length(suit) > FIT and open_suit


def _goal(count: Count, named: Denomination) -> Goal:
    points, long = count.pair_points, _length(count, named) > FIT
    if points >= GRAND_SLAM:
        return Goal.GRAND_SLAM
    if points >= (SMALL_SLAM_LONG if long else SMALL_SLAM):
        return Goal.SMALL_SLAM
    return Goal.GAME if points >= _game_points(named, long) else Goal.PART_SCORE


def _game_points(named: Denomination, long: bool) -> int:
    if named.trump is None:
        return GAME_NO_TRUMP
    if named.trump >= Suit.HEARTS:
        return GAME_LONG_MAJOR if long else GAME_MAJOR
    return GAME_MINOR


def _length(count: Count, named: Denomination) -> int:
    return 0 if named.trump is None else count.pair_length(named.trump)


def _rating(count: Count, move: NameContract, best: NameContract) -> int:
    """Less for each card of the suit that is missing, and much less for another goal."""
    missing = max(0, _length(count, best.denomination) - _length(count, move.denomination))
    if None in (move.denomination.trump, best.denomination.trump):
        missing = 2
    wrong = 0 if move.goal == best.goal else 30
    return max(1, 75 - wrong - 8 * missing) if move.denomination != best.denomination else 75 - wrong


# --- why -----------------------------------------------------------------------------------------------


def _why(count: Count, best: NameContract) -> Reason:
    return first(_reasons(count, best), Reason(HintCode.NOTHING_CLAIMED))


def _reasons(count: Count, best: NameContract) -> Iterator[Reason | None]:
    points, suit = PairPoints(count.pair_points), best.denomination.trump
    told: dict[str, Argument] = {"points": points.n}
    if best.goal in (Goal.SMALL_SLAM, Goal.GRAND_SLAM):
        yield proved(count, HintCode.NAME_SLAM, [points], **told)
    if best.goal is Goal.GAME:
        yield from _game_reasons(count, best, points)
    if suit is None:
        yield proved(count, HintCode.NAME_NO_TRUMP, [points, NoFit(FIT)], **told)
        yield proved(count, HintCode.NAME_POINTS, [points], **told)
        return
    n = count.pair_length(suit)
    together = [LengthTogether(suit, n), LongestTogether(suit)]
    yield proved(count, HintCode.NAME_FIT, together, suit=suit, n=n)
    yield proved(count, HintCode.NAME_BLIND, [Length(suit, n), LongestOwn(suit)], suit=suit, n=n)
    yield proved(count, HintCode.NAME_POINTS, [points], **told)


def _game_reasons(count: Count, best: NameContract, points: PairPoints) -> Iterator[Reason | None]:
    takes = _takes(count, best)
    if takes is None:
        return
    suit = best.denomination.trump
    told: dict[str, Argument] = {"points": points.n, "percent": takes.percent}
    if suit is None:
        yield proved(count, HintCode.NAME_GAME_NO_TRUMP, [points, takes], **told)
        return
    n = count.pair_length(suit)
    yield proved(count, HintCode.NAME_GAME, [points, takes, LengthTogether(suit, n)], suit=suit, n=n, **told)


def _takes(count: Count, move: NameContract) -> PairTakes | None:
    """How many of 100 such pairs reach the goal, None where it was never tried."""
    percent = None if count.opposite is None else count.pair_percent(move)
    return None if percent is None else PairTakes(move.denomination, move.goal, percent)


# --- why not -------------------------------------------------------------------------------------------


def _why_not(count: Count, move: NameContract, best: NameContract) -> Reason:
    return first(_faults(count, move, best), Reason(HintCode.NAME_NOT_BEST))


def _faults(count: Count, move: NameContract, best: NameContract) -> Iterator[Reason | None]:
    suit, other = move.denomination.trump, best.denomination.trump
    if other is not None and suit != other and count.opposite is not None:
        n = count.pair_length(other)
        if suit is None:
            yield proved(count, HintCode.NAME_FIT_FIRST, [LengthTogether(other, n)], suit=other, n=n)
        else:
            mine = [LengthTogether(suit, count.pair_length(suit)), LongerTogether(other, suit)]
            yield proved(count, HintCode.NAME_SHORTER, mine, suit=other, n=count.pair_length(suit))
    yield from _goal_faults(count, move, best)


def _goal_faults(count: Count, move: NameContract, best: NameContract) -> Iterator[Reason | None]:
    points, takes, instead = PairPoints(count.pair_points), _takes(count, move), _takes(count, best)
    if takes is not None and _height(move) > _height(best):
        told: dict[str, Argument] = {"points": points.n, "percent": takes.percent}
        yield proved(count, HintCode.NAME_TOO_HIGH, [points, takes], **told)
    if instead is not None and _height(move) < _height(best):
        told = {"points": points.n, "percent": instead.percent}
        yield proved(count, HintCode.NAME_TOO_LOW, [points, instead], **told)


def _height(move: NameContract) -> int:
    return 0 if move.goal is None else list(Goal).index(move.goal)
