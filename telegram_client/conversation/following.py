"""A view kept up to date by the events of a watch, so that each can be told as it happens.

What the viewer may do now does not stand in an event: after the last one the view is asked for anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from fourth.v1.deals_pb2 import HandSeen, ScoreLine, Total
from fourth.v1.events_pb2 import TableEvent
from fourth.v1.moves_pb2 import Move
from fourth.v1.views_pb2 import (
    PHASE_AUCTION,
    PHASE_CALLING,
    PHASE_DRAWING,
    PHASE_NAMING,
    PHASE_NONE,
    PHASE_PLAY,
    STAGE_CLOSED,
    STAGE_OVER,
    STAGE_PLAYING,
    Phase,
    View,
)

from telegram_client.speech.games import (
    CARD_POINTS,
    GAME,
    calls_a_card,
    counts_cards,
    draws_by_tricks,
    draws_first,
)

_OF_A_DEAL = (
    *("calls", "contract", "partner", "tricks", "trick", "trump_broken", "trump", "turned"),
    *("dummy", "declarer", "hands", "claim", "undo", "forbidden_goal", "stock", "vulnerable"),
)
_OF_A_SEAT = ("trick_goal", "announced_points", "card_points")
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
        for field in _OF_A_SEAT:
            seat.ClearField(field)


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
    view.redeals, view.dealer = dealt.redeal, dealt.dealer
    view.phase = PHASE_DRAWING if draws_first(view) else PHASE_AUCTION
    for seat in view.seats:
        seat.cards_left = len(dealt.hand)
    if view.HasField("viewer"):
        view.hands.append(HandSeen(seat=view.viewer, cards=dealt.hand))
    view.vulnerable.extend(dealt.vulnerable)
    for seat in view.seats if counts_cards(view) else ():
        seat.card_points = 0


def _trump_turned(view: View, event: TableEvent) -> None:
    turned = event.trump_turned
    view.trump = turned.trump
    if turned.HasField("card"):
        view.turned.CopyFrom(turned.card)


def _points_announced(view: View, event: TableEvent) -> None:
    announced = event.points_announced
    for seat, points in zip(view.seats, announced.points, strict=False):
        seat.announced_points = points
    for role in ("declarer", "dummy"):
        if announced.HasField(role):
            setattr(view, role, getattr(announced, role))
    view.phase = PHASE_NAMING


def _hand_shown(view: View, event: TableEvent) -> None:
    _laid_open(view, event.hand_shown.hand)


def _laid_open(view: View, shown: HandSeen) -> None:
    """A hand of which more is seen now; the viewer's own stays as it is."""
    known = [hand for hand in view.hands if hand.seat == shown.seat]
    if not known:
        view.hands.append(shown)
    elif not (view.HasField("viewer") and shown.seat == view.viewer):
        known[0].CopyFrom(shown)


def _calls_shown(view: View, event: TableEvent) -> None:
    view.ClearField("calls")
    view.calls.extend(event.calls_shown.calls)
    view.phase = PHASE_PLAY
    for made in event.calls_shown.calls:
        _goal_said(view, made.seat, made.call)


def _goal_said(view: View, seat: int, call: Move) -> None:
    if call.HasField("trick_goal"):
        view.seats[seat].trick_goal = call.trick_goal.tricks


def _contract_named(view: View, event: TableEvent) -> None:
    view.contract.CopyFrom(event.contract_named.contract)
    view.trump, view.phase = view.contract.denomination, PHASE_PLAY


def _card_drawn(view: View, event: TableEvent) -> None:
    drawn = event.card_drawn
    view.stock.CopyFrom(drawn.stock)
    view.seats[drawn.seat].cards_left += 1
    if drawn.HasField("card"):
        for hand in view.hands:
            if hand.seat == drawn.seat:
                hand.cards.append(drawn.card)
                hand.cards.sort(key=lambda card: (card.suit, card.rank), reverse=True)
    if not drawn.stock.cards_left:
        view.phase = PHASE_PLAY if view.HasField("contract") else PHASE_AUCTION
        for seat in view.seats:
            seat.tricks = 0  # tricks that only decided who drew are over, and count for nothing


def _hands_washed(view: View, event: TableEvent) -> None:
    view.phase = PHASE_NONE


def _hands_kept(view: View, event: TableEvent) -> None:
    view.phase = PHASE_AUCTION


def _call_made(view: View, event: TableEvent) -> None:
    made = event.call_made
    view.calls.add(seat=made.seat, call=made.call)
    _goal_said(view, made.seat, made.call)
    if made.call.HasField("trick_goal") and len(view.calls) == len(view.seats):
        view.phase = PHASE_PLAY
    if made.HasField("contract"):
        view.contract.CopyFrom(made.contract)
        view.declarer = made.contract.declarer
        view.trump, view.phase = made.contract.denomination, _after_bidding(view)
    if made.HasField("partner"):
        view.partner.CopyFrom(made.partner)
        view.phase = PHASE_PLAY


