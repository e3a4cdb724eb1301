"""What stands in the bot's way to Telegram: answers that the service gives when it is in trouble.

The playground itself refuses only what is wrong, and loses only what it is asked to lose. Here the next calls
of a method are answered as a test wants, before the playground hears of them: a refusal, or bytes that are
none of the Bot API's.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from aiohttp import web

from playground.api.forms import Form, form_of
from playground.api.server import refused
from playground.server import Handler
from playground.telegram.refusals import Refusal, too_many
from tests.playground.worlds import Json

Told: TypeAlias = Callable[[str, Form, Json], None]
"""Takes the name of a call, what it said, and the answer."""


@dataclass(frozen=True)
class Nonsense:
    """A status and a body as something on the way may answer."""

    status: int
    body: bytes


BAD_GATEWAY = Nonsense(502, b"<html>Bad Gateway</html>")


class Snags:
    """The next answers by method and chat."""

    def __init__(self, told: Told) -> None:
        """`told` hears of each call that is refused here."""
        self.is_down = False
        """Whether every call ends without an answer that makes sense."""
        self._told = told
        self._next: dict[tuple[str, int | None], deque[Refusal | Nonsense]] = {}

    def answer(
        self, method: str, answer: Refusal | Nonsense, times: int = 1, chat: int | None = None
    ) -> None:
        """The next calls of a method, in a chat or anywhere, are answered so."""
        self._next.setdefault((method, chat), deque()).extend([answer] * times)

    def flood(self, method: str, seconds: int, times: int = 1, chat: int | None = None) -> None:
        """The next calls of a method are too many."""
        self.answer(method, too_many(seconds), times, chat)

    @web.middleware
    async def between(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answers instead of the playground where that is wished for."""
        method = request.match_info.get("method")
        if method is None:
            return await handler(request)
        answer = BAD_GATEWAY if self.is_down else self._take(method, await _chat_of(request))
        match answer:
            case Refusal():
                said = refused(answer)
                self._told(method, await form_of(request), said)
                return web.json_response(said, status=answer.code)
            case Nonsense():
                return web.Response(status=answer.status, body=answer.body, content_type="application/json")
        return await handler(request)

    def _take(self, method: str, chat: int | None) -> Refusal | Nonsense | None:
        for wanted in ((method, chat), (method, None)):
            if self._next.get(wanted):
                return self._next[wanted].popleft()
        return None


async def _chat_of(request: web.Request) -> int | None:
    """The chat that a form is about."""
    chat = (await request.post()).get("chat_id")
    return int(chat) if isinstance(chat, str) else None
