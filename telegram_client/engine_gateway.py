"""The gateway's body over gRPC: the only module of the client that speaks it.

A change is asked for again, under the same request_id, until the engine answers or patience ends; the watch
is taken up again where it broke. What comes out are the contract's messages and the errors of the port.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol, TypeAlias, TypeVar

import grpc
from fourth.v1.advisor_service_pb2 import GetHintRequest, GetHintResponse
from fourth.v1.advisor_service_pb2_grpc import AdvisorServiceStub
from fourth.v1.catalog_service_pb2 import (
    Game,
    GetRulesRequest,
    GetRulesResponse,
    ListGamesRequest,
    ListWordsRequest,
    Word,
)
from fourth.v1.catalog_service_pb2_grpc import CatalogServiceStub
from fourth.v1.moves_pb2 import Move
from fourth.v1.player_service_pb2 import RegisterRequest
from fourth.v1.player_service_pb2_grpc import PlayerServiceStub
from fourth.v1.table_service_pb2 import (
    AddRobotRequest,
    CreateTableRequest,
    ExportFormat,
    ExportMatchRequest,
    GetViewRequest,
    HandOverRequest,
    JoinTableRequest,
    LeaveTableRequest,
    ListTablesRequest,
    StartMatchRequest,
    SubmitMoveRequest,
    TableSummary,
    WatchedTable,
    WatchTablesRequest,
    WatchTablesResponse,
)
from fourth.v1.table_service_pb2_grpc import TableServiceStub
from fourth.v1.texts_pb2 import Setting
from fourth.v1.views_pb2 import View
from google.protobuf.message import DecodeError, Message
from google.rpc.error_details_pb2 import ErrorInfo, LocalizedMessage, RetryInfo
from google.rpc.status_pb2 import Status

from telegram_client.conversation.files import File
from telegram_client.conversation.gateway import EngineAway, Opened, Refusal, TableWish

CALL_SECONDS = 10.0
"""The deadline of one try of a call."""
SILENCE_SECONDS = 60.0
"""Without a word for so long a watch counts as broken, until a heartbeat says how long it may be silent."""
LOOPBACK = ("127.", "localhost:", "[::1]:")
RECONNECT = (("grpc.initial_reconnect_backoff_ms", 250), ("grpc.max_reconnect_backoff_ms", 2_000))
"""How soon the library looks again for an engine that was away; by itself it waits up to two minutes."""

Answer = TypeVar("Answer", bound=Message)


class Entropy(Protocol):
    """Where names of requests, and the chance in waiting times, come from."""

    def __call__(self, size: int, /) -> bytes:
        """So many random bytes."""
        ...


@dataclass(frozen=True, slots=True)
class Patience:
    """How often a call is tried, and the seconds before the second try; each next wait is twice as long.

    `total` seconds are all that a call has with all its tries, as somebody waits for it; a watch has no end.
    """

    tries: int = 6
    first_wait: float = 0.1
    longest_wait: float = 2.0
    total: float = 10.0

    def waits(self, entropy: Entropy) -> list[float]:
        """Seconds before each further try, each shortened by up to a half by chance."""
        full = [min(self.longest_wait, self.first_wait * 2**place) for place in range(self.tries - 1)]
        return [wait * (1 - entropy(1)[0] / 512) for wait in full]


WATCH_PATIENCE = Patience(tries=24, longest_wait=3.0)
"""About a minute: an engine that is started anew is found again."""


def channel_to(address: str, ca: Path | None = None) -> grpc.aio.Channel:
    """A channel to HOST:PORT: plain on loopback, elsewhere TLS, always TLS with a CA file.

    Raises OSError when the CA file cannot be read.
    """
    if ca is None and address.startswith(LOOPBACK):
        return grpc.aio.insecure_channel(address, RECONNECT)
    roots = ca.read_bytes() if ca else None
    return grpc.aio.secure_channel(address, grpc.ssl_channel_credentials(root_certificates=roots), RECONNECT)


@dataclass(frozen=True, slots=True)
class OwnSecret:
    """A person proves who it is by a secret of its own, 32 bytes. It is never shown."""

    secret: bytes = field(repr=False)

    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What each call carries of it."""
        return (("authorization", f"Bearer {self.secret.hex()}"),)


