"""Rows of many entries, written together: a statement of many rows costs little more than one of one.

Each statement is a handing over between the writing thread and the event loop, which costs more than the row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from engine_server.storage.connection import Connection

Row: TypeAlias = tuple[Any, ...]

_SIZES = (64, 32, 16, 8, 4, 2, 1)
"""Rows a statement may have: few texts, so that SQLite keeps them all prepared."""
_REQUESTS = "INSERT INTO requests VALUES {rows}"
_EVENTS = "INSERT INTO events VALUES {rows}"
_HEADS = """
UPDATE tables SET version = moved.column2, checksum = moved.column3
FROM (VALUES {rows}) AS moved WHERE number = moved.column1"""


class Sheaf:
    """Requests, events and heads of logs that wait to be written."""

    def __init__(self) -> None:
        """Empty."""
        self.requests: list[Row] = []
        self.events: list[Row] = []
        self.heads: dict[int, tuple[int, bytes]] = {}

    def write(self, connection: Connection) -> int:
        """Writes all and is empty again, also when that fails; answers how many rows there were."""
        heads = [(number, *head) for number, head in self.heads.items()]
        waiting = ((_REQUESTS, self.requests), (_EVENTS, self.events), (_HEADS, heads))
        self.drop()
        return sum(_write(connection, sql, rows) for sql, rows in waiting)

    def drop(self) -> None:
        """Lets go of what waits."""
        self.requests, self.events, self.heads = [], [], {}


def _write(connection: Connection, sql: str, rows: Sequence[Row]) -> int:
    for bound in _bound(rows):
        one = f"({', '.join('?' * len(bound[0]))})"
        text = sql.format(rows=", ".join([one] * len(bound)))
        connection.execute(text, [value for row in bound for value in row])
    return len(rows)


def _bound(rows: Sequence[Row]) -> Iterator[Sequence[Row]]:
    """The rows in bundles of those sizes."""
    while rows:
        size = next(size for size in _SIZES if size <= len(rows))
        yield rows[:size]
        rows = rows[size:]
