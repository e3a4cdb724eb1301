"""What a view proves: cards out, voids, who can hold what, who is a friend, what a card can still lose to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property, lru_cache

from engine_server.advisor.cashing import Cashing, cash
from engine_server.advisor.pair_chances import pair_percent
from engine_server.advisor.strength import Row, row_of
from engine_server.game.view import View
from engine_server.rules.cards import Card, Denomination, Seat, Suit, honour_points
from engine_server.rules.contracts import TRICKS_OF_A_DEAL, Contract
from engine_server.rules.decks import Deck
from engine_server.rules.declarations import CallCard
from engine_server.rules.moves import Bid, NameContract, PlayCard, SeatCall
from engine_server.rules.phases import Phase
from engine_server.rules.point_count import NameGoal
from engine_server.rules.scoring import WinnersScore
from engine_server.rules.sides import HolderOfCalledCard
from engine_server.rules.stocks import DealAndTurn
from engine_server.rules.tricks import Trick, ring_from


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
    """A view read by the seat that must act. Everything is proved from the view and worked out when asked.

    It thinks with the hand that plays next, the own one or a dummy's, and speaks of hands: a seat is the hand
    of the person there, and dummies nobody sits behind have the numbers after them.
    """

    view: View

    # --- the hand and its cards ------------------------------------------------------------------------

    @cached_property
    def seat(self) -> Seat:
        """The seat that is advised."""
        assert self.view.viewer is not None
        return self.view.viewer

    @cached_property
    def me(self) -> Seat:
        """The hand to think with: the one that plays next, else the viewer's own."""
        following = self.view.next_hand if self.view.phase is Phase.PLAY else None
        return self.seat if following is None else following

    @cached_property
    def hand(self) -> tuple[Card, ...]:
        """The cards of that hand, in hand order."""
        return self.view.open_hand(self.me)

    @cached_property
    def ring(self) -> tuple[Seat, ...]:
        """The hands that play, clockwise; while nobody declares those of the seats."""
        return self.view.variant.sides.ring(self._declarer)

    @property
    def _declarer(self) -> Seat | None:
        return self.view.contract.declarer if self.view.contract else self.view.declarer

    @cached_property
    def others(self) -> tuple[Seat, ...]:
        """All hands but the one thought with, clockwise from its left."""
        return ring_from(self.ring, self.me)[1:]

    def is_mine(self, hand: Seat) -> bool:
        """Whether the viewer plays the cards of a hand."""
        return self.view.variant.sides.controller(hand, self._declarer) == self.seat

    def is_another(self, hand: Seat) -> bool:
        """Whether somebody else sits behind a hand, whom a sentence can name."""
        return hand != self.seat and hand < self.view.variant.seats

    @cached_property
    def opposite(self) -> Seat | None:
        """The other hand the viewer plays, open to it; None when it plays one alone."""
        mine = (hand for hand in self.others if self.is_mine(hand) and self.room(hand) == 0)
        return next(mine, None)

    @cached_property
    def partners_hand(self) -> tuple[Card, ...]:
        """The cards of that other hand."""
        return () if self.opposite is None else self.view.open_hand(self.opposite)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """The cards that may be played now, in hand order."""
        return tuple(move.card for move in self.view.legal_moves if isinstance(move, PlayCard))

    @cached_property
    def power(self) -> dict[Card, int]:
        """How strong each card is within its suit."""
        return powers(self.view.variant.deck)

    def of_suit(self, suit: Suit | None) -> tuple[Card, ...]:
        """The hand's cards of a suit, highest first."""
        return self._sorted(self.hand, suit)

    def across(self, suit: Suit | None) -> tuple[Card, ...]:
        """The cards of a suit in the other hand the viewer plays, highest first."""
        return self._sorted(self.partners_hand, suit)

    def together(self, suit: Suit | None) -> tuple[Card, ...]:
        """The cards of a suit in the hands the viewer plays, highest first."""
        return self._sorted((*self.hand, *self.partners_hand), suit)

    def started_with(self, suit: Suit) -> int:
        """How many cards of a suit the hands the viewer plays began with."""
        played = sum(self.is_mine(one.seat) and one.card.suit is suit for one in self.played)
        return len(self.together(suit)) + played

    @cached_property
    def dummy(self) -> Seat | None:
        """The declarer's dummy where it lies open to a defender, None elsewhere."""
        dummy = self.view.dummy
        seen = dummy is not None and self.is_defender and self.room(dummy) == 0
        return dummy if seen else None

    def pair_length(self, suit: Suit) -> int:
        """Cards of a suit in the viewer's hands, in its own alone where dummy is not seen."""
        return len(self.together(suit))

    @cached_property
    def pair_points(self) -> int:
        """High-card points of both hands: seen, or announced for a hand that is not."""
        announced = [
            seat.announced_points or 0
            for seat in self.view.seats
            if seat.seat != self.me and self.is_mine(seat.seat)
        ]
        seen = honour_points((*self.hand, *self.partners_hand))
        return seen if self.opposite is not None else seen + sum(announced)

    def pair_percent(self, move: NameContract) -> int | None:
        """Of 100 such pairs, how many reach a goal; None where that was never tried."""
        declaration = self.view.variant.declaration
        assert isinstance(declaration, NameGoal)
        trump = move.denomination.trump
        fit = 0 if trump is None else self.pair_length(trump)
        aim = declaration.contract(self.seat, move).aim
        return pair_percent(self.pair_points, move.denomination, fit, aim)

    def seen_of(self, hand: Seat, suit: Suit | None) -> tuple[Card, ...]:
        """The cards of a suit that lie open in a hand, highest first."""
        return self._sorted(self.view.open_hand(hand), suit)

    def _sorted(self, cards: tuple[Card, ...], suit: Suit | None) -> tuple[Card, ...]:
        held = [card for card in cards if card.suit == suit]
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

    @property
    def scoring(self) -> WinnersScore:
        """The scoring of a game with a called card. Only to be asked there."""
        scoring = self.view.variant.scoring
        assert isinstance(scoring, WinnersScore)
        return scoring

    @property
    def calling(self) -> CallCard:
        """How a card is called. Only to be asked in a game where one is."""
        declaration = self.view.variant.declaration
        assert isinstance(declaration, CallCard)
        return declaration

    # --- the contract ----------------------------------------------------------------------------------

    @cached_property
    def contract(self) -> Contract:
        """The contract in play. Only to be asked once there is one."""
        assert self.view.contract is not None
        return self.view.contract

    @cached_property
    def trump(self) -> Suit | None:
        """The trump suit, None at no trump or before it is settled."""
        if self.view.contract is not None:
            return self.view.contract.trump
        return self.view.trump.trump if self.view.trump is not None else None

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

    @cached_property
    def suits_bid(self) -> tuple[tuple[Seat, Suit], ...]:
        """Who bid which suit in the auction, in order."""
        bids = ((made.seat, made.call) for made in self.view.calls if isinstance(made.call, Bid))
        named = ((seat, bid.denomination.trump) for seat, bid in bids)
        return tuple((seat, suit) for seat, suit in named if suit is not None)

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
                yield Played(number, trick.seat_of(place), card, trick.cards[0].suit)

    @cached_property
    def unseen(self) -> frozenset[Card]:
        """The cards neither in a hand the viewer sees nor played, tricks that decide who draws among them."""
        seen = {one.card for one in self.played}
        seen.update(card for hand in self.view.hands for card in hand.cards)
        seen.update(card for trick in self.view.draws for card in trick.cards)
        seen.update(self._turned_aside)
        return frozenset(card for card in self.view.variant.deck.cards if card not in seen)

    @property
    def _turned_aside(self) -> tuple[Card, ...]:
        """The card turned for trump, where it was dealt to nobody."""
        turned, dealing = self.view.turned, self.view.variant.dealing
        if turned is None or not isinstance(dealing, DealAndTurn):
            return ()
        dealt = dealing.sizes[self.view.deal - 1] * dealing.seats
        return (turned,) if dealt < len(self.view.variant.deck.cards) else ()

    @cached_property
    def still_out(self) -> frozenset[Card]:
        """The cards in play that are in no hand of the viewer's: unseen, or open in a hand of another."""
        open_to_all = (card for hand in self.view.hands if not self.is_mine(hand.seat) for card in hand.cards)
        return self.unseen.union(open_to_all)

    @cached_property
    def _out(self) -> tuple[int, ...]:
        return tuple(sum(card.suit is suit for card in self.still_out) for suit in Suit)

    def out(self, suit: Suit | None) -> int:
        """How many cards of a suit are out, 0 for no suit."""
        return 0 if suit is None else self._out[suit]

    @cached_property
    def _unseen_of(self) -> tuple[int, ...]:
        return tuple(sum(card.suit is suit for card in self.unseen) for suit in Suit)

    @cached_property
    def voids(self) -> dict[tuple[Seat, Suit], int]:
        """Seat and suit -> the first trick in which the seat did not follow that suit."""
        shown: dict[tuple[Seat, Suit], int] = {}
        for one in self.played:
            if one.card.suit != one.led:
                shown.setdefault((one.seat, one.led), one.number)
        return shown

    @cached_property
    def _top_out(self) -> dict[Suit, int]:
        top = dict.fromkeys(Suit, -1)
        for card in self.still_out:
            top[card.suit] = max(top[card.suit], self.power[card])
        return top

    def is_master(self, card: Card) -> bool:
        """Whether no higher card of the suit is out."""
        return self.power[card] >= self._top_out[card.suit]

    def is_master_of_side(self, card: Card) -> bool:
        """Whether the only higher card of the suit that is out, if any, is the called card of a friend."""
        higher = [other for other in self.still_out if self._is_higher(other, card)]
        return all(other == self.called and self.me == self.declarer for other in higher)

    def _is_higher(self, other: Card, card: Card) -> bool:
        return other.suit is card.suit and self.power[other] > self.power[card]

    def higher_out(self, card: Card) -> Card | None:
        """The lowest card out that is higher in the same suit, None when there is none."""
        return min(self._all_above(card), key=self.power.__getitem__, default=None)

    def higher_of_rivals(self, card: Card) -> Card | None:
        """As `higher_out`, of the cards that a rival still to play may hold."""
        theirs = [one for one in self._all_above(card) if self.rivals_may_hold(one)]
        return min(theirs, key=self.power.__getitem__, default=None)

    def rivals_may_hold(self, card: Card) -> bool:
        """Whether a seat that plays later and is no proved friend may hold a card."""
        return any(self.may_hold(seat, card) for seat in self.later_rivals)

    def _all_above(self, card: Card) -> list[Card]:
        return [other for other in self.still_out if self._is_higher(other, card)]

    def are_equal(self, one: Card, other: Card) -> bool:
        """Whether two cards of a suit do the same work: no card that is out or on the table between."""
        low, high = sorted((self.power[one], self.power[other]))
        between = (card for card in (*self.still_out, *self.table) if card.suit is one.suit)
        return one.suit is other.suit and not any(low < self.power[card] < high for card in between)

    def lowest_equal(self, card: Card) -> Card:
        """The lowest legal card that does the work of this one."""
        return self.lowest(tuple(other for other in self.cards if self.are_equal(other, card)))

    # --- who holds what --------------------------------------------------------------------------------

    @cached_property
    def _played_by(self) -> dict[Seat, int]:
        played: dict[Seat, int] = dict.fromkeys(self.ring, 0)
        for one in self.played:
            played[one.seat] = played.get(one.seat, 0) + 1
        return played

    def cards_left(self, hand: Seat) -> int:
        """How many cards a hand still holds."""
        if hand < self.view.variant.seats:
            return self.view.seats[hand].cards_left
        return len(self.hand) + self._played_by[self.me] - self._played_by.get(hand, 0)

    def room(self, hand: Seat) -> int:
        """How many cards the viewer has not seen a hand holds."""
        return self._room[hand]

    @cached_property
    def _room(self) -> dict[Seat, int]:
        return {hand: self.cards_left(hand) - len(self.view.open_hand(hand)) for hand in self.ring}

    @cached_property
    def undealt(self) -> int:
        """How many of the unseen cards are in no hand at all."""
        return max(0, len(self.unseen) - sum(self._room.values()))

    def may_hold_suit(self, hand: Seat, suit: Suit | None) -> bool:
        """Whether another hand can still hold a card of a suit."""
        if suit is None:
            return False
        return bool(self.seen_of(hand, suit)) or self._may_hide_suit(hand, suit)

    def _may_hide_suit(self, hand: Seat, suit: Suit) -> bool:
        return self._unseen_of[suit] > 0 and self.room(hand) > 0 and (hand, suit) not in self.voids

    def may_hold(self, hand: Seat, card: Card) -> bool:
        """Whether another hand can still hold a card that is out."""
        if card in self.view.open_hand(hand):
            return True
        if card == self.called and hand not in self.candidates:
            return False
        return card in self.unseen and self._may_hide_suit(hand, card.suit)

    def must_hold_suit(self, hand: Seat, suit: Suit) -> bool:
        """Whether a hand certainly holds a card of a suit: one lies open, or the others lack the room."""
        if self.seen_of(hand, suit):
            return True
        rest = (other for other in self.others if other != hand and self._may_hide_suit(other, suit))
        return sum(map(self.room, rest)) + self.undealt < self._unseen_of[suit]

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
        return tuple(seat for seat in sorted(self.ring) if self._may_be_partner(seat, partner.card))

    def _may_be_partner(self, seat: Seat, called: Card) -> bool:
        if seat == self.me or (seat, called.suit) in self.voids or self.cards_left(seat) == 0:
            return False
        return seat != self.declarer or self.alone_in_secret

    @property
    def alone_in_secret(self) -> bool:
        """Whether a declarer may play alone without the others knowing."""
        rule = self.view.variant.declaration
        return isinstance(rule, CallCard) and rule.own_allowed and not rule.own_announced

    @cached_property
    def is_partner(self) -> bool:
        """Whether the viewer holds, or held, the card that another seat called."""
        return self.candidates == (self.me,) and self.me != self.declarer

    @cached_property
    def is_declarer(self) -> bool:
        """Whether the viewer declares."""
        return self.view.contract is not None and self.seat == self.declarer

    @cached_property
    def is_defender(self) -> bool:
        """Whether the viewer plays against the contract."""
        if self.hides_partner:
            return self.view.partner is not None and not self.is_declarer and not self.is_partner
        return self.view.contract is not None and self.me not in self._declaring

    @cached_property
    def hides_partner(self) -> bool:
        """Whether a called card decides who plays with whom."""
        return isinstance(self.view.variant.sides, HolderOfCalledCard)

    @cached_property
    def _declaring(self) -> tuple[Seat, ...]:
        """The hands that play for the contract, where no called card decides it."""
        return self.view.variant.sides.declaring_side(self.declarer, None, ())

    @cached_property
    def _sides(self) -> dict[Seat, Side]:
        return {hand: self._side(hand) for hand in self.ring}

    def side(self, hand: Seat) -> Side:
        """What is proved about a hand."""
        return self._sides[hand]

    def _side(self, hand: Seat) -> Side:
        if hand == self.me:
            return Side.FRIEND
        together = self._with_me(hand)
        if together is None:
            return Side.UNKNOWN
        return Side.FRIEND if together else Side.FOE

    def _with_me(self, hand: Seat) -> bool | None:
        if not self.hides_partner:
            return self._is_of_my_side(hand)
        declaring = self._plays_for_contract(hand) if self.view.partner is not None else None
        return None if declaring is None else declaring is not self.is_defender

    def _is_of_my_side(self, hand: Seat) -> bool:
        """By the contract, else, in the auction and where nobody declares, by who scores together."""
        if self.view.contract is not None:
            return (hand in self._declaring) is (self.me in self._declaring)
        return any({hand, self.me} <= set(column) for column in self.view.variant.sides.columns)

    def _plays_for_contract(self, seat: Seat) -> bool | None:
        if seat == self.declarer:
            return True
        if seat not in self.candidates:
            return False
        return True if len(self.candidates) == 1 else None

    @cached_property
    def friends(self) -> tuple[Seat, ...]:
        """The hand thought with and every one proved to play with it."""
        return tuple(hand for hand in sorted(self.ring) if self.side(hand) is Side.FRIEND)

    @cached_property
    def _needs(self) -> tuple[int, ...]:
        """Tricks the viewer's side still needs, for each way the sides may be; none if no contract says."""
        if self.view.contract is None or not self.contract.target:
            return ()
        if not self.hides_partner:
            tricks = [
                sum(trick.winner == hand for trick in self.view.tricks) for hand in range(1 + max(self.ring))
            ]
            return (self._needed(frozenset(self._declaring), tricks),)
        tricks = [seat.tricks for seat in self.view.seats]
        return tuple(self._needed(frozenset((self.declarer, holder)), tricks) for holder in self.candidates)

    def _needed(self, declaring: frozenset[Seat], tricks: list[int]) -> int:
        taken, target = sum(tricks[hand] for hand in declaring), self.contract.target
        if self.me in declaring:
            return max(0, target - taken)
        return max(0, TRICKS_OF_A_DEAL + 1 - target - (sum(tricks) - taken))

    @cached_property
    def need_at_most(self) -> int:
        """Tricks the viewer's side certainly needs no more than; 0 when it has reached its goal."""
        return max(self._needs, default=TRICKS_OF_A_DEAL + 1)

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
                seat = trick.seat_of(place)
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
            if trick.seat_of(place) == seat
        ]
        led = self.rounds[number - 1].cards[0].suit
        suit = led if played.suit == led else self.trump
        beats = self.view.variant.tricks.beats
        return any(card.suit == suit and beats(card, best, self.trump) for card in (*self.still_out, *later))

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
        return self.view.trick.seat_of(self._winning_place)

    @cached_property
    def _winning_place(self) -> int:
        return self.view.variant.tricks.winning_place(self.table, self.trump)

    @cached_property
    def winning_card(self) -> Card | None:
        """The card that wins the trick so far."""
        return self.table[self._winning_place] if self.table else None

    @cached_property
    def later(self) -> tuple[Seat, ...]:
        """The hands that play to this trick after the one thought with, in turn."""
        return self.others[: len(self.others) - len(self.table)]

    def beats_table(self, card: Card) -> bool:
        """Whether a card beats all that lies on the table. A lead always does."""
        best = self.winning_card
        return best is None or self.view.variant.tricks.beats(card, best, self.trump)

    def can_beat(self, seat: Seat, card: Card) -> bool:
        """Whether a seat that plays later can still beat a card, for all the view proves."""
        led = self.led if self.led is not None else card.suit
        if self.must_hold_suit(seat, led) and card.suit != led:
            return False
        if any(self.may_hold(seat, other) for other in self.still_out if self._is_higher(other, card)):
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
            self.may_hold(seat, other) for other in self.still_out if self._is_higher(other, card)
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

    @property
    def winner_is_mine(self) -> bool:
        """Whether the trick so far belongs to another hand the viewer plays."""
        return self.winner is not None and self.winner != self.me and self.is_mine(self.winner)

    def wins_across(self, card: Card) -> bool:
        """Whether the viewer's other hand, still to play, wins with a card of the suit led for certain."""
        return (
            self.opposite in self.later
            and card.suit == self.led
            and card in self.partners_hand
            and self.beats_table(card)
            and self.holds_up(card)
        )

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

    @cached_property
    def sure_line(self) -> tuple[Card, ...]:
        """The cards that two hands of the viewer lead one after another, each trick certainly theirs."""
        by_suit = (sorted(self._powers_out(suit), reverse=True) for suit in Suit)
        hands = (self._by_strength(self.hand), self._by_strength(self.partners_hand))
        now = Cashing(*hands, tuple(map(tuple, by_suit)), self.trump, self.power)
        return max((cash(now, crossing_first) for crossing_first in (False, True)), key=len)

    def _powers_out(self, suit: Suit) -> Iterator[int]:
        return (self.power[card] for card in self.still_out if card.suit is suit)

    def _by_strength(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(sorted(cards, key=self.power.__getitem__, reverse=True))

    @cached_property
    def sure_together(self) -> int:
        """Tricks that the viewer's hands on lead can cash, at least, whatever the others hold."""
        return 0 if self.table else len(self.sure_line)
