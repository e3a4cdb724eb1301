"""Every reason a call may be refused with, and the gRPC code that goes with it (trust.md section 4)."""

from __future__ import annotations

from enum import StrEnum

import grpc

from engine_server.application.access import Access
from engine_server.game.refusals import Refused
from engine_server.rules.illegal import Illegal

DOMAIN = "fourth"


class Wire(StrEnum):
    """Reasons that arise where bytes become requests."""

    MALFORMED_MESSAGE = "MALFORMED_MESSAGE"
    FIELD_MISSING = "FIELD_MISSING"
    ENUM_UNKNOWN = "ENUM_UNKNOWN"
    ID_MALFORMED = "ID_MALFORMED"
    LANGUAGE_UNKNOWN = "LANGUAGE_UNKNOWN"
    SECRET_MALFORMED = "SECRET_MALFORMED"
    PAGE_TOKEN_INVALID = "PAGE_TOKEN_INVALID"
    PAGE_UNKNOWN = "PAGE_UNKNOWN"
    IDEMPOTENCY_KEY_MISSING = "IDEMPOTENCY_KEY_MISSING"
    RATE_LIMITED = "RATE_LIMITED"
    SLOW_CONSUMER = "SLOW_CONSUMER"
    EXPORT_TOO_LARGE = "EXPORT_TOO_LARGE"
    STORE_FULL = "STORE_FULL"
    STORE_UNAVAILABLE = "STORE_UNAVAILABLE"
    SHUTTING_DOWN = "SHUTTING_DOWN"
    BUG = "BUG"


_INVALID = (
    *(Wire.MALFORMED_MESSAGE, Wire.FIELD_MISSING, Wire.ENUM_UNKNOWN, Wire.ID_MALFORMED),
    *(Wire.LANGUAGE_UNKNOWN, Wire.SECRET_MALFORMED, Wire.PAGE_TOKEN_INVALID, Wire.IDEMPOTENCY_KEY_MISSING),
    *(Access.NAME_INVALID, Access.GAME_KEY_UNKNOWN, Access.OPTION_UNKNOWN, Access.OPTION_INVALID),
    *(Illegal.CARD_NOT_IN_DECK, Illegal.BID_OUT_OF_RANGE, Illegal.MOVE_NOT_IN_GAME, Refused.SEAT_UNKNOWN),
    *(Illegal.GOAL_OUT_OF_RANGE, Illegal.POINTS_OUT_OF_RANGE, Illegal.NO_TRUMP_NOT_ALLOWED),
)
_OTHERS: dict[StrEnum, grpc.StatusCode] = {
    Wire.PAGE_UNKNOWN: grpc.StatusCode.NOT_FOUND,
    Wire.RATE_LIMITED: grpc.StatusCode.RESOURCE_EXHAUSTED,
    Wire.SLOW_CONSUMER: grpc.StatusCode.RESOURCE_EXHAUSTED,
    Wire.STORE_FULL: grpc.StatusCode.RESOURCE_EXHAUSTED,
    Wire.STORE_UNAVAILABLE: grpc.StatusCode.UNAVAILABLE,
    Wire.SHUTTING_DOWN: grpc.StatusCode.UNAVAILABLE,
    Wire.BUG: grpc.StatusCode.INTERNAL,
    Access.TOKEN_MISSING: grpc.StatusCode.UNAUTHENTICATED,
    Access.TOKEN_INVALID: grpc.StatusCode.UNAUTHENTICATED,
    Access.TOKEN_EXPIRED: grpc.StatusCode.UNAUTHENTICATED,
    Access.PLAYER_UNKNOWN: grpc.StatusCode.NOT_FOUND,
    Access.GAME_UNKNOWN: grpc.StatusCode.NOT_FOUND,
    Access.GAME_CORRUPT: grpc.StatusCode.DATA_LOSS,
    Access.GAME_LIMIT: grpc.StatusCode.RESOURCE_EXHAUSTED,
    Access.WATCH_LIMIT: grpc.StatusCode.RESOURCE_EXHAUSTED,
    Access.IDEMPOTENCY_KEY_REUSED: grpc.StatusCode.ALREADY_EXISTS,
    Access.HINT_NOT_ALLOWED: grpc.StatusCode.PERMISSION_DENIED,
    Access.DEAL_UNKNOWN: grpc.StatusCode.NOT_FOUND,
    Access.SEQUENCE_AHEAD: grpc.StatusCode.OUT_OF_RANGE,
    Refused.STALE_VERSION: grpc.StatusCode.ABORTED,
    Refused.VERSION_AHEAD: grpc.StatusCode.OUT_OF_RANGE,
    Refused.NOT_YOUR_SEAT: grpc.StatusCode.PERMISSION_DENIED,
    Refused.HOST_ONLY: grpc.StatusCode.PERMISSION_DENIED,
}
RETRY_SECONDS: dict[StrEnum, int] = {Wire.RATE_LIMITED: 1, Access.GAME_LIMIT: 60, Access.WATCH_LIMIT: 5}
"""How long a client should wait before it tries again, where waiting helps."""


def status_code(reason: StrEnum) -> grpc.StatusCode:
    """The gRPC code of a reason: what is never valid, what is wrong now, who may not, what is missing."""
    if reason in _INVALID:
        return grpc.StatusCode.INVALID_ARGUMENT
    return _OTHERS.get(reason, grpc.StatusCode.FAILED_PRECONDITION)
