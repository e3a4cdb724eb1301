"""Judges every claim made in German and Italian Bridge by brute means from the view alone.

Where other hands matter, cards are tried one by one where they could lie, partners seat by seat. Of the coach
it knows the names of the claims and the tables of chances, no more.
"""

from __future__ import annotations

from fractions import Fraction
from functools import singledispatch
from math import prod

from engine_server.advisor import claims, goals, opening_chances
from engine_server.advisor import claims_of_goals as of_goals
from engine_server.advisor import claims_of_points as of_points
from engine_server.game.view import View
from engine_server.rules.cards import ALL_CARDS, Card, Rank, Seat, Suit
from engine_server.rules.moves import PlayCard, PointBid, TrickGoal
from tests.advisor.reading import read_once

ITALIAN = ["7", "8", "9", "T", "J", "Q", "K", "A", "2", "3"]
USUAL = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
WORTH = {Rank.ACE: 5, Rank.KING: 4, Rank.QUEEN: 3, Rank.JACK: 2, Rank.TEN: 1}


@singledispatch
def is_true(claim: object, view: View) -> bool:
    """Whether the view proves the claim. Raises NotImplementedError for a claim nobody judges."""
    raise NotImplementedError(type(claim).__name__)


# --- plain reading of a view ---------------------------------------------------------------------------


@read_once
def me(view: View) -> Seat:
    assert view.viewer is not None
    return view.viewer


@read_once
def order(view: View) -> list[str]:
    return ITALIAN if view.variant.key == "italian" else USUAL


def height(view: View, card: Card) -> int:
    return order(view).index(card.code[1])


@read_once
def pack(view: View) -> list[Card]:
    return [card for card in ALL_CARDS if card.code[1] in order(view)]


def trump(view: View) -> Suit | None:
    if view.contract is not None:
        return view.contract.denomination.trump
    return None if view.trump is None else view.trump.trump


def table(view: View) -> list[Card]:
    return list(view.trick.cards) if view.trick else []


@read_once
def seats(view: View) -> list[Seat]:
    return [seat.seat for seat in view.seats]


def rest(view: View) -> list[Seat]:
    return [seat for seat in seats(view) if seat != me(view)]


@read_once
def played(view: View) -> list[tuple[int, Seat, Card, Suit]]:
    tricks = [*view.tricks, *([view.trick] if view.trick else [])]
    return [
        (number, trick.hands[place], card, trick.cards[0].suit)
        for number, trick in enumerate(tricks, 1)
        for place, card in enumerate(trick.cards)
    ]


@read_once
def unseen(view: View) -> list[Card]:
    gone = {card for _, _, card, _ in played(view)} | set(view.hand)
    left = [card for card in pack(view) if card not in gone]
    dealt = len(view.hand) + sum(view.seats[seat].cards_left for seat in rest(view)) + len(played(view))
    return [card for card in left if card != view.turned or dealt == len(pack(view))]


def plays(view: View) -> list[Card]:
    return [move.card for move in view.legal_moves if isinstance(move, PlayCard)]


def above(view: View, card: Card) -> list[Card]:
    return [
        other
        for other in unseen(view)
        if other.suit is card.suit and height(view, other) > height(view, card)
    ]


def higher(view: View, card: Card, other: Card) -> bool:
    """Whether a card, played after another, beats it."""
    if card.suit is other.suit:
        return height(view, card) > height(view, other)
    return card.suit == trump(view)


def ahead(view: View) -> tuple[Seat, Card] | None:
    """Who wins the trick on the table so far and with what."""
    if view.trick is None:
        return None
    best = 0
    for place, card in enumerate(view.trick.cards):
        best = place if higher(view, card, view.trick.cards[best]) else best
    return view.trick.hands[best], view.trick.cards[best]


def beats_table(view: View, card: Card) -> bool:
    best = ahead(view)
    return best is None or higher(view, card, best[1])


