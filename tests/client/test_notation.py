"""What people type: many ways to say a card, a call or an answer, and much that says nothing."""

from __future__ import annotations

import pytest
from fourth.v1.cards_pb2 import Rank, Suit
from hypothesis import given
from hypothesis import strategies as st

from telegram_client.conversation.notation import read_bid, read_call, read_card, read_yes_no, tidy
from telegram_client.speech.cards import bid_written, card_written
from telegram_client.speech.phrasebook import Language, Words

EN, DE, NB = Words(Language.EN), Words(Language.DE), Words(Language.NB)
HANS, HANT = Words(Language.ZH_HANS), Words(Language.ZH_HANT)

CARDS = {
    "♠A": "SA AS sa as ♠A A♠ ♤a s-a|s a|ace of spades|spade ace|the ace of spades|ＳＡ|ｓａ|♠️A|play sa",
    "♥10": "10H H10 ht TH ♥10 10♥ ♥T|ten of hearts|heart 10|10 hearts|ｈ１０|\u200eh10",
    "♦2": "d2 2D ♦2 2♦|two of diamonds|deuce of diamonds|diamond two",
    "♣Q": "cq QC ♣Q|queen of clubs|club queen|clubs q",
    "♦K": "kd DK|king of diamonds",
}
GERMAN = {
    "♠A": "Pik-Ass|Pik Ass|pik as|ass pik|SA|AS|spade ace|♠A",
    "♥10": "Herz 10|herz zehn|Herz-Zehn|10h|Cœur 10",
    "♦D": "Karo-Dame|karo dame|♦D|DQ|QD|dd|karo d",
    "♣B": "Kreuz Bube|kreuz-bube|♣B|CJ|treff bube|cb",
    "♠K": "Pik König|pik koenig|♠K|KS",
    "♦K": "KD|DK|Karo König",
}


def ways(table: dict[str, str]) -> list[tuple[str, str]]:
    """(what is meant, what is typed); spaces part the first ways, bars the rest."""
    pairs = []
    for meant, typed in table.items():
        first, *rest = typed.split("|")
        pairs += [(meant, way) for way in [*(first.split() if table is CARDS else [first]), *rest]]
    return pairs


@pytest.mark.parametrize(("meant", "typed"), ways(CARDS))
def test_a_card_in_english(meant: str, typed: str) -> None:
    card = read_card(typed, EN)
    assert card is not None
    assert card_written(EN, card) == meant


@pytest.mark.parametrize(("meant", "typed"), ways(GERMAN))
def test_a_card_in_german(meant: str, typed: str) -> None:
    card = read_card(typed, DE)
    assert card is not None
    assert card_written(DE, card) == meant


NORWEGIAN = {"♠E": "spar ess|SA|spar E", "♥Kn": "hjerter knekt|HJ|♥Kn|hkn", "♦K": "ruter konge|KD"}
SIMPLIFIED = {"♠A": "黑桃A|黑桃 A|出黑桃A|黑桃的A|打 黑桃 尖|SA", "♦10": "方块10|方片十|点方块10|D10"}
TRADITIONAL = {"♣2": "梅花2|梅花的2|出梅花二|C2", "♥K": "紅心K|紅心老K|HK"}
OTHERS = [
    *((NB, *way) for way in ways(NORWEGIAN)),
    *((HANS, *way) for way in ways(SIMPLIFIED)),
    *((HANT, *way) for way in ways(TRADITIONAL)),
]


@pytest.mark.parametrize(("words", "meant", "typed"), OTHERS)
def test_a_card_in_the_other_languages(words: Words, meant: str, typed: str) -> None:
    card = read_card(typed, words)
    assert card is not None
    assert card_written(words, card) == meant


@pytest.mark.parametrize(("words", "typed"), [(HANS, "不叫"), (HANS, "过"), (HANT, "Pass"), (NB, "pass")])
def test_a_pass_in_the_other_languages(words: Words, typed: str) -> None:
    move = read_call(typed, words)
    assert move is not None
    assert move.WhichOneof("kind") == "pass_call"


@pytest.mark.parametrize(
    ("words", "typed", "bid"),
    [
        (EN, "three spades", "3♠"),
        (EN, "one no trump", "1NT"),
        (DE, "drei Pik", "3♠"),
        (DE, "eins ohne", "1NT"),
        (NB, "fire hjerter", "4♥"),
        (HANS, "三黑桃", "3♠"),
        (HANT, "叫四紅心", "4♥"),
    ],
)
def test_a_bid_in_words(words: Words, typed: str, bid: str) -> None:
    meant = read_bid(typed, words)
    assert meant is not None
    assert bid_written(meant.level, meant.denomination) == bid


