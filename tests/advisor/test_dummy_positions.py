"""Rules for two hands of one player, for defenders who see dummy, and for naming: each in a tiny position."""

from __future__ import annotations

import pytest

from benchmarks.strength_players import Lots
from engine_server.advisor.advice import advise
from engine_server.advisor.hints import HintCode
from engine_server.advisor.natural.codes import NaturalCode
from engine_server.game.view import View
from engine_server.rules.cards import Denomination, card_of
from engine_server.rules.moves import Goal, NameContract, PlayCard
from tests.advisor import checker
from tests.advisor.described import described
from tests.advisor.dummies import naming, seeing_dummy


def told(view: View) -> tuple[str, HintCode | NaturalCode]:
    best = advise(view, Lots(0)).moves[0]
    assert isinstance(best.move, PlayCard)
    return best.move.card.code, best.reason.code


def why_not(view: View, card: str) -> HintCode | NaturalCode:
    hand = checker.me(view)
    moves = advise(view, Lots(0)).moves
    return next(rated.reason.code for rated in moves if rated.move == PlayCard(card_of(card), hand))


SHOWN_OUT = [(0, "S4 H9 S3 S7")]
EIGHT_TRUMPS_GONE = [(0, "SA S2 S3 S4"), (0, "SK S5 S6 S7")]
CLUBS_GONE = [(1, "CQ CK C2 C3"), (3, "C4 C5 CJ C6")]

DECLARER: dict[str, tuple[View, str, HintCode]] = {
    "all tricks are there": (
        seeing_dummy("SAKQ HAKQ DAKQ CAKQJ", "S432 H432 D432 C5432", "7NT", 0),
        "CA",
        HintCode.CASH_OUT,
    ),
    "trumps first": (
        seeing_dummy("SAKQ54 H32 DAK2 C432", "S876 HAK4 DQ43 CAK5", "7S", 0),
        "SA",
        HintCode.DRAW_TRUMPS,
    ),
    "the master trump stays out": (
        seeing_dummy("SJT HA4 D2", "S98 H32 D3", "4S", 0, past=EIGHT_TRUMPS_GONE),
        "HA",
        HintCode.LEAVE_TRUMP,
    ),
    "a ruff in the short hand first": (
        seeing_dummy("SAKQ54 C32", "S87 H5432 D4", "4S", 0),
        "C2",
        HintCode.RUFF_ACROSS,
    ),
    "low towards the tenace": (
        seeing_dummy("S32 H54", "SAQ H32", "3NT", 0),
        "S2",
        HintCode.FINESSE_TOWARDS,
    ),
    "low towards the king": (seeing_dummy("S32 H54", "SK4 H32", "3NT", 0), "S2", HintCode.FINESSE_TOWARDS),
    "the finesse itself, from dummy": (
        seeing_dummy("S3 H54", "SAQ H32", "3NT", 0, "S2 S5", from_dummy=True),
        "SQ",
        HintCode.FINESSE,
    ),
    "the ace is knocked out": (
        seeing_dummy("DKQJT S32", "D32 S654 H2", "3NT", 0),
        "DK",
        HintCode.DRIVE_OUT,
    ),
    "a long suit is set up": (
        seeing_dummy("DA6542 S32", "DK83 S654 H2", "3NT", 0, from_dummy=True),
        "DK",
        HintCode.SET_UP,
    ),
    "the first round is held up": (
        seeing_dummy("HA74 S32 DAK", "H52 S654 D32", "3NT", 0, "HK", [(3, "C2 C3 C4 C5")]),
        "H4",
        HintCode.HOLD_UP,
    ),
    "low, for the other hand wins": (
        seeing_dummy("HQ4 S32", "HAK S65", "3NT", 0, "H9"),
        "H4",
        HintCode.WINS_ACROSS,
    ),
    "low, for the other hand has won": (
        seeing_dummy("HA4 S32", "HQ S65", "3NT", 0, "H9 HK H2"),
        "H4",
        HintCode.OWN_WINS,
    ),
}


@pytest.mark.parametrize("name", DECLARER)
def test_declarer(name: str) -> None:
    view, card, code = DECLARER[name]

    assert told(view) == (card, code)


DEFENCE: dict[str, tuple[View, str, HintCode]] = {
    "ace from ace and king": (
        seeing_dummy("CAK53 S864 HT862 D97", "", "4S", 3),
        "CA",
        HintCode.LEAD_ACE_KING,
    ),
    "top of a sequence": (
        seeing_dummy("HQJT4 S864 DK87 C753", "", "4S", 3),
        "HQ",
        HintCode.TOP_SEQUENCE,
    ),
    "fourth best": (seeing_dummy("SKJ842 H86 D973 CT52", "", "3NT", 3), "S4", HintCode.LEAD_LONG),
    "a singleton": (seeing_dummy("D7 ST532 HK8642 CJ84", "", "4S", 3), "D7", HintCode.SINGLETON),
    "partner's suit, low": (
        seeing_dummy("HQ83 S864 DK874 C753", "", "4S", 3, bids=[(2, "1H"), (3, "1S")]),
        "H3",
        HintCode.LEAD_THEIR_SUIT,
    ),
    "partner's suit, top of two": (
        seeing_dummy("H84 S8643 DK874 C753", "", "4S", 3, bids=[(2, "1H"), (3, "1S")]),
        "H8",
        HintCode.LEAD_THEIR_SUIT,
    ),
    "through dummy's king": (
        seeing_dummy("H963 D85", "HK42 D73", "3NT", 3, past=CLUBS_GONE),
        "H9",
        HintCode.THROUGH_DUMMY,
    ),
    "up to dummy's weakness": (
        seeing_dummy("HK63 D85", "H742 DAQ", "3NT", 1, past=CLUBS_GONE),
        "H3",
        HintCode.UP_TO_DUMMY,
    ),
    "third hand high": (seeing_dummy("SK93 H2", "SJ5 H43", "3NT", 1, "S4 S6"), "SK", HintCode.THIRD_HIGH),
    "third hand keeps its king over the queen": (
        seeing_dummy("SKT4 H2", "SQ2 H43", "3NT", 1, "S3 S6"),
        "ST",
        HintCode.KEEP_OVER_DUMMY,
    ),
    "dummy's queen is covered": (
        seeing_dummy("DKT4 H2 S54 C98", "D53 H43 S32 CT", "4S", 1, "DQ"),
        "DK",
        HintCode.COVER_HONOUR,
    ),
    "the first of queen and jack is not": (
        seeing_dummy("DKT4 H2 S54 C98", "DJ53 H43 S32", "4S", 1, "DQ"),
        "D4",
        HintCode.SECOND_LOW,
    ),
}


