"""The playground with Fourth's bot, and beside them a list of every call that the bot made.

Nothing differs from `python -m playground`, the limits neither; each request is only looked at when it comes
in and when it has been answered.
"""

from __future__ import annotations

import asyncio
import json
import random
import signal
import sys
import time
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from aiohttp import web

from playground.api.forms import Form
from playground.main import standing, world_of
from playground.server import API, Handler, application
from playground.settings import Settings

_arrived: ContextVar[float] = ContextVar("arrived")


@dataclass(frozen=True, slots=True)
class Call:
    """A call of the bot: when it came in, in seconds of this machine's steady clock, and what became of it.

    `code` is 200 or that of the refusal; `message` is the one that was sent or edited, None for other calls.
    """

    at: float
    method: str
    code: int
    chat: int | None
    message: int | None


class Watch:
    """Sees the calls."""

    def __init__(self) -> None:
        self.calls: list[Call] = []

    def look_at(self, app: web.Application) -> None:
        """From now on the calls at this playground are seen."""
        app.middlewares.insert(0, _note_arrival)
        app[API].listeners.append(self._answered)

    def _answered(self, method: str, form: Form, said: dict[str, Any]) -> None:
        result = said.get("result")
        message = result.get("message_id") if isinstance(result, dict) else None
        call = Call(_arrived.get(), method, said.get("error_code", 200), form.number("chat_id"), message)
        self.calls.append(call)


@web.middleware
async def _note_arrival(request: web.Request, handler: Handler) -> web.StreamResponse:
    _arrived.set(time.monotonic())
    return await handler(request)


async def watched(watch: Watch) -> None:
    """Runs until it is told to stop."""
    settings = Settings(port=0)
    app = application(world_of(settings), random.Random)
    watch.look_at(app)
    told = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, told.set)
    async with standing(settings, app) as running:
        print(f"playground on {running.address}", flush=True)
        await told.wait()


def calls_in(file: Path) -> Sequence[Call]:
    """The calls that were written to a file."""
    return [Call(**call) for call in json.loads(file.read_text())]


def main(arguments: Sequence[str]) -> None:
    """Runs a playground, and writes the calls to the file named when it is told to stop."""
    watch = Watch()
    asyncio.run(watched(watch))
    Path(arguments[0]).write_text(json.dumps([asdict(call) for call in watch.calls]))


if __name__ == "__main__":
    main(sys.argv[1:])
