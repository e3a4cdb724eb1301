"""Everything on one loopback port: the Bot API, the page and its own API, faults."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

from aiohttp import web

from playground.api.server import BotApi
from playground.page.actions import Actions
from playground.page.feed import Feed
from playground.page.troubles import Troubles
from playground.telegram.faults import Chance
from playground.telegram.world import World

HOST = "127.0.0.1"
MOST_BYTES = 12 * 2**20
"""The largest body."""
FILES = Path(__file__).with_name("page") / "files"
TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}
_HERE = frozenset({"127.0.0.1", "localhost", "::1"})
_HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'self'",
}

API = web.AppKey("api", BotApi)
"""The Bot API within the application."""

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]


def is_ours(request: web.Request) -> bool:
    """Whether it was sent to this machine by its own name, and by no page from elsewhere.

    A name elsewhere that leads to this machine would otherwise let any page in the browser act here.
    """
    if _name_of(f"//{request.host}") not in _HERE:
        return False
    origin = request.headers.get("Origin")
    return origin is None or origin == f"{request.scheme}://{request.host}"


def _name_of(address: str) -> str | None:
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


@web.middleware
async def only_ours(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Turns away whoever comes by another name."""
    if not is_ours(request):
        return web.json_response({"error": {"code": "NOT_HERE", "says": "loopback only"}}, status=403)
    try:
        response = await handler(request)
    except web.HTTPException as problem:
        response = _nothing(request, problem)
    if request.content.exception() is not None:
        response.force_close()  # nobody knows where the next request would begin
    return response


def _nothing(request: web.Request, problem: web.HTTPException) -> web.StreamResponse:
    """What is not there, in the words of whoever asked."""
    if request.path.startswith(("/bot", "/file/bot")):
        said: dict[str, object] = {"ok": False, "error_code": problem.status, "description": problem.reason}
    else:
        said = {"error": {"code": problem.reason.upper().replace(" ", "_"), "says": problem.reason}}
    return web.json_response(said, status=problem.status)


async def _label(request: web.Request, response: web.StreamResponse) -> None:
    for name, value in _HEADERS.items():
        response.headers.setdefault(name, value)


async def _file(request: web.Request) -> web.Response:
    """A file of the page."""
    name = request.match_info.get("name", "index.html")
    path = FILES / name
    if "/" in name or path.suffix not in TYPES or not path.is_file():
        raise web.HTTPNotFound
    return web.Response(body=path.read_bytes(), content_type=TYPES[path.suffix], charset="utf-8")


def application(world: World, chance_of: Callable[[int], Chance]) -> web.Application:
    """The whole playground around a world; `chance_of` makes chance from a seed."""
    app = web.Application(middlewares=[only_ours], client_max_size=MOST_BYTES)
    api, feed = BotApi(world), Feed(world)
    app[API] = api
    api.add_to(app)
    Actions(world, feed).add_to(app)
    Troubles(api, chance_of).add_to(app)
    app.router.add_get("/", _file)
    app.router.add_get("/files/{name}", _file)
    app.on_response_prepare.append(_label)

    async def close(_: web.Application) -> None:
        feed.close()
        await api.hooks.close()

    app.on_shutdown.append(close)
    return app


class CannotListen(Exception):
    """The port cannot be had; the text is the one line a person reads."""


async def listen(app: web.Application, port: int) -> tuple[web.AppRunner, int]:
    """Opens the port on loopback, 0 for any: what runs, and the port. Raises CannotListen."""
    runner = web.AppRunner(app, access_log=None, handler_cancellation=True, shutdown_timeout=1.0)
    await runner.setup()
    try:
        await web.TCPSite(runner, HOST, port).start()
    except OSError as problem:
        await runner.cleanup()
        why = os.strerror(problem.errno).lower() if problem.errno else str(problem)
        raise CannotListen(f"port {port} on {HOST}: {why}") from None
    return runner, int(runner.addresses[0][1])
