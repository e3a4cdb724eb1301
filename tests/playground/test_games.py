"""Every game, played against robots in a private chat at the playground, over real HTTP."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine_server.game.events import MatchEnded
from engine_server.rules.variants import ALL
from tests.playground.bench import Bench, first_key, key_for, messages, run
from tests.playground.oracle import Truth

SHORTEST = {
    "floating": "deals=1",
    "singapore": "deals=1",
    "german": "deals=1 hand_sequence=5",
    "italian": "deals=1",
    "minibridge": "deals=1",
    "rubber": "deals=1",
    "three_handed": "deals=1",
    "honeymoon": "deals=1",
    "duplicate": "deals=1",
    "chicago": "deals=1",
}
LANGUAGES = ("en", "de", "nb", "zh-hans", "zh-hant")


def test_every_game_is_played_here() -> None:
    assert set(SHORTEST) == {game.key for game in ALL}


@pytest.mark.parametrize("game", SHORTEST)
def test_a_game_against_robots_ends_with_a_score_sheet(tmp_path: Path, game: str) -> None:
    async def story(bench: Bench) -> None:
        language = LANGUAGES[list(SHORTEST).index(game) % len(LANGUAGES)]
        anna = await bench.person("Anna", language)
        await anna.says(f"/play {game} {SHORTEST[game]}")
        await anna.acts(None, lambda: key_for(anna.chat(), "/export"), first_key)
        assert isinstance(bench.diary.log[-1], MatchEnded)
        assert any("pre" in {e.kind for e in m.content.text.entities} for m in messages(anna.chat()))
        truth = Truth(bench.diary.log)
        (seat,) = truth.seats("Anna")
        if bench.answers:  # in Minibridge one may be dummy, and has nothing to decide
            assert truth.held(seat) <= {card for sight in bench.sights.seen for card in sight.cards}

    run(tmp_path, story)
