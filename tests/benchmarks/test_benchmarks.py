"""Each benchmark runs at tiny sizes and answers every key of its table, however the machine feels."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks import durability, hints, rpc, rules, start
from benchmarks.__main__ import BENCHMARKS, main
from benchmarks.running import Run, as_table, measured, percentile
from engine_server.rules.variants import ALL
from engine_server.words.languages import COMPLETE, Language

GAMES = {game.key for game in ALL}
RUN = Run(quick=True)


def test_random_games_are_counted_and_folded() -> None:
    figures = rules.measured(RUN, rules.Sizes(spells=1, seconds=0, folded=1))
    assert set(figures["games_per_s"]) == set(figures["fold_ms"]) == GAMES
    assert all(rate > 0 for rate in figures["games_per_s"].values())
    assert figures["ratio_to_rlcard"] == pytest.approx(
        figures["games_per_s"][rules.COMPARED] / figures["rlcard_games_per_s"], rel=0.01
    )


def test_without_the_peer_its_figures_are_null_and_the_way_to_it_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "rlcard.games.bridge.game", None)
    figures = rules.measured(RUN, rules.Sizes(spells=1, seconds=0, folded=1))
    assert figures["rlcard_games_per_s"] is None
    assert figures["ratio_to_rlcard"] is None
    assert "make test" in capsys.readouterr().err


def test_a_random_deal_is_whole() -> None:
    lots = rules.Lots(random.Random(1))
    log = rules.random_deal("floating", lots)
    assert sum(type(event).__name__ == "CardPlayed" for event in log) in (0, 52)
    assert type(log[-1]).__name__ == "MatchEnded"


def test_a_game_of_german_bridge_is_its_thirteen_deals() -> None:
    log = rules.random_deal("german", rules.Lots(random.Random(1)))
    assert sum(type(event).__name__ == "DealScored" for event in log) == 13


@pytest.fixture
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder in which stores are laid."""
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("at_home")
def test_durable_moves_stand_beside_echo_and_commits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rpc, "CALLERS", (1, 2, 3))
    sizes = rpc.Sizes(rounds=1, tables=(1, 1, 1), bare_seconds=0.05, weighed_tables=2)
    figures = asyncio.run(rpc.measured(RUN, sizes))
    for place in ("disk", "ram"):
        assert set(figures[place]["callers"]) == set(figures[place]["ratio_to_echo"]) == {"1", "2", "3"}
        assert set(figures[place]["callers"]["1"]) == {"moves_per_s", "p50_ms", "p99_ms"}
    lone, bare = figures["disk"]["callers"]["1"]["moves_per_s"], figures["bare_commits_per_s"]
    assert figures["ratio_to_commits"]["1"] == pytest.approx(lone / bare, rel=0.01)
    assert 1 <= figures["rows_per_commit"]["64"] <= 3
    assert figures["rss_mb"] > 10
    assert set(figures["echo"]) == {"1", "2", "3"}


@pytest.mark.usefixtures("at_home")
def test_killed_engines_keep_what_they_acknowledged() -> None:
    figures = durability.measured(RUN, durability.Sizes(kills=2, writers=8, seconds=0.08))
    assert (figures["kills"], figures["lost"], figures["doubled"]) == (2, 0, 0)
    assert figures["acknowledged"] > 0
    assert 0 < figures["restart_s_median"] <= figures["restart_s_max"]
    assert 0 <= figures["in_commit"] <= 2  # whether a kill meets a commit is chance; thirty of them tell


def test_a_move_lost_and_a_move_doubled_are_counted(tmp_path: Path) -> None:
    trial = durability.Trial(tmp_path, random.Random(1), durability.Sizes())
    trial._count(made=5, at_least=7, at_most=8)
    trial._count(made=9, at_least=7, at_most=8)
    assert (trial.tally.lost, trial.tally.doubled) == (2, 1)


@pytest.mark.usefixtures("at_home")
def test_hints_are_timed_alone_and_beside_busy_tables() -> None:
    figures = hints.measured(RUN, hints.Sizes(deals=1, tables=2, asked=2))
    assert 0 < figures["rule_p50_ms"] <= figures["rule_p99_ms"]
    assert figures["busy50_rule_p95_ms"] > 0
    assert figures["search_p50_ms"] is figures["search_p99_ms"] is None


def test_catalogues_are_read_in_fresh_processes() -> None:
    figures = start.measured(RUN, start.Sizes(clone=False, readers=1))
    assert figures["first_hand_s"] is None
    assert set(figures["catalogue_ms"]) == {language.value for language in Language}
    for language in Language:
        assert (figures["catalogue_ms"][language.value] is not None) == (language in COMPLETE)


# --- asking --------------------------------------------------------------------------------------------


def test_one_json_object_alone_stands_on_standard_output() -> None:
    asked = [sys.executable, "-m", "benchmarks", "start", "--json", "--quick", "--seed", "3"]
    answer = subprocess.run(asked, capture_output=True, text=True, check=True)
    figures: dict[str, Any] = json.loads(answer.stdout)
    assert {"commit", "python", "machine", "seed", "started", "first_hand_s", "samples"} <= set(figures)
    assert figures["seed"] == 3
    assert set(figures["machine"]) == {"processors", "memory_mb"}
    assert "start: words of en" in answer.stderr


def test_an_unknown_name_gets_one_line_with_the_known_ones(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["rule"])
    assert end.value.code == 2
    last = capsys.readouterr().err.splitlines()[-1]
    assert all(name in last for name in ("'rule'", *BENCHMARKS))


def test_help_names_every_benchmark(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["--help"])
    assert end.value.code == 0
    told = capsys.readouterr().out
    assert all(name in told for name in (*BENCHMARKS, "--quick", "--json", "--seed"))


def test_a_table_has_a_line_for_each_figure() -> None:
    figures = measured("rules", lambda run: {"fold_ms": {"floating": 1.5}, "ratio_to_rlcard": None}, RUN)
    lines = as_table(figures).splitlines()
    assert any(line.split() == ["fold_ms", "floating", "1.5"] for line in lines)
    assert any(line.split() == ["ratio_to_rlcard", "–"] for line in lines)


def test_a_percentile_is_one_of_the_values() -> None:
    assert [percentile([3, 1, 2, 4], percent) for percent in (1, 25, 50, 99, 100)] == [1, 1, 2, 4, 4]
