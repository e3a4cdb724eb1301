"""The Bot API's door: `/bot<token>/<method>` and `/file/bot<token>/<path>`."""

from __future__ import annotations

import asyncio
import hmac
import re
from collections.abc import Callable
from typing import Any

import structlog
from aiohttp import web

from playground.api import chats, commands, editing, ephemeral, inline, keys, sending
from playground.api.forms import Form, form_of
from playground.api.hooks import Hooks
from playground.api.methods import Method
from playground.telegram.faults import Kind, broken
from playground.telegram.refusals import Refusal, no_such_method, nothing_there, too_large, unauthorized
from playground.telegram.world import World

METHODS: dict[str, Method] = {
    name.lower(): method
    for family in (sending, editing, ephemeral, keys, chats, commands, inline)
    for name, method in family.METHODS.items()
}
"""By name in small letters: the service does not mind how a name is written."""
DEAD_SECONDS = 30.0
"""How long a line is dead that times out, where the fault does not say."""
_TOKEN = re.compile(r"[0-9]{1,20}:[A-Za-z0-9_-]{1,100}", re.ASCII)
_log = structlog.get_logger("playground")


class BotApi:
    """Answers the bot."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.hooks = Hooks(world, self.answer)
        self.listeners: list[Callable[[str, Form, dict[str, Any]], None]] = []
        """Told of each call and what it was answered."""
        self._asked = {name.lower(): method for name, method in self.hooks.methods.items()}

    def add_to(self, app: web.Application) -> None:
        """Puts up the door."""
        app.router.add_route("*", "/bot{token}/{method}", self._called)
        app.router.add_get("/file/bot{token}/{path:.+}", self._fetched)

    async def answer(self, name: str, form: Form) -> tuple[int, dict[str, Any]]:
        """Calls a method: the status and what the service says."""
        try:
            status, said = 200, {"ok": True, "result": await self._result(name.lower(), form)}
        except Refusal as refusal:
            status, said = refusal.code, refused(refusal)
        for listener in self.listeners:
            listener(name, form, said)
        return status, said

    async def _result(self, name: str, form: Form) -> object:
        if name in self._asked:
            return await self._asked[name](form)
        if name not in METHODS:
            _log.warning("unknown_method", method=name[:64])
            raise no_such_method()
        if _is_send(name) and self.world.faults.strikes(Kind.REFUSE):
            raise broken()
        return METHODS[name](self.world, form)

    async def _called(self, request: web.Request) -> web.Response:
        try:
            self._check(request)
            form = await form_of(request)
        except Refusal as refusal:
            return _refused(refusal)
        name = request.match_info["method"]
        dead = self.world.faults.strikes(Kind.TIMEOUT) if _is_send(name.lower()) else None
        status, answer = await self.answer(name, form)
        if dead is not None:
            await asyncio.sleep(dead.seconds or DEAD_SECONDS)
            if request.transport is not None:
                request.transport.abort()
        return _answer(answer, status)

    def _check(self, request: web.Request) -> None:
        """Whether it is the bot. Raises Refusal."""
        token = request.match_info["token"]
        if request.method not in ("GET", "POST") or not _TOKEN.fullmatch(token):
            raise nothing_there()
        if not hmac.compare_digest(token, self.world.bot.token):
            raise unauthorized()
        if (request.content_length or 0) > request.client_max_size:
            raise too_large()

    async def _fetched(self, request: web.Request) -> web.Response:
        try:
            self._check(request)
            file = self.world.files.get(request.match_info["path"].removeprefix("files/"))
            if file is None:
                raise nothing_there()
        except Refusal as refusal:
            return _refused(refusal)
        return web.Response(body=file.data, content_type="application/octet-stream")


def refused(refusal: Refusal) -> dict[str, Any]:
    """A refusal as the service says it."""
    said: dict[str, Any] = {"ok": False, "error_code": refusal.code, "description": refusal.description}
    return said | ({"parameters": refusal.parameters} if refusal.parameters else {})


def _refused(refusal: Refusal) -> web.Response:
    return _answer(refused(refusal), refusal.code)


def _answer(said: dict[str, Any], status: int) -> web.Response:
    """What is said, and for those who look no further how long to wait."""
    wait = said.get("parameters", {}).get("retry_after")
    headers = {} if wait is None else {"Retry-After": str(wait)}
    return web.json_response(said, status=status, headers=headers)


def _is_send(name: str) -> bool:
    return name.startswith(("send", "edit"))
