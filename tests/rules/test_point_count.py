"""Counted points: which pair declares, what its declarer may name, what the deal is worth."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_server.rules.auctions import FirstCaller
from engine_server.rules.cards import ALL_CARDS, Denomination, Seat, clockwise_from
from engine_server.rules.contracts import Contract
from engine_server.rules.illegal import Illegal
from engine_server.rules.moves import PASS, Bid, Goal, NameContract
from engine_server.rules.played import Played
from engine_server.rules.point_count import (
    MinibridgeScore,
    MinibridgeScoring,
    NameGoal,
    StrongerPair,
    TiedPoints,
)
from engine_server.rules.sheets import ScoreReason

PAIR = StrongerPair()
DEALER_SIDE = StrongerPair(TiedPoints.DEALER_SIDE)
FULL = NameGoal(goal=True, slams=True)
C, D, H, S, NT = Denomination
GAME_TRICKS = {C: 11, D: 11, H: 10, S: 10, NT: 9}


# --- who declares ----------------------------------------------------------------------------------------


@given(st.randoms(use_true_random=False))
def test_the_hands_of_a_deal_share_forty_points(chance: Random) -> None:
    pack = chance.sample(ALL_CARDS, 52)
    points = PAIR.points([pack[start::4] for start in range(4)])
    assert sum(points) == 40
    assert PAIR.first is FirstCaller.DEALER


@given(
    cuts=st.lists(st.integers(0, 40), min_size=3, max_size=3).map(sorted),
    dealer=st.integers(0, 3),
)
def test_the_stronger_hand_of_the_pair_with_more_than_twenty_declares(cuts: list[int], dealer: Seat) -> None:
    one, two, three = cuts
    points = (one, two - one, three - two, 40 - three)
    declarer = PAIR.declarer(points, dealer)
    if declarer is None:
        assert points[0] + points[2] == 20
        return
    dummy = (declarer + 2) % 4
    assert points[declarer] + points[dummy] > 20
    order = clockwise_from(dealer, 4)
    if points[declarer] == points[dummy]:
        assert order.index(declarer) < order.index(dummy)
    else:
        assert points[declarer] > points[dummy]
    assert DEALER_SIDE.declarer(points, dealer) == declarer


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("points", [(13, 9, 7, 11), (10, 10, 10, 10), (7, 20, 13, 0)])
def test_twenty_each_is_dealt_anew_or_the_dealers_pair_declares(
    points: tuple[int, ...], dealer: Seat
) -> None:
    assert PAIR.declarer(points, dealer) is None
    declarer = DEALER_SIDE.declarer(points, dealer)
    partner = (dealer + 2) % 4
    assert declarer == (partner if points[partner] > points[dealer] else dealer)


# --- what is named ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "goals"),
    [
        (NameGoal(goal=False), [None]),
        (NameGoal(), [Goal.PART_SCORE, Goal.GAME]),
        (FULL, [Goal.PART_SCORE, Goal.GAME, Goal.SMALL_SLAM, Goal.GRAND_SLAM]),
    ],
)
def test_every_denomination_goes_with_every_goal_of_the_house_rules(
    part: NameGoal, goals: list[Goal | None]
) -> None:
    legal = part.legal(ALL_CARDS[:13])
    assert legal == tuple(NameContract(named, goal) for named in Denomination for goal in goals)
    every = [NameContract(named, goal) for named in Denomination for goal in (None, *Goal)]
    refused = {move: part.refusal((), move) for move in every}
    assert refused == {move: None if move in legal else Illegal.MOVE_NOT_IN_GAME for move in every}


def test_a_declarer_does_not_bid_or_pass() -> None:
    for move in (PASS, Bid(1, C)):
        assert FULL.refusal((), move) is Illegal.MOVE_NOT_IN_GAME


@pytest.mark.parametrize("named", Denomination)
def test_a_goal_takes_its_tricks(named: Denomination) -> None:
    targets = {goal: FULL.contract(3, NameContract(named, goal)).target for goal in Goal}
    assert targets == {
        Goal.PART_SCORE: 7,
        Goal.GAME: GAME_TRICKS[named],
        Goal.SMALL_SLAM: 12,
        Goal.GRAND_SLAM: 13,
    }


@pytest.mark.parametrize("win_target", [7, 8])
def test_a_part_score_and_the_game_of_beginners_take_the_target_of_the_house(win_target: int) -> None:
    beginners = NameGoal(goal=False, win_target=win_target).contract(2, NameContract(H))
    assert beginners == Contract(2, 0, H, goal=None, aim=win_target)
    part = NameGoal(win_target=win_target).contract(2, NameContract(H, Goal.PART_SCORE))
    assert part.target == win_target
    game = NameGoal(win_target=win_target).contract(2, NameContract(H, Goal.GAME))
    assert game.target == 10


# --- what it is worth ------------------------------------------------------------------------------------


def ended(contract: Contract, tricks: int, vulnerable: tuple[Seat, ...] = ()) -> Played:
    """A deal in which declarer and dummy took so many tricks between them."""
    won = [0, 0, 0, 0]
    partner = (contract.declarer + 2) % 4
    won[contract.declarer], won[partner] = tricks // 2, tricks - tricks // 2
    won[(contract.declarer + 1) % 4] = 13 - tricks
    return Played(5, (), contract, (contract.declarer, partner), tuple(won), vulnerable=vulnerable)


def by_the_book(contract: Contract, tricks: int, vulnerable: bool) -> int:
    """Points of the declarer's side, below 0 for what the others score (rules.md sections 4.3 and 6)."""
    if tricks < contract.target:
        return (tricks - contract.target) * (100 if vulnerable else 50)
    first = {C: 20, D: 20, H: 30, S: 30, NT: 40}[contract.denomination]
    further = {C: 20, D: 20, H: 30, S: 30, NT: 30}[contract.denomination]
    bonus = 50 if contract.goal in (None, Goal.PART_SCORE) else 500 if vulnerable else 300
    slam = {Goal.SMALL_SLAM: (500, 750), Goal.GRAND_SLAM: (1000, 1500)}.get(contract.goal or Goal.GAME)
    return first + (tricks - 7) * further + bonus + (slam[vulnerable] if slam else 0)


