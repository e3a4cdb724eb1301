"""What is left of acknowledged moves when the engine is killed: forty writers, `kill -9`, start, compare,
again.

The whole engine runs in a process of its own, on its usual store, through a connection that leaves a mark
in a mapped file just before it says COMMIT and takes it away when SQLite has answered (marked_engine.py).
The mapping outlives the process, so once the engine is dead the mark says truly whether it died inside a
commit. One kill comes at a random moment of the play; every other one waits for the next mark besides and
then kills, since chance alone would rarely meet a commit on a fast disk. Counted is what the mark says, not
what was aimed at. A kill counts only while writers write: every writer has a table of its own and more
moves to make.

After each start every table is looked at, and then the writers play on. `lost`: moves acknowledged before
the kill that the table has not made after it, and acknowledged requests that are not answered as the first
time. `doubled`: moves the table has made beyond those that were sent, and moves sent again after the kill
under the same request id that were made twice. At the end all tables are compared once more, from their
logs in the store.

A restart is timed from the start of the process until the engine says SERVING and has answered a first
view, folded from its log. A kill that cannot tell FULL from NORMAL synchronisation is no proof against a
power cut: the tests of the store have a disk for that which forgets what was not synced.
"""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import grpc
from fourth.v1 import table_service_pb2, views_pb2
from grpc_health.v1 import health_pb2

from benchmarks.children import Child, started
from benchmarks.dealt import Calls, DealtTable, tables_dealt
from benchmarks.marked_engine import Marks
from benchmarks.places import folder_on_disk
from benchmarks.running import Figures, Run, note, rounded
from engine_server.game.events import CallMade, CardPlayed, PartnerCalled
from engine_server.storage.sqlite import open_sqlite

LONGEST_WAIT = 0.25
"""Seconds to wait for a commit to begin, when a kill is aimed at one."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many kills, under how many writers, and the most seconds of play before each."""

    kills: int = 30
    writers: int = 40
    seconds: float = 0.6


QUICK = Sizes(kills=8)


@dataclass(slots=True)
class Writer:
    """One table and how far its moves have come: acknowledged, and sent without an answer."""

    dealt: DealtTable
    acknowledged: int = 0
    under_way: bool = False

    @property
    def is_done(self) -> bool:
        """Whether the deal is over."""
        return self.acknowledged == len(self.dealt.wishes)

    async def play(self, calls: Calls) -> None:
        """Makes move after move until the deal is over or the engine is gone."""
        with suppress(grpc.aio.AioRpcError):
            while not self.is_done:
                self.under_way = True
                await self.send(calls, self.acknowledged)
                self.acknowledged += 1
                self.under_way = False

    async def send(self, calls: Calls, place: int) -> int:
        """Sends a move, for the first time or again, and returns the version answered."""
        wish = self.dealt.wishes[place]
        answer = await calls.submit_move(wish.message, metadata=wish.person.metadata)
        return table_service_pb2.SubmitMoveResponse.FromString(answer).version


@dataclass(slots=True)
class Tally:
    """What has been counted so far."""

    kills: int = 0
    in_commit: int = 0
    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    restarts_s: list[float] = field(default_factory=list)

    def figures(self) -> Figures:
        """The figures of the benchmark."""
        return {
            "kills": self.kills,
            "acknowledged": self.acknowledged,
            "lost": self.lost,
            "doubled": self.doubled,
            "in_commit": self.in_commit,
            "restart_s_median": rounded(median(self.restarts_s)),
            "restart_s_max": rounded(max(self.restarts_s)),
        }


def measure(run: Run) -> Figures:
    """The figures of the benchmark `durability`."""
    return measured(run, QUICK if run.quick else Sizes())


def measured(run: Run, sizes: Sizes) -> Figures:
    """The figures from samples of given sizes."""
    with folder_on_disk() as folder:
        trial = Trial(folder, random.Random(run.seed), sizes)
        asyncio.run(trial.run())
        asyncio.run(trial.compare_logs())
    return {**trial.tally.figures(), "samples": {"kills": sizes.kills, "writers": sizes.writers}}


