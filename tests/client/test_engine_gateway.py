"""The gateway over a real wire, against a server that fails in the ways a network does."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeAlias, TypeVar

import grpc
import pytest
from fourth.v1.moves_pb2 import Move, Pass
from fourth.v1.table_service_pb2 import (
    GetViewRequest,
    GetViewResponse,
    Heartbeat,
    SubmitMoveRequest,
    SubmitMoveResponse,
    WatchTablesRequest,
    WatchTablesResponse,
)
from fourth.v1.views_pb2 import View
from google.protobuf import any_pb2
from google.protobuf.duration_pb2 import Duration
from google.protobuf.message import Message
from google.rpc.error_details_pb2 import ErrorInfo, LocalizedMessage, RetryInfo
from google.rpc.status_pb2 import Status

from engine_server.application.fronts import Fronts
from engine_server.main import SystemChance, SystemClock
from telegram_client import engine_gateway
from telegram_client.conversation.gateway import EngineAway, Gateway, Refusal
from telegram_client.engine_gateway import (
    Credentials,
    FrontGuest,
    GrpcGateway,
    OwnSecret,
    Patience,
    channel_to,
)
from tests.service.engines import here

QUICK = Patience(tries=4, first_wait=0.001, longest_wait=0.002)
MOVE = Move(pass_call=Pass())
SOMEBODY = OwnSecret(b"\x01" * 32)
Result = TypeVar("Result")
Context: TypeAlias = "grpc.aio.ServicerContext[object, object]"


def packed(*details: ErrorInfo | LocalizedMessage | RetryInfo) -> tuple[tuple[str, bytes], ...]:
    """Details as the engine sends them."""
    status = Status(code=9)
    for detail in details:
        box = any_pb2.Any()
        box.Pack(detail)
        status.details.append(box)
    return (("grpc-status-details-bin", status.SerializeToString()),)


class Failing:
    """Answers the first calls with the given failures, then as an engine would; remembers what was asked."""

    def __init__(self, *failures: grpc.StatusCode, details: tuple[tuple[str, bytes], ...] = ()) -> None:
        self.failures = list(failures)
        self.details = details
        self.moves: list[SubmitMoveRequest] = []
        self.metadata: list[dict[str, str | bytes]] = []
        self.watches: list[WatchTablesRequest] = []
        self.streams: list[list[WatchTablesResponse]] = []
        self.asked_twice = asyncio.Event()
        self.is_hung = False

    async def submit_move(self, request: SubmitMoveRequest, context: Context) -> SubmitMoveResponse:
        self.moves.append(request)
        self.metadata.append(dict(context.invocation_metadata() or ()))
        await self._fail(context)
        return SubmitMoveResponse(version=5)

    async def get_view(self, request: GetViewRequest, context: Context) -> GetViewResponse:
        await self._fail(context)
        return GetViewResponse(view=View(table=request.table))

    async def watch_tables(
        self, request: WatchTablesRequest, context: Context
    ) -> AsyncIterator[WatchTablesResponse]:
        self.watches.append(request)
        if len(self.watches) == 2:
            self.asked_twice.set()
        await self._fail(context)
        for message in self.streams.pop(0) if self.streams else []:
            yield message
        if not self.streams:
            await asyncio.sleep(60)

    def handler(self) -> grpc.GenericRpcHandler:
        """The three calls as a server takes them."""
        unary, stream = grpc.unary_unary_rpc_method_handler, grpc.unary_stream_rpc_method_handler
        out: Callable[[Message], bytes] = lambda answer: answer.SerializeToString()  # noqa: E731
        calls: dict[str, Any] = {
            "SubmitMove": unary(self.submit_move, SubmitMoveRequest.FromString, out),
            "GetView": unary(self.get_view, GetViewRequest.FromString, out),
            "WatchTables": stream(self.watch_tables, WatchTablesRequest.FromString, out),
        }
        return grpc.method_handlers_generic_handler("fourth.v1.TableService", calls)

    async def _fail(self, context: Context) -> None:
        if self.is_hung:
            await asyncio.Event().wait()
        if self.failures:
            await context.abort(self.failures.pop(0), "no", self.details)


def with_gateway(
    servicer: Failing,
    use: Callable[[GrpcGateway], Awaitable[Result]],
    credentials: Credentials = SOMEBODY,
    patience: Patience = QUICK,
) -> Result:
    """Serves on a free port and uses a gateway to it."""

    async def run() -> Result:
        server = grpc.aio.server()
        server.add_generic_rpc_handlers((servicer.handler(),))
        port = server.add_insecure_port("127.0.0.1:0")
        await server.start()
        try:
            async with channel_to(f"127.0.0.1:{port}") as channel:
                return await use(GrpcGateway(channel, credentials, "de", lambda size: bytes(size), patience))
        finally:
            await server.stop(None)

    return asyncio.run(run())


AGAIN = [grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED, grpc.StatusCode.DEADLINE_EXCEEDED]


@pytest.mark.parametrize("code", AGAIN)
def test_a_change_is_asked_for_again_under_the_same_name(code: grpc.StatusCode) -> None:
    servicer = Failing(code, code)
    with_gateway(servicer, lambda gateway: gateway.move("t1", MOVE, 4))
    assert len(servicer.moves) == 3
    assert len({move.request_id for move in servicer.moves}) == 1
    assert all(move == servicer.moves[0] for move in servicer.moves)
    assert servicer.moves[0].request_id
    assert servicer.moves[0].expected_version == 4


def test_the_name_of_a_request_may_be_given() -> None:
    servicer = Failing(grpc.StatusCode.UNAVAILABLE)
    with_gateway(servicer, lambda gateway: gateway.move("t1", MOVE, 4, request="tap-7"))
    assert [move.request_id for move in servicer.moves] == ["tap-7", "tap-7"]


def test_patience_ends() -> None:
    servicer = Failing(*[grpc.StatusCode.UNAVAILABLE] * 99)
    with pytest.raises(EngineAway):
        with_gateway(servicer, lambda gateway: gateway.move("t1", MOVE, 4))
    assert len(servicer.moves) == QUICK.tries


@pytest.mark.parametrize(("each", "tries"), [(60.0, {1}), (0.05, set(range(2, 50)))])
def test_an_engine_that_hangs_is_away_when_the_time_for_all_tries_is_over(
    each: float, tries: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine_gateway, "CALL_SECONDS", each)
    servicer = Failing()
    servicer.is_hung = True
    patience = Patience(tries=50, first_wait=0.001, longest_wait=0.002, total=1.0)
    with pytest.raises(EngineAway):
        with_gateway(servicer, lambda gateway: gateway.move("t1", MOVE, 4), patience=patience)
    assert len(servicer.moves) in tries


def test_nobody_waits_longer_than_one_try_may_take() -> None:
    assert Patience().total <= engine_gateway.CALL_SECONDS


def test_nobody_listening_is_an_engine_away() -> None:
    async def ask() -> None:
        async with channel_to("127.0.0.1:1") as channel:
            await GrpcGateway(channel, SOMEBODY, "en", lambda size: bytes(size), QUICK).view("t1")

    with pytest.raises(EngineAway):
        asyncio.run(ask())


def test_a_refusal_comes_once_with_reason_and_sentence() -> None:
    details = packed(
        ErrorInfo(reason="MUST_FOLLOW_SUIT", domain="fourth"),
        LocalizedMessage(locale="de", message="Du musst bedienen: Kreuz."),
    )
    servicer = Failing(grpc.StatusCode.FAILED_PRECONDITION, details=details)
    with pytest.raises(Refusal) as refusal:
        with_gateway(servicer, lambda gateway: gateway.move("t1", MOVE, 4))
    assert (refusal.value.reason, refusal.value.sentence) == ("MUST_FOLLOW_SUIT", "Du musst bedienen: Kreuz.")
    assert str(refusal.value) == "MUST_FOLLOW_SUIT"
    assert len(servicer.moves) == 1


@pytest.mark.parametrize("details", [(), (("grpc-status-details-bin", b"\xff\xff\xff"),)])
def test_a_refusal_without_readable_details_is_still_one(details: tuple[tuple[str, bytes], ...]) -> None:
    servicer = Failing(grpc.StatusCode.UNIMPLEMENTED, details=details)
    with pytest.raises(Refusal) as refusal:
        with_gateway(servicer, lambda gateway: gateway.view("t1"))
    assert (refusal.value.reason, refusal.value.sentence) == ("", "")


def test_too_many_calls_wait_as_long_as_the_engine_says() -> None:
    pause = packed(
        ErrorInfo(reason="RATE_LIMITED", domain="fourth"),
        RetryInfo(retry_delay=Duration(nanos=2_000_000)),
    )
    servicer = Failing(grpc.StatusCode.RESOURCE_EXHAUSTED, details=pause)
    assert with_gateway(servicer, lambda gateway: gateway.view("t1")).table == "t1"


def test_who_calls_and_the_language_stand_in_the_metadata() -> None:
    async def twice(gateway: GrpcGateway) -> None:
        await gateway.move("t1", MOVE, 4)
        gateway.speak("zh-Hant")
        await gateway.move("t1", MOVE, 5)

    servicer = Failing()
    with_gateway(servicer, twice)
    assert [call["authorization"] for call in servicer.metadata] == ["Bearer " + "01" * 32] * 2
    assert [call["fourth-language"] for call in servicer.metadata] == ["de", "zh-Hant"]


def test_a_front_speaks_for_its_guest() -> None:
    servicer = Failing()
    guest = FrontGuest(b"\x02" * 32, "tg-7")
    with_gateway(servicer, lambda gateway: gateway.move("t1", MOVE, 4), guest)
    (call,) = servicer.metadata
    assert (call["fourth-front-key"], call["fourth-player"]) == ("02" * 32, "tg-7")
    assert "authorization" not in call


@pytest.mark.parametrize("credentials", [OwnSecret(b"\xab" * 32), FrontGuest(b"\xab" * 32, "tg-7")])
def test_credentials_are_not_shown(credentials: Credentials) -> None:
    assert ("abab" in repr(credentials), r"\xab" in repr(credentials)) == (False, False)


def test_a_guest_of_a_real_engine_is_known_again() -> None:
    async def twice() -> tuple[str, str, str]:
        async with here() as engine:
            key = bytes.fromhex(await Fronts(engine.app.store, SystemClock(), SystemChance()).add("chat"))
            ann, bob = (
                GrpcGateway(engine.channel, FrontGuest(key, name), "en", os.urandom)
                for name in ("tg-1", "tg-2")
            )
            known = await ann.register("Ann", "en"), await ann.register("Ann", "de")
            return (*known, await bob.register("Bob", "en"))

    first, again, other = asyncio.run(twice())
    assert first == again != other


def message(table: str, version: int) -> WatchTablesResponse:
    return WatchTablesResponse(table=table, version=version, resume_token=f"{table}@{version}")


async def first(gateway: Gateway, tables: tuple[str, ...], count: int) -> list[int]:
    """The versions of the first messages of a watch."""
    found: list[int] = []
    async for told in gateway.watch(tables):
        found.append(told.version)
        if len(found) == count:
            break
    return found


def test_a_broken_watch_goes_on_where_it_broke(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_gateway, "WATCH_PATIENCE", QUICK)
    servicer = Failing()
    servicer.streams = [[message("t1", 1), message("t2", 7)], [message("t1", 2)], [message("t1", 3)]]
    assert with_gateway(servicer, lambda gateway: first(gateway, ("t1", "t2"), 4)) == [1, 7, 2, 3]
    tokens = [{table.table: table.resume_token for table in watch.tables} for watch in servicer.watches]
    assert tokens == [{"t1": "", "t2": ""}, {"t1": "t1@1", "t2": "t2@7"}, {"t1": "t1@2", "t2": "t2@7"}]


def test_heartbeats_are_not_news() -> None:
    servicer = Failing()
    beat = WatchTablesResponse(heartbeat=Heartbeat(next_within_seconds=20))
    servicer.streams = [[beat, message("t1", 1), beat, message("t1", 2)]]
    assert with_gateway(servicer, lambda gateway: first(gateway, ("t1",), 2)) == [1, 2]


def test_a_watch_that_falls_silent_is_begun_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_gateway, "SILENCE_SECONDS", 0.05)
    servicer = Failing()
    servicer.streams = [[message("t1", 1)]]  # then nothing, for a minute
    with_gateway(servicer, lambda gateway: asyncio.wait_for(_second_watch(gateway, servicer), 20))
    assert servicer.watches[1].tables[0].resume_token == "t1@1"


async def _second_watch(gateway: Gateway, servicer: Failing) -> None:
    """Listens until the watch has been asked for twice."""

    async def listen() -> None:
        async for _ in gateway.watch(("t1",)):
            pass

    listening = asyncio.ensure_future(listen())
    await servicer.asked_twice.wait()
    listening.cancel()


def test_events_that_are_gone_are_watched_without_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_gateway, "WATCH_PATIENCE", QUICK)
    servicer = Failing(grpc.StatusCode.OUT_OF_RANGE, details=packed(ErrorInfo(reason="SEQUENCE_GONE")))
    servicer.streams = [[message("t1", 9)]]
    assert with_gateway(servicer, lambda gateway: first(gateway, ("t1",), 1)) == [9]
    assert [watch.tables[0].resume_token for watch in servicer.watches] == ["", ""]


def test_a_watch_that_is_refused_says_so() -> None:
    servicer = Failing(grpc.StatusCode.RESOURCE_EXHAUSTED, details=packed(ErrorInfo(reason="WATCH_LIMIT")))
    with pytest.raises(Refusal, match="WATCH_LIMIT"):
        with_gateway(servicer, lambda gateway: first(gateway, ("t1",), 1))


def test_elsewhere_than_on_loopback_the_channel_is_not_plain() -> None:
    async def ask() -> None:
        server = grpc.aio.server()
        server.add_generic_rpc_handlers((Failing().handler(),))
        port = server.add_insecure_port("0.0.0.0:0")
        await server.start()
        try:
            async with channel_to(f"0.0.0.0:{port}") as channel:
                await GrpcGateway(channel, SOMEBODY, "en", lambda size: bytes(size), QUICK).view("t1")
        finally:
            await server.stop(None)

    with pytest.raises(EngineAway):
        asyncio.run(ask())
