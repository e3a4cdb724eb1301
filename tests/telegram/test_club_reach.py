"""People whose private chat cannot be reached play on from the group, by neutral keys and alerts."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from engine_server.game.events import PartnerCalled
from tests.playground.bench import Bench, run
from tests.playground.club import (
    Gathered,
    board_of,
    gathered,
    keypad_of,
    keypad_version,
    plays_in_front_of_all,
    taps_through,
    tries,
)
from tests.playground.phones import Person, Place
from tests.playground.screens import decision

NO_WAY = ("Forbidden",)


def answered_once(bench: Bench) -> None:
    """Every tap had exactly one answer."""
    assert sorted(bench.telegram.answered) == sorted(bench.telegram.world.taps)


@pytest.mark.parametrize("tag", ["en", "zh-hans"])
def test_whoever_never_wrote_plays_a_deal_from_the_group(tmp_path: Path, tag: str) -> None:
    async def story(bench: Bench) -> None:
        anna, carl = bench.telegram.person("Anna", tag), bench.telegram.person("Carl", tag)
        table = await gathered(bench, anna, carl, shy=(carl,))
        await table.opens()
        await table.sits_down_and_begins()
        await asyncio.gather(
            bench.plays(anna, anna.chat, lambda: table.is_over, bench.takes_the_hint),
            plays_in_front_of_all(table, carl, lambda: table.is_over),
        )
        assert carl.chat.of_bot == []
        assert any(re.match(r"1 [♠♥♦♣]\w+  2 [♠♥♦♣]", toast.text) for toast in carl.toasts)
        assert len([call for call in bench.telegram.calls_of("sendMessage") if call.chat == carl.id]) == 1
        assert abs(len(bench.cards_of(carl)) - len(bench.cards_of(anna))) <= 1
        answered_once(bench)

    run(tmp_path, story, NO_WAY)


def test_the_keypad_turns_to_levels_and_suits(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        carl = bench.telegram.person("Carl")
        table = await gathered(bench, carl, shy=(carl,))
        await table.opens("singapore deals=1 wash=off")
        await table.sits_down_and_begins()
        await taps_through(table, carl, "7", "7NT", "♥ …", "Back", "♠ …")
        await bench.telegram.until(lambda: "♠2" in keypad_of(table.group))
        assert len([label for label in keypad_of(table.group) if label.startswith("♠")]) == 13
        then = keypad_version(table.group)
        assert await tries(table, carl, [label for label in keypad_of(table.group) if label.startswith("♠")])
        (called,) = [event for event in bench.log if isinstance(event, PartnerCalled)]
        assert called.card.suit.name == "SPADES"
        await plays_in_front_of_all(table, carl, lambda: table.is_over, then)
        assert carl.chat.of_bot == []
        answered_once(bench)

    run(tmp_path, story, NO_WAY)


def test_the_keypad_is_for_whoever_needs_it_and_gone_otherwise(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        anna, carl = bench.telegram.person("Anna"), bench.telegram.person("Carl")
        table = await gathered(bench, anna, carl, shy=(carl,))
        await table.opens("singapore deals=1 wash=off")
        await table.sits_down_and_begins()
        await bench.plays(anna, anna.chat, lambda: keypad_of(table.group), bench.takes_the_first)
        version, (label, *_) = bench.version, keypad_of(table.group)
        toast = await anna.sends_tap(board_of(table.group), keypad_of(table.group)[label])
        assert toast.text == "Waiting for Carl."
        assert bench.version == version
        carl.says(carl.chat, "/hand")
        await bench.telegram.until(lambda: decision(carl.chat) and not keypad_of(table.group))

    run(tmp_path, story, NO_WAY)


@pytest.mark.parametrize("tells", [True, False])
def test_whoever_blocks_the_bot_goes_on_from_the_group_until_it_writes_again(
    tmp_path: Path, tells: bool
) -> None:
    async def story(bench: Bench) -> None:
        anna, ben = bench.telegram.person("Anna"), bench.telegram.person("Ben")
        table = await gathered(bench, anna, ben)
        await table.opens("singapore deals=1 wash=off")
        await table.sits_down_and_begins()
        others = asyncio.create_task(bench.plays(ben, ben.chat, lambda: table.is_over, bench.takes_the_hint))
        await plays_some(bench, table, anna, 2)
        block(anna, tells)
        shown = [message.versions[-1] for message in anna.chat.all]
        await plays_some_in_front_of_all(bench, table, anna, 3)
        assert [message.versions[-1] for message in anna.chat.all] == shown
        old = decision(anna.chat)
        anna.unblocks_bot()
        anna.says(anna.chat, "/hand")
        await bench.telegram.until(lambda: decision(anna.chat) > old and not keypad_of(table.group))
        await bench.plays(anna, anna.chat, lambda: table.is_over, bench.takes_the_hint)
        await others
        answered_once(bench)

    run(tmp_path, story, NO_WAY)


def block(person: Person, tells: bool) -> None:
    """Blocks the bot; the bot is told, or finds out when it sends something."""
    if tells:
        person.blocks_bot()
    else:
        person.becomes(has_blocked=True)


async def plays_some(bench: Bench, table: Gathered, person: Person, count: int) -> None:
    """So many moves in its own chat."""
    moves = 0

    async def act(by: Person, where: Place, when: int) -> bool:
        nonlocal moves
        moves += (taken := await bench.takes_the_hint(by, where, when))
        return taken

    await bench.plays(person, person.chat, lambda: moves >= count or table.is_over, act)


async def plays_some_in_front_of_all(bench: Bench, table: Gathered, person: Person, count: int) -> None:
    """Until so many more of its cards have been played, and it is to act again."""
    goal = len(bench.cards_of(person)) + count
    await plays_in_front_of_all(table, person, lambda: len(bench.cards_of(person)) >= goal)
