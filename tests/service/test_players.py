"""People: coming twice, their names and languages, and being forgotten at once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import grpc
import pytest
from fourth.v1 import player_service_pb2 as players
from fourth.v1 import table_service_pb2 as tables
from fourth.v1 import views_pb2 as views

from engine_server.application.fronts import Fronts
from engine_server.main import SystemChance, SystemClock
from engine_server.storage.sqlite import open_sqlite
from tests.service.callers import Person, new_id, refused
from tests.service.engines import here
from tests.service.scenes import lobby, started
from tests.service.test_trouble import until_over

REGISTER = players.RegisterRequest


def test_the_same_secret_is_the_same_player() -> None:
    async def tell() -> None:
        async with here() as engine:
            ann = Person(engine.channel)
            first = REGISTER(request_id="one", secret=ann.secret, name="Ann", language="de")
            player = (await ann.ask(first)).player
            again = [first, REGISTER(request_id="two", secret=ann.secret, name="Anna")]
            assert {(await ann.ask(request)).player for request in again} == {player}
            assert (await ann.ask(players.GetPlayerRequest())).player.name == "Ann"
            other = REGISTER(request_id="one", secret=ann.secret, name="Berta")
            refusal = await refused(ann.ask(other))
            assert (refusal.code, refusal.reason) == (
                grpc.StatusCode.ALREADY_EXISTS,
                "IDEMPOTENCY_KEY_REUSED",
            )
            stranger = Person(engine.channel)
            theirs = REGISTER(request_id="one", secret=stranger.secret, name="Ann")
            assert (await stranger.ask(theirs)).player != player

    asyncio.run(tell())


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Ann", "Ann"),
        ("  Ann \t\n Lee ", "Ann Lee"),
        ("<b>Ann</b> & Co", "<b>Ann</b> & Co"),
        ("Ann\u202eeeL", "AnneeL"),
        ("\u2067Ann\u2069\u200b\ufeff", "Ann"),
        ("e\u0301", "\u00e9"),
        ("Z" + "\u0335" * 40 + "o", "Z\u0335\u0335o"),
        ("👩‍🚀", "👩‍🚀"),
        ("王小明", "王小明"),
        ("x" * 24, "x" * 24),
        ("é" * 24, "é" * 24),
        ("A\x00B\x07", "AB"),
        ("\u3164Ann", "Ann"),
        ("Ann\u3000Lee", "Ann Lee"),
    ],
)
def test_names_are_cleaned_once_and_shown_so_to_all(given: str, kept: str) -> None:
    async def tell() -> None:
        async with here() as engine:
            ann = await engine.person(given)
            assert (await ann.ask(players.GetPlayerRequest())).player.name == kept
            table = (await ann.open()).table
            assert (await ann.view(table)).seats[0].name == kept
            await ann.ask(players.SetPreferencesRequest(request_id=new_id(), name="Other"))
            await ann.ask(players.SetPreferencesRequest(request_id=new_id(), name=given))
            assert (await ann.ask(players.GetPlayerRequest())).player.name == kept

    asyncio.run(tell())


def test_preferences_change_once_and_stay(tmp_path: Path) -> None:
    async def tell() -> None:
        secret = b""
        for begun in (False, True):
            store = open_sqlite(str(tmp_path / "store.db"))
            async with here(store) as engine:
                if not begun:
                    ann = await engine.person("Ann", "en")
                    secret = ann.secret
                    change = players.SetPreferencesRequest(request_id="c", name="Anna", language="de-CH")
                    await ann.ask(change)
                    await ann.ask(players.SetPreferencesRequest(request_id="d", name="Annika"))
                    await ann.ask(change)  # a repeat changes nothing
                    reused = players.SetPreferencesRequest(request_id="c", name="Eve")
                    assert (await refused(ann.ask(reused))).reason == "IDEMPOTENCY_KEY_REUSED"
                ann = Person(engine.channel, secret)
                answer = (await ann.ask(players.GetPlayerRequest())).player
                assert (answer.name, answer.language) == ("Annika", "de")
                assert (await refused(ann.view("nowhere"))).language == "de"
                assert (await refused(ann.speaking("nb").view("nowhere"))).language == "nb"
            await store.close()

    asyncio.run(tell())


def test_two_preferences_changed_at_once_are_both_kept(tmp_path: Path) -> None:
    async def tell() -> None:
        store = open_sqlite(str(tmp_path / "store.db"))
        async with here(store) as engine:
            for n in range(10):
                ann = await engine.person("Ann", "en")
                await asyncio.gather(
                    ann.ask(players.SetPreferencesRequest(request_id=new_id(), name=f"Bea {n}")),
                    ann.ask(players.SetPreferencesRequest(request_id=new_id(), language="de")),
                )
                player = (await ann.ask(players.GetPlayerRequest())).player
                stored = await store.player(player.player)
                assert stored is not None
                assert (player.name, player.language) == (f"Bea {n}", "de")
                assert (stored.name, stored.language) == (f"Bea {n}", "de")
        await store.close()

    asyncio.run(tell())


# --- being forgotten -------------------------------------------------------------------------------------

NAME = "Wilhelmine Tell"


def traces(folder: Path, *words: str) -> list[str]:
    """The words that stand in any file of a store."""
    files = [path.read_bytes() for path in folder.iterdir() if path.name.startswith("store.db")]
    assert files
    return [word for word in words if any(word.encode() in content for content in files)]


def test_who_is_deleted_is_forgotten_within_the_call(tmp_path: Path) -> None:
    async def tell() -> None:
        store = open_sqlite(str(tmp_path / "store.db"))
        async with here(store) as engine:
            will = await engine.person(NAME)
            ben = await engine.person("Ben")
            left = (await will.open()).table  # left long ago
            await ben.join(left)
            await will.ask(tables.LeaveTableRequest(request_id=new_id(), table=left))
            waiting = (await will.open()).table  # not begun
            await ben.join(waiting)
            running = (await will.open(deals="1")).table
            await ben.join(running)
            await will.robots(running, 2)
            await will.start(running)
            over = (await will.open(deals="1")).table
            await ben.join(over)
            await will.robots(over, 2)
            await will.start(over)
            for person in (will, ben):
                await person.hand_over(over)
            await until_over(ben, over)
            alone = (await will.open()).table
            await will.ask(players.SetPreferencesRequest(request_id=new_id(), name=NAME + "!"))
            watch = ben.watch(left, waiting, running, over)
            own = will.watch(alone)
            await own.read()
            words = (NAME, will.player, will.secret.hex())
            assert traces(tmp_path, *words) == [NAME, will.player]

            await will.ask(players.DeletePlayerRequest(request_id=new_id()))

            assert traces(tmp_path, *words) == []
            assert (await refused(will.ask(players.GetPlayerRequest()))).reason == "TOKEN_INVALID"
            for table in (left, waiting, running, over):
                shown = (await ben.view(table)).SerializeToString()
                told = await whole_story(ben, table)
                for word in words[:2]:
                    assert word.encode() not in shown + told
            assert (await ben.view(over)).stage == views.STAGE_OVER
            assert [seat.is_robot for seat in (await ben.view(running)).seats] == [True, False, True, True]
            await ben.hand_over(running)
            await until_over(ben, running)
            watch.cancel()

    asyncio.run(tell())


async def whole_story(person: Person, table: str) -> bytes:
    """Every event of a table, as a watcher from the beginning gets it."""
    version = (await person.view(table)).version
    call = person.watch((table, "0"))
    story = b""
    while True:
        message = await call.read()
        story += bytes(message.SerializeToString())
        if message.version >= version:
            call.cancel()
            return story


def test_a_watch_of_who_is_deleted_ends() -> None:
    async def tell() -> None:
        async with here() as engine:
            scene = await lobby(engine, 2, spectators="yes")
            ben = scene.people[1]
            call = ben.watch(scene.table)
            await call.read()
            await ben.ask(players.DeletePlayerRequest(request_id=new_id()))
            assert (await refused(call.read())).reason == "TOKEN_INVALID"

    asyncio.run(tell())


def test_nobody_sits_down_while_being_forgotten(tmp_path: Path) -> None:
    async def tell() -> None:
        store = open_sqlite(str(tmp_path / "store.db"))
        async with here(store) as engine:
            ann = await engine.person()
            table = (await ann.open()).table
            will = await engine.person(NAME)
            busy = [will.open() for _ in range(20)] + [will.join(table)]
            changes = [
                will.ask(players.SetPreferencesRequest(request_id=new_id(), name=NAME)) for _ in range(20)
            ]
            asked = [*busy, will.ask(players.DeletePlayerRequest(request_id=new_id())), *changes]
            await asyncio.gather(*asked, return_exceptions=True)
            assert (await refused(will.ask(players.GetPlayerRequest()))).reason == "TOKEN_INVALID"
            assert traces(tmp_path, NAME, will.player) == []
            assert NAME not in repr(await ann.view(table))
        await store.close()

    asyncio.run(tell())


def test_a_person_of_a_front_may_go_and_come_again(tmp_path: Path) -> None:
    async def tell() -> None:
        store = open_sqlite(str(tmp_path / "store.db"))
        key = await Fronts(store, SystemClock(), SystemChance()).add("chat")
        async with here(store) as engine:
            ann = Person(
                engine.channel, identity=[("fourth-front-key", key), ("fourth-player", "telegram-4711")]
            )
            register = REGISTER(request_id="start-4711", name="Ann")
            first = (await ann.ask(register)).player
            await ann.ask(players.DeletePlayerRequest(request_id="forget-4711"))
            assert traces(tmp_path, "telegram-4711", "4711", first, "Ann") == []
            assert (await refused(ann.ask(players.GetPlayerRequest()))).reason == "TOKEN_INVALID"
            assert (await ann.ask(register)).player != first
        await store.close()

    asyncio.run(tell())


def test_a_seat_of_who_is_deleted_is_played_on() -> None:
    async def tell() -> None:
        async with here() as engine:
            scene = await started(engine)
            _, actor, _ = await scene.actor()
            rest = [person for person in scene.people if person is not actor]
            await actor.ask(players.DeletePlayerRequest(request_id=new_id()))
            for person in rest:
                await person.hand_over(scene.table)
            view = await until_over(rest[0], scene.table)
            assert sum(seat.is_robot for seat in view.seats) == 1

    asyncio.run(tell())
