"""Bodies of requests that are not what their headers say."""

from __future__ import annotations

import json
import zlib
from typing import Any

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

UNREADABLE = (
    *(ValueError, AssertionError, LookupError, RuntimeError, zlib.error),
    *(HttpProcessingError, web.RequestPayloadError),
)
"""What reading may raise where the body is broken: parts, encodings, compression, lines without end."""
DEEPEST = 100
"""So deep may things stand within each other in JSON, as at Telegram."""


def decoded(text: str | bytes) -> Any:  # noqa: ANN401 - it may be anything
    """What JSON says. Raises ValueError, also where it nests too deep or has a number that is none."""
    try:
        value = json.loads(text, parse_constant=_no_number)
    except RecursionError:
        raise ValueError("too deep") from None
    if not _fits(value, DEEPEST):
        raise ValueError("too deep")
    return value


def _no_number(text: str) -> float:
    raise ValueError(text)


def _fits(value: object, left: int) -> bool:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return inner is None or (left > 0 and all(_fits(it, left - 1) for it in inner))
