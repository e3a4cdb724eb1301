"""Which cards a game is played with, and how strong each is."""

from __future__ import annotations

from dataclasses import dataclass

from engine_server.rules.cards import ALL_CARDS, Card, Rank


@dataclass(frozen=True, slots=True)
class Deck:
    """The cards of a game. `ranking` lists the ranks in use, weakest first."""

    ranking: tuple[Rank, ...] = tuple(Rank)

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards, clubs to spades, in printed order."""
        return ALL_CARDS if len(self.ranking) == len(Rank) else tuple(c for c in ALL_CARDS if c in self)

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and card.rank in self.ranking

    def strength(self, card: Card) -> int:
        """How strong a card is within its suit, 0 for the weakest."""
        return self.ranking.index(card.rank)
