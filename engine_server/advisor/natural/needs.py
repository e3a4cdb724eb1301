"""What a call may promise of a hand: small facts, each checkable by itself, each able to say how it fails."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from engine_server.advisor.hints import Argument
from engine_server.advisor.natural.codes import NaturalCode
from engine_server.advisor.natural.hands import MAJORS, Hand
from engine_server.rules.cards import Suit
from engine_server.rules.moves import Bid

MOST = 37
"""High-card points that one hand can hold: a range up to here has no upper end."""
MOST_LENGTH_POINTS = 5
"""Points for length beyond which hardly a hand goes: how far high cards may lie below a total."""
MOST_SHORT_POINTS = 8
"""The same for shortness beside four trumps."""

Arguments: TypeAlias = tuple[tuple[str, Argument], ...]
Fault: TypeAlias = tuple[NaturalCode, Arguments]


class Span(NamedTuple):
    """From `low` to `high`, both included."""

    low: int
    high: int

    def meet(self, other: Span) -> Span:
        """What both allow; the later one, `other`, where they contradict each other."""
        low, high = max(self.low, other.low), min(self.high, other.high)
        return Span(low, high) if low <= high else other

    def hull(self, other: Span) -> Span:
        """What either allows."""
        return Span(min(self.low, other.low), max(self.high, other.high))

    def miss(self, n: int) -> int:
        """How far a number lies outside, 0 inside."""
        return max(self.low - n, n - self.high, 0)


class Need(ABC):
    """A fact of a hand that a call promises."""

    __slots__ = ()

    @abstractmethod
    def miss(self, hand: Hand) -> int:
        """How far the hand is from it, 0 where it holds; a point is 1."""

    @abstractmethod
    def fault(self, hand: Hand) -> Fault:
        """What to say of a hand that lacks it."""

    def holds(self, hand: Hand) -> bool:
        """Whether the hand has it."""
        return self.miss(hand) == 0


@dataclass(frozen=True, slots=True)
class Counted(Need):
    """A range of points. What is counted, the kinds below say."""

    low: int
    high: int = MOST

    def count(self, hand: Hand) -> int:
        """The hand's points, counted as this call counts them."""
        return hand.points

    @property
    def high_cards(self) -> Span:
        """The high-card points that such a hand may have."""
        return Span(self.low, min(self.high, MOST))

    def miss(self, hand: Hand) -> int:
        n = self.count(hand)
        return max(self.low - n, n - self.high if self.high < MOST else 0, 0)

    def fault(self, hand: Hand) -> Fault:
        n = self.count(hand)
        if n < self.low:
            return NaturalCode.TOO_WEAK, (("least", self.low), ("n", n))
        return NaturalCode.TOO_STRONG, (("most", self.high), ("n", n))


@dataclass(frozen=True, slots=True)
class Points(Counted):
    """High-card points."""


@dataclass(frozen=True, slots=True)
class Total(Counted):
    """High-card points and one for each card beyond four of a suit."""

    def count(self, hand: Hand) -> int:
        return hand.total

    @property
    def high_cards(self) -> Span:
        return Span(max(0, self.low - MOST_LENGTH_POINTS), min(self.high, MOST))


@dataclass(frozen=True, slots=True)
class Support(Counted):
    """High-card points and shortness beside trumps."""

    trump: Suit = Suit.CLUBS

    def count(self, hand: Hand) -> int:
        return hand.support(self.trump)

    @property
    def high_cards(self) -> Span:
        return Span(max(0, self.low - MOST_SHORT_POINTS), min(self.high, MOST))


@dataclass(frozen=True, slots=True)
class Length(Need):
    """So many cards of a suit."""

    suit: Suit
    low: int
    high: int = 13

    def miss(self, hand: Hand) -> int:
        return 3 * Span(self.low, self.high).miss(hand.lengths[self.suit])

    def fault(self, hand: Hand) -> Fault:
        n = hand.lengths[self.suit]
        if n < self.low:
            return NaturalCode.TOO_SHORT, (("suit", self.suit), ("least", self.low), ("n", n))
        return NaturalCode.TOO_LONG, (("suit", self.suit), ("most", self.high), ("n", n))


@dataclass(frozen=True, slots=True)
class Balanced(Need):
    """4333, 4432 or 5332."""

    def miss(self, hand: Hand) -> int:
        return 0 if hand.is_balanced else 3

    def fault(self, hand: Hand) -> Fault:
        return NaturalCode.NOT_BALANCED, ()


@dataclass(frozen=True, slots=True)
class Stopped(Need):
    """A stopper in a suit of theirs."""

    suit: Suit

    def miss(self, hand: Hand) -> int:
        return 0 if hand.is_stopped(self.suit) else 4

    def fault(self, hand: Hand) -> Fault:
        return NaturalCode.NOT_STOPPED, (("suit", self.suit),)


