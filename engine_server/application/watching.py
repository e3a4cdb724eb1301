"""Who looks at which table, and how they hear that something happened there.

A watcher holds no queue: it is told which tables changed and asks for what is new. A slow one falls behind
without costing memory, and catches up from the log.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from engine_server.application.access import Access, Denied, Limits


@dataclass(eq=False)
class Watcher:
    """One open watch: `wake` is called when a table enters `changed`, which its owner empties."""

    player: str
    wake: Callable[[], None]
    changed: set[str] = field(default_factory=set)

    def take_changed(self) -> set[str]:
        """The tables that changed since the last time."""
        taken, self.changed = self.changed, set()
        return taken


class Watching:
    """All open watches by table."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._watchers: dict[str, set[Watcher]] = {}
        self._open: Counter[str] = Counter()

    def begin(self, watcher: Watcher, tables: Iterable[str]) -> None:
        """Adds a watch of some tables. Raises Denied: WATCH_LIMIT."""
        wanted = set(tables)
        if (
            len(wanted) > self._limits.tables_per_watch
            or self._open[watcher.player] >= self._limits.watches_per_player
        ):
            raise Denied(Access.WATCH_LIMIT)
        self._open[watcher.player] += 1
        for table in wanted:
            self._watchers.setdefault(table, set()).add(watcher)

    def end(self, watcher: Watcher, tables: Iterable[str]) -> None:
        """Takes a watch away."""
        for table in set(tables):
            self._leave(table, watcher)
        self._open[watcher.player] -= 1
        if not self._open[watcher.player]:
            del self._open[watcher.player]

    def _leave(self, table: str, watcher: Watcher) -> None:
        watchers = self._watchers.get(table, set())
        watchers.discard(watcher)
        if not watchers:
            self._watchers.pop(table, None)

    def table_changed(self, table: str) -> None:
        """Tells everybody who looks at a table that there is something new."""
        for watcher in self._watchers.get(table, ()):
            watcher.changed.add(table)
            watcher.wake()

    @property
    def open_watches(self) -> int:
        """How many watches are open."""
        return sum(self._open.values())
