"""Turns and bells on the event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass

from engine_server.application.access import Denied
from engine_server.application.ports import Answer, Clock, Due, StoreProblem
from engine_server.service.logs import log_bug

AGAIN_SECONDS = 1.0
"""How long what is due waits for a store that is full or does not answer."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How many seconds the engine waits."""

    unary: float = 10.0
    """For the answer to a call."""
    write: float = 30.0
    """For a reader to take a message; then it is cut off and comes back with its resume tokens."""
    heartbeat: float = 15.0
    """For news, before it says that there is none."""


PATIENCE = Patience()


class LoopTurns:
    """One thing at a time under a name."""

    def __init__(self) -> None:
        self._locks: dict[str, asyncio.Lock] = {}
        self._waiting: dict[str, int] = {}

    async def in_turn(self, name: str, work: Callable[[], Coroutine[None, None, Answer]]) -> Answer:
        """What `work` answers, done while nothing else is done under the name."""
        lock = await self._its_turn(name)
        return await self._done(name, lock, work)

    async def alone(self, name: str, work: Callable[[], Coroutine[None, None, Answer]]) -> Answer:
        """What `work` answers; once begun it is done to its end, also when whoever asked has gone."""
        lock = await self._its_turn(name)
        task = asyncio.ensure_future(self._done(name, lock, work))
        task.add_done_callback(_look_at)
        return await asyncio.shield(task)

    async def _its_turn(self, name: str) -> asyncio.Lock:
        lock = self._locks.setdefault(name, asyncio.Lock())
        self._waiting[name] = self._waiting.get(name, 0) + 1
        try:
            await lock.acquire()
        except BaseException:
            self._gone(name)
            raise
        return lock

    async def _done(
        self, name: str, lock: asyncio.Lock, work: Callable[[], Coroutine[None, None, Answer]]
    ) -> Answer:
        try:
            return await work()
        finally:
            lock.release()
            self._gone(name)

    def _gone(self, name: str) -> None:
        self._waiting[name] -= 1
        if not self._waiting[name]:
            del self._waiting[name], self._locks[name]


def _look_at(task: asyncio.Future[Answer]) -> None:
    """A failure whose asker has gone is no news to anybody."""
    if not task.cancelled():
        task.exception()


class LoopBell:
    """Rings by timers of the event loop; one for each kind of thing due at a table."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._timers: dict[str, dict[Due, asyncio.TimerHandle]] = {}
        self._ringing: set[asyncio.Task[None]] = set()
        self._answer: Callable[[Due], Coroutine[None, None, None]] | None = None
        self._silent = False

    def answered_by(self, answer: Callable[[Due], Coroutine[None, None, None]]) -> None:
        """Says what is done when the bell rings."""
        self._answer = answer

    def set_for(self, table: str, due: tuple[Due, ...]) -> None:
        """From now on rings for these at the table and for nothing else."""
        if self._silent:
            return
        known = self._timers.pop(table, {})
        kept = {}
        for item in due:
            kept[item] = known.pop(item) if item in known else self._timer(item, self._seconds_to(item))
        for timer in known.values():
            timer.cancel()
        if kept:
            self._timers[table] = kept

    def _seconds_to(self, due: Due) -> float:
        return max(0, due.at_ms - self._clock.now_ms()) / 1000

    def _timer(self, due: Due, seconds: float) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, self._ring, due)

    def _ring(self, due: Due) -> None:
        if self._answer is None:
            return
        self._timers.get(due.table, {}).pop(due, None)
        task = asyncio.ensure_future(self._answered(self._answer(due), due))
        self._ringing.add(task)
        task.add_done_callback(self._ringing.discard)

    async def _answered(self, answer: Coroutine[None, None, None], due: Due) -> None:
        """A store that failed is asked again after a while; anything else would fail again."""
        try:
            await answer
        except Denied:
            pass  # the table is over, or damaged: nothing more happens there by itself
        except StoreProblem:
            self._again(due)
        except Exception as fault:
            log_bug(f"bell/{due.what}", fault)

    def _again(self, due: Due) -> None:
        if self._silent:
            return
        timers = self._timers.setdefault(due.table, {})
        if due not in timers:
            timers[due] = self._timer(due, AGAIN_SECONDS)

    async def silence(self) -> None:
        """Rings no more, and waits for what is being done."""
        self._silent = True
        for timers in self._timers.values():
            for timer in timers.values():
                timer.cancel()
        self._timers.clear()
        await asyncio.gather(*self._ringing)