@pytest.mark.parametrize("vulnerable", [False, True])
@pytest.mark.parametrize("goal", [None, *Goal])
@pytest.mark.parametrize("named", Denomination)
def test_every_result_is_worth_what_the_book_says(
    named: Denomination, goal: Goal | None, vulnerable: bool
) -> None:
    for win_target in (7, 8):
        part = NameGoal(goal is not None, slams=True, win_target=win_target)
        for declarer in range(4):
            contract = part.contract(declarer, NameContract(named, goal))
            side = (declarer % 2, declarer % 2 + 2)
            for tricks in range(14):
                lines = MinibridgeScore().score(ended(contract, tricks, side if vulnerable else ()), ())
                points = {line.seats: line.points for line in lines}
                book = by_the_book(contract, tricks, vulnerable)
                assert points.pop(side) == max(0, book)
                assert list(points.values()) == [max(0, -book)]


def test_the_defenders_being_vulnerable_changes_nothing() -> None:
    contract = FULL.contract(0, NameContract(S, Goal.GAME))
    for tricks in range(14):
        plain = MinibridgeScore().score(ended(contract, tricks), ())
        assert MinibridgeScore().score(ended(contract, tricks, (1, 3)), ()) == plain


@given(
    scheme=st.sampled_from(MinibridgeScoring),
    named=st.sampled_from(Denomination),
    goal=st.sampled_from(Goal),
    declarer=st.integers(0, 3),
    tricks=st.integers(0, 13),
)
def test_one_pair_scores_and_the_other_has_an_explicit_nothing(
    scheme: MinibridgeScoring, named: Denomination, goal: Goal, declarer: Seat, tricks: int
) -> None:
    contract = FULL.contract(declarer, NameContract(named, goal))
    lines = MinibridgeScore(scheme).score(ended(contract, tricks), ())
    assert [line.seats for line in lines] == [(0, 2), (1, 3)]
    made = tricks >= contract.target
    winning, losing = lines if (declarer % 2 == 0) == made else reversed(lines)
    assert (losing.points, losing.reason) == (0, ScoreReason.NOTHING)
    assert winning.points > 0
    assert winning.reason is (ScoreReason.CONTRACT_MADE if made else ScoreReason.CONTRACT_BEATEN)
    assert scheme is MinibridgeScoring.EBU or winning.points == 1
    assert {line.deal for line in lines} == {5}
    assert not any(line.below for line in lines)
