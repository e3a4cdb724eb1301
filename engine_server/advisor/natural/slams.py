"""Six and seven: asking for aces, answering, and what follows."""

from __future__ import annotations

from engine_server.advisor.natural.auction import Table, in_suit, no_trump
from engine_server.advisor.natural.meanings import Force, Meaning, MeaningCode
from engine_server.advisor.natural.needs import MOST, Aces, Length, Need, Points, Support, Total
from engine_server.rules.cards import Suit
from engine_server.rules.moves import PASS, Bid

SMALL, GRAND = 33, 37
"""Points of both hands for twelve tricks and for thirteen (coach_lore 2.3)."""
ANSWERS = ((0, 4), (1, 1), (2, 2), (3, 3))
"""Aces told by five clubs, diamonds, hearts and spades."""


def counted(table: Table, suit: Suit, low: int, high: int = MOST) -> Need:
    """A range of points for a suit contract: length in one's own suit, shortness beside partner's."""
    own, hers = table.heard.mine.lengths[suit].low, table.heard.hers.lengths[suit].low
    return Total(low, high) if own >= max(4, hers) else Support(low, high, suit)


def try_slam(table: Table, fits: tuple[Suit, ...]) -> None:
    """With a fit ask for aces; without one bid six, or four no trump that leaves it to partner."""
    heard = table.heard
    least = heard.hers.points.low
    if least == 0:
        return
    asked = heard.asked
    over_no_trump = asked is not None and asked.code is MeaningCode.NO_TRUMP
    agreed = _agreed(table, fits)
    for suit in fits:
        needs = [Length(suit, max(0, 8 - heard.hers.least(suit))), counted(table, suit, SMALL - least)]
        if suit is agreed and heard.can(no_trump(4)) and not over_no_trump:
            table.artificial(no_trump(4), MeaningCode.ASKS_ACES, needs, Force.FORCING, suit)
        else:
            table.suit(in_suit(6, suit), [*needs, Points(SMALL - least - 6)], Force.SIGN_OFF)
    table.no_trump(7, [Points(GRAND - least)], Force.SIGN_OFF)
    table.no_trump(6, [Points(SMALL - least)], Force.SIGN_OFF)
    most = heard.hers.points.high
    if over_no_trump and heard.can(no_trump(4)) and most < MOST:
        needs = [Points(max(SMALL - most, SMALL - least - 2), SMALL - least - 1)]
        table.call(no_trump(4), Meaning(MeaningCode.ASKS_SLAM, tuple(needs), Force.INVITES))


def _agreed(table: Table, fits: tuple[Suit, ...]) -> Suit | None:
    """The suit for which aces are asked: one that both have shown, else partner's last."""
    heard = table.heard
    both = [suit for suit in fits if heard.hers.least(suit) + heard.mine.least(suit) >= 8]
    last = heard.partners[-1][1].suit if heard.partners else None
    return both[0] if both else last


def answer_aces(table: Table) -> None:
    """The number of aces, from five clubs up."""
    if isinstance(table.heard.before_me, Bid):
        table.passes()
    for step, counts in enumerate(ANSWERS):
        meaning = Meaning(MeaningCode.ACES, (Aces(counts),), Force.FORCING, aces=counts)
        table.call(in_suit(5, Suit(step)), meaning)


def after_aces(table: Table) -> None:
    """Partner told the aces: six unless two are missing, seven with all and the points, else five."""
    heard = table.heard
    suit, told = heard.own[-1][1].suit, heard.asked.aces if heard.asked is not None else None
    if suit is None or told is None:
        table.passes()
        return
    least = heard.hers.points.low
    with_four = told if least < 16 else (told[1],)
    enough = tuple(n for n in range(5) if any(n + other >= 3 for other in with_four if n + other <= 4))
    all_four = tuple(n for n in range(5) if any(n + other == 4 for other in with_four))
    few = tuple(n for n in range(5) if n not in enough)
    table.suit(in_suit(7, suit), [Aces(all_four), counted(table, suit, GRAND - least)], Force.SIGN_OFF)
    table.suit(in_suit(6, suit), [Aces(enough)], Force.SIGN_OFF)
    five = in_suit(5, suit)
    if heard.last_bid == five:
        table.call(PASS, Meaning(MeaningCode.PASS, (Aces(few),)))
    elif heard.can(five):
        table.suit(five, [Aces(few)], Force.SIGN_OFF)
    else:
        table.suit(in_suit(6, suit), [], Force.SIGN_OFF)
