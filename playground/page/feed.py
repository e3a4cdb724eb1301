"""What people see happen, as a stream of events for each (server-sent events).

Events are numbered for all people together, from a number that no earlier run has reached; so a page that
was away says the last number it has, and gets either what it missed or everything anew.
"""

from __future__ import annotations

import asyncio
import json
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

from aiohttp import web

from playground.page import shown
from playground.telegram.changes import Change
from playground.telegram.world import World

KEPT = 4000
"""So many events can be caught up with."""
QUIET_SECONDS = 15.0


@dataclass(frozen=True, slots=True)
class Event:
    """A change with its number, and what it says beside a message."""

    number: int
    change: Change
    about: dict[str, Any]


class Feed:
    """Keeps the events, and tells each person its own."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._events: deque[Event] = deque(maxlen=KEPT)
        self._last = world.now()
        self._bells: defaultdict[int, set[asyncio.Event]] = defaultdict(set)
        """By person: what is to be rung for those who watch it."""
        self._closed = False
        world.listeners.append(self._happened)

    def _happened(self, change: Change) -> None:
        self._last += 1
        self._events.append(Event(self._last, change, self._about(change)))
        self._ring(change.to)

    def _about(self, change: Change) -> dict[str, Any]:
        """What is as it was when it happened."""
        if change.kind == "chat" and change.chat is not None:
            return {"chat": shown.head(self._world, self._world.chats[change.chat])}
        where = {} if change.message is not None else {"chat": change.chat}
        message = {} if change.message is None else {"message": shown.message(self._world, change.message)}
        return where | message | dict(change.more)

    def _ring(self, people: Iterable[int]) -> None:
        for id in people:
            for bell in self._bells.get(id, ()):
                bell.set()

    def close(self) -> None:
        """Ends all streams."""
        self._closed = True
        self._ring(self._bells)

    # --- one person -----------------------------------------------------------------------------------

    async def stream(
        self, request: web.Request, since: Mapping[int, int | None], mark: bool = False
    ) -> web.StreamResponse:
        """Tells these people what happens, each from its own number on, until they go away.

        `mark`: each event says in `to` whom it is for.
        """
        headers = {"Content-Type": "text/event-stream; charset=utf-8", "X-Accel-Buffering": "no"}
        response = web.StreamResponse(headers=headers)
        await response.prepare(request)
        with suppress(ConnectionError), self._bell(since) as bell:
            await self._tell(response, bell, dict(since), mark)
        return response

    @contextmanager
    def _bell(self, people: Iterable[int]) -> Iterator[asyncio.Event]:
        """What rings when something happens that one of these people sees."""
        bell = asyncio.Event()
        for id in people:
            self._bells[id].add(bell)
        try:
            yield bell
        finally:
            for id in people:
                self._bells[id].discard(bell)

    async def _tell(
        self, response: web.StreamResponse, bell: asyncio.Event, told: dict[int, int | None], mark: bool
    ) -> None:
        while not self._closed:
            bell.clear()
            for id, number in told.items():
                lines, told[id] = self._lines(id, number, {"to": id} if mark else {})
                if lines:
                    await response.write(lines.encode())
            try:
                await asyncio.wait_for(bell.wait(), QUIET_SECONDS)
            except TimeoutError:
                await response.write(b": quiet\n\n")

    def _lines(self, id: int, told: int | None, mark: Mapping[str, int]) -> tuple[str, int]:
        """What is to be told, everything where it is not known what was; and the last number."""
        if told is None or not self._reaches(told):
            return line("state", self._last, {**mark, **shown.state(self._world, id)}), self._last
        return "".join(self._after(id, told, mark)), self._last

    def _reaches(self, told: int) -> bool:
        """Whether all that came after a number is still here."""
        first = self._events[0].number if self._events else self._last + 1
        return first - 1 <= told <= self._last

    def _after(self, id: int, told: int, mark: Mapping[str, int]) -> Iterator[str]:
        new = list(takewhile(lambda event: event.number > told, reversed(self._events)))
        for event in reversed(new):
            if id in event.change.to:
                yield line("change", event.number, {**mark, "kind": event.change.kind, **event.about})


def line(kind: str, number: int, data: dict[str, Any]) -> str:
    """One event as it is written."""
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"event: {kind}\nid: {number}\ndata: {written}\n\n"
