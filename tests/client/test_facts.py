"""What lies open beside contract and tricks, in the lines a player reads."""

from __future__ import annotations

from fourth.v1.cards_pb2 import DENOMINATION_HEARTS, Card
from fourth.v1.deals_pb2 import HandSeen, PlayedCard, Total, Trick
from fourth.v1.views_pb2 import SeatSeen, View

from telegram_client.speech import facts
from telegram_client.speech.phrasebook import Language, Words

EN = Words(Language.EN)


def table(**fields: object) -> View:
    seats = [SeatSeen(seat=seat, name="Ann", tricks=0) for seat in range(4)]
    totals = [Total(seats=[0, 2], points=0), Total(seats=[1, 3], points=0)]
    return View(viewer=0, deal=1, seats=seats, totals=totals, **fields)  # type: ignore[arg-type]


def test_dummy_is_shown_by_suit_with_trumps_first() -> None:
    cards = [
        Card(suit="SUIT_SPADES", rank="RANK_ACE"),
        Card(suit="SUIT_CLUBS", rank="RANK_TWO"),
        Card(suit="SUIT_HEARTS", rank="RANK_FIVE"),
        Card(suit="SUIT_HEARTS", rank="RANK_QUEEN"),
    ]
    view = table(dummy=2, trump=DENOMINATION_HEARTS, hands=[HandSeen(seat=2, cards=cards)])
    (line,) = facts.dummies(EN, view)
    assert line.split(")")[1].split() == ["♥", "Q", "5", "♠", "A", "♣", "2"]


def test_the_strip_shows_won_tricks_upright_and_lost_ones_sideways() -> None:
    card = PlayedCard(seat=0, card=Card(suit="SUIT_CLUBS", rank="RANK_TWO"))
    view = table(tricks=[Trick(leader=0, cards=[card], winner=winner) for winner in (0, 2, 1, 0)])
    for seat in view.seats:
        seat.announced_points = 10
    (line,) = facts.strip(EN, view)
    marks = [mark for mark in line if mark in "|—-"]
    assert [mark == "|" for mark in marks] == [True, True, False, True]


def test_vulnerable_sides_and_those_who_are_not() -> None:
    assert facts.vulnerable(EN, table(vulnerable=[0, 2])) == ("Vulnerable  N–S",)
    assert facts.vulnerable(EN, table()) == ()
