"""What a reason claims: small facts of a view, each checkable by itself. A reason is given if all hold."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass

from engine_server.advisor.counting import Count, Side
from engine_server.advisor.strength import alone_percent, points_of, prize, strength
from engine_server.rules.auctions import last_bid
from engine_server.rules.cards import Card, Denomination, Seat, Suit, honour_points
from engine_server.rules.contracts import BOOK, TRICKS_OF_A_DEAL
from engine_server.rules.moves import Bid, Goal, NameContract
from engine_server.rules.tricks import TrumpLead


class Claim(ABC):
    """A fact that the view proves or does not prove."""

    __slots__ = ()

    @abstractmethod
    def holds(self, count: Count) -> bool:
        """Whether the view proves it."""


# --- moves and cards -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OnlyLegal(Claim):
    """There is one legal move."""

    def holds(self, count: Count) -> bool:
        return len(count.view.legal_moves) == 1


@dataclass(frozen=True, slots=True)
class Holds(Claim):
    """The viewer holds the card."""

    card: Card

    def holds(self, count: Count) -> bool:
        return self.card in count.hand


@dataclass(frozen=True, slots=True)
class Lacks(Claim):
    """The card is in play and the viewer does not hold it."""

    card: Card

    def holds(self, count: Count) -> bool:
        return self.card in count.still_out


@dataclass(frozen=True, slots=True)
class Higher(Claim):
    """Of two cards of a suit, `card` is the higher."""

    card: Card
    other: Card

    def holds(self, count: Count) -> bool:
        same = self.card.suit is self.other.suit
        return same and count.power[self.card] > count.power[self.other]


@dataclass(frozen=True, slots=True)
class RankAbove(Claim):
    """One card has a higher rank than another, whatever their suits."""

    card: Card
    other: Card

    def holds(self, count: Count) -> bool:
        return count.power[self.card] > count.power[self.other]


@dataclass(frozen=True, slots=True)
class Equal(Claim):
    """Between two cards of a suit that the viewer holds lies none that is still out or on the table."""

    card: Card
    other: Card

    def holds(self, count: Count) -> bool:
        held = self.card in count.hand and self.other in count.hand
        return held and count.are_equal(self.card, self.other)


@dataclass(frozen=True, slots=True)
class Length(Claim):
    """The viewer holds `n` cards of the suit."""

    suit: Suit
    n: int

    def holds(self, count: Count) -> bool:
        return len(count.of_suit(self.suit)) == self.n


@dataclass(frozen=True, slots=True)
class Longest(Claim):
    """The viewer holds no longer suit than this one, trumps aside."""

    suit: Suit

    def holds(self, count: Count) -> bool:
        sides = [len(count.of_suit(suit)) for suit in Suit if suit != count.trump]
        return self.suit != count.trump and len(count.of_suit(self.suit)) == max(sides)


@dataclass(frozen=True, slots=True)
class NoHonour(Claim):
    """The viewer holds cards of the suit, none of them ace, king, queen or jack."""

    suit: Suit

    def holds(self, count: Count) -> bool:
        held = count.of_suit(self.suit)
        return bool(held) and honour_points(held) == 0


@dataclass(frozen=True, slots=True)
class IsHonour(Claim):
    """The card is an ace, king, queen or jack."""

    card: Card

    def holds(self, count: Count) -> bool:
        return honour_points([self.card]) > 0


@dataclass(frozen=True, slots=True)
class LowestOfSuit(Claim):
    """The viewer holds no lower card of the suit."""

    card: Card

    def holds(self, count: Count) -> bool:
        held = count.of_suit(self.card.suit)
        return bool(held) and held[-1] == self.card


@dataclass(frozen=True, slots=True)
class GuardedBy(Claim):
    """`guarded`, not the highest out, needs as many small cards as higher ones are out, and has no more."""

    guarded: Card
    small: Card

    def holds(self, count: Count) -> bool:
        held = count.of_suit(self.guarded.suit)
        if self.guarded not in held or self.small not in held or self.small == self.guarded:
            return False
        higher = sum(count.power[card] > count.power[self.guarded] for card in _out(count, self.guarded.suit))
        return 0 < higher == len(held) - 1 - held.index(self.guarded) and held.index(self.guarded) == 0


def _out(count: Count, suit: Suit) -> list[Card]:
    return [card for card in count.still_out if card.suit is suit]


@dataclass(frozen=True, slots=True)
class IsTrump(Claim):
    """The card is a trump."""

    card: Card

    def holds(self, count: Count) -> bool:
        return self.card.suit == count.trump


@dataclass(frozen=True, slots=True)
class IsSide(Claim):
    """The card is no trump card, or there is no trump suit."""

    card: Card

    def holds(self, count: Count) -> bool:
        return self.card.suit != count.trump


@dataclass(frozen=True, slots=True)
class HoldsTrump(Claim):
    """There is a trump suit and the viewer holds a card of it."""

    def holds(self, count: Count) -> bool:
        return bool(count.of_suit(count.trump))


@dataclass(frozen=True, slots=True)
class NoTrumps(Claim):
    """The contract is played without a trump suit."""

    def holds(self, count: Count) -> bool:
        return count.contract.trump is None


# --- what is out ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Out(Claim):
    """`n` cards of the suit are still out."""

    suit: Suit
    n: int

    def holds(self, count: Count) -> bool:
        return count.out(self.suit) == self.n


@dataclass(frozen=True, slots=True)
class Master(Claim):
    """No higher card of the suit is still out."""

    card: Card

    def holds(self, count: Count) -> bool:
        return count.is_master(self.card)


@dataclass(frozen=True, slots=True)
class NotMaster(Claim):
    """A higher card of the suit is still out."""

    card: Card

    def holds(self, count: Count) -> bool:
        return not count.is_master(self.card)


@dataclass(frozen=True, slots=True)
class OnlyHigher(Claim):
    """Of the suit one card that is still out, and no other, is above the card."""

    card: Card
    higher: Card

    def holds(self, count: Count) -> bool:
        out, least = _out(count, self.card.suit), count.power[self.card]
        return [other for other in out if count.power[other] > least] == [self.higher]


@dataclass(frozen=True, slots=True)
class AboveAllHeld(Claim):
    """The card is still out, and the viewer's cards of the suit are all lower."""

    card: Card

    def holds(self, count: Count) -> bool:
        held = count.of_suit(self.card.suit)
        return self.card in count.still_out and bool(held) and count.power[self.card] > count.power[held[0]]


