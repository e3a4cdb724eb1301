"""Players to measure the coach against, and whole matches between players on the same deals.

A match is driven through the shipped game: every player gets the view of its seat and answers with a move.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import TypeAlias

from engine_server.advisor.advice import choose
from engine_server.game.commands import AddRobot, BeginDeal, MakeMove, SitDown, StartMatch
from engine_server.game.consequences import Decided
from engine_server.game.decide import decide
from engine_server.game.events import Pace, TableOpened
from engine_server.game.evolve import opened
from engine_server.game.redact import view_for
from engine_server.game.state import TableState, acting_seats
from engine_server.game.view import Stage, View
from engine_server.rules.cards import Card, Denomination, Suit, honour_points
from engine_server.rules.moves import PASS, AnswerWash, Bid, CallPartner, Move, PlayCard
from engine_server.rules.phases import Phase
from engine_server.rules.variants import game_of

Player: TypeAlias = Callable[[View], Move]
"""Whoever answers a view of the seat that must act."""
SEATS = 4


@dataclass
class Lots:
    """Chance from a number: the secrets of the deals, the same for every match played on them, and draws."""

    seed: int
    secrets: int = 0

    def secret(self) -> bytes:
        """The secret of the next deal."""
        self.secrets += 1
        return hashlib.sha256(f"{self.seed}/{self.secrets}".encode()).digest()

    def below(self, limit: int) -> int:
        """A draw of 0 .. limit - 1 that depends on the seed alone."""
        return random.Random(self.seed).randrange(limit)


# --- players -------------------------------------------------------------------------------------------


def coach(view: View) -> Move:
    """The coach's best move."""
    return choose(view, Lots(0))


def rule_player(view: View) -> Move:
    """Ten lines: bid by points (12 for seven tricks, 3 for each more) in the longest suit, call its ace."""
    moves = view.legal_moves
    if view.phase is Phase.WASH:
        return AnswerWash(AnswerWash(True) in moves)
    longest = max(Suit, key=lambda suit: (sum(card.suit is suit for card in view.hand), suit))
    if view.phase is Phase.AUCTION:
        level = (honour_points(view.hand) - 9) // 3
        bids = (
            move for move in moves if isinstance(move, Bid) and move.denomination == Denomination(longest)
        )
        return next((bid for bid in bids if bid.level <= level), PASS)
    if view.phase is Phase.CALLING:
        trump = view.contract.trump if view.contract else None
        lacked = [m for m in moves if isinstance(m, CallPartner) and m.card not in view.hand]
        return max(lacked, key=lambda move: (move.card.suit == trump, move.card.rank))
    return _cheapest_winner_else_lowest(view)


def _cheapest_winner_else_lowest(view: View) -> Move:
    plays = sorted((m for m in view.legal_moves if isinstance(m, PlayCard)), key=lambda play: play.card.rank)
    winners = [play for play in plays if view.trick is not None and _wins(view, play.card)]
    return (winners or plays)[0]


def _wins(view: View, card: Card) -> bool:
    assert view.trick is not None
    assert view.contract is not None
    cards = (*view.trick.cards, card)
    return view.variant.tricks.winning_place(cards, view.contract.trump) == len(cards) - 1


# --- matches -------------------------------------------------------------------------------------------


def states(
    game: str, options: Mapping[str, str], seed: int, players: Sequence[Player]
) -> Iterator[TableState]:
    """A whole match, state by state, the last one with the match over."""
    lots = Lots(seed)
    state = _started(game, options, lots)
    yield state
    while state.stage is Stage.PLAYING:
        state = _next(state, lots, players)
        yield state


def _started(game: str, options: Mapping[str, str], lots: Lots) -> TableState:
    chosen = game_of(game).read(options).as_text()
    state = opened(TableOpened("table", "K7Q2", game, chosen, Pace.NONE, spectators=False, practice=True))
    robots = (AddRobot("p0", str(n), None) for n in range(1, state.variant.seats))
    for command in (SitDown("p0", "0", None), *robots):
        state = _done(state, command, lots)
    return _done(state, StartMatch("p0"), lots)


def _next(state: TableState, lots: Lots, players: Sequence[Player]) -> TableState:
    if state.deal is None:
        return _done(state, BeginDeal(), lots)
    seat = acting_seats(state)[0]
    move = players[seat](view_for(state, seat))
    return _done(state, MakeMove(seat, move, state.opened_at[seat]), lots)


def _done(state: TableState, command: object, lots: Lots) -> TableState:
    decided = decide(state, command, lots)  # type: ignore[arg-type]
    assert isinstance(decided, Decided), decided
    return decided.state


def totals_of(game: str, options: Mapping[str, str], seed: int, players: Sequence[Player]) -> tuple[int, ...]:
    """The points of each seat after a match."""
    *_, last = states(game, options, seed, players)
    return view_for(last, None).totals


def margin(game: str, options: Mapping[str, str], seed: int, ours: Player, other: Player) -> float:
    """Points a game by which a seat of `ours` beats one of `other`, over one set of deals and its swap."""
    first = totals_of(game, options, seed, (ours, other, ours, other))
    second = totals_of(game, options, seed, (other, ours, other, ours))
    return (first[0] + first[2] + second[1] + second[3] - first[1] - first[3] - second[0] - second[2]) / 4


def interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Mean and its 95 % interval, by the normal approximation."""
    mean, half = fmean(values), 1.96 * stdev(values) / len(values) ** 0.5
    return mean, mean - half, mean + half
