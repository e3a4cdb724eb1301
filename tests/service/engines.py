"""Engines to be called: in this process for quick rows, in a child for what can only be seen there."""

from __future__ import annotations

import contextlib
import hashlib
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc

from engine_server.application.access import Limits
from engine_server.application.ports import Chance, Store
from engine_server.main import Application, SystemChance, running
from engine_server.service.funnel import Funnel
from engine_server.service.timing import Patience
from engine_server.settings import Settings
from engine_server.storage.memory import MemoryStore
from tests.service.callers import Person

ROOT = Path(__file__).parents[2]


class KnownChance(SystemChance):
    """The chance of a seed, in an engine that is none for practice."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._drawn = 0

    def secret(self) -> bytes:
        self._drawn += 1
        return hashlib.sha256(f"{self._seed}/{self._drawn}".encode()).digest()

    def below(self, limit: int) -> int:
        return int.from_bytes(self.secret(), "big") % limit


@dataclass
class Here:
    """An engine in this process, with a channel to it."""

    app: Application
    funnel: Funnel
    port: int
    channel: grpc.aio.Channel

    async def person(self, name: str = "Ann", language: str = "") -> Person:
        return await Person(self.channel).register(name, language)


@asynccontextmanager
async def here(
    store: Store | None = None,
    chance: Chance | None = None,
    limits: Limits | None = None,
    patience: Patience | None = None,
    **settings: Any,  # noqa: ANN401 - the fields of Settings
) -> AsyncIterator[Here]:
    """An engine in this process; the store is the caller's to close."""
    wanted = Settings(**{"port": 0, **settings})
    async with (
        running(
            wanted,
            store or MemoryStore(),
            chance or SystemChance(),
            limits or Limits(),
            patience or Patience(),
        ) as engine,
        grpc.aio.insecure_channel(f"127.0.0.1:{engine.port}") as channel,
    ):
        yield Here(engine.app, engine.funnel, engine.port, channel)


class Child:
    """An engine in a process of its own. What it logs is collected in a file beside the store."""

    def __init__(self, store: Path, *flags: str) -> None:
        self.store = store
        self.log = store.with_suffix(".log")
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                command(store, *flags), stdout=subprocess.PIPE, stderr=log, text=True, env=environment()
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line.startswith("Engine on "), self.log.read_text()
        self.address = line.split()[-1]

    def kill(self) -> None:
        """Ends the process as a power cut would, as far as the process goes."""
        self.process.kill()
        self._reap()

    def stop(self) -> int:
        """Asks the engine to stop and answers its exit code."""
        self.process.send_signal(signal.SIGTERM)
        return self._reap()

    def _reap(self) -> int:
        code = self.process.wait(30)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code


@contextmanager
def child(store: Path, *flags: str) -> Iterator[Child]:
    """An engine in a process of its own, gone afterwards."""
    engine = Child(store, *flags)
    try:
        yield engine
    finally:
        with contextlib.suppress(ProcessLookupError):
            engine.kill()


def command(store: Path, *flags: str) -> list[str]:
    return [sys.executable, "-m", "engine_server", "--port", "0", "--store", str(store), *flags]


def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'proto'}"}


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Runs the engine's command line to its end."""
    return subprocess.run(
        [sys.executable, "-m", "engine_server", *arguments],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=60,
        check=False,
    )
