"""The one place where the engine is put together, and where it meets the clock and chance of the machine."""

from __future__ import annotations

import asyncio
import gc
import hashlib
import os
import signal
import sys
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version

from engine_server.application.access import Limits
from engine_server.application.fronts import Fronts
from engine_server.application.hints import Hints
from engine_server.application.house_players import HousePlayers, Report
from engine_server.application.ledger import Ledger
from engine_server.application.pacing import Pacing
from engine_server.application.people import People
from engine_server.application.ports import (
    Bell,
    Chance,
    Clock,
    Front,
    Store,
    StoreProblem,
    StoreUnavailable,
    Turns,
)
from engine_server.application.tables import Tables
from engine_server.application.watching import Watching
from engine_server.service.advisor_calls import AdvisorCalls
from engine_server.service.catalog_calls import CatalogCalls, ServerCalls
from engine_server.service.funnel import Funnel, Servicer
from engine_server.service.logs import log_bug
from engine_server.service.meter import Figures
from engine_server.service.pages import Pages
from engine_server.service.player_calls import PlayerCalls
from engine_server.service.rates import CallsPerSecond
from engine_server.service.server import (
    SERVICES,
    CannotListen,
    Doorway,
    add_health,
    add_reflection,
    drain,
    new_server,
    open_doorway,
    set_serving,
)
from engine_server.service.table_calls import TableCalls
from engine_server.service.timing import PATIENCE, LoopBell, LoopTurns, Patience
from engine_server.service.watch import Watch
from engine_server.settings import Settings
from engine_server.storage.connection import Connect, connect_file
from engine_server.storage.sqlite import open_sqlite

CALLS_PER_SECOND = 200
"""What a caller from elsewhere may do; somebody who plays makes a few calls a minute."""
LIMITS = Limits()
NOTE_SECONDS = 5
"""How much of a timed turn may be given twice when the engine is killed."""


class SystemClock:
    """The clock of the machine."""

    def now_ms(self) -> int:
        """Milliseconds since 1970 in UTC."""
        return time.time_ns() // 1_000_000


