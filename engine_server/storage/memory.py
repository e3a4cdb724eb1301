"""A store that lasts as long as the process: for tests and simulated play."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine_server.application.ports import (
    Answered,
    CodeTaken,
    Due,
    DueKind,
    Entry,
    Front,
    NameTaken,
    Player,
    RequestKey,
    RequestTaken,
    TableUnknown,
    VersionTaken,
    no_news,
)
from engine_server.game.events import Event
from engine_server.storage.forgetting import forgotten


@dataclass(frozen=True, slots=True)
class _Table:
    log: tuple[Event, ...] = ()
    due: tuple[Due, ...] = ()
    members: tuple[str, ...] = ()


class MemoryStore:
    """The Store in dictionaries. `_tables` stands in the order of opening."""

    def __init__(self) -> None:
        """An empty store."""
        self._tables: dict[str, _Table] = {}
        self._codes: dict[str, str] = {}
        self._requests: dict[tuple[str, str], Answered] = {}
        self._players: dict[str, Player] = {}
        self._fronts: dict[str, Front] = {}
        self._there = 0

    async def load(self, table: str) -> tuple[Event, ...]:
        """The log of a table."""
        if table not in self._tables:
            raise TableUnknown("no such table")
        return self._tables[table].log

    async def append(self, entry: Entry, committed: Callable[[], None] = no_news) -> None:
        """Keeps an entry."""
        self._check_request(entry.request)
        before = self._tables.get(entry.table, _Table())
        if len(before.log) != entry.after:
            raise VersionTaken("the table has moved on")
        if entry.table not in self._tables and entry.code is not None:
            self._take_code(entry.code, entry.table)
        self._remember(entry.request, entry.answer)
        due = before.due if entry.due is None else entry.due
        self._tables[entry.table] = _Table(before.log + entry.events, due, entry.members)
        if any(item.what is DueKind.TURN for item in due if item not in before.due):
            self._there = entry.at_ms
        committed()

    def _take_code(self, code: str, table: str) -> None:
        if code in self._codes:
            raise CodeTaken("another table has this code")
        self._codes[code] = table

    def _check_request(self, request: RequestKey | None) -> None:
        if request is not None and (request.caller, request.request) in self._requests:
            raise RequestTaken("the request id is used up")

    def _remember(self, request: RequestKey | None, answer: bytes) -> None:
        if request is not None:
            self._requests[request.caller, request.request] = Answered(request.digest, answer)

    async def answered(self, caller: str, request: str) -> Answered | None:
        """What a request was answered before."""
        return self._requests.get((caller, request))

    async def table_of_code(self, code: str) -> str | None:
        """The table of a join code."""
        return self._codes.get(code)

    async def tables_of(self, player: str, after: str, limit: int) -> tuple[str, ...]:
        """Tables where a player sits, the one opened last first."""
        newest = list(reversed(self._tables))
        if after:
            newest = newest[newest.index(after) + 1 :] if after in self._tables else []
        return tuple(table for table in newest if player in self._tables[table].members)[:limit]

    async def awaited_tables(self, player: str) -> int:
        """At how many tables with something due a player sits."""
        return sum(player in table.members and bool(table.due) for table in self._tables.values())

    async def due(self) -> tuple[Due, ...]:
        """Everything that is due, soonest first."""
        everything = [
            (due.at_ms, number, due.what, due)
            for number, table in enumerate(self._tables.values())
            for due in table.due
        ]
        return tuple(due for *_, due in sorted(everything))

    async def note_time(self, now_ms: int) -> None:
        """Notes that the engine is there."""
        self._there = now_ms

    async def put_turns_off(self, now_ms: int) -> None:
        """Adds the time the engine was away to every turn."""
        away = max(0, now_ms - self._there)
        for table, kept in self._tables.items():
            due = tuple(
                replace(item, at_ms=item.at_ms + away) if item.what is DueKind.TURN else item
                for item in kept.due
            )
            self._tables[table] = replace(kept, due=due)
        self._there = now_ms

    async def add_player(self, player: Player, request: RequestKey, answer: bytes) -> None:
        """Keeps a new player."""
        self._check_request(request)
        if player.player in self._players or await self.player_of_secret(player.secret_hash) is not None:
            raise NameTaken("another player has this id or secret")
        self._remember(request, answer)
        self._players[player.player] = player

    async def player(self, player: str) -> Player | None:
        """The player of an id."""
        return self._players.get(player)

    async def player_of_secret(self, secret_hash: bytes) -> Player | None:
        """The player of a secret."""
        own = (player for player in self._players.values() if player.secret_hash)
        return next((player for player in own if player.secret_hash == secret_hash), None)

    async def change_player(
        self, player: str, name: str | None, language: str | None, request: RequestKey, answer: bytes
    ) -> None:
        """Changes name and language of a player; one that is gone stays so."""
        known = self._players.get(player)
        if known is None:
            return
        self._check_request(request)
        self._remember(request, answer)
        self._players[player] = known.changed(name, language)

    async def delete_player(self, player: str, pseudonym: str) -> None:
        """Forgets a player in every log."""
        self._players.pop(player, None)
        self._requests = {key: kept for key, kept in self._requests.items() if key[0] != player}
        for table, kept in self._tables.items():
            log = tuple(forgotten(event, player, pseudonym) for event in kept.log)
            members = tuple(pseudonym if member == player else member for member in kept.members)
            self._tables[table] = replace(kept, log=log, members=members)

    async def add_front(self, front: Front) -> None:
        """Keeps a new front, in place of one of its name whose key is worthless by then."""
        known = self._fronts.get(front.name)
        if known is not None and not known.is_open(front.created_ms):
            del self._fronts[front.name]
        if front.name in self._fronts or await self.front_of_key(front.key_hash) is not None:
            raise NameTaken("another front has this name or key")
        self._fronts[front.name] = front

    async def fronts(self) -> tuple[Front, ...]:
        """All fronts by name."""
        return tuple(self._fronts[name] for name in sorted(self._fronts))

    async def front_of_key(self, key_hash: bytes) -> Front | None:
        """The front of a key."""
        return next((front for front in self._fronts.values() if front.key_hash == key_hash), None)

    async def revoke_front(self, name: str) -> bool:
        """Revokes a front's key."""
        if name in self._fronts:
            self._fronts[name] = replace(self._fronts[name], revoked=True)
        return name in self._fronts

    async def close(self) -> None:
        """Nothing is left to do."""