@dataclass(frozen=True, slots=True)
class AllWith(Claim):
    """`n` cards of the suit, at least one, are out, and all are in this hand."""

    suit: Suit
    seat: Seat
    n: int

    def holds(self, count: Count) -> bool:
        rest = (hand for hand in count.others if not count.is_mine(hand))
        able = [hand for hand in rest if count.may_hold_suit(hand, self.suit)]
        return count.out(self.suit) == self.n > 0 == count.undealt and able == [self.seat]


@dataclass(frozen=True, slots=True)
class MayBeRuffed(Claim):
    """The viewer leads; a seat that is no proved friend may hold a trump and none of the card's side suit."""

    card: Card

    def holds(self, count: Count) -> bool:
        rivals = (seat for seat in count.others if count.side(seat) is not Side.FRIEND)
        return (
            not count.table
            and self.card.suit != count.trump
            and any(
                count.may_hold_suit(seat, count.trump) and not count.must_hold_suit(seat, self.card.suit)
                for seat in rivals
            )
        )


@dataclass(frozen=True, slots=True)
class Void(Claim):
    """The seat did not follow the suit in an earlier trick, or earlier in this one."""

    seat: Seat
    suit: Suit

    def holds(self, count: Count) -> bool:
        return (self.seat, self.suit) in count.voids


@dataclass(frozen=True, slots=True)
class HasNone(Claim):
    """The seat can hold no card of the suit: it did not follow one, or none is out."""

    seat: Seat
    suit: Suit

    def holds(self, count: Count) -> bool:
        return self.seat != count.me and not count.may_hold_suit(self.seat, self.suit)


