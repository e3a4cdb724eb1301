"""The funnel every call goes through: raw bytes in, parsed inside, and no error leaves it unshaped.

An exception's text never reaches a client: what is not a known refusal becomes BUG with a random incident
number, under which the log has the trace.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import AbstractContextManager, aclosing, nullcontext, suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

import grpc
from google.protobuf.message import DecodeError, Message

from engine_server.application.access import Denied
from engine_server.application.people import People
from engine_server.application.ports import Chance, Player, StoreFull, StoreProblem
from engine_server.rules.cards import SUIT_LETTERS, Suit
from engine_server.service.calls import Call
from engine_server.service.logs import log_bug
from engine_server.service.problems import Problem, status_of, trailers
from engine_server.service.rates import Rates
from engine_server.service.reasons import Wire
from engine_server.service.timing import PATIENCE, Patience
from engine_server.words.reasons import refusal_id
from engine_server.words.sentences import sentence
from engine_server.words.written import Argument

Request = TypeVar("Request", bound=Message)
Context = grpc.aio.ServicerContext[bytes, bytes]


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

    def __init__(
        self,
        people: People,
        chance: Chance,
        meter: Meter | None = None,
        rates: Rates | None = None,
        patience: Patience = PATIENCE,
    ) -> None:
        self._people = people
        self._chance = chance
        self._meter = meter or NoMeter()
        self._rates = rates
        self._patience = patience
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
                    self._let_in(call, context)
                    asked = _parsed(unary.request, message)
                    async with asyncio.timeout(self._patience.unary):
                        answer = await unary.answer(call.of(asked), asked)
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
                    self._let_in(call, context)
                    asked = _parsed(stream.request, message)
                    async with aclosing(stream.answers(call.of(asked), asked)) as answers:
                        async for answer in answers:
                            await self._write(context, answer.SerializeToString())
            except Exception as fault:
                await self._abort(call, context, fault)

        return handle

    def _let_in(self, call: Call, context: Context) -> None:
        if self._stopping.is_set():
            raise Problem(Wire.SHUTTING_DOWN)
        if self._rates is not None:
            known = self._known(call)
            # Whoever is not recognised counts by its address: it could go by another name in every call.
            self._rates.take(known.player if known else context.peer().rpartition(":")[0])

    async def _write(self, context: Context, answer: bytes) -> None:
        try:
            async with asyncio.timeout(self._patience.write):
                await context.write(answer)
        except TimeoutError:
            raise Problem(Wire.SLOW_CONSUMER) from None

    async def _abort(self, call: Call, context: Context, fault: Exception) -> None:
        if isinstance(fault, grpc.aio.BaseError):
            return  # the caller has gone
        if isinstance(fault, TimeoutError):
            await self._tell(context, grpc.StatusCode.DEADLINE_EXCEEDED, "the engine took too long", ())
            return
        reason, arguments = self._reason_of(call, fault)
        self._meter.refused(call.method, reason.value)
        language = call.language(self._known(call))
        told = sentence(refusal_id(reason.value), spoken(arguments), language)
        status = status_of(reason, dict(arguments), told, language)
        await self._tell(context, _grpc_code(status.code), status.message, trailers(reason, status))

    async def _tell(
        self,
        context: Context,
        code: grpc.StatusCode,
        message: str,
        trailing: tuple[tuple[str, str | bytes], ...],
    ) -> None:
        """Ends a call with its reason. Who does not take even that, or has gone, is not waited for."""
        with suppress(TimeoutError, grpc.aio.InternalError):
            async with asyncio.timeout(self._patience.write):
                await context.abort(code, message, trailing_metadata=trailing)

    def _reason_of(self, call: Call, fault: Exception) -> tuple[StrEnum, tuple[tuple[str, str], ...]]:
        match fault:
            case Denied(code=reason, arguments=arguments) | Problem(reason=reason, arguments=arguments):
                return reason, arguments
            case StoreFull():
                return Wire.STORE_FULL, ()
            case StoreProblem():
                return Wire.STORE_UNAVAILABLE, ()
        incident = self._chance.token(6)
        log_bug(call.method, fault, incident)
        return Wire.BUG, (("incident", incident),)

    def _known(self, call: Call) -> Player | None:
        try:
            return self._people.known(call.credentials())
        except (Denied, Problem):
            return None


def spoken(arguments: Iterable[tuple[str, str]]) -> dict[str, Argument]:
    """The arguments of a refusal as a sentence writes them: a suit by its word, the rest as they stand."""
    return {key: Suit(SUIT_LETTERS.index(value)) if key == "suit" else value for key, value in arguments}


def _metadata(context: Context) -> tuple[tuple[str, str | bytes], ...]:
    return tuple(context.invocation_metadata() or ())


def _parsed(kind: type[Request], message: bytes) -> Request:
    try:
        return kind.FromString(message)
    except DecodeError:
        raise Problem(Wire.MALFORMED_MESSAGE) from None


_CODES = {code.value[0]: code for code in grpc.StatusCode}


def _grpc_code(number: int) -> grpc.StatusCode:
    return _CODES[number]
