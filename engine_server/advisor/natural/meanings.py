"""What a call says to everybody at the table.

A meaning has a head (its code, what kind of call it is) and details (ranges and how partner may go on).

Heads
meaning.pass | - | Nothing more to say.
meaning.opening | suit | Opens the bidding with suit.
meaning.no_trump | - | Wants to play no trump, or offers it.
meaning.strong_two | - | Artificial: a very strong hand.
meaning.long_weak | suit | A long suit and few points, to take room away.
meaning.suit | suit | Shows suit.
meaning.raise | suit | Supports partner's suit.
meaning.stayman | - | Artificial: asks for a major suit of four cards.
meaning.no_major | - | Artificial: no major suit of four cards.
meaning.transfer | suit | Artificial: shows suit and makes partner bid it.
meaning.relay | - | Does what partner asked, says nothing of the suit.
meaning.strong_raise | suit | Artificial: strong support for suit.
meaning.short | suit, trump | Artificial: at most one card in suit, trump is agreed.
meaning.asks | - | Artificial: asks partner to describe the hand.
meaning.takeout | - | Asks partner to choose a suit they have not bid.
meaning.negative | - | Shows the suits not yet bid, asks partner to choose.
meaning.penalty | - | Expects to beat the bid.
meaning.values | - | Redouble: the points are with our side.
meaning.asks_aces | - | Artificial: asks for the number of aces.
meaning.aces | n, other | Artificial: n aces or other (both alike where only one number is possible).
meaning.asks_slam | - | Asks for a slam if partner has the most of what was promised.

Details
meaning.points | low, high | So many points.
meaning.points_least | low | So many points or more.
meaning.points_most | high | At most so many points.
meaning.length | suit, n | At least n cards in suit.
meaning.length_most | suit, n | At most n cards in suit.
meaning.balanced | - | A balanced hand.
meaning.invites | - | Partner goes on to game with more than the least.
meaning.forcing | - | Partner must call again.
meaning.game_forcing | - | The side goes on to game.
meaning.sign_off | - | Partner is asked to pass.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from functools import cached_property, reduce

from engine_server.advisor.natural.hands import Hand
from engine_server.advisor.natural.needs import MOST, Arguments, Balanced, Counted, Length, Need, Span
from engine_server.rules.cards import Suit


class MeaningCode(StrEnum):
    """What a call says. The value is the message id."""

    PASS = "meaning.pass"
    OPENING = "meaning.opening"
    NO_TRUMP = "meaning.no_trump"
    STRONG_TWO = "meaning.strong_two"
    LONG_WEAK = "meaning.long_weak"
    SUIT = "meaning.suit"
    RAISE = "meaning.raise"
    STAYMAN = "meaning.stayman"
    NO_MAJOR = "meaning.no_major"
    TRANSFER = "meaning.transfer"
    RELAY = "meaning.relay"
    STRONG_RAISE = "meaning.strong_raise"
    SHORT = "meaning.short"
    ASKS = "meaning.asks"
    TAKEOUT = "meaning.takeout"
    NEGATIVE = "meaning.negative"
    PENALTY = "meaning.penalty"
    VALUES = "meaning.values"
    ASKS_ACES = "meaning.asks_aces"
    ACES = "meaning.aces"
    ASKS_SLAM = "meaning.asks_slam"
    POINTS = "meaning.points"
    POINTS_LEAST = "meaning.points_least"
    POINTS_MOST = "meaning.points_most"
    LENGTH = "meaning.length"
    LENGTH_MOST = "meaning.length_most"
    BALANCED = "meaning.balanced"
    INVITES = "meaning.invites"
    FORCING = "meaning.forcing"
    GAME_FORCING = "meaning.game_forcing"
    SIGN_OFF = "meaning.sign_off"


class Force(IntEnum):
    """How far a call binds the partner."""

    SIGN_OFF = 0
    NONE = 1
    INVITES = 2
    FORCING = 3
    GAME = 4


ARTIFICIAL = frozenset(
    {
        MeaningCode.STRONG_TWO,
        MeaningCode.STAYMAN,
        MeaningCode.NO_MAJOR,
        MeaningCode.TRANSFER,
        MeaningCode.RELAY,
        MeaningCode.STRONG_RAISE,
        MeaningCode.SHORT,
        MeaningCode.ASKS,
        MeaningCode.TAKEOUT,
        MeaningCode.NEGATIVE,
        MeaningCode.ASKS_ACES,
        MeaningCode.ACES,
    }
)
ASKING = frozenset(
    {
        MeaningCode.STAYMAN,
        MeaningCode.TRANSFER,
        MeaningCode.STRONG_RAISE,
        MeaningCode.ASKS,
        MeaningCode.ASKS_ACES,
    }
)
_FORCE_CODES = {
    Force.SIGN_OFF: MeaningCode.SIGN_OFF,
    Force.INVITES: MeaningCode.INVITES,
    Force.FORCING: MeaningCode.FORCING,
    Force.GAME: MeaningCode.GAME_FORCING,
}
ANY_LENGTH = Span(0, 13)
ANY_POINTS = Span(0, MOST)


def _points(needs: tuple[Need, ...]) -> Span:
    spans = (Span(need.low, min(need.high, MOST)) for need in needs if isinstance(need, Counted))
    return reduce(Span.meet, spans, ANY_POINTS)


def _high_cards(needs: tuple[Need, ...]) -> Span:
    return reduce(Span.meet, (need.high_cards for need in needs if isinstance(need, Counted)), ANY_POINTS)


def _length(needs: tuple[Need, ...], suit: Suit) -> Span:
    spans = (Span(need.low, need.high) for need in needs if isinstance(need, Length) and need.suit is suit)
    return reduce(Span.meet, spans, ANY_LENGTH)


@dataclass(frozen=True)
class Meaning:
    """What a call promises. `others` are further kinds of hand that make the same call.

    `suit` is the suit shown, raised or asked about, `trump` the suit agreed besides, `aces` the numbers told.
    """

    code: MeaningCode
    needs: tuple[Need, ...] = ()
    force: Force = Force.NONE
    suit: Suit | None = None
    trump: Suit | None = None
    aces: tuple[int, int] | None = None
    others: tuple[tuple[Need, ...], ...] = ()

    @property
    def artificial(self) -> bool:
        """Whether the call says something else than its name."""
        return self.code in ARTIFICIAL

    @property
    def kinds(self) -> tuple[tuple[Need, ...], ...]:
        """Each kind of hand that makes the call."""
        return (self.needs, *self.others)

    @cached_property
    def points(self) -> Span:
        """Points promised, counted as the call counts them (length or shortness may be added)."""
        return reduce(Span.hull, map(_points, self.kinds))

    @cached_property
    def high_cards(self) -> Span:
        """High-card points such a hand may hold (a hand of extreme shape may have fewer)."""
        return reduce(Span.hull, map(_high_cards, self.kinds))

    @cached_property
    def lengths(self) -> tuple[Span, ...]:
        """Cards in each suit, clubs first."""
        return tuple(reduce(Span.hull, (_length(needs, suit) for needs in self.kinds)) for suit in Suit)

    @property
    def balanced(self) -> bool:
        """Whether a balanced hand is promised."""
        return all(any(isinstance(need, Balanced) for need in needs) for needs in self.kinds)

    def fits(self, hand: Hand) -> bool:
        """Whether the hand has all that one kind asks for."""
        return any(all(need.holds(hand) for need in needs) for needs in self.kinds)

    def miss(self, hand: Hand) -> int:
        """How far the hand is from the nearest kind, 0 where it fits."""
        return min(sum(need.miss(hand) for need in needs) for needs in self.kinds)

    def lacking(self, hand: Hand) -> Need | None:
        """What the hand lacks most for the nearest kind, None where it fits."""
        nearest = min(self.kinds, key=lambda needs: sum(need.miss(hand) for need in needs))
        worst = max(nearest, key=lambda need: need.miss(hand), default=None)
        return worst if worst is not None and not worst.holds(hand) else None

    @property
    def arguments(self) -> Arguments:
        """What the head sentence is filled with."""
        if self.code is MeaningCode.ACES and self.aces is not None:
            return ("n", self.aces[0]), ("other", self.aces[1])
        suits = (("suit", self.suit), ("trump", self.trump))
        return tuple((name, suit) for name, suit in suits if suit is not None)

    @property
    def details(self) -> tuple[tuple[MeaningCode, Arguments], ...]:
        """Ranges, shape and force, each a sentence of its own."""
        return tuple(self._details())

    def _details(self) -> Iterator[tuple[MeaningCode, Arguments]]:
        low, high = self.points
        if low > 0 and high < MOST:
            yield MeaningCode.POINTS, (("low", low), ("high", high))
        elif low > 0:
            yield MeaningCode.POINTS_LEAST, (("low", low),)
        elif high < MOST:
            yield MeaningCode.POINTS_MOST, (("high", high),)
        for suit in reversed(Suit):
            least, most = self.lengths[suit]
            if least > 0:
                yield MeaningCode.LENGTH, (("suit", suit), ("n", least))
            if most < 13 and least == 0:
                yield MeaningCode.LENGTH_MOST, (("suit", suit), ("n", most))
        if self.balanced:
            yield MeaningCode.BALANCED, ()
        if self.force in _FORCE_CODES:
            yield _FORCE_CODES[self.force], ()


@dataclass(frozen=True, slots=True)
class Shown:
    """All that a seat's calls have told so far."""

    points: Span = ANY_POINTS
    lengths: tuple[Span, ...] = (ANY_LENGTH,) * 4
    balanced: bool = False

    def after(self, meaning: Meaning) -> Shown:
        """What is known once the seat made such a call."""
        lengths = tuple(map(Span.meet, self.lengths, meaning.lengths))
        return Shown(self.points.meet(meaning.points), lengths, self.balanced or meaning.balanced)

    def least(self, suit: Suit) -> int:
        """Cards promised in a suit; two in any suit by a balanced hand."""
        return max(self.lengths[suit].low, 2 if self.balanced else 0)
