"""Matches leave over real gRPC as files: who may have them, what stands in them, and what never does."""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import grpc
import pytest
from fourth.v1 import player_service_pb2 as players
from fourth.v1 import table_service_pb2 as tables
from fourth.v1 import views_pb2

from engine_server.application.ports import Store
from engine_server.interchange.lin_reading import import_lin
from engine_server.interchange.logs import import_log
from engine_server.interchange.pbn_reading import import_pbn
from engine_server.interchange.replaying import replayed
from engine_server.rules.variants import ALL
from engine_server.service.wire import files
from engine_server.storage.memory import MemoryStore
from engine_server.storage.sqlite import open_sqlite
from engine_server.words.languages import COMPLETE
from tests.service.callers import Person, new_id, refused
from tests.service.engines import Here, KnownChance, here
from tests.service.scenes import lobby, started

LOG, PBN, LIN = "EXPORT_FORMAT_LOG_JSON", "EXPORT_FORMAT_PBN", "EXPORT_FORMAT_LIN"
FOUR_HANDS = ("floating", "singapore", "minibridge", "rubber", "chicago", "duplicate")
FIXED_PAIRS = ("rubber", "chicago", "duplicate")


async def export(person: Person, table: str, wanted: str = LOG, deal: int = 0) -> Any:  # noqa: ANN401
    return await person.ask(tables.ExportMatchRequest(table=table, format=wanted, deal=deal))


async def robots_play(engine: Here, game: str, **rules: str) -> tuple[Person, str, str]:
    """A match that robots play to its end, at a table of somebody's; its code."""
    ann = await engine.person("Ann")
    opened = await ann.open(game, **{"deals": "1", **rules})
    seats = len((await ann.view(opened.table)).seats)
    await ann.robots(opened.table, seats - 1)
    await ann.start(opened.table)
    await ann.hand_over(opened.table)
    async with asyncio.timeout(60):
        while (await ann.view(opened.table)).stage == views_pb2.STAGE_PLAYING:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    return ann, opened.table, opened.code


# --- what leaves -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [game.key for game in ALL])
def test_a_match_of_every_game_leaves_and_is_scored_again_alike(game: str) -> None:
    async def tell() -> None:
        async with here() as engine:
            ann, table, code = await robots_play(engine, game)
            view = await ann.view(table)
            file = await export(ann, table)
            assert (file.file_name, file.media_type) == (f"fourth-{game}-{code}.json", "application/json")
            again = replayed(import_log(file.content))
            assert again.state.places == tuple(tuple(place.seats) for place in view.places)
            lines = [(line.deal, list(line.seats), line.points) for line in view.lines]
            assert [(line.deal, list(line.seats), line.points) for line in again.state.lines] == lines
            (deal,) = again.deals
            assert deal.secret == view.last_deal.secret
            for wanted, fitting in ((PBN, FOUR_HANDS), (LIN, FIXED_PAIRS)):
                if game in fitting:
                    assert (await export(ann, table, wanted)).content
                else:
                    refusal = await refused(export(ann, table, wanted))
                    assert refusal.code is grpc.StatusCode.FAILED_PRECONDITION
                    assert (refusal.reason, refusal.arguments) == ("FORMAT_NOT_FOR_GAME", {})

    asyncio.run(tell())


@pytest.mark.parametrize("game", FOUR_HANDS)
def test_boards_are_read_by_a_program_nobody_here_wrote(game: str) -> None:
    pbn = pytest.importorskip("endplay.parsers.pbn", reason="endplay reads what we write")

    async def tell() -> None:
        async with here(chance=KnownChance(5)) as engine:
            ann, table, code = await robots_play(engine, game)
            last = (await ann.view(table)).last_deal
            file = await export(ann, table, PBN)
            assert file.file_name == f"fourth-{game}-{code}.pbn"
            assert file.media_type == "text/plain; charset=iso-8859-1"
            (board,) = pbn.loads(file.content.decode("latin-1").replace("\r\n", "\n") + "\n")
            assert board.board_num == 1
            assert board.info["North"] == "Ann"
            assert len(list(board.play)) == sum(len(trick.cards) for trick in last.tricks)
            (ours,) = import_pbn(file.content)
            assert [len(hand) for hand in ours.hands] == [13] * 4
            assert ours.declarer_tricks in (last.declaring_tricks, None)
            if game in FIXED_PAIRS:
                written = await export(ann, table, LIN)
                assert written.file_name == f"fourth-{game}-{code}.lin"
                (read,) = import_lin(written.content)
                assert (read.hands, read.calls, read.tricks) == (ours.hands, ours.calls, ours.tricks)

    asyncio.run(tell())