def _after_bidding(view: View) -> Phase:
    """What follows a contract."""
    if calls_a_card(view):
        return PHASE_CALLING
    return PHASE_DRAWING if draws_by_tricks(view) else PHASE_PLAY


def _partner_called(view: View, event: TableEvent) -> None:
    view.partner.CopyFrom(event.partner_called.partner)
    view.phase = PHASE_PLAY


def _card_played(view: View, event: TableEvent) -> None:
    played = event.card_played
    if not view.trick.cards:
        view.trick.leader = played.seat
        view.trick.draw = draws_by_tricks(view)
    view.trick.cards.add(seat=played.seat, card=played.card)
    seated = played.seat < len(view.seats)
    if seated and view.seats[played.seat].cards_left:  # a spectator is not told how many were dealt
        view.seats[played.seat].cards_left -= 1
    for hand in view.hands:
        if hand.seat == played.seat and played.card in hand.cards:
            hand.cards.remove(played.card)
    if played.shows_partner:
        view.partner.holder, view.partner.shown = played.seat, True
    view.trump_broken = view.trump_broken or played.trump_broken
    if played.HasField("winner"):
        view.trick.winner = played.winner
        _counted(view)
        view.tricks.append(view.trick)
        view.ClearField("trick")
        if played.winner < len(view.seats):
            view.seats[played.winner].tricks += 1


def _counted(view: View) -> None:
    """The points of the cards in a trick just completed, where they count."""
    if counts_cards(view):
        points = sum(CARD_POINTS.get(played.card.rank, 0) for played in view.trick.cards)
        view.trick.card_points = points
        view.seats[view.trick.winner].card_points += points


def _claim_made(view: View, event: TableEvent) -> None:
    claim = event.claim_made.claim
    view.claim.CopyFrom(claim)
    if claim.HasField("hand"):
        _laid_open(view, claim.hand)


def _claim_answered(view: View, event: TableEvent) -> None:
    view.claim.answers.append(event.claim_answered.answer)


def _claim_settled(view: View, event: TableEvent) -> None:
    view.ClearField("claim")
    if event.claim_settled.accepted:
        view.phase = PHASE_NONE


def _undo_asked(view: View, event: TableEvent) -> None:
    view.undo.seat = event.undo_asked.seat


def _undo_answered(view: View, event: TableEvent) -> None:
    view.undo.answers.append(event.undo_answered.answer)


def _undo_settled(view: View, event: TableEvent) -> None:
    view.ClearField("undo")  # how it stands where a move is taken back, the whole view says that follows


def _deal_scored(view: View, event: TableEvent) -> None:
    deal = event.deal_scored.deal
    view.last_deal.CopyFrom(deal)
    view.phase = PHASE_NONE
    view.ClearField("trick")  # of a deal that ended by a claim in the middle of one
    _written(view, deal.lines)


def _written(view: View, lines: Iterable[ScoreLine]) -> None:
    """Lines that were added to the score sheet, and to its columns."""
    for line in lines:
        view.lines.append(line)
        for total in view.totals:
            if set(line.seats) <= set(total.seats):
                total.points += line.points
                _towards_a_game(view, total, line)


def _towards_a_game(view: View, total: Total, line: ScoreLine) -> None:
    """Points below the line: a game takes those of all sides."""
    if not line.below or not total.HasField("part_score"):
        return
    total.part_score += line.points
    if total.part_score < GAME:
        return
    for column in view.totals:
        column.part_score = 0
    if total.HasField("games"):
        total.games += 1


def _match_ended(view: View, event: TableEvent) -> None:
    ended = event.match_ended
    view.stage, view.abandoned = STAGE_OVER, ended.abandoned
    view.places.extend(ended.places)
    view.settlements.extend(ended.settlements)
    _written(view, ended.lines)


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
    "trump_turned": _trump_turned,
    "points_announced": _points_announced,
    "hand_shown": _hand_shown,
    "calls_shown": _calls_shown,
    "contract_named": _contract_named,
    "card_drawn": _card_drawn,
    "call_made": _call_made,
    "partner_called": _partner_called,
    "card_played": _card_played,
    "claim_made": _claim_made,
    "claim_answered": _claim_answered,
    "claim_settled": _claim_settled,
    "undo_asked": _undo_asked,
    "undo_answered": _undo_answered,
    "undo_settled": _undo_settled,
    "deal_scored": _deal_scored,
    "match_ended": _match_ended,
    "table_closed": _table_closed,
}
