"""Italian Bridge: when to open, what to name, and what to do with card points."""

from __future__ import annotations

import pytest

from benchmarks.strength_players import coach, interval, states
from engine_server.advisor.counting import Count
from engine_server.advisor.hints import HintCode
from engine_server.game.view import View
from engine_server.rules.cards import Denomination, card_of
from engine_server.rules.moves import PASS, Move, OpenAndName, PlayCard, PointBid
from engine_server.rules.phases import Phase
from tests.advisor.card_checker import beats_table, is_true, order, plays
from tests.advisor.hands import advised, capturing, opening, promising

OPENINGS = {
    "length and tops": (opening("SAQ87 H97 DK C9"), OpenAndName(Denomination.SPADES, card_of("S3"))),
    "strong trumps call a side three": (
        opening("H32K7 DA9 S8 C8"),
        OpenAndName(Denomination.HEARTS, card_of("D3")),
    ),
    "the longer suit before the tops": (
        opening("HQJ87 S32 D9 C8"),
        OpenAndName(Denomination.HEARTS, card_of("H3")),
    ),
    "too little to open": (opening("CQJ H97 D98 SK8"), PASS),
}


@pytest.mark.parametrize("name", OPENINGS)
def test_the_opening(name: str) -> None:
    view, move = OPENINGS[name]
    best = advised(view).moves[0]

    assert best.move == move
    assert all(is_true(claim, view) for claim in best.reason.claims)
    assert best.reason.claims


def test_a_strong_hand_promises_as_little_as_will_do_and_a_weak_one_nothing() -> None:
    strong, weak = advised(promising("S32AK HK3 D3 C7")), advised(promising("CQJ H97 D98 SK8"))

    assert strong.moves[0].move == PointBid(31)
    assert strong.moves[0].reason.code is HintCode.PROMISE
    assert weak.moves[0].move == PASS
    assert weak.moves[0].reason.code is HintCode.PROMISE_PASS


PLAYS = {
    "points on a friend's sure trick": (
        capturing("DA C97", "S", 1, "CA", "H7 S3 H8 H9", holder=4),
        None,
        None,
    ),
    "the partner feeds declarer": (
        capturing("DA7 C2", "S", 4, "C2", "S3", holder=None),
        "DA",
        HintCode.FEED,
    ),
    "last: win with the points": (
        capturing("HKJ C7", "S", 1, "CA", "HT H7 H8 H9"),
        "HK",
        HintCode.TAKE_POINTS,
    ),
    "starve the declarer": (capturing("HK7 C7", "S", 4, "CA", "H3"), "H7", HintCode.GIVE_LEAST),
    "a low trump for an ace": (capturing("S72 C97", "S", 1, "CA", "DA DK D7 D8"), "S7", HintCode.TAKE_POINTS),
}


@pytest.mark.parametrize("name", [name for name in PLAYS if PLAYS[name][1]])
def test_the_card_that_brings_points(name: str) -> None:
    view, card, code = PLAYS[name]
    best = advised(view).moves[0]

    assert card is not None
    assert best.move == PlayCard(card_of(card), 0)
    assert best.reason.code is code
    assert all(is_true(claim, view) for claim in best.reason.claims)


def test_a_card_with_points_is_not_given_to_the_declarer_without_a_word() -> None:
    moves = {rated.move: rated for rated in advised(PLAYS["starve the declarer"][0]).moves}

    assert moves[PlayCard(card_of("HK"), 0)].reason.code is HintCode.GIVES_POINTS
    assert moves[PlayCard(card_of("HK"), 0)].rating < moves[PlayCard(card_of("H7"), 0)].rating


# --- strength ------------------------------------------------------------------------------------------


def simple(view: View) -> Move:
    """Opens with four cards in a suit calling its top; plays the cheapest winner, else the lowest card."""
    if view.phase is Phase.AUCTION:
        return _simple_opening(view)
    cards = sorted(plays(view), key=lambda card: order(view).index(card.code[1]))
    if view.trick is None:
        return PlayCard(cards[-1], view.viewer or 0)
    winners = [card for card in cards if beats_table(view, card)]
    return PlayCard((winners or cards)[0], view.viewer or 0)


def _simple_opening(view: View) -> Move:
    count = Count(view)
    openings = [move for move in view.legal_moves if isinstance(move, OpenAndName)]
    own = [move for move in openings if move.denomination == int(move.card.suit)]
    long = [move for move in own if len(count.of_suit(move.card.suit)) >= 4]
    return max(long, key=lambda move: count.power[move.card], default=PASS)


def test_a_robot_beats_a_simple_player_in_the_same_seat_on_the_same_deals() -> None:
    gains = [_points(seed, coach) - _points(seed, simple) for seed in range(24)]

    assert interval(gains)[0] > 0


def _points(seed: int, player: object) -> float:
    seat = seed % 5
    field = [simple] * 5
    field[seat] = player  # type: ignore[call-overload]
    *_, last = states("italian", {"scoring": "zero_sum"}, seed, field)
    return float(sum(line.points for line in last.lines if line.seats == (seat,)))
