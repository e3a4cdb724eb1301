"""A full or damaged store, a fault of our own, a deadline, too many calls, and stopping."""

from __future__ import annotations

import asyncio
import json
import signal
import sqlite3
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import grpc
import pytest
from fourth.v1 import advisor_service_pb2 as advisor
from fourth.v1 import player_service_pb2 as players
from fourth.v1 import server_service_pb2 as server
from fourth.v1 import table_service_pb2 as tables
from fourth.v1 import views_pb2 as views
from grpc_health.v1 import health_pb2, health_pb2_grpc
from structlog.testing import capture_logs

from engine_server.application.ports import Entry, StoreUnavailable, no_news
from engine_server.application.tables import Tables
from engine_server.service import timing
from engine_server.storage.connection import Connection, connect_file
from engine_server.storage.memory import MemoryStore
from engine_server.storage.sqlite import open_sqlite
from tests.service.callers import Person, Refusal, move_of, new_id, refusal_of, refused, until
from tests.service.engines import child, here
from tests.service.scenes import lobby, started

EXHAUSTED = grpc.StatusCode.RESOURCE_EXHAUSTED
Patch = pytest.MonkeyPatch


# --- a full store ----------------------------------------------------------------------------------------


class Room:
    """Decides how much room a store has."""

    def __init__(self) -> None:
        self._writes: Connection | None = None

    def connect(self, path: str) -> Connection:
        connection = connect_file(path)
        self._writes = self._writes or connection  # the first one writes
        return connection

    def limit(self, pages: int | None = None) -> None:
        """No room beyond what is used, or as much as is wanted."""
        assert self._writes is not None
        self._writes.execute(f"PRAGMA max_page_count = {pages or 1}")


def test_a_full_store_refuses_changes_shows_tables_and_recovers(tmp_path: Path) -> None:
    async def tell() -> None:
        room = Room()
        store = open_sqlite(str(tmp_path / "store.db"), room.connect)
        async with here(store) as engine:
            scene = await started(engine)
            ann = scene.people[0]
            room.limit()
            full = await until_refused(
                lambda: ann.ask(
                    tables.HandOverRequest(request_id=new_id(), table=scene.table, robot_plays=False)
                )
            )
            assert (full.code, full.reason) == (EXHAUSTED, "STORE_FULL")
            before = await scene.view()
            _, actor, view = await scene.actor()
            once = move_of(scene.table, view.legal_moves[0], view.decision_version)
            for request in (actor.ask(once), ann.open(), ann.open("singapore")):
                told = await refused(request)
                assert (told.code, told.reason) == (EXHAUSTED, "STORE_FULL")
            told = await until_refused(lambda: Person(engine.channel).register("Ben"))
            assert told.reason == "STORE_FULL"
            assert await scene.view() == before
            room.limit(100_000)
            version = (await actor.ask(once)).version
            assert version > before.version
            assert (await scene.view()).version == version
            assert (await actor.ask(once)).version == version
        await store.close()

    asyncio.run(tell())


async def until_refused(ask: Callable[[], Awaitable[object]]) -> Refusal:
    """Asks until what was left of the last page is used up."""
    for _ in range(400):
        try:
            await ask()
        except grpc.aio.AioRpcError as error:
            return refusal_of(error)
    raise AssertionError("the store took everything")


