"""Players and fronts: who a caller is, and what it is called."""

from __future__ import annotations

import hmac
from collections import OrderedDict
from dataclasses import dataclass, field

from engine_server.application.access import Access, Denied, hash_of_guest, hash_of_secret
from engine_server.application.names import LONGEST_NAME, cleaned, letters
from engine_server.application.ports import (
    Chance,
    Clock,
    Front,
    NameTaken,
    Player,
    RequestKey,
    RequestTaken,
    Store,
)

REMEMBERED = 4096
"""Callers kept in memory, so that a call does not ask the store who it comes from."""
FRONT_TRUST_MS = 1000
"""A front's key is looked up again after this time, so that revoking it takes effect."""


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a call brought along: a player's secret, or a front's key with the person it speaks for."""

    secret: bytes | None = field(default=None, repr=False)
    front_key: bytes | None = field(default=None, repr=False)
    guest: str | None = field(default=None, repr=False)


class People:
    """Registers players and recognises callers."""

    def __init__(self, store: Store, clock: Clock, chance: Chance) -> None:
        self._store = store
        self._clock = clock
        self._chance = chance
        self._known: OrderedDict[bytes, Player] = OrderedDict()
        self._fronts: dict[bytes, tuple[int, Front | None]] = {}

    async def caller(self, credentials: Credentials) -> Player:
        """The player a call comes from. Raises Denied: TOKEN_MISSING, TOKEN_INVALID, TOKEN_EXPIRED."""
        mark, _ = await self._identity(credentials)
        player = self._known.get(mark)
        if player is None:
            player = await self._store.player_of_secret(mark)
        if player is None or not hmac.compare_digest(player.secret_hash, mark):
            raise Denied(Access.TOKEN_INVALID)
        self._remember(mark, player)
        return player

    def known(self, credentials: Credentials) -> Player | None:
        """The player a call comes from as far as memory goes, None when it would have to be looked up."""
        if credentials.front_key is None:
            return self._known.get(hash_of_secret(credentials.secret or b""))
        _, front = self._fronts.get(hash_of_secret(credentials.front_key), (0, None))
        return self._known.get(hash_of_guest(front.name, credentials.guest or "")) if front else None

    async def register(
        self, credentials: Credentials, name: str, language: str, request: str, digest: bytes
    ) -> Player:
        """A new player. Raises Denied: NAME_INVALID, IDEMPOTENCY_KEY_REUSED and those of `caller`."""
        mark, front = await self._identity(credentials)
        player = Player(self._chance.token(12), _good_name(name), language, front, mark)
        try:
            await self._store.add_player(player, RequestKey(player.player, request, digest), b"")
        except NameTaken:
            player = await self._registered(mark, request, digest)
        self._remember(mark, player)
        return player

    async def _registered(self, mark: bytes, request: str, digest: bytes) -> Player:
        """The player of an earlier registration with the same secret: the same person came back.

        Requests are kept under the player's id alone, so that nothing else outlives the player.
        """
        player = await self._store.player_of_secret(mark)
        if player is None:
            raise Denied(Access.TOKEN_INVALID)
        answered = await self._store.answered(player.player, request)
        if answered is not None and answered.digest != digest:
            raise Denied(Access.IDEMPOTENCY_KEY_REUSED)
        return player

    async def change(
        self, player: Player, name: str | None, language: str | None, request: str, digest: bytes
    ) -> None:
        """Another name or language, None for unchanged.

        Raises Denied: NAME_INVALID, IDEMPOTENCY_KEY_REUSED.
        """
        good = None if name is None else _good_name(name)
        key = RequestKey(player.player, request, digest)
        try:
            await self._store.change_player(player.player, good, language, key, b"")
        except RequestTaken:
            answered = await self._store.answered(key.caller, key.request)
            if answered is None or answered.digest != digest:
                raise Denied(Access.IDEMPOTENCY_KEY_REUSED) from None
            return
        known = self._known.get(player.secret_hash)
        if known is not None:  # else it was deleted, or is read again when it calls
            self._remember(player.secret_hash, known.changed(good, language))

    async def forget(self, player: Player) -> None:
        """Deletes a player: its name and id leave the store at once; finished games keep a pseudonym."""
        await self._store.delete_player(player.player, self._chance.token(12))
        self._known.pop(player.secret_hash, None)

    async def _identity(self, credentials: Credentials) -> tuple[bytes, str | None]:
        """The hash a player is found by, and the front it belongs to."""
        if credentials.front_key is not None:
            front = await self._front(credentials.front_key)
            if not credentials.guest:
                raise Denied(Access.TOKEN_MISSING)
            return hash_of_guest(front.name, credentials.guest), front.name
        if credentials.secret is None:
            raise Denied(Access.TOKEN_MISSING)
        return hash_of_secret(credentials.secret), None

    async def _front(self, key: bytes) -> Front:
        key_hash, now = hash_of_secret(key), self._clock.now_ms()
        looked_up, front = self._fronts.get(key_hash, (0, None))
        if front is None or not 0 <= now - looked_up <= FRONT_TRUST_MS:
            front = await self._store.front_of_key(key_hash)
            if front is not None:
                self._fronts[key_hash] = (now, front)
        # Whoever knows the seed of a practice engine knows every card: no front's people play there.
        if front is None or front.revoked or self._chance.is_practice:
            raise Denied(Access.TOKEN_INVALID)
        if front.expires_ms is not None and front.expires_ms <= now:
            raise Denied(Access.TOKEN_EXPIRED)
        return front

    def _remember(self, mark: bytes, player: Player) -> None:
        self._known[mark] = player
        self._known.move_to_end(mark)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


def _good_name(name: str) -> str:
    good = cleaned(name)
    if not good or letters(good) > LONGEST_NAME:
        raise Denied(Access.NAME_INVALID)
    return good
