"""How many tricks a hand is worth, and cannot avoid, where each says its tricks exactly (German Bridge).

The table is ours: 12,000 random hands of each size, every goal near the estimate played 40 times against
fresh deals by four rule players, the best fitted by least squares. It was made for four seats.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb, floor

from engine_server.advisor.counting import Count
from engine_server.rules.cards import Card, Rank, Seat, Suit
from engine_server.rules.moves import TrickGoal

ONE_SCORES_MORE = 0.02
"""Eleven points for 1 against ten for 0 make up for so much."""
SEATS, CROWD = 4, 0.7
"""The table is for so many seats; more of them take the tricks from each other by this power (our fit)."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What a hand of one size counts: trumps A K Q J 10, 9-5, 4-2, then side cards by their length."""

    base: float
    trumps: tuple[float, ...]
    ace: tuple[float, float]
    king: tuple[float, float, float]
    queen: tuple[float, float]
    jack: float = 0.0
    void: float = 0.0
    single: float = 0.0


TABLE: tuple[Weights, ...] = (
    Weights(0.00, (0.96, 0.97, 0.97, 0.97, 0.97, 0.93, 0.57), (0.03, 0.03), (0.03, 0, 0), (0, 0)),
    Weights(-0.03, (1.16, 1.09, 1.05, 1.04, 1.05, 0.90, 0.49), (0.05, 0.05), (0.03, 0, 0), (0, 0)),
    Weights(-0.09, (1.32, 1.16, 1.10, 1.10, 1.11, 0.94, 0.54), (0.17, 0.17), (0.22, 0.02, 0.02), (0.01, 0)),
    Weights(
        -0.16, (1.36, 1.24, 1.22, 1.16, 1.11, 0.88, 0.61), (0.36, 0.09), (0.34, 0.11, 0.09), (0.07, 0.08),
    ),
    Weights(
        -0.16, (1.74, 1.58, 1.55, 1.37, 1.38, 1.11, 0.92), (0.55, 0.17), (0.41, 0.24, 0.02), (0.18, 0.17),
        0.07, -0.35, -0.19,
    ),
    Weights(
        -0.31, (1.83, 1.61, 1.50, 1.38, 1.29, 1.07, 0.91), (0.70, 0.36), (0.51, 0.28, 0.13), (0.20, 0.14),
        0.15, -0.29, -0.24,
    ),
    Weights(
        -0.58, (1.78, 1.62, 1.50, 1.32, 1.16, 1.00, 0.87), (0.78, 0.58), (0.52, 0.37, 0.24), (0.25, 0.20),
        0.15, -0.19, -0.18,
    ),
    Weights(
        -0.87, (1.73, 1.64, 1.35, 1.25, 1.10, 0.93, 0.82), (0.87, 0.73), (0.49, 0.50, 0.29), (0.31, 0.18),
        0.16, 0.08, -0.04,
    ),
    Weights(
        -1.19, (1.87, 1.68, 1.38, 1.20, 1.15, 0.98, 0.88), (0.96, 0.86), (0.47, 0.56, 0.40), (0.31, 0.23),
        0.19, 0.13, -0.03,
    ),
    Weights(
        -1.51, (1.91, 1.69, 1.45, 1.21, 1.13, 0.98, 0.89), (0.98, 0.93), (0.45, 0.69, 0.47), (0.33, 0.26),
        0.21, 0.19, 0.04,
    ),
    Weights(
        -1.90, (1.93, 1.75, 1.40, 1.23, 1.14, 1.02, 0.90), (1.05, 1.05), (0.28, 0.83, 0.60), (0.40, 0.29),
        0.20, 0.18, 0.11,
    ),
    Weights(
        -2.24, (2.02, 1.88, 1.40, 1.24, 1.16, 0.99, 0.97), (1.08, 1.06), (0.38, 0.91, 0.67), (0.38, 0.34),
        0.21, 0.34, 0.10,
    ),
    Weights(
        -2.58, (2.02, 1.88, 1.40, 1.24, 1.16, 0.99, 0.97), (1.08, 1.06), (0.38, 0.91, 0.67), (0.38, 0.34),
        0.21, 0.34, 0.10,
    ),
)  # fmt: skip
"""By cards of the hand, 1 to 13; the last is the one before, carried on, for a hand of 13 with a trump."""
NO_TRUMP = Weights(-1.33, (), (1.35, 1.22), (0, 1.41, 1.29), (0.98, 0.99), 0.50)


