"""A raw echo: the engine's own gRPC server and options with nothing behind them, in a process of its own."""

from __future__ import annotations

import asyncio

import grpc

from engine_server.service.server import Doorway, new_server, open_doorway

SERVICE = "fourth.benchmarks.Echo"
METHOD = f"/{SERVICE}/Echo"


async def _echo(message: bytes, context: grpc.aio.ServicerContext[bytes, bytes]) -> bytes:
    return message


async def serve() -> None:
    """Answers until the process is ended."""
    echo: grpc.RpcMethodHandler[bytes, bytes] = grpc.unary_unary_rpc_method_handler(_echo)
    server = new_server([grpc.method_handlers_generic_handler(SERVICE, {"Echo": echo})])
    port = open_doorway(server, Doorway("127.0.0.1", 0))
    await server.start()
    print(f"Echo on 127.0.0.1:{port}", flush=True)
    await server.wait_for_termination()


if __name__ == "__main__":
    asyncio.run(serve())
