"""The log of every table: folded at first touch, changed one turn at a time, told to those who watch."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from engine_server.application.access import Access, Denied
from engine_server.application.pacing import Pacing, goes_on_waiting, same_question
from engine_server.application.ports import (
    Bell,
    Clock,
    Due,
    DueKind,
    Entry,
    RequestKey,
    Store,
    StoreProblem,
    TableCorrupt,
    TableUnknown,
    Turns,
    VersionTaken,
)
from engine_server.application.watching import Watching
from engine_server.game.consequences import Decided
from engine_server.game.events import Event, TableOpened
from engine_server.game.evolve import Step, opened, steps_of
from engine_server.game.refusals import Refusal
from engine_server.game.state import TableState
from engine_server.rules.cards import Seat

TABLES_IN_MEMORY = 2000
RECENT_STEPS = 64
"""Steps of each table kept in memory for those who watch; older ones are read from the log."""

Decide: TypeAlias = Callable[[TableState], Decided | Refusal]
SeatOf: TypeAlias = Callable[[TableState, TableState], Seat | None]


@dataclass(frozen=True, slots=True)
class Done:
    """The answer to a change: the version it produced, and what was made."""

    table: str
    version: int
    code: str = ""
    seat: Seat | None = None

    def text(self) -> bytes:
        """The answer as it is kept for a repeat."""
        return json.dumps((self.table, self.version, self.code, self.seat)).encode()

    @classmethod
    def of_text(cls, text: bytes) -> Done:
        """The answer that was kept."""
        return cls(*json.loads(text))


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table in memory: its state and its latest steps."""

    state: TableState
    steps: tuple[Step, ...] = ()

    def names(self, player: str) -> bool:
        """Whether a player sits here, or did at one of the steps."""
        states = (self.state, *(step.state for step in self.steps))
        return any(state.seat_of(player) is not None for state in states)


