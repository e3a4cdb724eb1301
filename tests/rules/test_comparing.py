"""Boards and what comes after: vulnerability by number, matchpoints, IMPs, settlements."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_server.rules.boards import Boards, board_dealer, board_vulnerable
from engine_server.rules.comparing import Comparison, Result, compared, cross_imps, imps, matchpoints
from engine_server.rules.matches import AllPass, FirstDealer
from engine_server.rules.settling import Ending, Settle, Settlement, settle
from engine_server.rules.sheets import Column, ScoreLine, ScoreReason

LAW_78 = [
    *((0, 10), (20, 40), (50, 80), (90, 120), (130, 160), (170, 210), (220, 260), (270, 310), (320, 360)),
    *((370, 420), (430, 490), (500, 590), (600, 740), (750, 890), (900, 1090), (1100, 1290), (1300, 1490)),
    *((1500, 1740), (1750, 1990), (2000, 2240), (2250, 2490), (2500, 2990), (3000, 3490), (3500, 3990)),
    (4000, 99999),
]
SCORES = st.lists(st.integers(-760, 243).map(lambda tens: tens * 10), min_size=1, max_size=12)


def test_the_scale_of_law_78() -> None:
    assert len(LAW_78) == 25
    for due, (low, high) in enumerate(LAW_78):
        assert (imps(low), imps(high)) == (due, due)
        assert (imps(-low), imps(-high)) == (-due, -due)


def test_matchpoints_of_a_board_with_equal_scores() -> None:
    assert matchpoints((620, 650, 620, -100)) == (3, 6, 3, 0)
    assert matchpoints((50,)) == (0,)
    assert matchpoints(()) == ()


@given(SCORES)
def test_a_board_hands_out_all_its_matchpoints_and_no_imps(scores: list[int]) -> None:
    assert sum(matchpoints(scores)) == len(scores) * (len(scores) - 1)
    assert sum(cross_imps(scores)) == 0
    by_score = sorted(zip(scores, matchpoints(scores), cross_imps(scores), strict=True))
    assert by_score == sorted(by_score, key=lambda row: row[1])
    assert by_score == sorted(by_score, key=lambda row: row[2])


def test_tables_are_compared_board_by_board() -> None:
    results = [
        Result(1, "one", 620),
        Result(1, "two", 170),
        Result(1, "three", 170),
        Result(2, "one", -50),
        Result(2, "two", 100),
        Result(3, "three", 1400),
    ]
    assert compared(results, Comparison.MATCHPOINTS) == {"one": 4, "two": 3, "three": 1}
    assert compared(results, Comparison.IMPS) == {"one": 20 - 4, "two": -10 + 4, "three": -10}
    assert compared([], Comparison.IMPS) == {}


def test_a_table_has_one_result_of_a_board() -> None:
    with pytest.raises(ValueError, match="two results of one board"):
        compared([Result(7, "one", 0), Result(7, "one", 50)], Comparison.IMPS)


# --- boards ----------------------------------------------------------------------------------------------

SIXTEEN = [
    *("none", "NS", "EW", "both"),
    *("NS", "EW", "both", "none"),
    *("EW", "both", "none", "NS"),
    *("both", "none", "NS", "EW"),
]
SEATS = {"none": (), "NS": (0, 2), "EW": (1, 3), "both": (0, 1, 2, 3)}


def test_the_cycle_of_sixteen_boards() -> None:
    match = Boards(count=40)
    for board in range(1, 41):
        assert board_vulnerable(board) == SEATS[SIXTEEN[(board - 1) % 16]]
        assert match.vulnerable(board, board_dealer(board), ()) == board_vulnerable(board)
        assert match.next_dealer(board_dealer(board), 4) == board_dealer(board + 1)
    assert board_dealer(1) == 0


def test_a_match_of_boards_begins_with_north_and_counts_what_all_passed() -> None:
    match = Boards()
    assert match.first_dealer is FirstDealer.FIRST_SEAT
    assert match.all_pass is AllPass.SCORED
    assert [match.is_over(scored) for scored in range(5)] == [False] * 4 + [True]
    lines = (ScoreLine(1, (0, 2), 420, ScoreReason.ODD_TRICKS), ScoreLine(1, (1, 3), 0, ScoreReason.NOTHING))
    assert match.columns(lines) == (Column((0, 2), 420), Column((1, 3), 0))


# --- settlements -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("difference", "due"), [(0, 0), (40, 0), (49, 0), (50, 100), (149, 100), (150, 200), (750, 800)]
)
def test_hundreds_from_fifty_up(difference: int, due: int) -> None:
    columns = (Column((0, 2), 300), Column((1, 3), 300 + difference))
    (settled,) = settle(columns, Settle.NEAREST_100)
    assert (settled.difference, settled.due) == (difference, due)
    assert settled.winner == ((1, 3) if difference else None)
    assert settled.outcome is (Ending.WON if difference else Ending.DRAW)


def test_three_players_settle_each_with_each() -> None:
    columns = (Column((0,), 1030), Column((1,), 500), Column((2,), 500))
    assert settle(columns) == (
        Settlement(((0,), (1,)), 530, 530, (0,)),
        Settlement(((0,), (2,)), 530, 530, (0,)),
        Settlement(((1,), (2,)), 0, 0, None),
    )
    assert [settled.due for settled in settle(columns, Settle.NEAREST_100)] == [500, 500, 0]
