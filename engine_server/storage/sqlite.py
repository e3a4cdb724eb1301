"""A store in one SQLite file: the default, for one engine."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Concatenate, ParamSpec, TypeVar

from engine_server.application.ports import (
    Answered,
    Due,
    Entry,
    Front,
    Player,
    RequestKey,
    StoreUnavailable,
    no_news,
)
from engine_server.game.events import Event
from engine_server.storage import reading
from engine_server.storage.connection import Connect, Connection, connect_file, problem_of
from engine_server.storage.ledger import Ledger
from engine_server.storage.opening import (
    FileLock,
    empty_log,
    reading_connection,
    shorten_log,
    writing_connection,
)
from engine_server.storage.register import Register
from engine_server.storage.writer import Writer

P = ParamSpec("P")
T = TypeVar("T")

CHECKPOINT_ROWS = 4000
"""Rows written between two copies of the log into the file: a page each at most, so 16 MB of log."""


def open_sqlite(path: str, connect: Connect = connect_file, *, beside: bool = False) -> SqliteStore:
    """Opens the store in a file, and makes it when there is none.

    One engine has the file to itself; a store opened `beside` it looks after fronts and writes no table.
    Raises StoreUnavailable (the file is in use, is no store of ours, has another schema), StoreFull.
    """
    lock = None if beside else FileLock(path)
    try:
        writes = writing_connection(path, connect)
        try:
            return SqliteStore(writes, reading_connection(path, connect), lock)
        except BaseException:
            writes.close()
            raise
    except BaseException:
        if lock is not None:
            lock.release()
        raise


class SqliteStore:
    """The Store over two connections: one thread writes, another reads, the event loop waits for neither."""

    def __init__(self, writes: Connection, reads: Connection, lock: FileLock | None) -> None:
        """Over connections that `opening` prepared; the store closes them and releases the lock."""
        self._writes = writes
        self._reads = reads
        self._lock = lock
        self._ledger = Ledger(writes)
        self._register = Register(writes, self._ledger)
        self._traces = lock is not None  # the log of an engine that was killed may still name the forgotten
        self._remove_traces()
        self._rows_copied = 0
        self._readers = ThreadPoolExecutor(1, "store-reader")
        self._writer = Writer(writes, self._ledger, self._tidy)
        self._closed = False

    @property
    def commits(self) -> int:
        """Commits made so far, each with one sync."""
        return self._writer.commits

    @property
    def writes(self) -> int:
        """Entries and other changes made durable so far."""
        return self._writer.writes

    @property
    def rows(self) -> int:
        """Rows written so far, in all tables of the file."""
        return self._ledger.rows

    async def load(self, table: str) -> tuple[Event, ...]:
        """The log of a table."""
        return await self._read(reading.log_of, table)

    async def append(self, entry: Entry, committed: Callable[[], None] = no_news) -> None:
        """Commits an entry."""
        self._must_hold_the_file()
        await self._writer.write(lambda: self._ledger.append(entry), told=committed)

    async def answered(self, caller: str, request: str) -> Answered | None:
        """What a request was answered before."""
        return await self._read(reading.answered, caller, request)

    async def table_of_code(self, code: str) -> str | None:
        """The table of a join code."""
        return await self._read(reading.table_of_code, code)

    async def tables_of(self, player: str, after: str, limit: int) -> tuple[str, ...]:
        """Tables where a player sits, the one opened last first."""
        return await self._read(reading.tables_of, player, after, limit)

    async def awaited_tables(self, player: str) -> int:
        """At how many tables with something due a player sits."""
        return await self._read(reading.awaited_tables, player)

    async def due(self) -> tuple[Due, ...]:
        """Everything that is due, soonest first."""
        return await self._read(reading.everything_due)

    async def note_time(self, now_ms: int) -> None:
        """Notes that the engine is there."""
        await self._writer.write(lambda: self._ledger.note_time(now_ms))

    async def put_turns_off(self, now_ms: int) -> None:
        """Adds the time the engine was away to every turn."""
        await self._writer.write(lambda: self._ledger.put_turns_off(now_ms))

    async def add_player(self, player: Player, request: RequestKey, answer: bytes) -> None:
        """Keeps a new player."""
        await self._writer.write(lambda: self._register.add_player(player, request, answer))

    async def player(self, player: str) -> Player | None:
        """The player of an id."""
        return await self._read(reading.player_of_id, player)

    async def player_of_secret(self, secret_hash: bytes) -> Player | None:
        """The player of a secret."""
        return await self._read(reading.player_of_secret, secret_hash)

    async def change_player(
        self, player: str, name: str | None, language: str | None, request: RequestKey, answer: bytes
    ) -> None:
        """Changes name and language of a player; one that is gone stays so."""
        change = partial(self._register.change_player, player, name, language, request, answer)
        await self._writer.write(change)

    async def delete_player(self, player: str, pseudonym: str) -> None:
        """Forgets a player in every row and log, and in the bytes of the file."""
        self._must_hold_the_file()
        await self._writer.write(lambda: self._forget(player, pseudonym), self._remove_traces)

    async def add_front(self, front: Front) -> None:
        """Keeps a new front."""
        await self._writer.write(lambda: self._register.add_front(front))

    async def fronts(self) -> tuple[Front, ...]:
        """All fronts by name."""
        return await self._read(reading.all_fronts)

    async def front_of_key(self, key_hash: bytes) -> Front | None:
        """The front of a key."""
        return await self._read(reading.front_of_key, key_hash)

    async def revoke_front(self, name: str) -> bool:
        """Revokes a front's key."""
        return await self._writer.write(lambda: self._register.revoke_front(name))

    async def close(self) -> None:
        """Commits what waits and lets go of the file. Whatever is asked later raises StoreUnavailable."""
        if self._closed:
            return
        self._closed = True
        await asyncio.get_running_loop().run_in_executor(self._readers, self._writer.close)
        self._readers.shutdown()
        self._reads.close()
        self._writes.close()
        if self._lock is not None:
            self._lock.release()

    async def _read(
        self, question: Callable[Concatenate[Connection, P], T], *values: P.args, **named: P.kwargs
    ) -> T:
        if self._closed:
            raise StoreUnavailable("the store is closed")
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._readers, lambda: question(self._reads, *values, **named))
        except sqlite3.Error as error:
            raise problem_of(error) from None

    def _must_hold_the_file(self) -> None:
        if self._lock is None:  # the engine that does remembers what it wrote last
            raise StoreUnavailable("the tables of this store belong to a running engine")

    def _forget(self, player: str, pseudonym: str) -> None:
        self._ledger.forget(player, pseudonym)
        self._traces = True

    def _remove_traces(self) -> None:
        """Cuts the write-ahead log, where older copies of pages stand; again later if a reader bars it."""
        if self._traces:
            with contextlib.suppress(sqlite3.Error):
                self._traces = not empty_log(self._writes)

    def _tidy(self) -> None:
        """What can be done when nobody waits. A failure shows at the next commit, if it matters."""
        self._remove_traces()
        if self.rows - self._rows_copied >= CHECKPOINT_ROWS:
            self._rows_copied = self.rows
            with contextlib.suppress(sqlite3.Error):
                shorten_log(self._writes)
