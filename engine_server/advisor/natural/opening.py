"""Nobody has bid yet: coach_lore section 2.1."""

from __future__ import annotations

from engine_server.advisor.natural.auction import Table, in_suit
from engine_server.advisor.natural.hands import MAJORS
from engine_server.advisor.natural.meanings import Force, MeaningCode
from engine_server.advisor.natural.needs import (
    Balanced,
    Good,
    LastToOpen,
    Length,
    Need,
    Opens,
    Playing,
    Points,
    Preferred,
    Total,
)
from engine_server.rules.cards import Suit
from engine_server.rules.moves import Bid

STRONG = 22
GAME_ALONE = 24
"""Points, length counted, with which game needs next to nothing of partner (our judgement)."""
ONE_NO_TRUMP = (15, 17)
TWO_NO_TRUMP = (20, 21)
THREE_NO_TRUMP = (25, 27)
WEAK_TWO = (5, 10)


def open_bidding(table: Table) -> None:
    """What each opening says, and the hands that open with it, in order."""
    place = len(table.heard.calls)
    table.no_trump(2, [Points(*TWO_NO_TRUMP), Balanced()])
    table.no_trump(3, [Points(*THREE_NO_TRUMP), Balanced()])
    _strong_two(table)
    table.no_trump(1, [Points(*ONE_NO_TRUMP), Balanced()])
    for suit in reversed(Suit):
        last = [LastToOpen()] if place == 3 else []
        least = 5 if suit in MAJORS else 3
        needs = [
            Opens(suit, light=place == 2),
            *last,
            Length(suit, least),
            Points(10, STRONG - 1),
            Total(11 if place == 2 else 12),
        ]
        table.suit(in_suit(1, suit), needs, code=MeaningCode.OPENING)
    if place < 3:
        _weak(table)
    table.passes(Points(0, 13 if place == 3 else 11))


def _strong_two(table: Table) -> None:
    """22 points, or fewer with so good a major suit that game needs one trick of partner."""
    long = tuple((Points(18, STRONG - 1), Length(suit, 6), Playing(suit, 9)) for suit in MAJORS)
    shapely = (Points(18, STRONG - 1), Total(GAME_ALONE))
    bid = in_suit(2, Suit.CLUBS)
    needs = (Points(STRONG),)
    table.suit(bid, needs, Force.FORCING, MeaningCode.STRONG_TWO, (*long, shapely))


def _weak(table: Table) -> None:
    for suit in (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS):
        table.suit(in_suit(2, suit), weak_two(table, suit), code=MeaningCode.LONG_WEAK)
    for level, length in ((4, 8), (3, 7)):
        for suit in reversed(Suit):
            table.suit(in_suit(level, suit), preempt(table, suit, level, length), code=MeaningCode.LONG_WEAK)


def weak_two(table: Table, suit: Suit) -> list[Need]:
    """Six good cards, 5-10 points, no other major of four; 7-10 points when vulnerable."""
    vulnerable = table.heard.me in table.heard.situation.vulnerable
    other = [Length(major, 0, 3) for major in MAJORS if major is not suit]
    return [Length(suit, 6, 6), Points(7 if vulnerable else 5, WEAK_TWO[1]), Good(suit), *other]


def preempt(table: Table, suit: Suit, level: int, length: int) -> list[Need]:
    """A suit so long, few points, and tricks within three of the bid, within two when vulnerable."""
    vulnerable = table.heard.me in table.heard.situation.vulnerable
    tricks = level + 6 - (2 if vulnerable else 3)
    return [Length(suit, length, length + (5 if level == 4 else 0)), Points(4, 10), Playing(suit, tricks - 1)]


def strong_rebid(table: Table) -> None:
    """The strong two was answered by two diamonds: no trump by points, or the longest suit."""
    table.no_trump(2, [Points(22, 24), Balanced()])
    table.no_trump(3, [Points(25), Balanced()])
    from_suit(table)


def from_suit(table: Table) -> None:
    """The longest suit, cheaply; game is still wanted."""
    every = tuple(Suit)
    for suit in reversed(Suit):
        bid: Bid = table.heard.cheapest(suit)
        table.suit(bid, [Preferred(suit, every), Length(suit, 4), Total(18)], Force.FORCING)
