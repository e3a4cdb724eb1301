"""Views and events on the wire: field for field what redaction left, nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fourth.v1 import deals_pb2, events_pb2, table_service_pb2, texts_pb2, views_pb2

from engine_server.game import view as seen
from engine_server.game.events import Pace
from engine_server.game.view import Notice, PartnerSeen, Phase, SeatSeen, Seen, Stage, View
from engine_server.service.wire.deals import (
    call_out,
    cards_out,
    contract_out,
    finished_out,
    hand_out,
    line_out,
    places_out,
    totals_out,
    trick_out,
)
from engine_server.service.wire.moves import card_out, denomination_out, move_out
from engine_server.service.wire.texts import text_out
from engine_server.words.languages import Language

_STAGES = {stage: f"STAGE_{stage.name}" for stage in Stage}
_PHASES = {phase: f"PHASE_{phase.name}" for phase in Phase}
_NOTICES = {notice: f"NOTICE_{notice.name}" for notice in Notice}
_PACES = {pace: f"PACE_{pace.name}" for pace in Pace}


def view_out(view: View, language: Language) -> views_pb2.View:
    """A view with its words in the viewer's language."""
    seats = view.variant.seats
    return views_pb2.View(
        table=view.table,
        code=view.code,
        game=view.variant.key,
        options=settings_out(view.options),
        pace=_PACES[view.pace],
        spectators=view.spectators,
        practice=view.practice,
        version=view.version,
        viewer=view.viewer,
        stage=_STAGES[view.stage],
        host=view.host,
        seats=[seat_out(seat) for seat in view.seats],
        deal=view.deal,
        deals=view.variant.match.count,
        dealer=view.dealer,
        redeals=view.redeals,
        seal=view.seal,
        phase=_PHASES[view.phase],
        acting=view.acting,
        decision_version=view.decision_version,
        legal_moves=[move_out(move) for move in view.legal_moves],
        hands=[hand_out(hand) for hand in view.hands],
        calls=[call_out(made) for made in view.calls],
        contract=contract_out(view.contract),
        partner=partner_out(view.partner) if view.partner else None,
        tricks=[trick_out(trick, seats) for trick in view.tricks],
        trick=_trick_on_table(view),
        trump_broken=view.trump_broken,
        lines=[line_out(line, language) for line in view.lines],
        totals=totals_out(view.totals),
        last_deal=finished_out(view.last_deal, seats, view.practice, language) if view.last_deal else None,
        places=places_out(view.places),
        closed=text_out(view.closed.value, language) if view.closed else None,
        trump=denomination_out(view.contract.denomination) if view.contract else None,
        next_hand=_next_hand(view),
    )


def summary_out(view: View) -> table_service_pb2.TableSummary:
    """A table in a list."""
    return table_service_pb2.TableSummary(
        table=view.table,
        code=view.code,
        game=view.variant.key,
        stage=_STAGES[view.stage],
        seat=view.viewer,
        version=view.version,
        decision_version=view.decision_version,
    )


def _trick_on_table(view: View) -> deals_pb2.Trick | None:
    """The trick being played; before its first card it names who must lead."""
    if view.trick is not None:
        return trick_out(view.trick, view.variant.seats)
    leader = _next_hand(view)
    return None if leader is None else deals_pb2.Trick(leader=leader)


def _next_hand(view: View) -> int | None:
    return view.acting[0] if view.phase is Phase.PLAY and view.acting else None


def settings_out(options: tuple[tuple[str, str], ...]) -> list[texts_pb2.Setting]:
    """House rules in the catalog's order."""
    return [texts_pb2.Setting(key=key, value=value) for key, value in options]


def seat_out(seat: SeatSeen) -> views_pb2.SeatSeen:
    """A seat."""
    return views_pb2.SeatSeen(
        seat=seat.seat,
        name=seat.name,
        player=seat.player,
        is_robot=seat.is_robot,
        robot_plays=seat.robot_plays,
        cards_left=seat.cards_left,
        tricks=seat.tricks,
    )


def partner_out(partner: PartnerSeen) -> views_pb2.PartnerSeen:
    """The called card. The holder is named to all or to nobody, so that every notice has the same length."""
    return views_pb2.PartnerSeen(
        card=card_out(partner.card),
        notice=_NOTICES[partner.notice],
        holder=partner.holder if partner.shown else None,
        shown=partner.shown,
    )


# --- events --------------------------------------------------------------------------------------------


def event_out(happened: Seen, seats: int, practice: bool, language: Language) -> events_pb2.TableEvent:
    """An event as its viewer may see it."""
    if isinstance(happened, seen.DealScoredSeen):
        deal = finished_out(happened.deal, seats, practice, language)
        return events_pb2.TableEvent(deal_scored=events_pb2.DealScoredSeen(deal=deal))
    return _EVENTS[type(happened)](happened, language)


