"""A table's code works everywhere: by command, by link, from a terminal, from a program."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from pathlib import Path

import grpc
import pytest
from fourth.v1 import advisor_service_pb2, table_service_pb2

from tests.playground.bench import Bench, run
from tests.playground.club import gathered
from tests.playground.phones import SECONDS, Person
from tests.playground.screens import key_for
from tests.service.callers import Person as Caller
from tests.service.callers import new_id
from tests.together.terminal import terminal_player

INVALID = "This invitation is not valid, or no longer."


def is_over(person: Person) -> bool:
    """Whether a match has ended in that person's own chat."""
    return any(key.data.split(" ")[0] in ("/play", "/open") for key in person.chat.last.buttons) and any(
        key.data == "/deal" for key in person.chat.last.buttons
    )


async def plays_by_hints(caller: Caller, table: str) -> None:
    """A program that does what the engine advises, until the match is over."""
    async for _ in caller.watch(table, timeout=SECONDS):
        view = await caller.view(table)
        if view.places:
            return
        if view.legal_moves:
            hint = await caller.ask(advisor_service_pb2.GetHintRequest(table=table))
            await caller.move(table, hint.moves[0].move, view.decision_version)


@pytest.mark.parametrize("way", ["/start {code}", "/join {code}", "/join {small}", "/start {spaced}"])
def test_a_program_and_somebody_on_telegram_sit_at_one_table(tmp_path: Path, way: str) -> None:
    async def story(bench: Bench) -> None:
        ann = bench.telegram.person("Ann")
        async with grpc.aio.insecure_channel(bench.wire.address) as channel:
            bob = await Caller(channel).register("Bob")
            opened = await bob.open("singapore", deals="1", wash="off", spectators="yes")
            code = opened.code
            ann.says(ann.chat, way.format(code=code, small=code.lower(), spaced=f"{code[:3]} {code[3:]}"))
            await bench.telegram.until(lambda: "Bob" in ann.chat.text)
            await bob.robots(opened.table, 2)
            await bob.start(opened.table)
            async with asyncio.TaskGroup() as players:
                players.create_task(plays_by_hints(bob, opened.table))
                players.create_task(bench.plays(ann, ann.chat, partial(is_over, ann), bench.takes_the_hint))
        assert len(bench.moves_of(ann)) > 1

    run(tmp_path, story)


def test_a_terminal_joins_a_table_of_a_group(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        ann = bench.telegram.person("Ann")
        table = await gathered(bench, ann)
        await table.opens("singapore deals=1 wash=off")
        code = key_for(table.group, "/join").partition(" ")[2]
        async with terminal_player(tmp_path, bench.wire.address, "Tess") as tess:
            await tess.type(f"/join {code}")
            await bench.telegram.until(lambda: "Tess" in table.group.text)
            for _ in range(2):
                await table.taps(ann, "/add_robot")
            await table.taps(ann, "/start")
            async with asyncio.TaskGroup() as players:
                players.create_task(tess.play_to_the_end())
                players.create_task(table.plays_to_the_end(bench.takes_the_hint))
            assert re.search(r"Ann", tess.shown)
            assert await tess.quit() == 0

    run(tmp_path, story)


def test_somebody_on_telegram_invites_by_a_link(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        ann, ben = bench.telegram.person("Ann"), bench.telegram.person("Ben", "de")
        ann.says(ann.chat, "/open singapore deals=1")
        await bench.telegram.until(lambda: "?start=" in ann.chat.text)
        (code,) = set(re.findall(r"\?start=(\w+)", ann.chat.text))
        ben.says(ben.chat, f"/start {code}")
        await bench.telegram.until(lambda: "Ben" in ann.chat.text and "Ann" in ben.chat.text)
        await ann.taps(ann.chat, "/begin")
        async with asyncio.TaskGroup() as players:
            for person in (ann, ben):
                players.create_task(
                    bench.plays(person, person.chat, partial(is_over, person), bench.takes_the_first)
                )

    run(tmp_path, story)


@pytest.mark.parametrize(
    "payload", ["NOSUCH", "x" * 64, "x" * 65, "x" * 4000, "🂡", "<b>", "a b c", "../..", "%00", "-", "_" * 64]
)
def test_an_invitation_that_is_none_is_answered_politely(tmp_path: Path, payload: str) -> None:
    async def story(bench: Bench) -> None:
        ann = bench.telegram.person("Ann")
        ann.says(ann.chat, f"/start {payload}")
        await bench.telegram.until(lambda: INVALID in ann.chat.text)
        assert ann.chat.last.buttons
        assert payload not in ann.chat.text

    run(tmp_path, story)


def test_an_invitation_to_a_table_that_is_gone_is_answered_politely(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        ann, ben = bench.telegram.person("Ann"), bench.telegram.person("Ben")
        async with grpc.aio.insecure_channel(bench.wire.address) as channel:
            bob = await Caller(channel).register("Bob")
            opened = await bob.open("singapore", deals="1")
            await bob.ask(table_service_pb2.LeaveTableRequest(request_id=new_id(), table=opened.table))
            ann.says(ann.chat, f"/start {opened.code}")
            await bench.telegram.until(lambda: ann.chat.of_bot and ann.chat.last.buttons)
            private = await bob.open("singapore", deals="1")
            await bob.robots(private.table)
            await bob.start(private.table)
            ben.says(ben.chat, f"/start {private.code}")
            await bench.telegram.until(lambda: INVALID in ben.chat.text)
        assert INVALID in ann.chat.text

    run(tmp_path, story)
