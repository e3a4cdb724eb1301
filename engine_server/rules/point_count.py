"""Points counted instead of bidding: who declares and what is named (Minibridge, rules.md section 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from types import MappingProxyType

from engine_server.rules.auctions import FirstCaller
from engine_server.rules.cards import Card, Denomination, Seat, clockwise_from, honour_points
from engine_server.rules.contract_scoring import duplicate_score
from engine_server.rules.contracts import BOOK, Contract
from engine_server.rules.illegal import Illegal
from engine_server.rules.moves import Call, Goal, Move, NameContract, SeatCall
from engine_server.rules.played import Played
from engine_server.rules.sheets import ScoreLine, ScoreReason
from engine_server.rules.sides import Pairs

SEATS = 4
_HALF = 20
"""Half of the 40 points in the pack."""


class TiedPoints(StrEnum):
    """What follows when both pairs have 20 points."""

    REDEAL = "redeal"
    DEALER_SIDE = "dealer_side"


@dataclass(frozen=True, slots=True)
class StrongerPair:
    """No calls are made: all announce their points, dealer first, and the stronger pair declares."""

    tied: TiedPoints = TiedPoints.REDEAL
    first: FirstCaller = FirstCaller.DEALER
    simultaneous: bool = False

    def points(self, hands: Sequence[Sequence[Card]]) -> tuple[int, ...]:
        """The high-card points of each hand."""
        return tuple(map(honour_points, hands))

    def declarer(self, points: Sequence[int], dealer: Seat) -> Seat | None:
        """The stronger hand of the pair with more than 20, of equal ones the first to announce.

        None when the points are tied and the cards are dealt anew.
        """
        announcing = clockwise_from(dealer, SEATS)
        sums = [points[0] + points[2], points[1] + points[3]]
        if sums[0] == _HALF == sums[1] and self.tied is TiedPoints.REDEAL:
            return None
        side = dealer % 2 if sums[0] == sums[1] else sums.index(max(sums))
        return max((seat for seat in announcing if seat % 2 == side), key=points.__getitem__)

    def callers(self, first: Seat, calls: Sequence[SeatCall]) -> tuple[Seat, ...]:
        """Nobody calls."""
        return ()

    def legal(self, calls: Sequence[SeatCall], seat: Seat, hand: Sequence[Card] = ()) -> tuple[Call, ...]:
        """No call there is."""
        return ()

    def refusal(
        self, calls: Sequence[SeatCall], seat: Seat, move: Move, hand: Sequence[Card] = ()
    ) -> Illegal | None:
        """No call belongs to the game."""
        return Illegal.MOVE_NOT_IN_GAME

    def only_pass_is_left(self, calls: Sequence[SeatCall]) -> bool:
        """Nobody passes."""
        return False

    def outcome(self, calls: Sequence[SeatCall]) -> None:
        """Calls settle nothing: the points do."""


GAME_LEVELS: Mapping[Denomination, int] = MappingProxyType(
    {
        Denomination.CLUBS: 5,
        Denomination.DIAMONDS: 5,
        Denomination.HEARTS: 4,
        Denomination.SPADES: 4,
        Denomination.NO_TRUMP: 3,
    }
)
"""The level at which a denomination makes game."""
_SLAM_LEVELS: Mapping[Goal, int] = MappingProxyType({Goal.SMALL_SLAM: 6, Goal.GRAND_SLAM: 7})


@dataclass(frozen=True, slots=True)
class NameGoal:
    """The declarer names trump and, with `goal`, whether part score or game is meant, with `slams` a slam.

    A part score, or what beginners play for who know no goals, takes `win_target` tricks.
    """

    goal: bool = True
    slams: bool = False
    win_target: int = 7

    @property
    def goals(self) -> tuple[Goal | None, ...]:
        """What may be aimed at."""
        if not self.goal:
            return (None,)
        slams = (Goal.SMALL_SLAM, Goal.GRAND_SLAM) if self.slams else ()
        return (Goal.PART_SCORE, Goal.GAME, *slams)

    def legal(self, hand: Sequence[Card]) -> tuple[NameContract, ...]:
        """Everything that may be named, lowest denomination first."""
        return tuple(NameContract(named, goal) for named in Denomination for goal in self.goals)

    def refusal(self, hand: Sequence[Card], move: Move) -> Illegal | None:
        """Why this may not be named, None when it may."""
        if not isinstance(move, NameContract):
            return Illegal.MOVE_NOT_IN_GAME
        return None if move.goal in self.goals else Illegal.MOVE_NOT_IN_GAME

    def contract(self, declarer: Seat, move: NameContract) -> Contract:
        """What is played for, with the tricks it takes."""
        return Contract(declarer, 0, move.denomination, goal=move.goal, aim=self._aim(move))

    def _aim(self, move: NameContract) -> int:
        if move.goal in (None, Goal.PART_SCORE):
            return self.win_target
        if move.goal is Goal.GAME:
            return BOOK + GAME_LEVELS[move.denomination]
        assert move.goal is not None
        return BOOK + _SLAM_LEVELS[move.goal]


class MinibridgeScoring(StrEnum):
    """What a contract is worth."""

    EBU = "ebu"
    WIN_LOSE = "win_lose"


@dataclass(frozen=True, slots=True)
class MinibridgeScore:
    """One line for each pair: as a duplicate board of the same level, or 1 for the pair that won (ours)."""

    scheme: MinibridgeScoring = MinibridgeScoring.EBU

    def score(self, played: Played, before: Sequence[ScoreLine]) -> tuple[ScoreLine, ...]:
        """The lines of a deal, whatever stood on the sheet before."""
        outcome, winners = played.outcome, self._winners(played)
        reason = ScoreReason.CONTRACT_MADE if outcome.made else ScoreReason.CONTRACT_BEATEN
        points = self.points(played)
        return tuple(
            ScoreLine(played.deal, side, points, reason)
            if side == winners
            else ScoreLine(played.deal, side, 0, ScoreReason.NOTHING)
            for side in Pairs().columns
        )

    def _winners(self, played: Played) -> tuple[Seat, ...]:
        declarer = played.outcome.contract.declarer
        return next(side for side in Pairs().columns if (declarer in side) is played.outcome.made)

    def points(self, played: Played) -> int:
        """What the winning pair scores."""
        if self.scheme is MinibridgeScoring.WIN_LOSE:
            return 1
        contract = played.outcome.contract
        as_bid = replace(contract, level=contract.aim - BOOK)
        return abs(duplicate_score(as_bid, contract.declarer in played.vulnerable, played.outcome.tricks))
