"""What one viewer may know. No field here could hold a hidden card: this is all that ever leaves the engine.

A viewer is a seat, or a spectator (None), who sees only what is public.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine_server.game.events import CloseReason, Pace, WashReason
from engine_server.rules.cards import Card, Seat
from engine_server.rules.contracts import Contract
from engine_server.rules.moves import Call, Move, SeatCall
from engine_server.rules.scoring import ScoreLine
from engine_server.rules.tricks import Trick
from engine_server.rules.variant import Variant


class Stage(StrEnum):
    """Where the table stands."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class Phase(StrEnum):
    """Where the deal stands. NONE before the first deal and between two."""

    NONE = "none"
    WASH = "wash"
    AUCTION = "auction"
    CALLING = "calling"
    PLAY = "play"


class Notice(StrEnum):
    """What a seat is told in private when a card is called: all but the declarer, in one shape."""

    NONE = "none"
    YOU_HOLD_IT = "you_hold_it"
    YOU_DO_NOT = "you_do_not"


@dataclass(frozen=True, slots=True)
class SeatSeen:
    """A seat in the eyes of all. `name` is empty where nobody sits; `player` identifies a person."""

    seat: Seat
    name: str
    player: str | None
    is_robot: bool
    robot_plays: bool
    cards_left: int
    tricks: int


@dataclass(frozen=True, slots=True)
class HandSeen:
    """A hand the viewer may see: its own, or any once the deal is over. In hand order."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PartnerSeen:
    """The called card and what this viewer knows of its holder; `shown` once the whole table knows."""

    card: Card
    notice: Notice
    holder: Seat | None
    shown: bool


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """A scored deal with all cards open and the secret its seal stood for."""

    number: int
    dealer: Seat
    redeals: int
    hands: tuple[HandSeen, ...]
    calls: tuple[SeatCall, ...]
    contract: Contract | None
    called: Card | None
    declaring_side: tuple[Seat, ...]
    declaring_tricks: int
    tricks: tuple[Trick, ...]
    ended_early: bool
    lines: tuple[ScoreLine, ...]
    seal: bytes
    secret: bytes


@dataclass(frozen=True)
class View:
    """Everything one viewer may know of a table at a version.

    `legal_moves` is empty unless the viewer must act; `acting` lists every seat that must. `decision_version`
    is the version at which the viewer's pending decision opened, 0 when there is none. `tricks` holds the
    complete tricks of the deal, `trick` the one on the table. `lines` is the score sheet so far.
    """

    table: str
    code: str
    variant: Variant
    options: tuple[tuple[str, str], ...]
    pace: Pace
    spectators: bool
    practice: bool
    version: int
    viewer: Seat | None
    stage: Stage
    host: str | None
    seats: tuple[SeatSeen, ...]
    deal: int
    dealer: Seat | None
    redeals: int
    seal: bytes
    phase: Phase
    acting: tuple[Seat, ...]
    decision_version: int
    legal_moves: tuple[Move, ...]
    hands: tuple[HandSeen, ...]
    calls: tuple[SeatCall, ...]
    contract: Contract | None
    partner: PartnerSeen | None
    tricks: tuple[Trick, ...]
    trick: Trick | None
    trump_broken: bool
    lines: tuple[ScoreLine, ...]
    totals: tuple[int, ...]
    last_deal: FinishedDeal | None
    places: tuple[tuple[Seat, ...], ...]
    closed: CloseReason | None

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's own cards, empty for a spectator."""
        return next((hand.cards for hand in self.hands if hand.seat == self.viewer), ())


# --- events as one viewer may see them -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hidden:
    """Something this viewer may not see happened; it only keeps the numbering without gaps."""


@dataclass(frozen=True, slots=True)
class TableOpenedSeen:
    """The table was opened or its house rules were changed."""

    options: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SeatChangedSeen:
    """Someone sat down, left, handed over or came back: the seat as it is now."""

    seat: SeatSeen


@dataclass(frozen=True, slots=True)
class MatchStartedSeen:
    """The match began."""

    first_dealer: Seat


@dataclass(frozen=True, slots=True)
class DealSealedSeen:
    """A deal begins, sealed."""

    deal: int
    seal: bytes


@dataclass(frozen=True, slots=True)
class HandsDealtSeen:
    """Cards were dealt; `hand` is the viewer's own, empty for a spectator."""

    redeal: int
    dealer: Seat
    first_caller: Seat
    hand: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class WashAnsweredSeen:
    """The viewer's own answer about a wash. Other viewers get Hidden."""

    redeal: bool


@dataclass(frozen=True, slots=True)
class HandsWashedSeen:
    """A wash happened: why, never whose hand."""

    reason: WashReason


@dataclass(frozen=True, slots=True)
class HandsKeptSeen:
    """The question about a wash is settled: the cards stand."""


@dataclass(frozen=True, slots=True)
class CallMadeSeen:
    """A call; `contract` when it ended the auction."""

    seat: Seat
    call: Call
    entered: bool
    contract: Contract | None


@dataclass(frozen=True, slots=True)
class PartnerCalledSeen:
    """A card was called; `partner` is what the viewer knows of its holder."""

    seat: Seat
    partner: PartnerSeen


@dataclass(frozen=True, slots=True)
class CardPlayedSeen:
    """A card was played: `winner` if it completed the trick, `shows_partner` if it was the called card.

    `trump_broken` if trumps may be led from now on, where the house rules barred them until this card.
    """

    seat: Seat
    card: Card
    winner: Seat | None
    shows_partner: bool
    trump_broken: bool


@dataclass(frozen=True, slots=True)
class DealScoredSeen:
    """The deal with all its cards."""

    deal: FinishedDeal


@dataclass(frozen=True, slots=True)
class MatchEndedSeen:
    """The match is over: the seats by place."""

    places: tuple[tuple[Seat, ...], ...]


@dataclass(frozen=True, slots=True)
class TableClosedSeen:
    """The table was closed without a result."""

    reason: CloseReason


Seen: TypeAlias = (
    Hidden
    | TableOpenedSeen
    | SeatChangedSeen
    | MatchStartedSeen
    | DealSealedSeen
    | HandsDealtSeen
    | WashAnsweredSeen
    | HandsWashedSeen
    | HandsKeptSeen
    | CallMadeSeen
    | PartnerCalledSeen
    | CardPlayedSeen
    | DealScoredSeen
    | MatchEndedSeen
    | TableClosedSeen
)
