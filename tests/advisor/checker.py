"""Judges every claim of a reason by brute means from the view alone. Of the coach it knows the names of the
claims and the tables of chances, no more.

Unknown cards are tried one by one where they could lie; unknown partners seat by seat.
"""

from __future__ import annotations

from functools import singledispatch

from engine_server.advisor import claims, pair_chances, strength
from engine_server.advisor.counting import Count
from engine_server.advisor.natural import facts
from engine_server.advisor.partnership import OfAuction
from engine_server.game.view import Notice, View
from engine_server.rules.cards import ALL_CARDS, Card, Denomination, Rank, Seat, Suit
from engine_server.rules.moves import Bid, Goal, PlayCard, SeatCall
from tests.advisor.reading import read_once

POINTS = {Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1}


@singledispatch
def is_true(claim: object, view: View) -> bool:
    """Whether the view proves the claim. Raises NotImplementedError for a claim nobody judges."""
    raise NotImplementedError(type(claim).__name__)


# --- plain reading of a view ---------------------------------------------------------------------------


@read_once
def me(view: View) -> Seat:
    """The hand that is played or called from."""
    assert view.viewer is not None
    return next((move.seat for move in view.legal_moves if isinstance(move, PlayCard)), view.viewer)


def my_cards(view: View) -> tuple[Card, ...]:
    return view.open_hand(me(view))


PAIRS = ("rubber", "chicago", "duplicate", "minibridge")
HIDDEN = ("floating", "singapore", "italian")


def has_dummies(view: View) -> bool:
    return view.variant.key == "honeymoon" and dict(view.options)["style"] == "double_dummy"


@read_once
def ring(view: View) -> list[Seat]:
    """The hands that play, clockwise."""
    if view.variant.key == "three_handed" and view.contract is not None:
        first = view.contract.declarer
        return [first, (first + 1) % 3, 3, (first + 2) % 3]
    return list(range(4 if has_dummies(view) else view.variant.seats))


@read_once
def mine(view: View) -> set[Seat]:
    """The hands the viewer plays: a declarer dummy's as well."""
    assert view.viewer is not None
    declares = view.viewer == (view.contract.declarer if view.contract is not None else view.declarer)
    if has_dummies(view) or (declares and view.variant.key in PAIRS):
        return {view.viewer, (view.viewer + 2) % 4}
    return {view.viewer, 3} if declares and view.variant.key == "three_handed" else {view.viewer}


def across(view: View) -> list[Card]:
    """The cards of the viewer's other hand."""
    return [card for hand in mine(view) - {me(view)} for card in view.open_hand(hand)]


def trump(view: View) -> Suit | None:
    if view.contract is not None:
        return view.contract.trump
    return None if view.trump is None else view.trump.trump


@read_once
def all_played(view: View) -> list[tuple[int, Seat, Card, Suit]]:
    tricks = [*view.tricks, *([view.trick] if view.trick else [])]
    return [
        (number, trick.hands[place], card, trick.cards[0].suit)
        for number, trick in enumerate(tricks, 1)
        for place, card in enumerate(trick.cards)
    ]


def table(view: View) -> list[Card]:
    return list(view.trick.cards) if view.trick else []


@read_once
def hidden(view: View) -> list[Card]:
    """The cards that are out: in no hand of the viewer's, and not played."""
    gone = {card for _, _, card, _ in all_played(view)}
    gone |= {card for trick in view.draws for card in trick.cards}
    gone |= {card for hand in mine(view) for card in view.open_hand(hand)}
    return [card for card in ALL_CARDS if card not in gone]


@read_once
def covered(view: View) -> list[Card]:
    """Those of them that do not lie open."""
    shown = {card for hand in view.hands for card in hand.cards}
    return [card for card in hidden(view) if card not in shown]


def cards_left(view: View, hand: Seat) -> int:
    if hand < len(view.seats):
        return view.seats[hand].cards_left
    return 13 - sum(seat == hand for _, seat, _, _ in all_played(view))


def room(view: View, hand: Seat) -> int:
    """Cards a hand holds face down."""
    return cards_left(view, hand) - len(view.open_hand(hand))


def held(view: View, suit: Suit | None) -> list[Card]:
    return sorted((card for card in my_cards(view) if card.suit == suit), key=lambda card: -card.rank)


def showed_out(view: View, seat: Seat, suit: Suit) -> list[int]:
    return [n for n, who, card, led in all_played(view) if who == seat and led == suit and card.suit != suit]


def later(view: View) -> list[Seat]:
    if view.trick is not None:
        return list(view.trick.hands[len(view.trick.cards) + 1 :])
    first = ring(view).index(me(view))
    return [*ring(view)[first + 1 :], *ring(view)[:first]]


def plays(view: View) -> list[Card]:
    return [move.card for move in view.legal_moves if isinstance(move, PlayCard)]