@pytest.mark.parametrize("words", [EN, DE, NB, HANS, HANT])
def test_every_card_is_read_as_it_is_written_and_in_the_common_notation(words: Words) -> None:
    letters = dict(zip(Rank.values()[1:], "23456789TJQKA", strict=True))
    for suit in Suit.values()[1:]:
        for rank in Rank.values()[1:]:
            card = read_card("CDHS"[suit - 1] + letters[rank], words)
            assert card is not None
            assert (card.suit, card.rank) == (suit, rank)
            assert read_card(letters[rank] + "CDHS"[suit - 1], words) == card
            assert read_card(card_written(words, card), words) == card


@pytest.mark.parametrize(
    "typed",
    [
        "",
        " ",
        "s",
        "a",
        "ss",
        "aa",
        "1s",
        "s1",
        "11h",
        "sa sa",
        "s a k",
        "0h",
        "♠",
        "♠♠",
        "ace",
        "spades",
        "sax",
    ],
)
def test_no_card(typed: str) -> None:
    assert read_card(typed, EN) is None


@pytest.mark.parametrize("typed", ["PA", "HK9", "KrA", "Pik", "Pik Pik", "Pik eins"])
def test_no_card_in_german_where_single_suit_letters_would_be_ambiguous(typed: str) -> None:
    assert read_card(typed, DE) is None


def test_a_german_word_is_not_understood_in_english() -> None:
    assert read_card("Pik-Ass", EN) is None


BIDS = {
    "3♠": ("3s", "3S", "3♠", "3 s", "3 spades", "3 spade", "３Ｓ", "bid 3s"),
    "1♣": ("1c", "1♣", "1 club"),
    "7NT": ("7n", "7nt", "7NT", "7 no trump", "7 notrump", "7 No-Trump"),
}


@pytest.mark.parametrize(("meant", "typed"), [(bid, way) for bid, many in BIDS.items() for way in many])
def test_a_bid(meant: str, typed: str) -> None:
    bid = read_bid(typed, EN)
    assert bid is not None
    assert bid_written(bid.level, bid.denomination) == meant


@pytest.mark.parametrize("typed", ["3 Pik", "3 pik", "3s", "3♠"])
def test_a_bid_in_german(typed: str) -> None:
    bid = read_bid(typed, DE)
    assert bid is not None
    assert bid_written(bid.level, bid.denomination) == "3♠"


def test_no_trump_in_german() -> None:
    for typed in ("1 ohne Trumpf", "1 ohne", "1nt", "1n", "1sa"):
        bid = read_bid(typed, DE)
        assert bid is not None, typed
        assert bid_written(bid.level, bid.denomination) == "1NT"


@pytest.mark.parametrize("typed", ["", "s3", "♠3", "0s", "8s", "3", "s", "3x", "33s", "-1s", "3s3s"])
def test_no_bid(typed: str) -> None:
    assert read_bid(typed, EN) is None


CALLS = [
    ("pass_call", EN, ("p", "P", "pass", "Pass.", "no bid")),
    ("pass_call", DE, ("p", "pass", "passe", "Ich passe", "passen")),
    ("double_call", EN, ("x", "X", "double", "dbl")),
    ("double_call", DE, ("x", "Kontra", "double")),
    ("redouble_call", EN, ("xx", "XX", "redouble")),
    ("redouble_call", DE, ("xx", "Rekontra")),
]


@pytest.mark.parametrize(("kind", "words", "many"), CALLS)
def test_other_calls(kind: str, words: Words, many: tuple[str, ...]) -> None:
    for typed in many:
        call = read_call(typed, words)
        assert call is not None, typed
        assert call.WhichOneof("kind") == kind


def test_yes_and_no() -> None:
    assert [read_yes_no(typed, EN) for typed in ("y", "Yes", "n", "no", "j", "perhaps", "")] == [
        *(True, True, False, False),
        *(None, None, None),
    ]
    assert [read_yes_no(typed, DE) for typed in ("j", "Ja", "y", "n", "Nein")] == [True] * 3 + [False] * 2


@given(st.text(max_size=200))
def test_whatever_is_typed_is_read_or_passed_over(typed: str) -> None:
    for words in (EN, DE):
        card, call = read_card(typed, words), read_call(typed, words)
        assert card is None or card_written(words, card)
        assert call is None or call.WhichOneof("kind")
        read_yes_no(typed, words)
    assert "\n" not in tidy(typed)
