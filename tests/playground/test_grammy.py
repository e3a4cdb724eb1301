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
from tests.playground.test_bots import saw
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
            await with_grammy(at)

    run(story)


async def with_grammy(at: Served) -> None:
    ann = (await at.post("/people", name="Ann", language="en"))["id"]
    bob = (await at.post("/people", name="Bob", language="en"))["id"]
    async with at.feed(ann) as anns:
        await anns()
        await at.post(f"/people/{ann}/say", chat=ann, text="/start")
        greeting = (await saw(anns, "message"))["message"]
        assert greeting["entities"] == [{"type": "bold", "offset": 0, "length": 5}]
        assert (await saw(anns, "message"))["message"]["photo"]["width"] == 40
        for taps in (1, 2):
            await at.post(f"/people/{ann}/tap", chat=ann, message=greeting["id"], data="tap")
            assert (await saw(anns, "edited"))["message"]["keys"][0][0]["text"] == f"Tapped {taps}"
            assert (await saw(anns, "answer"))["text"] == f"{taps} taps: 400"
        group = (await at.post(f"/people/{ann}/groups", title="Bridge", members=[bob]))["id"]
        await at.post(f"/people/{ann}/chats/{group}", do="add_bot")
        thanks = (await saw(anns, "message"))["message"]
        await at.post(f"/people/{ann}/tap", chat=group, message=thanks["id"], data="hand")
        assert (await saw(anns, "message"))["message"]["ephemeral"] == 1
        offered = await at.post(f"/people/{ann}/inline", query="spades", chat=group)
        assert offered["results"][0]["text"] == "about spades"
    async with at.feed(bob) as bobs:
        assert "your hand" not in str((await bobs())[2])
