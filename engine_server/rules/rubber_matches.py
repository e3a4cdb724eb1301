"""How deals of contract bridge make a rubber, or fours of Chicago (rules.md sections 4.4, 4.5 and 8)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from engine_server.rules.cards import Seat, left_of
from engine_server.rules.matches import AllPass, Deals, FirstDealer, ranked
from engine_server.rules.settling import Settle, Settlement, settle
from engine_server.rules.sheets import Column, ScoreLine, ScoreReason, total_of
from engine_server.rules.standings import (
    FOUR,
    Standing,
    deals_of_the_four,
    is_last_of_four,
    place_in_four,
    standing,
)

CLEAN_RUBBER, HARD_RUBBER = 700, 500
"""For two games where no opponent has one, where any has."""
UNFINISHED_GAME = 300
"""For the only game of a rubber that was abandoned."""


@dataclass(frozen=True, slots=True)
class Rubber:
    """The first side with two games ends it, be it a pair or a player alone.

    With a `count` it is abandoned after so many scored deals. The deal passes to the left every time.
    """

    sides: tuple[tuple[Seat, ...], ...]
    count: int | None = None
    first_dealer: FirstDealer = FirstDealer.DRAWN
    unfinished_part_score: int = 50
    all_pass: AllPass = AllPass.NEXT_DEALER
    settle: Settle = Settle.RAW

    @property
    def pays_unfinished(self) -> bool:
        """A rubber broken off pays for its only game and its only part score."""
        return True

    def is_over(self, scored: int, lines: Sequence[ScoreLine]) -> bool:
        """Whether a side has two games, or the deals agreed on are played."""
        return not self.abandoned(scored, lines) or (self.count is not None and scored >= self.count)

    def abandoned(self, scored: int, lines: Sequence[ScoreLine]) -> bool:
        """Whether nobody has two games yet."""
        return standing(lines, self.sides).rubber_winner is None

    def vulnerable(self, deal: int, dealer: Seat, lines: Sequence[ScoreLine]) -> tuple[Seat, ...]:
        """Everybody whose side has won a game."""
        games = standing(lines, self.sides).games
        return tuple(
            sorted(seat for side, won in zip(self.sides, games, strict=True) if won for seat in side)
        )

    def closing(self, scored: int, lines: Sequence[ScoreLine]) -> tuple[ScoreLine, ...]:
        """The bonus of the rubber, or those of an abandoned one: the only game, the only part score."""
        now = standing(lines, self.sides)
        if now.rubber_winner is None:
            return tuple(self._unfinished(now))
        return (self._line(now.rubber_winner, rubber_bonus(now.games), ScoreReason.RUBBER_BONUS),)

    def _unfinished(self, now: Standing) -> Iterator[ScoreLine]:
        if (winner := _only(now.games)) is not None:
            yield self._line(winner, UNFINISHED_GAME, ScoreReason.UNFINISHED_GAME)
        if (ahead := _only(now.part_scores)) is not None:
            yield self._line(ahead, self.unfinished_part_score, ScoreReason.UNFINISHED_PART_SCORE)

    def _line(self, column: int, points: int, reason: ScoreReason) -> ScoreLine:
        return ScoreLine(0, self.sides[column], points, reason)

    def columns(self, lines: Sequence[ScoreLine]) -> tuple[Column, ...]:
        """The columns with their totals, part scores of the game being played and games."""
        now = standing(lines, self.sides)
        return tuple(
            Column(side, total_of(lines, side[0]), part_score, games)
            for side, part_score, games in zip(self.sides, now.part_scores, now.games, strict=True)
        )

    def settlements(self, lines: Sequence[ScoreLine]) -> tuple[Settlement, ...]:
        """What every two columns owe each other by the whole sheet, closing lines included."""
        return settle(self.columns(lines), self.settle)

    def next_dealer(self, dealer: Seat, seats: int) -> Seat:
        """The seat to the left."""
        return left_of(dealer, seats)

    def dealer_after_all_passed(self, dealer: Seat, seats: int) -> Seat:
        """The seat to the left, unless it was agreed that the same deals again."""
        return dealer if self.all_pass is AllPass.SAME_DEALER else left_of(dealer, seats)

    def ranking(self, totals: Mapping[Seat, int]) -> tuple[tuple[Seat, ...], ...]:
        """The seats by total, whoever won the rubber; equal totals share a place."""
        return ranked(totals)


class VulnerableTwoAndThree(StrEnum):
    """Who is vulnerable on the second and third of four deals."""

    DEALER = "dealer"
    NON_DEALER = "non_dealer"


@dataclass(frozen=True, slots=True)
class Chicago(Deals):
    """Four deals, or as many as `count` says, each four a round of its own; a deal all passed is dealt again.

    `carried` is off where each deal is scored as a board: then there are no part scores.
    """

    count: int = FOUR
    all_pass: AllPass = AllPass.SAME_DEALER
    first_dealer: FirstDealer = FirstDealer.DRAWN
    sides: tuple[tuple[Seat, ...], ...] = ((0, 2), (1, 3))
    vulnerable_2_3: VulnerableTwoAndThree = VulnerableTwoAndThree.DEALER
    carried: bool = True

    def vulnerable(self, deal: int, dealer: Seat, lines: Sequence[ScoreLine]) -> tuple[Seat, ...]:
        """Nobody on the first of four, all on the last, one side on the two between."""
        if place_in_four(deal) == 1:
            return ()
        dealers = self.vulnerable_2_3 is VulnerableTwoAndThree.DEALER
        all_are = is_last_of_four(deal)
        return tuple(
            sorted(seat for side in self.sides if all_are or (dealer in side) is dealers for seat in side)
        )

    def columns(self, lines: Sequence[ScoreLine]) -> tuple[Column, ...]:
        """The columns with their totals and what they carry into the next deal."""
        if not self.carried:
            return Deals.columns(self, lines)
        coming = max((line.deal for line in lines), default=0) + 1
        part_scores = standing(deals_of_the_four(lines, coming), self.sides).part_scores
        return tuple(
            Column(side, total_of(lines, side[0]), part_score)
            for side, part_score in zip(self.sides, part_scores, strict=True)
        )


def rubber_bonus(games: Sequence[int]) -> int:
    """What the rubber pays its winner, by the games of all columns."""
    return CLEAN_RUBBER if sum(won > 0 for won in games) == 1 else HARD_RUBBER


def _only(values: Sequence[int]) -> int | None:
    """The one column that has any, None where none or several have."""
    having = [place for place, value in enumerate(values) if value]
    return having[0] if len(having) == 1 else None
