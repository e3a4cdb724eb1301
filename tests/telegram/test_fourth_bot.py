"""`fourth bot` as people start it: a process, its lines, its files, and the token nowhere."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import stat
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from playground.telegram.refusals import Refusal
from tests.playground.phones import Person, Telegram
from tests.service.engines import child
from tests.service.engines import run as run_engine
from tests.telegram.processes import child_of, ended

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-m", "telegram_client", "bot")
SECONDS = 60


def surroundings(folder: Path, **more: str) -> dict[str, str]:
    """A clean environment."""
    paths = {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'proto'}", "HOME": str(folder)}
    kept = {name: os.environ[name] for name in ("PATH", "SSL_CERT_FILE")}
    return {"LANG": "C.UTF-8", **kept, **paths, **more}


@dataclass
class Running:
    """A bot in a process of its own."""

    process: asyncio.subprocess.Process
    folder: Path

    async def line(self) -> str:
        """The next line it shows."""
        assert self.process.stdout is not None
        return (await asyncio.wait_for(self.process.stdout.readline(), SECONDS)).decode().rstrip("\n")

    async def complaint(self) -> str:
        """The next line it complains with."""
        assert self.process.stderr is not None
        return (await asyncio.wait_for(self.process.stderr.readline(), SECONDS)).decode().rstrip("\n")

    async def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str, str]:
        """Exit code, and what else it shows and complains of."""
        self.process.send_signal(how)
        return await self.end()

    async def end(self) -> tuple[int, str, str]:
        out, err = await asyncio.wait_for(self.process.communicate(), SECONDS)
        assert self.process.returncode is not None
        return self.process.returncode, out.decode(), err.decode()


@asynccontextmanager
async def started(folder: Path, *command: str, **more: str) -> AsyncIterator[Running]:
    is_held = "--attached" in command
    process = await asyncio.create_subprocess_exec(
        *(command or COMMAND),
        cwd=folder,
        env=surroundings(folder, **more),
        stdin=asyncio.subprocess.PIPE if is_held else asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield Running(process, folder)
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


def with_telegram(story: Callable[[Telegram], Coroutine[Any, Any, None]]) -> None:
    async def told() -> None:
        async with Telegram() as telegram:
            await story(telegram)

    asyncio.run(told())


def told_by(telegram: Telegram) -> dict[str, str]:
    return {"FOURTH_BOT_TOKEN": telegram.token, "FOURTH_BOT_API": telegram.api}


def refused(folder: Path, *arguments: str, **more: str) -> str:
    """The one line with which it does not start."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        cwd=folder,
        env=surroundings(folder, **more),
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    return line


async def greeted(telegram: Telegram, person: Person) -> None:
    """Somebody begins, and the bot answers."""
    before = len(person.chat.of_bot)
    person.says(person.chat, "/start")
    await telegram.until(lambda: len(person.chat.of_bot) > before)


