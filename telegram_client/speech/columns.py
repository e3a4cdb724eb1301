"""Straight columns by display width: Chinese letters take two columns, marks and isolates none."""

from __future__ import annotations

from collections.abc import Sequence

from wcwidth import wcswidth

LINE = 80
"""The columns of a terminal that every line fits into."""


def width(text: str) -> int:
    """Columns the text takes; what cannot be measured counts by letters."""
    measured = wcswidth(text)
    return len(text) if measured < 0 else measured


def fitted(lines: Sequence[str], columns: int = LINE) -> tuple[str, ...]:
    """The lines, those too long for a terminal of so many columns broken at spaces."""
    columns = min(columns, LINE)
    return tuple(
        part for line in lines for part in ((line,) if width(line) <= columns else wrapped(line, "", columns))
    )


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


def wrapped(text: str, indent: str = "", columns: int = LINE) -> tuple[str, ...]:
    """A paragraph or several, broken at spaces; an empty line stays one."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        own = paragraph[: len(paragraph) - len(paragraph.lstrip(" "))]
        lines += (
            flowing([word for word in paragraph.split(" ") if word], indent + own, " ", columns)
            if paragraph.strip()
            else ("",)
        )
    return tuple(lines)
