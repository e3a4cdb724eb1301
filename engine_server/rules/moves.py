"""Every kind of decision a seat can make. A game uses some of them; the engine refuses the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine_server.rules.cards import ALL_CARDS, MOST_HANDS, Card, Denomination, Seat


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


class Goal(StrEnum):
    """How high a declarer aims where no level is bid (Minibridge)."""

    PART_SCORE = "part_score"
    GAME = "game"
    SMALL_SLAM = "small_slam"
    GRAND_SLAM = "grand_slam"


@dataclass(frozen=True, slots=True)
class TrickGoal:
    """Says exactly how many tricks the seat will take (German Bridge)."""

    tricks: int


@dataclass(frozen=True, slots=True)
class PointBid:
    """Offers to take so many card points with the partner (Italian Bridge with an auction)."""

    points: int


@dataclass(frozen=True, slots=True)
class OpenAndName:
    """Becomes declarer and names trump and the partner's card in one move (Italian Bridge)."""

    denomination: Denomination
    card: Card


@dataclass(frozen=True, slots=True)
class NameContract:
    """Names what is trump and, where the house rules know goals, how high to aim (Minibridge)."""

    denomination: Denomination
    goal: Goal | None = None


@dataclass(frozen=True, slots=True)
class DrawCard:
    """Takes the card looked at, or leaves it and takes the next one unseen (honeymoon)."""

    take: bool


@dataclass(frozen=True, slots=True)
class Claim:
    """Claims so many of the tricks still to be played for the claimant's side, its cards shown."""

    tricks: int


@dataclass(frozen=True, slots=True)
class Concede:
    """Gives up all tricks still to be played."""


@dataclass(frozen=True, slots=True)
class AnswerClaim:
    """An opponent's answer to a claim or a concession."""

    accept: bool


@dataclass(frozen=True, slots=True)
class AskUndo:
    """Asks the others to take back the mover's last move."""


@dataclass(frozen=True, slots=True)
class AnswerUndo:
    """The answer to a wish to take a move back."""

    accept: bool


Call: TypeAlias = Pass | Bid | Double | Redouble | TrickGoal | PointBid | OpenAndName
Move: TypeAlias = (
    Call
    | AnswerWash
    | CallPartner
    | NameContract
    | DrawCard
    | PlayCard
    | Claim
    | Concede
    | AnswerClaim
    | AskUndo
    | AnswerUndo
)


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
PLAYS: tuple[Mapping[Card, PlayCard], ...] = tuple(
    {card: PlayCard(card, hand) for card in ALL_CARDS} for hand in range(MOST_HANDS)
)
"""Every play there is, by hand and card: made once, as legal moves are listed all the time."""


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
