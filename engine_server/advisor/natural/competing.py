"""They opened: overcalls, doubles for takeout, and what partner makes of them. coach_lore section 2.4."""

from __future__ import annotations

from engine_server.advisor.natural.auction import Table, in_suit
from engine_server.advisor.natural.continuing import go_on
from engine_server.advisor.natural.hands import MAJORS, MINORS
from engine_server.advisor.natural.meanings import Force, Meaning, MeaningCode
from engine_server.advisor.natural.needs import (
    MOST,
    Balanced,
    Defence,
    Good,
    Length,
    Need,
    Points,
    Preferred,
    Quality,
    Stopped,
    Support,
    Total,
)
from engine_server.rules.cards import Denomination, Suit
from engine_server.rules.moves import DOUBLE, PASS, Bid, Pass

KING = 3
"""Points fewer that do where a pass would end the auction."""


def enter(table: Table) -> None:
    """Our side has only passed so far, and their bid stands."""
    heard = table.heard
    bid = heard.last_bid
    assert bid is not None
    if heard.meanings[_place_of_last(table)].code is MeaningCode.STRONG_TWO:
        _over_strong(table)
        return
    less = KING if heard.closes else 0
    if bid.denomination is Denomination.NO_TRUMP:
        _over_no_trump(table, bid)
    elif bid.level <= 3:
        _over_suit(table, bid, less)
    else:
        _over_game(table, bid)
    table.passes(Points(0, 16 - less))


def _place_of_last(table: Table) -> int:
    heard = table.heard
    return max(place for place, made in enumerate(heard.calls) if made.call == heard.last_bid)


def _free(table: Table) -> tuple[Suit, ...]:
    """The suits they have not named."""
    return tuple(suit for suit in Suit if suit not in table.heard.theirs)


def _over_suit(table: Table, bid: Bid, less: int) -> None:
    heard = table.heard
    free = _free(table)
    low, high = (15 - less, 18 - less) if bid.level < 3 else (16, 20)
    cheap = heard.cheapest(Denomination.NO_TRUMP).level
    stops = [Stopped(suit) for suit in heard.theirs]
    if len(heard.theirs) < 2 or cheap == 1:
        table.no_trump(cheap, [Points(low, high), *([Balanced()] if cheap < 3 else []), *stops])
    double = Meaning(MeaningCode.TAKEOUT, _shape(table, bid, less), Force.FORCING, others=((Points(17),),))
    table.call(DOUBLE, double)
    for suit in reversed(free):
        if suit in MAJORS:
            _overcall(table, suit, free, less)
    for suit in reversed(free):
        if suit in MINORS:
            _overcall(table, suit, free, less)
    for suit in reversed(free):
        _jump(table, suit)


def _shape(table: Table, bid: Bid, less: int) -> tuple[Need, ...]:
    """At most two cards in their suits, three in the others; more points the higher the bid."""
    free = _free(table)
    least = (12, 12, 13, 15)[min(bid.level, 3)] - less
    long = [Length(suit, 3) for suit in free] if len(free) > 2 else [Length(suit, 4) for suit in free]
    short = [Length(suit, 0, 2) for suit in table.heard.theirs[:1]] if len(free) > 2 else []
    no_major = [Length(suit, 0, 4) for suit in free if suit in MAJORS]
    return (Points(least, 16), *short, *long, *no_major)


def _overcall(table: Table, suit: Suit, free: tuple[Suit, ...], less: int) -> None:
    heard = table.heard
    bid = heard.cheapest(suit)
    vulnerable = heard.me in heard.situation.vulnerable
    first = Preferred(suit, free)
    if bid.level == 1:
        quality = [Quality(suit, 6 if less else 7)]
        table.suit(bid, [Length(suit, 5), first, Points(8 - less, 16), *quality])
    elif bid.level == 2:
        low = (12 if vulnerable else 11) - less
        table.suit(bid, [Length(suit, 5), first, Points(low, 16), Quality(suit, 7 if less else 8)])
    elif bid.level == 3:
        table.suit(bid, [Length(suit, 6), first, Points(12 - less, 16), Good(suit)])


def _jump(table: Table, suit: Suit) -> None:
    """A weak two, or a pre-empt, over their bid."""
    heard = table.heard
    if heard.closes:
        return
    cheap = heard.cheapest(suit)
    for level, length in ((2, 6), (3, 7), (4, 8)):
        if level == cheap.level + 1 or (level > cheap.level and length > 6):
            needs = [Length(suit, length, length), Points(5, 10), Quality(suit, length + 2)]
            table.suit(in_suit(level, suit), needs, code=MeaningCode.LONG_WEAK)
    if suit in MAJORS and cheap.level <= 4:
        table.suit(in_suit(4, suit), [Length(suit, 7), Points(11, 16), Good(suit)])


