"""Which card to lead for a declarer who plays two hands. Rules in order; the first that fires decides."""

from __future__ import annotations

from collections.abc import Iterator

from engine_server.advisor.claims import (
    Across,
    EqualTogether,
    Higher,
    HoldsTrump,
    IsSide,
    LengthAcross,
    LengthTogether,
    LowestOfSuit,
    Master,
    MayHoldCard,
    NeedsAtMost,
    NotMaster,
    OnLead,
    OnlyHigher,
    Out,
    PlaysAfter,
    SureTogether,
    TrumpAcross,
    TrumpIsOpen,
)
from engine_server.advisor.counting import Count, Side
from engine_server.advisor.hints import HintCode
from engine_server.advisor.reasons import RatedMove, Reason, proved
from engine_server.rules.cards import Card, Rank, Suit
from engine_server.rules.moves import PlayCard

LONG = 7
"""Cards of a suit in two hands from which its small ones are worth setting up."""
DROPS_QUEEN, DROPS_KING = 9, 11
"""Cards of a suit in two hands from which the missing honour is played to drop, not finessed against."""


def declare_thoughts(count: Count) -> Iterator[RatedMove]:
    """What the rules would lead from one of two hands, the most urgent first."""
    yield from _cash_out(count)
    yield from _leave_trump(count)
    yield from _ruff_across(count)
    yield from _draw_trumps(count)
    yield from _for_more(count)
    yield from _cash(count, 60)
    yield from _go_across(count, 55)


def _lead(count: Count, rating: int, card: Card, reason: Reason | None) -> Iterator[RatedMove]:
    if reason is not None and card in count.cards:
        yield RatedMove(PlayCard(card, count.me), rating, reason)


# --- tricks that are there to take ---------------------------------------------------------------------


def _cash_out(count: Count) -> Iterator[RatedMove]:
    """Sure tricks of both hands that are enough, or with nothing else to gain, are taken as counted."""
    n = count.sure_together
    if not 0 < count.need_at_most <= n:
        return
    card = count.sure_line[0]
    claims = [SureTogether(n), NeedsAtMost(n)]
    yield from _lead(count, 99, card, proved(count, HintCode.CASH_OUT, claims, card=card, n=n))


def _cash(count: Count, rating: int) -> Iterator[RatedMove]:
    """A high card of this hand, from the suit that is shorter here first, so that none is blocked."""
    tops = [held[0] for suit in Suit if (held := count.of_suit(suit)) and count.is_master(held[0])]
    sides = [card for card in tops if card.suit != count.trump]
    for card in sorted(sides, key=lambda card: (_spare(count, card.suit), -count.out(card.suit))):
        claims = [OnLead(), Master(card)]
        yield from _lead(count, rating, card, proved(count, HintCode.CASH_MASTER, claims, card=card))


def _spare(count: Count, suit: Suit) -> bool:
    """Whether this hand is not the shorter one in a suit."""
    return len(count.of_suit(suit)) > len(count.across(suit))


def _go_across(count: Count, rating: int) -> Iterator[RatedMove]:
    """A low card to a high one in the other hand."""
    for suit in sorted(Suit, key=count.out):
        held, other = count.of_suit(suit), count.across(suit)
        if held and other and count.is_master(other[0]) and not count.is_master(held[0]):
            card, winner = held[-1], other[0]
            claims = [OnLead(), Across(winner), Master(winner), Higher(winner, card)]
            reason = proved(count, HintCode.GO_ACROSS, claims, card=card, winner=winner)
            yield from _lead(count, rating, card, reason)


# --- trumps --------------------------------------------------------------------------------------------


def _draw_trumps(count: Count) -> Iterator[RatedMove]:
    """Trumps are led until the defenders have none, when the two hands have more of them."""
    trump, n = count.trump, count.out(count.trump)
    trumps = count.of_suit(trump)
    if trump is None or not trumps or not count.foes_trumps or len(count.together(trump)) < n:
        return
    if n == 1 and not count.is_master(count.together(trump)[0]):
        return
    yield from _towards(count, trump, 81)
    card = _drawing_card(count, trump)
    claims = [TrumpIsOpen(), Out(trump, n)]
    yield from _lead(count, 80, card, proved(count, HintCode.DRAW_TRUMPS, claims, card=card, n=n))


def _drawing_card(count: Count, trump: Suit) -> Card:
    """The top of this hand if it is high or touches the next below it, else low."""
    trumps, other = count.of_suit(trump), count.across(trump)
    top = trumps[0]
    wasted = bool(other) and count.is_master(other[0]) and not count.are_equal(top, other[0])
    if count.is_master(top) and not (other and count.is_master(other[0])):
        return top
    touching = any(card != top and count.are_equal(top, card) for card in count.together(trump))
    return top if touching and top.rank >= Rank.TEN and not wasted and len(trumps) > 1 else trumps[-1]