@dataclass(frozen=True, slots=True)
class MayHold(Claim):
    """Nothing proves that the seat has no card of the suit left."""

    seat: Seat
    suit: Suit

    def holds(self, count: Count) -> bool:
        return count.may_hold_suit(self.seat, self.suit)


@dataclass(frozen=True, slots=True)
class MayHoldCard(Claim):
    """Nothing proves that the seat does not hold the card."""

    seat: Seat
    card: Card

    def holds(self, count: Count) -> bool:
        return self.seat != count.me and count.may_hold(self.seat, self.card)


@dataclass(frozen=True, slots=True)
class Led(Claim):
    """The seat led the suit in an earlier trick of this deal."""

    seat: Seat
    suit: Suit

    def holds(self, count: Count) -> bool:
        return any(
            trick.leader == self.seat and trick.cards[0].suit is self.suit for trick in count.view.tricks
        )


# --- the trick -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OnLead(Claim):
    """The viewer leads to the trick."""

    def holds(self, count: Count) -> bool:
        return not count.table


@dataclass(frozen=True, slots=True)
class After(Claim):
    """`n` seats play to this trick after the viewer; 0 means the viewer is last."""

    n: int

    def holds(self, count: Count) -> bool:
        return bool(count.table) and len(count.later) == self.n


@dataclass(frozen=True, slots=True)
class PlaysAfter(Claim):
    """The seat plays to this trick after the viewer."""

    seat: Seat

    def holds(self, count: Count) -> bool:
        return self.seat in count.later


@dataclass(frozen=True, slots=True)
class PlayedBefore(Claim):
    """The seat has played to the trick on the table."""

    seat: Seat

    def holds(self, count: Count) -> bool:
        return bool(count.table) and self.seat in count.others and self.seat not in count.later


@dataclass(frozen=True, slots=True)
class SuitLed(Claim):
    """The trick on the table was led with this suit."""

    suit: Suit

    def holds(self, count: Count) -> bool:
        return count.led == self.suit


@dataclass(frozen=True, slots=True)
class LedCard(Claim):
    """The trick on the table was led with this card."""

    card: Card

    def holds(self, count: Count) -> bool:
        return bool(count.table) and count.table[0] == self.card


@dataclass(frozen=True, slots=True)
class Winning(Claim):
    """The seat is winning the trick on the table."""

    seat: Seat

    def holds(self, count: Count) -> bool:
        return count.winner == self.seat


@dataclass(frozen=True, slots=True)
class BeatsTable(Claim):
    """The card beats all cards on the table."""

    card: Card

    def holds(self, count: Count) -> bool:
        return count.beats_table(self.card)


@dataclass(frozen=True, slots=True)
class Loses(Claim):
    """The card does not beat the cards on the table."""

    card: Card

    def holds(self, count: Count) -> bool:
        return not count.beats_table(self.card)


@dataclass(frozen=True, slots=True)
class NoneWins(Claim):
    """No card the viewer may play beats the cards on the table."""

    def holds(self, count: Count) -> bool:
        return bool(count.table) and not count.winners


@dataclass(frozen=True, slots=True)
class LowestWinner(Claim):
    """No lower card of its suit that the viewer may play beats the table."""

    card: Card

    def holds(self, count: Count) -> bool:
        rivals = [card for card in count.winners if card.suit is self.card.suit]
        return self.card in rivals and count.lowest(tuple(rivals)) == self.card


@dataclass(frozen=True, slots=True)
class SureWin(Claim):
    """The card wins the trick whatever the seats that still play may hold."""

    card: Card

    def holds(self, count: Count) -> bool:
        return count.is_sure(self.card)


@dataclass(frozen=True, slots=True)
class SideWins(Claim):
    """The card wins the trick for the viewer's side: of the later seats only proved friends can beat it."""

    card: Card

    def holds(self, count: Count) -> bool:
        return count.beats_table(self.card) and count.holds_up(self.card)


@dataclass(frozen=True, slots=True)
class InDanger(Claim):
    """A seat that still plays and is no proved friend may beat the card."""

    card: Card

    def holds(self, count: Count) -> bool:
        return not count.holds_up(self.card)


