"""Callers over real gRPC: persons with a secret of their own, what they ask, and how they are refused."""

from __future__ import annotations

import asyncio
import itertools
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

import grpc
from fourth.v1 import (
    advisor_service_pb2,
    catalog_service_pb2,
    player_service_pb2,
    server_service_pb2,
    table_service_pb2,
)
from fourth.v1 import moves_pb2 as moves
from fourth.v1 import player_service_pb2 as players
from fourth.v1 import table_service_pb2 as tables
from google.protobuf import message_factory
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import ErrorInfo, LocalizedMessage, RetryInfo
from google.rpc.status_pb2 import Status

MODULES: tuple[ModuleType, ...] = (
    table_service_pb2,
    advisor_service_pb2,
    catalog_service_pb2,
    player_service_pb2,
    server_service_pb2,
)
Metadata = Sequence[tuple[str, str | bytes]]


@dataclass(frozen=True)
class Method:
    """One call of the contract."""

    path: str
    request: type[Message]
    answer: type[Message]
    streams: bool

    @property
    def name(self) -> str:
        return self.path.rsplit("/", 1)[1]


def _methods() -> Iterable[Method]:
    for module in MODULES:
        for service in module.DESCRIPTOR.services_by_name.values():
            for method in service.methods:
                yield Method(
                    f"/{service.full_name}/{method.name}",
                    message_factory.GetMessageClass(method.input_type),
                    message_factory.GetMessageClass(method.output_type),
                    method.server_streaming,
                )


METHODS = {method.request: method for method in _methods()}
_numbers = itertools.count()


def new_id() -> str:
    """A request id that was not used before."""
    return f"r{next(_numbers)}"


@dataclass(frozen=True)
class Refusal:
    """All a refused caller is told."""

    code: grpc.StatusCode
    message: str
    reason: str
    domain: str
    arguments: dict[str, str]
    language: str
    sentence: str
    trailer: str
    retry_seconds: int | None


def refusal_of(error: grpc.aio.AioRpcError) -> Refusal:
    """The refusal in an error of ours; all its parts must be there and agree."""
    trailers: dict[str, str | bytes] = dict(error.trailing_metadata() or ())
    details = trailers.get("grpc-status-details-bin")
    assert isinstance(details, bytes), f"no reason: {error.code()} {error.details()}"
    status = Status.FromString(details)
    assert status.code == error.code().value[0]
    assert status.message == error.details()
    info, words, *rest = status.details
    error_info, localized = ErrorInfo(), LocalizedMessage()
    assert info.Unpack(error_info)
    assert words.Unpack(localized)
    retry = RetryInfo()
    return Refusal(
        code=error.code(),
        message=status.message,
        reason=error_info.reason,
        domain=error_info.domain,
        arguments=dict(error_info.metadata),
        language=localized.locale,
        sentence=localized.message,
        trailer=str(trailers["fourth-reason"]),
        retry_seconds=retry.retry_delay.seconds if rest and rest[0].Unpack(retry) else None,
    )


async def raw(
    channel: grpc.aio.Channel, path: str, message: bytes, metadata: Metadata = (), seconds: float = 20
) -> bytes:
    """One unary call of bytes."""
    call: Any = channel.unary_unary(path, request_serializer=None, response_deserializer=None)
    return await call(message, metadata=tuple(metadata), timeout=seconds)  # type: ignore[no-any-return]


async def refused(work: Any) -> Refusal:  # noqa: ANN401 - anything that can be awaited
    """The refusal that awaiting must bring."""
    try:
        answer = await work
    except grpc.aio.AioRpcError as error:
        return refusal_of(error)
    raise AssertionError(f"was not refused: {answer!r}"[:300])


async def until(reached: Callable[[], bool], seconds: float = 20) -> None:
    """Waits for something that happens elsewhere."""
    async with asyncio.timeout(seconds):
        while not reached():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@dataclass
class Person:
    """Somebody who calls. `metadata` says who it is."""

    channel: grpc.aio.Channel
    secret: bytes = field(default_factory=lambda: os.urandom(32))
    language: str = ""
    player: str = ""
    identity: Metadata | None = None

    @property
    def metadata(self) -> list[tuple[str, str | bytes]]:
        named = self.identity
        if named is None:
            named = [("authorization", f"Bearer {self.secret.hex()}")]
        return [*named, *([("fourth-language", self.language)] if self.language else [])]

    def speaking(self, language: str) -> Person:
        """The same person, wanting its answers in a language."""
        return Person(self.channel, self.secret, language, self.player, self.identity)

    async def ask(self, request: Message, seconds: float = 20) -> Any:  # noqa: ANN401 - each has its answer
        """The answer to a unary call."""
        method = METHODS[type(request)]
        assert not method.streams
        answer = await raw(self.channel, method.path, request.SerializeToString(), self.metadata, seconds)
        return method.answer.FromString(answer)

    async def register(self, name: str, language: str = "") -> Person:
        request = players.RegisterRequest(
            request_id=new_id(), secret=self.secret, name=name, language=language
        )
        self.player = (await self.ask(request)).player
        return self

    # --- tables ------------------------------------------------------------------------------------

    async def open(self, game: str = "floating", *, request_id: str = "", **rules: str) -> Any:  # noqa: ANN401
        """Opens a table; `spectators="yes"` lets others watch, everything else is a house rule."""
        spectators, pace = bool(rules.pop("spectators", "")), rules.pop("pace", "PACE_NONE")
        options = [{"key": key, "value": value} for key, value in rules.items()]
        return await self.ask(
            tables.CreateTableRequest(
                request_id=request_id or new_id(),
                game=game,
                options=options,
                pace=pace,
                spectators=spectators,
            )
        )

    async def join(self, table: str) -> Any:  # noqa: ANN401
        return await self.ask(tables.JoinTableRequest(request_id=new_id(), table=table))

    async def robots(self, table: str, count: int = 3) -> None:
        for _ in range(count):
            await self.ask(tables.AddRobotRequest(request_id=new_id(), table=table))

    async def start(self, table: str) -> int:
        answer = await self.ask(tables.StartMatchRequest(request_id=new_id(), table=table))
        return int(answer.version)

    async def hand_over(self, table: str, *, to_robot: bool = True) -> None:
        await self.ask(tables.HandOverRequest(request_id=new_id(), table=table, robot_plays=to_robot))

    async def view(self, table: str) -> Any:  # noqa: ANN401
        return (await self.ask(tables.GetViewRequest(table=table))).view

    async def move(
        self, table: str, move: moves.Move, expected: int | None = None, request_id: str = ""
    ) -> int:
        answer = await self.ask(move_of(table, move, expected, request_id))
        return int(answer.version)

    def watch(self, *wanted: str | tuple[str, str], timeout: float = 60) -> Any:  # noqa: ANN401
        """A watch of tables, each an id or an id with a resume token."""
        named = [one if isinstance(one, tuple) else (one, "") for one in wanted]
        request = tables.WatchTablesRequest(
            tables=[{"table": table, "resume_token": token} for table, token in named]
        )
        call: Any = self.channel.unary_stream(
            "/fourth.v1.TableService/WatchTables",
            request_serializer=None,
            response_deserializer=tables.WatchTablesResponse.FromString,
        )
        return call(request.SerializeToString(), metadata=tuple(self.metadata), timeout=timeout)


def move_of(
    table: str, move: moves.Move, expected: int | None = None, request_id: str = ""
) -> tables.SubmitMoveRequest:
    """A move to submit."""
    return tables.SubmitMoveRequest(
        request_id=request_id or new_id(), table=table, move=move, expected_version=expected
    )