def _over_no_trump(table: Table, bid: Bid) -> None:
    """They opened no trump: a double with as many points, else a long suit."""
    heard = table.heard
    if bid.level == 1:
        table.call(DOUBLE, Meaning(MeaningCode.PENALTY, (Points(16),)))
        low = 8 if heard.closes else 10
        for suit in reversed(_free(table)):
            needs = [Length(suit, 5), Preferred(suit, _free(table)), Points(low, 15), Quality(suit, 8)]
            table.suit(heard.cheapest(suit), needs)
    else:
        table.call(DOUBLE, Meaning(MeaningCode.PENALTY, (Defence(bid, max(3, 8 - bid.level)),)))
    if bid.level == 2:
        for suit in reversed(_free(table)):
            table.suit(heard.cheapest(suit), [Length(suit, 7), Points(8, 15), Good(suit)])


def _over_strong(table: Table) -> None:
    """They are strong: only a long good suit is worth showing."""
    for suit in reversed(_free(table)):
        bid = table.heard.cheapest(suit)
        if bid.level <= 3:
            table.suit(bid, [Length(suit, 6), Good(suit), Points(6, 14)])
    table.passes()


def _over_game(table: Table, bid: Bid) -> None:
    """They bid game or more at once: a double with tricks, a very long suit."""
    trump = bid.denomination.trump
    short = () if trump is None else (Length(trump, 0, 2),)
    if bid.level == 4:
        table.call(
            DOUBLE,
            Meaning(MeaningCode.TAKEOUT, (Points(16), *short), Force.NONE, others=((Defence(bid, 4),),)),
        )
    else:
        table.call(DOUBLE, Meaning(MeaningCode.PENALTY, (Defence(bid, max(2, 8 - bid.level)),)))
    for suit in MAJORS:
        if suit not in table.heard.theirs and table.heard.cheapest(suit).level == 4:
            table.suit(in_suit(4, suit), [Length(suit, 6), Good(suit), Points(14)], Force.SIGN_OFF)


# --- partner doubled for takeout ------------------------------------------------------------------------


def answer_double(table: Table) -> None:
    """The cheapest best suit with little, a jump with 9-11 points, game with 12."""
    heard = table.heard
    bid = heard.last_bid
    assert bid is not None
    theirs = bid.denomination.trump
    if heard.own or theirs is None or heard.last_is_ours:
        go_on(table)
        return
    free = _free(table)
    forced = isinstance(heard.before_me, Pass) or heard.stake > 1
    _penalty_pass(table, theirs)
    _strong_answers(table, theirs, free)
    if not forced:
        for suit in reversed(free):
            cheap = heard.cheapest(suit)
            if cheap.level <= 3:
                least = 6 if cheap.level < 3 else 8
                table.suit(cheap, [Length(suit, 4), _first(suit, free), Points(least, 11)])
        table.passes(Points(0, 10))
        return
    stops = [Stopped(theirs)]
    cheap_no_trump = heard.cheapest(Denomination.NO_TRUMP).level
    major = [Length(suit, 0, 3) for suit in free if suit in MAJORS]
    if cheap_no_trump < 3:
        table.no_trump(cheap_no_trump, [Points(6 if cheap_no_trump == 1 else 9, 11), *stops, *major])
    for suit in (*reversed(majors_in(free)), *reversed(minors_in(free))):
        table.suit(heard.cheapest(suit), [Length(suit, 3), _first(suit, free), Points(0, 11)])
    for suit in reversed(free):
        table.suit(heard.cheapest(suit), [Length(suit, 3), Points(0, 11)])


def _first(suit: Suit, free: tuple[Suit, ...]) -> Need:
    """A major before a minor that is not longer."""
    among = (suit, *(one for one in free if one is not suit))
    return Preferred(suit, among) if suit in MINORS else Preferred(suit, majors_in(free))


def majors_in(suits: tuple[Suit, ...]) -> tuple[Suit, ...]:
    """The majors among them."""
    return tuple(suit for suit in suits if suit in MAJORS)


def minors_in(suits: tuple[Suit, ...]) -> tuple[Suit, ...]:
    """The minors among them."""
    return tuple(suit for suit in suits if suit in MINORS)


def _penalty_pass(table: Table, theirs: Suit) -> None:
    bid = table.heard.last_bid
    if bid is not None and bid.level <= 3 and isinstance(table.heard.before_me, Pass):
        needs = (Length(theirs, 5), Good(theirs), Points(6))
        table.call(PASS, Meaning(MeaningCode.PENALTY, needs))


