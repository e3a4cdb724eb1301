"""A table whose every answer is compared with the model's."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from engine_server.game import events as happened
from engine_server.game.commands import Command, MakeMove
from engine_server.game.consequences import Decided
from engine_server.game.decide import decide
from engine_server.game.events import Event, Pace, TableOpened
from engine_server.game.evolve import evolve, opened
from engine_server.game.redact import view_for
from engine_server.game.refusals import Refusal
from engine_server.game.state import TableState, acting_seats, tricks_won
from engine_server.rules.moves import AnswerWash, Bid, CallPartner, Double, Move, Pass, PlayCard, Redouble
from engine_server.rules.variants import game_of
from tests.game.driving import SeededLots, every_move
from tests.game.model.hidden_partner import Model

GAMES = ("floating", "singapore")
"""The games the model knows."""
COMPARED = 3
"""Every so many versions all legal moves are compared: asking the model for each costs most."""
_KINDS = AnswerWash | Pass | Double | Redouble | Bid | CallPartner | PlayCard
THINKABLE = tuple(
    tuple(
        move
        for move in every_move(seat)
        if isinstance(move, _KINDS) and (not isinstance(move, PlayCard) or move.seat in range(4))
    )
    for seat in range(4)
)


class JudgedTable:
    """The engine and the model side by side; AssertionError wherever they differ."""

    def __init__(self, game: str, options: dict[str, str], rng: Random) -> None:
        texts = game_of(game).read(options).as_text()
        first = TableOpened("t1", "K7Q2", game, texts, Pace.NONE, spectators=True, practice=False)
        self.log: list[Event] = [first]
        self.state: TableState = opened(first)
        self._lots = SeededLots(rng)
        self._drawn: list[Any] = []
        self.model = Model(dict(texts), self._chance())
        self.commands = 0

    def _chance(self) -> Iterator[Any]:
        while True:
            assert self._drawn, "the rules ask for cards the engine did not deal"
            yield self._drawn.pop(0)

    def give(self, command: Command) -> Decided | Refusal:
        """Gives a command to both and compares what they make of it."""
        self.commands += 1
        expected = self.model.refusal(command)
        answer = decide(self.state, command, self._lots)
        if isinstance(answer, Refusal):
            assert answer.code == expected, (command, answer, expected)
            return answer
        assert expected is None, (command, expected)
        self._carried_out(command, answer)
        return answer

    def _carried_out(self, command: Command, answer: Decided) -> None:
        self.log.extend(answer.events)
        for event in answer.events:
            before, self.state = self.state, evolve(self.state, event)
            self._one_question_stays(before, self.state)
            self._note_chance(event)
        assert self.state == answer.state
        self.model.carry_out(command)
        self.model.version, self.model.opened = self.state.version, list(self.state.opened_at)
        assert not self._drawn, "the engine dealt more than the rules ask for"
        self._same_table()

    def _note_chance(self, event: Event) -> None:
        match event:
            case happened.MatchStarted(first_dealer):
                self._drawn.append(first_dealer)
            case happened.HandsDealt(_, dealer, first_caller, hands):
                self._drawn.append((hands, first_caller))
                wanted = {"left": {(dealer + 1) % 4}, "dealer": {dealer}, "random": {0, 1, 2, 3}}
                assert first_caller in wanted[self.model.options["first_caller"]]
            case _:
                pass

    def _one_question_stays(self, before: TableState, after: TableState) -> None:
        """A decision opens at the event that asks for it and stays open whatever others do meanwhile."""
        assert after.version == before.version + 1
        same = _question(before) == _question(after)
        for seat in range(4):
            acts = seat in acting_seats(after)
            stays = same and seat in acting_seats(before)
            assert after.opened_at[seat] == (before.opened_at[seat] if stays else after.version) * acts

    def _same_table(self) -> None:
        state, model = self.state, self.model
        assert (state.stage.value, state.phase.value) == (model.stage, model.phase)
        assert state.host == model.host
        assert [who and (who.player, who.robot_plays) for who in state.seats] == model.sitters
        assert (state.dealer, state.scored) == (model.dealer, model.scored)
        assert list(view_for(state, None).totals) == model.totals
        assert list(acting_seats(state)) == model.acting()
        if state.deal is not None:
            assert state.deal.redeals == model.redeal
            assert [set(hand) for hand in state.deal.hands] == model.hands
            assert [tricks_won(state.deal, hand) for hand in range(4)] == model.won
        for seat in acting_seats(state) if state.version % COMPARED == 0 else ():
            assert set(view_for(state, seat).legal_moves) == set(self.legal(seat))

    def legal(self, seat: int) -> list[Move]:
        """What the model lets a seat do."""
        return [move for move in THINKABLE[seat] if self.model.refusal(MakeMove(seat, move)) is None]


def _question(state: TableState) -> object:
    """What is asked of whoever must decide."""
    deal = state.deal
    return (
        None if deal is None else (deal.number, deal.redeals, deal.phase, deal.calls, deal.called, deal.hands)
    )
