"""Every game, played against robots in a private chat at the playground, over real HTTP."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine_server.game.events import DealSealed, MatchEnded
from engine_server.rules.variants import ALL
from tests.playground.bench import Bench, run
from tests.playground.oracle import Truth
from tests.playground.phones import Toast, blocks

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
        anna = bench.telegram.person("Anna", language)
        anna.says(anna.chat, f"/play {game} {SHORTEST[game]}")
        await bench.plays(anna, anna.chat, lambda: anna.chat.key("/export"), bench.takes_the_first)
        assert isinstance(bench.log[-1], MatchEnded)
        assert any(blocks(message.value) for message in anna.chat.of_bot)
        truth = Truth(bench.log)
        (seat,) = truth.seats("Anna")
        if anna.toasts:  # in Minibridge one may be dummy, and has nothing to decide
            assert truth.held(seat) <= {card for sight in bench.sights.seen for card in sight.cards}

    run(tmp_path, story)


def test_of_an_earlier_deal_people_read_on_and_of_the_new_one_nothing_leaks(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        anna = bench.telegram.person("Anna")
        anna.says(anna.chat, "/play singapore deals=4 wash=off")
        await bench.plays(anna, anna.chat, lambda: anna.chat.key("/deal"), bench.takes_the_first)
        assert await anna.taps(anna.chat, "/deal") == Toast("", False)

        def is_in_second_deal() -> bool:
            deals = [event for event in bench.log if isinstance(event, DealSealed)]
            return len(deals) == 2 and Truth(bench.log).has_fallen

        await bench.plays(anna, anna.chat, is_in_second_deal, bench.takes_the_first)
        assert bench.leaks == []
        truth = Truth(bench.log)
        (seat,) = truth.seats("Anna")
        hidden = sorted(truth.held((seat + 1) % 4) - truth.known("Anna"))
        for text in (hidden[0], f"Deal 1, all hands\nNorth  {' '.join(hidden)}"):
            bench.sights.note(text, "Anna")
            (leak,) = bench.leaks
            assert hidden[0] in leak
            bench.sights.seen.pop()

    run(tmp_path, story)
