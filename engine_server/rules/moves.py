"""Every kind of decision a seat can make. A game uses some of them; the engine refuses the others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine_server.rules.cards import Card, Denomination, Seat


@dataclass(frozen=True, slots=True)
class Pass:
    """Declines to bid for now; a seat that passed may bid later."""


@dataclass(frozen=True, slots=True)
class Bid:
    """Offers `level` tricks above six with `denomination`; level 1 to 7."""

    level: int
    denomination: Denomination

    @property
    def height(self) -> int:
        """The place on the ladder of 35 bids, 0 for one club (rules.md section 2)."""
        return (self.level - 1) * 5 + self.denomination


@dataclass(frozen=True, slots=True)
class Double:
    """Doubles the last bid."""


@dataclass(frozen=True, slots=True)
class Redouble:
    """Redoubles a doubled bid."""


@dataclass(frozen=True, slots=True)
class AnswerWash:
    """Asks for new cards, or keeps the hand, where the players decide about a wash."""

    redeal: bool


@dataclass(frozen=True, slots=True)
class CallPartner:
    """Names the card whose holder plays with the declarer."""

    card: Card


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Plays `card` from the hand of `seat` (the mover's own, or dummy's)."""

    card: Card
    seat: Seat


Move: TypeAlias = Pass | Bid | Double | Redouble | AnswerWash | CallPartner | PlayCard
Call: TypeAlias = Pass | Bid | Double | Redouble


@dataclass(frozen=True, slots=True)
class SeatCall:
    """A call and the seat that made it."""

    seat: Seat
    call: Call


PASS = Pass()
DOUBLE = Double()
REDOUBLE = Redouble()
ALL_BIDS: tuple[Bid, ...] = tuple(Bid(level, named) for level in range(1, 8) for named in Denomination)
"""The 35 bids, lowest first."""


def bid_of(code: str) -> Bid:
    """The bid of a code such as 3S or 1NT.

    Raises ValueError when there is no such bid.
    """
    for bid in ALL_BIDS:
        if bid_code(bid) == code:
            return bid
    raise ValueError("not a bid code")


def bid_code(bid: Bid) -> str:
    """The code of a bid: its level, then C, D, H, S or NT."""
    return f"{bid.level}{('C', 'D', 'H', 'S', 'NT')[bid.denomination]}"
