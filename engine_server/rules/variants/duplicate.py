"""Duplicate boards at one table, each scored by itself (rules.md section 4.6)."""

from __future__ import annotations

from engine_server.rules.boards import Boards
from engine_server.rules.contract_bridge import MOST_DEALS, SEATS, contract_bridge
from engine_server.rules.contract_scoring import BoardScore
from engine_server.rules.options import Number, Options
from engine_server.rules.sides import Pairs
from engine_server.rules.variant import Game, Variant


def _duplicate(key: str, options: Options) -> Variant:
    return contract_bridge(key, BoardScore(Pairs().columns), Boards(options.number("deals")))


DUPLICATE = Game(key="duplicate", seats=SEATS, options=(Number("deals", 4, 1, MOST_DEALS),), build=_duplicate)
