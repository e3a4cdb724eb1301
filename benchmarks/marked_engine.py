"""The engine on a connection that leaves a mark around every commit, for those who count or kill.

The store reaches SQLite through a connection port; this one writes into a small file mapped into memory
before it says COMMIT and when SQLite has answered. The mapping belongs to the file, not to the process, so
after a `kill -9` the file still says whether the engine died inside a commit. Nothing else differs from the
engine.
"""

from __future__ import annotations

import asyncio
import mmap
import struct
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from engine_server.main import serve
from engine_server.settings import Settings
from engine_server.storage.connection import Connection, Rows, connect_file

_SIZE = 16


class Marks:
    """A file of two numbers: whether a commit is under way, and how many have been made."""

    def __init__(self, path: Path) -> None:
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), _SIZE)

    @classmethod
    def laid(cls, path: Path) -> Marks:
        """New marks at a path."""
        path.write_bytes(bytes(_SIZE))
        return cls(path)

    @property
    def in_commit(self) -> bool:
        """Whether a commit was begun and not answered."""
        return self._map[0] != 0

    @property
    def commits(self) -> int:
        """Commits answered so far."""
        return int(struct.unpack_from("<q", self._map, 8)[0])

    def begin(self) -> None:
        """A commit is under way."""
        self._map[0] = 1

    def end(self) -> None:
        """It has been answered."""
        struct.pack_into("<q", self._map, 8, self.commits + 1)
        self._map[0] = 0


class MarkingConnection:
    """A connection that marks its commits."""

    def __init__(self, connection: Connection, marks: Marks) -> None:
        self._connection = connection
        self._marks = marks

    @property
    def in_transaction(self) -> bool:
        """Whether a transaction is open."""
        return self._connection.in_transaction

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Rows:
        """One statement, marked when it is COMMIT."""
        if sql != "COMMIT":
            return self._connection.execute(sql, values)
        self._marks.begin()
        try:
            return self._connection.execute(sql, values)
        finally:
            self._marks.end()

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> object:
        """One statement for each row of values."""
        return self._connection.executemany(sql, rows)

    def close(self) -> None:
        """Lets go of the file."""
        self._connection.close()


def main(arguments: list[str]) -> None:
    """Serves a store until told to stop: the file of marks, then the store."""
    marks, store = Marks(Path(arguments[0])), Path(arguments[1])
    settings = Settings.model_validate({"store": store, "port": 0})
    asyncio.run(serve(settings, lambda path: MarkingConnection(connect_file(path), marks)))


if __name__ == "__main__":
    main(sys.argv[1:])
