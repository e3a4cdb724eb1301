"""The one thread that writes: all who wait go into one commit, and nobody is told before it is synced."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
import threading
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from engine_server.application.ports import StoreUnavailable, no_news
from engine_server.storage.connection import Connection, problem_of

T = TypeVar("T")

LINGER_SECONDS = 0.005
"""How long a commit waits at most for as many writes as the commit before had."""


class Write:
    """One piece of work and whoever waits for it."""

    __slots__ = ("future", "loop", "problem", "result", "then", "told", "work")

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        work: Callable[[], Any],
        then: Callable[[], None] | None,
        told: Callable[[], None],
    ) -> None:
        """A write whose caller runs on this event loop, where `told` is done behind the commit and `then`."""
        self.loop = loop
        self.future: asyncio.Future[Any] = loop.create_future()
        self.work = work
        self.then = then
        self.told = told
        self.result: Any = None
        self.problem: Exception | None = None

    def settle(self) -> None:
        """Tells the caller, unless it has gone away, and before it whoever else wants to know."""
        if self.problem is None:
            self._tell()
        if self.future.done():
            return
        if self.problem is not None:
            self.future.set_exception(self.problem)
        else:
            self.future.set_result(self.result)

    def _tell(self) -> None:
        try:
            self.told()
        except Exception as problem:  # the others of the batch must still be told
            self.problem = problem


class Rows(Protocol):
    """What the works of a batch write at its end, by few statements."""

    def gather(self) -> None:
        """From now on rows may wait until `write`."""
        ...

    def write(self) -> None:
        """Writes all that waits; a work that cannot be done may show here alone."""
        ...

    def undone(self) -> None:
        """Nothing of the batch stands in the file. From now on each row is written at once."""
        ...


class Writer:
    """Commits writes in batches. `commits` and `writes` count what was committed."""

    def __init__(self, connection: Connection, rows: Rows, settled: Callable[[], None]) -> None:
        """Writes through `connection`; `rows` are those the works of a batch have to write together. On the
        writing thread it calls `settled` when the callers of a batch were told.
        """
        self.commits = 0
        self.writes = 0
        self._connection = connection
        self._rows = rows
        self._settled = settled
        self._bell = threading.Condition()
        self._waiting: list[Write] = []
        self._wanted = 1
        self._closed = False
        # A daemon: a program that never closes its store may still end; a commit under way is then not made.
        self._thread = threading.Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    async def write(
        self,
        work: Callable[[], T],
        then: Callable[[], None] | None = None,
        told: Callable[[], None] = no_news,
    ) -> T:
        """Runs `work` on the writing thread and returns its result once it is durable and `then` was done
        there, and `told` on the event loop.

        Raises what `work` raises, StoreFull, StoreUnavailable; then nothing of it was written. When the
        caller is cancelled all this may still be done, whole.
        """
        write = Write(asyncio.get_running_loop(), work, then, told)
        with self._bell:
            if self._closed:
                raise StoreUnavailable("the store is closed")
            self._waiting.append(write)
            if len(self._waiting) >= self._wanted:
                self._bell.notify()
        result: T = await write.future
        return result

    def close(self) -> None:
        """Commits what waits and ends the thread."""
        with self._bell:
            self._closed = True
            self._bell.notify()
        self._thread.join()

    def _run(self) -> None:
        company = 1
        while batch := self._next(company):
            self._commit(batch)
            _settle(batch)
            self._settled()
            company = len(batch)

    def _next(self, company: int) -> list[Write]:
        """All that waits, nothing once closed. Lingers for `company` writes, so a lone one never does."""
        with self._bell:
            self._await(1, None)
            if company > 1:
                self._await(company, LINGER_SECONDS)
            batch, self._waiting = self._waiting, []
        return batch

    def _await(self, wanted: int, seconds: float | None) -> None:
        self._wanted = wanted
        self._bell.wait_for(lambda: len(self._waiting) >= wanted or self._closed, seconds)
        self._wanted = 1

    def _commit(self, batch: list[Write]) -> None:
        """Writes a batch in one transaction; when that fails, everybody in it is told so."""
        try:
            self._write_all(batch)
            self._connection.execute("COMMIT")
        except Exception as error:
            self._roll_back()
            for write in batch:
                write.problem = problem_of(error)
        else:
            self.commits += 1
            for write in batch:
                self._finish(write)

    def _write_all(self, batch: list[Write]) -> None:
        """A batch in an open transaction: at one go, as hardly ever one fails; else anew, each by itself."""
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            self._rows.gather()
            for write in batch:
                write.result = write.work()
            self._rows.write()
        except Exception:
            self._roll_back()
            self._connection.execute("BEGIN IMMEDIATE")
            for write in batch:
                self._attempt(write)

    def _finish(self, write: Write) -> None:
        if write.problem is None:
            self.writes += 1
            if write.then is not None:
                write.then()

    def _attempt(self, write: Write) -> None:
        """One write; alone undone when it fails, unless SQLite gave up the whole transaction."""
        self._connection.execute("SAVEPOINT write")
        try:
            write.result = write.work()
        except Exception as error:
            if not self._connection.in_transaction:
                raise
            self._connection.execute("ROLLBACK TO write")
            write.problem = self._told(error)
        self._connection.execute("RELEASE write")

    def _told(self, error: Exception) -> Exception:
        """What the caller hears: its own problem, or in our words that of SQLite."""
        self._rows.undone()
        return problem_of(error) if isinstance(error, sqlite3.Error) else error

    def _roll_back(self) -> None:
        self._rows.undone()
        with contextlib.suppress(sqlite3.Error):
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")


def _settle(batch: list[Write]) -> None:
    """Wakes each event loop once for all its callers."""
    for loop in {write.loop for write in batch}:
        mine = [write for write in batch if write.loop is loop]
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(_settle_all, mine)


def _settle_all(writes: list[Write]) -> None:
    for write in writes:
        write.settle()