@read_once
def holders(view: View) -> set[Seat]:
    """Every seat that can hold, or has held, the called card."""
    partner = view.partner
    if partner is None or view.contract is None:
        return set()
    if partner.holder is not None:
        return {partner.holder}
    options = dict(view.options)
    may_be_alone = (options["solo"], options.get("solo_announce")) == ("allowed", "hidden")
    return {
        seat
        for seat in ring(view)
        if seat != me(view)
        and view.seats[seat].cards_left > 0
        and not showed_out(view, seat, partner.card.suit)
        and (seat != view.contract.declarer or may_be_alone)
    }


def side_of(view: View, holder: Seat) -> set[Seat]:
    """The viewer's side if this seat holds the called card."""
    assert view.contract is not None
    declaring = {view.contract.declarer, holder}
    return declaring if me(view) in declaring else set(range(4)) - declaring


@read_once
def teams(view: View) -> list[set[Seat]]:
    """The side of the hand that plays, for each way the sides may be."""
    if view.variant.key in HIDDEN:
        return [side_of(view, holder) for holder in holders(view)]
    if view.variant.key in PAIRS or has_dummies(view):
        return [{me(view), (me(view) + 2) % 4}]
    if view.variant.key == "three_handed" and view.contract is not None:
        declaring = {view.contract.declarer, 3}
        return [declaring if me(view) in declaring else {0, 1, 2} - declaring]
    return [{me(view)}]


def needs(view: View) -> set[int]:
    """Tricks the viewer's side still needs, for each way the sides may be."""
    return {_needed(view, side) for side in teams(view)}


def _needed(view: View, side: set[Seat]) -> int:
    assert view.contract is not None
    target = view.contract.target
    goal = target if view.contract.declarer in side else 14 - target
    if view.variant.key in HIDDEN:
        return max(0, goal - sum(view.seats[seat].tricks for seat in side))
    return max(0, goal - sum(trick.winner in side for trick in view.tricks))


def could_hold(view: View, hand: Seat, card: Card) -> bool:
    if card in view.open_hand(hand):
        return True
    if card not in covered(view) or room(view, hand) == 0 or showed_out(view, hand, card.suit):
        return False
    return view.partner is None or card != view.partner.card or hand in holders(view)


def could_lack(view: View, hand: Seat, suit: Suit) -> bool:
    """Whether none lies open in it, and all covered ones find room in other hands or were never dealt."""
    if any(card.suit is suit for card in view.open_hand(hand)):
        return False
    out = [card for card in covered(view) if card.suit is suit]
    undealt = len(covered(view)) - sum(room(view, other) for other in ring(view))
    places = sum(
        room(view, other)
        for other in ring(view)
        if other not in (hand, me(view)) and any(could_hold(view, other, card) for card in out)
    )
    return places + max(0, undealt) >= len(out)


def could_beat(view: View, seat: Seat, card: Card) -> bool:
    led = table(view)[0].suit if table(view) else card.suit
    for other in hidden(view):
        legal = other.suit == led or could_lack(view, seat, led)
        if could_hold(view, seat, other) and legal and view.variant.tricks.beats(other, card, trump(view)):
            return True
    return False


def beats_table(view: View, card: Card) -> bool:
    cards = [*table(view), card]
    return view.variant.tricks.winning_place(cards, trump(view)) == len(cards) - 1


def leads(view: View) -> tuple[Seat, Card] | None:
    """Who is winning the trick on the table and with what."""
    if view.trick is None:
        return None
    place = view.variant.tricks.winning_place(view.trick.cards, trump(view))
    return view.trick.hands[place], view.trick.cards[place]


def run(view: View, suit: Suit) -> int:
    """Cards of the suit won from the top against one hand that holds all that is out."""
    theirs = sorted(card.rank for card in hidden(view) if card.suit is suit)
    won = 0
    for card in held(view, suit):
        if theirs and theirs[-1] > card.rank:
            break
        theirs = theirs[1:]
        won += 1
    return won


def made_for(view: View, bid: Bid, tricks: int) -> int:
    """Points for a made contract by the option's own description."""
    multiplier = bid.level + (bid.denomination is Denomination.NO_TRUMP)
    return {
        "level": bid.level,
        "doubling": 1 << (bid.level - 1),
        "level_times": multiplier * (tricks - 6),
        "tricks_won": tricks,
    }[dict(view.options)["scoring"]]


def top_run(view: View, suit: Suit) -> int:
    ranks = [card.rank for card in held(view, suit)]
    return next((n for n in range(len(ranks)) if ranks[n] != Rank.ACE - n), len(ranks))


def worth(view: View, trump_suit: Suit) -> int:
    lengths = {suit: len(held(view, suit)) for suit in Suit}
    short = sum(max(0, 3 - lengths[suit]) for suit in Suit if suit != trump_suit)
    trumps = {0: -24, 1: -18, 2: -12, 3: -6, 4: 0}.get(lengths[trump_suit], 2 * lengths[trump_suit] - 8)
    return points(view) + trumps + short


def points(view: View) -> int:
    return sum(POINTS.get(card.rank, 0) for card in my_cards(view))


def is_flat(view: View) -> bool:
    return sorted(len(held(view, suit)) for suit in Suit) in ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5])


# --- moves and cards -----------------------------------------------------------------------------------


@is_true.register
def _only_legal(claim: claims.OnlyLegal, view: View) -> bool:
    return len(view.legal_moves) == 1


