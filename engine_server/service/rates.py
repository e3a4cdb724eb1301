"""How many calls a caller may make: so many a second, with the unused ones of some seconds saved up."""

from __future__ import annotations

from collections import OrderedDict
from typing import Protocol

from engine_server.application.ports import Clock
from engine_server.service.problems import Problem
from engine_server.service.reasons import Wire

SAVED_SECONDS = 10
CALLERS_KEPT = 20_000
"""Whoever has not called for longer than others starts anew, with all calls saved up."""


class Rates(Protocol):
    """Counts calls by caller."""

    def take(self, caller: str) -> None:
        """Counts one call. Raises Problem RATE_LIMITED when there were too many."""
        ...


class CallsPerSecond:
    """Lets each caller make so many calls a second in the long run."""

    def __init__(self, calls: int, clock: Clock) -> None:
        self._calls = calls
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, int]] = OrderedDict()

    def take(self, caller: str) -> None:
        """Takes one of the calls the caller has left. Raises Problem RATE_LIMITED when none is."""
        now, most = self._clock.now_ms(), self._calls * SAVED_SECONDS
        left, since = self._left.get(caller, (float(most), now))
        left = min(most, left + self._calls * max(0, now - since) / 1000)
        if left < 1:
            raise Problem(Wire.RATE_LIMITED)
        self._left[caller] = (left - 1, now)
        self._left.move_to_end(caller)
        if len(self._left) > CALLERS_KEPT:
            self._left.popitem(last=False)
