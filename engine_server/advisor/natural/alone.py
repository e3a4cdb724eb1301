"""Auctions where everybody plays for oneself: honeymoon bridge, and three hands with a dummy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import erf, sqrt

from engine_server.advisor.natural.auction import Heard, Situation, game_level, trick_points
from engine_server.advisor.natural.codes import NaturalCode
from engine_server.advisor.natural.facts import Fact, HasPoints, Tricks
from engine_server.advisor.natural.hands import Hand
from engine_server.advisor.natural.rating import NaturalReason, RatedCall
from engine_server.advisor.natural.system import hear
from engine_server.rules.cards import Card, Denomination, Seat, Suit
from engine_server.rules.contracts import BOOK
from engine_server.rules.moves import DOUBLE, PASS, Bid, Call, Redouble, SeatCall

LEAST, LEAST_VULNERABLE, LEAST_GAME = 55, 60, 50
"""Of 100 such hands so many must make a bid (coach_lore section 7): a part-score, vulnerable, a game."""
PART_VALUE, GAME_BONUS = 80, 350
"""What a part-score is worth made, and a game beside its tricks (our judgement)."""
UNDERTRICK, UNDERTRICK_VULNERABLE = 75, 150
"""What a beaten bid costs on average (one trick and a half, our judgement)."""
REDOUBLE_PERCENT = 80
"""A doubled bid is redoubled with this chance or more."""
OWN_BEST = 88
"""Rating of the call advised."""


@dataclass(frozen=True, slots=True)
class Help:
    """What goes with the caller's hand: `dummy` when its cards are seen; else one unseen, or none at all."""

    has_dummy: bool
    dummy: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Outlook:
    """Tricks to be expected and how far they spread, both as declarer."""

    mean: float
    spread: float

    def percent(self, tricks: int) -> int:
        """Of 100 such hands, how many take so many tricks."""
        return round(50 * (1 + erf((self.mean - tricks + 0.5) / (self.spread * sqrt(2)))))


def needed_against(bid: Bid) -> int:
    """Tricks of one's own that a double needs: one more than the bid leaves, two at least."""
    return max(2, 8 - bid.level)


def outlook(hand: Hand, named: Denomination, beside: Help) -> Outlook:
    """What this hand may take with this trump."""
    if beside.dummy:
        return _with_dummy(hand, Hand(beside.dummy), named)
    if beside.has_dummy:
        return _with_unseen(hand, named)
    return _without(hand, named)


def _with_dummy(hand: Hand, dummy: Hand, named: Denomination) -> Outlook:
    """Fitted to 1,196 deals played with all cards seen (coach_lore section 3)."""
    points = hand.points + dummy.points - 25
    if named.trump is None:
        return Outlook(8.6 + 0.53 * points, 1.25)
    beyond = hand.lengths[named.trump] + dummy.lengths[named.trump] - 8
    return Outlook(10.2 + 0.41 * points + (0.55 if beyond > 0 else 1.1) * beyond, 1.3)


def _short(hand: Hand, trump: Suit) -> int:
    return sum((3, 2, 1)[length] for suit, length in enumerate(hand.lengths) if suit != trump and length < 3)


def _with_unseen(hand: Hand, named: Denomination) -> Outlook:
    """A random dummy, played with all cards seen (coach_lore section 7)."""
    if named.trump is None:
        shape = 0.0 if hand.is_balanced else 1.0
        return Outlook(6.7 + 0.38 * (hand.points - 12) - shape, 2.2)
    length = hand.lengths[named.trump]
    below = 0.5 * max(0, 4 - length)
    return Outlook(1.93 + 0.26 * hand.points + 0.48 * length + 0.43 * _short(hand, named.trump) - below, 2.0)


def _without(hand: Hand, named: Denomination) -> Outlook:
    """Two hands of thirteen, the other cards gone: fitted to 20,000 deals of simple players.

    The opponent's cards are a random third of those not held.
    """
    longest = max(hand.lengths)
    if named.trump is None:
        return Outlook(4.6 + 0.2 * hand.points + 0.17 * (longest - 4), 1.9)
    beyond = hand.lengths[named.trump] - 4
    slope = 0.36 if beyond > 0 else 1.0
    return Outlook(5.2 + 0.22 * hand.points + slope * beyond + 0.36 * _short(hand, named.trump), 1.45)


@dataclass(frozen=True, slots=True)
class TakesAlone(Fact):
    """Of 100 such hands `percent` take the `n` tricks of the bid."""

    bid: Bid
    n: int
    percent: int
    beside: Help

    def holds(self, hand: Hand, heard: Heard) -> bool:
        chance = outlook(hand, self.bid.denomination, self.beside).percent(self.n)
        return self.n == BOOK + self.bid.level and chance == self.percent


@dataclass(frozen=True, slots=True)
class Stands(Fact):
    """The caller's own bid is the highest."""

    bid: Bid

    def holds(self, hand: Hand, heard: Heard) -> bool:
        return heard.last == SeatCall(heard.me, self.bid)


def rate_alone(
    cards: Iterable[Card],
    calls: Sequence[SeatCall],
    viewer: Seat,
    legal: Sequence[Call],
    situation: Situation,
    beside: Help,
) -> Iterator[RatedCall]:
    """Every legal call of a seat without a partner in the auction, best first, the others when asked for.

    Raises ValueError when there is nothing to call.
    """
    if not legal:
        raise ValueError("no call to rate")
    return _Alone(Hand(cards), hear(calls, viewer, situation), tuple(legal), beside).rated()


