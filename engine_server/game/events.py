"""What happened at a table. The log of these is the truth; everything else is folded from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from engine_server.rules.cards import Card, Denomination, Seat
from engine_server.rules.moves import Call, Goal
from engine_server.rules.sheets import ScoreLine


class Pace(StrEnum):
    """How long robots seem to think and how long a finished deal stays on the table."""

    NONE = "none"
    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"


class WashReason(StrEnum):
    """Why the cards were dealt anew."""

    WEAK_HAND = "wash.weak_hand"
    ALL_PASSED = "wash.all_passed"
    TIED_POINTS = "wash.tied_points"


class CloseReason(StrEnum):
    """Why a table was closed before its match ended."""

    EVERYBODY_LEFT = "closed.everybody_left"
    IDLE = "closed.idle"


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table for a game with its house rules. `options` are texts by key, complete and in catalog order.

    `turn_seconds` is what a turn may take before a robot makes the move, None for as long as it takes.
    """

    table: str
    code: str
    game: str
    options: tuple[tuple[str, str], ...]
    pace: Pace
    spectators: bool
    practice: bool
    turn_seconds: int | None = None


@dataclass(frozen=True, slots=True)
class OptionsChosen:
    """The house rules were changed before the match."""

    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SeatTaken:
    """A person or, without `player`, a robot sat down under a name."""

    seat: Seat
    name: str
    player: str | None


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """Whoever sat there left; during a match a robot of the given name plays on."""

    seat: Seat
    robot: str | None


@dataclass(frozen=True, slots=True)
class SeatHandedOver:
    """A robot plays a person's seat (`to_robot`), another person does (`player`), or its own plays again."""

    seat: Seat
    to_robot: bool
    player: str | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class MatchStarted:
    """All seats are taken and the rules are frozen."""

    first_dealer: Seat


@dataclass(frozen=True, slots=True)
class DealSealed:
    """A new deal with its secret; the seal is a hash of the secret and is shown to all at once."""

    deal: int
    seal: bytes
    secret: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class HandsDealt:
    """Cards were dealt: `redeal` is 0 for the first time under a secret. `hands` by seat, in hand order.

    The `stock` lists the cards left over to be drawn, from the top down.
    """

    redeal: int
    dealer: Seat
    first_caller: Seat
    hands: tuple[tuple[Card, ...], ...] = field(repr=False)
    stock: tuple[Card, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class TrumpTurned:
    """A card was turned and says what is trump; None when no card was left to turn."""

    card: Card | None
    trump: Denomination


@dataclass(frozen=True, slots=True)
class PointsAnnounced:
    """The high-card points of the hands were announced; whom they make declarer, None when they are tied."""

    points: tuple[int, ...]
    declarer: Seat | None


@dataclass(frozen=True, slots=True)
class HandShown:
    """Cards of a hand were laid open to all: dummy, or the part of it that a game opens early."""

    hand: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class WashAnswered:
    """A seat said, in secret, whether it wants new cards."""

    seat: Seat
    redeal: bool = field(repr=False)


@dataclass(frozen=True, slots=True)
class HandsWashed:
    """The cards just dealt do not count."""

    reason: WashReason


@dataclass(frozen=True, slots=True)
class HandsKept:
    """All seats were asked about a wash and the cards stand."""


@dataclass(frozen=True, slots=True)
class CallMade:
    """A call; `entered` when the engine entered it because nothing else was left."""

    seat: Seat
    call: Call
    entered: bool = False


@dataclass(frozen=True, slots=True)
class CallsShown:
    """The calls that were made at once, unseen, are all in and shown."""


@dataclass(frozen=True, slots=True)
class ContractNamed:
    """The declarer named what is trump and what is aimed at."""

    seat: Seat
    denomination: Denomination
    goal: Goal | None


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A seat drew a card from the stock; `left` is the card it saw first and left, or passed over unseen."""

    seat: Seat
    card: Card = field(repr=False)
    left: Card | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class PartnerCalled:
    """The declarer called a card."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card was played from a seat's hand."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class ClaimMade:
    """A seat claims so many of the tricks still to be played for its side; 0 gives them all up."""

    seat: Seat
    tricks: int


@dataclass(frozen=True, slots=True)
class ClaimAnswered:
    """A seat that was asked said whether the claim is right."""

    seat: Seat
    accept: bool


@dataclass(frozen=True, slots=True)
class ClaimSettled:
    """The claim stands and the play is over, or it was refused and the play goes on."""

    accepted: bool


@dataclass(frozen=True, slots=True)
class UndoAsked:
    """A seat wants to take its latest move back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class UndoAnswered:
    """A seat that was asked said whether the move may be taken back."""

    seat: Seat
    accept: bool


@dataclass(frozen=True, slots=True)
class UndoSettled:
    """The deal stands as it did before the latest move of `seat`, or the wish was refused."""

    accepted: bool
    seat: Seat


@dataclass(frozen=True, slots=True)
class DealScored:
    """The deal is over. `ended_early` when the rest could not change the score any more."""

    lines: tuple[ScoreLine, ...]
    ended_early: bool = False


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over; the seats by place, best first, equal totals together.

    `lines` are those the match itself writes, a rubber's bonus; `abandoned` when it was not completed.
    """

    places: tuple[tuple[Seat, ...], ...]
    lines: tuple[ScoreLine, ...] = ()
    abandoned: bool = False


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table was closed: without a result, or with that of a match abandoned just before."""

    reason: CloseReason


@dataclass(frozen=True, slots=True)
class RematchOpened:
    """The people of this table are seated at another one, for the same game."""

    table: str


Event: TypeAlias = (
    TableOpened
    | OptionsChosen
    | SeatTaken
    | SeatLeft
    | SeatHandedOver
    | MatchStarted
    | DealSealed
    | HandsDealt
    | TrumpTurned
    | PointsAnnounced
    | HandShown
    | WashAnswered
    | HandsWashed
    | HandsKept
    | CallMade
    | CallsShown
    | PartnerCalled
    | ContractNamed
    | CardDrawn
    | CardPlayed
    | ClaimMade
    | ClaimAnswered
    | ClaimSettled
    | UndoAsked
    | UndoAnswered
    | UndoSettled
    | DealScored
    | MatchEnded
    | TableClosed
    | RematchOpened
)
