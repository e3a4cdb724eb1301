"""Whole deals, clicked on the page, with the bot and the engine as they are."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from checks.browser import Browser
from tests.playground.stage import Stage, playground

ANSWERS = {"Hint", "Overview", "Last trick", "My cards", "Score", "Open a private chat"}
NEWEST = """
const phone = document.querySelector(arguments[0]);
const message = [...phone.querySelectorAll(".keyed")].at(-1);
if (!message || phone.querySelector(".key[aria-busy]")) return null;
const keys = [...message.querySelectorAll(".key")].map((key) => [key.dataset.key, key.innerText]);
return [message.querySelector(".text").innerText, keys];
"""


@pytest.fixture
def stage(window: Browser) -> Iterator[Stage]:
    """A playground with Fourth's own bot, as `make playground` starts it."""
    with playground("--seed", "1") as address:
        window.open(address)
        yield Stage(address, window)
        window.open("about:blank")


class Player:
    """Somebody who clicks on one phone."""

    def __init__(self, stage: Stage, name: str) -> None:
        self.page = stage.page
        self.name = name
        self.phone = stage.phone(name)

    def newest(self) -> tuple[str, dict[str, str]]:
        """The newest message with keys, and where each key of it is by what it says."""
        text, keys = self.page.wait(lambda: self.page.run(NEWEST, self.phone), f"keys for {self.name}")
        return text, {words: place for place, words in keys}

    def press(self, place: str) -> bool:
        """Click the key of that place; False when an edit was faster."""
        return self.page.clicks(f'{self.phone} [data-key="{place}"]')

    def asks(self, words: str) -> str:
        """Press one of the keys that answer with an alert, and put the answer away."""
        self.page.click(f"{self.phone} .message:last-of-type .key", words)
        said = self.page.wait_for(f"{self.phone} .alert-text")
        text = str(self.page.run("return arguments[0].innerText", {ELEMENT: said}))
        self.page.click(f"{self.phone} [role=alertdialog] .main")
        return text
