"""What a played deal is worth to whom, under every scheme."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_server.rules.cards import Denomination
from engine_server.rules.contracts import Contract
from engine_server.rules.matches import AllPass, Deals, FirstDealer
from engine_server.rules.played import Outcome
from engine_server.rules.scoring import Scoring, WinnersScore
from engine_server.rules.sheets import ScoreLine, ScoreReason, nothing_for_all, totals
from engine_server.rules.variants import game_of
from tests.rules.table import EAST, NORTH, SOUTH, WEST, winners_of

GAMES = ("floating", "singapore")
SCHEMES = [scheme.value for scheme in Scoring]
WITH_SOUTH, ALONE = (NORTH, SOUTH), (NORTH,)
MATCH = Deals(3, AllPass.NEXT_DEALER, FirstDealer.DRAWN)


def rules_of(game: str, options: Mapping[str, str] | None = None) -> WinnersScore:
    settings = game_of(game)
    return winners_of(settings.variant(settings.read(options or {})))


def points(
    rules: WinnersScore, bid: str, tricks: int, side: tuple[int, ...] = WITH_SOUTH, stake: int = 1
) -> list[int]:
    """The points of the four seats; the declarer is the first of the side."""
    named = Denomination(("C", "D", "H", "S", "NT").index(bid[1:]))
    lines = rules.lines(1, Outcome(Contract(side[0], int(bid[0]), named, stake), side, tricks))
    return [line.points for line in lines]


@pytest.mark.parametrize("level", range(1, 8))
def test_the_declaring_side_needs_six_and_the_level_and_the_others_eight_less_the_level(level: int) -> None:
    contract = Contract(NORTH, level, Denomination.SPADES)
    made = [tricks for tricks in range(14) if Outcome(contract, WITH_SOUTH, tricks).made]
    assert made == list(range(6 + level, 14))
    beaten = [13 - tricks for tricks in range(14) if not Outcome(contract, WITH_SOUTH, tricks).made]
    assert min(beaten) == 8 - level


@pytest.mark.parametrize("level", range(1, 8))
def test_floating_pays_the_level_to_each_winner_and_overtricks_nothing(level: int) -> None:
    rules = rules_of("floating")
    for tricks in range(6 + level, 14):
        assert points(rules, f"{level}H", tricks) == [level, 0, level, 0]
        assert points(rules, f"{level}H", tricks, ALONE) == [2 * level, 0, 0, 0]
    for tricks in range(6 + level):
        assert points(rules, f"{level}H", tricks) == [0, level, 0, level]
        assert points(rules, f"{level}H", tricks, ALONE) == [0, level, level, level]


def test_the_example_of_three_points_to_each_of_the_other_three_is_an_option() -> None:
    rules = rules_of("floating", {"beaten_pays": "all_but_declarer"})
    assert points(rules, "3H", 8) == [0, 3, 3, 3]
    assert points(rules, "3H", 8, (WEST, EAST)) == [3, 3, 3, 0]
    assert points(rules, "3H", 9) == [3, 0, 3, 0]
    assert points(rules, "3H", 8, ALONE) == [0, 3, 3, 3]


def test_singapore_doubles_with_each_level_and_each_trick_short_up_to_64() -> None:
    rules = rules_of("singapore")
    assert [points(rules, f"{level}S", 6 + level)[NORTH] for level in range(1, 8)] == [
        1,
        2,
        4,
        8,
        16,
        32,
        64,
    ]
    assert [points(rules, "7S", 13 - short)[EAST] for short in range(1, 14)] == [
        1,
        2,
        4,
        8,
        16,
        32,
        *[64] * 7,
    ]
    assert points(rules, "1S", 13) == points(rules, "1S", 7)


def test_level_times_multiplies_tricks_over_six_or_short_and_no_trump_counts_one_more() -> None:
    rules = rules_of("singapore", {"scoring": "level_times"})
    assert points(rules, "3S", 9) == [9, 0, 9, 0]
    assert points(rules, "3S", 13) == [21, 0, 21, 0]
    assert points(rules, "3NT", 9) == [12, 0, 12, 0]
    assert points(rules, "3NT", 7) == [0, 8, 0, 8]
    assert points(rules, "7NT", 0) == [0, 104, 0, 104]


def test_tricks_won_pays_each_winner_the_tricks_of_its_side() -> None:
    rules = rules_of("floating", {"scoring": "tricks_won"})
    assert points(rules, "3S", 11) == [11, 0, 11, 0]
    assert points(rules, "3S", 8) == [0, 5, 0, 5]
    assert points(rules, "3S", 8, ALONE) == [0, 5, 5, 5]


@pytest.mark.parametrize(
    ("scoring", "made"), [("level", 4), ("doubling", 8), ("level_times", 16), ("tricks_won", 10)]
)
def test_alone_and_made_counts_twice_under_every_scheme(scoring: str, made: int) -> None:
    rules = rules_of("floating", {"scoring": scoring})
    assert points(rules, "4S", 10) == [made, 0, made, 0]
    assert points(rules, "4S", 10, ALONE) == [2 * made, 0, 0, 0]


@pytest.mark.parametrize(
    ("scoring", "beaten"), [("level", 4), ("doubling", 2), ("level_times", 8), ("tricks_won", 5)]
)
@pytest.mark.parametrize("pays", ["winning_side", "all_but_declarer"])
def test_alone_and_beaten_pays_each_of_the_three_once(scoring: str, beaten: int, pays: str) -> None:
    rules = rules_of("floating", {"scoring": scoring, "beaten_pays": pays})
    assert points(rules, "4S", 8, ALONE) == [0, beaten, beaten, beaten]


@pytest.mark.parametrize("scoring", SCHEMES)
@pytest.mark.parametrize("side", [WITH_SOUTH, ALONE])
def test_doubled_counts_two_and_redoubled_four_times(scoring: str, side: tuple[int, ...]) -> None:
    rules = rules_of("floating", {"scoring": scoring, "double": "on"})
    for tricks in (5, 10):
        plain = points(rules, "4H", tricks, side)
        assert points(rules, "4H", tricks, side, 2) == [2 * paid for paid in plain]
        assert points(rules, "4H", tricks, side, 4) == [4 * paid for paid in plain]


@given(
    st.sampled_from(SCHEMES),
    st.integers(1, 7),
    st.sampled_from([*Denomination]),
    st.integers(0, 13),
    st.permutations(range(4)),
    st.booleans(),
)
def test_winners_score_alike_and_losers_nothing(
    scoring: str, level: int, named: Denomination, tricks: int, seats: list[int], alone: bool
) -> None:
    rules = rules_of("floating", {"scoring": scoring})
    outcome = Outcome(Contract(seats[0], level, named), tuple(seats[: 1 if alone else 2]), tricks)
    lines = rules.lines(5, outcome)
    assert [line.seats for line in lines] == [(0,), (1,), (2,), (3,)]
    assert {line.deal for line in lines} == {5}
    assert not any(line.below for line in lines)
    won = set(outcome.declaring_side) if outcome.made else set(seats) - set(outcome.declaring_side)
    paid = {line.points for line in lines if line.seats[0] in won}
    assert len(paid) == 1
    assert min(paid) > 0
    assert {line.points for line in lines if line.seats[0] not in won} == {0}


def test_each_line_says_why_it_stands_there() -> None:
    rules = rules_of("floating")
    spades = Contract(NORTH, 4, Denomination.SPADES)
    reasons = {
        tricks_and_side: [line.reason for line in rules.lines(1, Outcome(spades, *tricks_and_side))]
        for tricks_and_side in [(WITH_SOUTH, 10), (ALONE, 10), (WITH_SOUTH, 9)]
    }
    made, alone, beaten = (
        ScoreReason.CONTRACT_MADE,
        ScoreReason.CONTRACT_MADE_ALONE,
        ScoreReason.CONTRACT_BEATEN,
    )
    nothing = ScoreReason.NOTHING
    assert reasons == {
        (WITH_SOUTH, 10): [made, nothing, made, nothing],
        (ALONE, 10): [alone, nothing, nothing, nothing],
        (WITH_SOUTH, 9): [nothing, beaten, nothing, beaten],
    }


def test_a_deal_thrown_in_too_often_scores_nothing_for_anybody() -> None:
    assert nothing_for_all(2, MATCH.sides, ScoreReason.THROWN_IN) == tuple(
        ScoreLine(2, (seat,), 0, ScoreReason.THROWN_IN) for seat in range(4)
    )


def test_totals_add_up_over_deals() -> None:
    rules = rules_of("singapore")
    spades = Contract(NORTH, 3, Denomination.SPADES)
    lines = (*rules.lines(1, Outcome(spades, WITH_SOUTH, 9)), *rules.lines(2, Outcome(spades, WITH_SOUTH, 7)))
    assert totals(lines, 4) == (4, 2, 4, 2)
    assert totals((), 4) == (0, 0, 0, 0)


# --- when nothing can change any more --------------------------------------------------------------------


@pytest.mark.parametrize("scoring", ["level", "doubling", "level_times", "tricks_won"])
@pytest.mark.parametrize("level", range(1, 8))
@pytest.mark.parametrize("side", [WITH_SOUTH, (NORTH,)])
def test_a_result_is_decided_exactly_when_every_rest_gives_the_same_lines(
    scoring: str, level: int, side: tuple[int, ...]
) -> None:
    rules = rules_of("floating", {"claim_when_decided": "on", "scoring": scoring})
    contract = Contract(NORTH, level, Denomination.SPADES)
    for played, taken in product(range(14), range(14)):
        if taken > played:
            continue
        endings = {rules.lines(1, Outcome(contract, side, taken + more)) for more in range(14 - played)}
        assert rules.is_decided(Outcome(contract, side, taken), 13 - played) == (len(endings) == 1)


# --- ranking ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scored", "places"),
    [
        ((6, 3, 6, 0), ((NORTH, SOUTH), (EAST,), (WEST,))),
        ((9, 5, 5, 1), ((NORTH,), (EAST, SOUTH), (WEST,))),
        ((0, 0, 0, 0), ((NORTH, EAST, SOUTH, WEST),)),
        ((1, 2, 3, 3), ((SOUTH, WEST), (EAST,), (NORTH,))),
        ((1, 2, 3, 4), ((WEST,), (SOUTH,), (EAST,), (NORTH,))),
    ],
)
def test_equal_totals_share_a_place(scored: tuple[int, ...], places: tuple[tuple[int, ...], ...]) -> None:
    assert MATCH.ranking(dict(enumerate(scored))) == places


@given(st.lists(st.integers(-5, 5), min_size=4, max_size=4))
def test_places_hold_every_seat_once_and_fall_strictly(scored: list[int]) -> None:
    places = MATCH.ranking(dict(enumerate(scored)))
    assert sorted(seat for place in places for seat in place) == [0, 1, 2, 3]
    heights = [{scored[seat] for seat in place} for place in places]
    assert all(len(height) == 1 for height in heights)
    values = [min(height) for height in heights]
    assert values == sorted(set(values), reverse=True)
