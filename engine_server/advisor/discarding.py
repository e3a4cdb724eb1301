"""Which card to throw on a trick that is not to be won: none that wins later, none that guards one."""

from __future__ import annotations

from collections.abc import Iterator

from engine_server.advisor.claims import (
    BeatsTable,
    Claim,
    Friend,
    GuardedBy,
    Higher,
    Holds,
    HoldsTrump,
    IsSide,
    IsTrump,
    Length,
    Loses,
    Master,
    Mine,
    NoneWins,
    NotMaster,
    OutOf,
    Stands,
    Winning,
)
from engine_server.advisor.counting import Count
from engine_server.advisor.hints import Argument, At, HintCode
from engine_server.advisor.reasons import RatedMove, Reason, proved
from engine_server.rules.cards import Card, Rank
from engine_server.rules.moves import PlayCard


def discard_thoughts(count: Count) -> Iterator[RatedMove]:
    """The card to part with, with the best reason that holds for it. The last reason always fires."""
    card = best_discard(count)
    move = PlayCard(card, count.me)
    if card.suit == count.trump:
        yield from (RatedMove(move, 60, reason) for reason in _trump_reasons(count, card) if reason)
        return
    spare = [other for other in count.cards if other != card]
    for reason in (
        _no_ruff(count, card),
        _last_of_suit(count, card),
        *(_keep_guard(count, card, other) for other in spare),
        *(_keep_winner(count, card, other) for other in spare),
        _throw(count, HintCode.DISCARD_LOW, card, [NotMaster(card)]),
    ):
        if reason is not None:
            yield RatedMove(move, 70, reason)
    cheapest = _throw(count, HintCode.LEAST_LOSS, card, [Holds(card)])
    assert cheapest is not None
    yield RatedMove(move, 50, cheapest)


def _throw(
    count: Count, code: HintCode, card: Card, claims: list[Claim], **arguments: Argument
) -> Reason | None:
    """A reason to throw a card: it neither follows suit nor ruffs."""
    led = count.led
    assert led is not None
    return proved(count, code, [OutOf(led), IsSide(card), *claims], card=card, **arguments)


def _trump_reasons(count: Count, card: Card) -> Iterator[Reason | None]:
    """A trump spent for want of other cards is no card thrown: it ruffs, stays below a friend's, or loses."""
    led, winner = count.led, count.winner
    assert led is not None
    assert winner is not None
    yield proved(count, HintCode.RUFF, [OutOf(led), IsTrump(card), BeatsTable(card)], card=card, suit=led)
    own = [Winning(winner), Mine(winner), Loses(card)]
    yield proved(count, HintCode.OWN_WINS, own, card=card)
    below = [Winning(winner), Friend(winner), Loses(card)]
    yield proved(count, HintCode.FRIEND_WINS, below, card=card, seat=At(winner))
    yield proved(count, HintCode.CANNOT_WIN, [NoneWins()], card=card)


def best_discard(count: Count) -> Card:
    """The card whose loss costs least."""
    return min(count.cards, key=lambda card: (discard_cost(count, card), count.power[card], card))


def discard_cost(count: Count, card: Card) -> int:
    """What throwing a card gives away, in steps: 0 nothing; a trump or a master the most.

    An honour costs more than the cards that guard it, which go first when one of them must."""
    if card == count.called and count.is_partner:
        return 60
    if card.suit == count.trump:
        return 50 + count.power[card]
    if count.is_master(card):
        return 40
    if _is_guarded(count, card):
        return 35
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


def _is_guarded(count: Count, card: Card) -> bool:
    """Whether the card is an honour with just enough small cards."""
    return any(guarded_by(count, small) == card for small in count.of_suit(card.suit))


def _no_ruff(count: Count, card: Card) -> Reason | None:
    winner = count.winner
    if winner is None:
        return None
    claims: list[Claim] = [Winning(winner), Friend(winner), Stands(), HoldsTrump()]
    return _throw(count, HintCode.NO_RUFF, card, claims, seat=At(winner))


def _keep_guard(count: Count, card: Card, other: Card) -> Reason | None:
    guarded = guarded_by(count, other)
    if guarded is None or other.suit is card.suit:
        return None
    claims: list[Claim] = [GuardedBy(guarded, other), NotMaster(card)]
    return _throw(count, HintCode.KEEP_GUARD, card, claims, guarded=guarded)


def _keep_winner(count: Count, card: Card, other: Card) -> Reason | None:
    if other.suit == count.trump:
        return None
    less = Higher(other, card) if other.suit is card.suit else NotMaster(card)
    claims: list[Claim] = [Holds(other), Master(other), less]
    return _throw(count, HintCode.KEEP_WINNER, card, claims, winner=other)


def _last_of_suit(count: Count, card: Card) -> Reason | None:
    claims: list[Claim] = [Length(card.suit, 1), HoldsTrump()]
    return _throw(count, HintCode.DISCARD_LAST, card, claims, suit=card.suit)
