"""The whole bot at a playground over real HTTP, with a real engine over gRPC; the oracle looks on.

All run in this process, and engine and bot may end and begin anew. Time runs faster for the client's outbox
and for the limits of the playground, alike, so that a game at the pace that Telegram bears is soon over; for
all else it runs as usual.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeAlias

import grpc
from fourth.v1.views_pb2 import PACE_NONE

from engine_server.application.fronts import Fronts
from engine_server.application.ports import Entry, no_news
from engine_server.game.events import CallMade, CardPlayed, Event, PartnerCalled, SeatTaken
from engine_server.main import SystemChance, SystemClock
from engine_server.rules.cards import Card
from engine_server.storage.memory import MemoryStore
from playground.telegram.limits import PUBLISHED, Limiter, Rates
from telegram_client.conversation.gateway import Gateway
from telegram_client.engine_gateway import FrontGuest, GrpcGateway, Patience, channel_to
from telegram_client.memory import SqliteMemory
from telegram_client.outbox import Outbox
from telegram_client.transports.cardroom import Cardroom, House
from telegram_client.transports.telegram_bot import TelegramBot, Trouble
from tests.playground.oracle import Sight, Sights, Truth, leaks
from tests.playground.phones import Person, Place, Telegram, Toast
from tests.playground.screens import decision, hints, key_for, move_keys, version_of
from tests.playground.wire import Wire
from tests.service.engines import Here, here

HURRY = 25
"""So many times faster the limits' clock and the outbox's run."""
TURNS = 2000
"""More turns than anybody has in a match here."""
IMPATIENT = Patience(tries=4, first_wait=0.05)

Act: TypeAlias = Callable[[Person, Place, int], Awaitable[bool]]
"""What somebody does who is to act, in a chat, by the keys of a version; whether its move was taken."""


class HurriedClock:
    """The outbox's clock."""

    def now(self) -> float:
        return asyncio.get_running_loop().time() * HURRY

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / HURRY)


class HurriedLimiter(Limiter):
    """Telegram's limits by the same clock; it notes every call that counts."""

    def __init__(self, rates: Rates) -> None:
        super().__init__(rates)
        self.counted: list[tuple[int, int | None]] = []
        """The milliseconds and the chat of each call that was let through."""

    def take(self, now: int, chat: int | None, is_group: bool = False) -> None:
        super().take(now * HURRY, chat, is_group)
        self.counted.append((now * HURRY, chat))

    def most_a_minute(self, chat: int) -> int:
        """The most calls that a chat had within any minute."""
        times = [at for at, where in self.counted if where == chat]
        return max((sum(at <= other < at + 60_000 for other in times) for at in times), default=0)


class Diary(MemoryStore):
    """A store that knows in which order things happened at all tables together."""

    def __init__(self, told: Callable[[], None]) -> None:
        """`told` hears of each entry."""
        super().__init__()
        self.journal: list[str] = []
        """The table of each event."""
        self._told = told

    async def append(self, entry: Entry, committed: Callable[[], None] = no_news) -> None:
        def noted() -> None:
            self.journal.extend(entry.table for _ in entry.events)
            committed()
            self._told()

        await super().append(entry, noted)

    @property
    def tables(self) -> tuple[str, ...]:
        """All tables in the order of opening."""
        return tuple(self._tables)

    @property
    def newest(self) -> str:
        """The table that was opened last; empty before there is one."""
        return self.tables[-1] if self.tables else ""

    def log(self, table: str) -> tuple[Event, ...]:
        """All that happened at a table."""
        return self._tables[table].log if table else ()

    def table_of(self, people: Iterable[str], moment: int) -> str:
        """The table opened last at which one of them had taken a seat; else the one opened last of all."""
        opened = list(dict.fromkeys(self.journal[:moment]))
        for table in reversed(opened):
            log = self.log(table)[: self.version(table, moment)]
            if {event.name for event in log if isinstance(event, SeatTaken)} & {*people}:
                return table
        return opened[-1] if opened else ""

    def version(self, table: str, moment: int) -> int:
        """How many events a table had when so many had happened in all."""
        return self.journal[:moment].count(table)


