"""What a chat service tells the card room, and what the card room is told of its own messages.

The ports, beside those of post.py:

    Room       where people come in: what they say and tap, in which chat. Its body is the card room.
    Listener   wants to know what became of messages on their way. Its body is the card room as well.
    Signs      the commands a chat offers. Its body is a transport.

What comes in has been looked at already: everybody here is a person (no bot, no anonymous admin, no channel),
and text in a group is a command for us or a reply to one of our messages.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from telegram_client.conversation.post import Chat
from telegram_client.conversation.screens import Toast
from telegram_client.speech.phrasebook import Language


@dataclass(frozen=True, slots=True)
class Sender:
    """A person who says or taps something: its number, the name it goes by (raw, as the chat service has it),
    and the language of its app; None where it has told none, or one that Fourth does not speak.
    """

    id: int
    name: str
    language: Language | None = None

    @property
    def chat(self) -> Chat:
        """The person's own chat."""
        return Chat(self.id)


class Room(Protocol):
    """Where people come in. None of these raises; messages go out by Delivery."""

    def key_of(self, user: int, chat: Chat, data: str) -> str:
        """What must be done in order with others of the same key: the table a tap names, else the person's
        table, else the chat. What one person does is in order in any case. `data` is the tap's, empty for
        what was said.
        """
        ...

    async def said(self, by: Sender, chat: Chat, text: str, update: int) -> None:
        """A line or a command, without our name behind it (/play@OUR_NAME arrives as /play). `update` is its
        number, the same when it comes twice; ids that a repeat must not double are made of it.
        """
        ...

    async def tapped(self, by: Sender, chat: Chat, message: int, data: str, query: str) -> Toast:
        """A tap on a button of a message; the answer to it. `data` is what came in, empty where nothing did;
        `query` is the number of the tap, digits, unique for ever.
        """
        ...

    async def added(self, chat: Chat, by: Sender) -> None:
        """Somebody has put us into a group."""
        ...

    async def left(self, chat: Chat) -> None:
        """We are out of a group."""
        ...

    async def blocked(self, user: int) -> None:
        """A person has blocked us; a first line of it later means that it has thought better of it."""
        ...

    async def moved(self, old: int, new: int) -> None:
        """A group has another id. May be told more than once, and from both sides (see Listener)."""
        ...


class Listener(Protocol):
    """What became of messages. Called on the loop, between two messages: must not wait and must not raise."""

    def reached(self, chat: Chat) -> None:
        """A message has arrived there: the first one, or the first after the chat was out of reach."""
        ...

    def unreachable(self, chat: Chat) -> None:
        """Nothing can be sent there; what was waiting for it is let go. Told once, until it is reached."""
        ...

    def rekeyed(self, old: int, new: int) -> None:
        """A group has another id, as we learnt by sending something. Delivery and Memory know already."""
        ...


class Signs(Protocol):
    """The commands a chat offers."""

    def speak(self, chat: Chat, language: Language) -> None:
        """Lists the commands of a chat in its language from now on. Neither waits nor fails."""
        ...
