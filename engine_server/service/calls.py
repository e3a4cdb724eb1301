"""One call as it came in: who asks, in which language, with which bytes."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, field

from google.protobuf.message import Message

from engine_server.application.access import Access, Denied
from engine_server.application.people import Credentials, People
from engine_server.application.ports import Player, RequestKey
from engine_server.service.problems import Problem
from engine_server.service.reasons import Wire
from engine_server.words.languages import Language, preferred

LONGEST_ID = 64
_BEARER = re.compile(r"Bearer ([0-9a-f]{64})", re.ASCII | re.IGNORECASE)
_KEY = re.compile(r"[0-9a-f]{64}", re.ASCII | re.IGNORECASE)
_ID = re.compile(r"[A-Za-z0-9_.:-]{1,64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Call:
    """What a call brought along beside its message. Its credentials are never shown."""

    method: str
    metadata: tuple[tuple[str, str | bytes], ...] = field(repr=False)
    message: bytes = field(repr=False)

    def of(self, asked: Message) -> Call:
        """The call with its message as it was understood: a repeat may have been written otherwise."""
        asked.DiscardUnknownFields()
        return Call(self.method, self.metadata, asked.SerializeToString(deterministic=True))

    def named(self, key: str) -> str | None:
        """A value of the metadata that is text."""
        for name, value in self.metadata:
            if name == key and isinstance(value, str):
                return value
        return None

    def credentials(self) -> Credentials:
        """Whom the call claims to come from. Raises Denied: TOKEN_INVALID for what cannot be a secret."""
        key, bearer = self.named("fourth-front-key"), self.named("authorization")
        if key is not None:
            guest = self.named("fourth-player")
            if not _KEY.fullmatch(key):
                raise Denied(Access.TOKEN_INVALID)
            return Credentials(
                front_key=bytes.fromhex(key), guest=None if guest is None else checked_id(guest)
            )
        if bearer is None:
            return Credentials()
        match = _BEARER.fullmatch(bearer)
        if match is None:
            raise Denied(Access.TOKEN_INVALID)
        return Credentials(secret=bytes.fromhex(match[1]))

    async def caller(self, people: People) -> Player:
        """The player who calls. Raises Denied: TOKEN_MISSING, TOKEN_INVALID, TOKEN_EXPIRED."""
        return await people.caller(self.credentials())

    def language(self, player: Player | None = None) -> Language:
        """The language of the answer: the call's, else the player's, else English."""
        return preferred(self.named("fourth-language") or "", player.language if player else "")

    def digest(self) -> bytes:
        """What tells a repeat from another request under the same id."""
        return hashlib.sha256(self.method.encode() + b"\x00" + self.message).digest()

    def request_key(self, player: Player, request_id: str) -> RequestKey:
        """The request as its caller numbered it.

        Raises Problem: IDEMPOTENCY_KEY_MISSING, ID_MALFORMED.
        """
        return RequestKey(player.player, checked_request_id(request_id), self.digest())


def checked_request_id(request_id: str) -> str:
    """A request id as it may be. Raises Problem: IDEMPOTENCY_KEY_MISSING, ID_MALFORMED."""
    if not request_id:
        raise Problem(Wire.IDEMPOTENCY_KEY_MISSING)
    return checked_id(request_id)


def checked_id(value: str) -> str:
    """An id as it may be: letters, digits and - _ . : only. Raises Problem: ID_MALFORMED."""
    if not _ID.fullmatch(value):
        raise Problem(Wire.ID_MALFORMED)
    return value
