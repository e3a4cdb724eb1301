"""Cards, suits, denominations and seats: the words every other room speaks in."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import NamedTuple, TypeAlias

Seat: TypeAlias = int
"""A place at the table, counted clockwise from 0 (North where the compass is used)."""
MOST_HANDS = 7
"""The most hands at a table (German Bridge, rules.md section 3)."""


class Suit(IntEnum):
    """The four suits in the order the auction ranks them, lowest first."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


class Denomination(IntEnum):
    """What a contract may name: a suit as trump, or no trump above them all."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3
    NO_TRUMP = 4

    trump: Suit | None
    """The trump suit, None at no trump."""

    def __init__(self, value: int) -> None:
        self.trump = Suit(value) if value < len(Suit) else None


class Rank(IntEnum):
    """The printed rank. How strong it is, the deck of a game says."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14


SUIT_LETTERS = "CDHS"
RANK_LETTERS = "..23456789TJQKA"
HONOUR_POINTS = {Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1}
"""High-card points, ace 4 to jack 1 (rules.md section 3, founding document 003)."""


class Card(NamedTuple):
    """One card, equal to every other card of its suit and rank."""

    suit: Suit
    rank: Rank

    @property
    def code(self) -> str:
        """Suit letter, then rank letter: SA, HT, C2."""
        return SUIT_LETTERS[self.suit] + RANK_LETTERS[self.rank]

    def __repr__(self) -> str:
        return self.code


ALL_CARDS: tuple[Card, ...] = tuple(Card(suit, rank) for suit in Suit for rank in Rank)
"""The 52 cards, clubs to spades, two to ace."""

_BY_CODE = {card.code: card for card in ALL_CARDS}
_HAND_ORDER = {card: place for place, card in enumerate(reversed(ALL_CARDS))}


def card_of(code: str) -> Card:
    """The card of a code such as SA or HT.

    Raises ValueError when there is no such card.
    """
    try:
        return _BY_CODE[code]
    except KeyError:
        raise ValueError("not a card code") from None


def in_hand_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The one order a hand is ever shown in, spades to clubs, ace to two: it tells nothing of the deal."""
    return tuple(sorted(cards, key=_HAND_ORDER.__getitem__))


def honour_points(cards: Iterable[Card]) -> int:
    """High-card points of a hand: ace 4, king 3, queen 2, jack 1."""
    return sum(HONOUR_POINTS.get(card.rank, 0) for card in cards)


def left_of(seat: Seat, seats: int, steps: int = 1) -> Seat:
    """The seat `steps` places clockwise from `seat` at a table of `seats`."""
    return (seat + steps) % seats


def clockwise_from(seat: Seat, seats: int) -> tuple[Seat, ...]:
    """All seats of the table in turn, beginning with `seat`."""
    return (*range(seat, seats), *range(seat))
