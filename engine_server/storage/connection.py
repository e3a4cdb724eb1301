"""The port through which a store reaches SQLite, and what SQLite's complaints mean to a caller.

Whoever opens a store may hand in another way to connect: one that counts, fills up, or loses power.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeAlias

from engine_server.application.ports import StoreFull, StoreProblem, StoreUnavailable

BUSY_SECONDS = 5.0


class Rows(Protocol):
    """The answer to a statement."""

    def fetchone(self) -> Any:  # noqa: ANN401 - a row has the types of its columns
        """The next row, None behind the last."""
        ...

    def fetchall(self) -> list[Any]:
        """All rows left."""
        ...


class Connection(Protocol):
    """An open SQLite file without transactions of its own making, usable from any one thread at a time.

    Every failure is an sqlite3.Error whose `sqlite_errorcode` tells SQLite's extended result code.
    """

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        ...

    def execute(self, sql: str, values: Sequence[Any] = ..., /) -> Rows:
        """One statement."""
        ...

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> object:
        """One statement for each row of values."""
        ...

    def close(self) -> None:
        """Lets go of the file."""
        ...


Connect: TypeAlias = Callable[[str], Connection]


def connect_file(path: str) -> Connection:
    """A connection of the standard library."""
    return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)


# A file-size limit or a used-up quota is reported as a failed write, a full RAM disk as shared memory that
# cannot grow; a dying disk shows at the sync instead.
_NO_ROOM = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_SHMSIZE}


def problem_of(error: Exception) -> StoreProblem:
    """What to tell the caller; constant text, as SQLite's own may quote a row."""
    if getattr(error, "sqlite_errorcode", None) in _NO_ROOM:
        return StoreFull("no room left in the store")
    return StoreUnavailable("the store failed")
