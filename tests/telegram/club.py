"""The whole bot in one process: Telegram of the tests, the real transport, card room, outbox, memory, and a
real engine over gRPC. Only time in the outbox runs faster. Engine and bot may end and begin anew.
"""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
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
from telegram_client.conversation.gateway import Gateway
from telegram_client.conversation.taps import MoveTap, PickTap, read_tap
from telegram_client.engine_gateway import FrontGuest, GrpcGateway, Patience, channel_to
from telegram_client.memory import SqliteMemory
from telegram_client.outbox import Outbox
from telegram_client.speech.manners import CLAIM, WISHES
from telegram_client.speech.moves import kind_of
from telegram_client.transports.cardroom import Cardroom, House
from telegram_client.transports.telegram_bot import TelegramBot, Trouble
from tests.service.engines import Here, here
from tests.telegram.bot_api import BOT_NAME, Message, Person, Place, Telegram, Toast
from tests.telegram.club_wire import Wire

HURRY = 25
"""So many times faster than the wall's the outbox's clock runs."""
TURNS = 1000
LONG = 60.0
"""Seconds a test waits for what takes several steps, on a machine that has much to do."""
IMPATIENT = Patience(tries=4, first_wait=0.05)

Act: TypeAlias = Callable[[Person, Place, int], Awaitable[bool]]
"""What somebody does who is to act, in a chat, by the keys of a version; whether its move was taken."""


class HurriedClock:
    """The outbox's clock."""

    def now(self) -> float:
        return asyncio.get_running_loop().time() * HURRY

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds / HURRY)


class Diary(MemoryStore):
    """A store that knows when each event was kept."""

    def __init__(self) -> None:
        super().__init__()
        self.times: dict[str, list[float]] = {}
        """By table, the loop's time of each event."""

    async def append(self, entry: Entry, committed: Callable[[], None] = no_news) -> None:
        await super().append(entry, committed)
        now = asyncio.get_running_loop().time()
        self.times.setdefault(entry.table, []).extend(now for _ in entry.events)

    def log(self, table: str) -> tuple[Event, ...]:
        return self._tables[table].log

    @property
    def newest(self) -> str:
        """The table that was opened last."""
        return list(self.times)[-1]


@dataclass
class Club:
    """The bot at work."""

    telegram: Telegram
    folder: Path
    diary: Diary
    key: bytes
    wire: Wire
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
        """The bot begins, with whatever memory there is, and takes up what was going on."""
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

        home = f"https://t.me/{BOT_NAME}"
        house = House(gateway, outbox, memory, bot, self.faults.append, home, PACE_NONE)
        room = outbox.listener = Cardroom(house, HurriedClock().sleep)
        stack.push_async_callback(room.close)
        await bot.meet()
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
        seat = next(e.seat for e in self.log if isinstance(e, SeatTaken) and e.name == person.name)
        moves = [event for event in self.log if isinstance(event, CallMade | PartnerCalled | CardPlayed)]
        return [move for move in moves if move.seat == seat and not getattr(move, "entered", False)]

    def cards_of(self, person: Person) -> list[Card]:
        """The cards that somebody has played, in order."""
        return [move.card for move in self.moves_of(person) if isinstance(move, CardPlayed)]

    async def rests(self, *people: Person) -> Person:
        """Waits until one of those people is to act and its own chat says so: who it is."""

        def asked() -> list[Person]:
            return [person for person in people if decision(person.chat) == self.version]

        await self.telegram.until(asked, LONG)
        return asked()[0]

    # --- what people do --------------------------------------------------------------------------------

    async def plays(self, person: Person, where: Place, over: Callable[[], object], act: Act) -> None:
        """Acts by the keys of a chat alone, whenever there are some, until it is over.

        Keys may be of a moment ago: what is not taken is tried again a moment later.
        """
        after = 0
        for _ in range(TURNS):
            await self.telegram.until(_asked(where, after, over), LONG)
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
        await self.telegram.until(lambda: hints(where, before), LONG)
        hint = hints(where, before)[-1]
        (advised,) = [key for key in hint.buttons if key.data.startswith("m:")]
        return await person.sends_tap(hint, advised.data) == Toast("", False)

    async def takes_the_first(self, person: Person, where: Place, when: int) -> bool:
        """The first key for a move: passes in the auction."""
        message, key = next(found for found in move_keys(where) if version_of(found[1]) >= when)
        return await person.sends_tap(message, key) == Toast("", False)


