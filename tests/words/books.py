"""The catalogues read as catalogues, and small ones made by a test."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from checks import catalogues
from engine_server.words import phrasebook
from engine_server.words.languages import Language

LOCALES = Path(phrasebook.__file__).parent / "locales"
HEADER = (
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
)
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a catalogue: its id, its forms (several for a plural), and whether it is in doubt."""

    part: str
    id: str
    forms: tuple[str, ...]
    plural: bool
    fuzzy: bool

    @property
    def variables(self) -> frozenset[str]:
        """The names of all placeholders in any form."""
        return frozenset(name for form in self.forms for name in _PLACEHOLDER.findall(form))


def parts(folder: Path, language: Language) -> list[Path]:
    """The .po files of a language."""
    return sorted((folder / language).glob("*.po"))


def entries(folder: Path, language: Language) -> list[Entry]:
    """All entries of a language, part by part, without the headers."""
    return [entry for po in parts(folder, language) for entry in _entries_of(po)]


def _entries_of(po: Path) -> list[Entry]:
    with po.open("rb") as file:
        catalogue = read_po(file, abort_invalid=True)
    return [_entry(po.stem, message) for message in catalogue if message.id]


def _entry(part: str, message: Message) -> Entry:
    plural = isinstance(message.id, tuple)
    name = message.id[0] if isinstance(message.id, tuple) else message.id
    forms = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
    return Entry(part, str(name), forms, plural, message.fuzzy)


def plural_count(po: Path) -> int:
    """How many forms a plural has in this catalogue."""
    with po.open("rb") as file:
        return read_po(file).num_plurals


def write_book(folder: Path, texts: dict[Language, str]) -> Path:
    """Catalogues of one part with the given bodies, compiled as `make words` does."""
    for language, body in texts.items():
        po = folder / language / "texts.po"
        po.parent.mkdir(parents=True, exist_ok=True)
        po.write_text(f"{HEADER}\n{body}", encoding="utf-8")
        po.with_suffix(".mo").write_bytes(catalogues.compiled(po))
    return folder
