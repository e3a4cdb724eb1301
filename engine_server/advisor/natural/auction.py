"""What everybody heard so far, seen from the seat whose call it is, and the rows of the system's tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine_server.advisor.natural.hands import MAJORS
from engine_server.advisor.natural.meanings import ARTIFICIAL, Force, Meaning, MeaningCode, Shown
from engine_server.advisor.natural.needs import MOST, Need, Points
from engine_server.rules.auctions import stake_of, trailing_passes
from engine_server.rules.cards import Denomination, Seat, Suit
from engine_server.rules.moves import DOUBLE, PASS, REDOUBLE, Bid, Call, Double, Pass, Redouble, SeatCall

GAME_POINTS = 100
"""Trick points that make a game, together with what stands below the line."""
SUIT_NEED = (0, 17, 20, 23, 25, 28, 33, 37)
"""Points of both hands, shape counted, from which a side bids a suit to a level (coach_lore 2.3 and 3)."""
NO_TRUMP_NEED = (0, 18, 22, 25, 29, 31, 33, 37)
"""High-card points of both hands for a level of no trump."""
SLAM_LEVEL, SMALL_SLAM = 6, SUIT_NEED[6]
UNLOWERED = frozenset({MeaningCode.LONG_WEAK, MeaningCode.OPENING, MeaningCode.ASKS_SLAM})
"""Bids that stay as high as they are whatever stands below the line."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What the score and the game say to a call.

    `vulnerable` seats; `part_scores` below the line of the sides 0+2 and 1+3 (of every seat, where each plays
    for itself); `alone` where nobody has a partner.
    """

    vulnerable: tuple[Seat, ...] = ()
    part_scores: tuple[int, ...] = (0, 0)
    alone: bool = False

    def part_score(self, seat: Seat) -> int:
        """What the seat's side has below the line."""
        place = seat if self.alone else seat % 2
        return self.part_scores[place] if place < len(self.part_scores) else 0


PLAIN = Situation()
"""Nobody vulnerable, no part-score."""


def trick_points(bid: Bid) -> int:
    """What a bid scores below the line when made (rules.md 4.3)."""
    if bid.denomination is Denomination.NO_TRUMP:
        return 10 + 30 * bid.level
    return (20 if bid.denomination < Denomination.HEARTS else 30) * bid.level


def game_level(denomination: Denomination, part_score: int) -> int:
    """The lowest level that makes game with what stands below the line."""
    levels = range(1, 6)
    return next(
        level for level in levels if part_score + trick_points(Bid(level, denomination)) >= GAME_POINTS
    )


def need_of(bid: Bid) -> int:
    """Points of both hands that a bid needs."""
    needs = NO_TRUMP_NEED if bid.denomination is Denomination.NO_TRUMP else SUIT_NEED
    return needs[bid.level]


def in_suit(level: int, suit: Suit) -> Bid:
    """The bid of a level in a suit."""
    return Bid(level, Denomination(suit))


def no_trump(level: int) -> Bid:
    """The bid of a level in no trump."""
    return Bid(level, Denomination.NO_TRUMP)


@dataclass(frozen=True, slots=True)
class Offer:
    """One row of a table: a call and the hand that makes it."""

    call: Call
    meaning: Meaning