@pytest.mark.parametrize("name", DEFENCE)
def test_defence(name: str) -> None:
    view, card, code = DEFENCE[name]

    assert told(view) == (card, code)


def test_no_finesse_against_a_hand_that_showed_out() -> None:
    view = seeing_dummy("S32 H54", "SAQ H32", "3NT", 0, past=SHOWN_OUT)

    assert told(view)[1] is not HintCode.FINESSE_TOWARDS


def test_an_ace_is_not_led_away_from_in_a_suit_contract() -> None:
    view = seeing_dummy("CA84 S642 HT973 D965", "", "4S", 3)

    assert told(view)[0][0] != "C"
    assert why_not(view, "C4") is HintCode.UNDERLEADS_ACE


def test_what_the_other_hand_wins_is_not_won_twice() -> None:
    view = seeing_dummy("HQ4 S32", "HAK S65", "3NT", 0, "H9")

    assert why_not(view, "HQ") is HintCode.WINS_TWICE


# --- naming --------------------------------------------------------------------------------------------

NAMES: dict[str, tuple[View, NameContract, HintCode]] = {
    "a major of eight cards and 24 points": (
        naming("SAKQ43 HQ42 DK3 C862", "SJ52 HK763 DQ54 CKJ5", (14, 8, 10, 8)),
        NameContract(Denomination.SPADES, Goal.GAME),
        HintCode.NAME_GAME,
    ),
    "25 points without a fit": (
        naming("SAK43 HQ42 DK32 CQ62", "SQ52 HK73 DAQ5 C8754", (14, 8, 11, 7)),
        NameContract(Denomination.NO_TRUMP, Goal.GAME),
        HintCode.NAME_GAME_NO_TRUMP,
    ),
    "a fit comes before no trump": (
        naming("SK43 HAQ42 DK32 CQ62", "SQ52 HK873 DAQ5 CJ75", (14, 8, 12, 6)),
        NameContract(Denomination.HEARTS, Goal.GAME),
        HintCode.NAME_GAME,
    ),
    "a part score in the long minor": (
        naming("SK43 H42 DAK652 CQ62", "SQ52 HK73 DQJ84 CJ75", (12, 9, 9, 10)),
        NameContract(Denomination.DIAMONDS, Goal.PART_SCORE),
        HintCode.NAME_FIT,
    ),
    "dummy unseen, by the own long suit": (
        naming("SAKQ843 H42 DK32 C62", "", (12, 8, 10, 10), dummy_exposed="after_lead"),
        NameContract(Denomination.SPADES, Goal.PART_SCORE),
        HintCode.NAME_BLIND,
    ),
}


@pytest.mark.parametrize("name", NAMES)
def test_naming(name: str) -> None:
    view, named, code = NAMES[name]
    best = advise(view, Lots(0)).moves[0]

    assert (best.move, best.reason.code) == (named, code)


def test_what_is_not_named_is_too_high_too_low_or_the_worse_trump() -> None:
    strong = {
        rated.move: rated.reason.code
        for rated in advise(NAMES["a fit comes before no trump"][0], Lots(0)).moves
    }
    weak = {
        rated.move: rated.reason.code
        for rated in advise(NAMES["a part score in the long minor"][0], Lots(0)).moves
    }

    assert strong[NameContract(Denomination.NO_TRUMP, Goal.GAME)] is HintCode.NAME_FIT_FIRST
    assert strong[NameContract(Denomination.HEARTS, Goal.PART_SCORE)] is HintCode.NAME_TOO_LOW
    assert strong[NameContract(Denomination.CLUBS, Goal.GAME)] is HintCode.NAME_SHORTER
    assert weak[NameContract(Denomination.DIAMONDS, Goal.GAME)] is HintCode.NAME_TOO_HIGH


@pytest.mark.parametrize("table", [DECLARER, DEFENCE, NAMES])
def test_what_is_said_of_these_positions_is_proved(table: dict[str, tuple[View, object, HintCode]]) -> None:
    for view, _, _ in table.values():
        for rated in advise(view, Lots(0)).moves:
            for reason in rated.reasons:
                assert {name for name, _ in reason.arguments} == set(described()[reason.code])
                assert all(checker.is_true(claim, view) for claim in reason.claims), (reason, view.hands)
