"""What a deal is played for."""

from __future__ import annotations

from dataclasses import dataclass

from engine_server.rules.cards import Denomination, Seat, Suit

BOOK = 6
"""Tricks that count for nothing: a contract of level 1 needs seven (rules.md section 2)."""
TRICKS_OF_A_DEAL = 13


@dataclass(frozen=True, slots=True)
class Contract:
    """The last bid, who declares it, and what it is multiplied by (1, doubled 2, redoubled 4)."""

    declarer: Seat
    level: int
    denomination: Denomination
    stake: int = 1

    @property
    def target(self) -> int:
        """Tricks the declarer's side needs: six and the level."""
        return BOOK + self.level

    @property
    def trump(self) -> Suit | None:
        """The trump suit, None at no trump."""
        return self.denomination.trump
