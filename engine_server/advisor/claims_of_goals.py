"""What a reason claims where goals, card points or draws decide; each fact checkable by itself."""

from __future__ import annotations

from dataclasses import dataclass

from engine_server.advisor.claims import Claim
from engine_server.advisor.counting import Count
from engine_server.advisor.goals import counted, none_higher, said_so_far, sure_trumps, wanted
from engine_server.rules.cards import Card, Rank
from engine_server.rules.goals import GoalScore

# --- goals ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CountsTo(Claim):
    """The table of hands makes it `n` tricks, to the nearest one."""

    n: int

    def holds(self, count: Count) -> bool:
        return counted(count) == self.n


@dataclass(frozen=True, slots=True)
class SureTrumps(Claim):
    """`n` of the viewer's trumps, at least one, take tricks however the cards lie and are played."""

    n: int

    def holds(self, count: Count) -> bool:
        return sure_trumps(count, count.hand) == self.n > 0


@dataclass(frozen=True, slots=True)
class SureWithout(Claim):
    """Without the card, `n` of the viewer's trumps take tricks however the cards lie and are played."""

    card: Card
    n: int

    def holds(self, count: Count) -> bool:
        rest = tuple(card for card in count.hand if card != self.card)
        return self.card in count.hand and sure_trumps(count, rest) == self.n > 0


@dataclass(frozen=True, slots=True)
class Forbids(Claim):
    """The viewer may not say `n`: all goals would add up to the tricks there are."""

    n: int

    def holds(self, count: Count) -> bool:
        return count.view.forbidden_goal == self.n


@dataclass(frozen=True, slots=True)
class SaidSoFar(Claim):
    """The goals said so far, one at least, add up to `n` tricks."""

    n: int

    def holds(self, count: Count) -> bool:
        return bool(count.view.calls) and said_so_far(count) == self.n


@dataclass(frozen=True, slots=True)
class LowHand(Claim):
    """There is a trump suit; the viewer holds no ace and no trump above the eight."""

    def holds(self, count: Count) -> bool:
        trumps = count.of_suit(count.trump)
        aces = any(card.rank is Rank.ACE for card in count.hand)
        return count.trump is not None and not aces and all(card.rank <= Rank.EIGHT for card in trumps)


@dataclass(frozen=True, slots=True)
class NoneHigher(Claim):
    """The viewer's one card is a trump; in `percent` of 100 deals nobody has a higher one."""

    percent: int

    def holds(self, count: Count) -> bool:
        return none_higher(count) == self.percent


@dataclass(frozen=True, slots=True)
class Wants(Claim):
    """The viewer needs exactly `n` more tricks for its goal; below 0 it has so many too many."""

    n: int

    def holds(self, count: Count) -> bool:
        return wanted(count, count.seat) == self.n


@dataclass(frozen=True, slots=True)
class HighestLoser(Claim):
    """The card loses to the table; no higher legal card of its suit does."""

    card: Card

    def holds(self, count: Count) -> bool:
        losers = [card for card in count.cards if card.suit is self.card.suit and not count.beats_table(card)]
        return self.card in losers and self.card == max(losers, key=count.power.__getitem__)


@dataclass(frozen=True, slots=True)
class AllWin(Claim):
    """Cards lie on the table, and every card the viewer may play beats them."""

    def holds(self, count: Count) -> bool:
        return bool(count.table) and all(map(count.beats_table, count.cards))


@dataclass(frozen=True, slots=True)
class Unseen(Claim):
    """`n` higher cards of the card's suit have not been seen, whether dealt or not."""

    card: Card
    n: int

    def holds(self, count: Count) -> bool:
        return _unseen_above(count, self.card) == self.n


@dataclass(frozen=True, slots=True)
class MoreUnseen(Claim):
    """Of two cards, more higher ones of its suit have not been seen over `card` than over `other`."""

    card: Card
    other: Card

    def holds(self, count: Count) -> bool:
        return _unseen_above(count, self.card) > _unseen_above(count, self.other)


@dataclass(frozen=True, slots=True)
class ExtraCosts(Claim):
    """By the scoring of the table, one more trick scores the viewer less than none."""

    def holds(self, count: Count) -> bool:
        seen, scoring = count.view.seats[count.seat], count.view.variant.scoring
        if not isinstance(scoring, GoalScore) or seen.trick_goal is None:
            return False
        more = scoring.points(seen.trick_goal, seen.tricks + 1)
        return more < scoring.points(seen.trick_goal, seen.tricks)


def _unseen_above(count: Count, card: Card) -> int:
    suit = (other for other in count.unseen if other.suit is card.suit)
    return sum(count.power[other] > count.power[card] for other in suit)