def later(view: View) -> list[Seat]:
    done = len(table(view))
    return [(me(view) + step) % len(view.seats) for step in range(1, len(view.seats) - done)]


def showed_out(view: View, seat: Seat, suit: Suit) -> list[int]:
    return [n for n, who, card, led in played(view) if who == seat and led is suit and card.suit is not suit]


@read_once
def holders(view: View) -> set[Seat]:
    """Every seat that can hold, or held, the called card."""
    partner = view.partner
    if partner is None or view.contract is None:
        return set()
    if partner.holder is not None:
        return {partner.holder}
    return {
        seat
        for seat in rest(view)
        if seat != view.contract.declarer
        and view.seats[seat].cards_left > 0
        and not showed_out(view, seat, partner.card.suit)
    }


def could_hold(view: View, seat: Seat, card: Card) -> bool:
    if card not in unseen(view) or view.seats[seat].cards_left == 0 or showed_out(view, seat, card.suit):
        return False
    return view.partner is None or card != view.partner.card or seat in holders(view)


def could_have(view: View, seat: Seat, suit: Suit | None) -> bool:
    return suit is not None and (
        any(card.suit is suit for card in unseen(view))
        and view.seats[seat].cards_left > 0
        and not showed_out(view, seat, suit)
    )


def could_lack(view: View, seat: Seat, suit: Suit) -> bool:
    """Whether all unseen cards of a suit find room in other hands or may never have been dealt."""
    out = sum(card.suit is suit for card in unseen(view))
    aside = len(unseen(view)) - sum(view.seats[other].cards_left for other in rest(view))
    room = sum(
        view.seats[other].cards_left
        for other in rest(view)
        if other != seat and not showed_out(view, other, suit)
    )
    return room + aside >= out


def could_beat(view: View, seat: Seat, card: Card) -> bool:
    led = table(view)[0].suit if table(view) else card.suit
    return any(
        could_hold(view, seat, other)
        and higher(view, other, card)
        and (other.suit is led or could_lack(view, seat, led))
        for other in unseen(view)
    )


def friends(view: View) -> set[Seat]:
    """The seats on the viewer's side whoever holds the called card; nobody where all play alone."""
    if view.variant.key != "italian" or view.contract is None:
        return set()
    sides = []
    for holder in holders(view):
        declaring = {view.contract.declarer, holder}
        sides.append(declaring if me(view) in declaring else set(seats(view)) - declaring)
    return set.intersection(*sides) - {me(view)} if sides else set()


def is_partner(view: View) -> bool:
    return view.partner is not None and view.partner.holder == me(view)


def rivals(view: View) -> list[Seat]:
    return [seat for seat in later(view) if seat not in friends(view)]


def in_danger(view: View, card: Card) -> bool:
    return any(could_beat(view, seat, card) for seat in rivals(view))


def points(cards: list[Card]) -> int:
    return sum(WORTH.get(card.rank, 0) for card in cards)


def wants(view: View) -> int:
    goal = next(made.call for made in view.calls if made.seat == me(view))
    assert isinstance(goal, TrickGoal)
    return goal.tricks - sum(trick.winner == me(view) for trick in view.tricks)


def sure(view: View, hand: list[Card]) -> int:
    """Trumps of a hand less the most that higher ones can take, one each: matched from the lowest on."""
    mine = sorted(height(view, card) for card in hand if card.suit == trump(view))
    out = [*unseen(view), *table(view)]
    theirs = sorted(height(view, card) for card in out if card.suit == trump(view))
    lost = 0
    for low in mine:
        takers = [high for high in theirs if high > low]
        if takers:
            theirs.remove(takers[0])
            lost += 1
    return len(mine) - lost


# --- cards and tricks ----------------------------------------------------------------------------------


@is_true.register
def _only_legal(claim: claims.OnlyLegal, view: View) -> bool:
    return len(view.legal_moves) == 1


@is_true.register
def _holds(claim: claims.Holds, view: View) -> bool:
    return claim.card in view.hand