@is_true.register
def _holds(claim: claims.Holds, view: View) -> bool:
    return claim.card in my_cards(view)


@is_true.register
def _lacks(claim: claims.Lacks, view: View) -> bool:
    return claim.card in hidden(view)


@is_true.register
def _higher(claim: claims.Higher, view: View) -> bool:
    return claim.card.suit is claim.other.suit and claim.card.rank > claim.other.rank


@is_true.register
def _rank_above(claim: claims.RankAbove, view: View) -> bool:
    return claim.card.rank > claim.other.rank


@is_true.register
def _equal(claim: claims.Equal, view: View) -> bool:
    low, high = sorted([claim.card.rank, claim.other.rank])
    apart = [c for c in (*hidden(view), *table(view)) if c.suit is claim.card.suit and low < c.rank < high]
    both = {claim.card, claim.other} <= set(my_cards(view))
    return claim.card.suit is claim.other.suit and both and not apart


@is_true.register
def _length(claim: claims.Length, view: View) -> bool:
    return len(held(view, claim.suit)) == claim.n


@is_true.register
def _longest(claim: claims.Longest, view: View) -> bool:
    sides = [suit for suit in Suit if suit != trump(view)]
    return claim.suit in sides and all(len(held(view, s)) <= len(held(view, claim.suit)) for s in sides)


@is_true.register
def _no_honour(claim: claims.NoHonour, view: View) -> bool:
    return bool(held(view, claim.suit)) and all(card.rank <= Rank.TEN for card in held(view, claim.suit))


@is_true.register
def _is_honour(claim: claims.IsHonour, view: View) -> bool:
    return claim.card.rank in POINTS


@is_true.register
def _lowest_of_suit(claim: claims.LowestOfSuit, view: View) -> bool:
    return held(view, claim.card.suit)[-1:] == [claim.card]


@is_true.register
def _guarded_by(claim: claims.GuardedBy, view: View) -> bool:
    suit = claim.guarded.suit
    above = [card for card in hidden(view) if card.suit is suit and card.rank > claim.guarded.rank]
    own = held(view, suit)
    small = [card for card in own if card.rank < claim.guarded.rank]
    return own[:1] == [claim.guarded] and claim.small in small and len(small) == len(above) > 0


@is_true.register
def _is_trump(claim: claims.IsTrump, view: View) -> bool:
    return claim.card.suit == trump(view)


@is_true.register
def _is_side(claim: claims.IsSide, view: View) -> bool:
    return claim.card.suit != trump(view)


@is_true.register
def _holds_trump(claim: claims.HoldsTrump, view: View) -> bool:
    return trump(view) is not None and bool(held(view, trump(view)))


@is_true.register
def _no_trumps(claim: claims.NoTrumps, view: View) -> bool:
    return view.contract is not None and view.contract.denomination is Denomination.NO_TRUMP


@is_true.register
def _out(claim: claims.Out, view: View) -> bool:
    return len([card for card in hidden(view) if card.suit is claim.suit]) == claim.n


@is_true.register
def _master(claim: claims.Master, view: View) -> bool:
    return not [c for c in hidden(view) if c.suit is claim.card.suit and c.rank > claim.card.rank]


@is_true.register
def _not_master(claim: claims.NotMaster, view: View) -> bool:
    return not is_true(claims.Master(claim.card), view)


@is_true.register
def _only_higher(claim: claims.OnlyHigher, view: View) -> bool:
    same = [card for card in hidden(view) if card.suit is claim.card.suit]
    return [card for card in same if card.rank > claim.card.rank] == [claim.higher]


@is_true.register
def _above_all_held(claim: claims.AboveAllHeld, view: View) -> bool:
    own = held(view, claim.card.suit)
    return bool(own) and claim.card in hidden(view) and all(card.rank < claim.card.rank for card in own)


@is_true.register
def _all_with(claim: claims.AllWith, view: View) -> bool:
    out = [card for card in hidden(view) if card.suit is claim.suit]
    others = [hand for hand in ring(view) if hand not in mine(view) | {claim.seat}]
    elsewhere = [card for card in out for seat in others if could_hold(view, seat, card)]
    return len(out) == claim.n > 0 and not elsewhere and _all_dealt(view, claim)


def _all_dealt(view: View, claim: claims.AllWith) -> bool:
    dealt = sum(room(view, hand) for hand in ring(view)) >= len(covered(view))
    return dealt and cards_left(view, claim.seat) >= claim.n and claim.seat not in mine(view)


@is_true.register
def _may_be_ruffed(claim: claims.MayBeRuffed, view: View) -> bool:
    suit = trump(view)
    if view.trick is not None or suit is None or claim.card.suit is suit:
        return False
    trumps = [card for card in hidden(view) if card.suit is suit]
    friends = set.intersection(*teams(view))
    return any(
        could_lack(view, seat, claim.card.suit) and any(could_hold(view, seat, card) for card in trumps)
        for seat in set(ring(view)) - friends
    )


@is_true.register
def _void(claim: claims.Void, view: View) -> bool:
    return bool(showed_out(view, claim.seat, claim.suit))


