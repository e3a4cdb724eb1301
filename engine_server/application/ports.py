"""What the application needs from the world: a clock, chance, and a store. Bodies stand elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Protocol, TypeVar

from engine_server.game.events import Event

Answer = TypeVar("Answer")


class Clock(Protocol):
    """Time as whole milliseconds since 1970 in UTC."""

    def now_ms(self) -> int:
        """The present time."""
        ...


class Chance(Protocol):
    """Where everything random comes from."""

    @property
    def is_practice(self) -> bool:
        """Whether deals can be foreseen by whoever knows the seed; such deals are marked."""
        ...

    def secret(self) -> bytes:
        """A fresh secret of 32 bytes for one deal."""
        ...

    def below(self, limit: int) -> int:
        """An even draw of 0 .. limit - 1."""
        ...

    def token(self, size: int) -> str:
        """A name nobody can guess: `size` random bytes in lower-case hexadecimal."""
        ...


class Turns(Protocol):
    """Lets one thing happen at a time, at a table or for a player."""

    async def alone(self, name: str, work: Callable[[], Coroutine[None, None, Answer]]) -> Answer:
        """What `work` answers, done while nothing else is done under the name.

        Whoever goes away while waiting has asked for nothing; work once begun is done to its end.
        """
        ...

    async def in_turn(self, name: str, work: Callable[[], Coroutine[None, None, Answer]]) -> Answer:
        """As `alone`, but the work is dropped where it stands when whoever asked goes away."""
        ...


class Bell(Protocol):
    """Rings when something is due."""

    def answered_by(self, answer: Callable[[Due], Coroutine[None, None, None]]) -> None:
        """Says what is done when it rings."""
        ...

    def set_for(self, table: str, due: tuple[Due, ...]) -> None:
        """From now on rings for these at the table, each once and at once when its time is past."""
        ...


class DueKind(StrEnum):
    """What is to happen at a table later by itself."""

    ROBOT = "robot"
    NEXT_DEAL = "next_deal"
    IDLE = "idle"
    TURN = "turn"
    """A robot moves for whoever has taken longer than a turn may take."""


@dataclass(frozen=True, slots=True)
class Due:
    """Something to be done at a table, not before `at_ms`. A table has at most one of each kind."""

    what: DueKind
    table: str
    at_ms: int


@dataclass(frozen=True, slots=True)
class RequestKey:
    """A mutation as its caller numbered it: who asked, the request id, and a digest of what was asked."""

    caller: str
    request: str
    digest: bytes


@dataclass(frozen=True, slots=True)
class Answered:
    """What a request was answered the first time, and the digest of what it had asked."""

    digest: bytes
    answer: bytes


@dataclass(frozen=True, slots=True)
class Entry:
    """One change of one table, committed whole or not at all.

    `after` is the version (number of events) the change was decided on. `due` replaces all that was due at
    the table, None leaves it as it was. `members` lists the players now seated there and replaces the former
    list. `code` is set by the entry that opens the table.
    """

    table: str
    after: int
    events: tuple[Event, ...]
    due: tuple[Due, ...] | None
    members: tuple[str, ...]
    at_ms: int
    request: RequestKey | None = None
    answer: bytes = b""
    code: str | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """A registered person: `front` names the front that speaks for it, None for a player of its own."""

    player: str
    name: str
    language: str
    front: str | None
    secret_hash: bytes = field(repr=False, default=b"")

    def changed(self, name: str | None, language: str | None) -> Player:
        """The player with another name or language, None for unchanged."""
        return replace(self, name=name or self.name, language=language or self.language)


@dataclass(frozen=True, slots=True)
class Front:
    """A registered front: a client that may speak for players of its own name space."""

    name: str
    key_hash: bytes = field(repr=False)
    created_ms: int
    expires_ms: int | None = None
    revoked: bool = False

    def is_open(self, now_ms: int) -> bool:
        """Whether the key opens anything now."""
        return not self.revoked and (self.expires_ms is None or now_ms < self.expires_ms)


class StoreProblem(Exception):
    """The store could not do what was asked; nothing of it was done."""


class VersionTaken(StoreProblem):
    """The table has moved on since the change was decided."""


class RequestTaken(StoreProblem):
    """The caller has used this request id before; `answered` tells what came of it."""


class CodeTaken(StoreProblem):
    """Another table has this join code."""


class NameTaken(StoreProblem):
    """A player or front of this name or secret exists."""


class TableUnknown(StoreProblem):
    """There is no such table."""


class TableCorrupt(StoreProblem):
    """The log of this table does not match its checksums; other tables are not affected."""


class StoreFull(StoreProblem):
    """There is no room left. Reading still works."""


class StoreUnavailable(StoreProblem):
    """The store cannot be written or read now."""


def no_news() -> None:
    """Nobody wants to hear of it."""


class Store(Protocol):
    """Where tables, players and fronts are kept. Every write is durable when its await returns."""

    async def load(self, table: str) -> tuple[Event, ...]:
        """The log of a table. Raises TableUnknown, TableCorrupt, StoreUnavailable."""
        ...

    async def append(self, entry: Entry, committed: Callable[[], None] = no_news) -> None:
        """Commits an entry. Raises VersionTaken, RequestTaken, CodeTaken, StoreFull, StoreUnavailable.

        `committed` is called on the event loop once the entry is durable, before this returns, and also when
        whoever waits for it has gone away meanwhile.
        """
        ...

    async def answered(self, caller: str, request: str) -> Answered | None:
        """What a request of this caller was answered before, None when it is new."""
        ...

    async def table_of_code(self, code: str) -> str | None:
        """The table of a join code."""
        ...

    async def tables_of(self, player: str, after: str, limit: int) -> tuple[str, ...]:
        """Tables where a player sits, newest first, at most `limit`, behind table `after` ("" = start)."""
        ...

    async def awaited_tables(self, player: str) -> int:
        """At how many tables with something due a player sits."""
        ...

    async def due(self) -> tuple[Due, ...]:
        """Everything that is due, of all tables, soonest first."""
        ...

    async def note_time(self, now_ms: int) -> None:
        """Notes that the engine is there, as does every entry by which a turn's time begins to run.

        Raises StoreFull, StoreUnavailable.
        """
        ...

    async def put_turns_off(self, now_ms: int) -> None:
        """To be called when the engine is back: adds the time since it was there last to every TURN due.

        Raises StoreFull, StoreUnavailable.
        """
        ...

    async def add_player(self, player: Player, request: RequestKey, answer: bytes) -> None:
        """Keeps a new player. Raises NameTaken, RequestTaken, StoreFull, StoreUnavailable."""
        ...

    async def player(self, player: str) -> Player | None:
        """The player of an id."""
        ...

    async def player_of_secret(self, secret_hash: bytes) -> Player | None:
        """The player whose secret has this hash."""
        ...

    async def change_player(
        self, player: str, name: str | None, language: str | None, request: RequestKey, answer: bytes
    ) -> None:
        """Another name or language of a player, None for unchanged; one that is gone stays so.

        Raises RequestTaken, StoreFull, StoreUnavailable.
        """
        ...

    async def delete_player(self, player: str, pseudonym: str) -> None:
        """Forgets a player at once: the row goes, its name and id in every log become the pseudonym."""
        ...

    async def add_front(self, front: Front) -> None:
        """Keeps a new front, in place of one of its name whose key opened nothing any more when it was made.

        Raises NameTaken.
        """
        ...

    async def fronts(self) -> tuple[Front, ...]:
        """All fronts by name."""
        ...

    async def front_of_key(self, key_hash: bytes) -> Front | None:
        """The front whose key has this hash, also a revoked or expired one."""
        ...

    async def revoke_front(self, name: str) -> bool:
        """Revokes a front's key; False when there is none of this name."""
        ...

    async def close(self) -> None:
        """Finishes what waits and lets go of the file."""
        ...
