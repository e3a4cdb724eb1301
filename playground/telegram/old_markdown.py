"""Telegram's first Markdown, which old bots still use: nothing within anything, and few signs."""

from __future__ import annotations

import re

from playground.telegram.entities import Entity, Marked, length, unparsable

_PIECE = re.compile(
    r"\\(?P<escaped>[_*`\[])"
    r"|```(?:(?P<language>[A-Za-z0-9+#-]+)\n)?(?P<pre>.*?)```"
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
    text, entities = "", []
    for piece in _PIECE.finditer(markdown):
        if piece["open"]:
            at = len(markdown[: piece.start()].encode("utf-8", "replace"))
            raise unparsable(f"Can't find end of the entity starting at byte offset {at}")
        kind = next((kind for kind in _KINDS if piece[kind] is not None), "")
        shown = piece[kind] if kind else piece["escaped"] or piece["plain"] or ""
        about = piece["target"] if kind == "text_link" else piece["language"]
        if kind and (kind != "text_link" or about):
            entities.append(Entity(kind, length(text), length(shown), about or ""))
        text += shown
    return Marked(text, tuple(entities))
