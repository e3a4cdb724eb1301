"""Telegram's HTML, read as strictly as the service reads it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playground.telegram.entities import Entity, Marked, length, unparsable

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
_NAME = re.compile(r"[^\s>]*")
_ATTRIBUTE = re.compile(r"[\s/]*([^\s=>/\"']+)(?:\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s>\"']+)))?\s*")
_LETTER = re.compile(r"&(?:(lt|gt|amp|quot)|#([0-9]{1,7})|#x([0-9a-fA-F]{1,6}));?")
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}


@dataclass(frozen=True, slots=True)
class _Open:
    tag: str
    offset: int
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
        code = int(found[2] or int(found[3] or "0", 16)) if found and not found[1] else 0
        if found is None or (not found[1] and not _is_letter(code)):
            self.at += 1
            return "&"
        self.at = found.end()
        return _NAMED[found[1]] if found[1] else chr(code)

    def _place(self, at: int) -> str:
        return f"at byte offset {len(self.html[:at].encode('utf-8', 'replace'))}"

    def _begin(self) -> None:
        start, name = self.at, _NAME.match(self.html, self.at + 1)
        tag, at = (name[0].lower(), name.end()) if name else ("", start)
        if at >= len(self.html):
            raise unparsable(f"Unclosed start tag {self._place(start)}")
        if tag not in KINDS:
            raise unparsable(f'Unsupported start tag "{tag}" {self._place(start)}')
        attributes = self._attributes(tag, start, at)
        if tag == "span" and attributes.get("class") != "tg-spoiler":
            raise unparsable(f'Tag "span" must have class "tg-spoiler" {self._place(start)}')
        self.open.append(_Open(tag, self.offset, attributes))

    def _attributes(self, tag: str, start: int, at: int) -> dict[str, str]:
        found: dict[str, str] = {}
        at += len(self.html[at:]) - len(self.html[at:].lstrip())
        while not self.html.startswith(">", at):
            match = _ATTRIBUTE.match(self.html, at)
            if ">" not in self.html[at:]:
                raise unparsable(f'Unclosed start tag "{tag}" {self._place(start)}')
            if match is None:
                raise unparsable(f'Empty attribute name in the tag "{tag}" {self._place(start)}')
            found[match[1].lower()] = _unescaped(match[2] or match[3] or match[4] or "")
            at = match.end()
        self.at = at + 1
        return found

    def _close(self) -> None:
        start, name = self.at, _NAME.match(self.html, self.at + 2)
        tag, at = (name[0].lower(), name.end()) if name else ("", start)
        if not self.open:
            raise unparsable(f"Unexpected end tag {self._place(start)}")
        at += len(self.html[at:]) - len(self.html[at:].lstrip())
        if not self.html.startswith(">", at):
            raise unparsable(f"Unclosed end tag {self._place(start)}")
        begun = self.open.pop()
        if tag and tag != begun.tag:
            raise unparsable(
                f'Unmatched end tag {self._place(start)}, expected "</{begun.tag}>", found "</{tag}>"'
            )
        self.at = at + 1
        self._mark(begun)

    def _mark(self, begun: _Open) -> None:
        kind, about = KINDS[begun.tag], ""
        size = self.offset - begun.offset
        if begun.tag == "a":
            kind, about = _link(begun.attributes.get("href") or "".join(self.text)[-size:])
            if not kind:
                return
        elif begun.tag == "tg-emoji":
            about = begun.attributes.get("emoji-id", "")
        elif begun.tag == "blockquote" and "expandable" in begun.attributes:
            kind = "expandable_blockquote"
        elif begun.tag == "code":
            about = begun.attributes.get("class", "").removeprefix("language-")
        elif begun.tag == "pre":
            about = self._language_of(begun)
        self.entities.append(Entity(kind, begun.offset, size, about))

    def _language_of(self, begun: _Open) -> str:
        """That of the code which fills the whole of it."""
        last = self.entities[-1] if self.entities else None
        fills = last is not None and (last.kind, last.offset, last.end) == ("code", begun.offset, self.offset)
        return self.entities.pop().about if fills else ""


def _link(href: str) -> tuple[str, str]:
    """The kind and the target of a link; both are empty for what leads nowhere, which is then plain text."""
    person = re.fullmatch(r"tg://user\?id=([0-9]+)", href)
    if person:
        return "text_mention", person[1]
    if re.fullmatch(r"(?:https?|tg|mailto|tel|ton|tonsite):\S+", href):
        return "text_link", href
    return ("text_link", f"http://{href}") if re.fullmatch(r"[\w-]+(\.[\w-]+)+(/\S*)?", href) else ("", "")


def _is_letter(code: int) -> bool:
    return 0 < code < 0x110000 and not 0xD800 <= code < 0xE000


def _unescaped(value: str) -> str:
    return _LETTER.sub(lambda found: _NAMED[found[1]] if found[1] else found[0], value)


def read(html: str) -> Marked:
    """The text and its entities. Raises Refusal with the service's own words."""
    return _Reader(html).read()
