"""As `make playground` starts it: the real client and engine, unchanged, and a person who taps keys."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import socket
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TypeVar

import aiohttp
import pytest

from playground.api.forms import Form
from playground.main import standing
from playground.server import API
from playground.settings import Settings, settings_of
from tests.playground.judges import judge_call
from tests.playground.screens import acts
from tests.playground.served import Served
from tests.playground.watching import watched
from tests.playground.worlds import Json, Small
from tests.telegram.processes import child_of, ended

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 90.0
"""How long what should happen may take on a machine that has much to do."""

Seen = TypeVar("Seen")


class Phone:
    """A person's phone: what stands there, and a thumb."""

    def __init__(self, at: Served, person: int) -> None:
        self.at = at
        self.person = person
        self.messages: dict[int, Json] = {}
        self.answers: list[Json] = []
        self.tapped: dict[int, Json] = {}
        self._news = asyncio.Event()

    async def follow(self) -> None:
        async with self.at.feed(self.person, patience=None) as following:
            while True:
                kind, _, data = await following()
                if kind == "change":
                    self._take(data)
                    self._news.set()

    def _take(self, data: Json) -> None:
        match data["kind"]:
            case "message" | "edited":
                self.messages[data["message"]["id"]] = data["message"]
            case "deleted":
                for id in data["ids"]:
                    self.messages.pop(id, None)
            case "answer":
                self.answers.append(data)

    async def say(self, text: str) -> None:
        await self.at.post(f"/people/{self.person}/say", chat=self.person, text=text)

    @property
    def text(self) -> str:
        """All that the bot says now."""
        return "\n".join(message["text"] for message in self.messages.values() if message["from"]["bot"])

    def keys(self) -> list[tuple[int, Json]]:
        """Every key there is, the newest message's first."""
        newest = sorted(self.messages.values(), key=lambda it: -it["id"])
        return [(it["id"], key) for it in newest for row in it["keys"] for key in row if "data" in key]

    def key(self, label: str) -> tuple[int, Json] | None:
        return next((found for found in self.keys() if found[1]["text"].startswith(label)), None)

    async def until(self, condition: Callable[[], Seen | None]) -> Seen:
        """Waits until something is to be seen, which is handed back."""
        async with asyncio.timeout(SECONDS):
            while not (found := condition()):
                self._news.clear()
                await self._news.wait()
        return found

    async def tap(self, label: str) -> None:
        """Taps the newest key with that label and waits for the answer."""
        await self.press(*await self.until(lambda: self.key(label)))

    def move(self) -> tuple[int, Json] | None:
        """A key that makes a move, that of passing in an auction; no message's keys are tapped twice."""
        moves = [(id, key) for id, key in self.keys() if acts(key["data"]) and self._is_fresh(id)]
        return next((found for found in moves if found[1]["text"] == "Pass"), moves[0] if moves else None)

    def _is_fresh(self, message: int) -> bool:
        return bool(self.tapped.get(message) != self.messages[message]["keys"])

    async def press(self, message: int, key: Json) -> None:
        self.tapped[message] = self.messages[message]["keys"]
        fields = {"chat": self.person, "message": message, "data": key["data"]}
        query = (await self.at.post(f"/people/{self.person}/tap", **fields))["query"]
        await self.until(lambda: any(answer["query"] == query for answer in self.answers))


@asynccontextmanager
async def person_at(at: Served) -> AsyncIterator[Phone]:
    """Somebody new who looks at the phone all the time."""
    person = (await at.post("/people", name="Ann", language="en"))["id"]
    phone = Phone(at, person)
    looking = asyncio.create_task(phone.follow())
    try:
        yield phone
    finally:
        looking.cancel()
        await asyncio.gather(looking, return_exceptions=True)


async def play_a_deal(phone: Phone) -> int:
    """From /start to the score, by keys, with one hint; how many moves there were."""
    await phone.say("/start")
    await phone.until(lambda: phone.key("Play now"))
    await phone.say("/play floating deals=1")
    await phone.until(phone.move)
    await phone.tap("Hint")
    await phone.until(lambda: phone.key("Words"))
    moves = 0
    while True:
        found = await phone.until(lambda: phone.key("Play again") or phone.move())
        if found[1]["text"] == "Play again":
            return moves
        await phone.press(*found)
        moves += 1