@is_true.register
def _led(claim: claims.Led, view: View) -> bool:
    return any(t.leader == claim.seat and t.cards[0].suit is claim.suit for t in view.tricks)


# --- the trick -----------------------------------------------------------------------------------------


@is_true.register
def _on_lead(claim: claims.OnLead, view: View) -> bool:
    return view.trick is None


@is_true.register
def _after(claim: claims.After, view: View) -> bool:
    return view.trick is not None and len(later(view)) == claim.n


@is_true.register
def _plays_after(claim: claims.PlaysAfter, view: View) -> bool:
    return claim.seat in later(view)


@is_true.register
def _played_before(claim: claims.PlayedBefore, view: View) -> bool:
    assert view.trick is not None
    return claim.seat in view.trick.hands[: len(view.trick.cards)]


@is_true.register
def _suit_led(claim: claims.SuitLed, view: View) -> bool:
    return [card.suit for card in table(view)[:1]] == [claim.suit]


@is_true.register
def _led_card(claim: claims.LedCard, view: View) -> bool:
    return table(view)[:1] == [claim.card]


@is_true.register
def _winning(claim: claims.Winning, view: View) -> bool:
    best = leads(view)
    return best is not None and best[0] == claim.seat


@is_true.register
def _beats_table(claim: claims.BeatsTable, view: View) -> bool:
    return beats_table(view, claim.card)


@is_true.register
def _loses(claim: claims.Loses, view: View) -> bool:
    return not beats_table(view, claim.card)


@is_true.register
def _none_wins(claim: claims.NoneWins, view: View) -> bool:
    return view.trick is not None and not any(beats_table(view, card) for card in plays(view))


@is_true.register
def _lowest_winner(claim: claims.LowestWinner, view: View) -> bool:
    lower = [c for c in plays(view) if c.suit is claim.card.suit and c.rank < claim.card.rank]
    wins = claim.card in plays(view) and beats_table(view, claim.card)
    return wins and not any(beats_table(view, card) for card in lower)


@is_true.register
def _sure_win(claim: claims.SureWin, view: View) -> bool:
    return beats_table(view, claim.card) and not any(could_beat(view, s, claim.card) for s in later(view))


@is_true.register
def _side_wins(claim: claims.SideWins, view: View) -> bool:
    friends = set.intersection(*teams(view))
    rivals = [seat for seat in later(view) if seat not in friends]
    return beats_table(view, claim.card) and not any(could_beat(view, seat, claim.card) for seat in rivals)


def friends_of(view: View) -> set[Seat]:
    """The viewer and all who are on its side whoever holds the called card."""
    return set.intersection(*teams(view))


def rivals_to_come(view: View) -> list[Seat]:
    return [seat for seat in later(view) if seat not in friends_of(view)]


@is_true.register
def _in_danger(claim: claims.InDanger, view: View) -> bool:
    return any(could_beat(view, seat, claim.card) for seat in rivals_to_come(view))


@is_true.register
def _with_rival(claim: claims.WithRival, view: View) -> bool:
    return any(could_hold(view, seat, claim.card) for seat in rivals_to_come(view))


@is_true.register
def _meets_friend(claim: claims.MeetsFriend, view: View) -> bool:
    able = {seat for seat in ring(view) if seat != me(view) and could_hold(view, seat, claim.card)}
    return able <= friends_of(view) and bool(able & set(later(view)))


@is_true.register
def _stands(claim: claims.Stands, view: View) -> bool:
    """Each rival to come plays to the suit led if it may hold one, and then a higher one if it may."""
    best = leads(view)
    if best is None or best[0] not in friends_of(view):
        return False
    led = table(view)[0].suit
    for seat in rivals_to_come(view):
        may = [card for card in hidden(view) if could_hold(view, seat, card)]
        suit = [card for card in may if card.suit is led]
        if any(view.variant.tricks.beats(card, best[1], trump(view)) for card in suit or may):
            return False
    return True


@is_true.register
def _not_ahead(claim: claims.NotAhead, view: View) -> bool:
    best = leads(view)
    return best is not None and any(could_beat(view, seat, best[1]) for seat in rivals_to_come(view))


@is_true.register
def _has_none(claim: claims.HasNone, view: View) -> bool:
    out = [card for card in hidden(view) if card.suit is claim.suit]
    return claim.seat != me(view) and not any(could_hold(view, claim.seat, card) for card in out)


@is_true.register
def _cannot_beat(claim: claims.CannotBeat, view: View) -> bool:
    return not could_beat(view, claim.seat, claim.card)


@is_true.register
def _out_of(claim: claims.OutOf, view: View) -> bool:
    return table(view)[0].suit is claim.suit and not held(view, claim.suit)


# --- sides ---------------------------------------------------------------------------------------------


@is_true.register
def _friend(claim: claims.Friend, view: View) -> bool:
    return claim.seat != me(view) and all(claim.seat in side for side in teams(view))


@is_true.register
def _undecided(claim: claims.Undecided, view: View) -> bool:
    return len({claim.seat in side for side in teams(view)}) == 2