@is_true.register
def _lacks(claim: claims.Lacks, view: View) -> bool:
    return claim.card in unseen(view)


@is_true.register
def _higher(claim: claims.Higher, view: View) -> bool:
    return claim.card.suit is claim.other.suit and height(view, claim.card) > height(view, claim.other)


@is_true.register
def _rank_above(claim: claims.RankAbove, view: View) -> bool:
    return height(view, claim.card) > height(view, claim.other)


@is_true.register
def _equal(claim: claims.Equal, view: View) -> bool:
    low, high = sorted((height(view, claim.card), height(view, claim.other)))
    others = [card for card in (*unseen(view), *table(view)) if card.suit is claim.card.suit]
    both = {claim.card, claim.other} <= set(view.hand) and claim.card.suit is claim.other.suit
    return both and not any(low < height(view, card) < high for card in others)


@is_true.register
def _length(claim: claims.Length, view: View) -> bool:
    return sum(card.suit is claim.suit for card in view.hand) == claim.n


@is_true.register
def _lowest_of_suit(claim: claims.LowestOfSuit, view: View) -> bool:
    held = [card for card in view.hand if card.suit is claim.card.suit]
    return min(held, key=lambda card: height(view, card), default=None) == claim.card


@is_true.register
def _out(claim: claims.Out, view: View) -> bool:
    return sum(card.suit is claim.suit for card in unseen(view)) == claim.n


@is_true.register
def _master(claim: claims.Master, view: View) -> bool:
    return not above(view, claim.card)


@is_true.register
def _not_master(claim: claims.NotMaster, view: View) -> bool:
    return bool(above(view, claim.card))


@is_true.register
def _is_trump(claim: claims.IsTrump, view: View) -> bool:
    return claim.card.suit == trump(view)


@is_true.register
def _is_side(claim: claims.IsSide, view: View) -> bool:
    return claim.card.suit != trump(view)


@is_true.register
def _holds_trump(claim: claims.HoldsTrump, view: View) -> bool:
    return any(card.suit == trump(view) for card in view.hand)


@is_true.register
def _is_honour(claim: claims.IsHonour, view: View) -> bool:
    return claim.card.code[1] in "AKQJ"


@is_true.register
def _undecided(claim: claims.Undecided, view: View) -> bool:
    return len(holders(view)) > 1 and claim.seat in holders(view) and claim.seat != me(view)


@is_true.register
def _on_lead(claim: claims.OnLead, view: View) -> bool:
    return not table(view)


@is_true.register
def _out_of(claim: claims.OutOf, view: View) -> bool:
    held = any(card.suit is claim.suit for card in view.hand)
    return bool(table(view)) and table(view)[0].suit is claim.suit and not held


@is_true.register
def _winning(claim: claims.Winning, view: View) -> bool:
    best = ahead(view)
    return best is not None and best[0] == claim.seat


@is_true.register
def _beats_table(claim: claims.BeatsTable, view: View) -> bool:
    return beats_table(view, claim.card)


@is_true.register
def _loses(claim: claims.Loses, view: View) -> bool:
    return not beats_table(view, claim.card)


@is_true.register
def _none_wins(claim: claims.NoneWins, view: View) -> bool:
    return bool(table(view)) and not any(beats_table(view, card) for card in plays(view))


@is_true.register
def _lowest_winner(claim: claims.LowestWinner, view: View) -> bool:
    same = [card for card in plays(view) if card.suit is claim.card.suit and beats_table(view, card)]
    return min(same, key=lambda card: height(view, card), default=None) == claim.card


@is_true.register
def _sure_win(claim: claims.SureWin, view: View) -> bool:
    safe = not any(could_beat(view, seat, claim.card) for seat in later(view))
    return beats_table(view, claim.card) and safe


@is_true.register
def _side_wins(claim: claims.SideWins, view: View) -> bool:
    return beats_table(view, claim.card) and not in_danger(view, claim.card)


