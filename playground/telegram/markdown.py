"""Telegram's MarkdownV2, read as strictly as the service reads it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playground.telegram.entities import Entity, Marked, emoji_number, length, unparsable
from playground.telegram.links import target_of

RESERVED = frozenset("_*[]()~`>#+-=|{}.!")
_SIGNS = {
    "```": ("pre", "Pre"),
    "`": ("code", "Code"),
    "||": ("spoiler", "Spoiler"),
    "__": ("underline", "Underline"),
    "_": ("italic", "Italic"),
    "*": ("bold", "Bold"),
    "~": ("strikethrough", "Strikethrough"),
}
"""What a sign opens and closes, and what the service calls it; the longer ones come first."""
_LANGUAGE = re.compile(r"(?:([^ \t\r\n\v\0`]+)(?=[ \t\r\n\v\0]))?(?:\r\n|\n\r|[\r\n])?")
_EMOJI = "tg://emoji?id="
_QUOTES = {">": "blockquote", "**>": "expandable_blockquote"}


@dataclass(frozen=True, slots=True)
class _Open:
    sign: str
    at: int
    offset: int
    about: str = ""
    pieces: int = 0
    """How much of the text there was."""


class _Reader:
    def __init__(self, markdown: str) -> None:
        self.markdown = markdown
        self.at = 0
        self.text: list[str] = []
        self.offset = 0
        self.open: list[_Open] = []
        self.entities: list[Entity] = []
        self.quote: _Open | None = None

    def read(self) -> Marked:
        while self.at < len(self.markdown):
            self._line_begins()
            self._one()
        if self.open:
            raise self._endless(self.open[-1])
        self._end_quote()
        return Marked("".join(self.text), tuple(self.entities))

    def _starts(self, sign: str) -> bool:
        return self.markdown.startswith(sign, self.at)

    def _add(self, letter: str) -> None:
        self.text.append(letter)
        self.offset += length(letter)
        self.at += 1

    def _one(self) -> None:
        if self.at >= len(self.markdown):
            return
        letter, inside = self.markdown[self.at], self.open[-1].sign if self.open else ""
        if self._is_escape():
            self.at += 1
            self._add(self.markdown[self.at])
        elif letter not in ("`" if inside in ("`", "```") else RESERVED):
            self._add(letter)
        else:
            self._sign(letter, inside)

    def _sign(self, letter: str, inside: str) -> None:
        sign = next((sign for sign in _SIGNS if self._starts(sign)), "")
        if inside == "[" and letter == "]":
            self._close_link()
        elif sign == "||" and self.quote is not None and self._ends_quote() and inside != "||":
            self.at += 2
            self._end_quote("expandable_blockquote")
        elif inside and self._ends(sign, inside):
            self._close()
        elif sign:
            self._begin(sign)
        elif letter == "[" or self._starts("!["):
            about = "!" if letter == "!" else ""
            self.open.append(_Open("[", self.at, self.offset, about, len(self.text)))
            self.at += 2 if letter == "!" else 1
        else:
            raise self._reserved(letter)

    def _ends(self, sign: str, inside: str) -> bool:
        """Within code a single back quote ends it, also where three stand."""
        return sign == inside or (inside == "`" and sign == "```")

    # --- signs ----------------------------------------------------------------------------------------

    def _begin(self, sign: str) -> None:
        begun = _Open(sign, self.at, self.offset)
        self.at += len(sign)
        if sign == "```":
            language = _LANGUAGE.match(self.markdown, self.at)
            assert language is not None
            begun = _Open(sign, begun.at, begun.offset, language[1] or "")
            self.at = language.end()
        self.open.append(begun)

    def _close(self) -> None:
        begun = self.open.pop()
        self.at += len(begun.sign)
        self._mark(_SIGNS[begun.sign][0], begun, begun.about)

    def _close_link(self) -> None:
        begun = self.open.pop()
        self.at += 1
        if not self._starts("("):
            if begun.about:
                raise unparsable("Custom emoji entity must contain a tg://emoji URL")
            self._mark_link(begun, "".join(self.text[begun.pieces :]))
            return
        self.at += 1
        start, target = self.at, []
        while not self._starts(")"):
            if self.at >= len(self.markdown):
                what = "custom emoji URL" if begun.about else "URL"
                raise unparsable(f"Can't find end of a {what} at byte offset {self._bytes(start)}")
            self.at += self._is_escape()
            target.append(self.markdown[self.at])
            self.at += 1
        self.at += 1
        self._mark_link(begun, "".join(target))

    def _is_escape(self) -> bool:
        """Whether the next letter is a backslash that takes its meaning from the one behind it."""
        return self._starts("\\") and "\0" < self.markdown[self.at + 1 : self.at + 2] <= "~"

    def _mark_link(self, begun: _Open, target: str) -> None:
        if begun.about:
            if not target.startswith(_EMOJI):
                raise unparsable("Custom emoji URL must have scheme tg and host emoji")
            self._mark("custom_emoji", begun, emoji_number(target.removeprefix(_EMOJI)))
            return
        kind, about = target_of(target)
        if kind:
            self._mark(kind, begun, about)

    def _mark(self, kind: str, begun: _Open, about: str = "") -> None:
        self.entities.append(Entity(kind, begun.offset, self.offset - begun.offset, about))

    # --- quotes ---------------------------------------------------------------------------------------

    def _line_begins(self) -> None:
        if self.at and self.markdown[self.at - 1] != "\n":
            return
        if self.open and self.open[-1].sign in ("`", "```"):
            return
        opener = next((sign for sign in ("**>", ">") if self._starts(sign)), "")
        if self.quote is not None and opener != ">":
            self._end_quote()
        if opener and self.quote is None:
            self.quote = _Open(opener, self.at, self.offset)
        self.at += len(opener)

    def _ends_quote(self) -> bool:
        rest = self.markdown[self.at + 2 :]
        return not rest or rest.startswith("\n")

    def _end_quote(self, kind: str = "") -> None:
        if self.quote is not None:
            if self.open and self.open[-1].at > self.quote.at:
                raise self._endless(self.open[-1])
            self._mark(kind or _QUOTES[self.quote.sign], self.quote)
            self.quote = None

    # --- what is wrong --------------------------------------------------------------------------------

    def _bytes(self, at: int) -> int:
        return len(self.markdown[:at].encode("utf-8", "replace"))

    def _reserved(self, letter: str) -> Exception:
        return unparsable(f"Character '{letter}' is reserved and must be escaped with the preceding '\\'")

    def _endless(self, begun: _Open) -> Exception:
        name = _SIGNS[begun.sign][1] if begun.sign in _SIGNS else "CustomEmoji" if begun.about else "TextUrl"
        name = "PreCode" if begun.sign == "```" and begun.about else name
        return unparsable(f"Can't find end of {name} entity at byte offset {self._bytes(begun.at)}")


def read(markdown: str) -> Marked:
    """The text and its entities. Raises Refusal with the service's own words."""
    return _Reader(markdown).read()
