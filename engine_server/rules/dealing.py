"""The sealed shuffle, and when a deal is washed."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, count
from typing import TypeVar

from engine_server.rules.cards import (
    Card,
    Denomination,
    Seat,
    Suit,
    honour_points,
    in_hand_order,
    left_of,
)

_Item = TypeVar("_Item")
SECRET_BYTES = 32
"""Every deal has a fresh secret of 256 bits."""
_SEALING = hashlib.sha256(b"fourth/seal/1\x00")
"""Copied for each seal: finding the hash by its name takes longer than the hash."""
_SHUFFLE = b"fourth/shuffle/1\x00"
MAX_WASHES = 100
"""After so many washes of one deal the cards are played as they come. At the standard rule one deal in
eight is washed, so no table will ever see it (rules.md section 0)."""


def seal_of(secret: bytes) -> bytes:
    """What is shown before the first call: a hash of the secret, never of the cards (trust.md section 1)."""
    seal = _SEALING.copy()
    seal.update(secret)
    return seal.digest()


def byte_stream(secret: bytes, redeal: int) -> Iterator[int]:
    """Endless bytes for one shuffle: HMAC-SHA256 under the secret of (redeal, block), both 4 bytes long."""
    shuffle = _SHUFFLE + redeal.to_bytes(4, "big")
    blocks = (hmac.digest(secret, shuffle + block.to_bytes(4, "big"), "sha256") for block in count())
    return chain.from_iterable(blocks)


def number_below(limit: int, stream: Iterator[int]) -> int:
    """An even draw of 0 .. limit - 1, limit up to 256: bytes beyond the last whole multiple are dropped."""
    ceiling = 256 - 256 % limit
    while (byte := next(stream)) >= ceiling:
        pass
    return byte % limit


def shuffled(cards: Sequence[_Item], secret: bytes, redeal: int) -> tuple[_Item, ...]:
    """The cards in the order they are dealt: Fisher-Yates from the top down, fed by `byte_stream`.

    `redeal` is 0 for the first deal under a secret and one more for each wash.
    """
    pack = list(cards)
    stream = byte_stream(secret, redeal)
    for last in range(len(pack) - 1, 0, -1):
        drawn = number_below(last + 1, stream)
        pack[last], pack[drawn] = pack[drawn], pack[last]
    return tuple(pack)


def dealt_round(pack: Sequence[Card], seats: int, each: int, dealer: Seat) -> tuple[tuple[Card, ...], ...]:
    """The hands by seat when a pack goes round one card at a time, beginning left of the dealer."""
    first = left_of(dealer, seats)
    return tuple(in_hand_order(pack[(seat - first) % seats : each * seats : seats]) for seat in range(seats))


class WashMode(StrEnum):
    """Who decides that a weak hand means new cards."""

    OFF = "off"
    AUTO = "auto"
    PLAYER_CHOICE = "player_choice"


class WashFormula(StrEnum):
    """How a hand's strength is counted beside its high cards."""

    LENGTH = "length"
    SUIT5PLUS = "suit5plus"
    HCP = "hcp"


@dataclass(frozen=True, slots=True)
class Strength:
    """A hand's points for the wash: high cards, length, and both together."""

    high_card: int
    length: int

    @property
    def total(self) -> int:
        """High-card and length points together."""
        return self.high_card + self.length


@dataclass(frozen=True, slots=True)
class Wash:
    """The wash rule: a hand of fewer than `below` points may or must be redealt (founding document 003)."""

    mode: WashMode
    below: int
    formula: WashFormula

    def strength(self, hand: Sequence[Card]) -> Strength:
        """The points of a hand by this rule's formula."""
        return Strength(honour_points(hand), sum(self._length_points(n) for n in _suit_lengths(hand)))

    def is_weak(self, hand: Sequence[Card]) -> bool:
        """Whether the hand is too weak to be played against its holder's will."""
        return self.strength(hand).total < self.below

    def must_redeal(self, hands: Sequence[Sequence[Card]], redeal: int) -> bool:
        """Whether the cards are dealt anew at once, without asking."""
        return self.mode is WashMode.AUTO and redeal < MAX_WASHES and any(map(self.is_weak, hands))

    def asks(self, redeal: int) -> bool:
        """Whether every seat is asked, alike and in secret, if it wants new cards."""
        return self.mode is WashMode.PLAYER_CHOICE and redeal < MAX_WASHES

    def _length_points(self, length: int) -> int:
        if self.formula is WashFormula.HCP:
            return 0
        beyond_four = max(0, length - 4)
        return beyond_four if self.formula is WashFormula.LENGTH else min(1, beyond_four)


def _suit_lengths(hand: Sequence[Card]) -> tuple[int, ...]:
    return tuple(sum(card.suit is suit for card in hand) for suit in Suit)


NO_WASH = Wash(WashMode.OFF, 0, WashFormula.HCP)
"""Every hand is played as it comes."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """What lies where once the cards are dealt: `hands` in hand order, those nobody sits behind last.

    `trump` by the card `turned`; the `stock` from its top down; `early` are the cards of the last hand that
    lie open at once.
    """

    hands: tuple[tuple[Card, ...], ...]
    turned: Card | None = None
    trump: Denomination | None = None
    stock: tuple[Card, ...] = ()
    early: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class DealAll:
    """The whole pack is dealt out, `each` cards to a hand; of the last hand `early` are laid open."""

    each: int
    wash: Wash = NO_WASH
    hands: int = 4
    early: int = 0

    def deal(self, cards: Sequence[Card], dealer: Seat, secret: bytes, redeal: int, number: int) -> Dealt:
        """The given redeal of a deal under its secret."""
        pack = shuffled(cards, secret, redeal)
        last = (self.hands - 1 - left_of(dealer, self.hands)) % self.hands
        early = pack[last :: self.hands][: self.early]
        return Dealt(dealt_round(pack, self.hands, self.each, dealer), early=in_hand_order(early))
