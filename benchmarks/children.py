"""Servers that are measured run in processes of their own, so that they can be weighed, and killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from benchmarks.running import ROOT


class ChildFailed(Exception):
    """A server did not start."""


@dataclass(frozen=True, slots=True)
class Child:
    """A server that said where it listens."""

    process: subprocess.Popen[str]
    address: str

    def kill(self) -> None:
        """Ends it at once, as a power cut would, and returns when it is gone."""
        self.process.kill()
        self._gone()

    def stop(self) -> None:
        """Asks it to end and returns when it has."""
        self.process.send_signal(signal.SIGTERM)
        self._gone()

    def _gone(self) -> None:
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()

    def rss_mb(self) -> float | None:
        """Megabytes it holds in memory; None where the system does not tell."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return None
        return next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS"))


def started(module: str, *arguments: str) -> Child:
    """Starts a module that prints `... on ADDRESS` once it listens. Raises ChildFailed."""
    process = subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env=_environment(),
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    if " on " not in line:
        process.kill()
        raise ChildFailed(f"{module} did not start")
    return Child(process, line.split(" on ")[1].strip())


def _environment() -> dict[str, str]:
    """The person's own settings of an engine have no say here."""
    return {name: value for name, value in os.environ.items() if not name.startswith("FOURTH_")}


@contextmanager
def child(module: str, *arguments: str) -> Iterator[Child]:
    """A server for the time of a `with`."""
    server = started(module, *arguments)
    try:
        yield server
    finally:
        if server.process.poll() is None:
            server.stop()


def engine_arguments(store: Path) -> tuple[str, ...]:
    """How an engine is started on a store, at a free port of this machine."""
    return ("--store", str(store), "--port", "0")
