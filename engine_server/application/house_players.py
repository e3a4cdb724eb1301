"""What happens by itself: robots play, the next deal begins, tables nobody comes back to are closed."""

from __future__ import annotations

from collections.abc import Callable

from engine_server.advisor.advice import choose
from engine_server.application.hints import PositionChance
from engine_server.application.pacing import robots_to_act
from engine_server.application.ports import Due, DueKind
from engine_server.application.tables import Tables
from engine_server.game.commands import BeginDeal, CloseTable, Command, MakeMove
from engine_server.game.events import CloseReason
from engine_server.game.redact import view_for
from engine_server.game.state import TableState
from engine_server.game.view import Stage


class HousePlayers:
    """Acts when the bell rings. A ring that has been overtaken by a move finds nothing to do."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def act(self, due: Due) -> None:
        """Does what is due, if it still is."""
        await self._tables.let_happen(due.table, COMMANDS[due.what])


def robot_move(state: TableState) -> Command | None:
    """The move of the first robot that must decide. It sees its own view and nothing else."""
    for seat in robots_to_act(state):
        view = view_for(state, seat)
        return MakeMove(seat, choose(view, PositionChance(view)))
    return None


def next_deal(state: TableState) -> Command | None:
    """The next deal, if none is in play."""
    return BeginDeal() if state.stage is Stage.PLAYING and state.deal is None else None


def close_idle(state: TableState) -> Command | None:
    """Closes a table; the bell rings for it only after the time without a change."""
    return CloseTable(CloseReason.IDLE) if state.stage in (Stage.LOBBY, Stage.PLAYING) else None


COMMANDS: dict[DueKind, Callable[[TableState], Command | None]] = {
    DueKind.ROBOT: robot_move,
    DueKind.NEXT_DEAL: next_deal,
    DueKind.IDLE: close_idle,
}
