"""What people read, held against the catalogues: one language, no ids, tables that fit."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from wcwidth import wcswidth

from engine_server.words import phrasebook as engine_words
from engine_server.words.languages import Language as EngineLanguage
from playground.telegram.crowd import seen_commands
from playground.telegram.messages import Message
from telegram_client.speech.phrasebook import FOLDER, OWN_NAMES, Language
from telegram_client.speech.typesetting import solid
from tests.playground.phones import Person, Place, Telegram, blocks
from tests.words.books import Entry, entries

WIDEST = 28
CARDS_IN_A_ROW = 6
_BOOKS = (Path(engine_words.__file__).parent / "locales", FOLDER)
_LATIN = re.compile(r"[A-Za-zÀ-ÿ]{3,}")
_HAN = re.compile(r"[\u3400-\u9fff]")
_NOT_OURS = re.compile(
    r"⁨[^⁩]*⁩|https?://\S+|/[a-z_]+(?:@\w+)?|\b[0-9A-Z]{6}\b|\b[0-9a-f]{4,}…|" + "|".join(OWN_NAMES.values())
)
"""Names of people, addresses, commands, codes of tables, beginnings of secrets, names of languages."""
_WIDE_THEN_MORE = re.compile(r"[\u3400-\u9fff]\S* {2,}\S")


# --- one language --------------------------------------------------------------------------------------


@cache
def book(language: Language) -> tuple[Entry, ...]:
    """All texts of engine and client in a language."""
    return tuple(entry for folder in _BOOKS for entry in entries(folder, EngineLanguage(language.value)))


@cache
def vocabulary(language: Language) -> frozenset[str]:
    """All words that a language's texts use, and all Chinese letters."""
    texts = [solid(form) for entry in book(language) for form in entry.forms]
    return frozenset(piece for text in texts for piece in _pieces(text))


def _pieces(text: str) -> Iterable[str]:
    yield from (word.casefold() for word in _LATIN.findall(text))
    yield from _HAN.findall(text)


@cache
def ids() -> frozenset[str]:
    """Ids of texts that cannot be a text."""
    return frozenset(
        entry.id for entry in book(Language.EN) if re.fullmatch(r"[a-z_]+(\.[a-z_]+)+", entry.id)
    )


def wrong_words(text: str, language: Language, names: Iterable[str] = ()) -> list[str]:
    """What in a text is not of the language: words none of its texts has, ids, values that were not given."""
    own = _NOT_OURS.sub(" ", text)
    allowed = vocabulary(language) | {word for name in names for word in _pieces(name)}
    found = [piece for piece in _pieces(own) if piece not in allowed]
    found += [word for word in re.findall(r"[a-z_]+(?:\.[a-z_]+)+", own) if word in ids()]
    return found + re.findall(r"[{}]", own)


# --- what was seen -------------------------------------------------------------------------------------


def of_bot(place: Place) -> list[str]:
    """All that the bot ever said in a chat, labels of keys included."""
    return [text for message in place.all if message.by is None for text in message.versions]


def shown_to(person: Person, *groups: Place) -> list[str]:
    """All that the bot told a person: in its chat and in those groups, and in answers to its taps."""
    places = [text for place in (person.chat, *groups) for text in of_bot(place)]
    return [*places, *(toast.text for toast in person.toasts)]


def commands_of(person: Person) -> list[str]:
    """What the commands do that a person is offered in its own chat."""
    listed = seen_commands(person.telegram.world, person.chat.chat, person.id)
    return [command.description for command in listed]


# --- tables and keys -----------------------------------------------------------------------------------


def versions(telegram: Telegram) -> list[Message]:
    """Everything that the bot's messages ever were."""
    ours = [message for place in telegram.places for message in place.all if message.by is None]
    return [value for message in ours for value in message.values]


def fixed_blocks(telegram: Telegram) -> list[list[str]]:
    """The lines of every block of fixed width that was ever shown."""
    return [block.split("\n") for value in versions(telegram) for block in blocks(value)]


def misset(lines: list[str]) -> list[str]:
    """Lines of a block that are too wide, or have a column behind Chinese letters."""
    return [line for line in lines if not 0 <= wcswidth(line) <= WIDEST or _WIDE_THEN_MORE.search(line)]


def crowded_rows(telegram: Telegram) -> list[list[str]]:
    """Rows of keys with more cards than a row has room for."""
    rows = [[key.text for key in row] for value in versions(telegram) for row in value.keys]
    return [row for row in rows if len(row) > CARDS_IN_A_ROW and all(label[0] in "♠♥♦♣" for label in row)]
