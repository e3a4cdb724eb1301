"""What a reason for a call claims: small facts of hand and auction, each checkable by itself."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from engine_server.advisor.natural.auction import Heard, need_of
from engine_server.advisor.natural.hands import Hand
from engine_server.advisor.natural.meanings import ASKING, Force
from engine_server.advisor.natural.needs import Counted, Length, Need
from engine_server.advisor.natural.system import meaning_in, rows
from engine_server.rules.cards import Suit
from engine_server.rules.moves import Bid, Call


class Fact(ABC):
    """A fact that hand and auction prove, or do not prove."""

    __slots__ = ()

    @abstractmethod
    def holds(self, hand: Hand, heard: Heard) -> bool:
        """Whether it is proved."""


@dataclass(frozen=True, slots=True)
class Fits(Fact):
    """The hand has all that the call promises."""

    call: Call

    def holds(self, hand: Hand, heard: Heard) -> bool:
        return meaning_in(heard, self.call).fits(hand)


@dataclass(frozen=True, slots=True)
class Lacks(Fact):
    """The call promises this, and the hand does not have it."""

    call: Call
    need: Need

    def holds(self, hand: Hand, heard: Heard) -> bool:
        promised = any(self.need in kind for kind in meaning_in(heard, self.call).kinds)
        return promised and not self.need.holds(hand)


@dataclass(frozen=True, slots=True)
class HasPoints(Fact):
    """The hand holds `n` high-card points."""

    n: int

    def holds(self, hand: Hand, heard: Heard) -> bool:
        return hand.points == self.n


@dataclass(frozen=True, slots=True)
class Counts(Fact):
    """Counted as `need` counts, the hand holds `n`."""

    need: Counted
    n: int

    def holds(self, hand: Hand, heard: Heard) -> bool:
        return self.need.count(hand) == self.n


@dataclass(frozen=True, slots=True)
class Holds(Fact):
    """The hand holds `n` cards of the suit."""

    suit: Suit
    n: int

    def holds(self, hand: Hand, heard: Heard) -> bool:
        return hand.lengths[self.suit] == self.n


@dataclass(frozen=True, slots=True)
class AtMost(Fact):
    """The hand holds `n` cards of the suit or fewer."""

    suit: Suit
    n: int

    def holds(self, hand: Hand, heard: Heard) -> bool:
        return Length(self.suit, 0, self.n).holds(hand)


@dataclass(frozen=True, slots=True)
class NobodyBid(Fact):
    """No bid was made yet."""

    def holds(self, hand: Hand, heard: Heard) -> bool:
        return heard.last is None


@dataclass(frozen=True, slots=True)
class PartnerLeast(Fact):
    """Partner promised at least so many points, which are more than none."""

    points: int

    def holds(self, hand: Hand, heard: Heard) -> bool:
        return heard.hers.points.low == self.points > 0


@dataclass(frozen=True, slots=True)
class PartnerMost(Fact):
    """Partner's calls leave no room for more than so many points."""

    points: int

    def holds(self, hand: Hand, heard: Heard) -> bool:
        return heard.hers.points.high == self.points


@dataclass(frozen=True, slots=True)
class Enough(Fact):
    """The points reach what the bid needs of both hands."""

    bid: Bid
    points: int

    def holds(self, hand: Hand, heard: Heard) -> bool:
        return self.points >= need_of(self.bid)


@dataclass(frozen=True, slots=True)
class TooFew(Fact):
    """The points do not reach what the bid needs of both hands."""

    bid: Bid
    points: int

    def holds(self, hand: Hand, heard: Heard) -> bool:
        return self.points < need_of(self.bid)


@dataclass(frozen=True, slots=True)
class PartScore(Fact):
    """The side has so much below the line, and with it the bid makes game that it would not make alone."""

    bid: Bid
    score: int

    def holds(self, hand: Hand, heard: Heard) -> bool:
        game = heard.game(self.bid.denomination).level
        plain = {0: 5, 1: 5, 2: 4, 3: 4, 4: 3}[self.bid.denomination]
        own = heard.situation.part_score(heard.me) == self.score > 0
        return own and game <= self.bid.level < plain


@dataclass(frozen=True, slots=True)
class Asked(Fact):
    """Partner's last call asks a question."""

    def holds(self, hand: Hand, heard: Heard) -> bool:
        return heard.asked is not None and heard.asked.code in ASKING


@dataclass(frozen=True, slots=True)
class Forced(Fact):
    """Partner's calls ask for another of this seat."""

    def holds(self, hand: Hand, heard: Heard) -> bool:
        return heard.forced


@dataclass(frozen=True, slots=True)
class Placed(Fact):
    """Our side's bid stands, and it makes game or partner asked to pass it."""

    bid: Bid

    def holds(self, hand: Hand, heard: Heard) -> bool:
        signed = heard.asked is not None and heard.asked.force is Force.SIGN_OFF
        return heard.last_is_ours and heard.last_bid == self.bid and (heard.in_game or signed)


@dataclass(frozen=True, slots=True)
class PartnerShowed(Fact):
    """Partner has shown three cards or more of the suit."""

    suit: Suit

    def holds(self, hand: Hand, heard: Heard) -> bool:
        return heard.hers.lengths[self.suit].low >= 3


@dataclass(frozen=True, slots=True)
class Nearest(Fact):
    """Of the calls that the table lists, the hand is nearest to what this one promises."""

    call: Call

    def holds(self, hand: Hand, heard: Heard) -> bool:
        listed = rows(heard)
        least = min(row.meaning.miss(hand) for row in listed)
        return any(row.call == self.call and row.meaning.miss(hand) == least for row in listed)


@dataclass(frozen=True, slots=True)
class Tricks(Fact):
    """The hand may expect `n` tricks against the bid."""

    bid: Bid
    n: int

    def holds(self, hand: Hand, heard: Heard) -> bool:
        return heard.last_bid == self.bid and hand.defence(self.bid.denomination.trump) == self.n
