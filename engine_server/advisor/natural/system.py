"""Which table answers which auction, and what every call of an auction means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from engine_server.advisor.natural.auction import (
    PLAIN,
    Heard,
    Offer,
    Situation,
    Table,
    need_of,
)
from engine_server.advisor.natural.competing import after_double, answer_double, answer_overcall, enter
from engine_server.advisor.natural.continuing import contest, go_on
from engine_server.advisor.natural.meanings import Force, Meaning, MeaningCode, Shown
from engine_server.advisor.natural.needs import Length, Need, Points, Support, Total
from engine_server.advisor.natural.no_trump import (
    after_stayman,
    after_transfer,
    answer_slam_question,
    answer_stayman,
    answer_transfer,
    respond_to_no_trump,
)
from engine_server.advisor.natural.opening import open_bidding, strong_rebid
from engine_server.advisor.natural.rebidding import (
    answer_strong_raise,
    rebid_after_no_trump,
    rebid_after_suit,
)
from engine_server.advisor.natural.responding import (
    answer_feature,
    respond_to_preempt,
    respond_to_strong,
    respond_to_suit,
    respond_to_weak_two,
)
from engine_server.advisor.natural.slams import after_aces, answer_aces
from engine_server.rules.cards import Denomination, Seat
from engine_server.rules.moves import Bid, Call, Double, Redouble, SeatCall

UNKNOWN_PARTNER = 6
"""Points counted on in a partner who has shown nothing, where a bid has no listed meaning (our judgement)."""
NOBODY = (Shown(),) * 4


def meaning_of(calls: Sequence[SeatCall], index: int, situation: Situation = PLAIN) -> Meaning:
    """What call number `index` of an auction says to everybody, from the calls before it alone.

    Every legal auction has an answer; where the system lists none, a natural one. Raises IndexError for a
    call that was not made.
    """
    return hear(calls, calls[index].seat, situation).meanings[index]


def _alone_meaning(call: Call) -> Meaning:
    """What a call says where everybody plays for oneself: no more than its name."""
    if isinstance(call, Bid):
        trump = call.denomination.trump
        code = MeaningCode.NO_TRUMP if trump is None else MeaningCode.SUIT
        return Meaning(code, suit=trump)
    if isinstance(call, Double):
        return Meaning(MeaningCode.PENALTY)
    return Meaning(MeaningCode.VALUES if isinstance(call, Redouble) else MeaningCode.PASS)


def hear(calls: Sequence[SeatCall], me: Seat, situation: Situation = PLAIN) -> Heard:
    """All that is known to everybody when `me` is to call."""
    made = tuple(calls)
    if situation.alone:
        return Heard(made, tuple(_alone_meaning(one.call) for one in made), NOBODY, me, situation)
    before: tuple[Meaning, ...] = ()
    for length in range(1, len(made) + 1):
        before = _meanings(made[:length], situation)
    return _heard(made, before, me, situation)


def _heard(
    calls: tuple[SeatCall, ...], meanings: tuple[Meaning, ...], me: Seat, situation: Situation
) -> Heard:
    shown = list(NOBODY)
    for made, meaning in zip(calls, meanings, strict=True):
        shown[made.seat] = shown[made.seat].after(meaning)
    return Heard(calls, meanings, tuple(shown), me, situation)


@lru_cache(maxsize=4096)
def _meanings(calls: tuple[SeatCall, ...], situation: Situation) -> tuple[Meaning, ...]:
    """The meaning of each call. Asked for the calls one longer each time, so that it never goes deep."""
    if not calls:
        return ()
    earlier, last = _meanings(calls[:-1], situation), calls[-1]
    heard = _heard(calls[:-1], earlier, last.seat, situation)
    return (*earlier, meaning_in(heard, last.call))


def meaning_in(heard: Heard, call: Call) -> Meaning:
    """What a call would say now: the rows of the table that make it, else its natural sense."""
    return merged([row.meaning for row in rows(heard) if row.call == call]) or natural(heard, call)


def merged(meanings: Sequence[Meaning]) -> Meaning | None:
    """One meaning for a call that several rows make, each being a kind of hand that makes it."""
    if len(meanings) < 2:
        return meanings[0] if meanings else None
    others = tuple(kind for meaning in meanings[1:] for kind in meaning.kinds)
    return replace(meanings[0], others=(*meanings[0].others, *others))


def rows(heard: Heard) -> tuple[Offer, ...]:
    """The table for this place in the auction, the first row that fits a hand being its call."""
    table = Table(heard)
    if heard.last is None:
        open_bidding(table)
    elif not heard.own and not heard.partners:
        enter(table)
    elif heard.asked is not None:
        _answer(table, heard.asked)
    elif heard.last_is_ours:
        table.passes()
    else:
        contest(table)
    return tuple(table.rows)


def _answer(table: Table, asked: Meaning) -> None:
    """Partner called in this round."""
    heard = table.heard
    if not heard.own:
        _first_answer(table, asked)
    elif len(heard.own) == 1 and heard.own[0][1].code is MeaningCode.OPENING:
        _opener_answers(table, asked)
    else:
        _later_answer(table, asked)


def _first_answer(table: Table, asked: Meaning) -> None:
    heard, suit = table.heard, asked.suit
    bid = heard.partners[-1][0].call
    level = bid.level if isinstance(bid, Bid) else 0
    if len(heard.partners) > 1 or (heard.last_is_ours and heard.last is not None and heard.last.call != bid):
        _later_answer(table, asked)
    elif asked.code is MeaningCode.OPENING and suit is not None:
        respond_to_suit(table, suit)
    elif asked.code is MeaningCode.NO_TRUMP and asked.balanced and level <= 3:
        respond_to_no_trump(table, level, asked.points)
    elif asked.code is MeaningCode.STRONG_TWO:
        respond_to_strong(table)
    elif asked.code is MeaningCode.LONG_WEAK and suit is not None and level == 2:
        respond_to_weak_two(table, suit)
    elif asked.code is MeaningCode.LONG_WEAK and suit is not None:
        respond_to_preempt(table, suit, level)
    elif asked.code is MeaningCode.SUIT and suit is not None and level <= 3:
        answer_overcall(table, suit)
    else:
        _later_answer(table, asked)


def _opener_answers(table: Table, asked: Meaning) -> None:
    heard = table.heard
    own = heard.own[0][1].suit
    assert own is not None
    first = len(heard.partners) == 1 and asked.suit is not own
    if first and asked.code is MeaningCode.SUIT and asked.suit is not None and asked.force is not Force.GAME:
        rebid_after_suit(table, own, asked.suit)
    elif asked.code is MeaningCode.NEGATIVE and heard.last_bid is not None and heard.last_bid.level <= 2:
        shown = [suit for suit in heard.unbid or tuple(heard.ours) if heard.hers.least(suit) >= 4]
        unknown = max((suit for suit in heard.unbid), default=own)
        rebid_after_suit(table, own, max(shown, default=unknown))
    elif asked.code is MeaningCode.NO_TRUMP and heard.hers.points.high <= 10:
        rebid_after_no_trump(table, own)
    elif asked.code is MeaningCode.STRONG_RAISE:
        answer_strong_raise(table, own)
    else:
        _later_answer(table, asked)


def _later_answer(table: Table, asked: Meaning) -> None:
    heard = table.heard
    mine = heard.own[-1][1] if heard.own else None
    match asked.code:
        case MeaningCode.STAYMAN:
            answer_stayman(table)
        case MeaningCode.TRANSFER if asked.suit is not None:
            answer_transfer(table, asked.suit)
        case MeaningCode.ASKS_ACES:
            answer_aces(table)
        case MeaningCode.ACES:
            after_aces(table)
        case MeaningCode.ASKS_SLAM:
            answer_slam_question(table)
        case MeaningCode.TAKEOUT:
            answer_double(table)
        case _:
            _after_own(table, asked, mine)


def _after_own(table: Table, asked: Meaning, mine: Meaning | None) -> None:
    """Partner answered a question, or nothing is agreed."""
    heard = table.heard
    free = heard.last_is_ours
    code = mine.code if mine is not None else None
    if code is MeaningCode.STAYMAN and free and asked.code in (MeaningCode.NO_MAJOR, MeaningCode.SUIT):
        after_stayman(table)
    elif code is MeaningCode.TRANSFER and free and mine is not None and mine.suit is not None:
        after_transfer(table, mine.suit)
    elif code is MeaningCode.STRONG_TWO and asked.code is MeaningCode.RELAY and free:
        strong_rebid(table)
    elif code is MeaningCode.RELAY and asked.code is MeaningCode.NO_TRUMP and free and len(heard.own) == 1:
        bid = heard.last_bid
        respond_to_no_trump(table, bid.level if bid is not None else 3, asked.points)
    elif code is MeaningCode.TAKEOUT and free and asked.code is MeaningCode.SUIT and asked.suit is not None:
        after_double(table, asked.suit)
    elif code is MeaningCode.LONG_WEAK and asked.code is MeaningCode.ASKS and mine is not None:
        answer_feature(table, mine.suit if mine.suit is not None else heard.ours[0])
    else:
        go_on(table)


# --- calls that no table lists --------------------------------------------------------------------------


def natural(heard: Heard, call: Call) -> Meaning:
    """The plain sense of a call that the system does not list at this place."""
    if isinstance(call, Bid):
        return _natural_bid(heard, call)
    if isinstance(call, Double):
        return _natural_double(heard)
    if isinstance(call, Redouble):
        return Meaning(MeaningCode.VALUES, (Points(10),))
    return Meaning(MeaningCode.PASS)


def _expected(heard: Heard) -> int:
    low, high = heard.hers.points
    return low if low > 0 else min(UNKNOWN_PARTNER, high)


def _natural_bid(heard: Heard, bid: Bid) -> Meaning:
    low = max(0, need_of(bid) - _expected(heard))
    trump = bid.denomination.trump
    if bid.denomination is Denomination.NO_TRUMP or trump is None:
        return Meaning(MeaningCode.NO_TRUMP, (Points(low),))
    if trump in heard.theirs:
        return Meaning(MeaningCode.ASKS, (Points(max(low, 10)),), Force.FORCING, trump)
    hers = heard.hers.lengths[trump].low
    if hers >= 3:
        raised: tuple[Need, ...] = (Length(trump, max(2, 8 - hers)), Support(low, trump=trump))
        return Meaning(MeaningCode.RAISE, raised, suit=trump)
    held = heard.mine.lengths[trump].low
    length = max(held + 1, 6) if held >= 4 else (4 if bid.level == 1 else 5 if bid.level < 4 else 6)
    return Meaning(MeaningCode.SUIT, (Length(trump, min(length, 8)), Total(low)), suit=trump)


def _natural_double(heard: Heard) -> Meaning:
    bid = heard.last_bid
    early = bid is not None and bid.level <= 3 and bid.denomination.trump is not None
    if early and not heard.partners:
        return Meaning(MeaningCode.TAKEOUT, (Points(12),), Force.FORCING)
    return Meaning(MeaningCode.PENALTY, (Points(12),))