class _Alone:
    """One hand before one choice of calls."""

    def __init__(self, hand: Hand, heard: Heard, legal: tuple[Call, ...], beside: Help) -> None:
        self.hand, self.heard, self.legal, self.beside = hand, heard, legal, beside
        self.outlooks = tuple(outlook(hand, named, beside) for named in Denomination)
        self.vulnerable = heard.me in heard.situation.vulnerable

    def rated(self) -> Iterator[RatedCall]:
        """The call worth most, then the others; equal ones in the order of the legal calls."""
        worth = {call: self.value(call) for call in self.legal}
        best = max(self.legal, key=lambda call: worth[call])
        yield RatedCall(best, OWN_BEST, self._why(best))
        others = [self._other(call, best, worth[best] - worth[call]) for call in self.legal if call != best]
        yield from sorted(others, key=lambda rated: -rated.rating)

    def percent(self, bid: Bid) -> int:
        """Of 100 such hands, how many make the bid."""
        return self.outlooks[bid.denomination].percent(BOOK + bid.level)

    def is_game(self, bid: Bid) -> bool:
        """Whether the bid makes game with what stands below the line."""
        part = self.heard.situation.part_score(self.heard.me)
        return bid.level >= game_level(bid.denomination, part)

    def value(self, call: Call) -> float:
        """What a call may be expected to gain; a pass nothing, or what one's own bid is worth."""
        if isinstance(call, Bid):
            gain = self._bid_value(call)
            return gain if self.percent(call) >= self._least(call) else min(gain, -1.0) - 50
        own = self._own()
        stands = self._bid_value(own) if own is not None else 0.0
        if call == DOUBLE:
            return 1.0 if self._double_is_sure() else -100.0
        if isinstance(call, Redouble):
            sure = own is not None and self.percent(own) >= REDOUBLE_PERCENT
            return stands + (1.0 if sure else -100.0)
        return stands + 0.5 if own is not None else 0.0

    def _bid_value(self, bid: Bid) -> float:
        chance = self.percent(bid) / 100
        made = GAME_BONUS + trick_points(bid) if self.is_game(bid) else PART_VALUE
        slam = {6: 500, 7: 1000}.get(bid.level, 0)
        lost = UNDERTRICK_VULNERABLE if self.vulnerable else UNDERTRICK
        return chance * (made + slam) - (1 - chance) * lost

    def _least(self, bid: Bid) -> int:
        if self.is_game(bid):
            return LEAST_GAME
        return LEAST_VULNERABLE if self.vulnerable else LEAST

    def _own(self) -> Bid | None:
        last = self.heard.last
        return self.heard.last_bid if last is not None and last.seat == self.heard.me else None

    def _double_is_sure(self) -> bool:
        bid = self.heard.last_bid
        return bid is not None and self._tricks(bid) >= needed_against(bid)

    def _tricks(self, bid: Bid) -> int:
        return self.hand.defence(bid.denomination.trump)

    # --- why ---------------------------------------------------------------------------------------

    def _takes(self, code: NaturalCode, bid: Bid, with_tricks: bool = True) -> NaturalReason:
        n, percent = BOOK + bid.level, self.percent(bid)
        tricks = (("n", n),) if with_tricks else ()
        facts = (TakesAlone(bid, n, percent, self.beside),)
        return NaturalReason(code, (("bid", bid), *tricks, ("percent", percent)), facts)

    def _doubled(self, code: NaturalCode) -> NaturalReason:
        bid = self.heard.last_bid
        assert bid is not None
        n = self._tricks(bid)
        needed = (("needed", needed_against(bid)),) if code is NaturalCode.TOO_FEW_TRICKS else ()
        return NaturalReason(code, (("bid", bid), ("n", n), *needed), (Tricks(bid, n),))

    def _why(self, call: Call) -> NaturalReason:
        own = self._own()
        if isinstance(call, Bid):
            return self._takes(NaturalCode.ALONE_WORTH, call)
        if call == DOUBLE:
            return self._doubled(NaturalCode.DOUBLE)
        if own is not None and call == PASS:
            return NaturalReason(NaturalCode.PASS_PLACED, (("bid", own),), (Stands(own),))
        if own is not None:
            return self._takes(NaturalCode.ALONE_WORTH, own)
        left = max(self._bids(), key=self.value, default=None)
        if left is not None and self.percent(left) < self._least(left):
            return self._takes(NaturalCode.ALONE_PASS, left, with_tricks=False)
        n = self.hand.points
        return NaturalReason(NaturalCode.PASS_WEAK, (("n", n),), (HasPoints(n),))

    def _bids(self) -> list[Bid]:
        return [call for call in self.legal if isinstance(call, Bid)]

    def _other(self, call: Call, best: Call, lost: float) -> RatedCall:
        rating = max(1, round(70 / (1 + max(0.0, lost) / 60)))
        return RatedCall(call, rating, self._why_not(call, best))

    def _why_not(self, call: Call, best: Call) -> NaturalReason:
        if isinstance(call, Bid) and self.percent(call) < self._least(call):
            return self._takes(NaturalCode.ALONE_TOO_HIGH, call)
        if isinstance(call, Bid) and isinstance(best, Bid) and call.level < best.level:
            facts = self._takes(NaturalCode.ALONE_WORTH, best).facts
            return NaturalReason(NaturalCode.ALONE_TOO_LOW, (("bid", call), ("best", best)), facts)
        if call == DOUBLE and not self._double_is_sure():
            return self._doubled(NaturalCode.TOO_FEW_TRICKS)
        return NaturalReason(NaturalCode.BETTER)
