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
from tests.playground.bench import Bench, run
from tests.playground.club import Gathered, board_of, gathered
from tests.playground.phones import BOT_NAME, SECONDS, Message, Person, Toast
from tests.playground.screens import decision, key_for, move_keys, version_of
from tests.service.callers import Person as Caller
from tests.service.callers import new_id

WORDS = {
    "en": Words(Language.EN),
    "nb": Words(Language.NB),
    "zh-hant": Words(Language.ZH_HANT),
}

UNCHANGED = ("Bad Request: message is not modified",)
"""What a bot may be told that does not know any longer what its messages say."""


async def begun(bench: Bench, tag: str = "en") -> Gathered:
    """A match of Anna and Ben that waits for one of them, some moves after its beginning."""
    people = [bench.telegram.person(name, tag) for name in ("Anna", "Ben")]
    table = await gathered(bench, *people)
    await table.opens("singapore deals=1 wash=off")
    await table.sits_down_and_begins()
    for _ in range(4):
        actor = await bench.rests(*people)
        await bench.takes_the_first(actor, actor.chat, decision(actor.chat))
    await bench.rests(*people)
    await bench.telegram.until(lambda: key_for(table.group, "/score"))
    return table


def open_key(person: Person) -> tuple[Message, str]:
    """The first key for a move that is open, and its message."""
    when = decision(person.chat)
    return next(found for found in move_keys(person.chat) if version_of(found[1]) == when)


async def is_taken(bench: Bench, person: Person, message: Message, data: str) -> None:
    """The same tap again, until the engine is found."""
    made = len(bench.moves_of(person))
    async with asyncio.timeout(SECONDS):
        while (toast := await person.sends_tap(message, data)).alert:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    assert toast == Toast("", False)
    assert len(bench.moves_of(person)) == made + 1


async def plays_on(table: Gathered) -> None:
    """To the end: nobody has played a card twice."""
    await table.plays_to_the_end(table.bench.takes_the_first)
    for person in table.people:
        cards = table.bench.cards_of(person)
        assert len(cards) == len(set(cards)) > 0


# --- the engine ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("tag", list(WORDS))
def test_while_the_engine_is_away_people_are_told_and_the_same_tap_works_later(
    tmp_path: Path, tag: str
) -> None:
    async def story(bench: Bench) -> None:
        table, say = await begun(bench, tag), WORDS[tag].say
        actor = await bench.rests(*table.people)
        message, data = open_key(actor)
        version = bench.version
        await bench.close_engine()
        assert await actor.sends_tap(message, data) == Toast(say("board.not_taken"), True)
        assert (await table.taps(table.people[0], "/my_cards")).text == say("board.not_taken")
        new = bench.telegram.person("Eve", tag)
        new.says(new.chat, "/start")
        actor.says(actor.chat, "/hint")
        for person in (new, actor):
            await bench.telegram.until(partial(is_told, person, say("away")))
        assert bench.version == version
        await bench.open_engine()
        await is_taken(bench, actor, message, data)
        await plays_on(table)

    run(tmp_path, story)


def is_told(person: Person, sentence: str) -> bool:
    return any("".join(message.text.split()) == "".join(sentence.split()) for message in person.chat.of_bot)


