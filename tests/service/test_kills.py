"""The engine is killed while games go on: no answered move is lost, none made twice, and play goes on."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import grpc
import pytest
from fourth.v1 import table_service_pb2 as tables
from fourth.v1 import views_pb2 as views

from tests.service.callers import Person, move_of, new_id, until
from tests.service.engines import Child, child
from tests.service.test_watch import Reader

GAMES = 20
KILLS = 8


@dataclass
class Game:
    """A table against robots, played by somebody who tries each move until it is answered."""

    person: Person
    table: str
    rng: Random
    reader: Reader
    pending: tables.SubmitMoveRequest | None = None
    answered: dict[str, tuple[tables.SubmitMoveRequest, int]] = field(default_factory=dict)

    async def play(self) -> None:
        """Plays until the match is over or the engine is gone."""
        while True:
            if self.pending is not None:
                answer = await self.person.ask(self.pending)
                self.answered[self.pending.request_id] = (self.pending, answer.version)
                self.pending = None
            view = await self.person.view(self.table)
            if view.stage != views.STAGE_PLAYING:
                return
            if view.legal_moves:
                move = self.rng.choice(view.legal_moves)
                self.pending = move_of(self.table, move, view.decision_version)
            else:
                await asyncio.sleep(0.005)

    def moves_made(self) -> int:
        """The moves of this seat in the log, as its watcher saw them."""
        return sum(_made_by(message, 0) for message in self.reader.messages)


def _made_by(message: Any, seat: int) -> bool:  # noqa: ANN401
    if not message.HasField("event"):
        return False
    event = message.event
    kind = event.WhichOneof("kind")
    if kind == "call_made":
        return bool(event.call_made.seat == seat and not event.call_made.entered)
    if kind in ("partner_called", "card_played"):
        return bool(getattr(event, kind).seat == seat)
    return False


async def begin(channel: grpc.aio.Channel, number: int) -> Game:
    person = await Person(channel).register(f"N {number}")
    game = ("floating", "singapore")[number % 2]
    table = (await person.open(game, deals="5" if game == "floating" else "9")).table
    await person.robots(table)
    await person.start(table)
    return Game(person, table, Random(number), Reader(person, {table: "0"}, {table: 0}))


async def play_until_killed(engine: Child, games: list[Game], rng: Random) -> None:
    async with grpc.aio.insecure_channel(engine.address) as channel:
        if not games:
            games += [await begin(channel, number) for number in range(GAMES)]
        for game in games:
            game.person.channel = channel
        await asyncio.gather(*(check_nothing_is_lost(game) for game in games))
        playing = [asyncio.create_task(game.play()) for game in games]
        before = sum(len(game.answered) for game in games)
        await until(lambda: sum(len(game.answered) for game in games) > before + GAMES)
        await asyncio.sleep(rng.random() / 20)
        engine.kill()
        ends = await asyncio.gather(*playing, return_exceptions=True)
        assert all(end is None or is_cut_off(end) for end in ends)


def is_cut_off(end: BaseException) -> bool:
    """Whether a call ended with the engine and not with an answer of it."""
    if not isinstance(end, grpc.aio.AioRpcError):
        return False
    return "fourth-reason" not in dict(end.trailing_metadata() or ())


async def check_nothing_is_lost(game: Game) -> None:
    """Every answer given so far is given again, and the watch goes on without a gap."""
    for request, version in game.answered.values():
        assert (await game.person.ask(request)).version == version
    view = await game.person.view(game.table)
    assert view.viewer == 0
    assert [seat.is_robot for seat in view.seats] == [False, True, True, True]
    assert all(version <= view.version for _, version in game.answered.values())
    await game.reader.read({game.table: view.version})


async def play_to_the_end(engine: Child, games: list[Game]) -> None:
    async with grpc.aio.insecure_channel(engine.address) as channel:
        for game in games:
            game.person.channel = channel
            listed = await game.person.ask(tables.ListTablesRequest())
            assert [summary.table for summary in listed.tables] == [game.table]
            await check_nothing_is_lost(game)
            if game.pending is not None:
                answer = await game.person.ask(game.pending)
                game.answered[game.pending.request_id] = (game.pending, answer.version)
            await game.reader.read({game.table: (await game.person.view(game.table)).version})
            assert game.moves_made() == len(game.answered), "a move was lost or made twice"


@pytest.mark.timeout(180)
def test_a_killed_engine_loses_and_doubles_nothing(tmp_path: Path) -> None:
    games: list[Game] = []
    rng = Random(5)
    for _ in range(KILLS):
        with child(tmp_path / "store.db") as engine:
            asyncio.run(play_until_killed(engine, games, rng))
            assert engine.log.read_text() == ""
    with child(tmp_path / "store.db") as engine:
        asyncio.run(play_to_the_end(engine, games))
        assert engine.log.read_text() == ""


def test_robots_play_on_by_themselves_after_a_kill(tmp_path: Path) -> None:
    secret, table = b"", ""

    async def begun(address: str) -> None:
        nonlocal secret, table
        async with grpc.aio.insecure_channel(address) as channel:
            person = await Person(channel).register("Ann")
            secret = person.secret
            table = (await person.open(deals="1", pace="PACE_FAST")).table
            await person.robots(table)
            await person.start(table)
            await person.hand_over(table)

    async def seen(address: str) -> None:
        """Nobody does anything; the stream alone tells that the deal is played."""
        async with grpc.aio.insecure_channel(address) as channel:
            reader = Reader(Person(channel, secret), {table: "0"}, {table: 0})
            version = (await reader.person.view(table)).version
            await reader.read({table: version + 3})
            assert {kind for _, _, kind in reader.seen} == {"event"}

    with child(tmp_path / "store.db") as engine:
        asyncio.run(begun(engine.address))
        engine.kill()
    with child(tmp_path / "store.db") as engine:
        asyncio.run(seen(engine.address))


def test_a_request_answered_before_a_kill_is_answered_alike_after(tmp_path: Path) -> None:
    create = tables.CreateTableRequest(request_id="open", game="floating")
    secret, first = b"", b""

    async def ask(address: str, person: bytes) -> tuple[bytes, bytes]:
        async with grpc.aio.insecure_channel(address) as channel:
            ann = Person(channel, person) if person else await Person(channel).register("Ann")
            answer = await ann.ask(create)
            await ann.ask(tables.AddRobotRequest(request_id=new_id(), table=answer.table))
            return ann.secret, answer.SerializeToString()

    for _ in range(2):
        with child(tmp_path / "store.db") as engine:
            secret, answer = asyncio.run(ask(engine.address, secret))
            assert answer == (first or answer)
            first = answer
            engine.kill()
