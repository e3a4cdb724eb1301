"""Redaction: from the whole state to what one viewer may know. Nothing leaves the engine by another door."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine_server.game import events as happened
from engine_server.game import view as seen
from engine_server.game.events import Event
from engine_server.game.manners import free_moves
from engine_server.game.record import DealRecord
from engine_server.game.state import (
    Asking,
    Deal,
    Occupant,
    TableState,
    acting_seats,
    calls_seen,
    goal_in,
    holder_of_called,
    legal_moves,
    next_hand,
    partner_is_public,
    picks,
    playing_order,
    points_won,
    tricks_won,
)
from engine_server.game.view import (
    ClaimSeen,
    FinishedDeal,
    GrantedClaim,
    HandSeen,
    Hidden,
    Notice,
    PartnerSeen,
    SeatAnswer,
    SeatSeen,
    Seen,
    StockSeen,
    UndoSeen,
    View,
)
from engine_server.rules.cards import Card, Seat
from engine_server.rules.contracts import Contract
from engine_server.rules.declassified import Declassified
from engine_server.rules.goals import Goals
from engine_server.rules.moves import SeatCall
from engine_server.rules.phases import Phase
from engine_server.rules.settling import Settlement
from engine_server.rules.sheets import totals
from engine_server.rules.tricks import TrumpLead


def view_for(state: TableState, viewer: Seat | None) -> View:
    """The table as a seat, or a spectator (None), may see it."""
    deal, upcoming = state.deal, _next_hand(state)
    return View(
        table=state.table,
        code=state.code,
        variant=state.variant,
        options=state.options.as_text(),
        pace=state.pace,
        spectators=state.spectators,
        practice=state.practice or (deal is not None and deal.practice),
        version=state.version,
        viewer=viewer,
        stage=state.stage,
        host=state.host,
        seats=tuple(_seat_seen(state, seat, viewer) for seat in range(state.variant.seats)),
        deal=deal.number if deal else state.scored,
        dealer=deal.dealer if deal else state.dealer,
        redeals=deal.redeals if deal else 0,
        seal=deal.seal if deal else b"",
        phase=state.phase,
        acting=acting_seats(state),
        decision_version=0 if viewer is None else state.opened_at[viewer],
        legal_moves=() if viewer is None else legal_moves(state, viewer),
        hands=_hands_seen(state, viewer),
        calls=calls_seen(state, viewer) if deal else (),
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
        columns=state.variant.match.columns(state.lines),
        abandoned=state.abandoned,
        trump=deal.trump if deal else None,
        turned=_turned(state),
        declarer=deal.declarer if deal else None,
        dummy=_dummy(state),
        next_hand=upcoming,
        order=() if upcoming is None else playing_order(state),
        stock=_stock_seen(state, viewer),
        vulnerable=deal.vulnerable if deal else (),
        forbidden_goal=_forbidden_goal(state, viewer),
        draws=deal.draws if deal else (),
        claim=_claim_seen(deal) if deal else None,
        undo=_undo_seen(deal.undo) if deal and deal.undo else None,
        free_moves=() if viewer is None else free_moves(state, viewer),
        turn_seconds=state.turn_seconds,
        next_table=state.next_table,
        settlements=_settlements(state) if state.places else (),
    )


def _settlements(state: TableState) -> tuple[Settlement, ...]:
    return state.variant.match.settlements(state.lines)


def _seat_seen(state: TableState, seat: Seat, viewer: Seat | None) -> SeatSeen:
    sitter = state.seats[seat] or Occupant("", None, robot_plays=False)
    deal = state.deal
    return SeatSeen(
        seat=seat,
        name=sitter.name,
        player=sitter.player,
        is_robot=state.seats[seat] is not None and sitter.is_robot,
        robot_plays=sitter.robot_plays,
        cards_left=len(deal.hands[seat]) if deal and deal.hands else 0,
        tricks=tricks_won(deal, seat) if deal else 0,
        trick_goal=_goal_seen(state, seat, viewer),
        announced_points=_announced_points(state, seat),
        card_points=_card_points(state, seat),
        stand_in=sitter.stand_in,
        stand_in_name=sitter.stand_in_name,
    )


def _goal_seen(state: TableState, seat: Seat, viewer: Seat | None) -> int | None:
    if state.deal is None or not isinstance(state.variant.auction, Goals):
        return None
    return next((goal_in(made) for made in calls_seen(state, viewer) if made.seat == seat), None)


def _announced_points(state: TableState, seat: Seat) -> int | None:
    deal = state.deal
    told = deal is not None and deal.points and state.variant.tells(Declassified.POINT_COUNTS)
    return deal.points[seat] if told and deal else None


def _card_points(state: TableState, seat: Seat) -> int | None:
    if state.deal is None or not state.variant.tells(Declassified.CAPTURED_POINTS):
        return None
    return points_won(state.deal, seat)


def _hands_seen(state: TableState, viewer: Seat | None) -> tuple[HandSeen, ...]:
    """The own hand, then what lies open of others, then what was shown with a claim: all have seen it."""
    deal = state.deal
    if deal is None or not deal.hands:
        return ()
    own = () if viewer is None else (HandSeen(viewer, deal.hands[viewer]),)
    told = deal.open_cards if state.variant.tells(Declassified.OPEN_HANDS) else ()
    claimed = tuple(HandSeen(seat, deal.hands[seat]) for seat in deal.shown if seat != viewer)
    here = tuple(_open_of(deal, hand, cards) for hand, cards in told if hand not in (viewer, *deal.shown))
    return (*own, *here, *claimed)


def _claim_seen(deal: Deal) -> ClaimSeen | None:
    claim = deal.claim
    if claim is None:
        return None
    hand = HandSeen(claim.seat, deal.hands[claim.seat]) if claim.tricks else None
    return ClaimSeen(claim.seat, claim.tricks, hand, _answers(claim))


def _undo_seen(undo: Asking) -> UndoSeen:
    return UndoSeen(undo.seat, _answers(undo))


def _answers(asking: Asking) -> tuple[SeatAnswer, ...]:
    return tuple(SeatAnswer(seat, accept) for seat, accept in asking.answers)


def _open_of(deal: Deal, hand: Seat, cards: tuple[Card, ...]) -> HandSeen:
    """What is left of the cards laid open."""
    return HandSeen(hand, tuple(card for card in deal.hands[hand] if card in cards))


def _turned(state: TableState) -> Card | None:
    told = state.deal is not None and state.variant.tells(Declassified.TURNED_CARD)
    return state.deal.turned if told and state.deal else None


def _dummy(state: TableState) -> Seat | None:
    deal = state.deal
    if deal is None or deal.declarer is None:
        return None
    return next(iter(state.variant.sides.dummies(deal.declarer)), None)


def _next_hand(state: TableState) -> Seat | None:
    playing = state.phase in (Phase.PLAY, Phase.DRAWING) and not picks(state)
    return next_hand(state) if playing else None


def _stock_seen(state: TableState, viewer: Seat | None) -> StockSeen | None:
    deal = state.deal
    if deal is None or not deal.dealt_stock or not state.variant.tells(Declassified.STOCK_COUNT):
        return None
    top = deal.stock[0] if deal.stock else None
    is_open = state.variant.tells(Declassified.STOCK_TOP) and _first_of_two_on_top(deal)
    looks = picks(state) and viewer in acting_seats(state)
    return StockSeen(len(deal.stock), top if is_open else None, top if looks else None)


def _first_of_two_on_top(deal: Deal) -> bool:
    """Whether the winner of the next draw trick takes the top card: of each two that one lies open."""
    return deal.phase is Phase.DRAWING and (len(deal.dealt_stock) - len(deal.stock)) % 2 == 0


def _forbidden_goal(state: TableState, viewer: Seat | None) -> int | None:
    deal, auction = state.deal, state.variant.auction
    if deal is None or viewer not in acting_seats(state) or not isinstance(auction, Goals):
        return None
    if deal.phase is not Phase.AUCTION:
        return None
    return auction.forbidden(deal.calls, viewer, len(deal.hands[viewer]))


def _partner_seen(state: TableState, viewer: Seat | None) -> PartnerSeen | None:
    """What a viewer knows of the called card: the same shape for all who are not the declarer."""
    deal = state.deal
    if deal is None or deal.called is None or deal.contract is None:
        return None
    shown = partner_is_public(state)
    return PartnerSeen(
        card=deal.called,
        notice=_notice(deal.dealt, deal.called, deal.contract, viewer),
        holder=holder_of_called(state) if shown else _own_knowledge(deal.dealt, deal.called, viewer),
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
        trump=record.trump,
        turned=record.turned,
        dummy=record.dummy,
        stock=record.stock,
        draws=record.draws,
        vulnerable=record.vulnerable,
        declaring_card_points=record.declaring_card_points,
        claimed=None if record.claimed is None else GrantedClaim(*record.claimed),
        practice=record.practice,
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
    return seen.SeatChangedSeen(_seat_seen(after, event.seat, viewer))


def _match_started(event: happened.MatchStarted, after: TableState, viewer: Seat | None) -> Seen:
    return seen.MatchStartedSeen(event.first_dealer)


def _deal_sealed(event: happened.DealSealed, after: TableState, viewer: Seat | None) -> Seen:
    return seen.DealSealedSeen(event.deal, event.seal)


def _hands_dealt(event: happened.HandsDealt, after: TableState, viewer: Seat | None) -> Seen:
    own = () if viewer is None else event.hands[viewer]
    vulnerable = after.deal.vulnerable if after.deal else ()
    return seen.HandsDealtSeen(event.redeal, event.dealer, event.first_caller, own, vulnerable)


def _trump_turned(event: happened.TrumpTurned, after: TableState, viewer: Seat | None) -> Seen:
    return seen.TrumpTurnedSeen(_turned(after), event.trump)


def _points_announced(event: happened.PointsAnnounced, after: TableState, viewer: Seat | None) -> Seen:
    points = tuple(_announced_points(after, seat) or 0 for seat in range(after.variant.seats))
    return seen.PointsAnnouncedSeen(points, event.declarer, _dummy(after))


def _hand_shown(event: happened.HandShown, after: TableState, viewer: Seat | None) -> Seen:
    if not after.variant.tells(Declassified.OPEN_HANDS):
        return Hidden()
    return seen.HandShownSeen(HandSeen(event.hand, event.cards))


def _wash_answered(event: happened.WashAnswered, after: TableState, viewer: Seat | None) -> Seen:
    return seen.WashAnsweredSeen(event.redeal) if viewer == event.seat else Hidden()


def _hands_washed(event: happened.HandsWashed, after: TableState, viewer: Seat | None) -> Seen:
    return seen.HandsWashedSeen(event.reason)


def _hands_kept(event: happened.HandsKept, after: TableState, viewer: Seat | None) -> Seen:
    return seen.HandsKeptSeen()


def _call_made(event: happened.CallMade, after: TableState, viewer: Seat | None) -> Seen:
    if SeatCall(event.seat, event.call) not in calls_seen(after, viewer):
        return Hidden()
    contract = after.deal.contract if after.deal else None
    return seen.CallMadeSeen(event.seat, event.call, event.entered, contract, _partner_seen(after, viewer))


def _calls_shown(event: happened.CallsShown, after: TableState, viewer: Seat | None) -> Seen:
    return seen.CallsShownSeen(calls_seen(after, viewer))


def _contract_named(event: happened.ContractNamed, after: TableState, viewer: Seat | None) -> Seen:
    assert after.deal is not None
    assert after.deal.contract is not None
    return seen.ContractNamedSeen(after.deal.contract)


def _card_drawn(event: happened.CardDrawn, after: TableState, viewer: Seat | None) -> Seen:
    stock = _stock_seen(after, viewer)
    assert stock is not None
    may_see = viewer == event.seat or _drawn_open(after, event.seat)
    return seen.CardDrawnSeen(event.seat, event.card if may_see else None, stock)


def _drawn_open(after: TableState, seat: Seat) -> bool:
    """The winner of a draw trick takes the card that lay open."""
    deal = after.deal
    told = deal is not None and after.variant.tells(Declassified.STOCK_TOP)
    return told and deal is not None and bool(deal.draws) and deal.draws[-1].winner == seat


def _partner_called(event: happened.PartnerCalled, after: TableState, viewer: Seat | None) -> Seen:
    partner = _partner_seen(after, viewer)
    assert partner is not None
    return seen.PartnerCalledSeen(event.seat, partner)


def _card_played(event: happened.CardPlayed, after: TableState, viewer: Seat | None) -> Seen:
    deal = after.deal
    assert deal is not None
    rounds = deal.draws if _is_draw(deal) else deal.tricks
    winner = rounds[-1].winner if deal.trick is None else None
    shows = event.card == deal.called
    return seen.CardPlayedSeen(event.seat, event.card, winner, shows, _trump_just_broken(after, deal))


def _is_draw(deal: Deal) -> bool:
    """Whether the last card fell to a draw trick; the stock is not yet drawn from for it."""
    return deal.phase is Phase.DRAWING


def _trump_just_broken(after: TableState, deal: Deal) -> bool:
    """Whether the last card was the one that broke trump, where that was awaited."""
    return deal.last_card_broke_trump and after.variant.tricks.trump_lead is TrumpLead.UNTIL_BROKEN


def _claim_made(event: happened.ClaimMade, after: TableState, viewer: Seat | None) -> Seen:
    assert after.deal is not None
    claim = _claim_seen(after.deal)
    assert claim is not None
    return seen.ClaimMadeSeen(claim)


def _claim_answered(event: happened.ClaimAnswered, after: TableState, viewer: Seat | None) -> Seen:
    return seen.ClaimAnsweredSeen(SeatAnswer(event.seat, event.accept))


def _claim_settled(event: happened.ClaimSettled, after: TableState, viewer: Seat | None) -> Seen:
    return seen.ClaimSettledSeen(event.accepted)


def _undo_asked(event: happened.UndoAsked, after: TableState, viewer: Seat | None) -> Seen:
    return seen.UndoAskedSeen(event.seat)


def _undo_answered(event: happened.UndoAnswered, after: TableState, viewer: Seat | None) -> Seen:
    return seen.UndoAnsweredSeen(SeatAnswer(event.seat, event.accept))


def _undo_settled(event: happened.UndoSettled, after: TableState, viewer: Seat | None) -> Seen:
    return seen.UndoSettledSeen(event.accepted)


def _deal_scored(event: happened.DealScored, after: TableState, viewer: Seat | None) -> Seen:
    assert after.last_deal is not None
    return seen.DealScoredSeen(_finished(after.last_deal))


def _match_ended(event: happened.MatchEnded, after: TableState, viewer: Seat | None) -> Seen:
    return seen.MatchEndedSeen(event.places, event.lines, event.abandoned, _settlements(after))


def _table_closed(event: happened.TableClosed, after: TableState, viewer: Seat | None) -> Seen:
    return seen.TableClosedSeen(event.reason)


def _rematch_opened(event: happened.RematchOpened, after: TableState, viewer: Seat | None) -> Seen:
    return seen.RematchOpenedSeen(event.table)


_SEEN: dict[type, Callable[[Any, TableState, Seat | None], Seen]] = {
    happened.TableOpened: _options,
    happened.OptionsChosen: _options,
    happened.SeatTaken: _seat_changed,
    happened.SeatLeft: _seat_changed,
    happened.SeatHandedOver: _seat_changed,
    happened.MatchStarted: _match_started,
    happened.DealSealed: _deal_sealed,
    happened.HandsDealt: _hands_dealt,
    happened.TrumpTurned: _trump_turned,
    happened.PointsAnnounced: _points_announced,
    happened.HandShown: _hand_shown,
    happened.WashAnswered: _wash_answered,
    happened.HandsWashed: _hands_washed,
    happened.HandsKept: _hands_kept,
    happened.CallMade: _call_made,
    happened.CallsShown: _calls_shown,
    happened.PartnerCalled: _partner_called,
    happened.ContractNamed: _contract_named,
    happened.CardDrawn: _card_drawn,
    happened.CardPlayed: _card_played,
    happened.ClaimMade: _claim_made,
    happened.ClaimAnswered: _claim_answered,
    happened.ClaimSettled: _claim_settled,
    happened.UndoAsked: _undo_asked,
    happened.UndoAnswered: _undo_answered,
    happened.UndoSettled: _undo_settled,
    happened.DealScored: _deal_scored,
    happened.MatchEnded: _match_ended,
    happened.TableClosed: _table_closed,
    happened.RematchOpened: _rematch_opened,
}