@is_true.register
def _in_danger(claim: claims.InDanger, view: View) -> bool:
    return in_danger(view, claim.card)


@is_true.register
def _with_rival(claim: claims.WithRival, view: View) -> bool:
    return any(could_hold(view, seat, claim.card) for seat in rivals(view))


@is_true.register
def _stands(claim: claims.Stands, view: View) -> bool:
    best = ahead(view)
    if best is None or best[0] not in friends(view):
        return False
    led = table(view)[0].suit
    for seat in rivals(view):
        follows = best[1].suit is led and any(could_hold(view, seat, card) for card in above(view, best[1]))
        if follows or (not could_have(view, seat, led) and could_beat(view, seat, best[1])):
            return False
    return True


@is_true.register
def _trump_is_open(claim: claims.TrumpIsOpen, view: View) -> bool:
    return not table(view) and any(card.suit == trump(view) for card in plays(view))


@is_true.register
def _rivals_may_hold_trumps(claim: claims.RivalsMayHoldTrumps, view: View) -> bool:
    return any(could_have(view, seat, trump(view)) for seat in set(rest(view)) - friends(view))


@is_true.register
def _tricks_left(claim: claims.TricksLeft, view: View) -> bool:
    return len(view.hand) == claim.n


@is_true.register
def _plays_after(claim: claims.PlaysAfter, view: View) -> bool:
    return claim.seat in later(view)


@is_true.register
def _suit_led(claim: claims.SuitLed, view: View) -> bool:
    return bool(table(view)) and table(view)[0].suit is claim.suit


# --- sides ---------------------------------------------------------------------------------------------


@is_true.register
def _friend(claim: claims.Friend, view: View) -> bool:
    return claim.seat in friends(view)


@is_true.register
def _is_partner(claim: claims.IsPartner, view: View) -> bool:
    return is_partner(view)


@is_true.register
def _declares(claim: claims.Declares, view: View) -> bool:
    return view.contract is not None and view.contract.declarer == claim.seat


@is_true.register
def _called(claim: claims.Called, view: View) -> bool:
    return view.partner is not None and view.partner.card == claim.card


@is_true.register
def _not_shown(claim: claims.NotShown, view: View) -> bool:
    return view.partner is not None and not view.partner.shown


@is_true.register
def _partner_has(claim: claims.PartnerHas, view: View) -> bool:
    called = view.partner is not None and view.partner.card == claim.card
    assert view.contract is not None
    return called and claim.card in unseen(view) and view.contract.declarer not in holders(view)


@is_true.register
def _shown(claim: claims.Shown, view: View) -> bool:
    return view.partner is not None and view.partner.shown and view.partner.holder == claim.seat


@is_true.register
def _my_called_card(claim: claims.MyCalledCard, view: View) -> bool:
    return is_partner(view)


@is_true.register
def _only_holder(claim: claims.OnlyHolder, view: View) -> bool:
    return holders(view) == {claim.seat}


@is_true.register
def _void_since(claim: claims.VoidSince, view: View) -> bool:
    return showed_out(view, claim.seat, claim.suit)[:1] == [claim.trick]


@is_true.register
def _free_places(claim: claims.FreePlaces, view: View) -> bool:
    return view.seats[claim.seat].cards_left == claim.n


@is_true.register
def _led_in(claim: claims.LedIn, view: View) -> bool:
    tricks = [*view.tricks, *([view.trick] if view.trick else [])]
    trick = tricks[claim.trick - 1]
    return trick.leader == claim.seat and trick.cards[0].suit is claim.suit


@is_true.register
def _after_declarer(claim: claims.AfterDeclarer, view: View) -> bool:
    assert view.contract is not None
    tricks = [*view.tricks, *([view.trick] if view.trick else [])]
    trick = tricks[claim.trick - 1]
    best = 0
    for place, card in enumerate(trick.cards):
        beat = place == 0 or higher(view, card, trick.cards[best])
        if trick.hands[place] == claim.seat and place:
            return trick.hands[best] == view.contract.declarer and beat is claim.beat
        best = place if beat else best
    return False


