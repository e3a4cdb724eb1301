"""Partner opened: coach_lore section 2.2, and 2.4 where they came between."""

from __future__ import annotations

from engine_server.advisor.natural.auction import DOUBLE, REDOUBLE, Table, in_suit, no_trump
from engine_server.advisor.natural.continuing import go_on
from engine_server.advisor.natural.hands import MAJORS, MINORS
from engine_server.advisor.natural.meanings import Force, Meaning, MeaningCode
from engine_server.advisor.natural.needs import (
    MOST,
    Balanced,
    Defence,
    Feature,
    Good,
    Length,
    Need,
    Points,
    Preferred,
    Stopped,
    Support,
    Total,
)
from engine_server.rules.cards import Suit
from engine_server.rules.moves import Bid

SPADES, HEARTS, DIAMONDS, CLUBS = Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS


def respond_to_suit(table: Table, suit: Suit) -> None:
    """Answers to one of a suit."""
    heard = table.heard
    if isinstance(heard.before_me, Bid):
        _over_bid(table, suit, heard.before_me)
        return
    doubled = heard.before_me == DOUBLE
    if suit in MAJORS:
        _raise_major(table, suit, doubled)
    if doubled:
        table.call(REDOUBLE, Meaning(MeaningCode.VALUES, (Points(10), Length(suit, 0, 3)), Force.FORCING))
    _jump_shift(table, suit)
    if suit in MAJORS:
        _over_major(table, suit)
    else:
        _over_minor(table, suit)
    table.passes(Points(0, 9 if doubled else 5))


# --- partner's major -----------------------------------------------------------------------------------


def _raise_major(table: Table, suit: Suit, doubled: bool) -> None:
    if not (doubled or table.heard.passed_first):
        _splinters(table, suit)
        strong = [Length(suit, 4), Support(13, MOST, suit), Points(10)]
        table.artificial(no_trump(2), MeaningCode.STRONG_RAISE, strong, Force.GAME, suit)
    table.raised(in_suit(4, suit), [Length(suit, 5), Points(2, 9), Support(6, MOST, suit)], Force.SIGN_OFF)
    table.raised(in_suit(3, suit), [Length(suit, 4), Support(10, 12, suit), Points(6)], Force.INVITES)
    table.raised(in_suit(2, suit), [Length(suit, 3), Support(6, 9, suit), Points(3)])
    if table.heard.passed_first:
        table.raised(in_suit(3, suit), [Length(suit, 3), Support(10, MOST, suit), Points(6)], Force.INVITES)


def _splinters(table: Table, suit: Suit) -> None:
    """A double jump: four trumps or more, at most one card in the suit named."""
    for short in Suit:
        if short is not suit:
            level = 3 if (short > suit) else 4
            needs = (Length(short, 0, 1), Length(suit, 4), Points(9, 12), Support(13, 18, suit))
            table.call(in_suit(level, short), Meaning(MeaningCode.SHORT, needs, Force.GAME, short, suit))


def _over_major(table: Table, suit: Suit) -> None:
    lower = tuple(one for one in Suit if one is not suit)
    if suit is HEARTS:
        _one_level(table, SPADES, [Length(SPADES, 4), Total(6)])
    two_level = tuple(one for one in lower if one < suit)
    for one in two_level:
        least = 5 if one is HEARTS else 4
        needs = [Preferred(one, two_level), Length(one, least), Points(10)]
        table.suit(in_suit(2, one), needs, _new_suit(table))
    for one in two_level:
        least = 5 if one is HEARTS else 4
        table.suit(in_suit(2, one), [Length(one, least), Points(10)], _new_suit(table))
    table.no_trump(3, [Points(13, 17), Length(suit, 2, 3)], Force.SIGN_OFF)
    table.raised(in_suit(3, suit), [Length(suit, 3), Support(10, 12, suit)], Force.INVITES)
    table.no_trump(1, [Points(6, 10)])


def _new_suit(table: Table) -> Force:
    """A new suit asks for another call, unless the caller passed at first or they doubled."""
    heard = table.heard
    return Force.NONE if heard.passed_first else Force.FORCING


def _one_level(table: Table, suit: Suit, needs: list[Need]) -> None:
    table.suit(in_suit(1, suit), needs, _new_suit(table))


# --- partner's minor -----------------------------------------------------------------------------------


