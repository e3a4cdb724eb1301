"""Tables to be measured: four persons at each, the cards dealt, and every move of the deal planned
beforehand.

Whoever sits in all four seats sees all four hands, so the moves can be chosen before the clock runs. What
is then measured is the engine's work and the wire, not the choice of a card.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import grpc
from fourth.v1 import player_service_pb2, table_service_pb2, texts_pb2, views_pb2
from google.protobuf.message import Message

from benchmarks.rules import Lots
from engine_server.game.commands import MakeMove
from engine_server.game.consequences import Decided
from engine_server.game.decide import decide
from engine_server.game.events import (
    DealSealed,
    Event,
    HandsDealt,
    MatchStarted,
    Pace,
    SeatTaken,
    TableOpened,
)
from engine_server.game.evolve import fold
from engine_server.game.state import TableState, acting_seats, legal_moves
from engine_server.rules.cards import Card, Seat
from engine_server.rules.moves import PASS, Bid, Move
from engine_server.rules.phases import Phase
from engine_server.rules.variants import game_of
from engine_server.service.wire.moves import move_out
from engine_server.service.wire.requests import card_in

GAME = "floating"
RULES = {"deals": "1"}
SEATS = 4
Call: TypeAlias = grpc.aio.UnaryUnaryMultiCallable[bytes, bytes]
TABLES_A_PERSON = 40
"""Fewer than an engine lets one person sit at."""
AT_ONCE = 10
"""Tables laid at the same time."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody registered: what to show with each call."""

    metadata: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Wish:
    """A move to be asked for: by whom, the message as it goes on the wire, and the version it leads to."""

    person: Person
    message: bytes
    version: int


@dataclass(frozen=True, slots=True)
class DealtTable:
    """A table whose deal is about to be played, and its moves in order."""

    table: str
    people: tuple[Person, ...]
    wishes: tuple[Wish, ...]


class Calls:
    """The calls of an engine with messages as bytes, so that a caller costs as little as it can."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self._channel = channel
        self.submit_move = self._call("/fourth.v1.TableService/SubmitMove")
        self.hint = self._call("/fourth.v1.AdvisorService/GetHint")

    def _call(self, method: str) -> Call:
        return self._channel.unary_unary(method)

    async def table(self, name: str, asked: Message, person: Person) -> bytes:
        """Any call of TableService."""
        call = self._call(f"/fourth.v1.TableService/{name}")
        return bytes(await call(asked.SerializeToString(), metadata=person.metadata))

    async def view(self, table: str, person: Person) -> views_pb2.View:
        """The table as a person sees it."""
        asked = table_service_pb2.GetViewRequest(table=table)
        answer = await self.table("GetView", asked, person)
        return table_service_pb2.GetViewResponse.FromString(answer).view

    async def register(self, secret: bytes) -> Person:
        """A new person."""
        asked = player_service_pb2.RegisterRequest(request_id="r", secret=secret, name="Guest", language="en")
        await self._call("/fourth.v1.PlayerService/Register")(asked.SerializeToString())
        return Person((("authorization", f"Bearer {secret.hex()}"),))


async def tables_dealt(calls: Calls, count: int, lots: random.Random) -> list[DealtTable]:
    """Opens so many tables, each ready for its first call. Raises grpc.aio.AioRpcError."""
    tables: list[DealtTable] = []
    while len(tables) < count:
        people = await asyncio.gather(*(calls.register(lots.randbytes(32)) for _ in range(SEATS)))
        for _ in range(0, min(TABLES_A_PERSON, count - len(tables)), AT_ONCE):
            own = [random.Random(lots.getrandbits(64)) for _ in range(min(AT_ONCE, count - len(tables)))]
            tables += await asyncio.gather(*(_dealt(calls, people, chance) for chance in own))
    return tables


async def _dealt(calls: Calls, people: Sequence[Person], lots: random.Random) -> DealtTable:
    table = await _opened(calls, people, lots)
    await calls.table(
        "StartMatch",
        table_service_pb2.StartMatchRequest(request_id=_request(lots), table=table),
        people[0],
    )
    views = [await calls.view(table, person) for person in people]
    return DealtTable(table, tuple(people), _planned(table, people, views, lots))


async def _opened(calls: Calls, people: Sequence[Person], lots: random.Random) -> str:
    asked = table_service_pb2.CreateTableRequest(
        request_id=_request(lots),
        game=GAME,
        options=[texts_pb2.Setting(key=key, value=value) for key, value in RULES.items()],
        pace="PACE_NONE",
        seat=0,
    )
    answer = await calls.table("CreateTable", asked, people[0])
    table = table_service_pb2.CreateTableResponse.FromString(answer).table
    for seat, person in enumerate(people[1:], 1):
        joining = table_service_pb2.JoinTableRequest(request_id=_request(lots), table=table, seat=seat)
        await calls.table("JoinTable", joining, person)
    return table


def _request(lots: random.Random) -> str:
    return f"{lots.getrandbits(64):016x}"


# --- the plan ------------------------------------------------------------------------------------------


def _planned(
    table: str, people: Sequence[Person], views: Sequence[views_pb2.View], lots: random.Random
) -> tuple[Wish, ...]:
    state = _state_seen(table, views)
    missed = views[0].version - state.version
    wishes = []
    while acting_seats(state):
        (seat,) = acting_seats(state)
        move = damped_move(state, seat, lots)
        expected = state.opened_at[seat] + missed
        decided = decide(state, MakeMove(seat, move), Lots(lots))
        assert isinstance(decided, Decided)
        state = decided.state
        wishes.append(_wish(people[seat], table, move, expected, state.version + missed, lots))
    return tuple(wishes)


def _wish(person: Person, table: str, move: Move, expected: int, version: int, lots: random.Random) -> Wish:
    asked = table_service_pb2.SubmitMoveRequest(
        request_id=_request(lots), table=table, move=move_out(move), expected_version=expected
    )
    return Wish(person, asked.SerializeToString(), version)


def _state_seen(table: str, views: Sequence[views_pb2.View]) -> TableState:
    """The table as all four together see it; its version leaves out deals that were washed."""
    options = game_of(GAME).read(RULES).as_text()
    hands = tuple(_hand(view) for view in views)
    log: tuple[Event, ...] = (
        TableOpened(table, "K7Q2", GAME, options, Pace.NONE, spectators=False, practice=False),
        *(SeatTaken(seat, "Guest", str(seat)) for seat in range(SEATS)),
        MatchStarted(views[0].dealer),
        DealSealed(1, b"", b""),
        HandsDealt(0, views[0].dealer, views[0].acting[0], hands),
    )
    return fold(log)


def _hand(view: views_pb2.View) -> tuple[Card, ...]:
    return tuple(card_in(card) for card in view.hands[0].cards)


def damped_move(state: TableState, seat: Seat, lots: random.Random) -> Move:
    """Any legal move, the auction damped: the first caller bids one of something, and all others pass."""
    moves = legal_moves(state, seat)
    if state.phase is not Phase.AUCTION:
        return lots.choice(moves)
    assert state.deal is not None
    opening = [move for move in moves if isinstance(move, Bid) and move.level == 1]
    return PASS if state.deal.calls else lots.choice(opening)
