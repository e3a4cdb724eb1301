"""What the tests of the page share: a playground, a bot of a few lines, and people whose phones are seen."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from threading import Thread
from typing import Any

from checks.browser import PATIENCE, Browser, Json
from playground.main import Running, standing
from playground.settings import Settings

TOKEN = "700000001:AAtest-token-of-the-page"
ENTER, ESCAPE, TAB, SHIFT = "\ue007", "\ue00c", "\ue004", "\ue008"
UP, RIGHT, DOWN = "\ue013", "\ue014", "\ue015"
ROOT = Path(__file__).resolve().parents[2]
SECONDS = 60.0

NEWEST = """
const phone = document.querySelector(arguments[0]);
const message = [...phone.querySelectorAll(".keyed")].at(-1);
if (!message || phone.querySelector(".key[aria-busy]")) return null;
const keys = [...message.querySelectorAll(".key")].map((key) => [key.dataset.key, key.innerText]);
return [message.querySelector(".text").innerText, keys];
"""


@contextmanager
def beside(settings: Settings) -> Iterator[Running]:
    """A playground in a thread of this process, which is there at once."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever)
    thread.start()
    stack = AsyncExitStack()
    try:
        starting = stack.enter_async_context(standing(settings))
        yield asyncio.run_coroutine_threadsafe(starting, loop).result(SECONDS)
    finally:
        asyncio.run_coroutine_threadsafe(stack.aclose(), loop).result(SECONDS)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


@contextmanager
def playground(*arguments: str) -> Iterator[str]:
    """A playground with a bot of our own, or with what `arguments` say; gives its address."""
    asked = arguments or ("--no-bot", "--token", TOKEN)
    command = [sys.executable, "-m", "playground", "--port", "0", *asked]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            said = (re.search(r"http://127\.0\.0\.1:\d+", line) for line in running.stdout)
            yield next(found.group() for found in said if found)
        finally:
            running.terminate()


def ask(address: str, body: object = None, method: str = "POST") -> Json:
    """The JSON that the server answers, also with a refusal."""
    data = None if body is None else json.dumps(body).encode()
    return send(urllib.request.Request(address, data, {"Content-Type": "application/json"}, method=method))


