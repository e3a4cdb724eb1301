"""Records golden deals: `python -m tests.golden.record --help`.

Seeds are tried until a random deal shows what is wanted; then its text is written to a file.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from engine_server.game import events as happened
from engine_server.game.commands import AddRobot, Command, MakeMove, SitDown, StartMatch
from engine_server.game.consequences import Decided
from engine_server.game.decide import decide
from engine_server.game.events import DealScored, Event, WashReason
from engine_server.game.evolve import fold, opened
from engine_server.game.record import DealRecord
from engine_server.game.state import TableState, acting_seats
from engine_server.game.view import Stage
from engine_server.rules.moves import Double, Redouble
from engine_server.rules.sheets import ScoreReason
from engine_server.rules.variants import ALL
from tests.game.driving import NAMES, SeededLots, a_move, obliging_move
from tests.golden.deal_text import text_of
from tests.golden.replay import HOST, opening, played_again

HERE = Path(__file__).parent
TRIES = 20_000


def _reasons(log: Sequence[Event]) -> list[WashReason]:
    return [event.reason for event in log if isinstance(event, happened.HandsWashed)]


def _scored(log: Sequence[Event], reason: ScoreReason) -> bool:
    return any(
        line.reason is reason for event in log if isinstance(event, DealScored) for line in event.lines
    )


def _record(log: Sequence[Event]) -> DealRecord:
    record = fold(log).last_deal
    assert record is not None
    return record


def _trump_broken(log: Sequence[Event]) -> bool:
    """A ruff, and trump led later while cards of other suits were left to lead."""
    record = _record(log)
    trump = record.contract.trump if record.contract else None
    leads = [trick.cards[0].suit is trump for trick in record.tricks]
    ruffs = [
        not lead and any(card.suit is trump for card in trick.cards)
        for lead, trick in zip(leads, record.tricks, strict=True)
    ]
    return trump is not None and True in ruffs and True in leads[ruffs.index(True) + 1 : 9]


def _calls(log: Sequence[Event]) -> list[happened.CallMade]:
    return [event for event in log if isinstance(event, happened.CallMade)]


SHOWS: dict[str, Callable[[Sequence[Event]], bool]] = {
    "made": lambda log: _scored(log, ScoreReason.CONTRACT_MADE),
    "beaten": lambda log: _scored(log, ScoreReason.CONTRACT_BEATEN),
    "alone": lambda log: _scored(log, ScoreReason.CONTRACT_MADE_ALONE),
    "alone_beaten": lambda log: (
        len(_record(log).declaring_side) == 1 and _scored(log, ScoreReason.CONTRACT_BEATEN)
    ),
    "washed": lambda log: WashReason.WEAK_HAND in _reasons(log),
    "thrown_in": lambda log: WashReason.ALL_PASSED in _reasons(log),
    "seven_no_trump": lambda log: any(call.entered for call in _calls(log)),
    "trump_broken": _trump_broken,
    "asked": lambda log: (
        any(isinstance(event, happened.HandsKept) for event in log) and WashReason.WEAK_HAND in _reasons(log)
    ),
    "doubled": lambda log: any(isinstance(call.call, Double) for call in _calls(log)),
    "redoubled": lambda log: any(isinstance(call.call, Redouble) for call in _calls(log)),
    "ended_early": lambda log: _record(log).ended_early,
}
"""What a recorded deal can be wanted for."""
OPTIONS: dict[str, dict[str, str]] = {
    "alone": {"solo": "allowed"},
    "alone_beaten": {"solo": "allowed", "solo_announce": "hidden"},
    "washed": {"wash": "auto"},
    "trump_broken": {"trump_lead": "until_broken"},
    "asked": {"wash": "player_choice", "first_caller": "random"},
    "doubled": {"double": "on"},
    "redoubled": {"double": "on"},
    "ended_early": {"claim_when_decided": "on", "scoring": "level"},
}
"""The house rules it takes, beside one deal."""


def a_deal(game: str, options: dict[str, str], seed: int) -> list[Event]:
    """The log of one random deal; in every other one the declarer is let win."""
    rng = Random(f"golden {game} {seed}")
    first = opening(game, {"deals": "1"} | options)
    log: list[Event] = [first]
    state, lots = opened(first), SeededLots(rng)
    while state.stage in (Stage.LOBBY, Stage.PLAYING):
        decided = decide(state, _next(state, rng, (a_move, obliging_move)[seed % 2]), lots)
        assert isinstance(decided, Decided)
        log.extend(decided.events)
        state = decided.state
    return log


def _next(state: TableState, rng: Random, choose: Callable[..., object]) -> Command:
    free = [seat for seat, sitter in enumerate(state.seats) if sitter is None]
    if free:
        name = NAMES[free[0]]
        return SitDown(HOST, name, free[0]) if state.host is None else AddRobot(HOST, name, free[0])
    if state.stage is Stage.LOBBY:
        return StartMatch(HOST)
    seat = rng.choice(acting_seats(state))
    return MakeMove(seat, choose(state, seat, rng))  # type: ignore[arg-type]


def record(game: str, what: str, options: dict[str, str], seed: int) -> str:
    """The text of the first deal from a seed on that shows what is wanted. Raises ValueError for none."""
    for number in range(seed, seed + TRIES):
        log = a_deal(game, OPTIONS.get(what, {}) | options, number)
        if SHOWS[what](log):
            return text_of(log)
    raise ValueError(f"no such deal among {TRIES}")


def write_again() -> None:
    """Writes every recorded deal anew from its own text, as after a new option of a game."""
    for path in HERE.glob("*/*.deal"):
        path.write_text(text_of(played_again(path.read_text(encoding="utf-8"))), encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> None:
    """Writes one deal to tests/golden/GAME/SHOWS.deal, or all of them anew."""
    parser = argparse.ArgumentParser("python -m tests.golden.record", description="Records golden deals.")
    kinds = parser.add_subparsers(dest="game", required=True, metavar="GAME")
    kinds.add_parser("again", help="write every recorded deal anew from its own text")
    for game in ALL:
        one = kinds.add_parser(game.key, help=f"record a deal of {game.key}")
        one.add_argument("shows", choices=sorted(SHOWS), help="what the deal is to show; the file's name")
        one.add_argument("option", nargs="*", help="house rules, as wash=auto")
        one.add_argument("--seed", type=int, default=0, help="where the search begins (0)")
    asked = parser.parse_args(arguments)
    if asked.game == "again":
        write_again()
        return
    path = HERE / asked.game / f"{asked.shows}.deal"
    path.parent.mkdir(exist_ok=True)
    options = dict(pair.split("=", 1) for pair in asked.option)
    path.write_text(record(asked.game, asked.shows, options, asked.seed), encoding="utf-8")
    sys.stdout.write(f"{path.relative_to(HERE.parent.parent)}\n")


if __name__ == "__main__":
    main()