def test_a_move_whose_answer_gets_lost_is_made_once(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        table = await begun(bench)
        actor = await bench.rests(*table.people)
        made, version = len(bench.moves_of(actor)), bench.version
        bench.wire.is_deaf = True
        tap = asyncio.create_task(actor.sends_tap(*open_key(actor)))
        await bench.telegram.until(lambda: bench.version > version)
        bench.wire.is_deaf = False
        await bench.wire.cut()
        assert await tap == Toast("", False)
        await bench.rests(*table.people)
        assert len(bench.moves_of(actor)) == made + 1
        await plays_on(table)

    run(tmp_path, story)


@pytest.mark.parametrize("ends", [True, False])
def test_a_watch_goes_on_by_itself(tmp_path: Path, ends: bool) -> None:
    """The engine ends, or only the wire to it; nobody taps or writes, and the board follows all the same."""

    async def story(bench: Bench) -> None:
        ann = bench.telegram.person("Ann")
        bob = await opposite(bench, ann)
        await until_asked(bench, bob, ann)
        if ends:
            await bench.close_engine()
            await bench.open_engine()
            bob.channel = bench.channel
        await bench.cut_wire()  # also to the new engine, until something has happened there
        await acts_until_others_wait(bob, bench.diary.newest)
        assert decision(ann.chat) < bench.version
        bench.mend_wire()
        await bench.telegram.until(lambda: decision(ann.chat) == bench.version)
        assert ann.chat.all[-1].by is None
        assert [m.text for m in ann.chat.of_bot].count(WORDS["en"].say("away")) <= 1

    run(tmp_path, story)


async def opposite(bench: Bench, ann: Person) -> Caller:
    """Bob, who plays by a program at a table that somebody opened on Telegram; the match is on."""
    ann.says(ann.chat, "/open singapore deals=1 wash=off")
    await bench.telegram.until(lambda: "?start=" in ann.chat.text)
    bob = await Caller(bench.channel).register("Bob")
    code = re.findall(r"\?start=(\w+)", ann.chat.text)[-1]
    await bob.ask(JoinTableRequest(request_id=new_id(), code=code))
    await bench.telegram.until(lambda: "Bob" in ann.chat.text)
    await ann.taps(ann.chat, "/begin")
    return bob


async def until_asked(bench: Bench, bob: Caller, ann: Person) -> None:
    """Somebody on Telegram acts until Bob is asked."""
    async with asyncio.timeout(SECONDS):
        while not (await bob.view(bench.diary.newest)).legal_moves:
            if decision(ann.chat) == bench.version:
                await bench.takes_the_first(ann, ann.chat, bench.version)
            await asyncio.sleep(0.02)


async def acts_until_others_wait(bob: Caller, table: str) -> None:
    """Bob acts until another person is asked."""
    async with asyncio.timeout(SECONDS):
        while not waits_for_another_person(view := await bob.view(table)):
            if view.legal_moves:
                await bob.move(table, view.legal_moves[0], view.decision_version)
            await asyncio.sleep(0.02)


def waits_for_another_person(view: View) -> bool:
    return any(seat != view.viewer and view.seats[seat].HasField("player") for seat in view.acting)


# --- the bot -------------------------------------------------------------------------------------------


def test_a_bot_that_begins_anew_goes_on_in_the_same_messages(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        table = await begun(bench)
        actor = await bench.rests(*table.people)
        message, data = open_key(actor)
        boards = {place: len(place.all) for place in (table.group, *(p.chat for p in table.people))}
        board = board_of(table.group)
        await bench.close_bot()
        await bench.open_bot()
        assert await actor.sends_tap(message, data) == Toast("", False)
        await bench.rests(*table.people)
        await bench.telegram.until(lambda: bench.telegram.is_settled)
        assert {place: len(place.all) for place in boards} == boards
        assert (await table.taps(actor, "/my_cards")).text
        before = board.text
        actor = await bench.rests(*table.people)
        await bench.takes_the_first(actor, actor.chat, decision(actor.chat))
        await bench.telegram.until(lambda: board.text != before)
        await plays_on(table)
        assert board_of(table.group) is board

    run(tmp_path, story, UNCHANGED)


def test_what_happened_while_there_was_no_bot_is_shown(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        ann = bench.telegram.person("Ann")
        bob = await opposite(bench, ann)
        await until_asked(bench, bob, ann)
        await bench.close_bot()
        messages = len(ann.chat.of_bot)
        await acts_until_others_wait(bob, bench.diary.newest)
        ann.says(ann.chat, "/hand")
        await bench.open_bot()
        await bench.telegram.until(lambda: decision(ann.chat) == bench.version)
        label, none = WORDS["en"].say("hand.label"), WORDS["en"].say("table.none")

        def answers() -> list[str]:
            return [message.text for message in ann.chat.of_bot[messages:]]

        await bench.telegram.until(lambda: any(text.startswith((label, none)) for text in answers()))
        assert none not in "".join(answers())

    run(tmp_path, story, UNCHANGED)


def test_keys_of_a_group_work_at_once(tmp_path: Path) -> None:
    """What was tapped while there was no bot is the first thing that it hears."""

    async def story(bench: Bench) -> None:
        table = await begun(bench)
        actor, code = await bench.rests(*table.people), key_for(table.group, "/score").partition(" ")[2]
        await bench.close_bot()
        keys = [f"{key} {code}" for key in ("/my_cards", "/hint", "/score")]
        taps = [asyncio.create_task(actor.sends_tap(board_of(table.group), key)) for key in keys]
        await asyncio.sleep(0)
        await bench.open_bot()
        assert [toast.alert for toast in await asyncio.gather(*taps)] == [True] * len(keys)

    run(tmp_path, story, UNCHANGED)


def test_a_bot_that_begins_before_its_engine_takes_all_up_later(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        table = await begun(bench)
        actor = await bench.rests(*table.people)
        message, data = open_key(actor)
        await bench.close_bot()
        await bench.close_engine()
        await bench.open_bot()
        assert await actor.sends_tap(message, data) == Toast(WORDS["en"].say("away"), True)
        await bench.open_engine()
        await is_taken(bench, actor, message, data)
        await plays_on(table)

    run(tmp_path, story, UNCHANGED)


def test_a_bot_that_ends_in_the_middle_of_moves_makes_none_twice(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        table = await begun(bench)
        for _ in range(3):
            actor = await bench.rests(*table.people)
            made = len(bench.moves_of(actor))
            tap = asyncio.create_task(actor.sends_tap(*open_key(actor)))
            version = bench.version
            await bench.telegram.until(partial(has_moved, bench, version))
            await bench.close_bot()
            await bench.open_bot()
            await asyncio.wait([tap], timeout=0.5)
            tap.cancel()
            await bench.rests(*table.people)
            assert len(bench.moves_of(actor)) >= made + 1
        await plays_on(table)

    run(tmp_path, story, ("Bad Request: query is too old", *UNCHANGED))


def has_moved(bench: Bench, version: int) -> bool:
    return bench.version > version


def test_without_its_memory_the_bot_finds_everybody_at_the_table(tmp_path: Path) -> None:
    """Boards are sent anew; old keys still work; the group calls its table by the code."""

    async def story(bench: Bench) -> None:
        table = await begun(bench)
        actor = await bench.rests(*table.people)
        other = next(person for person in table.people if person is not actor)
        (message, data), code = open_key(actor), key_for(table.group, "/score").partition(" ")[2]
        await bench.close_bot()
        bench.forget()
        await bench.open_bot()
        shown = {person: len(person.chat.of_bot) for person in table.people}
        assert await actor.sends_tap(message, data) == Toast("", False)
        other.says(other.chat, "/score")
        await bench.telegram.until(lambda: all(len(p.chat.of_bot) > n for p, n in shown.items()))
        groups = len(table.group.of_bot)
        other.says(table.group, f"/join@{BOT_NAME} {code}")
        await bench.telegram.until(lambda: len(table.group.of_bot) > groups)
        assert board_of(table.group) in table.group.of_bot[groups:]
        await plays_on(table)

    run(tmp_path, story, UNCHANGED)


def test_a_group_keeps_the_language_it_chose(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        anna, ben = bench.telegram.person("Anna"), bench.telegram.person("Ben", "nb")
        table = await gathered(bench, anna, ben)
        await table.taps(anna, "/language")
        await bench.telegram.until(lambda: table.group.key("/language de"))
        await anna.taps(table.group, "/language de")
        await bench.close_bot()
        await bench.open_bot()
        ben.says(table.group, f"/play@{BOT_NAME} floating")
        await bench.telegram.until(lambda: key_for(table.group, "/join"))
        assert "Tisch" in table.group.last.text

    run(tmp_path, story, UNCHANGED)
