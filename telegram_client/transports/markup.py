"""Parts of a message written as the markup a messenger reads, so that nothing in them can become markup."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from telegram_client.conversation.screens import LONGEST_TEXT, LONGEST_TOAST, Fixed, Part
from telegram_client.speech.typesetting import together

CUT = "…"
"""Stands where a text was cut off."""


def html_of(parts: Sequence[Part]) -> str:
    """The parts below each other, as Telegram's HTML. What is too long for a message is cut at the end."""
    left, written = LONGEST_TEXT, []
    for part in parts:
        text = _sendable(together(part) if isinstance(part, str) else "\n".join(part.lines))
        shown = cut(text, left)
        written.append(_fixed(shown) if isinstance(part, Fixed) and shown else _plain(shown))
        left -= length(text) + 1
        if left <= 0:
            break
    return "\n".join(written)


def toast_of(text: str) -> str:
    """The answer to a tap, cut to its longest."""
    return cut(_sendable(together(text)), LONGEST_TOAST)


def cut(text: str, longest: int) -> str:
    """The text, or as much of it as fits with a mark at its end."""
    if length(text) <= longest:
        return text
    units = text.encode("utf-16-le")[: 2 * max(0, longest - 1)]
    return units.decode("utf-16-le", "ignore") + CUT if longest > 0 else ""


def length(text: str) -> int:
    """How long Telegram finds a text: in units of UTF-16, where an emoji counts twice."""
    return len(text) + sum(letter > "\uffff" for letter in text)


def _sendable(text: str) -> str:
    """Half of a pair of surrogates, which no text on the wire may hold, becomes a question mark."""
    return text.encode("utf-8", "replace").decode()


def _plain(text: str) -> str:
    return escape(text, quote=False)


def _fixed(text: str) -> str:
    return f"<pre><code>{_plain(text)}</code></pre>"
