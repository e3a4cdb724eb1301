"""The store among processes: killed, out of room, traced, and two at one file."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from engine_server.application.ports import StoreUnavailable
from engine_server.storage.sqlite import open_sqlite
from tests.storage.appender import TABLES
from tests.storage.samples import CHAT, opened, opening, played

ROOT = Path(__file__).parents[2]


def appender(path: Path, *arguments: int) -> list[str]:
    return [sys.executable, "-m", "tests.storage.appender", str(path), *map(str, arguments)]


def lengths(path: Path) -> dict[str, int]:
    """The number of events of each table; every log must be what the appender wrote."""

    async def story() -> dict[str, int]:
        store = open_sqlite(str(path))
        logs = {table: await store.load(table) for table in TABLES}
        await store.close()
        for table, log in logs.items():
            cards = [event for after in range(5, len(log)) for event in played(table, after).events]
            assert log == (*opened(table), *cards)
        return {table: len(log) for table, log in logs.items()}

    return asyncio.run(story())


def last_said(lines: list[str]) -> dict[str, int]:
    return {table: int(version) for table, version in (line.split() for line in lines)}


def test_killed_at_any_moment_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    for patience in (20, 33, 57, 90):
        with subprocess.Popen(appender(path, 100_000), cwd=ROOT, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout is not None
            lines = [child.stdout.readline() for _ in range(patience)]
            child.kill()
            lines += child.stdout.readlines()
        said = last_said([line for line in lines if line.endswith("\n")])
        found = lengths(path)
        for table, version in said.items():
            assert found[table] >= version
        assert sum(found.values()) >= patience


def test_a_file_that_may_not_grow_is_a_full_store(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    command = appender(path, 100_000, 400_000)
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    *lines, last = done.stdout.splitlines()
    assert last == "full 0"
    found = lengths(path)
    said = last_said(lines)
    assert said
    assert all(found[table] >= version for table, version in said.items())


def test_a_store_left_open_does_not_keep_the_process(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    done = subprocess.run(appender(path, 3), cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert len(done.stdout.splitlines()) == 24
    assert lengths(path) == dict.fromkeys(TABLES, 8)


@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_the_system_sees_a_sync_for_each_lone_acknowledgement(tmp_path: Path) -> None:
    script = (
        "import asyncio, sys\n"
        "from engine_server.storage.sqlite import open_sqlite\n"
        "from tests.storage.samples import opening\n"
        "async def story():\n"
        "    store = open_sqlite(sys.argv[1])\n"
        "    for number in range(40):\n"
        "        await store.append(opening(f't{number}'))\n"
        "        print('acknowledged', flush=True)\n"
        "asyncio.run(story())\n"
    )
    traced = tmp_path / "traced"
    command = ["strace", "-f", "-o", str(traced), "-e", "trace=fsync,fdatasync,write", sys.executable, "-c"]
    done = subprocess.run(
        [*command, script, str(tmp_path / "store.db")], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if "ptrace" in done.stderr:
        pytest.skip("strace may not trace here")
    assert done.stdout.count("acknowledged") == 40
    synced = 0
    for line in traced.read_text().splitlines():
        synced += "fdatasync(" in line or "fsync(" in line
        if '"acknowledged' in line:
            assert synced > 0  # since the acknowledgement before
            synced = 0


def test_a_second_engine_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        path = tmp_path / "store.db"
        store = open_sqlite(str(path))
        with pytest.raises(StoreUnavailable, match="in use by another engine"):
            open_sqlite(str(path))
        command = appender(path, 1)
        other = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stderr=asyncio.subprocess.PIPE)
        _, said = await other.communicate()
        assert b"in use by another engine" in said
        assert other.returncode != 0
        await store.close()
        await open_sqlite(str(path)).close()

    asyncio.run(story())


def test_keys_are_looked_after_beside_a_running_engine(tmp_path: Path) -> None:
    async def story() -> None:
        path = str(tmp_path / "store.db")
        store = open_sqlite(path)
        beside = open_sqlite(path, beside=True)
        await beside.add_front(CHAT)
        assert await store.front_of_key(CHAT.key_hash) == CHAT
        await beside.revoke_front("chat")
        for writing in (beside.append(opening("t")), beside.delete_player("player-ada", "gone")):
            with pytest.raises(StoreUnavailable):
                await writing
        await beside.close()
        assert [front.revoked for front in await store.fronts()] == [True]
        with pytest.raises(StoreUnavailable):
            open_sqlite(path)
        await store.close()

    asyncio.run(story())
