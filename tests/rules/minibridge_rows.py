"""Worked examples of Minibridge, put to the parts it is played with: one adapter for a kind of row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine_server.rules.moves import Goal, NameContract
from engine_server.rules.played import Played
from engine_server.rules.point_count import NameGoal, StrongerPair
from engine_server.rules.variant import Game
from tests.rules.rows import COMPASS, cards_of, denomination_of

GOALS = {
    "part": Goal.PART_SCORE,
    "game": Goal.GAME,
    "small_slam": Goal.SMALL_SLAM,
    "grand_slam": Goal.GRAND_SLAM,
}


class MinibridgeRows:
    """The adapters of Minibridge under some options."""

    def __init__(self, game: Game, options: Mapping[str, str]) -> None:
        self._rules = game.variant(game.read(options))
        assert isinstance(self._rules.auction, StrongerPair)
        assert isinstance(self._rules.declaration, NameGoal)
        self._auction, self._declaration = self._rules.auction, self._rules.declaration

    def points(self, hand: list[str]) -> int:
        return self._auction.points((cards_of(hand),))[0]

    def roles(self, dealer: str, points: dict[str, int]) -> dict[str, Any]:
        announced = [points[seat] for seat in COMPASS]
        declarer = self._auction.declarer(announced, COMPASS.index(dealer))
        if declarer is None:
            return {"result": "redeal"}
        contract = self._declaration.contract(declarer, self._declaration.legal(())[0])
        return {
            "declarer": COMPASS[declarer],
            "dummy": "".join(COMPASS[hand] for hand in self._rules.sides.dummies(declarer)),
            "opening_leader": COMPASS[self._rules.tricks.opening_leader(contract, 4)],
            "side_points": sum(
                announced[seat] for seat in self._rules.sides.declaring_side(declarer, None, ())
            ),
        }

    def score(self, denomination: str, goal: str, tricks: int) -> dict[str, int]:
        move = NameContract(denomination_of(denomination), GOALS[goal])
        assert self._declaration.refusal((), move) is None
        contract = self._declaration.contract(0, move)
        played = Played(1, (), contract, (0, 2), (tricks, 13 - tricks, 0, 0))
        points = {line.seats: line.points for line in self._rules.scoring.score(played, ())}
        return {"target": contract.target, "declarer_side": points[0, 2], "defenders": points[1, 3]}
