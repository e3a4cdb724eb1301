"""What a hand is worth with a partner it does not know yet: tables of chances, and what a bid earns by them.

The tables are ours: simple rule players in all four seats, 300,000 random deals for each game, the partner
holding the highest trump the declarer lacks (at no trump: a side ace). Intervals are below one in a hundred
for the rows in the middle and up to five at both ends.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from typing import TypeAlias

from engine_server.rules.cards import Card, Denomination, Suit, honour_points
from engine_server.rules.contracts import BOOK, Contract
from engine_server.rules.moves import Bid
from engine_server.rules.played import Outcome
from engine_server.rules.scoring import WinnersScore
from engine_server.rules.tricks import OpeningLeader, TrumpLead
from engine_server.rules.variant import Variant

Row: TypeAlias = tuple[int, ...]
"""Of 100 such hands: how many take at least 7, 8, 9, 10, 11, 12 and 13 tricks."""

ROWS_BY_TWO = 2
FREE_TRUMPS: tuple[Row, ...] = (
    (38, 17, 6, 2, 1, 0, 0),
    (45, 22, 8, 3, 1, 0, 0),
    (56, 31, 13, 4, 1, 0, 0),
    (65, 39, 17, 6, 1, 0, 0),
    (74, 49, 24, 9, 2, 0, 0),
    (83, 60, 33, 13, 3, 1, 0),
    (89, 70, 42, 18, 5, 1, 0),
    (93, 78, 53, 25, 8, 2, 0),
    (96, 86, 63, 34, 12, 3, 0),
    (98, 91, 74, 45, 18, 4, 0),
    (99, 95, 82, 56, 26, 7, 1),
    (100, 98, 88, 67, 36, 11, 2),
    (100, 99, 94, 77, 46, 16, 3),
    (100, 100, 97, 83, 55, 22, 4),
    (100, 100, 99, 92, 67, 32, 6),
)
"""Trumps may be led (after the first lead). Strength 0-1, 2-3, 4-5 and so on in twos to 28 and more."""
BARRED_TRUMPS: tuple[Row, ...] = (
    (36, 16, 5, 2, 1, 0, 0),
    (44, 21, 7, 2, 1, 0, 0),
    (56, 30, 12, 3, 1, 0, 0),
    (65, 39, 17, 5, 1, 0, 0),
    (74, 48, 23, 8, 2, 0, 0),
    (82, 58, 31, 11, 2, 0, 0),
    (88, 68, 40, 16, 4, 1, 0),
    (93, 77, 50, 22, 6, 1, 0),
    (96, 84, 60, 30, 10, 2, 0),
    (98, 90, 70, 40, 14, 3, 0),
    (99, 94, 79, 51, 20, 5, 1),
    (100, 97, 87, 61, 29, 8, 1),
    (100, 99, 93, 74, 39, 13, 2),
    (100, 100, 96, 83, 51, 20, 4),
    (100, 100, 99, 92, 68, 32, 6),
)
"""The same where trumps may not be led until one was used for ruffing."""

NO_TRUMP_POINTS = (0, 8, 10, 12, 14, 15, 16, 18, 20, 22, 25)
"""High-card points at which each row of the two tables below begins."""
NO_TRUMP_LEFT_LEADS: tuple[Row, ...] = (
    (30, 12, 4, 1, 0, 0, 0),
    (50, 28, 13, 5, 1, 0, 0),
    (61, 38, 20, 8, 2, 0, 0),
    (72, 50, 29, 13, 4, 1, 0),
    (79, 59, 38, 19, 7, 2, 0),
    (82, 64, 43, 23, 9, 2, 0),
    (86, 69, 48, 27, 11, 3, 0),
    (92, 79, 58, 36, 17, 5, 1),
    (97, 88, 68, 46, 24, 8, 1),
    (98, 93, 77, 56, 32, 12, 2),
    (99, 97, 87, 70, 45, 20, 5),
)
"""No trump on a balanced hand, a side ace called, the seat left of the declarer leading (12, 15, 18 and
20 points played out for 7, 8 and 9 tricks, the rest between and beyond them by eye)."""
NO_TRUMP_DECLARER_LEADS: tuple[Row, ...] = (
    (28, 10, 3, 1, 0, 0, 0),
    (46, 24, 11, 4, 1, 0, 0),
    (57, 34, 17, 7, 2, 0, 0),
    (68, 46, 26, 11, 3, 1, 0),
    (76, 55, 33, 16, 5, 1, 0),
    (80, 59, 36, 18, 6, 1, 0),
    (83, 64, 40, 21, 8, 2, 0),
    (89, 73, 49, 28, 12, 3, 0),
    (95, 83, 59, 37, 18, 6, 1),
    (97, 89, 69, 47, 25, 9, 1),
    (99, 95, 82, 62, 38, 16, 4),
)
"""The same with the declarer leading."""
UNBALANCED_NO_TRUMP = 4
"""Points by which an unbalanced hand is worth less at no trump (our judgement)."""

ALONE: tuple[tuple[int, Row], ...] = (
    (0, (0, 0, 0, 0, 0, 0, 0)),
    (18, (40, 11, 2, 0, 0, 0, 0)),
    (20, (57, 24, 7, 1, 0, 0, 0)),
    (22, (79, 47, 18, 5, 1, 0, 0)),
    (24, (92, 72, 38, 12, 3, 0, 0)),
    (26, (97, 86, 62, 25, 8, 2, 0)),
    (28, (99, 95, 83, 45, 18, 5, 1)),
)
"""Strength from which a row holds for a declarer without a partner (played out for 7, 8 and, from 26, 9
tricks; 600 to 20,000 hands a row, fewest at the top)."""

SHORT_TRUMPS = 6
"""Strength taken off for each trump below four. The tables were made with every hand's best suit, which never
is so short: they say nothing of a trump suit of three (our judgement)."""
SHORTNESS = (3, 2, 1)
"""Worth of a void, a singleton and a doubleton outside trumps."""
BELOW_SEVEN = (60, 27, 10, 3)
"""Of 100 hands that take fewer than seven tricks: how many take six, five, four, three (our judgement; a
beaten contract then loses 1.8 on average under the doubling table, as it did when played out)."""


# --- strength ------------------------------------------------------------------------------------------


def lengths(hand: tuple[Card, ...]) -> tuple[int, ...]:
    """Cards held in each suit, clubs first."""
    return tuple(sum(card.suit is suit for card in hand) for suit in Suit)


def strength(hand: tuple[Card, ...], trump: Suit) -> int:
    """High-card points, two for each trump beyond four (much less below), and shortness outside trumps."""
    held = lengths(hand)
    short = sum(SHORTNESS[held[suit]] for suit in Suit if suit != trump and held[suit] < len(SHORTNESS))
    beyond = held[trump] - 4
    return honour_points(hand) + (2 if beyond > 0 else SHORT_TRUMPS) * beyond + short


def is_balanced(hand: tuple[Card, ...]) -> bool:
    """No void, no singleton and at most one doubleton."""
    held = sorted(lengths(hand))
    return held[0] >= 2 and held[1] >= 3


def row_of(hand: tuple[Card, ...], named: Denomination, variant: Variant) -> Row:
    """The row of the tables for a hand that declares this denomination with an unknown partner."""
    if named.trump is None:
        return _no_trump_row(hand, variant)
    barred = variant.tricks.trump_lead is TrumpLead.UNTIL_BROKEN
    rows = BARRED_TRUMPS if barred else FREE_TRUMPS
    place = max(0, strength(hand, named.trump)) // ROWS_BY_TWO
    return rows[min(place, len(rows) - 1)]


def _no_trump_row(hand: tuple[Card, ...], variant: Variant) -> Row:
    points = honour_points(hand) - (0 if is_balanced(hand) else UNBALANCED_NO_TRUMP)
    declarer_leads = variant.tricks.nt_leader is OpeningLeader.DECLARER
    rows = NO_TRUMP_DECLARER_LEADS if declarer_leads else NO_TRUMP_LEFT_LEADS
    return rows[bisect_right(NO_TRUMP_POINTS, max(0, points)) - 1]


def alone_row(hand: tuple[Card, ...], trump: Suit) -> Row:
    """The row for a hand that plays a suit contract without a partner."""
    worth = strength(hand, trump)
    return [row for least, row in ALONE if least <= max(0, worth)][-1]


def alone_percent(hand: tuple[Card, ...], contract: Contract) -> int:
    """Of 100 such hands, how many take the contract's tricks alone; 0 at no trump, which was never tried."""
    if contract.trump is None:
        return 0
    return alone_row(hand, contract.trump)[contract.level - 1]


