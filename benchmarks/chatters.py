"""Four scripted people in a group of the playground, who do what its page lets people do.

They play by the keys in the group, in front of all, and always by the first one that the engine takes.
Whoever is first opens 1♣ and the others pass; the first card on offer is called. Each looks at its own cards
once and remembers their suits; so it follows suit by its first card, and only where it may not lead a suit it
has to try another.
"""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

import aiohttp

from benchmarks.chat_page import Board, Json, Page, Tally, Tap, WentWrong

NAMES = ("Anna", "Ben", "Cleo", "Dora")
OPENING = "1♣"
DECK = 52
ANSWER_SECONDS = 10.0
"""A tap that was not answered by then is lost."""


class Metronome:
    """Lets taps through one after the other, so many a second at most."""

    def __init__(self, beats_per_s: float) -> None:
        self._span = 1 / beats_per_s
        self._next = 0.0

    async def beat(self) -> None:
        """Waits for a beat of one's own."""
        now = time.monotonic()
        mine = max(now, self._next)
        self._next = mine + self._span
        await asyncio.sleep(mine - now)


@dataclass(slots=True)
class Person:
    """One of the four, and the suits of its cards as they lie, once it has looked at them."""

    id: int
    name: str
    suits: list[str] = field(default_factory=list)

    def places(self, led: str) -> list[int]:
        """Places worth a try, from 0: the first card of the suit that was led, then of each other suit."""
        order = sorted(dict.fromkeys(self.suits), key=lambda suit: suit != led)
        return [self.suits.index(suit) for suit in order]


class Group:
    """The four, their group with the bot, and the deal they play."""

    def __init__(self, session: aiohttp.ClientSession, metronome: Metronome, tally: Tally) -> None:
        self._session = session
        self._metronome = metronome
        self._tally = tally
        self._played = 0

    async def play(self, cards: int = DECK) -> None:
        """From coming together to the board after so many cards, that of the next deal. Raises WentWrong."""
        self._people = [await self._come(name) for name in NAMES]
        self._page = Page(self._session, tuple(person.id for person in self._people), self._tally)
        following = asyncio.create_task(self._page.follow())
        playing = asyncio.create_task(self._play(cards))
        try:
            await asyncio.wait({following, playing}, return_when=asyncio.FIRST_COMPLETED)
            await (playing if playing.done() else following)
        finally:
            for task in (following, playing):
                task.cancel()
            await asyncio.gather(following, playing, return_exceptions=True)

    async def _play(self, cards: int) -> None:
        await self._page.opened()
        await self._found_the_group()
        await self._sit_down()
        board = await self._page.turn_after(0)
        while self._played < cards:
            await self._act(board)
            board = await self._page.turn_after(board.version)
        self._tally.deals += 1

    # --- around the table ------------------------------------------------------------------------------

    async def _come(self, name: str) -> Person:
        return Person((await self._post("/people", {"name": name, "language": "en"}))["id"], name)

    async def _found_the_group(self) -> None:
        first, *others = (person.id for person in self._people)
        group = {"title": "Friday cards", "members": others, "supergroup": True}
        self._chat = (await self._post(f"/people/{first}/groups", group))["id"]
        await self._post(f"/people/{first}/chats/{self._chat}", {"do": "add_bot"})

    async def _sit_down(self) -> None:
        host, *guests = self._people
        await self._press(host, "/play floating")
        for guest in guests:
            await self._press(guest, "/join")
        await self._press(host, "/start")

    async def _press(self, person: Person, command: str) -> Json:
        board = await self._page.offering(command)
        return await self._tap(person, board, board.command(command))

    # --- the deal --------------------------------------------------------------------------------------

    async def _act(self, board: Board) -> None:
        """Whoever is to play calls or plays a card."""
        person = next(person for person in self._people if person.name == board.acting)
        keys = [data for _, data in board.moves]
        if not keys[0].startswith("n:"):
            opening = dict(board.moves).get(OPENING)
            await self._first_taken(person, board, [opening] if opening else keys)
            return
        if not person.suits:
            hand = await self._press(person, "/my_cards")
            person.suits = re.findall(r"\d+\s([♠♥♦♣])", hand["text"])
        taken = await self._first_taken(person, board, [keys[place] for place in person.places(board.led)])
        del person.suits[keys.index(taken)]
        self._played += 1

    async def _first_taken(self, person: Person, board: Board, keys: Iterable[str]) -> str:
        """The first of these keys with which the engine agrees."""
        for key in keys:
            if not (await self._tap(person, board, key))["alert"]:
                return key
        raise WentWrong("no key was taken")

    # --- what the page does ----------------------------------------------------------------------------

    async def _tap(self, person: Person, board: Board, data: str) -> Json:
        """The answer to a tap."""
        await self._metronome.beat()
        began = time.monotonic()
        if not data.startswith("/"):
            self._page.tapped_at = began
        wish = {"chat": self._chat, "message": board.message, "data": data}
        query = (await self._post(f"/people/{person.id}/tap", wish))["query"]
        answer = await self._page.answer(query, ANSWER_SECONDS)
        self._tally.taps.append(Tap(began, (time.monotonic() - began) * 1000))
        return answer

    async def _post(self, path: str, wish: Json) -> Json:
        async with self._session.post(path, json=wish) as answer:
            body = await answer.json()
        if answer.status >= 300:
            raise WentWrong(f"the page was refused: {body['error']['code']}")
        return body
