"""The engine against the model: whatever people try at a table, both answer alike.

STEPS=1000000 in the environment gives more commands than the 20,000 of the test run.
"""

from __future__ import annotations

import os
from random import Random
from typing import ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine_server.game import commands
from engine_server.game.encoding import event_of, event_text
from engine_server.game.events import CloseReason
from engine_server.game.evolve import fold
from engine_server.game.refusals import Refusal
from engine_server.game.state import acting_seats
from engine_server.game.view import Stage
from engine_server.rules.variants import game_of
from tests.game.driving import a_move, some_options
from tests.game.judged import GAMES, THINKABLE, JudgedTable

PARTS = 2
STEPS = int(os.environ.get("STEPS", "20000")) // (len(GAMES) * PARTS)
PLAYERS = st.sampled_from(["p0", "p1", "p2", "p3", "stranger"])
SEATS = st.sampled_from([None, 0, 1, 2, 3, -1, 4])
EXPECTED = st.sampled_from(["none", "open", "now", "older", "ahead"])
LUCK = st.integers(0, 2**32 - 1)


class TableMachine(RuleBasedStateMachine):
    """Everything that can be tried at one table, sensible or not."""

    game: ClassVar[str]
    given: ClassVar[int] = 0

    @initialize(luck=LUCK, seated=st.booleans())
    def open(self, luck: int, seated: bool) -> None:
        rng = Random(luck)
        self.table = JudgedTable(self.game, some_options(self.game, rng), rng)
        self.last: commands.MakeMove | None = None
        if seated:
            self.give(commands.SitDown("p0", "Ann", None))
            self.give(commands.SitDown("p1", "Bob", 2))
            self.fill()

    def give(self, command: commands.Command) -> bool:
        """Gives a command; whether it was carried out."""
        type(self).given += 1
        before = self.table.state
        answer = self.table.give(command)
        if isinstance(answer, Refusal):
            assert self.table.state is before
        return not isinstance(answer, Refusal)

    def fill(self) -> None:
        """Robots take the free seats and the match starts, if there is a host to do it."""
        host = self.table.state.host or "p0"
        while self.give(commands.AddRobot(host, "Robot", None)):
            pass
        self.give(commands.StartMatch(host))

    @rule(player=PLAYERS, seat=SEATS)
    def sit(self, player: str, seat: int | None) -> None:
        self.give(commands.SitDown(player, player.title(), seat))

    @rule(by=PLAYERS, seat=SEATS)
    def add_robot(self, by: str, seat: int | None) -> None:
        self.give(commands.AddRobot(by, "Robot", seat))

    @rule(by=PLAYERS, seat=st.sampled_from([0, 1, 2, 3, -1, 4]))
    def free(self, by: str, seat: int) -> None:
        self.give(commands.FreeSeat(by, seat))

    @rule(player=PLAYERS, stays=st.integers(0, 3))
    def leave(self, player: str, stays: int) -> None:
        if not stays or player == "stranger":
            self.give(commands.Leave(player, "Robot"))

    @rule(player=PLAYERS, to_robot=st.booleans())
    def hand_over(self, player: str, to_robot: bool) -> None:
        self.give(commands.HandOver(player, to_robot))

    @rule(by=PLAYERS, luck=LUCK)
    def choose_options(self, by: str, luck: int) -> None:
        options = some_options(self.game, Random(luck))
        self.give(commands.ChooseOptions(by, game_of(self.game).read(options)))

    @rule(by=PLAYERS)
    def start(self, by: str) -> None:
        self.give(commands.StartMatch(by))

    @precondition(lambda self: self.table.state.stage is Stage.LOBBY)
    @rule()
    def sit_all_down(self) -> None:
        self.give(commands.SitDown("p2", "Cleo", None))
        self.fill()

    @rule()
    def begin_deal(self) -> None:
        self.give(commands.BeginDeal())

    @rule(luck=LUCK, count=st.integers(1, 40))
    def play_on(self, luck: int, count: int) -> None:
        rng = Random(luck)
        for _ in range(count):
            acting = acting_seats(self.table.state)
            if not acting:
                self.give(commands.BeginDeal())
                return
            seat = rng.choice(acting)
            self.move(
                commands.MakeMove(seat, a_move(self.table.state, seat, rng), self.table.state.opened_at[seat])
            )

    @rule(luck=LUCK, seat=st.integers(0, 3), expected=EXPECTED)
    def try_anything(self, luck: int, seat: int, expected: str) -> None:
        self.move(commands.MakeMove(seat, Random(luck).choice(THINKABLE[seat]), self.version(seat, expected)))

    @rule(luck=LUCK, expected=EXPECTED)
    def try_something_near(self, luck: int, expected: str) -> None:
        rng = Random(luck)
        for seat in acting_seats(self.table.state)[:1]:
            move = a_move(self.table.state, seat, rng)
            near = [other for other in THINKABLE[seat] if type(other) is type(move)]
            self.move(commands.MakeMove(seat, rng.choice(near), self.version(seat, expected)))

    @rule(seat=st.integers(0, 3))
    def move_of_another_seat(self, seat: int) -> None:
        for acting in acting_seats(self.table.state)[:1]:
            self.move(commands.MakeMove(seat, a_move(self.table.state, acting, Random(seat))))

    @precondition(lambda self: self.last is not None)
    @rule()
    def tap_twice(self) -> None:
        assert self.last is not None
        assert not self.give(self.last)

    @rule(really=st.integers(0, 20))
    def close(self, really: int) -> None:
        if not really:
            self.give(commands.CloseTable(CloseReason.IDLE))

    def move(self, move: commands.MakeMove) -> None:
        """Gives a move; one that was made against its version must not count when it comes again."""
        if self.give(move) and move.expected is not None:
            self.last = move

    def version(self, seat: int, which: str) -> int | None:
        """The version a client might have looked at."""
        state = self.table.state
        open_at = state.opened_at[seat]
        versions = {"none": None, "open": open_at, "now": state.version, "older": open_at - 1}
        return versions.get(which, state.version + 1)

    def teardown(self) -> None:
        log = self.table.log
        assert fold(log) == self.table.state
        assert [event_of(event_text(event)) for event in log] == log


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", GAMES)
def test_engine_and_model_answer_alike(game: str, part: int) -> None:
    class Machine(TableMachine):
        pass

    Machine.game = game
    while Machine.given < STEPS:
        run_state_machine_as_test(Machine, settings=settings(max_examples=50, stateful_step_count=50))
