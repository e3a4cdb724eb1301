"""Who plays with whom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine_server.rules.cards import Card, Seat


@dataclass(frozen=True, slots=True)
class HolderOfCalledCard:
    """The declarer and whoever was dealt the called card play together; alone when it was the declarer.

    The answer is a secret until the card falls: only redaction and scoring may ask for it.
    """

    def declaring_side(
        self, declarer: Seat, called: Card, dealt: Sequence[Sequence[Card]]
    ) -> tuple[Seat, ...]:
        """The seats of the declarer's side, the declarer first."""
        holder = self.holder(called, dealt)
        return (declarer,) if holder == declarer else (declarer, holder)

    def holder(self, called: Card, dealt: Sequence[Sequence[Card]]) -> Seat:
        """The seat the called card was dealt to. In a game that deals the whole pack there always is one."""
        return next(seat for seat, hand in enumerate(dealt) if called in hand)