def test_a_person_plays_a_deal_to_its_end_with_a_hint_and_no_call_is_out_of_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    calls: list[tuple[str, Form, Json]] = []

    async def story() -> None:
        async with standing(Settings(port=0, pace="none")) as running, aiohttp.ClientSession() as session:
            running.app[API].listeners.append(lambda *call: calls.append(call))
            with watched(running, tmp_path):
                async with person_at(Served(Small(), running.address, session)) as phone:
                    moves = await play_a_deal(phone)
                    assert moves >= 13
                    assert "Proof of the shuffle" in phone.text
            assert running.child is not None
            assert running.child.returncode is None
        assert running.child.returncode == 0

    asyncio.run(story())
    for name, form, answer in calls:
        judge_call(name, form, answer)
        assert answer["ok"], (name, answer)
    assert {
        "getMe",
        "getUpdates",
        "sendMessage",
        "editMessageText",
        "answerCallbackQuery",
        "setMyCommands",
    } <= {name for name, _, _ in calls}


# --- the command ---------------------------------------------------------------------------------------


@asynccontextmanager
async def started(*arguments: str, **more: str) -> AsyncIterator[asyncio.subprocess.Process]:
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "playground", *arguments),
        cwd=ROOT,
        env=os.environ | more,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield child
    finally:
        if child.returncode is None:
            child.kill()
        await child.communicate()  # closes its pipes


def test_the_command_says_where_it_is_and_ends_when_told() -> None:
    async def story() -> None:
        async with started("--port", "0", "--no-bot") as child:
            assert child.stdout is not None
            line = (await child.stdout.readline()).decode()
            found = re.fullmatch(r"Playground on (http://127\.0\.0\.1:\d+)\n", line)
            assert found is not None
            async with aiohttp.ClientSession() as session, session.get(f"{found[1]}/people") as response:
                assert json.loads(await response.read())["people"] == []
            child.send_signal(signal.SIGINT)
            _, complaints = await child.communicate()
            assert (child.returncode, complaints) == (0, b"")

    asyncio.run(story())


def test_a_playground_that_is_killed_takes_bot_and_engine_with_it_in_peace(tmp_path: Path) -> None:
    async def story() -> None:
        async with started("--port", "0", TMPDIR=str(tmp_path)) as child:
            assert child.stdout is not None
            for _ in range(3):
                await asyncio.wait_for(child.stdout.readline(), SECONDS)
            bot = child_of(child.pid)
            engine = child_of(bot)
            child.kill()
            await ended(bot, engine)

    asyncio.run(story())
    files = {file.name for file in tmp_path.glob("playground-*/*")}
    assert {"tables.db", "bot.db"} <= files
    assert not files & {"tables.db-wal", "bot.db-wal"}


def test_a_port_that_is_taken_is_one_clear_line() -> None:
    async def story(port: int) -> None:
        async with started("--port", str(port), "--no-bot") as child:
            said, complaints = await child.communicate()
            assert (child.returncode, said) == (2, b"")
            assert complaints.decode() == (
                f"playground: port {port} on 127.0.0.1: address already in use; "
                "name another one with --port N (make playground PORT=N)\n"
            )

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        asyncio.run(story(taken.getsockname()[1]))


def test_the_command_line_is_read() -> None:
    line = "--port 0 --no-bot --seed 3 --no-rates --free-ephemeral --burst 1 --pace slow"
    settings = settings_of(line.split())
    assert settings == Settings(0, False, seed=3, rates=False, burst=1, count_ephemeral=False, pace="slow")
    assert settings.bot_id == 4242424242


@pytest.mark.parametrize(
    "wrong", [["--port", "x"], ["--port", "65536"], ["--token", "x"], ["--burst", "0"], ["--pace", "x"]]
)
def test_a_wrong_command_line_ends_with_code_2(wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        settings_of(wrong)
    assert end.value.code == 2
    assert wrong[0] in capsys.readouterr().err
