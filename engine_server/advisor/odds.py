"""How likely a card is to win, the unseen cards lying as they may. The figures steer; no sentence tells them.

Constants are ours, fitted to a few thousand deals between robots.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import comb, exp, prod
from typing import Protocol

from engine_server.advisor.counting import Count
from engine_server.rules.cards import Card, Seat, Suit


class Will(Protocol):
    """How readily a seat beats a card when it can, 0 to 1."""

    def __call__(self, seat: Seat) -> float:
        """That of one seat."""
        ...


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast cards lose their worth, by what is out: of trumps, of side cards, and by ruffs."""

    trump: float
    side: float
    spread: float
    ruff: float
    crowd: float


@dataclass(frozen=True)
class Odds:
    """Chances of cards in one position."""

    count: Count
    will: Will
    pace: Pace

    @cached_property
    def _unseen(self) -> int:
        return len(self.count.unseen)

    @cached_property
    def _dealt(self) -> float:
        """The share of the unseen cards that lie in hands."""
        rooms = sum(map(self.count.room, self.count.others))
        return min(1.0, rooms / self._unseen) if self._unseen else 0.0

    @cached_property
    def _of_suit(self) -> dict[Suit, list[int]]:
        """The strengths of the unseen cards of each suit."""
        found: dict[Suit, list[int]] = {suit: [] for suit in Suit}
        for card in self.count.unseen:
            found[card.suit].append(self.count.power[card])
        return found

    def above(self, card: Card) -> int:
        """How many unseen cards of its suit are higher."""
        return sum(power > self.count.power[card] for power in self._of_suit[card.suit])

    def holds_one(self, seat: Seat, cards: int) -> float:
        """The chance that a seat holds at least one of so many unseen cards."""
        room = min(self._unseen, self.count.room(seat))
        return 1.0 - comb(self._unseen - cards, room) / comb(self._unseen, room) if cards else 0.0

    def wins(self, card: Card) -> float:
        """The chance that a card wins the trick on the table, or one it leads."""
        if not self.count.beats_table(card):
            return 0.0
        return prod(1.0 - self.beats(seat, card) for seat in self.count.later)

    def beats(self, seat: Seat, card: Card) -> float:
        """The chance that a seat still to play beats a card."""
        if not self.count.can_beat(seat, card):
            return 0.0
        return self.will(seat) * min(1.0, self._follows_above(seat, card) + self._ruffs(seat, card))

    def _follows_above(self, seat: Seat, card: Card) -> float:
        led = card.suit if self.count.led is None else self.count.led
        if card.suit is not led or not self.count.may_hold_suit(seat, led):
            return 0.0
        return self.holds_one(seat, self.above(card))

    def _ruffs(self, seat: Seat, card: Card) -> float:
        trump, led = self.count.trump, card.suit if self.count.led is None else self.count.led
        if trump is None or led is trump or not self.count.may_hold_suit(seat, trump):
            return 0.0
        over = self.above(card) if card.suit is trump else len(self._of_suit[trump])
        return self._is_void(seat, led) * self.holds_one(seat, over)

    def _is_void(self, seat: Seat, suit: Suit) -> float:
        if not self.count.may_hold_suit(seat, suit):
            return 1.0
        return 1.0 - self.holds_one(seat, len(self._of_suit[suit]))

    def later(self, card: Card, eager: float = 1.0) -> float:
        """The chance that a card takes a trick at some time, lower for `eager` above 1."""
        above = self.above(card) * self._dealt
        if card.suit is self.count.trump:
            return exp(-self.pace.trump * eager * above)
        return exp(-self.pace.side * eager * above) * self._unruffed(card)

    def _unruffed(self, card: Card) -> float:
        trump, seats = self.count.trump, len(self.count.others)
        if trump is None:
            return 1.0
        each = len(self._of_suit[card.suit]) * self._dealt / seats
        trumps = len(self._of_suit[trump]) * self._dealt / seats
        rounds = self.count.of_suit(card.suit).index(card)
        void = exp(-self.pace.spread * max(0.0, each - rounds))
        stands = 1.0 - void * min(1.0, self.pace.ruff * trumps)
        return float(stands ** (self.pace.crowd * seats))
