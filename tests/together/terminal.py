"""A person at a terminal, as a child process: reads the screen and types what it asks for."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.service.engines import environment

ASKED = re.compile(r"^Your turn(?: to call:|: play a card\.).*\n|^/play begins a new match.*\n", re.MULTILINE)
HAND = re.compile(r"^Your hand   (.*)$", re.MULTILINE)
TABLE = re.compile(r"^  (\S+) \(\w\)  .*you\?$", re.MULTILINE)
SECONDS = 60


class TerminalPlayer:
    """`fourth terminal` fed through a pipe. `shown` is all it printed."""

    def __init__(self, child: asyncio.subprocess.Process) -> None:
        self.child = child
        self.shown = ""
        self._read = 0

    async def type(self, line: str) -> None:
        assert self.child.stdin is not None
        self.child.stdin.write(f"{line}\n".encode())
        await self.child.stdin.drain()

    async def until(self, wanted: re.Pattern[str]) -> re.Match[str]:
        """Waits for a text on the screen below all that was waited for before."""
        assert self.child.stdout is not None
        async with asyncio.timeout(SECONDS):
            while (found := wanted.search(self.shown, self._read)) is None:
                chunk = await self.child.stdout.readline()
                assert chunk, f"ended before {wanted.pattern!r}:\n{self.shown}"
                self.shown += chunk.decode()
        self._read = found.end()
        return found

    async def play_to_the_end(self) -> None:
        """Passes in the auction and plays a card that may be played, until the match is over."""
        while True:
            start = self._read
            asked = await self.until(ASKED)
            if asked[0].startswith("/play"):
                return
            calls = "to call" in asked[0]
            await self.type("p" if calls else card_to_play(self.shown[start : asked.start()]))

    async def quit(self) -> int:
        """Ends the input; the exit code."""
        rest, _ = await self.child.communicate(b"")
        self.shown += rest.decode()
        return self.child.returncode or 0


def card_to_play(question: str) -> str:
    """The last card of the suit led, or the last of all: a hand is written with trumps first."""
    hand = re.findall(r"[♠♥♦♣](?: (?:10|[2-9JQKA]))+", HAND.findall(question)[-1])
    cards = [suit[0] + rank for suit in hand for rank in suit.split()[1:]]
    led = TABLE.findall(question)
    following = [card for card in cards if led and card[0] == led[-1][0]]
    answer: str = (following or cards)[-1]
    return answer


@asynccontextmanager
async def terminal_player(folder: Path, address: str, name: str) -> AsyncIterator[TerminalPlayer]:
    """A terminal of somebody, at an engine; its secret is kept in the folder."""
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "telegram_client", "terminal", "--engine", address, "--name", name),
        cwd=folder,
        env={**environment(), "XDG_DATA_HOME": str(folder), "PYTHONIOENCODING": "utf-8"},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    try:
        yield TerminalPlayer(child)
    finally:
        if child.returncode is None:
            child.kill()
            await child.wait()