def _over_minor(table: Table, suit: Suit) -> None:
    no_major = [Length(major, 0, 3) for major in MAJORS]
    if suit is CLUBS:
        _one_level(
            table, DIAMONDS, [Length(DIAMONDS, 5), Points(12), Preferred(DIAMONDS, (DIAMONDS, *MAJORS))]
        )
    for major in MAJORS:
        _one_level(table, major, [Length(major, 4), Preferred(major, MAJORS), Total(6)])
    own = 5 if suit is CLUBS else 4
    table.raised(in_suit(2, suit), [Length(suit, own), *no_major, Support(6, 9, suit), Points(4)])
    table.raised(
        in_suit(3, suit), [Length(suit, own), *no_major, Support(10, 12, suit), Points(7)], Force.INVITES
    )
    if suit is DIAMONDS:
        table.suit(in_suit(2, CLUBS), [Length(CLUBS, 5), *no_major, Points(10)], _new_suit(table))
    table.no_trump(2, [Points(11, 12), Balanced(), *no_major], Force.INVITES)
    table.no_trump(3, [Points(13, 15), Balanced(), *no_major], Force.SIGN_OFF)
    if suit is CLUBS:
        _one_level(table, DIAMONDS, [Length(DIAMONDS, 4), *no_major, Total(6)])
    else:
        table.suit(in_suit(2, CLUBS), [Length(CLUBS, 4), *no_major, Points(10)], _new_suit(table))
    table.raised(in_suit(4, suit), [Length(suit, own), *no_major, Points(13)], Force.GAME)
    table.no_trump(3, [Points(13, 18), *no_major], Force.SIGN_OFF)
    table.no_trump(1, [Points(6, 10)])


def _jump_shift(table: Table, suit: Suit) -> None:
    """17 points and a good long suit of one's own."""
    if table.heard.passed_first:
        return
    for one in reversed(Suit):
        if one is not suit:
            bid = in_suit(2 if one > suit else 3, one)
            table.suit(bid, [Length(one, 6), Good(one), Points(17)], Force.GAME)


# --- they came between ---------------------------------------------------------------------------------


def _over_bid(table: Table, suit: Suit, bid: Bid) -> None:
    """They overcalled partner's one of a suit."""
    theirs = bid.denomination.trump
    if theirs is None:
        _over_their_no_trump(table, suit)
        return
    if theirs is suit:
        go_on(table)
        return
    own = 3 if suit in MAJORS else (5 if suit is CLUBS else 4)
    cheap = table.heard.cheapest(suit)
    game = table.heard.game(suit)
    if suit in MAJORS and table.heard.me not in table.heard.situation.vulnerable:
        jump = [Length(suit, 5), Points(2, 9), Support(6, MOST, suit)]
        table.raised(Bid(4, game.denomination), jump, Force.SIGN_OFF)
    cue = table.heard.cheapest(theirs)
    if cue.level <= 4 and cue.height < Bid(game.level, game.denomination).height:
        table.artificial(
            cue,
            MeaningCode.STRONG_RAISE,
            [Length(suit, own), Support(11, MOST, suit), Points(8)],
            Force.FORCING,
            suit,
        )
    if suit in MINORS:
        _suits_over_bid(table, suit, theirs, bid)
    if cheap.level <= 3:
        most = 10 if cheap.level == 2 else 11
        least = 6 if cheap.level == 2 else 8
        table.raised(cheap, [Length(suit, own), Support(least, most, suit), Points(3)])
    if cheap.level == 2:
        table.raised(in_suit(3, suit), [Length(suit, own + 1), Points(3, 8), Support(6, 10, suit)])
    if suit in MAJORS:
        table.raised(
            in_suit(4, suit), [Length(suit, own), Support(11, MOST, suit), Points(8)], Force.SIGN_OFF
        )
        _suits_over_bid(table, suit, theirs, bid)
    _negative(table, suit, theirs, bid)
    _no_trump_over(table, theirs)
    _strong_double(table, bid)
    if bid.level >= 4:
        table.call(DOUBLE, Meaning(MeaningCode.PENALTY, (Points(10),)))
    table.passes(Points(0, 11 if bid.level > 1 else 10))


def _suits_over_bid(table: Table, suit: Suit, theirs: Suit, bid: Bid) -> None:
    others = tuple(one for one in Suit if one not in (suit, theirs))
    for one in reversed(others):
        cheap = table.heard.cheapest(one)
        if cheap.level == 1:
            least = 4 if theirs is DIAMONDS else 5
            needs = [Length(one, least), Preferred(one, majors_of(others)), Total(6)]
            table.suit(cheap, needs, _new_suit(table))
        elif cheap.level <= 3:
            least = 10 if cheap.level == 2 else 12
            table.suit(cheap, [Length(one, 5), Preferred(one, others), Points(least)], _new_suit(table))
        elif one in MAJORS and cheap.level == 4:
            table.suit(cheap, [Length(one, 6), Total(13)], Force.SIGN_OFF)


def majors_of(suits: tuple[Suit, ...]) -> tuple[Suit, ...]:
    """The majors among them, or all where there is none."""
    return tuple(suit for suit in suits if suit in MAJORS) or suits


def _no_trump_over(table: Table, theirs: Suit) -> None:
    stopped = Stopped(theirs)
    table.no_trump(1, [Points(7, 10), stopped])
    table.no_trump(2, [Points(11, 12), stopped, Balanced()], Force.INVITES)
    table.no_trump(3, [Points(13, 17), stopped], Force.SIGN_OFF)


