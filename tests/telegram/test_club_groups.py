"""Floods, messages gone, groups that move or send us away: the game goes on, and no move comes twice."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest

from playground.telegram.faults import Fault, Kind
from playground.telegram.refusals import Refusal, bad
from tests.playground.bench import Bench, run
from tests.playground.club import Gathered, boards_of, gathered, keypad_of, plays_in_front_of_all
from tests.playground.phones import Person, Toast
from tests.playground.screens import decision, hints, key_for

GONE = "Bad Request: message to edit not found"
MIGRATED = "Bad Request: group chat was upgraded"
FLOOD = "Too Many Requests"
UNCHANGED = "Bad Request: message is not modified"
TOO_OLD = "Bad Request: query is too old"
TROUBLE = "Internal Server Error"
NOT_HERE = "Forbidden"


async def begun(bench: Bench, shy: bool = False) -> Gathered:
    """A match of Anna and Ben, or of Anna and a Ben who has never written, at its beginning."""
    anna, ben = bench.telegram.person("Anna"), bench.telegram.person("Ben")
    table = await gathered(bench, anna, ben, shy=(ben,) if shy else ())
    await table.opens("singapore deals=1 wash=off")
    await table.sits_down_and_begins()
    await bench.telegram.until(lambda: key_for(table.group, "/score"))
    return table


async def is_played_once(table: Gathered) -> None:
    """Both play to the end, and each card of theirs falls once; every tap had one answer."""
    await play_to_the_end(table)
    assert sorted(table.bench.telegram.answered) == sorted(table.bench.telegram.world.taps)


async def play_to_the_end(table: Gathered) -> None:
    """Both do, and each card of theirs falls once."""
    bench = table.bench
    async with asyncio.TaskGroup() as players:
        for person in table.people:
            players.create_task(
                bench.plays(person, person.chat, lambda: table.is_over, bench.takes_the_first)
            )
    for person in table.people:
        cards = bench.cards_of(person)
        assert len(cards) == len(set(cards)) > 0


def test_floods_and_failures_hold_no_move_up(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        table = await begun(bench)
        (anna, ben), snags = table.people, bench.telegram.snags
        for place, seconds in ((anna.chat, 3), (ben.chat, 5), (table.group, 40)):
            snags.flood("editMessageText", seconds, 3, place.id)
            snags.flood("sendMessage", seconds, 1, place.id)
            snags.answer("editMessageText", Refusal(500, TROUBLE), 2, place.id)
        snags.answer("editMessageText", bad("message to edit not found"), 1, ben.id)
        await is_played_once(table)

    run(tmp_path, story, (FLOOD, TROUBLE, GONE))


def test_answers_of_telegram_that_get_lost_hold_no_move_up(tmp_path: Path) -> None:
    """What was sent has arrived, and the bot cannot know it."""

    async def story(bench: Bench) -> None:
        table = await begun(bench)
        bench.telegram.world.faults.plan(Fault(Kind.TIMEOUT, count=8, seconds=0.05, share=0.5))
        await is_played_once(table)
        assert bench.telegram.world.faults.planned == []

    run(tmp_path, story, (UNCHANGED,))


def test_what_telegram_tells_twice_and_in_another_order_happens_once(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        table = await begun(bench)
        for kind in (Kind.DUPLICATE, Kind.REORDER, Kind.DUPLICATE):
            bench.telegram.world.faults.plan(Fault(kind, count=3, share=0.5))
        await play_to_the_end(table)
        assert bench.telegram.world.faults.planned == []

    run(tmp_path, story, (TOO_OLD,))


def test_a_tap_is_answered_while_its_chat_is_flooded(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        table = await begun(bench)
        actor = await bench.rests(*table.people)
        made = len(bench.moves_of(actor))
        bench.telegram.snags.flood("editMessageText", 100, 1, actor.id)
        assert await bench.takes_the_first(actor, actor.chat, decision(actor.chat))
        assert len(bench.moves_of(actor)) == made + 1
        assert (await table.taps(actor, "/my_cards")).alert
        assert decision(actor.chat) < bench.version
        await bench.telegram.until(lambda: bench.telegram.calls_of("editMessageText")[-1].answer["ok"])
        await is_played_once(table)

    run(tmp_path, story, (FLOOD,))


def test_a_board_that_was_deleted_is_sent_anew(tmp_path: Path) -> None:
    """Whoever is to act asks for a hint, whose key plays; then all boards come again."""

    async def story(bench: Bench) -> None:
        table = await begun(bench)
        actor = await bench.rests(*table.people)
        for place in (table.group, *(person.chat for person in table.people)):
            for message in boards_of(place):
                place.delete(message)
        actor.says(actor.chat, "/hint")
        await bench.telegram.until(lambda: hints(actor.chat))
        (advised,) = [key.data for key in hints(actor.chat)[-1].buttons if key.data.startswith("m:")]
        assert await actor.sends_tap(actor.chat.last, advised) == Toast("", False)
        await is_played_once(table)
        assert key_for(table.group, "/score")
        assert all(boards_of(person.chat) for person in table.people)

    run(tmp_path, story, (GONE,))


@pytest.mark.parametrize("quietly", [False, True])
def test_a_group_that_becomes_a_supergroup_takes_its_table_along(tmp_path: Path, quietly: bool) -> None:
    async def story(bench: Bench) -> None:
        table = await begun(bench, shy=True)
        anna, ben = table.people
        new = table.group.upgrade(anna, quietly)
        table.group = new
        async with asyncio.TaskGroup() as players:
            players.create_task(bench.plays(anna, anna.chat, lambda: table.is_over, bench.takes_the_first))
            players.create_task(plays_in_front_of_all(table, ben, lambda: table.is_over))
        assert len({board.id for board in boards_of(new)}) == 1
        assert len(set(bench.cards_of(ben))) == len(bench.cards_of(ben)) > 0

    run(tmp_path, story, (MIGRATED, NOT_HERE))


def test_a_group_that_sends_us_away_and_takes_us_back_sees_its_table_again(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        table = await begun(bench, shy=True)
        anna, ben = table.people
        await bench.plays(anna, anna.chat, lambda: keypad_of(table.group), bench.takes_the_first)
        table.group.remove_bot(by=anna)
        await bench.telegram.settled()
        shown, version = len(table.group.all), bench.version
        anna.says(anna.chat, "/hand")
        await bench.telegram.until(lambda: anna.chat.last.text.startswith("Your hand"))
        assert (len(table.group.all), bench.version) == (shown, version)
        table.group.add_bot(by=anna)
        await bench.telegram.until(lambda: boards_of(table.group)[-1] in table.group.all[shown:])
        async with asyncio.TaskGroup() as players:
            players.create_task(bench.plays(anna, anna.chat, lambda: table.is_over, bench.takes_the_first))
            players.create_task(plays_in_front_of_all(table, ben, lambda: table.is_over))

    run(tmp_path, story, (NOT_HERE,))


def test_a_group_without_the_bot_holds_nobody_up(tmp_path: Path) -> None:
    """Whether the bot is told of it or not."""

    async def story(bench: Bench) -> None:
        table = await begun(bench)
        table.group.has_bot = False
        async with asyncio.TaskGroup() as players:
            for person in table.people:
                ended = partial(has_ended, person)
                players.create_task(bench.plays(person, person.chat, ended, bench.takes_the_first))

    run(tmp_path, story, (NOT_HERE,))


def has_ended(person: Person) -> bool:
    """Whether its own chat says that the match is over."""
    return any(key.data == "/open singapore" for message in person.chat.of_bot for key in message.buttons)
