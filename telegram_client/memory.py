"""The memory's body: one small SQLite file of languages, ways to people, tables and boards.

It may be lost: then every board is sent once more, and people choose their language again. So whatever goes
wrong with it while the bot runs is logged once and borne; only a file that cannot be used at all is refused,
at the start.
"""

from __future__ import annotations

import logging
import os
import sqlite3
import stat
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from telegram_client.conversation.post import Chat, Guest, Party, Shown, Way

MARK = 0x466F7572
"""SQLite's application id of our files: "Four"."""
LAYOUT = 1
"""Which tables there are. A file of a later layout is refused."""

_TABLES = """
CREATE TABLE guests (
    user INTEGER PRIMARY KEY, language TEXT NOT NULL, way TEXT NOT NULL, at TEXT NOT NULL
);
CREATE TABLE parties (
    chat INTEGER NOT NULL, thread INTEGER NOT NULL, language TEXT NOT NULL, at TEXT NOT NULL,
    PRIMARY KEY (chat, thread)
) WITHOUT ROWID;
CREATE TABLE boards (
    chat INTEGER NOT NULL, thread INTEGER NOT NULL, name TEXT NOT NULL, message INTEGER NOT NULL,
    PRIMARY KEY (chat, thread)
) WITHOUT ROWID;
"""
_NO_THREAD = 0

_log = logging.getLogger(__name__)


class MemoryUnusable(Exception):
    """The file cannot be the memory; the text is the one line a person reads."""


class SqliteMemory:
    """What outlives a restart, in a file that one bot has to itself."""

    def __init__(self, file: Path) -> None:
        """Opens the file, or makes it. Raises MemoryUnusable."""
        self._complained = False
        try:
            self._base = _opened(file)
        except (sqlite3.Error, OSError) as problem:
            raise MemoryUnusable(_why(file, problem)) from None

    def close(self) -> None:
        """Lets go of the file."""
        with suppress(sqlite3.Error):
            self._base.close()

    # --- people ----------------------------------------------------------------------------------------

    def guest(self, user: int) -> Guest:
        """See Memory."""
        rows = self._rows("SELECT * FROM guests WHERE user = ?", user)
        return _guest(rows[0]) if rows else Guest(user)

    def keep_guest(self, guest: Guest) -> None:
        """See Memory."""
        row = (guest.user, guest.language, guest.way, guest.at)
        self._change(("REPLACE INTO guests VALUES (?, ?, ?, ?)", row))

    def guests_at_tables(self) -> Sequence[Guest]:
        """See Memory."""
        return tuple(map(_guest, self._rows("SELECT * FROM guests WHERE at != '' ORDER BY user")))

    # --- groups ----------------------------------------------------------------------------------------

    def party(self, chat: Chat) -> Party:
        """See Memory."""
        rows = self._rows("SELECT * FROM parties WHERE chat = ? AND thread = ?", *_key(chat))
        return _party(rows[0]) if rows else Party(chat)

    def keep_party(self, party: Party) -> None:
        """See Memory."""
        row = (*_key(party.chat), party.language, party.at)
        self._change(("REPLACE INTO parties VALUES (?, ?, ?, ?)", row))

    def parties_at_tables(self) -> Sequence[Party]:
        """See Memory."""
        return tuple(map(_party, self._rows("SELECT * FROM parties WHERE at != '' ORDER BY chat, thread")))

    # --- boards ----------------------------------------------------------------------------------------

    def shown(self, chat: Chat) -> Shown | None:
        """See Memory."""
        rows = self._rows("SELECT name, message FROM boards WHERE chat = ? AND thread = ?", *_key(chat))
        return Shown(*rows[0]) if rows else None

    def keep_shown(self, chat: Chat, shown: Shown) -> None:
        """See Memory."""
        row = (*_key(chat), shown.name, shown.message)
        self._change(("REPLACE INTO boards VALUES (?, ?, ?, ?)", row))

    def moved(self, old: int, new: int) -> None:
        """See Memory. What is known of the new id already is newer, unless it has no table."""
        if old != new:
            self._change(
                ("DELETE FROM parties WHERE chat = ? AND at = ''", (new,)),
                ("UPDATE OR IGNORE parties SET chat = ? WHERE chat = ?", (new, old)),
                ("DELETE FROM parties WHERE chat = ?", (old,)),
                ("DELETE FROM boards WHERE chat = ?", (old,)),
            )

    # --- the file --------------------------------------------------------------------------------------

    def _rows(self, question: str, *values: Any) -> list[Any]:  # noqa: ANN401 - what SQLite takes and gives
        try:
            return self._base.execute(question, values).fetchall()
        except sqlite3.Error as problem:
            self._complain(problem)
            return []

    def _change(self, *steps: tuple[str, tuple[int | str, ...]]) -> None:
        """All steps in one transaction; what cannot be kept is forgotten."""
        try:
            with self._base:
                for statement, values in steps:
                    self._base.execute(statement, values)
        except sqlite3.Error as problem:
            self._complain(problem)

    def _complain(self, problem: sqlite3.Error) -> None:
        if not self._complained:
            self._complained = True
            name = getattr(problem, "sqlite_errorname", type(problem).__name__)
            _log.warning("the bot's memory fails (%s): what is new will be forgotten", name)


