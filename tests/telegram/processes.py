"""Processes that others started, seen from outside."""

from __future__ import annotations

import asyncio
from pathlib import Path


def child_of(pid: int) -> int:
    """The only child of a process."""
    (number,) = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return int(number)


def runs(pid: int) -> bool:
    """Whether a process is still there; one that nobody has buried yet is not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


async def ended(*pids: int, within: float = 60.0) -> None:
    """Waits until all of them are gone."""
    async with asyncio.timeout(within):
        while any(map(runs, pids)):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
