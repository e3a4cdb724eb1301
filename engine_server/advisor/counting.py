"""What a view proves: cards out, voids, who can hold what, who is a friend, what a card can still lose to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache

from engine_server.advisor.strength import Row, row_of
from engine_server.game.view import View
from engine_server.rules.cards import Card, Denomination, Seat, Suit, clockwise_from, left_of
from engine_server.rules.contracts import TRICKS_OF_A_DEAL, Contract
from engine_server.rules.decks import Deck
from engine_server.rules.moves import Bid, PlayCard, SeatCall
from engine_server.rules.tricks import Trick


class Side(Enum):
    """What is proved about a seat: it plays with the viewer, against the viewer, or neither is proved."""

    FRIEND = "friend"
    FOE = "foe"
    UNKNOWN = "unknown"


@lru_cache(maxsize=8)
def powers(deck: Deck) -> dict[Card, int]:
    """How strong each card of a deck is within its suit."""
    return {card: deck.strength(card) for card in deck.cards}


@dataclass(frozen=True)
class Played:
    """A card on the table or in a trick: number of the trick from 1, who played it, the suit led."""

    number: int
    seat: Seat
    card: Card
    led: Suit


@dataclass(frozen=True)
class Count:
    """A view read by the seat that must act. Everything is proved from the view and worked out when asked."""

    view: View

    # --- the seat and its cards ------------------------------------------------------------------------

    @cached_property
    def me(self) -> Seat:
        """The seat that is advised."""
        assert self.view.viewer is not None
        return self.view.viewer

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        """The viewer's cards in hand order."""
        return self.view.hand

    @cached_property
    def seats(self) -> int:
        """How many sit at the table."""
        return self.view.variant.seats

    @cached_property
    def others(self) -> tuple[Seat, ...]:
        """All seats but the viewer's, clockwise from its left."""
        return clockwise_from(self.me, self.seats)[1:]

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards that may be played now, in hand order."""
        return tuple(move.card for move in self.view.legal_moves if isinstance(move, PlayCard))

    @cached_property
    def power(self) -> dict[Card, int]:
        """How strong each card is within its suit."""
        return powers(self.view.variant.deck)

    def of_suit(self, suit: Suit | None) -> tuple[Card, ...]:
        """The viewer's cards of a suit, highest first."""
        held = [card for card in self.hand if card.suit == suit]
        return tuple(sorted(held, key=self.power.__getitem__, reverse=True))

    def run_from_top(self, suit: Suit) -> int:
        """How many of a suit's highest cards the viewer holds without a gap, nothing having been played."""
        run = 0
        while (
            run < len(held := self.of_suit(suit)) and self.power[held[run]] == len(self.power) // 4 - 1 - run
        ):
            run += 1
        return run

    def lowest(self, cards: tuple[Card, ...]) -> Card:
        """The weakest of some cards; of equally weak ones the first in hand order."""
        return min(cards, key=self.power.__getitem__)

    @cached_property
    def _rows(self) -> dict[Denomination, Row]:
        return {named: row_of(self.hand, named, self.view.variant) for named in Denomination}

    def row(self, named: Denomination) -> Row:
        """What the tables of chances say of the hand as declarer's in a denomination."""
        return self._rows[named]

    def percent(self, bid: Bid) -> int:
        """Of 100 such hands, how many take the tricks a bid needs."""
        return self.row(bid.denomination)[bid.level - 1]

    # --- the contract ----------------------------------------------------------------------------------

    @cached_property
    def contract(self) -> Contract:
        """The contract in play. Only to be asked once there is one."""
        assert self.view.contract is not None
        return self.view.contract

    @property
    def trump(self) -> Suit | None:
        """The trump suit, None at no trump or before the contract."""
        return self.view.contract.trump if self.view.contract else None

    @property
    def declarer(self) -> Seat:
        """Who declares."""
        return self.contract.declarer

    @property
    def called(self) -> Card | None:
        """The card the declarer called, None before the call."""
        return self.view.partner.card if self.view.partner else None

    @cached_property
    def last_bid(self) -> SeatCall | None:
        """The highest bid of the auction with its bidder."""
        return next((made for made in reversed(self.view.calls) if isinstance(made.call, Bid)), None)

    # --- what has been played --------------------------------------------------------------------------

    @cached_property
    def rounds(self) -> tuple[Trick, ...]:
        """All tricks of the deal, the one on the table last."""
        return self.view.tricks + ((self.view.trick,) if self.view.trick else ())

    @cached_property
    def played(self) -> tuple[Played, ...]:
        """Every card played in this deal, in order."""
        return tuple(self._played())

    def _played(self) -> Iterator[Played]:
        for number, trick in enumerate(self.rounds, 1):
            for place, card in enumerate(trick.cards):
                yield Played(number, left_of(trick.leader, self.seats, place), card, trick.cards[0].suit)

    @cached_property
    def unseen(self) -> frozenset[Card]:
        """The cards neither held by the viewer nor played."""
        seen = {one.card for one in self.played}.union(self.hand)
        return frozenset(card for card in self.view.variant.deck.cards if card not in seen)

    @cached_property
    def _out(self) -> tuple[int, ...]:
        return tuple(sum(card.suit is suit for card in self.unseen) for suit in Suit)

    def out(self, suit: Suit | None) -> int:
        """How many cards of a suit are unseen, 0 for no suit."""
        return 0 if suit is None else self._out[suit]

    @cached_property
    def voids(self) -> dict[tuple[Seat, Suit], int]:
        """Seat and suit -> the first trick in which the seat did not follow that suit."""
        shown: dict[tuple[Seat, Suit], int] = {}
        for one in self.played:
            if one.card.suit != one.led:
                shown.setdefault((one.seat, one.led), one.number)
        return shown

    @cached_property
    def _top_unseen(self) -> dict[Suit, int]:
        top = dict.fromkeys(Suit, -1)
        for card in self.unseen:
            top[card.suit] = max(top[card.suit], self.power[card])
        return top

    def is_master(self, card: Card) -> bool:
        """Whether no higher card of the suit is unseen."""
        return self.power[card] >= self._top_unseen[card.suit]

    def is_master_of_side(self, card: Card) -> bool:
        """Whether the only unseen higher card of the suit, if any, is the called card of a friend."""
        higher = [other for other in self.unseen if self._is_higher(other, card)]
        return all(other == self.called and self.me == self.declarer for other in higher)

    def _is_higher(self, other: Card, card: Card) -> bool:
        return other.suit is card.suit and self.power[other] > self.power[card]

    def higher_out(self, card: Card) -> Card | None:
        """The lowest unseen card that is higher in the same suit, None when there is none."""
        return min(self._all_above(card), key=self.power.__getitem__, default=None)

    def higher_of_rivals(self, card: Card) -> Card | None:
        """As `higher_out`, of the cards that a rival still to play may hold."""
        theirs = [one for one in self._all_above(card) if self.rivals_may_hold(one)]
        return min(theirs, key=self.power.__getitem__, default=None)

    def rivals_may_hold(self, card: Card) -> bool:
        """Whether a seat that plays later and is no proved friend may hold a card."""
        return any(self.may_hold(seat, card) for seat in self.later_rivals)

    def _all_above(self, card: Card) -> list[Card]:
        return [other for other in self.unseen if self._is_higher(other, card)]

    def are_equal(self, one: Card, other: Card) -> bool:
        """Whether two cards of a suit do the same work: no card unseen or on the table between."""
        low, high = sorted((self.power[one], self.power[other]))
        between = (card for card in (*self.unseen, *self.table) if card.suit is one.suit)
        return one.suit is other.suit and not any(low < self.power[card] < high for card in between)

    def lowest_equal(self, card: Card) -> Card:
        """The lowest legal card that does the work of this one."""
        return self.lowest(tuple(other for other in self.cards if self.are_equal(other, card)))

    # --- who holds what --------------------------------------------------------------------------------

    def cards_left(self, seat: Seat) -> int:
        """How many cards a seat still holds."""
        return self.view.seats[seat].cards_left

    def may_hold_suit(self, seat: Seat, suit: Suit | None) -> bool:
        """Whether another seat can still hold a card of a suit."""
        if suit is None or self.out(suit) == 0 or self.cards_left(seat) == 0:
            return False
        return (seat, suit) not in self.voids

    def may_hold(self, seat: Seat, card: Card) -> bool:
        """Whether another seat can still hold an unseen card."""
        if card == self.called and seat not in self.candidates:
            return False
        return card in self.unseen and self.may_hold_suit(seat, card.suit)

    def must_hold_suit(self, seat: Seat, suit: Suit) -> bool:
        """Whether a seat certainly holds a card of a suit: the others have no room for all that is out."""
        rest = (other for other in self.others if other != seat and self.may_hold_suit(other, suit))
        return sum(map(self.cards_left, rest)) < self.out(suit)

    @cached_property
    def foes_trumps(self) -> bool:
        """Whether a seat that is no proved friend can still hold a trump."""
        return any(
            self.side(seat) is not Side.FRIEND and self.may_hold_suit(seat, self.trump)
            for seat in self.others
        )

    # --- sides -----------------------------------------------------------------------------------------

    @cached_property
    def candidates(self) -> tuple[Seat, ...]:
        """Every seat that can hold the called card, the declarer only where that may be a secret."""
        partner = self.view.partner
        if partner is None:
            return ()
        if partner.holder is not None:
            return (partner.holder,)
        return tuple(seat for seat in range(self.seats) if self._may_be_partner(seat, partner.card))

    def _may_be_partner(self, seat: Seat, called: Card) -> bool:
        rule = self.view.variant.declaration
        if seat == self.me or (seat, called.suit) in self.voids or self.cards_left(seat) == 0:
            return False
        return seat != self.declarer or (rule.own_allowed and not rule.own_announced)

    @cached_property
    def is_partner(self) -> bool:
        """Whether the viewer holds, or held, the card that another seat called."""
        return self.candidates == (self.me,) and self.me != self.declarer

    @cached_property
    def is_declarer(self) -> bool:
        """Whether the viewer declares."""
        return self.me == self.declarer

    @cached_property
    def is_defender(self) -> bool:
        """Whether the viewer plays against the contract."""
        return self.view.partner is not None and not self.is_declarer and not self.is_partner

    @cached_property
    def _sides(self) -> tuple[Side, ...]:
        return tuple(self._side(seat) for seat in range(self.seats))

    def side(self, seat: Seat) -> Side:
        """What is proved about a seat."""
        return self._sides[seat]

    def _side(self, seat: Seat) -> Side:
        if seat == self.me:
            return Side.FRIEND
        if self.view.partner is None:
            return Side.UNKNOWN
        declaring = self._plays_for_contract(seat)
        if declaring is None:
            return Side.UNKNOWN
        return Side.FRIEND if declaring is not self.is_defender else Side.FOE

    def _plays_for_contract(self, seat: Seat) -> bool | None:
        if seat == self.declarer:
            return True
        if seat not in self.candidates:
            return False
        return True if len(self.candidates) == 1 else None

    @cached_property
    def friends(self) -> tuple[Seat, ...]:
        """The viewer and everybody proved to play with it."""
        return tuple(seat for seat in range(self.seats) if self.side(seat) is Side.FRIEND)

    @cached_property
    def _needs(self) -> tuple[int, ...]:
        """Tricks the viewer's side still needs, for each seat that can hold the called card."""
        target, tricks = self.contract.target, [seat.tricks for seat in self.view.seats]
        needs = []
        for holder in self.candidates:
            declaring = {self.declarer, holder}
            taken = sum(tricks[seat] for seat in declaring)
            defending = sum(tricks) - taken
            ours, goal = (
                (taken, target) if self.me in declaring else (defending, TRICKS_OF_A_DEAL + 1 - target)
            )
            needs.append(max(0, goal - ours))
        return tuple(needs)

    @cached_property
    def need_at_most(self) -> int:
        """Tricks the viewer's side certainly needs no more than; 0 when it has reached its goal."""
        return max(self._needs)

    @cached_property
    def need(self) -> int | None:
        """Tricks the viewer's side still needs, None while that hangs on who is on it."""
        return self.need_at_most if len(set(self._needs)) == 1 else None

    @cached_property
    def after_declarer(self) -> dict[tuple[int, Seat], bool]:
        """Trick and seat that played while the declarer was winning -> whether it beat that card."""
        return {(number, seat): beat for number, seat, beat, _ in self._after_declarer()}

    @cached_property
    def chose_after_declarer(self) -> dict[tuple[int, Seat], bool]:
        """As `after_declarer`, of those alone that may have held a card that beats it."""
        return {(number, seat): beat for number, seat, beat, chose in self._after_declarer() if chose}

    def _after_declarer(self) -> Iterator[tuple[int, Seat, bool, bool]]:
        for number, trick in enumerate(self.rounds, 1):
            winner, best = trick.leader, trick.cards[0]
            for place, card in enumerate(trick.cards[1:], 1):
                seat = left_of(trick.leader, self.seats, place)
                beat = self.view.variant.tricks.beats(card, best, self.trump)
                if winner == self.declarer:
                    yield number, seat, beat, beat or self._might_have_beaten(number, seat, card, best)
                winner, best = (seat, card) if beat else (winner, best)

    def _might_have_beaten(self, number: int, seat: Seat, played: Card, best: Card) -> bool:
        """Whether a seat that played this under the best card of a trick may have held one that beats it."""
        later = [
            card
            for trick in self.rounds[number:]
            for place, card in enumerate(trick.cards)
            if left_of(trick.leader, self.seats, place) == seat
        ]
        led = self.rounds[number - 1].cards[0].suit
        suit = led if played.suit == led else self.trump
        beats = self.view.variant.tricks.beats
        return any(card.suit == suit and beats(card, best, self.trump) for card in (*self.unseen, *later))

    # --- the trick on the table ------------------------------------------------------------------------

    @cached_property
    def table(self) -> tuple[Card, ...]:
        """The cards of the trick on the table."""
        return self.view.trick.cards if self.view.trick else ()

    @property
    def led(self) -> Suit | None:
        """The suit led to the trick on the table."""
        return self.table[0].suit if self.table else None

    @cached_property
    def winner(self) -> Seat | None:
        """Who is winning the trick on the table, None when the viewer leads."""
        if self.view.trick is None:
            return None
        return left_of(self.view.trick.leader, self.seats, self._winning_place)

    @cached_property
    def _winning_place(self) -> int:
        return self.view.variant.tricks.winning_place(self.table, self.trump)

    @cached_property
    def winning_card(self) -> Card | None:
        """The card that wins the trick so far."""
        return self.table[self._winning_place] if self.table else None

    @cached_property
    def later(self) -> tuple[Seat, ...]:
        """Who plays to this trick after the viewer, in turn."""
        return self.others[: self.seats - 1 - len(self.table)]

    def beats_table(self, card: Card) -> bool:
        """Whether a card beats all that lies on the table. A lead always does."""
        best = self.winning_card
        return best is None or self.view.variant.tricks.beats(card, best, self.trump)

    def can_beat(self, seat: Seat, card: Card) -> bool:
        """Whether a seat that plays later can still beat a card, for all the view proves."""
        led = self.led if self.led is not None else card.suit
        if self.must_hold_suit(seat, led) and card.suit != led:
            return False
        if any(self.may_hold(seat, other) for other in self.unseen if self._is_higher(other, card)):
            return True
        if card.suit == self.trump or not self.may_hold_suit(seat, self.trump):
            return False
        return not self.must_hold_suit(seat, led)

    def is_sure(self, card: Card) -> bool:
        """Whether a card wins the trick whatever follows."""
        return self.beats_table(card) and not any(self.can_beat(seat, card) for seat in self.later)

    def can_follow_above(self, seat: Seat, card: Card) -> bool:
        """Whether a seat that plays later may hold a higher card of the suit led."""
        return card.suit == self.led and any(
            self.may_hold(seat, other) for other in self.unseen if self._is_higher(other, card)
        )

    def can_ruff_over(self, seat: Seat, card: Card) -> bool:
        """Whether a seat known to be out of the suit led may still beat a card."""
        return not self.may_hold_suit(seat, self.led) and self.can_beat(seat, card)

    @cached_property
    def later_rivals(self) -> tuple[Seat, ...]:
        """Who plays to this trick after the viewer and is no proved friend, in turn."""
        return tuple(seat for seat in self.later if self.side(seat) is not Side.FRIEND)

    @cached_property
    def friend_is_high(self) -> bool:
        """Whether a proved friend wins the trick so far, and no rival to come can follow suit above it."""
        best = self.winning_card
        if best is None or self.winner is None or self.side(self.winner) is not Side.FRIEND:
            return False
        return not any(self.can_follow_above(seat, best) for seat in self.later_rivals)

    @cached_property
    def friend_stands(self) -> bool:
        """Whether a friend's high card is safe for all that is known: only a void not shown could beat it."""
        best = self.winning_card
        return (
            best is not None
            and self.friend_is_high
            and not any(self.can_ruff_over(seat, best) for seat in self.later_rivals)
        )

    def holds_up(self, card: Card) -> bool:
        """Whether no later seat but a proved friend can beat a card."""
        return not any(self.can_beat(seat, card) for seat in self.later_rivals)

    @cached_property
    def winners(self) -> tuple[Card, ...]:
        """The legal cards that beat the table."""
        return tuple(card for card in self.cards if self.beats_table(card))

    # --- tricks to cash --------------------------------------------------------------------------------

    @cached_property
    def trump_is_open(self) -> bool:
        """Whether the viewer is on lead and may lead trumps."""
        return not self.table and any(card.suit == self.trump for card in self.cards)

    def tops(self, suit: Suit) -> int:
        """How many cards of a suit the viewer wins from the top; all, once they draw what is out."""
        held = self.of_suit(suit)
        masters = sum(map(self.is_master, held))
        return len(held) if masters >= self.out(suit) else masters

    @cached_property
    def draws_trumps(self) -> bool:
        """Whether nobody else keeps a trump: none is out, or the viewer's master trumps draw them all."""
        if self.trump is None or self.out(self.trump) == 0:
            return True
        masters = sum(map(self.is_master, self.of_suit(self.trump)))
        return self.trump_is_open and masters >= self.out(self.trump)

    @cached_property
    def sure_tricks(self) -> int:
        """Tricks the viewer on lead can cash without losing the lead, whatever the others hold."""
        if self.table:
            return 0
        if self.draws_trumps:
            return sum(self.tops(suit) for suit in Suit if suit != self.trump or self.trump_is_open)
        return self.tops(self.trump) if self.trump is not None and self.trump_is_open else 0
