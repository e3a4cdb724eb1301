"""How Chinese is set: no space stands between two of its letters, nor after its own signs."""

from __future__ import annotations

import re

_HAN = "\u2e80-\u2fff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_OPENING = "（「『《"
_CLOSING = "，。：；？！、）」』》"
_ISOLATED = re.compile("(\u2068[^\u2069]*\u2069)")
_NEEDLESS = re.compile(f"(?<=[{_CLOSING}]) (?=[^ ·])|(?<=[{_HAN}]) (?=[{_HAN}{_CLOSING}{_OPENING}])")


def solid(text: str) -> str:
    """The text without the spaces that a word put into a sentence brought along; names stay as they are."""
    parts = _ISOLATED.split(text)
    return "".join(part if place % 2 else _NEEDLESS.sub("", part) for place, part in enumerate(parts))
