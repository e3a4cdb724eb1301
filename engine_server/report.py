"""What a replayed log comes to, and what is wrong with a file, as lines to be read in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce

from engine_server.game.record import DealRecord
from engine_server.interchange.problems import Fault, Problem
from engine_server.interchange.replaying import Replayed
from engine_server.rules.cards import Denomination, Seat
from engine_server.rules.contracts import Contract
from engine_server.rules.moves import PointBid, TrickGoal
from engine_server.rules.sheets import ScoreLine
from engine_server.rules.variant import COMPASS
from engine_server.words.catalog import game_name, option_name, option_value
from engine_server.words.languages import Language
from engine_server.words.sentences import sentence
from engine_server.words.written import Argument, Bid, Person, Place, write


class Told(StrEnum):
    """The texts of a report. The value is the message id."""

    RULE = "report.rule"
    DEAL = "report.deal"
    CONTRACT = "report.contract"
    CONTRACT_CALLED = "report.contract_called"
    SEAT = "report.seat"
    ROW = "report.row"
    TRICKS = "report.tricks"
    POINTS = "report.points"
    WANTED = "report.wanted"
    PROMISED = "report.promised"
    NO_CONTRACT = "report.no_contract"
    PASSED_OUT = "report.passed_out"
    TRUMP = "report.trump"
    GOAL = "report.goal"
    MATCH = "report.match"
    POINTS_FOR = "report.points_for"
    BELOW = "report.below"
    TOTAL = "report.total"
    PLACE = "report.place"
    UNFINISHED = "report.unfinished"
    SEALS_TRUE = "report.seals_true"
    LINE = "report.line"
    LINE_AND_TAG = "report.line_and_tag"


def fault_id(fault: Fault) -> str:
    """The id of the sentence that says what a fault means."""
    return f"fault.{fault}"


def report(match: Replayed, language: Language) -> str:
    """Who played which game, deal by deal, the score sheet, the places, and that all seals are true."""
    return "\n".join(_Report(match, language).lines()) + "\n"


def complaint(problem: Problem, language: Language) -> str:
    """Where a file is wrong and why, the reason as a code and in words."""
    where = sentence(
        Told.LINE_AND_TAG if problem.tag else Told.LINE,
        {"line": problem.line, "tag": problem.tag, "fault": problem.fault.value},
        language,
    )
    return f"{where}: {sentence(fault_id(problem.fault), {}, language)}"


@dataclass(frozen=True, slots=True)
class _Report:
    match: Replayed
    language: Language

    def lines(self) -> Iterator[str]:
        """The whole report."""
        state, match = self.match.state, self.match
        yield _capital(game_name(state.game.key, self.language))
        for key, value in state.options.as_text():
            named, chosen = option_name(key, self.language), option_value(key, value, self.language)
            yield "  " + self._say(Told.RULE, name=named, value=chosen)
        for seat, sitter in enumerate(state.seats):
            if sitter is not None:
                place = self._seats((seat,)) if self._has_compass else str(seat + 1)
                yield self._say(Told.SEAT, seat=place, name=_printable(sitter.name))
        yield ""
        for deal in match.deals:
            yield self._deal(deal)
            yield from map(self._score, deal.lines)
        closing = [line for line in state.lines if line.deal == 0]
        if closing:
            yield self._say(Told.MATCH)
            yield from map(self._score, closing)
        yield ""
        yield from self._ending()

    def _ending(self) -> Iterator[str]:
        state = self.match.state
        yield self._say(Told.TOTAL)
        for column in state.variant.match.columns(state.lines):
            yield "  " + self._points_for(column.seats, write(column.points, self.language))
        for number, place in enumerate(state.places, start=1):
            yield self._say(Told.PLACE, place=number, seats=self._seats(place))
        if state.abandoned or not state.places:
            yield self._say(Told.UNFINISHED)
        yield self._say(Told.SEALS_TRUE, n=len(self.match.deals))

    # --- one deal --------------------------------------------------------------------------------------

    def _deal(self, deal: DealRecord) -> str:
        played = self._played_for(deal)
        return self._say(Told.DEAL, deal=deal.number, seat=self._place(deal.dealer), played=played)

    def _played_for(self, deal: DealRecord) -> str:
        contract = deal.contract
        if contract is None:
            return self._without_contract(deal)
        named, seat = _named(contract), self._place(contract.declarer)
        parts = [self._say(Told.CONTRACT, contract=named, seat=seat)]
        if deal.called is not None:
            parts = [self._say(Told.CONTRACT_CALLED, contract=named, seat=seat, card=deal.called)]
        if contract.aim:
            parts.append(self._say(Told.WANTED, n=contract.aim))
        if contract.points:
            parts.append(self._say(Told.PROMISED, n=contract.points))
        parts.append(self._say(Told.TRICKS, n=deal.declaring_tricks))
        if deal.declaring_card_points is not None:
            parts.append(self._say(Told.POINTS, n=deal.declaring_card_points))
        return self._in_a_row(parts)

    def _without_contract(self, deal: DealRecord) -> str:
        goals = [(made.seat, made.call.tricks) for made in deal.calls if isinstance(made.call, TrickGoal)]
        if not goals:
            points = any(isinstance(made.call, PointBid) for made in deal.calls)
            return self._say(Told.NO_CONTRACT if points else Told.PASSED_OUT)
        trump = Denomination.NO_TRUMP if deal.trump is None else deal.trump
        parts = [self._say(Told.TRUMP, trump=trump)]
        for seat, goal in goals:
            won = sum(trick.winner == seat for trick in deal.tricks)
            parts.append(self._say(Told.GOAL, seat=self._place(seat), goal=goal, tricks=won))
        return self._in_a_row(parts)

    def _score(self, line: ScoreLine) -> str:
        points = write(line.points, self.language)
        if line.below:
            points = self._say(Told.BELOW, points=line.points)
        return f"  {self._points_for(line.seats, points)}  {self._say(line.reason)}"

    def _points_for(self, side: Sequence[Seat], points: str) -> str:
        return self._say(Told.POINTS_FOR, side=self._seats(side), points=points)

    # --- words -----------------------------------------------------------------------------------------

    def _say(self, message: str, **arguments: Argument) -> str:
        return sentence(message, arguments, self.language)

    def _place(self, seat: Seat) -> Place | Person:
        """A seat of the compass, or where there is none whoever sits there."""
        sitter = self.match.state.seats[seat]
        return Place(seat) if sitter is None or self._has_compass else Person(_printable(sitter.name))

    @property
    def _has_compass(self) -> bool:
        return len(self.match.state.seats) == len(COMPASS)

    def _seats(self, seats: Sequence[Seat]) -> str:
        return _capital(write(tuple(map(self._place, seats)), self.language))

    def _in_a_row(self, parts: Sequence[str]) -> str:
        return reduce(lambda first, then: self._say(Told.ROW, first=first, then=then), parts)


def _named(contract: Contract) -> Argument:
    if contract.level:
        return Bid(contract.level, contract.denomination, contract.stake)
    return contract.denomination


def _capital(text: str) -> str:
    """A line begins with a capital, also where the word has none in a sentence."""
    return text[:1].upper() + text[1:]


def _printable(name: str) -> str:
    """A name as it may stand in a terminal: nothing in it steers the screen or the direction of text."""
    return "".join(character for character in name if character.isprintable())
