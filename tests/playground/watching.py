"""The oracle at a playground that runs Fourth's own bot, whose engine is in a process of its own."""

from __future__ import annotations

import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from engine_server.game.encoding import event_of
from engine_server.game.events import Event
from playground.main import Running
from playground.server import API
from playground.settings import Settings
from tests.playground.oracle import Sight, Sights, Truth, leaks
from tests.playground.stage import SECONDS, beside

_HEAD = "SELECT number, version FROM tables ORDER BY number DESC LIMIT 1"
_LOG = "SELECT text FROM events WHERE number = {number} ORDER BY version"


@dataclass(frozen=True)
class Store:
    """The engine's store, read from outside."""

    folder: Path

    def head(self) -> tuple[int, int]:
        """The number of the table opened last, 0 before there is one, and how many events it has now."""
        found = self._rows(_HEAD)
        return found[0] if found else (0, 0)

    def log(self, number: int) -> tuple[Event, ...]:
        return tuple(event_of(text) for (text,) in self._rows(_LOG.format(number=number)))

    def _rows(self, question: str) -> list[Any]:
        """What is answered; nothing before there is a store."""
        path = next(self.folder.glob("playground-*/tables.db"), None)
        if path is None:
            return []
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            try:
                return connection.execute(question).fetchall()
            except sqlite3.OperationalError:
                return []  # the engine is only just laying it out


@contextmanager
def watched(running: Running, folder: Path) -> Iterator[Sights]:
    """The oracle looks on until the end. The playground's own files lie somewhere in the folder.

    What is seen belongs to the table that was opened last: a key tapped twice may open another.
    """
    store = Store(folder)
    seen: dict[int, list[Sight]] = {}

    def version() -> int:
        number, at = store.head()
        if number not in seen:
            seen[number] = sights.seen = []
        return at

    sights = Sights(running.app[API].world, version)
    yield sights
    told = [(store.log(number), these) for number, these in seen.items() if number]
    assert any(_tells(log, sight) for log, these in told for sight in these), "nothing was told"
    leaked = [leak for log, these in told for leak in leaks(log, these)]
    assert leaked == [], leaked[:3]


def _tells(log: tuple[Event, ...], sight: Sight) -> bool:
    """Whether it tells of cards while others are hidden."""
    return bool(sight.cards) and Truth(log[: sight.version]).is_on


@contextmanager
def fourth(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The playground as `make playground` starts it, in a thread: its address. The oracle looks on.

    Only the robots are faster.
    """
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    with beside(Settings(port=0, seed=1, pace="fast")) as running, watched(running, folder):
        _await_bot(running)
        yield running.address


def _await_bot(running: Running) -> None:
    """Until the bot calls for the first time, which is late where many tests run at once."""
    called = threading.Event()
    running.app[API].listeners.append(lambda *_: called.set())
    assert called.wait(SECONDS)
