"""At the most talkative log level a full run names no secret, token, seed, hand or hidden partner."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
from fourth.v1 import advisor_service_pb2 as advisor
from fourth.v1 import player_service_pb2 as players
from fourth.v1 import table_service_pb2 as tables
from fourth.v1 import views_pb2 as views

from engine_server.application.people import Credentials
from engine_server.rules.cards import RANK_LETTERS, SUIT_LETTERS
from engine_server.service.calls import Call
from engine_server.settings import Settings
from tests.service.callers import Person, move_of, new_id, raw, refusal_of
from tests.service.engines import child, run

NAME = "Wilhelmine"
CARD_CODE = re.compile(rf"\b[{SUIT_LETTERS}][{RANK_LETTERS[2:]}]\b")


@dataclass
class Run:
    """What one run must keep to itself, and what was said to clients in errors."""

    secrets: set[str] = field(default_factory=set)
    errors: list[str] = field(default_factory=list)

    def keep(self, *secrets: bytes | str) -> None:
        self.secrets.update(s if isinstance(s, str) else s.hex() for s in secrets)

    def said_in(self, text: str) -> list[str]:
        return [secret for secret in self.secrets if secret in text]

    async def fails(self, work: Any) -> None:  # noqa: ANN401
        try:
            await work
        except grpc.aio.AioRpcError as error:
            self.errors.append(repr(refusal_of(error)))
            return
        raise AssertionError("was not refused")


async def whole_run(address: str, key: str, seen: Run) -> None:
    """Some matches with persons, robots and a front, with hints and every kind of trouble."""
    async with grpc.aio.insecure_channel(address) as channel:
        people = [await Person(channel).register(f"{NAME} {n}") for n in range(4)]
        front = Person(channel, identity=[("fourth-front-key", key), ("fourth-player", "telegram-4711")])
        await front.ask(players.RegisterRequest(request_id=new_id(), name="Frontman"))
        seen.keep(key, "telegram-4711", NAME, "Frontman", *(person.secret for person in people))
        for game in ("floating", "singapore"):
            table = (await people[0].open(game, deals="1")).table
            for person in people[1:]:
                await person.join(table)
            await people[0].start(table)
            await played(people, table, seen)
        table = (await front.open()).table
        await front.robots(table)
        await front.start(table)
        await front.ask(advisor.GetHintRequest(table=table)) if (
            await front.view(table)
        ).legal_moves else None
        await trouble(channel, people, table, seen)


async def played(people: list[Person], table: str, seen: Run) -> None:
    while (view := await people[0].view(table)).stage == views.STAGE_PLAYING:
        if not view.acting:
            continue
        actor = people[view.acting[0]]
        mine = await actor.view(table)
        await actor.ask(advisor.GetHintRequest(table=table))
        idle = people[(view.acting[0] + 1) % 4]
        await seen.fails(idle.ask(move_of(table, mine.legal_moves[0])))
        await actor.move(table, mine.legal_moves[-1], mine.decision_version)
    last = view.last_deal
    for wanted in (tables.EXPORT_FORMAT_LOG_JSON, tables.EXPORT_FORMAT_PBN):
        file = await people[0].ask(tables.ExportMatchRequest(table=table, format=wanted))
        assert len(file.content) > 500
    await seen.fails(people[0].ask(tables.ExportMatchRequest(table=table, format=tables.EXPORT_FORMAT_LIN)))
    seen.keep(last.secret)
    assert len(last.secret) == 32


async def trouble(channel: grpc.aio.Channel, people: list[Person], table: str, seen: Run) -> None:
    for wrong in (
        people[0].secret.hex()[:-1],
        people[0].secret.hex() + "0",
        "Basic " + people[0].secret.hex(),
    ):
        impostor = Person(channel, identity=[("authorization", f"Bearer {wrong}")])
        await seen.fails(impostor.ask(tables.ListTablesRequest()))
    await seen.fails(people[0].ask(tables.GetViewRequest(table="x" * 70)))
    await seen.fails(people[0].register(NAME * 9))
    await seen.fails(raw(channel, "/fourth.v1.TableService/GetView", people[0].secret, people[0].metadata))
    watches = [people[0].watch(table) for _ in range(3)]
    for watch in watches:
        watch.cancel()
    await people[3].ask(players.DeletePlayerRequest(request_id=new_id()))


def test_no_log_line_and_no_error_names_a_secret(tmp_path: Path) -> None:
    seen = Run()
    key = run("--store", str(tmp_path / "store.db"), "keys", "add", "chat").stdout.strip()
    assert len(key) == 64
    with child(tmp_path / "store.db", "--log-level", "debug", "--reflection") as engine:
        asyncio.run(whole_run(engine.address, key, seen))
        assert engine.stop() == 0
        logged = engine.log.read_text()
    assert logged, "at this level there is something to read"
    assert len(seen.secrets) >= 10
    assert seen.said_in(logged) == []
    assert CARD_CODE.findall(logged) == []
    told = "\n".join(seen.errors)
    assert len(seen.errors) > 100
    assert seen.said_in(told) == []
    assert CARD_CODE.findall(told) == []


def test_nothing_that_holds_a_secret_shows_it() -> None:
    secret = bytes(range(32))
    call = Call("m", (("authorization", f"Bearer {secret.hex()}"), ("fourth-player", "4711")), secret)
    credentials = call.credentials()
    assert credentials.secret == secret
    shown = repr(
        (call, credentials, Credentials(None, secret, "4711"), Settings.model_validate({"seed": 47111}))
    )
    for hidden in (secret.hex(), repr(secret), "4711"):
        assert hidden not in shown
