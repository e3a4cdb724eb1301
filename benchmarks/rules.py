"""Random games a second in the pure game, beside the bridge of rlcard, and how long its log takes to fold.

A game is one whole deal: shuffled, bid, played and scored, every move drawn from the legal ones; of German
Bridge, whose deals grow from one card to thirteen, it is the match of thirteen deals. Auctions are damped, or
they would climb for dozens of calls: once a bid stands, a seat passes seven times in ten. Ours are played
through `decide`, which also says what the engine stores; rlcard's through its game core, without the features
its environment adds for learning. All take turns in short spells of the same run; figures are medians over
the spells.

`ratio_to_rlcard` compares contract bridge, as our rubber bridge plays it: four hands of thirteen cards, an
auction of 35 bids with doubles, 52 cards played, dummy's by the declarer.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle, islice
from statistics import median
from typing import TypeAlias

from benchmarks.running import Figures, Run, note, rounded
from engine_server.game.commands import AddRobot, BeginDeal, Command, MakeMove, SitDown, StartMatch
from engine_server.game.consequences import Decided
from engine_server.game.decide import decide
from engine_server.game.events import Event, Pace, TableOpened
from engine_server.game.evolve import fold, opened
from engine_server.game.state import TableState, acting_seats, legal_moves
from engine_server.game.view import Stage
from engine_server.rules.moves import PASS, Bid, Move, SeatCall
from engine_server.rules.phases import Phase
from engine_server.rules.variants import ALL, game_of

PASSES_IN_TEN = 7
PEER = "rlcard"
COMPARED = "rubber"
"""The game compared with rlcard's."""
WHOLE_MATCHES = ("german",)
"""The games of which one deal would be no measure."""
Play: TypeAlias = Callable[[], object]


@dataclass(frozen=True, slots=True)
class Sizes:
    """How often each game has its turn, for how many seconds, and how many deals are folded."""

    spells: int = 7
    seconds: float = 1.5
    folded: int = 60


QUICK = Sizes(spells=3, seconds=1.5, folded=20)


@dataclass(frozen=True, slots=True)
class Lots:
    """The chance of a table, from a seeded generator."""

    chance: random.Random

    def secret(self) -> bytes:
        """A secret of 32 bytes."""
        return self.chance.randbytes(32)

    def below(self, limit: int) -> int:
        """An even draw of 0 .. limit - 1."""
        return self.chance.randrange(limit)


def measure(run: Run) -> Figures:
    """The figures of the benchmark `rules`."""
    return measured(run, QUICK if run.quick else Sizes())


def measured(run: Run, sizes: Sizes) -> Figures:
    """The figures from samples of given sizes."""
    lots = Lots(random.Random(run.seed))
    plays: dict[str, Play] = {game.key: _playing(game.key, lots) for game in ALL}
    peer = _rlcard(run.seed)
    rates = _rates({**plays, PEER: peer} if peer else plays, sizes)
    theirs = rates.pop(PEER, None)
    return {
        "games_per_s": {key: rounded(rate) for key, rate in rates.items()},
        "rlcard_games_per_s": None if theirs is None else rounded(theirs),
        "ratio_to_rlcard": None if theirs is None else rounded(rates[COMPARED] / theirs),
        "fold_ms": {key: rounded(_fold_ms(key, lots, sizes.folded)) for key in plays},
        "samples": {"spells": sizes.spells, "seconds_a_spell": sizes.seconds, "deals_folded": sizes.folded},
    }


def _rates(plays: dict[str, Play], sizes: Sizes) -> dict[str, float]:
    """Games a second: the median of the spells, all games taking turns."""
    spells: dict[str, list[float]] = {key: [] for key in plays}
    for key in islice(cycle(plays), sizes.spells * len(plays)):
        note(f"rules: {key}")
        spells[key].append(_games_per_s(plays[key], sizes.seconds))
    return {key: median(rates) for key, rates in spells.items()}


def _games_per_s(play: Play, seconds: float) -> float:
    began, played = time.perf_counter(), 0
    while (taken := time.perf_counter() - began) < seconds or not played:
        play()
        played += 1
    return played / taken


# --- our games -----------------------------------------------------------------------------------------


def _playing(game: str, lots: Lots) -> Play:
    return lambda: random_deal(game, lots)


def random_deal(game: str, lots: Lots) -> tuple[Event, ...]:
    """The log of a match of one deal, of German Bridge of all deals, played at random."""
    first = TableOpened("table", "K7Q2", game, _options(game), Pace.NONE, spectators=False, practice=True)
    state = opened(first)
    log: list[Event] = [first]
    for command in _seated(state.variant.seats):
        state = _done(state, command, lots, log)
    while state.stage is Stage.PLAYING:
        state = _done(state, _next(state, lots.chance), lots, log)
    return tuple(log)


def _options(game: str) -> tuple[tuple[str, str], ...]:
    return game_of(game).read({} if game in WHOLE_MATCHES else {"deals": "1"}).as_text()


def _next(state: TableState, chance: random.Random) -> Command:
    if state.deal is None:
        return BeginDeal()
    seat = acting_seats(state)[0]
    return MakeMove(seat, _drawn(state, seat, chance))


def _seated(seats: int) -> Iterator[Command]:
    yield SitDown("host", "0", None)
    yield from (AddRobot("host", str(seat), None) for seat in range(1, seats))
    yield StartMatch("host")


def _done(state: TableState, command: Command, lots: Lots, log: list[Event]) -> TableState:
    decided = decide(state, command, lots)
    assert isinstance(decided, Decided)
    log.extend(decided.events)
    return decided.state


def _drawn(state: TableState, seat: int, chance: random.Random) -> Move:
    moves = legal_moves(state, seat)
    bid = state.phase is Phase.AUCTION and any(isinstance(made.call, Bid) for made in _calls(state))
    return PASS if bid and chance.randrange(10) < PASSES_IN_TEN else chance.choice(moves)


def _calls(state: TableState) -> tuple[SeatCall, ...]:
    return state.deal.calls if state.deal else ()


def _fold_ms(game: str, lots: Lots, deals: int) -> float:
    """Milliseconds to fold the log of one game, the median of many."""
    times = []
    for log in [random_deal(game, lots) for _ in range(deals)]:
        began = time.perf_counter()
        fold(log)
        times.append((time.perf_counter() - began) * 1000)
    return median(times)


# --- the peer ------------------------------------------------------------------------------------------


def _rlcard(seed: int) -> Play | None:
    """One game of rlcard's bridge, None where rlcard is not installed."""
    try:
        import numpy as np
        from rlcard.games.bridge.game import BridgeGame
        from rlcard.games.bridge.utils.action_event import CallActionEvent, PassAction
    except ImportError:
        note("rules: rlcard is missing, so its figures are null; `make test` sets it up")
        return None
    game, chance = BridgeGame(), random.Random(seed)
    game.np_random = np.random.RandomState(seed)
    passing = PassAction()

    def play() -> None:
        game.init_game()
        while not game.is_over():
            legal = game.judger.get_legal_actions()
            calling = isinstance(legal[0], CallActionEvent) and game.round.contract_bid_move is not None
            damped = calling and chance.randrange(10) < PASSES_IN_TEN
            game.step(passing if damped else chance.choice(legal))

    return play