@is_true.register
def _declares(claim: claims.Declares, view: View) -> bool:
    return view.contract is not None and view.contract.declarer == claim.seat


@is_true.register
def _is_partner(claim: claims.IsPartner, view: View) -> bool:
    return view.partner is not None and view.partner.notice is Notice.YOU_HOLD_IT


@is_true.register
def _defends(claim: claims.Defends, view: View) -> bool:
    if view.variant.key in HIDDEN:
        return view.partner is not None and view.partner.notice is Notice.YOU_DO_NOT
    return view.contract is not None and view.contract.declarer not in teams(view)[0]


@is_true.register
def _called(claim: claims.Called, view: View) -> bool:
    return view.partner is not None and view.partner.card == claim.card


@is_true.register
def _not_shown(claim: claims.NotShown, view: View) -> bool:
    return view.partner is not None and not view.partner.shown


@is_true.register
def _partner_has(claim: claims.PartnerHas, view: View) -> bool:
    assert view.contract is not None
    elsewhere = holders(view) - {view.contract.declarer}
    return (
        is_true(claims.Called(claim.card), view) and claim.card in hidden(view) and elsewhere == holders(view)
    )


@is_true.register
def _need(claim: claims.Need, view: View) -> bool:
    return needs(view) == {claim.n}


@is_true.register
def _needs_at_most(claim: claims.NeedsAtMost, view: View) -> bool:
    return max(needs(view)) <= claim.n


@is_true.register
def _tricks_left(claim: claims.TricksLeft, view: View) -> bool:
    return len(my_cards(view)) == claim.n


@is_true.register
def _sure(claim: claims.Sure, view: View) -> bool:
    """Trumps first: side suits count once no other hand can have a trump left."""
    if view.trick is not None:
        return False
    suit = trump(view)
    theirs = [card for card in hidden(view) if card.suit == suit]
    open_now = any(card.suit == suit for card in plays(view))
    trumps = run(view, suit) if suit is not None and open_now else 0
    drawn = not theirs or trumps >= len(theirs)
    sides = sum(run(view, side) for side in Suit if side != suit) if drawn else 0
    return trumps + sides == claim.n


@is_true.register
def _trump_is_open(claim: claims.TrumpIsOpen, view: View) -> bool:
    return view.trick is None and any(card.suit == trump(view) for card in plays(view))


@is_true.register
def _rivals_may_hold_trumps(claim: claims.RivalsMayHoldTrumps, view: View) -> bool:
    trumps = [card for card in hidden(view) if card.suit == trump(view)]
    friends = set.intersection(*teams(view))
    return any(could_hold(view, seat, card) for seat in set(ring(view)) - friends for card in trumps)


@is_true.register
def _trump_is_barred(claim: claims.TrumpIsBarred, view: View) -> bool:
    shut = dict(view.options)["trump_lead"] == "until_broken" and not view.trump_broken
    may = any(card.suit == trump(view) for card in plays(view))
    return shut and view.trick is None and bool(held(view, trump(view))) and not may


# --- two hands, and a dummy ----------------------------------------------------------------------------


def their_dummy(view: View) -> list[Card]:
    """Dummy's cards where it plays against the viewer and lies open."""
    if view.contract is None or view.contract.declarer in teams(view)[0]:
        return []
    place = 3 if view.variant.key == "three_handed" else (view.contract.declarer + 2) % 4
    return list(view.open_hand(place)) if place in ring(view) else []


@is_true.register
def _mine(claim: claims.Mine, view: View) -> bool:
    return claim.seat in mine(view) - {me(view)}


@is_true.register
def _across(claim: claims.Across, view: View) -> bool:
    return claim.card in across(view)


@is_true.register
def _wins_across(claim: claims.WinsAcross, view: View) -> bool:
    other = (mine(view) & set(later(view))) - {me(view)}
    held_there = claim.card in across(view) and bool(table(view)) and claim.card.suit is table(view)[0].suit
    safe = not any(could_beat(view, hand, claim.card) for hand in set(later(view)) - other)
    return bool(other) and held_there and beats_table(view, claim.card) and safe


@is_true.register
def _sure_together(claim: claims.SureTogether, view: View) -> bool:
    """Tried out card by card against one hand that holds all that is out and keeps the best of it."""
    if view.trick is not None:
        return False
    out = tuple(sorted(hidden(view), key=lambda card: card.rank))
    return _cashes(tuple(my_cards(view)), tuple(across(view)), out, trump(view), claim.n, set())


def _lowest_of_each(cards: tuple[Card, ...]) -> list[Card]:
    lowest = {card.suit: card for card in sorted(cards, key=lambda card: -card.rank)}
    return list(lowest.values())


