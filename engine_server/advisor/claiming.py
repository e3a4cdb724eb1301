"""Whether a claim is right: an exact search where all hands are known, sure tricks alone where they are not.

Whoever is asked sees its own hand, those that lie open and the claimant's. Where one hand at most is left and
the whole pack was dealt, that one is known too. A search has a budget; what it cannot prove is not granted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from engine_server.advisor.hints import HintCode
from engine_server.advisor.reasons import RatedMove, Reason
from engine_server.game.view import ClaimSeen, View
from engine_server.rules.cards import Card, Seat, Suit, in_hand_order
from engine_server.rules.moves import AnswerClaim, AnswerUndo
from engine_server.rules.sides import HolderOfCalledCard
from engine_server.rules.tricks import Situation, TrickRules, TrumpLead, ring_from

BUDGET = 10_000
"""Cards the search may try: a few tenths of a second, as people wait for the answer."""

Hands: TypeAlias = tuple[tuple[Card, ...], ...]


def rate_answers(view: View) -> Iterator[RatedMove]:
    """The answers to the claim, or to the wish to take a move back, that waits for the viewer."""
    if view.claim is None:
        yield RatedMove(AnswerUndo(True), 100, Reason(HintCode.UNDO_GRANT))
        yield RatedMove(AnswerUndo(False), 0, Reason(HintCode.UNDO_REFUSE))
        return
    right = is_right(view, view.claim)
    granted = Reason(HintCode.CLAIM_GRANT if right else HintCode.CLAIM_GRANT_UNSURE)
    refused = Reason(HintCode.CLAIM_REFUSE_RIGHT if right else HintCode.CLAIM_REFUSE)
    yield RatedMove(AnswerClaim(True), 100 if right else 0, granted)
    yield RatedMove(AnswerClaim(False), 0 if right else 100, refused)


def is_right(view: View, claim: ClaimSeen) -> bool:
    """Whether the viewer loses nothing by it that it could hold on to.

    To an opponent: the claimant's side takes so many tricks against any defence. To the partner: the side is
    not proved to take more. An opponent grants a concession unseen.
    """
    side = side_of(view, claim.seat)
    if view.viewer in side:
        return not _takes(view, claim, side, claim.tricks + 1)
    return claim.tricks == 0 or _takes(view, claim, side, claim.tricks)


def side_of(view: View, seat: Seat) -> tuple[Seat, ...]:
    """The hands that win tricks for the same side as `seat`, as far as everybody knows."""
    sides, ring = view.variant.sides, view.variant.sides.ring(view.declarer)
    if view.contract is None:
        return (seat,)
    declarer = view.contract.declarer
    if isinstance(sides, HolderOfCalledCard):
        holder = view.partner.holder if view.partner is not None and view.partner.shown else None
        declaring = tuple({declarer, declarer if holder is None else holder})
    else:
        declaring = sides.declaring_side(declarer, None, ())
    return declaring if seat in declaring else tuple(hand for hand in ring if hand not in declaring)


def _takes(view: View, claim: ClaimSeen, side: tuple[Seat, ...], tricks: int) -> bool:
    """Whether it is proved that a side takes so many of the tricks still to be played."""
    hands = all_hands(view)
    if hands is not None:
        return Ending.of(view, hands, side).takes(tricks) is True
    cashing = claim.seat if view.viewer not in side or view.viewer is None else view.viewer
    hand = view.open_hand(cashing)
    others = _out(view, hand)
    if view.trick is not None or view.next_hand != cashing:
        return tricks <= _top_trumps(view, hand, others)
    return tricks <= sure_tricks(view.variant.tricks, hand, (others,), _trump(view), barred=_barred(view))


def all_hands(view: View) -> Hands | None:
    """Every hand by number, where the viewer can tell them all."""
    ring = view.variant.sides.ring(view.declarer)
    known = {hand.seat: hand.cards for hand in view.hands}
    hidden = [hand for hand in ring if hand not in known]
    if len(hidden) > 1:
        return None
    if hidden:
        rest = _out(view, tuple(card for cards in known.values() for card in cards))
        if len(rest) != _size(view, hidden[0], known):
            return None
        known[hidden[0]] = in_hand_order(rest)
    return tuple(known.get(hand, ()) for hand in range(max(ring) + 1))


def _size(view: View, hand: Seat, known: dict[Seat, tuple[Card, ...]]) -> int:
    """How many cards a hand has left: all have as many, but for the trick on the table."""
    if hand < len(view.seats):
        return view.seats[hand].cards_left
    return max(map(len, known.values()))


def _out(view: View, seen: Sequence[Card]) -> tuple[Card, ...]:
    """The cards of the deck neither seen nor played, draw tricks and the trick on the table included."""
    tricks = (*view.draws, *view.tricks, *((view.trick,) if view.trick else ()))
    gone = {card for trick in tricks for card in trick.cards}
    return tuple(card for card in view.variant.deck.cards if card not in gone and card not in seen)


def _trump(view: View) -> Suit | None:
    return None if view.trump is None else view.trump.trump


def _barred(view: View) -> bool:
    """Whether trumps may not be led now."""
    return _is_barred(view.variant.tricks, view.trump_broken, first_trick=not view.tricks)


def _is_barred(rules: TrickRules, broken: bool, *, first_trick: bool) -> bool:
    if rules.trump_lead is TrumpLead.FREE:
        return first_trick and rules.no_trump_on_first_trick
    return first_trick if rules.trump_lead is TrumpLead.FIRST_TRICK else not broken


def _top_trumps(view: View, hand: Sequence[Card], others: Sequence[Card]) -> int:
    """Trumps no other card beats: each takes a trick whenever it is played."""
    trump = _trump(view)
    return 0 if trump is None else len(_masters(view.variant.tricks, hand, others, trump))


def _masters(rules: TrickRules, hand: Sequence[Card], others: Sequence[Card], suit: Suit) -> list[Card]:
    """The cards of a suit above all that others hold in it."""
    strength = rules.deck.strength
    highest = max((strength(card) for card in others if card.suit == suit), default=-1)
    return [card for card in hand if card.suit == suit and strength(card) > highest]


def sure_tricks(
    rules: TrickRules,
    hand: Sequence[Card],
    others: Sequence[Sequence[Card]],
    trump: Suit | None,
    *,
    barred: bool,
    friends: Sequence[Card] = (),
) -> int:
    """Tricks a hand on lead takes by its own cards alone, one after the other, wherever the others lie.

    Side suits count only where no opponent has a trump, or all of theirs fall under trumps that are high.
    What `friends` hold must not overtake; `others` are the hands, or heaps of cards, of the opponents.
    """
    return sum(_cashed(rules, hand, others, trump, barred=barred, friends=friends).values())


def _cashed(
    rules: TrickRules,
    hand: Sequence[Card],
    others: Sequence[Sequence[Card]],
    trump: Suit | None,
    *,
    barred: bool,
    friends: Sequence[Card],
) -> dict[Suit, int]:
    """The sure tricks of a hand on lead by suit."""
    everywhere = (*friends, *(card for cards in others for card in cards))

    def longest(suit: Suit) -> int:
        return max((sum(card.suit == suit for card in cards) for cards in (*others, friends)), default=0)

    def sure(suit: Suit) -> int:
        masters = len(_masters(rules, hand, everywhere, suit))
        return sum(card.suit == suit for card in hand) if masters >= longest(suit) else masters

    held = {card.suit for card in hand}
    if trump is None or not _longest(others, trump):
        free = held - {trump} if barred and held != {trump} else held
        return {suit: sure(suit) for suit in free}
    if barred:
        return {}
    top = len(_masters(rules, hand, everywhere, trump))
    return {suit: sure(suit) for suit in held} if top >= _longest(others, trump) else {trump: top}


def _longest(hands: Sequence[Sequence[Card]], suit: Suit) -> int:
    """The most cards of a suit that any one of the hands has."""
    return max((sum(card.suit == suit for card in cards) for cards in hands), default=0)


def sure_together(
    rules: TrickRules,
    hand: Sequence[Card],
    partner: Sequence[Card],
    others: Sequence[Sequence[Card]],
    trump: Suit | None,
    *,
    barred: bool,
) -> int:
    """Sure tricks of a hand on lead, then of its partner, to which it crosses once in a suit of its winners.

    Counted with the partner are suits the leader does not cash, if it has other cards to throw then: none
    of its winners and no trump.
    """
    mine = _cashed(rules, hand, others, trump, barred=barred, friends=partner)
    alone = sum(mine.values())
    if trump is not None and (out := _longest(others, trump)):
        if barred or mine.get(trump, 0) < out:
            return alone
        others = [[card for card in cards if card.suit != trump] for cards in others]
    cashing = {suit for suit, tricks in mine.items() if tricks}
    its = _cashed(rules, partner, others, trump, barred=barred, friends=hand)
    its = {suit: tricks for suit, tricks in its.items() if tricks and suit not in cashing}
    crosses = any(card.suit in its for card in hand)
    length = {suit: sum(card.suit == suit for card in partner) for suit in Suit}
    thrown = sum(max(0, mine[suit] - length[suit]) for suit in cashing)
    spare = sum(
        max(0, length[suit] - (mine[suit] if suit in cashing else its.get(suit, 0)))
        for suit in Suit
        if suit != trump
    )
    return alone + sum(its.values()) if crosses and thrown <= spare else alone


class _OutOfBudget(Exception):
    """Too many cards were tried."""


@dataclass
class Ending:
    """The rest of a deal with all hands open, to be searched for the tricks of one side."""

    rules: TrickRules
    ring: tuple[Seat, ...]
    side: frozenset[Seat]
    trump: Suit | None
    hands: Hands
    order: tuple[Seat, ...]
    table: tuple[Card, ...]
    broken: bool
    first_trick: bool
    budget: int = BUDGET
    _known: dict[object, bool] = field(default_factory=dict)

    @classmethod
    def of(cls, view: View, hands: Hands, side: Sequence[Seat]) -> Ending:
        """The ending a view stands at."""
        assert view.next_hand is not None
        ring = view.variant.sides.ring(view.declarer)
        order = view.trick.hands if view.trick else ring_from(ring, view.next_hand)
        table = view.trick.cards if view.trick else ()
        return cls(
            rules=view.variant.tricks,
            ring=ring,
            side=frozenset(side),
            trump=_trump(view),
            hands=hands,
            order=order,
            table=table,
            broken=view.trump_broken,
            first_trick=not view.tricks,
        )

    def takes(self, wanted: int) -> bool | None:
        """Whether the side takes so many tricks however the others play; None when that is not found out."""
        try:
            return self._plays(self.hands, self.order, self.table, self.broken, wanted)
        except _OutOfBudget:
            return None

    def _leads(self, hands: Hands, leader: Seat, broken: bool, wanted: int) -> bool:
        """From a trick that begins."""
        left = len(hands[leader])
        if wanted <= 0 or wanted > left:
            return wanted <= 0
        if self._is_sure(hands, leader, broken, wanted, left):
            return leader in self.side
        key = (hands, leader, broken, wanted)
        if key not in self._known:
            order = ring_from(self.ring, leader)
            self._known[key] = self._plays(hands, order, (), broken, wanted)
        return self._known[key]

    def _is_sure(self, hands: Hands, leader: Seat, broken: bool, wanted: int, left: int) -> bool:
        """Whether the leader's side only has to cash: what it wants, or enough to keep the others from it."""
        mine = leader in self.side
        others = [hands[hand] for hand in self.ring if (hand in self.side) is not mine]
        needed = wanted if mine else left - wanted + 1
        friends = [hands[hand] for hand in self.ring if hand != leader and (hand in self.side) is mine]
        barred = _is_barred(self.rules, broken, first_trick=self._is_first(hands))
        if len(friends) == 1:
            sure = sure_together(self.rules, hands[leader], friends[0], others, self.trump, barred=barred)
            return sure >= needed
        beside = [card for cards in friends for card in cards]
        sure = sure_tricks(self.rules, hands[leader], others, self.trump, barred=barred, friends=beside)
        return sure >= needed

    def _is_first(self, hands: Hands) -> bool:
        return self.first_trick and hands == self.hands

    def _plays(
        self, hands: Hands, order: tuple[Seat, ...], table: tuple[Card, ...], broken: bool, wanted: int
    ) -> bool:
        if len(table) == len(order):
            winner = order[self.rules.winning_place(table, self.trump)]
            return self._leads(hands, winner, broken, wanted - (winner in self.side))
        hand = order[len(table)]
        mine = hand in self.side
        for card in self._choices(hands, hand, table, broken):
            if self._after(hands, order, table, broken, wanted, card) is mine:
                return mine
        return not mine

    def _after(
        self,
        hands: Hands,
        order: tuple[Seat, ...],
        table: tuple[Card, ...],
        broken: bool,
        wanted: int,
        card: Card,
    ) -> bool:
        self.budget -= 1
        if self.budget < 0:
            raise _OutOfBudget
        hand = order[len(table)]
        rest = tuple(held for held in hands[hand] if held != card)
        cards = (*table, card)
        now_broken = self.rules.broken_after(cards, self.trump, broken)
        return self._plays((*hands[:hand], rest, *hands[hand + 1 :]), order, cards, now_broken, wanted)

    def _choices(self, hands: Hands, hand: Seat, table: tuple[Card, ...], broken: bool) -> list[Card]:
        """The cards worth trying, strongest first: of neighbours in a suit that no other card parts, one."""
        first = self.first_trick and self._tricks_begun(hands, hand)
        legal = self.rules.legal(hands[hand], Situation(self.trump, table, first, broken))
        strength = self.rules.deck.strength
        others = {card for held in hands if held is not hands[hand] for card in held} | set(table)
        parting = sorted((card.suit, strength(card)) for card in others)
        chosen: dict[tuple[Suit, int], Card] = {}
        for card in sorted(legal, key=strength, reverse=True):
            below = sum(suit == card.suit and power < strength(card) for suit, power in parting)
            chosen.setdefault((card.suit, below), card)
        return sorted(chosen.values(), key=strength, reverse=True)

    def _tricks_begun(self, hands: Hands, hand: Seat) -> bool:
        """Whether the hand still has all it had when the search began."""
        return len(hands[hand]) == len(self.hands[hand])
