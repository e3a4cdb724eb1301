"""The conversation on standard input and output, line by line.

A line is read only when the person is to act or no game runs, so that piped input never runs ahead of the
game. At a terminal it is read as well while another person is awaited, or a robot plays the seat.
"""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from fourth.v1.table_service_pb2 import WatchTablesResponse

from telegram_client.conversation.gateway import Gateway, GatewayError, Refusal
from telegram_client.conversation.talk import Talk
from telegram_client.speech.columns import LINE, fitted

LONGEST_LINE = 4096
"""Bytes of a line that are read; the rest of it is dropped."""
PROMPT = "> "
News: TypeAlias = WatchTablesResponse | GatewayError


class Lines(Protocol):
    """Where the person's lines come from."""

    async def next(self) -> str | None:
        """The next line without its end; None at the end of all input."""
        ...


class Descriptor:
    """Lines from a file descriptor, each read when asked for.

    A thread that does not keep the program alive waits in the system call, below Python's own buffered input,
    whose lock would be held when the program ends.
    """

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._rest = b""
        self._over = False

    async def next(self) -> str | None:
        """See Lines."""
        while b"\n" not in self._rest and not self._over:
            chunk = await self._chunk()
            self._over = not chunk
            self._rest = self._rest[: LONGEST_LINE * 16] + chunk
        line, newline, self._rest = self._rest.partition(b"\n")
        if not line and not newline:
            return None
        return line[:LONGEST_LINE].decode("utf-8", "replace").rstrip("\r")

    async def _chunk(self) -> bytes:
        loop = asyncio.get_running_loop()
        arrived: asyncio.Future[bytes] = loop.create_future()

        def deliver(chunk: bytes) -> None:
            if not arrived.done():
                arrived.set_result(chunk)

        def wait() -> None:
            try:
                chunk = os.read(self._descriptor, LONGEST_LINE)
            except OSError:
                chunk = b""
            with suppress(RuntimeError):  # the loop has ended meanwhile
                loop.call_soon_threadsafe(deliver, chunk)

        threading.Thread(target=wait, daemon=True).start()
        return await arrived


@dataclass(frozen=True, slots=True)
class Patience:
    """How many seconds a table may stand still while only robots are awaited."""

    told: float = 15.0
    """Until the person is told: longer than the slowest pace pauses after a deal."""
    pipe: float = 30.0
    """Until a pipe is waited for no longer; a person waits as long as it likes."""


class StoodStill(GatewayError):
    """The engine answers, but nothing happens at the table, and no person is there to wait for it."""


