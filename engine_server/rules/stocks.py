"""Deals that leave cards over: a card is turned for trump, or a stock is drawn from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine_server.rules.cards import Card, Denomination, Seat, left_of
from engine_server.rules.dealing import (
    NO_WASH,
    Dealt,
    Wash,
    byte_stream,
    dealt_round,
    number_below,
    shuffled,
)


class LastTrump(StrEnum):
    """What is trump in a deal that leaves no card to turn."""

    NONE = "none"
    DEALERS_LAST_CARD = "dealers_last_card"
    CUT = "cut"


_CUT = 2**31
"""Added to the number of a redeal, so that the cut before a deal never repeats one of its shuffles."""


@dataclass(frozen=True, slots=True)
class DealAndTurn:
    """A number of cards that changes from deal to deal; the next card is turned and its suit is trump."""

    sizes: tuple[int, ...]
    seats: int
    last_trump: LastTrump
    wash: Wash = NO_WASH

    def deal(self, cards: Sequence[Card], dealer: Seat, secret: bytes, redeal: int, number: int) -> Dealt:
        """The given deal of the match, `number` from 1."""
        pack = shuffled(cards, secret, redeal)
        each = self.sizes[number - 1]
        turned = self._turned(pack, each, secret, redeal)
        trump = Denomination.NO_TRUMP if turned is None else Denomination(turned.suit)
        return Dealt(dealt_round(pack, self.seats, each, dealer), turned, trump)

    def _turned(self, pack: tuple[Card, ...], each: int, secret: bytes, redeal: int) -> Card | None:
        """The next card; where none is left, what the house rule says."""
        dealt = each * self.seats
        if dealt < len(pack):
            return pack[dealt]
        match self.last_trump:
            case LastTrump.NONE:
                return None
            case LastTrump.DEALERS_LAST_CARD:
                return pack[dealt - 1]
            case LastTrump.CUT:
                return pack[number_below(len(pack), byte_stream(secret, _CUT + redeal))]


class Drawing(StrEnum):
    """How the stock of honeymoon bridge is drawn."""

    TRICKS = "tricks"
    """A trick decides who draws first; both cards come face down."""
    OPEN_TRICKS = "open_tricks"
    """The same, but the first card of each two lies open."""
    PICK_OR_DISCARD = "pick_or_discard"
    """No tricks: in turn a player keeps the card looked at, or leaves it for the next one unseen."""


@dataclass(frozen=True, slots=True)
class DealAndDraw:
    """So many cards to each seat (none where the hands are drawn card by card), the rest is the stock."""

    each: int
    seats: int
    drawing: Drawing
    wash: Wash = NO_WASH

    def deal(self, cards: Sequence[Card], dealer: Seat, secret: bytes, redeal: int, number: int) -> Dealt:
        """The given redeal of a deal under its secret."""
        pack = shuffled(cards, secret, redeal)
        return Dealt(dealt_round(pack, self.seats, self.each, dealer), stock=pack[self.each * self.seats :])

    def drawer(self, dealer: Seat, drawn: int) -> Seat:
        """Whose turn it is to pick or discard after so many turns; the other than the dealer begins."""
        return left_of(dealer, self.seats, drawn + 1)
