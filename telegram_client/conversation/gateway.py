"""The engine as one person reaches it: a port with two bodies, one over gRPC and one that calls it directly.

Gateway errors are two:

    GatewayError
    +-- Refusal      the engine said no: why, and the sentence for the person
    +-- EngineAway   the engine did not answer, though it was asked again
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from fourth.v1.advisor_service_pb2 import GetHintResponse
from fourth.v1.catalog_service_pb2 import Game, GetRulesResponse, Word
from fourth.v1.moves_pb2 import Move
from fourth.v1.table_service_pb2 import ExportFormat, TableSummary, WatchTablesResponse
from fourth.v1.views_pb2 import Pace, View

from telegram_client.conversation.files import File


class GatewayError(Exception):
    """What a call to the engine may end with."""


class Refusal(GatewayError):
    """The engine refused. `reason` is a name of ErrorReason without its prefix, empty where there is none;
    `sentence` is for the person, in the language of the call. The text of the exception is the reason alone.
    """

    def __init__(self, reason: str, sentence: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.sentence = sentence


class EngineAway(GatewayError):
    """The engine did not answer in time, however often it was asked. What was asked may have been done."""


@dataclass(frozen=True, slots=True)
class TableWish:
    """What a new table is to be. `options` are the house rules that differ from the defaults.

    `turn_seconds` is what a turn may take before a robot makes the move, None for as long as it takes.
    """

    game: str
    options: Mapping[str, str]
    pace: Pace
    seat: int
    spectators: bool = True
    turn_seconds: int | None = None


@dataclass(frozen=True, slots=True)
class Opened:
    """A table that has just been opened: its id, and the code others join by."""

    table: str
    code: str


class Gateway(Protocol):
    """The engine in the hands of one person. Every call may raise Refusal or EngineAway.

    A `request` names a change, so that the same change asked for twice happens once; empty: a fresh name.
    """

    def speak(self, language: str) -> None:
        """The language of all answers from now on, as a tag. A watch keeps the one it began with."""
        ...

    async def register(self, name: str, language: str) -> str:
        """Makes the person known, or recognises it. Its public id."""
        ...

    async def games(self) -> Sequence[Game]:
        """All games with their house rules."""
        ...

    async def rules(self, game: str, page: int) -> GetRulesResponse:
        """A page of the rules of a game, from 1."""
        ...

    async def glossary(self) -> Sequence[Word]:
        """The terms of the card table."""
        ...

    async def tables(self) -> Sequence[TableSummary]:
        """The tables where the person sits, the latest first; the first page of them."""
        ...

    async def open_table(self, wish: TableWish, request: str = "") -> Opened:
        """Opens a table with the person as its host."""
        ...

    async def join(self, code: str, request: str = "") -> str:
        """Takes the first free seat. The table's id."""
        ...

    async def add_robot(self, table: str, request: str = "") -> None:
        """Puts a robot into the first free seat."""
        ...

    async def start(self, table: str, request: str = "") -> None:
        """Starts the match."""
        ...

    async def leave(self, table: str, request: str = "") -> None:
        """Gives the seat up."""
        ...

    async def hand_over(self, table: str, robot_plays: bool, request: str = "") -> None:
        """Lets a robot play the seat, or takes it back."""
        ...

    async def move(self, table: str, move: Move, expected_version: int, request: str = "") -> None:
        """Makes a move, chosen from a view with this decision_version."""
        ...

    async def view(self, table: str) -> View:
        """The table as the person may see it."""
        ...

    async def look_up(self, code: str) -> View:
        """The same by the code of the table."""
        ...

    async def export(self, table: str, wanted: ExportFormat, deal: int = 0) -> File:
        """The scored deals as a file; with a number, that deal alone."""
        ...

    async def hint(self, table: str) -> GetHintResponse:
        """Advice for the person's pending decision."""
        ...

    def watch(self, tables: Sequence[str]) -> AsyncIterator[WatchTablesResponse]:
        """What happens at the tables, without gaps though the stream may break and be taken up again.

        First a snapshot of each. Heartbeats are not passed on. Ends when it is closed.
        """
        ...
