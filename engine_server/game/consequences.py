"""What follows from an event without anybody's decision: washes, entered passes, scores, the next cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from engine_server.game import events as happened
from engine_server.game.events import Event, WashReason
from engine_server.game.evolve import Step, evolve
from engine_server.game.state import (
    Deal,
    TableState,
    acting_seats,
    outcome_of,
    partner_is_public,
    played,
    wash_of,
    wash_wanted,
)
from engine_server.rules.auctions import FirstCaller
from engine_server.rules.cards import Seat, left_of
from engine_server.rules.contracts import TRICKS_OF_A_DEAL
from engine_server.rules.dealing import seal_of
from engine_server.rules.exposure import Moment
from engine_server.rules.matches import MAX_THROWN_IN, AllPass
from engine_server.rules.moves import PASS
from engine_server.rules.phases import Phase
from engine_server.rules.point_count import StrongerPair
from engine_server.rules.scoring import WinnersScore
from engine_server.rules.sheets import ScoreReason, nothing_for_all, totals


class Lots(Protocol):
    """Where a table's chance comes from."""

    def secret(self) -> bytes:
        """A fresh secret of 32 bytes for one deal."""
        ...

    def below(self, limit: int) -> int:
        """An even draw of 0 .. limit - 1."""
        ...


class Decided(NamedTuple):
    """What a command makes happen, step by step, and the state after it."""

    steps: tuple[Step, ...]
    state: TableState

    @property
    def events(self) -> tuple[Event, ...]:
        """What happens."""
        return tuple([step.event for step in self.steps])


def run(state: TableState, lots: Lots, *first: Event) -> Decided:
    """The given events and all that follows from them until somebody must decide or a pause begins."""
    steps: list[Step] = []
    following: tuple[Event, ...] = first
    while following:
        for event in following:
            state = evolve(state, event)
            steps.append(Step(event, state))
        following = _following(state, following[-1], lots)
    return Decided(tuple(steps), state)


def _following(state: TableState, last: Event, lots: Lots) -> tuple[Event, ...]:
    """What the last event brings about without anybody's decision."""
    kind = type(last)
    if kind in _BY_RULE:
        return _BY_RULE[kind](state)
    return _BY_CHANCE[kind](state, lots) if kind in _BY_CHANCE else ()


def next_deal(state: TableState, lots: Lots) -> tuple[Event, ...]:
    """A deal begins: its secret is drawn and sealed."""
    secret = lots.secret()
    return (happened.DealSealed(state.scored + 1, seal_of(secret), secret),)


def _dealt(state: TableState, lots: Lots) -> tuple[Event, ...]:
    deal, dealer = _deal(state), _dealer_now(state)
    redeal = deal.redeals + 1 if deal.washed else 0
    dealt = state.variant.dealing.deal(state.variant.deck.cards, dealer, deal.secret, redeal, deal.number)
    first = _first_caller(state, dealer, lots)
    events: tuple[Event, ...] = (happened.HandsDealt(redeal, dealer, first, dealt.hands, dealt.stock),)
    if dealt.early:
        events = (*events, happened.HandShown(len(dealt.hands) - 1, dealt.early))
    return events if dealt.trump is None else (*events, happened.TrumpTurned(dealt.turned, dealt.trump))


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
    deal, auction = _deal(state), state.variant.auction
    if isinstance(auction, StrongerPair):
        points = auction.points(deal.dealt)
        return (happened.PointsAnnounced(points, auction.declarer(points, deal.dealer)),)
    must = wash_of(state).must_redeal(deal.dealt, deal.redeals)
    return (happened.HandsWashed(WashReason.WEAK_HAND),) if must else ()


def _after_announcing(state: TableState) -> tuple[Event, ...]:
    if _deal(state).declarer is None:
        return (happened.HandsWashed(WashReason.TIED_POINTS),)
    return _dummies_shown(state) if state.variant.exposure.dummy is Moment.BEFORE_CHOICE else ()


def _dummies_shown(state: TableState) -> tuple[Event, ...]:
    deal = _deal(state)
    assert deal.declarer is not None
    dummies = state.variant.sides.dummies(deal.declarer)
    return tuple(happened.HandShown(hand, deal.dealt[hand]) for hand in dummies)


def _after_answer(state: TableState) -> tuple[Event, ...]:
    deal = _deal(state)
    if acting_seats(state):
        return ()
    return (happened.HandsWashed(WashReason.WEAK_HAND) if wash_wanted(deal) else happened.HandsKept(),)


def _after_call(state: TableState) -> tuple[Event, ...]:
    deal, auction = _deal(state), state.variant.auction
    if deal.phase is Phase.PLAY:
        return ()
    if deal.phase is Phase.NONE:
        return _after_all_passed(state)
    if auction.simultaneous and not acting_seats(state):
        return (happened.CallsShown(),)
    if deal.phase is Phase.AUCTION and auction.only_pass_is_left(deal.calls):
        (caller,) = auction.callers(deal.first_caller, deal.calls)
        return (happened.CallMade(caller, PASS, entered=True),)
    return ()