def _hidden(event: seen.Hidden, language: Language) -> events_pb2.TableEvent:
    return events_pb2.TableEvent(hidden=events_pb2.Hidden())


def _table_opened(event: seen.TableOpenedSeen, language: Language) -> events_pb2.TableEvent:
    options = settings_out(event.options)
    return events_pb2.TableEvent(table_opened=events_pb2.TableOpenedSeen(options=options))


def _seat_changed(event: seen.SeatChangedSeen, language: Language) -> events_pb2.TableEvent:
    return events_pb2.TableEvent(seat_changed=events_pb2.SeatChangedSeen(seat=seat_out(event.seat)))


def _match_started(event: seen.MatchStartedSeen, language: Language) -> events_pb2.TableEvent:
    return events_pb2.TableEvent(match_started=events_pb2.MatchStartedSeen(first_dealer=event.first_dealer))


def _deal_sealed(event: seen.DealSealedSeen, language: Language) -> events_pb2.TableEvent:
    return events_pb2.TableEvent(deal_sealed=events_pb2.DealSealedSeen(deal=event.deal, seal=event.seal))


def _hands_dealt(event: seen.HandsDealtSeen, language: Language) -> events_pb2.TableEvent:
    dealt = events_pb2.HandsDealtSeen(
        redeal=event.redeal,
        dealer=event.dealer,
        first_caller=event.first_caller,
        hand=cards_out(event.hand),
    )
    return events_pb2.TableEvent(hands_dealt=dealt)


def _wash_answered(event: seen.WashAnsweredSeen, language: Language) -> events_pb2.TableEvent:
    return events_pb2.TableEvent(wash_answered=events_pb2.WashAnsweredSeen(redeal=event.redeal))


def _hands_washed(event: seen.HandsWashedSeen, language: Language) -> events_pb2.TableEvent:
    reason = text_out(event.reason.value, language)
    return events_pb2.TableEvent(hands_washed=events_pb2.HandsWashedSeen(reason=reason))


def _hands_kept(event: seen.HandsKeptSeen, language: Language) -> events_pb2.TableEvent:
    return events_pb2.TableEvent(hands_kept=events_pb2.HandsKeptSeen())


def _call_made(event: seen.CallMadeSeen, language: Language) -> events_pb2.TableEvent:
    made = events_pb2.CallMadeSeen(
        seat=event.seat,
        call=move_out(event.call),
        entered=event.entered,
        contract=contract_out(event.contract),
    )
    return events_pb2.TableEvent(call_made=made)


def _partner_called(event: seen.PartnerCalledSeen, language: Language) -> events_pb2.TableEvent:
    called = events_pb2.PartnerCalledSeen(seat=event.seat, partner=partner_out(event.partner))
    return events_pb2.TableEvent(partner_called=called)


def _card_played(event: seen.CardPlayedSeen, language: Language) -> events_pb2.TableEvent:
    played = events_pb2.CardPlayedSeen(
        seat=event.seat,
        card=card_out(event.card),
        winner=event.winner,
        shows_partner=event.shows_partner,
        trump_broken=event.trump_broken,
    )
    return events_pb2.TableEvent(card_played=played)


def _match_ended(event: seen.MatchEndedSeen, language: Language) -> events_pb2.TableEvent:
    return events_pb2.TableEvent(match_ended=events_pb2.MatchEndedSeen(places=places_out(event.places)))


def _table_closed(event: seen.TableClosedSeen, language: Language) -> events_pb2.TableEvent:
    reason = text_out(event.reason.value, language)
    return events_pb2.TableEvent(table_closed=events_pb2.TableClosedSeen(reason=reason))


_EVENTS: dict[type, Callable[[Any, Language], events_pb2.TableEvent]] = {
    seen.Hidden: _hidden,
    seen.TableOpenedSeen: _table_opened,
    seen.SeatChangedSeen: _seat_changed,
    seen.MatchStartedSeen: _match_started,
    seen.DealSealedSeen: _deal_sealed,
    seen.HandsDealtSeen: _hands_dealt,
    seen.WashAnsweredSeen: _wash_answered,
    seen.HandsWashedSeen: _hands_washed,
    seen.HandsKeptSeen: _hands_kept,
    seen.CallMadeSeen: _call_made,
    seen.PartnerCalledSeen: _partner_called,
    seen.CardPlayedSeen: _card_played,
    seen.MatchEndedSeen: _match_ended,
    seen.TableClosedSeen: _table_closed,
}
