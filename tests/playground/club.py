"""A table in a group: people who gather round it, and play in their own chats or in front of all."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial

from tests.playground.bench import TURNS, Act, Bench
from tests.playground.phones import BOT_NAME, Message, Person, Place, Toast
from tests.playground.screens import acts, key_for, version_of


def boards_of(where: Place) -> list[Message]:
    """The boards with keys in a group or a person's own chat, the newest last."""
    ours = {"/score", "/house_rules", "/table", "/options"}
    return [m for m in where.of_bot if ours & {key.data.split(" ")[0] for key in m.buttons}]


def board_of(where: Place) -> Message:
    """The newest of them."""
    return boards_of(where)[-1]


@dataclass
class Gathered:
    """People and their group, whose bot has greeted them."""

    bench: Bench
    group: Place
    people: tuple[Person, ...]

    @property
    def is_over(self) -> bool:
        return bool(key_for(self.group, "/play_again"))

    async def taps(self, person: Person, command: str) -> Toast:
        """Taps the newest key for a command below the group's messages, as soon as there is one."""
        await self.bench.telegram.until(lambda: key_for(self.group, command))
        return await person.taps(self.group, key_for(self.group, command))

    async def opens(self, game: str = "singapore deals=1") -> str:
        """The first opens a table, which the bot shows; its id."""
        before = len(self.bench.diary.tables)
        self.people[0].says(self.group, f"/play@{BOT_NAME} {game}")
        await self.bench.telegram.until(lambda: len(self.bench.diary.tables) > before)
        await self.bench.telegram.until(lambda: key_for(self.group, "/join"))
        return self.bench.diary.newest

    async def sits_down_and_begins(self) -> None:
        """The others join, robots take what is left, and the first starts."""
        for person in self.people[1:]:
            await self.taps(person, "/join")
        for _ in range(4 - len(self.people)):
            if key_for(self.group, "/add_robot"):
                await self.taps(self.people[0], "/add_robot")
        await self.taps(self.people[0], "/start")

    async def plays_to_the_end(self, act: Act) -> None:
        """Everybody in its own chat."""
        over = lambda: self.is_over  # noqa: E731
        turns = [self.bench.plays(person, person.chat, over, act) for person in self.people]
        await asyncio.gather(*turns)


async def gathered(bench: Bench, *people: Person, shy: tuple[Person, ...] = ()) -> Gathered:
    """A group with the bot. All have said hello to the bot, but for the shy ones."""
    telegram = bench.telegram
    for person in people:
        if person not in shy:
            person.says(person.chat, "/start")
    await telegram.until(lambda: all(person in shy or person.chat.of_bot for person in people))
    group = telegram.group("Bridge", *people)
    group.add_bot(by=people[0])
    await telegram.until(lambda: group.of_bot)
    return Gathered(bench, group, people)


# --- to play in front of all ---------------------------------------------------------------------------


def keypad_of(group: Place) -> dict[str, str]:
    """The keys below the newest board by which somebody acts in front of all, by their labels."""
    keys = [key for board in boards_of(group)[-1:] for key in board.buttons]
    return {key.label: key.data for key in keys if acts(key.data)}


def keypad_version(group: Place) -> int:
    """The version of those keys; 0 where there are none."""
    return max(map(version_of, keypad_of(group).values()), default=0)


async def plays_in_front_of_all(
    table: Gathered, person: Person, over: Callable[[], object], after: int = 0
) -> None:
    """Acts by the keypad and alerts alone until it is over: passes, calls what it may, plays as advised.

    Keys that are not newer than a version are left alone.
    """
    for _ in range(TURNS):
        await table.bench.telegram.until(_keys_to_act(table.group, after, over))
        if over():
            return
        when, keys = keypad_version(table.group), keypad_of(table.group)
        if await tries(table, person, [*await _advised(table, person), *keys]):
            after = when
        else:
            await asyncio.sleep(0.05)
    raise AssertionError(f"it never ended\n{table.bench.telegram.transcript()}")


def _keys_to_act(group: Place, after: int, over: Callable[[], object]) -> Callable[[], object]:
    return lambda: over() or keypad_version(group) > after


async def _advised(table: Gathered, person: Person) -> list[str]:
    """The numbers of the cards that a hint names, first the advised one; none where keys have no numbers."""
    if not any(data.startswith("n:") for data in keypad_of(table.group).values()):
        return []
    hand = await table.taps(person, "/my_cards")
    numbered = {card: place for place, card in re.findall(r"(\d+) ([♠♥♦♣]\w+)", hand.text)}
    hint = await table.taps(person, "/hint")
    return [numbered[card] for card in re.findall(r"[♠♥♦♣]\w+", hint.text) if card in numbered]


async def tries(table: Gathered, person: Person, labels: Iterable[str]) -> bool:
    """Taps one key after the other until the engine takes a move; what it does not take changes nothing.

    Whether one was taken: keys may be of a moment ago.
    """
    made, board, keys = len(table.bench.moves_of(person)), board_of(table.group), keypad_of(table.group)
    for label in labels:
        if not keys.get(label, "p:").startswith("p:"):
            toast = await person.sends_tap(board, keys[label])
            taken = len(table.bench.moves_of(person)) > made
            assert not taken or toast == Toast("", False)
            if not toast.alert:
                return taken
    raise AssertionError(f"no key was taken\n{table.bench.telegram.transcript()}")


async def taps_through(table: Gathered, person: Person, *labels: str) -> None:
    """Taps keys that turn the keypad, each as soon as it is there."""
    for label in labels:
        await table.bench.telegram.until(partial(_has_key, table.group, label))
        assert await person.sends_tap(board_of(table.group), keypad_of(table.group)[label]) == Toast(
            "", False
        )


def _has_key(group: Place, label: str) -> bool:
    return label in keypad_of(group)