def _after_all_passed(state: TableState) -> tuple[Event, ...]:
    deal, sides = _deal(state), state.variant.sides.columns
    if state.variant.match.all_pass is AllPass.SCORED:
        return (happened.DealScored(nothing_for_all(deal.number, sides, ScoreReason.PASSED_OUT)),)
    if deal.thrown_in + 1 < MAX_THROWN_IN:
        return (happened.HandsWashed(WashReason.ALL_PASSED),)
    return (happened.DealScored(nothing_for_all(deal.number, sides, ScoreReason.THROWN_IN)),)


def _after_card(state: TableState) -> tuple[Event, ...]:
    deal = _deal(state)
    if deal.trick is not None:
        leads = not deal.tricks and len(deal.trick.cards) == 1
        return _after_opening_lead(state) if leads and deal.phase is Phase.PLAY else ()
    if deal.phase is Phase.DRAWING:
        return _drawn(deal)
    played_out = deal.phase is Phase.NONE
    return _scored(state, ended_early=not played_out) if played_out or _decided_early(state) else ()


def _scored(state: TableState, *, ended_early: bool) -> tuple[Event, ...]:
    lines = state.variant.scoring.score(played(state), state.lines)
    return (happened.DealScored(lines, ended_early),)


def _after_claim(state: TableState) -> tuple[Event, ...]:
    claim = _deal(state).claim
    assert claim is not None
    settled = not claim.accepted or not claim.waiting
    return (happened.ClaimSettled(claim.accepted),) if settled else ()


def _after_undo(state: TableState) -> tuple[Event, ...]:
    undo = _deal(state).undo
    assert undo is not None
    settled = not undo.accepted or not undo.waiting
    return (happened.UndoSettled(undo.accepted, undo.seat),) if settled else ()


def _after_settling(state: TableState) -> tuple[Event, ...]:
    """A granted claim ends the deal; after a refused one it is played on."""
    return () if _deal(state).granted is None else _scored(state, ended_early=False)


def _drawn(deal: Deal) -> tuple[Event, ...]:
    """The winner of a trick draws first, then the loser."""
    trick = deal.draws[-1]
    assert trick.winner is not None
    loser = next(hand for hand in trick.hands if hand != trick.winner)
    return (happened.CardDrawn(trick.winner, deal.stock[0]), happened.CardDrawn(loser, deal.stock[1]))


def _after_opening_lead(state: TableState) -> tuple[Event, ...]:
    return _dummies_shown(state) if state.variant.exposure.dummy is Moment.AFTER_LEAD else ()


def _decided_early(state: TableState) -> bool:
    """Only once the partner is public, or the early end would tell who it is (rules.md section 3)."""
    deal, scoring = _deal(state), state.variant.scoring
    if not state.variant.claim_when_decided or not partner_is_public(state):
        return False
    assert isinstance(scoring, WinnersScore)
    return scoring.is_decided(outcome_of(state), TRICKS_OF_A_DEAL - len(deal.tricks))


def _after_scoring(state: TableState) -> tuple[Event, ...]:
    match = state.variant.match
    return (ended(state),) if match.is_over(state.scored, state.lines) else ()


def ended(state: TableState) -> Event:
    """The end of the match as it stands: what it pays for itself, and the places."""
    match = state.variant.match
    closing = match.closing(state.scored, state.lines)
    points = totals((*state.lines, *closing), state.variant.seats)
    abandoned = match.abandoned(state.scored, state.lines)
    return happened.MatchEnded(match.ranking(dict(enumerate(points))), closing, abandoned)


def _deal(state: TableState) -> Deal:
    assert state.deal is not None
    return state.deal


_BY_CHANCE: dict[type, Callable[[TableState, Lots], tuple[Event, ...]]] = {
    happened.MatchStarted: next_deal,
    happened.DealSealed: _dealt,
    happened.HandsWashed: _dealt,
}
_BY_RULE: dict[type, Callable[[TableState], tuple[Event, ...]]] = {
    happened.HandsDealt: _after_dealing,
    happened.TrumpTurned: _after_dealing,
    happened.PointsAnnounced: _after_announcing,
    happened.WashAnswered: _after_answer,
    happened.CallMade: _after_call,
    happened.CardPlayed: _after_card,
    happened.DealScored: _after_scoring,
    happened.ClaimMade: _after_claim,
    happened.ClaimAnswered: _after_claim,
    happened.ClaimSettled: _after_settling,
    happened.UndoAsked: _after_undo,
    happened.UndoAnswered: _after_undo,
}
"""What each event brings about, if anything."""
