"""Opening, a promise of points, and the points of captured cards (Italian Bridge, rules.md section 7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from engine_server.rules.auctions import ALL_PASSED, AllPassed, FirstCaller, trailing_passes
from engine_server.rules.cards import Card, Denomination, Rank, Seat, left_of
from engine_server.rules.contracts import Contract
from engine_server.rules.decks import Deck
from engine_server.rules.illegal import Illegal
from engine_server.rules.moves import PASS, Move, OpenAndName, Pass, PointBid, SeatCall
from engine_server.rules.played import Played
from engine_server.rules.sheets import ScoreLine, ScoreReason

ITALIAN_RANKING = (
    Rank.SEVEN,
    Rank.EIGHT,
    Rank.NINE,
    Rank.TEN,
    Rank.JACK,
    Rank.QUEEN,
    Rank.KING,
    Rank.ACE,
    Rank.TWO,
    Rank.THREE,
)
"""The forty cards, weakest rank first."""
CARD_POINTS: Mapping[Rank, int] = MappingProxyType(
    {Rank.ACE: 5, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2, Rank.TEN: 1}
)
ALL_POINTS = 60
"""Card points in the pack: 15 a suit."""
LEAST_PROMISE = 31
"""More than half."""


def card_points(cards: Iterable[Card]) -> int:
    """What cards are worth to whoever takes them."""
    return sum(CARD_POINTS.get(card.rank, 0) for card in cards)


@dataclass(frozen=True, slots=True)
class Naming:
    """What a declarer may name: a trump suit, with `no_trump` none either, and the partner's card.

    With `own_allowed` that may be a card of the own hand, which means playing alone.
    """

    deck: Deck
    no_trump: bool = False
    own_allowed: bool = False

    def legal(self, hand: Sequence[Card]) -> tuple[OpenAndName, ...]:
        """Every pair of trump and card that may be named."""
        cards = [card for card in self.deck.cards if self.own_allowed or card not in hand]
        return tuple(OpenAndName(named, card) for named in self._denominations for card in cards)

    @property
    def _denominations(self) -> tuple[Denomination, ...]:
        return tuple(Denomination)[: 5 if self.no_trump else 4]

    def refusal(self, hand: Sequence[Card], move: Move) -> Illegal | None:
        """Why this may not be named, None when it may."""
        if not isinstance(move, OpenAndName):
            return Illegal.MOVE_NOT_IN_GAME
        if move.card not in self.deck:
            return Illegal.CARD_NOT_IN_DECK
        if move.denomination not in self._denominations:
            return Illegal.NO_TRUMP_NOT_ALLOWED
        return Illegal.CALL_OWN_CARD if not self.own_allowed and move.card in hand else None


@dataclass(frozen=True, slots=True)
class Openings:
    """Each seat in turn opens or passes, once; the first to open declares at once."""

    seats: int
    naming: Naming
    first: FirstCaller = FirstCaller.DEALER
    simultaneous: bool = False

    def callers(self, first: Seat, calls: Sequence[SeatCall]) -> tuple[Seat, ...]:
        """The seat whose turn it is."""
        return (left_of(first, self.seats, len(calls)),)

    def legal(
        self, calls: Sequence[SeatCall], seat: Seat, hand: Sequence[Card] = ()
    ) -> tuple[Pass | OpenAndName, ...]:
        """Pass, or any opening."""
        return (PASS, *self.naming.legal(hand))

    def refusal(
        self, calls: Sequence[SeatCall], seat: Seat, move: Move, hand: Sequence[Card] = ()
    ) -> Illegal | None:
        """Why the seat may not call this, None when it may."""
        return None if isinstance(move, Pass) else self.naming.refusal(hand, move)

    def only_pass_is_left(self, calls: Sequence[SeatCall]) -> bool:
        """Whoever has not passed may open."""
        return False

    def outcome(self, calls: Sequence[SeatCall]) -> Contract | AllPassed | None:
        """The opening, or that all passed, or None while somebody may still open."""
        if calls and isinstance(calls[-1].call, OpenAndName):
            return Contract(calls[-1].seat, 0, calls[-1].call.denomination)
        return ALL_PASSED if len(calls) == self.seats else None


@dataclass(frozen=True, slots=True)
class Promise:
    """An auction of points is over: who declares and the card points promised. Trump is named next."""

    declarer: Seat
    points: int


@dataclass(frozen=True, slots=True)
class PointAuction:
    """Seats bid card points they will take with the partner, each more than the last (our rule).

    All others passing in a row ends it; who passed may bid again.
    """

    seats: int
    first: FirstCaller = FirstCaller.DEALER
    simultaneous: bool = False

    def callers(self, first: Seat, calls: Sequence[SeatCall]) -> tuple[Seat, ...]:
        """The seat whose turn it is."""
        return (left_of(first, self.seats, len(calls)),)

    def legal(
        self, calls: Sequence[SeatCall], seat: Seat, hand: Sequence[Card] = ()
    ) -> tuple[Pass | PointBid, ...]:
        """Pass, or any promise higher than the last."""
        return (PASS, *(PointBid(points) for points in range(_least(calls), ALL_POINTS + 1)))

    def refusal(
        self, calls: Sequence[SeatCall], seat: Seat, move: Move, hand: Sequence[Card] = ()
    ) -> Illegal | None:
        """Why the seat may not call this, None when it may."""
        if isinstance(move, Pass):
            return None
        if not isinstance(move, PointBid):
            return Illegal.MOVE_NOT_IN_GAME
        if not LEAST_PROMISE <= move.points <= ALL_POINTS:
            return Illegal.POINTS_OUT_OF_RANGE
        return Illegal.BID_TOO_LOW if move.points < _least(calls) else None

    def only_pass_is_left(self, calls: Sequence[SeatCall]) -> bool:
        """After a promise of everything nobody can promise more."""
        return _least(calls) > ALL_POINTS

    def outcome(self, calls: Sequence[SeatCall]) -> Promise | AllPassed | None:
        """The promise, or that all passed, or None while the auction is open."""
        last = _last_promise(calls)
        if last is None:
            return ALL_PASSED if len(calls) == self.seats else None
        return last if trailing_passes(calls) == self.seats - 1 else None


def _last_promise(calls: Sequence[SeatCall]) -> Promise | None:
    bids = (
        Promise(made.seat, made.call.points) for made in reversed(calls) if isinstance(made.call, PointBid)
    )
    return next(bids, None)


def _least(calls: Sequence[SeatCall]) -> int:
    last = _last_promise(calls)
    return LEAST_PROMISE if last is None else last.points + 1


class ItalianScoring(StrEnum):
    """Who scores the difference in card points."""

    WINNING_SIDE = "winning_side"
    SIGNED = "signed"
    ZERO_SUM = "zero_sum"


@dataclass(frozen=True, slots=True)
class CapturedPoints:
    """The difference between the card points of the two sides, one line a seat (interpreted, rules.md 7)."""

    seats: int
    scheme: ItalianScoring = ItalianScoring.WINNING_SIDE

    def score(self, played: Played, before: Sequence[ScoreLine]) -> tuple[ScoreLine, ...]:
        """The lines of a deal, whatever stood on the sheet before."""
        ahead = self.difference(played)
        return tuple(
            ScoreLine(played.deal, (seat,), *self._scored(played, seat, ahead)) for seat in range(self.seats)
        )

    def difference(self, played: Played) -> int:
        """How far the declarer's side is ahead; a broken promise counts twice the points missing (ours)."""
        taken = sum(played.card_points[seat] for seat in played.declaring_side)
        promised = played.contract.points if played.contract else 0
        return 2 * taken - ALL_POINTS if taken >= promised else 2 * (taken - promised)

    def _scored(self, played: Played, seat: Seat, ahead: int) -> tuple[int, ScoreReason]:
        declares = seat in played.declaring_side
        own = ahead if declares else -ahead
        points = self._share(played, seat, own)
        if ahead == 0:
            return points, ScoreReason.POINTS_EVEN
        return points, ScoreReason.POINTS_FOR if own > 0 else ScoreReason.POINTS_AGAINST

    def _share(self, played: Played, seat: Seat, own: int) -> int:
        match self.scheme:
            case ItalianScoring.WINNING_SIDE:
                return max(0, own)
            case ItalianScoring.SIGNED:
                return own
            case ItalianScoring.ZERO_SUM:
                return own * self._weight(played, seat)

    def _weight(self, played: Played, seat: Seat) -> int:
        """The declarer wins or loses what balances the other four, alone all of it."""
        if seat != played.declaring_side[0]:
            return 1
        return self.seats - 2 * (len(played.declaring_side) - 1) - 1
