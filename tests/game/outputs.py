"""Everything one viewer receives of a table, as bytes: what the reshuffle test compares.

This is the one place to which more outputs are added (log lines, a picture): write a function of a world, a
viewer and its view and name it in PARTS.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from random import Random
from types import NoneType
from typing import Any, TypeAlias

from engine_server.advisor import advice
from engine_server.application import pacing
from engine_server.application.hints import Hint, PositionChance
from engine_server.game import commands, decide, redact, state
from engine_server.game.events import Event, Pace
from engine_server.game.frozen import but
from engine_server.game.refusals import Refusal
from engine_server.game.state import TableState
from engine_server.game.view import View
from engine_server.rules.cards import Card, Seat
from engine_server.rules.moves import Move, PlayCard
from engine_server.service.funnel import spoken
from engine_server.service.problems import status_of
from engine_server.service.wire import views
from engine_server.service.wire.advice import hint_out
from engine_server.words.languages import Language
from engine_server.words.reasons import refusal_id
from engine_server.words.sentences import sentence
from tests.game.driving import MOST_HANDS, every_move

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


Part: TypeAlias = Callable[[World, Viewer, View], object]


def outputs(world: World, viewer: Viewer) -> bytes:
    """All a viewer receives, equal for equal content and for nothing else."""
    view = redact.view_for(world.state, viewer)
    return "\n".join(written(part(world, viewer, view)) for part in PARTS).encode()


def written(value: object) -> str:
    """A value with every field of every record, also those its repr leaves out, in the order it has."""
    return _WRITERS[type(value)](value)


class _Writers(dict[type, Callable[[Any], str]]):
    """How values of each kind are written, found out when the first of its kind comes."""

    def __missing__(self, kind: type) -> Callable[[Any], str]:
        self[kind] = _writer_of(kind)
        return self[kind]


_WRITERS = _Writers()


def _writer_of(kind: type) -> Callable[[Any], str]:
    if kind in _PLAIN:
        return repr
    if issubclass(kind, Card | Enum):
        return str
    if issubclass(kind, Mapping):
        return lambda value: written([*value.items()])
    if issubclass(kind, Iterable):
        return lambda value: f"[{','.join(map(written, value))}]"
    assert is_dataclass(kind), kind
    names = tuple(field.name for field in fields(kind))
    return lambda value: f"{kind.__name__}{written([getattr(value, name) for name in names])}"


_PLAIN = {int, str, bool, bytes, NoneType}


def _view(world: World, viewer: Viewer, view: View) -> object:
    return view


def _events(world: World, viewer: Viewer, view: View) -> object:
    return [redact.seen_by(event, after, viewer) for event, after in world.history]


def _legal_moves(world: World, viewer: Viewer, view: View) -> object:
    return () if viewer is None else state.legal_moves(world.state, viewer)


def _refused(world: World, viewer: Viewer, view: View) -> object:
    """The answers to wrong moves, some as they go over the wire."""
    refusals = _refusals(world, viewer, view)
    return [
        *refusals,
        *(_status(refusal, _language(view)) for refusal in refusals if not view.version % WIRED),
    ]


def _refusals(world: World, viewer: Viewer, view: View) -> list[Refusal]:
    """What wrong moves are answered; which ones depends on what the viewer sees alone."""
    rng = Random(f"{view.version}/{viewer}")
    seats = view.variant.seats
    wrong = _intrusions(seats, rng) if viewer is None else _wrong_moves(view, viewer, rng)
    answers = [decide.decide(world.state, command, NoChance()) for command in wrong]
    refusals = [answer for answer in answers if isinstance(answer, Refusal)]
    assert len(refusals) == len(wrong), (wrong, answers)
    return refusals


SPOKEN = (Language.EN, Language.DE)
LATEST = 4
HINTED = 5
WIRED = 3
"""Every so many versions a hint is asked for, or the wire is read: they cost more than all the rest. No trick
has so many cards, or one place of every trick would never be looked at."""


def _language(view: View) -> Language:
    """The languages take turns."""
    return SPOKEN[view.version % len(SPOKEN)]


def _on_the_wire(world: World, viewer: Viewer, view: View) -> object:
    """The bytes of the view and of the latest events."""
    if view.version % WIRED:
        return ()
    language = _language(view)
    seen = [redact.seen_by(event, after, viewer) for event, after in world.history[-LATEST:]]
    return [
        views.view_out(view, language).SerializeToString(),
        *(views.event_out(one, language).SerializeToString() for one in seen),
    ]


def _status(refusal: Refusal, language: Language) -> bytes:
    told = sentence(refusal_id(refusal.code.value), spoken(refusal.arguments), language)
    return bytes(status_of(refusal.code, dict(refusal.arguments), told, language).SerializeToString())


def _hint(world: World, viewer: Viewer, view: View) -> object:
    """The bytes of a hint, for a seat that must decide."""
    if viewer not in view.acting or view.version % HINTED:
        return ()
    hint = Hint(view, advice.advise(view, PositionChance(view)))
    return [hint_out(hint, language).SerializeToString() for language in SPOKEN]


def _due(world: World, viewer: Viewer, view: View) -> object:
    """When robots will move, by the same lots: every viewer sees how long they take."""
    slow = but(world.state, pace=Pace.SLOW)
    return pacing.Pacing(EvenLots(), pacing.HOUR_MS).due_at(slow, 0)


PARTS: tuple[Part, ...] = (_view, _events, _legal_moves, _refused, _on_the_wire, _hint, _due)


class EvenLots:
    """Lots that always fall in the middle."""

    is_practice = False

    def secret(self) -> bytes:
        """Never asked for."""
        raise AssertionError("a delay made a deal begin")

    def below(self, limit: int) -> int:
        """The middle."""
        return limit // 2

    def token(self, size: int) -> str:
        """Never asked for."""
        raise AssertionError("a delay named something")


class NoChance:
    """A refused command draws nothing."""

    def secret(self) -> bytes:
        """Never asked for."""
        raise AssertionError("a wrong move made a deal begin")

    def below(self, limit: int) -> int:
        """Never asked for."""
        raise AssertionError("a wrong move drew lots")


THINKABLE = tuple(every_move(seat) for seat in range(MOST_HANDS))
_THINKABLE = tuple(map(dict.fromkeys, THINKABLE))
"""The same as keys: a few are taken out of hundreds again and again."""


def _all_but(allowed: Iterable[Move], seat: Seat) -> list[Move]:
    """All moves a seat could think of but the allowed ones, in their order."""
    left = dict(_THINKABLE[seat])
    for move in allowed:
        left.pop(move, None)
    return [*left]


def _wrong_moves(view: View, seat: Seat, rng: Random) -> list[commands.Command]:
    """Moves that break a rule, are made too early or against an older or a future version."""
    allowed = {*view.legal_moves, *view.free_moves}
    wrong = _all_but(allowed, seat)
    kinds = {type(move) for move in view.legal_moves}
    near = [move for move in wrong if type(move) in kinds] or wrong
    aimed = [m for m in near if not isinstance(m, PlayCard) or m.seat == view.next_hand] or near
    shown = [PlayCard(card, hand.seat) for hand in view.hands for card in hand.cards]
    own = [move for move in shown if move not in allowed]
    moves = [rng.choice(aimed), rng.choice(near), rng.choice(wrong), rng.choice(own or aimed)]
    ahead = commands.MakeMove(seat, rng.choice(view.legal_moves or near), view.version + 1)
    return [*(commands.MakeMove(seat, move) for move in moves), ahead]


def _intrusions(seats: int, rng: Random) -> list[commands.Command]:
    """What somebody without a seat may try."""
    tries: list[commands.Command] = [
        commands.SitDown("stranger", "Eve", None),
        commands.SitDown("stranger", "Eve", rng.randrange(seats)),
        commands.AddRobot("stranger", "Eve", None),
        commands.FreeSeat("stranger", rng.randrange(seats)),
        commands.Leave("stranger", "Eve"),
        commands.HandOver("stranger", to_robot=True),
        commands.StartMatch("stranger"),
    ]
    return rng.sample(tries, WRONG_MOVES)
