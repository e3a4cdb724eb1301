"""The statements that write tables: each method runs on the writing thread, in its transaction."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engine_server.application.ports import (
    CodeTaken,
    Due,
    DueKind,
    Entry,
    RequestKey,
    RequestTaken,
    StoreProblem,
    VersionTaken,
)
from engine_server.game.encoding import EventUnreadable, event_of, event_text
from engine_server.storage.chain import START, chained, is_sound, linked
from engine_server.storage.connection import Connection
from engine_server.storage.forgetting import forgotten, sitters
from engine_server.storage.sheaf import Sheaf

_HEADS_KEPT = 4096
_THERE = "there"


@dataclass(frozen=True, slots=True)
class Head:
    """What was written last about a table. `number` stands for the table in the file."""

    number: int
    version: int
    checksum: bytes
    due: tuple[Due, ...] = ()
    members: tuple[str, ...] = ()


class Ledger:
    """Writes entries. It remembers the heads of tables: what has not changed is neither read nor written."""

    def __init__(self, connection: Connection) -> None:
        """Over a connection that nobody else writes through."""
        self._connection = connection
        self._heads: dict[str, Head] = {}
        self._sheaf = Sheaf()
        self._gathers = False
        self.rows = 0
        """Rows written so far."""

    def gather(self) -> None:
        """From now on most rows wait until `write`, where alone it shows that a request id was used up."""
        self._gathers = True

    def write(self) -> None:
        """Writes all rows that wait. Raises sqlite3.IntegrityError."""
        self.rows += self._sheaf.write(self._connection)

    def undone(self) -> None:
        """To be called when entries were not committed. From now on each row is written at once."""
        self._gathers = False
        self._sheaf.drop()
        self._heads.clear()

    def append(self, entry: Entry) -> None:
        """Writes an entry. Raises RequestTaken, VersionTaken, CodeTaken."""
        if entry.request is not None:
            self.remember(entry.request, entry.answer)
        before = self._head(entry.table) or self._open(entry)
        if before.version != entry.after:
            raise VersionTaken("the table has moved on")
        head = self._moved(before, entry)
        self._write_due(head.number, before.due, head.due, entry.at_ms)
        self._write_members(before, head, entry)
        self._keep(entry.table, head)

    def remember(self, request: RequestKey, answer: bytes) -> None:
        """Keeps what a request is answered. Raises RequestTaken."""
        self._sheaf.requests.append((request.caller, request.request, request.digest, answer))
        try:
            self._write_unless_gathering()
        except sqlite3.IntegrityError:
            raise RequestTaken("the request id is used up") from None

    def _write_unless_gathering(self) -> None:
        if not self._gathers:
            self.write()

    def insert(self, sql: str, row: Sequence[Any], taken: StoreProblem) -> None:
        """Inserts a row, or raises `taken` when a unique value of it stands already."""
        try:
            self._connection.execute(sql, row)
        except sqlite3.IntegrityError:
            raise taken from None
        self.rows += 1

    def _head(self, table: str) -> Head | None:
        head = self._heads.get(table)
        return head if head is not None else self._read_head(table)

    def _read_head(self, table: str) -> Head | None:
        sql = "SELECT number, version, checksum FROM tables WHERE id = ?"
        row = self._connection.execute(sql, (table,)).fetchone()
        if row is None:
            return None
        due = self._connection.execute("SELECT what, at_ms FROM due WHERE number = ?", row[:1]).fetchall()
        sql = "SELECT player FROM members WHERE number = ? AND seated = 1"
        members = self._connection.execute(sql, row[:1]).fetchall()
        number, version, checksum = row
        return Head(
            number,
            version,
            checksum,
            tuple(Due(DueKind(what), table, at_ms) for what, at_ms in due),
            tuple(player for (player,) in members),
        )

    def _open(self, entry: Entry) -> Head:
        """A new table, empty yet."""
        if entry.after != 0:
            raise VersionTaken("the table is not open")
        row = (entry.table, entry.code, START)
        sql = "INSERT INTO tables (id, code, version, checksum) VALUES (?, ?, 0, ?)"
        self.insert(sql, row, CodeTaken("another table has this code"))
        sql = "SELECT number FROM tables WHERE id = ?"
        return Head(self._connection.execute(sql, row[:1]).fetchone()[0], 0, START)

    def _moved(self, before: Head, entry: Entry) -> Head:
        """Writes the events, and the new head of the log."""
        version, checksum = before.version, before.checksum
        for event in entry.events:
            text = event_text(event)
            version += 1
            checksum = linked(checksum, entry.table, version, text.encode())
            self._sheaf.events.append((before.number, version, text, checksum))
        self._move_head(before.number, version, checksum)
        due = before.due if entry.due is None else entry.due
        return Head(before.number, version, checksum, due, entry.members)

    def _move_head(self, number: int, version: int, checksum: bytes) -> None:
        self._sheaf.heads[number] = (version, checksum)
        self._write_unless_gathering()

    def _many(self, sql: str, rows: Sequence[Sequence[Any]]) -> None:
        if rows:
            self._connection.executemany(sql, rows)
            self.rows += len(rows)

    def _write_due(self, number: int, before: tuple[Due, ...], now: tuple[Due, ...], at_ms: int) -> None:
        if before == now:
            return
        kinds = [due.what for due in now]
        gone = [(number, due.what) for due in before if due.what not in kinds]
        new = [(number, due.what, due.at_ms) for due in now if due not in before]
        self._many("DELETE FROM due WHERE number = ? AND what = ?", gone)
        self._many("INSERT OR REPLACE INTO due VALUES (?, ?, ?)", new)
        if any(what is DueKind.TURN for _, what, _ in new):
            self.note_time(at_ms)

    def note_time(self, at_ms: int) -> None:
        """Keeps when the engine was last there, in a row of `due` that belongs to no table."""
        self._many("INSERT OR REPLACE INTO due VALUES (0, ?, ?)", [(_THERE, at_ms)])

    def put_turns_off(self, now_ms: int) -> None:
        """Adds the time the engine was away to the end of every turn."""
        there = self._connection.execute("SELECT at_ms FROM due WHERE number = 0").fetchone()
        if there is None:
            return
        away = max(0, now_ms - there[0])
        self._many("UPDATE due SET at_ms = at_ms + ? WHERE what = ?", [(away, DueKind.TURN)])
        self.note_time(now_ms)
        self._heads.clear()

    def _write_members(self, before: Head, now: Head, entry: Entry) -> None:
        passing = sitters(entry.events).difference(now.members)
        if before.members == now.members and not passing:
            return
        gone = passing.union(before.members).difference(now.members)
        new = set(now.members).difference(before.members)
        self._seat(now.number, gone, 0)
        self._seat(now.number, new, 1)

    def _seat(self, number: int, players: Iterable[str], seated: int) -> None:
        rows = [(player, number, seated) for player in sorted(players)]
        self._many("INSERT OR REPLACE INTO members VALUES (?, ?, ?)", rows)

    def _keep(self, table: str, head: Head) -> None:
        if len(self._heads) >= _HEADS_KEPT and table not in self._heads:
            self._heads.pop(next(iter(self._heads)))
        self._heads[table] = head

    def forget(self, player: str, pseudonym: str) -> None:
        """Writes the pseudonym for a player into every log it ever sat in, and drops all else about it."""
        self.write()
        sql = "SELECT id, number, version, checksum FROM members JOIN tables USING (number) WHERE player = ?"
        for table, *head in self._connection.execute(sql, (player,)).fetchall():
            self._rewrite(table, Head(*head), player, pseudonym)
            self._heads.pop(table, None)
        self.write()  # what comes next in the batch reads the heads of these tables anew
        sql = "UPDATE OR REPLACE members SET player = ? WHERE player = ?"
        self._connection.execute(sql, (pseudonym, player))
        self._connection.execute("DELETE FROM requests WHERE caller = ?", (player,))
        self._connection.execute("DELETE FROM players WHERE id = ?", (player,))

    def _rewrite(self, table: str, head: Head, player: str, pseudonym: str) -> None:
        """One log under the pseudonym. A log damaged before stays so: its checksums are kept."""
        sql = "SELECT version, CAST(text AS BLOB), checksum FROM events WHERE number = ? ORDER BY version"
        rows = self._connection.execute(sql, (head.number,)).fetchall()
        texts = [_rewritten(text, player, pseudonym) for _, text, _ in rows]
        links = [link for _, _, link in rows]
        if is_sound(table, head.version, head.checksum, rows):
            links = chained(START, table, 0, texts)
            self._move_head(head.number, head.version, links[-1])
        sql = "UPDATE events SET text = ?, checksum = ? WHERE number = ? AND version = ?"
        new = zip((text.decode() for text in texts), links, rows, strict=True)
        self._many(sql, [(text, link, head.number, version) for text, link, (version, _, _) in new])


def _rewritten(text: bytes, player: str, pseudonym: str) -> bytes:
    try:
        event = event_of(text.decode())
    except (EventUnreadable, UnicodeDecodeError):
        return b""  # damaged, and nobody can tell whom it names
    new = forgotten(event, player, pseudonym)
    return text if new is event else event_text(new).encode()
