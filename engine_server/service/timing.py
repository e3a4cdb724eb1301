"""Turns and bells on the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine

from engine_server.application.ports import Answer, Clock, Due


class LoopTurns:
    """One change of a table at a time. Work once begun is finished, also when whoever asked has gone."""

    def __init__(self) -> None:
        self._locks: dict[str, asyncio.Lock] = {}
        self._waiting: dict[str, int] = {}

    async def alone(self, table: str, work: Callable[[], Coroutine[None, None, Answer]]) -> Answer:
        """What `work` answers, done while nothing else is done at the table."""
        lock = self._locks.setdefault(table, asyncio.Lock())
        self._waiting[table] = self._waiting.get(table, 0) + 1
        try:
            await lock.acquire()
        except BaseException:
            self._gone(table)
            raise
        task = asyncio.ensure_future(self._to_its_end(table, lock, work))
        task.add_done_callback(_look_at)
        return await asyncio.shield(task)

    async def _to_its_end(
        self, table: str, lock: asyncio.Lock, work: Callable[[], Coroutine[None, None, Answer]]
    ) -> Answer:
        try:
            return await work()
        finally:
            lock.release()
            self._gone(table)

    def _gone(self, table: str) -> None:
        self._waiting[table] -= 1
        if not self._waiting[table]:
            del self._waiting[table], self._locks[table]


def _look_at(task: asyncio.Future[Answer]) -> None:
    """A failure whose asker has gone is no news to anybody."""
    if not task.cancelled():
        task.exception()


class LoopBell:
    """Rings by timers of the event loop; one for each kind of thing due at a table."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._timers: dict[str, tuple[tuple[Due, ...], tuple[asyncio.TimerHandle, ...]]] = {}
        self._ringing: set[asyncio.Task[None]] = set()
        self._answer: Callable[[Due], Coroutine[None, None, None]] | None = None

    def answered_by(self, answer: Callable[[Due], Coroutine[None, None, None]]) -> None:
        """Says what is done when the bell rings."""
        self._answer = answer

    def set_for(self, table: str, due: tuple[Due, ...]) -> None:
        """From now on rings for these at the table and for nothing else."""
        known, timers = self._timers.pop(table, ((), ()))
        kept = {item: timer for item, timer in zip(known, timers, strict=True) if item in due}
        for item, timer in zip(known, timers, strict=True):
            if item not in kept:
                timer.cancel()
        if due:
            self._timers[table] = (due, tuple(kept.get(item) or self._timer(item) for item in due))

    def _timer(self, due: Due) -> asyncio.TimerHandle:
        seconds = max(0, due.at_ms - self._clock.now_ms()) / 1000
        return asyncio.get_running_loop().call_later(seconds, self._ring, due)

    def _ring(self, due: Due) -> None:
        if self._answer is None:
            return
        task = asyncio.ensure_future(self._answer(due))
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def silence(self) -> None:
        """Stops all timers and waits for what is being done."""
        for _, timers in self._timers.values():
            for timer in timers:
                timer.cancel()
        self._timers.clear()
        await asyncio.gather(*self._ringing, return_exceptions=True)