def test_robots_play_on_once_there_is_room_again(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(timing, "AGAIN_SECONDS", 0.05)

    async def tell() -> None:
        room = Room()
        store = open_sqlite(str(tmp_path / "store.db"), room.connect)
        async with here(store) as engine:
            ann = await engine.person()
            table = (await ann.open(deals="1")).table
            await ann.robots(table)
            await ann.start(table)
            await ann.hand_over(table)
            room.limit()
            await until_it_stands_still(ann, table)
            assert (await ann.view(table)).stage == views.STAGE_PLAYING
            room.limit(100_000)
            await until_over(ann, table)
        await store.close()

    asyncio.run(tell())


async def until_it_stands_still(person: Person, table: str) -> None:
    version, same = 0, 0
    while same < 5:
        await asyncio.sleep(0.1)
        now = (await person.view(table)).version
        same = same + 1 if now == version else 0
        version = now


async def until_over(person: Person, table: str) -> Any:  # noqa: ANN401
    async with asyncio.timeout(60):
        while (view := await person.view(table)).stage == views.STAGE_PLAYING:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    assert view.stage == views.STAGE_OVER
    return view


def test_a_store_that_does_not_answer_is_unavailable(monkeypatch: Patch) -> None:
    async def silent(*_: object) -> None:
        raise StoreUnavailable("the store failed")

    async def tell() -> None:
        store = MemoryStore()
        async with here(store) as engine:
            ann = await engine.person(language="de")
            table = (await ann.open()).table
            monkeypatch.setattr(store, "append", silent)
            refusal = await refused(ann.robots(table, 1))
            assert (refusal.code, refusal.reason) == (grpc.StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE")
            # Also where even the language of the refusal would have to be looked up.
            monkeypatch.setattr(store, "front_of_key", silent)
            front = Person(engine.channel, identity=[("fourth-front-key", "0" * 64), ("fourth-player", "x")])
            assert (await refused(front.ask(players.GetPlayerRequest()))).reason == "STORE_UNAVAILABLE"
            monkeypatch.undo()
            await ann.robots(table, 1)

    asyncio.run(tell())


# --- a damaged table -------------------------------------------------------------------------------------


def test_a_damaged_table_is_lost_and_no_other(tmp_path: Path) -> None:
    async def tell() -> None:
        path, secret = tmp_path / "store.db", b""
        opened: list[str] = []
        store = open_sqlite(str(path))
        async with here(store) as engine:
            ann = await engine.person()
            secret = ann.secret
            for _ in range(3):
                opened.append((await ann.open(deals="1")).table)
                await ann.robots(opened[-1])
                await ann.start(opened[-1])
        await store.close()
        damage(path, opened[1])
        store = open_sqlite(str(path))
        async with here(store) as engine:
            ann = Person(engine.channel, secret)
            for request in (
                tables.GetViewRequest(table=opened[1]),
                advisor.GetHintRequest(table=opened[1]),
                tables.HandOverRequest(request_id=new_id(), table=opened[1], robot_plays=True),
            ):
                refusal = await refused(ann.ask(request))
                assert (refusal.code, refusal.reason) == (grpc.StatusCode.DATA_LOSS, "GAME_CORRUPT")
            listed = await ann.ask(tables.ListTablesRequest())
            assert [summary.table for summary in listed.tables] == [opened[2], opened[0]]
            pages = await ann.ask(tables.ListTablesRequest(page_size=2))
            assert [summary.table for summary in pages.tables] == [opened[2]]
            rest = await ann.ask(tables.ListTablesRequest(page_size=2, page_token=pages.next_page_token))
            assert [summary.table for summary in rest.tables] == [opened[0]]
            call = ann.watch(opened[1], opened[0])
            got = [await call.read() for _ in range(2)]
            assert {m.problem.reason.code for m in got if m.HasField("problem")} == {"GAME_CORRUPT"}
            assert {m.table for m in got if m.HasField("snapshot")} == {opened[0]}
            call.cancel()
            for table in (opened[0], opened[2]):
                await ann.hand_over(table)
                await until_over(ann, table)
            # Who wants to be forgotten is not held back by it.
            await ann.ask(players.DeletePlayerRequest(request_id=new_id()))
            assert (await refused(ann.ask(players.GetPlayerRequest()))).reason == "TOKEN_INVALID"
        await store.close()
        assert secret

    asyncio.run(tell())


def damage(path: Path, table: str) -> None:
    file = sqlite3.connect(path)
    sql = """UPDATE events SET text = replace(text, 'SeatTaken', 'SeatLeft')
        WHERE number = (SELECT number FROM tables WHERE id = ?) AND version = 2"""
    assert file.execute(sql, (table,)).rowcount == 1
    file.commit()
    file.close()


# --- a fault of our own ----------------------------------------------------------------------------------

HAND = "AS KS QS hidden partner in seat 2"


def test_a_fault_tells_an_incident_and_nothing_else(
    monkeypatch: Patch, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(*_: object) -> None:
        raise ValueError(HAND)

    async def tell() -> None:
        async with here() as engine:
            scene = await started(engine)
            ann = scene.people[0].speaking("de")
            with monkeypatch.context() as patch, capture_logs() as logs:
                patch.setattr(Tables, "view", broken)
                refusal = await refused(ann.view(scene.table))
                watch = await refused(ann.watch(scene.table).read())
            for told in (refusal, watch):
                assert (told.code, told.reason, told.message) == (
                    grpc.StatusCode.INTERNAL,
                    "BUG",
                    "internal error",
                )
                assert told.arguments.keys() == {"incident"}
                assert HAND not in repr(told)
            assert [line["incident"] for line in logs] == [
                told.arguments["incident"] for told in (refusal, watch)
            ]
            assert HAND not in json.dumps(logs)
            assert {line["kind"] for line in logs} == {"ValueError"}
            assert (await scene.view()).version > 1

    asyncio.run(tell())
    assert HAND not in caplog.text


def test_a_fault_of_a_robot_is_logged_without_its_text(
    monkeypatch: Patch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ValueError(HAND)

    async def tell() -> None:
        async with here() as engine:
            ann = await engine.person()
            table = (await ann.open(deals="1")).table
            await ann.robots(table)
            with monkeypatch.context() as patch, capture_logs() as logs:
                patch.setattr("engine_server.application.house_players.choose", broken)
                await ann.start(table)
                await ann.hand_over(table)
                await until(lambda: bool(logs))
            assert logs[0]["kind"] == "ValueError"
            assert HAND not in json.dumps(logs)
            # The next change wakes the robots up.
            await ann.hand_over(table, to_robot=False)
            await ann.hand_over(table)
            await until_over(ann, table)

    asyncio.run(tell())
    assert HAND not in caplog.text


# --- deadlines -------------------------------------------------------------------------------------------


class Slow(MemoryStore):
    """A store whose commits wait until they are let go."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.gate.set()
        self.waiting = 0

    async def append(self, entry: Entry, committed: Callable[[], None] = no_news) -> None:
        self.waiting += 1
        writing = asyncio.ensure_future(self._write(entry, committed))
        await asyncio.shield(writing)  # a commit under way is not called back

    async def _write(self, entry: Entry, committed: Callable[[], None]) -> None:
        await self.gate.wait()
        self.waiting -= 1
        await super().append(entry, committed)


def test_a_deadline_before_the_change_begins_has_no_effect() -> None:
    async def tell() -> None:
        store = Slow()
        async with here(store) as engine:
            scene = await lobby(engine, 1)
            ann = scene.people[0]
            version = (await scene.view()).version
            store.gate.clear()
            first = asyncio.create_task(ann.robots(scene.table, 1))
            await until(lambda: store.waiting > 0)
            late = tables.AddRobotRequest(request_id="late", table=scene.table)
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await ann.ask(late, seconds=0.2)  # waits for its turn at the table, and gives up
            assert caught.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
            await asyncio.sleep(0.1)  # for the engine to hear of it
            store.gate.set()
            await first
            assert (await scene.view()).version == version + 1
            assert (await ann.ask(late)).version == version + 2

    asyncio.run(tell())


def test_a_deadline_after_the_change_began_is_answered_by_the_retry() -> None:
    async def tell() -> None:
        store = Slow()
        async with here(store) as engine:
            scene = await lobby(engine, 1)
            ann = scene.people[0]
            version = (await scene.view()).version
            store.gate.clear()
            request = tables.AddRobotRequest(request_id="once", table=scene.table)
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await ann.ask(request, seconds=0.2)
            assert caught.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
            store.gate.set()
            assert (await ann.ask(request)).version == version + 1
            assert (await scene.view()).version == version + 1

    asyncio.run(tell())


def test_the_engine_waits_for_nothing_for_ever() -> None:
    async def tell() -> None:
        store = Slow()
        async with here(store, patience=timing.Patience(unary=0.2)) as engine:
            scene = await lobby(engine, 1)
            ann = scene.people[0]
            store.gate.clear()
            request = tables.AddRobotRequest(request_id="once", table=scene.table)
            with pytest.raises(grpc.aio.AioRpcError) as caught:
                await ann.ask(request)
            assert caught.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
            store.gate.set()
            assert (await ann.ask(request)).seat == 1

    asyncio.run(tell())


def test_a_client_that_goes_away_takes_nothing_with_it() -> None:
    async def tell() -> None:
        store = Slow()
        async with here(store) as engine:
            ann = await engine.person()
            table = (await ann.open(deals="1")).table
            await ann.robots(table)
            store.gate.clear()
            request = tables.StartMatchRequest(request_id="start", table=table)
            going = asyncio.create_task(ann.ask(request))
            await until(lambda: store.waiting > 0)
            going.cancel()
            await asyncio.gather(going, return_exceptions=True)
            await asyncio.sleep(0.1)
            store.gate.set()
            version = (await ann.ask(request)).version
            assert version > 5
            await ann.hand_over(table)
            await until_over(ann, table)
            assert (await ann.ask(request)).version == version

    asyncio.run(tell())


# --- too many --------------------------------------------------------------------------------------------


def test_a_caller_has_a_number_of_calls_and_others_have_their_own() -> None:
    async def tell() -> None:
        async with here(calls_per_second=2) as engine:
            ann = await engine.person("Ann", "de")
            ben = await engine.person("Ben")
            refusal = None
            for _ in range(40):
                try:
                    await ann.ask(players.GetPlayerRequest())
                except grpc.aio.AioRpcError as error:
                    refusal = refusal_of(error)
                    break
            assert refusal is not None
            assert (refusal.code, refusal.reason) == (EXHAUSTED, "RATE_LIMITED")
            assert refusal.retry_seconds == 1
            assert refusal.language == "de"
            assert (await refused(ann.watch("x").read())).reason == "RATE_LIMITED"
            assert (await ben.ask(players.GetPlayerRequest())).player.name == "Ben"
            info = (await ben.ask(server.GetServerInfoRequest())).info
            assert info.limits.calls_per_second == 2
            async with asyncio.timeout(10):
                while True:
                    try:
                        await ann.ask(players.GetPlayerRequest())
                        break
                    except grpc.aio.AioRpcError:
                        await asyncio.sleep(0.1)

    asyncio.run(tell())


def test_another_name_in_every_call_does_not_help_and_hurts_nobody() -> None:
    async def tell() -> None:
        async with here(calls_per_second=2) as engine:
            ann = await engine.person("Ann")
            told = set()
            for n in range(40):
                invented = Person(engine.channel, identity=[("fourth-front-key", f"{n:064}")])
                told.add((await refused((invented if n % 2 else Person(engine.channel)).view("t"))).reason)
            assert told == {"TOKEN_INVALID", "RATE_LIMITED"}
            assert (await ann.ask(players.GetPlayerRequest())).player.name == "Ann"

    asyncio.run(tell())


def test_on_this_machine_calls_are_not_counted() -> None:
    async def tell() -> None:
        async with here() as engine:
            ann = await engine.person()
            await asyncio.gather(*(ann.ask(players.GetPlayerRequest()) for _ in range(3000)))
            assert (await ann.ask(server.GetServerInfoRequest())).info.limits.calls_per_second == 0

    asyncio.run(tell())


# --- stopping --------------------------------------------------------------------------------------------


def test_on_sigterm_streams_end_with_a_reason_and_the_engine_within_its_time(tmp_path: Path) -> None:
    async def tell(address: str, stop: Callable[[], None]) -> None:
        async with grpc.aio.insecure_channel(address) as channel:
            ann = await Person(channel).register("Ann")
            table = (await ann.open(deals="3", pace="PACE_FAST")).table
            await ann.robots(table)
            await ann.start(table)
            watches = [ann.watch(table) for _ in range(5)]
            for watch in watches:
                await watch.read()
            health = health_pb2_grpc.HealthStub(channel)
            serving = health.Watch(health_pb2.HealthCheckRequest())  # type: ignore[attr-defined]
            assert (await serving.read()).status == health_pb2.HealthCheckResponse.SERVING
            stop()
            for watch in watches:
                async with asyncio.timeout(5):
                    ended = await reason_of_the_end(watch)
                assert ended == (grpc.StatusCode.UNAVAILABLE, "SHUTTING_DOWN")
            assert (await serving.read()).status == health_pb2.HealthCheckResponse.NOT_SERVING

    with child(tmp_path / "store.db") as engine:
        asyncio.run(tell(engine.address, lambda: engine.process.send_signal(signal.SIGTERM)))
        assert engine.process.wait(10) == 0
        assert engine.log.read_text() == ""


async def reason_of_the_end(watch: Any) -> tuple[grpc.StatusCode, str]:  # noqa: ANN401
    try:
        while await watch.read() is not grpc.aio.EOF:
            pass
    except grpc.aio.AioRpcError as error:
        return error.code(), refusal_of(error).reason
    raise AssertionError("the stream ended without a reason")


def test_a_call_that_comes_while_the_engine_stops_is_told_so() -> None:
    async def tell() -> None:
        store = Slow()
        async with here(store) as engine:
            scene = await lobby(engine, 1)
            ann = scene.people[0]
            store.gate.clear()
            last = asyncio.create_task(ann.robots(scene.table, 1))
            await until(lambda: store.waiting > 0)
            engine.funnel.stop()
            refusal = await refused(ann.view(scene.table))
            assert (refusal.code, refusal.reason) == (grpc.StatusCode.UNAVAILABLE, "SHUTTING_DOWN")
            store.gate.set()
            await last  # what was begun is finished and answered

    asyncio.run(tell())
