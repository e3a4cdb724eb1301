"""A wire to an engine: an address that stays, while engines behind it come and go."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TypeAlias

_Way: TypeAlias = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Wire:
    """Passes on all bytes to the engine's port; hangs up where there is no engine."""

    def __init__(self) -> None:
        self.port: int | None = None
        """The engine's port now; None while there is none."""
        self.is_deaf = False
        """Whether what the engine answers gets lost."""
        self._server: asyncio.Server | None = None
        self._calls: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        self._server = await asyncio.start_server(self._connected, "127.0.0.1", 0)

    async def close(self) -> None:
        assert self._server is not None
        self._server.close()
        await self.cut()

    @property
    def address(self) -> str:
        assert self._server is not None
        return "{}:{}".format(*self._server.sockets[0].getsockname())

    async def cut(self) -> None:
        """Ends all connections that are open now."""
        for call in self._calls:
            call.cancel()
        await asyncio.gather(*self._calls, return_exceptions=True)

    def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        call = asyncio.create_task(self._carry(reader, writer))
        self._calls.add(call)
        call.add_done_callback(self._calls.discard)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writers = [writer]
        try:
            if self.port is not None:
                there, back = await asyncio.open_connection("127.0.0.1", self.port)
                writers.append(back)
                await self._both_ways((reader, back), (there, writer))
        except OSError:
            pass  # a side hung up: so do we
        finally:
            for one in writers:
                one.close()

    async def _both_ways(self, there: _Way, back: _Way) -> None:
        """Until one side has nothing more to say."""
        passing = [
            asyncio.create_task(self._passed(there)),
            asyncio.create_task(self._passed(back, back=True)),
        ]
        try:
            await asyncio.wait(passing, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for one in passing:
                one.cancel()
            await asyncio.gather(*passing, return_exceptions=True)

    async def _passed(self, way: _Way, back: bool = False) -> None:
        reader, writer = way
        with suppress(OSError):
            while chunk := await reader.read(65536):
                if not (back and self.is_deaf):
                    writer.write(chunk)
                    await writer.drain()