class Terminal:
    """Carries one person's conversation between its lines, the engine's news and the screen."""

    def __init__(
        self,
        talk: Talk,
        gateway: Gateway,
        lines: Lines,
        write: Callable[[str], None],
        person_types: bool,
        columns: Callable[[], int] = lambda: LINE,
        patience: Patience = Patience(),
    ) -> None:
        """`write` shows text as it is, without a newline of its own. `person_types`: it is no pipe.

        `columns`: how wide the screen is now; lines are never longer than 80.
        """
        self._talk = talk
        self._gateway = gateway
        self._lines = lines
        self._write = write
        self._person_types = person_types
        self._columns = columns
        self._patience = patience
        self._moved_at = 0.0
        self._still = False
        self._news: asyncio.Queue[News] = asyncio.Queue()
        self._watching: asyncio.Task[None] | None = None
        self._watched = ("", 0)
        self._line: asyncio.Task[str | None] | None = None
        self._input_over = False
        self._prompted = False

    async def run(self) -> None:
        """The whole conversation.

        Raises EngineAway when the engine is lost, StoodStill when a pipe would wait for ever, OSError
        when the screen is lost.
        """
        self._moved()
        try:
            self._show(await self._talk.begin())
            while not self._done():
                await self._step()
            await self._talk.end(self._person_types)
        finally:
            await self._stop()

    def _done(self) -> bool:
        return self._talk.ended or (self._input_over and not self._talk.plays_on)

    async def _step(self) -> None:
        """One thing that happened: news first, then a look when there is none, then what the person says."""
        self._follow()
        if not self._news.empty():
            self._show(await self._told(self._news.get_nowait()))
        elif self._talk.unlooked:
            self._show(await self._talk.look())
        else:
            await self._wait()

    async def _told(self, news: News) -> tuple[str, ...]:
        self._moved()
        if isinstance(news, Refusal):
            return self._talk.lost(news)
        if isinstance(news, GatewayError):
            raise news
        return await self._talk.news(news)

    async def _wait(self) -> None:
        """Until there is news, or a line where one is wanted."""
        arrival = asyncio.ensure_future(self._news.get())
        waiting: set[asyncio.Future[object]] = {arrival}  # type: ignore[arg-type]
        if self._reads():
            self._prompt()
            self._line = self._line or asyncio.ensure_future(self._lines.next())
            waiting.add(self._line)  # type: ignore[arg-type]
        try:
            await asyncio.wait(waiting, timeout=self._seconds(), return_when=asyncio.FIRST_COMPLETED)
        finally:
            if not arrival.done():
                arrival.cancel()
        if arrival.done() and not arrival.cancelled():
            self._show(await self._told(arrival.result()))
        elif self._line is not None and self._line.done():
            await self._heard(self._line)
        elif self._seconds() == 0:
            await self._stands_still()

    def _reads(self) -> bool:
        if self._input_over:
            return False
        may_say_more = self._still or not self._talk.robots_only
        return self._talk.listens or (self._person_types and may_say_more)

    async def _heard(self, done: asyncio.Task[str | None]) -> None:
        line, self._line, self._prompted = done.result(), None, False
        if not self._still:
            self._moved()
        if line is None:
            self._input_over = True
            if self._person_types:
                self._write("\n")
        elif line.strip() or self._talk.game_runs:
            self._show(await self._talk.hear(line))

    # --- a table that stands still ---------------------------------------------------------------------

    def _moved(self) -> None:
        self._moved_at, self._still = asyncio.get_running_loop().time(), False

    def _seconds(self) -> float | None:
        """How long to wait before it means something that nothing happens; None for ever."""
        if not self._talk.robots_awaited or (self._still and self._person_types):
            return None
        allowed = self._patience.pipe if self._still else self._patience.told
        return max(0.0, self._moved_at + allowed - asyncio.get_running_loop().time())

    async def _stands_still(self) -> None:
        """Tells the person once; a pipe is given up later. Raises StoodStill."""
        if self._still:
            raise StoodStill
        self._still = True
        self._show(await self._talk.stands_still())

    # --- screen ----------------------------------------------------------------------------------------

    def _show(self, lines: tuple[str, ...]) -> None:
        if not lines:
            return
        if self._prompted:
            self._write("\r" + " " * len(PROMPT) + "\r")
            self._prompted = False
        self._write("".join(f"{line}\n" for line in fitted(lines, self._columns())))

    def _prompt(self) -> None:
        if self._person_types and not self._prompted:
            self._write(PROMPT)
            self._prompted = True

    # --- watch -----------------------------------------------------------------------------------------

    def _follow(self) -> None:
        """Watches the table the conversation is about, and no other."""
        if self._watched == self._talk.watched:
            return
        if self._watching is not None:
            self._watching.cancel()
        self._watched = self._talk.watched
        self._news = asyncio.Queue()
        table = self._watched[0]
        self._watching = asyncio.create_task(self._listen(table, self._news)) if table else None

    async def _listen(self, table: str, news: asyncio.Queue[News]) -> None:
        stream: AsyncIterator[WatchTablesResponse] = self._gateway.watch((table,))
        try:
            async with aclosing(stream) as messages:  # type: ignore[type-var]
                async for message in messages:
                    news.put_nowait(message)
        except GatewayError as problem:
            news.put_nowait(problem)

    async def _stop(self) -> None:
        for task in (self._watching, self._line):
            if task is not None:
                task.cancel()
        with suppress(asyncio.CancelledError):
            if self._watching is not None:
                await self._watching
