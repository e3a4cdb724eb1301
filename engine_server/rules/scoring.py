"""What a played deal is worth to whom where a hidden partner is called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from engine_server.rules.cards import Denomination, Seat
from engine_server.rules.contracts import BOOK, TRICKS_OF_A_DEAL, Contract
from engine_server.rules.played import Outcome, Played
from engine_server.rules.sheets import ScoreLine, ScoreReason


class Scoring(StrEnum):
    """The scoring schemes of the hidden-partner games."""

    LEVEL = "level"
    DOUBLING = "doubling"
    LEVEL_TIMES = "level_times"
    TRICKS_WON = "tricks_won"


class BeatenPays(StrEnum):
    """Who scores when the contract is beaten."""

    WINNING_SIDE = "winning_side"
    ALL_BUT_DECLARER = "all_but_declarer"


DOUBLING_TABLE = (1, 2, 4, 8, 16, 32, 64)
"""Points by level made, and by tricks short from 1 to 7 and more. Reconstructed: the founding document of
Singapore Bridge lost its table, only the cap of 64 at seven survives (rules.md section 1, point 2)."""


@dataclass(frozen=True, slots=True)
class WinnersScore:
    """Each player of the winning side scores, losers nothing; a contract made alone counts twice.

    A doubled contract counts twice, a redoubled one four times (our rule, rules.md section 3).
    """

    seats: int
    scheme: Scoring
    beaten_pays: BeatenPays

    def score(self, played: Played, before: Sequence[ScoreLine]) -> tuple[ScoreLine, ...]:
        """The lines of a played deal, whatever stood on the sheet before."""
        return self.lines(played.deal, played.outcome)

    def lines(self, deal: int, outcome: Outcome) -> tuple[ScoreLine, ...]:
        """One line for each seat, an explicit 0 for those who score nothing."""
        winners = outcome.declaring_side if outcome.made else self._paid_when_beaten(outcome)
        points = self._points(outcome)
        won = _reason(outcome)
        return tuple(
            ScoreLine(deal, (seat,), points, won)
            if seat in winners
            else ScoreLine(deal, (seat,), 0, ScoreReason.NOTHING)
            for seat in range(self.seats)
        )

    def _paid_when_beaten(self, outcome: Outcome) -> tuple[Seat, ...]:
        spared = (
            outcome.declaring_side[:1]
            if self.beaten_pays is BeatenPays.ALL_BUT_DECLARER
            else outcome.declaring_side
        )
        return tuple(seat for seat in range(self.seats) if seat not in spared)

    def _points(self, outcome: Outcome) -> int:
        alone_and_made = outcome.made and outcome.alone
        return self._base(outcome) * outcome.contract.stake * (2 if alone_and_made else 1)

    def _base(self, outcome: Outcome) -> int:
        level, short = outcome.contract.level, outcome.short
        match self.scheme:
            case Scoring.LEVEL:
                return level
            case Scoring.DOUBLING:
                step = level if outcome.made else min(short, len(DOUBLING_TABLE))
                return DOUBLING_TABLE[step - 1]
            case Scoring.LEVEL_TIMES:
                return _multiplier(outcome.contract) * (outcome.tricks - BOOK if outcome.made else short)
            case Scoring.TRICKS_WON:
                return outcome.tricks if outcome.made else TRICKS_OF_A_DEAL - outcome.tricks

    def is_decided(self, so_far: Outcome, left: int) -> bool:
        """Whether the `left` tricks still to be played can change no line (used with claim_when_decided).

        Points never fall and rise again from no further trick to all of them, so the two ends tell.
        """
        at_best = replace(so_far, tricks=so_far.tricks + left)
        return self.lines(0, so_far) == self.lines(0, at_best)


def _multiplier(contract: Contract) -> int:
    return contract.level + (contract.denomination is Denomination.NO_TRUMP)


def _reason(outcome: Outcome) -> ScoreReason:
    if not outcome.made:
        return ScoreReason.CONTRACT_BEATEN
    return ScoreReason.CONTRACT_MADE_ALONE if outcome.alone else ScoreReason.CONTRACT_MADE
