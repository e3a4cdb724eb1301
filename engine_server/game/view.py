"""What one viewer may know. No field here could hold a hidden card: this is all that ever leaves the engine.

A viewer is a seat, or a spectator (None), who sees only what is public.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine_server.game.events import CloseReason, Pace, WashReason
from engine_server.rules.cards import Card, Denomination, Seat
from engine_server.rules.contracts import Contract
from engine_server.rules.moves import Call, Move, SeatCall
from engine_server.rules.phases import Phase
from engine_server.rules.settling import Settlement
from engine_server.rules.sheets import Column, ScoreLine
from engine_server.rules.tricks import Trick
from engine_server.rules.variant import Variant


class Stage(StrEnum):
    """Where the table stands."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"
    CLOSED = "closed"


class Notice(StrEnum):
    """What a seat is told in private when a card is called: all but the declarer, in one shape."""

    NONE = "none"
    YOU_HOLD_IT = "you_hold_it"
    YOU_DO_NOT = "you_do_not"


@dataclass(frozen=True, slots=True)
class SeatSeen:
    """A seat in the eyes of all. `name` is empty where nobody sits; `player` identifies a person.

    `trick_goal` is what it said it will take, `announced_points` its high-card points where all tell
    them, `card_points` those of the cards it has won where they count; None in other games. `stand_in` is
    the person who plays for the one who has the seat, with its name.
    """

    seat: Seat
    name: str
    player: str | None
    is_robot: bool
    robot_plays: bool
    cards_left: int
    tricks: int
    trick_goal: int | None = None
    announced_points: int | None = None
    card_points: int | None = None
    stand_in: str | None = None
    stand_in_name: str = ""


@dataclass(frozen=True, slots=True)
class HandSeen:
    """A hand the viewer may see: its own, an open one, or any once the deal is over. In hand order."""

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
class StockSeen:
    """The undealt cards: how many, the top one where it lies open, and the one only the viewer looks at."""

    cards_left: int
    open_top: Card | None
    picked_up: Card | None


@dataclass(frozen=True, slots=True)
class GrantedClaim:
    """A claim that ended the play: whose it was, and the tricks its side got by it."""

    seat: Seat
    tricks: int


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """A scored deal with all cards open and the secret its seal stood for: see DealRecord for the fields."""

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
    trump: Denomination | None
    turned: Card | None
    dummy: Seat | None
    stock: tuple[Card, ...]
    draws: tuple[Trick, ...]
    vulnerable: tuple[Seat, ...]
    declaring_card_points: int | None
    claimed: GrantedClaim | None = None
    practice: bool = False


@dataclass(frozen=True, slots=True)
class SeatAnswer:
    """How one seat answered a claim or a wish to take a move back."""

    seat: Seat
    accept: bool


@dataclass(frozen=True, slots=True)
class ClaimSeen:
    """A claim that waits for answers, with the claimant's cards; a concession shows none."""

    seat: Seat
    tricks: int
    hand: HandSeen | None
    answers: tuple[SeatAnswer, ...] = ()


@dataclass(frozen=True, slots=True)
class UndoSeen:
    """A wish to take a move back that waits for answers."""

    seat: Seat
    answers: tuple[SeatAnswer, ...] = ()


@dataclass(frozen=True)
class View:
    """Everything one viewer may know of a table at a version.

    `legal_moves` is empty unless the viewer must act; `acting` lists every seat that must. `decision_version`
    is the version at which the viewer's pending decision opened, 0 when there is none. `tricks` holds the
    complete tricks of the deal, `trick` the one on the table, `draws` those that only decide who draws.
    `lines` is the score sheet so far, `columns` its totals. `next_hand` is the hand the next card comes from,
    `order` the hands of the trick in playing order, `forbidden_goal` the goal the viewer may not name.
    `free_moves` are what the viewer may do though nothing waits for it, `due_ms` is when a robot moves for
    whoever is late. `settlements` stand once the match is over.
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
    columns: tuple[Column, ...] = ()
    abandoned: bool = False
    trump: Denomination | None = None
    turned: Card | None = None
    declarer: Seat | None = None
    dummy: Seat | None = None
    next_hand: Seat | None = None
    order: tuple[Seat, ...] = ()
    stock: StockSeen | None = None
    vulnerable: tuple[Seat, ...] = ()
    forbidden_goal: int | None = None
    draws: tuple[Trick, ...] = ()
    claim: ClaimSeen | None = None
    undo: UndoSeen | None = None
    free_moves: tuple[Move, ...] = ()
    turn_seconds: int | None = None
    due_ms: int | None = None
    next_table: str | None = None
    settlements: tuple[Settlement, ...] = ()

    @property
    def turn_ms(self) -> int | None:
        """When the pending turn began, None without turn time."""
        return (
            None
            if self.due_ms is None or self.turn_seconds is None
            else self.due_ms - self.turn_seconds * 1000
        )

    @property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's own cards, empty for a spectator."""
        return next((hand.cards for hand in self.hands if hand.seat == self.viewer), ())

    def open_hand(self, seat: Seat) -> tuple[Card, ...]:
        """The cards of a hand the viewer may see, empty when it may not."""
        return next((hand.cards for hand in self.hands if hand.seat == seat), ())


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
    vulnerable: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class TrumpTurnedSeen:
    """A card was turned for trump; None when none was left to turn."""

    card: Card | None
    trump: Denomination


