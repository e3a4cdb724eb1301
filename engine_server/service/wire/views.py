"""Views and events on the wire: field for field what redaction left, nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fourth.v1 import deals_pb2, events_pb2, table_service_pb2, texts_pb2, views_pb2

from engine_server.game import view as seen
from engine_server.game.events import Pace
from engine_server.game.view import (
    ClaimSeen,
    Notice,
    PartnerSeen,
    SeatAnswer,
    SeatSeen,
    Seen,
    Stage,
    StockSeen,
    UndoSeen,
    View,
)
from engine_server.rules.cards import Seat
from engine_server.rules.declassified import Declassified
from engine_server.rules.phases import Phase
from engine_server.service.wire.deals import (
    call_out,
    cards_out,
    contract_out,
    finished_out,
    hand_out,
    line_out,
    places_out,
    settlements_out,
    totals_out,
    trick_out,
    tricks_out,
)
from engine_server.service.wire.meanings import meanings_out
from engine_server.service.wire.moves import card_out, denomination_out, move_out
from engine_server.service.wire.texts import text_out
from engine_server.words.languages import Language

_STAGES = {stage: f"STAGE_{stage.name}" for stage in Stage}
_PHASES = {phase: f"PHASE_{phase.name}" for phase in Phase}
_NOTICES = {notice: f"NOTICE_{notice.name}" for notice in Notice}
_PACES = {pace: f"PACE_{pace.name}" for pace in Pace}


def view_out(view: View, language: Language) -> views_pb2.View:
    """A view with its words in the viewer's language."""
    counts_cards = view.variant.tells(Declassified.CAPTURED_POINTS)
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
        calls=[
            call_out(made, said) for made, said in zip(view.calls, meanings_out(view, language), strict=True)
        ],
        contract=contract_out(view.contract),
        partner=partner_out(view.partner) if view.partner else None,
        tricks=tricks_out(view.draws, view.tricks, counts_cards),
        trick=_trick_on_table(view),
        trump_broken=view.trump_broken,
        lines=[line_out(line, language) for line in view.lines],
        totals=totals_out(view.columns),
        last_deal=finished_out(view.last_deal, language) if view.last_deal else None,
        places=places_out(view.places),
        closed=text_out(view.closed.value, language) if view.closed else None,
        trump=None if view.trump is None else denomination_out(view.trump),
        turned=card_out(view.turned) if view.turned else None,
        dummy=view.dummy,
        next_hand=view.next_hand,
        stock=_stock_out(view.stock),
        vulnerable=view.vulnerable,
        forbidden_goal=view.forbidden_goal,
        abandoned=view.abandoned,
        declarer=view.declarer,
        claim=_claim_out(view.claim) if view.claim else None,
        undo=_undo_out(view.undo) if view.undo else None,
        free_moves=[move_out(move) for move in view.free_moves],
        turn_ms=view.turn_ms,
        due_ms=view.due_ms,
        turn_seconds=view.turn_seconds,
        next_table=view.next_table,
        settlements=settlements_out(view.settlements),
    )


def _claim_out(claim: ClaimSeen) -> views_pb2.ClaimSeen:
    return views_pb2.ClaimSeen(
        seat=claim.seat,
        tricks=claim.tricks,
        hand=hand_out(claim.hand) if claim.hand else None,
        answers=[_answer_out(answer) for answer in claim.answers],
    )


def _undo_out(undo: UndoSeen) -> views_pb2.UndoSeen:
    return views_pb2.UndoSeen(seat=undo.seat, answers=[_answer_out(answer) for answer in undo.answers])


def _answer_out(answer: SeatAnswer) -> views_pb2.SeatAnswer:
    return views_pb2.SeatAnswer(seat=answer.seat, accept=answer.accept)


def _stock_out(stock: StockSeen | None) -> views_pb2.Stock | None:
    if stock is None:
        return None
    return views_pb2.Stock(
        cards_left=stock.cards_left,
        open_top=card_out(stock.open_top) if stock.open_top else None,
        picked_up=card_out(stock.picked_up) if stock.picked_up else None,
    )


def summary_out(view: View, seat: Seat | None) -> table_service_pb2.TableSummary:
    """A table in a list; `seat` is the caller's, also while another person plays it."""
    return table_service_pb2.TableSummary(
        table=view.table,
        code=view.code,
        game=view.variant.key,
        stage=_STAGES[view.stage],
        seat=seat,
        version=view.version,
        decision_version=view.decision_version,
    )


def _trick_on_table(view: View) -> deals_pb2.Trick | None:
    """The trick being played; before its first card it names who must lead."""
    draw = view.phase is Phase.DRAWING
    if view.trick is not None:
        return trick_out(view.trick, draw=draw)
    leader = view.next_hand
    return None if leader is None else deals_pb2.Trick(leader=leader, draw=draw)


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
        trick_goal=seat.trick_goal,
        announced_points=seat.announced_points,
        card_points=seat.card_points,
        stand_in=seat.stand_in,
        stand_in_name=seat.stand_in_name,
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


def event_out(happened: Seen, language: Language) -> events_pb2.TableEvent:
    """An event as its viewer may see it."""
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
        vulnerable=event.vulnerable,
    )
    return events_pb2.TableEvent(hands_dealt=dealt)


def _trump_turned(event: seen.TrumpTurnedSeen, language: Language) -> events_pb2.TableEvent:
    turned = events_pb2.TrumpTurnedSeen(
        card=card_out(event.card) if event.card else None, trump=denomination_out(event.trump)
    )
    return events_pb2.TableEvent(trump_turned=turned)