# --- goals ---------------------------------------------------------------------------------------------


def _table_of_goals(view: View) -> float:
    """The weights of the hand added up card by card."""
    suit_of_trump, hand = trump(view), list(view.hand)
    row = goals.NO_TRUMP if suit_of_trump is None else goals.TABLE[min(len(hand), 13) - 1]
    total = row.base
    for card in hand:
        n = sum(other.suit is card.suit for other in hand)
        if card.suit == suit_of_trump:
            total += row.trumps[
                "AKQJT".find(card.code[1]) if card.code[1] in "AKQJT" else 6 - (card.rank > 4)
            ]
        elif card.code[1] == "A":
            total += row.ace[1 if n >= 4 else 0]
        elif card.code[1] == "K":
            total += row.king[0 if n == 1 else 2 if n >= 4 else 1]
        elif card.code[1] == "Q" and n > 1:
            total += row.queen[1 if n >= 4 else 0]
        elif card.code[1] == "J" and n >= 3:
            total += row.jack
    if any(card.suit == suit_of_trump for card in hand):
        for suit in set(Suit) - {suit_of_trump}:
            n = sum(card.suit is suit for card in hand)
            total += row.void if n == 0 else row.single if n == 1 else 0.0
    return float(total * (goals.SEATS / len(view.seats)) ** goals.CROWD)


@is_true.register
def _counts_to(claim: of_goals.CountsTo, view: View) -> bool:
    if len(view.hand) == 1 and view.hand[0].suit == trump(view):
        return claim.n == (_percent_none_higher(view) >= 48)
    counted = round(_table_of_goals(view), 6)
    inside = min(max(counted, 0.0), float(len(view.hand)))
    return int(inside + 0.5) == claim.n


@is_true.register
def _sure_trumps(claim: of_goals.SureTrumps, view: View) -> bool:
    return sure(view, list(view.hand)) == claim.n > 0


@is_true.register
def _sure_without(claim: of_goals.SureWithout, view: View) -> bool:
    others = [card for card in view.hand if card != claim.card]
    return len(others) == len(view.hand) - 1 and sure(view, others) == claim.n > 0


@is_true.register
def _forbids(claim: of_goals.Forbids, view: View) -> bool:
    said = [made.call.tricks for made in view.calls if isinstance(made.call, TrickGoal)]
    last = len(said) == len(view.seats) - 1 and dict(view.options)["hook"] == "last_bidder"
    return last and sum(said) + claim.n == len(view.hand) and claim.n >= 0


@is_true.register
def _said_so_far(claim: of_goals.SaidSoFar, view: View) -> bool:
    said = [made.call.tricks for made in view.calls if isinstance(made.call, TrickGoal)]
    return bool(said) and sum(said) == claim.n


@is_true.register
def _low_hand(claim: of_goals.LowHand, view: View) -> bool:
    high = [card for card in view.hand if card.suit == trump(view) and card.code[1] in "9TJQKA"]
    return trump(view) is not None and not high and not any(card.code[1] == "A" for card in view.hand)


@is_true.register
def _none_higher(claim: of_goals.NoneHigher, view: View) -> bool:
    one = len(view.hand) == 1 and view.hand[0].suit == trump(view)
    return one and _percent_none_higher(view) == claim.percent


def _percent_none_higher(view: View) -> int:
    n, better = len(unseen(view)), len(above(view, view.hand[0]))
    others = range(len(rest(view)))
    return round(100 * prod((Fraction(n - better - seat, n - seat) for seat in others), start=Fraction(1)))


@is_true.register
def _wants(claim: of_goals.Wants, view: View) -> bool:
    return wants(view) == claim.n


