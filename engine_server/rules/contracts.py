"""What a deal is played for."""

from __future__ import annotations

from dataclasses import dataclass

from engine_server.rules.cards import Denomination, Seat, Suit
from engine_server.rules.moves import Goal

BOOK = 6
"""Tricks that count for nothing: a contract of level 1 needs seven (rules.md section 2)."""
TRICKS_OF_A_DEAL = 13


@dataclass(frozen=True, slots=True)
class Contract:
    """What is played for, who declares it, and what it is multiplied by (1, doubled 2, redoubled 4).

    `level` is 0 where no level is bid. Then `aim` says how many tricks are needed (Minibridge), 0 where card
    points decide, of which `points` were promised (Italian Bridge; 0 when more than half will do).
    """

    declarer: Seat
    level: int
    denomination: Denomination
    stake: int = 1
    goal: Goal | None = None
    aim: int = 0
    points: int = 0

    @property
    def target(self) -> int:
        """Tricks the declarer's side needs: six and the level, else the aim; 0 where card points decide."""
        return BOOK + self.level if self.level else self.aim

    @property
    def trump(self) -> Suit | None:
        """The trump suit, None at no trump."""
        return self.denomination.trump
