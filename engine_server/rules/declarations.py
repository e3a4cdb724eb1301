"""What the declarer says between the auction and the play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine_server.rules.cards import Card
from engine_server.rules.decks import Deck
from engine_server.rules.illegal import Illegal
from engine_server.rules.moves import CallPartner, Move


@dataclass(frozen=True, slots=True)
class CallCard:
    """The declarer calls a card; its holder is the partner and alone knows it.

    `own_allowed`: a card of the declarer's own hand may be called, which means playing alone.
    `own_announced`: playing alone is told to all at once, else only when the card falls.
    """

    deck: Deck
    own_allowed: bool
    own_announced: bool

    def legal(self, hand: Sequence[Card]) -> tuple[CallPartner, ...]:
        """Every card the holder of `hand` may call."""
        return tuple(CallPartner(card) for card in self.deck.cards if self.own_allowed or card not in hand)

    def refusal(self, hand: Sequence[Card], move: Move) -> Illegal | None:
        """Why the declarer may not call this card, None when it may."""
        if not isinstance(move, CallPartner):
            return Illegal.MOVE_NOT_IN_GAME
        if move.card not in self.deck:
            return Illegal.CARD_NOT_IN_DECK
        return Illegal.CALL_OWN_CARD if not self.own_allowed and move.card in hand else None
