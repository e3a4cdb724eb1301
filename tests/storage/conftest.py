"""Every store that must pass the conformance suite."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from engine_server.application.ports import Store
from engine_server.storage.memory import MemoryStore
from engine_server.storage.sqlite import open_sqlite

Story: TypeAlias = Callable[[Store], Awaitable[None]]
Tell: TypeAlias = Callable[[Story], None]


@pytest.fixture(params=["memory", "sqlite"])
def tell(request: pytest.FixtureRequest, tmp_path: Path) -> Tell:
    """Runs a story on a fresh store of each kind."""

    async def told(story: Story) -> None:
        store = MemoryStore() if request.param == "memory" else open_sqlite(str(tmp_path / "store.db"))
        try:
            await story(store)
        finally:
            await store.close()

    return lambda story: asyncio.run(told(story))
