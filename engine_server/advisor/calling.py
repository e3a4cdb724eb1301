"""Which card to call: the highest trump one lacks, or a side ace when the top trumps are one's own."""

from __future__ import annotations

from collections.abc import Iterator

from engine_server.advisor.claims import (
    Claim,
    Higher,
    HighestMissing,
    Holds,
    IsTrump,
    Lacks,
    MoreIn,
    NoTrumps,
    RankAbove,
    TakesAlone,
    TopTrumpsHeld,
)
from engine_server.advisor.counting import Count
from engine_server.advisor.hints import HintCode
from engine_server.advisor.reasons import RatedMove, Reason, first, proved
from engine_server.advisor.strength import alone_percent, alone_row, worth
from engine_server.rules.cards import Card, Suit, honour_points
from engine_server.rules.moves import Bid, CallPartner

TOP_TRUMPS = 2
"""With so many of the highest trumps in hand a side ace is called."""


def best_card(count: Count) -> Card:
    """The card to call."""
    if plays_alone(count):
        return count.of_suit(count.trump)[0]
    if count.trump is None:
        return _side_card(count, tuple(Suit))
    sides = tuple(suit for suit in Suit if suit != count.trump)
    top = _highest_missing(count, count.trump)
    if count.run_from_top(count.trump) < TOP_TRUMPS and top is not None:
        return top
    return _side_card(count, sides)


def plays_alone(count: Count) -> bool:
    """Whether a card of one's own is worth more than a partner, where the table allows it.

    Nobody plays alone without a trump, however the figures stand in a contract that is lost anyway.
    """
    contract = count.contract
    if contract.trump is None or not count.calling.own_allowed or not count.of_suit(contract.trump):
        return False
    bid = Bid(contract.level, contract.denomination)
    alone = worth(alone_row(count.hand, contract.trump), bid, count.scoring, True, contract.stake)
    helped = worth(count.row(contract.denomination), bid, count.scoring, False, contract.stake)
    return alone > helped


def _highest_missing(count: Count, suit: Suit) -> Card | None:
    missing = [card for card in count.still_out if card.suit is suit]
    return max(missing, key=count.power.__getitem__, default=None)


def _side_card(count: Count, suits: tuple[Suit, ...]) -> Card:
    """A missing ace, where the viewer's honours and length make most of it; without one the next best."""
    missing = [card for suit in suits if (card := _highest_missing(count, suit)) is not None]
    return max(missing, key=lambda card: _side_preference(count, card))


def _side_preference(count: Count, card: Card) -> tuple[int, ...]:
    held = count.of_suit(card.suit)
    return (count.power[card], honour_points(held), len(held), card.suit)


# --- ratings and reasons -------------------------------------------------------------------------------


def rate_cards(count: Count) -> Iterator[RatedMove]:
    """Every card that may be called, the best first."""
    best = best_card(count)
    yield RatedMove(CallPartner(best), 90, _why(count, best))
    for move in count.view.legal_moves:
        if isinstance(move, CallPartner) and move.card != best:
            yield RatedMove(move, _rating(count, move.card, best), _why_not(count, move.card, best))


def _rating(count: Count, card: Card, best: Card) -> int:
    if card in count.hand:
        return 1
    near = 30 if card.suit in (best.suit, count.trump) else 20
    return near + 4 * max(0, count.power[card] - 3)


def _why(count: Count, card: Card) -> Reason:
    top = HighestMissing(card)
    plain = Reason(HintCode.CALL_HIGHEST, (("card", card), ("suit", card.suit)))
    return first(
        [
            _alone(count, HintCode.CALL_ALONE, card),
            proved(count, HintCode.CALL_TOP_TRUMP, [IsTrump(card), top], card=card),
            _ace(count, HintCode.CALL_SIDE_ACE, card, [TopTrumpsHeld(), top]),
            _ace(count, HintCode.CALL_NT_ACE, card, [NoTrumps(), top]),
            proved(count, HintCode.CALL_HIGHEST, [top], card=card, suit=card.suit),
        ],
        plain,
    )


def _alone(count: Count, code: HintCode, card: Card) -> Reason | None:
    n, percent = count.contract.target, alone_percent(count.hand, count.contract)
    return proved(count, code, [Holds(card), TakesAlone(n, percent)], card=card, n=n, percent=percent)


def _ace(count: Count, code: HintCode, card: Card, claims: list[Claim]) -> Reason | None:
    if count.power[card] != max(count.power.values()):
        return None
    return proved(count, code, claims, card=card, suit=card.suit)


def _why_not(count: Count, card: Card, best: Card) -> Reason:
    return first(_faults(count, card, best), Reason(HintCode.PREFER, (("card", card), ("best", best))))


def _faults(count: Count, card: Card, best: Card) -> Iterator[Reason | None]:
    if card in count.hand:
        yield _alone(count, HintCode.CALL_ALONE_RISKY, card)
        return
    if best in count.hand:
        yield _not_alone(count, card, best)
    yield proved(count, HintCode.CALL_LOWER, [Higher(best, card), Lacks(best)], card=card, best=best)
    trump = count.trump
    if card.suit == trump:
        yield proved(count, HintCode.CALL_TRUMPS_MINE, [TopTrumpsHeld(), IsTrump(card)], card=card, best=best)
    elif best.suit == trump:
        yield proved(count, HintCode.CALL_SIDE_EARLY, [IsTrump(best), Lacks(best)], card=card, best=best)
    else:
        more = MoreIn(best.suit, card.suit)
        yield proved(count, HintCode.CALL_OTHER_SUIT, [more, Lacks(best)], card=card, best=best)
        yield proved(count, HintCode.CALL_WEAKER, [RankAbove(best, card), Lacks(best)], card=card, best=best)


def _not_alone(count: Count, card: Card, best: Card) -> Reason | None:
    n, percent = count.contract.target, alone_percent(count.hand, count.contract)
    claims = [Holds(best), TakesAlone(n, percent)]
    return proved(count, HintCode.CALL_NOT_ALONE, claims, card=card, best=best, n=n, percent=percent)
