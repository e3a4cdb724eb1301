"""Tricks that only decide who draws, and cards kept or left (honeymoon bridge)."""

from __future__ import annotations

from collections.abc import Iterator

from engine_server.advisor.claims import BeatsTable, Claim, Equal, Higher, IsHonour, Loses, RankAbove
from engine_server.advisor.claims_of_draws import (
    NoneLonger,
    NotWanted,
    OpenTop,
    PickedUp,
    StockHidden,
)
from engine_server.advisor.counting import Count
from engine_server.advisor.hints import HintCode
from engine_server.advisor.plain import NOTHING
from engine_server.advisor.reasons import RatedMove, Reason, first, proved
from engine_server.rules.cards import Card, Rank
from engine_server.rules.moves import DrawCard, PlayCard

HIGH = {Rank.ACE: 8.0, Rank.KING: 5.5, Rank.QUEEN: 3.5, Rank.JACK: 2.0, Rank.TEN: 1.0}
SMALL, TRUMP = 0.1, 3.0
"""What a card is worth kept: its height, a little for its rank, more for a trump, 1 for each of its suit."""
USUAL = 6.0
"""The same of an unseen card, on average."""
BEST, LESS, SPAN = 90, 88, 6
"""The rating of the best move, of one nearly as good, and what each bit of worth costs."""


def rate_draws(count: Count) -> Iterator[RatedMove]:
    """Every card of a draw trick, or keeping and leaving a card; the best first."""
    if any(isinstance(move, DrawCard) for move in count.view.legal_moves):
        yield from _rate_picks(count)
    else:
        yield from _rate_cards(count)


def worth(count: Count, card: Card) -> float:
    """What a card is worth kept: high cards, cards of long suits, trumps where they are known."""
    length = len({*count.of_suit(card.suit), card})
    extra = HIGH.get(card.rank, 0.0) + TRUMP * (card.suit == count.trump)
    return extra + SMALL * card.rank + length


# --- draw tricks ---------------------------------------------------------------------------------------


def _rate_cards(count: Count) -> Iterator[RatedMove]:
    worths = {card: _gain(count, card) for card in count.cards}
    best = max(count.cards, key=lambda card: (worths[card], -card.rank))
    yield RatedMove(PlayCard(best, count.me), BEST, _why(count, best))
    for card in count.cards:
        if card != best:
            rating = max(0, LESS - round(SPAN * (worths[best] - worths[card])))
            yield RatedMove(PlayCard(card, count.me), rating, _why_not(count, card, best))


def _gain(count: Count, card: Card) -> float:
    """The open card, as far as this one is likely to win it, less what this one is worth kept."""
    top = _top(count)
    if top is None:
        return -worth(count, card)
    gain = worth(count, top) - USUAL
    return gain * _wins(count, card) - worth(count, card)


def _top(count: Count) -> Card | None:
    return count.view.stock.open_top if count.view.stock is not None else None


def _wins(count: Count, card: Card) -> float:
    if not count.beats_table(card):
        return 0.0
    return (card.rank - Rank.TWO) / (Rank.ACE - Rank.TWO) if count.later else 1.0


def _why(count: Count, card: Card) -> Reason:
    return first(_thoughts(count, card), NOTHING)


def _thoughts(count: Count, card: Card) -> Iterator[Reason | None]:
    top = _top(count)
    if top is None:
        yield proved(count, HintCode.DRAW_LOW, [StockHidden()], card=card)
    else:
        won: list[Claim] = [OpenTop(top), BeatsTable(card)]
        if worth(count, top) > USUAL:
            yield proved(count, HintCode.DRAW_WIN, won, card=card, top=top)
        yield proved(count, HintCode.DRAW_LEAVE, [OpenTop(top), Loses(card)], card=card, top=top)


def _why_not(count: Count, card: Card, best: Card) -> Reason:
    return first(_faults(count, card, best), Reason(HintCode.PREFER, (("card", card), ("best", best))))


def _faults(count: Count, card: Card, best: Card) -> Iterator[Reason | None]:
    top = _top(count)
    yield proved(count, HintCode.SAME_WORTH, [Equal(card, best)], card=card, best=best)
    if top is None:
        yield proved(
            count, HintCode.DRAW_SPENDS, [StockHidden(), RankAbove(card, best)], card=card, best=best
        )
    elif worth(count, top) > USUAL:
        lost: list[Claim] = [OpenTop(top), Loses(card), BeatsTable(best)]
        yield proved(count, HintCode.DRAW_LEAVE, lost, card=card, top=top)
    higher: list[Claim] = [Loses(card), Loses(best), Higher(card, best)]
    yield proved(count, HintCode.WASTES_HIGH, higher, card=card, best=best)
    needless: list[Claim] = [BeatsTable(card), BeatsTable(best), Higher(card, best)]
    yield proved(count, HintCode.HIGHER_THAN_NEEDED, needless, card=card, best=best)


# --- keeping or leaving --------------------------------------------------------------------------------


def _rate_picks(count: Count) -> Iterator[RatedMove]:
    stock = count.view.stock
    card = stock.picked_up if stock is not None else None
    assert card is not None
    keeps = _is_wanted(count, card)
    yield RatedMove(DrawCard(keeps), BEST, _pick_reason(count, card, keeps))
    yield RatedMove(DrawCard(not keeps), BEST // 2, NOTHING)


def _is_wanted(count: Count, card: Card) -> bool:
    return IsHonour(card).holds(count) or NoneLonger(card.suit).holds(count)


def _pick_reason(count: Count, card: Card, keeps: bool) -> Reason:
    if not keeps:
        return proved(count, HintCode.PICK_LEAVE, [PickedUp(card), NotWanted(card)], card=card) or NOTHING
    why: Claim = IsHonour(card) if IsHonour(card).holds(count) else NoneLonger(card.suit)
    return proved(count, HintCode.PICK_KEEP, [PickedUp(card), why], card=card) or NOTHING
