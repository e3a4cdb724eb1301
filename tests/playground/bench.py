"""The real client and engine at a playground over real HTTP, and people who tap; the oracle looks on.

All run in this process. Time runs faster for the client's outbox and for the limits of the playground, alike,
so that a game at the pace that Telegram bears is soon over; for all else it runs as usual.
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import aiohttp
from fourth.v1.views_pb2 import PACE_NONE

from engine_server.application.fronts import Fronts
from engine_server.application.ports import Entry, no_news
from engine_server.game.events import CardPlayed, Event, SeatTaken
from engine_server.main import SystemChance, SystemClock
from engine_server.storage.memory import MemoryStore
from playground.api.forms import Form
from playground.server import API, application, listen
from playground.telegram.changes import Change
from playground.telegram.chats import Chat
from playground.telegram.limits import PUBLISHED, Limiter, Rates
from playground.telegram.messages import Message
from playground.telegram.people import Bot
from playground.telegram.world import World
from telegram_client.conversation.gateway import Gateway
from telegram_client.conversation.taps import MoveTap, PickTap, PlaceTap, read_tap
from telegram_client.engine_gateway import FrontGuest, GrpcGateway, Patience, channel_to
from telegram_client.memory import SqliteMemory
from telegram_client.outbox import Outbox
from telegram_client.speech.manners import CLAIM, WISHES
from telegram_client.speech.moves import kind_of
from telegram_client.transports.cardroom import Cardroom, House
from telegram_client.transports.telegram_bot import TelegramBot, Trouble
from tests.playground.oracle import Sights, leaks
from tests.playground.worlds import TOKEN, Json
from tests.service.engines import Here, here

HURRY = 25
"""So many times faster the limits' clock and the outbox's run."""
SECONDS = 60.0
"""How long what should happen may take on a machine that has much to do."""


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
    """A store that knows which table was opened last."""

    newest = ""

    async def append(self, entry: Entry, committed: Callable[[], None] = no_news) -> None:
        await super().append(entry, committed)
        self.newest = entry.table

    @property
    def log(self) -> tuple[Event, ...]:
        """All that happened at that table."""
        return self._tables[self.newest].log if self.newest else ()


@dataclass(repr=False)
class Bench:
    """Everything together."""

    address: str
    session: aiohttp.ClientSession
    world: World
    diary: Diary
    engine: Here
    sights: Sights
    limiter: HurriedLimiter
    calls: list[tuple[str, Form, Json]] = field(default_factory=list)
    faults: list[Exception] = field(default_factory=list)
    troubles: list[Trouble] = field(default_factory=list)
    answers: dict[str, Json] = field(default_factory=dict)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.world.listeners.append(self._happened)

    def _happened(self, change: Change) -> None:
        if change.kind == "answer":
            self.answers[change.more["query"]] = dict(change.more)
        self._news.set()

    async def until(self, condition: Callable[[], Any]) -> Any:  # noqa: ANN401 - whatever is waited for
        """Waits until something is to be seen, which is handed back."""
        async with asyncio.timeout(SECONDS):
            while not (found := condition()):
                self._news.clear()
                await self._news.wait()
        return found

    async def post(self, path: str, **body: object) -> Json:
        """What the page does; it must go well."""
        async with self.session.post(self.address + path, json=body) as response:
            said = await response.json()
            assert response.status < 300, said
            return said

    async def person(self, name: str, language: str = "en") -> Guest:
        """Somebody new, with a phone."""
        id = (await self.post("/people", name=name, language=language))["id"]
        return Guest(self, id, name)

    async def group(self, *people: Guest, title: str = "Bridge") -> int:
        """A group of these people with the bot, which has greeted them."""
        first, *others = [guest.id for guest in people]
        asked = {"title": title, "members": others, "supergroup": True}
        chat = int((await self.post(f"/people/{first}/groups", **asked))["id"])
        await self.post(f"/people/{first}/chats/{chat}", do="add_bot")
        await self.until(lambda: messages(self.world.chats[chat]))
        return chat

    async def seats(self, group: int, game: str, *people: Guest, robots: int = 0) -> None:
        """The first opens a table in the group, the others and robots join, and the first begins."""
        first, *others = people
        await first.says(f"/play@{self.world.bot.username} {game}", group)
        for guest in others:
            await guest.commands("/join", group)
        for _ in range(robots):
            await first.commands("/add_robot", group)
        await first.commands("/start", group)

    @property
    def refused(self) -> list[tuple[str, str]]:
        """All that the playground refused: the call and why."""
        return [(name, said["description"]) for name, _, said in self.calls if not said["ok"]]

    @property
    def leaks(self) -> list[str]:
        """What the oracle says so far."""
        return list(leaks(self.diary.log, self.sights.seen))

    def cards_of(self, guest: Guest) -> int:
        """How many cards the person has played."""
        seats = {e.seat for e in self.diary.log if isinstance(e, SeatTaken) and e.name == guest.name}
        return sum(isinstance(event, CardPlayed) and event.seat in seats for event in self.diary.log)


@dataclass(repr=False)
class Guest:
    """A person and its phone."""

    bench: Bench
    id: int
    name: str

    def chat(self, where: int | None = None) -> Chat:
        """A chat, its own with the bot if none is named."""
        return self.bench.world.chats[where or self.id]

    async def says(self, text: str, where: int | None = None) -> None:
        await self.bench.post(f"/people/{self.id}/say", chat=where or self.id, text=text)

    async def taps(self, message: Message, data: str) -> Json:
        """Taps a key and waits for the answer."""
        fields = {"chat": message.chat, "message": message.id, "data": data}
        query = (await self.bench.post(f"/people/{self.id}/tap", **fields))["query"]
        return await self.bench.until(lambda: self.bench.answers.get(query))

    async def commands(self, command: str, where: int | None = None) -> Json:
        """Taps the newest key for a command, as soon as there is one."""
        found = await self.bench.until(lambda: key_for(self.chat(where), command))
        return await self.taps(*found)

    async def acts(self, where: int | None, over: Callable[[], Any], act: Act) -> None:
        """Acts by the keys of a chat whenever they are new, until it is over.

        Keys may be of a moment ago: what is not taken is tried again when there are others.
        """
        done: set[Any] = set()
        while True:
            fresh = await self.bench.until(lambda: over() or (keypad(self.chat(where)) or None))
            if over():
                return
            if fresh in done or not await act(self, fresh):
                await asyncio.sleep(0.02)
            else:
                done.add(fresh)


Keypad: TypeAlias = tuple[Message, tuple[tuple[str, str], ...]]
"""A message and its keys for whoever is to act: labels and what they carry."""
Act: TypeAlias = Callable[[Guest, Keypad], Awaitable[bool]]


async def first_key(guest: Guest, shown: Keypad) -> bool:
    """Taps the first key, that of passing where there is one; whether it was taken."""
    message, keys = shown
    passes = [data for _, data in keys if is_pass(data)]
    answer = await guest.taps(message, (passes or [keys[0][1]])[0])
    return not answer["text"]


def is_pass(data: str) -> bool:
    tap = read_tap(data)
    return isinstance(tap, MoveTap) and kind_of(tap.move) == "pass_call"


# --- what is on a screen ---------------------------------------------------------------------------------


def messages(chat: Chat) -> list[Message]:
    """What the bot says in a chat now, the newest last."""
    said = [message for message in chat.messages.values() if message.service is None]
    return [message for message in said if message.sender not in chat.members]


def keys_of(message: Message) -> list[tuple[str, str]]:
    return [(key.text, key.data) for row in message.keys for key in row if key.data is not None]


def key_for(chat: Chat, command: str) -> tuple[Message, str] | None:
    """The newest key that sends the command."""
    found = [(it, data) for it in reversed(messages(chat)) for _, data in keys_of(it)]
    return next((one for one in found if one[1].split(" ")[0] == command), None)


def keypad(chat: Chat) -> Keypad | None:
    """The newest keys by which somebody is to act."""
    for message in reversed(messages(chat)):
        if keys := tuple(key for key in keys_of(message) if acts(key[1])):
            return message, keys
    return None


def acts(data: str) -> bool:
    """Whether a key makes a move that is waited for, or turns to others that do."""
    match read_tap(data):
        case MoveTap(move=move):
            return kind_of(move) not in WISHES
        case PickTap(choice=choice):
            return choice != CLAIM
        case PlaceTap():
            return True
        case _:
            return False


# --- stories ---------------------------------------------------------------------------------------------


@asynccontextmanager
async def open_bench(folder: Path) -> AsyncIterator[Bench]:
    """The bot, polling, with an engine of its own. At the end nothing has gone wrong and nothing leaked."""
    async with AsyncExitStack() as stack:
        diary = Diary()
        world = World(Bot(4242424242, "Fourth", "fourth_test_bot", TOKEN), _now, random.Random(7))
        world.limiter = limiter = HurriedLimiter(PUBLISHED)
        app = application(world, random.Random)
        runner, port = await listen(app, 0)
        stack.push_async_callback(runner.cleanup)
        session = await stack.enter_async_context(aiohttp.ClientSession())
        engine = await stack.enter_async_context(here(diary))
        sights = Sights(world, lambda: len(diary.log))
        bench = Bench(f"http://127.0.0.1:{port}", session, world, diary, engine, sights, limiter)
        app[API].listeners.append(lambda *call: bench.calls.append(call))
        await _open_bot(stack, bench, folder)
        yield bench
        leaked = bench.leaks
        assert leaked == [], leaked[:3]
    assert (bench.faults, bench.troubles) == ([], []), (bench.faults, bench.troubles)


async def _open_bot(stack: AsyncExitStack, bench: Bench, folder: Path) -> None:
    """The client, put together as `bot.py` does but for its clock and the pace of robots."""
    channel = await stack.enter_async_context(channel_to(f"127.0.0.1:{bench.engine.port}"))
    key = bytes.fromhex(await Fronts(bench.diary, SystemClock(), SystemChance()).add("telegram", None))
    memory = SqliteMemory(folder / "bot.db")
    stack.callback(memory.close)
    bot = TelegramBot(bench.world.bot.token, bench.troubles.append, bench.address)
    stack.push_async_callback(bot.close)
    outbox = Outbox(bot.post, memory, HurriedClock())
    stack.push_async_callback(outbox.close, 1.0)

    def gateway(guest: str, language: str) -> Gateway:
        return GrpcGateway(channel, FrontGuest(key, guest), language, os.urandom, Patience())

    home = f"https://t.me/{await bot.meet()}"
    house = House(gateway, outbox, memory, bot, bench.faults.append, home, PACE_NONE)
    room = outbox.listener = Cardroom(house, HurriedClock().sleep)
    stack.push_async_callback(room.close)
    for work in (bot.serve(room), room.wake_up()):
        stack.push_async_callback(_ended, asyncio.create_task(work))


def _now() -> int:
    return round(asyncio.get_running_loop().time() * 1000) + 1_796_000_000_000


async def _ended(task: asyncio.Task[Any]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def run(
    folder: Path, story: Callable[[Bench], Coroutine[Any, Any, None]], refused: Iterable[str] = ()
) -> Bench:
    """A story at the bench. The playground refuses nothing, but for what begins with one of `refused`."""

    async def told() -> Bench:
        async with open_bench(folder) as bench:
            await story(bench)
            unasked = [call for call in bench.refused if not call[1].startswith(tuple(refused))]
            assert unasked == [], unasked[:3]
            return bench

    return asyncio.run(told())
