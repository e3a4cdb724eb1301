"""How messages reach a chat, as the conversation's rooms need it: three ports and what may go wrong.

The ports, and the tree of what a post may answer with:

    Post       one chat service: sends, edits, deletes. Its body is a transport.
    Delivery   messages on their way: order, pace and repeats are its care. Its body is the outbox.
    Memory     what should outlive a restart and may be lost without losing a game. Its body is the memory.

    PostError
    +-- Unreachable   the person blocked us, never wrote to us, or the group sent us away
    +-- Busy          too fast: wait so many seconds
    +-- Moved         the group has another id now
    +-- Gone          the message is not there any longer
    +-- Failed        nothing is known of what became of it, or it was refused
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from telegram_client.conversation.screens import Board, Screen


@dataclass(frozen=True, slots=True)
class Chat:
    """A place where messages go: a person's own chat, a group, or a topic of one."""

    id: int
    thread: int | None = None

    @property
    def is_group(self) -> bool:
        """Whether several people read it."""
        return self.id < 0


class PostError(Exception):
    """What sending may end with. Its text names no chat and no person."""


class Unreachable(PostError):
    """Nothing can be sent there."""


class Busy(PostError):
    """The chat service wants us to wait."""

    def __init__(self, seconds: float) -> None:
        super().__init__("busy")
        self.seconds = seconds


class Moved(PostError):
    """The group has another id from now on."""

    def __init__(self, chat_id: int) -> None:
        super().__init__("moved")
        self.chat_id = chat_id


class Gone(PostError):
    """The message to be changed is not there any longer."""


class Failed(PostError):
    """It may have been sent or not, or was refused as it is; `again` tells whether trying again may help."""

    def __init__(self, again: bool) -> None:
        super().__init__("failed")
        self.again = again


class Post(Protocol):
    """One chat service."""

    async def send(self, chat: Chat, screen: Screen) -> int:
        """Sends a message; its number in the chat. Raises PostError."""
        ...

    async def edit(self, chat: Chat, message: int, screen: Screen) -> None:
        """Changes a message; one that is so already is no error. Raises PostError."""
        ...


class Delivery(Protocol):
    """Messages on their way. None of these waits, and none fails: what cannot be sent is let go."""

    def say(self, chat: Chat, screen: Screen, *, lasting: bool = False) -> None:
        """A new message. Where too many wait in a chat, those that are not lasting are let go first: one can
        ask for them again, as for a rule or a table; for how a deal ended one cannot.
        """
        ...

    def show(self, chat: Chat, board: Board) -> None:
        """The board of a chat as it is now; what is still waiting to be shown of it is dropped."""
        ...

    def repeat(self, chat: Chat) -> None:
        """Shows the board anew as the last message of the chat."""
        ...

    def moved(self, old: int, new: int) -> None:
        """A group has another id: what waits for it goes there."""
        ...


class Way(StrEnum):
    """How a person is reached."""

    UNKNOWN = "unknown"
    PRIVATE = "private"
    """In a chat of its own."""
    TOAST = "toast"
    """Only in the answer to a tap."""


@dataclass(frozen=True, slots=True)
class Guest:
    """A person of the chat service as it is remembered. `at` is the id of the table, empty for none."""

    user: int
    language: str = ""
    way: Way = Way.UNKNOWN
    at: str = ""


@dataclass(frozen=True, slots=True)
class Party:
    """A group, or a topic of one, as it is remembered. `at` is the id of the table, empty for none."""

    chat: Chat
    language: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class Shown:
    """The board of a chat: its name and the number of its message."""

    name: str
    message: int


class Memory(Protocol):
    """What outlives a restart."""

    def guest(self, user: int) -> Guest:
        """A person; one never seen has nothing but its number."""
        ...

    def keep_guest(self, guest: Guest) -> None:
        """Remembers a person."""
        ...

    def guests_at_tables(self) -> Sequence[Guest]:
        """Everybody who sat at a table."""
        ...

    def party(self, chat: Chat) -> Party:
        """A group; one never seen has nothing but its place."""
        ...

    def keep_party(self, party: Party) -> None:
        """Remembers a group."""
        ...

    def parties_at_tables(self) -> Sequence[Party]:
        """Every group that had a table."""
        ...

    def shown(self, chat: Chat) -> Shown | None:
        """The board of a chat."""
        ...

    def keep_shown(self, chat: Chat, shown: Shown) -> None:
        """Remembers the board of a chat."""
        ...

    def moved(self, old: int, new: int) -> None:
        """A group has another id: everything remembered of it goes there, in one step; but for its boards, as
        messages are numbered anew there.
        """
        ...
