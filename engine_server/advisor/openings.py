"""Opening, trump, the partner's card, and promises of points (Italian Bridge).

The figures are ours: 60,000 random hands declared by rule players, the partner unknown until shown, the
highest missing trump called. Defenders better than those win more, so the decimals are not firm.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import floor

from engine_server.advisor.claims import Claim, Higher, Lacks, Length, RankAbove
from engine_server.advisor.claims_of_points import HighestLacked, LeastPromise, OpensAt, TakesPoints
from engine_server.advisor.counting import Count
from engine_server.advisor.hints import HintCode
from engine_server.advisor.opening_chances import percent_of, points_of, value_of
from engine_server.advisor.plain import NOTHING
from engine_server.advisor.reasons import RatedMove, Reason, first, proved
from engine_server.rules.cards import Card, Denomination, Suit
from engine_server.rules.moves import PASS, Move, OpenAndName, PointBid

OPENS_AT = 39
"""So many of 100 such hands must win for an opening: passing costs more than losing about as often."""
STRONG = 20
"""From this value of the trumps, in halves, a three of another suit is called."""
MARGIN = 3
"""Points by which the hand must be worth more than it promises."""
PASSED = 50
"""The rating of a pass where opening is about as good."""


@dataclass(frozen=True)
class Openings:
    """What a hand is worth as declarer's in each suit, and which card it calls."""

    count: Count

    @cached_property
    def trump(self) -> Suit:
        """The suit to name: the likeliest to win, the longer one, the stronger one."""
        return max(Suit, key=self._preference)

    def _preference(self, suit: Suit) -> tuple[int, int, int, Suit]:
        return (self.percent(suit), len(self.count.of_suit(suit)), value_of(self.count, suit), suit)

    def percent(self, suit: Suit) -> int:
        """Of 100 such hands with this trump, how many win."""
        return percent_of(self.count, suit)

    def card(self, suit: Suit) -> Card:
        """The highest trump the hand lacks, or with strong trumps the three of its longest other suit."""
        sides = [other for other in Suit if other is not suit and self._lacks_the_top(other)]
        if value_of(self.count, suit) >= STRONG and sides:
            return self._top(max(sides, key=lambda other: len(self.count.of_suit(other))))
        return self._top(suit)

    def _lacks_the_top(self, suit: Suit) -> bool:
        top = max(self._cards(suit), key=self.count.power.__getitem__)
        return top not in self.count.hand

    def _top(self, suit: Suit) -> Card:
        lacked = [card for card in self._cards(suit) if card not in self.count.hand]
        return max(lacked, key=self.count.power.__getitem__)

    def _cards(self, suit: Suit) -> list[Card]:
        return [card for card in self.count.power if card.suit is suit]

    @cached_property
    def best(self) -> OpenAndName:
        """Trump and card to name."""
        return OpenAndName(Denomination(self.trump), self.card(self.trump))


# --- opening -------------------------------------------------------------------------------------------


def rate_openings(count: Count) -> Iterator[RatedMove]:
    """Every opening, or a pass where it is allowed, or every promise in an auction of points."""
    if any(isinstance(move, PointBid) for move in count.view.legal_moves):
        yield from _rate_promises(count)
        return
    hand = Openings(count)
    for move in count.view.legal_moves:
        yield _rated(hand, move)


def _rated(hand: Openings, move: Move) -> RatedMove:
    if move == PASS:
        return RatedMove(PASS, _pass_rating(hand), _pass_reason(hand))
    assert isinstance(move, OpenAndName)
    if move == hand.best:
        return RatedMove(move, min(99, PASSED + hand.percent(hand.trump) - OPENS_AT + 1), _why(hand))
    return RatedMove(move, *_less(hand, move))


def _pass_rating(hand: Openings) -> int:
    return PASSED


def _pass_reason(hand: Openings) -> Reason:
    suit, percent = hand.trump, hand.percent(hand.trump)
    code = HintCode.OPEN_PASS if percent < OPENS_AT else HintCode.OPEN_NOT
    reason = proved(hand.count, code, [OpensAt(suit, percent)], suit=suit, percent=percent)
    return reason or NOTHING


def _why(hand: Openings) -> Reason:
    suit, card = hand.trump, hand.best.card
    n, percent = len(hand.count.of_suit(suit)), hand.percent(suit)
    if card.suit is suit:
        claims: list[Claim] = [HighestLacked(card), OpensAt(suit, percent)]
        reason = proved(hand.count, HintCode.OPEN_TOP, claims, suit=suit, card=card, percent=percent)
    else:
        claims = [HighestLacked(card), Length(suit, n)]
        reason = proved(hand.count, HintCode.OPEN_SIDE, claims, suit=suit, card=card, n=n)
    return reason or NOTHING


def _less(hand: Openings, move: OpenAndName) -> tuple[int, Reason]:
    """An opening that is not the best, below it: another suit, or another card of the partner."""
    suit = move.denomination.trump
    if suit is None:
        return 10, NOTHING
    most = min(99, PASSED + hand.percent(hand.trump) - OPENS_AT)
    if suit is not hand.trump:
        percent = hand.percent(suit)
        reason = proved(hand.count, HintCode.OPEN_SUIT, [OpensAt(suit, percent)], suit=suit, percent=percent)
        return max(0, most * percent // (2 * hand.percent(hand.trump)) - 1), reason or NOTHING
    plain = Reason(HintCode.PREFER, (("card", move.card), ("best", hand.best.card)))
    return max(0, most // 2), first(_worse_card(hand, move.card), plain)


def _worse_card(hand: Openings, card: Card) -> Iterator[Reason | None]:
    best = hand.best.card
    yield proved(hand.count, HintCode.CALL_LOWER, [Higher(best, card)], card=card, best=best)
    claims: list[Claim] = [Lacks(best), RankAbove(best, card)]
    yield proved(hand.count, HintCode.CALL_WEAKER, claims, card=card, best=best)


# --- promises ------------------------------------------------------------------------------------------


def _rate_promises(count: Count) -> Iterator[RatedMove]:
    least = min(move.points for move in count.view.legal_moves if isinstance(move, PointBid))
    points = floor(points_of(count, Openings(count).trump))
    for move in count.view.legal_moves:
        if isinstance(move, PointBid):
            yield _promise(count, move, least, points)
        else:
            yield RatedMove(move, PASSED, _no_promise(count, least, points))


def _promise(count: Count, bid: PointBid, least: int, points: int) -> RatedMove:
    fits = bid.points + MARGIN <= points
    code = HintCode.PROMISE if fits else HintCode.PROMISE_HIGH
    reason = proved(count, code, [TakesPoints(points)], n=bid.points, points=points)
    spare = points - MARGIN - bid.points
    rating = min(99, PASSED + 20 + spare) if fits else max(0, PASSED - 1 + spare)
    return RatedMove(bid, rating, reason or NOTHING)


def _no_promise(count: Count, least: int, points: int) -> Reason:
    code = HintCode.PROMISE_NOT if least + MARGIN <= points else HintCode.PROMISE_PASS
    claims: list[Claim] = [LeastPromise(least), TakesPoints(points)]
    return proved(count, code, claims, n=least, points=points) or NOTHING
