"""Every call a seat may make, rated for its hand, each with a reason that is proved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from engine_server.advisor.hints import Argument
from engine_server.advisor.natural.auction import (
    PLAIN,
    Heard,
    Situation,
    game_level,
    trick_points,
)
from engine_server.advisor.natural.codes import NaturalCode
from engine_server.advisor.natural.facts import (
    Asked,
    AtMost,
    Counts,
    Enough,
    Fact,
    Fits,
    Forced,
    HasPoints,
    Holds,
    Lacks,
    Nearest,
    NobodyBid,
    PartnerLeast,
    PartnerMost,
    PartnerShowed,
    PartScore,
    Placed,
    TooFew,
    Tricks,
)
from engine_server.advisor.natural.hands import MAJORS, Hand
from engine_server.advisor.natural.meanings import Force, Meaning, MeaningCode
from engine_server.advisor.natural.needs import Counted, Points
from engine_server.advisor.natural.system import hear, merged, natural, rows
from engine_server.rules.cards import Card, Denomination, Seat
from engine_server.rules.moves import DOUBLE, PASS, Bid, Call, SeatCall

BEST, NEAREST = 90, 70
"""Ratings of the call advised: one that says what the hand has, and one that comes nearest to it."""
SECOND = 60
"""The most that another call of the table gets when the hand fits it too."""
LESS_FOR_MISSING = 7
"""Taken off for each point that a hand lacks; a card of a suit counts as three."""
NEVER = 3
"""Rating of a pass that partner's call forbids."""


@dataclass(frozen=True, slots=True)
class NaturalReason:
    """A code, what its sentence is filled with, and every fact the sentence rests on."""

    code: NaturalCode
    arguments: tuple[tuple[str, Argument], ...] = ()
    facts: tuple[Fact, ...] = ()


@dataclass(frozen=True, slots=True)
class RatedCall:
    """A legal call, how good it is from 0 to 100, and why."""

    call: Call
    rating: int
    reason: NaturalReason


def rate(
    cards: Iterable[Card],
    calls: Sequence[SeatCall],
    viewer: Seat,
    legal: Sequence[Call],
    situation: Situation = PLAIN,
) -> Iterator[RatedCall]:
    """Every legal call of a seat whose partner sits opposite, best first; the others only when asked for.

    Raises ValueError when there is nothing to call.
    """
    if not legal:
        raise ValueError("no call to rate")
    return _Rating(Hand(cards), hear(calls, viewer, situation), tuple(legal)).rated()


