"""The bot's memory: what outlives a restart, and files it cannot be."""

from __future__ import annotations

import os
import re
import sqlite3
from pathlib import Path

import pytest

from telegram_client.conversation.post import Chat, Guest, Memory, Party, Shown, Way
from telegram_client.memory import MemoryUnusable, SqliteMemory

GROUP = Chat(-100, None)
TOPIC = Chat(-100, 7)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "fourth-bot.db"


def again(file: Path, memory: SqliteMemory) -> SqliteMemory:
    """The memory after a restart."""
    memory.close()
    return SqliteMemory(file)


def test_nobody_is_known_at_first(file: Path) -> None:
    memory: Memory = SqliteMemory(file)
    assert memory.guest(7) == Guest(7, "", Way.UNKNOWN, "")
    assert memory.party(TOPIC) == Party(TOPIC, "", "")
    assert memory.shown(GROUP) is None
    assert (tuple(memory.guests_at_tables()), tuple(memory.parties_at_tables())) == ((), ())


@pytest.mark.parametrize("before", [None, 0o644])
def test_the_file_and_those_beside_it_are_for_their_owner_alone(file: Path, before: int | None) -> None:
    if before is not None:
        killed = SqliteMemory(file)
        killed.keep_guest(Guest(7))
        left = {one: one.read_bytes() for one in file.parent.iterdir()}
        killed.close()
        for one, content in left.items():
            one.write_bytes(content)
            one.chmod(before)
    mask = os.umask(0o022)
    try:
        memory = SqliteMemory(file)
        memory.keep_guest(Guest(7, "de"))
    finally:
        os.umask(mask)
    modes = {one.name: one.stat().st_mode & 0o777 for one in file.parent.iterdir()}
    assert set(modes) >= {file.name, f"{file.name}-wal"}
    assert set(modes.values()) == {0o600}
    memory.close()


def test_everything_outlives_a_restart(file: Path) -> None:
    memory = SqliteMemory(file)
    ann, bob = Guest(2**52, "zh-Hant", Way.PRIVATE, "t1"), Guest(8, "de", Way.TOAST)
    for guest in (Guest(8), ann, bob):
        memory.keep_guest(guest)
    memory.keep_party(Party(TOPIC, "nb", "t1"))
    memory.keep_party(Party(GROUP, "en"))
    memory.keep_shown(TOPIC, Shown("t1/1", 40))
    memory.keep_shown(TOPIC, Shown("t1/2", 41))
    memory = again(file, memory)
    assert (memory.guest(ann.user), memory.guest(8)) == (ann, bob)
    assert tuple(memory.guests_at_tables()) == (ann,)
    assert tuple(memory.parties_at_tables()) == (Party(TOPIC, "nb", "t1"),)
    assert memory.party(GROUP) == Party(GROUP, "en")
    assert (memory.shown(TOPIC), memory.shown(GROUP)) == (Shown("t1/2", 41), None)


def test_a_group_with_another_id_takes_everything_along_once(file: Path) -> None:
    memory = SqliteMemory(file)
    old, new = Chat(-5), Chat(-1005)
    memory.keep_party(Party(old, "de", "t1"))
    memory.keep_shown(old, Shown("t1/1", 40))
    memory.keep_party(Party(new, "en"))  # a line from there was faster than the news
    for _ in range(2):
        memory.moved(old.id, new.id)
        memory.moved(new.id, new.id)
        assert memory.party(new) == Party(new, "de", "t1")
    assert memory.party(old) == Party(old)
    assert (memory.shown(old), memory.shown(new)) == (None, None)


def test_what_is_known_of_the_new_id_is_not_overwritten_by_late_news(file: Path) -> None:
    memory = SqliteMemory(file)
    memory.keep_party(Party(Chat(-5), "de", "t1"))
    memory.keep_party(Party(Chat(-1005), "de", "t2"))
    memory.keep_shown(Chat(-1005), Shown("t2/1", 3))
    memory.moved(-5, -1005)
    assert [party.at for party in memory.parties_at_tables()] == ["t2"]
    assert memory.shown(Chat(-1005)) == Shown("t2/1", 3)


def test_a_move_that_fails_half_way_changes_nothing(file: Path) -> None:
    memory = SqliteMemory(file)
    memory.keep_party(Party(Chat(-5), "de", "t1"))
    memory.keep_shown(Chat(-5), Shown("t1/1", 40))
    memory.close()
    base = sqlite3.connect(file)
    base.execute("CREATE TRIGGER no BEFORE DELETE ON boards BEGIN SELECT RAISE(ABORT, 'no'); END")
    base.close()
    memory = SqliteMemory(file)
    memory.moved(-5, -1005)
    assert memory.party(Chat(-5)) == Party(Chat(-5), "de", "t1")
    assert memory.party(Chat(-1005)) == Party(Chat(-1005))


def test_one_bot_has_the_file_to_itself(file: Path) -> None:
    first = SqliteMemory(file)
    with pytest.raises(MemoryUnusable, match="in use by another bot"):
        SqliteMemory(file)
    again(file, first).close()


def of_another_program(file: Path) -> None:
    base = sqlite3.connect(file)
    base.execute("CREATE TABLE recipes (name TEXT)")
    base.close()


def of_another_release(file: Path) -> None:
    SqliteMemory(file).close()
    base = sqlite3.connect(file)
    base.execute("PRAGMA user_version = 99")
    base.close()


def cut_off(file: Path) -> None:
    memory = SqliteMemory(file)
    for user in range(2000):
        memory.keep_guest(Guest(user, "en", Way.PRIVATE, "t" * 20))
    memory.close()
    file.write_bytes(file.read_bytes()[:9000])


def without_a_table(file: Path) -> None:
    SqliteMemory(file).close()
    base = sqlite3.connect(file)
    base.execute("DROP TABLE boards")
    base.close()


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda file: file.write_bytes(b"Dear diary, " * 1000), "damaged or no memory"),
        (cut_off, "damaged or no memory"),
        (without_a_table, "damaged or no memory"),
        (of_another_program, "a file of something else"),
        (of_another_release, "another release"),
        (Path.mkdir, "cannot be written"),
    ],
)
def test_a_file_that_is_no_memory_is_refused_in_one_line_and_left_alone(
    file: Path, spoil: object, reason: str
) -> None:
    assert callable(spoil)
    spoil(file)
    before = file.read_bytes() if file.is_file() else b""
    with pytest.raises(MemoryUnusable, match=reason) as refused:
        SqliteMemory(file)
    assert re.fullmatch(r"[^\n]+", str(refused.value))
    assert str(file) in str(refused.value)
    assert (file.read_bytes() if file.is_file() else b"") == before


def test_trouble_while_it_runs_is_logged_once_and_borne(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    memory = SqliteMemory(file)
    memory.keep_guest(Guest(8, "de", Way.PRIVATE, "t1"))
    memory.close()  # from here on every statement fails
    memory.keep_guest(Guest(8, "en"))
    memory.moved(-5, -6)
    assert memory.guest(8) == Guest(8)
    assert memory.shown(GROUP) is None
    assert [record.name for record in caplog.records] == ["telegram_client.memory"]
    assert "t1" not in caplog.text
