"""Which card to lead against a contract by defenders who know each other. The first that fires decides."""

from __future__ import annotations

from collections.abc import Iterator

from engine_server.advisor.claims import (
    BidSuit,
    Friend,
    InDummy,
    NoHonourInDummy,
    OnLead,
    PlaysLast,
    PlaysNext,
)
from engine_server.advisor.counting import Count, Side
from engine_server.advisor.hints import At, HintCode
from engine_server.advisor.reasons import RatedMove, Reason, proved
from engine_server.rules.cards import Card, Rank, Suit
from engine_server.rules.moves import PlayCard


def their_suit(count: Count) -> Iterator[RatedMove]:
    """A suit that a friend bid: a high card or the top of two, else low."""
    for seat, suit in count.suits_bid:
        held = count.of_suit(suit)
        if not held or suit == count.trump or seat == count.me or count.side(seat) is not Side.FRIEND:
            continue
        card = from_their_suit(count, held)
        claims = [OnLead(), Friend(seat), BidSuit(seat, suit)]
        reason = proved(count, HintCode.LEAD_THEIR_SUIT, claims, card=card, suit=suit, seat=At(seat))
        yield from _lead(count, 73, card, reason)


def from_their_suit(count: Count, held: tuple[Card, ...]) -> Card:
    """The ace in a suit contract, the top of two or of touching honours, else the lowest."""
    ace = count.trump is not None and held[0].rank is Rank.ACE
    touching = len(held) > 1 and held[0].rank >= Rank.TEN and count.are_equal(held[0], held[1])
    return held[0] if ace or touching or len(held) == 2 else held[-1]


def round_dummy(count: Count) -> Iterator[RatedMove]:
    """Through dummy's honours where it plays next, up to its weakness where it plays last."""
    for suit in sorted(_sides(count), key=lambda suit: -len(count.of_suit(suit))):
        yield from _through(count, suit)
        yield from _up_to(count, suit)


def _sides(count: Count) -> list[Suit]:
    return [suit for suit in Suit if suit != count.trump and count.of_suit(suit)]


def _through(count: Count, suit: Suit) -> Iterator[RatedMove]:
    """A suit where dummy has an honour that can be beaten, but no ace and king together."""
    dummy = count.dummy
    if dummy is None or _is_dear(count, suit):
        return
    honours = [card for card in count.seen_of(dummy, suit) if Rank.JACK <= card.rank <= Rank.KING]
    aces = any(card.rank is Rank.ACE for card in count.seen_of(dummy, suit))
    for honour in honours[:1]:
        card = _small(count, suit)
        if not aces or honour.rank is not Rank.KING:
            claims = [OnLead(), PlaysNext(dummy), InDummy(honour)]
            reason = proved(count, HintCode.THROUGH_DUMMY, claims, card=card, honour=honour)
            yield from _lead(count, 57, card, reason)


def _up_to(count: Count, suit: Suit) -> Iterator[RatedMove]:
    dummy = count.dummy
    if dummy is not None and not _is_dear(count, suit):
        card = _small(count, suit)
        claims = [OnLead(), PlaysLast(dummy), NoHonourInDummy(suit)]
        reason = proved(count, HintCode.UP_TO_DUMMY, claims, card=card, suit=suit)
        yield from _lead(count, 57, card, reason)


def _is_dear(count: Count, suit: Suit) -> bool:
    """Whether a low lead would give up an ace, or a tenace, of the leader's own."""
    held = count.of_suit(suit)
    ace = count.trump is not None and held[0].rank is Rank.ACE
    lone = len(held) == 2 and held[0].rank >= Rank.QUEEN
    return ace or lone


def _small(count: Count, suit: Suit) -> Card:
    """The top of nothing, else the lowest."""
    held = count.of_suit(suit)
    return held[0] if held[0].rank <= Rank.TEN else held[-1]


def _lead(count: Count, rating: int, card: Card, reason: Reason | None) -> Iterator[RatedMove]:
    if reason is not None and card in count.cards:
        yield RatedMove(PlayCard(card, count.me), rating, reason)