@dataclass(frozen=True, slots=True)
class WithRival(Claim):
    """A seat that still plays and is no proved friend may hold the card."""

    card: Card

    def holds(self, count: Count) -> bool:
        return count.rivals_may_hold(self.card)


@dataclass(frozen=True, slots=True)
class MeetsFriend(Claim):
    """Only proved friends can hold the card, and one of them still plays to this trick."""

    card: Card

    def holds(self, count: Count) -> bool:
        able = [seat for seat in count.others if count.may_hold(seat, self.card)]
        friends = all(count.side(seat) is Side.FRIEND for seat in able)
        return friends and any(seat in count.later for seat in able)


@dataclass(frozen=True, slots=True)
class Stands(Claim):
    """A proved friend is winning; no rival to come can follow suit above it, none known void can ruff it."""

    def holds(self, count: Count) -> bool:
        return count.friend_stands


@dataclass(frozen=True, slots=True)
class NotAhead(Claim):
    """A seat still to play that is no proved friend may beat the card that is winning."""

    def holds(self, count: Count) -> bool:
        best = count.winning_card
        return best is not None and not count.holds_up(best)


@dataclass(frozen=True, slots=True)
class CannotBeat(Claim):
    """The seat can hold no card that beats this one."""

    seat: Seat
    card: Card

    def holds(self, count: Count) -> bool:
        return not count.can_beat(self.seat, self.card)


@dataclass(frozen=True, slots=True)
class OutOf(Claim):
    """The viewer has no card of the suit that was led."""

    suit: Suit

    def holds(self, count: Count) -> bool:
        return count.led == self.suit and not count.of_suit(self.suit)


# --- sides and tricks needed ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Friend(Claim):
    """The seat is proved to play with the viewer."""

    seat: Seat

    def holds(self, count: Count) -> bool:
        return self.seat != count.me and count.side(self.seat) is Side.FRIEND


@dataclass(frozen=True, slots=True)
class Undecided(Claim):
    """Nothing proves yet which side the seat is on."""

    seat: Seat

    def holds(self, count: Count) -> bool:
        return count.side(self.seat) is Side.UNKNOWN


@dataclass(frozen=True, slots=True)
class Declares(Claim):
    """The seat declares."""

    seat: Seat

    def holds(self, count: Count) -> bool:
        return count.view.contract is not None and count.declarer == self.seat


@dataclass(frozen=True, slots=True)
class IsPartner(Claim):
    """The viewer is the partner whom the declarer called."""

    def holds(self, count: Count) -> bool:
        return count.view.partner is not None and count.is_partner


@dataclass(frozen=True, slots=True)
class Defends(Claim):
    """The viewer is neither the declarer nor the partner."""

    def holds(self, count: Count) -> bool:
        return count.is_defender


@dataclass(frozen=True, slots=True)
class Called(Claim):
    """This card was called."""

    card: Card

    def holds(self, count: Count) -> bool:
        return count.called == self.card


@dataclass(frozen=True, slots=True)
class NotShown(Claim):
    """The table does not know the partner yet."""

    def holds(self, count: Count) -> bool:
        return count.view.partner is not None and not count.view.partner.shown


@dataclass(frozen=True, slots=True)
class PartnerHas(Claim):
    """The called card is still out, with the declarer's partner and not with the declarer."""

    card: Card

    def holds(self, count: Count) -> bool:
        return (
            count.called == self.card
            and self.card in count.still_out
            and (count.is_declarer or count.declarer not in count.candidates)
        )


@dataclass(frozen=True, slots=True)
class Need(Claim):
    """The viewer's side needs `n` more tricks, whoever is on it."""

    n: int

    def holds(self, count: Count) -> bool:
        return count.need == self.n


@dataclass(frozen=True, slots=True)
class TricksLeft(Claim):
    """`n` tricks are still to be won, the one on the table among them."""

    n: int

    def holds(self, count: Count) -> bool:
        return len(count.hand) == self.n


@dataclass(frozen=True, slots=True)
class NeedsAtMost(Claim):
    """The viewer's side needs no more than `n` tricks more, whoever is on it."""

    n: int

    def holds(self, count: Count) -> bool:
        return count.need_at_most <= self.n


