"""How well the robots play: points a game against a ten-line rule player, and whether suspicions come true.

Paired games: each match is played twice on the same deals, robots at two seats opposite each other and rule
players at the others, then with seats swapped; its figure is the points a game by which a robot's seat beats
a rule player's. The rule player bids by points in its longest suit (seven tricks from twelve on, one more for
every three), calls its highest missing trump, and plays the cheapest card that wins, else its lowest.
Suspicions: in games between robots alone, before the called card falls, each seat that may hold it is given a
chance at every decision; of those given so many in a hundred, so many did hold it.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context

from benchmarks.running import Figures, Run, note, rounded
from benchmarks.strength_players import coach, interval, margin, rule_player, states
from engine_server.advisor.counting import Count
from engine_server.advisor.suspicion import suspicions
from engine_server.game.redact import view_for
from engine_server.game.state import TableState, acting_seats, holder_of_called
from engine_server.rules.cards import Seat
from engine_server.rules.phases import Phase

GAMES = ("floating", "singapore")
BINS = 10


@dataclass(frozen=True, slots=True)
class Sizes:
    """Paired games of each kind, and games between robots from which suspicions are taken."""

    pairs: int = 400
    games: int = 120


QUICK = Sizes(pairs=40, games=8)


def measure(run: Run) -> Figures:
    """The figures of the benchmark `strength`."""
    return measured(run, QUICK if run.quick else Sizes())


def measured(run: Run, sizes: Sizes) -> Figures:
    """The figures from samples of given sizes. What is not built yet is None."""
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as played:
        against = {game: _against_rule(game, played, run.seed, sizes.pairs) for game in GAMES}
        told = [case for game in GAMES for case in _told(game, played, run.seed, sizes.games)]
    return {
        "contract": {"declarer_gap": None, "defence_gap": None},
        **against,
        "italian": {"vs_rule": None, "vs_sampling": None},
        "german": {"exact_rate": None, "by_size": None, "points": None},
        "bidding": None,
        "suspicion": {"bins": bins_of(told)},
        "cases": {"right": None, "of": None, "wrong_ids": None},
        "samples": {"pairs": sizes.pairs, "suspicion_games": sizes.games * len(GAMES)},
    }


# --- points a game -------------------------------------------------------------------------------------


def _margin(game: str, seed: int) -> float:
    return margin(game, {}, seed, coach, rule_player)


def _against_rule(game: str, played: ProcessPoolExecutor, first: int, pairs: int) -> Figures:
    note(f"strength: {pairs} pairs of {game}")
    margins = list(played.map(partial(_margin, game), range(first, first + pairs)))
    return {"vs_rule": [rounded(value) for value in interval(margins)], "vs_sampling": None}


# --- suspicions ----------------------------------------------------------------------------------------

Case = tuple[int, bool]
"""A chance in thousandths, and whether the seat did hold the called card."""


def _told(game: str, played: ProcessPoolExecutor, first: int, games: int) -> Iterator[Case]:
    note(f"strength: suspicions of {games} games of {game}")
    for cases in played.map(partial(suspected, game), range(first, first + games)):
        yield from cases


def suspected(game: str, seed: int) -> list[Case]:
    """Every suspicion of a match between robots that was still open when it was told."""
    return [case for state in states(game, {}, seed, (coach,) * 4) for case in _open_cases(state)]


def _open_cases(state: TableState) -> Iterator[Case]:
    deal = state.deal
    if state.phase is not Phase.PLAY or deal is None or deal.called is None:
        return
    holder = holder_of_called(state)
    for seat in acting_seats(state):
        yield from _cases_of(Count(view_for(state, seat)), holder)


def _cases_of(count: Count, holder: Seat | None) -> Iterator[Case]:
    if len(count.candidates) > 1:
        for one in suspicions(count):
            if one.seat in count.candidates:
                yield one.per_mille, one.seat == holder


def bins_of(cases: Sequence[Case]) -> list[list[float]]:
    """The tenths of chance that were met: the mean chance said, the share that was true, how many cases."""
    met: defaultdict[int, list[Case]] = defaultdict(list)
    for case in cases:
        met[min(BINS - 1, case[0] * BINS // 1000)].append(case)
    return [_bin(met[number]) for number in sorted(met)]


def _bin(cases: Sequence[Case]) -> list[float]:
    said = sum(per_mille for per_mille, _ in cases) / len(cases) / 1000
    return [rounded(said), rounded(sum(true for _, true in cases) / len(cases)), len(cases)]
