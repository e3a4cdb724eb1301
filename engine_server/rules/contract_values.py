"""What a contract is worth: the one table that rubber, Chicago and duplicate read (rules.md section 4.3).

Where vulnerability matters a value is a pair: not vulnerable, vulnerable.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import StrEnum
from types import MappingProxyType

from engine_server.rules.cards import Card, Denomination, Rank
from engine_server.rules.contracts import Contract

GAME = 100
"""Points for odd tricks that make a game."""
TRICK = (20, 20, 30, 30, 30)
"""Each odd trick, by denomination."""
FIRST_AT_NO_TRUMP = 10
"""The first odd trick at no trump counts so much more than the next."""
OVERTRICK: Mapping[int, tuple[int, int]] = MappingProxyType({2: (100, 200), 4: (200, 400)})
"""Each overtrick of a doubled and of a redoubled contract; of others it is worth an odd trick."""
INSULT: Mapping[int, int] = MappingProxyType({2: 50, 4: 100})
"""For a contract made although it was doubled, redoubled."""
SMALL_SLAM = (500, 750)
GRAND_SLAM = (1000, 1500)
GAME_BONUS = (300, 500)
"""For a game, where a deal or four deals stand for themselves."""
BOARD_PART_SCORE = 50
"""For less than a game on a board."""
LAST_PART_SCORE = 100
"""For less than a game on the last of four deals (Chicago)."""
UNDERTRICK = (50, 100)
"""Each trick short of a contract nobody doubled."""
FOUR_HONOURS, ALL_HONOURS = 100, 150


class UndertrickTable(StrEnum):
    """What the tricks short of a doubled contract cost."""

    MODERN = "modern"
    PRE1987 = "pre1987"


DOUBLED_UNDERTRICKS: Mapping[UndertrickTable, tuple[tuple[int, ...], tuple[int, ...]]] = MappingProxyType(
    {
        UndertrickTable.MODERN: ((100, 200, 200, 300), (200, 300, 300, 300)),
        UndertrickTable.PRE1987: ((100, 200, 200, 200), (200, 300, 300, 300)),
    }
)
"""The first trick short, the second, the third, each later one; twice as much where redoubled."""


def trick_points(contract: Contract) -> int:
    """The odd tricks bid, doubling counted: what goes below the line once the contract is made."""
    first = FIRST_AT_NO_TRUMP if contract.denomination is Denomination.NO_TRUMP else 0
    return (contract.level * TRICK[contract.denomination] + first) * contract.stake


def overtrick_points(contract: Contract, over: int, vulnerable: bool) -> int:
    """The tricks beyond the contract."""
    doubled = OVERTRICK.get(contract.stake)
    return over * (TRICK[contract.denomination] if doubled is None else doubled[vulnerable])


def undertrick_points(
    short: int, stake: int, vulnerable: bool, table: UndertrickTable = UndertrickTable.MODERN
) -> int:
    """What the opponents score for tricks short of a contract; `stake` 1, 2 doubled, 4 redoubled."""
    if stake == 1:
        return short * UNDERTRICK[vulnerable]
    steps = DOUBLED_UNDERTRICKS[table][vulnerable]
    return sum(steps[min(step, len(steps) - 1)] for step in range(short)) * stake // 2


def honour_bonus(hand: Iterable[Card], denomination: Denomination) -> int:
    """For the honours in one hand: four or all of the five highest trumps, or four aces at no trump."""
    held, trump = tuple(hand), denomination.trump
    if trump is None:
        return ALL_HONOURS if sum(card.rank is Rank.ACE for card in held) == 4 else 0
    trumps = sum(card.suit is trump and card.rank >= Rank.TEN for card in held)
    return {4: FOUR_HONOURS, 5: ALL_HONOURS}.get(trumps, 0)
