"""What a chat with buttons is shown: messages, their keys, and the short answer to a tap.

Nothing here is markup: a transport writes the parts as its chat wants them, and no name can become more than
text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from telegram_client.conversation.files import File
from telegram_client.speech.parts import Fixed, Part

__all__ = ["Board", "Button", "Fixed", "Keys", "Part", "Screen", "Tapped", "Toast"]

LONGEST_TAP = 64
"""Bytes a button can carry (Telegram's callback data)."""
LONGEST_TOAST = 200
"""Letters of the answer to a tap."""
LONGEST_TEXT = 4096
"""Letters of a message."""


@dataclass(frozen=True, slots=True)
class Button:
    """A key below a message: what it says, and the tap it sends, or the address it opens instead."""

    label: str
    tap: str = ""
    link: str = ""


Keys: TypeAlias = tuple[tuple[Button, ...], ...]
"""Rows of buttons, at most 8 in a row and 6 where they are cards."""


@dataclass(frozen=True, slots=True)
class Screen:
    """One message; with a `file` its parts are the few words beside it."""

    parts: tuple[Part, ...]
    keys: Keys = ()
    file: File | None = None


@dataclass(frozen=True, slots=True)
class Board:
    """The message that is kept up to date; another name begins a new message."""

    name: str
    screen: Screen


@dataclass(frozen=True, slots=True)
class Toast:
    """The answer to a tap, seen by whoever tapped and nobody else; an alert stays until it is closed."""

    text: str = ""
    alert: bool = False


@dataclass(frozen=True, slots=True)
class Tapped:
    """What a tap leads to: its answer, and new messages in the chat."""

    toast: Toast = Toast()
    screens: tuple[Screen, ...] = ()
