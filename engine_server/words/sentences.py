"""A message id and its arguments as a whole sentence in somebody's language."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from string import Formatter
from typing import TypeAlias

from engine_server.words.languages import CHINESE, Language
from engine_server.words.phrasebook import PHRASEBOOK, NoWords, Phrase, Phrasebook
from engine_server.words.typesetting import solid
from engine_server.words.written import Argument, write

Arguments: TypeAlias = Mapping[str, Argument]
NUMBER = "n"
"""The argument that chooses the plural form. A sentence has one; a second number needs no plural."""
_A_SEAT = "{seat}"
"""How a sentence begins that begins with a seat: in Norwegian that is a small word, elsewhere a name."""
PERCENT = "percent"
"""The argument that counts cases of a hundred. None of a hundred is said as fewer than one: it is rounded."""


def sentence(message_id: str, arguments: Arguments, language: Language, book: Phrasebook = PHRASEBOOK) -> str:
    """The sentence of an id in a language, in English where the language lacks it. Never raises.

    Whatever cannot be said becomes one plain apology and a NoWords warning that names the id and no value.
    """
    try:
        return compose(message_id, arguments, language, book)
    except NoWords as fault:
        warnings.warn(fault, stacklevel=2)
        return book.find("general.no_words", language).text


def compose(message_id: str, arguments: Arguments, language: Language, book: Phrasebook = PHRASEBOOK) -> str:
    """As `sentence`, but raises NoWords. Arguments a sentence does not mention are ignored.

    Arguments are written in the language the text was found in, so that no sentence mixes two.
    """
    phrase = book.find(message_id, language, _number(arguments))
    try:
        text = phrase.text.format_map(_written(phrase, arguments, book))
    except (KeyError, ValueError):
        raise NoWords(f"{message_id} ({phrase.language}) asks for an argument that is not given") from None
    if phrase.text.startswith(_A_SEAT):
        text = text[:1].upper() + text[1:]
    return solid(text) if phrase.language in CHINESE else text


def _written(phrase: Phrase, arguments: Arguments, book: Phrasebook) -> dict[str, str]:
    """What the phrase mentions. Raises KeyError for an argument that is not given."""
    mentioned = [name for _, name, _, _ in Formatter().parse(phrase.text) if name is not None]
    return {name: _argument(name, arguments[name], phrase.language, book) for name in mentioned}


def _argument(name: str, argument: Argument, language: Language, book: Phrasebook) -> str:
    if name == PERCENT and argument == 0:
        return book.find("number.below_one", language).text
    return write(argument, language, book)


def _number(arguments: Arguments) -> int | None:
    number = arguments.get(NUMBER)
    return number if isinstance(number, int) else None
