"""Rubbers and fours of Chicago from their first deal to their last line, published sheets among them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_server.rules.cards import Denomination, Seat
from engine_server.rules.contract_scoring import BoardScore, ChicagoScore, RubberOver, RubberScore
from engine_server.rules.contracts import Contract
from engine_server.rules.matches import AllPass, FirstDealer
from engine_server.rules.rubber_matches import Chicago, Rubber, VulnerableTwoAndThree
from engine_server.rules.sheets import Column, ScoreLine, ScoreReason, total_of
from engine_server.rules.standings import deals_of_the_four, standing
from tests.rules.contract_rows import PAIRS, THREE, TWO, ContractRows, Sheet, contract_of, deal_of

SHEETS = json.loads((Path(__file__).parents[1] / "data" / "rubber_scores.json").read_text(encoding="utf-8"))
NS, EW = PAIRS.sides


def row_of(deal: Mapping[str, Any]) -> dict[str, Any]:
    """A deal of a published sheet as the worked examples write one."""
    level, denomination = int(deal["contract"][0]), deal["contract"][1:]
    doubled = len(deal["doubling"])
    return {
        "side": deal["side"],
        "level": level,
        "denomination": denomination,
        "doubled": doubled,
        "tricks": deal["tricks"],
    }


def rubber(unfinished_part_score: int = 50, count: int | None = None) -> ContractRows:
    match = Rubber(PAIRS.sides, count, unfinished_part_score=unfinished_part_score)
    return ContractRows(RubberScore(PAIRS.sides), match)


def lines_of(*deals: tuple[str, str, int]) -> tuple[ScoreLine, ...]:
    """The sheet of deals: side, contract, tricks."""
    rows = [
        row_of({"side": side, "contract": contract, "doubling": "", "tricks": tricks})
        for side, contract, tricks in deals
    ]
    return rubber().lines_of(rows)


# --- published sheets ------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", SHEETS["cases"], ids=[case["id"] for case in SHEETS["cases"]])
def test_a_published_sheet_step_by_step(case: dict[str, Any]) -> None:
    rows, match = rubber(), Rubber(PAIRS.sides)
    lines: tuple[ScoreLine, ...] = ()
    deals = [row_of(deal) for deal in case["deals"]]
    for number, step in enumerate(case["result"]["per_deal"], 1):
        before, lines = lines, rows.lines_of(deals[:number])
        assert lines[: len(before)] == before
        assert not match.is_over(number - 1, before)
        written = lines[len(before) :]
        won = {
            name
            for name, was, now in zip(PAIRS.names, match.columns(before), match.columns(lines), strict=True)
            if was.games != now.games
        }
        assert {line.deal for line in written} == {number}
        assert PAIRS.below(written) == step["below"]
        assert PAIRS.above(written) == step["above"]
        assert won == ({step["game_won"]} if step["game_won"] else set())
    _ends_as(match, len(deals), lines, case["result"])


def _ends_as(match: Rubber, scored: int, lines: tuple[ScoreLine, ...], result: Mapping[str, Any]) -> None:
    columns = match.columns(lines)
    assert PAIRS.by_column(column.games for column in columns) == result["games"]
    assert PAIRS.by_column(column.part_score for column in columns) == result["below_current_game"]
    assert match.is_over(scored, lines) is result["rubber_over"]
    assert match.abandoned(scored, lines) is not result["rubber_over"]
    bonus = result["rubber_bonus"]
    closing = match.closing(scored, lines) if bonus else ()
    assert closing == (
        (ScoreLine(0, PAIRS.seats(bonus["side"]), bonus["points"], ScoreReason.RUBBER_BONUS),)
        if bonus
        else ()
    )
    whole = (*lines, *closing)
    assert PAIRS.below(whole) == result["below_total"]
    assert PAIRS.above(whole) == result["above_total"]
    assert PAIRS.by_column(column.points for column in match.columns(whole)) == result["total"]


@pytest.mark.parametrize("case", SHEETS["unfinished_rubber"], ids=lambda case: case["id"])
@pytest.mark.parametrize(("part_score", "total"), [(50, "total_seed_004"), (100, "total_current_laws")])
def test_a_published_unfinished_rubber(case: dict[str, Any], part_score: int, total: str) -> None:
    rows = rubber(part_score)
    lines = rows.lines_of(map(row_of, case["deals"]))
    assert PAIRS.named(lines) == case["before_bonus"]
    assert rows.match.abandoned(2, lines)
    assert PAIRS.named((*lines, *rows.match.closing(2, lines))) == case[total]


def test_a_rubber_that_is_over_takes_no_third_game() -> None:
    won = lines_of(("NS", "4S", 10), ("NS", "3NT", 9))
    for side, contract in ((NS, contract_of(0, 4, "H", 0)), (EW, contract_of(1, 1, "C", 0))):
        with pytest.raises(RubberOver, match="the rubber is over"):
            RubberScore(PAIRS.sides).score(deal_of(3, side, contract, 10), won)


def test_a_game_of_the_opponents_wipes_a_part_score_which_stays_in_the_total() -> None:
    lines = lines_of(("NS", "2S", 8), ("EW", "4H", 10), ("NS", "1NT", 7))
    assert Rubber(PAIRS.sides).columns(lines) == (Column(NS, 100, 40, 0), Column(EW, 120, 0, 1))


# --- the end of a rubber ---------------------------------------------------------------------------------


def test_a_rubber_with_a_limit_is_abandoned_at_it_and_complete_when_won_before_or_with_it() -> None:
    two_games = lines_of(("NS", "4S", 10), ("NS", "3NT", 9))
    for count, over in ((1, True), (2, False), (None, False)):
        match = Rubber(PAIRS.sides, count)
        assert match.is_over(1, two_games[:2]) is over
        assert match.abandoned(1, two_games[:2])
    for count in (2, 3, None):
        match = Rubber(PAIRS.sides, count)
        assert match.is_over(2, two_games)
        assert not match.abandoned(2, two_games)
        assert match.closing(2, two_games) == (ScoreLine(0, NS, 700, ScoreReason.RUBBER_BONUS),)


def test_an_abandoned_rubber_may_pay_one_side_for_both_its_game_and_its_part_score() -> None:
    lines = lines_of(("EW", "5C", 11), ("EW", "2D", 8))
    assert Rubber(PAIRS.sides).closing(2, lines) == (
        ScoreLine(0, EW, 300, ScoreReason.UNFINISHED_GAME),
        ScoreLine(0, EW, 50, ScoreReason.UNFINISHED_PART_SCORE),
    )
    assert Rubber(PAIRS.sides).closing(0, ()) == ()


def test_the_total_ranks_whoever_won_the_rubber() -> None:
    match = Rubber(PAIRS.sides)
    assert match.ranking({0: 880, 1: 1630, 2: 880, 3: 1630}) == ((1, 3), (0, 2))
    assert match.ranking({0: 5, 1: 5}) == ((0, 1),)


def test_the_deal_passes_on_in_a_rubber_and_stays_in_chicago_when_all_pass() -> None:
    for dealer in range(4):
        assert Rubber(PAIRS.sides).next_dealer(dealer, 4) == (dealer + 1) % 4
        assert Rubber(PAIRS.sides).dealer_after_all_passed(dealer, 4) == (dealer + 1) % 4
        assert Chicago().next_dealer(dealer, 4) == (dealer + 1) % 4
        assert Chicago().dealer_after_all_passed(dealer, 4) == dealer
    same = Rubber(THREE.sides, all_pass=AllPass.SAME_DEALER)
    assert [same.dealer_after_all_passed(dealer, 3) for dealer in range(3)] == [0, 1, 2]
    assert [Rubber(THREE.sides).dealer_after_all_passed(dealer, 3) for dealer in range(3)] == [1, 2, 0]
    assert Rubber(PAIRS.sides).first_dealer is Chicago().first_dealer is FirstDealer.DRAWN


def test_a_game_of_one_of_three_wipes_the_part_scores_of_all() -> None:
    part = RubberScore(THREE.sides)
    lines: tuple[ScoreLine, ...] = ()
    for number, (seat, contract, tricks) in enumerate(((0, "2S", 8), (1, "1NT", 7), (2, "3NT", 9)), 1):
        bid = contract_of(seat, int(contract[0]), contract[1:], 0)
        lines += part.score(deal_of(number, (seat, 3), bid, tricks), lines)
    match = Rubber(THREE.sides)
    assert match.columns(lines) == (
        Column((0,), 60, 0, 0),
        Column((1,), 40, 0, 0),
        Column((2,), 100, 0, 1),
    )
    assert match.vulnerable(4, 0, lines) == (2,)
    assert match.closing(3, lines) == (ScoreLine(0, (2,), 300, ScoreReason.UNFINISHED_GAME),)


# --- random rubbers --------------------------------------------------------------------------------------

Dealt = tuple[Contract, int]
CONTRACTS = st.builds(
    Contract,
    st.integers(0, 3),
    st.integers(1, 7),
    st.sampled_from(Denomination),
    st.sampled_from([1, 1, 2, 4]),
)
MADE_MOSTLY = st.tuples(CONTRACTS, st.integers(-2, 2)).map(
    lambda bid: (bid[0], min(13, bid[0].target + bid[1]))
)
DEALS = st.lists(MADE_MOSTLY, max_size=14)
COLUMNS = st.sampled_from([PAIRS, TWO, THREE])


def at(sheet: Sheet, contract: Contract) -> Contract:
    """The contract as somebody at this table declares it."""
    seats = sum(map(len, sheet.sides))
    return Contract(contract.declarer % seats, contract.level, contract.denomination, contract.stake)


def side_of(sheet: Sheet, seat: Seat) -> tuple[Seat, ...]:
    return next(side for side in sheet.sides if seat in side)


def play(sheet: Sheet, deals: Sequence[Dealt]) -> list[tuple[ScoreLine, ...]]:
    """The sheet of a rubber after each deal, up to its end."""
    part, match = RubberScore(sheet.sides), Rubber(sheet.sides)
    lines: tuple[ScoreLine, ...] = ()
    after = [lines]
    for number, (bid, tricks) in enumerate(deals, 1):
        if match.is_over(number - 1, lines):
            break
        contract = at(sheet, bid)
        vulnerable = match.vulnerable(number, 0, lines)
        side = side_of(sheet, contract.declarer)
        lines += part.score(deal_of(number, side, contract, tricks, vulnerable), lines)
        after.append(lines)
    return after


@given(COLUMNS, DEALS)
def test_vulnerability_is_never_lost_within_a_rubber_and_only_a_game_brings_it(
    sheet: Sheet, deals: list[Dealt]
) -> None:
    match = Rubber(sheet.sides)
    after = play(sheet, deals)
    known = [set(match.vulnerable(number, 0, lines)) for number, lines in enumerate(after, 1)]
    assert known[0] == set()
    for number, (was, now) in enumerate(pairwise(known)):
        assert was <= now
        bid, tricks = deals[number]
        assert now - was in (
            set(),
            set(side_of(sheet, at(sheet, bid).declarer)) if tricks >= bid.target else set(),
        )


@given(COLUMNS, DEALS)
def test_a_plain_reckoning_of_the_sheet_finds_the_same_columns(sheet: Sheet, deals: list[Dealt]) -> None:
    for lines in play(sheet, deals):
        part_scores, games = dict.fromkeys(sheet.sides, 0), dict.fromkeys(sheet.sides, 0)
        for line in lines:
            if line.reason is ScoreReason.ODD_TRICKS:
                part_scores[line.seats] += line.points
                if part_scores[line.seats] >= 100:
                    games[line.seats] += 1
                    part_scores = dict.fromkeys(sheet.sides, 0)
        columns = Rubber(sheet.sides).columns(lines)
        assert columns == tuple(
            Column(side, total_of(lines, side[0]), part_scores[side], games[side]) for side in sheet.sides
        )
        assert sum(column.points for column in columns) == sum(line.points for line in lines)


@given(COLUMNS, DEALS)
def test_a_rubber_ends_with_the_second_game_and_its_closing_lines_are_bonuses(
    sheet: Sheet, deals: list[Dealt]
) -> None:
    *before, last = play(sheet, deals)
    match = Rubber(sheet.sides)
    assert all(match.abandoned(number, lines) for number, lines in enumerate(before))
    games = [column.games or 0 for column in match.columns(last)]
    closing = match.closing(len(before), last)
    assert {line.deal for line in closing} <= {0}
    assert match.columns((*last, *closing)) == tuple(
        Column(
            column.seats, column.points + total_of(closing, column.seats[0]), column.part_score, column.games
        )
        for column in match.columns(last)
    )
    if max(games) == 2:
        assert match.is_over(len(before), last)
        winner = sheet.sides[games.index(2)]
        assert closing == (ScoreLine(0, winner, 700 if sum(games) == 2 else 500, ScoreReason.RUBBER_BONUS),)
    else:
        assert not match.is_over(len(before), last)
        assert {line.reason for line in closing} <= {
            ScoreReason.UNFINISHED_GAME,
            ScoreReason.UNFINISHED_PART_SCORE,
        }


# --- Chicago ---------------------------------------------------------------------------------------------


def chicago(deals: Sequence[Dealt], match: Chicago, first_dealer: Seat = 0) -> tuple[ScoreLine, ...]:
    part, lines, dealer = ChicagoScore(PAIRS.sides), tuple[ScoreLine, ...](), first_dealer
    for number, (contract, tricks) in enumerate(deals, 1):
        vulnerable = match.vulnerable(number, dealer, lines)
        side = side_of(PAIRS, contract.declarer)
        lines += part.score(deal_of(number, side, contract, tricks, vulnerable), lines)
        dealer = match.next_dealer(dealer, 4)
    return lines


def test_vulnerability_comes_round_every_four_deals_whoever_deals() -> None:
    for rule, with_dealer in ((VulnerableTwoAndThree.DEALER, 0), (VulnerableTwoAndThree.NON_DEALER, 1)):
        match = Chicago(count=8, vulnerable_2_3=rule)
        for dealer in range(4):
            side = PAIRS.sides[(dealer + with_dealer) % 2]
            asked = [match.vulnerable(deal, dealer, ()) for deal in range(1, 9)]
            assert asked == [(), side, side, (0, 1, 2, 3)] * 2
    two = Chicago(sides=TWO.sides)
    assert [two.vulnerable(deal, 1, ()) for deal in range(1, 5)] == [(), (1,), (1,), (0, 1)]


def test_no_part_score_is_carried_into_the_next_four() -> None:
    one_club, two_spades = (contract_of(0, 1, "C", 0), 7), (contract_of(0, 2, "S", 0), 8)
    match = Chicago(count=8)
    lines = chicago([one_club] * 4 + [two_spades] * 2, match)
    paid = [(line.deal, line.points) for line in lines if line.reason.name.endswith("BONUS")]
    assert paid == [(4, 100), (6, 300)]
    sheets = [[line for line in lines if line.deal <= deals] for deals in range(7)]
    assert [match.columns(sheet)[0].part_score for sheet in sheets] == [0, 20, 40, 60, 0, 60, 0]


def test_a_deal_reads_the_earlier_deals_of_its_own_four_alone() -> None:
    lines = chicago([(contract_of(deal % 4, 1, "C", 0), 7) for deal in range(8)], Chicago(count=8))
    for deal in range(1, 9):
        read = {line.deal for line in deals_of_the_four(lines, deal)}
        assert read == set(range(1 if deal < 5 else 5, deal))


@pytest.mark.parametrize(("count", "paid"), [(1, []), (3, []), (4, [4]), (8, [4, 8])])
def test_the_last_part_score_is_paid_for_on_each_fourth_deal_only(count: int, paid: list[int]) -> None:
    match = Chicago(count=count)
    one_each = [(contract_of(deal % 4, 1, "C", 0), 7) for deal in range(count)]
    lines = chicago(one_each, match)
    assert [line.deal for line in lines if line.reason is ScoreReason.PART_SCORE_BONUS] == paid
    assert match.is_over(count, lines)
    assert not match.is_over(count - 1, lines)
    assert match.closing(count, lines) == ()
    assert not match.abandoned(count, lines)


def test_a_part_score_carried_into_the_fourth_deal_is_not_paid_for() -> None:
    beaten = (contract_of(1, 2, "S", 0), 7)
    lines = chicago([(contract_of(0, 2, "S", 0), 8), beaten, beaten, beaten], Chicago())
    assert {line.reason for line in lines if line.seats == NS} == {
        ScoreReason.ODD_TRICKS,
        ScoreReason.UNDERTRICKS,
    }


def test_chicago_scored_as_boards_knows_no_part_scores() -> None:
    match = Chicago(carried=False)
    lines = BoardScore(PAIRS.sides).score(deal_of(1, NS, contract_of(0, 2, "S", 0), 8), ())
    assert match.columns(lines) == (Column(NS, 110), Column(EW, 0))


@given(st.lists(MADE_MOSTLY, max_size=9), st.integers(0, 3))
def test_a_game_bonus_for_every_game_of_every_four(deals: list[Dealt], first_dealer: Seat) -> None:
    match = Chicago(count=9)
    lines = chicago(deals, match, first_dealer)
    for first in (1, 5, 9):
        four = [line for line in lines if first <= line.deal < first + 4]
        games = standing(four, PAIRS.sides).games
        bonuses = [line for line in four if line.reason is ScoreReason.GAME_BONUS]
        assert [sum(line.seats == side for line in bonuses) for side in PAIRS.sides] == list(games)
        for line in bonuses:
            dealer = (first_dealer + line.deal - 1) % 4
            vulnerable = set(line.seats) <= set(match.vulnerable(line.deal, dealer, ()))
            assert line.points == (500 if vulnerable else 300)
    assert [column.points for column in match.columns(lines)] == [total_of(lines, 0), total_of(lines, 1)]