def contents(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def test_a_bot_with_an_engine_of_its_own_lets_people_play_and_the_token_is_nowhere(tmp_path: Path) -> None:
    async def story(telegram: Telegram) -> None:
        async with started(tmp_path, **told_by(telegram)) as bot:
            assert await bot.line() == "@fourth_test_bot is on Telegram."
            assert re.fullmatch(r"Engine on 127\.0\.0\.1:\d+ · tables in fourth-tables\.db", await bot.line())
            ann = telegram.person("Ann")
            await greeted(telegram, ann)
            telegram.snags.answer("sendMessage", Refusal(500, f"Internal Server Error: bot{telegram.token}"))
            ann.says(ann.chat, "/play floating deals=1")
            await telegram.until(lambda: "Your hand" in ann.chat.text)
            ann.says(ann.chat, "/auto")
            await telegram.settled()
            code, out, err = await bot.stop()
            assert (code, out, err) == (0, "", "")
        key = tmp_path / "fourth-tables.db.front"
        assert stat.S_IMODE(key.stat().st_mode) == 0o600
        assert re.fullmatch("[0-9a-f]{64}\n", key.read_text())
        for name, content in contents(tmp_path).items():
            assert telegram.token.encode() not in content, name
            assert name == key.name or key.read_bytes().strip() not in content, name

    with_telegram(story)


def test_with_every_logger_at_its_loudest_the_token_is_nowhere_either(tmp_path: Path) -> None:
    loud = """
import logging, sys
logging.basicConfig(level=logging.DEBUG)
from telegram_client.__main__ import main
from telegram_client.transports import telegram_bot
telegram_bot.REFUSED_SECONDS = 1.0
sys.exit(main(["bot"]))
"""

    async def story(telegram: Telegram) -> None:
        async with started(tmp_path, sys.executable, "-c", loud, **told_by(telegram)) as bot:
            ann = telegram.person("Ann")
            await greeted(telegram, ann)
            telegram.snags.answer("getUpdates", Refusal(401, f"Unauthorized: bot{telegram.token}"), times=99)
            ann.says(ann.chat, "/help")
            code, _, err = await bot.end()
            assert code == 2
            assert "DEBUG" in err
            assert err.splitlines()[-1] == "fourth: Telegram does not accept the token."
            assert telegram.token not in err

    with_telegram(story)


def test_a_bot_that_starts_again_knows_its_people(tmp_path: Path) -> None:
    async def story(telegram: Telegram) -> None:
        ann = telegram.person("Ann")
        async with started(tmp_path, **told_by(telegram)) as bot:
            await greeted(telegram, ann)
            ann.says(ann.chat, "/play singapore deals=1")
            await telegram.until(lambda: "Your hand" in ann.chat.text)
            assert (await bot.stop(signal.SIGINT))[0] == 0
        key = (tmp_path / "fourth-tables.db.front").read_text()
        shown, called = len(ann.chat.of_bot), len(telegram.calls)
        async with started(tmp_path, **told_by(telegram)) as bot:
            await telegram.until(  # the board goes on in its message
                lambda: any(call.method == "editMessageText" for call in telegram.calls[called:]), SECONDS
            )
            ann.says(ann.chat, "/hand")
            await telegram.until(lambda: len(ann.chat.of_bot) > shown)
            assert re.search("[♠♥♣♦] ", ann.chat.last.text)
            assert (await bot.stop())[0] == 0
        assert (tmp_path / "fourth-tables.db.front").read_text() == key

    with_telegram(story)


def test_a_key_that_is_no_good_is_made_anew(tmp_path: Path) -> None:
    key = tmp_path / "fourth-tables.db.front"
    keys: list[str] = []

    async def story(telegram: Telegram) -> None:
        ann = telegram.person("Ann")
        for spoil in (None, key.unlink, lambda: key.write_text("garbage"), lambda: key.write_text("ab" * 32)):
            if spoil is not None:
                spoil()
            async with started(tmp_path, **told_by(telegram)) as bot:
                await greeted(telegram, ann)
                code, _, err = await bot.stop()
                assert (code, err) == (0, "")
            keys.append(key.read_text())

    with_telegram(story)
    assert len(set(keys)) == 4
    assert all(re.fullmatch("[0-9a-f]{64}\n", written) for written in keys)
    assert stat.S_IMODE(key.stat().st_mode) == 0o600


def test_a_bot_at_an_engine_that_runs_already(tmp_path: Path) -> None:
    async def story(telegram: Telegram, address: str, key: str) -> None:
        file = tmp_path / "key"
        file.write_text(key)
        token = tmp_path / "token"
        token.write_text(f"{telegram.token}\n")
        surely = {"FOURTH_ENGINE": address, "FOURTH_BOT_API": telegram.api, "FOURTH_BOT_TOKEN_FILE": "token"}
        for given in ({"FOURTH_FRONT_KEY": key.strip()}, {"FOURTH_FRONT_KEY_FILE": str(file)}):
            async with started(tmp_path, **surely, **given) as bot:
                assert await bot.line() == "@fourth_test_bot is on Telegram."
                assert await bot.line() == f"Engine on {address}"
                await greeted(telegram, telegram.person("Ann"))
                assert await bot.stop() == (0, "", "")
        assert not (tmp_path / "fourth-tables.db").exists()

    store = tmp_path / "tables.db"
    with child(store) as engine:
        key = run_engine("--store", str(store), "keys", "add", "chat").stdout
        with_telegram(lambda telegram: story(telegram, engine.address, key))
        wrong = {"FOURTH_BOT_TOKEN": "12:abcdefghijkl", "FOURTH_ENGINE": engine.address}
        assert "FOURTH_FRONT_KEY" in refused_by_telegram(tmp_path, **wrong)
        assert "does not accept" in refused_by_telegram(tmp_path, FOURTH_FRONT_KEY="ab" * 32, **wrong)


def refused_by_telegram(folder: Path, **more: str) -> str:
    """The one line with which it does not start, though Telegram is there."""
    lines: list[str] = []

    async def story() -> None:
        async with (
            Telegram(more["FOURTH_BOT_TOKEN"]) as telegram,
            started(folder, FOURTH_BOT_API=telegram.api, **more) as bot,
        ):
            code, out, err = await bot.end()
            assert (code, out) == (2, "")
            lines.extend(err.splitlines())

    asyncio.run(story())
    (line,) = lines
    return line


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({}, "FOURTH_BOT_TOKEN"),
        ({"FOURTH_BOT_TOKEN": ""}, "FOURTH_BOT_TOKEN"),
        ({"FOURTH_BOT_TOKEN_FILE": "nowhere"}, "nowhere: No such file"),
        ({"FOURTH_BOT_TOKEN": "not/a/token"}, "does not accept the token"),
        ({"FOURTH_BOT_TOKEN": "12:abcdefghijkl", "FOURTH_BOT_API": "telegram"}, "FOURTH_BOT_API"),
        ({"FOURTH_BOT_TOKEN": "12:abcdefghijkl", "FOURTH_PACE": "quick"}, "FOURTH_PACE takes none, fast,"),
    ],
)
def test_what_is_missing_is_said_in_one_line(tmp_path: Path, more: dict[str, str], said: str) -> None:
    line = refused(tmp_path, **more)
    assert said in line
    assert "not/a/token" not in line


