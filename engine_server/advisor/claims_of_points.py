"""What a reason claims of openings and card points (Italian Bridge), each fact checkable by itself."""

from __future__ import annotations

from dataclasses import dataclass
from math import floor

from engine_server.advisor.claims import Claim
from engine_server.advisor.counting import Count, Side
from engine_server.advisor.opening_chances import percent_of, points_of
from engine_server.rules.cards import Card, Suit
from engine_server.rules.moves import PointBid
from engine_server.rules.openings import card_points


@dataclass(frozen=True, slots=True)
class OpensAt(Claim):
    """By the table of openings, `percent` of 100 such hands with this trump win."""

    suit: Suit
    percent: int

    def holds(self, count: Count) -> bool:
        return percent_of(count, self.suit) == self.percent


@dataclass(frozen=True, slots=True)
class TakesPoints(Claim):
    """With its best trump such a hand takes `points` card points with the partner, rounded down."""

    points: int

    def holds(self, count: Count) -> bool:
        return floor(max(points_of(count, suit) for suit in Suit)) == self.points


@dataclass(frozen=True, slots=True)
class LeastPromise(Claim):
    """The lowest promise that may be made is `n` points."""

    n: int

    def holds(self, count: Count) -> bool:
        bids = [move.points for move in count.view.legal_moves if isinstance(move, PointBid)]
        return min(bids, default=0) == self.n


@dataclass(frozen=True, slots=True)
class HighestLacked(Claim):
    """No cards have been played, and this is the highest card of its suit the viewer does not hold."""

    card: Card

    def holds(self, count: Count) -> bool:
        lacked = [card for card in count.power if card.suit is self.card.suit and card not in count.hand]
        return not count.played and self.card == max(lacked, key=count.power.__getitem__)


@dataclass(frozen=True, slots=True)
class Worth(Claim):
    """The card is worth `n` points to who takes it."""

    card: Card
    n: int

    def holds(self, count: Count) -> bool:
        return card_points([self.card]) == self.n


@dataclass(frozen=True, slots=True)
class InTheTrick(Claim):
    """With the card, the trick on the table is worth `n` points, those of later cards not counted."""

    card: Card
    n: int

    def holds(self, count: Count) -> bool:
        return bool(count.table) and card_points((*count.table, self.card)) == self.n


@dataclass(frozen=True, slots=True)
class OnTheTable(Claim):
    """The cards on the table are worth `n` points, at least one."""

    n: int

    def holds(self, count: Count) -> bool:
        return card_points(count.table) == self.n > 0


@dataclass(frozen=True, slots=True)
class LeastPoints(Claim):
    """No card the viewer may play is worth less, of those that do not beat the table."""

    card: Card

    def holds(self, count: Count) -> bool:
        losers = [card for card in count.cards if not count.beats_table(card)]
        return self.card in losers and all(_worth(self.card) <= _worth(card) for card in losers)


@dataclass(frozen=True, slots=True)
class MorePoints(Claim):
    """Of two cards, `card` is worth more points."""

    card: Card
    other: Card

    def holds(self, count: Count) -> bool:
        return _worth(self.card) > _worth(self.other)


@dataclass(frozen=True, slots=True)
class RivalMayTake(Claim):
    """When the card is played, the trick may end with a seat that is no proved friend."""

    card: Card

    def holds(self, count: Count) -> bool:
        if not count.beats_table(self.card):
            winner, best = count.winner, count.winning_card
            friend = winner is not None and count.side(winner) is Side.FRIEND
            return not friend or best is None or not count.holds_up(best)
        return not count.holds_up(self.card)


def _worth(card: Card) -> int:
    return card_points([card])
