"""The playground over real HTTP, on a free port, around a small world."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TypeAlias

import aiohttp

from playground.server import application, listen
from tests.playground.worlds import TOKEN, Json, Small

SECONDS = 10.0

Following: TypeAlias = Callable[[], Awaitable[tuple[str, int, Json]]]


@dataclass
class Answer:
    """What a door answered: the status and the JSON."""

    status: int
    body: Json
    headers: Mapping[str, str] = field(default_factory=dict, compare=False)


class Served:
    """A client of all doors."""

    def __init__(self, small: Small, address: str, session: aiohttp.ClientSession) -> None:
        self.small = small
        self.address = address
        self.session = session

    @property
    def bot(self) -> str:
        return f"{self.address}/bot{TOKEN}"

    async def ask(self, way: str, path: str, **more: Json) -> Answer:
        async with self.session.request(way, self.address + path, **more) as response:
            return Answer(response.status, json.loads(await response.read()), response.headers)

    async def post(self, path: str, **body: object) -> Json:
        """What the page does; it must go well."""
        answer = await self.ask("POST", path, json=body)
        assert answer.status < 300, answer
        return answer.body

    async def form(self, method: str, **fields: object) -> Answer:
        """A call of the bot as a form, JSON inside."""
        written = {name: it if isinstance(it, str) else json.dumps(it) for name, it in fields.items()}
        return await self.ask("POST", f"/bot{TOKEN}/{method}", data=written)

    async def call(self, method: str, **fields: object) -> Json:
        """The same; it must go well."""
        answer = await self.form(method, **fields)
        assert answer.body["ok"], answer
        return answer.body["result"]

    @asynccontextmanager
    async def feed(
        self, person: int, since: int | None = None, patience: float | None = SECONDS
    ) -> AsyncIterator[Following]:
        """What a person sees, one event after the other: (kind, number, data)."""
        query = "" if since is None else f"?since={since}"
        timeout = aiohttp.ClientTimeout(total=None)
        address = f"{self.address}/people/{person}/feed{query}"
        async with self.session.get(address, timeout=timeout) as response:
            assert response.headers["Content-Type"].startswith("text/event-stream")

            async def block() -> list[str]:
                lines: list[str] = []
                while not lines or lines[-1]:
                    lines.append((await response.content.readline()).decode().rstrip("\n"))
                return lines

            async def following() -> tuple[str, int, Json]:
                async with asyncio.timeout(patience):
                    while (lines := await block())[0].startswith(":"):
                        pass
                kind, number, data = (line.partition(": ")[2] for line in lines[:3])
                return kind, int(number), json.loads(data)

            yield following


@asynccontextmanager
async def served(small: Small | None = None) -> AsyncIterator[Served]:
    """A playground that runs while the context lasts."""
    small = small or Small()
    runner, port = await listen(application(small.world, random.Random), 0)
    try:
        async with aiohttp.ClientSession() as session:
            yield Served(small, f"http://127.0.0.1:{port}", session)
    finally:
        await runner.cleanup()


def run(story: Callable[[Served], Awaitable[None]], small: Small | None = None) -> None:
    """Tells a story at a playground of its own."""

    async def told() -> None:
        async with served(small) as at:
            await story(at)

    asyncio.run(told())
