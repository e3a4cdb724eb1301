"""Straight columns by display width: Chinese letters take two columns, marks and isolates none."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wcwidth import wcswidth

from telegram_client.speech.typesetting import is_chinese, pieces, solid

LINE = 80
"""The columns of a terminal that every line fits into."""
_GAP = re.compile(" {2,}")
_HEAD = re.compile(r" *\S+(?: \S+)* {2,}(?=\S)")


def width(text: str) -> int:
    """Columns the text takes; what cannot be measured counts by letters."""
    measured = wcswidth(text)
    return len(text) if measured < 0 else measured


def fitted(lines: Sequence[str], columns: int = LINE) -> tuple[str, ...]:
    """The lines, those too long for a terminal of so many columns broken where a line may end."""
    columns = min(columns, LINE)
    return tuple(
        part
        for line in map(solid, lines)
        for part in ((line,) if width(line) <= columns else _broken(line, columns))
    )


def _broken(line: str, columns: int) -> tuple[str, ...]:
    """A line on several: below its first column, where it has columns, and else below its own beginning."""
    head = _HEAD.match(line)
    narrow = head is not None and width(head[0]) <= columns // 2
    start = head[0] if head and narrow else line[: len(line) - len(line.lstrip(" "))]
    rest = line[len(start) :]
    cells = _GAP.split(rest.strip(" "))
    if len(cells) > 1 and all(width(start) + width(cell) <= columns for cell in cells):
        return flowing(cells, start, "  ", columns)
    if is_chinese(rest):
        return _flowing_solid(pieces(rest.strip(" ")), start, columns)
    return flowing(rest.split(), start, " ", columns)


def _flowing_solid(parts: Sequence[str], start: str, columns: int) -> tuple[str, ...]:
    """As `flowing`, of parts that bring their own spaces along."""
    lines, indent = [start], " " * width(start)
    for part in parts:
        if width(lines[-1] + part) > columns and lines[-1].strip(" "):
            lines.append(indent + part.lstrip(" "))
        else:
            lines[-1] += part
    return tuple(line.rstrip() for line in lines)


def left(text: str, columns: int) -> str:
    """The text with spaces behind it."""
    return text + " " * (columns - width(text))


def right(text: str, columns: int) -> str:
    """The text with spaces before it."""
    return " " * (columns - width(text)) + text


def apart(start: str, end: str, middle: int = 49) -> tuple[str, ...]:
    """Two texts on one line, the second from column `middle` on; on two lines where they do not fit."""
    place = max(middle, width(start) + 2)
    if place + width(end) > LINE:
        return (start, "  " + end)
    return (left(start, place) + end,)


def flowing(parts: Sequence[str], start: str = "", gap: str = "  ", columns: int = LINE) -> tuple[str, ...]:
    """The parts one after the other, on as many lines as they need, all beginning below the first."""
    lines, indent = [start], " " * width(start)
    empty = True
    for part in parts:
        candidate = lines[-1] + ("" if empty else gap) + part
        if not empty and width(candidate) > columns:
            lines.append(indent + part)
        else:
            lines[-1] = candidate
        empty = False
    return tuple(line.rstrip() for line in lines)


def paragraphs(text: str, indent: str = "") -> tuple[str, ...]:
    """A line for each paragraph, however long: the screen, which knows its width, breaks it (fitted)."""
    return tuple((indent + paragraph).rstrip() for paragraph in text.split("\n"))
