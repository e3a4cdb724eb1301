"""The client's catalogues: whole, used by the code, free of what is never printed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fourth.v1.cards_pb2 import Denomination, Rank

from engine_server.application.tables import CODE_LENGTHS, CODE_LETTERS
from engine_server.words import languages
from telegram_client.conversation.intents import Wish
from telegram_client.speech import phrasebook
from telegram_client.speech.phrasebook import COMPLETE, FOLDER, Language, Unsaid, Words, language_of, number
from telegram_client.transports.telegram_bot import COMMANDS
from tests.words.books import entries

CLIENT = FOLDER.parent
ENTRIES = {
    language: {entry.id: entry for entry in entries(FOLDER, languages.Language(language))}
    for language in COMPLETE
}
ENGLISH = ENTRIES[Language.EN]
MADE_BY_CODE = {
    *(f"command.{name}" for name in COMMANDS),
    *(f"seat.{place}" for place in ("north", "east", "south", "west")),
    *(f"seat.{place}.letter" for place in ("north", "east", "south", "west")),
    *(f"rank.{name[5:].lower()}" for name in ("RANK_JACK", "RANK_QUEEN", "RANK_KING", "RANK_ACE")),
    *(f"denomination.{name[13:].lower()}" for name in Denomination.keys()[1:]),
    *(f"typed.{name[5:].lower()}" for name in Rank.keys()[1:]),
    *(f"typed.{name[13:].lower()}" for name in Denomination.keys()[1:]),
    *(f"typed.{name}" for name in ("one", "pass", "double", "redouble", "yes", "no", "filler")),
    *(f"goal.{name}" for name in ("part_score", "game", "small_slam", "grand_slam")),
    *(
        f"move.{name}"
        for name in ("pass_call", "double_call", "redouble_call", "concede", "ask_undo", "unknown")
    ),
    *(f"move.{name}.{answer}" for name in ("wash", "draw", "accept") for answer in ("yes", "no")),
    *(f"row.{counted}" for counted in ("goals", "card_points")),
    *(f"score.{head}" for head in ("deal", "sum")),
    *(f"call.{name}" for name in ("pass", "double", "redouble")),
    *(f"row.{name}" for name in ("seats", "calls", "tricks", "last", "now", "trump")),
    *(
        "seat.sat",
        "seat.robot_sat",
        "seat.left",
        "seat.freed",
        "seat.replaced",
        "seat.robot_for",
        "seat.back",
    ),
}
"""Ids that the code puts together from names."""


def calls(name: str) -> Iterator[tuple[str, set[str]]]:
    """Each (message id, names of its values) in a call of `say` or `by` in the client's code."""
    for file in CLIENT.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if called != name:
                continue
            place = node.args[0] if name == "say" else node.args[1]
            for constant in _constants(place):
                yield constant, {keyword.arg for keyword in node.keywords if keyword.arg}


def _constants(place: ast.expr) -> list[str]:
    """The ids an argument may be: a text, or either text of a choice."""
    if isinstance(place, ast.Constant):
        return [str(place.value)]
    if isinstance(place, ast.IfExp):
        return [*_constants(place.body), *_constants(place.orelse)]
    return []


USES = [*calls("say"), *((message, given | {"name"}) for message, given in calls("by"))]
USES_OF_YOU = [(f"{message}.you", given) for message, given in calls("by")]


def test_the_search_for_uses_finds_them() -> None:
    assert len(USES) > 100
    assert len(USES_OF_YOU) >= 10


@pytest.mark.parametrize(("message", "given"), [*USES, *USES_OF_YOU])
def test_what_the_code_says_exists_and_mentions_only_what_is_given(message: str, given: set[str]) -> None:
    entry = ENGLISH[message]
    assert entry.variables <= given
    assert not entry.plural or "n" in given


def test_nothing_is_unused() -> None:
    listed = {
        text for file in CLIENT.rglob("*.py") for text in re.findall(r'"([a-z_.]+)"', file.read_text("utf-8"))
    }
    used = {message for message, _ in [*USES, *USES_OF_YOU]} | MADE_BY_CODE | listed
    assert set(ENGLISH) - used == set()


@pytest.mark.parametrize("language", COMPLETE)
def test_a_complete_language_has_every_text_with_the_same_variables(language: Language) -> None:
    own = ENTRIES[language]
    assert set(own) == set(ENGLISH) | (MADE_BY_CODE & set(own))
    assert set(ENGLISH) - set(own) == set()
    for message, entry in own.items():
        assert all(entry.forms), message
        assert not entry.fuzzy, message
        assert entry.plural == ENGLISH[message].plural, message
        assert entry.variables == ENGLISH[message].variables, message
        assert not entry.plural or len(entry.forms) == FORMS.get(language, 2), message


