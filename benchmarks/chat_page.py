"""What four people see who have their phones side by side on one page of the playground, and when."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any, TypeAlias

import aiohttp

STILL_SECONDS = 60.0
"""A table where nothing was seen for so long stands still."""
_NAME = re.compile("\u2068([^\u2068\u2069]+)\u2069")
_TRICK = re.compile(r"^\w+ \d+: ([♠♥♦♣])", re.MULTILINE)

Json: TypeAlias = Any


class WentWrong(Exception):
    """A table cannot go on; the text says why."""


def _times_by_person() -> defaultdict[tuple[int, int], defaultdict[int, list[float]]]:
    return defaultdict(lambda: defaultdict(list))


@dataclass(frozen=True, slots=True)
class Tap:
    """An answered tap: when it was made, on the steady clock, and milliseconds until the answer was seen."""

    at: float
    took_ms: float


@dataclass(slots=True)
class Tally:
    """What all people saw together."""

    taps: list[Tap] = field(default_factory=list)
    boards: list[float] = field(default_factory=list)
    """Milliseconds from each tap that moved to the board that shows it."""
    shown: defaultdict[tuple[int, int], defaultdict[int, list[float]]] = field(
        default_factory=_times_by_person
    )
    """By chat and message, then by person: when the message and each edit of it came, on the steady clock."""
    deals: int = 0
    """Deals played to the end."""


@dataclass(frozen=True, slots=True)
class Board:
    """A message with keys: what each key says, and the data it sends."""

    message: int
    text: str
    keys: tuple[tuple[str, str], ...]

    @property
    def moves(self) -> tuple[tuple[str, str], ...]:
        """The keys that play, which stand before those of the table; none that only turn the keys."""
        playing = takewhile(lambda key: not key[1].startswith("/"), self.keys)
        return tuple(key for key in playing if key[1][:2] in ("m:", "n:"))

    @property
    def version(self) -> int:
        """How far the table was then; 0 where nobody is to play."""
        return int(self.moves[0][1].split(":")[2]) if self.moves else 0

    @property
    def acting(self) -> str:
        """The first name in the last line: who is to play."""
        names: list[str] = _NAME.findall(self.text.splitlines()[-1])
        return names[0]

    @property
    def led(self) -> str:
        """The suit of the first card of the trick; empty where none is seen."""
        trick = _TRICK.search(self.text)
        return trick.group(1) if trick else ""

    def command(self, words: str) -> str:
        """The data of the first key that sends a command with this beginning; empty where there is none."""
        return next((data for _, data in self.keys if data.startswith(words)), "")


def board_of(message: Json) -> Board:
    """A message as a board."""
    keys = (key for row in message["keys"] for key in row if "data" in key)
    return Board(message["id"], message["text"], tuple((key["text"], key["data"]) for key in keys))


class Page:
    """The page: one stream of what happens to the four."""

    def __init__(self, session: aiohttp.ClientSession, people: tuple[int, ...], tally: Tally) -> None:
        self._session = session
        self._people = people
        self._tally = tally
        self._news = asyncio.Event()
        self._to_come = set(people)
        self._answers: dict[str, asyncio.Future[Json]] = {}
        self.board: Board | None = None
        """The newest message that had keys."""
        self.tapped_at: float | None = None
        """When the move was tapped that is still to be seen on the board."""

    async def follow(self) -> None:
        """Sees what happens as long as the stream lasts. Raises WentWrong when it ends."""
        asked = "&".join(f"of={person}" for person in self._people)
        forever = aiohttp.ClientTimeout(total=None)
        try:
            async with self._session.get(f"/feed?{asked}", timeout=forever) as stream:
                async for line in stream.content:
                    if line.startswith(b"data: "):
                        self._take(json.loads(line[6:]))
        except aiohttp.ClientError as problem:
            raise WentWrong(f"the stream of events broke: {type(problem).__name__}") from None
        raise WentWrong("the stream of events ended")

    def _take(self, event: Json) -> None:
        match event.get("kind"):
            case None:
                self._to_come.discard(event["to"])
            case "answer":
                self._answer(event["query"]).set_result(event)
            case "message" | "edited":
                self._see(event["to"], event["message"])
        self._news.set()

    def _see(self, person: int, message: Json) -> None:
        now = time.monotonic()
        self._tally.shown[message["chat"], message["id"]][person].append(now)
        if person == self._people[0] and message["keys"]:
            self._show(board_of(message), now)

    def _show(self, board: Board, now: float) -> None:
        before = self.board
        if before is not None and board.message < before.message:
            return
        self.board = board
        if self.tapped_at is not None and before is not None and board.version != before.version:
            self._tally.boards.append((now - self.tapped_at) * 1000)
            self.tapped_at = None

    def _answer(self, query: str) -> asyncio.Future[Json]:
        """May come before the number of the tap does."""
        if query not in self._answers:
            self._answers[query] = asyncio.get_running_loop().create_future()
        return self._answers[query]

    async def answer(self, query: str, seconds: float) -> Json:
        """The bot's answer to a tap. Raises WentWrong when there is none in time."""
        try:
            return await asyncio.wait_for(self._answer(query), seconds)
        except TimeoutError:
            raise WentWrong("a tap was not answered") from None

    async def opened(self) -> None:
        """Until all of the four see their chats. Raises WentWrong."""
        await self._until(lambda: not self._to_come)

    async def offering(self, command: str) -> Board:
        """The board, as soon as it has the key of a command. Raises WentWrong."""
        return await self._board_where(lambda board: bool(board.command(command)))

    async def turn_after(self, version: int) -> Board:
        """The board, as soon as somebody is to play at a later version. Raises WentWrong."""
        return await self._board_where(lambda board: board.version > version)

    async def _board_where(self, fits: Callable[[Board], bool]) -> Board:
        await self._until(lambda: self.board is not None and fits(self.board))
        assert self.board is not None
        return self.board

    async def _until(self, is_so: Callable[[], bool]) -> None:
        while not is_so():
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), STILL_SECONDS)
            except TimeoutError:
                raise WentWrong("the table stands still") from None
