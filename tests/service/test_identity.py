"""Who calls: secrets and keys, what they open, and that nobody speaks for another."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import grpc
import pytest
from fourth.v1 import player_service_pb2 as players
from fourth.v1 import table_service_pb2 as tables

from engine_server.application.access import hash_of_secret
from engine_server.application.fronts import Fronts
from engine_server.application.ports import Front
from engine_server.main import SeededChance, SystemChance, SystemClock
from engine_server.storage.memory import MemoryStore
from tests.service.callers import METHODS, Metadata, Person, new_id, refusal_of, refused
from tests.service.engines import Here, child, here, run

OPEN_TO_ALL = {"ListGames", "GetRules", "ListWords", "Register", "GetServerInfo", "ReviewDeal"}
CLOSED = [m for m in METHODS.values() if m.name not in OPEN_TO_ALL and not m.streams]
KEY, HEX = "fourth-front-key", "ab" * 32


@pytest.mark.parametrize("method", CLOSED, ids=[method.name for method in CLOSED])
@pytest.mark.parametrize(
    ("metadata", "reason"),
    [
        ([], "TOKEN_MISSING"),
        ([("fourth-player", "ann")], "TOKEN_MISSING"),
        ([("authorization", f"Bearer {HEX}")], "TOKEN_INVALID"),
        ([("authorization", HEX)], "TOKEN_INVALID"),
        ([("authorization", "Bearer " + "0" * 63)], "TOKEN_INVALID"),
        ([("authorization", "Bearer " + "0" * 65)], "TOKEN_INVALID"),
        ([("authorization", "Basic Zm9v")], "TOKEN_INVALID"),
        ([("authorization", "")], "TOKEN_INVALID"),
        ([(KEY, HEX), ("fourth-player", "ann")], "TOKEN_INVALID"),
        ([(KEY, "x"), ("fourth-player", "ann")], "TOKEN_INVALID"),
        ([(KEY, "")], "TOKEN_INVALID"),
    ],
)
def test_a_call_without_a_good_name_is_not_heard(method: object, metadata: Metadata, reason: str) -> None:
    async def tell() -> None:
        async with here() as engine:
            assert isinstance(method, type(CLOSED[0]))
            nobody = Person(engine.channel, identity=metadata)
            refusal = await refused(nobody.ask(method.request()))
            assert refusal.code is grpc.StatusCode.UNAUTHENTICATED
            assert refusal.reason == refusal.trailer == reason

    asyncio.run(tell())


def test_a_wrong_secret_and_a_missing_table_are_not_told_apart_by_who_is_nobody() -> None:
    async def tell() -> None:
        async with here() as engine:
            ann = await engine.person()
            table = (await ann.open()).table
            nobody = Person(engine.channel)
            answers = [await refused(nobody.ask(tables.GetViewRequest(table=t))) for t in (table, "nowhere")]
            assert answers[0] == answers[1]

    asyncio.run(tell())


def test_hexadecimal_digits_may_be_capital_letters() -> None:
    async def tell() -> None:
        async with here() as engine:
            ann = await engine.person()
            shouting = Person(
                engine.channel, identity=[("authorization", f"bearer {ann.secret.hex().upper()}")]
            )
            assert (await shouting.ask(players.GetPlayerRequest())).player.player == ann.player

    asyncio.run(tell())


# --- fronts ----------------------------------------------------------------------------------------------


def of_front(engine: Here, key: str, guest: str) -> Person:
    return Person(engine.channel, identity=[(KEY, key), ("fourth-player", guest)])


async def registered(person: Person, name: str) -> str:
    """A front sends no secret."""
    return str((await person.ask(players.RegisterRequest(request_id="start", name=name))).player)


def test_a_front_speaks_for_its_own_people_and_for_nobody_else() -> None:
    async def tell() -> None:
        store = MemoryStore()
        fronts = Fronts(store, SystemClock(), SystemChance())
        first, second = await fronts.add("first"), await fronts.add("second")
        async with here(store) as engine:
            ann, other = of_front(engine, first, "42"), of_front(engine, second, "42")
            alone = await engine.person("Cleo")
            ann_id, other_id = await registered(ann, "Ann"), await registered(other, "Otto")
            assert len({ann_id, other_id, alone.player}) == 3
            table = (await ann.open()).table
            # Neither the same id at another front, nor an id that is public, opens another's seat.
            for guest in ("42", ann_id, alone.player):
                spoofed = of_front(engine, second, guest)
                refusal = await refused(
                    spoofed.ask(tables.LeaveTableRequest(request_id=new_id(), table=table))
                )
                assert refusal.reason in ("TOKEN_INVALID", "NOT_YOUR_SEAT")
            assert (await ann.view(table)).viewer == 0
            assert (await ann.ask(players.GetPlayerRequest())).player.name == "Ann"

    asyncio.run(tell())


@pytest.mark.parametrize(
    ("guest", "reason"),
    [(None, "TOKEN_MISSING"), ("", "ID_MALFORMED"), ("x" * 65, "ID_MALFORMED"), ("a b", "ID_MALFORMED")],
)
def test_a_front_must_name_its_person(guest: str | None, reason: str) -> None:
    async def tell() -> None:
        store = MemoryStore()
        key = await Fronts(store, SystemClock(), SystemChance()).add("front")
        async with here(store) as engine:
            named = [] if guest is None else [("fourth-player", guest)]
            person = Person(engine.channel, identity=[(KEY, key), *named])
            assert (await refused(person.ask(players.GetPlayerRequest()))).reason == reason

    asyncio.run(tell())


def test_an_expired_key_is_told_so() -> None:
    async def tell() -> None:
        store, key = MemoryStore(), os.urandom(32)
        await store.add_front(Front("old", hash_of_secret(key), created_ms=0, expires_ms=1))
        async with here(store) as engine:
            refusal = await refused(of_front(engine, key.hex(), "ann").ask(players.GetPlayerRequest()))
            assert refusal.code is grpc.StatusCode.UNAUTHENTICATED
            assert refusal.reason == "TOKEN_EXPIRED"

    asyncio.run(tell())


def test_a_practice_engine_hears_no_front() -> None:
    async def tell() -> None:
        store = MemoryStore()
        key = await Fronts(store, SystemClock(), SystemChance()).add("front")
        async with here(store, SeededChance(7)) as engine:
            refusal = await refused(of_front(engine, key, "ann").ask(players.GetPlayerRequest()))
            assert refusal.reason == "TOKEN_INVALID"
            assert (await engine.person()).player

    asyncio.run(tell())


def test_keys_are_kept_while_the_engine_runs_and_a_revoked_one_opens_nothing(tmp_path: Path) -> None:
    store = tmp_path / "store.db"

    def keys(*arguments: str) -> str:
        done = run("--store", str(store), "keys", *arguments)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    async def tell(address: str) -> None:
        key = await asyncio.to_thread(keys, "add", "chat")
        async with grpc.aio.insecure_channel(address) as channel:
            person = Person(channel, identity=[(KEY, key), ("fourth-player", "ann")])
            await registered(person, "Ann")
            assert "valid until revoked" in await asyncio.to_thread(keys, "list")
            await asyncio.to_thread(keys, "revoke", "chat")
            assert "revoked" in await asyncio.to_thread(keys, "list")
            heard = [True]
            async with asyncio.timeout(10):
                while heard[-1]:
                    heard.append(await is_heard(person))

    with child(store) as engine:
        asyncio.run(tell(engine.address))


async def is_heard(person: Person) -> bool:
    try:
        await person.ask(players.GetPlayerRequest())
    except grpc.aio.AioRpcError as error:
        return refusal_of(error).reason != "TOKEN_INVALID"
    return True


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (("add", "no spaces"), "1 to 32 letters"),
        (("add", "x" * 33), "1 to 32 letters"),
        (("add", "chat", "--days", "0"), "36500 days"),
        (("revoke", "nobody"), "no front nobody"),
        (("add", "taken"), "another front"),
    ],
)
def test_keys_that_cannot_be_get_one_line(tmp_path: Path, arguments: tuple[str, ...], line: str) -> None:
    store = tmp_path / "store.db"
    at = ("--store", str(store), "keys")
    assert run(*at, "add", "taken").returncode == 0
    done = run(*at, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    said, why = done.stderr.splitlines()
    assert said == f"fourth: the store is {store}"
    assert line in why


@pytest.mark.parametrize("place", [0, 1, 2])
def test_the_store_of_keys_may_be_named_before_and_behind(tmp_path: Path, place: int) -> None:
    store = tmp_path / "store.db"
    for words in (["keys", "add", "chat"], ["keys", "list"], ["keys", "revoke", "chat"]):
        words[place:place] = ["--store", str(store)]
        done = run(*words)
        assert (done.returncode, done.stderr) == (0, f"fourth: the store is {store}\n")
    assert run("keys", "list", "--store", str(store)).stdout.split() == ["chat", "revoked"]


def test_the_store_named_last_is_meant(tmp_path: Path) -> None:
    there, elsewhere = tmp_path / "store.db", tmp_path / "other.db"
    assert run("--store", str(elsewhere), "keys", "add", "chat", "--store", str(there)).returncode == 0
    assert (there.exists(), elsewhere.exists()) == (True, False)


@pytest.mark.parametrize("words", [("list",), ("revoke", "chat")])
@pytest.mark.parametrize("name", ["typo.db", "no/such.db"])
def test_keys_of_a_store_that_is_not_there_make_none(
    tmp_path: Path, name: str, words: tuple[str, ...]
) -> None:
    done = run("keys", *words, "--store", str(tmp_path / name))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"fourth: there is no store {tmp_path / name}\n"
    assert list(tmp_path.iterdir()) == []


def test_a_watch_ends_when_its_key_is_revoked() -> None:
    async def tell() -> None:
        store = MemoryStore()
        fronts = Fronts(store, SystemClock(), SystemChance())
        key = await fronts.add("front")
        async with here(store) as engine:
            person = of_front(engine, key, "ann")
            await registered(person, "Ann")
            table = (await person.open()).table
            watch = person.watch(table)
            await watch.read()
            await fronts.revoke("front")
            await asyncio.sleep(1.1)
            # Whatever happens at the table next is not shown any more.
            ben = await engine.person("Ben")
            await ben.join(table)
            refusal = await refused(watch.read())
            assert refusal.reason == "TOKEN_INVALID"

    asyncio.run(tell())


def test_a_front_with_a_new_key_finds_its_people_again() -> None:
    async def tell() -> None:
        store = MemoryStore()
        fronts = Fronts(store, SystemClock(), SystemChance())
        old = await fronts.add("front")
        async with here(store) as engine:
            before = await registered(of_front(engine, old, "ann"), "Ann")
            await fronts.revoke("front")
            new = await fronts.add("front")
            again = of_front(engine, new, "ann")
            known = (await again.ask(players.GetPlayerRequest())).player
            assert (known.player, known.name) == (before, "Ann")
            await asyncio.sleep(1.1)
            assert not await is_heard(of_front(engine, old, "ann"))

    asyncio.run(tell())