def estimate(count: Count) -> float:
    """How many tricks the hand takes, by the table; a fraction.

    One trump alone takes a trick as often as nobody has a higher one: from 48 in a hundred on 1 scores more.
    """
    chance = none_higher(count)
    return _by_table(count) if chance is None else chance / 100 + ONE_SCORES_MORE


def _by_table(count: Count) -> float:
    trump, size = count.trump, len(count.hand)
    row = TABLE[min(size, len(TABLE)) - 1] if trump is not None else NO_TRUMP
    of_trumps = sum(_trump(row, card) for card in count.of_suit(trump))
    of_sides = sum(_side(row, count, suit) for suit in Suit if suit != trump)
    return (row.base + of_trumps + of_sides) * float((SEATS / count.view.variant.seats) ** CROWD)


def _trump(row: Weights, card: Card) -> float:
    return row.trumps[min(Rank.ACE - card.rank, 5) if card.rank >= Rank.FIVE else 6]


def _side(row: Weights, count: Count, suit: Suit) -> float:
    held = count.of_suit(suit)
    n = len(held)
    ruffs = bool(count.of_suit(count.trump))
    short = (row.void, row.single)[n] if n < 2 and ruffs else 0.0
    by_rank = {
        Rank.ACE: row.ace[n > 3],
        Rank.KING: row.king[0 if n == 1 else 1 if n < 4 else 2],
        Rank.QUEEN: 0.0 if n == 1 else row.queen[n > 3],
        Rank.JACK: row.jack if n > 2 else 0.0,
    }
    return short + sum(by_rank.get(card.rank, 0.0) for card in held)


def counted(count: Count) -> int:
    """The goal the table speaks for: the estimate to the nearest trick, within the hand."""
    return min(len(count.hand), max(0, floor(round(estimate(count), 6) + 0.5)))


def wanted(count: Count, seat: Seat) -> int | None:
    """How many more tricks a seat needs for its goal, below 0 if too many; None before it said one."""
    seen = count.view.seats[seat]
    return None if seen.trick_goal is None else seen.trick_goal - seen.tricks


def said_so_far(count: Count) -> int:
    """The tricks that the goals said so far add up to."""
    return sum(made.call.tricks for made in count.view.calls if isinstance(made.call, TrickGoal))


def sure_trumps(count: Count, hand: tuple[Card, ...]) -> int:
    """How many trumps of a hand take tricks whatever happens.

    Every card is played to some trick, and a trump loses its trick only to a higher one: of the highest j,
    as many are sure as exceed the higher trumps that are out.
    """
    held = sorted((count.power[card] for card in hand if card.suit == count.trump), reverse=True)
    out = [count.power[card] for card in count.still_out if card.suit == count.trump]
    out += [count.power[card] for card in count.table if card.suit == count.trump]
    sure = (j - sum(power > low for power in out) for j, low in enumerate(held, 1))
    return max(0, *sure, 0)


def none_higher(count: Count) -> int | None:
    """With one card in hand, a trump: in how many of 100 deals nobody has a higher one."""
    if len(count.hand) != 1 or count.trump is None or count.hand[0].suit != count.trump:
        return None
    unseen, others = len(count.unseen), len(count.others)
    lower = unseen - sum(
        card.suit == count.trump and count.power[card] > count.power[count.hand[0]] for card in count.unseen
    )
    return round(100 * comb(lower, others) / comb(unseen, others))
