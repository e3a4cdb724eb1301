"""Games and part scores, read from the points that stand below the line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine_server.rules.cards import Seat
from engine_server.rules.contract_values import GAME
from engine_server.rules.sheets import ScoreLine

GAMES_OF_A_RUBBER = 2
FOUR = 4
"""Deals of a round of Chicago; no part score outlives the last of them."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What each column has below the line towards the game being played, and the games it has won."""

    sides: tuple[tuple[Seat, ...], ...]
    part_scores: tuple[int, ...]
    games: tuple[int, ...]

    @property
    def rubber_winner(self) -> int | None:
        """The column that has won the rubber, None while nobody has."""
        return next((place for place, won in enumerate(self.games) if won >= GAMES_OF_A_RUBBER), None)

    def after(self, line: ScoreLine) -> Standing:
        """The standing with one more line below. A game wipes the part scores of all."""
        place = self.sides.index(line.seats)
        reached = self.part_scores[place] + line.points
        if reached < GAME:
            return Standing(self.sides, _with(self.part_scores, place, reached), self.games)
        wiped = (0,) * len(self.sides)
        return Standing(self.sides, wiped, _with(self.games, place, self.games[place] + 1))


def standing(lines: Sequence[ScoreLine], sides: tuple[tuple[Seat, ...], ...]) -> Standing:
    """The standing after the lines of whole deals, in the order they were written."""
    now = Standing(sides, (0,) * len(sides), (0,) * len(sides))
    for line in lines:
        if line.below:
            now = now.after(line)
    return now


def place_in_four(deal: int) -> int:
    """Which of its four deals a deal is, 1 to 4."""
    return (deal - 1) % FOUR + 1


def is_last_of_four(deal: int) -> bool:
    """Whether no part score outlives the deal."""
    return place_in_four(deal) == FOUR


def deals_of_the_four(lines: Sequence[ScoreLine], deal: int) -> tuple[ScoreLine, ...]:
    """The lines of the earlier deals of the four a deal belongs to."""
    first = deal - place_in_four(deal) + 1
    return tuple(line for line in lines if first <= line.deal < deal)


def _with(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*values[:place], value, *values[place + 1 :])
