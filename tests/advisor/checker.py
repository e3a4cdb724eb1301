"""Judges every claim of a reason by brute means from the view alone. Of the coach it knows the names of the
claims and the tables of chances, no more.

Unknown cards are tried one by one where they could lie; unknown partners seat by seat.
"""

from __future__ import annotations

from functools import singledispatch

from engine_server.advisor import claims, strength
from engine_server.game.view import Notice, View
from engine_server.rules.cards import ALL_CARDS, Card, Denomination, Rank, Seat, Suit
from engine_server.rules.moves import Bid, PlayCard

POINTS = {Rank.ACE: 4, Rank.KING: 3, Rank.QUEEN: 2, Rank.JACK: 1}


@singledispatch
def is_true(claim: object, view: View) -> bool:
    """Whether the view proves the claim. Raises NotImplementedError for a claim nobody judges."""
    raise NotImplementedError(type(claim).__name__)


# --- plain reading of a view ---------------------------------------------------------------------------


def me(view: View) -> Seat:
    assert view.viewer is not None
    return view.viewer


def trump(view: View) -> Suit | None:
    return None if view.contract is None else view.contract.trump


def all_played(view: View) -> list[tuple[int, Seat, Card, Suit]]:
    tricks = [*view.tricks, *([view.trick] if view.trick else [])]
    return [
        (number, (trick.leader + place) % 4, card, trick.cards[0].suit)
        for number, trick in enumerate(tricks, 1)
        for place, card in enumerate(trick.cards)
    ]


def table(view: View) -> list[Card]:
    return list(view.trick.cards) if view.trick else []


def hidden(view: View) -> list[Card]:
    seen = {card for _, _, card, _ in all_played(view)} | set(view.hand)
    return [card for card in ALL_CARDS if card not in seen]


def held(view: View, suit: Suit | None) -> list[Card]:
    return sorted((card for card in view.hand if card.suit == suit), key=lambda card: -card.rank)


def showed_out(view: View, seat: Seat, suit: Suit) -> list[int]:
    return [n for n, who, card, led in all_played(view) if who == seat and led == suit and card.suit != suit]


def later(view: View) -> list[Seat]:
    return [(me(view) + step) % 4 for step in range(1, 4 - len(table(view)))]


def plays(view: View) -> list[Card]:
    return [move.card for move in view.legal_moves if isinstance(move, PlayCard)]


