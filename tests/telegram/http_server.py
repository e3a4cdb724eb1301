"""As much of an HTTP server as a Bot API needs: POST and GET with a body, kept alive, on a free port."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from email.parser import BytesParser
from email.policy import HTTP
from typing import Any
from urllib.parse import parse_qsl, urlsplit

NESTED = frozenset({"reply_markup", "allowed_updates", "commands", "scope", "link_preview_options"})
"""Fields that travel as JSON inside a form."""


@dataclass(frozen=True)
class Request:
    """A request: its path, and the fields of its address and body together; nested ones are decoded JSON."""

    path: str
    fields: dict[str, Any]


Handler = Callable[[Request], Awaitable[tuple[int, bytes]]]


class HttpServer:
    """Answers on loopback while its context lasts. A handler answers with a status and JSON."""

    def __init__(self, handler: Handler) -> None:
        self._handler = handler
        self._server: asyncio.Server | None = None
        self._talking: set[asyncio.Task[None]] = set()

    @property
    def port(self) -> int:
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    async def open(self, port: int = 0) -> None:
        self._server = await asyncio.start_server(self._meet, "127.0.0.1", port)

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._talking:
            task.cancel()
        await asyncio.gather(*self._talking, return_exceptions=True)
        await self._server.wait_closed()

    async def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._talking.add(task)
        try:
            with suppress(asyncio.IncompleteReadError, ConnectionError):
                while True:
                    await self._one(reader, writer)
        except asyncio.CancelledError:
            pass  # the stream's own callback would complain of it
        finally:
            self._talking.discard(task)
            writer.close()

    async def _one(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        line, _, rest = head.partition(b"\r\n")
        headers = BytesParser(policy=HTTP).parsebytes(rest)
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        address = urlsplit(line.decode("ascii").split(" ")[1])
        kind = str(headers.get("content-type", ""))
        status, answer = await self._handler(Request(address.path, _fields(address.query, kind, body)))
        writer.write(
            f"HTTP/1.1 {status} .\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(answer)}\r\n\r\n".encode()
        )
        writer.write(answer)
        await writer.drain()


def _parts(kind: str, body: bytes) -> dict[str, Any]:
    """The fields of a form with files in it; a file is its name and its bytes."""
    form = BytesParser(policy=HTTP).parsebytes(b"Content-Type: " + kind.encode() + b"\r\n\r\n" + body)
    found: dict[str, Any] = {}
    for part in form.iter_parts():
        name = str(part.get_param("name", header="content-disposition"))
        content = part.get_payload(decode=True)
        assert isinstance(content, bytes)
        file = part.get_filename()
        found[name] = content.decode() if file is None else (file, content)
    return found


def _fields(query: str, kind: str, body: bytes) -> dict[str, Any]:
    fields: dict[str, Any] = dict(parse_qsl(query, keep_blank_values=True))
    if kind.startswith("multipart/form-data"):
        fields |= _parts(kind, body)
    elif kind.startswith("application/json"):
        fields |= json.loads(body or b"{}")
    elif body:
        fields |= dict(parse_qsl(body.decode(), keep_blank_values=True))
    for name in NESTED & set(fields):
        if isinstance(fields[name], str):
            fields[name] = json.loads(fields[name])
    return fields
