"""The whole product in simulated time: one seed gives one log, whatever the clock on the wall says."""

from __future__ import annotations

import heapq
import random
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field

from engine_server.application.access import Limits
from engine_server.application.ports import Due
from engine_server.main import Application, World, application
from engine_server.service.advisor_calls import AdvisorCalls
from engine_server.service.catalog_calls import CatalogCalls
from engine_server.service.funnel import Funnel, Servicer
from engine_server.service.pages import Pages
from engine_server.service.player_calls import PlayerCalls
from engine_server.service.table_calls import TableCalls
from engine_server.service.timing import LoopTurns
from engine_server.service.watch import Watch
from engine_server.storage.memory import MemoryStore

BEGINNING_MS = 1_800_000_000_000


@dataclass
class SimulatedClock:
    """A clock that stands still until somebody moves it."""

    now: int = BEGINNING_MS

    def now_ms(self) -> int:
        return self.now


@dataclass
class SimulatedChance:
    """Chance of a seed."""

    seed: int
    is_practice: bool = False

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)

    def secret(self) -> bytes:
        return self._random.randbytes(32)

    def below(self, limit: int) -> int:
        return self._random.randrange(limit)

    def token(self, size: int) -> str:
        return self._random.randbytes(size).hex()


@dataclass
class SimulatedBell:
    """A heap of what is due. Time jumps from one ring to the next."""

    clock: SimulatedClock
    rung: list[Due] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._due: dict[str, tuple[Due, ...]] = {}
        self._answer: Callable[[Due], Coroutine[None, None, None]] | None = None

    def answered_by(self, answer: Callable[[Due], Coroutine[None, None, None]]) -> None:
        self._answer = answer

    def set_for(self, table: str, due: tuple[Due, ...]) -> None:
        self._due[table] = due

    def next_due(self) -> Due | None:
        everything = [item for due in self._due.values() for item in due]
        soonest = heapq.nsmallest(1, everything, key=lambda item: (item.at_ms, item.table, item.what))
        return soonest[0] if soonest else None

    async def ring(self) -> None:
        """Lets time pass to the next thing due, and does it."""
        due = self.next_due()
        assert due is not None, "nothing is due"
        self._due[due.table] = tuple(item for item in self._due[due.table] if item != due)
        self.clock.now = max(self.clock.now, due.at_ms)
        self.rung.append(due)
        assert self._answer is not None
        await self._answer(due)


@dataclass
class SimulatedEngine:
    """The use cases and servicers of an engine without a server, a thread or a file."""

    seed: int
    store: MemoryStore = field(default_factory=MemoryStore)

    def __post_init__(self) -> None:
        self.clock = SimulatedClock()
        self.chance = SimulatedChance(self.seed)
        self.bell = SimulatedBell(self.clock)
        self.faults: list[Exception] = []
        world = World(
            self.store,
            self.clock,
            self.chance,
            LoopTurns(),
            self.bell,
            lambda _, fault: self.faults.append(fault),
        )
        self.app: Application = application(world, Limits())
        self.funnel = Funnel(self.app.people, self.chance)
        self.parts: Sequence[Servicer] = self._servicers()

    def _servicers(self) -> Sequence[Servicer]:
        app, pages = self.app, Pages(self.chance.secret())
        watch = Watch(app.people, app.tables, app.watching, self.funnel.stopping)
        return (
            TableCalls(app.people, app.tables, watch, pages, "0.0.0"),
            AdvisorCalls(app.people, app.hints),
            CatalogCalls(pages),
            PlayerCalls(app.people, app.tables),
        )