def _opened(file: Path) -> sqlite3.Connection:
    """The file, ours and complete. Raises sqlite3.Error, OSError, MemoryUnusable."""
    _for_the_owner_alone(file)
    base = sqlite3.connect(file, timeout=0)
    try:
        base.execute("PRAGMA locking_mode = EXCLUSIVE")
        base.execute(
            "BEGIN EXCLUSIVE"
        )  # one bot a file; and nothing is written yet to a file that is not ours
        _claim(file, base)
        base.commit()
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("PRAGMA synchronous = NORMAL")
        _ask_everything(base)
    except BaseException:
        base.close()
        raise
    return base


def _for_the_owner_alone(file: Path) -> None:
    """Who plays where is nobody else's affair; new files of SQLite beside this one get the same mode.

    Raises OSError where the file is neither there nor can be made.
    """
    with suppress(FileExistsError):
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    for one in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm", "-journal"))):
        with suppress(OSError):  # not there, or somebody else's: SQLite will say what is wrong
            one.chmod(stat.S_IMODE(one.stat().st_mode) & 0o700)


def _claim(file: Path, base: sqlite3.Connection) -> None:
    """Makes the tables in an empty file. Raises MemoryUnusable for one of somebody else."""
    (mark,), (layout,) = (
        base.execute(f"PRAGMA {name}").fetchone() for name in ("application_id", "user_version")
    )
    (things,) = base.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if not things and not mark:
        for table in _TABLES.split(";"):
            base.execute(table)
        base.execute(f"PRAGMA application_id = {MARK}")
        base.execute(f"PRAGMA user_version = {LAYOUT}")
    elif mark != MARK:
        raise MemoryUnusable(f"{file} is a file of something else; name another one for the bot's memory")
    elif layout != LAYOUT:
        raise MemoryUnusable(f"{file} was written by another release; {_MOVE_AWAY}")


def _ask_everything(base: sqlite3.Connection) -> None:
    """Reads all of it once, so that damage shows now. Raises sqlite3.Error."""
    (verdict,) = base.execute("PRAGMA quick_check(1)").fetchone()
    if verdict != "ok":
        raise sqlite3.DatabaseError("malformed")
    for table in ("guests", "parties", "boards"):
        base.execute(f"SELECT * FROM {table} LIMIT 1").fetchall()


_MOVE_AWAY = "move it away: the boards are sent anew, and no game is lost"


def _why(file: Path, problem: sqlite3.Error | OSError) -> str:
    name = getattr(problem, "sqlite_errorname", "")
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return f"{file} is in use by another bot"
    if name.startswith(("SQLITE_CANTOPEN", "SQLITE_READONLY", "SQLITE_PERM", "SQLITE_FULL", "SQLITE_IOERR")):
        return f"{file} cannot be written; name another file for the bot's memory, or free its folder"
    return f"{file} is damaged or no memory of the bot; {_MOVE_AWAY}"


def _key(chat: Chat) -> tuple[int, int]:
    return chat.id, chat.thread or _NO_THREAD


def _guest(row: tuple[int, str, str, str]) -> Guest:
    user, language, way, at = row
    return Guest(user, language, Way(way) if way in set(Way) else Way.UNKNOWN, at)


def _party(row: tuple[int, int, str, str]) -> Party:
    chat, thread, language, at = row
    return Party(Chat(chat, thread or None), language, at)