def send(request: urllib.request.Request) -> Json:
    """The JSON that comes back."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(request, timeout=PATIENCE) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refusal:
        with refusal:
            return json.load(refusal)


class SmallBot:
    """A bot of a few lines that speaks the Bot API."""

    def __init__(self, address: str) -> None:
        self.address = f"{address}/bot{TOKEN}"
        self.offset = 0
        self.waiting: list[dict[str, Any]] = []
        self.updates()

    def __call__(self, method: str, **fields: object) -> Json:
        answer = ask(f"{self.address}/{method}", fields)
        assert answer["ok"], answer
        return answer["result"]

    def upload(self, method: str, field: str, name: str, data: bytes, **fields: object) -> Json:
        """A call with a file, as a form of parts."""
        edge = "edge-of-a-part"
        parts = [
            f'--{edge}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{it}\r\n'
            for key, it in fields.items()
        ]
        parts.append(f'--{edge}\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n')
        body = "".join(parts).encode() + data + f"\r\n--{edge}--\r\n".encode()
        headers = {"Content-Type": f"multipart/form-data; boundary={edge}"}
        answer = send(urllib.request.Request(f"{self.address}/{method}", body, headers))
        assert answer["ok"], answer
        return answer["result"]

    def updates(self, seconds: int = 0) -> None:
        """Take what is there, or wait for it."""
        for update in self("getUpdates", offset=self.offset, timeout=seconds):
            self.offset = update["update_id"] + 1
            self.waiting.append(update)

    def next(self, kind: str, field: str = "") -> dict[str, Any]:
        """The next update of that kind that has the field; the ones before it are dropped."""
        for _ in range(3):
            while self.waiting:
                update = self.waiting.pop(0)
                if kind in update and (not field or field in update[kind]):
                    return dict(update[kind])
            self.updates(10)
        raise AssertionError(f"the bot was never told of a {kind}")


class Stage:
    """A page with people, and what they can see."""

    def __init__(self, address: str, window: Browser) -> None:
        self.address = address
        self.page = window
        self.people: dict[str, int] = {}

    @cached_property
    def bot(self) -> SmallBot:
        """The bot of the test."""
        return SmallBot(self.address)

    def person(self, name: str, language: str = "en") -> int:
        """Somebody new, without the page."""
        self.people[name] = ask(f"{self.address}/people", {"name": name, "language": language})["id"]
        return self.people[name]

    def group(self, title: str, *names: str, **more: object) -> int:
        """A supergroup of these people and the bot, made by the first."""
        first, *others = [self.people.get(name) or self.person(name) for name in names]
        asked = {"title": title, "members": others, "supergroup": True, **more}
        chat = ask(f"{self.address}/people/{first}/groups", asked)["id"]
        ask(f"{self.address}/people/{first}/chats/{chat}", {"do": "add_bot"})
        return int(chat)

    def joins(self, name: str) -> None:
        """Somebody is added on the page."""
        self.page.click(".add")
        self.page.type(".sheet input", name + ENTER)
        self.page.wait_for(".phone h2", name)
        self.everybody()

    def everybody(self) -> dict[str, int]:
        """Who is there, by name."""
        listed = ask(f"{self.address}/people", method="GET")["people"]
        self.people = {one["name"]: one["id"] for one in listed}
        return self.people

    def seats_two(self, game: str) -> None:
        """Anna and Ben open a table in a group with Fourth's own bot, add two robots and start."""
        for name in ("Anna", "Ben"):
            self.joins(name)
        self.founds("Anna", "Friday cards")
        anna, ben = self.phone("Anna"), self.phone("Ben")
        self.page.click(f"{ben} .chat", "Friday cards")
        self.page.click(f"{anna} .key", game)
        self.page.click(f"{ben} .key", "Join")
        self.page.wait_for(f"{anna} .text", "East · \u2068Ben")
        for robot in ("South · Ada", "West · Basil"):
            self.page.click(f"{anna} .key", "Add a robot")
            self.page.wait_for(f"{anna} .text", robot)
        self.page.click(f"{anna} .key", "Start")
        self.page.wait_for(f"{anna} .text", "Deal 1 of")

    def founds(self, name: str, title: str) -> None:
        """A group of everybody and the bot is made on this phone."""
        self.page.click(f"{self.phone(name)} [aria-label='New group']")
        self.page.type(".sheet input[type=text]", title + ENTER)
        self.page.wait_for(f"{self.phone(name)} .title", title)

    def phone(self, name: str) -> str:
        """The selector of a person's phone."""
        return f'[data-person="{self.people[name]}"]'

    def open(self, title: str, *names: str) -> None:
        """Load the page and open that chat on these phones."""
        self.page.open(self.address)
        for name in names:
            self.page.click(f"{self.phone(name)} .chat", title)

    def texts(self, name: str) -> list[str]:
        """The texts of the messages in a person's open chat."""
        return self.page.texts(f"{self.phone(name)} .text")


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
        self.page.wait_for(f"{self.phone} .alert-text")
        (text,) = self.page.texts(f"{self.phone} .alert-text")
        self.page.click(f"{self.phone} [role=alertdialog] .main")
        return text

    def acts(self) -> bool:
        """Pass, or the first key that is there; False when it was not this player's turn."""
        text, keys = self.newest()
        if not self.has_turn(text, keys):
            return False
        first = [keys["Pass"]] if "Pass" in keys else keys.values()
        return any(self.press(place) and self.moved_on(text) for place in first)

    def has_turn(self, text: str, keys: dict[str, str]) -> bool:
        """Whether the table waits for this player: in a private chat it has more than two keys only then."""
        if "My cards" in keys:
            return f"{self.name}\u2069:" in text.strip().splitlines()[-1]
        return len(keys) > 2

    def moved_on(self, text: str) -> bool:
        """Wait for the table to say something else; False when an alert refuses, now put away."""
        alert = f"{self.phone} [role=alertdialog] .main"
        self.page.wait(
            lambda: self.newest()[0] != text or self.page.texts(alert), f"an answer to {self.name}"
        )
        return not self.page.clicks(alert)
