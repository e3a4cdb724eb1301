"""A recorded deal played again by the engine from its text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias

from engine_server.game.commands import AddRobot, Command, MakeMove, SitDown, StartMatch
from engine_server.game.consequences import Decided
from engine_server.game.decide import decide
from engine_server.game.events import Event, Pace, TableOpened
from engine_server.game.evolve import opened
from engine_server.game.state import TableState, acting_seats
from engine_server.rules.cards import Card, card_of
from engine_server.rules.moves import (
    DOUBLE,
    PASS,
    REDOUBLE,
    AnswerWash,
    Bid,
    Call,
    CallPartner,
    Double,
    OpenAndName,
    Pass,
    PlayCard,
    PointBid,
    Redouble,
    TrickGoal,
    bid_of,
)
from engine_server.rules.variant import COMPASS
from engine_server.rules.variants import game_of
from tests.golden.deal_text import ROBOT, TITLE

Step: TypeAlias = Command | Call | CallPartner | Card
"""A command, or what the seat whose turn it is calls, names or plays."""
ANSWERS = {"keep": False, "new": True}
CALLS: dict[str, Call] = {"P": PASS, "X": DOUBLE, "XX": REDOUBLE}
HOST = "p0"


class UnreadableDeal(ValueError):
    """The text is no recorded deal, or not one the rules allow; the message names the line."""


class Line(NamedTuple):
    """A line of the text: its number, the word it begins with, the rest."""

    number: int
    key: str
    text: str


class RecordedLots:
    """Draws what was drawn when the deal was recorded."""

    def __init__(self, secret: bytes, draws: Sequence[int]) -> None:
        self._secret, self._draws = secret, iter(draws)

    def secret(self) -> bytes:
        """The secret of the deal."""
        return self._secret

    def below(self, limit: int) -> int:
        """The next seat drawn."""
        return next(self._draws)


def played_again(text: str) -> list[Event]:
    """The log of a recorded deal. Raises UnreadableDeal."""
    lines = [
        Line(number, line[:9].strip(), line[9:]) for number, line in enumerate(text.splitlines(), start=1)
    ]
    if not text.startswith(TITLE + "\n"):
        raise UnreadableDeal(f"line 1: not {TITLE!r}")
    first = opening(_only(lines, "game"), dict(pair.split("=") for pair in _options(lines)))
    log: list[Event] = [first]
    state = opened(first)
    lots = _lots(lines, state)
    for line in lines:
        for step in _steps(line):
            decided = decide(state, _command(step, state), lots)
            if not isinstance(decided, Decided):
                raise UnreadableDeal(f"line {line.number}: {decided.code}")
            log.extend(decided.events)
            state = decided.state
    return log


def opening(game: str, options: dict[str, str]) -> TableOpened:
    """The table every recorded deal is played at."""
    texts = game_of(game).read(options).as_text()
    return TableOpened("golden", "GLDN", game, texts, Pace.NONE, spectators=True, practice=False)


def _only(lines: Sequence[Line], key: str) -> str:
    found = [line.text for line in lines if line.key == key]
    if len(found) != 1:
        raise UnreadableDeal(f"needs one line {key!r}")
    return found[0]


def _options(lines: Sequence[Line]) -> list[str]:
    return [pair for pair in _only(lines, "options").split() if pair != "-"]


def _lots(lines: Sequence[Line], state: TableState) -> RecordedLots:
    options = dict(state.options.as_text())
    dealer = [_only(lines, "dealer")] if options["first_dealer"] == "drawn" else []
    callers = [line.text[-1] for line in lines if line.key == "dealing"]
    drawn = [*dealer, *(callers if options["first_caller"] == "random" else [])]
    return RecordedLots(bytes.fromhex(_only(lines, "secret")), [COMPASS.index(seat) for seat in drawn])


def _steps(line: Line) -> Iterator[Step]:
    """What a line makes happen. Hands, winners, result and score only say what follows from it."""
    match line.key.split():
        case ["seat"]:
            seat, name, player = line.text.split()
            place = COMPASS.index(seat)
            yield AddRobot(HOST, name, place) if player == ROBOT else SitDown(player, name, place)
        case ["secret"]:
            yield StartMatch(HOST)
        case ["wash"]:
            for answer in line.text.split(", "):
                seat, wish = answer.split()
                yield MakeMove(COMPASS.index(seat), AnswerWash(ANSWERS[wish]))
        case ["calls"]:
            made = [code for code in line.text.split() if not code.startswith("(")]
            yield from (CALLS.get(code) or bid_of(code) for code in made)
        case ["partner"]:
            yield CallPartner(card_of(line.text))
        case ["trick", _]:
            yield from map(card_of, line.text.split(",")[0].split()[1:])


def _command(step: Step, state: TableState) -> Command:
    acting = acting_seats(state) or (0,)
    match step:
        case Card():
            return MakeMove(acting[0], PlayCard(step, acting[0]))
        case (
            CallPartner() | Pass() | Bid() | Double() | Redouble() | TrickGoal() | PointBid() | OpenAndName()
        ):
            return MakeMove(acting[0], step)
        case _:
            return step
