"""What the engine answers to a move or command it will not carry out."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from engine_server.rules.illegal import Illegal


class Refused(StrEnum):
    """Why the table, rather than a rule of the game, refuses. The value is the reason on the wire."""

    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    WRONG_PHASE = "WRONG_PHASE"
    STALE_VERSION = "STALE_VERSION"
    VERSION_AHEAD = "VERSION_AHEAD"
    NOT_YOUR_SEAT = "NOT_YOUR_SEAT"
    SEAT_UNKNOWN = "SEAT_UNKNOWN"
    SEAT_TAKEN = "SEAT_TAKEN"
    SEAT_EMPTY = "SEAT_EMPTY"
    ALREADY_SEATED = "ALREADY_SEATED"
    TABLE_FULL = "TABLE_FULL"
    SEATS_OPEN = "SEATS_OPEN"
    GAME_STARTED = "GAME_STARTED"
    GAME_NOT_STARTED = "GAME_NOT_STARTED"
    GAME_OVER = "GAME_OVER"
    HOST_ONLY = "HOST_ONLY"
    CLAIM_NOT_ALLOWED = "CLAIM_NOT_ALLOWED"
    UNDO_NOT_ALLOWED = "UNDO_NOT_ALLOWED"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal with its code and what its sentence needs: never a card but the caller's own."""

    code: Refused | Illegal
    arguments: tuple[tuple[str, str], ...] = ()


RefusalCode: TypeAlias = Refused | Illegal