def _negative(table: Table, suit: Suit, theirs: Suit, bid: Bid) -> None:
    """Double of an overcall up to three spades shows the majors not yet bid."""
    if bid.level > 3:
        return
    unbid = tuple(major for major in MAJORS if major not in (suit, theirs))
    shown = unbid or tuple(minor for minor in MINORS if minor not in (suit, theirs))
    least = (6, 8, 10)[bid.level - 1]
    needs = (Points(least), *(Length(one, 4) for one in shown))
    table.call(DOUBLE, Meaning(MeaningCode.NEGATIVE, needs, Force.FORCING))


def _strong_double(table: Table, bid: Bid) -> None:
    """The same double with plain strength and nothing better to say."""
    if bid.level <= 3:
        least = (11, 13, 15)[bid.level - 1]
        table.call(DOUBLE, Meaning(MeaningCode.NEGATIVE, (Points(least),), Force.FORCING))


def _over_their_no_trump(table: Table, suit: Suit) -> None:
    """They overcalled one no trump: double with the points, else a long suit or support."""
    table.call(DOUBLE, Meaning(MeaningCode.PENALTY, (Points(9),)))
    if suit in MAJORS:
        table.raised(table.heard.cheapest(suit), [Length(suit, 3), Support(5, 10, suit)])
    for one in reversed(Suit):
        if one is not suit:
            table.suit(table.heard.cheapest(one), [Length(one, 6), Points(4, 8)])
    table.passes(Points(0, 8))


# --- strong and weak openings ---------------------------------------------------------------------------


def respond_to_strong(table: Table) -> None:
    """Two clubs: a good suit with eight points, else two diamonds."""
    for one in reversed(Suit):
        bid = table.heard.cheapest(one)
        if bid != in_suit(2, DIAMONDS):
            needs = [Length(one, 5), Good(one), Points(8), Preferred(one, tuple(Suit))]
            table.suit(bid, needs, Force.GAME)
    if isinstance(table.heard.before_me, Bid):
        table.passes(Points(0, 12))
    table.artificial(in_suit(2, DIAMONDS), MeaningCode.RELAY, [], Force.FORCING)


def respond_to_weak_two(table: Table, suit: Suit) -> None:
    """Raise to the number of trumps; from 15 points ask, or bid game."""
    major = suit in MAJORS
    game = in_suit(4 if major else 5, suit)
    if major:
        table.raised(game, [Length(suit, 3), Support(16, MOST, suit), Points(12)], Force.SIGN_OFF)
    if not isinstance(table.heard.before_me, Bid):
        for one in reversed(Suit):
            if one is not suit:
                needs = [Length(one, 5), Good(one), Points(16)]
                table.suit(table.heard.cheapest(one), needs, Force.FORCING)
        table.artificial(no_trump(2), MeaningCode.ASKS, [Points(15)], Force.FORCING, suit)
    else:
        table.no_trump(3, [Points(17), *(Stopped(one) for one in table.heard.theirs)], Force.SIGN_OFF)
    table.raised(in_suit(4, suit), [Length(suit, 4), Points(5, 14)], Force.SIGN_OFF)
    table.raised(in_suit(3, suit), [Length(suit, 3), Points(5, 14)], Force.SIGN_OFF)
    table.passes(Points(0, 17 if isinstance(table.heard.before_me, Bid) else 15))


def answer_feature(table: Table, suit: Suit) -> None:
    """Partner asks about the weak two: the suit with a minimum, else an ace or king outside."""
    table.suit(in_suit(3, suit), [Points(5, 7)], code=MeaningCode.SUIT)
    for one in Suit:
        if one is not suit:
            table.suit(in_suit(3, one), [Points(8), Feature(one)], Force.FORCING)
    table.no_trump(3, [Points(8)])
    table.suit(in_suit(3, suit), [])
    table.passes()


def respond_to_preempt(table: Table, suit: Suit, level: int) -> None:
    """Game with 15 points or so, more trumps to take more room, else pass."""
    if suit in MAJORS:
        table.raised(in_suit(4, suit), [Length(suit, 2), Support(15, MOST, suit)], Force.SIGN_OFF)
        table.raised(in_suit(4, suit), [Length(suit, 3), Support(10, 14, suit)], Force.SIGN_OFF)
    stops = [Stopped(one) for one in Suit if one is not suit]
    table.no_trump(3, [Points(16), *stops], Force.SIGN_OFF)
    if level == 3 and suit in MINORS:
        table.raised(in_suit(5, suit), [Length(suit, 3), Support(16, MOST, suit)], Force.SIGN_OFF)
    if level == 4 and suit in MINORS:
        table.raised(in_suit(5, suit), [Length(suit, 1), Points(15)], Force.SIGN_OFF)
    for one in MAJORS:
        if one is not suit:
            table.suit(in_suit(4, one), [Length(one, 7), Points(12)], Force.SIGN_OFF)
    _double_high(table)
    table.passes(Points(0, 21))


def _double_high(table: Table) -> None:
    """They bid over partner's pre-empt: double with tricks of one's own."""
    bid = table.heard.before_me
    if isinstance(bid, Bid) and bid.level >= 4:
        table.call(DOUBLE, Meaning(MeaningCode.PENALTY, (Defence(bid, 8 - bid.level),)))
