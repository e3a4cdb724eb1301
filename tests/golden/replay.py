"""A recorded deal played again by the engine from its text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeAlias, cast

from engine_server.game.commands import AddRobot, Command, MakeMove, SitDown, StartMatch
from engine_server.game.consequences import Decided
from engine_server.game.decide import decide
from engine_server.game.events import Event, Pace, TableOpened
from engine_server.game.evolve import opened
from engine_server.game.state import TableState, acting_seats, next_hand
from engine_server.rules.cards import Card, Denomination, card_of
from engine_server.rules.moves import (
    DOUBLE,
    PASS,
    REDOUBLE,
    AnswerClaim,
    AnswerUndo,
    AnswerWash,
    AskUndo,
    Call,
    CallPartner,
    Claim,
    Concede,
    DrawCard,
    Goal,
    Move,
    NameContract,
    OpenAndName,
    PlayCard,
    PointBid,
    TrickGoal,
    bid_of,
)
from engine_server.rules.variants import game_of
from tests.golden.deal_text import DENOMINATIONS, ROBOT, TITLE, hand_names


class Answer(NamedTuple):
    """What a seat says to a claim or to a wish to take a move back."""

    seat: int
    accept: bool


Step: TypeAlias = Command | Move | Card | Answer
"""A command, what the seat whose turn it is calls, names, plays, or its answer to whoever asked."""
ANSWERS = {"keep": False, "new": True}
CALLS: dict[str, Call] = {"P": PASS, "X": DOUBLE, "XX": REDOUBLE}
NAMED: dict[str, Denomination] = {code: denomination for denomination, code in DENOMINATIONS.items()}
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
    names = hand_names(state.variant)
    lots = _lots(lines, state, names)
    for line in lines:
        for step in _steps(line, names):
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


def _lots(lines: Sequence[Line], state: TableState, names: Sequence[str]) -> RecordedLots:
    options = dict(state.options.as_text())
    dealer = [_only(lines, "dealer")] if options.get("first_dealer") == "drawn" else []
    callers = [line.text.split()[-1] for line in lines if line.key == "dealing"]
    drawn = [*dealer, *(callers if options.get("first_caller") == "random" else [])]
    return RecordedLots(bytes.fromhex(_only(lines, "secret")), [names.index(seat) for seat in drawn])


def _steps(line: Line, names: Sequence[str]) -> Iterator[Step]:
    """What a line makes happen. Hands, winners, result and score only say what follows from it."""
    match line.key.split():
        case ["seat"]:
            seat, name, player = line.text.split()
            place = names.index(seat)
            yield AddRobot(HOST, name, place) if player == ROBOT else SitDown(player, name, place)
        case ["secret"]:
            yield StartMatch(HOST)
        case ["wash"]:
            for answer in line.text.split(", "):
                seat, wish = answer.split()
                yield MakeMove(names.index(seat), AnswerWash(ANSWERS[wish]))
        case ["calls"]:
            made = [code for code in line.text.split() if not code.startswith("(")]
            yield from (_called(code, names) for code in made)
        case ["trick" | "draw", _]:
            yield from map(card_of, line.text.split(",")[0].split()[1:])
        case _:
            yield from _named_or_wished(line, names)


def _called(code: str, names: Sequence[str]) -> Step:
    seat, at_once, goal = code.partition("=")
    return MakeMove(names.index(seat), call_of(goal)) if at_once else call_of(code)


def call_of(code: str) -> Call:
    """The call of a code, see call_code. Raises ValueError when there is none."""
    named, opens, card = code.partition("/")
    if opens:
        return OpenAndName(NAMED[named], card_of(card))
    if code.endswith("p"):
        return PointBid(int(code[:-1]))
    return TrickGoal(int(code)) if code.isdigit() else CALLS.get(code) or bid_of(code)


def _named_or_wished(line: Line, names: Sequence[str]) -> Iterator[Step]:
    words = line.text.split()
    match line.key.split():
        case ["partner"]:
            yield CallPartner(card_of(line.text))
        case ["contract"]:
            yield NameContract(NAMED[words[0]], Goal(words[1]) if words[1:] else None)
        case ["pick", _]:
            yield DrawCard(words[1] == "keeps")
        case ["claim"]:
            tricks = int(words[1])
            yield MakeMove(names.index(words[0]), Claim(tricks) if tricks else Concede())
        case ["undo"]:
            yield MakeMove(names.index(words[0]), AskUndo())
        case ["answer"]:
            yield Answer(names.index(words[0]), words[1] == "yes")


def _command(step: Step, state: TableState) -> Command:
    seat = (acting_seats(state) or (0,))[0]
    match step:
        case Card():
            return MakeMove(seat, PlayCard(step, next_hand(state) if state.deal else seat))
        case Answer(asked, accept):
            claimed = state.deal is not None and state.deal.claim is not None
            return MakeMove(asked, AnswerClaim(accept) if claimed else AnswerUndo(accept))
        case AddRobot() | SitDown() | StartMatch() | MakeMove():
            return step
        case _:
            return MakeMove(seat, cast(Move, step))