@dataclass(frozen=True, slots=True)
class Sure(Claim):
    """The viewer on lead can take `n` tricks at once, whatever the others hold."""

    n: int

    def holds(self, count: Count) -> bool:
        return not count.table and count.sure_tricks == self.n


@dataclass(frozen=True, slots=True)
class TrumpIsOpen(Claim):
    """The viewer leads and may lead trumps."""

    def holds(self, count: Count) -> bool:
        return count.trump_is_open


@dataclass(frozen=True, slots=True)
class RivalsMayHoldTrumps(Claim):
    """A seat that is no proved friend may hold a trump."""

    def holds(self, count: Count) -> bool:
        return count.foes_trumps


@dataclass(frozen=True, slots=True)
class TrumpIsBarred(Claim):
    """The viewer leads and holds trumps, but may lead none until trump is broken."""

    def holds(self, count: Count) -> bool:
        rule = count.view.variant.tricks.trump_lead
        barred = not count.table and bool(count.of_suit(count.trump)) and not count.trump_is_open
        return barred and rule is TrumpLead.UNTIL_BROKEN and not count.view.trump_broken


# --- two hands of one player, and an open dummy --------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Mine(Claim):
    """The hand is another one that the viewer plays."""

    seat: Seat

    def holds(self, count: Count) -> bool:
        return self.seat != count.me and count.is_mine(self.seat)


@dataclass(frozen=True, slots=True)
class Across(Claim):
    """The viewer's other hand, open to it, holds the card."""

    card: Card

    def holds(self, count: Count) -> bool:
        return self.card in count.partners_hand


@dataclass(frozen=True, slots=True)
class WinsAcross(Claim):
    """The viewer's other hand still plays to this trick and wins it for certain with the card."""

    card: Card

    def holds(self, count: Count) -> bool:
        return count.wins_across(self.card)


@dataclass(frozen=True, slots=True)
class SureTogether(Claim):
    """The viewer's hands on lead can take at least `n` tricks at once, whatever the others hold."""

    n: int

    def holds(self, count: Count) -> bool:
        return not count.table and count.sure_together >= self.n


@dataclass(frozen=True, slots=True)
class LengthAcross(Claim):
    """The viewer's other hand, open to it, holds `n` cards of the suit."""

    suit: Suit
    n: int

    def holds(self, count: Count) -> bool:
        return count.opposite is not None and len(count.across(self.suit)) == self.n


@dataclass(frozen=True, slots=True)
class TrumpAcross(Claim):
    """The viewer's other hand, open to it, holds a trump."""

    def holds(self, count: Count) -> bool:
        return bool(count.across(count.trump))


@dataclass(frozen=True, slots=True)
class LengthTogether(Claim):
    """The two hands of the viewer hold `n` cards of the suit."""

    suit: Suit
    n: int

    def holds(self, count: Count) -> bool:
        return count.opposite is not None and len(count.together(self.suit)) == self.n


@dataclass(frozen=True, slots=True)
class EqualTogether(Claim):
    """Both cards of a suit are in the viewer's hands, and none that is out or on the table lies between."""

    card: Card
    other: Card

    def holds(self, count: Count) -> bool:
        held = {self.card, self.other} <= {*count.hand, *count.partners_hand}
        return held and self.card != self.other and count.are_equal(self.card, self.other)


@dataclass(frozen=True, slots=True)
class PlaysNext(Claim):
    """The hand is the next to play, straight after the viewer's."""

    seat: Seat

    def holds(self, count: Count) -> bool:
        return count.later[:1] == (self.seat,)


@dataclass(frozen=True, slots=True)
class PlaysLast(Claim):
    """The hand is the last to play to this trick."""

    seat: Seat

    def holds(self, count: Count) -> bool:
        return count.later[-1:] == (self.seat,)


@dataclass(frozen=True, slots=True)
class InDummy(Claim):
    """Dummy plays against the viewer and holds the card, open to all."""

    card: Card

    def holds(self, count: Count) -> bool:
        return count.dummy is not None and self.card in count.seen_of(count.dummy, self.card.suit)