def holders(view: View) -> set[Seat]:
    """Every seat that can hold, or has held, the called card."""
    partner = view.partner
    if partner is None or view.contract is None:
        return set()
    if partner.holder is not None:
        return {partner.holder}
    may_be_alone = view.variant.declaration.own_allowed and not view.variant.declaration.own_announced
    return {
        seat
        for seat in range(4)
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


def need_if(view: View, holder: Seat) -> int:
    assert view.contract is not None
    side = side_of(view, holder)
    target = 6 + view.contract.level
    goal = target if view.contract.declarer in side else 14 - target
    return max(0, goal - sum(view.seats[seat].tricks for seat in side))


def could_hold(view: View, seat: Seat, card: Card) -> bool:
    if card not in hidden(view) or view.seats[seat].cards_left == 0 or showed_out(view, seat, card.suit):
        return False
    return view.partner is None or card != view.partner.card or seat in holders(view)


def could_lack(view: View, seat: Seat, suit: Suit) -> bool:
    """Whether all unseen cards of the suit find room in the other hidden hands."""
    out = [card for card in hidden(view) if card.suit is suit]
    room = sum(
        view.seats[other].cards_left
        for other in range(4)
        if other not in (seat, me(view)) and any(could_hold(view, other, card) for card in out)
    )
    return room >= len(out)


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
    return (view.trick.leader + place) % 4, view.trick.cards[place]


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
    return sum(POINTS.get(card.rank, 0) for card in view.hand)


def is_flat(view: View) -> bool:
    return sorted(len(held(view, suit)) for suit in Suit) in ([3, 3, 3, 4], [2, 3, 4, 4], [2, 3, 3, 5])


# --- moves and cards -----------------------------------------------------------------------------------


@is_true.register
def _only_legal(claim: claims.OnlyLegal, view: View) -> bool:
    return len(view.legal_moves) == 1


@is_true.register
def _holds(claim: claims.Holds, view: View) -> bool:
    return claim.card in view.hand


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
    return claim.card.suit is claim.other.suit and {claim.card, claim.other} <= set(view.hand) and not apart


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
    return claim.card in view.hand and min(held(view, claim.card.suit), key=lambda c: c.rank) == claim.card


@is_true.register
def _guarded_by(claim: claims.GuardedBy, view: View) -> bool:
    suit = claim.guarded.suit
    above = [card for card in hidden(view) if card.suit is suit and card.rank > claim.guarded.rank]
    mine = held(view, suit)
    small = [card for card in mine if card.rank < claim.guarded.rank]
    return mine[:1] == [claim.guarded] and claim.small in small and len(small) == len(above) > 0


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
    mine = held(view, claim.card.suit)
    return bool(mine) and claim.card in hidden(view) and all(card.rank < claim.card.rank for card in mine)


@is_true.register
def _all_with(claim: claims.AllWith, view: View) -> bool:
    out = [card for card in hidden(view) if card.suit is claim.suit]
    others = [seat for seat in range(4) if seat not in (me(view), claim.seat)]
    elsewhere = [card for card in out for seat in others if could_hold(view, seat, card)]
    return len(out) == claim.n > 0 and not elsewhere and view.seats[claim.seat].cards_left >= claim.n


@is_true.register
def _may_be_ruffed(claim: claims.MayBeRuffed, view: View) -> bool:
    suit = trump(view)
    if view.trick is not None or suit is None or claim.card.suit is suit:
        return False
    trumps = [card for card in hidden(view) if card.suit is suit]
    friends = set.intersection(*(side_of(view, holder) for holder in holders(view)))
    return any(
        could_lack(view, seat, claim.card.suit) and any(could_hold(view, seat, card) for card in trumps)
        for seat in set(range(4)) - friends
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
    return view.trick is not None and 3 - len(view.trick.cards) == claim.n


@is_true.register
def _plays_after(claim: claims.PlaysAfter, view: View) -> bool:
    return claim.seat in later(view)


@is_true.register
def _played_before(claim: claims.PlayedBefore, view: View) -> bool:
    assert view.trick is not None
    return claim.seat in [(view.trick.leader + place) % 4 for place in range(len(view.trick.cards))]


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
    friends = set.intersection(*(side_of(view, holder) for holder in holders(view)))
    rivals = [seat for seat in later(view) if seat not in friends]
    return beats_table(view, claim.card) and not any(could_beat(view, seat, claim.card) for seat in rivals)


def friends_of(view: View) -> set[Seat]:
    """The viewer and all who are on its side whoever holds the called card."""
    return set.intersection(*(side_of(view, holder) for holder in holders(view)))


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
    able = {seat for seat in range(4) if seat != me(view) and could_hold(view, seat, claim.card)}
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
    return claim.seat != me(view) and all(claim.seat in side_of(view, h) for h in holders(view))


@is_true.register
def _undecided(claim: claims.Undecided, view: View) -> bool:
    return len({claim.seat in side_of(view, holder) for holder in holders(view)}) == 2


@is_true.register
def _declares(claim: claims.Declares, view: View) -> bool:
    return view.contract is not None and view.contract.declarer == claim.seat


@is_true.register
def _is_partner(claim: claims.IsPartner, view: View) -> bool:
    return view.partner is not None and view.partner.notice is Notice.YOU_HOLD_IT


@is_true.register
def _defends(claim: claims.Defends, view: View) -> bool:
    return view.partner is not None and view.partner.notice is Notice.YOU_DO_NOT


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
    return {need_if(view, holder) for holder in holders(view)} == {claim.n}


@is_true.register
def _needs_at_most(claim: claims.NeedsAtMost, view: View) -> bool:
    return max(need_if(view, holder) for holder in holders(view)) <= claim.n


@is_true.register
def _tricks_left(claim: claims.TricksLeft, view: View) -> bool:
    return view.seats[me(view)].cards_left == claim.n


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
    friends = set.intersection(*(side_of(view, holder) for holder in holders(view)))
    return any(could_hold(view, seat, card) for seat in set(range(4)) - friends for card in trumps)


@is_true.register
def _trump_is_barred(claim: claims.TrumpIsBarred, view: View) -> bool:
    shut = dict(view.options)["trump_lead"] == "until_broken" and not view.trump_broken
    may = any(card.suit == trump(view) for card in plays(view))
    return shut and view.trick is None and bool(held(view, trump(view))) and not may


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
    mine = {card for _, seat, card, _ in all_played(view) if seat == me(view)} | set(view.hand)
    return view.partner.card in mine


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
            leader = next(s for n, s, _, _ in all_played(view) if n == number)
            declarer_won = (leader + before) % 4 == view.contract.declarer
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
