"""A room that remembers who came in, and the real bot that lets people into it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from telegram_client.conversation.post import Chat
from telegram_client.conversation.room import Sender
from telegram_client.conversation.screens import Screen, Toast
from telegram_client.transports.telegram_bot import TelegramBot, Trouble
from tests.playground.phones import BOT_NAME, Message, Place, Telegram


@dataclass
class SmallRoom:
    """Remembers all that comes in; what it answers, and what it waits for, may be set."""

    heard: list[tuple[Any, ...]] = field(default_factory=list)
    toast: Toast = field(default_factory=lambda: Toast("done"))
    tables: dict[int, str] = field(default_factory=dict)
    """Whose table is which."""
    pause: Callable[[str], Awaitable[None]] | None = None
    """Waited for before something is remembered; its argument is the text or the data."""
    news: asyncio.Event = field(default_factory=asyncio.Event)

    def _hear(self, *event: object) -> None:
        self.heard.append(event)
        self.news.set()

    def key_of(self, user: int, chat: Chat, data: str) -> str:
        return data.partition(":")[0] or self.tables.get(user) or str(chat.id)

    async def said(self, by: Sender, chat: Chat, text: str, update: int) -> None:
        await self._pause(text)
        self._hear("said", by, chat, text)

    async def tapped(self, by: Sender, chat: Chat, message: int, data: str, query: str) -> Toast:
        await self._pause(data)
        assert query.isdecimal()
        self._hear("tapped", by, chat, message, data)
        return self.toast

    async def added(self, chat: Chat, by: Sender) -> None:
        self._hear("added", chat, by)

    async def left(self, chat: Chat) -> None:
        self._hear("left", chat)

    async def blocked(self, user: int) -> None:
        self._hear("blocked", user)

    async def moved(self, old: int, new: int) -> None:
        self._hear("moved", old, new)

    async def _pause(self, text: str) -> None:
        if self.pause is not None:
            await self.pause(text)

    @property
    def texts(self) -> list[str]:
        """What was said or tapped, in order."""
        return [event[-1] for event in self.heard if event[0] in ("said", "tapped")]


@dataclass
class House:
    """Telegram, the bot and the room, all running."""

    telegram: Telegram
    bot: TelegramBot
    room: SmallRoom
    troubles: list[Trouble]

    async def board(self, where: Place, thread: int | None = None) -> Message:
        """A message of the bot, in a private chat to somebody who has written to it once."""
        if where.id in self.telegram.people:
            self.telegram.people[where.id].becomes(has_started=True)
        await self.bot.post.send(Chat(where.id, thread), Screen(("board",)))
        return where.last

    async def heard(self, count: int) -> list[tuple[Any, ...]]:
        """What the room has heard, as soon as it is so much."""
        async with asyncio.timeout(20):
            while len(self.room.heard) < count:
                await self.room.news.wait()
                self.room.news.clear()
        return self.room.heard


@asynccontextmanager
async def open_house() -> AsyncIterator[House]:
    """All of it while the context lasts."""
    troubles: list[Trouble] = []
    async with Telegram() as telegram:
        bot = TelegramBot(telegram.token, troubles.append, telegram.api)
        assert await bot.meet() == BOT_NAME
        room = SmallRoom()
        serving = asyncio.create_task(bot.serve(room))
        try:
            yield House(telegram, bot, room, troubles)
        finally:
            serving.cancel()
            with suppress(asyncio.CancelledError):
                await serving
            await bot.close()


def run(story: Callable[[House], Coroutine[Any, Any, None]]) -> None:
    """Tells a story in an open house."""

    async def told() -> None:
        async with open_house() as house:
            await story(house)

    asyncio.run(told())