class Trial:
    """An engine that is killed again and again."""

    def __init__(self, folder: Path, lots: random.Random, sizes: Sizes) -> None:
        self._store = folder / "fourth.db"
        self._marks_file = folder / "marks"
        self._marks = Marks.laid(self._marks_file)
        self._lots = lots
        self._sizes = sizes
        self._writers: list[Writer] = []
        self._all: list[Writer] = []
        self.tally = Tally()

    async def run(self) -> None:
        """Starts the engine, plays, kills it, starts it again and compares, as often as wanted."""
        engine = self._started()
        try:
            for number in range(self._sizes.kills):
                note(f"durability: kill {number + 1} of {self._sizes.kills}")
                await self._play_until_killed(engine, aimed=number % 2 == 1)
                engine = await self._restarted()
        finally:
            engine.kill()

    def _started(self) -> Child:
        self._marks = Marks.laid(self._marks_file)
        return started("benchmarks.marked_engine", str(self._marks_file), str(self._store))

    # --- before the kill -------------------------------------------------------------------------------

    async def _play_until_killed(self, engine: Child, *, aimed: bool) -> None:
        async with grpc.aio.insecure_channel(engine.address) as channel:
            calls = Calls(channel)
            await self._seat_writers(calls)
            playing = [asyncio.ensure_future(writer.play(calls)) for writer in self._writers]
            await self._kill_in_play(engine, aimed=aimed)
            await asyncio.gather(*playing)

    async def _seat_writers(self, calls: Calls) -> None:
        """A fresh table for every writer whose deal is nearly over, so that all write when the kill comes."""
        kept = [writer for writer in self._writers if not writer.acknowledged]
        fresh = await tables_dealt(calls, self._sizes.writers - len(kept), self._lots)
        new = [Writer(dealt) for dealt in fresh]
        self._all += new
        self._writers = kept + new

    async def _kill_in_play(self, engine: Child, *, aimed: bool) -> None:
        await asyncio.sleep(self._lots.uniform(0.1, 1) * self._sizes.seconds)
        if aimed:
            _wait_for_commit(self._marks)
        writing = any(writer.under_way for writer in self._writers)
        engine.kill()
        self.tally.kills += writing
        self.tally.in_commit += writing and self._marks.in_commit

    # --- after it --------------------------------------------------------------------------------------

    async def _restarted(self) -> Child:
        began = time.perf_counter()
        engine = self._started()
        async with grpc.aio.insecure_channel(engine.address) as channel:
            calls = Calls(channel)
            await _serving(channel)
            await calls.view(self._writers[0].dealt.table, self._writers[0].dealt.people[0])
            self.tally.restarts_s.append(time.perf_counter() - began)
            for writer in self._writers:
                await self._compare(writer, calls)
        return engine

    async def _compare(self, writer: Writer, calls: Calls) -> None:
        """Looks at a table after the kill, then sends again what had no answer, and what had one."""
        self.tally.acknowledged += writer.acknowledged
        made = _moves_in(await calls.view(writer.dealt.table, writer.dealt.people[0]))
        self._count(made, writer.acknowledged, writer.acknowledged + writer.under_way)
        if writer.acknowledged and await self._answer_differs(writer, calls, writer.acknowledged - 1):
            self.tally.lost += 1
        if writer.under_way:
            await writer.send(calls, writer.acknowledged)
            writer.acknowledged, writer.under_way = writer.acknowledged + 1, False
            self.tally.acknowledged += 1
        made = _moves_in(await calls.view(writer.dealt.table, writer.dealt.people[0]))
        self._count(made, writer.acknowledged, writer.acknowledged)

    async def _answer_differs(self, writer: Writer, calls: Calls, place: int) -> bool:
        try:
            return await writer.send(calls, place) != writer.dealt.wishes[place].version
        except grpc.aio.AioRpcError:
            return True

    def _count(self, made: int, at_least: int, at_most: int) -> None:
        self.tally.lost += max(0, at_least - made)
        self.tally.doubled += max(0, made - at_most)

    async def compare_logs(self) -> None:
        """Every table of the whole run once more, as its log stands in the store."""
        store = open_sqlite(str(self._store))
        try:
            for writer in self._all:
                log = await store.load(writer.dealt.table)
                made = sum(isinstance(event, CallMade | PartnerCalled | CardPlayed) for event in log)
                self._count(made, writer.acknowledged, writer.acknowledged)
        finally:
            await store.close()


def _wait_for_commit(marks: Marks) -> None:
    """Returns at the beginning of a commit, or after a while."""
    until = time.perf_counter() + LONGEST_WAIT
    while not marks.in_commit and time.perf_counter() < until:
        pass


async def _serving(channel: grpc.aio.Channel) -> None:
    """Returns when the engine says that it serves."""
    watch = channel.unary_stream(
        "/grpc.health.v1.Health/Watch",
        request_serializer=health_pb2.HealthCheckRequest.SerializeToString,
        response_deserializer=health_pb2.HealthCheckResponse.FromString,
    )
    async for answer in watch(health_pb2.HealthCheckRequest()):
        if answer.status == health_pb2.HealthCheckResponse.SERVING:
            return


def _moves_in(view: views_pb2.View) -> int:
    """How many moves a table has made, in the deal being played or in the one just finished."""
    deal = view.last_deal if view.HasField("last_deal") else view
    called = view.last_deal.called if view.HasField("last_deal") else view.partner.card
    cards = sum(len(trick.cards) for trick in deal.tricks) + len(view.trick.cards)
    return len(deal.calls) + called.HasField("suit") + cards
