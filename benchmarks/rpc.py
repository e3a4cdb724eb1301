"""Durable moves over gRPC, beside a raw echo on the same server options and beside bare commits of SQLite.

Three servers stand side by side, each in a process of its own: a raw echo, an engine with its store on the
disk of the working directory, and one with its store on a RAM disk. One process calls them; a caller has
one call under way at a time and makes whole deals at tables of its own, all four seats, every move planned
before the clock runs (dealt.py), so each call is one durable move and no robot plays. The echo is sent the
very same messages and metadata. Echo, RAM and disk take turns within a round; figures are medians over the
rounds, a ratio the median of the ratios within each round. Bare commits are counted in the same folder
right before and after the lone caller's moves. Rows per commit are moves per transaction, counted by an
engine of its own through a connection that marks each commit (marked_engine.py).
"""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any, TypeAlias

import grpc

from benchmarks import echo
from benchmarks.children import Child, child, engine_arguments
from benchmarks.dealt import Calls, DealtTable, Wish, tables_dealt
from benchmarks.marked_engine import Marks
from benchmarks.places import bare_commits_per_s, folder_in_ram, folder_on_disk
from benchmarks.running import Figures, Run, note, percentile, rounded

CALLERS = (1, 8, 64)
CHANNEL_CALLERS = 8
"""Callers that share a connection, as the players of a front do."""
Submit: TypeAlias = Callable[[Wish], Coroutine[Any, Any, bytes]]


@dataclass(frozen=True, slots=True)
class Sizes:
    """`tables` to be played by each of 1, 8 and 64 callers; about 57 moves a table."""

    rounds: int = 5
    tables: tuple[int, int, int] = (8, 3, 1)
    bare_seconds: float = 0.5
    weighed_tables: int = 200


QUICK = Sizes(rounds=3, tables=(2, 1, 1), bare_seconds=0.15)


@dataclass(slots=True)
class Samples:
    """What one server did with one number of callers: a rate each round, and every call's milliseconds."""

    rates: list[float] = field(default_factory=list)
    times_ms: list[float] = field(default_factory=list)

    def figures(self) -> Figures:
        """The medians."""
        return {
            "moves_per_s": rounded(median(self.rates)),
            "p50_ms": rounded(percentile(self.times_ms, 50)),
            "p99_ms": rounded(percentile(self.times_ms, 99)),
        }


Measured: TypeAlias = dict[int, Samples]


def measure(run: Run) -> Figures:
    """The figures of the benchmark `rpc`."""
    return asyncio.run(measured(run, QUICK if run.quick else Sizes()))


async def measured(run: Run, sizes: Sizes) -> Figures:
    """The figures from samples of given sizes."""
    lots = random.Random(run.seed)
    with ExitStack() as stack:
        disk, ram = stack.enter_context(folder_on_disk()), stack.enter_context(folder_in_ram())
        if ram is None:
            note("rpc: no RAM disk at /dev/shm, so the figures of `ram` are null")
        echoing = stack.enter_context(child("benchmarks.echo"))
        engines = {"disk": disk, **({"ram": ram} if ram else {})}
        running = {
            name: stack.enter_context(child("engine_server", *engine_arguments(folder / "fourth.db")))
            for name, folder in engines.items()
        }
        rounds = Rounds(echoing, running, disk, lots, sizes)
        for number in range(sizes.rounds):
            note(f"rpc: round {number + 1} of {sizes.rounds}")
            await rounds.play()
        rows = await _moves_per_commit(disk, lots)
        weight = await _rss_mb(ram or disk, lots, sizes.weighed_tables)
    return {**rounds.figures(), "rows_per_commit": {"64": rows}, "rss_mb": weight, "samples": _held(sizes)}


def _held(sizes: Sizes) -> Figures:
    return {
        "rounds": sizes.rounds,
        "tables_a_caller": dict(zip(map(str, CALLERS), sizes.tables, strict=True)),
        "tables_weighed": sizes.weighed_tables,
    }


