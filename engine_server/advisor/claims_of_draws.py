"""What a reason claims of the stock (honeymoon bridge), each fact checkable by itself."""

from __future__ import annotations

from dataclasses import dataclass

from engine_server.advisor.claims import Claim
from engine_server.advisor.counting import Count
from engine_server.rules.cards import Card, Suit, honour_points


@dataclass(frozen=True, slots=True)
class StockHidden(Claim):
    """Cards are left to draw and none of them lies open."""

    def holds(self, count: Count) -> bool:
        stock = count.view.stock
        return stock is not None and stock.cards_left > 0 and stock.open_top is None


@dataclass(frozen=True, slots=True)
class OpenTop(Claim):
    """The card lies open on the stock: who wins the trick draws it."""

    card: Card

    def holds(self, count: Count) -> bool:
        return count.view.stock is not None and count.view.stock.open_top == self.card


@dataclass(frozen=True, slots=True)
class PickedUp(Claim):
    """The viewer looks at the card, to keep or to leave it."""

    card: Card

    def holds(self, count: Count) -> bool:
        return count.view.stock is not None and count.view.stock.picked_up == self.card


@dataclass(frozen=True, slots=True)
class NoneLonger(Claim):
    """The viewer holds cards of the suit and no suit that is longer."""

    suit: Suit

    def holds(self, count: Count) -> bool:
        lengths = [len(count.of_suit(suit)) for suit in Suit]
        return 0 < lengths[self.suit] == max(lengths)


@dataclass(frozen=True, slots=True)
class NotWanted(Claim):
    """The card is no honour, nor is its suit the viewer's longest; an empty hand has no longest suit."""

    card: Card

    def holds(self, count: Count) -> bool:
        return honour_points([self.card]) == 0 and not NoneLonger(self.card.suit).holds(count)
