"""The client's own catalogues, and one language's view of them: message ids in, finished text out."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "locales"


class Language(StrEnum):
    """A language of the product. The value is its tag and the name of its folder of catalogues."""

    EN = "en"
    DE = "de"
    NB = "nb"
    ZH_HANS = "zh-Hans"
    ZH_HANT = "zh-Hant"


COMPLETE = (Language.EN, Language.DE, Language.NB, Language.ZH_HANS, Language.ZH_HANT)
"""The languages that must have every text; in one that is only begun a missing text is said in English."""

OWN_NAMES = {
    Language.EN: "English",
    Language.DE: "Deutsch",
    Language.NB: "Norsk bokmål",
    Language.ZH_HANS: "简体中文",
    Language.ZH_HANT: "繁體中文",
}
"""Each language as its speakers call it."""

_FIRST_PARTS = {"en": Language.EN, "de": Language.DE, "nb": Language.NB, "nn": Language.NB, "no": Language.NB}
_TRADITIONAL = {"hant", "tw", "hk", "mo"}


def language_of(tag: str) -> Language | None:
    """The language of a tag such as de-AT, zh_TW or nn; None when Fourth does not speak it."""
    first, *rest = re.split("[-_.]", tag.strip().lower())
    if first != "zh":
        return _FIRST_PARTS.get(first)
    simplified = "hans" in rest or not _TRADITIONAL.intersection(rest)
    return Language.ZH_HANS if simplified else Language.ZH_HANT


_A_SEAT = "{name"
"""How a text begins that begins with a seat: in Norwegian that is a small word, elsewhere a name."""


class Unsaid(LookupError):
    """No catalogue has the message, or it mentions a value that was not given. Names no value."""


@dataclass(frozen=True, slots=True)
class Words:
    """One language's texts. What the language lacks is said in English."""

    language: Language

    def say(self, message: str, /, **values: str | int) -> str:
        """The text of a message with its values; `n` chooses the plural form. Raises Unsaid."""
        n = values.get("n")
        pattern = self._pattern(message, n if isinstance(n, int) else None)
        written = {key: number(value) if isinstance(value, int) else value for key, value in values.items()}
        try:
            text = pattern.format_map(written)
        except (KeyError, IndexError, ValueError):
            raise Unsaid(f"{message} mentions a value that was not given") from None
        return text[:1].upper() + text[1:] if pattern.startswith(_A_SEAT) else text

    def has(self, message: str) -> bool:
        """Whether the message can be said at all."""
        return any(_found(tongue, message, None) for tongue in self._tongues())

    def understood(self, message: str) -> tuple[str, ...]:
        """Words understood when typed: the language's and the English ones, in small letters."""
        texts = [_found(tongue, message, None) or "" for tongue in self._tongues()]
        return tuple(word.strip().casefold() for text in texts for word in text.split(",") if word.strip())

    def listed(self, parts: list[str], link: str = "list.and") -> str:
        """A, B and C; `link` is list.and or list.or."""
        if len(parts) < 2:
            return "".join(parts)
        first = self.say("list.comma").join(parts[:-1])
        return self._pattern(link, None).format(first=first, last=parts[-1])

    def _pattern(self, message: str, n: int | None) -> str:
        for tongue in self._tongues():
            if text := _found(tongue, message, n):
                return text
        raise Unsaid(f"no catalogue has {message}")

    def _tongues(self) -> tuple[Language, ...]:
        return tuple(dict.fromkeys((self.language, Language.EN)))


def number(value: int) -> str:
    """Digits, with a minus sign instead of a hyphen and never a plus."""
    return f"−{-value}" if value < 0 else str(value)


def _found(language: Language, message: str, n: int | None) -> str | None:
    """Gettext answers an unknown id with the id itself."""
    book = _book(language)
    text = book.gettext(message) if n is None else book.ngettext(message, message, n)
    if text == message and n is not None:
        text = book.gettext(message)
    return None if text == message else text


@cache
def _book(language: Language) -> NullTranslations:
    """Read at first use. A language without catalogues says nothing of its own."""
    chain = NullTranslations()
    for part in sorted((FOLDER / language).glob("*.mo")):
        with part.open("rb") as file:
            chain.add_fallback(GNUTranslations(file))
    return chain
