"""Telegram's first Markdown, which old bots still use: nothing within anything, and few signs."""

from __future__ import annotations

import re

from playground.telegram.entities import Entity, Marked, length, unparsable
from playground.telegram.links import target_of

_PIECE = re.compile(
    r"\\(?P<escaped>[_*`\[])"
    r"|```(?:(?P<language>[^\s`]+)(?=\s))?(?:\r\n|\n\r|[\r\n])?(?P<pre>.*?)```"
    r"|`(?P<code>[^`]+)`"
    r"|\*(?P<bold>[^*]+)\*"
    r"|_(?P<italic>[^_]+)_"
    r"|\[(?P<text_link>[^\]]*)\](?:\((?P<target>[^)]*)\))?"
    r"|(?P<nothing>\*\*|__|``)"
    r"|(?P<open>[_*`\[])"
    r"|(?P<plain>[^\\_*`\[]+|\\)",
    re.DOTALL,
)
_KINDS = ("pre", "code", "bold", "italic", "text_link")


def read(markdown: str) -> Marked:
    """The text and its entities. Raises Refusal with the service's own words."""
    text: list[str] = []
    entities: list[Entity] = []
    offset = 0
    for piece in _PIECE.finditer(markdown):
        if piece["open"]:
            at = len(markdown[: piece.start()].encode("utf-8", "replace"))
            raise unparsable(f"Can't find end of the entity starting at byte offset {at}")
        kind, shown, about = _meaning(piece)
        if kind:
            entities.append(Entity(kind, offset, length(shown), about))
        text.append(shown)
        offset += length(shown)
    return Marked("".join(text), tuple(entities))


def _meaning(piece: re.Match[str]) -> tuple[str, str, str]:
    """The kind of the entity, if it is one, what is seen of the piece, and language or target."""
    kind = next((kind for kind in _KINDS if piece[kind] is not None), "")
    if kind != "text_link":
        shown = piece[kind] if kind else piece["escaped"] or piece["plain"] or ""
        return kind, shown, piece["language"] or ""
    shown = piece["text_link"]
    kind, target = target_of(shown if piece["target"] is None else piece["target"])
    return kind, shown, target