class _Rating:
    """One hand before one choice of calls."""

    def __init__(self, hand: Hand, heard: Heard, legal: tuple[Call, ...]) -> None:
        self.hand, self.heard, self.legal = hand, heard, legal
        self.rows = [row for row in rows(heard) if row.call in legal]
        self.misses = [row.meaning.miss(hand) for row in self.rows]

    def rated(self) -> Iterator[RatedCall]:
        """The best call, then the others by their rating; equal ones in the order of the legal calls."""
        best = self._best()
        yield best
        others = [self._other(call, best) for call in self.legal if call != best.call]
        yield from sorted(others, key=lambda rated: -rated.rating)

    def meaning(self, call: Call) -> Meaning:
        """What a call would say."""
        return merged([row.meaning for row in self.rows if row.call == call]) or natural(self.heard, call)

    # --- the best ----------------------------------------------------------------------------------

    def _best(self) -> RatedCall:
        """The first row that fits; else the nearest one, a pass only where it is listed."""
        if not self.rows:
            call = PASS if PASS in self.legal else self.legal[0]
            return RatedCall(call, NEAREST, NaturalReason(NaturalCode.BETTER))
        least = min(self.misses)
        row = self.rows[self.misses.index(least)]
        if least == 0:
            return RatedCall(row.call, BEST, self._why(row.call, row.meaning))
        fallback = NaturalReason(NaturalCode.BETTER)
        forced = self._proved(NaturalCode.FORCED, [Forced(), Nearest(row.call)])
        return RatedCall(row.call, NEAREST, forced or fallback)

    def _proved(
        self, code: NaturalCode, facts: Sequence[Fact], **arguments: Argument
    ) -> NaturalReason | None:
        """The reason, or None when hand and auction do not prove all it claims."""
        if not all(fact.holds(self.hand, self.heard) for fact in facts):
            return None
        return NaturalReason(code, tuple(arguments.items()), tuple(facts))

    def _why(self, call: Call, meaning: Meaning) -> NaturalReason:
        reasons = self._reasons(call, meaning)
        fallback = NaturalReason(NaturalCode.DESCRIBES, (), (Fits(call),))
        return next((reason for reason in reasons if reason is not None), fallback)

    def _reasons(self, call: Call, meaning: Meaning) -> Iterator[NaturalReason | None]:
        if call == PASS:
            yield from self._pass_reasons()
        elif isinstance(call, Bid):
            yield from self._goal_reasons(call, meaning)
            yield from self._bid_reasons(call, meaning)
        elif call == DOUBLE:
            yield from self._double_reasons(meaning)
        elif meaning.code is MeaningCode.VALUES:
            yield self._with_points(NaturalCode.STRONG, call)

    def _with_points(self, code: NaturalCode, call: Call, *facts: Fact) -> NaturalReason | None:
        n = self.hand.points
        return self._proved(code, [*facts, HasPoints(n), Fits(call)], n=n)

    def _pass_reasons(self) -> Iterator[NaturalReason | None]:
        heard, n = self.heard, self.hand.points
        if heard.last_bid is not None:
            yield self._proved(NaturalCode.PASS_PLACED, [Placed(heard.last_bid)], bid=heard.last_bid)
        most = heard.hers.points.high
        game = heard.game(Denomination.NO_TRUMP)
        if heard.partners:
            facts = [HasPoints(n), PartnerMost(most), TooFew(game, n + most)]
            yield self._proved(NaturalCode.PASS_TOTAL, facts, n=n, points=most)
        yield self._with_points(NaturalCode.PASS_WEAK, PASS)

    def _counted(self, meaning: Meaning) -> Counted:
        """How this call counts the hand."""
        fitting = (kind for kind in meaning.kinds if all(need.holds(self.hand) for need in kind))
        counts = [need for kind in fitting for need in kind if isinstance(need, Counted)]
        return max(counts, key=lambda need: need.count(self.hand), default=Points(0))

    def _goal_reasons(self, bid: Bid, meaning: Meaning) -> Iterator[NaturalReason | None]:
        """Slam, game, or the invitation to it."""
        heard, need = self.heard, self._counted(meaning)
        n, least = need.count(self.hand), heard.hers.points.low
        known = [Counts(need, n), PartnerLeast(least), Fits(bid)]
        if meaning.code in (MeaningCode.ASKS_ACES,) or bid.level >= 6:
            six = Bid(max(6, bid.level), bid.denomination)
            yield self._proved(NaturalCode.SLAM, [*known, Enough(six, n + least)], n=n, points=least)
        if meaning.artificial:
            return
        score = heard.situation.part_score(heard.me)
        if heard.partners and meaning.force is not Force.FORCING:
            yield self._proved(NaturalCode.GAME_PART, [PartScore(bid, score), Fits(bid)], score=score)
        game = heard.game(bid.denomination)
        if bid.level == game.level and game.level > 2:
            yield self._proved(NaturalCode.GAME, [*known, Enough(game, n + least)], n=n, points=least)
        if meaning.force is Force.INVITES:
            most = heard.hers.points.high
            facts = [*known, TooFew(game, n + least), PartnerMost(most), Enough(game, n + most)]
            yield self._proved(NaturalCode.INVITE, facts, n=n, points=least)

    def _bid_reasons(self, bid: Bid, meaning: Meaning) -> Iterator[NaturalReason | None]:
        code = meaning.code
        if code is MeaningCode.OPENING:
            yield self._with_points(NaturalCode.OPENS, bid, NobodyBid())
        elif code is MeaningCode.NO_TRUMP:
            yield self._with_points(NaturalCode.NO_TRUMP, bid)
        elif code in (MeaningCode.STRONG_TWO, MeaningCode.STRONG_RAISE, MeaningCode.ASKS):
            yield self._with_points(NaturalCode.STRONG, bid)
        elif code is MeaningCode.STAYMAN:
            suit = max(MAJORS, key=lambda suit: self.hand.lengths[suit] == 4)
            yield self._proved(NaturalCode.ASK_MAJOR, [Holds(suit, 4), Fits(bid)], suit=suit)
        if self.heard.asked is not None:
            yield self._proved(NaturalCode.ANSWERS, [Asked(), Fits(bid)])
        if meaning.suit is not None:
            yield from self._suit_reasons(bid, meaning)

    def _suit_reasons(self, bid: Bid, meaning: Meaning) -> Iterator[NaturalReason | None]:
        suit = meaning.suit
        assert suit is not None
        held, need = self.hand.lengths[suit], self._counted(meaning)
        n = need.count(self.hand)
        shown = [Holds(suit, held), Fits(bid)]
        numbers: dict[str, Argument] = {"suit": suit, "length": held}
        if meaning.code is MeaningCode.TRANSFER:
            yield self._proved(NaturalCode.TRANSFER, shown, **numbers)
        elif meaning.code is MeaningCode.RAISE and held >= 3:
            facts = [*shown, PartnerShowed(suit), Counts(need, n)]
            yield self._proved(NaturalCode.RAISE, facts, **numbers, n=n)
        elif meaning.code is MeaningCode.RAISE:
            yield self._proved(NaturalCode.PREFER, [*shown, PartnerShowed(suit)], **numbers)
        elif meaning.code is MeaningCode.LONG_WEAK:
            facts = [*shown, HasPoints(self.hand.points)]
            yield self._proved(NaturalCode.WEAK, facts, **numbers, n=self.hand.points)
        elif meaning.code is MeaningCode.SUIT:
            yield self._proved(NaturalCode.SUIT, [*shown, Counts(need, n)], **numbers, n=n)

    def _double_reasons(self, meaning: Meaning) -> Iterator[NaturalReason | None]:
        bid, n = self.heard.last_bid, self.hand.points
        if bid is None:
            return
        theirs = bid.denomination.trump
        if meaning.code is MeaningCode.TAKEOUT and theirs is not None:
            facts = [HasPoints(n), AtMost(theirs, 2), Fits(DOUBLE)]
            yield self._proved(NaturalCode.TAKEOUT, facts, suit=theirs, n=n)
        if meaning.code is MeaningCode.PENALTY:
            tricks = self.hand.defence(theirs)
            if tricks > 0:
                facts = [Tricks(bid, tricks), Fits(DOUBLE)]
                yield self._proved(NaturalCode.DOUBLE, facts, bid=bid, n=tricks)
        yield self._with_points(NaturalCode.STRONG, DOUBLE)

    # --- the others --------------------------------------------------------------------------------

    def _other(self, call: Call, best: RatedCall) -> RatedCall:
        if call == PASS and self.heard.forced:
            forced = self._proved(NaturalCode.MUST_NOT_PASS, [Forced()])
            return RatedCall(call, NEVER, forced or NaturalReason(NaturalCode.BETTER))
        meaning = self.meaning(call)
        miss = meaning.miss(self.hand)
        listed = any(row.call == call for row in self.rows)
        rating = max(
            1, (SECOND if listed else SECOND - 20) - LESS_FOR_MISSING * miss - self._height(call, best)
        )
        return RatedCall(call, rating, self._why_not(call, meaning, miss))

    def _height(self, call: Call, best: RatedCall) -> int:
        """A little off for each step above the call advised."""
        if not isinstance(call, Bid):
            return 0
        advised = best.call.height if isinstance(best.call, Bid) else self._floor()
        return max(0, call.height - advised)

    def _floor(self) -> int:
        return self.heard.last_bid.height if self.heard.last_bid is not None else -1

    def _why_not(self, call: Call, meaning: Meaning, miss: int) -> NaturalReason:
        if call == DOUBLE and meaning.code is MeaningCode.PENALTY:
            doubled = self._doubled_into_game()
            if doubled is not None:
                return doubled
        need = meaning.lacking(self.hand) if miss else None
        if need is None:
            return NaturalReason(NaturalCode.BETTER)
        code, arguments = need.fault(self.hand)
        return NaturalReason(code, arguments, (Lacks(call, need),))

    def _doubled_into_game(self) -> NaturalReason | None:
        """Whether a doubled part-score of theirs would make game."""
        bid = self.heard.last_bid
        if bid is None:
            return None
        facts = (DoubledGame(bid),)
        return self._proved(NaturalCode.MAKES_GAME, facts, bid=bid)


@dataclass(frozen=True, slots=True)
class DoubledGame(Fact):
    """Their bid makes no game as it stands, and makes one doubled."""

    bid: Bid

    def holds(self, hand: Hand, heard: Heard) -> bool:
        score = heard.situation.part_score((heard.me + 1) % 4)
        plain = game_level(self.bid.denomination, score)
        doubled = score + 2 * trick_points(self.bid)
        return heard.last_bid == self.bid and self.bid.level < plain and doubled >= 100
