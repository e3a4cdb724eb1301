"""What the catalog says about games, house rules, rules pages and terms."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine_server.rules.options import Number, text_of
from engine_server.rules.variants import ALL
from engine_server.words import catalog
from engine_server.words.glossary import GLOSSARY
from engine_server.words.languages import COMPLETE, Language
from engine_server.words.phrasebook import Phrasebook
from tests.words.books import write_book

EN, DE = Language.EN, Language.DE
GAMES = [game.key for game in ALL]


def test_a_game_and_its_house_rules_have_names() -> None:
    assert catalog.game_name("singapore", DE) == "Singapur-Bridge"
    assert "declarer calls" in catalog.game_summary("floating", EN)
    assert catalog.option_name("wash", DE) == "Neu geben"
    assert catalog.option_explanation("deals", EN) == "How many scored deals make a match."
    assert catalog.option_value("wash", "off", DE) == "aus"
    assert catalog.option_value("double", "on", EN) == "on"
    assert catalog.option_value("deals", "3", DE) == "3"
    assert catalog.option_value("all_pass", "same_dealer", EN) == "the same dealer"


@pytest.mark.parametrize("language", COMPLETE)
def test_the_values_of_a_house_rule_are_told_apart(language: Language) -> None:
    for option in (option for game in ALL for option in game.options):
        names = [catalog.option_value(option.key, value, language) for value in option.values]
        assert len(set(names)) == len(option.values)
        if not isinstance(option, Number):
            assert catalog.option_value(option.key, text_of(option.default), language) in names


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_are_three_pages_of_paragraphs(language: Language, game: str) -> None:
    pages = catalog.rules_pages(game, language)
    told = [(page.language, page.page, page.pages) for page in pages]
    assert told == [(language, number, 3) for number in (1, 2, 3)]
    assert {page.title for page in pages} == {catalog.game_name(game, language)}
    assert [page.page for page in pages if "\n\n" not in page.text] == []
    assert [page.page for page in pages if page.text.strip() != page.text or "\n\n\n" in page.text] == []


def test_a_game_without_rules_has_no_page() -> None:
    assert catalog.rules_pages("tarock", EN) == ()


PAGES = {
    EN: 'msgid "game.g"\nmsgstr "G"\n\nmsgid "rules.g.1"\nmsgstr "one"\n\nmsgid "rules.g.2"\nmsgstr "two"\n',
    DE: 'msgid "game.g"\nmsgstr "Ge"\n\nmsgid "rules.g.1"\nmsgstr "eins"\n',
}


def test_rules_may_have_several_pages_each_in_the_language_it_is_found_in(tmp_path: Path) -> None:
    pages = catalog.rules_pages("g", DE, Phrasebook(write_book(tmp_path, PAGES)))
    told = [(page.language, page.title, page.text, page.page, page.pages) for page in pages]
    assert told == [(DE, "Ge", "eins", 1, 2), (EN, "G", "two", 2, 2)]


@pytest.mark.parametrize("language", COMPLETE)
def test_the_glossary_explains_each_term_in_one_sentence(language: Language) -> None:
    words = catalog.glossary(language)
    assert tuple(word.code for word in words) == GLOSSARY
    assert len(set(GLOSSARY)) == len(GLOSSARY)
    assert len({word.explanation for word in words}) == len(GLOSSARY)
    assert [word.code for word in words if not word.explanation.endswith((".", "。"))] == []
    assert [word.code for word in words if re.search(r"\. |。.", word.explanation)] == []
    assert [word.code for word in words if word.term in word.also or "" in word.also] == []


def test_other_words_are_told_where_a_language_has_them() -> None:
    known = {word.code: word for word in catalog.glossary(DE)}
    assert known["no_trump"].also == ("SA",)
    assert known["trick"].also == ()
    assert {word.code: word for word in catalog.glossary(EN)}["trick"].also == ("set",)
