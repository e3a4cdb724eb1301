"""The lines of a deal of contract bridge: rubber, Chicago, and boards that stand for themselves.

One column may be a pair, or a player alone: then everybody else is an opponent, and what opponents score each
of them scores in full (rules.md sections 4 and 8).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from engine_server.rules import contract_values as values
from engine_server.rules.cards import Seat
from engine_server.rules.contract_values import UndertrickTable
from engine_server.rules.contracts import Contract
from engine_server.rules.played import Outcome, Played
from engine_server.rules.sheets import ScoreLine, ScoreReason, nothing_for_all
from engine_server.rules.standings import deals_of_the_four, is_last_of_four, standing


class RubberOver(ValueError):
    """A side has won two games: the sheet takes no further deal."""

    def __init__(self) -> None:
        super().__init__("the rubber is over")


@dataclass(frozen=True, slots=True)
class Entry:
    """One item a deal is worth: to the declarer's column, or else to every other one."""

    reason: ScoreReason
    points: int
    declarers: bool = True


@dataclass(frozen=True, slots=True)
class RubberScore:
    """Odd tricks bid and made stand below the line, all else above; games follow from the sheet."""

    sides: tuple[tuple[Seat, ...], ...]
    honours: bool = True
    undertricks: UndertrickTable = UndertrickTable.MODERN

    def score(self, played: Played, before: Sequence[ScoreLine]) -> tuple[ScoreLine, ...]:
        """The lines of a deal. Raises RubberOver where the sheet shows a side with two games."""
        if standing(before, self.sides).rubber_winner is not None:
            raise RubberOver
        entries = chain(contract_entries(played, self.undertricks), honour_entries(played, self.honours))
        return _written(played, self.sides, entries, below=True)


@dataclass(frozen=True, slots=True)
class ChicagoScore:
    """As in rubber, but part scores live for four deals, and a game is paid for in the deal completing it."""

    sides: tuple[tuple[Seat, ...], ...]
    honours: bool = False
    undertricks: UndertrickTable = UndertrickTable.MODERN

    def score(self, played: Played, before: Sequence[ScoreLine]) -> tuple[ScoreLine, ...]:
        """The lines of a deal; what was carried into it is read from the deals of the same four."""
        entries = chain(
            contract_entries(played, self.undertricks),
            honour_entries(played, self.honours),
            self._premium(played, before),
        )
        return _written(played, self.sides, entries, below=True)

    def _premium(self, played: Played, before: Sequence[ScoreLine]) -> Iterator[Entry]:
        if played.contract is None or not played.outcome.made:
            return
        carried = standing(deals_of_the_four(before, played.deal), self.sides).part_scores
        column = _column(self.sides, played.contract)
        if carried[column] + values.trick_points(played.contract) >= values.GAME:
            yield Entry(ScoreReason.GAME_BONUS, values.GAME_BONUS[_is_vulnerable(played)])
        elif is_last_of_four(played.deal):
            yield Entry(ScoreReason.PART_SCORE_BONUS, values.LAST_PART_SCORE)


@dataclass(frozen=True, slots=True)
class BoardScore:
    """Each deal for itself, as in duplicate: a game or part score is paid for at once, nothing is carried."""

    sides: tuple[tuple[Seat, ...], ...]
    honours: bool = False
    undertricks: UndertrickTable = UndertrickTable.MODERN

    def score(self, played: Played, before: Sequence[ScoreLine]) -> tuple[ScoreLine, ...]:
        """The lines of a deal, whatever stood on the sheet before."""
        entries = chain(
            contract_entries(played, self.undertricks),
            honour_entries(played, self.honours),
            _board_premium(played),
        )
        return _written(played, self.sides, entries, below=False)


def duplicate_score(
    contract: Contract,
    vulnerable: bool,
    tricks: int,
    undertricks: UndertrickTable = UndertrickTable.MODERN,
) -> int:
    """What a board is worth to the declarer's side, negative when beaten; `tricks` it took, 0 to 13."""
    seats = (contract.declarer,)
    won = tuple(tricks if seat in seats else 0 for seat in range(contract.declarer + 1))
    played = Played(1, (), contract, seats, won, vulnerable=seats if vulnerable else ())
    entries = chain(contract_entries(played, undertricks), _board_premium(played))
    return sum(entry.points if entry.declarers else -entry.points for entry in entries)


def contract_entries(played: Played, undertricks: UndertrickTable) -> Iterator[Entry]:
    """What the contract itself is worth, item by item; nothing when all passed."""
    if played.contract is None:
        return
    outcome, vulnerable = played.outcome, _is_vulnerable(played)
    if outcome.made:
        yield from _made(outcome, vulnerable)
    else:
        penalty = values.undertrick_points(outcome.short, outcome.contract.stake, vulnerable, undertricks)
        yield Entry(ScoreReason.UNDERTRICKS, penalty, declarers=False)


def _made(outcome: Outcome, vulnerable: bool) -> Iterator[Entry]:
    contract = outcome.contract
    yield Entry(ScoreReason.ODD_TRICKS, values.trick_points(contract))
    if outcome.over:
        over = values.overtrick_points(contract, outcome.over, vulnerable)
        yield Entry(ScoreReason.OVERTRICKS, over)
    if contract.stake in values.INSULT:
        yield Entry(ScoreReason.INSULT, values.INSULT[contract.stake])
    if contract.level == 6:
        yield Entry(ScoreReason.SMALL_SLAM, values.SMALL_SLAM[vulnerable])
    if contract.level == 7:
        yield Entry(ScoreReason.GRAND_SLAM, values.GRAND_SLAM[vulnerable])


def honour_entries(played: Played, counted: bool = True) -> Iterator[Entry]:
    """Honours held in one hand, dummy's among them, whether or not the contract was made."""
    if played.contract is None or not counted:
        return
    for hand, cards in enumerate(played.dealt):
        if bonus := values.honour_bonus(cards, played.contract.denomination):
            yield Entry(ScoreReason.HONOURS, bonus, declarers=hand in played.declaring_side)


def _board_premium(played: Played) -> Iterator[Entry]:
    if played.contract is None or not played.outcome.made:
        return
    if values.trick_points(played.contract) >= values.GAME:
        yield Entry(ScoreReason.GAME_BONUS, values.GAME_BONUS[_is_vulnerable(played)])
    else:
        yield Entry(ScoreReason.PART_SCORE_BONUS, values.BOARD_PART_SCORE)


def _is_vulnerable(played: Played) -> bool:
    return played.outcome.contract.declarer in played.vulnerable


def _column(sides: tuple[tuple[Seat, ...], ...], contract: Contract) -> int:
    return next(place for place, side in enumerate(sides) if contract.declarer in side)


def _written(
    played: Played, sides: tuple[tuple[Seat, ...], ...], entries: Iterator[Entry], below: bool
) -> tuple[ScoreLine, ...]:
    """The entries as lines of their columns, then an explicit 0 for each column that got none."""
    if played.contract is None:
        return nothing_for_all(played.deal, sides, ScoreReason.PASSED_OUT)
    scoring = sides[_column(sides, played.contract)]
    lines = tuple(
        ScoreLine(
            played.deal, side, entry.points, entry.reason, below and entry.reason is ScoreReason.ODD_TRICKS
        )
        for entry in entries
        for side in sides
        if (side == scoring) is entry.declarers
    )
    empty = [side for side in sides if side not in {line.seats for line in lines}]
    return (*lines, *nothing_for_all(played.deal, empty, ScoreReason.NOTHING))