def test_a_token_that_telegram_refuses_is_not_named(tmp_path: Path) -> None:
    async def story(telegram: Telegram) -> None:
        token = "77:a-token-nobody-gave"
        async with started(
            tmp_path, FOURTH_BOT_TOKEN=token, FOURTH_BOT_API=telegram.api, LANG_CODE="de"
        ) as bot:
            assert await bot.end() == (2, "", "fourth: Telegram nimmt das Token nicht an.\n")
        assert not (tmp_path / "fourth-tables.db").exists()

    with_telegram(story)


def test_a_key_without_an_engine_is_asked_about(tmp_path: Path) -> None:
    line = refused_by_telegram(tmp_path, FOURTH_BOT_TOKEN="12:abcdefghijkl", FOURTH_FRONT_KEY="ab" * 32)
    assert "FOURTH_ENGINE" in line


def test_an_engine_without_a_port_gets_one_line(tmp_path: Path) -> None:
    line = refused_by_telegram(tmp_path, FOURTH_BOT_TOKEN="12:abcdefghijkl", FOURTH_ENGINE="foo")
    assert line == "fourth: FOURTH_ENGINE takes HOST:PORT, such as 127.0.0.1:50400"


def test_an_installation_without_the_library_says_what_is_missing(tmp_path: Path) -> None:
    without = """
import sys
sys.modules["telegram"] = None
from telegram_client.__main__ import main
sys.exit(main(["bot"]))
"""

    async def story() -> None:
        async with started(tmp_path, sys.executable, "-c", without) as bot:
            code, out, err = await bot.end()
            assert (code, out) == (2, "")
            assert err.splitlines() == [
                "fourth: the bot needs python-telegram-bot: install fourth-bridge[bot]"
            ]

    asyncio.run(story())


def test_a_memory_that_is_none_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "fourth-bot.db").write_text("Dear diary, " * 1000)
    assert "fourth-bot.db" in refused(tmp_path, FOURTH_BOT_TOKEN="12:abcdefghijkl")


def test_telegram_out_of_reach_is_said_once_and_tried_on(tmp_path: Path) -> None:
    async def story(telegram: Telegram) -> None:
        telegram.snags.is_down = True
        async with started(tmp_path, **told_by(telegram)) as bot:
            assert await bot.complaint() == "fourth: Telegram cannot be reached; we keep trying."
            telegram.snags.is_down = False
            assert await bot.complaint() == "fourth: Telegram can be reached again."
            assert await bot.line() == "@fourth_test_bot is on Telegram."
            assert (await bot.stop())[2] == ""

    with_telegram(story)


def test_a_bot_whose_engine_stops_says_so_and_ends(tmp_path: Path) -> None:
    async def story(telegram: Telegram) -> None:
        async with started(tmp_path, **told_by(telegram)) as bot:
            for _ in range(2):
                await bot.line()
            os.kill(child_of(bot.process.pid), signal.SIGKILL)
            code, out, err = await bot.end()
            assert (code, err) == (1, "")
            assert "fourth-tables.db" in out

    with_telegram(story)


def test_the_engine_of_a_killed_bot_ends_in_peace(tmp_path: Path) -> None:
    async def story(telegram: Telegram) -> None:
        async with started(tmp_path, **told_by(telegram)) as bot:
            for _ in range(2):
                await bot.line()
            engine = child_of(bot.process.pid)
            bot.process.kill()
            await ended(engine)
            assert (tmp_path / "fourth-tables.db").exists()
            assert not (tmp_path / "fourth-tables.db-wal").exists()

    with_telegram(story)


def test_a_bot_that_is_attached_ends_with_whoever_started_it(tmp_path: Path) -> None:
    async def story(telegram: Telegram) -> None:
        async with started(tmp_path, *COMMAND, "--attached", **told_by(telegram)) as bot:
            assert await bot.line() == "@fourth_test_bot is on Telegram."
            assert bot.process.stdin is not None
            bot.process.stdin.close()
            code, _, err = await bot.end()
            assert (code, err) == (0, "")

    with_telegram(story)


def told(pid: int, what: str) -> bytes:
    """What a process was given when it began."""
    return Path(f"/proc/{pid}/{what}").read_bytes()


def test_the_engine_does_not_inherit_the_token(tmp_path: Path) -> None:
    async def story(telegram: Telegram) -> None:
        async with started(tmp_path, **told_by(telegram)) as bot:
            await bot.line()
            engine = child_of(bot.process.pid)
            assert b"FOURTH_BOT_API" in told(engine, "environ")
            assert telegram.token.encode() not in told(engine, "environ")
            for process in (engine, bot.process.pid):
                assert telegram.token.encode() not in told(process, "cmdline")
            await bot.stop()

    with_telegram(story)
