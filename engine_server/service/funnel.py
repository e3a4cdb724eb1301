"""The funnel every call goes through: raw bytes in, parsed inside, and no error leaves it unshaped.

An exception's text never reaches a client: what is not a known refusal becomes BUG with a random incident
number, under which the log has the trace.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import AbstractContextManager, aclosing, nullcontext
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

import grpc
import structlog
from google.protobuf.message import DecodeError, Message

from engine_server.application.access import Denied
from engine_server.application.people import People
from engine_server.application.ports import Chance, StoreFull, StoreProblem
from engine_server.rules.cards import SUIT_LETTERS, Suit
from engine_server.service.calls import Call
from engine_server.service.problems import Problem, status_of, trailers
from engine_server.service.reasons import Wire
from engine_server.words.languages import Language
from engine_server.words.reasons import refusal_id
from engine_server.words.sentences import sentence
from engine_server.words.written import Argument

Request = TypeVar("Request", bound=Message)
Context = grpc.aio.ServicerContext[bytes, bytes]
UNARY_SECONDS = 10.0
_log = structlog.get_logger("service")


@dataclass(frozen=True, slots=True)
class Unary(Generic[Request]):
    """A call with one answer."""

    request: type[Request]
    answer: Callable[[Call, Request], Awaitable[Message]]


@dataclass(frozen=True, slots=True)
class Stream(Generic[Request]):
    """A call whose answers keep coming."""

    request: type[Request]
    answers: Callable[[Call, Request], AsyncGenerator[Message, None]]


class Servicer(Protocol):
    """One service of the contract."""

    def calls(self) -> dict[str, Unary[Any] | Stream[Any]]:
        """Its calls by name."""
        ...


class Meter(Protocol):
    """Counts what goes through the funnel."""

    def call(self, method: str) -> AbstractContextManager[None]:
        """Measures one call."""
        ...

    def refused(self, method: str, reason: str) -> None:
        """Counts a refusal."""
        ...


class NoMeter:
    """Counts nothing."""

    def call(self, method: str) -> AbstractContextManager[None]:
        """Measures nothing."""
        return nullcontext()

    def refused(self, method: str, reason: str) -> None:
        """Counts nothing."""


class Funnel:
    """Makes gRPC handlers of calls."""

    def __init__(self, people: People, chance: Chance, meter: Meter | None = None) -> None:
        self._people = people
        self._chance = chance
        self._meter = meter or NoMeter()
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        """From now on refuses new calls and ends the streams."""
        self._stopping.set()

    @property
    def stopping(self) -> asyncio.Event:
        """Set once the engine stops."""
        return self._stopping

    def handlers(self, service: str, calls: dict[str, Unary[Any] | Stream[Any]]) -> grpc.GenericRpcHandler:
        """The handlers of one service of the contract."""
        return grpc.method_handlers_generic_handler(
            service, {name: self._handler(f"{service}/{name}", call) for name, call in calls.items()}
        )

    def _handler(self, method: str, call: Unary[Any] | Stream[Any]) -> grpc.RpcMethodHandler[Any, Any]:
        if isinstance(call, Unary):
            return grpc.unary_unary_rpc_method_handler(self._unary(method, call))
        return grpc.unary_stream_rpc_method_handler(self._stream(method, call))

    def _unary(
        self, method: str, unary: Unary[Request]
    ) -> Callable[[bytes, Context], Awaitable[bytes | None]]:
        async def handle(message: bytes, context: Context) -> bytes | None:
            call = Call(method, _metadata(context), message)
            try:
                with self._meter.call(method):
                    self._refuse_when_stopping()
                    async with asyncio.timeout(UNARY_SECONDS):
                        answer = await unary.answer(call, _parsed(unary.request, message))
                        return answer.SerializeToString()
            except Exception as fault:
                await self._abort(call, context, fault)
                return None

        return handle

    def _stream(self, method: str, stream: Stream[Request]) -> Callable[[bytes, Context], Awaitable[None]]:
        async def handle(message: bytes, context: Context) -> None:
            call = Call(method, _metadata(context), message)
            try:
                with self._meter.call(method):
                    self._refuse_when_stopping()
                    asked = _parsed(stream.request, message)
                    async with aclosing(stream.answers(call, asked)) as answers:
                        async for answer in answers:
                            await _written(context, answer.SerializeToString())
            except Exception as fault:
                await self._abort(call, context, fault)

        return handle

    def _refuse_when_stopping(self) -> None:
        if self._stopping.is_set():
            raise Problem(Wire.SHUTTING_DOWN)

    async def _abort(self, call: Call, context: Context, fault: Exception) -> None:
        if isinstance(fault, grpc.aio.AbortError):
            raise fault
        if isinstance(fault, TimeoutError):
            await context.abort(grpc.StatusCode.DEADLINE_EXCEEDED, "the engine took too long")
        reason, arguments = self._reason_of(call, fault)
        self._meter.refused(call.method, reason.value)
        language = await self._language(call)
        told = sentence(refusal_id(reason.value), spoken(arguments), language)
        status = status_of(reason, dict(arguments), told, language)
        await context.abort(
            _grpc_code(status.code), status.message, trailing_metadata=trailers(reason, status)
        )

    def _reason_of(self, call: Call, fault: Exception) -> tuple[StrEnum, tuple[tuple[str, str], ...]]:
        match fault:
            case Denied(code=reason, arguments=arguments) | Problem(reason=reason, arguments=arguments):
                return reason, arguments
            case StoreFull():
                return Wire.STORE_FULL, ()
            case StoreProblem():
                return Wire.STORE_UNAVAILABLE, ()
        incident = self._chance.token(6)
        _log.error(
            "bug", incident=incident, method=call.method, kind=type(fault).__name__, where=_where(fault)
        )
        return Wire.BUG, (("incident", incident),)

    async def _language(self, call: Call) -> Language:
        """The language of a refusal: also of one that came before the caller was known."""
        try:
            return call.language(await self._people.known(call.credentials()))
        except (Denied, Problem):
            return call.language()


def spoken(arguments: Iterable[tuple[str, str]]) -> dict[str, Argument]:
    """The arguments of a refusal as a sentence writes them: a suit by its word, the rest as they stand."""
    return {key: Suit(SUIT_LETTERS.index(value)) if key == "suit" else value for key, value in arguments}


def _metadata(context: Context) -> tuple[tuple[str, str | bytes], ...]:
    return tuple((key, value) for key, value in context.invocation_metadata() or ())


def _parsed(kind: type[Request], message: bytes) -> Request:
    try:
        return kind.FromString(message)
    except DecodeError:
        raise Problem(Wire.MALFORMED_MESSAGE) from None


WRITE_SECONDS = 30.0
"""A reader that takes nothing for so long is cut off; it comes back with its resume tokens."""


async def _written(context: Context, answer: bytes) -> None:
    try:
        async with asyncio.timeout(WRITE_SECONDS):
            await context.write(answer)
    except TimeoutError:
        raise Problem(Wire.SLOW_CONSUMER) from None


_CODES = {code.value[0]: code for code in grpc.StatusCode}


def _grpc_code(number: int) -> grpc.StatusCode:
    return _CODES[number]


def _where(fault: BaseException) -> list[str]:
    """Where a fault arose: files, lines and functions, never a value."""
    places, trace = [], fault.__traceback__
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append(f"{code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno} {code.co_name}")
        trace = trace.tb_next
    return places
