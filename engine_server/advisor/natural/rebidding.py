"""The opener's second call: coach_lore section 2.3."""

from __future__ import annotations

from engine_server.advisor.natural.auction import Table, in_suit
from engine_server.advisor.natural.continuing import contest, go_on
from engine_server.advisor.natural.hands import MAJORS
from engine_server.advisor.natural.meanings import Force, Meaning, MeaningCode
from engine_server.advisor.natural.needs import (
    MOST,
    Balanced,
    Good,
    Length,
    Points,
    Stopped,
    Support,
    Total,
)
from engine_server.rules.cards import Denomination, Suit
from engine_server.rules.moves import Bid


def rebid_after_suit(table: Table, own: Suit, shown: Suit) -> None:
    """Partner answered one of a suit with a new suit, or showed one by a double."""
    heard = table.heard
    if not heard.last_is_ours and heard.last_bid is not None and heard.last_bid.level > 2:
        contest(table)
        return
    least = heard.hers.points.low
    high = least >= 10
    _raise_partner(table, shown, high)
    if not high:
        _cheap_major(table, own, shown)
    _no_trump(table, own, high)
    _long_suit_jumps(table, own, high)
    _second_suits(table, own, shown, high)
    _minimum(table, own, shown, high)


def _raise_partner(table: Table, shown: Suit, high: bool) -> None:
    heard = table.heard
    cheap = heard.cheapest(shown)
    length = Length(shown, 4 if heard.hers.least(shown) < 5 else 3)
    game = heard.game(shown)
    if shown in MAJORS:
        low = 16 if high else 19
        table.raised(game, [length, Support(low, MOST, shown)], Force.SIGN_OFF)
        jump = Bid(cheap.level + 1, cheap.denomination)
        if jump.level < game.level and not high:
            table.raised(jump, [length, Support(16, 18, shown)], Force.INVITES)
        table.raised(
            cheap,
            [length, Support(11, low - 1 if high else 15, shown)],
            Force.FORCING if high else Force.NONE,
        )
    elif high:
        table.raised(cheap, [length, Support(12, MOST, shown)], Force.FORCING)
    else:
        table.raised(
            Bid(cheap.level + 1, cheap.denomination), [length, Support(16, 18, shown)], Force.INVITES
        )
        table.raised(cheap, [length, Support(11, 15, shown)])


def _cheap_major(table: Table, own: Suit, shown: Suit) -> None:
    """A major of four at the one level."""
    for suit in MAJORS:
        bid = table.heard.cheapest(suit)
        if suit not in (own, shown, *table.heard.theirs) and bid.level == 1:
            table.suit(bid, [Length(suit, 4), Points(10, 18)])


def _no_trump(table: Table, own: Suit, high: bool) -> None:
    stops = [Stopped(suit) for suit in table.heard.theirs]
    table.no_trump(1, [Points(12, 14), Balanced(), *stops])
    if high:
        table.no_trump(2, [Points(12, 14), Balanced(), *stops], Force.FORCING)
        table.no_trump(3, [Points(15, 19), Balanced(), *stops], Force.SIGN_OFF)
    elif table.heard.cheapest(Denomination.NO_TRUMP).level == 1:
        table.no_trump(2, [Points(18, 19), Balanced(), *stops], Force.INVITES)
    else:
        table.no_trump(3, [Points(18, 19), Balanced(), *stops], Force.SIGN_OFF)


def _long_suit_jumps(table: Table, own: Suit, high: bool) -> None:
    """Six cards and more than a minimum."""
    heard = table.heard
    cheap = heard.cheapest(own)
    if own in MAJORS:
        table.suit(in_suit(4, own), [Length(own, 6), Total(19)], Force.SIGN_OFF)
        if cheap.level == 2:
            force = Force.GAME if high else Force.INVITES
            table.suit(in_suit(3, own), [Length(own, 6), Total(16, 18)], force)
    elif cheap.level == 2:
        table.suit(in_suit(3, own), [Length(own, 6), Total(16, 19)], Force.GAME if high else Force.INVITES)


