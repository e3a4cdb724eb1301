"""Sentences: plural, arguments, the fallback to English, and what is said when nothing can be said."""

from __future__ import annotations

import re
import shutil
import warnings
from pathlib import Path

import pytest

from engine_server.rules.cards import Denomination, Suit, card_of
from engine_server.words.languages import COMPLETE, Language
from engine_server.words.phrasebook import NoWords, Phrasebook
from engine_server.words.sentences import Arguments, compose, sentence
from engine_server.words.written import Argument, Bid, Person, Place
from tests.words.books import LOCALES, entries, write_book
from tests.words.codes import needed_ids

EN, DE, NB = Language.EN, Language.DE, Language.NB


@pytest.mark.parametrize(
    ("message_id", "arguments", "language", "said"),
    [
        ("refusal.MUST_FOLLOW_SUIT", {"suit": Suit.CLUBS}, EN, "You must follow: clubs."),
        ("refusal.MUST_FOLLOW_SUIT", {"suit": Suit.CLUBS}, DE, "Du musst bedienen: Kreuz."),
        ("refusal.STALE_VERSION", {"version": "12"}, DE, "Es ging schon weiter. So steht es jetzt."),
        ("hint.pass_weak", {"n": 1}, EN, "Pass: 1 point is too few."),
        ("hint.pass_weak", {"n": 0}, EN, "Pass: 0 points are too few."),
        ("hint.pass_weak", {"n": 1}, DE, "Passen: 1 Punkt ist zu wenig."),
        ("hint.pass_weak", {"n": 5}, DE, "Passen: 5 Punkte sind zu wenig."),
        (
            "hint.ruff",
            {"card": card_of("SQ"), "suit": Suit.HEARTS},
            DE,
            "Mit ♠D stechen: Du hast kein Herz.",
        ),
        ("hint.ruff", {"card": card_of("ST"), "suit": Suit.HEARTS}, EN, "Ruff with ♠10: you have no hearts."),
        ("hint.pass_stands", {"bid": Bid(3, Denomination.NO_TRUMP)}, EN, "Pass: your 3NT stands."),
        (
            "hint.pass_limit",
            {"bid": Bid(7, Denomination.SPADES), "n": 13, "percent": 0},
            EN,
            "Pass: 7♠ needs 13 tricks, which come in fewer than 1 of 100 deals.",
        ),
        (
            "hint.bid_too_high",
            {"bid": Bid(7, Denomination.SPADES), "n": 13, "percent": 0},
            DE,
            "7♠ ist zu hoch: 13 Stiche machen solche Blätter in weniger als 1 von 100 Runden.",
        ),
        (
            "hint.friend_wins",
            {"card": card_of("S2"), "seat": Place(2)},
            NB,
            "Sør, på din side, har stikket: legg lavt, ♠2.",
        ),
        ("wash.all_passed", {}, NB, "Alle passet. Kortene samles inn."),
    ],
)
def test_a_sentence_is_said(message_id: str, arguments: Arguments, language: Language, said: str) -> None:
    assert sentence(message_id, arguments, language) == said


def test_a_name_is_isolated_in_a_sentence() -> None:
    said = sentence("suspicion.own_card", {"card": card_of("SK"), "seat": Person("Ann")}, EN)
    assert said == "You hold ♠K yourself."
    told = sentence("suspicion.shown", {"card": card_of("SK"), "seat": Person("{card}\u202e")}, DE)
    assert told == "\u2068{card}\u2069 hat ♠K: Das weiß der ganze Tisch."


SAMPLE: dict[str, Argument] = {
    "suit": Suit.SPADES,
    "bid": Bid(4, Denomination.HEARTS),
    "seat": Person("Ann"),
    "incident": "4f2a",
    "field": "table",
    "option": "deals",
    "first": "Ann",
    "last": "Ben",
    "trump": Suit.HEARTS,
    "number": 5,
    **dict.fromkeys(("n", "least", "most", "percent", "trick", "needed", "points", "length", "short"), 3),
    **dict.fromkeys(("other", "others", "left", "low", "high", "score"), 4),
    **dict.fromkeys(("card", "best", "called", "honour", "guarded", "winner", "higher"), card_of("S2")),
    "contract": Bid(4, Denomination.SPADES, 2),
    **dict.fromkeys(("name", "value", "played", "side", "seats", "then", "fault", "tag"), "so"),
    **dict.fromkeys(("deal", "goal", "tricks", "place", "line"), 2),
    **dict.fromkeys(("towards", "top"), card_of("H9")),
}


