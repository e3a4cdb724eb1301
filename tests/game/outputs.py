"""Everything one viewer receives of a table, as bytes: what the reshuffle test compares.

This is the one place to which more outputs are added (a hint, the bytes on the wire, log lines, a scheduled
delay): write a function of a world and a viewer and name it in PARTS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, is_dataclass
from enum import Enum
from random import Random
from types import NoneType
from typing import TypeAlias

from engine_server.game import decide, redact, state
from engine_server.game.events import Event
from engine_server.game.refusals import Refusal
from engine_server.game.state import TableState
from engine_server.game.view import Phase, View
from engine_server.rules.cards import Card, Seat
from engine_server.rules.moves import AnswerWash, Bid, CallPartner, Double, Pass, PlayCard, Redouble
from tests.game.driving import every_move

Viewer: TypeAlias = Seat | None
WRONG_MOVES = 5


@dataclass(frozen=True)
class World:
    """A table at a moment: each event of its log with the state it led to."""

    history: tuple[tuple[Event, TableState], ...]

    @property
    def state(self) -> TableState:
        """The table now."""
        return self.history[-1][1]

    @property
    def log(self) -> tuple[Event, ...]:
        """What happened so far."""
        return tuple(event for event, _ in self.history)


Part: TypeAlias = Callable[[World, Viewer], object]


def outputs(world: World, viewer: Viewer) -> bytes:
    """All a viewer receives, equal for equal content and for nothing else."""
    return "\n".join(written(part(world, viewer)) for part in PARTS).encode()


def written(value: object) -> str:
    """A value with every field of every record, also those its repr leaves out, in the order it has."""
    kind = type(value)
    if kind in _PLAIN:
        return repr(value)
    if isinstance(value, Card | Enum):
        return str(value)
    if isinstance(value, Mapping):
        return written([*value.items()])
    if isinstance(value, Iterable):
        return f"[{','.join(map(written, value))}]"
    assert is_dataclass(value), value
    parts = (written(getattr(value, name)) for name in value.__dataclass_fields__)
    return f"{kind.__name__}[{','.join(parts)}]"


_PLAIN = {int, str, bool, bytes, NoneType}


def _view(world: World, viewer: Viewer) -> object:
    return redact.view_for(world.state, viewer)


def _events(world: World, viewer: Viewer) -> object:
    return [redact.seen_by(event, after, viewer) for event, after in world.history]


def _legal_moves(world: World, viewer: Viewer) -> object:
    return () if viewer is None else state.legal_moves(world.state, viewer)


def _refusals(world: World, viewer: Viewer) -> object:
    """The answers to wrong moves; which ones depends on what the viewer sees alone."""
    view = redact.view_for(world.state, viewer)
    rng = Random(f"{view.version}/{viewer}")
    wrong = _intrusions(rng) if viewer is None else _wrong_moves(view, viewer, rng)
    answers = [decide.decide(world.state, command, NoChance()) for command in wrong]
    assert all(isinstance(answer, Refusal) for answer in answers), (wrong, answers)
    return answers


PARTS: tuple[Part, ...] = (_view, _events, _legal_moves, _refusals)


class NoChance:
    """A refused command draws nothing."""

    def secret(self) -> bytes:
        """Never asked for."""
        raise AssertionError("a wrong move made a deal begin")

    def below(self, limit: int) -> int:
        """Never asked for."""
        raise AssertionError("a wrong move drew lots")


_THINKABLE = tuple(every_move(seat) for seat in range(4))
_OF_PHASE: dict[Phase, tuple[type, ...]] = {
    Phase.WASH: (AnswerWash,),
    Phase.AUCTION: (Pass, Bid, Double, Redouble),
    Phase.CALLING: (CallPartner,),
    Phase.PLAY: (PlayCard,),
}


def _wrong_moves(view: View, seat: Seat, rng: Random) -> list[decide.Command]:
    """Moves that break a rule, are made too early or against an older or a future version."""
    legal = set(view.legal_moves)
    wrong = [move for move in _THINKABLE[seat] if move not in legal]
    near = [move for move in wrong if isinstance(move, _OF_PHASE.get(view.phase, ()))] or wrong
    own = [move for card in view.hand if (move := PlayCard(card, seat)) not in legal]
    moves = [rng.choice(near), rng.choice(near), rng.choice(wrong), rng.choice(own or near)]
    ahead = decide.MakeMove(seat, rng.choice(view.legal_moves or near), view.version + 1)
    return [*(decide.MakeMove(seat, move) for move in moves), ahead]


def _intrusions(rng: Random) -> list[decide.Command]:
    """What somebody without a seat may try."""
    tries: list[decide.Command] = [
        decide.SitDown("stranger", "Eve", None),
        decide.SitDown("stranger", "Eve", rng.randrange(4)),
        decide.AddRobot("stranger", "Eve", None),
        decide.FreeSeat("stranger", rng.randrange(4)),
        decide.Leave("stranger", "Eve"),
        decide.HandOver("stranger", to_robot=True),
        decide.StartMatch("stranger"),
    ]
    return rng.sample(tries, WRONG_MOVES)
