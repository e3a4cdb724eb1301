"""The games of the catalog, one small file each."""

from __future__ import annotations

from engine_server.rules.variant import Game
from engine_server.rules.variants.floating import FLOATING
from engine_server.rules.variants.singapore import SINGAPORE

ALL: tuple[Game, ...] = (FLOATING, SINGAPORE)


def game_of(key: str) -> Game:
    """The game of a key. Raises KeyError when there is none."""
    return {game.key: game for game in ALL}[key]
