"""Why the application turns a caller away, beyond the rules of the table."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine_server.game.refusals import RefusalCode


class Access(StrEnum):
    """Reasons that concern callers, requests and tables. The value is the reason on the wire."""

    TOKEN_MISSING = "TOKEN_MISSING"
    TOKEN_INVALID = "TOKEN_INVALID"
    TOKEN_EXPIRED = "TOKEN_EXPIRED"
    PLAYER_UNKNOWN = "PLAYER_UNKNOWN"
    NAME_INVALID = "NAME_INVALID"
    GAME_UNKNOWN = "GAME_UNKNOWN"
    GAME_KEY_UNKNOWN = "GAME_KEY_UNKNOWN"
    GAME_CORRUPT = "GAME_CORRUPT"
    GAME_LIMIT = "GAME_LIMIT"
    WATCH_LIMIT = "WATCH_LIMIT"
    OPTION_UNKNOWN = "OPTION_UNKNOWN"
    OPTION_INVALID = "OPTION_INVALID"
    ROBOT_PLAYS = "ROBOT_PLAYS"
    IDEMPOTENCY_KEY_REUSED = "IDEMPOTENCY_KEY_REUSED"
    HINT_NOT_ALLOWED = "HINT_NOT_ALLOWED"
    SEQUENCE_AHEAD = "SEQUENCE_AHEAD"
    DEAL_UNKNOWN = "DEAL_UNKNOWN"
    FORMAT_NOT_FOR_GAME = "FORMAT_NOT_FOR_GAME"


DenialCode: TypeAlias = Access | RefusalCode


class Denied(Exception):
    """The request was not carried out and nothing changed. The text is the code alone."""

    def __init__(self, code: DenialCode, arguments: tuple[tuple[str, str], ...] = ()) -> None:
        super().__init__(code.value)
        self.code = code
        self.arguments = arguments


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one player may use at once."""

    tables_per_player: int = 50
    watches_per_player: int = 16
    tables_per_watch: int = 500
    idle_ms: int = 24 * 60 * 60 * 1000


def hash_of_secret(secret: bytes) -> bytes:
    """What is kept of a player's secret or a front's key: of 256 random bits one hash is enough."""
    return hashlib.sha256(b"fourth/secret/1\x00" + secret).digest()


def hash_of_guest(front: str, guest: str) -> bytes:
    """By what a front's player is found: the front's name and its own id for the person."""
    return hashlib.sha256(b"fourth/guest/1\x00" + front.encode() + b"\x00" + guest.encode()).digest()
