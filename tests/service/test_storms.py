"""Many at once: bursts of streams and calls lose nothing, and one decision is made once."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path

import grpc
from fourth.v1 import player_service_pb2 as players
from fourth.v1 import table_service_pb2 as tables

from engine_server.application.access import Limits
from engine_server.storage.sqlite import open_sqlite
from tests.service.callers import Person, move_of, new_id, refusal_of
from tests.service.engines import child, here
from tests.service.scenes import lobby, started

OWN_CONNECTION = [("grpc.use_local_subchannel_pool", 1)]


def test_2800_watches_opened_at_once_all_begin(tmp_path: Path) -> None:
    connections, each, watches = 28, 7, 16 * 6 + 4  # 7 players of 16, 16, ... and 4 watches a connection

    async def tell(address: str) -> None:
        async with AsyncExitStack() as stack:
            channels = [
                await stack.enter_async_context(grpc.aio.insecure_channel(address, options=OWN_CONNECTION))
                for _ in range(connections)
            ]
            people = [
                await asyncio.gather(*(Person(channel).register(f"N {n}") for n in range(each)))
                for channel in channels
            ]
            table = (await people[0][0].open(spectators="yes")).table
            calls = [crowd[n // 16].watch(table, timeout=100) for crowd in people for n in range(watches)]
            assert len(calls) == 2800
            async with asyncio.timeout(100):
                first = await asyncio.gather(*(call.read() for call in calls), return_exceptions=True)
            lost = Counter(e.code() for e in first if isinstance(e, grpc.aio.AioRpcError))
            assert not lost
            assert all(message.HasField("snapshot") for message in first)  # type: ignore[union-attr]
            for call in calls:
                call.cancel()

    with child(tmp_path / "store.db") as engine:
        asyncio.run(tell(engine.address))
        assert engine.log.read_text() == ""


def test_1500_calls_at_once_are_all_answered(tmp_path: Path) -> None:
    async def tell(address: str) -> None:
        async with AsyncExitStack() as stack:
            channels = [
                await stack.enter_async_context(grpc.aio.insecure_channel(address, options=OWN_CONNECTION))
                for _ in range(15)
            ]
            people = await asyncio.gather(*(Person(channel).register("Ann") for channel in channels))
            opened = [await person.open() for person in people]
            asked = [
                person.ask(tables.GetViewRequest(table=one.table), seconds=100)
                for person, one in zip(people, opened, strict=True)
                for _ in range(50)
            ] + [person.open(deals="1") for person in people for _ in range(49)]
            answers = await asyncio.gather(*asked, return_exceptions=True)
            assert [answer for answer in answers if isinstance(answer, BaseException)] == []
            calls = 1500 - len(asked)
            more = await asyncio.gather(*(people[0].view(opened[0].table) for _ in range(calls)))
            assert len(more) == calls

    with child(tmp_path / "store.db") as engine:
        asyncio.run(tell(engine.address))
        assert engine.log.read_text() == ""


def test_50_taps_on_one_prompt_make_one_move() -> None:
    async def tell() -> None:
        async with here() as engine:
            scene = await started(engine)
            for _ in range(3):  # in the auction, where a card is called, and in the play
                before = (await scene.view()).version
                _, person, view = await scene.actor()
                legal = list(view.legal_moves)
                taps = [
                    person.ask(move_of(scene.table, legal[n % len(legal)], view.decision_version))
                    for n in range(50)
                ]
                told = await asyncio.gather(*taps, return_exceptions=True)
                made = [answer for answer in told if not isinstance(answer, BaseException)]
                reasons = {refusal_of(e).reason for e in told if isinstance(e, grpc.aio.AioRpcError)}
                assert len(made) == 1
                assert reasons <= {"STALE_VERSION", "NOT_YOUR_TURN"}
                assert made[0].version == before + 1
                await scene.step(lambda view: view.legal_moves[0])

    asyncio.run(tell())


def test_the_same_request_50_times_at_once_makes_one_change() -> None:
    async def tell() -> None:
        async with here() as engine:
            scene = await started(engine)
            _, person, view = await scene.actor()
            move = move_of(scene.table, view.legal_moves[0], view.decision_version, "tap")
            answers = await asyncio.gather(*(person.ask(move) for _ in range(50)))
            assert {answer.version for answer in answers} == {view.version + 1}
            assert (await scene.view()).version == view.version + 1

            create = tables.CreateTableRequest(request_id="open", game="floating")
            opened = await asyncio.gather(*(person.ask(create) for _ in range(50)))
            assert len({answer.SerializeToString() for answer in opened}) == 1
            assert len((await person.ask(tables.ListTablesRequest())).tables) == 2

            ann = await lobby(engine, 1)
            join = tables.JoinTableRequest(request_id="join", table=ann.table)
            seats = await asyncio.gather(*(ann.stranger.ask(join) for _ in range(50)))
            assert {(answer.seat, answer.version) for answer in seats} == {(1, 3)}

            newt = Person(engine.channel)
            registrations = [
                players.RegisterRequest(request_id=new_id(), secret=newt.secret, name="Newt")
                for _ in range(50)
            ]
            newts = await asyncio.gather(*(newt.ask(request) for request in registrations))
            assert len({answer.player for answer in newts}) == 1

    asyncio.run(tell())


def test_50_people_get_the_seats_there_are() -> None:
    async def tell() -> None:
        async with here() as engine:
            scene = await lobby(engine, 1)
            people = await asyncio.gather(*(engine.person(f"N {n}") for n in range(50)))
            told = await asyncio.gather(*(one.join(scene.table) for one in people), return_exceptions=True)
            seats = sorted(answer.seat for answer in told if not isinstance(answer, BaseException))
            assert seats == [1, 2, 3]
            reasons = {refusal_of(e).reason for e in told if isinstance(e, grpc.aio.AioRpcError)}
            assert reasons == {"TABLE_FULL"}

    asyncio.run(tell())


def test_a_limit_of_tables_holds_also_against_a_burst(tmp_path: Path) -> None:
    async def tell() -> None:
        store = open_sqlite(str(tmp_path / "store.db"))
        async with here(store, limits=Limits(tables_per_player=5)) as engine:
            ann, ben = await engine.person(), await engine.person("Ben")
            bens = [(await ben.open()).table for _ in range(3)]
            asked = [ann.open() for _ in range(20)] + [ann.join(table) for table in bens]
            told = await asyncio.gather(*asked, return_exceptions=True)
            refusals = [refusal_of(e) for e in told if isinstance(e, grpc.aio.AioRpcError)]
            assert len(told) - len(refusals) == 5
            assert {(r.code, r.reason, r.retry_seconds) for r in refusals} == {
                (grpc.StatusCode.RESOURCE_EXHAUSTED, "GAME_LIMIT", 60)
            }
            mine = (await ann.ask(tables.ListTablesRequest())).tables
            assert len(mine) == 5
            # A table that is left makes room.
            await ann.ask(tables.LeaveTableRequest(request_id=new_id(), table=mine[0].table))
            await ann.open()
        await store.close()

    asyncio.run(tell())
