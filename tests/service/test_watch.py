"""The watch stream: a snapshot, then every version once, whatever is cut in between."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
import pytest
from fourth.v1 import table_service_pb2 as tables
from fourth.v1 import views_pb2 as views

from engine_server.application.access import Limits
from engine_server.service.timing import Patience
from engine_server.storage.sqlite import open_sqlite
from tests.service.callers import Person, new_id, refusal_of, refused, until
from tests.service.engines import here
from tests.service.scenes import Scene, lobby, started


@dataclass
class Reader:
    """Reads a watch as a client should, and minds that no version is missing or comes twice."""

    person: Person
    tokens: dict[str, str]
    versions: dict[str, int] = field(default_factory=dict)
    seen: list[tuple[str, int, str]] = field(default_factory=list)
    messages: list[Any] = field(default_factory=list)

    def take(self, message: Any) -> None:  # noqa: ANN401
        kind = str(message.WhichOneof("content"))
        if kind == "heartbeat":
            return
        if kind == "event":
            assert message.version == self.versions[message.table] + 1, "a gap or a repeat"
        if kind != "problem":
            self.versions[message.table] = message.version
            self.tokens[message.table] = message.resume_token
        self.seen.append((message.table, message.version, kind))
        self.messages.append(message)

    async def read(self, until: dict[str, int]) -> None:
        """Watches from the tokens on until each table has reached a version, then lets go."""
        call = self.person.watch(*self.tokens.items())
        try:
            while any(self.versions.get(table, 0) < version for table, version in until.items()):
                message = await asyncio.wait_for(call.read(), 20)
                assert message is not grpc.aio.EOF
                self.take(message)
        finally:
            call.cancel()

    def kinds(self) -> list[str]:
        return [kind for _, _, kind in self.seen]


@contextlib.asynccontextmanager
async def a_scene(**rules: str) -> AsyncIterator[Scene]:
    async with here() as engine:
        yield await started(engine, **rules)


def test_every_viewer_gets_a_snapshot_and_then_each_version_once() -> None:
    async def tell() -> None:
        async with here() as engine:
            scene = await lobby(engine, 4, deals="1", spectators="yes")
            readers = [Reader(person, {scene.table: ""}) for person in [*scene.people, scene.stranger]]
            version = (await scene.view()).version
            reading = [asyncio.create_task(r.read({scene.table: version})) for r in readers]
            await asyncio.gather(*reading)
            assert [r.kinds() for r in readers] == [["snapshot"]] * 5
            await scene.people[0].start(scene.table)
            end = (await scene.play_to_the_end()).version
            await asyncio.gather(*(r.read({scene.table: end}) for r in readers))
            for reader in readers:
                assert [v for _, v, _ in reader.seen] == list(range(version, end + 1))
                assert reader.kinds() == ["snapshot"] + ["event"] * (end - version)
                assert reader.messages[-1].event.HasField("match_ended")
            # Each sees its own hand being dealt and no other, and the stranger none.
            dealt = [m.event.hands_dealt for m in _messages(readers, "hands_dealt")]
            assert sorted(len(d.hand) for d in dealt) == [0, 13, 13, 13, 13]
            cards = [(c.suit, c.rank) for d in dealt for c in d.hand]
            assert len(set(cards)) == 52

    asyncio.run(tell())


def _messages(readers: list[Reader], kind: str) -> list[Any]:
    return [
        message
        for reader in readers
        for message in reader.messages
        if message.HasField("event") and message.event.HasField(kind)
    ]


def test_a_live_watch_hears_of_every_move_while_it_is_made() -> None:
    async def tell() -> None:
        async with a_scene(spectators="yes") as scene:
            readers = [Reader(person, {scene.table: ""}) for person in [*scene.people, scene.stranger]]
            # 4 auction calls, one called card and 52 cards at most; the reader waits for the last of them.
            listening = [asyncio.create_task(follow_to_the_end(reader, scene.table)) for reader in readers]
            await scene.play_to_the_end()
            async with asyncio.timeout(20):
                await asyncio.gather(*listening)
            assert len({reader.versions[scene.table] for reader in readers}) == 1

    asyncio.run(tell())


async def follow_to_the_end(reader: Reader, table: str) -> None:
    call = reader.person.watch(table)
    while True:
        message = await call.read()
        reader.take(message)
        if message.HasField("event") and message.event.HasField("match_ended"):
            call.cancel()
            return


@pytest.mark.parametrize("cuts", [1, 7])
def test_a_cut_stream_goes_on_where_it_was(cuts: int) -> None:
    async def tell() -> None:
        async with a_scene() as scene:
            reader = Reader(scene.people[1], {scene.table: ""})
            await reader.read({scene.table: 1})
            for _ in range(cuts):
                for _ in range(4):
                    await scene.step(lambda view: view.legal_moves[0])
                    if (await scene.view()).stage != views.STAGE_PLAYING:
                        break
                await reader.read({scene.table: (await scene.view()).version})
            assert reader.kinds() == ["snapshot"] + ["event"] * (len(reader.seen) - 1)

    asyncio.run(tell())


def test_a_stream_goes_on_where_it_was_after_a_restart(tmp_path: Path) -> None:
    async def tell() -> None:
        secrets: list[bytes] = []
        reader: Reader | None = None
        table = ""
        for begun in (False, True):
            store = open_sqlite(str(tmp_path / "store.db"))
            async with here(store) as engine:
                if not begun:
                    scene = await started(engine)
                    table, secrets = scene.table, [person.secret for person in scene.people]
                    reader = Reader(scene.people[2], {table: ""})
                    await reader.read({table: 1})
                else:
                    people = [Person(engine.channel, secret) for secret in secrets]
                    scene = Scene(engine, people, people[0], table, "")
                assert reader is not None
                reader.person = scene.people[2]
                for _ in range(3):
                    await scene.step(lambda view: view.legal_moves[0])
                await reader.read({table: (await scene.view()).version})
            await store.close()
        assert reader is not None
        assert reader.kinds() == ["snapshot"] + ["event"] * (len(reader.seen) - 1)

    asyncio.run(tell())


def test_a_watcher_far_behind_gets_a_snapshot() -> None:
    async def tell() -> None:
        async with here() as engine:
            ann = await engine.person()
            table = (await ann.open(deals="5")).table
            await change_rules(ann, table, 230)
            version = (await ann.view(table)).version
            for token, kinds in ((str(version - 200), {"event"}), ("1", {"snapshot"}), ("0", {"snapshot"})):
                reader = Reader(ann, {table: token}, {table: int(token)})
                await reader.read({table: version})
                assert set(reader.kinds()) == kinds

    asyncio.run(tell())


def test_one_stream_watches_many_tables() -> None:
    async def tell() -> None:
        async with here() as engine:
            ann = await engine.person()
            wanted = {(await ann.open()).table: 2 for _ in range(30)}
            reader = Reader(ann, dict.fromkeys(wanted, ""))
            await reader.read(wanted)
            assert reader.kinds() == ["snapshot"] * 30
            later = dict.fromkeys(wanted, 3)
            listening = asyncio.create_task(reader.read(later))
            for table in wanted:
                await ann.robots(table, 1)
            await asyncio.wait_for(listening, 20)
            assert reader.versions == later

    asyncio.run(tell())


def test_a_table_that_cannot_be_watched_does_not_end_the_stream() -> None:
    async def tell() -> None:
        async with here() as engine:
            private = await started(engine)
            ann = await engine.person("Anna", "de")
            table = (await ann.open()).table
            call = ann.watch("nowhere", private.table, table, (table[:-1] + "x", "5"))
            got = [await call.read() for _ in range(4)]
            problems = {m.table: m.problem.reason for m in got if m.HasField("problem")}
            assert set(problems) == {"nowhere", private.table, table[:-1] + "x"}
            assert {reason.code for reason in problems.values()} == {"GAME_UNKNOWN"}
            assert all(reason.sentence for reason in problems.values())
            await ann.robots(table, 1)
            message = await call.read()
            assert (message.table, message.version) == (table, 3)
            call.cancel()

    asyncio.run(tell())


def test_a_stream_without_any_table_left_ends_with_the_reason() -> None:
    async def tell() -> None:
        async with here() as engine:
            ann = await engine.person()
            call = ann.watch("nowhere")
            assert (await call.read()).problem.reason.code == "GAME_UNKNOWN"
            refusal = await refused(call.read())
            assert (refusal.code, refusal.reason) == (grpc.StatusCode.NOT_FOUND, "GAME_UNKNOWN")

    asyncio.run(tell())


def test_a_seat_that_leaves_a_private_table_sees_no_more_of_it() -> None:
    async def tell() -> None:
        async with a_scene() as scene:
            ben = scene.people[1]
            call = ben.watch(scene.table)
            await call.read()
            await ben.ask(tables.LeaveTableRequest(request_id=new_id(), table=scene.table))
            assert (await call.read()).problem.reason.code == "GAME_UNKNOWN"
            assert (await refused(call.read())).reason == "GAME_UNKNOWN"

    asyncio.run(tell())


@pytest.mark.parametrize(
    ("token", "code", "reason"),
    [
        ("999", grpc.StatusCode.OUT_OF_RANGE, "SEQUENCE_AHEAD"),
        ("9999999999", grpc.StatusCode.OUT_OF_RANGE, "SEQUENCE_AHEAD"),
        ("-1", grpc.StatusCode.INVALID_ARGUMENT, "ID_MALFORMED"),
        ("٣", grpc.StatusCode.INVALID_ARGUMENT, "ID_MALFORMED"),
        ("1" * 60_000, grpc.StatusCode.INVALID_ARGUMENT, "ID_MALFORMED"),
        ("1\x00", grpc.StatusCode.INVALID_ARGUMENT, "ID_MALFORMED"),
    ],
    ids=["ahead", "far ahead", "negative", "other digits", "endless", "nul"],
)
def test_a_resume_token_that_cannot_be(token: str, code: grpc.StatusCode, reason: str) -> None:
    async def tell() -> None:
        async with here() as engine:
            ann = await engine.person()
            table = (await ann.open()).table
            call = ann.watch((table, token))
            refusal = None
            try:
                assert (await call.read()).problem.reason.code == reason
                refusal = await refused(call.read())
            except grpc.aio.AioRpcError as error:
                refusal = refusal_of(error)
            assert (refusal.code, refusal.reason) == (code, reason)
            assert (await ann.view(table)).version == 2

    asyncio.run(tell())


def test_a_heartbeat_says_when_the_next_message_comes() -> None:
    async def tell() -> None:
        async with here(patience=Patience(heartbeat=0.05)) as engine:
            ann = await engine.person()
            table = (await ann.open()).table
            call = ann.watch(table)
            assert (await call.read()).HasField("snapshot")
            for _ in range(3):
                message = await call.read()
                assert message.heartbeat.next_within_seconds >= 1
                assert (message.table, message.version, message.resume_token) == ("", 0, "")
            await ann.robots(table, 1)
            while (message := await call.read()).HasField("heartbeat"):
                pass
            assert message.version == 3
            call.cancel()

    asyncio.run(tell())


def test_watches_and_tables_of_a_watch_are_limited() -> None:
    async def tell() -> None:
        async with here(limits=Limits(watches_per_player=2, tables_per_watch=2)) as engine:
            ann, ben = await engine.person(), await engine.person("Ben")
            opened = [(await ann.open()).table for _ in range(3)]
            too_wide = await refused(ann.watch(*opened).read())
            calls = [ann.watch(opened[0]) for _ in range(2)]
            for call in calls:
                await call.read()
            too_many = await refused(ann.watch(opened[0]).read())
            for refusal in (too_wide, too_many):
                assert refusal.code is grpc.StatusCode.RESOURCE_EXHAUSTED
                assert refusal.reason == "WATCH_LIMIT"
                assert refusal.retry_seconds
            other = ben.watch(opened[0])
            assert (await other.read()).HasField("snapshot")
            calls[0].cancel()
            await until(lambda: engine.app.watching.open_watches == 2)
            again = ann.watch(opened[0])
            assert (await again.read()).HasField("snapshot")

    asyncio.run(tell())


def test_a_reader_that_takes_nothing_is_cut_off_and_others_are_not() -> None:
    async def tell() -> None:
        async with here(patience=Patience(write=0.5)) as engine:
            ann = await engine.person()
            table = (await ann.open(spectators="yes")).table
            await change_rules(ann, table, 190)
            tasks = await settled_tasks()
            narrow = [("grpc.http2.lookahead_bytes", 1024), ("grpc.http2.bdp_probe", 0)]
            async with grpc.aio.insecure_channel(f"127.0.0.1:{engine.port}", options=narrow) as channel:
                # Each is owed some 140 kB, more than such a connection takes unread.
                slow = Person(channel, ann.secret)
                calls = [slow.watch((table, "1")) for _ in range(8)]
                first = await calls[0].read()
                assert (first.table, first.version) == (table, 2)
                quick = Reader(ann, {table: ""})
                await quick.read({table: 192})
                await until(lambda: engine.app.watching.open_watches == 0)
                # Nobody waits for them to hear why, either: two tasks for each call are the client's.
                await until(lambda: len(asyncio.all_tasks()) <= tasks + 2 * len(calls) + 2)
                reasons = {await ending(call) for call in calls}
                assert reasons <= {"SLOW_CONSUMER", "cut off"}
                resumed = Reader(ann, {table: "1"}, {table: 1})
                await resumed.read({table: 192})
                assert resumed.kinds() == ["event"] * 191

    asyncio.run(tell())


async def change_rules(person: Person, table: str, times: int) -> None:
    """Events of three quarters of a kilobyte."""
    for turn in range(times):
        value = "3" if turn % 2 else "5"
        request = tables.SetOptionsRequest(
            request_id=new_id(), table=table, options=[{"key": "deals", "value": value}]
        )
        await person.ask(request)


async def ending(call: Any) -> str:  # noqa: ANN401
    """Why a stream ended, once everything in it was read."""
    try:
        while await call.read() is not grpc.aio.EOF:
            pass
    except grpc.aio.AioRpcError as error:
        if error.code() in (grpc.StatusCode.CANCELLED, grpc.StatusCode.UNKNOWN):
            return "cut off"
        return refusal_of(error).reason
    return "ended"


def test_no_task_stays_behind_when_clients_vanish() -> None:
    async def tell() -> None:
        async with here(limits=Limits(watches_per_player=500)) as engine:
            ann = await engine.person()
            table = (await ann.open()).table

            async def come_and_go(count: int) -> None:
                calls = [ann.watch(table) for _ in range(count)]
                await asyncio.gather(*(call.read() for call in calls))
                await ann.robots(table, 1)  # some are cut while they are written to
                for call in calls:
                    call.cancel()
                await until(lambda: engine.app.watching.open_watches == 0)

            await come_and_go(20)
            before = await settled_tasks()
            await come_and_go(200)
            assert await settled_tasks() <= before + 2

    asyncio.run(tell())


async def settled_tasks() -> int:
    """How many tasks there are once their number does not fall any more."""
    fewest = len(asyncio.all_tasks())
    for _ in range(20):
        await asyncio.sleep(0.02)
        fewest = min(fewest, len(asyncio.all_tasks()))
    return fewest


def test_a_move_taken_by_a_robot_comes_like_any_other() -> None:
    async def tell() -> None:
        async with here() as engine:
            ann = await engine.person()
            table = (await ann.open(deals="1")).table
            await ann.robots(table)
            reader = Reader(ann, {table: ""})
            listening = asyncio.create_task(follow_to_the_end(reader, table))
            await ann.start(table)
            await ann.hand_over(table)
            await asyncio.wait_for(listening, 60)
            assert reader.seen[-1][1] > 60

    asyncio.run(tell())