async def _ended(task: asyncio.Task[Any]) -> None:
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)


def _asked(where: Place, after: int, over: Callable[[], object]) -> Callable[[], object]:
    return lambda: over() or decision(where) > after


# --- what is on a screen -------------------------------------------------------------------------------


def move_keys(where: Place) -> list[tuple[Message, str]]:
    """The keys that answer an open decision in a chat, and their messages, from the top."""
    keys = [(message, key.data) for message in where.of_bot for key in message.buttons]
    return [(message, data) for message, data in keys if data.startswith("m:") and not is_wish(data)]


def is_wish(data: str) -> bool:
    """Whether a key claims, concedes or takes back, for which nothing waits."""
    match read_tap(data):
        case MoveTap(move=move):
            return kind_of(move) in WISHES
        case PickTap(choice=choice):
            return choice == CLAIM
        case _:
            return False


def decision(where: Place) -> int:
    """The version of the newest keys for moves; 0 before any."""
    return max((version_of(data) for _, data in move_keys(where)), default=0)


def version_of(data: str) -> int:
    return int(data.split(":")[2])


def hints(where: Place, after: int) -> list[Message]:
    """The hints that came after so many messages of the bot."""
    fresh = where.of_bot[after:]
    return [message for message in fresh if any(key.data == "/words @hint" for key in message.buttons)]


def key_for(where: Place, command: str) -> str:
    """What the newest key sends that begins with the command; empty where there is none."""
    keys = [key.data for message in reversed(where.of_bot) for key in message.buttons]
    return next((data for data in keys if data.split(" ")[0] == command), "")


def boards_of(where: Place) -> list[Message]:
    """The boards with keys in a group or a person's own chat, the newest last."""
    ours = {"/score", "/house_rules", "/table", "/options"}
    return [m for m in where.of_bot if ours & {key.data.split(" ")[0] for key in m.buttons}]


def board_of(where: Place) -> Message:
    """The newest of them."""
    return boards_of(where)[-1]


# --- a table in a group --------------------------------------------------------------------------------


@dataclass
class Gathered:
    """People and their group, whose bot has greeted them."""

    club: Club
    group: Place
    people: tuple[Person, ...]

    @property
    def is_over(self) -> bool:
        return bool(key_for(self.group, "/play_again"))

    async def taps(self, person: Person, command: str) -> Toast:
        """Taps the newest key for a command below the group's messages, as soon as there is one."""
        await self.club.telegram.until(lambda: key_for(self.group, command), LONG)
        return await person.taps(self.group, key_for(self.group, command))

    async def opens(self, game: str = "singapore deals=1") -> str:
        """The first opens a table, which the bot shows; its id."""
        before = len(self.club.diary.times)
        self.people[0].says(self.group, f"/play@{BOT_NAME} {game}")
        await self.club.telegram.until(lambda: len(self.club.diary.times) > before, LONG)
        await self.club.telegram.until(lambda: key_for(self.group, "/join"), LONG)
        return self.club.diary.newest

    async def sits_down_and_begins(self) -> None:
        """The others join, robots take what is left, and the first starts."""
        for person in self.people[1:]:
            await self.taps(person, "/join")
        for _ in range(4 - len(self.people)):
            if key_for(self.group, "/add_robot"):
                await self.taps(self.people[0], "/add_robot")
        await self.taps(self.people[0], "/start")

    async def plays_to_the_end(self, act: Act) -> None:
        """Everybody in its own chat."""
        over = lambda: self.is_over  # noqa: E731
        turns = [self.club.plays(person, person.chat, over, act) for person in self.people]
        await asyncio.gather(*turns)


async def gathered(club: Club, *people: Person, shy: tuple[Person, ...] = ()) -> Gathered:
    """A group with the bot. All have said hello to the bot, but for the shy ones."""
    telegram = club.telegram
    for person in people:
        if person not in shy:
            person.says(person.chat, "/start")
    await telegram.until(lambda: all(person in shy or person.chat.of_bot for person in people), LONG)
    group = telegram.group("Bridge", *people)
    group.add_bot(by=people[0])
    await telegram.until(lambda: group.of_bot, LONG)
    return Gathered(club, group, people)


# --- stories -------------------------------------------------------------------------------------------


