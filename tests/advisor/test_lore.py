"""One tiny position for each rule of good play: the rule fires there, and the move is the one it names."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.strength_players import Lots
from engine_server.advisor.advice import Advice, advise
from engine_server.advisor.hints import HintCode
from engine_server.advisor.reasons import Reason
from engine_server.game.view import View
from engine_server.rules.moves import DOUBLE, PASS, CallPartner, Move, PlayCard, bid_of
from tests.advisor import checker
from tests.advisor.positions import bidding, calling, playing


def advised(view: View) -> Advice:
    return advise(view, Lots(0))


def move_of(view: View, text: str) -> Move:
    """The legal move that a card, a bid or P stands for."""
    named = [m for m in view.legal_moves if isinstance(m, (PlayCard, CallPartner)) and m.card.code == text]
    spoken: dict[str, Move] = {"P": PASS, "X": DOUBLE}
    return named[0] if named else spoken.get(text) or bid_of(text)


# --- every role ----------------------------------------------------------------------------------------

HEARTS_GONE = [(0, "HA H2 H3 H4"), (0, "HK H5 D2 D3"), (0, "HQ H6 D4 D5")]
"""Three rounds of hearts; seats 2 and 3 have no more."""
TEN_TRUMPS_GONE = [(0, "SA S2 S3 S4"), (0, "SK S5 S6 S7"), (0, "S9 S8 D2 D3")]
"""Three rounds of spades; three are left."""

ANYBODY = {
    "the only legal card": (playing("H4 S73", "2S", 1, "SA", "HA H2 H3"), "H4", HintCode.ONLY_MOVE),
    "take the setting trick": (
        playing("DA3 S2", "1S", 1, "SA", "D9 DJ D2", holder=2, won={0: 4, 3: 2}),
        "DA",
        HintCode.SETTING_TRICK,
    ),
    "cash out for the contract": (
        playing("SAK C3", "1NT", 0, "HA", holder=2, won={0: 3, 2: 2}),
        "SA",
        HintCode.CASH_OUT,
    ),
    "cash out to beat it": (
        playing("SAK C3", "1NT", 1, "HA", holder=2, won={0: 3, 3: 2}),
        "SA",
        HintCode.CASH_OUT,
    ),
    "not one trick can be spared": (
        playing("HK92 C3", "3S", 0, "SA", "H4", holder=2, won={0: 3, 2: 2}),
        "HK",
        HintCode.NEED_ALL,
    ),
    "last: the cheapest winner": (
        playing("HAJ4 S2", "1S", 1, "SA", "H7 HT H2", holder=2),
        "HJ",
        HintCode.CHEAP_WINNER,
    ),
    "a friend's sure trick is left alone": (
        playing("SK2 H3", "1NT", 0, "SA", "S5 SA S6", holder=2),
        "S2",
        HintCode.FRIEND_WINS,
    ),
    "ruff a loser low": (playing("S92 D3", "2S", 0, "SA", "C2 C9 CA", holder=2), "S2", HintCode.RUFF),
    "ruff high against an overruff": (
        playing(
            "S92 D3",
            "2S",
            0,
            "SA",
            "C3 CA",
            past=[(2, "CK C2 C6 D4"), (2, "SA SK SQ SJ"), (2, "ST S3 S4 S5")],
            holder=2,
        ),
        "S9",
        HintCode.RUFF_HIGH,
    ),
    "a friend's ace is left alone, though some rival might be out of the suit": (
        playing("S92 D3", "2S", 0, "CA", "CA", holder=3, broken=True, game="singapore"),
        "D3",
        HintCode.NO_RUFF,
    ),
    "a friend's ruff is left alone, though some rival might overruff": (
        playing("S92 D3", "2S", 0, "CA", "C4 S4", past=[(3, "CA C2 C5 C3")], holder=3),
        "D3",
        HintCode.NO_RUFF,
    ),
    "a friend's ace is ruffed before a rival without the suit, who could only ruff lower": (
        playing(
            "S92 D3",
            "2S",
            0,
            "SA",
            "CA C3",
            past=[(2, "CK C2 C6 D4"), (2, "SA SK SQ SJ"), (2, "ST S3 S4 S5")],
            holder=2,
        ),
        "S9",
        HintCode.RUFF_BEFORE,
    ),
    "a friend's ace that a rival ruffs higher costs no trump": (
        playing("S92 D3", "2S", 0, "SA", "CA C3", past=[(2, "CK C2 C6 D4")], holder=2),
        "D3",
        HintCode.DISCARD_LAST,
    ),
    "a friend's king is ruffed while the ace may lie behind it": (
        playing("S92 D3", "2S", 0, "SA", "CK", holder=3),
        "S2",
        HintCode.RUFF,
    ),
    "a friend's high card is not overtaken, though some rival might ruff": (
        playing("HAK2 S3", "2S", 0, "CA", "HQ", holder=3),
        "H2",
        HintCode.FRIEND_WINS,
    ),
    "all cards beat the friend's: the lowest is enough": (
        playing("HKJ", "2NT", 0, "SA", "H8 HT H3", holder=2),
        "HJ",
        HintCode.CHEAP_WINNER,
    ),
    "no card beats the friend's: the friend wins, so it is said": (
        playing("H82 S3", "2S", 0, "SA", "HK", holder=3),
        "H2",
        HintCode.FRIEND_WINS,
    ),
    "no card beats the declarer's: the declarer wins, so it is said": (
        playing("H82 SA", "2S", 3, "SA", "HK"),
        "H2",
        HintCode.SERVE_DECLARER,
    ),
    "no ruff of a friend's sure trick": (
        playing("SQJT D3", "2S", 0, "CA", "C2 CA C3", holder=2),
        "D3",
        HintCode.NO_RUFF,
    ),
    "keep the guard of a king": (playing("HK5 D87", "2NT", 1, "SA", "C2 CA C3"), "D7", HintCode.KEEP_GUARD),
    "throw no winner": (
        playing("SQ D64", "2NT", 1, "HA", "C2 CA C3", past=[(0, "SA S2 S3 S4"), (0, "SK S5 S6 S7")]),
        "D4",
        HintCode.KEEP_WINNER,
    ),
    "a guard goes before the king it guards": (
        playing("SK5 HA", "2D", 1, "DA", "C2 CA C3", past=[(1, "D2 D3 D4 D5")]),
        "S5",
        HintCode.KEEP_WINNER,
    ),
    "a guard goes before the queen it guards": (
        playing("SQT D96", "2D", 1, "DA", "C2 DK C3", past=[(0, "SA S2 S3 S4")], holder=2),
        "ST",
        HintCode.DISCARD_LOW,
    ),
    "nothing but trumps: it is a ruff, though a friend wins": (
        playing("S73", "2S", 1, "SA", "C2 CA C3", holder=3),
        "S3",
        HintCode.RUFF,
    ),
    "nothing but trumps: below a friend's": (
        playing("S73", "2S", 1, "SA", "C2 SQ C3", holder=3),
        "S3",
        HintCode.FRIEND_WINS,
    ),
    "nothing but trumps: below a rival's": (
        playing("S73", "2S", 1, "SA", "C2 SQ C3", holder=2),
        "S3",
        HintCode.CANNOT_WIN,
    ),
    "a small trump where the called card is all else: it is a ruff": (
        playing("S73 DA", "2S", 2, "DA", "C2 CA C3"),
        "S3",
        HintCode.RUFF,
    ),
    "second hand low": (playing("HK73 S2", "2S", 1, "SA", "H4"), "H3", HintCode.SECOND_LOW),
    "third hand high": (playing("SK93 H2", "2H", 1, "HA", "S4 S6"), "SK", HintCode.THIRD_HIGH),
    "third hand the lower of equals": (
        playing("SKQ3 H2", "2H", 1, "HA", "S4 S6"),
        "SQ",
        HintCode.THIRD_HIGH,
    ),
    "cover an honour": (playing("DKT4 H2", "2H", 3, "HA", "DQ"), "DK", HintCode.COVER_HONOUR),
    "a master before it is ruffed": (
        playing("DA9 S32 C54", "2H", 3, "HA", past=[(3, "D2 D5 DT DJ"), (0, "C2 CJ CQ CK")]),
        "DA",
        HintCode.CASH_EARLY,
    ),
    "draw trumps": (
        playing("SAQ9764 H32 DK2 C54", "2S", 0, "SK", past=[(1, "H4 H5 H6 HA")]),
        "SA",
        HintCode.DRAW_TRUMPS,
    ),
    "leave the master trump out": (
        playing("SJT HA4", "2S", 0, "DA", past=TEN_TRUMPS_GONE),
        "HA",
        HintCode.LEAVE_TRUMP,
    ),
    "hold up once": (playing("HA74 S32", "2NT", 0, "SA", "HK", holder=2), "H4", HintCode.HOLD_UP),
    "hold up twice": (
        playing("HA7 S32", "2NT", 0, "SA", "HQ", past=[(3, "HK H4 H2 H3")], holder=2),
        "H7",
        HintCode.HOLD_UP,
    ),
    "win the third round": (
        playing("HA9 S32", "2NT", 0, "SA", "HJ", past=[(3, "HK H4 H2 H3"), (3, "HQ H7 H5 H6")], holder=2),
        "HA",
        HintCode.SURE_WINNER,
    ),
    "no hold-up when the high cards make the contract": (
        playing("HA74 SAK", "1NT", 0, "CA", "HK", holder=2, won={0: 2, 2: 2}),
        "HA",
        HintCode.SURE_WINNER,
    ),
    "no low trump when every trick is needed": (
        playing("SK9 HA", "3S", 0, "CA", holder=2, won={0: 4, 2: 2}, past=[(0, "SA S2 S3 S4")]),
        "SK",
        HintCode.CASH_MASTER,
    ),
    "two stoppers are not held up": (
        playing("HAK4 S32", "2NT", 0, "SA", "HQ", holder=2),
        "HK",
        HintCode.SURE_WINNER,
    ),
    "finesse": (playing("SAQ2 H3", "2H", 0, "CA", "S5 S6", holder=2), "SQ", HintCode.FINESSE),
    "no finesse after the hand in front showed out": (
        playing("SAQ2 H3", "2NT", 0, "CA", "S5 C6", past=[(2, "S3 D4 S4 S7")], holder=2),
        "SA",
        HintCode.SURE_WINNER,
    ),
}

LEADS = {
    "ace from ace and king": (playing("CAK53 S73 D952 H8743", "2S", 3, "SA"), "CA", HintCode.LEAD_ACE_KING),
    "top of a sequence": (playing("HQJT4 S73 D952 C8743", "2S", 3, "SA"), "HQ", HintCode.TOP_SEQUENCE),
    "fourth best at no trump": (
        playing("SKJ842 HQ963 DT752", "2NT", 3, "CA"),
        "S4",
        HintCode.LEAD_LONG,
    ),
    "a singleton with small trumps": (
        playing("ST532 D7 HK952 CQ874", "2S", 3, "SA"),
        "D7",
        HintCode.SINGLETON,
    ),
    "not from under an ace": (
        playing("CA84 H9632 DT752 S73", "2S", 3, "SA"),
        "D2",
        HintCode.LEAD_PASSIVE,
    ),
    "give a ruff": (
        playing("CQ84 H964", "2S", 1, "HA", past=[(1, "C2 C3 D4 CA")], holder=2),
        "C4",
        HintCode.GIVE_RUFF,
    ),
    "return the suit of the friend, the higher of two": (
        playing("C83 HK64", "2S", 1, "SA", past=[(3, "C5 CA C2 C4")], holder=2),
        "C8",
        HintCode.RETURN_SUIT,
    ),
}

# --- the auction and the call --------------------------------------------------------------------------

SIXTEEN = "SAQ8642 H7 DK53 CJ84"
"""Ten points, four for length, two for the singleton."""

AUCTION = {
    "bid the limit": (bidding(SIXTEEN, "1H"), "2S", HintCode.BID_WORTH),
    "jump to the worth": (bidding(SIXTEEN), "2S", HintCode.BID_JUMP),
    "the doubling table asks for one more": (bidding(SIXTEEN, game="singapore"), "3S", HintCode.BID_JUMP),
    "pass when weak": (bidding("S8642 HJ73 D954 CT82"), "P", HintCode.PASS_WEAK),
    "one above the limit": (bidding("SAQ8642 H7 DK53 CQ84", "2NT"), "3S", HintCode.BID_ABOVE_LIMIT),
    "one above the limit in Singapore": (bidding(SIXTEEN, "2NT", game="singapore"), "3S", HintCode.BID_WORTH),
    "not on a third of a chance": (bidding("SKQ642 H75 DK53 CJ84", "2NT"), "P", HintCode.PASS_LIMIT),
    "the long suit first": (bidding("S72 H97643 DAKQ2 CK8"), "2H", HintCode.BID_JUMP),
    "a suit over no trump": (bidding("SAJ43 HK84 DKQ3 CA32"), "2S", HintCode.BID_JUMP),
    "the ladder of doubling prizes": (
        bidding("SAKQ642 HA7 DK53 CJ4", game="singapore"),
        "4S",
        HintCode.BID_JUMP,
    ),
    "a rival's seven no trump is no bid to double without a top trick": (
        bidding("SKQ9842 HK7 DQJ5 CJ8", "7NT", double="on"),
        "P",
        HintCode.DOUBLE_RISKY,
    ),
    "an own doubled bid that is hopeless is left, not lifted to one as hopeless": (
        bidding("SQ8642 HKJ73 D95 C82", "6H", "X", "P", "P", double="on"),
        "P",
        HintCode.PASS_STANDS,
    ),
    "an own doubled bid is left for a better one": (
        bidding("SAKQJ9842 H7 DAK5 C8", "4H", "X", "P", "P", double="on"),
        "4S",
        HintCode.BID_WORTH,
    ),
    "last deal: an own doubled bid that catches the leader is left": (
        replace(bidding(SIXTEEN, "3S", "X", "P", "P", deals="1", double="on"), totals=(0, 3, 0, 0)),
        "P",
        HintCode.PASS_STANDS,
    ),
    "last deal: the level the auction has reached catches the leader": (
        replace(bidding(SIXTEEN, "2NT", deals="1"), totals=(0, 1, 0, 0)),
        "3S",
        HintCode.BID_CATCH_UP,
    ),
    "last deal: only a contract that catches the leader": (
        replace(bidding(SIXTEEN, "P", deals="1"), totals=(0, 2, 0, 0)),
        "3S",
        HintCode.BID_CATCH_UP,
    ),
}

CALLS = {
    "the highest trump missing": (calling("SKQ964 HA3 DK72 C854", "2S"), "SA", HintCode.CALL_TOP_TRUMP),
    "a side ace over the own king": (calling("SAKQ73 HK84 D72 C854", "2S"), "HA", HintCode.CALL_SIDE_ACE),
    "at no trump the ace over the own honours": (
        calling("SAK4 HA83 DKQT5 CK82", "2NT"),
        "DA",
        HintCode.CALL_NT_ACE,
    ),
    "alone": (calling("SAKQJT92 HAK4 DA8 C6", "2S"), "SA", HintCode.CALL_ALONE),
}

# --- the hidden partner and those who look for it ------------------------------------------------------

HIDDEN = {
    "the partner serves declarer": (
        playing("HK2 SA", "2S", 1, "SA", "HA H3 H4"),
        "H2",
        HintCode.SERVE_DECLARER,
    ),
    "the partner wins for declarer with the called card": (
        playing("DA3 C2", "2S", 2, "DA", "DQ D2 D4"),
        "DA",
        HintCode.PLAY_CALLED,
    ),
    "the partner leads trumps": (
        playing("S53 DA7 C2", "2S", 2, "DA", past=[(3, "C5 CA CK C4")]),
        "S3",
        HintCode.PARTNER_TRUMP,
    ),
    "a signal between equal cards": (
        playing("C8 D8 HA", "2S", 2, "HA", past=[(2, "D2 D3 D9 D5"), (0, "S5 S2 S3 S4")]),
        "D8",
        HintCode.PARTNER_TO_DECLARER,
    ),
    "the partner hides while declarer wins": (
        playing("CA7 S2", "2NT", 3, "CA", "C5 CK"),
        "C7",
        HintCode.KEEP_CALLED,
    ),
    "the partner hides in a suit contract too": (
        playing("CA7 H2", "2S", 3, "CA", "C5 CK"),
        "C7",
        HintCode.KEEP_CALLED,
    ),
    "declarer finds the partner": (
        playing("DJ84 CK5", "2NT", 0, "CA", past=[(1, "H4 H5 H6 HA")]),
        "C5",
        HintCode.FIND_PARTNER,
    ),
    "declarer draws towards the called trump": (
        playing("SQ97642 H32 DK2 C54", "2S", 0, "SA", past=[(1, "H4 H5 H6 HA")]),
        "S2",
        HintCode.DRAW_TO_CALLED,
    ),
    "declarer opens trump with a singleton": (
        playing("SKQ9762 HQ63 D4 CJ85", "2S", 0, "SA", game="singapore"),
        "D4",
        HintCode.OPEN_TRUMP,
    ),
    "defenders lead the called suit": (
        playing("D962 SK43 HQ84", "2S", 1, "DA", past=[(2, "C2 C3 CA C5")]),
        "D2",
        HintCode.LEAD_CALLED_SUIT,
    ),
    "defenders lead a small trump when a trump was called": (
        playing("S73 HK84 DQ94 CJ8", "2S", 1, "SA", past=[(2, "C2 C3 CA C5")]),
        "S3",
        HintCode.DEFENCE_TRUMP,
    ),
    "defenders lead the top of a sequence": (
        playing("DKQJ4 S73 H952 C8743", "2S", 3, "SA"),
        "DK",
        HintCode.TOP_SEQUENCE,
    ),
    "defenders lead a singleton with small trumps": (
        playing("H9 S84 DK9532 CQ8743", "2S", 3, "SA"),
        "H9",
        HintCode.SINGLETON,
    ),
    "an unknown winner is taken for a foe": (
        playing("HQ3 S2", "2S", 1, "SA", "H2 HJ"),
        "HQ",
        HintCode.WIN_UNKNOWN,
    ),
}

RULES = ANYBODY | LEADS | AUCTION | CALLS | HIDDEN


@pytest.mark.parametrize("name", RULES)
def test_the_rule_fires_and_its_claims_are_proved(name: str) -> None:
    view, move, code = RULES[name]
    best = advised(view).moves[0]

    assert (best.move, best.reason.code) == (move_of(view, move), code)
    for rated in advised(view).moves:
        assert all(checker.is_true(claim, view) for reason in rated.reasons for claim in reason.claims)


# --- what is told beside the reason --------------------------------------------------------------------

ADDED = {
    "sure tricks beside those needed": (
        playing("SA HAK DAKQ C8765432", "3NT", 0, "CA"),
        HintCode.COUNT_TRICKS,
        {"n": 6, "needed": 9},
    ),
    "a suit counted out": (
        playing("HJT9 D9 C5", "2NT", 0, "SA", past=HEARTS_GONE),
        HintCode.COUNT_SUIT,
        {"n": 2},
    ),
    "what the hand counts when it passes": (
        bidding("SKQ642 H75 DK53 CJ84", "2NT"),
        HintCode.HAND_COUNTS,
        {"n": 12, "points": 9, "length": 2, "short": 1},
    ),
    "what the hand counts": (
        bidding(SIXTEEN),
        HintCode.HAND_COUNTS,
        {"n": 16, "points": 10, "length": 4, "short": 2},
    ),
}


DECIDED = {
    "lost": playing("SA C32", "3NT", 0, "CA", holder=2, won={0: 3, 1: 4, 3: 3}),
    "made": playing("SA C32", "1NT", 0, "CA", holder=2, won={0: 7, 1: 3}),
    "for an unknown side": playing("SA C32", "3NT", 2, "CA", won={0: 1, 1: 4, 2: 3, 3: 2}),
}
"""The contract as it stands: what is still needed cannot be told, or is out of reach."""


@pytest.mark.parametrize("name", DECIDED)
def test_no_tricks_are_counted_where_the_count_says_nothing(name: str) -> None:
    best = advised(DECIDED[name]).moves[0]

    assert HintCode.COUNT_TRICKS not in {reason.code for reason in best.reasons}


@pytest.mark.parametrize("name", ADDED)
def test_what_is_counted_is_told_beside_the_reason(name: str) -> None:
    view, code, numbers = ADDED[name]
    told = {reason.code: dict(reason.arguments) for reason in advised(view).moves[0].also}

    assert code in told
    assert numbers.items() <= told[code].items()


# --- why not that card ---------------------------------------------------------------------------------

WHY_NOT = {
    "from under an ace": (LEADS["not from under an ace"][0], "C4", HintCode.UNDERLEADS_ACE),
    "a high card before trumps are drawn": (
        playing("SAQ9764 HA2 DK3 C54", "2S", 0, "SK", past=[(1, "H4 H5 H6 HK")]),
        "HA",
        HintCode.MAY_BE_RUFFED,
    ),
    "another high card": (playing("HAK6 DA72 C54", "2NT", 0, "SA", holder=2), "DA", HintCode.CAN_WAIT),
    "a high card led without need": (
        playing("DA82 HQJ4", "2NT", 0, "SA", past=[(3, "D4 D5 D6 D7")]),
        "DA",
        HintCode.SPENDS_MASTER,
    ),
    "a side card before trumps": (
        playing("SAQ9764 HA32 DJ3 C54", "2S", 0, "SK", past=[(1, "H4 H5 H6 HK")]),
        "D3",
        HintCode.TRUMPS_FIRST,
    ),
    "from under a king": (
        playing("CK84 H9632 DT752 S73", "2S", 3, "SA"),
        "C4",
        HintCode.UNDERLEADS,
    ),
    "a trump lead for declarer": (
        playing("SK3 H9642 DT752", "2S", 1, "CA", past=[(1, "C2 C3 C4 CK")]),
        "S3",
        HintCode.LEADS_THEIR_TRUMP,
    ),
    "another suit without honours": (LEADS["not from under an ace"][0], "H2", HintCode.AS_SMALL),
    "a small trump where a high one is sure": (ANYBODY["draw trumps"][0], "S4", HintCode.MISSES_SURE_TRICK),
    "a low card that may be beaten": (
        playing("HQJT4 S73 D952 C8743", "2S", 3, "SA"),
        "H4",
        HintCode.MAY_BE_BEATEN,
    ),
    "a queen under the king that a friend holds": (
        playing("DQJ92 CQJT", "2NT", 0, "DK", past=[(1, "D3 DA D4 H2")], holder=2),
        "DQ",
        HintCode.MEETS_FRIEND,
    ),
    "a friend's winner ruffed": (
        ANYBODY["a friend's ace is left alone, though some rival might be out of the suit"][0],
        "S2",
        HintCode.BEATS_FRIEND,
    ),
    "a king left to the ace behind it": (
        ANYBODY["a friend's king is ruffed while the ace may lie behind it"][0],
        "D3",
        HintCode.LEAVES_TO_FRIEND,
    ),
    "more than enough where all cards beat the friend's": (
        ANYBODY["all cards beat the friend's: the lowest is enough"][0],
        "HK",
        HintCode.CHEAPER_WINS,
    ),
    "a high ruff where a low one does": (
        playing("SK42 D3", "2S", 0, "SA", "C2 C9", holder=2),
        "SK",
        HintCode.HIGHER_THAN_NEEDED,
    ),
    "a discard where a ruff wins": (ANYBODY["ruff a loser low"][0], "D3", HintCode.LOSES_TRICK),
    "a card that loses where another may win": (ANYBODY["third hand high"][0], "S3", HintCode.LOSES_SO_FAR),
    "a higher winner than needed": (ANYBODY["last: the cheapest winner"][0], "HA", HintCode.CHEAPER_WINS),
    "a high card on a lost trick": (
        playing("HK42 S3", "1NT", 1, "DA", "H7 HA H2"),
        "HK",
        HintCode.WASTES_HIGH,
    ),
    "a friend's trick taken": (
        playing("HAT S2", "1NT", 0, "SA", "H5 HQ H6", holder=2),
        "HA",
        HintCode.BEATS_FRIEND,
    ),
    "the called card shown without need": (
        playing("CAK7 HA", "1NT", 3, "CA", "D2 D3"),
        "CA",
        HintCode.SHOWS_CALLED,
    ),
    "a winner thrown": (ANYBODY["throw no winner"][0], "SQ", HintCode.THROWS_WINNER),
    "a guard thrown": (ANYBODY["keep the guard of a king"][0], "H5", HintCode.UNGUARDS),
    "a trump spent": (ANYBODY["no ruff of a friend's sure trick"][0], "ST", HintCode.BEATS_FRIEND),
    "a higher card of another suit thrown": (
        playing("HJ D74", "2NT", 1, "SA", "C2 CA C3"),
        "HJ",
        HintCode.THROWS_HIGHER,
    ),
    "a card as small": (playing("H83 D73", "2NT", 1, "SA", "C2 CA C3"), "H3", HintCode.AS_SMALL),
    "a neighbour": (ANYBODY["third hand the lower of equals"][0], "SK", HintCode.SAME_WORTH),
    "a lower card to call": (CALLS["the highest trump missing"][0], "SJ", HintCode.CALL_LOWER),
    "a side card to call, trumps being short of the top": (
        CALLS["the highest trump missing"][0],
        "DA",
        HintCode.CALL_SIDE_EARLY,
    ),
    "one more trump to call": (CALLS["a side ace over the own king"][0], "SJ", HintCode.CALL_TRUMPS_MINE),
    "a suit with less in it": (CALLS["a side ace over the own king"][0], "CA", HintCode.CALL_OTHER_SUIT),
    "a lower card of a better suit": (
        calling("SAKQ73 HQ8 DAQ4 C854", "2S"),
        "DK",
        HintCode.CALL_WEAKER,
    ),
    "a partner where none is better": (CALLS["alone"][0], "CA", HintCode.CALL_NOT_ALONE),
    "alone on a weak hand": (CALLS["the highest trump missing"][0], "SK", HintCode.CALL_ALONE_RISKY),
    "too high": (AUCTION["jump to the worth"][0], "4S", HintCode.BID_TOO_HIGH),
    "too low": (AUCTION["jump to the worth"][0], "1S", HintCode.BID_TOO_LOW),
    "a shorter suit": (AUCTION["the long suit first"][0], "2D", HintCode.BID_SHORTER),
    "the lower of equal suits": (bidding("SK7432 HAQ643 DA2 C8"), "2H", HintCode.BID_LOWER_SUIT),
    "no trump with a suit": (AUCTION["a suit over no trump"][0], "1NT", HintCode.BID_NOT_NO_TRUMP),
    "a double without the tricks": (
        bidding("SA2 HA54 DQJ32 C8432", "4S", double="on"),
        "X",
        HintCode.DOUBLE_RISKY,
    ),
    "a sure double where a bid is worth more": (
        bidding("SAKQJT98 HA75 DA5 C8", "1D", double="on"),
        "X",
        HintCode.BID_WORTH,
    ),
    "a pass with a good hand": (AUCTION["jump to the worth"][0], "P", HintCode.PASS_GIVES_UP),
}


def reason_of(view: View, move: str) -> Reason:
    wanted = move_of(view, move)
    return next(rated.reason for rated in advised(view).moves if rated.move == wanted)


@pytest.mark.parametrize("name", WHY_NOT)
def test_why_not_that_move(name: str) -> None:
    view, move, code = WHY_NOT[name]
    reason = reason_of(view, move)

    assert reason.code is code
    assert all(checker.is_true(claim, view) for claim in reason.claims)


# --- who may be the partner ----------------------------------------------------------------------------

CLUBS_SHOWN = [(2, "C2 C3 C4 CA"), (1, "C5 D2 C6 C7")]
"""Two rounds of clubs; seat 2 has no more."""

SUSPECTS = {
    "who showed out is ruled out": (
        playing("S73 HK84 DQ94 CJ8", "2S", 1, "CK", past=CLUBS_SHOWN),
        2,
        0,
        HintCode.SUSPECT_VOID,
    ),
    "the last who can hold the card": (
        playing("S73 HK84 DQ94 CJ8", "2S", 1, "CK", past=CLUBS_SHOWN),
        3,
        1000,
        HintCode.SUSPECT_ONLY_ONE_LEFT,
    ),
    "who must show the card now": (
        playing("HQT97", "2S", 3, "HJ", "H8", past=[(0, "HA H2 H3 H4"), (0, "HK H5 D2 H6")]),
        1,
        1000,
        HintCode.SUSPECT_ONLY_ONE_LEFT,
    ),
    "the holder of the card knows": (
        playing("SA73 HK84", "2S", 1, "SA", "H2"),
        2,
        0,
        HintCode.SUSPECT_OWN_CARD,
    ),
    "who led trumps is likelier": (
        playing("S86 HK8432 DQ9 CJ87", "2S", 1, "DA", past=[(2, "S2 S3 S4 S5")]),
        2,
        None,
        HintCode.SUSPECT_LED_TRUMP,
    ),
    "who beat declarer is less likely": (
        playing("S86 HK8432 DQ9 CJ87", "2S", 1, "DA", past=[(1, "CT CQ C2 C3")]),
        2,
        None,
        HintCode.SUSPECT_BEAT_DECLARER,
    ),
    "who let declarer win is likelier": (
        playing("S86 HK8432 DQ9 CJ87", "2S", 1, "DA", past=[(1, "CQ C2 C4 C3")]),
        2,
        None,
        HintCode.SUSPECT_LET_DECLARER_WIN,
    ),
}


@pytest.mark.parametrize("name", SUSPECTS)
def test_a_suspicion_has_its_reasons(name: str) -> None:
    view, seat, per_mille, code = SUSPECTS[name]
    one = next(one for one in advised(view).suspicion if one.seat == seat)

    assert per_mille in (None, one.per_mille)
    assert one.reasons[0].code is code
    assert all(checker.is_true(claim, view) for reason in one.reasons for claim in reason.claims)


def test_who_must_show_the_card_now_is_told_so_beside_being_the_last() -> None:
    view = SUSPECTS["who must show the card now"][0]
    told = next(one.reasons for one in advised(view).suspicion if one.seat == 1)

    assert [reason.code for reason in told] == [
        HintCode.SUSPECT_ONLY_ONE_LEFT,
        HintCode.SUSPECT_MUST_SHOW,
    ]


def test_who_could_not_beat_declarer_tells_nothing_by_staying_under() -> None:
    view = playing("S86 HK8432 DQ9 CJ87", "2S", 1, "DA", past=[(1, "CA C2 C4 C3")])
    told = {reason.code for one in advised(view).suspicion for reason in one.reasons}
    assert HintCode.SUSPECT_LET_DECLARER_WIN not in told