@dataclass(frozen=True, slots=True)
class NoHonourInDummy(Claim):
    """Dummy plays against the viewer and holds no ace, king, queen or jack of the suit."""

    suit: Suit

    def holds(self, count: Count) -> bool:
        return count.dummy is not None and honour_points(count.seen_of(count.dummy, self.suit)) == 0


@dataclass(frozen=True, slots=True)
class BidSuit(Claim):
    """The seat bid the suit in the auction."""

    seat: Seat
    suit: Suit

    def holds(self, count: Count) -> bool:
        return (self.seat, self.suit) in count.suits_bid


# --- naming --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PairPoints(Claim):
    """The viewer's hands hold `n` high-card points together, seen or announced."""

    n: int

    def holds(self, count: Count) -> bool:
        return count.pair_points == self.n


@dataclass(frozen=True, slots=True)
class LongestTogether(Claim):
    """The two hands of the viewer have no longer suit than this one."""

    suit: Suit

    def holds(self, count: Count) -> bool:
        lengths = [count.pair_length(suit) for suit in Suit]
        return count.opposite is not None and count.pair_length(self.suit) == max(lengths)


@dataclass(frozen=True, slots=True)
class LongestOwn(Claim):
    """The viewer's hand, alone seen, has no longer suit than this one."""

    suit: Suit

    def holds(self, count: Count) -> bool:
        lengths = [len(count.of_suit(suit)) for suit in Suit]
        return count.opposite is None and len(count.of_suit(self.suit)) == max(lengths)


@dataclass(frozen=True, slots=True)
class LongerTogether(Claim):
    """The two hands of the viewer have more cards of one suit than of the other."""

    suit: Suit
    other: Suit

    def holds(self, count: Count) -> bool:
        longer = count.pair_length(self.suit) > count.pair_length(self.other)
        return count.opposite is not None and longer


@dataclass(frozen=True, slots=True)
class NoFit(Claim):
    """In no major suit the two hands of the viewer have `n` cards."""

    n: int

    def holds(self, count: Count) -> bool:
        majors = (Suit.HEARTS, Suit.SPADES)
        return count.opposite is not None and all(count.pair_length(suit) < self.n for suit in majors)


@dataclass(frozen=True, slots=True)
class PairTakes(Claim):
    """Of 100 pairs with such points and such a suit, `percent` take the tricks of the goal named."""

    named: Denomination
    goal: Goal | None
    percent: int

    def holds(self, count: Count) -> bool:
        said = count.pair_percent(NameContract(self.named, self.goal))
        return count.opposite is not None and said == self.percent


# --- wash and auction ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WashPoints(Claim):
    """The hand has `n` points by the wash rule of the table, `least` being enough."""

    n: int
    least: int

    def holds(self, count: Count) -> bool:
        wash = count.view.variant.dealing.wash
        return wash.strength(count.hand).total == self.n < self.least == wash.below


@dataclass(frozen=True, slots=True)
class Points(Claim):
    """The hand has `n` high-card points."""

    n: int

    def holds(self, count: Count) -> bool:
        return honour_points(count.hand) == self.n


@dataclass(frozen=True, slots=True)
class HandCounts(Claim):
    """With the suit as trump the hand counts `n`: points, two a trump beyond four, and short side suits."""

    suit: Suit
    n: int
    points: int
    length: int
    short: int

    def holds(self, count: Count) -> bool:
        points, beyond = honour_points(count.hand), len(count.of_suit(self.suit)) - 4
        parts = (points, 2 * beyond, strength(count.hand, self.suit) - points - 2 * beyond)
        return beyond >= 0 and parts == (self.points, self.length, self.short) and sum(parts) == self.n


@dataclass(frozen=True, slots=True)
class Takes(Claim):
    """`percent` of 100 such hands take the bid's `n` tricks, by the table for the denomination."""

    bid: Bid
    n: int
    percent: int

    def holds(self, count: Count) -> bool:
        return self.bid.level + 6 == self.n and count.percent(self.bid) == self.percent


