"""Partner opened or overcalled in no trump: Stayman, transfers, and the answers to them."""

from __future__ import annotations

from collections.abc import Sequence

from engine_server.advisor.natural.auction import DOUBLE, Table, in_suit, no_trump
from engine_server.advisor.natural.hands import MAJORS, MINORS
from engine_server.advisor.natural.meanings import Force, Meaning, MeaningCode
from engine_server.advisor.natural.needs import (
    MOST,
    Balanced,
    HasMajor,
    Length,
    Need,
    Points,
    Preferred,
    Span,
    Support,
    Total,
)
from engine_server.rules.cards import Denomination, Suit
from engine_server.rules.moves import Bid

SPADES, HEARTS, DIAMONDS, CLUBS = Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS


def respond_to_no_trump(table: Table, level: int, shown: Span) -> None:
    """Answers to one, two or three no trump that showed so many points."""
    if isinstance(table.heard.before_me, Bid):
        _over_interference(table, shown)
        return
    low, high = shown
    game = max(0, _game_need(table) - low)
    invite = max(0, _game_need(table) - high) if level == 1 else game
    if level < 3:
        _transfers(table, level)
        if not table.heard.in_game:
            needs = [HasMajor(), Points(invite)]
            table.artificial(in_suit(level + 1, CLUBS), MeaningCode.STAYMAN, needs, Force.FORCING)
    else:
        for suit in MAJORS:
            table.suit(in_suit(4, suit), [Length(suit, 6)], Force.SIGN_OFF)
    _slams(table, low, high)
    if level < 3:
        table.no_trump(3, [Points(game, 32 - high)], Force.SIGN_OFF)
    if level == 1 and invite < game:
        table.no_trump(2, [Points(invite, game - 1)], Force.INVITES)
    table.passes(Points(0, 32 - high if level == 3 else max(0, invite - 1)))


def _game_need(table: Table) -> int:
    """Points of both hands for the game in no trump that the part-score leaves to be made."""
    from_part = table.heard.game(Denomination.NO_TRUMP).level
    return {1: 18, 2: 22}.get(from_part, 25)


def _transfers(table: Table, level: int) -> None:
    for named, suit in ((HEARTS, SPADES), (DIAMONDS, HEARTS)):
        needs = [Length(suit, 5), Preferred(suit, MAJORS)]
        table.artificial(in_suit(level + 1, named), MeaningCode.TRANSFER, needs, Force.FORCING, suit)


def _slams(table: Table, low: int, high: int) -> None:
    table.no_trump(7, [Points(37 - low)], Force.SIGN_OFF)
    table.no_trump(6, [Points(33 - low)], Force.SIGN_OFF)
    needs = (Points(33 - high, 32 - low),)
    table.call(no_trump(4), Meaning(MeaningCode.ASKS_SLAM, needs, Force.INVITES))


def _over_interference(table: Table, shown: Span) -> None:
    """They bid over partner's no trump: natural bids, and a double with the points."""
    low, high = shown
    theirs = table.heard.theirs
    for suit in MAJORS:
        if suit not in theirs:
            table.suit(in_suit(4, suit), [Length(suit, 6), Total(25 - low)], Force.SIGN_OFF)
    for suit in reversed(Suit):
        bid = table.heard.cheapest(suit)
        if suit not in theirs and bid.level == 3:
            table.suit(bid, [Length(suit, 5), Points(25 - low)], Force.GAME)
    table.no_trump(3, [Points(25 - low, 32 - high)], Force.SIGN_OFF)
    table.call(DOUBLE, Meaning(MeaningCode.PENALTY, (Points(max(0, 23 - low)),)))
    for suit in reversed(Suit):
        bid = table.heard.cheapest(suit)
        if suit not in theirs and bid.level == 2:
            table.suit(bid, [Length(suit, 5), Points(max(0, 19 - low), max(0, 24 - low))])
    table.passes(Points(0, max(0, 24 - low)))


def answer_stayman(table: Table) -> None:
    """A major of four, hearts first; two diamonds without."""
    level = table.heard.cheapest(CLUBS).level - (1 if table.heard.before_me == DOUBLE else 0)
    at = (table.heard.last_bid or in_suit(2, CLUBS)).level
    if isinstance(table.heard.before_me, Bid):
        table.passes()
    table.suit(in_suit(at, HEARTS), [Length(HEARTS, 4)])
    table.suit(in_suit(at, SPADES), [Length(SPADES, 4), Length(HEARTS, 0, 3)])
    none = [Length(SPADES, 0, 3), Length(HEARTS, 0, 3)]
    table.artificial(in_suit(at, DIAMONDS), MeaningCode.NO_MAJOR, none, Force.NONE)
    if level > at + 1:
        table.passes()


