"""How much the service bears: calls a second in all, a second in a chat, a minute in a group.

The figures are those Telegram publishes. In one chat it allows short bursts over one message a second, and
does not say how short: `burst` says how many messages may come at once before the pace of a chat counts. At
first that is as many as a group bears in a minute; with 1 a chat bears one a second and no more.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass, field

from playground.telegram.refusals import too_many


@dataclass(frozen=True, slots=True)
class Rates:
    """The limits. `on` False: none at all; `ephemeral` False: ephemeral messages do not count."""

    in_all: int = 30
    in_group: int = 20
    burst: int = 20
    slack: int = 250
    """Milliseconds by which a minute may seem shorter here: the first message may have been slower."""
    ephemeral: bool = True
    on: bool = True


PUBLISHED = Rates()


@dataclass(slots=True)
class Window:
    """At most so many calls within so many milliseconds."""

    calls: int
    span: int
    times: deque[int] = field(default_factory=deque)

    def wait(self, now: int) -> int:
        """Milliseconds until another call is allowed."""
        while self.times and not 0 <= now - self.times[0] < self.span:
            self.times.popleft()
        return self.times[0] + self.span - now if len(self.times) >= self.calls else 0

    def count(self, now: int) -> None:
        """A call is made now."""
        self.times.append(now)


@dataclass(slots=True)
class Bucket:
    """One call a second over time, and so many at once."""

    burst: int
    full_at: int = 0
    """When all of the burst will be there again."""

    def wait(self, now: int) -> int:
        """Milliseconds until another call is allowed."""
        if self.full_at - now > self.burst * 1000:
            self.full_at = now  # the clock was put back
        return max(0, self.full_at - now - (self.burst - 1) * 1000)

    def count(self, now: int) -> None:
        """A call is made now."""
        self.full_at = max(self.full_at, now) + 1000


class Limiter:
    """Counts the messages and edits of the bot."""

    def __init__(self, rates: Rates) -> None:
        self.rates = rates
        self.forget()

    def forget(self) -> None:
        """Counts from nothing again."""
        self._all = Window(self.rates.in_all, 1000)
        self._chats: dict[int, list[Window | Bucket]] = {}

    def take(self, now: int, chat: int | None, is_group: bool = False) -> None:
        """A message or an edit; `chat` None where it has none. Raises Refusal, and then it does not count."""
        if not self.rates.on:
            return
        counters = [self._all, *(self._of(chat, is_group) if chat is not None else ())]
        wait = max(counter.wait(now) for counter in counters)
        if wait > 0:
            raise too_many(math.ceil(wait / 1000))
        for counter in counters:
            counter.count(now)

    def _of(self, chat: int, is_group: bool) -> list[Window | Bucket]:
        if chat not in self._chats:
            own: list[Window | Bucket] = [Bucket(self.rates.burst)]
            self._chats[chat] = (
                [*own, Window(self.rates.in_group, 60_000 - self.rates.slack)] if is_group else own
            )
        return self._chats[chat]