@dataclass(frozen=True, slots=True)
class TakesAlone(Claim):
    """`percent` of 100 such hands take the contract's `n` tricks without a partner."""

    n: int
    percent: int

    def holds(self, count: Count) -> bool:
        said = alone_percent(count.hand, count.contract)
        tried = count.contract.trump is not None
        return tried and count.contract.target == self.n and said == self.percent


@dataclass(frozen=True, slots=True)
class FirstBid(Claim):
    """Nobody has bid yet."""

    def holds(self, count: Count) -> bool:
        return last_bid(count.view.calls) is None


@dataclass(frozen=True, slots=True)
class BidBy(Claim):
    """The bid stands as the highest and is the seat's."""

    seat: Seat
    bid: Bid

    def holds(self, count: Count) -> bool:
        made = last_bid(count.view.calls)
        return made is not None and (made.seat, made.call) == (self.seat, self.bid)


@dataclass(frozen=True, slots=True)
class Balanced(Claim):
    """No void, no singleton and at most one doubleton."""

    def holds(self, count: Count) -> bool:
        lengths = sorted(len(count.of_suit(suit)) for suit in Suit)
        return lengths[0] >= 2 and lengths[1] >= 3


@dataclass(frozen=True, slots=True)
class LongerThan(Claim):
    """The viewer holds more cards of one suit than of another."""

    suit: Suit
    other: Suit

    def holds(self, count: Count) -> bool:
        return len(count.of_suit(self.suit)) > len(count.of_suit(self.other))


@dataclass(frozen=True, slots=True)
class AsLong(Claim):
    """The viewer holds equally many cards of both suits."""

    suit: Suit
    other: Suit

    def holds(self, count: Count) -> bool:
        return len(count.of_suit(self.suit)) == len(count.of_suit(self.other))


@dataclass(frozen=True, slots=True)
class Ranks(Claim):
    """One denomination ranks above another in the auction."""

    higher: Denomination
    lower: Denomination

    def holds(self, count: Count) -> bool:
        return self.higher > self.lower


@dataclass(frozen=True, slots=True)
class TopTricks(Claim):
    """The viewer holds `n` top tricks: aces, and the cards that follow them without a gap."""

    n: int

    def holds(self, count: Count) -> bool:
        return sum(count.run_from_top(suit) for suit in Suit) == self.n


@dataclass(frozen=True, slots=True)
class LastDeal(Claim):
    """It is the last deal of the match."""

    def holds(self, count: Count) -> bool:
        return count.view.deal == count.view.variant.match.count


@dataclass(frozen=True, slots=True)
class Behind(Claim):
    """The seat leads the match, `n` points ahead of the viewer."""

    seat: Seat
    n: int

    def holds(self, count: Count) -> bool:
        totals = count.view.totals
        ahead = totals[self.seat] - totals[count.me]
        return ahead == self.n > 0 and totals[self.seat] == max(totals)


@dataclass(frozen=True, slots=True)
class PassesLeader(Claim):
    """The contract just made is worth more than `n` points; no bid of a lower level is that may be made."""

    bid: Bid
    n: int

    def holds(self, count: Count) -> bool:
        scoring = count.scoring
        bids = [move for move in count.view.legal_moves if isinstance(move, Bid)]
        lower = [prize(bid, scoring) for bid in bids if bid.level < self.bid.level]
        return max(lower, default=0) <= self.n < prize(self.bid, scoring)


@dataclass(frozen=True, slots=True)
class OvertricksAreNothing(Claim):
    """A trick more than the bid needs scores nothing."""

    bid: Bid

    def holds(self, count: Count) -> bool:
        scoring, target = count.scoring, self.bid.level + BOOK
        return points_of(self.bid, target + 1, scoring) == points_of(self.bid, target, scoring)


@dataclass(frozen=True, slots=True)
class ScoresLess(Claim):
    """With the tricks the higher bid needs, the lower bid scores less."""

    lower: Bid
    higher: Bid

    def holds(self, count: Count) -> bool:
        scoring, tricks = count.scoring, self.higher.level + BOOK
        return points_of(self.lower, tricks, scoring) < points_of(self.higher, tricks, scoring)


