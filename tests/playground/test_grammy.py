"""A small bot with grammY, in Node, runs on the playground as it would at the service."""

from __future__ import annotations

import asyncio
import base64
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.examples.test_node import installed
from tests.playground.served import Served, run
from tests.playground.small_bots import tries_a_small_bot
from tests.playground.worlds import PNG, TOKEN

BOT = Path(__file__).with_name("small_bot.mjs")


@asynccontextmanager
async def running(script: Path, address: str) -> AsyncIterator[None]:
    """The bot, which ends well when it is told to."""
    arguments = (address, TOKEN, base64.b64encode(PNG).decode())
    child = await asyncio.create_subprocess_exec("node", script, *arguments, stderr=asyncio.subprocess.PIPE)
    try:
        yield
        child.terminate()
        _, complaints = await child.communicate()
        assert (child.returncode, complaints) == (0, b"")
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()


def test_a_small_grammy_bot_runs_on_it(tmp_path: Path) -> None:
    script = Path(shutil.copy(BOT, installed(tmp_path).parent))

    async def story(at: Served) -> None:
        async with running(script, at.address):
            await tries_a_small_bot(at, toast="{} taps: 400")

    run(story)
