"""A disk that can lose power or room: what was written but not synced may be gone, in part, in any order."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import apsw

from engine_server.storage.connection import Rows

SECTOR = 512
Change: TypeAlias = tuple[int, bytes] | int
"""Bytes written at an offset, or the length a file was cut to."""


class Disk:
    """Counts what reaches it. Dies at operation `dies_at`, is full at operation `full_at` (from 0)."""

    def __init__(self, name: str, dies_at: int | None = None, full_at: int | None = None) -> None:
        self.name = name
        self.operations = 0
        self.syncs = 0
        self._dies_at = dies_at
        self._full_at = full_at
        self._lock = threading.Lock()
        self._synced: dict[str, bytearray] = {}
        self._unsynced: dict[str, list[Change]] = {}
        self._removed: set[str] = set()
        self._vfs = _DiskVfs(self)

    def close(self) -> None:
        """Takes the disk out."""
        self._vfs.unregister()

    def connect(self, path: str) -> DiskConnection:
        """A connection to a file on this disk."""
        return DiskConnection(path, self.name)

    def opened(self, path: str) -> None:
        """A file is used from here on; what it holds is safe."""
        with self._lock:
            if path not in self._synced or path in self._removed:
                self._removed.discard(path)
                self._synced[path] = bytearray(Path(path).read_bytes())
                self._unsynced[path] = []

    @contextmanager
    def operation(self) -> Iterator[None]:
        """One write, cut or sync; refused when the disk is dead or full."""
        with self._lock:
            number, self.operations = self.operations, self.operations + 1
            if self._dies_at is not None and number >= self._dies_at:
                raise apsw.IOError("no power")
            if number == self._full_at:
                raise apsw.FullError("no room")
            yield

    def changed(self, path: str, change: Change) -> None:
        """To be called inside an operation."""
        self._unsynced[path].append(change)

    def synced(self, path: str) -> None:
        """To be called inside an operation."""
        self.syncs += 1
        for change in self._unsynced[path]:
            _apply(self._synced[path], change)
        self._unsynced[path] = []
        for gone in self._removed:  # a sync of any file takes the folder along
            del self._synced[gone], self._unsynced[gone]
        self._removed.clear()

    def removed(self, path: str) -> None:
        """To be called inside an operation."""
        self._removed.add(path)

    def survivors(self, folder: Path, rng: Random) -> None:
        """Writes to a folder what is found when the power is back."""
        for path, content in self._synced.items():
            if path in self._removed and rng.random() < 0.5:
                continue
            for change in self._unsynced[path]:
                for piece in _survived(change, rng):
                    _apply(content, piece)
            (folder / Path(path).name).write_bytes(content)


def _apply(content: bytearray, change: Change) -> None:
    if isinstance(change, int):
        del content[change:]
        return
    offset, data = change
    content.extend(bytes(max(0, offset - len(content))))
    content[offset : offset + len(data)] = data


def _survived(change: Change, rng: Random) -> list[Change]:
    """Nothing of a change, all of it, or some of its sectors."""
    fate = rng.randrange(3)
    if fate == 0:
        return []
    if fate == 1 or isinstance(change, int):
        return [change]
    offset, data = change
    starts = range(0, len(data), SECTOR)
    return [(offset + at, data[at : at + SECTOR]) for at in starts if rng.random() < 0.5]


class _DiskVfs(apsw.VFS):
    def __init__(self, disk: Disk) -> None:
        super().__init__(disk.name, "")
        self._disk = disk

    def xOpen(self, name: Any, flags: list[int]) -> apsw.VFSFile:  # noqa: ANN401, N802
        return _DiskFile(self._disk, name, flags)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        with self._disk.operation():
            super().xDelete(filename, syncdir)
            self._disk.removed(filename)


class _DiskFile(apsw.VFSFile):
    def __init__(self, disk: Disk, name: Any, flags: list[int]) -> None:  # noqa: ANN401
        super().__init__("", name, flags)
        self._disk = disk
        self._path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        disk.opened(self._path)

    def xWrite(self, data: Any, offset: int) -> None:  # noqa: ANN401, N802
        with self._disk.operation():
            super().xWrite(data, offset)
            self._disk.changed(self._path, (offset, bytes(data)))

    def xTruncate(self, size: int) -> None:  # noqa: N802
        with self._disk.operation():
            super().xTruncate(size)
            self._disk.changed(self._path, size)

    def xSync(self, flags: int) -> None:  # noqa: N802
        with self._disk.operation():
            self._disk.synced(self._path)


class DiskConnection:
    """A connection port over apsw. `amended` replaces statements, to try what other settings would do."""

    def __init__(self, path: str, vfs: str) -> None:
        with _translated():
            self._connection = apsw.Connection(path, vfs=vfs)
        self._connection.set_busy_timeout(5000)
        self.amended: dict[str, str] = {}

    @property
    def in_transaction(self) -> bool:
        return bool(self._connection.in_transaction)

    def execute(self, sql: str, values: Sequence[Any] = (), /) -> Rows:
        with _translated():
            return self._connection.execute(self.amended.get(sql, sql), values)

    def executemany(self, sql: str, rows: Iterable[Sequence[Any]], /) -> object:
        with _translated():
            return self._connection.executemany(sql, rows)

    def close(self) -> None:
        with suppress(apsw.Error):  # SQLite closes the file also when its last tidying fails
            self._connection.close()


def _code(error: apsw.Error) -> int:
    return sqlite3.SQLITE_FULL if isinstance(error, apsw.FullError) else sqlite3.SQLITE_IOERR


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except apsw.Error as error:
        kind = sqlite3.IntegrityError if isinstance(error, apsw.ConstraintError) else sqlite3.OperationalError
        translated = kind(str(error))
        translated.sqlite_errorcode = getattr(error, "extendedresult", _code(error))
        raise translated from None
