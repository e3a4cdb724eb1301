"""Engine and bot may end and begin anew in the middle of a deal: nothing is lost, and nothing comes twice."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from pathlib import Path

import pytest
from fourth.v1.table_service_pb2 import JoinTableRequest
from fourth.v1.views_pb2 import View

from telegram_client.speech.phrasebook import Language, Words
from tests.service.callers import Person as Caller
from tests.service.callers import new_id
from tests.telegram.bot_api import BOT_NAME, Message, Person, Toast
from tests.telegram.club import (
    LONG,
    Club,
    Gathered,
    board_of,
    decision,
    gathered,
    key_for,
    move_keys,
    run,
    version_of,
)

WORDS = {
    "en": Words(Language.EN),
    "nb": Words(Language.NB),
    "zh-hant": Words(Language.ZH_HANT),
}

UNCHANGED = ("Bad Request: message is not modified",)
"""What a bot may be told that does not know any longer what its messages say."""


async def begun(club: Club, tag: str = "en") -> Gathered:
    """A match of Anna and Ben that waits for one of them, some moves after its beginning."""
    people = [club.telegram.person(name, tag) for name in ("Anna", "Ben")]
    table = await gathered(club, *people)
    await table.opens("singapore deals=1 wash=off")
    await table.sits_down_and_begins()
    for _ in range(4):
        actor = await club.rests(*people)
        await club.takes_the_first(actor, actor.chat, decision(actor.chat))
    await club.rests(*people)
    await club.telegram.until(lambda: key_for(table.group, "/score"), LONG)
    return table


def open_key(person: Person) -> tuple[Message, str]:
    """The first key for a move that is open, and its message."""
    when = decision(person.chat)
    return next(found for found in move_keys(person.chat) if version_of(found[1]) == when)


async def is_taken(club: Club, person: Person, message: Message, data: str) -> None:
    """The same tap again, until the engine is found."""
    made = len(club.moves_of(person))
    async with asyncio.timeout(LONG):
        while (toast := await person.sends_tap(message, data)).alert:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    assert toast == Toast("", False)
    assert len(club.moves_of(person)) == made + 1


async def plays_on(table: Gathered) -> None:
    """To the end: nobody has played a card twice."""
    await table.plays_to_the_end(table.club.takes_the_first)
    for person in table.people:
        cards = table.club.cards_of(person)
        assert len(cards) == len(set(cards)) > 0


# --- the engine ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", list(WORDS))
def test_while_the_engine_is_away_people_are_told_and_the_same_tap_works_later(
    tmp_path: Path, tag: str
) -> None:
    async def story(club: Club) -> None:
        table, say = await begun(club, tag), WORDS[tag].say
        actor = await club.rests(*table.people)
        message, data = open_key(actor)
        version = club.version
        await club.close_engine()
        assert await actor.sends_tap(message, data) == Toast(say("board.not_taken"), True)
        assert (await table.taps(table.people[0], "/my_cards")).text == say("board.not_taken")
        new = club.telegram.person("Eve", tag)
        new.says(new.chat, "/start")
        actor.says(actor.chat, "/hint")
        for person in (new, actor):
            await club.telegram.until(partial(is_told, person, say("away")), LONG)
        assert club.version == version
        await club.open_engine()
        await is_taken(club, actor, message, data)
        await plays_on(table)

    run(tmp_path, story)


def is_told(person: Person, sentence: str) -> bool:
    return any("".join(message.text.split()) == "".join(sentence.split()) for message in person.chat.of_bot)


@pytest.mark.parametrize("ends", [True, False])
def test_a_watch_goes_on_by_itself(tmp_path: Path, ends: bool) -> None:
    """The engine ends, or only the wire to it; nobody taps or writes, and the board follows all the same."""

    async def story(club: Club) -> None:
        ann = club.telegram.person("Ann")
        bob = await opposite(club, ann)
        await until_asked(club, bob, ann)
        if ends:
            await club.close_engine()
            await club.open_engine()
            bob.channel = club.channel
        else:
            await club.cut_wire()
        await acts_until_others_wait(bob, club.diary.newest)
        assert decision(ann.chat) < club.version
        club.mend_wire()
        await club.telegram.until(lambda: decision(ann.chat) == club.version, LONG)
        assert ann.chat.all[-1].by is None
        assert [m.text for m in ann.chat.of_bot].count(WORDS["en"].say("away")) <= 1

    run(tmp_path, story)


async def opposite(club: Club, ann: Person) -> Caller:
    """Bob, who plays by a program at a table that somebody opened on Telegram; the match is on."""
    ann.says(ann.chat, "/open singapore deals=1 wash=off")
    await club.telegram.until(lambda: "?start=" in ann.chat.text, LONG)
    bob = await Caller(club.channel).register("Bob")
    code = re.findall(r"\?start=(\w+)", ann.chat.text)[-1]
    await bob.ask(JoinTableRequest(request_id=new_id(), code=code))
    await club.telegram.until(lambda: "Bob" in ann.chat.text, LONG)
    await ann.taps(ann.chat, "/begin")
    return bob


async def until_asked(club: Club, bob: Caller, ann: Person) -> None:
    """Somebody on Telegram acts until Bob is asked."""
    async with asyncio.timeout(LONG):
        while not (await bob.view(club.diary.newest)).legal_moves:
            if decision(ann.chat) == club.version:
                await club.takes_the_first(ann, ann.chat, club.version)
            await asyncio.sleep(0.02)


async def acts_until_others_wait(bob: Caller, table: str) -> None:
    """Bob acts until another person is asked."""
    async with asyncio.timeout(LONG):
        while not waits_for_another_person(view := await bob.view(table)):
            if view.legal_moves:
                await bob.move(table, view.legal_moves[0], view.decision_version)
            await asyncio.sleep(0.02)


def waits_for_another_person(view: View) -> bool:
    return any(seat != view.viewer and view.seats[seat].HasField("player") for seat in view.acting)


# --- the bot -------------------------------------------------------------------------------------------


def test_a_bot_that_begins_anew_goes_on_in_the_same_messages(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        table = await begun(club)
        actor = await club.rests(*table.people)
        message, data = open_key(actor)
        boards = {place.id: len(place.all) for place in (table.group, *(p.chat for p in table.people))}
        board = board_of(table.group)
        await club.close_bot()
        await club.open_bot()
        assert await actor.sends_tap(message, data) == Toast("", False)
        await club.rests(*table.people)
        await club.telegram.until(lambda: not club.telegram.unsettled, LONG)
        assert {place: len(club.telegram.places[place].all) for place in boards} == boards
        assert (await table.taps(actor, "/my_cards")).text
        before = board.text
        actor = await club.rests(*table.people)
        await club.takes_the_first(actor, actor.chat, decision(actor.chat))
        await club.telegram.until(lambda: board.text != before, LONG)
        await plays_on(table)
        assert board_of(table.group) is board

    run(tmp_path, story, UNCHANGED)


def test_what_happened_while_there_was_no_bot_is_shown(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        ann = club.telegram.person("Ann")
        bob = await opposite(club, ann)
        await until_asked(club, bob, ann)
        await club.close_bot()
        messages = len(ann.chat.of_bot)
        await acts_until_others_wait(bob, club.diary.newest)
        ann.says(ann.chat, "/hand")
        await club.open_bot()
        await club.telegram.until(lambda: decision(ann.chat) == club.version, LONG)
        label, none = WORDS["en"].say("hand.label"), WORDS["en"].say("table.none")

        def answers() -> list[str]:
            return [message.text for message in ann.chat.of_bot[messages:]]

        await club.telegram.until(lambda: any(text.startswith((label, none)) for text in answers()), LONG)
        assert none not in "".join(answers())

    run(tmp_path, story, UNCHANGED)


def test_keys_of_a_group_work_at_once(tmp_path: Path) -> None:
    """What was tapped while there was no bot is the first thing that it hears."""

    async def story(club: Club) -> None:
        table = await begun(club)
        actor, code = await club.rests(*table.people), key_for(table.group, "/score").partition(" ")[2]
        await club.close_bot()
        keys = [f"{key} {code}" for key in ("/my_cards", "/hint", "/score")]
        taps = [asyncio.create_task(actor.sends_tap(board_of(table.group), key)) for key in keys]
        await asyncio.sleep(0)
        await club.open_bot()
        assert [toast.alert for toast in await asyncio.gather(*taps)] == [True] * len(keys)

    run(tmp_path, story, UNCHANGED)


def test_a_bot_that_begins_before_its_engine_takes_all_up_later(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        table = await begun(club)
        actor = await club.rests(*table.people)
        message, data = open_key(actor)
        await club.close_bot()
        await club.close_engine()
        await club.open_bot()
        assert await actor.sends_tap(message, data) == Toast(WORDS["en"].say("away"), True)
        await club.open_engine()
        await is_taken(club, actor, message, data)
        await plays_on(table)

    run(tmp_path, story, UNCHANGED)


def test_a_bot_that_ends_in_the_middle_of_moves_makes_none_twice(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        table = await begun(club)
        for _ in range(3):
            actor = await club.rests(*table.people)
            made = len(club.moves_of(actor))
            tap = asyncio.create_task(actor.sends_tap(*open_key(actor)))
            version = club.version
            await club.telegram.until(partial(has_moved, club, version), LONG)
            await club.close_bot()
            await club.open_bot()
            await asyncio.wait([tap], timeout=0.5)
            tap.cancel()
            await club.rests(*table.people)
            assert len(club.moves_of(actor)) >= made + 1
        await plays_on(table)

    run(tmp_path, story, ("Bad Request: query is too old", *UNCHANGED))


def has_moved(club: Club, version: int) -> bool:
    return club.version > version


def test_without_its_memory_the_bot_finds_everybody_at_the_table(tmp_path: Path) -> None:
    """Boards are sent anew; old keys still work; the group calls its table by the code."""

    async def story(club: Club) -> None:
        table = await begun(club)
        actor = await club.rests(*table.people)
        other = next(person for person in table.people if person is not actor)
        (message, data), code = open_key(actor), key_for(table.group, "/score").partition(" ")[2]
        await club.close_bot()
        club.forget()
        await club.open_bot()
        shown = {person: len(person.chat.of_bot) for person in table.people}
        assert await actor.sends_tap(message, data) == Toast("", False)
        other.says(other.chat, "/score")
        await club.telegram.until(lambda: all(len(p.chat.of_bot) > n for p, n in shown.items()), LONG)
        groups = len(table.group.of_bot)
        other.says(table.group, f"/join@{BOT_NAME} {code}")
        await club.telegram.until(lambda: len(table.group.of_bot) > groups, LONG)
        assert board_of(table.group) in table.group.of_bot[groups:]
        await plays_on(table)

    run(tmp_path, story, UNCHANGED)


def test_a_group_keeps_the_language_it_chose(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        anna, ben = club.telegram.person("Anna"), club.telegram.person("Ben", "nb")
        table = await gathered(club, anna, ben)
        await table.taps(anna, "/language")
        await club.telegram.until(lambda: table.group.key("/language de"), LONG)
        await anna.taps(table.group, "/language de")
        await club.close_bot()
        await club.open_bot()
        ben.says(table.group, f"/play@{BOT_NAME} floating")
        await club.telegram.until(lambda: key_for(table.group, "/join"), LONG)
        assert "Tisch" in table.group.last.text

    run(tmp_path, story, UNCHANGED)
