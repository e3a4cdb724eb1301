"""Which card to throw on a trick that is not to be won: none that wins later, none that guards one."""

from __future__ import annotations

from collections.abc import Iterator

from engine_server.advisor.claims import (
    Friend,
    GuardedBy,
    Higher,
    Holds,
    HoldsTrump,
    IsSide,
    Length,
    Master,
    NotMaster,
    OutOf,
    StaysAhead,
    Winning,
)
from engine_server.advisor.counting import Count
from engine_server.advisor.hints import At, HintCode
from engine_server.advisor.reasons import RatedMove, Reason, proved
from engine_server.rules.cards import Card, Rank
from engine_server.rules.moves import PlayCard


def discard_thoughts(count: Count) -> Iterator[RatedMove]:
    """The card to throw, with the best reason that holds for it. The last reason always fires."""
    card = best_discard(count)
    move = PlayCard(card, count.me)
    led = count.led
    assert led is not None
    spare = [other for other in count.cards if other != card]
    for reason in (
        _no_ruff(count, card),
        _last_of_suit(count, card),
        *(_keep_guard(count, card, other) for other in spare),
        *(_keep_winner(count, card, other) for other in spare),
        proved(count, HintCode.DISCARD_LOW, [OutOf(led), NotMaster(card)], card=card),
    ):
        if reason is not None:
            yield RatedMove(move, 70, reason)
    cheapest = proved(count, HintCode.LEAST_LOSS, [OutOf(led), Holds(card)], card=card)
    assert cheapest is not None
    yield RatedMove(move, 50, cheapest)


def best_discard(count: Count) -> Card:
    """The card whose loss costs least."""
    return min(count.cards, key=lambda card: (discard_cost(count, card), count.power[card], card))


def discard_cost(count: Count, card: Card) -> int:
    """What throwing a card gives away, in steps: 0 nothing; a trump, a guard or a master the most."""
    if card == count.called and count.is_partner:
        return 60
    if card.suit == count.trump:
        return 50 + count.power[card]
    if count.is_master(card):
        return 40
    if guarded_by(count, card) is not None:
        return 30
    return _loose_cost(count, card)


def _loose_cost(count: Count, card: Card) -> int:
    """High cards last; the last card of a suit early while there are trumps to ruff with."""
    cost = 8 if card.rank >= Rank.JACK else 0
    held = len(count.of_suit(card.suit))
    ruffs = bool(count.of_suit(count.trump))
    return cost + (min(held, 4) - 1 if ruffs else 4 - min(held, 4))


def guarded_by(count: Count, card: Card) -> Card | None:
    """The honour that would be bare without this card: it has just enough small cards with it."""
    top = count.of_suit(card.suit)[0]
    return top if top.rank >= Rank.JACK and GuardedBy(top, card).holds(count) else None


def _no_ruff(count: Count, card: Card) -> Reason | None:
    winner = count.winner
    if winner is None or card.suit == count.trump:
        return None
    claims = [Winning(winner), Friend(winner), StaysAhead(), HoldsTrump()]
    return proved(count, HintCode.NO_RUFF, claims, card=card, seat=At(winner))


def _keep_guard(count: Count, card: Card, other: Card) -> Reason | None:
    guarded = guarded_by(count, other)
    if guarded is None or other.suit is card.suit:
        return None
    claims = [GuardedBy(guarded, other), NotMaster(card)]
    return proved(count, HintCode.KEEP_GUARD, claims, card=card, guarded=guarded)


def _keep_winner(count: Count, card: Card, other: Card) -> Reason | None:
    if other.suit == count.trump:
        return None
    less = Higher(other, card) if other.suit is card.suit else NotMaster(card)
    claims = [Holds(other), Master(other), less]
    return proved(count, HintCode.KEEP_WINNER, claims, card=card, winner=other)


def _last_of_suit(count: Count, card: Card) -> Reason | None:
    claims = [Length(card.suit, 1), HoldsTrump(), IsSide(card)]
    return proved(count, HintCode.DISCARD_LAST, claims, card=card, suit=card.suit)
