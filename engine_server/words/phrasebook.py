"""The catalogues: one folder a language, one compiled .mo a part, read when the language is first needed."""

from __future__ import annotations

from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import NamedTuple

from engine_server.words.languages import Language


class NoWords(UserWarning):
    """A text cannot be said: no catalogue has its id, or an argument it mentions is not given.

    `compose` raises it. `sentence` only warns with it, which is an error in the test run and nowhere else.
    """


class Phrase(NamedTuple):
    """A text with its placeholders still open, and the language it was found in."""

    text: str
    language: Language


class Phrasebook:
    """The texts below a folder. Reading is all it does; what was read is kept."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._catalogues: dict[Language, NullTranslations] = {}

    def find(self, message_id: str, language: Language, number: int | None = None) -> Phrase:
        """The text of an id in the language, else in English; `number` chooses the plural form.

        Raises NoWords when English does not have it either.
        """
        for spoken in (language, Language.EN):
            text = _text(self._catalogue(spoken), message_id, number)
            if text is not None:
                return Phrase(text, spoken)
        raise NoWords(f"no catalogue has {message_id}")

    def has(self, message_id: str, language: Language) -> bool:
        """Whether the language itself has a text for the id."""
        return _text(self._catalogue(language), message_id, None) is not None

    def _catalogue(self, language: Language) -> NullTranslations:
        if language not in self._catalogues:
            self._catalogues[language] = _read(self._folder / language)
        return self._catalogues[language]


def _read(folder: Path) -> NullTranslations:
    """All parts of a language as one chain; an empty one where the folder is missing."""
    chain = NullTranslations()
    for part in sorted(folder.glob("*.mo")):
        with part.open("rb") as file:
            chain.add_fallback(GNUTranslations(file))
    return chain


def _text(catalogue: NullTranslations, message_id: str, number: int | None) -> str | None:
    """Gettext answers an unknown id with the id itself."""
    if number is not None:
        text = catalogue.ngettext(message_id, message_id, number)
        if text != message_id:
            return text
    text = catalogue.gettext(message_id)
    return None if text == message_id else text


PHRASEBOOK = Phrasebook(Path(__file__).parent / "locales")
"""The catalogues of this package."""