class SystemChance:
    """The operating system's chance."""

    is_practice = False

    def secret(self) -> bytes:
        """32 fresh random bytes."""
        return os.urandom(32)

    def below(self, limit: int) -> int:
        """An even draw of 0 .. limit - 1."""
        size = (limit - 1).bit_length() or 1
        while True:
            drawn = int.from_bytes(os.urandom((size + 7) // 8), "big") >> (-size % 8)
            if drawn < limit:
                return drawn

    def token(self, size: int) -> str:
        """A name nobody can guess."""
        return os.urandom(size).hex()


class SeededChance(SystemChance):
    """Deals and draws from a seed, the same each time: for practice alone. Names stay unguessable."""

    is_practice = True

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._drawn = 0

    def secret(self) -> bytes:
        """The next 32 bytes of the seed."""
        self._drawn += 1
        return hashlib.sha256(f"fourth/practice/{self._seed}/{self._drawn}".encode()).digest()

    def below(self, limit: int) -> int:
        """The next draw of the seed; its bias is below 2**-200."""
        return int.from_bytes(self.secret(), "big") % limit


@dataclass(frozen=True)
class Application:
    """The use cases on one store, ready to be served or simulated."""

    store: Store
    people: People
    tables: Tables
    ledger: Ledger
    watching: Watching
    hints: Hints


@dataclass(frozen=True)
class World:
    """The ports through which the use cases reach everything that is not their own."""

    store: Store
    clock: Clock
    chance: Chance
    turns: Turns
    bell: Bell
    report: Report


def application(world: World, limits: Limits) -> Application:
    """Puts the use cases together."""
    store, clock, chance, bell = world.store, world.clock, world.chance, world.bell
    watching = Watching(limits)
    ledger = Ledger(store, clock, world.turns, bell, watching, Pacing(chance, limits.idle_ms))
    tables = Tables(ledger, store, world.turns, chance, limits)
    bell.answered_by(HousePlayers(tables, world.report).act)
    return Application(store, People(store, clock, chance), tables, ledger, watching, Hints(tables))


def release() -> str:
    """The release of the engine, from the installed package."""
    try:
        return version("fourth-bridge")
    except PackageNotFoundError:
        return "unknown"


async def serve(settings: Settings, connect: Connect = connect_file) -> None:
    """Runs the engine until told to stop; `connect` reaches SQLite. Raises CannotListen, StoreProblem."""
    chance: Chance = SystemChance() if settings.seed is None else SeededChance(settings.seed)
    if chance.is_practice and not _doorway(settings).is_loopback:
        raise CannotListen("a seed is for practice on this machine alone; leave out --seed or --host")
    store = open_sqlite(str(settings.store), connect)
    try:
        if chance.is_practice and await store.fronts():
            raise CannotListen("a seed is for practice alone, and this store has fronts registered")
        async with running(settings, store, chance) as engine:
            _seldom_look_for_garbage()
            print(f"Engine on {settings.host}:{engine.port}", flush=True)
            await _told_to_stop(settings.attached)
    finally:
        await store.close()


def _seldom_look_for_garbage() -> None:
    """Collects garbage less often, and never among what was made by starting.

    What a call leaves behind goes with its last reference; looking for rings of references among all tables
    after every few hundred objects cost a sixth of the time of a move.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


@dataclass(frozen=True)
class Running:
    """An engine that listens."""

    app: Application
    funnel: Funnel
    port: int


@asynccontextmanager
async def running(
    settings: Settings, store: Store, chance: Chance, limits: Limits = LIMITS, patience: Patience = PATIENCE
) -> AsyncGenerator[Running, None]:
    """An engine on a store, listening while the context lasts. Raises CannotListen, StoreProblem."""
    clock, doorway = SystemClock(), _doorway(settings)
    bell = LoopBell(clock)
    app = application(World(store, clock, chance, LoopTurns(), bell, log_bug), limits)
    most = _calls_per_second(settings, doorway)
    rates = CallsPerSecond(most, clock) if most else None
    figures = Figures(app.watching)
    meter = None if settings.metrics_port is None else figures
    funnel = Funnel(app.people, chance, meter, rates, patience)
    pages = Pages(os.urandom(32))
    watch = Watch(app.people, app.tables, app.watching, funnel.stopping, patience)
    parts: tuple[Servicer, ...] = (
        TableCalls(app.people, app.tables, watch, pages, release()),
        AdvisorCalls(app.people, app.hints),
        CatalogCalls(pages),
        PlayerCalls(app.people, app.tables),
        ServerCalls(release(), limits, chance.is_practice, most, patience),
    )
    server = new_server(
        [funnel.handlers(name, part.calls()) for name, part in zip(SERVICES, parts, strict=True)]
    )
    health = add_health(server)
    if settings.reflection:
        add_reflection(server)
    with figures.shown_on(settings.metrics_port):
        port = open_doorway(server, doorway)
        await server.start()
        noting = asyncio.create_task(_note_the_time(app.ledger))
        try:
            await app.ledger.wake_up()
            await set_serving(health)
            yield Running(app, funnel, port)
        finally:
            noting.cancel()
            funnel.stop()
            watch.end_all()
            await bell.silence()
            await drain(server, health)
            with suppress(StoreProblem):
                await app.ledger.note_time()


async def _note_the_time(ledger: Ledger) -> None:
    """Lets the store know every few seconds that the engine is there, as long as turns are timed."""
    while True:
        await asyncio.sleep(NOTE_SECONDS)
        with suppress(StoreProblem):
            await ledger.note_time()


def _doorway(settings: Settings) -> Doorway:
    return Doorway(settings.host, settings.port, settings.certificate, settings.key)


def _calls_per_second(settings: Settings, doorway: Doorway) -> int:
    """How many calls a caller may make, 0 for any number: who is on this machine has the machine anyway."""
    if settings.calls_per_second is not None:
        return settings.calls_per_second
    return 0 if doorway.is_loopback else CALLS_PER_SECOND


async def change_fronts(
    settings: Settings, change: Callable[[Fronts], Awaitable[None]], *, anew: bool = False
) -> None:
    """Looks after fronts, also while the engine runs, and says on standard error of which store.

    A store is made where there is none only if it may be `anew`. Raises StoreProblem, FrontRefused.
    """
    place = settings.store.absolute()
    if not anew and not os.access(place, os.F_OK):
        raise StoreUnavailable(f"there is no store {place}")
    store = open_sqlite(str(place), beside=True)
    try:
        print(f"fourth: the store is {place}", file=sys.stderr)
        await change(Fronts(store, SystemClock(), SystemChance()))
    finally:
        await store.close()


async def add_front(fronts: Fronts, name: str, days: int | None) -> None:
    """Prints a new key; it is never shown again."""
    print(await fronts.add(name, days))


async def list_fronts(fronts: Fronts) -> None:
    """Prints a line for each front: name, whether its key is good, and until when."""
    now = SystemClock().now_ms()
    for front in await fronts.all():
        print(f"{front.name:32} {_standing(front, now)}")


def _standing(front: Front, now_ms: int) -> str:
    if front.revoked:
        return "revoked"
    if front.expires_ms is None:
        return "valid until revoked"
    day = datetime.fromtimestamp(front.expires_ms / 1000, UTC).date().isoformat()
    return f"expired on {day}" if front.expires_ms <= now_ms else f"valid until {day}"


async def _told_to_stop(attached: bool) -> None:
    """Returns at SIGINT or SIGTERM, and where `attached` when standard input ends, however it ends."""
    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, told.set)
    if attached:
        await loop.connect_read_pipe(lambda: _Attached(told), sys.stdin)
    await told.wait()


class _Attached(asyncio.Protocol):
    """Standard input, of which only the end is of interest."""

    def __init__(self, told: asyncio.Event) -> None:
        self._told = told

    def connection_lost(self, exc: Exception | None) -> None:
        self._told.set()
