"""What lies open beside contract and tricks, in the lines a player reads."""

from __future__ import annotations

from fourth.v1.cards_pb2 import DENOMINATION_HEARTS, Card
from fourth.v1.deals_pb2 import FinishedDeal, HandSeen, PlayedCard, Total, Trick
from fourth.v1.texts_pb2 import Setting
from fourth.v1.views_pb2 import PHASE_AUCTION, STAGE_OVER, STAGE_PLAYING, SeatSeen, View

from telegram_client.speech import facts
from telegram_client.speech.columns import width
from telegram_client.speech.deal import all_hands, overview
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


def test_whoever_has_a_game_is_vulnerable_while_the_rubber_lasts() -> None:
    view = table(stage=STAGE_PLAYING)
    view.totals[0].part_score, view.totals[0].games = 60, 1
    view.totals[1].part_score, view.totals[1].games = 0, 0
    assert facts.games(EN, view) == ("Below the line  N–S 60, 1 game, vulnerable · E–W 0",)
    view.stage = STAGE_OVER
    assert facts.games(EN, view) == ("Below the line  N–S 60, 1 game · E–W 0",)


def test_a_game_of_bids_for_tricks_has_no_contract_to_wait_for() -> None:
    view = table(phase=PHASE_AUCTION, stage=STAGE_PLAYING, acting=[1])
    assert "no contract yet" in overview(EN, view)[0]
    view.options.append(Setting(key="hook", value="off"))
    assert "contract" not in overview(EN, view)[0]


def test_the_calls_of_a_deal_without_calls_are_a_dash() -> None:
    deal = FinishedDeal(number=1, hands=[HandSeen(seat=0, cards=[Card(suit="SUIT_SPADES", rank="RANK_ACE")])])
    assert "Calls    –" in all_hands(EN, table(), deal)


def test_names_of_any_length_do_not_touch_the_cards_behind_them() -> None:
    view = table()
    del view.seats[3:]
    for seat, name in enumerate(("You", "Bo", "Wilhelmine-Charlotte")):
        view.seats[seat].name, view.seats[seat].player = name, f"p{seat}"
    card = Card(suit="SUIT_SPADES", rank="RANK_ACE")
    deal = FinishedDeal(number=1, hands=[HandSeen(seat=seat, cards=[card]) for seat in range(3)])
    rows = [row for row in all_hands(EN, view, deal) if "♠ A" in row]
    assert len({width(row[: row.index("♠")]) for row in rows}) == 1
    assert len(rows) == 3
    assert all(row[row.index("♠") - 2 :].startswith("  ♠") for row in rows)