def _second_suits(table: Table, own: Suit, shown: Suit, high: bool) -> None:
    """A new suit: a jump with 19 points, above the own suit with 16, else from a minimum up."""
    heard = table.heard
    others = [suit for suit in reversed(Suit) if suit not in (own, shown, *heard.theirs)]
    for suit in others:
        bid = heard.cheapest(suit)
        jump = Bid(bid.level + 1, bid.denomination)
        if not high and jump.level <= 3 and jump.height < in_suit(4, Suit.CLUBS).height:
            table.suit(jump, [Length(suit, 4), Total(19)], Force.GAME)
    for suit in others:
        bid = heard.cheapest(suit)
        above = bid.height > in_suit(2, own).height and bid.level > 1
        if bid.level <= 3 and above:
            force = Force.GAME if high else Force.FORCING
            table.suit(bid, [Length(suit, 4), Length(own, 5), Total(17)], force)
        elif bid.level == 2:
            force = Force.FORCING if high else Force.NONE
            table.suit(bid, [Length(suit, 4), Length(own, 4), Total(11, MOST if high else 18)], force)


def _minimum(table: Table, own: Suit, shown: Suit, high: bool) -> None:
    """What is left: the own suit, three cards of partner's, one no trump."""
    heard = table.heard
    cheap = heard.cheapest(own)
    most = MOST if high else 15
    force = Force.FORCING if high else Force.NONE
    if cheap.level == 2:
        table.suit(cheap, [Length(own, 6), Total(11, most)], force)
    support = heard.cheapest(shown)
    if support.level == 2 and not heard.theirs:
        table.raised(support, [Length(shown, 3), Support(11, 16, shown), Length(own, 5)])
    if cheap.level <= (3 if heard.forced else 2):
        table.suit(cheap, [Length(own, 5), Good(own), Total(11, most)], force)
    if not heard.theirs or heard.forced:
        table.no_trump(1, [Points(10, 16)])
    if high:
        table.no_trump(2, [Points(11, 15)], Force.FORCING)
        table.no_trump(3, [Points(16)], Force.SIGN_OFF)
    if cheap.level == 2 or heard.forced:
        table.suit(cheap, [Length(own, 5), Total(11, most)], force)
    if support.level == 3:
        table.raised(support, [Length(shown, 3), Total(11)], force)
    table.no_trump(2 if not high else 3, [Points(17, 21)], Force.INVITES)
    table.passes(Points(0, 16))


def rebid_after_no_trump(table: Table, own: Suit) -> None:
    """Partner answered one no trump, 6-10 points."""
    heard = table.heard
    if not heard.last_is_ours:
        contest(table)
        return
    stops = [Stopped(suit) for suit in heard.theirs]
    if own in MAJORS:
        table.suit(in_suit(4, own), [Length(own, 6), Total(20)], Force.SIGN_OFF)
    table.suit(in_suit(3, own), [Length(own, 6), Total(17, 19)], Force.INVITES)
    table.no_trump(3, [Points(18, 21), Balanced(), *stops], Force.SIGN_OFF)
    others = [suit for suit in reversed(Suit) if suit is not own and suit not in heard.theirs]
    for suit in others:
        if suit < own:
            table.suit(in_suit(3, suit), [Length(suit, 4), Length(own, 5), Total(19)], Force.GAME)
        else:
            table.suit(heard.cheapest(suit), [Length(suit, 4), Length(own, 5), Total(17)], Force.FORCING)
    table.suit(in_suit(2, own), [Length(own, 6), Total(11, 16)])
    for suit in others:
        if suit < own:
            longer = (
                [Length(own, 5)]
                if own in MAJORS
                else [Length(own, 4), Length(suit, 4 if suit != Suit.CLUBS else 5)]
            )
            table.suit(in_suit(2, suit), [Length(suit, 4), *longer, Total(11, 18)])
    table.no_trump(3, [Points(18), *stops], Force.SIGN_OFF)
    table.no_trump(2, [Points(16, 17), *stops], Force.INVITES)
    table.passes(Points(0, 17))


def answer_strong_raise(table: Table, own: Suit) -> None:
    """Two no trump agreed the major and forces to game: the short suit, else the strength."""
    heard = table.heard
    if not heard.game_forced or not heard.last_is_ours:
        go_on(table)
        return
    for suit in reversed(Suit):
        bid = in_suit(3, suit)
        if suit is not own and suit not in heard.theirs:
            needs = (Length(suit, 0, 1), Points(10, 19))
            table.call(bid, Meaning(MeaningCode.SHORT, needs, Force.GAME, suit, own))
    table.suit(in_suit(3, own), [Points(16)], Force.GAME)
    table.no_trump(3, [Points(14, 15)], Force.GAME)
    table.suit(in_suit(4, own), [Points(0, 15)], Force.NONE)
    table.suit(heard.cheapest(own), [], Force.NONE)
