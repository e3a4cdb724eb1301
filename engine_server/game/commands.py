"""What people and the engine itself may ask of a table: imperative, where events are past."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from engine_server.game.events import CloseReason
from engine_server.rules.cards import Seat
from engine_server.rules.moves import Move
from engine_server.rules.options import Options


@dataclass(frozen=True, slots=True)
class SitDown:
    """A person wants a seat, any free one when `seat` is None."""

    player: str
    name: str
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class AddRobot:
    """The host seats a robot, at any free seat when `seat` is None."""

    by: str
    name: str
    seat: Seat | None


@dataclass(frozen=True, slots=True)
class FreeSeat:
    """The host frees a seat before the match."""

    by: str
    seat: Seat


@dataclass(frozen=True, slots=True)
class Leave:
    """A person leaves; during a match the named robot plays on."""

    player: str
    robot: str


@dataclass(frozen=True, slots=True)
class HandOver:
    """A person lets a robot or another person (`to_player`, of that name) play its seat, or takes it back."""

    player: str
    to_robot: bool
    to_player: str | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class ChooseOptions:
    """The host sets the house rules before the match."""

    by: str
    options: Options


@dataclass(frozen=True, slots=True)
class StartMatch:
    """The host starts the match."""

    by: str


@dataclass(frozen=True, slots=True)
class MakeMove:
    """A seat decides. `expected` is the version its decision was seen at, None for whichever is open."""

    seat: Seat
    move: Move
    expected: int | None = None


@dataclass(frozen=True, slots=True)
class BeginDeal:
    """The pause between two deals is over."""


@dataclass(frozen=True, slots=True)
class CloseTable:
    """Nobody has come for too long."""

    reason: CloseReason


@dataclass(frozen=True, slots=True)
class FollowOn:
    """A person who sat here opened another table for the same people."""

    player: str
    table: str


Command: TypeAlias = (
    SitDown
    | AddRobot
    | FreeSeat
    | Leave
    | HandOver
    | ChooseOptions
    | StartMatch
    | MakeMove
    | BeginDeal
    | CloseTable
    | FollowOn
)
