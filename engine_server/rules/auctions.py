"""Auctions: whose call it is, what may be called, and when the bidding is over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine_server.rules.cards import Card, Seat, left_of
from engine_server.rules.contracts import Contract
from engine_server.rules.illegal import Illegal
from engine_server.rules.moves import (
    ALL_BIDS,
    DOUBLE,
    PASS,
    REDOUBLE,
    Bid,
    Call,
    Double,
    Move,
    Pass,
    Redouble,
    SeatCall,
)


class FirstCaller(StrEnum):
    """Who speaks first."""

    LEFT = "left"
    DEALER = "dealer"
    RANDOM = "random"


class AllPassed(StrEnum):
    """Every seat passed before any bid."""

    ALL_PASSED = "all_passed"


ALL_PASSED = AllPassed.ALL_PASSED


@dataclass(frozen=True, slots=True)
class Ladder:
    """Bids climb a ladder, each higher than the last, until `closing_passes` passes follow one.

    Whoever bid last declares; with `pairs` the first of that pair to name the denomination. With `doubles`
    the other side may double the last bid and the side that made it redouble: where nobody has a fixed
    partner a side is a seat (our rule for hidden partners, rules.md section 3).
    """

    seats: int
    first: FirstCaller
    doubles: bool
    closing_passes: int = 3
    pairs: bool = False

    @property
    def simultaneous(self) -> bool:
        """Whether all call at once, unseen."""
        return False

    def callers(self, first: Seat, calls: Sequence[SeatCall]) -> tuple[Seat, ...]:
        """The seat whose call it is."""
        return (left_of(first, self.seats, len(calls)),)

    def legal(self, calls: Sequence[SeatCall], seat: Seat, hand: Sequence[Card] = ()) -> tuple[Call, ...]:
        """Everything `seat` may call now: pass, then double or redouble, then bids from the lowest up."""
        last = last_bid(calls)
        if last is None:
            return (PASS, *ALL_BIDS)
        doubling = [call for call in (DOUBLE, REDOUBLE) if self._doubling_refusal(calls, seat, call) is None]
        return (PASS, *doubling, *ALL_BIDS[_bid(last).height + 1 :])

    def refusal(
        self, calls: Sequence[SeatCall], seat: Seat, move: Move, hand: Sequence[Card] = ()
    ) -> Illegal | None:
        """Why `seat` may not make this call, None when it may."""
        match move:
            case Pass():
                return None
            case Bid():
                return _bid_refusal(calls, move)
            case Double() | Redouble():
                return self._doubling_refusal(calls, seat, move)
            case _:
                return Illegal.MOVE_NOT_IN_GAME

    def _doubling_refusal(
        self, calls: Sequence[SeatCall], seat: Seat, call: Double | Redouble
    ) -> Illegal | None:
        last = last_bid(calls) if self.doubles else None
        if last is None:
            return Illegal.DOUBLE_NOT_ALLOWED
        wanted = (1, False) if isinstance(call, Double) else (2, True)
        own = self._side(seat) == self._side(last.seat)
        return None if (stake_of(calls), own) == wanted else Illegal.DOUBLE_NOT_ALLOWED

    def _side(self, seat: Seat) -> int:
        return seat % 2 if self.pairs else seat

    def only_pass_is_left(self, calls: Sequence[SeatCall]) -> bool:
        """Whether nothing but passes can follow, so that the engine enters them (rules.md section 2)."""
        last = None if self.doubles else last_bid(calls)
        return last is not None and last.call == ALL_BIDS[-1]

    def outcome(self, calls: Sequence[SeatCall]) -> Contract | AllPassed | None:
        """The contract, or that all passed, or None while the auction is open."""
        passes = trailing_passes(calls)
        if passes == len(calls) == self.seats:
            return ALL_PASSED
        last = None if passes < self.closing_passes else last_bid(calls)
        if last is None:
            return None
        bid = _bid(last)
        return Contract(self._declarer(calls, last.seat, bid), bid.level, bid.denomination, stake_of(calls))

    def _declarer(self, calls: Sequence[SeatCall], bidder: Seat, bid: Bid) -> Seat:
        """The first of the bidder's side to name the denomination (founding documents 001, 004)."""
        return next(
            made.seat
            for made in calls
            if isinstance(made.call, Bid)
            and made.call.denomination is bid.denomination
            and self._side(made.seat) == self._side(bidder)
        )


def last_bid(calls: Sequence[SeatCall]) -> SeatCall | None:
    """The highest bid so far with the seat that made it, None before the first."""
    for made in reversed(calls):
        if isinstance(made.call, Bid):
            return made
    return None


def stake_of(calls: Sequence[SeatCall]) -> int:
    """What the last bid is multiplied by: 1, doubled 2, redoubled 4."""
    for made in reversed(calls):
        if isinstance(made.call, Redouble):
            return 4
        if isinstance(made.call, Double):
            return 2
        if isinstance(made.call, Bid):
            return 1
    return 1


def trailing_passes(calls: Sequence[SeatCall]) -> int:
    """How many passes in a row stand at the end."""
    for count, made in enumerate(reversed(calls)):
        if not isinstance(made.call, Pass):
            return count
    return len(calls)


def _bid(made: SeatCall) -> Bid:
    assert isinstance(made.call, Bid)
    return made.call


def _bid_refusal(calls: Sequence[SeatCall], bid: Bid) -> Illegal | None:
    if not 1 <= bid.level <= 7:
        return Illegal.BID_OUT_OF_RANGE
    last = last_bid(calls)
    return Illegal.BID_TOO_LOW if last is not None and bid.height <= _bid(last).height else None
