"""The whole bot in one process: Telegram of the tests, the real transport, card room, outbox, memory, and a
real engine over gRPC. Only time in the outbox runs faster.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fourth.v1.views_pb2 import PACE_NONE

from engine_server.application.fronts import Fronts
from engine_server.application.ports import Store
from engine_server.main import SystemChance, SystemClock
from engine_server.storage.memory import MemoryStore
from telegram_client.engine_gateway import FrontGuest, GrpcGateway
from telegram_client.memory import SqliteMemory
from telegram_client.outbox import Outbox
from telegram_client.transports.cardroom import Cardroom, House
from telegram_client.transports.telegram_bot import TelegramBot, Trouble
from tests.service.engines import here
from tests.telegram.bot_api import BOT_NAME, Person, Place, Telegram

HURRY = 25
"""So many times faster than the wall's the outbox's clock runs."""
TURNS = 400


class HurriedClock:
    """The outbox's clock."""

    def now(self) -> float:
        return asyncio.get_running_loop().time() * HURRY

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / HURRY)


@dataclass
class Club:
    """The bot at work."""

    telegram: Telegram
    faults: list[Exception]

    async def plays(self, person: Person, where: Place, over: Callable[[], object]) -> None:
        """Takes every hint in its own chat, by keys alone, until it is over."""
        after = 0
        for _ in range(TURNS):
            await self.telegram.until(lambda: over() or decision(where) > after, 60)
            if over():
                return
            after = decision(where)
            await self.takes_the_hint(person, where, after)
        raise AssertionError(f"it never ended\n{self.telegram.transcript()}")

    async def takes_the_hint(self, person: Person, where: Place, when: int) -> None:
        """Asks for a hint and follows it, unless the only way out is on the board."""
        shown = len(where.of_bot)
        await person.taps(where, "/hint")
        await self.telegram.until(lambda: len(where.of_bot) > shown)
        (advised,) = [key for key in where.last.buttons if key.data.startswith("m:")]
        assert version_of(advised.data) == when
        await person.sends_tap(where.last, advised.data)


def decision(where: Place) -> int:
    """The version of the newest keys for moves; 0 before any."""
    moves = [key.data for message in where.of_bot for key in message.buttons if key.data.startswith("m:")]
    return max(map(version_of, moves), default=0)


def version_of(data: str) -> int:
    return int(data.split(":")[2])


@asynccontextmanager
async def open_club(folder: Path, telegram: Telegram, store: Store | None = None) -> AsyncIterator[Club]:
    """The bot, polling, with an engine of its own."""
    store = store or MemoryStore()
    key = bytes.fromhex(await Fronts(store, SystemClock(), SystemChance()).add("telegram", None))
    faults: list[Exception] = []
    troubles: list[Trouble] = []
    async with here(store) as engine:
        bot = TelegramBot(telegram.token, troubles.append, telegram.api)
        memory = SqliteMemory(folder / "bot.db")
        outbox = Outbox(bot.post, memory, HurriedClock())
        room = Cardroom(
            House(
                lambda guest, language: GrpcGateway(
                    engine.channel, FrontGuest(key, guest), language, os.urandom
                ),
                outbox,
                memory,
                bot,
                faults.append,
                f"https://t.me/{BOT_NAME}",
                PACE_NONE,
            )
        )
        outbox.listener = room
        await bot.meet()
        serving = asyncio.create_task(bot.serve(room))
        try:
            await room.wake_up()
            yield Club(telegram, faults)
        finally:
            serving.cancel()
            await asyncio.gather(serving, return_exceptions=True)
            await room.close()
            await outbox.close(1.0)
            await bot.close()
            memory.close()
    assert faults == []


def run(folder: Path, story: Callable[[Club], Coroutine[Any, Any, None]]) -> None:
    """A story at the club."""

    async def told() -> None:
        async with Telegram() as telegram, open_club(folder, telegram) as club:
            await story(club)

    asyncio.run(told())