@dataclass(frozen=True, slots=True)
class FrontGuest:
    """A front speaks for one of its own people: by its key, which is never shown, and its id of the person.

    An id has 1 to 64 letters, digits, - _ . or : (see the engine's contract).
    """

    key: bytes = field(repr=False)
    player: str

    @property
    def secret(self) -> bytes:
        """A guest of a front has none."""
        return b""

    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What each call carries of it."""
        return (("fourth-front-key", self.key.hex()), ("fourth-player", self.player))


Credentials: TypeAlias = OwnSecret | FrontGuest


class GrpcGateway:
    """The engine at the other end of a channel, in the hands of the person with these credentials."""

    def __init__(
        self,
        channel: grpc.aio.Channel,
        credentials: Credentials,
        language: str,
        entropy: Entropy,
        patience: Patience = Patience(),
    ) -> None:
        self._tables = TableServiceStub(channel)
        self._players = PlayerServiceStub(channel)
        self._catalog = CatalogServiceStub(channel)
        self._advisor = AdvisorServiceStub(channel)
        self._credentials = credentials
        self._language = language
        self._entropy = entropy
        self._patience = patience

    def speak(self, language: str) -> None:
        """See Gateway."""
        self._language = language

    def _metadata(self) -> tuple[tuple[str, str], ...]:
        return (*self._credentials.metadata(), ("fourth-language", self._language))

    def _name(self, request: str) -> str:
        return request or self._entropy(12).hex()

    # --- people and catalog ----------------------------------------------------------------------------

    async def register(self, name: str, language: str) -> str:
        """See Gateway."""
        wish = RegisterRequest(
            request_id=self._name(""), secret=self._credentials.secret, name=name, language=language
        )
        return (await self._ask(self._players.Register, wish)).player

    async def games(self) -> Sequence[Game]:
        """See Gateway."""
        return tuple((await self._ask(self._catalog.ListGames, ListGamesRequest())).games)

    async def rules(self, game: str, page: int) -> GetRulesResponse:
        """See Gateway."""
        return await self._ask(self._catalog.GetRules, GetRulesRequest(game=game, page=page))

    async def glossary(self) -> Sequence[Word]:
        """See Gateway."""
        words: list[Word] = []
        token = ""
        while True:
            page = await self._ask(self._catalog.ListWords, ListWordsRequest(page_token=token))
            words += page.words
            token = page.next_page_token
            if not token:
                return tuple(words)

    async def hint(self, table: str) -> GetHintResponse:
        """See Gateway."""
        return await self._ask(self._advisor.GetHint, GetHintRequest(table=table))

    # --- tables ----------------------------------------------------------------------------------------

    async def tables(self) -> Sequence[TableSummary]:
        """See Gateway."""
        return tuple((await self._ask(self._tables.ListTables, ListTablesRequest())).tables)

    async def open_table(self, wish: TableWish, request: str = "") -> Opened:
        """See Gateway."""
        asked = CreateTableRequest(
            request_id=self._name(request),
            game=wish.game,
            options=[Setting(key=key, value=value) for key, value in wish.options.items()],
            pace=wish.pace,
            spectators=wish.spectators,
            seat=wish.seat,
            turn_seconds=wish.turn_seconds,
        )
        opened = await self._ask(self._tables.CreateTable, asked)
        return Opened(opened.table, opened.code)

    async def join(self, code: str, request: str = "") -> str:
        """See Gateway."""
        wish = JoinTableRequest(request_id=self._name(request), code=code)
        return (await self._ask(self._tables.JoinTable, wish)).table

    async def add_robot(self, table: str, request: str = "") -> None:
        """See Gateway."""
        await self._ask(self._tables.AddRobot, AddRobotRequest(request_id=self._name(request), table=table))

    async def start(self, table: str, request: str = "") -> None:
        """See Gateway."""
        await self._ask(
            self._tables.StartMatch, StartMatchRequest(request_id=self._name(request), table=table)
        )

    async def leave(self, table: str, request: str = "") -> None:
        """See Gateway."""
        await self._ask(
            self._tables.LeaveTable, LeaveTableRequest(request_id=self._name(request), table=table)
        )

    async def hand_over(self, table: str, robot_plays: bool, request: str = "") -> None:
        """See Gateway."""
        wish = HandOverRequest(request_id=self._name(request), table=table, robot_plays=robot_plays)
        await self._ask(self._tables.HandOver, wish)

    async def move(self, table: str, move: Move, expected_version: int, request: str = "") -> None:
        """See Gateway."""
        wish = SubmitMoveRequest(
            request_id=self._name(request), table=table, move=move, expected_version=expected_version
        )
        await self._ask(self._tables.SubmitMove, wish)

    async def view(self, table: str) -> View:
        """See Gateway."""
        return (await self._ask(self._tables.GetView, GetViewRequest(table=table))).view

    async def look_up(self, code: str) -> View:
        """See Gateway."""
        return (await self._ask(self._tables.GetView, GetViewRequest(code=code))).view

    async def export(self, table: str, wanted: ExportFormat, deal: int = 0) -> File:
        """See Gateway."""
        wish = ExportMatchRequest(table=table, format=wanted, deal=deal)
        answer = await self._ask(self._tables.ExportMatch, wish)
        return File(answer.file_name, answer.content)

    async def _ask(self, call: Callable[..., Awaitable[Answer]], request: Message) -> Answer:
        """One call, tried again with the same content while trying again can help and somebody waits."""
        try:
            async with asyncio.timeout(self._patience.total):
                return await self._insist(call, request)
        except TimeoutError:
            raise EngineAway(grpc.StatusCode.DEADLINE_EXCEEDED.name) from None

    async def _insist(self, call: Callable[..., Awaitable[Answer]], request: Message) -> Answer:
        waits = self._patience.waits(self._entropy)
        while True:
            try:
                return await call(request, metadata=self._metadata(), timeout=CALL_SECONDS)
            except grpc.aio.AioRpcError as error:
                wait = _pause_before_next_try(error, waits)
            await asyncio.sleep(wait)

    # --- the watch -------------------------------------------------------------------------------------

    async def watch(self, tables: Sequence[str]) -> AsyncIterator[WatchTablesResponse]:
        """See Gateway. Raises Refusal, or EngineAway when the stream could not be taken up again."""
        tokens = dict.fromkeys(tables, "")
        waits = WATCH_PATIENCE.waits(self._entropy)
        while True:
            try:
                async for message in self._stream(tokens):
                    waits = WATCH_PATIENCE.waits(self._entropy)
                    if message.table:
                        tokens[message.table] = message.resume_token
                        yield message
                wait = waits.pop(0) if waits else 0.0
            except grpc.aio.AioRpcError as error:
                if _reason(error) in ("SEQUENCE_AHEAD", "SEQUENCE_GONE", "SLOW_CONSUMER"):
                    tokens = dict.fromkeys(tables, "")
                    wait = _pause_after(waits, error)
                else:
                    wait = _pause_before_next_try(error, waits)
            except TimeoutError:
                wait = 0.0
            await asyncio.sleep(wait)

    async def _stream(self, tokens: dict[str, str]) -> AsyncIterator[WatchTablesResponse]:
        """One stream, until it ends or is silent for longer than it promised (TimeoutError)."""
        wanted = [WatchedTable(table=table, resume_token=token) for table, token in tokens.items()]
        call = self._tables.WatchTables(WatchTablesRequest(tables=wanted), metadata=self._metadata())
        silence = SILENCE_SECONDS
        try:
            while True:
                async with asyncio.timeout(silence):  # wait_for may swallow the wish to stop (Python 3.11)
                    message = await call.read()
                if not isinstance(message, WatchTablesResponse):  # the library's mark for the end
                    return
                if message.HasField("heartbeat"):
                    silence = float(max(1, message.heartbeat.next_within_seconds))
                yield message
        finally:
            call.cancel()


def _pause_before_next_try(error: grpc.aio.AioRpcError, waits: list[float]) -> float:
    """Seconds to wait before asking again. Raises Refusal where that changes nothing, or EngineAway."""
    details = _details(error)
    retry = next((detail for detail in details if isinstance(detail, RetryInfo)), None)
    again = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.DEADLINE_EXCEEDED, grpc.StatusCode.CANCELLED)
    if error.code() in again:
        return _pause_after(waits, error)
    if error.code() is grpc.StatusCode.RESOURCE_EXHAUSTED and retry is not None and waits:
        return max(waits.pop(0), min(5.0, float(retry.retry_delay.ToMilliseconds()) / 1000))
    sentence = next((detail.message for detail in details if isinstance(detail, LocalizedMessage)), "")
    raise Refusal(_reason(error), sentence) from None


def _pause_after(waits: list[float], error: grpc.aio.AioRpcError) -> float:
    if not waits:
        raise EngineAway(error.code().name) from None
    return waits.pop(0)


def _reason(error: grpc.aio.AioRpcError) -> str:
    return next((detail.reason for detail in _details(error) if isinstance(detail, ErrorInfo)), "")


def _details(error: grpc.aio.AioRpcError) -> list[Message]:
    """What the engine attached to a refusal; nothing from the library, or where it cannot be read."""
    trailers = error.trailing_metadata() or ()
    packed = next((value for key, value in trailers if key == "grpc-status-details-bin"), b"")
    status, kinds = Status(), (ErrorInfo, LocalizedMessage, RetryInfo)
    try:
        status.ParseFromString(packed if isinstance(packed, bytes) else b"")
        return [
            _unpacked(part, kind) for part in status.details for kind in kinds if part.Is(kind.DESCRIPTOR)
        ]
    except DecodeError:
        return []


def _unpacked(part: object, kind: type[Message]) -> Message:
    detail = kind()
    part.Unpack(detail)  # type: ignore[attr-defined]
    return detail
