"""A match in simulated time: hours pass in a blink, and one seed gives one log."""

from __future__ import annotations

import asyncio

import pytest
from fourth.v1 import views_pb2

from engine_server.advisor.advice import Chance
from engine_server.application import house_players
from engine_server.application.pacing import HOUR_MS, WAITS
from engine_server.application.ports import Due, DueKind
from engine_server.game.encoding import event_text
from engine_server.game.events import MatchEnded, Pace, TableClosed
from engine_server.game.view import View
from engine_server.rules.moves import Move
from telegram_client.conversation.gateway import Refusal, TableWish
from tests.simulation.gateway import DirectGateway
from tests.simulation.world import BEGINNING_MS, SimulatedEngine

GAMES = ("floating", "singapore")


async def seated(engine: SimulatedEngine, game: str, deals: str = "1") -> tuple[DirectGateway, str]:
    """A person with three robots at a slow table, the match begun."""
    gateway = DirectGateway(engine, bytes(31) + b"\x01")
    await gateway.register("Ann", "en")
    wish = TableWish(game, {"deals": deals}, views_pb2.PACE_SLOW, 2)
    opened = await gateway.open_table(wish)
    for _ in range(3):
        await gateway.add_robot(opened.table)
    await gateway.start(opened.table)
    return gateway, opened.table


async def played(engine: SimulatedEngine, game: str) -> views_pb2.View:
    """The view at the end of a match in which the person takes every hint."""
    gateway, table = await seated(engine, game)
    while True:
        view = await gateway.view(table)
        if view.stage == views_pb2.STAGE_OVER:
            return view
        if view.legal_moves:
            best = (await gateway.hint(table)).moves[0].move
            await gateway.move(table, best, view.decision_version)
        else:
            await engine.bell.ring()


async def log_of(seed: int, game: str) -> tuple[str, ...]:
    engine = SimulatedEngine(seed)
    view = await played(engine, game)
    return tuple(map(event_text, await engine.store.load(view.table)))


@pytest.mark.parametrize("game", GAMES)
def test_one_seed_gives_one_log(game: str) -> None:
    first, again = asyncio.run(log_of(5, game)), asyncio.run(log_of(5, game))
    assert first == again
    assert asyncio.run(log_of(6, game)) != first


@pytest.mark.parametrize("game", GAMES)
def test_robots_take_the_time_their_pace_says(game: str) -> None:
    engine = SimulatedEngine(7)
    asyncio.run(played(engine, game))
    robots = [due for due in engine.bell.rung if due.what is DueKind.ROBOT]
    assert len(robots) >= 39
    assert engine.clock.now - BEGINNING_MS >= len(robots) * WAITS[Pace.SLOW].think


@pytest.mark.parametrize("changes", [(False,), (True, False)])
def test_nobody_puts_off_what_happens_by_itself(changes: tuple[bool, ...]) -> None:
    async def hurried(what: DueKind, spread: int) -> None:
        engine = SimulatedEngine(9)
        gateway, table = await seated(engine, "floating", deals="3")
        if what is DueKind.NEXT_DEAL:
            await gateway.hand_over(table, robot_plays=True)
        while (due := next_by_itself(engine)) is None or due.what is not what:
            if due is None:
                view = await gateway.view(table)
                await gateway.move(table, view.legal_moves[0], view.decision_version)
            else:
                await engine.bell.ring()
        for to_robot in changes * 20:
            engine.clock.now += spread
            await gateway.hand_over(table, robot_plays=to_robot)
        assert next_by_itself(engine) == due
        assert due in await engine.store.due()

    asyncio.run(hurried(DueKind.ROBOT, 50))
    asyncio.run(hurried(DueKind.NEXT_DEAL, 500))


def next_by_itself(engine: SimulatedEngine) -> Due | None:
    due = engine.bell.next_due()
    return None if due is None or due.what is DueKind.IDLE else due


def test_a_forgotten_table_is_closed_once_its_time_has_come() -> None:
    async def forgotten() -> None:
        engine = SimulatedEngine(8)
        _, table = await seated(engine, "floating")
        while (due := engine.bell.next_due()) and due.what is not DueKind.IDLE:
            await engine.bell.ring()
        await engine.bell.ring()
        assert isinstance((await engine.store.load(table))[-1], TableClosed)
        assert engine.bell.next_due() is None

    asyncio.run(forgotten())


@pytest.mark.parametrize("game", GAMES)
def test_robots_play_on_when_the_coach_fails(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(view: View, rng: Chance) -> Move:
        raise RuntimeError("no advice")

    monkeypatch.setattr(house_players, "choose", fails)
    engine = SimulatedEngine(10)
    view = asyncio.run(played(engine, game))
    assert view.stage == views_pb2.STAGE_OVER
    assert len(engine.faults) >= 39


def test_a_refusal_comes_with_its_sentence() -> None:
    async def refused() -> Refusal:
        engine = SimulatedEngine(9)
        gateway, _ = await seated(engine, "floating")
        gateway.speak("de")
        with pytest.raises(Refusal) as refusal:
            await gateway.look_up("ZZZZ")
        return refusal.value

    refusal = asyncio.run(refused())
    assert refusal.reason == "GAME_UNKNOWN"
    assert "Tisch" in refusal.sentence


@pytest.mark.parametrize("away", [100 * HOUR_MS, -100 * HOUR_MS])
def test_after_a_long_absence_or_with_a_clock_set_right_a_match_goes_on(away: int) -> None:
    async def returned() -> None:
        engine = SimulatedEngine(10)
        gateway, table = await seated(engine, "floating")
        await gateway.hand_over(table, robot_plays=True)
        later = SimulatedEngine(10, engine.store)
        later.clock.now = engine.clock.now + away
        await later.app.ledger.wake_up()
        began = later.clock.now
        while next_by_itself(later):
            await later.bell.ring()
        assert isinstance((await engine.store.load(table))[-1], MatchEnded)
        assert later.clock.now - began < HOUR_MS

    asyncio.run(returned())


def test_after_an_absence_people_have_an_hour_to_come_back() -> None:
    async def returned() -> None:
        engine = SimulatedEngine(11)
        gateway, table = await seated(engine, "floating")
        while not (await gateway.view(table)).legal_moves:
            await engine.bell.ring()
        later = SimulatedEngine(11, engine.store)
        later.clock.now = engine.clock.now + 100 * HOUR_MS
        began = later.clock.now
        await later.app.ledger.wake_up()
        await later.bell.ring()
        assert later.clock.now - began == HOUR_MS
        assert isinstance((await engine.store.load(table))[-1], TableClosed)

    asyncio.run(returned())
