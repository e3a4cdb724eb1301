"""A person's chat with buttons, carried as a card room would, over an engine in simulated time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

from fourth.v1.table_service_pb2 import WatchTablesResponse
from fourth.v1.views_pb2 import PACE_NONE
from google.protobuf.message import Message

from engine_server.application.ports import DueKind
from telegram_client.conversation.gateway import EngineAway
from telegram_client.conversation.private.talk import PrivateTalk
from telegram_client.conversation.screens import Board, Button, Fixed, Screen, Tapped
from telegram_client.conversation.taps import read_tap
from telegram_client.speech.phrasebook import Language, Words
from tests.simulation.gateway import Answer, DirectGateway
from tests.simulation.world import SimulatedEngine

HOME = "https://t.me/fourth_bot"


class Shaky(DirectGateway):
    """A way to the engine that can be cut; counts the moves that got through."""

    def __init__(self, engine: SimulatedEngine, secret: bytes) -> None:
        super().__init__(engine, secret)
        self.cut = False
        self.requests: list[tuple[str, str]] = []

    async def _ask(self, name: str, asked: Message, kind: type[Answer]) -> Answer:
        if self.cut:
            raise EngineAway("away")
        self.requests.append((name, getattr(asked, "request_id", "")))
        return await super()._ask(name, asked, kind)


class Phone:
    """One person's chat: what it was shown, its board, and taps on keys by what they say."""

    def __init__(
        self, engine: SimulatedEngine, person: int, language: str = "en", game: str = "", home: str = HOME
    ) -> None:
        self.engine = engine
        self.gateway = Shaky(engine, bytes([person] * 32))
        self.gateway.speak(language)
        self.talk = PrivateTalk(self.gateway, Words(Language(language)), PACE_NONE, game, home)
        self.messages: list[Screen] = []
        self.boards: list[Board] = []
        self.toasts: list[str] = []
        self._news: asyncio.Queue[WatchTablesResponse] = asyncio.Queue()
        self._watched = ("", 0)
        self._watching: asyncio.Task[None] | None = None
        self._taps = 0
        self.waits_for_others = False

    async def arrive(self, name: str) -> None:
        await self.gateway.register(name, "en")
        await self.talk.arrive()
        await self.settle()

    async def says(self, text: str) -> list[Screen]:
        """The new messages after a line, once nothing moves any more."""
        start = len(self.messages)
        self._taps += 1
        self._show(await self.talk.said(text, f"u{self._taps}"))
        await self.settle()
        return self.messages[start:]

    async def taps(self, data: str, request: str = "") -> Tapped:
        """A tap with that data; what it was answered, new messages behind it in `messages`."""
        self._taps += 1
        tapped = await self.talk.tapped(read_tap(data), request or f"q{self._taps}")
        self.toasts.append(tapped.toast.text)
        self._show(tapped.screens)
        await self.settle()
        return tapped

    async def presses(self, label: str) -> Tapped:
        """A tap on the newest key that says so, of the board or else of the latest message."""
        return await self.taps(self.key(label).tap)

    def key(self, label: str) -> Button:
        """The newest key that says so."""
        shown = [*self.messages[::-1], *([self.board.screen] if self.talk.board() else [])]
        for screen in [*([self.board.screen] if self.talk.board() else []), *shown]:
            for row in screen.keys:
                for button in row:
                    if button.label == label:
                        return button
        raise AssertionError(f"no key says {label}")

    @property
    def board(self) -> Board:
        """The board as it is now."""
        board = self.talk.board()
        assert board is not None
        return board

    @property
    def shown(self) -> list[Screen]:
        """Everything that was ever shown."""
        return [*self.messages, *(board.screen for board in self.boards)]

    async def settle(self) -> None:
        """Everything that follows by itself."""
        quiet = 0
        while quiet < 3:
            quiet = 0 if await self._step() else quiet + 1
            await asyncio.sleep(0.001)

    async def _step(self) -> bool:
        self._follow()
        if not self._news.empty():
            self._show(await self.talk.told(self._news.get_nowait()))
            return True
        if self.talk.unlooked and not self.gateway.cut:
            self._show(await self.talk.looked())
            return True
        due = self.engine.bell.next_due()
        if due is None or due.what is DueKind.IDLE or self.waits_for_others or self.gateway.cut:
            return False
        await self.engine.bell.ring()
        return True

    def _follow(self) -> None:
        if self._watched == self.talk.watched:
            return
        self.stop()
        self._watched, self._news = self.talk.watched, asyncio.Queue()
        if self._watched[0]:
            self._watching = asyncio.create_task(self._listen(self._watched[0], self._news))

    async def _listen(self, table: str, news: asyncio.Queue[WatchTablesResponse]) -> None:
        async for message in self.gateway.watch((table,)):
            news.put_nowait(message)

    def stop(self) -> None:
        if self._watching is not None:
            self._watching.cancel()

    def _show(self, screens: tuple[Screen, ...]) -> None:
        self.messages += screens
        board = self.talk.board()
        if board is not None and (not self.boards or self.boards[-1] != board):
            self.boards.append(board)


def text_of(screen: Screen) -> str:
    """All that can be read on a screen but its keys."""
    return "\n".join(part if isinstance(part, str) else "\n".join(part.lines) for part in screen.parts)


def fixed_of(screen: Screen) -> list[str]:
    """The lines of its blocks of fixed width."""
    return [line for part in screen.parts if isinstance(part, Fixed) for line in part.lines]


def labels(screen: Screen) -> list[list[str]]:
    """What its keys say."""
    return [[button.label for button in row] for row in screen.keys]


def phoning(
    use: Callable[[Phone], Awaitable[None]], language: str = "en", seed: int = 5, game: str = ""
) -> None:
    """A person at an engine of its own."""

    async def run() -> None:
        phone = Phone(SimulatedEngine(seed), 1, language, game)
        try:
            await phone.arrive("Anna")
            await use(phone)
        finally:
            await hang_up(phone)

    asyncio.run(run())


async def hang_up(*phones: Phone) -> None:
    for phone in phones:
        phone.stop()
        with suppress(asyncio.CancelledError):
            await asyncio.sleep(0)


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    """For scenes of several people."""
    asyncio.run(coroutine)