# --- what a bid earns ----------------------------------------------------------------------------------


def tricks_of(row: Row) -> tuple[tuple[int, float], ...]:
    """Tricks and their chances by a row."""
    sides = (100, *row, 0)
    over = tuple((BOOK + step, (sides[step] - sides[step + 1]) / 100) for step in range(1, len(row) + 1))
    under = tuple((BOOK - short, (100 - row[0]) * share / 10_000) for short, share in enumerate(BELOW_SEVEN))
    return under + over


@lru_cache(maxsize=8192)
def worth(row: Row, bid: Bid, scoring: WinnersScore, alone: bool = False, stake: int = 1) -> float:
    """Points by which a declarer may expect to gain on the average of the other seats by playing this bid."""
    contract = Contract(0, bid.level, bid.denomination, stake)
    side = (0,) if alone else (0, 1)
    return sum(
        chance * _edge(Outcome(contract, side, tricks), scoring)
        for tricks, chance in tricks_of(row)
        if chance
    )


def _edge(outcome: Outcome, scoring: WinnersScore) -> float:
    points = [line.points for line in scoring.lines(0, outcome)]
    return points[0] - sum(points[1:]) / (len(points) - 1)


def points_of(bid: Bid, tricks: int, scoring: WinnersScore, stake: int = 1) -> int:
    """What the declarer scores with a partner for a bid and so many tricks of the side."""
    contract = Contract(0, bid.level, bid.denomination, stake)
    return scoring.lines(0, Outcome(contract, (0, 1), tricks))[0].points


def prize(bid: Bid, scoring: WinnersScore, stake: int = 1) -> int:
    """What the declarer scores when the bid is just made."""
    return points_of(bid, BOOK + bid.level, scoring, stake)