def _cashes(
    here: tuple[Card, ...],
    there: tuple[Card, ...],
    out: tuple[Card, ...],
    trumps: Suit | None,
    n: int,
    failed: set[tuple[object, ...]],
) -> bool:
    key = (here, there, out, n)
    if n == 0 or key in failed:
        return n == 0
    for lead in sorted(here, key=lambda card: -card.rank):
        theirs = [card for card in out if card.suit is lead.suit]
        if lead.suit != trumps and any(card.suit == trumps for card in out):
            continue
        following = [card for card in there if card.suit is lead.suit] or _lowest_of_each(there)
        choices: list[Card | None] = [*following] or [None]
        for other in choices:
            best = other if other and other.suit is lead.suit and other.rank > lead.rank else lead
            if any(card.rank > best.rank for card in theirs):
                continue
            rest = tuple(c for c in here if c != lead), tuple(c for c in there if c != other)
            left = tuple(card for card in out if card not in theirs[:1])
            if _cashes(*(rest if best == lead else rest[::-1]), left, trumps, n - 1, failed):
                return True
    failed.add(key)
    return False


@is_true.register
def _trump_across(claim: claims.TrumpAcross, view: View) -> bool:
    return trump(view) is not None and any(card.suit == trump(view) for card in across(view))


@is_true.register
def _length_across(claim: claims.LengthAcross, view: View) -> bool:
    return len(mine(view)) == 2 and sum(card.suit is claim.suit for card in across(view)) == claim.n


@is_true.register
def _length_together(claim: claims.LengthTogether, view: View) -> bool:
    both = [*my_cards(view), *across(view)]
    return len(mine(view)) == 2 and sum(card.suit is claim.suit for card in both) == claim.n


@is_true.register
def _equal_together(claim: claims.EqualTogether, view: View) -> bool:
    low, high = sorted([claim.card.rank, claim.other.rank])
    apart = [c for c in (*hidden(view), *table(view)) if c.suit is claim.card.suit and low < c.rank < high]
    both = {claim.card, claim.other} <= {*my_cards(view), *across(view)} and low != high
    return claim.card.suit is claim.other.suit and both and not apart


@is_true.register
def _plays_next(claim: claims.PlaysNext, view: View) -> bool:
    return later(view)[:1] == [claim.seat]


@is_true.register
def _plays_last(claim: claims.PlaysLast, view: View) -> bool:
    return later(view)[-1:] == [claim.seat]


@is_true.register
def _in_dummy(claim: claims.InDummy, view: View) -> bool:
    return claim.card in their_dummy(view)


@is_true.register
def _no_honour_in_dummy(claim: claims.NoHonourInDummy, view: View) -> bool:
    honours = [card for card in their_dummy(view) if card.suit is claim.suit and card.rank in POINTS]
    return bool(their_dummy(view)) and not honours


@is_true.register
def _bid_suit(claim: claims.BidSuit, view: View) -> bool:
    named = claim.suit.name
    return any(made.seat == claim.seat and bid.denomination.name == named for made, bid in _made(view))


def _made(view: View) -> list[tuple[SeatCall, Bid]]:
    return [(made, made.call) for made in view.calls if isinstance(made.call, Bid)]


# --- naming, and the natural system --------------------------------------------------------------------


def pair(view: View) -> list[Card]:
    """All cards the viewer sees of its side: declarer and dummy."""
    assert view.viewer is not None
    return [*view.hand, *view.open_hand((view.viewer + 2) % 4)]


def pair_length(view: View, suit: Suit) -> int:
    return sum(card.suit is suit for card in pair(view))


def sees_dummy(view: View) -> bool:
    return len(pair(view)) > len(view.hand)


@is_true.register
def _pair_points(claim: claims.PairPoints, view: View) -> bool:
    assert view.viewer is not None
    told = [view.seats[seat].announced_points or 0 for seat in (view.viewer, (view.viewer + 2) % 4)]
    return sum(told) == claim.n


@is_true.register
def _longest_together(claim: claims.LongestTogether, view: View) -> bool:
    rest = [pair_length(view, suit) for suit in Suit]
    return sees_dummy(view) and sorted(rest)[-1] == pair_length(view, claim.suit)


@is_true.register
def _longest_own(claim: claims.LongestOwn, view: View) -> bool:
    return not sees_dummy(view) and all(len(held(view, s)) <= len(held(view, claim.suit)) for s in Suit)


@is_true.register
def _longer_together(claim: claims.LongerTogether, view: View) -> bool:
    return sees_dummy(view) and pair_length(view, claim.suit) > pair_length(view, claim.other)


@is_true.register
def _no_fit(claim: claims.NoFit, view: View) -> bool:
    majors = [card for card in pair(view) if card.suit in (Suit.HEARTS, Suit.SPADES)]
    spades = sum(card.suit is Suit.SPADES for card in majors)
    return sees_dummy(view) and max(spades, len(majors) - spades) < claim.n