@dataclass(frozen=True, slots=True)
class PointsAnnouncedSeen:
    """The points of all hands, and whom they make declarer and dummy; None when the cards are dealt anew."""

    points: tuple[int, ...]
    declarer: Seat | None
    dummy: Seat | None


@dataclass(frozen=True, slots=True)
class HandShownSeen:
    """Cards of a hand lie open to all."""

    hand: HandSeen


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
    """A call; `contract` when it ended the auction, `partner` when it called a card as well."""

    seat: Seat
    call: Call
    entered: bool
    contract: Contract | None
    partner: PartnerSeen | None = None


@dataclass(frozen=True, slots=True)
class CallsShownSeen:
    """The calls that were made at once, unseen."""

    calls: tuple[SeatCall, ...]


@dataclass(frozen=True, slots=True)
class ContractNamedSeen:
    """The declarer named the contract."""

    contract: Contract


@dataclass(frozen=True, slots=True)
class CardDrawnSeen:
    """A card was drawn: it is seen by who drew it, or by all where it lay open. The stock after it."""

    seat: Seat
    card: Card | None
    stock: StockSeen


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
class ClaimMadeSeen:
    """A seat claims or concedes."""

    claim: ClaimSeen


@dataclass(frozen=True, slots=True)
class ClaimAnsweredSeen:
    """A seat answered a claim."""

    answer: SeatAnswer


@dataclass(frozen=True, slots=True)
class ClaimSettledSeen:
    """A claim stands or was refused."""

    accepted: bool


@dataclass(frozen=True, slots=True)
class UndoAskedSeen:
    """A seat asks to take its move back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class UndoAnsweredSeen:
    """A seat answered that."""

    answer: SeatAnswer


@dataclass(frozen=True, slots=True)
class UndoSettledSeen:
    """The move is taken back, so the whole view is another; or the wish was refused."""

    accepted: bool


@dataclass(frozen=True, slots=True)
class DealScoredSeen:
    """The deal with all its cards."""

    deal: FinishedDeal


@dataclass(frozen=True, slots=True)
class MatchEndedSeen:
    """The match is over: the seats by place, the lines it wrote itself, whether it was abandoned.

    `settlements` are what every two columns owe each other by the whole sheet.
    """

    places: tuple[tuple[Seat, ...], ...]
    lines: tuple[ScoreLine, ...] = ()
    abandoned: bool = False
    settlements: tuple[Settlement, ...] = ()


@dataclass(frozen=True, slots=True)
class TableClosedSeen:
    """The table was closed without a result."""

    reason: CloseReason


@dataclass(frozen=True, slots=True)
class RematchOpenedSeen:
    """The people of this table are seated at another one."""

    table: str


Seen: TypeAlias = (
    Hidden
    | TableOpenedSeen
    | SeatChangedSeen
    | MatchStartedSeen
    | DealSealedSeen
    | HandsDealtSeen
    | TrumpTurnedSeen
    | PointsAnnouncedSeen
    | HandShownSeen
    | WashAnsweredSeen
    | HandsWashedSeen
    | HandsKeptSeen
    | CallMadeSeen
    | CallsShownSeen
    | ContractNamedSeen
    | CardDrawnSeen
    | PartnerCalledSeen
    | CardPlayedSeen
    | ClaimMadeSeen
    | ClaimAnsweredSeen
    | ClaimSettledSeen
    | UndoAskedSeen
    | UndoAnsweredSeen
    | UndoSettledSeen
    | DealScoredSeen
    | MatchEndedSeen
    | TableClosedSeen
    | RematchOpenedSeen
)
