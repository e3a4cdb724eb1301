"""Goals: who says how many tricks when, what the last may not say, how many cards there are, what it pays."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_server.rules.auctions import FirstCaller
from engine_server.rules.cards import ALL_CARDS, Seat, clockwise_from
from engine_server.rules.goals import BIDS_IN, LARGEST, Goals, GoalScore, GoalScoring, hand_sizes
from engine_server.rules.illegal import Illegal
from engine_server.rules.moves import PASS, PlayCard, SeatCall, TrickGoal
from engine_server.rules.played import Played
from engine_server.rules.sheets import ScoreReason

HOOKED = Goals(4, FirstCaller.DEALER)
AT_ONCE = Goals(4, FirstCaller.DEALER, hook=False, simultaneous=True)


def said(first: Seat, seats: int, goals: Sequence[int]) -> tuple[SeatCall, ...]:
    turns = zip(clockwise_from(first, seats), goals, strict=False)
    return tuple(SeatCall(seat, TrickGoal(goal)) for seat, goal in turns)


# --- saying a goal ---------------------------------------------------------------------------------------


def test_goals_are_said_in_turn_and_once() -> None:
    for first in range(4):
        order = [HOOKED.callers(first, said(first, 4, (0,) * count)) for count in range(5)]
        assert order == [*((seat,) for seat in clockwise_from(first, 4)), ()]


def test_where_all_speak_at_once_everybody_who_has_not_spoken_may() -> None:
    assert AT_ONCE.callers(2, ()) == (0, 1, 2, 3)
    calls = (SeatCall(3, TrickGoal(1)), SeatCall(0, TrickGoal(0)))
    assert AT_ONCE.callers(2, calls) == (1, 2)
    assert AT_ONCE.outcome(calls) is None


def test_where_all_speak_at_once_the_last_learns_nothing_from_what_is_legal() -> None:
    """Even if somebody builds it with the hook, a forbidden goal would tell the sum of the hidden ones."""
    at_once = Goals(4, FirstCaller.DEALER, hook=True, simultaneous=True)
    others = said(0, 4, (1, 1, 0))
    assert at_once.forbidden(others, 3, 5) is None
    assert at_once.legal(others, 3, ALL_CARDS[:5]) == tuple(map(TrickGoal, range(6)))


@pytest.mark.parametrize("goal", [-1, 6, 13, 2**31])
def test_a_goal_beyond_the_cards_is_refused(goal: int) -> None:
    assert HOOKED.refusal((), 0, TrickGoal(goal), ALL_CARDS[:5]) is Illegal.GOAL_OUT_OF_RANGE


def test_nobody_passes_or_plays_instead_of_saying_a_goal() -> None:
    for move in (PASS, PlayCard(ALL_CARDS[0], 0)):
        assert HOOKED.refusal((), 0, move, ALL_CARDS[:5]) is Illegal.MOVE_NOT_IN_GAME
    assert not HOOKED.only_pass_is_left(said(0, 4, (5, 5, 5)))


@given(data=st.data(), seats=st.integers(3, 7), hook=st.booleans())
def test_the_sum_never_comes_out_even_with_the_hook_and_may_without(
    data: st.DataObject, seats: int, hook: bool
) -> None:
    size = data.draw(st.integers(1, 52 // seats))
    first = data.draw(st.integers(0, seats - 1))
    auction = Goals(seats, FirstCaller.DEALER, hook)
    goals: list[int] = []
    for _ in range(seats):
        calls = said(first, seats, goals)
        assert auction.outcome(calls) is None
        (seat,) = auction.callers(first, calls)
        hand = ALL_CARDS[:size]
        free = [goal for goal in range(size + 1) if not auction.refusal(calls, seat, TrickGoal(goal), hand)]
        assert auction.legal(calls, seat, hand) == tuple(map(TrickGoal, free))
        even = size - sum(goals) if hook and len(goals) == seats - 1 else None
        assert free == [goal for goal in range(size + 1) if goal != even]
        goals.append(data.draw(st.sampled_from(free)))
    assert auction.outcome(said(first, seats, goals)) is BIDS_IN
    assert not hook or sum(goals) != size


@given(others=st.lists(st.integers(0, 13), min_size=3, max_size=3), size=st.integers(1, 13))
def test_the_forbidden_goal_is_what_is_refused_as_such(others: list[int], size: int) -> None:
    calls, hand = said(1, 4, others), ALL_CARDS[:size]
    refused = [
        goal
        for goal in range(-1, size + 2)
        if HOOKED.refusal(calls, 0, TrickGoal(goal), hand) is Illegal.BID_SUM_FORBIDDEN
    ]
    forbidden = HOOKED.forbidden(calls, 0, size)
    assert refused == ([] if forbidden is None else [forbidden])
    assert (forbidden is None) == (sum(others) > size)
    assert Goals(4, FirstCaller.DEALER, hook=False).forbidden(calls, 0, size) is None


# --- the size of the hands -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sequence", "players", "sizes"),
    [
        ("up13", 4, range(1, 14)),
        ("up13", 3, range(1, 18)),
        ("up13", 7, range(1, 8)),
        ("down", 4, range(13, 0, -1)),
        ("up_down", 6, [1, 2, 3, 4, 5, 6, 7, 8, 7, 6, 5, 4, 3, 2, 1]),
        ("down_up", 7, [7, 6, 5, 4, 3, 2, 1, 2, 3, 4, 5, 6, 7]),
        ("short", 4, [2, 4, 6, 8, 10, 13]),
        ("short", 7, [1, 2, 3, 4, 5, 7]),
        ("1-3-5", 4, [1, 3, 5]),
        ("7-1-7", 5, [7, 1, 7]),
        ("4", 4, [4]),
    ],
)
def test_a_sequence_says_how_many_cards_each_deal_has(
    sequence: str, players: int, sizes: Sequence[int]
) -> None:
    assert hand_sizes(sequence, players) == tuple(sizes)


@pytest.mark.parametrize("players", range(3, 8))
@pytest.mark.parametrize("sequence", ["up13", "up_down", "down", "down_up", "short"])
def test_a_named_sequence_uses_the_pack_as_far_as_it_goes(sequence: str, players: int) -> None:
    sizes = hand_sizes(sequence, players)
    assert max(sizes) == 52 // players <= LARGEST
    assert min(sizes) >= 1
    assert (max(sizes) + 1) * players > 52


@pytest.mark.parametrize("sequence", ["", "up", "1-", "1--3", "a-b"])
def test_what_is_no_sequence_raises(sequence: str) -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        hand_sizes(sequence, 4)


# --- what it pays ----------------------------------------------------------------------------------------


def played_to(goals: Sequence[int], tricks: Sequence[int]) -> Played:
    return Played(7, (), None, (), tuple(tricks), goals=tuple(goals))


@pytest.mark.parametrize(
    ("scheme", "points"),
    [
        (GoalScoring.SQUARE, (19, -4, 10, -9)),
        (GoalScoring.TRICKS_PLUS_10, (13, 3, 10, 3)),
        (GoalScoring.TEN_PLUS_BID_ELSE_0, (13, 0, 10, 0)),
    ],
)
def test_each_seat_scores_by_its_own_goal(scheme: GoalScoring, points: tuple[int, ...]) -> None:
    lines = GoalScore(4, scheme).score(played_to((3, 5, 0, 0), (3, 3, 0, 3)), ())
    assert [line.points for line in lines] == list(points)
    assert [line.seats for line in lines] == [(0,), (1,), (2,), (3,)]
    exact, missed = ScoreReason.GOAL_EXACT, ScoreReason.GOAL_MISSED
    assert [line.reason for line in lines] == [exact, missed, exact, missed]
    assert {line.deal for line in lines} == {7}


@given(scheme=st.sampled_from(GoalScoring), goal=st.integers(0, 17), won=st.integers(0, 17))
def test_nothing_pays_better_than_the_goal_said(scheme: GoalScoring, goal: int, won: int) -> None:
    score = GoalScore(4, scheme)
    if won != goal:
        assert score.points(won, won) > score.points(goal, won)
    assert score.points(won, won) >= 10


@given(goal=st.integers(0, 17), missed=st.integers(1, 17))
def test_too_many_tricks_cost_as_much_as_too_few_by_squares(goal: int, missed: int) -> None:
    score = GoalScore(4, GoalScoring.SQUARE)
    assert score.points(goal, goal + missed) == score.points(goal + missed, goal) == -(missed**2)


@given(st.integers(3, 7).flatmap(lambda n: st.lists(st.integers(0, 7), min_size=n, max_size=n)))
def test_there_is_one_line_a_seat(goals: list[int]) -> None:
    lines = GoalScore(len(goals)).score(played_to(goals, goals), ())
    assert [line.seats for line in lines] == [(seat,) for seat in range(len(goals))]
    assert [line.points for line in lines] == [goal * goal + 10 for goal in goals]
