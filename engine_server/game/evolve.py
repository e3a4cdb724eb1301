"""Folding: one event after another turned into the state of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from engine_server.game import events as happened
from engine_server.game.events import Event
from engine_server.game.record import DealRecord
from engine_server.game.state import Deal, Occupant, TableState, acting_seats, decision_key, outcome_of
from engine_server.game.view import Phase, Stage
from engine_server.rules.cards import Card, Seat
from engine_server.rules.contracts import Contract
from engine_server.rules.moves import SeatCall
from engine_server.rules.tricks import Trick
from engine_server.rules.variants import game_of


def fold(log: Iterable[Event]) -> TableState:
    """The state of a table from its whole log, which begins with TableOpened."""
    first, *rest = log
    assert isinstance(first, happened.TableOpened)
    return reduce(evolve, rest, opened(first))


def opened(event: happened.TableOpened) -> TableState:
    """The state of a table that has just been opened."""
    game = game_of(event.game)
    options = game.read({}, before=dict(event.options))
    return TableState(
        table=event.table,
        code=event.code,
        game=game,
        options=options,
        variant=game.variant(options),
        pace=event.pace,
        spectators=event.spectators,
        practice=event.practice,
        seats=(None,) * game.seats,
        version=1,
        opened_at=(0,) * game.seats,
    )


@dataclass(frozen=True, slots=True)
class Step:
    """An event with the state it led to."""

    event: Event
    state: TableState


def steps_of(state: TableState, events: Iterable[Event]) -> tuple[Step, ...]:
    """The events that follow a state, each with the state it leads to."""
    steps = []
    for event in events:
        state = evolve(state, event)
        steps.append(Step(event, state))
    return tuple(steps)


def evolve(state: TableState, event: Event) -> TableState:
    """The state after one more event."""
    after = _STEPS[type(event)](state, event)
    return after._replace(version=state.version + 1, opened_at=_opened_at(state, after))


def _opened_at(before: TableState, after: TableState) -> tuple[int, ...]:
    """When each seat's pending decision opened: now, unless the same question was open already."""
    acting = acting_seats(after)
    if not acting:
        return (0,) * len(before.opened_at)
    now, same = before.version + 1, decision_key(before) == decision_key(after)
    return tuple(
        [
            0 if seat not in acting else (at if same and at else now)
            for seat, at in enumerate(before.opened_at)
        ]
    )


# --- the table -----------------------------------------------------------------------------------------


def _options_chosen(state: TableState, event: happened.OptionsChosen) -> TableState:
    options = state.game.read({}, before=dict(event.options))
    return state._replace(options=options, variant=state.game.variant(options))


def _seat_taken(state: TableState, event: happened.SeatTaken) -> TableState:
    sitter = Occupant(event.name, event.player, robot_plays=event.player is None)
    return _with_sitter(state, event.seat, sitter)._replace(host=state.host or event.player)


def _seat_left(state: TableState, event: happened.SeatLeft) -> TableState:
    sitter = None if event.robot is None else Occupant(event.robot, None, robot_plays=True)
    after = _with_sitter(state, event.seat, sitter)
    persons = [someone.player for someone in after.seats if someone and someone.player]
    stays = state.host if state.host in persons else None
    return after._replace(host=stays or (persons[0] if persons else None))


def _seat_handed_over(state: TableState, event: happened.SeatHandedOver) -> TableState:
    sitter = state.seats[event.seat]
    assert sitter is not None
    return _with_sitter(state, event.seat, replace(sitter, robot_plays=event.to_robot))


def _with_sitter(state: TableState, seat: Seat, sitter: Occupant | None) -> TableState:
    return state._replace(seats=(*state.seats[:seat], sitter, *state.seats[seat + 1 :]))


def _match_started(state: TableState, event: happened.MatchStarted) -> TableState:
    return state._replace(stage=Stage.PLAYING, dealer=event.first_dealer)


def _match_ended(state: TableState, event: happened.MatchEnded) -> TableState:
    return state._replace(stage=Stage.OVER, places=event.places)


def _table_closed(state: TableState, event: happened.TableClosed) -> TableState:
    return state._replace(stage=Stage.CLOSED, closed=event.reason)


# --- the deal ------------------------------------------------------------------------------------------


def _deal_sealed(state: TableState, event: happened.DealSealed) -> TableState:
    assert state.dealer is not None
    return state._replace(deal=Deal(event.deal, event.seal, event.secret, dealer=state.dealer))


def _hands_dealt(state: TableState, event: happened.HandsDealt) -> TableState:
    deal = _deal(state)
    asks = state.variant.dealing.wash.asks(event.redeal)
    dealt = Deal(
        deal.number,
        deal.seal,
        deal.secret,
        phase=Phase.WASH if asks else Phase.AUCTION,
        dealer=event.dealer,
        first_caller=event.first_caller,
        redeals=event.redeal,
        thrown_in=deal.thrown_in,
        dealt=event.hands,
        hands=event.hands,
    )
    return state._replace(deal=dealt, dealer=event.dealer)


