"""Opening the file of a store: ours alone, of our schema, and every commit synced."""

from __future__ import annotations

import errno
import fcntl
import os
import sqlite3
from collections.abc import Callable
from importlib import resources

from engine_server.application.ports import StoreFull, StoreProblem, StoreUnavailable
from engine_server.storage.connection import Connect, Connection, problem_of

SCHEMA = 1
APPLICATION = 0x46727468
"""Marks a SQLite file as a store of ours: "Frth"."""

_NOT_OURS = "the file is not a store of this engine"
_PRAGMAS = (
    "synchronous = FULL",  # in WAL mode the only setting that syncs every commit
    "secure_delete = ON",  # a forgotten player leaves no bytes behind
    "wal_autocheckpoint = 0",  # the store does it itself, when nobody waits for an answer
    "cache_size = -8000",  # kB
)


class FileLock:
    """Keeps a second engine from the file; the system lets go of it however the process ends."""

    def __init__(self, path: str) -> None:
        """Takes the lock. Raises StoreUnavailable when another holds it or the folder cannot be written."""
        try:
            self._file = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            raise _not_opened(error) from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._file)
            raise StoreUnavailable("the store is in use by another engine") from None

    def release(self) -> None:
        """Lets others in. The lock file stays: removing it could let two in at once."""
        os.close(self._file)


def _not_opened(error: OSError) -> StoreProblem:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return StoreFull("no room left in the store")
    return StoreUnavailable("the file of the store cannot be opened")


def writing_connection(path: str, connect: Connect) -> Connection:
    """A connection that writes, with the schema in place.

    Raises StoreFull, StoreUnavailable (cannot be opened, is no store of ours, has another schema).
    """
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # secrets of deals: for the owner's eyes only
    except OSError as error:
        raise _not_opened(error) from None
    return _connected(path, connect, _prepare)


def reading_connection(path: str, connect: Connect) -> Connection:
    """A connection that reads a store which `writing_connection` has prepared. Raises StoreUnavailable."""
    return _connected(path, connect, lambda connection: connection.execute("PRAGMA query_only = ON"))


def _connected(path: str, connect: Connect, prepare: Callable[[Connection], object]) -> Connection:
    try:
        connection = connect(path)
    except sqlite3.Error as error:
        raise problem_of(error) from None
    try:
        prepare(connection)
    except BaseException as error:
        connection.close()
        if isinstance(error, sqlite3.Error):
            raise _unreadable(error) from None
        raise
    return connection


def _unreadable(error: sqlite3.Error) -> StoreProblem:
    if getattr(error, "sqlite_errorcode", None) in (sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
        return StoreUnavailable(_NOT_OURS)
    return problem_of(error)


def _prepare(connection: Connection) -> None:
    stands = _schema_stands(connection)
    _switch_on_wal(connection)
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    if not stands:
        _create_schema(connection)


def _schema_stands(connection: Connection) -> bool:
    """Whether the schema is there, False for an empty file. Raises StoreUnavailable for any other file."""
    application, schema, objects = (
        _number(connection, question)
        for question in ("PRAGMA application_id", "PRAGMA user_version", "SELECT count(*) FROM sqlite_schema")
    )
    if (application, schema, objects) == (0, 0, 0):
        return False
    if application != APPLICATION:
        raise StoreUnavailable(_NOT_OURS)
    if schema != SCHEMA:
        raise StoreUnavailable("the store was written by another version of the engine")
    return True


def _number(connection: Connection, question: str) -> int:
    return int(connection.execute(question).fetchone()[0])


def _switch_on_wal(connection: Connection) -> None:
    if connection.execute("PRAGMA journal_mode = WAL").fetchone()[0] != "wal":
        raise StoreUnavailable("the disk of the store cannot share memory, which write-ahead logging needs")


def _create_schema(connection: Connection) -> None:
    script = resources.files("engine_server.storage").joinpath("schema.sql").read_text("utf-8")
    connection.execute("BEGIN IMMEDIATE")
    if not _schema_stands(connection):  # asked again: another may have been quicker
        for statement in script.split(";\n"):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {SCHEMA}")
    connection.execute("COMMIT")


def shorten_log(connection: Connection) -> None:
    """Copies what it can of the write-ahead log into the file, so that the log begins anew."""
    connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()


def empty_log(connection: Connection) -> bool:
    """Moves the write-ahead log into the file and cuts it to nothing; False when a reader was in the way."""
    return _number(connection, "PRAGMA wal_checkpoint(TRUNCATE)") == 0
