"""Telegram's HTML, read as strictly as the service reads it: what a person sees, or why it is refused."""

from __future__ import annotations

import re

TAGS = frozenset({"b", "i", "u", "s", "code", "pre", "a", "tg-spoiler", "blockquote"})
_PIECE = re.compile(
    r"<(/?)([a-z-]+)(?:\s[^<>]*)?>|&(lt|gt|amp|quot|#[0-9]+|#x[0-9a-f]+);|([^<&]+)|(.)", re.DOTALL
)
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}


class Unparsable(ValueError):
    """The markup is wrong."""


def visible(html: str) -> str:
    """The text without its markup. Raises Unparsable."""
    open_tags: list[str] = []
    text: list[str] = []
    for closing, tag, entity, plain, odd in _PIECE.findall(html):
        if odd:
            raise Unparsable(f"unexpected {odd!r}")
        if tag:
            _turn(open_tags, closing, tag)
        text.append(plain or (_letter(entity) if entity else ""))
    if open_tags:
        raise Unparsable(f"no end tag for {open_tags[-1]!r}")
    return spaced("".join(text))


def spaced(text: str) -> str:
    """The text with every space alike: one at which no line is broken looks as any other."""
    return text.replace("\u00a0", " ")


def _turn(open_tags: list[str], closing: str, tag: str) -> None:
    if tag not in TAGS:
        raise Unparsable(f"unsupported tag {tag!r}")
    if not closing:
        open_tags.append(tag)
    elif not open_tags or open_tags.pop() != tag:
        raise Unparsable(f"unexpected end tag {tag!r}")


def _letter(entity: str) -> str:
    if entity in _NAMED:
        return _NAMED[entity]
    return chr(int(entity[2:], 16) if entity.startswith("#x") else int(entity[1:]))
