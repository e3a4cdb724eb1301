"""Telegram's HTML, read as strictly as the service reads it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playground.telegram.entities import Entity, Marked, emoji_number, length, unparsable
from playground.telegram.links import target_of

KINDS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "code": "code",
    "pre": "pre",
    "a": "text_link",
    "tg-emoji": "custom_emoji",
    "blockquote": "blockquote",
}
_SPACE = re.compile(r"[ \t\r\n\v\0]*")
_NAME = re.compile(r"[^ \t\r\n\v\0>]*")
_ATTRIBUTE = re.compile(r"[^ \t\r\n\v\0=>]*")
_WORD = re.compile(r"[A-Za-z0-9.-]*")
_LETTER = re.compile(
    r"&(?:(lt|gt|amp|quot)(?![A-Za-z])|#([0-9]{1,7})(?![0-9])|#x([0-9a-fA-F]{1,6})(?![0-9a-fA-F]));?"
)
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}


@dataclass(frozen=True, slots=True)
class _Open:
    tag: str
    offset: int
    pieces: int
    """How much of the text there was."""
    attributes: dict[str, str]


class _Reader:
    def __init__(self, html: str) -> None:
        self.html = html
        self.at = 0
        self.text: list[str] = []
        self.offset = 0
        self.open: list[_Open] = []
        self.entities: list[Entity] = []

    def read(self) -> Marked:
        while self.at < len(self.html):
            letter = self.html[self.at]
            if letter == "<":
                self._close() if self.html.startswith("</", self.at) else self._begin()
            elif letter == "&":
                self._add(self._letter())
            else:
                self._add(letter)
                self.at += 1
        if self.open:
            raise unparsable(f'Can\'t find end tag corresponding to start tag "{self.open[-1].tag}"')
        return Marked("".join(self.text), tuple(self.entities))

    def _add(self, text: str) -> None:
        self.text.append(text)
        self.offset += length(text)

    def _letter(self) -> str:
        """What an entity such as `&lt;` stands for; what is none stands for itself."""
        found = _LETTER.match(self.html, self.at)
        letter = _letter_of(found) if found else ""
        if found is None or not letter:
            self.at += 1
            return "&"
        self.at = found.end()
        return letter

    def _past(self, pattern: re.Pattern[str]) -> str:
        """Goes past what fits, which may be nothing."""
        found = pattern.match(self.html, self.at)
        assert found is not None
        self.at = found.end()
        return found[0]

    def _is_over(self) -> bool:
        return self.at >= len(self.html)

    def _place(self, at: int) -> str:
        return f"at byte offset {len(self.html[:at].encode('utf-8', 'replace'))}"

    def _begin(self) -> None:
        start = self.at
        self.at += 1
        tag = self._past(_NAME).lower()
        if self._is_over():
            raise unparsable(f"Unclosed start tag {self._place(start)}")
        if tag not in KINDS:
            raise unparsable(f'Unsupported start tag "{tag}" {self._place(start)}')
        attributes = self._attributes(tag, start)
        if tag == "span" and attributes.get("class") != "tg-spoiler":
            raise unparsable(f'Tag "span" must have class "tg-spoiler" {self._place(start)}')
        self.open.append(_Open(tag, self.offset, len(self.text), attributes))

    def _attributes(self, tag: str, start: int) -> dict[str, str]:
        found: dict[str, str] = {}
        self._past(_SPACE)
        while not self.html.startswith(">", self.at):
            name = self._past(_ATTRIBUTE)
            if not name:
                raise unparsable(f'Empty attribute name in the tag "{tag}" {self._place(start)}')
            found[name] = "" if self._stands_alone(tag, name, start) else self._value(tag, start)
            self._past(_SPACE)
        self.at += 1
        return found

    def _stands_alone(self, tag: str, name: str, start: int) -> bool:
        """Whether no value follows, which is so for one attribute only."""
        self._past(_SPACE)
        if self.html.startswith("=", self.at):
            return False
        if (tag, name) != ("blockquote", "expandable"):
            why = f'Expected equal sign in declaration of an attribute of the tag "{tag}"'
            raise unparsable(f"{why} {self._place(start)}")
        if self._is_over():
            raise unparsable(f'Unclosed start tag "{tag}" {self._place(start)}')
        return True

    def _value(self, tag: str, start: int) -> str:
        """What stands behind the equal sign: a plain word in small letters, or anything in quotes."""
        self.at += 1
        self._past(_SPACE)
        if self._is_over():
            raise unparsable(f'Unclosed start tag "{tag}" {self._place(start)}')
        begun = self.at
        value = self._quoted() if self.html[begun] in "'\"" else self._past(_WORD).lower()
        if self._is_over():
            raise unparsable(f"Unclosed start tag {self._place(start)}")
        if self.html[begun] not in "'\"" and not (self._past(_SPACE) or self.html.startswith(">", self.at)):
            raise unparsable(f"Unexpected end of name token {self._place(begun)}")
        return value

    def _quoted(self) -> str:
        begun, end = self.at + 1, self.html.find(self.html[self.at], self.at + 1)
        end = end if end >= 0 else len(self.html)
        self.at = end + 1
        return _LETTER.sub(lambda found: _letter_of(found) or found[0], self.html[begun:end])

    def _close(self) -> None:
        start = self.at
        if not self.open:
            raise unparsable(f"Unexpected end tag {self._place(start)}")
        self.at += 2
        tag = self._past(_NAME).lower()
        self._past(_SPACE)
        if not self.html.startswith(">", self.at):
            raise unparsable(f"Unclosed end tag {self._place(start)}")
        begun = self.open.pop()
        if tag and tag != begun.tag:
            raise unparsable(
                f'Unmatched end tag {self._place(start)}, expected "</{begun.tag}>", found "</{tag}>"'
            )
        self.at += 1
        self._mark(begun)

    def _mark(self, begun: _Open) -> None:
        kind, about = KINDS[begun.tag], ""
        size = self.offset - begun.offset
        if begun.tag == "a":
            kind, about = target_of(begun.attributes.get("href") or "".join(self.text[begun.pieces :]))
            if not kind:
                return
        elif begun.tag == "tg-emoji":
            about = emoji_number(begun.attributes.get("emoji-id", ""), size)
        elif begun.tag == "blockquote" and "expandable" in begun.attributes:
            kind = "expandable_blockquote"
        elif begun.tag == "code":
            about = _language(begun.attributes.get("class", ""))
        elif begun.tag == "pre":
            about = self._language_of(begun)
        self.entities.append(Entity(kind, begun.offset, size, about))

    def _language_of(self, begun: _Open) -> str:
        """That of the code which fills the whole of it."""
        last = self.entities[-1] if self.entities else None
        fills = last is not None and (last.kind, last.offset, last.end) == ("code", begun.offset, self.offset)
        return self.entities.pop().about if fills else ""


def _language(name: str) -> str:
    return name.removeprefix("language-") if name.startswith("language-") else ""


def _letter_of(found: re.Match[str]) -> str:
    """The letter an entity stands for; empty for what is none. Raises Refusal."""
    if found[1]:
        return _NAMED[found[1]]
    code = int(found[2]) if found[2] else int(found[3], 16)
    if 0xD800 <= code < 0xE000:
        raise unparsable(
            "Text contains invalid Unicode characters after decoding HTML entities, check for unmatched "
            "surrogate code units"
        )
    return chr(code) if 0 < code < 0x10FFFF else ""


def read(html: str) -> Marked:
    """The text and its entities. Raises Refusal with the service's own words."""
    return _Reader(html).read()
