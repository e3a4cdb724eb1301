"""Later rounds: what both hands are known to hold decides between game, invitation, sign-off and pass."""

from __future__ import annotations

from collections.abc import Iterator

from engine_server.advisor.natural.auction import Table, in_suit, need_of, no_trump
from engine_server.advisor.natural.hands import MAJORS, MINORS
from engine_server.advisor.natural.meanings import Force, Meaning, MeaningCode
from engine_server.advisor.natural.needs import (
    MOST,
    AsLong,
    Defence,
    Length,
    Need,
    Points,
    Stopped,
    Support,
    Total,
)
from engine_server.advisor.natural.slams import SMALL, counted, try_slam
from engine_server.rules.cards import Denomination, Suit
from engine_server.rules.moves import DOUBLE, Bid

INVITES = 3
"""Points below game from which partner is invited, if partner may have so many more than the least."""
FIT = 8
"""Trumps of both hands that make a fit."""
DEFENSIVE_TRICK = 6
"""Points that partner promised count as one trick in defence for each six (our judgement)."""


def fits(table: Table) -> tuple[Suit, ...]:
    """Suits in which eight cards may be found, the surest first, majors before minors."""
    heard = table.heard
    able = [
        suit
        for suit in Suit
        if suit not in heard.theirs
        and (heard.hers.least(suit) >= 3 or heard.hers.least(suit) + heard.mine.least(suit) >= 7)
        and heard.hers.least(suit) >= 2
    ]
    known = [(heard.hers.least(suit) + heard.mine.least(suit), suit) for suit in able]
    ordered = sorted(known, key=lambda both: (both[1] in MAJORS, both[0], both[1]), reverse=True)
    return tuple(suit for _, suit in ordered)


def go_on(table: Table) -> None:
    """The rows for a caller whose partner has spoken and for whom no agreement is listed elsewhere."""
    heard = table.heard
    if not heard.last_is_ours:
        contest(table)
        return
    found = fits(table)
    asked = heard.asked
    placed = heard.in_game or (asked is not None and asked.force is Force.SIGN_OFF)
    if placed and not (heard.forced and not heard.in_game):
        if not _is_weak(table) and heard.last_bid is not None and heard.last_bid.level < 5:
            try_slam(table, found)
        _corrections(table, found)
        table.passes()
        return
    try_slam(table, found)
    _games(table, found)
    _late_suits(table)
    _sign_offs(table, found)
    table.passes(Points(0, max(10, 25 - heard.least)))
    _last_resorts(table, found)


def _is_weak(table: Table) -> bool:
    """Whether partner's last call denied the strength for more than game."""
    return table.heard.hers.points.high <= 9


def _corrections(table: Table, found: tuple[Suit, ...]) -> None:
    """Three no trump becomes four of a major that partner is known to hold."""
    heard = table.heard
    if heard.last_bid is None or heard.last_bid.denomination is not Denomination.NO_TRUMP:
        return
    for suit in found:
        bid = heard.cheapest(suit)
        known = heard.hers.lengths[suit].low
        if suit in MAJORS and known >= 4 and bid.level <= 4 and _is_new(table, suit):
            table.suit(bid, [Length(suit, FIT - known)], Force.SIGN_OFF, MeaningCode.RAISE)


def _is_new(table: Table, suit: Suit) -> bool:
    """Whether the caller may hold a fit that partner does not know of."""
    heard = table.heard
    return heard.mine.lengths[suit].low + heard.hers.lengths[suit].low < FIT


