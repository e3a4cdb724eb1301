"""Goals: each seat says exactly how many tricks it will take (German Bridge, rules.md section 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine_server.rules.auctions import FirstCaller
from engine_server.rules.cards import Card, Seat, clockwise_from
from engine_server.rules.illegal import Illegal
from engine_server.rules.moves import Move, SeatCall, TrickGoal
from engine_server.rules.played import Played
from engine_server.rules.sheets import ScoreLine, ScoreReason

PACK = 52
LARGEST = 17
"""Cards of the largest hand: a pack among three."""


class BidsIn(StrEnum):
    """Every seat has said its goal; there is no contract."""

    BIDS_IN = "bids_in"


BIDS_IN = BidsIn.BIDS_IN


@dataclass(frozen=True, slots=True)
class Goals:
    """One goal a seat, in turn or all at once. With `hook` the last may not make the sum come out even."""

    seats: int
    first: FirstCaller
    hook: bool = True
    simultaneous: bool = False

    def callers(self, first: Seat, calls: Sequence[SeatCall]) -> tuple[Seat, ...]:
        """The seat whose turn it is, or all that have not said theirs where all do at once."""
        said = {made.seat for made in calls}
        waiting = tuple(seat for seat in clockwise_from(first, self.seats) if seat not in said)
        return tuple(sorted(waiting)) if self.simultaneous else waiting[:1]

    def legal(
        self, calls: Sequence[SeatCall], seat: Seat, hand: Sequence[Card] = ()
    ) -> tuple[TrickGoal, ...]:
        """Every goal the seat may name, from none to all of its cards."""
        forbidden = self.forbidden(calls, seat, len(hand))
        return tuple(TrickGoal(goal) for goal in range(len(hand) + 1) if goal != forbidden)

    def refusal(
        self, calls: Sequence[SeatCall], seat: Seat, move: Move, hand: Sequence[Card] = ()
    ) -> Illegal | None:
        """Why the seat may not name this goal, None when it may."""
        if not isinstance(move, TrickGoal):
            return Illegal.MOVE_NOT_IN_GAME
        if not 0 <= move.tricks <= len(hand):
            return Illegal.GOAL_OUT_OF_RANGE
        forbidden = self.forbidden(calls, seat, len(hand))
        return Illegal.BID_SUM_FORBIDDEN if move.tricks == forbidden else None

    def forbidden(self, calls: Sequence[SeatCall], seat: Seat, size: int) -> int | None:
        """The goal that would make all goals add up to the tricks there are, None when every goal is free.

        Where all speak at once it is always free: a goal refused would tell what the others said.
        """
        if not self.hook or self.simultaneous or len(calls) != self.seats - 1:
            return None
        left = size - sum(goal_of(made) for made in calls)
        return left if 0 <= left <= size else None

    def only_pass_is_left(self, calls: Sequence[SeatCall]) -> bool:
        """Nobody passes."""
        return False

    def outcome(self, calls: Sequence[SeatCall]) -> BidsIn | None:
        """That all goals are in, None before."""
        return BIDS_IN if len(calls) == self.seats else None


def goal_of(made: SeatCall) -> int:
    """The tricks a call promises."""
    assert isinstance(made.call, TrickGoal)
    return made.call.tricks


class HandSequence(StrEnum):
    """How many cards are dealt, deal by deal."""

    UP13 = "up13"
    UP_DOWN = "up_down"
    DOWN = "down"
    DOWN_UP = "down_up"
    SHORT = "short"


def largest_hand(players: int) -> int:
    """The most cards a pack gives to each."""
    return PACK // players


def hand_sizes(sequence: str, players: int) -> tuple[int, ...]:
    """The cards of each deal: a named sequence up to the largest hand, or one's own, written 1-3-5.

    The short match of six deals, growing in even steps to the largest hand, is our own. Raises ValueError
    for what is neither; whether the pack has so many cards, the options of the game see to.
    """
    most = largest_hand(players)
    up = tuple(range(1, most + 1))
    match sequence:
        case HandSequence.UP13:
            return up
        case HandSequence.UP_DOWN:
            return (*up, *up[-2::-1])
        case HandSequence.DOWN:
            return up[::-1]
        case HandSequence.DOWN_UP:
            return (*up[::-1], *up[1:])
        case HandSequence.SHORT:
            return tuple(dict.fromkeys(max(1, most * step // 6) for step in range(1, 7)))
        case _:
            return tuple(map(int, sequence.split("-")))


class GoalScoring(StrEnum):
    """What a goal is worth."""

    SQUARE = "square"
    TRICKS_PLUS_10 = "tricks_plus_10"
    TEN_PLUS_BID_ELSE_0 = "ten_plus_bid_else_0"


@dataclass(frozen=True, slots=True)
class GoalScore:
    """Each seat scores by its own goal; one line a seat."""

    seats: int
    scheme: GoalScoring = GoalScoring.SQUARE

    def score(self, played: Played, before: Sequence[ScoreLine]) -> tuple[ScoreLine, ...]:
        """The lines of a deal, whatever stood on the sheet before."""
        return tuple(
            self._line(played.deal, seat, played.goals[seat], played.tricks[seat])
            for seat in range(self.seats)
        )

    def _line(self, deal: int, seat: Seat, goal: int, won: int) -> ScoreLine:
        reason = ScoreReason.GOAL_EXACT if goal == won else ScoreReason.GOAL_MISSED
        return ScoreLine(deal, (seat,), self.points(goal, won), reason)

    def points(self, goal: int, won: int) -> int:
        """What one seat scores for a goal and the tricks it won."""
        exact = goal == won
        match self.scheme:
            case GoalScoring.SQUARE:
                return goal**2 + 10 if exact else -((goal - won) ** 2)
            case GoalScoring.TRICKS_PLUS_10:
                return won + (10 if exact else 0)
            case GoalScoring.TEN_PLUS_BID_ELSE_0:
                return 10 + goal if exact else 0