@is_true.register
def _pair_takes(claim: claims.PairTakes, view: View) -> bool:
    """By the row of the table for the points announced, found anew."""
    assert view.viewer is not None
    total = sum(view.seats[seat].announced_points or 0 for seat in (view.viewer, (view.viewer + 2) % 4))
    game = {"CLUBS": 11, "DIAMONDS": 11, "HEARTS": 10, "SPADES": 10, "NO_TRUMP": 9}[claim.named.name]
    part = int(dict(view.options)["win_target"])
    goals = {None: part, Goal.PART_SCORE: part, Goal.GAME: game, Goal.SMALL_SLAM: 12, Goal.GRAND_SLAM: 13}
    if claim.named is Denomination.NO_TRUMP:
        rows, lowest = pair_chances.NO_TRUMP, 7
    else:
        fit, major = pair_length(view, Suit(claim.named)), claim.named >= Denomination.HEARTS
        nine = (pair_chances.MAJOR_OF_NINE, 9) if major else (pair_chances.MINOR_OF_NINE, 10)
        eight = (pair_chances.MAJOR_OF_EIGHT, 8) if major else (pair_chances.MINOR_OF_EIGHT, 9)
        seven = (pair_chances.MAJOR_OF_SEVEN, 8) if major else ((), 0)
        rows, lowest = nine if fit > 8 else eight if fit == 8 else seven if fit == 7 else ((), 0)
    column = goals[claim.goal] - lowest
    row = rows[min(total, 29) - 21] if rows and total > 20 else ()
    return sees_dummy(view) and 0 <= column < len(row) and row[column] == claim.percent


@is_true.register
def _of_auction(claim: OfAuction, view: View) -> bool:
    """What a hand holds is counted anew; what calls mean, the tests of the system itself judge."""
    match claim.fact:
        case facts.HasPoints(n):
            return points(view) == n
        case facts.Holds(suit, n):
            return len(held(view, suit)) == n
        case facts.NobodyBid():
            return not any(isinstance(made.call, Bid) for made in view.calls)
        case _:
            return claim.holds(Count(view))


# --- wash, auction, call -------------------------------------------------------------------------------


@is_true.register
def _wash_points(claim: claims.WashPoints, view: View) -> bool:
    options = dict(view.options)
    longer = [max(0, len(held(view, suit)) - 4) for suit in Suit]
    length = {"length": sum(longer), "suit5plus": sum(map(bool, longer)), "hcp": 0}[options["wash_formula"]]
    return points(view) + length == claim.n < claim.least == int(options["wash_below"])


@is_true.register
def _points(claim: claims.Points, view: View) -> bool:
    return points(view) == claim.n


@is_true.register
def _hand_counts(claim: claims.HandCounts, view: View) -> bool:
    trumps = len(held(view, claim.suit))
    short = {0: 3, 1: 2, 2: 1}
    parts = (
        points(view),
        2 * trumps - 8,
        sum(short.get(len(held(view, suit)), 0) for suit in Suit if suit is not claim.suit),
    )
    return trumps >= 4 and parts == (claim.points, claim.length, claim.short) and sum(parts) == claim.n


@is_true.register
def _takes(claim: claims.Takes, view: View) -> bool:
    return claim.n == 6 + claim.bid.level and claim.percent == _chance(claim.bid, view)


