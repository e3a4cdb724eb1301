"""The numbers of the worked examples, counted by the parts the engine plays with."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from engine_server.rules.cards import Denomination, Rank
from engine_server.rules.comparing import imps, matchpoints
from engine_server.rules.contract_scoring import duplicate_score
from engine_server.rules.contracts import BOOK, Contract
from engine_server.rules.moves import Goal, NameContract
from engine_server.rules.openings import CapturedPoints
from engine_server.rules.played import Played
from engine_server.rules.point_count import MinibridgeScore, NameGoal
from engine_server.rules.sheets import ScoreLine, total_of
from engine_server.rules.variant import Variant
from engine_server.rules.variants import game_of

CLUBS, DIAMONDS, HEARTS, SPADES, NO_TRUMP = Denomination
Deal = tuple[int, int, Denomination, int]
"""Declarer, level, denomination, tricks of the declarer's side."""


def rules_of(game: str) -> Variant:
    """A game by its standard rules."""
    return game_of(game).variant(game_of(game).read({}))


def sheet(game: str, deals: Iterable[Deal], first_dealer: int = 0) -> tuple[ScoreLine, ...]:
    """The lines of deals played in a row, and those the match writes when it is over."""
    rules, dealer = rules_of(game), first_dealer
    lines: tuple[ScoreLine, ...] = ()
    for number, (declarer, level, named, tricks) in enumerate(deals, 1):
        vulnerable = rules.match.vulnerable(number, dealer, lines)
        contract = Contract(declarer, level, named)
        side = rules.sides.declaring_side(declarer, None, ())
        won = tuple(tricks if hand == declarer else 0 for hand in range(4))
        played = Played(number, ((),) * 4, contract, side, won, vulnerable=vulnerable)
        lines += rules.scoring.score(played, lines)
        dealer = rules.match.next_dealer(dealer, rules.seats)
    over = rules.match.is_over(number, lines)
    return (*lines, *rules.match.closing(number, lines)) if over else lines


def points_in(lines: Iterable[ScoreLine]) -> set[int]:
    return {line.points for line in lines if line.points}


def german() -> set[int]:
    scoring = rules_of("german").scoring
    lines: tuple[ScoreLine, ...] = ()
    for number, (goals, won) in enumerate([((1, 0, 0, 1), (1, 0, 0, 0)), ((1, 2, 0, 0), (0, 2, 0, 0))], 1):
        lines += scoring.score(Played(number, ((),) * 4, None, (), won, goals=goals), lines)
    return {abs(line.points) for line in lines} | {total_of(lines, seat) for seat in range(4)}


def minibridge() -> set[int]:
    """Points 13, 7, 11, 9; four hearts with ten tricks, and with nine."""
    points = (13, 7, 11, 9)
    contract = NameGoal().contract(0, NameContract(HEARTS, Goal.GAME))
    made, short = (
        MinibridgeScore().points(Played(1, ((),) * 4, contract, (0, 2), (tricks, 0, 0, 0)))
        for tricks in (10, 9)
    )
    tricks = 30 * (contract.target - BOOK)
    return {*points, sum(points), points[0] + points[2], tricks, made - tricks, made, short}


def italian() -> set[int]:
    taken = (0, 22, 0, 14, 0)
    played = Played(1, ((),) * 5, Contract(1, 0, HEARTS), (1, 3), (0,) * 5, card_points=taken)
    lines = CapturedPoints(5).score(played, ())
    assert [line.points for line in lines] == [0, 12, 0, 12, 0]
    return {22, 14, sum(taken), 60 - sum(taken), lines[1].points}


def rubber() -> set[int]:
    deals = [
        (0, 2, SPADES, 9),
        (0, 1, NO_TRUMP, 7),
        (0, 3, NO_TRUMP, 8),
        (1, 4, HEARTS, 10),
        (0, 4, SPADES, 11),
    ]
    lines = sheet("rubber", deals)
    totals = total_of(lines, 0), total_of(lines, 1)
    return points_in(lines) | {*totals, totals[0] - totals[1]}


def chicago() -> set[int]:
    deals = [(0, 2, HEARTS, 8), (1, 3, NO_TRUMP, 9), (0, 4, SPADES, 10), (1, 2, DIAMONDS, 8)]
    lines = sheet("chicago", deals)
    by_deal = {
        total_of([line for line in lines if line.deal == n], seat) for n in range(1, 5) for seat in (0, 1)
    }
    return points_in(lines) | by_deal - {0} | {total_of(lines, 0), total_of(lines, 1)}


def duplicate() -> set[int]:
    results = [
        duplicate_score(Contract(0, level, SPADES), True, tricks)
        for level, tricks in [(4, 10), (3, 10), (4, 9)]
    ]
    items = {120, 500, 90, 30, 50}
    assert results == [120 + 500, 90 + 30 + 50, -100]
    difference = results[0] - results[1]
    shared = {points for points in matchpoints(results) if points}
    return items | set(map(abs, results)) | shared | {difference, imps(difference)}


def honeymoon() -> set[int]:
    lines = sheet("honeymoon", [(0, 2, HEARTS, 9)])
    return points_in(lines) | {len(Rank), Contract(0, 2, HEARTS).target, 9}


def three_handed() -> set[int]:
    lines = sheet("three_handed", [(0, 2, SPADES, 8), (1, 3, NO_TRUMP, 7)])
    return points_in(lines) | {Contract(0, 2, SPADES).target, 7}


_COUNTED: Mapping[str, Callable[[], set[int]]] = {
    "german": german,
    "minibridge": minibridge,
    "italian": italian,
    "rubber": rubber,
    "chicago": chicago,
    "duplicate": duplicate,
    "honeymoon": honeymoon,
    "three_handed": three_handed,
}


def counted(game: str) -> set[int]:
    """Every number the example of a game must have. Raises KeyError for a game without one."""
    return _COUNTED[game]()
