"""Moves of which no rule knows anything: all are rated alike, and nothing is claimed."""

from __future__ import annotations

from collections.abc import Iterator

from engine_server.advisor.counting import Count
from engine_server.advisor.hints import HintCode
from engine_server.advisor.reasons import RatedMove, Reason
from engine_server.advisor.strength import strength
from engine_server.rules.cards import honour_points
from engine_server.rules.moves import PASS, Bid, Move

NOTHING = Reason(HintCode.NOTHING_CLAIMED)
EVEN = 50


def rate_alike(count: Count) -> Iterator[RatedMove]:
    """Every move as good as the others, passing less: somebody must play."""
    for move in count.view.legal_moves:
        yield RatedMove(move, EVEN - 10 * (move == PASS), NOTHING)


def rate_by_strength(count: Count) -> Iterator[RatedMove]:
    """The cheapest bid that honours and length bear without a partner, else a pass."""
    for move in count.view.legal_moves:
        yield RatedMove(move, _rating(count, move), NOTHING)


def _rating(count: Count, move: Move) -> int:
    if not isinstance(move, Bid):
        return EVEN if move == PASS else 0
    spare = _worth(count, move) - _least(move)
    return min(99, EVEN + 1 + spare) if spare >= 0 else max(0, EVEN - 1 + spare)


def _worth(count: Count, bid: Bid) -> int:
    trump = bid.denomination.trump
    return honour_points(count.hand) if trump is None else strength(count.hand, trump)


def _least(bid: Bid) -> int:
    """Twelve for the first seven tricks, three for each more; three more without a trump."""
    return 9 + 3 * bid.level + 3 * (bid.denomination.trump is None)
