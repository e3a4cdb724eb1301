"""Where the playground is put together and meets the machine: clock, chance, port, signals, a bot."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext, suppress
from dataclasses import dataclass

import structlog
from aiohttp import web

from playground.server import HOST, CannotListen, application, listen
from playground.settings import Settings
from playground.telegram.limits import Rates
from playground.telegram.people import Bot
from playground.telegram.world import World

STOP_SECONDS = 10.0
BOT_NAME, BOT_USERNAME = "Fourth", "fourth_playground_bot"


def clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def world_of(settings: Settings) -> World:
    """An empty world."""
    bot = Bot(settings.bot_id, BOT_NAME, BOT_USERNAME, settings.token)
    rates = Rates(burst=settings.burst, ephemeral=settings.count_ephemeral, on=settings.rates)
    world = World(bot, clock, random.Random(settings.seed), rates)
    world.privacy = settings.privacy
    return world


@dataclass(frozen=True, slots=True)
class Running:
    """A playground that stands: its address, what answers there, and the bot if there is one."""

    address: str
    app: web.Application
    child: asyncio.subprocess.Process | None


@asynccontextmanager
async def standing(settings: Settings, app: web.Application | None = None) -> AsyncIterator[Running]:
    """The port opened and the bot started, both for as long as the context lasts. Raises CannotListen.

    `app`: the application, where somebody has put it together already to look at what it does.
    """
    app = application(world_of(settings), random.Random) if app is None else app
    runner, port = await listen(app, settings.port)
    address = f"http://{HOST}:{port}"
    try:
        async with _bot(address, settings) if settings.with_bot else nullcontext() as child:
            yield Running(address, app, child)
    finally:
        await runner.cleanup()


async def serve(settings: Settings) -> int:
    """Runs until it is told to stop, or its bot has ended: the exit code. Raises CannotListen."""
    async with standing(settings) as running:
        _show(f"Playground on {running.address}")
        if running.child is None:
            _show(f"Bot API {running.address}/bot<token>/METHOD, token {settings.token}")
            await asyncio.Event().wait()
        else:
            _show("Open it in a browser; Ctrl-C ends it.")
            await _until_it_ends(running.child)
        print("playground: the bot has ended", file=sys.stderr)
        return 1


async def _until_it_ends(child: asyncio.subprocess.Process) -> None:
    """What the bot says at its start shows that it is there; the rest is for those who run it alone."""
    assert child.stdout is not None
    if await child.stdout.readline():
        _show(f"{BOT_NAME} is there.")
    while await child.stdout.readline():
        pass
    await child.wait()


def _show(*lines: str) -> None:
    print(*lines, sep="\n", flush=True)


@asynccontextmanager
async def _bot(address: str, settings: Settings) -> AsyncIterator[asyncio.subprocess.Process]:
    """Fourth's Telegram client as it is, which starts an engine of its own; ended politely.

    It has a session of its own, so that Ctrl-C reaches us alone, and its files are thrown away: the people it
    would remember are not there the next time.
    """
    with tempfile.TemporaryDirectory(prefix="playground-", ignore_cleanup_errors=True) as folder:
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "telegram_client", "bot"),
            *("--store", f"{folder}/tables.db", "--memory", f"{folder}/bot.db", "--attached"),
            stdin=asyncio.subprocess.PIPE,  # held open as long as we live: the bot ends with it
            stdout=asyncio.subprocess.PIPE,
            env=_surroundings()
            | {"FOURTH_BOT_API": address, "FOURTH_BOT_TOKEN": settings.token, "FOURTH_PACE": settings.pace},
            start_new_session=True,
        )
        try:
            yield child
        finally:
            await _stop(child)


def _surroundings() -> dict[str, str]:
    """Those of this process, without what would lead the bot elsewhere."""
    return {name: value for name, value in os.environ.items() if not name.startswith("FOURTH_")}


async def _stop(child: asyncio.subprocess.Process) -> None:
    if child.returncode is not None:
        return
    with suppress(ProcessLookupError):
        child.send_signal(signal.SIGTERM)
    try:
        await asyncio.wait_for(child.wait(), STOP_SECONDS)
    except TimeoutError:
        with suppress(ProcessLookupError):
            child.kill()
        await child.wait()


def run(settings: Settings) -> int:
    """Runs to the end: the exit code."""
    structlog.configure(logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    try:
        return asyncio.run(_until_told(settings))
    except CannotListen as problem:
        print(
            f"playground: {problem}; name another one with --port N (make playground PORT=N)", file=sys.stderr
        )
        return 2


async def _until_told(settings: Settings) -> int:
    task = asyncio.ensure_future(serve(settings))
    for wish in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(wish, task.cancel)
    try:
        return await task
    except asyncio.CancelledError:
        return 0
