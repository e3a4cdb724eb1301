"""A process that appends at a few tables and says what was acknowledged, until it is killed or done.

`python -m tests.storage.appender PATH COUNT [FILE_SIZE]`: COUNT entries a table, files of FILE_SIZE bytes.
"""

from __future__ import annotations

import asyncio
import resource
import sys

from engine_server.application.ports import Store, StoreFull, TableUnknown
from engine_server.storage.sqlite import open_sqlite
from tests.storage.samples import opening, played

TABLES = tuple(f"t{number}" for number in range(8))


async def _append(store: Store, table: str, count: int) -> None:
    try:
        after = len(await store.load(table))
    except TableUnknown:
        await store.append(opening(table))
        after = 5
    for version in range(after, after + count):
        await store.append(played(table, version))
        print(table, version + 1, flush=True)


async def _all(path: str, count: int) -> None:
    store = open_sqlite(path)
    try:
        await asyncio.gather(*(_append(store, table, count) for table in TABLES))
    except StoreFull:
        print("full", 0, flush=True)  # and the store stays open: the process must end all the same


if __name__ == "__main__":
    if len(sys.argv) > 3:
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]), int(sys.argv[3])))
    asyncio.run(_all(sys.argv[1], int(sys.argv[2])))
