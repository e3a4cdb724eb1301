"""Records golden deals: `python -m tests.golden.record --help`.

Seeds are tried until a random deal shows what is wanted; then its text is written to a file.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from engine_server.game import events as happened
from engine_server.game.commands import AddRobot, Command, MakeMove, SitDown, StartMatch
from engine_server.game.consequences import Decided
from engine_server.game.decide import decide
from engine_server.game.events import DealScored, Event, WashReason
from engine_server.game.evolve import fold, opened
from engine_server.game.manners import free_moves
from engine_server.game.record import DealRecord
from engine_server.game.state import TableState, acting_seats
from engine_server.game.view import Stage
from engine_server.rules.cards import Denomination, Seat
from engine_server.rules.contracts import Contract
from engine_server.rules.moves import Double, Goal, Move, Redouble, TrickGoal
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


def _contract(log: Sequence[Event]) -> Contract | None:
    return _record(log).contract


def _has(log: Sequence[Event], *kinds: type) -> bool:
    return any(isinstance(event, kinds) for event in log)


def _forbidden(log: Sequence[Event]) -> bool:
    """The last goal might have made the sum come out even."""
    goals = [call.call.tricks for call in _calls(log) if isinstance(call.call, TrickGoal)]
    return 0 < len(_record(log).tricks) - sum(goals[:-1]) < len(_record(log).tricks)


def _named(log: Sequence[Event], goal: Goal, made: bool) -> bool:
    record = _record(log)
    assert record.contract is not None
    return record.contract.goal is goal and (record.declaring_tricks >= record.contract.target) == made


def _partner_fell(log: Sequence[Event]) -> bool:
    """The partner comes out in the middle of the play."""
    record = _record(log)
    falls = [record.called in trick.cards for trick in record.tricks]
    return len(record.declaring_side) == 2 and True in falls[2:6]


def _promise(log: Sequence[Event], kept: bool) -> bool:
    record = _record(log)
    assert record.contract is not None
    promised, taken = record.contract.points, record.declaring_card_points or 0
    return promised > 0 and (taken >= promised) == kept


def _thrown_in(log: Sequence[Event]) -> bool:
    return WashReason.ALL_PASSED in _reasons(log)


def _made(log: Sequence[Event]) -> bool:
    record = _record(log)
    return record.contract is not None and record.declaring_tricks >= record.contract.target


def _beaten(log: Sequence[Event]) -> bool:
    return _contract(log) is not None and not _made(log)


def _stake(log: Sequence[Event], stake: int) -> bool:
    contract = _contract(log)
    return contract is not None and contract.stake == stake


def _anything(log: Sequence[Event]) -> bool:
    return _made(log) or _beaten(log)


@dataclass(frozen=True)
class Kind:
    """What a deal is recorded for, with the house rules it takes beside one deal.

    With `wishes` somebody claims or takes a move back now and then.
    """

    shows: Callable[[Sequence[Event]], bool]
    options: Mapping[str, str] = field(default_factory=dict)
    wishes: bool = False


HIDDEN_PARTNER: dict[str, Kind] = {
    "made": Kind(lambda log: _scored(log, ScoreReason.CONTRACT_MADE)),
    "beaten": Kind(lambda log: _scored(log, ScoreReason.CONTRACT_BEATEN)),
    "alone": Kind(lambda log: _scored(log, ScoreReason.CONTRACT_MADE_ALONE), {"solo": "allowed"}),
    "alone_beaten": Kind(
        lambda log: len(_record(log).declaring_side) == 1 and _scored(log, ScoreReason.CONTRACT_BEATEN),
        {"solo": "allowed", "solo_announce": "hidden"},
    ),
    "washed": Kind(lambda log: WashReason.WEAK_HAND in _reasons(log), {"wash": "auto"}),
    "thrown_in": Kind(_thrown_in),
    "seven_no_trump": Kind(lambda log: any(call.entered for call in _calls(log))),
    "trump_broken": Kind(_trump_broken, {"trump_lead": "until_broken"}),
    "asked": Kind(
        lambda log: _has(log, happened.HandsKept) and WashReason.WEAK_HAND in _reasons(log),
        {"wash": "player_choice", "first_caller": "random"},
    ),
    "doubled": Kind(lambda log: any(isinstance(call.call, Double) for call in _calls(log)), {"double": "on"}),
    "redoubled": Kind(
        lambda log: any(isinstance(call.call, Redouble) for call in _calls(log)), {"double": "on"}
    ),
    "ended_early": Kind(
        lambda log: _record(log).ended_early, {"claim_when_decided": "on", "scoring": "level"}
    ),
}
CONTRACT: dict[str, Kind] = {
    "made": Kind(_made),
    "beaten": Kind(_beaten),
    "doubled": Kind(lambda log: _stake(log, 2)),
    "redoubled": Kind(lambda log: _stake(log, 4)),
}
SHOWN_BY: dict[str, dict[str, Kind]] = {
    "floating": HIDDEN_PARTNER,
    "singapore": HIDDEN_PARTNER,
    "german": {
        "one_card": Kind(lambda log: len(_record(log).tricks) == 1),
        "forbidden_goal": Kind(_forbidden, {"hand_sequence": "5"}),
        "thirteen_no_trump": Kind(
            lambda log: _record(log).trump is Denomination.NO_TRUMP, {"hand_sequence": "13"}
        ),
        "dealers_last_card": Kind(
            lambda log: _record(log).turned is not None,
            {"hand_sequence": "13", "last_deal_trump": "dealers_last_card"},
        ),
        "cut": Kind(
            lambda log: _record(log).turned is not None, {"hand_sequence": "13", "last_deal_trump": "cut"}
        ),
        "at_once": Kind(
            lambda log: _has(log, happened.CallsShown), {"simultaneous_bids": "on", "hand_sequence": "4"}
        ),
        "seven_players": Kind(
            lambda log: _scored(log, ScoreReason.GOAL_EXACT), {"players": "7", "hand_sequence": "7"}
        ),
    },
    "minibridge": {
        "part_score_made": Kind(lambda log: _named(log, Goal.PART_SCORE, True)),
        "game_made": Kind(lambda log: _named(log, Goal.GAME, True)),
        "game_beaten": Kind(lambda log: _named(log, Goal.GAME, False)),
        "slam_missed": Kind(lambda log: _named(log, Goal.SMALL_SLAM, False), {"slams": "on"}),
        "tied": Kind(lambda log: WashReason.TIED_POINTS in _reasons(log)),
        "dealers_side": Kind(
            lambda log: any(
                isinstance(event, happened.PointsAnnounced) and event.points[0] + event.points[2] == 20
                for event in log
            ),
            {"tie_20": "dealer_side"},
        ),
        "dummy_after_lead": Kind(lambda log: _has(log, happened.HandShown), {"dummy_exposed": "after_lead"}),
    },
    "italian": {
        "partner_revealed": Kind(_partner_fell),
        "alone": Kind(lambda log: len(_record(log).declaring_side) == 1, {"solo": "on"}),
        "no_trump": Kind(
            lambda log: _record(log).trump is Denomination.NO_TRUMP, {"no_trump": "on", "scoring": "signed"}
        ),
        "thrown_in": Kind(_thrown_in),
        "promise_kept": Kind(lambda log: _promise(log, True), {"bidding": "auction"}),
        "promise_broken": Kind(
            lambda log: _promise(log, False), {"bidding": "auction", "scoring": "zero_sum"}
        ),
    },
    "rubber": {
        **CONTRACT,
        "honours": Kind(lambda log: _scored(log, ScoreReason.HONOURS)),
        "thrown_in": Kind(_thrown_in),
        "claimed": Kind(lambda log: _record(log).claimed is not None, wishes=True),
        "claim_refused": Kind(
            lambda log: happened.ClaimSettled(False) in log and _record(log).claimed is None, wishes=True
        ),
        "taken_back": Kind(
            lambda log: any(isinstance(event, happened.UndoSettled) and event.accepted for event in log),
            wishes=True,
        ),
    },
    "chicago": {**CONTRACT, "thrown_in": Kind(_thrown_in)},
    "duplicate": {**CONTRACT, "passed_out": Kind(lambda log: _scored(log, ScoreReason.PASSED_OUT))},
    "honeymoon": {
        "draw": Kind(_anything, {"style": "draw"}),
        "hk": Kind(_anything, {"style": "hk"}),
        "double_dummy": Kind(_anything, {"style": "double_dummy"}),
        "pick_or_discard": Kind(_anything, {"style": "pick_or_discard"}),
        "thrown_in": Kind(_thrown_in),
        "doubled": Kind(lambda log: _stake(log, 2)),
    },
    "three_handed": {
        "cutthroat": Kind(_made),
        "towie": Kind(_anything, {"style": "towie"}),
        "auctioned_dummy": Kind(_anything, {"style": "auctioned_dummy"}),
        "doubled": Kind(lambda log: _stake(log, 2) and _beaten(log)),
        "thrown_in": Kind(_thrown_in),
    },
}
"""What deals are recorded for, game by game."""
WISHING = 0.04


def a_deal(game: str, options: Mapping[str, str], seed: int, *, wishes: bool = False) -> list[Event]:
    """The log of one random deal; in every other one the declarer is let win."""
    rng = Random(f"golden {game} {seed}")
    first = opening(game, {"deals": "1", **options})
    log: list[Event] = [first]
    state, lots = opened(first), SeededLots(rng)
    choose = (a_move, obliging_move)[seed % 2]
    while state.stage in (Stage.LOBBY, Stage.PLAYING):
        wished = _wish(state, rng) if wishes and rng.random() < WISHING else None
        decided = decide(state, wished or _next(state, rng, choose), lots)
        assert isinstance(decided, Decided)
        log.extend(decided.events)
        state = decided.state
    return log


def _wish(state: TableState, rng: Random) -> Command | None:
    wishes = [MakeMove(s, move) for s in range(state.variant.seats) for move in free_moves(state, s)]
    return rng.choice(wishes) if wishes else None


def _next(state: TableState, rng: Random, choose: Callable[[TableState, Seat, Random], Move]) -> Command:
    free = [seat for seat, sitter in enumerate(state.seats) if sitter is None]
    if free:
        name = NAMES[free[0]]
        return SitDown(HOST, name, free[0]) if state.host is None else AddRobot(HOST, name, free[0])
    if state.stage is Stage.LOBBY:
        return StartMatch(HOST)
    seat = rng.choice(acting_seats(state))
    return MakeMove(seat, choose(state, seat, rng))


def record(game: str, what: str, options: dict[str, str], seed: int) -> str:
    """The text of the first deal from a seed on that shows what is wanted. Raises ValueError for none."""
    kind = SHOWN_BY[game][what]
    for number in range(seed, seed + TRIES):
        log = a_deal(game, {**kind.options, **options}, number, wishes=kind.wishes)
        if kind.shows(log):
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
    for game in (game for game in ALL if game.key in SHOWN_BY):
        one = kinds.add_parser(game.key, help=f"record a deal of {game.key}")
        one.add_argument(
            "shows", choices=sorted(SHOWN_BY[game.key]), help="what the deal is to show; the file's name"
        )
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
