"""Bytes that no client of ours would send: each is answered, and the engine goes on."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import grpc
import pytest
from fourth.v1 import catalog_service_pb2 as catalog
from fourth.v1 import player_service_pb2 as players
from fourth.v1 import table_service_pb2 as tables
from google.protobuf.message import Message

from engine_server.service.catalog_calls import MESSAGE_BYTES
from tests.service.callers import METHODS, Method, Person, new_id, raw, refusal_of, refused
from tests.service.engines import here

LATER = "/fourth.v1.AdvisorService/ReviewDeal"
"""In the contract, and served by a later engine."""
SERVED = [method for method in METHODS.values() if method.path != LATER]
NAMES = [method.name for method in SERVED]
UNKNOWN_FIELD = b"\xfa\x7f\x05stray"
"""Field 2047, five bytes."""


async def send(person: Person, method: Method, message: bytes) -> Any:  # noqa: ANN401
    """The first answer to some bytes, of a stream as of a single call."""
    if not method.streams:
        return await raw(person.channel, method.path, message, person.metadata)
    stream: Any = person.channel.unary_stream(method.path)
    call = stream(message, metadata=tuple(person.metadata), timeout=20)
    async for answer in call:
        call.cancel()
        return answer
    return b""


EMPTY: dict[str, tuple[str, dict[str, str]] | None] = {
    "CreateTable": ("FIELD_MISSING", {"field": "game"}),
    "JoinTable": ("IDEMPOTENCY_KEY_MISSING", {}),
    "AddRobot": ("IDEMPOTENCY_KEY_MISSING", {}),
    "FreeSeat": ("IDEMPOTENCY_KEY_MISSING", {}),
    "LeaveTable": ("IDEMPOTENCY_KEY_MISSING", {}),
    "HandOver": ("IDEMPOTENCY_KEY_MISSING", {}),
    "SetOptions": ("IDEMPOTENCY_KEY_MISSING", {}),
    "StartMatch": ("IDEMPOTENCY_KEY_MISSING", {}),
    "Rematch": ("IDEMPOTENCY_KEY_MISSING", {}),
    "SubmitMove": ("IDEMPOTENCY_KEY_MISSING", {}),
    "GetView": ("FIELD_MISSING", {"field": "which"}),
    "WatchTables": ("FIELD_MISSING", {"field": "tables"}),
    "ExportMatch": ("FIELD_MISSING", {"field": "table"}),
    "ListTables": None,
    "GetHint": ("FIELD_MISSING", {"field": "table"}),
    "ListGames": None,
    "GetRules": ("FIELD_MISSING", {"field": "game"}),
    "ListWords": None,
    "Register": ("IDEMPOTENCY_KEY_MISSING", {}),
    "GetPlayer": None,
    "SetPreferences": ("IDEMPOTENCY_KEY_MISSING", {}),
    "DeletePlayer": ("IDEMPOTENCY_KEY_MISSING", {}),
    "GetServerInfo": None,
}


@pytest.mark.parametrize("method", SERVED, ids=NAMES)
def test_an_empty_message_is_an_answerable_question(method: Method) -> None:
    async def tell() -> None:
        async with here() as engine:
            person = await engine.person()
            expected = EMPTY[method.name]
            if expected is None:
                assert await send(person, method, b"") is not None
                return
            refusal = await refused(send(person, method, b""))
            assert refusal.code is grpc.StatusCode.INVALID_ARGUMENT
            assert (refusal.reason, refusal.arguments) == expected

    asyncio.run(tell())


@pytest.mark.parametrize("method", SERVED, ids=NAMES)
@pytest.mark.parametrize(
    "message",
    [b"\xff\xff\xff\xff", b"\x0a\x05ab", b"\x0a\xff\xff\xff\xff\x0f", b"\x07", b"\x0b" * 300],
    ids=["no field", "cut off", "endless text", "field 0", "open groups"],
)
def test_bytes_that_are_no_message(method: Method, message: bytes) -> None:
    async def tell() -> None:
        async with here() as engine:
            person = await engine.person(language="de")
            refusal = await refused(send(person, method, message))
            assert refusal.code is grpc.StatusCode.INVALID_ARGUMENT
            assert (refusal.reason, refusal.trailer) == ("MALFORMED_MESSAGE", "MALFORMED_MESSAGE")
            assert refusal.language == "de"

    asyncio.run(tell())


def _texts(kind: type[Message]) -> list[int]:
    fields = kind.DESCRIPTOR.fields
    return [field.number for field in fields if field.type == field.TYPE_STRING]


@pytest.mark.parametrize(
    "method", [m for m in SERVED if _texts(m.request)], ids=[m.name for m in SERVED if _texts(m.request)]
)
def test_text_that_is_not_utf_8(method: Method) -> None:
    async def tell() -> None:
        async with here() as engine:
            person = await engine.person()
            for number in _texts(method.request):
                message = bytes([number << 3 | 2, 2]) + b"\xc3\x28"
                refusal = await refused(send(person, method, message))
                assert refusal.reason == "MALFORMED_MESSAGE"

    asyncio.run(tell())


@pytest.mark.parametrize("method", SERVED, ids=NAMES)
def test_noise_never_gets_an_answer_that_is_not_ours(method: Method) -> None:
    rng = random.Random(method.name)

    async def tell() -> None:
        async with here() as engine:
            person, reasons = await engine.person(), set()
            for _ in range(40):
                noise = rng.randbytes(rng.randrange(60))
                try:
                    await send(person, method, noise)
                except grpc.aio.AioRpcError as error:
                    reasons.add(refusal_of(error).reason)
            assert not reasons & {"BUG", "STORE_UNAVAILABLE"}
            assert (await person.ask(players.GetPlayerRequest())).player.name == "Ann"

    asyncio.run(tell())


def test_unknown_fields_are_passed_over_and_do_not_make_another_request() -> None:
    async def tell() -> None:
        async with here() as engine:
            person = await engine.person()
            path = "/fourth.v1.TableService/CreateTable"
            message = tables.CreateTableRequest(request_id="once", game="floating").SerializeToString()
            first = await raw(person.channel, path, message + UNKNOWN_FIELD, person.metadata)
            again = await raw(person.channel, path, message, person.metadata)
            swapped = b"".join((b"\x12\x08floating", b"\x0a\x04once"))
            other_order = await raw(person.channel, path, swapped, person.metadata)
            assert first == again == other_order
            assert b"stray" not in first

    asyncio.run(tell())


def test_unknown_language_is_passed_over() -> None:
    async def tell() -> None:
        async with here() as engine:
            person = await engine.person(language="de")
            for tag, spoken in (
                ("tlh", "de"),
                ("de-AT", "de"),
                ("zh_TW", "zh-Hant"),
                ("", "de"),
                ("-" * 50, "de"),
            ):
                refusal = await refused(person.speaking(tag).ask(tables.GetViewRequest(table="nowhere")))
                assert refusal.language == spoken

    asyncio.run(tell())


@pytest.mark.parametrize("path", ["/fourth.v1.TableService/Cheat", "/fourth.v1.Nowhere/GetView", LATER, "/x"])
def test_a_method_that_is_not_served(path: str) -> None:
    async def tell() -> None:
        async with here() as engine:
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await raw(engine.channel, path, b"")
            assert caught.value.code() is grpc.StatusCode.UNIMPLEMENTED

    asyncio.run(tell())


def test_messages_and_metadata_have_a_longest_size() -> None:
    async def tell() -> None:
        async with here() as engine:
            person = await engine.person()
            path = "/fourth.v1.TableService/CreateTable"
            request = tables.CreateTableRequest(
                request_id=new_id(), game="floating", options=[{"key": "k", "value": "x" * MESSAGE_BYTES}]
            )
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await raw(person.channel, path, request.SerializeToString(), person.metadata)
            assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await raw(person.channel, path, b"", [*person.metadata, ("x-padding", "y" * 20_000)])
            assert caught.value.code() is grpc.StatusCode.RESOURCE_EXHAUSTED
            assert (await person.ask(tables.ListTablesRequest())).tables == []

    asyncio.run(tell())


def test_pages_go_round_whatever_their_size() -> None:
    async def tell() -> None:
        async with here() as engine:
            person = await engine.person()
            opened = [(await person.open()).table for _ in range(5)]
            for size in (1, 2, 5, 2**32 - 1):
                found, token = [], ""
                while True:
                    answer = await person.ask(tables.ListTablesRequest(page_size=size, page_token=token))
                    found += [summary.table for summary in answer.tables]
                    token = answer.next_page_token
                    if not token:
                        break
                assert found == opened[::-1]
            words, token = [], ""
            while True:
                answer = await person.ask(catalog.ListWordsRequest(page_size=7, page_token=token))
                words += [word.code for word in answer.words]
                token = answer.next_page_token
                if not token:
                    break
            assert len(words) == len(set(words)) > 7
            whole = await person.ask(catalog.ListWordsRequest())
            assert words == [word.code for word in whole.words]

    asyncio.run(tell())


def test_a_page_token_serves_its_own_caller_and_list() -> None:
    async def tell() -> None:
        async with here() as engine:
            ann, ben = await engine.person("Ann"), await engine.person("Ben")
            for person in (ann, ben):
                await person.open()
                await person.open()
            token = (await ann.ask(tables.ListTablesRequest(page_size=1))).next_page_token
            for request in (
                tables.ListTablesRequest(page_token=token),
                catalog.ListWordsRequest(page_token=token),
            ):
                assert (await refused(ben.ask(request))).reason == "PAGE_TOKEN_INVALID"
            assert len((await ann.ask(tables.ListTablesRequest(page_token=token))).tables) == 1

    asyncio.run(tell())
