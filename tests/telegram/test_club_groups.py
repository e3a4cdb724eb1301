"""Floods, messages gone, groups that move or send us away: the game goes on, and no move comes twice."""

from __future__ import annotations

import asyncio
from functools import partial
from pathlib import Path

import pytest

from tests.telegram.bot_api import Person, Refused, Toast, bad
from tests.telegram.club import (
    LONG,
    Club,
    Gathered,
    boards_of,
    decision,
    gathered,
    hints,
    key_for,
    keypad_of,
    plays_in_front_of_all,
    run,
)

GONE = "Bad Request: message to edit not found"
MIGRATED = "Bad Request: group chat was upgraded"
FLOOD = "Too Many Requests"
TROUBLE = "Internal Server Error"
NOT_HERE = "Forbidden"


async def begun(club: Club, shy: bool = False) -> Gathered:
    """A match of Anna and Ben, or of Anna and a Ben who has never written, at its beginning."""
    anna, ben = club.telegram.person("Anna"), club.telegram.person("Ben")
    table = await gathered(club, anna, ben, shy=(ben,) if shy else ())
    await table.opens("singapore deals=1 wash=off")
    await table.sits_down_and_begins()
    await club.telegram.until(lambda: key_for(table.group, "/score"), LONG)
    return table


async def is_played_once(table: Gathered) -> None:
    """Both play to the end, and each card of theirs falls once; every tap had one answer."""
    club = table.club
    async with asyncio.TaskGroup() as players:
        for person in table.people:
            players.create_task(club.plays(person, person.chat, lambda: table.is_over, club.takes_the_first))
    for person in table.people:
        cards = club.cards_of(person)
        assert len(cards) == len(set(cards)) > 0
    answers = [call.fields["callback_query_id"] for call in club.telegram.calls_of("answerCallbackQuery")]
    assert sorted(answers) == sorted(club.telegram.queries)


def test_floods_and_failures_hold_no_move_up(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        table = await begun(club)
        anna, ben = table.people
        for place, seconds in ((anna.chat, 3), (ben.chat, 5), (table.group, 40)):
            club.telegram.flood("editMessageText", seconds, 3, place)
            club.telegram.flood("sendMessage", seconds, 1, place)
            club.telegram.fail("editMessageText", Refused(500, TROUBLE), 2, place)
        club.telegram.fail("editMessageText", bad("message to edit not found"), 1, ben.chat)
        await is_played_once(table)

    run(tmp_path, story, (FLOOD, TROUBLE, GONE))


def test_a_tap_is_answered_while_its_chat_is_flooded(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        table = await begun(club)
        actor = await club.rests(*table.people)
        made = len(club.moves_of(actor))
        club.telegram.flood("editMessageText", 100, 1, actor.chat)
        assert await club.takes_the_first(actor, actor.chat, decision(actor.chat))
        assert len(club.moves_of(actor)) == made + 1
        assert (await table.taps(actor, "/my_cards")).alert
        assert decision(actor.chat) < club.version
        await club.telegram.until(lambda: club.telegram.calls_of("editMessageText")[-1].answer["ok"], LONG)
        await is_played_once(table)

    run(tmp_path, story, (FLOOD,))


def test_a_board_that_was_deleted_is_sent_anew(tmp_path: Path) -> None:
    """Whoever is to act asks for a hint, whose key plays; then all boards come again."""

    async def story(club: Club) -> None:
        table = await begun(club)
        actor = await club.rests(*table.people)
        for place in (table.group, *(person.chat for person in table.people)):
            for message in boards_of(place):
                message.is_deleted = True
        actor.says(actor.chat, "/hint")
        await club.telegram.until(lambda: hints(actor.chat, 0), LONG)
        (advised,) = [key.data for key in hints(actor.chat, 0)[-1].buttons if key.data.startswith("m:")]
        assert await actor.sends_tap(actor.chat.last, advised) == Toast("", False)
        await is_played_once(table)
        assert key_for(table.group, "/score")
        assert all(boards_of(person.chat) for person in table.people)

    run(tmp_path, story, (GONE,))


@pytest.mark.parametrize("quietly", [False, True])
def test_a_group_that_becomes_a_supergroup_takes_its_table_along(tmp_path: Path, quietly: bool) -> None:
    async def story(club: Club) -> None:
        table = await begun(club, shy=True)
        anna, ben = table.people
        new = table.group.upgrade(quietly)
        table.group = new
        async with asyncio.TaskGroup() as players:
            players.create_task(club.plays(anna, anna.chat, lambda: table.is_over, club.takes_the_first))
            players.create_task(plays_in_front_of_all(table, ben, lambda: table.is_over))
        assert len({board.id for board in boards_of(new)}) == 1
        assert len(set(club.cards_of(ben))) == len(club.cards_of(ben)) > 0

    run(tmp_path, story, (MIGRATED, NOT_HERE))


def test_a_group_that_sends_us_away_and_takes_us_back_sees_its_table_again(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        table = await begun(club, shy=True)
        anna, ben = table.people
        await club.plays(anna, anna.chat, lambda: keypad_of(table.group), club.takes_the_first)
        table.group.remove_bot(by=anna)
        await club.telegram.settled()
        shown, version = len(table.group.all), club.version
        anna.says(anna.chat, "/hand")
        await club.telegram.until(lambda: anna.chat.last.text.startswith("Your hand"), LONG)
        assert (len(table.group.all), club.version) == (shown, version)
        table.group.add_bot(by=anna)
        await club.telegram.until(lambda: boards_of(table.group)[-1] in table.group.all[shown:], LONG)
        async with asyncio.TaskGroup() as players:
            players.create_task(club.plays(anna, anna.chat, lambda: table.is_over, club.takes_the_first))
            players.create_task(plays_in_front_of_all(table, ben, lambda: table.is_over))

    run(tmp_path, story, (NOT_HERE,))


def test_a_group_without_the_bot_holds_nobody_up(tmp_path: Path) -> None:
    """Whether the bot is told of it or not."""

    async def story(club: Club) -> None:
        table = await begun(club)
        table.group.has_bot = False
        async with asyncio.TaskGroup() as players:
            for person in table.people:
                ended = partial(has_ended, person)
                players.create_task(club.plays(person, person.chat, ended, club.takes_the_first))

    run(tmp_path, story, (NOT_HERE,))


def has_ended(person: Person) -> bool:
    """Whether its own chat says that the match is over."""
    return any(key.data == "/open singapore" for message in person.chat.of_bot for key in message.buttons)
