"""Whole deals, clicked on the page, with the bot and the engine as they are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from checks.browser import Browser
from tests.playground.stage import Player, Stage
from tests.playground.watching import fourth


@pytest.fixture
def stage(window: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    """A playground with Fourth's own bot, as `make playground` starts it; the oracle looks on."""
    with fourth(tmp_path, monkeypatch) as address:
        window.open(address)
        yield Stage(address, window)
        window.open("about:blank")


@pytest.mark.timeout(300)
def test_a_deal_against_robots_in_a_private_chat(stage: Stage) -> None:
    page = stage.page
    stage.joins("Anna")
    page.click(".chat", "Fourth")
    page.click(".main", "Start")
    page.click(".key", "Play now with robots")
    page.click(".key", "Floating Bridge")
    page.wait_for(".text", "Deal 1 of 3")
    anna = Player(stage, "Anna")
    hands = []
    while not page.texts(".key") or "All hands" not in page.texts(".key"):
        hands.append(anna.newest()[0].partition("Your hand")[2].partition("\n")[0].split())
        anna.acts()
    held = [sum(len(word) < 3 and word not in "♠♥♣♦" for word in hand) for hand in hands]
    assert held[0] == 13
    assert sorted(set(held), reverse=True)[:13] == list(range(13, 0, -1))
    page.wait_for(".text pre", "total")
    assert page.complaints() == []


@pytest.mark.timeout(300)
def test_two_people_and_two_robots_play_a_deal_in_a_group_each_with_a_hint_of_its_own(stage: Stage) -> None:
    page = stage.page
    stage.seats_two("German Bridge")
    anna, ben = Player(stage, "Anna"), Player(stage, "Ben")
    hints: dict[str, str] = {}
    while not any("Proof of the shuffle" in text for text in stage.texts("Anna")):
        for player, other in ((anna, ben), (ben, anna)):
            text, _ = player.newest()
            if player.name not in hints and f"{player.name}\u2069:" in text:
                hints[player.name] = player.asks("Hint")
                shown = page.run("return document.querySelector(arguments[0]).innerText", other.phone)
                assert hints[player.name] not in shown
            player.acts()
    assert set(hints) == {"Anna", "Ben"}
    page.wait_for(f"{ben.phone} .text pre", "total")
    assert page.complaints() == []