def test_one_deal_of_several_is_a_file_of_its_own() -> None:
    async def tell() -> None:
        async with here() as engine:
            ann, table, code = await robots_play(engine, "duplicate", deals="3")
            all_of_them = import_pbn((await export(ann, table, PBN)).content)
            assert [board.board for board in all_of_them] == [1, 2, 3]
            second = await export(ann, table, PBN, 2)
            assert second.file_name == f"fourth-duplicate-{code}-deal2.pbn"
            assert import_pbn(second.content) == all_of_them[1:2]
            as_far = replayed(import_log((await export(ann, table, LOG, 2)).content))
            assert [deal.number for deal in as_far.deals] == [1, 2]
            refusal = await refused(export(ann, table, PBN, 4))
            assert (refusal.code, refusal.reason) == (grpc.StatusCode.NOT_FOUND, "DEAL_UNKNOWN")

    asyncio.run(tell())


def test_a_file_names_people_and_nobodys_id() -> None:
    async def tell() -> None:
        async with here() as engine:
            scene = await started(engine)
            await scene.play_to_the_end()
            again = tables.RematchRequest(request_id=new_id(), table=scene.table)
            following = await scene.people[0].ask(again)
            for wanted in (LOG, PBN):
                text = (await export(scene.people[1], scene.table, wanted)).content.decode("latin-1")
                assert all(name in text for name in ("Ann", "Ben", "Cleo", "Dee"))
                ids = [person.player for person in scene.people]
                known = [*ids, scene.table, scene.code, following.table, following.code]
                assert [found for found in known if found in text] == []

    asyncio.run(tell())


# --- what never leaves -------------------------------------------------------------------------------


@pytest.mark.parametrize("wanted", [LOG, PBN])
def test_while_a_deal_is_on_nothing_of_it_leaves(wanted: str) -> None:
    async def tell() -> None:
        chance = Remembering(11)
        async with here(chance=chance) as engine:
            scene = await started(engine, deals="3", pace="PACE_NONE")
            refusal = await refused(export(scene.people[0], scene.table, wanted))
            assert (refusal.code, refusal.reason) == (grpc.StatusCode.NOT_FOUND, "DEAL_UNKNOWN")
            await scene.play_until(lambda view: view.deal == 2 and len(view.tricks) == 3)
            whole = {str(seat): await scene.view(seat) for seat in range(4)}
            file = (await export(scene.people[0], scene.table, wanted)).content
            assert len(chance.secrets) == 2
            assert [secret.hex() in file.decode("latin-1") for secret in chance.secrets] == [
                wanted == LOG,
                False,
            ]
            assert whole["0"].seal.hex() not in file.decode("latin-1")
            if wanted == PBN:
                assert [board.board for board in import_pbn(file)] == [1]
                return
            events = json.loads(file)["events"]
            scored = next(place for place, event in enumerate(events) if event["kind"] == "DealScored")
            assert events[scored + 1 :] == []
            assert len(replayed(import_log(file)).deals) == 1
            # The same whatever happens in the deal that is on, and whoever asks.
            await scene.step(lambda view: view.legal_moves[0])
            for person in scene.people:
                assert (await export(person, scene.table, wanted)).content == file

    asyncio.run(tell())