@dataclass(frozen=True, slots=True)
class Good(Need):
    """Two of the top three honours of a suit, or three of the top five."""

    suit: Suit

    def miss(self, hand: Hand) -> int:
        return 0 if hand.is_good(self.suit) else 2

    def fault(self, hand: Hand) -> Fault:
        return NaturalCode.POOR_SUIT, (("suit", self.suit),)


@dataclass(frozen=True, slots=True)
class Quality(Need):
    """Length and honours of a suit together reach so many."""

    suit: Suit
    least: int

    def miss(self, hand: Hand) -> int:
        return max(0, self.least - hand.quality(self.suit))

    def fault(self, hand: Hand) -> Fault:
        return NaturalCode.POOR_SUIT, (("suit", self.suit),)


@dataclass(frozen=True, slots=True)
class Preferred(Need):
    """The suit is the one to show first of several."""

    suit: Suit
    among: tuple[Suit, ...]

    def miss(self, hand: Hand) -> int:
        return 0 if hand.preferred(self.among) is self.suit else 2

    def fault(self, hand: Hand) -> Fault:
        return NaturalCode.OTHER_SUIT, (("suit", self.suit), ("other", hand.preferred(self.among)))


@dataclass(frozen=True, slots=True)
class AsLong(Need):
    """The suit is at least as long as another."""

    suit: Suit
    other: Suit

    def miss(self, hand: Hand) -> int:
        return 2 * max(0, hand.lengths[self.other] - hand.lengths[self.suit])

    def fault(self, hand: Hand) -> Fault:
        return NaturalCode.OTHER_SUIT, (("suit", self.suit), ("other", self.other))


@dataclass(frozen=True, slots=True)
class Opens(Need):
    """The suit is the one to open, and the hand is worth opening, or has the points for it in third seat."""

    suit: Suit
    light: bool = False

    def miss(self, hand: Hand) -> int:
        wrong = 0 if hand.first_suit is self.suit else 2
        light = self.light and hand.points >= 10 and hand.is_good(self.suit)
        return wrong + (0 if hand.opens or light else max(1, 12 - hand.points))

    def fault(self, hand: Hand) -> Fault:
        if hand.first_suit is not self.suit:
            return NaturalCode.OTHER_SUIT, (("suit", self.suit), ("other", hand.first_suit))
        return NaturalCode.NOT_OPENING, (("n", hand.points),)


@dataclass(frozen=True, slots=True)
class LastToOpen(Need):
    """After three passes: fourteen points, or high-card points and spades together reach fifteen."""

    def miss(self, hand: Hand) -> int:
        return 0 if hand.points >= 14 else max(0, 15 - hand.points - hand.lengths[Suit.SPADES])

    def fault(self, hand: Hand) -> Fault:
        return NaturalCode.NOT_OPENING, (("n", hand.points),)


@dataclass(frozen=True, slots=True)
class HasMajor(Need):
    """Four cards or more of one major suit."""

    def miss(self, hand: Hand) -> int:
        return 3 * max(0, 4 - max(hand.lengths[suit] for suit in MAJORS))

    def fault(self, hand: Hand) -> Fault:
        suit = max(MAJORS, key=lambda suit: hand.lengths[suit])
        return NaturalCode.TOO_SHORT, (("suit", suit), ("least", 4), ("n", hand.lengths[suit]))


@dataclass(frozen=True, slots=True)
class Playing(Need):
    """So many tricks to be expected of one's own hand with a long suit as trump."""

    suit: Suit
    least: int

    def miss(self, hand: Hand) -> int:
        return max(0, self.least - hand.playing_tricks(self.suit))

    def fault(self, hand: Hand) -> Fault:
        return NaturalCode.POOR_SUIT, (("suit", self.suit),)


@dataclass(frozen=True, slots=True)
class Defence(Need):
    """So many tricks to be expected against their bid."""

    bid: Bid
    least: int

    def miss(self, hand: Hand) -> int:
        return 3 * max(0, self.least - hand.defence(self.bid.denomination.trump))

    def fault(self, hand: Hand) -> Fault:
        n = hand.defence(self.bid.denomination.trump)
        return NaturalCode.TOO_FEW_TRICKS, (("bid", self.bid), ("n", n), ("needed", self.least))


@dataclass(frozen=True, slots=True)
class Aces(Need):
    """One of these numbers of aces."""

    counts: tuple[int, ...]

    def miss(self, hand: Hand) -> int:
        return 0 if hand.aces in self.counts else 6

    def fault(self, hand: Hand) -> Fault:
        return NaturalCode.WRONG_ANSWER, ()


@dataclass(frozen=True, slots=True)
class Feature(Need):
    """Ace or king of a side suit."""

    suit: Suit

    def miss(self, hand: Hand) -> int:
        return 0 if any(rank >= 13 for rank in hand.ranks[self.suit]) else 3

    def fault(self, hand: Hand) -> Fault:
        return NaturalCode.WRONG_ANSWER, ()
