"""Which cards a game is played with, and how strong each is."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from engine_server.rules.cards import ALL_CARDS, Card, Rank


@dataclass(frozen=True)
class Deck:
    """The cards of a game. `ranking` lists the ranks in use, weakest first."""

    ranking: tuple[Rank, ...] = tuple(Rank)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """All cards, clubs to spades, in printed order."""
        return tuple(card for card in ALL_CARDS if card in self)

    @cached_property
    def _strengths(self) -> dict[Rank, int]:
        return {rank: place for place, rank in enumerate(self.ranking)}

    def __contains__(self, card: object) -> bool:
        return isinstance(card, Card) and card.rank in self._strengths

    def strength(self, card: Card) -> int:
        """How strong a card is within its suit, 0 for the weakest."""
        return self._strengths[card.rank]


WHOLE_PACK = Deck()
"""All 52 cards, the ace highest."""
