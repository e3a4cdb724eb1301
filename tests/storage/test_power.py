"""Acknowledged means durable: on a disk that loses power, and on one that is full at any single write."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from engine_server.application.ports import (
    Entry,
    Store,
    StoreFull,
    StoreProblem,
    StoreUnavailable,
    TableUnknown,
)
from engine_server.game.events import Event
from engine_server.storage import sqlite
from engine_server.storage.sqlite import open_sqlite
from tests.storage.samples import opening, played

pytest.importorskip("apsw", reason="apsw, in the development lock, lets a test lose power")
from tests.storage.disk import Disk, DiskConnection

# Where SQLite does not listen to the disk (closing, say) apsw can only mention what the disk had to say.
pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

TABLES = ("a", "b", "c", "d")
CUTS = 100
_names = itertools.count()


@pytest.fixture(autouse=True)
def frequent_checkpoints(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "CHECKPOINT_ROWS", 20)


@pytest.fixture
def new_disk() -> Iterator[Callable[..., Disk]]:
    disks: list[Disk] = []

    def made(**when: int | None) -> Disk:
        disks.append(Disk(f"disk-{next(_names)}", **when))
        return disks[-1]

    yield made
    for disk in disks:
        disk.close()


def entries(table: str) -> list[Entry]:
    return [opening(table), *(played(table, after) for after in range(5, 12))]


def events(table: str, count: int) -> tuple[Event, ...]:
    """The events of the first entries of a table."""
    return tuple(event for entry in entries(table)[:count] for event in entry.events)


def session(disk: Disk, folder: Path, amended: dict[str, str] | None = None) -> dict[str, int]:
    """Plays at four tables until the end or a power cut; how many entries were acknowledged at each."""
    acknowledged = dict.fromkeys(TABLES, 0)

    def connect(path: str) -> DiskConnection:
        connection = disk.connect(path)
        connection.amended.update(amended or {})
        return connection

    async def play(store: Store, table: str) -> None:
        for entry in entries(table):
            await store.append(entry)
            acknowledged[table] += 1

    async def story() -> None:
        store = open_sqlite(str(folder / "store.db"), connect)
        try:
            await asyncio.gather(*(play(store, table) for table in TABLES), return_exceptions=True)
        finally:
            await store.close()

    with suppress(StoreUnavailable):
        asyncio.run(story())
    return acknowledged


def kept(folder: Path) -> dict[str, int]:
    """How many whole entries stand at each table; fails when anything else is in a log."""

    async def count(store: Store, table: str) -> int:
        try:
            log = await store.load(table)
        except TableUnknown:
            return 0
        counts = [number for number in range(1, 9) if log == events(table, number)]
        assert len(counts) == 1
        return counts[0]

    async def story() -> dict[str, int]:
        store = open_sqlite(str(folder / "store.db"))
        try:
            assert len(await store.due()) == sum([await count(store, table) > 0 for table in TABLES])
            return {table: await count(store, table) for table in TABLES}
        finally:
            await store.close()

    return asyncio.run(story())


def lost_in_cuts(
    new_disk: Callable[..., Disk], folder: Path, cuts: int, amended: dict[str, str] | None
) -> int:
    """Acknowledged entries that are gone after so many power cuts at random moments."""
    whole = new_disk()
    (folder / "whole").mkdir()
    assert session(whole, folder / "whole", amended) == dict.fromkeys(TABLES, 8)
    lost = 0
    for number in range(cuts):
        rng = Random(number)
        before, behind = folder / f"{number}-before", folder / f"{number}-behind"
        before.mkdir()
        behind.mkdir()
        disk = new_disk(dies_at=rng.randrange(whole.operations))
        acknowledged = session(disk, before, amended)
        disk.survivors(behind, rng)
        found = kept(behind)
        lost += sum(max(0, acknowledged[table] - found[table]) for table in TABLES)
        assert all(found[table] <= acknowledged[table] + 1 for table in TABLES)
    return lost


def test_no_acknowledged_entry_is_lost_when_the_power_fails(
    new_disk: Callable[..., Disk], tmp_path: Path
) -> None:
    assert lost_in_cuts(new_disk, tmp_path, CUTS, None) == 0


def test_the_simulated_power_cut_has_teeth(new_disk: Callable[..., Disk], tmp_path: Path) -> None:
    lazy = {"PRAGMA synchronous = FULL": "PRAGMA synchronous = NORMAL"}
    assert lost_in_cuts(new_disk, tmp_path, 20, lazy) > 0


def test_each_acknowledgement_of_a_lone_caller_has_its_own_sync(
    new_disk: Callable[..., Disk], tmp_path: Path
) -> None:
    disk = new_disk()

    async def story() -> None:
        store = open_sqlite(str(tmp_path / "store.db"), disk.connect)
        for entry in entries("a"):
            before = disk.syncs
            await store.append(entry)
            assert disk.syncs > before
        await store.close()

    asyncio.run(story())


def test_a_disk_full_at_any_one_write_leaves_nothing_half_done(
    new_disk: Callable[..., Disk], tmp_path: Path
) -> None:
    async def patient(store: Store, table: str, refusals: list[StoreProblem]) -> None:
        for number, entry in enumerate(entries(table)):
            try:
                await store.append(entry)
            except StoreFull as problem:
                refusals.append(problem)
                with suppress(TableUnknown):
                    assert await store.load(table) == events(table, number)
                await store.append(entry)

    async def story(disk: Disk, folder: Path) -> int:
        refusals: list[StoreProblem] = []
        try:
            store = open_sqlite(str(folder / "store.db"), disk.connect)
        except StoreFull as problem:
            refusals.append(problem)
            store = open_sqlite(str(folder / "store.db"), disk.connect)
        await asyncio.gather(*(patient(store, table, refusals) for table in TABLES))
        await store.close()
        return len(refusals)

    refused = 0
    for site in itertools.count():
        folder = tmp_path / str(site)
        folder.mkdir()
        disk = new_disk(full_at=site)
        refused += asyncio.run(story(disk, folder)) > 0
        assert kept(folder) == dict.fromkeys(TABLES, 8)
        if disk.operations <= site:
            break
    assert refused > 20