FORMS = {Language.ZH_HANS: 1, Language.ZH_HANT: 1}
"""How many plural forms a language has, where it is not two."""
FORBIDDEN = {
    "variation selector": "\ufe0f",
    "white or emoji suit": "[♡♢♤♧❤]",
    "exclamation mark": "!",
    "hyphen as minus": r"(?<![\w.…-])-\d",
    "straight quotes": '"',
    "three dots": r"\.\.\.",
    "T for ten": "[♠♥♦♣]T",
}
FORBIDDEN_IN = {
    Language.EN: {"gendered": r"\b(he|she|his|her|him|hers)\b"},
    Language.DE: {
        "formal address": r"\b(Ihnen|Ihre?[mnrs]?)\b",
        "gendered": r"\b(er oder sie|Spielerin|Spieler)\b",
    },
    Language.NB: {"gendered": r"\b(han|hun|hans|hennes|ham|henne)\b"},
    Language.ZH_HANS: {
        "gendered or formal": "您|她|(?<!其)他",
        "the other script": "磴|墊|發|莊",
        "dealer or declarer": "庄家",
    },
    Language.ZH_HANT: {"gendered or formal": "您|她|(?<!其)他", "the other script": "墩|垫|发|庄|将"},
}


@pytest.mark.parametrize("language", COMPLETE)
def test_nothing_we_never_print(language: Language) -> None:
    found = [
        (entry.id, name)
        for entry in ENTRIES[language].values()
        for name, rule in (FORBIDDEN | FORBIDDEN_IN[language]).items()
        if not entry.id.startswith("typed.") and any(re.search(rule, form) for form in entry.forms)
    ]
    assert found == []


def test_a_text_a_language_lacks_is_said_in_english_and_never_as_a_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "en").symlink_to(FOLDER / "en")
    monkeypatch.setattr(phrasebook, "FOLDER", tmp_path)
    phrasebook._book.cache_clear()
    try:
        for entry in ENGLISH.values():
            given = {name: f"<{name}>" for name in entry.variables}
            said = Words(Language.NB).say(entry.id, **given)
            assert said == Words(Language.EN).say(entry.id, **given) != entry.id
    finally:
        phrasebook._book.cache_clear()


def test_a_plural_follows_its_number() -> None:
    words = Words(Language.EN)
    assert words.say("table.deals", n=1) == "1 deal."
    assert words.say("table.deals", n=4) == "4 deals."
    assert Words(Language.DE).say("result.over", contract="3♠", n=2) == "3♠ erfüllt, 2 Überstiche."


def test_what_cannot_be_said_names_the_message_and_no_value() -> None:
    with pytest.raises(Unsaid, match="nowhere"):
        Words(Language.EN).say("nowhere", card="SECRET")
    with pytest.raises(Unsaid, match=r"trick\.won") as problem:
        Words(Language.EN).say("trick.won", card="SECRET")
    assert "SECRET" not in str(problem.value)


def test_numbers_have_a_true_minus_sign() -> None:
    assert [number(value) for value in (-3, 0, 12)] == ["−3", "0", "12"]


TAGS = {
    "en": "en",
    "EN-gb": "en",
    "de": "de",
    "de_AT.UTF-8": "de",
    "nn": "nb",
    "no": "nb",
    "nb-NO": "nb",
    "zh": "zh-Hans",
    "zh-CN": "zh-Hans",
    "zh_TW": "zh-Hant",
    "zh-Hant-HK": "zh-Hant",
    "zh-hans-HK": "zh-Hans",
    "fr": None,
    "": None,
    "xx-zh": None,
}


@pytest.mark.parametrize(("tag", "language"), TAGS.items())
def test_a_tag_asks_for_a_language(tag: str, language: str | None) -> None:
    assert language_of(tag) == language


@pytest.mark.parametrize("language", COMPLETE)
def test_the_example_of_a_code_looks_like_the_codes_of_the_engine(language: Language) -> None:
    (code,) = re.findall(r"/join (\w*\d\w*)", Words(language).say("join.how"))
    assert len(code) == CODE_LENGTHS[0]
    assert set(code) <= set(CODE_LETTERS)


def test_every_wish_is_a_latin_command() -> None:
    assert all(re.fullmatch("[a-z_]{1,32}", wish) for wish in Wish)
    assert Path(FOLDER, "en", "chat.mo").exists()


def test_a_compiled_catalogue_holds_no_time_of_compiling() -> None:
    for language in COMPLETE:
        compiled = (FOLDER / language / "chat.mo").read_bytes()
        assert re.findall(rb"POT-Creation-Date: (\d{4})", compiled) in ([], [b"2000"])