def _strong_answers(table: Table, theirs: Suit, free: tuple[Suit, ...]) -> None:
    heard = table.heard
    least = 12
    for suit in reversed(majors_in(free)):
        first = Preferred(suit, majors_in(free))
        game = heard.game(suit)
        table.suit(game, [Length(suit, 4), first, Total(least, 19)], Force.SIGN_OFF)
    table.no_trump(3, [Points(least, 18), Stopped(theirs)], Force.SIGN_OFF)
    cue = heard.cheapest(theirs)
    if cue.level <= 4:
        table.artificial(cue, MeaningCode.ASKS, [Points(least)], Force.FORCING, theirs)
    for suit in reversed(free):
        cheap = heard.cheapest(suit)
        jump = Bid(cheap.level + 1, cheap.denomination)
        if jump.level <= 3:
            table.suit(jump, [Length(suit, 4), _first(suit, free), Points(9, least - 1)], Force.INVITES)


def after_double(table: Table, suit: Suit) -> None:
    """Partner answered the double, perhaps with nothing: only much more than the double promised goes on."""
    heard = table.heard
    stops = [Stopped(one) for one in heard.theirs]
    high = heard.hers.points.low >= 6
    less = 5 if high else 0
    game, cheap = heard.game(suit), heard.cheapest(suit)
    if suit in MAJORS:
        table.raised(game, [Length(suit, 4), Support(21 - less, MOST, suit)], Force.SIGN_OFF)
    if cheap.level < game.level:
        table.raised(cheap, [Length(suit, 4), Support(17 - less, 20 - less, suit)], Force.INVITES)
    table.no_trump(3, [Points(22 - less), *stops], Force.SIGN_OFF)
    for one in reversed(heard.unbid):
        bid = heard.cheapest(one)
        if one is not suit and bid.level <= 3:
            table.suit(bid, [Length(one, 5), Points(17 - less)])
    level = heard.cheapest(Denomination.NO_TRUMP).level
    if level < 3:
        table.no_trump(level, [Points(18 - less, 21 - less), *stops])
    table.passes(Points(0, 21))


# --- partner overcalled ---------------------------------------------------------------------------------


def answer_overcall(table: Table, suit: Suit) -> None:
    """Raise with three trumps; a cue bid with eleven points and support; no trump with a stopper."""
    heard = table.heard
    game = heard.game(suit)
    theirs = heard.theirs
    cheap = heard.cheapest(suit)
    if suit in MAJORS:
        table.raised(game, [Length(suit, 3), Support(25 - heard.least, MOST, suit)], Force.SIGN_OFF)
    if suit in MAJORS and heard.me not in heard.situation.vulnerable:
        table.raised(game, [Length(suit, 5), Points(3, 9), Support(7, MOST, suit)], Force.SIGN_OFF)
    if theirs:
        cue = heard.cheapest(theirs[-1])
        if cue.level <= 3:
            needs = [Length(suit, 3), Support(11, MOST, suit), Points(8)]
            table.artificial(cue, MeaningCode.STRONG_RAISE, needs, Force.FORCING, suit)
    if cheap.level <= 3:
        if cheap.level == 2:
            table.raised(in_suit(3, suit), [Length(suit, 4), Points(3, 8), Support(6, 10, suit)])
        least = 6 if cheap.level == 2 else 8
        table.raised(cheap, [Length(suit, 3), Support(least, 11, suit), Points(3)])
    stops = [Stopped(one) for one in theirs]
    table.no_trump(3, [Points(16 if heard.least < 10 else 14), *stops], Force.SIGN_OFF)
    table.no_trump(2, [Points(12, 15), *stops], Force.INVITES)
    table.no_trump(1, [Points(8, 11), *stops])
    _own_suit(table)
    if heard.last_bid is not None and heard.last_bid.level >= 4:
        defence = Defence(heard.last_bid, max(2, 7 - heard.last_bid.level))
        table.call(DOUBLE, Meaning(MeaningCode.PENALTY, (defence,)))
    if not heard.last_is_ours:
        table.call(DOUBLE, Meaning(MeaningCode.NEGATIVE, (Points(13),), Force.FORCING))
    table.passes(Points(0, 15))


def _own_suit(table: Table) -> None:
    """A good suit of one's own beside partner's overcall."""
    heard = table.heard
    for one in reversed(heard.unbid):
        bid = heard.cheapest(one)
        if bid.level <= 3:
            least = (8, 10, 12)[bid.level - 1]
            table.suit(bid, [Length(one, 5), Good(one), Preferred(one, heard.unbid), Points(least, 16)])
