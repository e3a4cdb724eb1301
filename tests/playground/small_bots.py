"""What a small bot does on the playground, in whatever library it is written."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from tests.playground.served import SECONDS, Served
from tests.playground.worlds import Json


async def saw(following: Callable[[], Awaitable[tuple[str, int, Json]]], kind: str) -> Json:
    """The next thing of that kind that a person sees."""
    async with asyncio.timeout(SECONDS):
        while True:
            _, _, data = await following()
            if data.get("kind") == kind and not (kind == "message" and not data["message"]["from"]["bot"]):
                return data


async def tries_a_small_bot(at: Served, toast: str) -> None:
    """Its greeting, a picture, taps, a group with a hand for one person, and what it offers inline.

    `toast`: what it answers to so many taps.
    """
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
            assert (await saw(anns, "answer"))["text"] == toast.format(taps)
        group = (await at.post(f"/people/{ann}/groups", title="Bridge", members=[bob]))["id"]
        await at.post(f"/people/{ann}/chats/{group}", do="add_bot")
        thanks = (await saw(anns, "message"))["message"]
        await at.post(f"/people/{ann}/tap", chat=group, message=thanks["id"], data="hand")
        assert (await saw(anns, "message"))["message"]["ephemeral"] == 1
        offered = await at.post(f"/people/{ann}/inline", query="spades", chat=group)
        assert offered["results"][0]["text"] == "about spades"
    async with at.feed(bob) as bobs:
        assert "your hand" not in str((await bobs())[2])
