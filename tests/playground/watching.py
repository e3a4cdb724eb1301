"""The oracle at a playground that runs Fourth's own bot, whose engine is in a process of its own."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread

import pytest

from engine_server.game.encoding import event_of
from engine_server.game.events import Event
from playground.main import Running, standing
from playground.server import API
from playground.settings import Settings
from tests.playground.oracle import Sights, Truth, leaks

SECONDS = 60.0
_VERSION = "SELECT version FROM tables ORDER BY number DESC LIMIT 1"
_LOG = "SELECT text FROM events WHERE number = (SELECT max(number) FROM tables) ORDER BY version"


@dataclass(frozen=True)
class Store:
    """The engine's store, read from outside: the table that was opened last."""

    folder: Path

    def version(self) -> int:
        """How many events it has now."""
        found = self._rows(_VERSION)
        return int(str(found[0])) if found else 0

    def log(self) -> tuple[Event, ...]:
        return tuple(event_of(str(text)) for text in self._rows(_LOG))

    def _rows(self, question: str) -> list[object]:
        """The first of each row; none before there is a store."""
        path = next(self.folder.glob("playground-*/tables.db"), None)
        if path is None:
            return []
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            try:
                return [row[0] for row in connection.execute(question)]
            except sqlite3.OperationalError:
                return []  # the engine is only just laying it out


@contextmanager
def watched(running: Running, folder: Path) -> Iterator[Sights]:
    """The oracle looks on until the end. The playground's own files lie somewhere in the folder."""
    store = Store(folder)
    sights = Sights(running.app[API].world, store.version)
    yield sights
    log = store.log()
    assert any(sight.cards and Truth(log[: sight.version]).is_on for sight in sights.seen), "nothing was told"
    leaked = list(leaks(log, sights.seen))
    assert leaked == [], leaked[:3]


@contextmanager
def fourth(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The playground as `make playground` starts it, in a thread: its address. The oracle looks on."""
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()
    stack = AsyncExitStack()
    try:
        starting = stack.enter_async_context(standing(Settings(port=0, seed=1)))
        running = asyncio.run_coroutine_threadsafe(starting, loop).result(SECONDS)
        with watched(running, folder):
            yield running.address
    finally:
        asyncio.run_coroutine_threadsafe(stack.aclose(), loop).result(SECONDS)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
