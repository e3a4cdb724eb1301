"""The benchmark of strength at tiny sizes, and whether suspicions come true as often as they say."""

from __future__ import annotations

import pytest

from benchmarks import strength
from benchmarks.running import Run
from benchmarks.strength import bins_of, suspected

KEYS = {"contract", "floating", "singapore", "italian", "german", "bidding", "suspicion", "cases", "samples"}


def test_robots_are_measured_against_the_rule_player() -> None:
    figures = strength.measured(Run(quick=True), strength.Sizes(pairs=3, games=1))
    assert set(figures) == KEYS
    for game in strength.GAMES:
        mean, low, high = figures[game]["vs_rule"]
        assert low < mean < high
        assert figures[game]["vs_sampling"] is None
    assert sum(n for _, _, n in figures["suspicion"]["bins"]) > 20


def test_cases_are_counted_in_tenths() -> None:
    assert bins_of([(310, True), (350, False), (1000, True), (0, False)]) == [
        [0, 0, 1],
        [0.33, 0.5, 2],
        [1, 1, 1],
    ]


@pytest.mark.parametrize("game", strength.GAMES)
def test_suspicions_come_true_about_as_often_as_they_say(game: str) -> None:
    bins = bins_of([case for seed in range(100, 125) for case in suspected(game, seed)])
    cases = sum(n for _, _, n in bins)
    astray = sum(n * abs(said - true) for said, true, n in bins)

    assert cases > 1000
    assert astray / cases < 0.035
