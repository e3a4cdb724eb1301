"""The words of the catalog: games, house rules, rules pages, and the glossary."""

from __future__ import annotations

from dataclasses import dataclass

from engine_server.words.glossary import GLOSSARY
from engine_server.words.languages import Language
from engine_server.words.phrasebook import PHRASEBOOK, Phrasebook
from engine_server.words.sentences import sentence

_SWITCH = ("on", "off")


@dataclass(frozen=True, slots=True)
class RulesPage:
    """One page of the rules of a game: plain text with an empty line between paragraphs. `page` from 1."""

    language: Language
    title: str
    text: str
    page: int
    pages: int


@dataclass(frozen=True, slots=True)
class Word:
    """A term of the card table, what it means in one sentence, and other words understood for it."""

    code: str
    term: str
    explanation: str
    also: tuple[str, ...]


def game_name(game: str, language: Language) -> str:
    """What a game is called."""
    return sentence(f"game.{game}", {}, language)


def game_summary(game: str, language: Language) -> str:
    """What a game is, in one or two short sentences."""
    return sentence(f"game.{game}.summary", {}, language)


def option_name(key: str, language: Language) -> str:
    """What a house rule is called."""
    return sentence(f"option.{key}", {}, language)


def option_explanation(key: str, language: Language) -> str:
    """What a house rule changes."""
    return sentence(f"option.{key}.explanation", {}, language)


def option_value(key: str, value: str, language: Language) -> str:
    """What a value of a house rule is called; numbers are called by their digits."""
    if value.isdigit():
        return value
    return sentence(value_id(key, value), {}, language)


def value_id(key: str, value: str) -> str:
    """The message id of a named value. On and off are the same words everywhere."""
    return f"general.{value}" if value in _SWITCH else f"option.{key}.{value}"


def rules_pages(game: str, language: Language, book: Phrasebook = PHRASEBOOK) -> tuple[RulesPage, ...]:
    """The rules of a game, page by page; nothing for a game without a page."""
    pages = _page_count(game, book)
    return tuple(_rules_page(game, page, pages, language, book) for page in range(1, pages + 1))


def _page_count(game: str, book: Phrasebook) -> int:
    pages = 0
    while book.has(f"rules.{game}.{pages + 1}", Language.EN):
        pages += 1
    return pages


def _rules_page(game: str, page: int, pages: int, language: Language, book: Phrasebook) -> RulesPage:
    text = book.find(f"rules.{game}.{page}", language)
    title = sentence(f"game.{game}", {}, text.language, book)
    return RulesPage(text.language, title, text.text, page, pages)


def glossary(language: Language, book: Phrasebook = PHRASEBOOK) -> tuple[Word, ...]:
    """Every term in the order of GLOSSARY."""
    return tuple(_word(code, language, book) for code in GLOSSARY)


def _word(code: str, language: Language, book: Phrasebook) -> Word:
    term = book.find(f"word.{code}", language)
    explanation = sentence(f"word.{code}.explanation", {}, term.language, book)
    return Word(code, term.text, explanation, _also(code, term.language, book))


def _also(code: str, language: Language, book: Phrasebook) -> tuple[str, ...]:
    """Not every term has other words, and no language has another's."""
    if not book.has(f"word.{code}.also", language):
        return ()
    return tuple(book.find(f"word.{code}.also", language).text.split(", "))
