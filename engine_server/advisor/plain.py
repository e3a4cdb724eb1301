"""Moves of which no rule knows anything: all are rated alike, and nothing is claimed."""

from __future__ import annotations

from collections.abc import Iterator

from engine_server.advisor.counting import Count
from engine_server.advisor.hints import HintCode
from engine_server.advisor.reasons import RatedMove, Reason
from engine_server.rules.moves import PASS

NOTHING = Reason(HintCode.NOTHING_CLAIMED)
EVEN = 50


def rate_alike(count: Count) -> Iterator[RatedMove]:
    """Every move as good as the others, passing less: somebody must play."""
    for move in count.view.legal_moves:
        yield RatedMove(move, EVEN - 10 * (move == PASS), NOTHING)
