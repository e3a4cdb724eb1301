"""The catalogues are whole: nothing missing, left over, empty or in doubt, nothing we never print."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from pathlib import Path

import pytest

from checks import catalogues
from checks.drift import drifted
from engine_server.application.names import LONGEST_NAME
from engine_server.rules.cards import Suit
from engine_server.words.languages import COMPLETE, Language
from engine_server.words.reasons import STATUS_MESSAGES
from engine_server.words.written import denomination, person
from tests.words.books import LOCALES, Entry, entries, parts, plural_count
from tests.words.codes import hint_arguments, needed_ids, optional_ids, reasons

ENTRIES = {language: entries(LOCALES, language) for language in Language}
ENGLISH = {entry.id: entry for entry in ENTRIES[Language.EN]}
HINT_LENGTH = 90
ALERT_LENGTH = 200
PAGE_LENGTH = 1500
FORBIDDEN = {
    "variation selector": re.compile("\ufe0f"),
    "hyphen as minus": re.compile(r"(?<![\w.])-\d"),
    "exclamation mark": re.compile("!"),
    "white suit": re.compile("[♡♢❤]"),
    "T for ten": re.compile("[♠♥♦♣]T"),
    "bid with the symbol first": re.compile(r"[♠♥♦♣]1(?!0)"),
    "card with the rank first": re.compile(r"\b(10|[AKQJDB])[♠♥♦♣]"),
    "straight quotes": re.compile('"'),
    "space at the end": re.compile(r" $(?!\n)", re.MULTILINE),
    "three dots": re.compile(r"\.\.\."),
}
SIMPLIFIED = dict(
    zip(
        "发将垫庄红单双张门长还没这对断应该谁过进赢输给让边决认识说请问选择开关间级阶总计数组点线东规则语时专",
        "發將墊莊紅單雙張門長還沒這對斷應該誰過進贏輸給讓邊決認識說請問選擇開關間級階總計數組點線東規則語時專",
        strict=True,
    )
)
"""Signs of the simplified script and what stands for them in the traditional one."""
FORBIDDEN_IN = {
    Language.EN: {"gendered": re.compile(r"\b(he|she|his|her|him|hers)\b", re.IGNORECASE)},
    Language.DE: {
        "formal address": re.compile(r"(?<![.:?] )(?<!^)(?<!\n)\b(Sie|Ihnen|Ihre?[mnrs]?)\b"),
        "gendered": re.compile(r"[*:_/]in(nen)?\b|\b(er oder sie|sie oder er|Spielerin|Spieler)\b"),
        "Strohmann": re.compile("Strohmann"),
    },
    Language.NB: {"gendered": re.compile(r"\b(han|hun|hans|hennes|ham|henne)\b", re.IGNORECASE)},
    Language.ZH_HANS: {
        "gendered or formal": re.compile("您|她|(?<!其)他"),
        "two meanings": re.compile("庄家"),
        "the other script": re.compile(f"[磴{''.join(SIMPLIFIED.values())}]"),
    },
    Language.ZH_HANT: {
        "gendered or formal": re.compile("您|她|(?<!其)他"),
        "the other script": re.compile(f"[墩{''.join(SIMPLIFIED)}]"),
    },
}


def missing(language: Language, listed: list[Entry]) -> list[str]:
    """Ids that a complete language lacks."""
    return sorted(needed_ids() - {entry.id for entry in listed}) if language in COMPLETE else []


def unused(listed: list[Entry]) -> list[str]:
    """Ids that nothing asks for."""
    return sorted({entry.id for entry in listed} - needed_ids() - optional_ids())


def faulty_variables(listed: list[Entry]) -> list[str]:
    """Ids with other placeholders than English has, or with one that is no plain name."""
    return [entry.id for entry in listed if entry.id not in optional_ids() and not _has_the_variables(entry)]


def _has_the_variables(entry: Entry) -> bool:
    named = all(name.isidentifier() for name in entry.variables)
    return named and entry.variables == ENGLISH[entry.id].variables


def bare(entry: Entry) -> list[str]:
    """The forms without placeholders; not the comma of a list, nor words we only understand."""
    if entry.id == "list.comma" or entry.id in optional_ids():
        return []
    return [re.sub(r"\{\w+\}", "x", form) for form in entry.forms]


@pytest.mark.parametrize("language", Language)
def test_a_language_has_every_id_and_no_other(language: Language) -> None:
    assert missing(language, ENTRIES[language]) == []
    assert unused(ENTRIES[language]) == []


@pytest.mark.parametrize("language", Language)
def test_no_id_stands_twice_or_is_empty_or_in_doubt(language: Language) -> None:
    listed = ENTRIES[language]
    assert [name for name, count in Counter(entry.id for entry in listed).items() if count > 1] == []
    assert [entry.id for entry in listed if not all(form.strip() for form in entry.forms)] == []
    assert [entry.id for entry in listed if entry.fuzzy] == []


@pytest.mark.parametrize("language", Language)
def test_every_language_has_the_variables_of_english(language: Language) -> None:
    assert faulty_variables(ENTRIES[language]) == []


@pytest.mark.parametrize("language", COMPLETE)
def test_a_plural_has_every_form_of_its_language_and_mentions_its_number(language: Language) -> None:
    (forms,) = {plural_count(po) for po in parts(LOCALES, language)}
    plurals = [entry for entry in ENTRIES[language] if entry.plural]
    assert len(plurals) > 5
    assert [entry.id for entry in plurals if len(entry.forms) != forms] == []
    assert [entry.id for entry in plurals if not all("{n}" in form for form in entry.forms)] == []
    assert {entry.id for entry in plurals} == {entry.id for entry in ENGLISH.values() if entry.plural}


def test_the_compiled_catalogues_are_what_their_sources_give() -> None:
    made = {po.with_suffix(".mo"): catalogues.compiled(po) for po in LOCALES.rglob("*.po")}
    assert len(made) >= 2 * 9
    assert drifted(made, LOCALES.rglob("*.mo")) == []


@pytest.mark.parametrize("language", COMPLETE)
def test_nothing_forbidden_is_printed(language: Language) -> None:
    rules = FORBIDDEN | FORBIDDEN_IN[language]
    found = [
        (entry.id, name)
        for entry in ENTRIES[language]
        for form in bare(entry)
        for name, rule in rules.items()
        if rule.search(form)
    ]
    assert found == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (Language.DE, "Haben Sie Pik?"),
        (Language.DE, "Links kommt der Spieler"),
        (Language.DE, "Zuschauer:innen"),
        (Language.EN, "his card"),
        (Language.EN, "♠\ufe0f"),
        (Language.EN, "A♠"),
        (Language.EN, "♥T"),
        (Language.DE, "total -3"),
        (Language.NB, "Kortet hans"),
        (Language.ZH_HANS, "庄家 东家"),
        (Language.ZH_HANS, "發牌"),
        (Language.ZH_HANT, "将牌"),
        (Language.ZH_HANT, "赢得这一墩"),
        (Language.ZH_HANT, "請您出牌"),
    ],
)
def test_the_rules_against_forbidden_texts_catch_them(language: Language, text: str) -> None:
    rules = FORBIDDEN | FORBIDDEN_IN[language]
    assert [name for name, rule in rules.items() if rule.search(text)] != []


def test_hints_use_only_the_arguments_the_advisor_gives() -> None:
    given = hint_arguments()
    used = {entry.id: entry.variables for entry in ENGLISH.values() if entry.part == "hints"}
    assert len(used) > 50
    assert [name for name, variables in used.items() if not variables <= given[name]] == []


def test_every_reason_has_a_fixed_text_and_no_text_is_left_over() -> None:
    assert set(STATUS_MESSAGES) == reasons()
    assert all(text and text.isascii() and "{" not in text for text in STATUS_MESSAGES.values())
    assert len(set(STATUS_MESSAGES.values())) == len(STATUS_MESSAGES)


@pytest.mark.parametrize("language", COMPLETE)
def test_texts_keep_their_length(language: Language) -> None:
    limits = {"hints": HINT_LENGTH, "refusals": ALERT_LENGTH, "results": ALERT_LENGTH, "rules": PAGE_LENGTH}
    over = [
        (entry.id, len(form))
        for entry in ENTRIES[language]
        for form in _at_their_longest(entry, language)
        if len(form) > limits.get(entry.part, ALERT_LENGTH)
    ]
    assert over == []


LONGEST = {
    "seat": person("N" * LONGEST_NAME),
    "percent": "100",
    "number": "7",
    "n": "13",
    "trick": "13",
    "bid": "7NT",
}


def _at_their_longest(entry: Entry, language: Language) -> list[str]:
    """Every form with arguments as long as they come, the longest name among them."""
    longest = LONGEST | {"suit": denomination(Suit.DIAMONDS, language)}
    filled = {name: longest.get(name, "♠10") for name in entry.variables}
    return [form.format_map(filled) for form in entry.forms]


# --- a copy of the catalogues with one fault in it --------------------------------------------------------


def spoiled(folder: Path, part: str, old: str, new: str) -> list[Entry]:
    """The entries of a German catalogue in which a text was replaced."""
    shutil.copytree(LOCALES, folder, dirs_exist_ok=True)
    po = folder / Language.DE / f"{part}.po"
    text = po.read_text(encoding="utf-8")
    assert old in text
    po.write_text(text.replace(old, new, 1), encoding="utf-8")
    return entries(folder, Language.DE)


def test_a_misspelt_placeholder_is_noticed(tmp_path: Path) -> None:
    listed = spoiled(tmp_path, "refusals", "bedienen: {suit}", "bedienen: {siut}")
    assert faulty_variables(listed) == ["refusal.MUST_FOLLOW_SUIT"]


def test_a_placeholder_with_a_format_of_its_own_is_noticed(tmp_path: Path) -> None:
    listed = spoiled(tmp_path, "refusals", "bedienen: {suit}", "bedienen: {suit.name}")
    assert faulty_variables(listed) == ["refusal.MUST_FOLLOW_SUIT"]


def test_a_lost_id_and_one_too_many_are_noticed(tmp_path: Path) -> None:
    listed = spoiled(tmp_path, "results", '"wash.weak_hand"', '"wash.weak_hnad"')
    assert missing(Language.DE, listed) == ["wash.weak_hand"]
    assert unused(listed) == ["wash.weak_hnad"]
