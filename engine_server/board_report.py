"""The boards of a file scored by duplicate rules, as lines to be read in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce

from engine_server.interchange.boards import NOBODY, BoardRecord
from engine_server.interchange.rescoring import Result, results_by_board
from engine_server.report import Told, printable
from engine_server.rules.contracts import Contract
from engine_server.words.languages import Language
from engine_server.words.sentences import sentence
from engine_server.words.written import Argument, Bid, Place, result, write


class BoardTold(StrEnum):
    """The texts of the boards beside those of a match. The value is the message id."""

    BOARD = "report.board"
    BOARD_UNNUMBERED = "report.board_unnumbered"
    DEALER = "report.dealer"
    VULNERABLE_NONE = "report.vulnerable.none"
    VULNERABLE_NS = "report.vulnerable.ns"
    VULNERABLE_EW = "report.vulnerable.ew"
    VULNERABLE_BOTH = "report.vulnerable.both"
    RESULT_UNKNOWN = "report.result_unknown"
    NORTH_SOUTH = "report.north_south"
    MATCHPOINTS = "report.matchpoints"
    IMPS = "report.imps"
    NOT_SCORED = "report.not_scored"
    RESCORED = "report.rescored"


def board_report(boards: Sequence[BoardRecord], language: Language) -> str:
    """Who sat where, and board by board the contract, the tricks and what that is worth to North-South.

    Where several tables played a board, each result has its matchpoints, and of two tables the IMPs.
    """
    return "\n".join(_BoardReport(tuple(boards), language).lines()) + "\n"


@dataclass(frozen=True, slots=True)
class _BoardReport:
    boards: tuple[BoardRecord, ...]
    language: Language

    def lines(self) -> Iterator[str]:
        """The whole report."""
        if self._one_table and any(self.boards[0].names):
            yield from self._names(self.boards[0])
            yield ""
        groups = results_by_board(self.boards)
        for results in groups:
            yield self._heading(results[0].board)
            for one in results:
                yield from self._result(one)
        yield ""
        scored = sum(one.score is not None for results in groups for one in results)
        yield self._say(BoardTold.RESCORED, n=scored)

    @property
    def _one_table(self) -> bool:
        """Whether the same people sat there all the time: then they are named once."""
        return len({board.names for board in self.boards}) == 1

    def _heading(self, board: BoardRecord) -> str:
        number = self._say(BoardTold.BOARD_UNNUMBERED)
        if board.board is not None:
            number = self._say(BoardTold.BOARD, board=board.board)
        dealer = self._say(BoardTold.DEALER, seat=Place(board.dealer))
        return self._in_a_row([number, dealer, self._say(f"report.vulnerable.{board.vulnerable}")])

    def _names(self, board: BoardRecord) -> Iterator[str]:
        """A line for each seat whose name is known."""
        for seat, name in enumerate(board.names):
            if name:
                yield self._say(Told.SEAT, seat=Place(seat), name=printable(name))

    # --- one result ------------------------------------------------------------------------------------

    def _result(self, one: Result) -> Iterator[str]:
        if not self._one_table and one.board.names != NOBODY:
            yield "  " + self._in_a_row(list(self._names(one.board)))
        yield "  " + self._played(one.board)
        if one.score is not None:
            yield "    " + self._in_a_row(list(self._worth(one, one.score)))
        elif one.board.called is not None:
            yield "    " + self._say(BoardTold.NOT_SCORED)

    def _played(self, board: BoardRecord) -> str:
        if board.passed_out:
            return self._say(Told.PASSED_OUT)
        if board.contract is None:
            return self._say(Told.NO_CONTRACT)
        contract = self._contract(board, board.contract)
        if board.declarer_tricks is None:
            return self._in_a_row([contract, self._say(BoardTold.RESULT_UNKNOWN)])
        return self._in_a_row([contract, self._say(Told.TRICKS, n=board.declarer_tricks)])

    def _contract(self, board: BoardRecord, contract: Contract) -> str:
        """The contract, how it ended where that is known, and whose it was."""
        named, seat = _named(contract, board.declarer_tricks), Place(contract.declarer)
        if board.called is not None:
            return self._say(Told.CONTRACT_CALLED, contract=named, seat=seat, card=board.called)
        return self._say(Told.CONTRACT, contract=named, seat=seat)

    def _worth(self, one: Result, score: int) -> Iterator[str]:
        side = self._say(BoardTold.NORTH_SOUTH)
        yield self._say(Told.POINTS_FOR, side=side, points=write(score, self.language))
        if one.matchpoints is not None:
            yield self._say(BoardTold.MATCHPOINTS, n=one.matchpoints)
        if one.imps is not None:
            yield self._say(BoardTold.IMPS, n=one.imps)

    # --- words -----------------------------------------------------------------------------------------

    def _say(self, message: str, **arguments: Argument) -> str:
        return sentence(message, arguments, self.language)

    def _in_a_row(self, parts: Sequence[str]) -> str:
        return reduce(lambda first, then: self._say(Told.ROW, first=first, then=then), parts)


def _named(contract: Contract, tricks: int | None) -> Argument:
    written = Bid(contract.level, contract.denomination, contract.stake)
    return written if tricks is None else result(written, tricks - contract.target)
