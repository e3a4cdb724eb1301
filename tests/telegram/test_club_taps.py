"""Taps and updates nobody should send: one answer each, and nothing changes; many at once, in order."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path

import pytest
from fourth.v1.cards_pb2 import DENOMINATION_NO_TRUMP, RANK_ACE, SUIT_SPADES, Card
from fourth.v1.moves_pb2 import Bid, Move

from engine_server.game.events import CallMade
from telegram_client.conversation.taps import MoveTap, move_tap, pick_tap, read_tap
from telegram_client.speech.cards import card_written
from telegram_client.speech.phrasebook import Language, Words
from tests.playground.bench import Bench, run
from tests.playground.club import Gathered, board_of, gathered
from tests.playground.oracle import name
from tests.playground.phones import Message, Person, Toast
from tests.playground.screens import decision, key_for, move_keys, version_of
from tests.telegram.test_telegram_bot import ignored

MOVED_ON = "The table has moved on. This is how it stands."


@dataclass
class Waiting:
    """A table that waits for one of its two people; `eve` only looks on."""

    table: Gathered
    actor: Person
    other: Person
    eve: Person

    @property
    def bench(self) -> Bench:
        return self.table.bench

    @property
    def key(self) -> tuple[Message, str]:
        """The first key for a move that is open, and its message."""
        when = decision(self.actor.chat)
        return next(found for found in move_keys(self.actor.chat) if version_of(found[1]) == when)

    @property
    def code(self) -> str:
        return key_for(self.table.group, "/score").partition(" ")[2]


async def waiting(bench: Bench, lead: bool = False) -> Waiting:
    """Until a call, or a card (`lead`), is asked of somebody and all boards say so."""
    anna, ben, eve = (bench.telegram.person(name) for name in ("Anna", "Ben", "Eve"))
    table = await gathered(bench, anna, ben)
    table.group.admit(anna, eve)
    eve.says(eve.chat, "/start")
    await table.opens("singapore deals=1 wash=off")
    await table.sits_down_and_begins()
    actor = await bench.rests(anna, ben)
    while lead and not bench.cards_of(actor):
        await bench.takes_the_first(actor, actor.chat, bench.version)
        actor = await bench.rests(anna, ben)
    other = ben if actor is anna else anna
    await bench.telegram.until(lambda: eve.chat.of_bot and key_for(table.group, "/score"))
    await bench.telegram.until(lambda: key_for(other.chat, "/table"))
    return Waiting(table, actor, other, eve)


async def is_refused(
    at: Waiting, by: Person, message: Message, data: str | None, gone: bool = False
) -> Toast:
    """The only answer to a tap that changes nothing."""
    before, version = len(at.bench.telegram.calls_of("answerCallbackQuery")), at.bench.version
    toast = await by.forges_tap(message, data, gone)
    await at.bench.telegram.settled()
    assert len(at.bench.telegram.calls_of("answerCallbackQuery")) == before + 1
    assert at.bench.version == version, data
    return toast


async def is_answered(at: Waiting, by: Person, message: Message, data: str | None) -> None:
    """The same; what has no answer to show is answered in the chat."""
    before = len(message.chat.of_bot)
    toast = await is_refused(at, by, message, data)
    await at.bench.telegram.until(lambda: toast.text or len(message.chat.of_bot) > before)


def malformed() -> list[str | None]:
    """What no button ever sends."""
    long = ["x" * 65, "♠" * 40, "m:" + "a" * 62, "m:" + "a" * 63, "/start " + "x" * 58]
    return [None, "", " ", *long, "/play\x00", "drop table", "m", "m:::", "/no_such_command"]


def forged(at: Waiting) -> list[str | None]:
    """What no button sends to anybody now."""
    table, now, fair = at.bench.diary.newest, decision(at.actor.chat), at.key[1].rsplit(":", 1)[1]
    versions = [f"m:{table}:{version}:{fair}" for version in (0, -1, 2**32 - 1, 2**32)]
    tables = [f"m:{other}:{now}:{fair}" for other in ("other", "", table[:-1] + "x", table.upper())]
    moves = [f"m:{table}:{now}:{bad}" for bad in ("!!!!", "AAAA", "", fair + fair)]
    places = [f"n:{table}:{now}:{bad}" for bad in ("0", "1", "99", "100", "x")]
    picks = [pick_tap(table, 0, "7"), pick_tap("other", now, "7"), f"p:{table}:{now}:"]
    return [*malformed(), *versions, *tables, *moves, *places, *picks, move_tap(table, now, ace())]


def ace() -> Move:
    """A card in the auction."""
    move = Move()
    move.play_card.card.CopyFrom(Card(suit=SUIT_SPADES, rank=RANK_ACE))
    return move


def test_forged_taps_are_answered_once_and_change_nothing(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        at = await waiting(bench)
        for by in (at.actor, at.other, at.eve):
            for message in (by.chat.last, board_of(at.table.group)):
                for data in forged(at):
                    await is_answered(at, by, message, data)
        assert (await at.actor.sends_tap(*at.key)) == Toast("", False)

    run(tmp_path, story)


def test_keys_of_others_are_not_for_outsiders(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        at = await waiting(bench)
        board, code = board_of(at.table.group), at.code
        for data in ("/my_cards", "/hint", "/leave", "/add_robot", "/start", "/join"):
            toast = await is_refused(at, at.eve, board, f"{data} {code}")
            assert toast.text, data
            assert not set("♠♥♦♣") & set(toast.text), data
        for by in (at.other, at.eve):
            for message in (by.chat.last, board, at.key[0]):
                assert (await is_refused(at, by, message, at.key[1])).text
        for data in ("/last_trick", "/score", "/house_rules"):
            assert await is_refused(at, at.eve, board, f"{data} {code}") is not None
        assert (await at.actor.sends_tap(*at.key)) == Toast("", False)

    run(tmp_path, story)


def test_old_and_double_taps_change_nothing(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        at = await waiting(bench)
        message, data = at.key
        made = len(bench.moves_of(at.actor))
        toasts = await asyncio.gather(*(at.actor.sends_tap(message, data) for _ in range(5)))
        assert toasts[0] == Toast("", False)
        assert {toast.text for toast in toasts[1:]} == {MOVED_ON}
        assert len(bench.moves_of(at.actor)) == made + 1
        await bench.rests(at.actor, at.other)
        for old in (message, at.actor.chat.last, at.table.group.of_bot[0]):
            for gone in (False, True):
                toast = await is_refused(at, at.actor, old, data, gone)
                assert toast.text == MOVED_ON if old.chat is at.actor.chat else toast.text

    run(tmp_path, story)


def test_a_tap_that_telegram_brings_twice_is_made_once(tmp_path: Path) -> None:
    """A bot that stopped before it could confirm what it had done is told of it again."""

    async def story(bench: Bench) -> None:
        at = await waiting(bench)
        message, data = at.key
        made = len(bench.moves_of(at.actor))
        tap = asyncio.create_task(at.actor.sends_tap(message, data))
        await bench.telegram.until(lambda: not bench.telegram.is_settled)
        (told,) = bench.telegram.world.updates.ready(bench.telegram.world.now())
        assert await tap == Toast("", False)
        bench.telegram.happens(told.kind, told.content)
        await bench.telegram.until(
            lambda: not bench.telegram.calls_of("answerCallbackQuery")[-1].answer["ok"]
        )
        await bench.rests(at.actor, at.other)
        assert len(bench.moves_of(at.actor)) == made + 1

    run(tmp_path, story, ("Bad Request: query is too old",))


def test_a_tap_told_again_at_the_next_turn_makes_no_second_move(tmp_path: Path) -> None:
    """Robots have answered the first by then, and the same move would be right again."""

    async def story(bench: Bench) -> None:
        telegram, ann = bench.telegram, bench.telegram.person("Ann")
        ann.says(ann.chat, "/play singapore deals=1 wash=off")
        await bench.rests(ann)
        tap = asyncio.create_task(ann.sends_tap(*move_keys(ann.chat)[0]))
        await telegram.until(lambda: not telegram.is_settled)
        (told,) = telegram.world.updates.ready(telegram.world.now())
        assert await tap == Toast("", False)
        await bench.rests(ann)
        made = len(bench.moves_of(ann))
        telegram.happens(told.kind, told.content)
        await telegram.until(lambda: telegram.refused)
        await bench.rests(ann)
        assert len(bench.moves_of(ann)) == made

    run(tmp_path, story, ("Bad Request: query is too old",))


# --- what is no line and no tap ------------------------------------------------------------------------


def test_updates_without_message_or_person_are_not_answered(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(bench: Bench) -> None:
        at = await waiting(bench)
        version, sent = bench.version, len(bench.telegram.calls_of("sendMessage"))
        for kind, content in ignored(at.actor, at.table.group).values():
            bench.telegram.happens(kind, content)
        nowhere = at.actor.new_query(at.key[0])
        tapped = {"id": nowhere, "from": at.actor.json(), "chat_instance": "1", "data": at.key[1]}
        bench.telegram.happens("callback_query", tapped | {"inline_message_id": "abc"})
        assert await bench.telegram.answer_to(nowhere) == Toast("", False)
        await bench.telegram.settled()
        assert [call.form.fields for call in bench.telegram.calls_of("sendMessage")[sent:]] == []
        assert bench.version == version
        assert await at.actor.sends_tap(*at.key) == Toast("", False)

    run(tmp_path, story)
    assert caplog.text == ""


# --- order ---------------------------------------------------------------------------------------------


def test_a_burst_of_taps_is_dealt_with_in_order(tmp_path: Path) -> None:
    """The keys turned to and fro, and a bid at the end of it."""

    async def story(bench: Bench) -> None:
        at = await waiting(bench)
        table, when = bench.diary.newest, decision(at.actor.chat)
        bid = Move(bid=Bid(level=7, denomination=DENOMINATION_NO_TRUMP))
        burst = [pick_tap(table, when, level) for level in "345676"] + [move_tap(table, when, bid)]
        toasts = await asyncio.gather(*(at.actor.sends_tap(at.key[0], data) for data in burst))
        assert toasts == [Toast("", False)] * len(burst)
        ours = [tap.id for tap in bench.telegram.world.taps.values() if tap.person == at.actor.id]
        assert [query for query in bench.telegram.answered if query in ours] == ours
        last = bench.moves_of(at.actor)[-1]
        assert isinstance(last, CallMade)
        assert str(last.call).upper().count("NO_TRUMP") == 1

    run(tmp_path, story)


def test_of_all_cards_tapped_at_once_the_first_is_played(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        at = await waiting(bench, lead=True)
        when, played = decision(at.actor.chat), len(bench.cards_of(at.actor))
        keys = [found for found in move_keys(at.actor.chat) if version_of(found[1]) == when]
        toasts = await asyncio.gather(*(at.actor.sends_tap(*key) for key in reversed(keys)))
        assert toasts == [Toast("", False), *[Toast(MOVED_ON, False)] * (len(keys) - 1)]
        (card,) = bench.cards_of(at.actor)[played:]
        tap = read_tap(keys[-1][1])
        assert isinstance(tap, MoveTap)
        assert card_written(Words(Language.EN), tap.move.play_card.card) == name(card)

    run(tmp_path, story)


def test_two_tables_are_played_side_by_side(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        async with asyncio.TaskGroup() as tables:
            for names in (("Anna", "Ben"), ("Cora", "Dan")):
                tables.create_task(plays_a_match(bench, *names))

    run(tmp_path, story)


async def plays_a_match(bench: Bench, *names: str) -> None:
    table = await gathered(bench, *(bench.telegram.person(name) for name in names))
    await table.opens()
    await table.sits_down_and_begins()
    await table.plays_to_the_end(bench.takes_the_first)
