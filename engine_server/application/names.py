"""Names people give themselves: cleaned once, when they come in."""

from __future__ import annotations

import unicodedata

LONGEST_NAME = 24
"""Letters a name may show, marks on a letter not counted (trust.md section 3, chat rendering)."""
MARKS_PER_LETTER = 2
_JOINERS = "\u200c\u200d"
_DROPPED = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_BLANKS = "\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0"
"""Counted as letters or signs by Unicode, but nothing is seen of them."""


def cleaned(name: str) -> str:
    """The name without control, direction and invisible characters, spaces folded, marks thinned out.

    Empty when nothing that can be seen is left: the caller decides what that means.
    """
    visible = "".join(mark for mark in unicodedata.normalize("NFC", name) if _stays(mark))
    shown = _thinned(_begun_with_a_letter(" ".join(visible.split())))
    return shown if any(unicodedata.category(mark)[0] in "LNPS" for mark in shown) else ""


def letters(name: str) -> int:
    """How long a name is as people count, marks and joiners not counted."""
    return sum(not _extends(mark) for mark in name)


def _stays(mark: str) -> bool:
    if mark in _BLANKS:
        return False
    return mark in _JOINERS or mark in "\t\n\r" or unicodedata.category(mark) not in _DROPPED


def _begun_with_a_letter(name: str) -> str:
    """The name without marks that would sit on whatever is written before it."""
    while name and _extends(name[0]):
        name = name[1:].lstrip()
    return name


def _thinned(name: str) -> str:
    """The name with at most MARKS_PER_LETTER marks above or below each letter."""
    kept: list[str] = []
    marks = 0
    for mark in name:
        marks = marks + 1 if _extends(mark) else 0
        if marks <= MARKS_PER_LETTER:
            kept.append(mark)
    return "".join(kept)


def _extends(mark: str) -> bool:
    return mark in _JOINERS or unicodedata.category(mark) in ("Mn", "Me", "Mc", "Sk")
