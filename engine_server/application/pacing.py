"""How long things take: what is due at a table after each change. Drawn from what everybody can see alone."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine_server.application.ports import Chance, Due, DueKind
from engine_server.game.events import Pace
from engine_server.game.state import TableState, acting_seats, decision_key
from engine_server.game.view import Stage

HOUR_MS = 60 * 60 * 1000
SHORTEST_TURN, LONGEST_TURN = 10, 24 * 60 * 60
"""Seconds a turn may be given, where it is timed at all."""


@dataclass(frozen=True, slots=True)
class Waits:
    """Milliseconds: a robot seems to think `think` to twice as long; a scored deal stays for `pause`."""

    think: int
    pause: int


WAITS = {
    Pace.NONE: Waits(0, 0),
    Pace.FAST: Waits(250, 2000),
    Pace.NORMAL: Waits(700, 5000),
    Pace.SLOW: Waits(1800, 12000),
}


LONGEST_MS = max(max(2 * waits.think, waits.pause) for waits in WAITS.values())


class Pacing:
    """Says what a table waits for. A delay tells nothing of a hand: it hangs on pace and chance alone."""

    def __init__(self, chance: Chance, idle_ms: int) -> None:
        self._chance = chance
        self._idle_ms = idle_ms

    def due_at(self, state: TableState, now_ms: int, running: Due | None = None) -> tuple[Due, ...]:
        """Everything due at the table after its latest change; `running` is the turn that goes on."""
        if state.stage in (Stage.OVER, Stage.CLOSED):
            return ()
        turn = _turn_due(state, now_ms, running)
        return (*self._play_due(state, now_ms), *turn, Due(DueKind.IDLE, state.table, self._idle_at(now_ms)))

    def after_absence(self, due: Due, now_ms: int) -> Due:
        """What waited while the engine was away: nobody could come to the table, and a clock that went wrong
        then must not hold it up now.
        """
        if due.what is DueKind.IDLE:
            return replace(due, at_ms=max(due.at_ms, now_ms + HOUR_MS))
        if due.what is DueKind.TURN:
            return replace(due, at_ms=min(due.at_ms, now_ms + LONGEST_TURN * 1000))
        return replace(due, at_ms=min(due.at_ms, now_ms + LONGEST_MS))

    def _idle_at(self, now_ms: int) -> int:
        """When the table counts as forgotten: a whole hour, so that most moves need not store it anew."""
        return -(-(now_ms + self._idle_ms) // HOUR_MS) * HOUR_MS

    def _play_due(self, state: TableState, now_ms: int) -> tuple[Due, ...]:
        waits = WAITS[state.pace]
        if state.stage is Stage.PLAYING and state.deal is None:
            return (Due(DueKind.NEXT_DEAL, state.table, now_ms + waits.pause),)
        if not robots_to_act(state):
            return ()
        return (Due(DueKind.ROBOT, state.table, now_ms + self._thinking(waits)),)

    def _thinking(self, waits: Waits) -> int:
        return waits.think + (self._chance.below(waits.think) if waits.think else 0)


def _turn_due(state: TableState, now_ms: int, running: Due | None) -> tuple[Due, ...]:
    if state.turn_seconds is None or not persons_to_act(state):
        return ()
    return (running or Due(DueKind.TURN, state.table, now_ms + state.turn_seconds * 1000),)


def same_question(before: TableState, after: TableState) -> bool:
    """Whether the decision that waited before a change still waits: its time goes on running."""
    return bool(acting_seats(before)) and decision_key(before) == decision_key(after)


def goes_on_waiting(before: TableState, after: TableState) -> bool:
    """Whether the same comes next by itself as before a change: then nobody has put it off by the change."""
    awaited = _awaited(before)
    return awaited is not None and awaited == _awaited(after)


def _awaited(state: TableState) -> tuple[object, ...] | None:
    """What a robot or the next deal is about to do, None where the table waits for persons alone."""
    if state.stage is not Stage.PLAYING:
        return None
    robots = robots_to_act(state)
    return (robots, decision_key(state)) if robots or state.deal is None else None


def robots_to_act(state: TableState) -> tuple[int, ...]:
    """The seats a robot must decide for now."""
    return tuple(seat for seat in acting_seats(state) if _robot_plays(state, seat))


def persons_to_act(state: TableState) -> tuple[int, ...]:
    """The seats a person must decide for now."""
    return tuple(seat for seat in acting_seats(state) if not _robot_plays(state, seat))


def _robot_plays(state: TableState, seat: int) -> bool:
    sitter = state.seats[seat]
    return sitter is not None and sitter.robot_plays
