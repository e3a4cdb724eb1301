"""Every kind of game is played in a group by keys: nothing hidden is told, and everything fits a phone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.playground.bench import Bench, run
from tests.telegram.club_texts import crowded_rows, fixed_blocks, misset
from tests.telegram.test_club_leaks import watched


@pytest.mark.parametrize(
    ("game", "tags"),
    [
        ("german deals=1 hand_sequence=5", ("en", "de")),
        ("german deals=1 hand_sequence=3 players=7", ("en", "de")),
        ("italian deals=1", ("en", "de")),
        ("minibridge deals=1", ("en", "de")),
        ("rubber deals=1", ("de", "en")),
        ("three_handed deals=1", ("en", "de")),
        ("honeymoon deals=1", ("en",)),
    ],
)
def test_a_deal_of_every_kind_tells_nobody_of_a_hidden_card_and_fits_a_phone(
    tmp_path: Path, game: str, tags: tuple[str, ...]
) -> None:
    async def story(bench: Bench) -> None:
        match = await watched(bench, game, *tags)
        assert bench.leaks == []
        for person in match.people:
            assert match.told(person) >= match.hand(person)
        blocks = fixed_blocks(bench.telegram)
        assert blocks
        assert [line for block in blocks for line in misset(block)] == []
        assert crowded_rows(bench.telegram) == []

    run(tmp_path, story)