class Rounds:
    """The rounds of echo and durable moves in turn."""

    def __init__(
        self, echoing: Child, engines: dict[str, Child], disk: Path, lots: random.Random, sizes: Sizes
    ) -> None:
        self._echoing = echoing
        self._engines = engines
        self._disk = disk
        self._lots = lots
        self._sizes = sizes
        self._echo: Measured = {callers: Samples() for callers in CALLERS}
        self._moves: dict[str, Measured] = {
            name: {callers: Samples() for callers in CALLERS} for name in engines
        }
        self._bare: list[float] = []

    async def play(self) -> None:
        """One round: for each number of callers the engines and the echo, one after the other."""
        for callers, each in zip(CALLERS, self._sizes.tables, strict=True):
            for name, engine in self._engines.items():
                await self._engine(name, engine, callers, each)
            # The tables of the last engine are played once more at the echo, which keeps nothing.
            await self._play_echo(callers)

    async def _engine(self, name: str, engine: Child, callers: int, each: int) -> None:
        channels = await _channels(engine, callers)
        try:
            tables = await tables_dealt(Calls(channels[0]), callers * each, self._lots)
            self._shares = [tables[caller::callers] for caller in range(callers)]
            submits = [_submit(Calls(channel).submit_move) for channel in channels]
            bare = self._bare_before(name, callers)
            await _timed(submits, self._shares, self._moves[name][callers])
            self._bare_after(bare)
        finally:
            await _close(channels)

    def _bare_before(self, name: str, callers: int) -> list[float] | None:
        lone_on_disk = name == "disk" and callers == 1
        return [bare_commits_per_s(self._disk, self._sizes.bare_seconds)] if lone_on_disk else None

    def _bare_after(self, before: list[float] | None) -> None:
        if before:
            after = bare_commits_per_s(self._disk, self._sizes.bare_seconds)
            self._bare.append((before[0] + after) / 2)

    async def _play_echo(self, callers: int) -> None:
        channels = await _channels(self._echoing, callers)
        try:
            submits = [_submit(channel.unary_unary(echo.METHOD)) for channel in channels]
            await _timed(submits, self._shares, self._echo[callers])
        finally:
            await _close(channels)

    def figures(self) -> Figures:
        """Medians and ratios."""
        return {
            "disk": self._place("disk"),
            "ram": self._place("ram") if "ram" in self._engines else None,
            "echo": {str(callers): self._echo[callers].figures()["moves_per_s"] for callers in CALLERS},
            "bare_commits_per_s": rounded(median(self._bare)),
            "ratio_to_commits": {"1": _ratio(self._moves["disk"][1].rates, self._bare)},
        }

    def _place(self, name: str) -> Figures:
        moves = self._moves[name]
        return {
            "callers": {str(callers): moves[callers].figures() for callers in CALLERS},
            "ratio_to_echo": {
                str(callers): _ratio(moves[callers].rates, self._echo[callers].rates) for callers in CALLERS
            },
        }


def _ratio(rates: Sequence[float], peers: Sequence[float]) -> float:
    return rounded(median(rate / peer for rate, peer in zip(rates, peers, strict=True)))


# --- calling -------------------------------------------------------------------------------------------


async def _channels(server: Child, callers: int) -> list[grpc.aio.Channel]:
    """A connection for each group of callers, open already; the library would share one pool between them."""
    channels = [
        grpc.aio.insecure_channel(server.address, options=[("grpc.use_local_subchannel_pool", 1)])
        for _ in range(-(-callers // CHANNEL_CALLERS))
    ]
    for channel in channels:
        await channel.channel_ready()
    return channels


async def _close(channels: Sequence[grpc.aio.Channel]) -> None:
    for channel in channels:
        await channel.close()


def _submit(call: Callable[..., Any]) -> Submit:
    async def submit(wish: Wish) -> bytes:
        return bytes(await call(wish.message, metadata=wish.person.metadata))

    return submit


async def _timed(submits: Sequence[Submit], shares: Sequence[Sequence[DealtTable]], samples: Samples) -> None:
    """All callers at once, each through its tables one call after another."""
    began = time.perf_counter()
    times = await asyncio.gather(
        *(_caller(submits[number % len(submits)], share) for number, share in enumerate(shares))
    )
    seconds = time.perf_counter() - began
    samples.rates.append(sum(map(len, times)) / seconds)
    samples.times_ms += [one * 1000 for caller in times for one in caller]


async def _caller(submit: Submit, share: Sequence[DealtTable]) -> list[float]:
    """Seconds each of one caller's calls took."""
    times = []
    for table in share:
        for wish in table.wishes:
            began = time.perf_counter()
            await submit(wish)
            times.append(time.perf_counter() - began)
    return times


# --- besides -------------------------------------------------------------------------------------------


async def _moves_per_commit(folder: Path, lots: random.Random) -> float:
    """How many moves of 64 callers go into one transaction."""
    note("rpc: moves per commit")
    marks = Marks.laid(folder / "marks")
    arguments = (str(folder / "marks"), str(folder / "counted.db"))
    with child("benchmarks.marked_engine", *arguments) as engine:
        channels = await _channels(engine, CALLERS[-1])
        tables = await tables_dealt(Calls(channels[0]), CALLERS[-1], lots)
        submits = [_submit(Calls(channel).submit_move) for channel in channels]
        before, samples = marks.commits, Samples()
        await _timed(submits, [[table] for table in tables], samples)
        commits = marks.commits - before
        await _close(channels)
    return rounded(len(samples.times_ms) / commits)


async def _rss_mb(folder: Path, lots: random.Random, count: int) -> float | None:
    """Megabytes of an engine with so many tables in the middle of a deal."""
    note(f"rpc: the weight of {count} tables")
    with child("engine_server", *engine_arguments(folder / "weighed.db")) as engine:
        channels = await _channels(engine, CHANNEL_CALLERS)
        tables = await tables_dealt(Calls(channels[0]), count, lots)
        submit = _submit(Calls(channels[0]).submit_move)
        halves = [replace(table, wishes=table.wishes[: len(table.wishes) // 2]) for table in tables]
        await asyncio.gather(*(_caller(submit, halves[caller::32]) for caller in range(32)))
        weight = engine.rss_mb()
        await _close(channels)
    return None if weight is None else rounded(weight)
