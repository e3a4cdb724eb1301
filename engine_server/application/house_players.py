"""What happens by itself: robots play, the next deal begins, tables nobody comes back to are closed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from engine_server.advisor.advice import choose
from engine_server.application.hints import PositionChance
from engine_server.application.pacing import persons_to_act, robots_to_act
from engine_server.application.ports import Due, DueKind
from engine_server.application.tables import Tables
from engine_server.game.commands import BeginDeal, CloseTable, Command, MakeMove
from engine_server.game.events import CloseReason
from engine_server.game.redact import view_for
from engine_server.game.state import TableState
from engine_server.game.view import Stage, View
from engine_server.rules.cards import Seat
from engine_server.rules.moves import Move

Report: TypeAlias = Callable[[str, Exception], None]
"""Takes note of a fault of ours: where it arose, and what it was."""


class HousePlayers:
    """Acts when the bell rings. A ring that has been overtaken by a move finds nothing to do."""

    def __init__(self, tables: Tables, report: Report) -> None:
        self._tables = tables
        self._report = report

    async def act(self, due: Due) -> None:
        """Does what is due, if it still is."""
        await self._tables.let_happen(due.table, self._command_of(due))

    def _command_of(self, due: Due) -> Callable[[TableState], Command | None]:
        match due.what:
            case DueKind.ROBOT:
                return self._robot_move
            case DueKind.TURN:
                return lambda state: self._late_move(state, due)
            case DueKind.NEXT_DEAL:
                return next_deal
            case DueKind.IDLE:
                return close_idle

    def _robot_move(self, state: TableState) -> Command | None:
        """The move of the first robot that must decide. It sees its own view and nothing else."""
        return self._move_of(state, robots_to_act(state))

    def _late_move(self, state: TableState, due: Due) -> Command | None:
        """A robot's move for the first person who is late, if it is still this turn that ran out.

        Where several are late the bell rings on, as their common question still waits.
        """
        still = self._tables.turn_ends(due.table) == due.at_ms
        return self._move_of(state, persons_to_act(state)) if still else None

    def _move_of(self, state: TableState, seats: tuple[Seat, ...]) -> Command | None:
        for seat in seats:
            return MakeMove(seat, self._chosen(view_for(state, seat)))
        return None

    def _chosen(self, view: View) -> Move:
        """What the coach would do. Should the coach fail, the first legal move: people wait at this table."""
        try:
            return choose(view, PositionChance(view))
        except Exception as fault:
            self._report("robot", fault)
            return view.legal_moves[0]


def next_deal(state: TableState) -> Command | None:
    """The next deal, if none is in play."""
    return BeginDeal() if state.stage is Stage.PLAYING and state.deal is None else None


def close_idle(state: TableState) -> Command | None:
    """Closes a table; the bell rings for it only after the time without a change."""
    return CloseTable(CloseReason.IDLE) if state.stage in (Stage.LOBBY, Stage.PLAYING) else None
