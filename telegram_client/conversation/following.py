"""A view kept up to date by the events of a watch, so that each can be told as it happens.

What the viewer may do now does not stand in an event: after the last one the view is asked for anew.
"""

from __future__ import annotations

from collections.abc import Callable

from fourth.v1.deals_pb2 import HandSeen
from fourth.v1.events_pb2 import TableEvent
from fourth.v1.views_pb2 import (
    PHASE_AUCTION,
    PHASE_CALLING,
    PHASE_NONE,
    PHASE_PLAY,
    STAGE_CLOSED,
    STAGE_OVER,
    STAGE_PLAYING,
    View,
)

_OF_A_DEAL = (
    *("calls", "contract", "partner", "tricks", "trick", "trump_broken", "trump", "turned"),
    *("dummy", "hands", "claim", "undo", "forbidden_goal", "stock"),
)
"""What a new deal, or new cards, take off the table."""


def after(view: View, event: TableEvent, version: int) -> View:
    """The view after one more event. Nobody acts in it: who does, the engine says."""
    later = View()
    later.CopyFrom(view)
    later.version = version
    for field in ("acting", "legal_moves", "free_moves", "decision_version", "next_hand"):
        later.ClearField(field)
    kind = event.WhichOneof("kind")
    if kind in _STEPS:
        _STEPS[kind](later, event)
    return later


def _clear_deal(view: View) -> None:
    for field in _OF_A_DEAL:
        view.ClearField(field)
    for seat in view.seats:
        seat.tricks = 0


def _table_opened(view: View, event: TableEvent) -> None:
    view.ClearField("options")
    view.options.extend(event.table_opened.options)


def _seat_changed(view: View, event: TableEvent) -> None:
    seat = event.seat_changed.seat
    view.seats[seat.seat].CopyFrom(seat)


def _match_started(view: View, event: TableEvent) -> None:
    view.stage = STAGE_PLAYING
    view.dealer = event.match_started.first_dealer


def _deal_sealed(view: View, event: TableEvent) -> None:
    _clear_deal(view)
    view.deal, view.seal, view.redeals = event.deal_sealed.deal, event.deal_sealed.seal, 0


def _hands_dealt(view: View, event: TableEvent) -> None:
    dealt = event.hands_dealt
    _clear_deal(view)
    view.redeals, view.dealer, view.phase = dealt.redeal, dealt.dealer, PHASE_AUCTION
    for seat in view.seats:
        seat.cards_left = len(dealt.hand)
    if view.HasField("viewer"):
        view.hands.append(HandSeen(seat=view.viewer, cards=dealt.hand))


def _hands_washed(view: View, event: TableEvent) -> None:
    view.phase = PHASE_NONE


def _hands_kept(view: View, event: TableEvent) -> None:
    view.phase = PHASE_AUCTION


def _call_made(view: View, event: TableEvent) -> None:
    made = event.call_made
    view.calls.add(seat=made.seat, call=made.call)
    if made.HasField("contract"):
        view.contract.CopyFrom(made.contract)
        view.trump, view.phase = made.contract.denomination, PHASE_CALLING


def _partner_called(view: View, event: TableEvent) -> None:
    view.partner.CopyFrom(event.partner_called.partner)
    view.phase = PHASE_PLAY


def _card_played(view: View, event: TableEvent) -> None:
    played = event.card_played
    if not view.trick.cards:
        view.trick.leader = played.seat
    view.trick.cards.add(seat=played.seat, card=played.card)
    if view.seats[played.seat].cards_left:  # a spectator is not told how many were dealt
        view.seats[played.seat].cards_left -= 1
    for hand in view.hands:
        if hand.seat == played.seat and played.card in hand.cards:
            hand.cards.remove(played.card)
    if played.shows_partner:
        view.partner.holder, view.partner.shown = played.seat, True
    view.trump_broken = view.trump_broken or played.trump_broken
    if played.HasField("winner"):
        view.trick.winner = played.winner
        view.tricks.append(view.trick)
        view.ClearField("trick")
        view.seats[played.winner].tricks += 1


def _deal_scored(view: View, event: TableEvent) -> None:
    deal = event.deal_scored.deal
    view.last_deal.CopyFrom(deal)
    view.lines.extend(deal.lines)
    view.phase = PHASE_NONE
    for line in deal.lines:
        for total in view.totals:
            if set(line.seats) <= set(total.seats):
                total.points += line.points


def _match_ended(view: View, event: TableEvent) -> None:
    view.stage = STAGE_OVER
    view.places.extend(event.match_ended.places)


def _table_closed(view: View, event: TableEvent) -> None:
    view.stage = STAGE_CLOSED
    view.closed.CopyFrom(event.table_closed.reason)


_STEPS: dict[str, Callable[[View, TableEvent], None]] = {
    "table_opened": _table_opened,
    "seat_changed": _seat_changed,
    "match_started": _match_started,
    "deal_sealed": _deal_sealed,
    "hands_dealt": _hands_dealt,
    "hands_washed": _hands_washed,
    "hands_kept": _hands_kept,
    "call_made": _call_made,
    "partner_called": _partner_called,
    "card_played": _card_played,
    "deal_scored": _deal_scored,
    "match_ended": _match_ended,
    "table_closed": _table_closed,
}
