"""The watch stream: several tables on one stream, each from a snapshot or from where its watcher left off."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterable
from dataclasses import dataclass, field

from fourth.v1 import table_service_pb2 as pb

from engine_server.application.access import Denied
from engine_server.application.people import People
from engine_server.application.ports import Player
from engine_server.application.tables import Tables
from engine_server.application.watching import Watcher, Watching
from engine_server.game.view import View
from engine_server.service.calls import Call, checked_id
from engine_server.service.problems import Problem
from engine_server.service.reasons import Wire
from engine_server.service.timing import PATIENCE, Patience
from engine_server.service.wire.requests import filled
from engine_server.service.wire.texts import text_out
from engine_server.service.wire.views import event_out, view_out
from engine_server.words.languages import Language
from engine_server.words.reasons import refusal_id

GRACE_SECONDS = 10
"""A client may take a stream for lost when nothing came for a heartbeat and this."""
MOST_EVENTS = 200
"""A watcher further behind than this gets a snapshot."""
LONGEST_TOKEN_DIGITS = 10


@dataclass(slots=True)
class Post:
    """One watched table: the version its watcher has, None before the first message.

    Who has `resumed` may have been cut off before the snapshot that the last event called for.
    """

    table: str
    version: int | None
    resumed: bool


@dataclass(slots=True)
class Seat:
    """Who watches, in which language, and what is still on the stream."""

    player: Player
    language: Language
    posts: dict[str, Post] = field(default_factory=dict)
    last_problem: Denied | None = None


class Watch:
    """Answers WatchTables."""

    def __init__(
        self,
        people: People,
        tables: Tables,
        watching: Watching,
        stopping: asyncio.Event,
        patience: Patience = PATIENCE,
    ) -> None:
        self._people = people
        self._tables = tables
        self._watching = watching
        self._stopping = stopping
        self._heartbeat_seconds = patience.heartbeat
        self._awake: set[asyncio.Event] = set()

    def end_all(self) -> None:
        """Lets every stream notice that the engine stops."""
        for bell in tuple(self._awake):
            bell.set()

    async def answers(
        self, call: Call, asked: pb.WatchTablesRequest
    ) -> AsyncGenerator[pb.WatchTablesResponse, None]:
        """First each table's snapshot or missed events, then what happens, with heartbeats between."""
        player = await call.caller(self._people)
        seat = Seat(player, call.language(player), _posts(asked.tables))
        bell = asyncio.Event()
        watcher = Watcher(player.player, bell.set, set(seat.posts))
        tables = tuple(seat.posts)
        self._watching.begin(watcher, tables)
        self._awake.add(bell)
        bell.set()
        try:
            while True:
                if not await self._rings(bell):
                    yield self._heartbeat()
                await call.caller(self._people)  # a key may have been revoked, a player deleted meanwhile
                for table in sorted(watcher.take_changed() & set(seat.posts)):
                    for message in await self._from_table(seat, seat.posts[table]):
                        yield message
                if not seat.posts and seat.last_problem:
                    raise seat.last_problem
        finally:
            self._awake.discard(bell)
            self._watching.end(watcher, tables)

    async def _rings(self, bell: asyncio.Event) -> bool:
        """Whether there was news before the time of a heartbeat was over. Raises Problem SHUTTING_DOWN."""
        try:
            async with asyncio.timeout(self._heartbeat_seconds):
                await bell.wait()
        except TimeoutError:
            return False
        bell.clear()
        if self._stopping.is_set():
            raise Problem(Wire.SHUTTING_DOWN)
        return True

    def _heartbeat(self) -> pb.WatchTablesResponse:
        seconds = int(self._heartbeat_seconds) + GRACE_SECONDS
        return pb.WatchTablesResponse(heartbeat=pb.Heartbeat(next_within_seconds=seconds))

    async def _from_table(self, seat: Seat, post: Post) -> tuple[pb.WatchTablesResponse, ...]:
        """The news of one table. One that can no longer be seen leaves the stream; the last ends it."""
        try:
            messages = await self._news(seat, post)
        except Denied as denied:
            del seat.posts[post.table]
            seat.last_problem = denied
            return (_problem(post.table, denied, seat.language),)
        if messages:
            post.version = messages[-1].version
        return messages

    async def _news(self, seat: Seat, post: Post) -> tuple[pb.WatchTablesResponse, ...]:
        view = await self._tables.view(seat.player, post.table)
        if post.version is None or view.version - post.version > MOST_EVENTS:
            return (_snapshot(view, seat.language),)
        resumed, post.resumed = post.resumed, False
        if resumed and await self._tables.changed_all(seat.player, post.table, post.version):
            return (_snapshot(view, seat.language),)
        news = await self._tables.news(seat.player, post.table, post.version)
        events = tuple(
            _addressed(
                pb.WatchTablesResponse(event=event_out(happened, seat.language)),
                post.table,
                version,
            )
            for version, happened in news.seen
        )
        if not news.anew:
            return events
        return (*events, _snapshot(await self._tables.view(seat.player, post.table), seat.language))


def _snapshot(view: View, language: Language) -> pb.WatchTablesResponse:
    message = pb.WatchTablesResponse(snapshot=view_out(view, language))
    return _addressed(message, view.table, view.version)


def _addressed(message: pb.WatchTablesResponse, table: str, version: int) -> pb.WatchTablesResponse:
    message.table = table
    message.version = version
    message.resume_token = str(version)
    return message


def _problem(table: str, denied: Denied, language: Language) -> pb.WatchTablesResponse:
    reason = text_out(refusal_id(denied.code.value), language)
    reason.code = denied.code.value
    return pb.WatchTablesResponse(table=table, problem=pb.TableProblem(reason=reason))


def _posts(asked: Iterable[pb.WatchedTable]) -> dict[str, Post]:
    """The tables asked for, each once. Raises Problem FIELD_MISSING, ID_MALFORMED."""
    posts: dict[str, Post] = {}
    for wanted in asked:
        table = checked_id(filled(wanted.table, "table"))
        version = _version(wanted.resume_token)
        posts[table] = Post(table, version, resumed=version is not None)
    if not posts:
        raise Problem(Wire.FIELD_MISSING, [("field", "tables")])
    return posts


def _version(token: str) -> int | None:
    if not token:
        return None
    if not (token.isascii() and token.isdigit() and len(token) <= LONGEST_TOKEN_DIGITS):
        raise Problem(Wire.ID_MALFORMED)
    return int(token)
