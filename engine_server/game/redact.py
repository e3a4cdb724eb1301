"""Redaction: from the whole state to what one viewer may know. Nothing leaves the engine by another door."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine_server.game import events as happened
from engine_server.game import view as seen
from engine_server.game.events import Event
from engine_server.game.record import DealRecord
from engine_server.game.state import (
    Deal,
    Occupant,
    TableState,
    acting_seats,
    legal_moves,
    partner_is_public,
    tricks_won,
)
from engine_server.game.view import FinishedDeal, HandSeen, Hidden, Notice, PartnerSeen, SeatSeen, Seen, View
from engine_server.rules.cards import Card, Seat
from engine_server.rules.contracts import Contract
from engine_server.rules.scoring import totals
from engine_server.rules.tricks import TrumpLead


def view_for(state: TableState, viewer: Seat | None) -> View:
    """The table as a seat, or a spectator (None), may see it."""
    deal = state.deal
    return View(
        table=state.table,
        code=state.code,
        variant=state.variant,
        options=state.options.as_text(),
        pace=state.pace,
        spectators=state.spectators,
        practice=state.practice,
        version=state.version,
        viewer=viewer,
        stage=state.stage,
        host=state.host,
        seats=tuple(_seat_seen(state, seat) for seat in range(state.variant.seats)),
        deal=deal.number if deal else state.scored,
        dealer=deal.dealer if deal else state.dealer,
        redeals=deal.redeals if deal else 0,
        seal=deal.seal if deal else b"",
        phase=state.phase,
        acting=acting_seats(state),
        decision_version=0 if viewer is None else state.opened_at[viewer],
        legal_moves=() if viewer is None else legal_moves(state, viewer),
        hands=_own_hand(deal, viewer),
        calls=deal.calls if deal else (),
        contract=deal.contract if deal else None,
        partner=_partner_seen(state, viewer),
        tricks=deal.tricks if deal else (),
        trick=deal.trick if deal else None,
        trump_broken=deal.trump_broken if deal else False,
        lines=state.lines,
        totals=totals(state.lines, state.variant.seats),
        last_deal=_finished(state.last_deal) if state.last_deal else None,
        places=state.places,
        closed=state.closed,
    )


def _seat_seen(state: TableState, seat: Seat) -> SeatSeen:
    sitter = state.seats[seat] or Occupant("", None, robot_plays=False)
    deal = state.deal
    return SeatSeen(
        seat=seat,
        name=sitter.name,
        player=sitter.player,
        is_robot=state.seats[seat] is not None and sitter.is_robot,
        robot_plays=sitter.robot_plays,
        cards_left=len(deal.hands[seat]) if deal and deal.hands else 0,
        tricks=tricks_won(deal, state.variant.seats)[seat] if deal else 0,
    )


def _own_hand(deal: Deal | None, viewer: Seat | None) -> tuple[HandSeen, ...]:
    if deal is None or viewer is None or not deal.hands:
        return ()
    return (HandSeen(viewer, deal.hands[viewer]),)


def _partner_seen(state: TableState, viewer: Seat | None) -> PartnerSeen | None:
    """What a viewer knows of the called card: the same shape for all who are not the declarer."""
    deal = state.deal
    if deal is None or deal.called is None or deal.contract is None:
        return None
    shown = partner_is_public(state)
    return PartnerSeen(
        card=deal.called,
        notice=_notice(deal.dealt, deal.called, deal.contract, viewer),
        holder=state.variant.sides.holder(deal.called, deal.dealt)
        if shown
        else _own_knowledge(deal.dealt, deal.called, viewer),
        shown=shown,
    )


def _notice(
    dealt: tuple[tuple[Card, ...], ...], called: Card, contract: Contract, viewer: Seat | None
) -> Notice:
    if viewer is None or viewer == contract.declarer:
        return Notice.NONE
    return Notice.YOU_HOLD_IT if called in dealt[viewer] else Notice.YOU_DO_NOT


def _own_knowledge(dealt: tuple[tuple[Card, ...], ...], called: Card, viewer: Seat | None) -> Seat | None:
    return viewer if viewer is not None and called in dealt[viewer] else None


def _finished(record: DealRecord) -> FinishedDeal:
    return FinishedDeal(
        number=record.number,
        dealer=record.dealer,
        redeals=record.redeals,
        hands=tuple(HandSeen(seat, cards) for seat, cards in enumerate(record.dealt)),
        calls=record.calls,
        contract=record.contract,
        called=record.called,
        declaring_side=record.declaring_side,
        declaring_tricks=record.declaring_tricks,
        tricks=record.tricks,
        ended_early=record.ended_early,
        lines=record.lines,
        seal=record.seal,
        secret=record.secret,
    )


# --- events --------------------------------------------------------------------------------------------


def seen_by(event: Event, after: TableState, viewer: Seat | None) -> Seen:
    """An event as a viewer may see it; `after` is the state it led to."""
    return _SEEN[type(event)](event, after, viewer)


def _options(
    event: happened.TableOpened | happened.OptionsChosen, after: TableState, viewer: Seat | None
) -> Seen:
    return seen.TableOpenedSeen(event.options)


def _seat_changed(
    event: happened.SeatTaken | happened.SeatLeft | happened.SeatHandedOver,
    after: TableState,
    viewer: Seat | None,
) -> Seen:
    return seen.SeatChangedSeen(_seat_seen(after, event.seat))


def _match_started(event: happened.MatchStarted, after: TableState, viewer: Seat | None) -> Seen:
    return seen.MatchStartedSeen(event.first_dealer)


def _deal_sealed(event: happened.DealSealed, after: TableState, viewer: Seat | None) -> Seen:
    return seen.DealSealedSeen(event.deal, event.seal)


def _hands_dealt(event: happened.HandsDealt, after: TableState, viewer: Seat | None) -> Seen:
    own = () if viewer is None else event.hands[viewer]
    return seen.HandsDealtSeen(event.redeal, event.dealer, event.first_caller, own)


def _wash_answered(event: happened.WashAnswered, after: TableState, viewer: Seat | None) -> Seen:
    return seen.WashAnsweredSeen(event.redeal) if viewer == event.seat else Hidden()


def _hands_washed(event: happened.HandsWashed, after: TableState, viewer: Seat | None) -> Seen:
    return seen.HandsWashedSeen(event.reason)


def _hands_kept(event: happened.HandsKept, after: TableState, viewer: Seat | None) -> Seen:
    return seen.HandsKeptSeen()


def _call_made(event: happened.CallMade, after: TableState, viewer: Seat | None) -> Seen:
    contract = after.deal.contract if after.deal else None
    return seen.CallMadeSeen(event.seat, event.call, event.entered, contract)


def _partner_called(event: happened.PartnerCalled, after: TableState, viewer: Seat | None) -> Seen:
    partner = _partner_seen(after, viewer)
    assert partner is not None
    return seen.PartnerCalledSeen(event.seat, partner)


def _card_played(event: happened.CardPlayed, after: TableState, viewer: Seat | None) -> Seen:
    deal = after.deal
    assert deal is not None
    winner = deal.tricks[-1].winner if deal.trick is None else None
    shows = event.card == deal.called
    return seen.CardPlayedSeen(event.seat, event.card, winner, shows, _trump_just_broken(after, deal))


def _trump_just_broken(after: TableState, deal: Deal) -> bool:
    """Whether the last card was the one that broke trump, where that was awaited."""
    return deal.last_card_broke_trump and after.variant.tricks.trump_lead is TrumpLead.UNTIL_BROKEN


def _deal_scored(event: happened.DealScored, after: TableState, viewer: Seat | None) -> Seen:
    assert after.last_deal is not None
    return seen.DealScoredSeen(_finished(after.last_deal))


def _match_ended(event: happened.MatchEnded, after: TableState, viewer: Seat | None) -> Seen:
    return seen.MatchEndedSeen(event.places)


def _table_closed(event: happened.TableClosed, after: TableState, viewer: Seat | None) -> Seen:
    return seen.TableClosedSeen(event.reason)


_SEEN: dict[type, Callable[[Any, TableState, Seat | None], Seen]] = {
    happened.TableOpened: _options,
    happened.OptionsChosen: _options,
    happened.SeatTaken: _seat_changed,
    happened.SeatLeft: _seat_changed,
    happened.SeatHandedOver: _seat_changed,
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
