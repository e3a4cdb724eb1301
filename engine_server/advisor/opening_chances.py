"""What a hand is worth as the declarer's in Italian Bridge: chances to win, and points to be expected.

Ours: 60,000 random hands declared by rule players, partner unknown until shown, highest missing trump called.
"""

from __future__ import annotations

from engine_server.advisor.counting import Count
from engine_server.rules.cards import Card, Rank, Suit
from engine_server.rules.openings import card_points

TOPS = (Rank.THREE, Rank.TWO, Rank.ACE)
"""The three ranks that make a trump suit."""
LEAST, CHANCES = 5, (19, 38, 51, 51, 66, 68, 80, 80, 91, 93, 98)
"""Of 100 hands, how many win by their score in halves: up to LEAST the first, each half more the next."""
VALUES = {Rank.THREE: 20, Rank.TWO: 15, Rank.ACE: 10, Rank.KING: 3}
"""What trumps add to twice the length, in tenths."""
EACH_TRUMP, TRUMP_POINTS = 5.6, {Rank.THREE: 1.8, Rank.TWO: 3.1, Rank.ACE: 3.3}
SIDE_POINTS = {Rank.THREE: 4.5, Rank.TWO: 2.1}
BASE, EACH_SIDE_POINT = 9.8, 0.08
"""Points of declarer and partner together, fitted by least squares."""


def percent_of(count: Count, suit: Suit) -> int:
    """Of 100 such hands with this trump, how many win."""
    return CHANCES[min(len(CHANCES) - 1, max(0, _score(count, suit) - LEAST))]


def _score(count: Count, suit: Suit) -> int:
    """Length, threes, twos and aces of trump, half for each other three: all in halves."""
    held = count.of_suit(suit)
    tops = sum(card.rank in TOPS for card in held)
    threes = sum(card.rank is Rank.THREE for card in _sides(count, suit))
    return 2 * (len(held) + tops) + threes


def value_of(count: Count, suit: Suit) -> int:
    """How strong a trump suit is, in halves: twice its length and what its top cards add."""
    held = count.of_suit(suit)
    return (20 * len(held) + sum(VALUES.get(card.rank, 0) for card in held)) // 5


def points_of(count: Count, suit: Suit) -> float:
    """Card points that declarer and partner take together, on average."""
    trumps, sides = count.of_suit(suit), _sides(count, suit)
    of_trumps = EACH_TRUMP * len(trumps) + sum(TRUMP_POINTS.get(card.rank, 0.0) for card in trumps)
    of_sides = sum(SIDE_POINTS.get(card.rank, 0.0) for card in sides)
    return BASE + of_trumps + of_sides + EACH_SIDE_POINT * card_points(sides)


def _sides(count: Count, suit: Suit) -> list[Card]:
    return [card for card in count.hand if card.suit is not suit]
