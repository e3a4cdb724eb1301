"""An event loop whose time passes only when everybody waits, and then at once."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

Result = TypeVar("Result")


class _Eager(selectors.DefaultSelector):
    """Lets time jump instead of waiting for it."""

    def __init__(self) -> None:
        super().__init__()
        self.time = 0.0

    def select(self, timeout: float | None = None) -> list[Any]:
        if timeout is None:
            raise AssertionError("everybody waits, and nothing will ever happen")
        self.time += max(0.0, timeout)
        return super().select(0)


class TimelessLoop(asyncio.SelectorEventLoop):
    """The loop. Its time is in seconds and begins at 0."""

    def __init__(self) -> None:
        self._eager = _Eager()
        super().__init__(self._eager)

    def time(self) -> float:
        return self._eager.time


def run(story: Coroutine[Any, Any, Result]) -> Result:
    """Runs a story to its end, however long it takes in its own time."""
    with asyncio.Runner(loop_factory=TimelessLoop) as runner:
        return runner.run(story)
