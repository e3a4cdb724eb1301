"""Faults on demand, as requests: `/faults`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from aiohttp import web

from playground.api.server import BotApi
from playground.page.actions import Answer, answered
from playground.page.wishes import wish_of, wrong
from playground.telegram.faults import Chance, Fault, Kind
from playground.telegram.refusals import Refusal


class Troubles:
    """Makes things go wrong."""

    def __init__(self, api: BotApi, chance_of: Callable[[int], Chance]) -> None:
        self._api = api
        self._world = api.world
        self._chance_of = chance_of

    def add_to(self, app: web.Application) -> None:
        """Puts up the door."""
        app.router.add_post("/faults", answered(self._plan))
        app.router.add_get("/faults", answered(self._planned))
        app.router.add_delete("/faults", answered(self._clear))

    async def _plan(self, request: web.Request) -> Answer:
        wish = await wish_of(request)
        kind, seconds = wish.need("kind", str), wish.real("seconds") or 0.0
        seed, memory = wish.get("seed", int), wish.get("memory", bool)
        count, share = wish.get("count", int), wish.real("share")
        if not abs(seconds) < 1e9:
            raise wrong("seconds are too many")
        if kind not in {"restart", "clock", *Kind}:
            raise wrong(f"nothing goes wrong like {kind!r:.40}")
        fault = None
        if kind in set(Kind):
            fault = Fault(Kind(kind), 1 if count is None else count, seconds, 1.0 if share is None else share)
        if seed is not None:
            self._world.faults.chance = self._chance_of(seed)
        if fault is not None:
            self._world.faults.plan(fault)
        elif kind == "restart":
            self._world.restart(memory is not False)
            self._api.hooks.cut(Refusal(502, "Bad Gateway"))
        else:
            self._world.jump(seconds)
        return 201, self._says()

    async def _planned(self, request: web.Request) -> Answer:
        return 200, self._says()

    async def _clear(self, request: web.Request) -> Answer:
        self._world.faults.clear()
        self._world.jump(-self._world.shift / 1000)
        return 200, self._says()

    def _says(self) -> dict[str, Any]:
        planned = [
            {"kind": str(it.kind), "count": it.count, "seconds": it.seconds, "share": it.share}
            for it in self._world.faults.planned
        ]
        return {"planned": planned, "clock": self._world.shift / 1000}