class Ledger:
    """Every table of this engine, from its log. A change is acknowledged only once it is committed."""

    def __init__(
        self, store: Store, clock: Clock, turns: Turns, bell: Bell, watching: Watching, pacing: Pacing
    ) -> None:
        self._store = store
        self._clock = clock
        self._turns = turns
        self._bell = bell
        self._watching = watching
        self._pacing = pacing
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._running: dict[str, Due] = {}
        self._forgotten = 0

    async def wake_up(self) -> None:
        """After a start: sets the bell for everything that was due when the engine stopped."""
        now = self._clock.now_ms()
        with suppress(StoreProblem):  # a full disk is no reason to stay closed
            await self._store.put_turns_off(now)
        everything = sorted(await self._store.due(), key=lambda item: item.table)
        for table, stored in groupby(everything, key=lambda item: item.table):
            due = tuple(self._pacing.after_absence(item, now) for item in stored)
            self._run_turn(table, due)
            self._bell.set_for(table, due)

    # --- turns -----------------------------------------------------------------------------------------

    def turn_ends(self, table: str) -> int | None:
        """When the time of the pending turn is over, in milliseconds; None where no turn is timed."""
        due = self._running.get(table)
        return None if due is None else due.at_ms

    async def note_time(self) -> None:
        """Notes that the engine is there, while any turn is timed: only time it was away is given back."""
        if self._running:
            await self._store.note_time(self._clock.now_ms())

    def _run_turn(self, table: str, due: tuple[Due, ...]) -> None:
        turns = [item for item in due if item.what is DueKind.TURN]
        self._running.pop(table, None)
        if turns:
            self._running[table] = turns[0]

    # --- reading ---------------------------------------------------------------------------------------

    async def state(self, table: str) -> TableState:
        """The state of a table, folded at first touch. Raises Denied: GAME_UNKNOWN, GAME_CORRUPT."""
        return (await self._touch(table)).state

    async def steps(self, table: str, after: int) -> tuple[Step, ...]:
        """What happened since version `after`. Raises Denied: GAME_UNKNOWN, GAME_CORRUPT."""
        recent = (await self._touch(table)).steps
        enough = recent and recent[0].state.version <= after + 1
        steps = recent if enough else await self._load(table)
        return tuple(step for step in steps if step.state.version > after)

    def forget(self, player: str) -> None:
        """Drops every table from memory where a player sat; the log is read again at the next touch."""
        self._forgotten += 1
        for table in [name for name, live in self._live.items() if live.names(player)]:
            del self._live[table]

    async def _touch(self, table: str) -> LiveTable:
        live = self._live.get(table)
        if live is not None:
            return live
        forgotten = self._forgotten
        steps = await self._load(table)
        live = self._live.get(table)
        # Somebody else may have touched and changed it while the log was read.
        if live is None or live.state.version < steps[-1].state.version:
            live = LiveTable(steps[-1].state, steps[-RECENT_STEPS:])
            self._keep(live, forgotten)
        return live

    async def _load(self, table: str) -> tuple[Step, ...]:
        try:
            log = await self._store.load(table)
        except TableUnknown:
            raise Denied(Access.GAME_UNKNOWN) from None
        except TableCorrupt:
            raise Denied(Access.GAME_CORRUPT) from None
        return _steps_of(log)

    def _keep(self, live: LiveTable, forgotten: int) -> None:
        """Keeps a table in memory, unless it may name somebody who was forgotten while it was made."""
        if forgotten != self._forgotten:
            self._live.pop(live.state.table, None)
            return
        self._live[live.state.table] = live
        self._live.move_to_end(live.state.table)
        while len(self._live) > TABLES_IN_MEMORY:
            self._live.popitem(last=False)

    # --- changing --------------------------------------------------------------------------------------

    async def open(
        self, first: TableOpened, decision: Decide, seat_of: SeatOf, request: RequestKey | None
    ) -> Done:
        """Opens a table and carries out a first decision on it.

        Raises Denied with the decision's refusal, CodeTaken, RequestTaken, StoreProblem.
        """
        empty = opened(first)
        decided = _accepted(decision(empty))
        seat = seat_of(empty, decided.state)
        done = Done(first.table, decided.state.version, first.code, seat)
        steps = (Step(first, empty), *decided.steps)

        async def commit() -> Done:
            await self._commit(LiveTable(empty), 0, steps, request, done, first.code)
            return done

        return await self._turns.in_turn(first.table, commit)

    async def change(
        self,
        table: str,
        decision: Decide,
        seat_of: SeatOf,
        request: RequestKey | None,
        answer: Done | None = None,
    ) -> Done:
        """Decides on the folded log and commits what follows; decided anew when the table moved on meanwhile.

        The answer is the new version and the seat, unless another `answer` is given.
        Raises Denied with the decision's refusal, RequestTaken, StoreProblem.
        """

        async def attempt() -> Done:
            while True:
                live = await self._touch(table)
                decided = _accepted(decision(live.state))
                changed = Done(table, decided.state.version, seat=seat_of(live.state, decided.state))
                done = answer or changed
                if not decided.steps and request is None:
                    return done
                try:
                    await self._commit(live, live.state.version, decided.steps, request, done)
                    return done
                except VersionTaken:
                    self._live.pop(table, None)

        return await self._turns.in_turn(table, attempt)

    async def repeated(self, request: RequestKey, problem: Exception) -> Done:
        """The first answer to a request made before, else the problem.

        Raises Denied: IDEMPOTENCY_KEY_REUSED when the request had asked for something else.
        """
        answered = await self._store.answered(request.caller, request.request)
        if answered is None:
            raise problem from None
        if answered.digest != request.digest:
            raise Denied(Access.IDEMPOTENCY_KEY_REUSED) from None
        return Done.of_text(answered.answer)

    async def _commit(
        self,
        live: LiveTable,
        after: int,
        steps: tuple[Step, ...],
        request: RequestKey | None,
        done: Done,
        code: str | None = None,
    ) -> None:
        state = steps[-1].state if steps else live.state
        now = self._clock.now_ms()
        running = self._running.get(state.table) if same_question(live.state, state) else None
        due = None if goes_on_waiting(live.state, state) else self._pacing.due_at(state, now, running)
        entry = Entry(
            table=state.table,
            after=after,
            events=tuple(step.event for step in steps),
            due=due,
            members=state.people,
            at_ms=now,
            request=request,
            answer=done.text() if request else b"",
            code=code,
        )
        forgotten = self._forgotten

        def committed() -> None:
            """Done by the store, as whoever asked may be gone when the entry is durable."""
            self._keep(LiveTable(state, (*live.steps, *steps)[-RECENT_STEPS:]), forgotten)
            if due is not None:
                self._run_turn(state.table, due)
                self._bell.set_for(state.table, due)
            self._watching.table_changed(state.table)

        await self._store.append(entry, committed)


def _accepted(result: Decided | Refusal) -> Decided:
    if isinstance(result, Refusal):
        raise Denied(result.code, result.arguments)
    return result


def _steps_of(log: tuple[Event, ...]) -> tuple[Step, ...]:
    first = log[0]
    assert isinstance(first, TableOpened)
    return (Step(first, opened(first)), *steps_of(opened(first), log[1:]))
