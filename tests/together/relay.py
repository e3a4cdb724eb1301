"""A relay between one client and the engine: it passes bytes on and keeps all that the client receives."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import grpc
from google.protobuf.message import Message

from tests.service.callers import METHODS, Method

BY_PATH = {method.path: method for method in METHODS.values()}


@dataclass(frozen=True)
class Received:
    """One message a client received. `call` numbers the calls of the client: a stream brings many of one."""

    method: Method
    call: int
    raw: bytes

    @property
    def message(self) -> Message:
        return self.method.answer.FromString(self.raw)


@dataclass
class Relay(grpc.GenericRpcHandler):
    """Calls go to the engine under the client's own metadata; answers and refusals come back unchanged."""

    engine: grpc.aio.Channel
    received: list[Received] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    _calls: Any = field(default_factory=itertools.count)

    def service(self, details: grpc.HandlerCallDetails) -> Any:  # noqa: ANN401 - the library's handlers have no type
        method = BY_PATH.get(details.method)
        if method is None:
            return None
        if method.streams:
            return grpc.unary_stream_rpc_method_handler(self._streaming(method))
        return grpc.unary_unary_rpc_method_handler(self._answering(method))

    def _answering(self, method: Method) -> Any:  # noqa: ANN401
        async def answer(request: bytes, context: Any) -> bytes:  # noqa: ANN401
            call: Any = self.engine.unary_unary(method.path)
            try:
                raw: bytes = await call(request, metadata=said_by(context))
            except grpc.aio.AioRpcError as error:
                await self._pass_on(method, error, context)
                raise
            self.received.append(Received(method, next(self._calls), raw))
            return raw

        return answer

    def _streaming(self, method: Method) -> Any:  # noqa: ANN401
        async def stream(request: bytes, context: Any) -> AsyncIterator[bytes]:  # noqa: ANN401
            number = next(self._calls)
            call: Any = self.engine.unary_stream(method.path)
            try:
                async for raw in call(request, metadata=said_by(context)):
                    self.received.append(Received(method, number, raw))
                    yield raw
            except grpc.aio.AioRpcError as error:
                await self._pass_on(method, error, context)

        return stream

    async def _pass_on(self, method: Method, error: grpc.aio.AioRpcError, context: Any) -> None:  # noqa: ANN401
        self.refused.append(f"{method.name}: {error.code().name} {error.details()}")
        await context.abort(error.code(), error.details(), tuple(error.trailing_metadata() or ()))


def said_by(context: Any) -> tuple[tuple[str, str | bytes], ...]:  # noqa: ANN401
    """Who calls and in which language, without what the library adds of its own."""
    return tuple((key, value) for key, value in context.invocation_metadata() if key != "user-agent")


@asynccontextmanager
async def relay_to(engine: grpc.aio.Channel) -> AsyncIterator[tuple[Relay, str]]:
    """A relay on a free port, with its address."""
    relay, server = Relay(engine), grpc.aio.server()
    server.add_generic_rpc_handlers((relay,))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        yield relay, f"127.0.0.1:{port}"
    finally:
        await server.stop(0)