def _ranges(table: Table, bid: Bid, invitation: Bid) -> tuple[int, int]:
    """The least points for game, and for an invitation; both alike where there is no room to invite."""
    heard = table.heard
    least = heard.least
    most = max(least, min(heard.hers.points.high, least + INVITES))
    need = need_of(bid)
    if heard.can(invitation) and bid.level > 2:
        return max(0, need - least), max(0, need - most)
    middle = max(0, need - (least + most) // 2)
    return middle, middle


def _games(table: Table, found: tuple[Suit, ...]) -> None:
    """Game, or an invitation to it: a major fit, one's own long major, a new suit, no trump, a minor fit."""
    for suit in found:
        if suit in MAJORS:
            _game_in(table, suit, FIT - table.heard.hers.least(suit))
    for suit in _own_suits(table):
        if suit in MAJORS and suit not in found:
            _game_in(table, suit, 6)
    _new_suits(table)
    _game_in_no_trump(table)
    _minor_games(table, found)
    _fourth_suit(table)


def _game_in(table: Table, suit: Suit, length: int) -> None:
    heard = table.heard
    bid = heard.game(suit)
    below = Bid(bid.level - 1, bid.denomination)
    game, invite = _ranges(table, bid, below)
    needs: list[Need] = [Length(suit, max(0, length))]
    table.suit(bid, [*needs, counted(table, suit, game, max(game, SMALL - 1 - heard.least))], Force.SIGN_OFF)
    if invite < game and heard.cheapest(suit).level <= below.level:
        table.suit(below, [*needs, counted(table, suit, invite, game - 1)], Force.INVITES)


def _own_suits(table: Table) -> tuple[Suit, ...]:
    heard = table.heard
    return tuple(suit for suit in reversed(Suit) if heard.mine.lengths[suit].low >= 4)


def _new_suits(table: Table) -> None:
    """A second suit of one's own, with the points for game."""
    heard = table.heard
    if heard.mine.points.high < MOST or heard.passed_first or len(heard.unbid) < 2:
        return
    game = max(0, 25 - heard.least)
    for suit in reversed(heard.unbid):
        bid = heard.cheapest(suit)
        least = 4 if suit is Suit.HEARTS and heard.mine.lengths[Suit.SPADES].low >= 4 else 5
        longer = [Length(Suit.SPADES, 5)] if least == 4 else []
        if bid.level <= 3:
            table.suit(bid, [Length(suit, least), *longer, Total(game)], Force.GAME)


def _stops(table: Table) -> list[Need]:
    """Stoppers in their suits, and in the one suit left when ours are three, unless partner bid no trump."""
    heard = table.heard
    if any(meaning.code is MeaningCode.NO_TRUMP for _, meaning in heard.partners):
        return []
    left = heard.unbid if len(heard.unbid) == 1 else ()
    return [Stopped(suit) for suit in (*heard.theirs, *left)]


def _game_in_no_trump(table: Table) -> None:
    heard = table.heard
    bid = heard.game(Denomination.NO_TRUMP)
    below = Bid(bid.level - 1, bid.denomination)
    game, invite = _ranges(table, bid, below)
    stops = _stops(table)
    table.no_trump(bid.level, [Points(game, max(game, SMALL - 1 - heard.least)), *stops], Force.SIGN_OFF)
    if invite < game and below.level > 1 and heard.can(below):
        table.no_trump(below.level, [Points(invite, game - 1), *map(Stopped, heard.theirs)], Force.INVITES)


def _minor_games(table: Table, found: tuple[Suit, ...]) -> None:
    heard = table.heard
    for suit in found:
        if suit in MINORS:
            bid = heard.game(suit)
            game = max(0, need_of(bid) - heard.least)
            length = Length(suit, max(0, FIT - heard.hers.least(suit)))
            table.suit(
                bid, [length, counted(table, suit, game, max(game, SMALL - 1 - heard.least))], Force.SIGN_OFF
            )
            three = in_suit(3, suit)
            if heard.cheapest(suit).level <= 3 and bid.level > 3:
                low = max(0, 25 - heard.least - INVITES)
                table.suit(three, [length, counted(table, suit, low, game - 1)], Force.INVITES)


def _fourth_suit(table: Table) -> None:
    """The one suit left asks partner to go on: the points for game and nothing better to bid."""
    heard = table.heard
    if len(heard.unbid) != 1 or heard.theirs or heard.mine.points.high < MOST:
        return
    bid = heard.cheapest(heard.unbid[0])
    if bid.level <= 3 and not any(row.call == bid for row in table.rows):
        table.artificial(
            bid, MeaningCode.ASKS, [Points(max(12, 25 - heard.least))], Force.GAME, heard.unbid[0]
        )


def _late_suits(table: Table) -> None:
    """A second suit after the first was bid twice and partner offered no trump: six cards and four."""
    heard = table.heard
    suits = [meaning.suit for _, meaning in heard.own if meaning.suit is not None]
    asked = heard.asked
    if len(suits) < 2 or suits[0] is not suits[-1] or asked is None or asked.code is not MeaningCode.NO_TRUMP:
        return
    for suit in heard.unbid:
        bid = heard.cheapest(suit)
        if suit < suits[0] and bid.level <= 3:
            table.suit(bid, [Length(suit, 4), Length(suits[0], 6)])


def _sign_offs(table: Table, found: tuple[Suit, ...]) -> None:
    """Partner's earlier suit, one's own long suit, or one no trump, without the points to invite."""
    heard = table.heard
    most = max(0, 24 - heard.least)
    level = 3 if heard.forced else 2
    shown = [
        meaning.suit for _, meaning in heard.partners if meaning.suit is not None and not meaning.artificial
    ]
    if len(shown) > 1 and shown[0] is not shown[-1]:
        first, last = shown[0], shown[-1]
        bid = heard.cheapest(first)
        if bid.level <= level:
            table.raised(bid, [AsLong(first, last), Length(first, 2), Points(0, most)])
    for suit in found:
        bid = heard.cheapest(suit)
        if bid.level <= (3 if heard.hers.least(suit) >= 6 else level):
            table.raised(bid, [Length(suit, FIT - heard.hers.least(suit)), Points(0, most)])
    for suit in _own_suits(table):
        bid = heard.cheapest(suit)
        if bid.level <= level:
            table.suit(bid, [Length(suit, 6), Points(0, most + 1)])
    table.no_trump(1, [Points(0, most)])


def _last_resorts(table: Table, found: tuple[Suit, ...]) -> None:
    """Where partner's call may not be passed there is always a row to fall back on."""
    heard = table.heard
    if not heard.forced:
        return
    made = {row.call for row in table.rows}
    for suit in (*found, *_own_suits(table)):
        bid = heard.cheapest(suit)
        if bid not in made and bid.level <= 5:
            table.suit(bid, [Length(suit, max(2, min(5, FIT - heard.hers.least(suit))))])
    cheap = heard.cheapest(Denomination.NO_TRUMP)
    if cheap not in made and cheap.level <= 3:
        table.no_trump(cheap.level, [])
    if not table.rows:
        for suit in Suit:
            table.suit(heard.cheapest(suit), [])


# --- they bid too --------------------------------------------------------------------------------------


def contest(table: Table) -> None:
    """Their bid stands, and our side has spoken before."""
    heard = table.heard
    found = fits(table)
    bid = heard.last_bid
    assert bid is not None
    if heard.partners:
        _contest_with_partner(table, found, bid)
    elif heard.own:
        _reopen(table, bid)
    for meaning in _penalties(table, bid):
        table.call(DOUBLE, meaning)
    table.passes()
    if heard.forced and not any(row.call == DOUBLE for row in table.rows):
        table.call(DOUBLE, Meaning(MeaningCode.PENALTY))
    _last_resorts(table, found)


def _contest_with_partner(table: Table, found: tuple[Suit, ...], bid: Bid) -> None:
    heard = table.heard
    if bid.level <= 4:
        _contested_games(table, found)
    for suit in found:
        cheap = heard.cheapest(suit)
        trumps = cheap.level + 6
        if cheap.level <= 3:
            length = max(0, trumps - heard.hers.least(suit), heard.mine.lengths[suit].low)
            most = max(8, 24 - heard.least)
            table.raised(cheap, [Length(suit, length), Support(4 if cheap.level < 3 else 6, most + 3, suit)])
    if bid.level <= 2 and heard.mine.points.high > 12:
        for suit in _own_suits(table):
            cheap = heard.cheapest(suit)
            if cheap.level <= 3:
                table.suit(cheap, [Length(suit, 6), Total(12 if cheap.level < 3 else 15, 19)])
    _extra(table, bid)


def _contested_games(table: Table, found: tuple[Suit, ...]) -> None:
    heard = table.heard
    for suit in (*found, *_own_suits(table)):
        game = heard.game(suit)
        low = max(0, need_of(game) - heard.least - 1)
        length = max(0, FIT - heard.hers.least(suit)) if suit in found else 7
        if suit in MAJORS or not heard.theirs:
            table.suit(game, [Length(suit, length), counted(table, suit, low)], Force.SIGN_OFF)
    level = heard.game(Denomination.NO_TRUMP).level
    low = max(0, need_of(no_trump(level)) - heard.least)
    table.no_trump(level, [Points(low), *_stops(table)], Force.SIGN_OFF)


def _extra(table: Table, bid: Bid) -> None:
    """Strength beyond what was shown: a double that leaves the choice to partner."""
    heard, theirs = table.heard, bid.denomination.trump
    if theirs is None or bid.level > 3:
        return
    least = max(13, (25 if bid.level == 3 else 23) - heard.least)
    if heard.mine.points.high >= least:
        needs = (Points(least), Length(theirs, 0, 3))
        table.call(DOUBLE, Meaning(MeaningCode.TAKEOUT, needs, Force.FORCING))


def _reopen(table: Table, bid: Bid) -> None:
    """Partner has only passed: a double with shortness, a second suit, or the long suit again."""
    heard, theirs = table.heard, bid.denomination.trump
    if heard.mine.points.high <= 12 or bid.level > 3:
        return
    for suit in _own_suits(table):
        cheap = heard.cheapest(suit)
        if cheap.level <= 2:
            table.suit(cheap, [Length(suit, 6), Total(13, 18)])
        elif cheap.level == 3:
            table.suit(cheap, [Length(suit, 7), Total(16)])
    if theirs is not None:
        least = 12 if heard.closes and bid.level <= 2 else 16
        needs = (Points(least), Length(theirs, 0, 2))
        strong = ((Points(17), Length(theirs, 0, 3)),)
        table.call(DOUBLE, Meaning(MeaningCode.TAKEOUT, needs, Force.FORCING, others=strong))
        cheap = heard.cheapest(Denomination.NO_TRUMP)
        if cheap.level < 3:
            table.no_trump(cheap.level, [Points(18, 20), Stopped(theirs)])
    for suit in reversed(heard.unbid):
        cheap = heard.cheapest(suit)
        if cheap.level <= 2 or (cheap.level == 3 and bid.level == 3):
            table.suit(cheap, [Length(suit, 5), Total(14 if cheap.level < 3 else 17)])


def _penalties(table: Table, bid: Bid) -> Iterator[Meaning]:
    """Double of game or more with tricks enough, those counted that partner's points promise."""
    heard = table.heard
    from_game = bid.level >= 4 or bid == no_trump(3)
    if from_game:
        partner = min(3, heard.hers.points.low // DEFENSIVE_TRICK)
        yield Meaning(MeaningCode.PENALTY, (Defence(bid, max(2, 8 - bid.level - partner)),))
