"""The questions a store answers: each is one statement, so it sees one moment of the file."""

from __future__ import annotations

import sqlite3

from engine_server.application.ports import (
    Answered,
    Due,
    DueKind,
    Front,
    Player,
    TableCorrupt,
    TableUnknown,
)
from engine_server.game.encoding import EventUnreadable, event_of
from engine_server.game.events import Event
from engine_server.storage.chain import is_sound
from engine_server.storage.connection import Connection

_LOG = """
SELECT tables.version, tables.checksum, events.version, CAST(text AS BLOB), events.checksum
FROM tables LEFT JOIN events USING (number) WHERE id = ? ORDER BY events.version"""
_TABLES_OF = """
SELECT id FROM members JOIN tables USING (number) WHERE player = ? AND seated = 1 {behind}
ORDER BY number DESC LIMIT ?"""
_AWAITED = """
SELECT count(*) FROM members WHERE player = ? AND seated = 1
AND EXISTS (SELECT 1 FROM due WHERE due.number = members.number)"""
_DUE = "SELECT what, id, at_ms FROM due JOIN tables USING (number) ORDER BY at_ms, number, what"
_PLAYERS = "SELECT id, name, language, front, coalesce(secret_hash, x'') FROM players"
_FRONTS = "SELECT name, key_hash, created_ms, expires_ms, revoked FROM fronts"


def log_of(connection: Connection, table: str) -> tuple[Event, ...]:
    """The events of a table. Raises TableUnknown, TableCorrupt."""
    try:
        rows = connection.execute(_LOG, (table,)).fetchall()
    except sqlite3.DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CORRUPT:
            raise _corrupt() from None
        raise
    if not rows:
        raise TableUnknown("no such table")
    version, checksum, *_ = rows[0]
    events = [row[2:] for row in rows if row[2] is not None]
    if not is_sound(table, version, checksum, events):
        raise _corrupt()
    try:
        return tuple(event_of(text.decode()) for _, text, _ in events)
    except (EventUnreadable, UnicodeDecodeError):
        raise _corrupt() from None


def _corrupt() -> TableCorrupt:
    return TableCorrupt("the log of this table is damaged")


def answered(connection: Connection, caller: str, request: str) -> Answered | None:
    """What a request was answered before."""
    sql = "SELECT digest, answer FROM requests WHERE caller = ? AND request = ?"
    row = connection.execute(sql, (caller, request)).fetchone()
    return None if row is None else Answered(*row)


def table_of_code(connection: Connection, code: str) -> str | None:
    """The table of a join code."""
    row = connection.execute("SELECT id FROM tables WHERE code = ?", (code,)).fetchone()
    return None if row is None else str(row[0])


def tables_of(connection: Connection, player: str, after: str, limit: int) -> tuple[str, ...]:
    """Tables where a player sits, the one opened last first."""
    if after:
        sql = _TABLES_OF.format(behind="AND number < (SELECT number FROM tables WHERE id = ?)")
        rows = connection.execute(sql, (player, after, limit)).fetchall()
    else:
        rows = connection.execute(_TABLES_OF.format(behind=""), (player, limit)).fetchall()
    return tuple(table for (table,) in rows)


def awaited_tables(connection: Connection, player: str) -> int:
    """At how many tables with something due a player sits."""
    return int(connection.execute(_AWAITED, (player,)).fetchone()[0])


def everything_due(connection: Connection) -> tuple[Due, ...]:
    """Everything that is due, soonest first."""
    rows = connection.execute(_DUE).fetchall()
    return tuple(Due(DueKind(what), table, at_ms) for what, table, at_ms in rows)


def player_of_id(connection: Connection, player: str) -> Player | None:
    """The player of an id."""
    row = connection.execute(f"{_PLAYERS} WHERE id = ?", (player,)).fetchone()
    return None if row is None else Player(*row)


def player_of_secret(connection: Connection, secret_hash: bytes) -> Player | None:
    """The player of a secret."""
    row = connection.execute(f"{_PLAYERS} WHERE secret_hash = ?", (secret_hash,)).fetchone()
    return None if row is None else Player(*row)


def all_fronts(connection: Connection) -> tuple[Front, ...]:
    """All fronts by name."""
    return tuple(_front(*row) for row in connection.execute(f"{_FRONTS} ORDER BY name").fetchall())


def front_of_key(connection: Connection, key_hash: bytes) -> Front | None:
    """The front of a key."""
    row = connection.execute(f"{_FRONTS} WHERE key_hash = ?", (key_hash,)).fetchone()
    return None if row is None else _front(*row)


def _front(name: str, key_hash: bytes, created_ms: int, expires_ms: int | None, revoked: int) -> Front:
    return Front(name, key_hash, created_ms, expires_ms, bool(revoked))
