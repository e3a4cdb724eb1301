"""Chats: who is in them, what may be done there, and the messages they have."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from playground.telegram.messages import Message

GENERAL = 1
"""The thread of a forum that has no number in messages."""


class Kind(StrEnum):
    """What sort of chat it is; the values are Telegram's."""

    PRIVATE = "private"
    GROUP = "group"
    SUPERGROUP = "supergroup"


class Standing(StrEnum):
    """What the bot is in a chat."""

    NONE = "none"
    MEMBER = "member"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class Member:
    """What a person is in a chat."""

    is_creator: bool = False
    is_admin: bool = False
    is_anonymous: bool = False

    @property
    def leads(self) -> bool:
        """Whether it is an admin, or the creator who is one too."""
        return self.is_creator or self.is_admin


@dataclass(frozen=True, slots=True)
class Topic:
    """A thread of a forum."""

    id: int
    name: str
    is_closed: bool = False


@dataclass(frozen=True, slots=True)
class Rights:
    """What those who are no admins may send; `photo` is for documents as well."""

    text: bool = True
    photo: bool = True


@dataclass(slots=True, eq=False)
class Chat:
    """A chat as it is now. A private one has the number of its person."""

    id: int
    kind: Kind
    title: str
    instance: str
    """What `chat_instance` says of it."""
    members: dict[int, Member] = field(default_factory=dict)
    bot: Standing = Standing.NONE
    was_kicked: bool = False
    has_left: bool = False
    """Whether the bot was there and is gone by its own will."""
    rights: Rights = Rights()
    is_forum: bool = False
    topics: dict[int, Topic] = field(default_factory=dict)
    messages: dict[int, Message] = field(default_factory=dict)
    ephemeral: dict[int, Message] = field(default_factory=dict)
    pinned: int | None = None
    reactions: dict[int, str] = field(default_factory=dict)
    """What the bot feels about messages."""
    moved_to: int | None = None
    bot_has_spoken: bool = False
    last_id: int = 0
    """The number of its newest message, where it counts by itself."""
    last_ephemeral: int = 0

    @property
    def is_group(self) -> bool:
        """Whether it is a group of either sort."""
        return self.kind is not Kind.PRIVATE

    def see(self, message: Message) -> frozenset[int]:
        """Which members the message is for, apart from what their apps can show."""
        if message.ephemeral is None:
            return frozenset(self.members)
        return frozenset(id for id in self.members if id in (message.sender, message.receiver))