@asynccontextmanager
async def open_club(folder: Path, telegram: Telegram) -> AsyncIterator[Club]:
    """The bot, polling, with an engine of its own."""
    diary, wire = Diary(), Wire()
    key = bytes.fromhex(await Fronts(diary, SystemClock(), SystemChance()).add("telegram", None))
    club = Club(telegram, folder, diary, key, wire)
    await wire.open()
    try:
        await club.open_engine()
        await club.open_bot()
        yield club
    finally:
        await club.close_bot()
        await club.close_engine()
        await wire.close()
    assert club.faults == []


def refused_calls(telegram: Telegram) -> list[tuple[str, str]]:
    """All that Telegram refused: the call and why."""
    wrong = [call for call in telegram.calls if not call.answer["ok"]]
    return [(call.method, str(call.answer["description"])) for call in wrong]


def run(
    folder: Path, story: Callable[[Club], Coroutine[Any, Any, None]], refused: tuple[str, ...] = ()
) -> None:
    """A story at the club. Telegram refuses nothing, but for what begins with one of `refused`."""

    async def told() -> None:
        async with Telegram() as telegram:
            async with open_club(folder, telegram) as club:
                await story(club)
            assert [call for call in refused_calls(telegram) if not call[1].startswith(refused)] == []

    asyncio.run(told())


# --- to play in front of all ---------------------------------------------------------------------------


def keypad_of(group: Place) -> dict[str, str]:
    """The keys below the newest board by which somebody acts in front of all, by their labels."""
    keys = [key for board in boards_of(group)[-1:] for key in board.buttons]
    playing = [key for key in keys if key.data[:2] in ("m:", "n:", "p:") and not is_wish(key.data)]
    return {key.label: key.data for key in playing}


def keypad_version(group: Place) -> int:
    """The version of those keys; 0 where there are none."""
    return max(map(version_of, keypad_of(group).values()), default=0)


async def plays_in_front_of_all(
    table: Gathered, person: Person, over: Callable[[], object], after: int = 0
) -> None:
    """Acts by the keypad and alerts alone until it is over: passes, calls what it may, plays as advised.

    Keys that are not newer than a version are left alone.
    """
    for _ in range(TURNS):
        await table.club.telegram.until(_keys_to_act(table.group, after, over), LONG)
        if over():
            return
        when, keys = keypad_version(table.group), keypad_of(table.group)
        if await tries(table, person, [*await _advised(table, person), *keys]):
            after = when
        else:
            await asyncio.sleep(0.05)
    raise AssertionError(f"it never ended\n{table.club.telegram.transcript()}")


def _keys_to_act(group: Place, after: int, over: Callable[[], object]) -> Callable[[], object]:
    return lambda: over() or keypad_version(group) > after


async def _advised(table: Gathered, person: Person) -> list[str]:
    """The numbers of the cards that a hint names, first the advised one; none where keys have no numbers."""
    if not any(data.startswith("n:") for data in keypad_of(table.group).values()):
        return []
    hand = await table.taps(person, "/my_cards")
    numbered = {card: place for place, card in re.findall(r"(\d+) ([♠♥♦♣]\w+)", hand.text)}
    hint = await table.taps(person, "/hint")
    return [numbered[card] for card in re.findall(r"[♠♥♦♣]\w+", hint.text) if card in numbered]


async def tries(table: Gathered, person: Person, labels: Iterable[str]) -> bool:
    """Taps one key after the other until the engine takes a move; what it does not take changes nothing.

    Whether one was taken: keys may be of a moment ago.
    """
    made, board, keys = len(table.club.moves_of(person)), board_of(table.group), keypad_of(table.group)
    for label in labels:
        if not keys.get(label, "p:").startswith("p:"):
            toast = await person.sends_tap(board, keys[label])
            taken = len(table.club.moves_of(person)) > made
            assert not taken or toast == Toast("", False)
            if not toast.alert:
                return taken
    raise AssertionError(f"no key was taken\n{table.club.telegram.transcript()}")


async def taps_through(table: Gathered, person: Person, *labels: str) -> None:
    """Taps keys that turn the keypad, each as soon as it is there."""
    for label in labels:
        await table.club.telegram.until(partial(_has_key, table.group, label), LONG)
        assert await person.sends_tap(board_of(table.group), keypad_of(table.group)[label]) == Toast(
            "", False
        )


def _has_key(group: Place, label: str) -> bool:
    return label in keypad_of(group)
