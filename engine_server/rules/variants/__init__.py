"""The games of the catalog, one small file each."""

from __future__ import annotations

from engine_server.rules.variant import Game
from engine_server.rules.variants.chicago import CHICAGO
from engine_server.rules.variants.duplicate import DUPLICATE
from engine_server.rules.variants.floating import FLOATING
from engine_server.rules.variants.german import GERMAN
from engine_server.rules.variants.honeymoon import HONEYMOON
from engine_server.rules.variants.italian import ITALIAN
from engine_server.rules.variants.minibridge import MINIBRIDGE
from engine_server.rules.variants.rubber import RUBBER
from engine_server.rules.variants.singapore import SINGAPORE
from engine_server.rules.variants.three_handed import THREE_HANDED

ALL: tuple[Game, ...] = (
    FLOATING,
    SINGAPORE,
    GERMAN,
    MINIBRIDGE,
    ITALIAN,
    RUBBER,
    CHICAGO,
    DUPLICATE,
    HONEYMOON,
    THREE_HANDED,
)
_BY_KEY = {game.key: game for game in ALL}


def game_of(key: str) -> Game:
    """The game of a key. Raises KeyError when there is none."""
    return _BY_KEY[key]
