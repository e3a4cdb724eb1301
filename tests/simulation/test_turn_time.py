"""Turns with a time: absolute deadlines, each fires once, and no time runs while the engine is away."""

from __future__ import annotations

import asyncio

import pytest
from fourth.v1 import moves_pb2, table_service_pb2, views_pb2
from fourth.v1.texts_pb2 import Setting
from fourth.v1.views_pb2 import View

from engine_server.application.ports import Due, DueKind
from engine_server.game.events import CallMade, WashAnswered
from engine_server.storage.memory import MemoryStore
from tests.simulation.gateway import DirectGateway
from tests.simulation.world import SimulatedEngine

SECONDS = 60
MS = 1000
KEEP = moves_pb2.Move(answer_wash=moves_pb2.AnswerWash(redeal=False))


async def timed(
    engine: SimulatedEngine,
    game: str = "duplicate",
    persons: int = 1,
    seconds: int | None = SECONDS,
    **rules: str,
) -> tuple[list[DirectGateway], str]:
    """Persons and robots at a table with a time for each turn, the match begun."""
    gateways = [DirectGateway(engine, bytes(31) + bytes([n + 1])) for n in range(persons)]
    for number, gateway in enumerate(gateways):
        await gateway.register(f"N{number}", "en")
    asked = table_service_pb2.CreateTableRequest(
        request_id="open",
        game=game,
        options=[Setting(key=key, value=value) for key, value in {"deals": "1", **rules}.items()],
        pace=views_pb2.PACE_SLOW,
        turn_seconds=seconds,
    )
    made = await gateways[0]._ask("CreateTable", asked, table_service_pb2.CreateTableResponse)
    for gateway in gateways[1:]:
        await gateway.join(made.code)
    for _ in range(4 - persons):
        await gateways[0].add_robot(made.table)
    await gateways[0].start(made.table)
    return gateways, made.table


async def my_turn(engine: SimulatedEngine, gateway: DirectGateway, table: str) -> View:
    """Robots move until the person must."""
    while not (view := await gateway.view(table)).legal_moves:
        await engine.bell.ring()
    return view


def turn_due(engine: SimulatedEngine) -> Due | None:
    due = engine.bell.next_due()
    return due if due is not None and due.what is DueKind.TURN else None


def restarted(engine: SimulatedEngine, away_ms: int) -> SimulatedEngine:
    assert isinstance(engine.store, MemoryStore)
    later = SimulatedEngine(engine.seed, engine.store)
    later.clock.now = engine.clock.now + away_ms
    return later


def test_a_robot_makes_the_one_move_of_who_is_late_and_the_seat_stays() -> None:
    async def tell() -> None:
        engine = SimulatedEngine(3)
        (ann,), table = await timed(engine)
        view = await my_turn(engine, ann, table)
        assert (view.turn_ms, view.due_ms) == (engine.clock.now, engine.clock.now + SECONDS * MS)
        log = len(await engine.store.load(table))
        await engine.bell.ring()
        assert engine.bell.rung[-1] == Due(DueKind.TURN, table, view.due_ms)
        assert engine.clock.now == view.due_ms
        after = await ann.view(table)
        assert not after.seats[0].robot_plays
        (event,) = (await engine.store.load(table))[log:]
        assert isinstance(event, CallMade)
        assert event.seat == 0
        assert not after.HasField("due_ms") or after.due_ms > view.due_ms

    asyncio.run(tell())


def test_who_moves_in_time_is_not_moved_for_and_the_next_turn_has_its_own_time() -> None:
    async def tell() -> None:
        engine = SimulatedEngine(3)
        (ann,), table = await timed(engine)
        first = await my_turn(engine, ann, table)
        engine.clock.now += 59 * MS
        await ann.move(table, first.legal_moves[0], first.decision_version)
        second = await my_turn(engine, ann, table)
        assert second.turn_ms == engine.clock.now
        assert second.due_ms == engine.clock.now + SECONDS * MS
        assert all(due.what is not DueKind.TURN for due in engine.bell.rung)

    asyncio.run(tell())