def _leave_trump(count: Count) -> Iterator[RatedMove]:
    """The last trump out, too high to be caught, wins whenever it likes: high side cards go first."""
    trumps = count.together(count.trump)
    out = [card for card in count.still_out if card.suit == count.trump]
    if len(out) != 1 or not trumps or count.power[trumps[0]] > count.power[out[0]]:
        return
    for rated in _cash(count, 79):
        assert isinstance(rated.move, PlayCard)
        card = rated.move.card
        claims = [OnLead(), Out(out[0].suit, 1), NotMaster(trumps[0]), Master(card), IsSide(card)]
        reason = proved(count, HintCode.LEAVE_TRUMP, claims, card=card, higher=out[0])
        yield from _lead(count, 79, card, reason)


def _ruff_across(count: Count) -> Iterator[RatedMove]:
    """A loser is led to be ruffed in the hand with the fewer trumps, before they are drawn."""
    here, there = len(count.of_suit(count.trump)), len(count.across(count.trump))
    if not 0 < there <= here:
        return
    for suit in Suit:
        held = count.of_suit(suit)
        if held and suit != count.trump and not count.is_master(held[-1]):
            card = held[-1]
            claims = [IsSide(card), HoldsTrump(), TrumpAcross(), LengthAcross(suit, 0), NotMaster(card)]
            reason = proved(count, HintCode.RUFF_ACROSS, claims, card=card, suit=suit)
            yield from _lead(count, 83, card, reason)


# --- tricks that are not there yet ---------------------------------------------------------------------


def _for_more(count: Count) -> Iterator[RatedMove]:
    """Where the tricks that are missing may come from, the surest first."""
    for suit in sorted(_side_suits(count), key=lambda suit: -len(count.together(suit))):
        yield from _drive_out(count, suit)
    for suit in sorted(_side_suits(count), key=lambda suit: -len(count.together(suit))):
        yield from _towards(count, suit, 72)
    for suit in sorted(_side_suits(count), key=lambda suit: -len(count.together(suit))):
        yield from _set_up(count, suit)


def _side_suits(count: Count) -> list[Suit]:
    return [suit for suit in Suit if suit != count.trump and count.of_suit(suit)]


def _drive_out(count: Count, suit: Suit) -> Iterator[RatedMove]:
    """The top of touching cards that one card alone beats, those below it being high afterwards."""
    top = count.together(suit)[0]
    higher = count.higher_out(top)
    equals = [card for card in count.together(suit) if card != top and count.are_equal(card, top)]
    if higher is None or not equals or max(map(len, (count.of_suit(suit), count.across(suit)))) < 2:
        return
    card = _highest_equal(count, suit, top)
    other = next((one for one in (top, *equals) if one != card), top)
    claims = [OnLead(), OnlyHigher(card, higher), EqualTogether(card, other)]
    reason = proved(count, HintCode.DRIVE_OUT, claims, card=card, higher=higher)
    yield from _lead(count, 74, card, reason)


def _highest_equal(count: Count, suit: Suit, top: Card) -> Card:
    """The highest card here that does the work of the top one, else the lowest, for the other hand's."""
    held = count.of_suit(suit)
    return held[0] if held[0] == top or count.are_equal(held[0], top) else held[-1]


def _towards(count: Count, suit: Suit, rating: int) -> Iterator[RatedMove]:
    """Low towards a card of the other hand that one card beats, while that may lie with who plays next."""
    held, following = count.of_suit(suit), count.later[0]
    if not held or count.side(following) is Side.FRIEND:
        return
    card = held[-1]
    for towards in count.across(suit):
        higher = count.higher_out(towards)
        if higher is None or _drops(count, suit, higher) or not _is_worth(count, suit, towards):
            continue
        claims = [OnLead(), LowestOfSuit(card), Across(towards), Higher(towards, card)]
        claims += [OnlyHigher(towards, higher), PlaysAfter(following), MayHoldCard(following, higher)]
        reason = proved(count, HintCode.FINESSE_TOWARDS, claims, card=card, towards=towards, higher=higher)
        yield from _lead(count, rating, card, reason)


def _is_worth(count: Count, suit: Suit, towards: Card) -> bool:
    """An honour, and no card of this hand does its work already."""
    spared = not any(count.are_equal(card, towards) for card in count.of_suit(suit))
    return towards.rank >= Rank.TEN and spared


def _drops(count: Count, suit: Suit, higher: Card) -> bool:
    """Whether so many cards are held that the missing one is likelier to fall under the top cards."""
    enough = {Rank.QUEEN: DROPS_QUEEN, Rank.KING: DROPS_KING}.get(higher.rank, LONG + LONG)
    return count.is_master(count.together(suit)[0]) and count.started_with(suit) >= enough


def _set_up(count: Count, suit: Suit) -> Iterator[RatedMove]:
    """A long suit, high cards from the shorter hand first, else low."""
    n, longest = len(count.together(suit)), max(len(count.of_suit(suit)), len(count.across(suit)))
    if count.started_with(suit) < LONG or longest <= count.out(suit) // 2 or not count.out(suit):
        return
    held = count.of_suit(suit)
    card = held[0] if count.is_master(held[0]) and not _spare(count, suit) else held[-1]
    claims = [OnLead(), IsSide(card), LengthTogether(suit, n)]
    reason = proved(count, HintCode.SET_UP, claims, card=card, suit=suit, n=n)
    yield from _lead(count, 70, card, reason)
