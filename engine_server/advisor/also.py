"""What is worth knowing beside the reason for the best move: what was counted, and what stays a secret."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engine_server.advisor.claims import (
    AllWith,
    Called,
    HandCounts,
    Holds,
    IsPartner,
    Need,
    NotShown,
    Sure,
    SureTogether,
    TricksLeft,
)
from engine_server.advisor.counting import Count
from engine_server.advisor.hints import At, HintCode
from engine_server.advisor.reasons import RatedMove, Reason, proved
from engine_server.advisor.strength import strength
from engine_server.rules.cards import Card, Suit, honour_points
from engine_server.rules.moves import Bid, PlayCard

AT_MOST = 2
"""So many reasons are added: more than three in all nobody reads."""


def also_for_card(count: Count, best: RatedMove) -> tuple[Reason, ...]:
    """What to add to the reason for the best card, nothing that it says already."""
    assert isinstance(best.move, PlayCard)
    return tuple(islice(_added(count, best.move.card, best.reason), AT_MOST))


def also_for_call(count: Count, said: Reason) -> tuple[Reason, ...]:
    """What a chance that was told is read from: how much the hand counts in the suit of the bid."""
    told = dict(said.arguments)
    bid = told.get("bid")
    trump = bid.denomination.trump if isinstance(bid, Bid) and "percent" in told else None
    reason = None if trump is None else _hand_counts(count, trump)
    return () if reason is None else (reason,)


def _added(count: Count, card: Card, said: Reason) -> Iterator[Reason]:
    reasons = (_count_tricks(count), _all_with_one(count, card), _stay_hidden(count, card))
    yield from (
        one for one in reasons if one is not None and one.code is not said.code and said.code not in _ENOUGH
    )


_ENOUGH = (HintCode.CASH_OUT, HintCode.SETTING_TRICK, HintCode.MAKING_TRICK)
"""Reasons after which nothing else matters."""


def _count_tricks(count: Count) -> Reason | None:
    """Where the contract is decided, or who is to make it unknown, the count says nothing."""
    two = count.opposite is not None
    n, needed, left = count.sure_together if two else count.sure_tricks, count.need, len(count.hand)
    if not n or not needed or needed > left:
        return None
    claims = [SureTogether(n) if two else Sure(n), Need(needed), TricksLeft(left)]
    return proved(count, HintCode.COUNT_TRICKS, claims, n=n, needed=needed)


def _all_with_one(count: Count, card: Card) -> Reason | None:
    """The suit of this trick counted out, while the only hand that has cards of it is still to play."""
    suit = card.suit if count.led is None else count.led
    rest = (hand for hand in count.others if not count.is_mine(hand))
    holders = [hand for hand in rest if count.may_hold_suit(hand, suit)]
    if len(holders) != 1 or holders[0] not in count.later:
        return None
    seat, n = holders[0], count.out(suit)
    return proved(count, HintCode.COUNT_SUIT, [AllWith(suit, seat, n)], n=n, suit=suit, seat=At(seat))


def _stay_hidden(count: Count, card: Card) -> Reason | None:
    called = count.called
    if called is None or card == called or called not in count.cards or not count.table:
        return None
    claims = [IsPartner(), Called(called), NotShown(), Holds(called)]
    return proved(count, HintCode.KEEP_CALLED, claims, card=card, called=called)


def _hand_counts(count: Count, trump: Suit) -> Reason | None:
    points, length = honour_points(count.hand), 2 * (len(count.of_suit(trump)) - 4)
    n = strength(count.hand, trump)
    short = n - points - length
    return proved(
        count,
        HintCode.HAND_COUNTS,
        [HandCounts(trump, n, points, length, short)],
        n=n,
        suit=trump,
        points=points,
        length=length,
        short=short,
    )
