"""Names people give themselves: cleaned once, when they come in."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 24
"""Letters a name may show, marks on a letter not counted (trust.md section 3, chat rendering)."""
MARKS_PER_LETTER = 2
_JOINERS = "\u200c\u200d"
_DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def cleaned(name: str) -> str:
    """The name without control, direction and invisible characters, spaces folded, cut to 24 letters.

    Empty when nothing that can be seen is left: the caller decides what that means.
    """
    visible = "".join(mark for mark in unicodedata.normalize("NFC", name) if _stays(mark))
    shown = " ".join(visible.split())
    cut = _cut(shown).strip()
    return cut if any(unicodedata.category(mark)[0] in "LNPS" for mark in cut) else ""


def _stays(mark: str) -> bool:
    return mark in _JOINERS or mark in "\t\n\r" or unicodedata.category(mark) not in _DROPPED


def _cut(name: str) -> str:
    """At most LONGEST_NAME letters, each with at most MARKS_PER_LETTER marks above or below it."""
    kept: list[str] = []
    letters = marks = 0
    for mark in name:
        extends = mark in _JOINERS or unicodedata.category(mark) in ("Mn", "Me", "Mc", "Sk")
        marks = marks + 1 if extends else 0
        letters += not extends
        if letters > LONGEST_NAME:
            break
        if marks <= MARKS_PER_LETTER:
            kept.append(mark)
    return "".join(kept)