def answer_transfer(table: Table, suit: Suit) -> None:
    """Bid the suit; a jump with four cards and the most points promised."""
    if isinstance(table.heard.before_me, Bid):
        table.suit(table.heard.cheapest(suit), [Length(suit, 3)], code=MeaningCode.RAISE)
        table.passes()
        return
    cheap = table.heard.cheapest(suit)
    most = table.heard.mine.points.high
    if cheap.level == 2:
        jump = [Length(suit, 4), Points(most), Balanced()]
        table.raised(Bid(3, cheap.denomination), jump, Force.INVITES)
    table.call(cheap, Meaning(MeaningCode.RELAY, (), Force.NONE, suit))


def after_stayman(table: Table) -> None:
    """The asker knows opener's majors now."""
    heard = table.heard
    low, high = heard.hers.points
    answered = heard.asked
    suit = answered.suit if answered is not None else None
    game, invite = 25 - low, 25 - high
    if suit in MAJORS:
        need = [Length(suit, 4)]
        _keycards(table, [Length(suit, 4), Support(33 - low, MOST, suit)], suit)
        table.raised(in_suit(4, suit), [*need, Support(game, 32 - low, suit)], Force.SIGN_OFF)
        if heard.can(in_suit(3, suit)) and invite < game:
            table.raised(in_suit(3, suit), [*need, Support(0, game - 1, suit)], Force.INVITES)
    other = [Length(major, 4) for major in MAJORS if suit in MAJORS and major is not suit]
    denied = [Length(suit, 0, 3)] if suit is HEARTS else []
    shape = [*denied, *other]
    table.no_trump(7, [*shape, Points(37 - low)], Force.SIGN_OFF)
    table.no_trump(6, [*shape, Points(33 - low)], Force.SIGN_OFF)
    table.call(
        no_trump(4), Meaning(MeaningCode.ASKS_SLAM, (*shape, Points(33 - high, 32 - low)), Force.INVITES)
    )
    table.no_trump(3, [*shape, Points(game, 32 - high)], Force.SIGN_OFF)
    table.no_trump(2, [*shape, Points(max(0, invite), game - 1)], Force.INVITES)
    table.passes()


def _keycards(table: Table, needs: Sequence[Need], suit: Suit) -> None:
    table.artificial(no_trump(4), MeaningCode.ASKS_ACES, needs, Force.FORCING, suit)


def after_transfer(table: Table, suit: Suit) -> None:
    """Partner completed the transfer: choose between the suit and no trump by length, the level by points."""
    heard = table.heard
    low, high = heard.hers.points
    game = max(0, 25 - low)
    invite = max(0, 25 - high) if heard.can(no_trump(2)) else game
    accepted = heard.asked is not None and heard.asked.code is MeaningCode.RAISE
    trumps = 4 if accepted else 2
    _keycards(table, [Length(suit, 8 - trumps), Total(33 - low)], suit)
    six = [Length(suit, 8 - trumps)]
    table.suit(in_suit(4, suit), [*six, Total(8 if accepted else game, 32 - low)], Force.SIGN_OFF)
    other = [one for one in (*MAJORS, *MINORS) if one is not suit]
    for one in other:
        bid = heard.cheapest(one)
        least = 4 if one in MAJORS else 5
        if bid.level == 3 or one is SPADES:
            table.suit(bid, [Length(one, least), Length(suit, 5), Points(game)], Force.GAME)
    if heard.can(in_suit(3, suit)):
        table.suit(in_suit(3, suit), [*six, Total(invite, max(invite, game - 1))], Force.INVITES)
    table.no_trump(6, [Points(33 - low)], Force.SIGN_OFF)
    table.call(no_trump(4), Meaning(MeaningCode.ASKS_SLAM, (Points(33 - high, 32 - low),), Force.INVITES))
    table.no_trump(3, [Length(suit, 5, 5), Points(game, 32 - high)], Force.SIGN_OFF)
    if invite < game:
        table.no_trump(2, [Length(suit, 5, 5), Points(invite, game - 1)], Force.INVITES)
    table.passes(Points(0, game))


def answer_slam_question(table: Table) -> None:
    """Four no trump over no trump: six with more than the least."""
    low = table.heard.mine.points.low
    asked = table.heard.hers.points.low
    table.no_trump(6, [Points(max(33 - asked, low + 1))], Force.SIGN_OFF)
    table.passes()
