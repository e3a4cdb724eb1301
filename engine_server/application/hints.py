"""Hints: what the advisor says to the seat that asks, from that seat's view alone."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from engine_server.advisor.advice import Advice, advise
from engine_server.application.access import Access, Denied
from engine_server.application.ports import Player
from engine_server.application.tables import Tables
from engine_server.game.refusals import Refused
from engine_server.game.view import View


class PositionChance:
    """Chance that is the same for a seat at a version, so that asking twice tells nothing new.

    It hangs on the hand as well: who does not see it cannot foresee a robot's choice between equal moves.
    """

    def __init__(self, view: View) -> None:
        self._place = f"{view.table}/{view.version}/{view.viewer}/{view.hand}"
        self._drawn = 0

    def below(self, limit: int) -> int:
        """A draw of 0 .. limit - 1; the bias of the remainder, below 2**-56, does not matter here."""
        self._drawn += 1
        digest = hashlib.sha256(f"{self._place}/{self._drawn}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % limit


@dataclass(frozen=True, slots=True)
class Hint:
    """Advice with the view it speaks about."""

    view: View
    advice: Advice


class Hints:
    """Answers those who ask what to do."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def hint(self, player: Player, table: str) -> Hint:
        """Advice for the player's pending decision.

        Raises Denied: HINT_NOT_ALLOWED for those without a seat, NOT_YOUR_TURN, GAME_OVER.
        """
        view = await self._tables.view(player, table)
        if view.viewer is None:
            raise Denied(Access.HINT_NOT_ALLOWED)
        if not view.legal_moves:
            raise Denied(Refused.GAME_OVER if view.places or view.closed else Refused.NOT_YOUR_TURN)
        return Hint(view, advise(view, PositionChance(view)))
