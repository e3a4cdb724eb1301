"""The calls and cards of a written board, checked by the rules of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine_server.interchange.boards import SEATS, Hands
from engine_server.rules.auctions import FirstCaller, Ladder
from engine_server.rules.cards import Card, Seat, Suit, clockwise_from
from engine_server.rules.contracts import TRICKS_OF_A_DEAL
from engine_server.rules.decks import WHOLE_PACK
from engine_server.rules.moves import Call, SeatCall
from engine_server.rules.tricks import Situation, Trick, TrickRules

PAIRED = Ladder(seats=SEATS, first=FirstCaller.DEALER, doubles=True, pairs=True)
"""The auction of contract bridge (rules.md section 4.1)."""
UNPAIRED = Ladder(seats=SEATS, first=FirstCaller.DEALER, doubles=True, pairs=False)
"""The auction where the partner is hidden: every seat for itself."""
_TRICKS = TrickRules(WHOLE_PACK)


class CardIllegal(ValueError):
    """The card may not be played now."""

    def __init__(self) -> None:
        super().__init__("card may not be played")


def made_in_turn(first: Seat, calls: Sequence[Call]) -> tuple[SeatCall, ...]:
    """Calls with the seats that made them, clockwise from the first."""
    return tuple(SeatCall((first + place) % SEATS, call) for place, call in enumerate(calls))


def first_illegal(calls: Sequence[SeatCall], auction: Ladder) -> int | None:
    """The place of the first call that the rules forbid or that comes after the end, None without one."""
    for place, made in enumerate(calls):
        before = calls[:place]
        over = auction.outcome(before) is not None
        if over or auction.refusal(before, made.seat, made.call) is not None:
            return place
    return None


@dataclass(frozen=True)
class Play:
    """The cards played so far: what is left of the hands, complete tricks, and the cards on the table."""

    hands: Hands
    trump: Suit | None
    leader: Seat
    tricks: tuple[Trick, ...] = ()
    table: tuple[Card, ...] = ()

    @property
    def next_hand(self) -> Seat:
        """Whose card is wanted."""
        return (self.leader + len(self.table)) % SEATS

    @property
    def is_over(self) -> bool:
        """Whether all cards are played."""
        return len(self.tricks) == TRICKS_OF_A_DEAL

    @property
    def all_tricks(self) -> tuple[Trick, ...]:
        """The complete tricks and the one on the table."""
        return (*self.tricks, Trick(self._order, self.table)) if self.table else self.tricks

    @property
    def _order(self) -> tuple[Seat, ...]:
        return clockwise_from(self.leader, SEATS)

    def won_by(self, side: Sequence[Seat]) -> int:
        """The complete tricks of some seats."""
        return sum(trick.winner in side for trick in self.tricks)

    def with_card(self, card: Card) -> Play:
        """The play with one more card, from the hand whose turn it is. Raises CardIllegal."""
        hand = self.hands[self.next_hand]
        now = Situation(self.trump, self.table, not self.tricks, trump_broken=True)
        if _TRICKS.refusal(hand, card, now) is not None:
            raise CardIllegal
        left = tuple(held for held in hand if held != card)
        hands = (*self.hands[: self.next_hand], left, *self.hands[self.next_hand + 1 :])
        after = replace(self, hands=hands, table=(*self.table, card))
        return after._gathered() if len(after.table) == SEATS else after

    def _gathered(self) -> Play:
        winner = self._order[_TRICKS.winning_place(self.table, self.trump)]
        trick = Trick(self._order, self.table, winner)
        return replace(self, leader=winner, tricks=(*self.tricks, trick), table=())