@dataclass(repr=False)
class Bench:
    """Everything together."""

    telegram: Telegram
    folder: Path
    diary: Diary
    key: bytes
    wire: Wire
    sights: Sights
    limiter: HurriedLimiter
    faults: list[Exception] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    engine: Here | None = None
    _engine: AsyncExitStack = field(default_factory=AsyncExitStack)
    _bot: AsyncExitStack = field(default_factory=AsyncExitStack)

    # --- coming and going ------------------------------------------------------------------------------

    async def open_engine(self) -> None:
        self.engine = await self._engine.enter_async_context(here(self.diary))
        self.mend_wire()

    async def close_engine(self) -> None:
        """The engine ends; all it knew lies in the diary."""
        self.engine = None
        await self.cut_wire()
        await self._engine.aclose()

    @property
    def channel(self) -> grpc.aio.Channel:
        """A way to the engine beside the bot's wire."""
        assert self.engine is not None
        return self.engine.channel

    async def cut_wire(self) -> None:
        """The bot cannot reach the engine."""
        self.wire.port = None
        await self.wire.cut()

    def mend_wire(self) -> None:
        self.wire.port = self.engine.port if self.engine is not None else None

    async def open_bot(self) -> None:
        """The bot begins, with whatever memory there is, and takes up what was going on.

        It is put together as `bot.py` does it but for its clock and the pace of robots.
        """
        stack = self._bot
        channel = await stack.enter_async_context(channel_to(self.wire.address))
        memory = SqliteMemory(self.folder / "bot.db")
        stack.callback(memory.close)
        bot = TelegramBot(self.telegram.token, self.troubles.append, self.telegram.api)
        stack.push_async_callback(bot.close)
        outbox = Outbox(bot.post, memory, HurriedClock())
        stack.push_async_callback(outbox.close, 1.0)

        def gateway(guest: str, language: str) -> Gateway:
            return GrpcGateway(channel, FrontGuest(self.key, guest), language, os.urandom, IMPATIENT)

        home = f"https://t.me/{await bot.meet()}"
        house = House(gateway, outbox, memory, bot, self.faults.append, home, PACE_NONE)
        room = outbox.listener = Cardroom(house, HurriedClock().sleep)
        stack.push_async_callback(room.close)
        for work in (bot.serve(room), room.wake_up()):
            stack.push_async_callback(_ended, asyncio.create_task(work))

    async def close_bot(self) -> None:
        await self._bot.aclose()

    def forget(self) -> None:
        """The bot's memory is lost."""
        for file in self.folder.glob("bot.db*"):
            file.unlink()

    # --- what the engine knows -------------------------------------------------------------------------

    @property
    def log(self) -> tuple[Event, ...]:
        """All that happened at the table opened last."""
        return self.diary.log(self.diary.newest)

    @property
    def version(self) -> int:
        return len(self.log)

    def moves_of(self, person: Person) -> list[CallMade | PartnerCalled | CardPlayed]:
        """What somebody did of its own will, in order."""
        seats = Truth(self.log).seats(person.name)
        moves = [event for event in self.log if isinstance(event, CallMade | PartnerCalled | CardPlayed)]
        return [move for move in moves if move.seat in seats and not getattr(move, "entered", False)]

    def cards_of(self, person: Person) -> list[Card]:
        """The cards that somebody has played, in order."""
        return [move.card for move in self.moves_of(person) if isinstance(move, CardPlayed)]

    # --- what the oracle knows -------------------------------------------------------------------------

    @property
    def seen(self) -> dict[str, list[Sight]]:
        """What was seen of each table, with the number of events that table had then."""
        found: dict[str, list[Sight]] = {}
        for sight in self.sights.seen:
            table = self.diary.table_of(sight.to, sight.version)
            version = self.diary.version(table, sight.version)
            found.setdefault(table, []).append(replace(sight, version=version))
        return found

    @property
    def leaks(self) -> list[str]:
        """What the oracle says so far."""
        return [leak for table, seen in self.seen.items() for leak in leaks(self.diary.log(table), seen)]

    # --- what people do --------------------------------------------------------------------------------

    async def rests(self, *people: Person) -> Person:
        """Waits until one of those people is to act and its own chat says so: who it is."""

        def asked() -> list[Person]:
            return [person for person in people if 0 < decision(person.chat) == self.version]

        await self.telegram.until(asked)
        return asked()[0]

    async def plays(self, person: Person, where: Place, over: Callable[[], object], act: Act) -> None:
        """Acts by the keys of a chat alone, whenever there are some, until it is over.

        Keys may be of a moment ago: what is not taken is tried again a moment later.
        """
        after = 0
        for _ in range(TURNS):
            await self.telegram.until(_asked(where, after, over))
            if over():
                return
            when = decision(where)
            if await act(person, where, when):
                after = when
            else:
                await asyncio.sleep(0.05)
        raise AssertionError(f"it never ended\n{self.telegram.transcript()}")

    async def takes_the_hint(self, person: Person, where: Place, when: int) -> bool:
        """Asks for a hint and follows it."""
        before = len(where.of_bot)
        if not key_for(where, "/hint") or (await person.taps(where, "/hint")).text:
            return False
        await self.telegram.until(lambda: hints(where, before))
        hint = hints(where, before)[-1]
        (advised,) = [key for key in hint.buttons if key.data.startswith("m:")]
        return await person.sends_tap(hint, advised.data) == Toast("", False)

    async def takes_the_first(self, person: Person, where: Place, when: int) -> bool:
        """The first key for a move: passes in the auction."""
        message, key = next(found for found in move_keys(where) if version_of(found[1]) >= when)
        return await person.sends_tap(message, key) == Toast("", False)


def _asked(where: Place, after: int, over: Callable[[], object]) -> Callable[[], object]:
    return lambda: over() or decision(where) > after


async def _ended(task: asyncio.Task[Any]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


# --- stories -------------------------------------------------------------------------------------------


@asynccontextmanager
async def open_bench(folder: Path) -> AsyncIterator[Bench]:
    """The bot, polling, with an engine of its own. At the end nothing has gone wrong and nothing leaked."""
    limiter = HurriedLimiter(PUBLISHED)
    async with Telegram(limiter=limiter) as telegram:
        diary, wire = Diary(telegram.tell), Wire()
        key = bytes.fromhex(await Fronts(diary, SystemClock(), SystemChance()).add("telegram", None))
        sights = Sights(telegram.world, lambda: len(diary.journal))
        bench = Bench(telegram, folder, diary, key, wire, sights, limiter)
        await wire.open()
        try:
            await bench.open_engine()
            await bench.open_bot()
            yield bench
        finally:
            await bench.close_bot()
            await bench.close_engine()
            await wire.close()
    assert (bench.faults, bench.troubles) == ([], [])
    leaked = bench.leaks
    assert leaked == [], leaked[:3]


def run(
    folder: Path, story: Callable[[Bench], Coroutine[Any, Any, None]], refused: Iterable[str] = ()
) -> None:
    """A story at the bench. Telegram refuses nothing, but for what begins with one of `refused`."""

    async def told() -> None:
        async with open_bench(folder) as bench:
            await story(bench)
        unasked = [call for call in bench.telegram.refused if not call[1].startswith(tuple(refused))]
        assert unasked == [], unasked[:3]

    asyncio.run(told())