def _points_announced(event: seen.PointsAnnouncedSeen, language: Language) -> events_pb2.TableEvent:
    announced = events_pb2.PointsAnnouncedSeen(
        points=event.points, declarer=event.declarer, dummy=event.dummy
    )
    return events_pb2.TableEvent(points_announced=announced)


def _hand_shown(event: seen.HandShownSeen, language: Language) -> events_pb2.TableEvent:
    return events_pb2.TableEvent(hand_shown=events_pb2.HandShownSeen(hand=hand_out(event.hand)))


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
        partner=partner_out(event.partner) if event.partner else None,
    )
    return events_pb2.TableEvent(call_made=made)


def _calls_shown(event: seen.CallsShownSeen, language: Language) -> events_pb2.TableEvent:
    calls = [call_out(made) for made in event.calls]
    return events_pb2.TableEvent(calls_shown=events_pb2.CallsShownSeen(calls=calls))


def _contract_named(event: seen.ContractNamedSeen, language: Language) -> events_pb2.TableEvent:
    named = events_pb2.ContractNamedSeen(contract=contract_out(event.contract))
    return events_pb2.TableEvent(contract_named=named)


def _card_drawn(event: seen.CardDrawnSeen, language: Language) -> events_pb2.TableEvent:
    drawn = events_pb2.CardDrawnSeen(
        seat=event.seat,
        card=card_out(event.card) if event.card else None,
        stock=_stock_out(event.stock),
    )
    return events_pb2.TableEvent(card_drawn=drawn)


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


def _claim_made(event: seen.ClaimMadeSeen, language: Language) -> events_pb2.TableEvent:
    made = events_pb2.ClaimMadeSeen(claim=_claim_out(event.claim))
    return events_pb2.TableEvent(claim_made=made)


def _claim_answered(event: seen.ClaimAnsweredSeen, language: Language) -> events_pb2.TableEvent:
    answered = events_pb2.ClaimAnsweredSeen(answer=_answer_out(event.answer))
    return events_pb2.TableEvent(claim_answered=answered)


def _claim_settled(event: seen.ClaimSettledSeen, language: Language) -> events_pb2.TableEvent:
    return events_pb2.TableEvent(claim_settled=events_pb2.ClaimSettledSeen(accepted=event.accepted))


def _undo_asked(event: seen.UndoAskedSeen, language: Language) -> events_pb2.TableEvent:
    return events_pb2.TableEvent(undo_asked=events_pb2.UndoAskedSeen(seat=event.seat))


def _undo_answered(event: seen.UndoAnsweredSeen, language: Language) -> events_pb2.TableEvent:
    answered = events_pb2.UndoAnsweredSeen(answer=_answer_out(event.answer))
    return events_pb2.TableEvent(undo_answered=answered)


def _undo_settled(event: seen.UndoSettledSeen, language: Language) -> events_pb2.TableEvent:
    return events_pb2.TableEvent(undo_settled=events_pb2.UndoSettledSeen(accepted=event.accepted))


def _deal_scored(event: seen.DealScoredSeen, language: Language) -> events_pb2.TableEvent:
    deal = finished_out(event.deal, language)
    return events_pb2.TableEvent(deal_scored=events_pb2.DealScoredSeen(deal=deal))


def _match_ended(event: seen.MatchEndedSeen, language: Language) -> events_pb2.TableEvent:
    over = events_pb2.MatchEndedSeen(
        places=places_out(event.places),
        lines=[line_out(line, language) for line in event.lines],
        abandoned=event.abandoned,
        settlements=settlements_out(event.settlements),
    )
    return events_pb2.TableEvent(match_ended=over)


def _table_closed(event: seen.TableClosedSeen, language: Language) -> events_pb2.TableEvent:
    reason = text_out(event.reason.value, language)
    return events_pb2.TableEvent(table_closed=events_pb2.TableClosedSeen(reason=reason))


def _rematch_opened(event: seen.RematchOpenedSeen, language: Language) -> events_pb2.TableEvent:
    return events_pb2.TableEvent(rematch_opened=events_pb2.RematchOpenedSeen(table=event.table))


_EVENTS: dict[type, Callable[[Any, Language], events_pb2.TableEvent]] = {
    seen.Hidden: _hidden,
    seen.TableOpenedSeen: _table_opened,
    seen.SeatChangedSeen: _seat_changed,
    seen.MatchStartedSeen: _match_started,
    seen.DealSealedSeen: _deal_sealed,
    seen.HandsDealtSeen: _hands_dealt,
    seen.TrumpTurnedSeen: _trump_turned,
    seen.PointsAnnouncedSeen: _points_announced,
    seen.HandShownSeen: _hand_shown,
    seen.WashAnsweredSeen: _wash_answered,
    seen.HandsWashedSeen: _hands_washed,
    seen.HandsKeptSeen: _hands_kept,
    seen.CallMadeSeen: _call_made,
    seen.CallsShownSeen: _calls_shown,
    seen.PartnerCalledSeen: _partner_called,
    seen.ContractNamedSeen: _contract_named,
    seen.CardDrawnSeen: _card_drawn,
    seen.CardPlayedSeen: _card_played,
    seen.ClaimMadeSeen: _claim_made,
    seen.ClaimAnsweredSeen: _claim_answered,
    seen.ClaimSettledSeen: _claim_settled,
    seen.UndoAskedSeen: _undo_asked,
    seen.UndoAnsweredSeen: _undo_answered,
    seen.UndoSettledSeen: _undo_settled,
    seen.DealScoredSeen: _deal_scored,
    seen.MatchEndedSeen: _match_ended,
    seen.TableClosedSeen: _table_closed,
    seen.RematchOpenedSeen: _rematch_opened,
}
