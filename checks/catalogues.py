"""The compiled .mo beside every .po catalogue: `python -m checks.catalogues [--write]`."""

from __future__ import annotations

import io
import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from checks.drift import ROOT, settle

_NO_DATE = datetime(2000, 1, 1, tzinfo=UTC)  # else Babel writes the present minute, and no two runs agree
ROOMS = ("engine_server", "telegram_client")


def compiled(po: Path) -> bytes:
    """The .mo of one catalogue, without its fuzzy entries.

    Raises babel.messages.pofile.PoFileError on a line that is no part of a catalogue.
    """
    with po.open("rb") as file:
        catalogue = read_po(file, abort_invalid=True)
    catalogue.creation_date = catalogue.revision_date = _NO_DATE
    content = io.BytesIO()
    write_mo(content, catalogue)
    return content.getvalue()


def catalogues(root: Path) -> dict[Path, bytes]:
    """What the committed .mo files below the rooms should be: path -> content."""
    found = [po for room in ROOMS for po in (root / room).rglob("*.po")]
    return {po.with_suffix(".mo"): compiled(po) for po in found}


def committed(root: Path) -> list[Path]:
    """The .mo files that stand there now."""
    return sorted(mo for room in ROOMS for mo in (root / room).rglob("*.mo"))


def main() -> int:
    """Exit code 1 when a .mo is not what its .po gives."""
    return settle(catalogues(ROOT), committed(ROOT), "make words")


if __name__ == "__main__":
    sys.exit(main())
