"""What happened at a table. The log of these is the truth; everything else is folded from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from engine_server.rules.cards import Card, Seat
from engine_server.rules.moves import Call
from engine_server.rules.scoring import ScoreLine


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


class CloseReason(StrEnum):
    """Why a table was closed before its match ended."""

    EVERYBODY_LEFT = "closed.everybody_left"
    IDLE = "closed.idle"


@dataclass(frozen=True, slots=True)
class TableOpened:
    """A table for a game with its house rules. `options` are texts by key, complete and in catalog order."""

    table: str
    code: str
    game: str
    options: tuple[tuple[str, str], ...]
    pace: Pace
    spectators: bool
    practice: bool


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
    """A robot plays a person's seat (`to_robot`), or the person plays again."""

    seat: Seat
    to_robot: bool


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
    """Cards were dealt: `redeal` is 0 for the first time under a secret. `hands` by seat, in hand order."""

    redeal: int
    dealer: Seat
    first_caller: Seat
    hands: tuple[tuple[Card, ...], ...] = field(repr=False)


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
class DealScored:
    """The deal is over. `ended_early` when the rest could not change the score any more."""

    lines: tuple[ScoreLine, ...]
    ended_early: bool = False


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The last deal is scored; the seats by place, best first, equal totals together."""

    places: tuple[tuple[Seat, ...], ...]


@dataclass(frozen=True, slots=True)
class TableClosed:
    """The table ended without a result."""

    reason: CloseReason


Event: TypeAlias = (
    TableOpened
    | OptionsChosen
    | SeatTaken
    | SeatLeft
    | SeatHandedOver
    | MatchStarted
    | DealSealed
    | HandsDealt
    | WashAnswered
    | HandsWashed
    | HandsKept
    | CallMade
    | PartnerCalled
    | CardPlayed
    | DealScored
    | MatchEnded
    | TableClosed
)
