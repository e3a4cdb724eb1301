"""Where a line may be broken, and how Chinese is set: without a space between two of its letters, and broken
between any two of them.

Names of people stand in isolates and are left as they are.
"""

from __future__ import annotations

import re

_HAN = "\u2e80-\u2fff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_OPENING = "（「『《〈"
_CLOSING = "，。：；？！、）」』》〉…"
"""The last of them, the ellipsis, other languages have too: a space behind it stays."""
_ISOLATED = re.compile("(\u2068[^\u2069]*\u2069)")
_NEEDLESS = re.compile(f"(?<=[{_CLOSING[:-1]}]) (?=[^ ·]|\\Z)|(?<=[{_HAN}]) (?=[{_HAN}{_CLOSING}{_OPENING}])")
_PIECE = re.compile(
    f" *[{_OPENING}]*(?:[0-9−]+ ?[{_HAN}]|[{_HAN}]|[^ {_HAN}{_OPENING}{_CLOSING}]+)[{_CLOSING}]*| *[^ ]"
)
_RANK = "(?:10|[2-9]|[A-Z]n?)"
"""One language writes one of them as Kn."""
_BELONGING = re.compile(
    rf"(?<!\w)[♠♥♣♦](?: {_RANK}(?!\w))+|[♠♥♣♦]{_RANK} \([^()\n]{{1,24}}\)|(?<![\w.])\d{{1,2}} [♠♥♣♦](?=\w)"
)
"""A suit of a hand, a card with whoever played it, a card with its number."""
_ITEM = re.compile(rf"(?:^|(?<= · )|(?<=  ))[^·{_HAN}]{{1,20}}(?= · |$)")
"""One of those in a line with points between them; a Chinese one may break anywhere, best at its space."""
_SINGLE_SPACE = re.compile("(?<! ) (?! )")
_NO_BREAK = "\u00a0"
_ANY_HAN = re.compile(f"[{_HAN}]")


def is_chinese(text: str) -> bool:
    """Whether any of its letters is Chinese."""
    return _ANY_HAN.search(text) is not None


def solid(text: str) -> str:
    """The text without single spaces that Chinese does not have: after its signs, and between its letters."""
    parts = _ISOLATED.split(text)
    return "".join(part if place % 2 else _NEEDLESS.sub("", part) for place, part in enumerate(parts))


def together(text: str) -> str:
    """The text, no line of which breaks within ♠ A Q 9, ♦K (Ben), 12 ♥6, or the parts of East 3 · West 0."""
    dotted = "\n".join(_ITEM.sub(_unparted, line) if " · " in line else line for line in text.split("\n"))
    return _BELONGING.sub(_unparted, dotted)


def _unparted(found: re.Match[str]) -> str:
    return _SINGLE_SPACE.sub(_NO_BREAK, found[0])


def pieces(text: str) -> tuple[str, ...]:
    """The text in parts between which a line may be broken, each with the spaces before it.

    No line begins with a closing sign or ends with an opening one, and a number stays with its word.
    """
    return tuple(_PIECE.findall(text))