class Remembering(KnownChance):
    """Chance that knows which secrets it gave for deals."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.secrets: list[bytes] = []

    def secret(self) -> bytes:
        drawn = super().secret()
        self.secrets.append(drawn)
        return drawn

    def below(self, limit: int) -> int:
        return int.from_bytes(super().secret(), "big") % limit


# --- who may -----------------------------------------------------------------------------------------


def test_whoever_sits_there_or_stands_in_has_the_file_and_nobody_else() -> None:
    async def tell() -> None:
        async with here() as engine:
            scene = await started(engine, deals="3", spectators="yes")
            friend = await engine.person("Fay")
            hand_over = tables.HandOverRequest(request_id=new_id(), table=scene.table, player=friend.player)
            await scene.people[2].ask(hand_over)
            scene.people[2], owner = friend, scene.people[2]
            await scene.play_until(lambda view: view.deal == 2)
            for person in (*scene.people, owner):
                assert (await export(person, scene.table)).content
            refusal = await refused(export(scene.stranger, scene.table))
            assert (refusal.code, refusal.reason) == (grpc.StatusCode.PERMISSION_DENIED, "NOT_YOUR_SEAT")
            await scene.people[3].ask(tables.LeaveTableRequest(request_id=new_id(), table=scene.table))
            assert (await refused(export(scene.people[3], scene.table))).reason == "NOT_YOUR_SEAT"

    asyncio.run(tell())


def test_a_private_table_is_unknown_to_a_stranger_and_so_is_none() -> None:
    async def tell() -> None:
        async with here() as engine:
            scene = await started(engine)
            await scene.play_to_the_end()
            answers = [await refused(export(scene.stranger, table)) for table in (scene.table, "nowhere")]
            assert answers[0] == answers[1]
            assert (answers[0].code, answers[0].reason) == (grpc.StatusCode.NOT_FOUND, "GAME_UNKNOWN")
            assert (await export(scene.people[3], scene.table)).content

    asyncio.run(tell())


def test_what_cannot_be_asked() -> None:
    async def tell() -> None:
        async with here() as engine:
            scene = await lobby(engine)
            ann = scene.people[0]
            for number in (0, 99):
                asked = tables.ExportMatchRequest(table=scene.table)
                asked.format = number  # type: ignore[assignment]
                refusal = await refused(ann.ask(asked))
                assert (refusal.reason, refusal.arguments) == ("ENUM_UNKNOWN", {"field": "format"})
            assert (await refused(export(ann, "x" * 70))).reason == "ID_MALFORMED"
            assert (await refused(export(ann, scene.table))).reason == "DEAL_UNKNOWN"

    asyncio.run(tell())


def test_a_file_that_would_be_too_long_is_refused_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    async def tell() -> None:
        async with here() as engine:
            ann, table, _ = await robots_play(engine, "floating")
            size = len((await export(ann, table)).content)
            monkeypatch.setattr(files, "MOST_BYTES", size)
            assert (await export(ann, table)).content
            monkeypatch.setattr(files, "MOST_BYTES", size - 1)
            refusal = await refused(export(ann, table))
            assert (refusal.code, refusal.reason) == (
                grpc.StatusCode.FAILED_PRECONDITION,
                "EXPORT_TOO_LARGE",
            )
            assert (await export(ann, table, PBN)).content

    asyncio.run(tell())


def test_a_refused_format_is_said_in_five_languages() -> None:
    async def tell() -> None:
        async with here() as engine:
            ann, table, _ = await robots_play(engine, "italian")
            said = {}
            for language in COMPLETE:
                refusal = await refused(export(ann.speaking(language), table, PBN))
                assert (refusal.reason, refusal.language) == ("FORMAT_NOT_FOR_GAME", language)
                said[language] = refusal.sentence
            assert len(set(said.values())) == len(COMPLETE)

    asyncio.run(tell())


# --- where it comes from -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["memory", "sqlite"])
def test_every_store_gives_the_same_file_also_after_a_restart(tmp_path: Path, kind: str) -> None:
    def opened() -> Store:
        return open_sqlite(str(tmp_path / "store.db"))

    async def tell() -> None:
        store: Store = MemoryStore() if kind == "memory" else opened()
        async with here(store, KnownChance(3)) as engine:
            ann, table, _ = await robots_play(engine, "rubber", deals="2")
            before = (await export(ann, table)).content
        if kind == "sqlite":
            await store.close()
            store = opened()
        async with here(store, KnownChance(3)) as engine:
            same = Person(engine.channel, ann.secret)
            assert (await export(same, table)).content == before
        await store.close()
        assert len(replayed(import_log(before)).deals) == 2

    asyncio.run(tell())


def test_a_person_who_was_forgotten_is_in_no_file_made_later() -> None:
    async def tell() -> None:
        async with here() as engine:
            scene = await started(engine)
            await scene.play_to_the_end()
            assert b"Dee" in (await export(scene.people[0], scene.table)).content
            await scene.people[3].ask(players.DeletePlayerRequest(request_id=new_id()))
            later = (await export(scene.people[0], scene.table)).content
            assert b"Dee" not in later
            assert len(replayed(import_log(later)).deals) == 1

    asyncio.run(tell())


def test_a_name_for_a_file_is_safe_in_any_folder() -> None:
    async def tell() -> None:
        async with here() as engine:
            ann, table, _ = await robots_play(engine, "three_handed")
            assert re.fullmatch(r"[a-z0-9_-]+-[A-Z0-9]{6}\.json", (await export(ann, table)).file_name)

    asyncio.run(tell())
