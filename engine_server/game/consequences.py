"""What follows from an event without anybody's decision: washes, entered passes, scores, the next cards."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from engine_server.game import events as happened
from engine_server.game.events import Event, WashReason
from engine_server.game.evolve import Step, steps_of
from engine_server.game.state import (
    Deal,
    TableState,
    acting_seats,
    all_passed,
    outcome_of,
    partner_is_public,
    wash_wanted,
)
from engine_server.game.view import Phase
from engine_server.rules.auctions import FirstCaller
from engine_server.rules.cards import Seat, left_of
from engine_server.rules.contracts import TRICKS_OF_A_DEAL
from engine_server.rules.dealing import seal_of
from engine_server.rules.matches import MAX_THROWN_IN
from engine_server.rules.moves import (
    PASS,
)
from engine_server.rules.scoring import thrown_in, totals


class Lots(Protocol):
    """Where a table's chance comes from."""

    def secret(self) -> bytes:
        """A fresh secret of 32 bytes for one deal."""
        ...

    def below(self, limit: int) -> int:
        """An even draw of 0 .. limit - 1."""
        ...


@dataclass(frozen=True, slots=True)
class Decided:
    """What a command makes happen, step by step, and the state after it."""

    steps: tuple[Step, ...]
    state: TableState

    @property
    def events(self) -> tuple[Event, ...]:
        """What happens."""
        return tuple(step.event for step in self.steps)


def run(state: TableState, lots: Lots, *first: Event) -> Decided:
    """The given events and all that follows from them until somebody must decide or a pause begins."""
    steps: tuple[Step, ...] = ()
    following: tuple[Event, ...] = first
    while following:
        steps += steps_of(state, following)
        state = steps[-1].state
        following = _following(state, steps[-1].event, lots)
    return Decided(steps, state)


def _following(state: TableState, last: Event, lots: Lots) -> tuple[Event, ...]:
    """What the last event brings about without anybody's decision."""
    match last:
        case happened.MatchStarted():
            return next_deal(state, lots)
        case happened.DealSealed() | happened.HandsWashed():
            return (_dealt(state, lots),)
        case happened.HandsDealt():
            return _after_dealing(state)
        case happened.WashAnswered():
            return _after_answer(state)
        case happened.CallMade():
            return _after_call(state)
        case happened.CardPlayed():
            return _after_card(state)
        case happened.DealScored():
            return _after_scoring(state)
        case _:
            return ()


def next_deal(state: TableState, lots: Lots) -> tuple[Event, ...]:
    secret = lots.secret()
    return (happened.DealSealed(state.scored + 1, seal_of(secret), secret),)


def _dealt(state: TableState, lots: Lots) -> Event:
    deal, variant = _deal(state), state.variant
    redeal = deal.redeals + 1 if deal.washed else 0
    dealer = _dealer_now(state)
    hands = variant.dealing.hands(variant.deck.cards, variant.seats, dealer, deal.secret, redeal)
    return happened.HandsDealt(redeal, dealer, _first_caller(state, dealer, lots), hands)


def _dealer_now(state: TableState) -> Seat:
    deal = _deal(state)
    if deal.washed is WashReason.ALL_PASSED:
        return state.variant.match.dealer_after_all_passed(deal.dealer, state.variant.seats)
    return deal.dealer


def _first_caller(state: TableState, dealer: Seat, lots: Lots) -> Seat:
    match state.variant.auction.first:
        case FirstCaller.LEFT:
            return left_of(dealer, state.variant.seats)
        case FirstCaller.DEALER:
            return dealer
        case FirstCaller.RANDOM:
            return lots.below(state.variant.seats)


def _after_dealing(state: TableState) -> tuple[Event, ...]:
    deal = _deal(state)
    must = state.variant.dealing.wash.must_redeal(deal.dealt, deal.redeals)
    return (happened.HandsWashed(WashReason.WEAK_HAND),) if must else ()


def _after_answer(state: TableState) -> tuple[Event, ...]:
    deal = _deal(state)
    if acting_seats(state):
        return ()
    return (happened.HandsWashed(WashReason.WEAK_HAND) if wash_wanted(deal) else happened.HandsKept(),)


def _after_call(state: TableState) -> tuple[Event, ...]:
    deal, auction = _deal(state), state.variant.auction
    if all_passed(state):
        return _after_all_passed(state)
    if deal.phase is Phase.AUCTION and auction.only_pass_is_left(deal.calls):
        return (happened.CallMade(auction.caller(deal.first_caller, deal.calls), PASS, entered=True),)
    return ()


def _after_all_passed(state: TableState) -> tuple[Event, ...]:
    deal = _deal(state)
    if deal.thrown_in + 1 < MAX_THROWN_IN:
        return (happened.HandsWashed(WashReason.ALL_PASSED),)
    return (happened.DealScored(thrown_in(deal.number, state.variant.seats)),)


def _after_card(state: TableState) -> tuple[Event, ...]:
    deal = _deal(state)
    played_out = not any(deal.hands)
    if not played_out and not _decided_early(state):
        return ()
    lines = state.variant.scoring.lines(deal.number, outcome_of(state))
    return (happened.DealScored(lines, ended_early=not played_out),)


def _decided_early(state: TableState) -> bool:
    """Only once the partner is public, or the early end would tell who it is (rules.md section 3)."""
    deal = _deal(state)
    if not state.variant.claim_when_decided or deal.trick or not partner_is_public(state):
        return False
    return state.variant.scoring.is_decided(outcome_of(state), TRICKS_OF_A_DEAL - len(deal.tricks))


def _after_scoring(state: TableState) -> tuple[Event, ...]:
    if not state.variant.match.is_over(state.scored):
        return ()
    points = totals(state.lines, state.variant.seats)
    return (happened.MatchEnded(state.variant.match.ranking(dict(enumerate(points)))),)


def _deal(state: TableState) -> Deal:
    assert state.deal is not None
    return state.deal
