"""Whole matches of any game played at random: with claims, moves taken back, and people who leave."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from engine_server.game.commands import (
    AddRobot,
    BeginDeal,
    CloseTable,
    Command,
    HandOver,
    MakeMove,
    SitDown,
    StartMatch,
)
from engine_server.game.consequences import Decided
from engine_server.game.decide import decide
from engine_server.game.events import CloseReason, DealScored, Event, Pace, TableOpened
from engine_server.game.evolve import Step, opened
from engine_server.game.record import DealRecord
from engine_server.game.state import TableState, acting_seats, legal_moves
from engine_server.game.view import Stage
from engine_server.rules.moves import PASS, AskUndo, Bid, Claim, Move
from engine_server.rules.phases import Phase
from engine_server.rules.variants import game_of
from tests.game.driving import SeededLots

Until = Callable[[TableState], bool]


def never(state: TableState) -> bool:
    """The match is played to its end."""
    return False


def played_match(
    game: str, options: Mapping[str, str], seed: int, until: Until = never
) -> tuple[tuple[Event, ...], tuple[DealRecord, ...]]:
    """The log of a match and its scored deals; where `until` holds the table is closed."""
    rng = Random(seed)
    lots = SeededLots(rng)
    texts = game_of(game).read(options).as_text()
    first = TableOpened("t-17", "K7Q2", game, texts, Pace.NONE, spectators=True, practice=False)
    steps: list[Step] = []
    state = opened(first)
    for command in _seated(state.variant.seats):
        state = _done(state, command, lots, steps)
    while state.stage is Stage.PLAYING and not until(state):
        state = _done(state, _next(state, rng), lots, steps)
    if state.stage is Stage.PLAYING:
        _done(state, CloseTable(CloseReason.IDLE), lots, steps)
    deals = [step.state.last_deal for step in steps if isinstance(step.event, DealScored)]
    return (first, *(step.event for step in steps)), tuple(deal for deal in deals if deal is not None)


def _seated(seats: int) -> list[Command]:
    """Two persons, robots else; one person lets a robot play."""
    robots: list[Command] = [AddRobot("id-ann", f"Robot {seat}", None) for seat in range(2, seats)]
    people: list[Command] = [SitDown("id-ann", "Ann", 0), SitDown("id-bob", "Bob", 1)]
    return [*people, *robots, StartMatch("id-ann"), HandOver("id-bob", to_robot=True)]


def _done(state: TableState, command: Command, lots: SeededLots, steps: list[Step]) -> TableState:
    decided = decide(state, command, lots)
    if not isinstance(decided, Decided):
        assert isinstance(command, MakeMove), decided
        assert isinstance(command.move, Claim | AskUndo), decided
        return state
    steps.extend(decided.steps)
    return decided.state


def _next(state: TableState, rng: Random) -> Command:
    if state.deal is None:
        return BeginDeal()
    seat = rng.choice(acting_seats(state))
    if rng.random() < 0.02:
        wishes: list[Move] = [Claim(1), Claim(3), AskUndo()]
        return MakeMove(seat, rng.choice(wishes))
    return MakeMove(seat, _move(state, seat, rng))


def _move(state: TableState, seat: int, rng: Random) -> Move:
    moves = legal_moves(state, seat)
    calls = state.deal.calls if state.deal else ()
    bid = state.phase is Phase.AUCTION and any(isinstance(made.call, Bid) for made in calls)
    if bid and PASS in moves and rng.random() < 0.7:
        return PASS
    return rng.choice(moves[:12] if state.phase is Phase.AUCTION else moves)