def test_a_ring_that_comes_again_or_too_late_moves_for_nobody() -> None:
    async def tell() -> None:
        engine = SimulatedEngine(3)
        (ann,), table = await timed(engine)
        view = await my_turn(engine, ann, table)
        old = Due(DueKind.TURN, table, view.due_ms)
        await ann.move(table, view.legal_moves[0], view.decision_version)
        second = await my_turn(engine, ann, table)
        log = len(await engine.store.load(table))
        assert engine.bell._answer is not None
        await engine.bell._answer(old)
        await engine.bell._answer(old)
        assert len(await engine.store.load(table)) == log
        assert (await ann.view(table)).decision_version == second.decision_version

    asyncio.run(tell())


@pytest.mark.parametrize("persons", [3, 4])
def test_all_who_are_late_with_one_question_are_moved_for_once_each(persons: int) -> None:
    async def tell() -> None:
        engine = SimulatedEngine(3)
        people, table = await timed(engine, "singapore", persons, wash="player_choice")
        view = await people[0].view(table)
        assert view.phase == views_pb2.PHASE_WASH
        engine.clock.now += 20 * MS
        await people[1].move(table, KEEP, view.decision_version)
        assert (await people[0].view(table)).due_ms == view.due_ms
        log = len(await engine.store.load(table))
        while (await people[0].view(table)).phase == views_pb2.PHASE_WASH:
            await engine.bell.ring()
        answers = [e.seat for e in (await engine.store.load(table))[log:] if isinstance(e, WashAnswered)]
        assert sorted(answers) == [0, 2, 3]

    asyncio.run(tell())


@pytest.mark.parametrize("hours", [0, 1, 100])
@pytest.mark.parametrize("kills", [1, 3])
def test_the_time_the_engine_was_away_is_given_back(hours: int, kills: int) -> None:
    async def tell() -> None:
        engine = SimulatedEngine(3)
        (ann,), table = await timed(engine)
        await my_turn(engine, ann, table)
        engine.clock.now += 40 * MS
        await engine.app.ledger.note_time()
        for _ in range(kills):
            engine = restarted(engine, hours * 3600 * MS)
            await engine.app.ledger.wake_up()
        ann = DirectGateway(engine, bytes(31) + b"\x01")
        assert (await ann.view(table)).due_ms == engine.clock.now + 20 * MS
        log = len(await engine.store.load(table))
        await engine.bell.ring()
        assert engine.bell.rung[-1].what is DueKind.TURN
        assert len(await engine.store.load(table)) == log + 1

    asyncio.run(tell())


def test_without_a_note_who_was_thinking_gets_at_least_what_was_left() -> None:
    async def tell() -> None:
        engine = SimulatedEngine(3)
        (ann,), table = await timed(engine)
        await my_turn(engine, ann, table)
        engine.clock.now += 40 * MS
        engine = restarted(engine, 3600 * MS)
        await engine.app.ledger.wake_up()
        ann = DirectGateway(engine, bytes(31) + b"\x01")
        assert (await ann.view(table)).due_ms == engine.clock.now + SECONDS * MS

    asyncio.run(tell())


def test_a_clock_set_back_does_not_stretch_a_turn_for_ever() -> None:
    async def tell() -> None:
        engine = SimulatedEngine(3)
        (ann,), table = await timed(engine)
        await my_turn(engine, ann, table)
        engine = restarted(engine, -1000 * 3600 * MS)
        await engine.app.ledger.wake_up()
        due = turn_due(engine)
        assert due is not None
        assert due.at_ms - engine.clock.now <= 24 * 3600 * MS

    asyncio.run(tell())


def test_tables_without_turn_time_wait_as_long_as_it_takes() -> None:
    async def tell() -> None:
        engine = SimulatedEngine(3)
        (ann,), table = await timed(engine, seconds=None)
        view = await my_turn(engine, ann, table)
        assert not view.HasField("due_ms")
        assert not view.HasField("turn_seconds")
        due = engine.bell.next_due()
        assert due is not None
        assert due.what is DueKind.IDLE

    asyncio.run(tell())


def test_a_table_left_alone_plays_to_its_end_turn_by_turn() -> None:
    async def tell() -> None:
        engine = SimulatedEngine(5)
        (ann,), table = await timed(engine, seconds=10)
        while (await ann.view(table)).stage == views_pb2.STAGE_PLAYING:
            await engine.bell.ring()
        view = await ann.view(table)
        assert view.stage == views_pb2.STAGE_OVER
        assert not view.seats[0].robot_plays
        fired = [due for due in engine.bell.rung if due.what is DueKind.TURN]
        assert len(fired) == len({due.at_ms for due in fired}) > 0

    asyncio.run(tell())
