"""How long a hint takes: the rule coach alone, and over gRPC beside fifty busy tables.

Alone: every seat of whole deals of every game asks the coach at each of its decisions, every legal move
rated with its reason, and plays the best; each question is timed. Busy: an engine of its own runs fifty
tables where four seats are played by robots at the quickest pace that people see (a move each quarter to
half a second, together some 130 durable moves a second), while a person plays a deal at one more table and
asks for a hint before each move; timed is the call, there and back.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator
from dataclasses import dataclass

import grpc
from fourth.v1 import advisor_service_pb2, moves_pb2, table_service_pb2, texts_pb2

from benchmarks.children import child, engine_arguments
from benchmarks.dealt import Calls, Person
from benchmarks.places import folder_on_disk
from benchmarks.rules import Lots
from benchmarks.running import Figures, Run, note, percentile, rounded
from engine_server.advisor.advice import advise
from engine_server.game.commands import AddRobot, Command, MakeMove, SitDown, StartMatch
from engine_server.game.consequences import Decided
from engine_server.game.decide import decide
from engine_server.game.events import Pace, TableOpened
from engine_server.game.evolve import opened
from engine_server.game.redact import view_for
from engine_server.game.state import TableState, acting_seats
from engine_server.game.view import Stage, View
from engine_server.rules.moves import Move
from engine_server.rules.variants import ALL, game_of

BUSY_GAME = "singapore"
BUSY_RULES = {"deals": "40"}
"""Long enough that no table comes to its end meanwhile."""
SEATS = 4


@dataclass(frozen=True, slots=True)
class Sizes:
    """Deals of each game played by the coach; busy tables, and hints asked for beside them."""

    deals: int = 60
    tables: int = 50
    asked: int = 400


QUICK = Sizes(deals=12, asked=120)


def measure(run: Run) -> Figures:
    """The figures of the benchmark `hints`."""
    return measured(run, QUICK if run.quick else Sizes())


def measured(run: Run, sizes: Sizes) -> Figures:
    """The figures from samples of given sizes."""
    lots = Lots(random.Random(run.seed))
    times = [took for game in ALL for took in _times_alone(game.key, lots, sizes.deals)]
    busy = asyncio.run(_times_busy(lots.chance, sizes))
    return {
        "rule_p50_ms": rounded(percentile(times, 50)),
        "rule_p99_ms": rounded(percentile(times, 99)),
        "search_p50_ms": None,
        "search_p99_ms": None,
        "busy50_rule_p95_ms": rounded(percentile(busy, 95)),
        "samples": {"hints": len(times), "busy_tables": sizes.tables, "busy_hints": len(busy)},
    }


# --- alone ---------------------------------------------------------------------------------------------


def _times_alone(game: str, lots: Lots, deals: int) -> Iterator[float]:
    """Milliseconds of every hint of so many deals that the coach plays with itself."""
    note(f"hints: {deals} deals of {game}")
    for _ in range(deals):
        state = _dealt(game, lots)
        while state.stage is Stage.PLAYING:
            seat = acting_seats(state)[0]
            took, move = _timed_hint(view_for(state, seat), lots)
            yield took
            state = _done(state, MakeMove(seat, move), lots)


def _timed_hint(view: View, lots: Lots) -> tuple[float, Move]:
    began = time.perf_counter()
    advice = advise(view, lots)
    return (time.perf_counter() - began) * 1000, advice.moves[0].move


def _dealt(game: str, lots: Lots) -> TableState:
    options = game_of(game).read({"deals": "1"}).as_text()
    state = opened(TableOpened("table", "K7Q2", game, options, Pace.NONE, spectators=False, practice=True))
    state = _done(state, SitDown("host", "0", None), lots)
    for seat in range(1, state.variant.seats):
        state = _done(state, AddRobot("host", str(seat), None), lots)
    return _done(state, StartMatch("host"), lots)


def _done(state: TableState, command: Command, lots: Lots) -> TableState:
    decided = decide(state, command, lots)
    assert isinstance(decided, Decided)
    return decided.state


# --- beside busy tables --------------------------------------------------------------------------------


async def _times_busy(lots: random.Random, sizes: Sizes) -> list[float]:
    """Milliseconds of every hint asked for while all tables play."""
    note(f"hints: {sizes.tables} busy tables")
    with folder_on_disk() as folder, child("engine_server", *engine_arguments(folder / "f.db")) as engine:
        async with grpc.aio.insecure_channel(engine.address) as channel:
            calls = Calls(channel)
            for _ in range(sizes.tables):
                await _robots_only(calls, lots)
            return await Asker(calls, lots).times(sizes.asked)


async def _robots_only(calls: Calls, lots: random.Random) -> None:
    """A table whose only person lets a robot play."""
    person = await calls.register(lots.randbytes(32))
    table = await _started(calls, person, "PACE_FAST")
    asked = table_service_pb2.HandOverRequest(request_id="auto", table=table, robot_plays=True)
    await calls.table("HandOver", asked, person)


async def _started(calls: Calls, person: Person, pace: str) -> str:
    """A table of a person and robots, its match begun."""
    opening = table_service_pb2.CreateTableRequest(
        request_id="open",
        game=BUSY_GAME,
        options=[texts_pb2.Setting(key=key, value=value) for key, value in BUSY_RULES.items()],
        pace=pace,
    )
    answer = await calls.table("CreateTable", opening, person)
    table = table_service_pb2.CreateTableResponse.FromString(answer).table
    for seat in range(1, SEATS):
        robot = table_service_pb2.AddRobotRequest(request_id=f"robot{seat}", table=table, seat=seat)
        await calls.table("AddRobot", robot, person)
    await calls.table(
        "StartMatch", table_service_pb2.StartMatchRequest(request_id="start", table=table), person
    )
    return table


class Asker:
    """A person who plays with robots that do not pause, and asks for a hint before each move."""

    def __init__(self, calls: Calls, lots: random.Random) -> None:
        self._calls = calls
        self._lots = lots
        self._made = 0

    async def times(self, count: int) -> list[float]:
        """Milliseconds of so many hints."""
        person = await self._calls.register(self._lots.randbytes(32))
        table = await _started(self._calls, person, "PACE_NONE")
        times: list[float] = []
        while len(times) < count:
            if (await self._calls.view(table, person)).legal_moves:
                took, move = await self._hint(table, person)
                times.append(took)
                await self._play(table, person, move)
            else:
                await asyncio.sleep(0.02)
        return times

    async def _hint(self, table: str, person: Person) -> tuple[float, moves_pb2.Move]:
        asked = advisor_service_pb2.GetHintRequest(table=table).SerializeToString()
        began = time.perf_counter()
        answer = await self._calls.hint(asked, metadata=person.metadata)
        took = (time.perf_counter() - began) * 1000
        return took, advisor_service_pb2.GetHintResponse.FromString(answer).moves[0].move

    async def _play(self, table: str, person: Person, move: moves_pb2.Move) -> None:
        self._made += 1
        asked = table_service_pb2.SubmitMoveRequest(request_id=f"m{self._made}", table=table, move=move)
        await self._calls.table("SubmitMove", asked, person)
