"""Speech made into what a chat shows: rows of keys into buttons, texts into messages and toasts that fit."""

from __future__ import annotations

from collections.abc import Iterable

from fourth.v1.moves_pb2 import Move

from telegram_client.conversation.screens import (
    LONGEST_TEXT,
    LONGEST_TOAST,
    Button,
    Keys,
    Part,
    Screen,
    Toast,
)
from telegram_client.conversation.taps import move_tap, pick_tap, place_tap
from telegram_client.speech.buttons import Key, Rows
from telegram_client.speech.seats import bare
from telegram_client.speech.typesetting import solid

CUT = "…"


def buttons(rows: Rows, table: str = "", version: int = 0) -> Keys:
    """Buttons whose moves, places and choices belong to a table at a version."""
    return tuple(tuple(_button(key, table, version) for key in row) for row in rows)


def _button(key: Key, table: str, version: int) -> Button:
    label, meaning = key
    if isinstance(meaning, Move):
        return Button(label, move_tap(table, version, meaning))
    if isinstance(meaning, int):
        return Button(label, place_tap(table, version, meaning))
    return Button(label, meaning if meaning.startswith("/") else pick_tap(table, version, meaning))


def screen(parts: Iterable[Part], keys: Keys = ()) -> Screen:
    """A message; what is too long for one loses its end."""
    kept: list[Part] = []
    room = LONGEST_TEXT
    for part in parts:
        part = solid(part) if isinstance(part, str) else part
        text = part if isinstance(part, str) else "\n".join(part.lines)
        room -= units(text) + 1
        if room < 0:
            kept.append(cut(text, room + units(text)) if isinstance(part, str) else CUT)
            break
        kept.append(part)
    return Screen(tuple(kept), keys)


def toast(text: str, alert: bool = False) -> Toast:
    """The answer to a tap, names without the marks that keep them apart in a message."""
    return Toast(cut(bare(solid(text)), LONGEST_TOAST), alert)


def cut(text: str, most: int) -> str:
    """The text, or its beginning with an ellipsis where it has more letters than a chat takes."""
    if units(text) <= most:
        return text
    while units(text) >= most:
        text = text[:-1]
    return text + CUT


def units(text: str) -> int:
    """Letters as a chat counts them: those beyond the basic plane, such as emoji, are two."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def plain(parts: Iterable[Part]) -> str:
    """The parts as one text."""
    return "\n".join(part if isinstance(part, str) else "\n".join(part.lines) for part in parts)
