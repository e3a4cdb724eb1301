"""The gRPC server: where it listens, what it lets in, and how it stops."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import grpc
from fourth.v1 import (
    advisor_service_pb2,
    catalog_service_pb2,
    player_service_pb2,
    server_service_pb2,
    table_service_pb2,
)
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_health.v1._async import HealthServicer
from grpc_reflection.v1alpha import reflection

from engine_server.service.catalog_calls import MESSAGE_BYTES, METADATA_BYTES

SERVICES = tuple(
    module.DESCRIPTOR.services_by_name[name].full_name
    for module, name in (
        (table_service_pb2, "TableService"),
        (advisor_service_pb2, "AdvisorService"),
        (catalog_service_pb2, "CatalogService"),
        (player_service_pb2, "PlayerService"),
        (server_service_pb2, "ServerService"),
    )
)
DRAIN_SECONDS = 5.0
OPTIONS: Sequence[tuple[str, int]] = (
    ("grpc.max_receive_message_length", MESSAGE_BYTES),
    ("grpc.max_metadata_size", METADATA_BYTES),
    ("grpc.absolute_max_metadata_size", METADATA_BYTES),
    ("grpc.so_reuseport", 0),  # a port that is taken is an error, not a share of its calls
    # By default the library cancels part of a burst of some thousand calls before the engine sees them.
    ("grpc.server.max_pending_requests", 20_000),
    ("grpc.server.max_pending_requests_hard_limit", 40_000),
    # A peer that vanished without a word is noticed within a minute.
    ("grpc.keepalive_time_ms", 30_000),
    ("grpc.keepalive_timeout_ms", 20_000),
    ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
)


class CannotListen(Exception):
    """The server cannot be reached the way it was asked to; the text says why in one line."""


@dataclass(frozen=True, slots=True)
class Doorway:
    """Where the server listens: host and port (0 for a free one), with certificate and key for TLS."""

    host: str
    port: int
    certificate: Path | None = None
    key: Path | None = None

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach it."""
        return is_loopback(self.host)


def is_loopback(host: str) -> bool:
    """Whether a host name means this machine alone."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def new_server(handlers: Sequence[grpc.GenericRpcHandler]) -> grpc.aio.Server:
    """A server of these handlers that listens nowhere yet."""
    server = grpc.aio.server(options=list(OPTIONS))
    server.add_generic_rpc_handlers(tuple(handlers))
    return server


def open_doorway(server: grpc.aio.Server, doorway: Doorway) -> int:
    """Lets the server listen and says on which port. Raises CannotListen.

    Plain text is spoken on loopback only; elsewhere certificate and key are needed.
    """
    address = f"[{doorway.host}]:{doorway.port}" if ":" in doorway.host else f"{doorway.host}:{doorway.port}"
    credentials = _credentials(doorway)
    if credentials is None and not doorway.is_loopback:
        raise CannotListen(f"{doorway.host} is not this machine alone: a certificate and a key are needed")
    try:
        _try_to_listen(doorway)
        if credentials is not None:
            return server.add_secure_port(address, credentials)
        return server.add_insecure_port(address)
    except (OSError, RuntimeError):
        raise CannotListen(f"port {doorway.port} on {doorway.host} is taken or not allowed") from None


def _try_to_listen(doorway: Doorway) -> None:
    """Raises OSError where the library would fail too, but only after lines of its own on standard error."""
    family = socket.AF_INET6 if ":" in doorway.host else socket.AF_INET
    socket.create_server((doorway.host, doorway.port), family=family).close()


def _credentials(doorway: Doorway) -> grpc.ServerCredentials | None:
    """Certificate and key, None when neither is given. Raises CannotListen."""
    if doorway.certificate is None and doorway.key is None:
        return None
    if doorway.certificate is None or doorway.key is None:
        raise CannotListen("a certificate and its key go together, and one of them is missing")
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(doorway.certificate, doorway.key)
        pair = (doorway.key.read_bytes(), doorway.certificate.read_bytes())
    except OSError:  # also what ssl says of a file that is no certificate
        raise CannotListen("the certificate and its key cannot be read, or do not belong together") from None
    return grpc.ssl_server_credentials([pair])


def add_health(server: grpc.aio.Server) -> HealthServicer:
    """Standard health, for the whole server and each service; no details."""
    health = HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(health, server)
    return health


async def set_serving(health: HealthServicer) -> None:
    """Says that the engine is ready."""
    for service in ("", *SERVICES):
        await health.set(service, health_pb2.HealthCheckResponse.SERVING)


def add_reflection(server: grpc.aio.Server) -> None:
    """Lets tools ask for the contract. Off unless wanted: it tells scanners what there is."""
    names = (*SERVICES, health_pb2.DESCRIPTOR.services_by_name["Health"].full_name, reflection.SERVICE_NAME)
    reflection.enable_server_reflection(names, server)


async def drain(server: grpc.aio.Server, health: HealthServicer) -> None:
    """Stops taking calls, waits a little for those under way, and lets the library put its own away."""
    await health.enter_graceful_shutdown()
    await asyncio.wait_for(server.stop(DRAIN_SECONDS), DRAIN_SECONDS * 2)
    if left := [task for task in asyncio.all_tasks() if _is_a_call(task)]:
        await asyncio.wait(left, timeout=DRAIN_SECONDS)


def _is_a_call(task: asyncio.Task[object]) -> bool:
    """Whether it is the library's for one call: a stopped server may still have some for a turn of the loop.

    Cancelled then, as the end of a loop cancels all, they would print a traceback of their own.
    """
    return getattr(task.get_coro(), "__qualname__", "") == "_schedule_rpc_coro"
