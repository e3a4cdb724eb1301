"""Pictures of the page with a game on it: `python -m tests.playground.screenshots FOLDER`.

desktop.png, dark.png: two people at a table in a group. phone.png, chinese.png: one person against robots.
Fourth's own bot and engine play; the cards are different each time.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from checks.browser import NoBrowser, browser, find
from tests.playground.stage import Player, Stage, ask, playground

PHONE = (390, 844)
DESKTOP = (1180, 780)
MOVES = 6


def main(folder: Path) -> int:
    """Write the pictures: 0, or 2 where there is no browser."""
    try:
        found = find()
    except NoBrowser as missing:
        print(f"screenshots: {missing}", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as profile, browser(found, Path(profile)) as window:
        with playground("--seed", "1") as address:
            window.open(address)
            take_group(Stage(address, window), folder)
        for name, language, picture in (("Anna", "en", "phone"), ("家明", "zh-hant", "chinese")):
            with playground("--seed", "1") as address:
                ask(f"{address}/people", {"name": name, "language": language})
                window.open(address)
                take_private(Stage(address, window), folder / f"{picture}.png")
    return 0


def take_group(stage: Stage, folder: Path) -> None:
    """Two people and two robots at a table in a group, by day and by night."""
    stage.page.look(*DESKTOP)
    stage.seats_two("Floating Bridge")
    anna, ben = Player(stage, "Anna"), Player(stage, "Ben")
    plays_until("Last trick to", anna, ben)
    stage.page.click(f"{ben.phone} .keyed:last-of-type .key", "My cards")
    stage.page.wait_for(f"{ben.phone} .alert-text")
    stage.page.picture(folder / "desktop.png")
    stage.page.look(*DESKTOP, dark=True)
    stage.page.picture(folder / "dark.png")


def take_private(stage: Stage, picture: Path) -> None:
    """One person against robots, on a phone."""
    page = stage.page
    page.look(*PHONE)
    page.click(".chat")
    page.click(".instead .main")
    page.wait_for(".keyed .key")
    place = page.run("return [...document.querySelectorAll('.key')].at(-2).dataset.key")
    page.click(f'[data-key="{place}"]')
    page.wait(lambda: len(page.all(".keyed")) > 1, "the games")
    page.click(".keyed:last-of-type .key")
    person = Player(stage, next(iter(stage.everybody())))
    page.wait(lambda: "Pass" in person.newest()[1], "a call to make")
    acted = 0
    while acted < MOVES:
        acted += person.acts()
    page.wait(lambda: person.has_turn(*person.newest()), "the next turn")
    page.picture(picture)


def plays_until(words: str, *players: Player) -> None:
    """All play until the table says so."""
    while words not in players[0].newest()[0]:
        for player in players:
            player.acts()


if __name__ == "__main__":
    sys.exit(main(Path(*sys.argv[1:2] or ["build/screenshots"])))
