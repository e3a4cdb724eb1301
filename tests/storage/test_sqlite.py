"""What the SQLite store promises beyond the conformance suite."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine_server.application.ports import (
    CodeTaken,
    StoreFull,
    StoreProblem,
    StoreUnavailable,
    TableCorrupt,
    TableUnknown,
    VersionTaken,
)
from engine_server.game.encoding import event_text
from engine_server.game.events import CardPlayed, SeatTaken
from engine_server.rules.cards import Seat
from engine_server.storage import ledger
from engine_server.storage.sqlite import SqliteStore, open_sqlite
from tests.storage.samples import ADA, BEN, CHAT, opened, opening, played, request


@pytest.fixture
def path(tmp_path: Path) -> str:
    return str(tmp_path / "store.db")


class Gate(sqlite3.Connection):
    """A connection whose commits can be held up or made to fail."""

    def __init__(self, *arguments: Any, **named: Any) -> None:  # noqa: ANN401
        super().__init__(*arguments, **named)
        self.free = threading.Event()
        self.free.set()
        self.reached = threading.Event()
        self.failure: sqlite3.Error | None = None

    def execute(self, sql: str, values: Any = (), /) -> sqlite3.Cursor:  # noqa: ANN401
        if sql == "COMMIT":
            self.reached.set()
            self.free.wait()
            failure, self.failure = self.failure, None
            if failure is not None:
                raise failure
        return super().execute(sql, values)


def gated(path: str) -> tuple[SqliteStore, Gate]:
    """A store and its writing connection."""
    gates: list[Gate] = []

    def connect(path: str) -> Gate:
        gates.append(sqlite3.connect(path, isolation_level=None, check_same_thread=False, factory=Gate))
        return gates[-1]

    store = open_sqlite(path, connect)
    gates[0].reached.clear()
    return store, gates[0]


def test_everything_is_there_after_a_restart(path: str) -> None:
    async def before() -> None:
        store = open_sqlite(path)
        await store.append(opening("t"))
        await store.append(played("t", 5, "tap"))
        await store.add_player(BEN, request("register"), b"hello")
        await store.add_front(CHAT)
        await store.close()

    async def after() -> None:
        store = open_sqlite(path)
        assert await store.load("t") == opened("t") + played("t", 5).events
        assert await store.due() == opening("t").due
        assert await store.table_of_code("code-t") == "t"
        assert await store.tables_of(ADA.player, "", 9) == ("t",)
        assert await store.answered(ADA.player, "tap") is not None
        assert await store.player(BEN.player) == BEN
        assert await store.fronts() == (CHAT,)
        with pytest.raises(VersionTaken):
            await store.append(played("t", 5, "late"))
        await store.append(replace(played("t", 6), due=(), members=(BEN.player,)))
        assert await store.due() == ()
        assert await store.tables_of(ADA.player, "", 9) == ()
        await store.close()

    asyncio.run(before())
    asyncio.run(after())


def test_heads_out_of_memory_are_read_again(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger, "_HEADS_KEPT", 2)

    async def story() -> None:
        store = open_sqlite(path)
        for table in "abc":
            await store.append(opening(table))
        for after in (5, 6):
            for table in "abc":
                entry = played(table, after)
                await store.append(replace(entry, due=()) if after == 6 else entry)
        assert await store.due() == ()
        for table in "abc":
            assert len(await store.load(table)) == 7
        await store.close()

    asyncio.run(story())


def test_nobody_is_told_before_the_commit(path: str) -> None:
    async def story() -> None:
        store, gate = gated(path)
        gate.free.clear()
        task = asyncio.create_task(store.append(opening("t")))
        await asyncio.to_thread(gate.reached.wait)
        for _ in range(20):
            await asyncio.sleep(0)
        assert not task.done()
        gate.free.set()
        await task
        await store.close()

    asyncio.run(story())


def test_all_who_wait_go_into_one_commit(path: str) -> None:
    async def story() -> None:
        store, gate = gated(path)
        gate.free.clear()
        tasks = [asyncio.create_task(store.append(opening("t")))]
        await asyncio.to_thread(gate.reached.wait)
        tasks += [asyncio.create_task(store.append(opening(f"t{number}"))) for number in range(40)]
        await asyncio.sleep(0)
        gate.free.set()
        await asyncio.gather(*tasks)
        assert (store.commits, store.writes) == (2, 41)
        await store.close()

    asyncio.run(story())


def test_a_lone_caller_has_a_commit_of_its_own_and_few_rows(path: str) -> None:
    async def story() -> None:
        store = open_sqlite(path)
        await store.append(opening("t"))
        rows = store.rows
        for after in range(5, 25):
            await store.append(played("t", after))
        assert (store.commits, store.writes) == (21, 21)
        assert (
            store.rows - rows == 20 * 3
        )  # request, event and head: what is due and who sits have not changed
        await store.close()

    asyncio.run(story())


def test_a_commit_that_fails_fails_for_all_in_it_and_leaves_nothing(path: str) -> None:
    async def story() -> None:
        store, gate = gated(path)
        await store.append(opening("t"))
        gate.reached.clear()
        gate.free.clear()
        first = asyncio.create_task(store.append(played("t", 5)))
        await asyncio.to_thread(gate.reached.wait)
        gate.failure = sqlite3.OperationalError("disk I/O error")
        gate.free.set()
        with pytest.raises(StoreUnavailable):
            await first
        assert await store.load("t") == opened("t")
        assert await store.answered(ADA.player, "t 5") is None
        gate.failure = full = sqlite3.OperationalError("database or disk is full")
        full.sqlite_errorcode = sqlite3.SQLITE_FULL
        with pytest.raises(StoreFull):
            await store.append(opening("u"))
        await store.append(opening("u"))
        await store.append(played("t", 5))
        assert await store.load("t") == opened("t") + played("t", 5).events
        await store.close()

    asyncio.run(story())


def test_an_entry_that_fails_half_way_leaves_nothing_of_itself(path: str) -> None:
    async def story() -> None:
        store, gate = gated(path)
        await store.append(opening("t"))
        gate.reached.clear()
        gate.free.clear()
        tasks = [asyncio.create_task(store.append(opening("busy")))]
        await asyncio.to_thread(gate.reached.wait)
        half = replace(played("t", 5), events=(*played("t", 5).events, "no event"))  # type: ignore[arg-type]
        taken = replace(opening("v"), code="code-t")  # its request is written before the code is refused
        tasks += [
            asyncio.create_task(store.append(entry)) for entry in (opening("u"), half, taken, opening("w"))
        ]
        await asyncio.sleep(0)
        gate.free.set()
        told = await asyncio.gather(*tasks, return_exceptions=True)
        assert [type(problem) for problem in told] == [
            type(None),
            type(None),
            KeyError,
            CodeTaken,
            type(None),
        ]
        assert store.commits == 3
        assert await store.answered(ADA.player, "t 5") is None
        assert await store.answered(ADA.player, "open v") is None
        assert await store.load("t") == opened("t")
        assert await store.load("w") == opened("w")
        await store.append(played("t", 5))
        await store.close()

    asyncio.run(story())


def test_closing_waits_for_what_was_asked(path: str) -> None:
    async def story() -> None:
        store = open_sqlite(path)
        tasks = [asyncio.create_task(store.append(opening(f"t{number}"))) for number in range(30)]
        await asyncio.sleep(0)
        await store.close()
        await store.close()
        await asyncio.gather(*tasks)
        for asked in (store.append(opening("u")), store.load("t1")):
            with pytest.raises(StoreUnavailable):
                await asked
        store = open_sqlite(path)
        assert len(await store.due()) == 30
        await store.close()

    asyncio.run(story())


def test_a_full_store_says_so_still_reads_and_recovers(path: str) -> None:
    async def story() -> None:
        store, gate = gated(path)
        gate.execute("PRAGMA max_page_count = 30")
        done: list[str] = []

        async def fill() -> None:
            for number in range(1000):
                await store.append(opening(f"t{number}"))
                done.append(f"t{number}")

        with pytest.raises(StoreFull) as told:
            await fill()
        assert str(told.value) == "no room left in the store"
        assert len(done) > 5
        for table in done:
            assert await store.load(table) == opened(table)
        assert {due.table for due in await store.due()} == set(done)
        gate.execute("PRAGMA max_page_count = 1000000")
        await store.append(opening(f"t{len(done)}"))
        assert len(await store.due()) == len(done) + 1
        await store.close()

    asyncio.run(story())


def two_tables(path: str) -> None:
    async def story() -> None:
        store = open_sqlite(path)
        for table in ("t", "u"):
            await store.append(opening(table))
            await store.append(played(table, 5))
        await store.close()

    asyncio.run(story())


SWAP = """UPDATE events SET text = (SELECT text FROM events AS other WHERE other.number = 1 AND
other.version = 5 - events.version) WHERE number = 1 AND version IN (2, 3)"""
DAMAGES = {
    "edited": "UPDATE events SET text = replace(text, 'S7', 'S8') WHERE number = 1 AND version = 6",
    "first edited": "UPDATE events SET text = replace(text, 'slow', 'fast') WHERE number = 1 AND version = 1",
    "checksum edited": "UPDATE events SET checksum = zeroblob(16) WHERE number = 1 AND version = 3",
    "swapped": SWAP,
    "first removed": "DELETE FROM events WHERE number = 1 AND version = 1",
    "removed": "DELETE FROM events WHERE number = 1 AND version = 4",
    "last removed": "DELETE FROM events WHERE number = 1 AND version = 6",
    "all removed": "DELETE FROM events WHERE number = 1",
    "moved": "UPDATE events SET version = 9 WHERE number = 1 AND version = 6",
    "added": "INSERT INTO events SELECT 1, 7, text, checksum FROM events WHERE number = 1 AND version = 6",
    "from another table": "UPDATE events SET (text, checksum) = (SELECT text, checksum FROM events AS other "
    "WHERE other.number = 2 AND other.version = 6) WHERE number = 1 AND version = 6",
    "head edited": "UPDATE tables SET checksum = zeroblob(16) WHERE number = 1",
    "head set back": "UPDATE tables SET version = 5 WHERE number = 1",
    "no text": "UPDATE events SET text = x'ff00fe' WHERE number = 1 AND version = 2",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_log_is_noticed_and_alone(path: str, damage: str) -> None:
    two_tables(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(DAMAGES[damage])
        assert connection.total_changes > 0

    async def story() -> None:
        store = open_sqlite(path)
        with pytest.raises(TableCorrupt) as told:
            await store.load("t")
        assert str(told.value) == "the log of this table is damaged"
        assert await store.load("u") == opened("u") + played("u", 5).events
        await store.append(played("u", 6))
        await store.delete_player(ADA.player, "gone")
        with pytest.raises(TableCorrupt):  # forgetting does not make a damaged log whole
            await store.load("t")
        assert (await store.load("u"))[1] == SeatTaken(Seat(0), "gone", "gone")
        await store.close()

    asyncio.run(story())


def test_a_table_is_whole_whatever_is_written_in_the_batch_that_forgets_its_player(path: str) -> None:
    async def story() -> None:
        store, gate = gated(path)
        await store.add_player(ADA, request("add"), b"")
        await store.append(opening("t"))
        gate.free.clear()
        gate.reached.clear()
        first = asyncio.create_task(store.append(opening("other")))
        await asyncio.to_thread(gate.reached.wait)
        batch = [
            asyncio.create_task(work)
            for work in (
                store.append(played("t", 5, "before")),
                store.delete_player(ADA.player, "gone"),
                store.append(replace(played("t", 6), members=(BEN.player,), request=None)),
            )
        ]
        await asyncio.sleep(0)
        gate.free.set()
        await asyncio.gather(first, *batch)
        assert len(await store.load("t")) == 7
        await store.close()

    asyncio.run(story())


def test_an_event_of_another_version_is_damage_of_its_table(
    path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def foreign(event: object) -> str:
        text = event_text(event)  # type: ignore[arg-type]
        return text.replace("CardPlayed", "CardFlown") if isinstance(event, CardPlayed) else text

    monkeypatch.setattr(ledger, "event_text", foreign)
    two_tables(path)

    async def story() -> None:
        store = open_sqlite(path)
        with pytest.raises(TableCorrupt):
            await store.load("t")
        await store.close()

    asyncio.run(story())


def test_no_byte_of_a_forgotten_player_is_left(path: str, tmp_path: Path) -> None:
    async def story() -> None:
        store = open_sqlite(path)
        await store.add_player(ADA, request("register"), b"")
        for number in range(60):
            await store.append(opening(f"t{number}"))
            await store.append(replace(played(f"t{number}", 5), members=(BEN.player,)))
        assert names_ada(tmp_path)
        await store.delete_player(ADA.player, "gone")
        assert not names_ada(tmp_path)
        assert (await store.load("t7"))[1] == SeatTaken(Seat(0), "gone", "gone")
        await store.append(replace(played("t7", 6), request=None, members=()))
        await store.close()
        assert not names_ada(tmp_path)

    asyncio.run(story())


def names_ada(folder: Path) -> bool:
    content = b"".join(file.read_bytes() for file in folder.iterdir())
    return any(word in content for word in (ADA.player.encode(), ADA.name.encode(), ADA.secret_hash))


def test_the_log_is_cut_after_a_killed_engine(path: str, tmp_path: Path) -> None:
    async def story() -> None:
        store = open_sqlite(path)
        await store.append(opening("t"))
        behind = tmp_path / "behind"
        behind.mkdir()
        for name in ("store.db", "store.db-wal"):
            (behind / name).write_bytes((tmp_path / name).read_bytes())
        await store.close()
        assert (behind / "store.db-wal").stat().st_size > 0
        store = open_sqlite(str(behind / "store.db"))
        assert (behind / "store.db-wal").stat().st_size == 0
        assert await store.load("t") == opened("t")
        await store.close()

    asyncio.run(story())


def test_the_file_is_for_its_owner_alone(path: str, tmp_path: Path) -> None:
    async def story() -> None:
        store = open_sqlite(path)
        await store.append(opening("t"))
        modes = permissions(tmp_path)
        assert set(modes.values()) == {0o600}
        assert set(modes) == {"store.db", "store.db-wal", "store.db-shm", "store.db.lock"}
        await store.close()

    asyncio.run(story())


def permissions(folder: Path) -> dict[str, int]:
    return {file.name: file.stat().st_mode & 0o777 for file in folder.iterdir()}


def _foreign_database(path: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE notes (text)")
        connection.execute("PRAGMA user_version = 1")


def _later_schema(path: str) -> None:
    two_tables(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("PRAGMA user_version = 999")


def _text(path: str) -> None:
    Path(path).write_text("a text that somebody wrote " * 100)


def _folder(path: str) -> None:
    Path(path).mkdir()


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (_foreign_database, "not a store of this engine"),
        (_later_schema, "another version of the engine"),
        (_text, "not a store of this engine"),
        (_folder, "cannot be opened"),
    ],
)
def test_another_file_is_refused_and_left_alone(path: str, make: Callable[[str], None], reason: str) -> None:
    make(path)
    before = Path(path).read_bytes() if Path(path).is_file() else b""
    for _ in range(2):  # the lock was let go of
        with pytest.raises(StoreUnavailable, match=reason):
            open_sqlite(path)
    assert (Path(path).read_bytes() if Path(path).is_file() else b"") == before


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match="cannot be opened"):
        open_sqlite(str(tmp_path / "none" / "store.db"))


def test_a_store_that_fails_at_reading_says_so(path: str) -> None:
    async def story() -> None:
        store = open_sqlite(path)
        await store.append(opening("t"))
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("DROP TABLE events")
        asked: list[StoreProblem] = []
        for call in (store.load("t"), store.append(played("t", 5))):
            with pytest.raises(StoreUnavailable) as told:
                await call
            asked.append(told.value)
        assert {str(problem) for problem in asked} == {"the store failed"}
        await store.close()

    asyncio.run(story())


@pytest.mark.parametrize("count", [1, 2, 3, 63, 64, 65, 150])
def test_any_number_of_entries_is_written_together(tmp_path: Path, count: int) -> None:
    async def story() -> None:
        store = open_sqlite(str(tmp_path / "store.db"))
        names = [f"t{number}" for number in range(count)]
        await asyncio.gather(*(store.append(opening(name)) for name in names))
        await asyncio.gather(*(store.append(played(name, 5)) for name in names))
        for name in names:
            assert await store.load(name) == opened(name) + played(name, 5).events
            assert await store.answered(ADA.player, f"{name} 5") is not None
        await store.close()

    asyncio.run(story())


def test_two_of_a_batch_with_one_request_id_do_not_both_stand(tmp_path: Path) -> None:
    async def story() -> None:
        store = open_sqlite(str(tmp_path / "store.db"))
        twins = [replace(opening(name), request=request("twin")) for name in ("t", "u")]
        told = await asyncio.gather(
            *(store.append(entry) for entry in (*twins, opening("v"))), return_exceptions=True
        )
        assert [type(one).__name__ for one in told] == ["NoneType", "RequestTaken", "NoneType"]
        assert await store.load("v") == opened("v")
        with pytest.raises(TableUnknown):
            await store.load("u")
        await store.append(opening("w"))  # nothing of the refused one waits any more
        await store.close()

    asyncio.run(story())


def test_what_an_entry_left_half_way_is_not_written_with_the_next(tmp_path: Path) -> None:
    async def story() -> None:
        store = open_sqlite(str(tmp_path / "store.db"))
        await store.append(opening("t"))
        half = replace(played("t", 5), events=(*played("t", 5).events, "no event"))  # type: ignore[arg-type]
        told = await asyncio.gather(store.append(half), store.append(opening("u")), return_exceptions=True)
        assert [type(one).__name__ for one in told] == ["KeyError", "NoneType"]
        assert await store.load("t") == opened("t")
        assert await store.load("u") == opened("u")
        await store.close()

    asyncio.run(story())
