"""Following a talk's table: the news come in, and the talk looks at the table when none is waiting."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import aclosing
from typing import Protocol, TypeAlias

from fourth.v1.table_service_pb2 import WatchTablesResponse

from telegram_client.conversation.gateway import EngineAway, Gateway, Refusal
from telegram_client.conversation.screens import Board, Screen

AWAY_SECONDS = 5.0
"""How long an engine that could not be reached, though it was asked for a minute, is left alone."""
BACK_SECONDS = 1.0
"""How soon a talk that found the engine away looks again."""

News: TypeAlias = tuple[tuple[str, int], WatchTablesResponse | Refusal] | None
"""What came in, and for which watch; None where there is only something to look at."""


class Follows(Protocol):
    """A talk that is about one table at a time."""

    gateway: Gateway
    watched: tuple[str, int]
    unlooked: bool

    @property
    def rests(self) -> bool:
        """Whether nothing more will happen at the table."""
        ...

    async def told(self, message: WatchTablesResponse) -> tuple[Screen, ...]:
        """What to say to one message of the watch."""
        ...

    async def looked(self) -> tuple[Screen, ...]:
        """What to say when no news is waiting."""
        ...

    def gone(self, refusal: Refusal) -> tuple[Screen, ...]:
        """What to say when the table may not be watched any longer."""
        ...

    def board(self) -> Board | None:
        """The message that is kept up to date."""
        ...


class Follower:
    """Keeps one talk up to date. `lock` is held whenever the talk is touched, by whomever."""

    def __init__(
        self,
        talk: Follows,
        say: Callable[[tuple[Screen, ...]], None],
        show: Callable[[], None],
        report: Callable[[Exception], None],
        away: float = AWAY_SECONDS,
    ) -> None:
        """`say` and `show` bring screens and the board on their way; `report` hears of a fault of ours."""
        self.talk = talk
        self.lock = asyncio.Lock()
        self._say = say
        self._show = show
        self._report = report
        self._away = away
        self._watched: tuple[str, int] = ("", 0)
        self._news: asyncio.Queue[News] = asyncio.Queue()
        self._listening: asyncio.Task[None] | None = None
        self._telling: asyncio.Task[None] | None = None

    @property
    def is_idle(self) -> bool:
        """Whether there is no table to follow, or nothing more will happen there."""
        return not self.talk.watched[0] or self.talk.rests

    async def settle(self) -> None:
        """After anything that may have changed the talk: watches its table, looks, shows. Under the lock."""
        if self._watched != self.talk.watched:
            self._turn()
        if self.talk.unlooked:
            self._say(await self.talk.looked())
        self._show()
        if self.talk.rests and self._listening is not None:
            self._listening.cancel()
            self._listening = None
            self._news.put_nowait(None)  # nobody need wait for news any longer

    async def stop(self) -> None:
        """Follows nothing any longer."""
        await asyncio.gather(*self.forget(), return_exceptions=True)

    def forget(self) -> Sequence[asyncio.Task[None]]:
        """Does not wait until nothing is followed any longer: what is just coming to its end."""
        tasks = [task for task in (self._listening, self._telling) if task is not None]
        self._listening = self._telling = None
        for task in tasks:
            task.cancel()
        return tasks

    def _turn(self) -> None:
        """Watches the talk's table, and no other."""
        self._watched = self.talk.watched
        if self._listening is not None:
            self._listening.cancel()
        self._listening = asyncio.create_task(self._listen(self._watched)) if self._watched[0] else None
        if self._telling is None and self._watched[0]:
            self._telling = asyncio.create_task(self._tell())
        elif not self._watched[0]:
            self._news.put_nowait(None)  # nobody need wait for news any longer

    async def _listen(self, watched: tuple[str, int]) -> None:
        """Until the talk turns elsewhere, or the engine will not let it watch the table any longer."""
        while True:
            stream: AsyncIterator[WatchTablesResponse] = self.talk.gateway.watch((watched[0],))
            try:
                async with aclosing(stream) as messages:  # type: ignore[type-var]
                    async for message in messages:
                        self._news.put_nowait((watched, message))
            except Refusal as problem:
                self._news.put_nowait((watched, problem))
                return
            except EngineAway:
                await asyncio.sleep(self._away)

    async def _tell(self) -> None:
        while self._listening is not None:
            news = await self._next()
            try:
                if news is not None:
                    await self._take(*news)
                if self._news.empty():
                    async with self.lock:
                        await self.settle()
            except Exception as fault:
                self._report(fault)  # one bad message must not make the table fall silent
        self._telling = None

    async def _next(self) -> News:
        """The next news; None when a talk that could not look should try again."""
        try:
            async with asyncio.timeout(BACK_SECONDS if self.talk.unlooked else None):
                return await self._news.get()
        except TimeoutError:
            return None

    async def _take(self, watched: tuple[str, int], news: WatchTablesResponse | Refusal) -> None:
        async with self.lock:
            if watched != self.talk.watched:
                return
            if isinstance(news, Refusal):
                self._say(self.talk.gone(news))
            else:
                self._say(await self.talk.told(news))