@dataclass(frozen=True)
class Heard:
    """The calls before `me` calls, what each of them meant, and what every seat has shown by them."""

    calls: tuple[SeatCall, ...]
    meanings: tuple[Meaning, ...]
    shown: tuple[Shown, ...]
    me: Seat
    situation: Situation

    @property
    def partner(self) -> Seat:
        """The seat opposite."""
        return (self.me + 2) % 4

    @property
    def hers(self) -> Shown:
        """What partner has shown."""
        return self.shown[self.partner]

    @property
    def mine(self) -> Shown:
        """What the caller has shown."""
        return self.shown[self.me]

    def is_ours(self, seat: Seat) -> bool:
        """Whether a seat is of the caller's side."""
        return seat % 2 == self.me % 2

    @cached_property
    def last(self) -> SeatCall | None:
        """The highest bid with its seat."""
        return next((made for made in reversed(self.calls) if isinstance(made.call, Bid)), None)

    @cached_property
    def last_bid(self) -> Bid | None:
        """The highest bid."""
        return self.last.call if self.last is not None and isinstance(self.last.call, Bid) else None

    @property
    def last_is_ours(self) -> bool:
        """Whether our side made the highest bid."""
        return self.last is not None and self.is_ours(self.last.seat)

    @cached_property
    def stake(self) -> int:
        """1, doubled 2, redoubled 4."""
        return stake_of(self.calls)

    def can(self, call: Call) -> bool:
        """Whether the caller may make it."""
        if isinstance(call, Bid):
            return call.level <= 7 and (self.last_bid is None or call.height > self.last_bid.height)
        if isinstance(call, Double):
            return self.last is not None and not self.last_is_ours and self.stake == 1
        if isinstance(call, Redouble):
            return self.last_is_ours and self.stake == 2
        return True

    def cheapest(self, denomination: Denomination | Suit) -> Bid:
        """The lowest bid of a denomination that may be made; of level 8 when none is left."""
        named, last = Denomination(denomination), self.last_bid
        if last is None:
            return Bid(1, named)
        return Bid(last.level + (0 if named > last.denomination else 1), named)

    def said(self, seat: Seat) -> tuple[tuple[SeatCall, Meaning], ...]:
        """A seat's calls, passes left out, with their meanings."""
        both = zip(self.calls, self.meanings, strict=True)
        return tuple((made, meaning) for made, meaning in both if made.seat == seat and made.call != PASS)

    @cached_property
    def own(self) -> tuple[tuple[SeatCall, Meaning], ...]:
        """The caller's own calls, passes left out."""
        return self.said(self.me)

    @cached_property
    def partners(self) -> tuple[tuple[SeatCall, Meaning], ...]:
        """Partner's calls, passes left out."""
        return self.said(self.partner)

    @cached_property
    def asked(self) -> Meaning | None:
        """The meaning of partner's call of this round, None when it was a pass or not yet made."""
        if len(self.calls) < 2 or self.calls[-2].call == PASS:
            return None
        return self.meanings[-2]

    @cached_property
    def before_me(self) -> Call:
        """The call just made, a pass at the start."""
        return self.calls[-1].call if self.calls else PASS

    @cached_property
    def passed_first(self) -> bool:
        """Whether the caller passed before anybody bid."""
        first = next((place for place, made in enumerate(self.calls) if made.call != PASS), len(self.calls))
        return any(made.seat == self.me for made in self.calls[:first])

    @cached_property
    def opener(self) -> Seat | None:
        """Who bid first."""
        return next((made.seat for made in self.calls if made.call != PASS), None)

    @property
    def closes(self) -> bool:
        """Whether a pass would end the auction on a bid."""
        return self.last is not None and trailing_passes(self.calls) >= 2

    @cached_property
    def theirs(self) -> tuple[Suit, ...]:
        """The suits they named naturally, lowest first."""
        named = {
            made.call.denomination.trump
            for made, meaning in zip(self.calls, self.meanings, strict=True)
            if isinstance(made.call, Bid) and not self.is_ours(made.seat) and not meaning.artificial
        }
        return tuple(suit for suit in Suit if suit in named)

    @cached_property
    def ours(self) -> tuple[Suit, ...]:
        """The suits of which one hand of ours has promised four cards or three of a minor opened."""
        return tuple(
            suit
            for suit in Suit
            if suit not in self.theirs and max(self.hers.lengths[suit].low, self.mine.lengths[suit].low) >= 3
        )

    @cached_property
    def unbid(self) -> tuple[Suit, ...]:
        """The suits nobody has."""
        return tuple(suit for suit in Suit if suit not in self.ours and suit not in self.theirs)

    def game(self, denomination: Denomination | Suit) -> Bid:
        """The lowest bid of a denomination that makes game for our side.

        With a part-score the lowest that may still be made, though not beyond what makes game without it.
        """
        named, part = Denomination(denomination), self.situation.part_score(self.me)
        level = game_level(named, part)
        if part:
            level = max(level, min(self.cheapest(named).level, game_level(named, 0)))
        return Bid(level, named)

    @cached_property
    def in_game(self) -> bool:
        """Whether our side's bid stands, makes game and means what it names."""
        bid = self.last_bid
        part = self.situation.part_score(self.me)
        if bid is None or not self.last_is_ours or bid.level < game_level(bid.denomination, part):
            return False
        place = max(place for place, made in enumerate(self.calls) if made.call == bid)
        meaning = self.meanings[place]
        return not meaning.artificial or (meaning.code is MeaningCode.RELAY and meaning.suit is not None)

    @cached_property
    def game_forced(self) -> bool:
        """Whether our side has to reach game."""
        both = zip(self.calls, self.meanings, strict=True)
        return any(meaning.force is Force.GAME for made, meaning in both if self.is_ours(made.seat))

    @cached_property
    def forced(self) -> bool:
        """Whether the caller may not pass partner's call."""
        if self.game_forced and not self.in_game and not isinstance(self.before_me, Bid):
            return self.last_is_ours or self._unanswered
        if self.asked is None or self.asked.force < Force.FORCING:
            return False
        if self.asked.code in (MeaningCode.TAKEOUT, MeaningCode.NEGATIVE):
            return isinstance(self.before_me, Pass)
        artificial = self.asked.code in ARTIFICIAL
        return self.before_me == PASS or (artificial and self.before_me == DOUBLE)

    @property
    def _unanswered(self) -> bool:
        """Their bid stands undoubled and a pass would let them play it."""
        return not self.last_is_ours and self.stake == 1 and self.closes

    @property
    def least(self) -> int:
        """Points to count on in partner's hand: what was promised, half the most where nothing was."""
        low, high = self.hers.points
        return low if low > 0 or high >= MOST else high // 2


