"""How updates reach the bot: it asks for them (getUpdates), or they are pushed to it (setWebhook)."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import aiohttp
import structlog

from playground.api.forms import Form
from playground.telegram.refusals import Refusal, bad, conflict
from playground.telegram.updates import MOST_AT_ONCE, Update
from playground.telegram.world import World

LONGEST_POLL = 50
PUSH_SECONDS = 10.0
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"
LONGEST_SECRET = 256
_SECRET = re.compile(r"[A-Za-z0-9_-]*", re.ASCII)
_HERE = frozenset({"127.0.0.1", "localhost", "::1"})

Call: TypeAlias = Callable[[str, Form], Awaitable[object]]
"""Calls a method as the bot does; it never raises."""
_log = structlog.get_logger("playground")


@dataclass(frozen=True, slots=True, repr=False)
class Hook:
    """Where updates are pushed to, and what proves that they come from here."""

    url: str
    secret: str = ""
    most: int = 40
    """How many connections at once the bot bears; here it is always one."""
    ip: str = "127.0.0.1"
    has_certificate: bool = False


class Hooks:
    """Both ways; only one is open at a time."""

    def __init__(self, world: World, call: Call) -> None:
        self._world = world
        self._call = call
        self._news = asyncio.Event()
        self._poll: asyncio.Future[Refusal] | None = None
        self._hook: Hook | None = None
        self._pushing: asyncio.Task[None] | None = None
        self._trouble: tuple[int, str] | None = None
        world.updates.listeners.append(self._wake)
        self.methods: Mapping[str, Callable[[Form], Awaitable[object]]] = {
            "getUpdates": self.get_updates,
            "setWebhook": self.set_webhook,
            "deleteWebhook": self.delete_webhook,
            "getWebhookInfo": self.get_webhook_info,
        }

    def _wake(self) -> None:
        """All that wait look again."""
        news, self._news = self._news, asyncio.Event()
        news.set()

    async def close(self) -> None:
        """Ends what is under way."""
        self.cut(Refusal(502, "Bad Gateway"))
        await self._stop_pushing()

    # --- asked for ------------------------------------------------------------------------------------

    async def get_updates(self, form: Form) -> list[dict[str, Any]]:
        """Updates as soon as there are some. Raises Refusal."""
        if self._hook is not None:
            raise conflict(
                "can't use getUpdates method while webhook is active; "
                "use deleteWebhook to delete the webhook first"
            )
        self.cut(
            conflict(
                "terminated by other getUpdates request; make sure that only one bot instance is running"
            )
        )
        self._allow(form)
        offset = form.number("offset")
        if offset:
            self._world.updates.confirm(offset)
        most = form.within("limit", MOST_AT_ONCE, 1, MOST_AT_ONCE)
        seconds = form.within("timeout", 0, 0, LONGEST_POLL)
        return [update.json() for update in await self._wait(most, seconds)]

    def cut(self, why: Refusal) -> None:
        """Whoever waits for updates waits in vain."""
        if self._poll is not None and not self._poll.done():
            self._poll.set_result(why)

    async def _wait(self, most: int, seconds: float) -> list[Update]:
        loop = asyncio.get_running_loop()
        mine: asyncio.Future[Refusal] = loop.create_future()
        self._poll, end = mine, loop.time() + seconds
        while True:
            ready = self._world.updates.ready(self._world.now(), most)
            left = end - loop.time()
            if mine.done():
                raise mine.result()
            if ready or left <= 0:
                return ready
            await self._something(left, mine)

    async def _something(self, seconds: float, end: asyncio.Future[Refusal] | None = None) -> None:
        """Until there is news, or something late is due, or time is up."""
        due = self._world.updates.next_due()
        if due is not None:
            seconds = min(seconds, max(0.0, (due - self._world.now()) / 1000) + 0.001)
        news = asyncio.ensure_future(self._news.wait())
        try:
            waited: set[asyncio.Future[Any]] = {news} if end is None else {news, end}
            await asyncio.wait(waited, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            news.cancel()

    def _allow(self, form: Form) -> None:
        """What is no list of names changes nothing, as at the service."""
        with suppress(Refusal):
            kinds = form.array("allowed_updates", "allowed_updates")
            if kinds is not None and all(isinstance(kind, str) for kind in kinds):
                self._world.updates.allow(kind.lower() for kind in kinds)

    # --- pushed ---------------------------------------------------------------------------------------

    async def set_webhook(self, form: Form) -> bool:
        """Pushes updates from now on; with an empty address no longer. Raises Refusal."""
        url = form.text("url").strip()
        hook = _hook_of(url, form) if url else None
        self._allow(form)
        await self._stop_pushing()
        if form.flag("drop_pending_updates"):
            self._world.updates.drop()
        self._hook, self._trouble = hook, None
        if self._hook is not None:
            self.cut(conflict("terminated by setWebhook request"))
            self._pushing = asyncio.create_task(self._push(self._hook))
        return True

    async def delete_webhook(self, form: Form) -> bool:
        """Pushes no longer."""
        await self._stop_pushing()
        self._hook, self._trouble = None, None
        if form.flag("drop_pending_updates"):
            self._world.updates.drop()
        return True

    async def get_webhook_info(self, form: Form) -> dict[str, Any]:
        """Where to, how much waits, and what went wrong last."""
        self._world.updates.settle(self._world.now())
        hook = self._hook or Hook("")
        waiting = {"has_custom_certificate": hook.has_certificate}
        info: dict[str, Any] = {"url": hook.url} | waiting
        info["pending_update_count"] = len(self._world.updates)
        if hook.url:
            info |= {"max_connections": hook.most, "ip_address": hook.ip}
        if self._trouble is not None:
            info |= {"last_error_date": self._trouble[0], "last_error_message": self._trouble[1]}
        allowed = self._world.updates.allowed
        return info | ({"allowed_updates": allowed} if allowed is not None else {})

    async def _stop_pushing(self) -> None:
        task, self._pushing = self._pushing, None
        if task is not None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _push(self, hook: Hook) -> None:
        """One after the other, each until it is taken."""
        pause = FIRST_PAUSE
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=PUSH_SECONDS)) as session:
            while True:
                ready = self._world.updates.ready(self._world.now(), 1)
                if not ready:
                    await self._something(LONGEST_PAUSE)
                elif await self._is_taken(session, hook, ready[0]):
                    self._world.updates.confirm(ready[0].number + 1)
                    pause = FIRST_PAUSE
                else:
                    await asyncio.sleep(pause)
                    pause = min(LONGEST_PAUSE, 2 * pause)

    async def _is_taken(self, session: aiohttp.ClientSession, hook: Hook, update: Update) -> bool:
        headers = {SECRET_HEADER: hook.secret} if hook.secret else {}
        try:
            pushed = session.post(hook.url, json=update.json(), headers=headers, allow_redirects=False)
            async with pushed as answer:
                body = await answer.read()
                status, reason = answer.status, answer.reason or ""
        except (aiohttp.ClientError, TimeoutError) as problem:
            return self._failed(f"Connection failed: {type(problem).__name__}")
        if not 200 <= status < 300:
            return self._failed(f"Wrong response from the webhook: {status} {reason}")
        await self._take_call(body)
        return True

    def _failed(self, why: str) -> bool:
        self._trouble = (self._world.date(), why)
        _log.warning("webhook_failed", why=why)
        return False

    async def _take_call(self, body: bytes) -> None:
        """A bot may answer an update with a call."""
        try:
            said = Form({"said": body.decode()}).record("said", "webhook response")
        except (Refusal, UnicodeDecodeError):
            return
        if said and isinstance(said.get("method"), str):
            await self._call(said["method"], Form(said))


def _hook_of(url: str, form: Form) -> Hook:
    """Where and how updates are pushed: to this machine only. Raises Refusal."""
    secret = form.text("secret_token")
    try:
        address = urlsplit(url)
        is_here = address.hostname in _HERE and (address.port or 80) > 0
    except ValueError:
        raise bad("invalid webhook URL specified") from None
    if address.scheme not in ("http", "https"):
        raise bad("bad webhook: An HTTPS URL must be provided for webhook")
    if not is_here:
        raise bad("bad webhook: the playground pushes to a loopback address only")
    if len(secret) > LONGEST_SECRET:
        raise bad("secret token is too long")
    if not _SECRET.fullmatch(secret):
        raise bad("secret token contains unallowed characters")
    most, ip = form.within("max_connections", 40, 1, 100), form.text("ip_address") or "127.0.0.1"
    return Hook(url, secret, most, ip, "certificate" in form)