@pytest.mark.parametrize("language", COMPLETE)
def test_every_id_can_be_said_with_the_arguments_it_mentions(language: Language) -> None:
    said = {message_id: compose(message_id, SAMPLE, language) for message_id in needed_ids()}
    assert [message_id for message_id, text in said.items() if re.search(r"[{}]", text)] == []
    assert [message_id for message_id, text in said.items() if message_id in text] == []


BOOK = {
    EN: 'msgid "a.b"\nmsgstr "{card} of {suit}"\n\n'
    'msgid "a.n"\nmsgid_plural "a.n"\nmsgstr[0] "{n} trick"\nmsgstr[1] "{n} tricks"\n\n'
    'msgid "general.no_words"\nmsgstr "No words."\n\n'
    'msgid "rank.queen"\nmsgstr "Q"\n\nmsgid "denomination.hearts"\nmsgstr "hearts"\n',
    DE: 'msgid "rank.queen"\nmsgstr "D"\n\nmsgid "denomination.hearts"\nmsgstr "Herz"\n\n'
    'msgid "a.n"\nmsgid_plural "a.n"\nmsgstr[0] "{n} Stich"\nmsgstr[1] "{n} Stiche"\n\n'
    '#, fuzzy\nmsgid "a.b"\nmsgstr "{card} in {suit}"\n',
}
QUEEN: dict[str, Argument] = {"card": card_of("HQ"), "suit": Suit.HEARTS}


@pytest.fixture
def book(tmp_path: Path) -> Phrasebook:
    """A small book in which German lacks a.b: its entry is in doubt and so not compiled."""
    return Phrasebook(write_book(tmp_path, BOOK))


def test_a_text_that_is_missing_is_said_in_english_and_so_are_its_cards(book: Phrasebook) -> None:
    assert compose("a.b", QUEEN, DE, book) == "♥Q of hearts"
    assert compose("a.n", {"n": 2}, DE, book) == "2 Stiche"
    assert compose("a.n", {"n": 1}, NB, book) == "1 trick"


def test_an_id_deleted_from_the_german_catalogue_is_said_in_english(tmp_path: Path) -> None:
    shutil.copytree(LOCALES / EN, tmp_path / EN)
    body = (LOCALES / DE / "results.po").read_text(encoding="utf-8")
    kept = [entry for entry in body.split("\n\n") if "wash.weak_hand" not in entry]
    assert len(kept) == len(body.split("\n\n")) - 1
    write_book(tmp_path, {DE: "\n\n".join(kept[1:]) + "\n"})
    copy = Phrasebook(tmp_path)
    assert sentence("wash.weak_hand", {}, DE, copy) == "A hand was too weak: new cards."
    assert sentence("wash.all_passed", {}, DE, copy).startswith("Alle haben gepasst.")


def test_what_cannot_be_said_is_raised_by_compose(book: Phrasebook) -> None:
    with pytest.raises(NoWords, match="no catalogue has a\\.c"):
        compose("a.c", {}, DE, book)
    with pytest.raises(NoWords, match="a\\.b"):
        compose("a.b", {"card": card_of("HQ")}, EN, book)


@pytest.mark.parametrize("message_id", ["a.b", "a.c", "a.n"])
def test_people_get_an_apology_and_the_engine_a_warning_without_values(
    book: Phrasebook, message_id: str
) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert sentence(message_id, {"card": card_of("HQ")}, EN, book) == "No words."
    assert [message_id in str(warning.message) for warning in told] == [True]
    assert "HQ" not in str(told[0].message)
    assert "♥" not in str(told[0].message)


def test_in_the_test_run_the_warning_is_an_error(book: Phrasebook) -> None:
    with pytest.raises(NoWords):
        sentence("a.b", {}, EN, book)


def test_a_language_is_read_once_and_not_before_it_is_needed(tmp_path: Path) -> None:
    folder = write_book(tmp_path, BOOK)
    lazy = Phrasebook(folder)
    assert compose("a.n", {"n": 2}, EN, lazy) == "2 tricks"
    german = folder / DE / "texts.mo"
    kept = german.read_bytes()
    german.write_bytes(b"no catalogue")
    with pytest.raises(OSError, match="Bad magic number"):
        compose("a.n", {"n": 2}, DE, lazy)
    german.write_bytes(kept)
    assert compose("a.n", {"n": 2}, DE, lazy) == "2 Stiche"
    shutil.rmtree(folder)
    assert compose("a.n", {"n": 1}, DE, lazy) == "1 Stich"
    assert entries(folder, DE) == []
