"""What a hand is worth before anything is known of its partner: points, shape, stoppers, tricks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from engine_server.rules.cards import Card, Rank, Suit, honour_points

MAJORS = (Suit.HEARTS, Suit.SPADES)
MINORS = (Suit.CLUBS, Suit.DIAMONDS)
TOP_THREE = (Rank.ACE, Rank.KING, Rank.QUEEN)
TOP_FIVE = (*TOP_THREE, Rank.JACK, Rank.TEN)
SHORT_WITH_FOUR = (5, 3, 1)
"""Worth of a void, a singleton and a doubleton beside four trumps or more (coach_lore section 2)."""
SHORT_WITH_THREE = (3, 2, 1)
"""The same beside three trumps."""
RULE_OF = 20
"""Points and the two longest suits together from which ten or eleven points open (coach_lore 2.1)."""


class Hand:
    """Thirteen cards, or fewer, seen as a bidder sees them. Suits are indexes into `lengths`."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.cards = tuple(cards)
        held: list[list[Rank]] = [[], [], [], []]
        for card in self.cards:
            held[card.suit].append(card.rank)
        self.ranks = tuple(tuple(sorted(ranks, reverse=True)) for ranks in held)
        self.lengths = tuple(len(ranks) for ranks in held)
        self.points = honour_points(self.cards)

    @cached_property
    def total(self) -> int:
        """High-card points and one for each card beyond four in any suit."""
        return self.points + sum(max(0, length - 4) for length in self.lengths)

    @cached_property
    def is_balanced(self) -> bool:
        """4333, 4432 or 5332."""
        shape = sorted(self.lengths)
        return shape[0] >= 2 and shape[1] >= 3

    @cached_property
    def aces(self) -> int:
        """How many aces."""
        return sum(card.rank is Rank.ACE for card in self.cards)

    def support(self, trump: Suit) -> int:
        """Points with this suit as trump: high cards, and shortness beside three trumps or more."""
        trumps = self.lengths[trump]
        if trumps < 3:
            return self.points
        worth = SHORT_WITH_FOUR if trumps > 3 else SHORT_WITH_THREE
        return self.points + sum(
            worth[length] for suit, length in enumerate(self.lengths) if suit != trump and length < len(worth)
        )

    def is_good(self, suit: Suit) -> bool:
        """Two of the top three honours, or three of the top five."""
        ranks = self.ranks[suit]
        return sum(rank in TOP_THREE for rank in ranks) >= 2 or sum(rank in TOP_FIVE for rank in ranks) >= 3

    def quality(self, suit: Suit) -> int:
        """Length of the suit and honours (ace to ten) in it together."""
        return self.lengths[suit] + sum(rank in TOP_FIVE for rank in self.ranks[suit])

    def is_stopped(self, suit: Suit) -> bool:
        """The ace, or king, queen or jack with one, two or three cards beside it."""
        needed = {Rank.ACE: 1, Rank.KING: 2, Rank.QUEEN: 3, Rank.JACK: 4}
        return any(self.lengths[suit] >= needed.get(rank, 14) for rank in self.ranks[suit])

    @cached_property
    def opens(self) -> bool:
        """Twelve points, or ten with two suits so long that all make twenty."""
        two = sum(sorted(self.lengths)[-2:])
        return self.points >= 12 or (self.points >= 10 and self.points + two >= RULE_OF)

    @cached_property
    def first_suit(self) -> Suit:
        """The suit to open: the longest, majors from five cards; of equal ones the higher, 3-3 clubs."""
        spades, hearts = self.lengths[Suit.SPADES], self.lengths[Suit.HEARTS]
        diamonds, clubs = self.lengths[Suit.DIAMONDS], self.lengths[Suit.CLUBS]
        longest = max(self.lengths)
        if spades == longest and spades >= 5:
            return Suit.SPADES
        if hearts == longest and hearts >= 5:
            return Suit.HEARTS
        if diamonds > clubs or diamonds == clubs > 3:
            return Suit.DIAMONDS
        return Suit.CLUBS

    def preferred(self, suits: Sequence[Suit]) -> Suit:
        """Which to show first: the longest; of equal ones the highest from five cards, else the lowest."""
        longest = max(self.lengths[suit] for suit in suits)
        equal = [suit for suit in suits if self.lengths[suit] == longest]
        return max(equal) if longest >= 5 else min(equal)

    def playing_tricks(self, trump: Suit) -> int:
        """Tricks to be expected from this hand alone with its long suit as trump."""
        ranks = self.ranks[trump]
        lost = sum(rank not in ranks for rank in TOP_THREE)
        own = max(0, len(ranks) - min(lost, len(ranks)))
        return own + sum(self.top_tricks(suit) for suit in Suit if suit != trump)

    def top_tricks(self, suit: Suit) -> int:
        """Ace, ace and king, or ace, king and queen in a suit; a king with the queen is one trick too."""
        ranks = self.ranks[suit]
        row = 0
        for rank in TOP_THREE:
            if rank not in ranks:
                break
            row += 1
        return row or int(Rank.KING in ranks and Rank.QUEEN in ranks)

    def defence(self, trump: Suit | None) -> int:
        """Tricks to be expected against a contract: two at most in a side suit, and those in trumps."""
        if trump is None:
            return sum(map(self.top_tricks, Suit))
        side = sum(min(2, self.top_tricks(suit)) for suit in Suit if suit != trump)
        return side + self.trump_tricks(trump)

    def trump_tricks(self, trump: Suit) -> int:
        """Tricks in their trumps: the top ones, a guarded honour, and a fourth card with two honours."""
        ranks = self.ranks[trump]
        tops, high = self.top_tricks(trump), sum(rank in TOP_FIVE for rank in ranks)
        guarded = Rank.QUEEN in ranks and len(ranks) >= 4 and high >= 3
        return max(tops, 2 if guarded else 0, 1 if len(ranks) >= 4 and high >= 2 else 0)