def _wash_answered(state: TableState, event: happened.WashAnswered) -> TableState:
    deal = _deal(state)
    return state._replace(deal=deal._replace(answers=(*deal.answers, (event.seat, event.redeal))))


def _hands_washed(state: TableState, event: happened.HandsWashed) -> TableState:
    deal = _deal(state)
    thrown_in = deal.thrown_in + (event.reason is happened.WashReason.ALL_PASSED)
    washed = Deal(
        deal.number,
        deal.seal,
        deal.secret,
        dealer=deal.dealer,
        redeals=deal.redeals,
        washed=event.reason,
        thrown_in=thrown_in,
    )
    return state._replace(deal=washed)


def _hands_kept(state: TableState, event: happened.HandsKept) -> TableState:
    return state._replace(deal=_deal(state)._replace(phase=Phase.AUCTION))


def _call_made(state: TableState, event: happened.CallMade) -> TableState:
    deal = _deal(state)
    calls = (*deal.calls, SeatCall(event.seat, event.call))
    outcome = state.variant.auction.outcome(calls)
    if isinstance(outcome, Contract):
        return state._replace(deal=deal._replace(calls=calls, contract=outcome, phase=Phase.CALLING))
    return state._replace(deal=deal._replace(calls=calls, phase=Phase.NONE if outcome else Phase.AUCTION))


def _partner_called(state: TableState, event: happened.PartnerCalled) -> TableState:
    return state._replace(deal=_deal(state)._replace(called=event.card, phase=Phase.PLAY))


def _card_played(state: TableState, event: happened.CardPlayed) -> TableState:
    deal, seats = _deal(state), state.variant.seats
    assert deal.contract is not None
    leader = deal.trick.leader if deal.trick else event.seat
    cards = (*(deal.trick.cards if deal.trick else ()), event.card)
    complete = len(cards) == seats
    trump = deal.contract.trump
    won = Trick(leader, cards, _winner(state, leader, cards)) if complete else None
    broken = state.variant.tricks.broken_after(cards, trump, deal.trump_broken)
    after = deal._replace(
        hands=_without(deal.hands, event.seat, event.card),
        called_fell=deal.called_fell or event.card == deal.called,
        tricks=(*deal.tricks, won) if won else deal.tricks,
        trick=None if complete else Trick(leader, cards),
        trump_broken=broken,
        last_card_broke_trump=broken and not deal.trump_broken,
    )
    return state._replace(deal=after if any(after.hands) else after._replace(phase=Phase.NONE))


def _winner(state: TableState, leader: Seat, cards: tuple[Card, ...]) -> Seat:
    deal = _deal(state)
    assert deal.contract is not None
    place = state.variant.tricks.winning_place(cards, deal.contract.trump)
    return Trick(leader, cards).seat_of(place, state.variant.seats)


def _without(hands: tuple[tuple[Card, ...], ...], seat: Seat, card: Card) -> tuple[tuple[Card, ...], ...]:
    rest = tuple(held for held in hands[seat] if held != card)
    return (*hands[:seat], rest, *hands[seat + 1 :])


def _deal_scored(state: TableState, event: happened.DealScored) -> TableState:
    deal = _deal(state)
    return state._replace(
        deal=None,
        dealer=state.variant.match.next_dealer(deal.dealer, state.variant.seats),
        scored=state.scored + 1,
        lines=state.lines + event.lines,
        last_deal=_record(state, event),
    )


def _record(state: TableState, event: happened.DealScored) -> DealRecord:
    deal = _deal(state)
    outcome = outcome_of(state) if deal.called else None
    return DealRecord(
        number=deal.number,
        dealer=deal.dealer,
        redeals=deal.redeals,
        dealt=deal.dealt,
        calls=deal.calls,
        contract=deal.contract,
        called=deal.called,
        declaring_side=outcome.declaring_side if outcome else (),
        declaring_tricks=outcome.tricks if outcome else 0,
        tricks=deal.tricks,
        ended_early=event.ended_early,
        lines=event.lines,
        seal=deal.seal,
        secret=deal.secret,
    )


def _deal(state: TableState) -> Deal:
    assert state.deal is not None
    return state.deal


_STEPS: dict[type, Callable[[TableState, Any], TableState]] = {
    happened.OptionsChosen: _options_chosen,
    happened.SeatTaken: _seat_taken,
    happened.SeatLeft: _seat_left,
    happened.SeatHandedOver: _seat_handed_over,
    happened.MatchStarted: _match_started,
    happened.DealSealed: _deal_sealed,
    happened.HandsDealt: _hands_dealt,
    happened.WashAnswered: _wash_answered,
    happened.HandsWashed: _hands_washed,
    happened.HandsKept: _hands_kept,
    happened.CallMade: _call_made,
    happened.PartnerCalled: _partner_called,
    happened.CardPlayed: _card_played,
    happened.DealScored: _deal_scored,
    happened.MatchEnded: _match_ended,
    happened.TableClosed: _table_closed,
}
