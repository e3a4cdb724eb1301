"""Fronts: programs registered to speak for their own people, each by a key shown once."""

from __future__ import annotations

import re

from engine_server.application.access import hash_of_secret
from engine_server.application.ports import Chance, Clock, Front, Store

DAY_MS = 24 * 60 * 60 * 1000
_NAME = re.compile(r"[A-Za-z0-9_-]{1,32}", re.ASCII)


class FrontRefused(Exception):
    """A front cannot be registered so; the text says why in one line."""


class Fronts:
    """Registers fronts and revokes their keys."""

    def __init__(self, store: Store, clock: Clock, chance: Chance) -> None:
        self._store = store
        self._clock = clock
        self._chance = chance

    async def add(self, name: str, days: int | None = None) -> str:
        """A new key, 64 hexadecimal digits, valid for so many days or until revoked.

        A front whose key was revoked or has expired gets its people back with a new one.
        Raises FrontRefused for a name or time that cannot be, NameTaken.
        """
        if not _NAME.fullmatch(name):
            raise FrontRefused("a front's name has 1 to 32 letters, digits, - or _")
        if days is not None and not 1 <= days <= 36500:
            raise FrontRefused("a key is valid for 1 to 36500 days")
        key, now = self._chance.secret(), self._clock.now_ms()
        expires = None if days is None else now + days * DAY_MS
        await self._store.add_front(Front(name, hash_of_secret(key), now, expires))
        return key.hex()

    async def all(self) -> tuple[Front, ...]:
        """All fronts by name, also those with a revoked key."""
        return await self._store.fronts()

    async def revoke(self, name: str) -> None:
        """Makes a front's key worthless. Raises FrontRefused when there is no such front."""
        if not await self._store.revoke_front(name):
            raise FrontRefused(f"there is no front {name}")