@is_true.register
def _highest_loser(claim: of_goals.HighestLoser, view: View) -> bool:
    losers = [card for card in plays(view) if card.suit is claim.card.suit and not beats_table(view, card)]
    return max(losers, key=lambda card: height(view, card), default=None) == claim.card


@is_true.register
def _all_win(claim: of_goals.AllWin, view: View) -> bool:
    return bool(table(view)) and all(beats_table(view, card) for card in plays(view))


@is_true.register
def _unseen(claim: of_goals.Unseen, view: View) -> bool:
    return len(above(view, claim.card)) == claim.n


@is_true.register
def _more_unseen(claim: of_goals.MoreUnseen, view: View) -> bool:
    return len(above(view, claim.card)) > len(above(view, claim.other))


@is_true.register
def _extra_costs(claim: of_goals.ExtraCosts, view: View) -> bool:
    match dict(view.options)["scoring"]:
        case "square":
            return wants(view) <= 0
        case "tricks_plus_10":
            return wants(view) == 0
        case _:
            return wants(view) == 0


# --- card points ---------------------------------------------------------------------------------------


def _score(view: View, suit: Suit) -> int:
    """Length and tops of a trump suit and half for every other three, in halves."""
    held = [card.code[1] for card in view.hand if card.suit is suit]
    threes = [card for card in view.hand if card.code[1] == "3" and card.suit is not suit]
    return 2 * len(held) + 2 * sum(rank in "32A" for rank in held) + len(threes)


@is_true.register
def _opens_at(claim: of_points.OpensAt, view: View) -> bool:
    row = {6: 38, 7: 51, 8: 51, 9: 66, 10: 68, 11: 80, 12: 80, 13: 91, 14: 93}
    score = _score(view, claim.suit)
    return claim.percent == (19 if score < 6 else row.get(score, 98))


@is_true.register
def _takes_points(claim: of_points.TakesPoints, view: View) -> bool:
    most = 0.0
    for suit in Suit:
        total = opening_chances.BASE
        for card in view.hand:
            if card.suit is suit:
                total += opening_chances.EACH_TRUMP + {"3": 1.8, "2": 3.1, "A": 3.3}.get(card.code[1], 0.0)
            else:
                total += {"3": 4.5, "2": 2.1}.get(card.code[1], 0.0) + 0.08 * points([card])
        most = max(most, total)
    return claim.points <= most + 1e-9 and most < claim.points + 1 + 1e-9


@is_true.register
def _least_promise(claim: of_points.LeastPromise, view: View) -> bool:
    made = [call.call.points for call in view.calls if isinstance(call.call, PointBid)]
    return claim.n == (made[-1] + 1 if made else 31)


@is_true.register
def _highest_lacked(claim: of_points.HighestLacked, view: View) -> bool:
    lacked = [card for card in pack(view) if card.suit is claim.card.suit and card not in view.hand]
    return not played(view) and max(lacked, key=lambda card: height(view, card)) == claim.card


@is_true.register
def _worth(claim: of_points.Worth, view: View) -> bool:
    return points([claim.card]) == claim.n


@is_true.register
def _in_the_trick(claim: of_points.InTheTrick, view: View) -> bool:
    return bool(table(view)) and points([*table(view), claim.card]) == claim.n


@is_true.register
def _on_the_table(claim: of_points.OnTheTable, view: View) -> bool:
    return points(table(view)) == claim.n > 0


@is_true.register
def _least_points(claim: of_points.LeastPoints, view: View) -> bool:
    losers = [card for card in plays(view) if not beats_table(view, card)]
    return claim.card in losers and points([claim.card]) == min(points([card]) for card in losers)


@is_true.register
def _more_points(claim: of_points.MorePoints, view: View) -> bool:
    return points([claim.card]) > points([claim.other])


@is_true.register
def _rival_may_take(claim: of_points.RivalMayTake, view: View) -> bool:
    best = ahead(view)
    if best is None or beats_table(view, claim.card):
        return in_danger(view, claim.card)
    return best[0] not in friends(view) or in_danger(view, best[1])
