"""Where stores are laid for a measurement: a folder on the disk, and one on a RAM disk."""

from __future__ import annotations

import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

RAM = Path("/dev/shm")


@contextmanager
def folder_on_disk() -> Iterator[Path]:
    """A folder below the working directory, as /tmp may be a RAM disk; gone afterwards."""
    with tempfile.TemporaryDirectory(prefix=".benchmark-", dir=Path.cwd()) as folder:
        yield Path(folder)


@contextmanager
def folder_in_ram() -> Iterator[Path | None]:
    """A folder on the RAM disk, None where the system has none; gone afterwards."""
    if not RAM.is_dir():
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="fourth-benchmark-", dir=RAM) as folder:
        yield Path(folder)


def bare_commits_per_s(folder: Path, seconds: float) -> float:
    """How many transactions of one row a second SQLite makes durable here, with nothing around them."""
    with closing(sqlite3.connect(folder / "bare.db", isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("CREATE TABLE IF NOT EXISTS rows (number INTEGER PRIMARY KEY, text TEXT)")
        started, made = time.perf_counter(), 0
        while time.perf_counter() - started < seconds:
            connection.execute("INSERT INTO rows (text) VALUES (?)", ("x" * 100,))
            made += 1
        return made / (time.perf_counter() - started)
