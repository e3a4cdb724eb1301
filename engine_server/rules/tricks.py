"""Tricks: who leads, what may be played, who wins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from engine_server.rules.cards import Card, Seat, Suit, left_of
from engine_server.rules.contracts import Contract
from engine_server.rules.decks import Deck
from engine_server.rules.illegal import Illegal


class OpeningLeader(StrEnum):
    """Who makes the opening lead: left of the declarer (of the dealer where nobody declares), or declarer."""

    LEFT = "left"
    DECLARER = "declarer"


class TrumpLead(StrEnum):
    """When trumps may be led."""

    FIRST_TRICK = "first_trick"
    UNTIL_BROKEN = "until_broken"
    FREE = "free"


class TrumpBrokenBy(StrEnum):
    """What breaks trump: one played by a seat that could not follow, or any trump at all."""

    RUFF = "ruff"
    ANY_TRUMP = "any_trump"


class Trick(NamedTuple):
    """The cards of a trick in the order played, and the hands that play to it, both from the leader on.

    `winner` once it is complete.
    """

    hands: tuple[Seat, ...]
    cards: tuple[Card, ...]
    winner: Seat | None = None

    @property
    def leader(self) -> Seat:
        """The hand that led."""
        return self.hands[0]

    def seat_of(self, place: int) -> Seat:
        """The hand a place's card came from, 0 being the lead; places beyond the cards are still to play."""
        return self.hands[place]

    @property
    def next_hand(self) -> Seat:
        """The hand whose card is wanted, while the trick is on the table."""
        return self.hands[len(self.cards)]


def ring_from(ring: Sequence[Seat], leader: Seat) -> tuple[Seat, ...]:
    """The hands of a ring in playing order, beginning with the leader."""
    first = ring.index(leader)
    return (*ring[first:], *ring[:first])


class Situation(NamedTuple):
    """What decides, beside the hand, which cards may be played."""

    trump: Suit | None
    trick: tuple[Card, ...]
    first_trick: bool
    trump_broken: bool


@dataclass(frozen=True, slots=True)
class TrickRules:
    """How a trick is played in one game with its house rules.

    `leader` makes the opening lead at a suit, `nt_leader` at no trump.
    """

    deck: Deck
    nt_leader: OpeningLeader = OpeningLeader.LEFT
    trump_lead: TrumpLead = TrumpLead.FREE
    trump_broken_by: TrumpBrokenBy = TrumpBrokenBy.RUFF
    no_trump_on_first_trick: bool = False
    leader: OpeningLeader = OpeningLeader.LEFT

    def opening_leader(self, contract: Contract, seats: int) -> Seat:
        """Who leads to the first trick of a contract."""
        leads = self.nt_leader if contract.trump is None else self.leader
        return contract.declarer if leads is OpeningLeader.DECLARER else left_of(contract.declarer, seats)

    def legal(self, hand: Sequence[Card], now: Situation) -> tuple[Card, ...]:
        """The cards of `hand` that may be played, in the order of the hand; never none of them."""
        following = _following(hand, now)
        if following or not self._trump_barred(now):
            return following or tuple(hand)
        return tuple([card for card in hand if card.suit is not now.trump]) or tuple(hand)

    def refusal(self, hand: Sequence[Card], card: Card, now: Situation) -> Illegal | None:
        """Why a card may not be played, None when it may."""
        if card not in hand:
            return Illegal.CARD_NOT_HELD
        if card in self.legal(hand, now):
            return None
        if _following(hand, now):
            return Illegal.MUST_FOLLOW_SUIT
        return Illegal.TRUMP_ON_FIRST_TRICK if now.trick else Illegal.TRUMP_LEAD_FORBIDDEN

    def _trump_barred(self, now: Situation) -> bool:
        """Whether no trump may be played by a seat that leads, or cannot follow, and holds another suit."""
        if now.first_trick and self.no_trump_on_first_trick:
            return True
        if now.trick or self.trump_lead is TrumpLead.FREE:
            return False
        return now.first_trick if self.trump_lead is TrumpLead.FIRST_TRICK else not now.trump_broken

    def winning_place(self, cards: Sequence[Card], trump: Suit | None) -> int:
        """Where in the trick the winning card lies: the highest trump, else the highest of the suit led."""
        best = 0
        for place in range(1, len(cards)):
            if self.beats(cards[place], cards[best], trump):
                best = place
        return best

    def beats(self, card: Card, other: Card, trump: Suit | None) -> bool:
        """Whether `card`, played after `other`, beats it."""
        if card.suit is other.suit:
            return self.deck.strength(card) > self.deck.strength(other)
        return card.suit is trump

    def broken_after(self, cards: Sequence[Card], trump: Suit | None, before: bool) -> bool:
        """Whether trump is broken once these cards of a trick lie on the table."""
        if before or trump is None:
            return before
        for card in cards:
            if card.suit is trump:
                return cards[0].suit is not trump or self.trump_broken_by is TrumpBrokenBy.ANY_TRUMP
        return False


def _following(hand: Sequence[Card], now: Situation) -> tuple[Card, ...]:
    """The cards of a hand in the suit led, none for the leader."""
    if not now.trick:
        return ()
    led = now.trick[0].suit
    return tuple([card for card in hand if card.suit is led])
