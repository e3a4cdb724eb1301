"""What everybody said it would take and what it took, where that is the game (German Bridge)."""

from __future__ import annotations

from fourth.v1.deals_pb2 import FinishedDeal
from fourth.v1.views_pb2 import PHASE_NONE, View

from telegram_client.speech.cards import denomination_written
from telegram_client.speech.deal import deal_number
from telegram_client.speech.moves import kind_of
from telegram_client.speech.phrasebook import Words
from telegram_client.speech.seats import by, from_viewer, hand_letter, is_you


def goals_said(deal: FinishedDeal) -> dict[int, int]:
    """What each seat said it would take; empty in games without goals."""
    said = [call for call in deal.calls if kind_of(call.call) == "trick_goal"]
    return {call.seat: call.call.trick_goal.tricks for call in said}


def tricks_taken(view: View, deal: FinishedDeal) -> list[int]:
    """The tricks of each seat, where each plays for itself; also those that were granted to a claim."""
    won = [sum(trick.winner == seat for trick in deal.tricks) for seat in range(len(view.seats))]
    if deal.HasField("claimed"):
        won[deal.claimed.seat] += deal.claimed.tricks
    return won


def bids_and_tricks(view: View, only: int = 0) -> list[list[str]]:
    """What each seat said it would take, and what it took: of the deal that is on, else of the last one.

    Empty in games without goals. `only`: the deal that just ended is meant.
    """
    if _is_bid_for(view) and not only:
        said = [str(seat.trick_goal) if seat.HasField("trick_goal") else "?" for seat in view.seats]
        return [said, [str(seat.tricks) for seat in view.seats]]
    goals = goals_said(view.last_deal)
    if not goals:
        return []
    won = tricks_taken(view, view.last_deal)
    return [[str(goals[seat]) for seat in sorted(goals)], [str(tricks) for tricks in won]]


def _is_bid_for(view: View) -> bool:
    """Whether a deal is on and somebody has said how many tricks it will take."""
    return view.phase != PHASE_NONE and any(seat.HasField("trick_goal") for seat in view.seats)


def goals_in_a_row(words: Words, view: View, only: int = 0) -> tuple[str, ...]:
    """Won/bid  you 0/0 · E 1/0: as prose."""
    if not (told := bids_and_tricks(view, only)):
        return ()
    said, won = told
    you = words.say("seat.you")
    each = [
        f"{you if is_you(view, seat) else hand_letter(words, view, seat)} {won[seat]}/{said[seat]}"
        for seat in from_viewer(view)
    ]
    return (f"{words.say('row.goals')}  {' · '.join(each)}",)


def deal_of_goals(words: Words, view: View) -> tuple[str, ...]:
    """Deal 3 of 13 · South deals · ♥: the deal whose bids are shown while it is on."""
    if not _is_bid_for(view):
        return ()
    dealer = by(words, "deal.dealer", view, view.dealer)
    return (" · ".join([deal_number(words, view), dealer, denomination_written(view.trump)]),)