class Table:
    """Collects the rows of one table; calls that may not be made are left out."""

    def __init__(self, heard: Heard) -> None:
        self.heard = heard
        self.rows: list[Offer] = []
        self.part_score = heard.situation.part_score(heard.me)

    def call(self, call: Call, meaning: Meaning) -> None:
        """Add a row, lowered to a game that a part-score makes cheap, unless it may not be made now."""
        if isinstance(call, Bid) and self.part_score and self._aims_at_game(call, meaning):
            target = self.heard.game(call.denomination).level
            if self.heard.in_game and self.heard.last_bid in (call, Bid(target - 1, call.denomination)):
                return
            call = Bid(min(call.level, target), call.denomination)
            if call.level >= target and meaning.force > Force.SIGN_OFF:
                meaning = replace(meaning, force=Force.NONE)
        if self.heard.can(call):
            self.rows.append(Offer(call, meaning))

    def _aims_at_game(self, bid: Bid, meaning: Meaning) -> bool:
        """Whether a bid answers partner, is natural, below slam, and takes no room away."""
        natural = not meaning.artificial and meaning.code not in UNLOWERED
        return natural and bool(self.heard.partners) and bid.level < SLAM_LEVEL

    def suit(
        self,
        bid: Bid,
        needs: Sequence[Need],
        force: Force = Force.NONE,
        code: MeaningCode = MeaningCode.SUIT,
        others: tuple[tuple[Need, ...], ...] = (),
    ) -> None:
        """A bid that shows its suit."""
        self.call(bid, Meaning(code, tuple(needs), force, bid.denomination.trump, others=others))

    def raised(self, bid: Bid, needs: Sequence[Need], force: Force = Force.NONE) -> None:
        """A bid that supports partner's suit."""
        self.suit(bid, needs, force, MeaningCode.RAISE)

    def no_trump(self, level: int, needs: Sequence[Need], force: Force = Force.NONE) -> None:
        """A natural bid of no trump."""
        self.call(no_trump(level), Meaning(MeaningCode.NO_TRUMP, tuple(needs), force))

    def artificial(
        self, call: Call, code: MeaningCode, needs: Sequence[Need], force: Force, suit: Suit | None = None
    ) -> None:
        """A call that is not what it names."""
        self.call(call, Meaning(code, tuple(needs), force, suit))

    def passes(self, *needs: Need) -> None:
        """A pass, unless partner's call forbids it."""
        if self.part_score and self.heard.in_game:
            needs = (Points(0, max(0, SMALL_SLAM - 1 - self.heard.hers.points.low)),)
        if not self.heard.forced:
            self.call(PASS, Meaning(MeaningCode.PASS, needs))


def majors(suits: Sequence[Suit]) -> tuple[Suit, ...]:
    """The majors among some suits."""
    return tuple(suit for suit in suits if suit in MAJORS)


__all__ = [
    "DOUBLE",
    "PLAIN",
    "REDOUBLE",
    "Heard",
    "Offer",
    "Situation",
    "Table",
    "game_level",
    "in_suit",
    "majors",
    "need_of",
    "no_trump",
    "trick_points",
]