@dataclass(frozen=True, slots=True)
class Likelier(Claim):
    """By the tables the hand makes one bid more often than the other."""

    bid: Bid
    other: Bid

    def holds(self, count: Count) -> bool:
        return count.percent(self.bid) > count.percent(self.other)


@dataclass(frozen=True, slots=True)
class TooFewToBeat(Claim):
    """So many tricks do not beat a contract of this bid."""

    bid: Bid
    n: int

    def holds(self, count: Count) -> bool:
        return not EnoughToBeat(self.bid, self.n).holds(count)


@dataclass(frozen=True, slots=True)
class EnoughToBeat(Claim):
    """So many tricks beat a contract of this bid."""

    bid: Bid
    n: int

    def holds(self, count: Count) -> bool:
        return self.n > TRICKS_OF_A_DEAL - BOOK - self.bid.level


# --- calling -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class HighestMissing(Claim):
    """It is the highest card of its suit that the viewer lacks."""

    card: Card

    def holds(self, count: Count) -> bool:
        return self.card in count.still_out and count.higher_out(self.card) is None


@dataclass(frozen=True, slots=True)
class TopTrumpsHeld(Claim):
    """The viewer holds the two highest trumps."""

    def holds(self, count: Count) -> bool:
        return count.trump is not None and count.run_from_top(count.trump) >= 2


@dataclass(frozen=True, slots=True)
class MoreIn(Claim):
    """The viewer holds more honour points or more cards in one suit than in another."""

    suit: Suit
    other: Suit

    def holds(self, count: Count) -> bool:
        mine, rest = count.of_suit(self.suit), count.of_suit(self.other)
        return honour_points(mine) > honour_points(rest) or len(mine) > len(rest)


# --- suspicion -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shown(Claim):
    """The whole table knows that the seat holds, or held, the called card."""

    seat: Seat

    def holds(self, count: Count) -> bool:
        partner = count.view.partner
        return partner is not None and partner.shown and partner.holder == self.seat


@dataclass(frozen=True, slots=True)
class MyCalledCard(Claim):
    """The viewer holds, or held, the called card."""

    def holds(self, count: Count) -> bool:
        return count.candidates == (count.me,)


@dataclass(frozen=True, slots=True)
class OnlyHolder(Claim):
    """No other seat can hold the called card."""

    seat: Seat

    def holds(self, count: Count) -> bool:
        return count.candidates == (self.seat,)


@dataclass(frozen=True, slots=True)
class VoidSince(Claim):
    """In this trick, counted from 1, the seat did not follow the suit for the first time."""

    seat: Seat
    suit: Suit
    trick: int

    def holds(self, count: Count) -> bool:
        return count.voids.get((self.seat, self.suit)) == self.trick


@dataclass(frozen=True, slots=True)
class FreePlaces(Claim):
    """The seat holds `n` cards the viewer has not seen."""

    seat: Seat
    n: int

    def holds(self, count: Count) -> bool:
        return self.seat != count.me and count.cards_left(self.seat) == self.n


@dataclass(frozen=True, slots=True)
class LedIn(Claim):
    """The seat led the suit in this trick, counted from 1."""

    seat: Seat
    suit: Suit
    trick: int

    def holds(self, count: Count) -> bool:
        led = dict(enumerate(count.rounds, 1)).get(self.trick)
        return led is not None and led.leader == self.seat and led.cards[0].suit is self.suit


@dataclass(frozen=True, slots=True)
class AfterDeclarer(Claim):
    """In this trick the seat played while the declarer was winning: it beat that card, or it did not."""

    seat: Seat
    trick: int
    beat: bool

    def holds(self, count: Count) -> bool:
        return count.after_declarer.get((self.trick, self.seat)) is self.beat


@dataclass(frozen=True, slots=True)
class MayBeAlone(Claim):
    """The seat declares, and by the house rules may have called one of its own cards in secret."""

    seat: Seat

    def holds(self, count: Count) -> bool:
        return self.seat == count.declarer and count.alone_in_secret
