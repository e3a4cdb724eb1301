"""Messages: what stands in a chat, as values. An edit makes a new one with the same number."""

from __future__ import annotations

from dataclasses import dataclass

from playground.telegram.entities import NOTHING, Marked
from playground.telegram.keyboards import Keys

LONGEST_TEXT = 4096
LONGEST_CAPTION = 1024


@dataclass(frozen=True, slots=True)
class File:
    """Something that was uploaded; `unique` is the same for the same bytes."""

    id: str
    unique: str
    name: str
    type: str
    data: bytes
    width: int = 0
    height: int = 0

    def __repr__(self) -> str:
        return f"File({self.name}, {len(self.data)} bytes)"


@dataclass(frozen=True, slots=True)
class Content:
    """What a message says: a text, or a photo or a document with the text as its caption."""

    text: Marked = NOTHING
    photo: File | None = None
    document: File | None = None

    @property
    def has_media(self) -> bool:
        """Whether the text is a caption."""
        return self.photo is not None or self.document is not None


@dataclass(frozen=True, slots=True)
class Service:
    """Something that happened in a chat; `kind` is the field of the Bot API that tells it."""

    kind: str
    people: tuple[int, ...] = ()
    """Who joined or left; the bot is among them under its own number."""
    text: str = ""
    number: int = 0
    """The other chat, or the pinned message."""


@dataclass(frozen=True, slots=True)
class Message:
    """A message; `sender` is a person or the bot, `date` and `edited` are Unix seconds."""

    chat: int
    id: int
    sender: int
    date: int
    content: Content = Content()
    keys: Keys = ()
    thread: int | None = None
    reply_to: int | None = None
    edited: int | None = None
    service: Service | None = None
    is_anonymous: bool = False
    """An admin that does not say who it is."""
    via_bot: str | None = None
    """The id by which the bot may edit what a person sent with its help."""
    ephemeral: int | None = None
    """Its number among the ephemeral messages of the chat; `id` is 0 then."""
    receiver: int | None = None
    """The one person that sees an ephemeral message from the bot."""
    order: int = 0
    """Which of all messages it is; dates stand still within a second, and clocks are put back."""
    in_place_of: int | None = None
    """The message that its receiver does not see while this one is there."""
    is_fixed: bool = False
    """Whether it can never be edited: it came with a keyboard of the other sort, or wanted an answer."""
