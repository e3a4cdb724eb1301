"""Where the rules meet: which one decides, and the faults card programs are known for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.strength_players import Lots
from engine_server.advisor.advice import Advice, advise, choose
from engine_server.advisor.hints import At, HintCode
from engine_server.advisor.natural.codes import NaturalCode
from engine_server.game.view import View
from engine_server.rules.cards import card_of
from engine_server.rules.moves import DOUBLE, PASS, REDOUBLE, AnswerWash, CallPartner, Move, PlayCard, bid_of
from engine_server.rules.phases import Phase
from tests.advisor import checker
from tests.advisor.described import described
from tests.advisor.positions import bidding, calling, playing

GOOD = "SAQ8642 H7 DK53 CJ84"


def told(view: View) -> tuple[str, HintCode | NaturalCode]:
    best = advised(view).moves[0]
    return text_of(best.move), best.reason.code


def advised(view: View) -> Advice:
    return advise(view, Lots(0))


def text_of(move: Move) -> str:
    if isinstance(move, (PlayCard, CallPartner)):
        return move.card.code
    spoken = {PASS: "P", DOUBLE: "X", REDOUBLE: "XX"}
    return spoken.get(move) or next(code for code in ALL_CODES if bid_of(code) == move)


def test_named_positions_give_arguments_as_described_and_claims_that_hold() -> None:
    doubled = ("2S", "X", "P", "P")
    hard = [
        bidding("SA2 HAK4 DAK32 C8432", "4S", double="on"),
        bidding("SAQ8642 HA7 DAK5 CA8", *doubled, double="on"),
        bidding(GOOD, "3S", "X", "P", "P", double="on"),
    ]
    for view in (*hard, *(row[0] for table in (AUCTION, CALLS, PLAYS) for row in table.values())):
        for rated in advised(view).moves:
            assert {name for name, _ in rated.reason.arguments} == set(described()[rated.reason.code])
            assert all(checker.is_true(claim, view) for claim in rated.reason.claims)


ALL_CODES = [f"{level}{named}" for level in range(1, 8) for named in ("C", "D", "H", "S", "NT")]


def why_not(view: View, card: str) -> HintCode | NaturalCode:
    wanted = PlayCard(card_of(card), 0)
    return next(rated.reason.code for rated in advised(view).moves if rated.move == wanted)


# --- wash, auction, call -------------------------------------------------------------------------------


AUCTION = {
    "game values are not passed": (bidding("SAK52 HAQ4 DK73 CQ84", "P", "P", "P"), "2S", HintCode.BID_JUMP),
    "of equal suits the higher": (bidding("SK7432 HAQ643 DA2 C8"), "2S", HintCode.BID_JUMP),
    "sevens are never dreamt of": (bidding(GOOD, "6S"), "P", HintCode.PASS_LIMIT),
    "overtricks score: as low as may be": (bidding(GOOD, scoring="tricks_won"), "1S", HintCode.BID_WORTH),
}


@pytest.mark.parametrize("name", AUCTION)
def test_calls(name: str) -> None:
    view, call, code = AUCTION[name]

    assert told(view) == (call, code)


def test_a_double_needs_the_tricks_in_hand() -> None:
    strong = bidding("SA2 HAK4 DAK32 C8432", "4S", double="on")
    weak = bidding("SA2 HA54 DQJ32 C8432", "4S", double="on")

    assert told(strong) == ("X", HintCode.DOUBLE_SURE)
    assert told(weak)[0] == "P"
    assert [r.reason.code for r in advised(weak).moves if r.move == DOUBLE] == [HintCode.DOUBLE_RISKY]


@pytest.mark.parametrize("bids", [("3D", "P", "P", "3H"), ("2D", "P", "P", "2H"), ("1H",)])
def test_three_cards_are_no_trump_suit(bids: tuple[str, ...]) -> None:
    view = bidding("SKJ9 H987 DKQT8 CAK9", *bids)
    ratings = {text_of(rated.move): rated.rating for rated in advised(view).moves}
    best = told(view)[0]
    assert best == "P" or best[1:] in ("D", "NT")
    assert ratings[best] > ratings[f"{bids[-1][0]}S"]


def test_an_own_bid_that_was_doubled_is_redoubled_or_left() -> None:
    strong = bidding("SAQ8642 HA7 DAK5 CA8", "2S", "X", "P", "P", double="on")
    fair = bidding(GOOD, "3S", "X", "P", "P", double="on")

    assert told(strong)[1] == HintCode.REDOUBLE_SURE
    assert told(fair) == ("P", HintCode.PASS_STANDS)
    assert [r.reason.code for r in advised(fair).moves if r.move == REDOUBLE] == [HintCode.REDOUBLE_RISKY]


def test_in_the_last_deal_only_what_catches_the_leader_is_bid() -> None:
    view = bidding(GOOD, "P", deals="1")
    behind = replace(view, totals=(0, 2, 0, 0))

    assert told(view)[0] == "2S"
    assert told(behind) == ("3S", HintCode.BID_CATCH_UP)
    assert ("seat", At(1)) in advised(behind).moves[0].reason.arguments
    assert told(replace(behind, totals=(0, 6, 0, 0)))[0] == "2S"


def test_a_weak_hand_asks_for_new_cards() -> None:
    view = bidding("S8642 H973 D954 CT82", wash="player_choice")
    asked = replace(view, phase=Phase.WASH, legal_moves=(AnswerWash(False), AnswerWash(True)))
    kept = replace(asked, legal_moves=(AnswerWash(False),))

    assert [(r.move, r.reason.code) for r in advised(asked).moves] == [
        (AnswerWash(True), HintCode.WASH_WEAK),
        (AnswerWash(False), HintCode.KEEP_WEAK),
    ]
    assert choose(kept, Lots(0)) == AnswerWash(False)


CALLS = {
    "the king under the own ace": (calling("SAQ964 HA3 DK72 C854", "2S"), "SK", HintCode.CALL_TOP_TRUMP),
    "a hand of twelve never plays alone": (
        calling("SAQ964 HA3 D7542 C85", "1S"),
        "SK",
        HintCode.CALL_TOP_TRUMP,
    ),
    "all aces held: the highest card missing": (
        calling("SAK42 HAK3 DAKQ CA92", "2NT"),
        "CK",
        HintCode.CALL_HIGHEST,
    ),
    "nobody plays alone without a trump, lost as the contract may be": (
        calling("S987654 H987 D9876", "7C", beaten_pays="all_but_declarer"),
        "CA",
        HintCode.CALL_TOP_TRUMP,
    ),
    "solo forbidden": (calling("SAKQJT92 HAK4 DA8 C6", "2S", solo="forbidden"), "CA", HintCode.CALL_SIDE_ACE),
}


def test_nothing_is_said_of_playing_alone_without_a_trump_for_it_was_never_tried() -> None:
    rated = advised(calling("SAK4 HA83 DKQT5 CK82", "2NT")).moves

    assert [one.reason.code for one in rated if text_of(one.move) == "SA"] == [HintCode.PREFER]


@pytest.mark.parametrize("name", CALLS)
def test_called_cards(name: str) -> None:
    view, card, code = CALLS[name]

    assert told(view) == (card, code)


# --- play ----------------------------------------------------------------------------------------------

PLAYS = {
    "the contract trick is taken": (
        playing("DA3 S2", "1S", 0, "SA", "D9 DJ D2", holder=3, won={0: 4, 3: 2}),
        "DA",
        HintCode.MAKING_TRICK,
    ),
    "last with one card that wins: no higher one is spoken of": (
        playing("HJ54 S2", "1S", 1, "SA", "H7 HT H2", holder=2),
        "HJ",
        HintCode.TRY_TO_WIN,
    ),
    "from honours everywhere a low card is the first lead, not a lone ace": (
        playing("HAQ86 SJ2 DK942 CQ52", "2S", 3, "SA"),
        "C2",
        HintCode.LEAD_LOW,
    ),
    "the called card is kept back when it would lose": (
        playing("DK3 C2", "2S", 1, "DK", "D5 DA D4"),
        "D3",
        HintCode.KEEP_CALLED,
    ),
    "an unknown winner is taken for a foe": (
        playing("HQ3 S2", "2S", 1, "SA", "H2 HJ H4"),
        "HQ",
        HintCode.WIN_UNKNOWN,
    ),
    "an established winner is not thrown": (
        playing("HQ D64", "2NT", 1, "SA", "C2 CA C3", past=[(0, "HA H2 H3 H4"), (0, "HK H5 H6 H7")]),
        "D4",
        HintCode.KEEP_WINNER,
    ),
    "the last card of a suit goes, to ruff it later": (
        playing("S73 D6 H84", "2S", 1, "SA", "C5 SQ C9", past=[(1, "CK CQ C4 CJ")], holder=2),
        "D6",
        HintCode.DISCARD_LAST,
    ),
    "a small trump does when only a friend may overruff": (
        playing("HA72 C3", "2H", 1, "HA", "D5 D9"),
        "H2",
        HintCode.RUFF,
    ),
    "a small trump does when nobody after it is known to be out of the suit": (
        playing("SA42 C3", "2S", 2, "SA", "D5"),
        "S2",
        HintCode.RUFF,
    ),
    "the called trump is the last chance against an overruff": (
        playing("SA42 C3", "2S", 2, "SA", "D5", past=[(0, "D2 C4 D7 DK")]),
        "SA",
        HintCode.PLAY_CALLED,
    ),
    "a lower card than the called one does when only a friend may beat it": (
        playing("DAQ3 C2", "2S", 1, "DA", "D5 DT"),
        "DQ",
        HintCode.TRY_TO_WIN,
    ),
    "the trick that makes the contract is a friend's as well": (
        playing("HA72 C3", "1H", 1, "HA", "D5 D9", won={1: 6, 2: 4}),
        "H2",
        HintCode.MAKING_TRICK,
    ),
    "a lone ace is not led when a suit without honours gives nothing away": (
        playing("HAQ86 S73 D9542 C852", "2S", 3, "SA"),
        "D2",
        HintCode.LEAD_PASSIVE,
    ),
    "a lone ace is led before the suit is too short to go round": (
        playing("HAQ6 D9542 S3", "2S", 3, "SA", past=[(3, "H2 H5 HT HJ")]),
        "HA",
        HintCode.CASH_EARLY,
    ),
    "low from a suit with an honour that stays": (
        playing("CQ42", "2H", 0, "DA", past=[(1, "H4 H5 H6 HA")]),
        "C2",
        HintCode.LEAD_LOW,
    ),
    "the lower of two small cards keeps no high card": (
        playing("C42", "2H", 0, "DA", past=[(1, "H4 H5 H6 HA")]),
        "C2",
        HintCode.LEAD_PASSIVE,
    ),
    "a lone queen is not low": (
        playing("SQ CJ2", "2H", 0, "DA", past=[(1, "H4 H5 H6 HA")]),
        "SQ",
        HintCode.LEAD_LEAST,
    ),
    "no trump lead when all that are out are higher and not fewer": (
        playing("S86 D4", "2S", 0, "HA", past=[(0, "S2 S3 S4 S5"), (3, "S7 SJ S9 ST"), (2, "SA D2 C2 C3")]),
        "D4",
        HintCode.LEAD_FOR_RUFF,
    ),
    "trumps that outnumber the higher ones out are led": (
        playing("SQJT D84", "2S", 0, "HA", past=[(0, "S2 S3 S4 S5"), (3, "S7 S8 S9 S6"), (2, "C2 C3 C4 C5")]),
        "SQ",
        HintCode.DRAW_TRUMPS,
    ),
    "second to a friend's low card: as high as helps": (
        playing("SQ9753 H2", "2S", 0, "DA", "S2", holder=3),
        "SQ",
        HintCode.TRY_TO_WIN,
    ),
    "second to a friend's honour: low": (
        playing("DK73 H2", "2S", 0, "HA", "DQ", holder=3),
        "D3",
        HintCode.FRIEND_WINS,
    ),
}


def test_leading_the_called_suit_tells_next_to_nothing_since_defenders_are_told_to() -> None:
    led = playing("DT9 SK43 HQ84 C92", "2S", 1, "DA", past=[(2, "D3 D4 D5 D6")])
    chances = {one.seat: one.per_mille for one in advised(led).suspicion}
    places = {seat: led.seats[seat].cards_left for seat in (2, 3)}

    assert abs(chances[2] - 1000 * places[2] / sum(places.values())) < 50


@pytest.mark.parametrize("name", PLAYS)
def test_plays(name: str) -> None:
    view, card, code = PLAYS[name]

    assert told(view) == (card, code)
