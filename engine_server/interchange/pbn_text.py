"""The text of a PBN file as games: tags with their values, and the words of the sections below them.

Import format (tistis.nl/pbn, chapters 2 and 3): white space, comments, escaped lines and the place of line
ends do not matter, but a semi-empty line begins a new game.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from engine_server.interchange.problems import Fault, FileRefused


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a section and the line it stands in."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag pair with the words that follow it."""

    name: str
    value: str
    line: int
    words: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True)
class Game:
    """The tags between two semi-empty lines; `is_last` where the file ends with it."""

    tags: tuple[Tag, ...]
    is_last: bool = False


_PIECE = re.compile(
    r"""
    (?P<space>[ \t\n\v\f]+)
    | (?P<escape>(?m:^)%[^\n]*)
    | (?P<remark>;[^\n]*)
    | (?P<comment>\{[^}]*\})
    | \[[ \t\n\v\f]*(?P<name>[A-Za-z0-9_]+)[ \t\n\v\f]*
      "(?P<value>(?:[^"\\\n]|\\[^\n])*)"[ \t\n\v\f]*(?P<tag>\])
    | (?P<text>"[^"\n]*")
    | (?P<word>[^\s\[\]{};"]+)
    """,
    re.VERBOSE,
)
_BREAK = re.compile(r"\n[ \t\v\f]*\n")
_ESCAPE = re.compile(r'\\(["\\])')
_NAME = re.compile(r"\[\s*([A-Za-z0-9_]+)")
_FORBIDDEN = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


def games_of(text: str) -> Iterator[Game]:
    """The games of a text one after another. Raises FileRefused."""
    tags: list[_OpenTag] = []
    end = len(text.rstrip())
    for line, piece in _pieces(text):
        if piece["tag"]:
            tags.append(_OpenTag(piece["name"], _value(piece, line), line, []))
        elif piece["word"] or piece["text"]:
            _add_word(tags, Word(piece[0], line))
        elif piece["space"] and tags and _BREAK.search(piece[0]):
            yield Game(tuple(tag.closed() for tag in tags), piece.end() >= end)
            tags = []
    if tags:
        yield Game(tuple(tag.closed() for tag in tags), is_last=True)


@dataclass(slots=True)
class _OpenTag:
    """A tag whose section is still being read."""

    name: str
    value: str
    line: int
    words: list[Word]

    def closed(self) -> Tag:
        return Tag(self.name, self.value, self.line, tuple(self.words))


def _add_word(tags: list[_OpenTag], word: Word) -> None:
    if not tags:
        raise FileRefused(Fault.TOKEN_UNKNOWN, word.line)
    tags[-1].words.append(word)


def _pieces(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Everything in the text with the line it begins in."""
    place, line = 0, 1
    while place < len(text):
        piece = _PIECE.match(text, place)
        if piece is None:
            raise _unreadable(text, place, line)
        yield line, piece
        line += piece[0].count("\n")
        place = piece.end()


def _unreadable(text: str, place: int, line: int) -> FileRefused:
    """What begins here and does not end: cut off with the file, or malformed."""
    if text[place] == "[":
        name = _NAME.match(text, place)
        cut_off = "]" not in text[place:]
        fault = Fault.FILE_TRUNCATED if cut_off else Fault.TAG_MALFORMED
        return FileRefused(fault, line, name[1] if name else "")
    cut_off = text[place] == "{"
    return FileRefused(Fault.FILE_TRUNCATED if cut_off else Fault.TOKEN_UNKNOWN, line)


def _value(piece: re.Match[str], line: int) -> str:
    if _FORBIDDEN.search(piece["value"]):
        raise FileRefused(Fault.TAG_MALFORMED, line, piece["name"])
    return _ESCAPE.sub(r"\1", piece["value"])