def _chance(bid: Bid, view: View) -> int:
    options = dict(view.options)
    if bid.denomination is Denomination.NO_TRUMP:
        rows = {
            "left": strength.NO_TRUMP_LEFT_LEADS,
            "declarer": strength.NO_TRUMP_DECLARER_LEADS,
        }[options["nt_leader"]]
        value = points(view) - (0 if is_flat(view) else strength.UNBALANCED_NO_TRUMP)
        at = max(n for n, least in enumerate(strength.NO_TRUMP_POINTS) if least <= max(0, value))
        return rows[at][bid.level - 1]
    trumps = strength.BARRED_TRUMPS if options["trump_lead"] == "until_broken" else strength.FREE_TRUMPS
    place = min(14, max(0, worth(view, Suit(bid.denomination))) // 2)
    return trumps[place][bid.level - 1]


@is_true.register
def _takes_alone(claim: claims.TakesAlone, view: View) -> bool:
    assert view.contract is not None
    suit, level = view.contract.trump, view.contract.level
    rows = [row for least, row in strength.ALONE if suit is not None and least <= max(0, worth(view, suit))]
    return suit is not None and claim.n == 6 + level and claim.percent == (rows[-1][level - 1] if rows else 0)


def _bids(view: View) -> list[tuple[Seat, Bid]]:
    return [(made.seat, made.call) for made in view.calls if isinstance(made.call, Bid)]


@is_true.register
def _first_bid(claim: claims.FirstBid, view: View) -> bool:
    return not _bids(view)


@is_true.register
def _bid_by(claim: claims.BidBy, view: View) -> bool:
    return _bids(view)[-1:] == [(claim.seat, claim.bid)]


@is_true.register
def _balanced(claim: claims.Balanced, view: View) -> bool:
    return is_flat(view)


@is_true.register
def _longer_than(claim: claims.LongerThan, view: View) -> bool:
    return len(held(view, claim.suit)) > len(held(view, claim.other))


@is_true.register
def _as_long(claim: claims.AsLong, view: View) -> bool:
    return len(held(view, claim.suit)) == len(held(view, claim.other))


@is_true.register
def _ranks(claim: claims.Ranks, view: View) -> bool:
    return "CLUBS DIAMONDS HEARTS SPADES NO_TRUMP".index(claim.higher.name) > (
        "CLUBS DIAMONDS HEARTS SPADES NO_TRUMP".index(claim.lower.name)
    )


@is_true.register
def _top_tricks(claim: claims.TopTricks, view: View) -> bool:
    return sum(top_run(view, suit) for suit in Suit) == claim.n


@is_true.register
def _last_deal(claim: claims.LastDeal, view: View) -> bool:
    return str(view.deal) == dict(view.options)["deals"]


@is_true.register
def _behind(claim: claims.Behind, view: View) -> bool:
    return max(view.totals) == view.totals[claim.seat] == view.totals[me(view)] + claim.n and claim.n > 0


@is_true.register
def _highest_missing(claim: claims.HighestMissing, view: View) -> bool:
    lacked = [card for card in ALL_CARDS if card.suit is claim.card.suit and card not in view.hand]
    return bool(lacked) and lacked[-1] == claim.card


@is_true.register
def _top_trumps_held(claim: claims.TopTrumpsHeld, view: View) -> bool:
    return [card.rank for card in held(view, trump(view))][:2] == [Rank.ACE, Rank.KING]


@is_true.register
def _more_in(claim: claims.MoreIn, view: View) -> bool:
    def honours(suit: Suit) -> int:
        return sum(POINTS.get(card.rank, 0) for card in held(view, suit))

    longer = len(held(view, claim.suit)) > len(held(view, claim.other))
    return longer or honours(claim.suit) > honours(claim.other)


# --- suspicion -----------------------------------------------------------------------------------------


@is_true.register
def _shown(claim: claims.Shown, view: View) -> bool:
    return view.partner is not None and view.partner.shown and view.partner.holder == claim.seat


@is_true.register
def _my_called_card(claim: claims.MyCalledCard, view: View) -> bool:
    assert view.partner is not None
    own = {card for _, seat, card, _ in all_played(view) if seat == me(view)} | set(view.hand)
    return view.partner.card in own


@is_true.register
def _only_holder(claim: claims.OnlyHolder, view: View) -> bool:
    return holders(view) == {claim.seat}


@is_true.register
def _void_since(claim: claims.VoidSince, view: View) -> bool:
    return showed_out(view, claim.seat, claim.suit)[:1] == [claim.trick]


@is_true.register
def _free_places(claim: claims.FreePlaces, view: View) -> bool:
    played = sum(seat == claim.seat for _, seat, _, _ in all_played(view))
    return claim.seat != me(view) and 13 - played == claim.n


@is_true.register
def _led_in(claim: claims.LedIn, view: View) -> bool:
    cards = [(seat, card.suit) for number, seat, card, _ in all_played(view) if number == claim.trick]
    return cards[:1] == [(claim.seat, claim.suit)]


@is_true.register
def _after_declarer(claim: claims.AfterDeclarer, view: View) -> bool:
    assert view.contract is not None
    cards: list[Card] = []
    for number, seat, card, _ in all_played(view):
        if number != claim.trick:
            continue
        if seat == claim.seat and cards:
            before = view.variant.tricks.winning_place(cards, trump(view))
            seats = [s for n, s, _, _ in all_played(view) if n == number]
            declarer_won = seats[before] == view.contract.declarer
            after = view.variant.tricks.winning_place([*cards, card], trump(view))
            return declarer_won and (after == len(cards)) is claim.beat
        cards.append(card)
    return False


@is_true.register
def _may_be_alone(claim: claims.MayBeAlone, view: View) -> bool:
    options = dict(view.options)
    own = (options["solo"], options["solo_announce"]) == ("allowed", "hidden")
    return own and view.contract is not None and claim.seat == view.contract.declarer


# --- scores and chances --------------------------------------------------------------------------------


@is_true.register
def _passes_leader(claim: claims.PassesLeader, view: View) -> bool:
    passing = {
        move.level
        for move in view.legal_moves
        if isinstance(move, Bid) and made_for(view, move, 6 + move.level) > claim.n
    }
    enough = made_for(view, claim.bid, 6 + claim.bid.level) > claim.n >= 0
    return enough and all(level >= claim.bid.level for level in passing)


@is_true.register
def _overtricks_are_nothing(claim: claims.OvertricksAreNothing, view: View) -> bool:
    return dict(view.options)["scoring"] in ("level", "doubling")


@is_true.register
def _scores_less(claim: claims.ScoresLess, view: View) -> bool:
    tricks = 6 + claim.higher.level
    return made_for(view, claim.lower, tricks) < made_for(view, claim.higher, tricks)


@is_true.register
def _likelier(claim: claims.Likelier, view: View) -> bool:
    return _chance(claim.bid, view) > _chance(claim.other, view)


@is_true.register
def _too_few_to_beat(claim: claims.TooFewToBeat, view: View) -> bool:
    return claim.n + 6 + claim.bid.level <= 13


@is_true.register
def _enough_to_beat(claim: claims.EnoughToBeat, view: View) -> bool:
    return 13 - claim.n < 6 + claim.bid.level


@is_true.register
def _may_hold(claim: claims.MayHold, view: View) -> bool:
    return any(could_hold(view, claim.seat, card) for card in hidden(view) if card.suit is claim.suit)


@is_true.register
def _may_hold_card(claim: claims.MayHoldCard, view: View) -> bool:
    return claim.seat != me(view) and could_hold(view, claim.seat, claim.card)
