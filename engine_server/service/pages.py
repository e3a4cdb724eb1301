"""Page tokens: made for one list of one caller, and worth nothing to anybody else."""

from __future__ import annotations

import hmac
from dataclasses import dataclass

from engine_server.service.problems import Problem
from engine_server.service.reasons import Wire

_MARK_LETTERS = 24


@dataclass(frozen=True, slots=True)
class Page:
    """Which part of a list is wanted: behind which entry ("" from the start), and how many."""

    after: str
    size: int


class Pages:
    """Signs and reads page tokens with a key of this process; a restart makes clients begin anew."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def page(self, what: str, who: str, size: int, token: str, most: int) -> Page:
        """The page a request asks for. Raises Problem PAGE_TOKEN_INVALID."""
        wanted = min(size, most) if size else most
        if not token:
            return Page("", wanted)
        mark, _, after = token.partition(".")
        if not after or not hmac.compare_digest(mark.encode(), self._mark(what, who, after).encode()):
            raise Problem(Wire.PAGE_TOKEN_INVALID)
        return Page(after, wanted)

    def token(self, what: str, who: str, after: str) -> str:
        """The token of the page behind an entry."""
        return f"{self._mark(what, who, after)}.{after}"

    def _mark(self, what: str, who: str, after: str) -> str:
        signed = "\x00".join((what, who, after)).encode()
        return hmac.digest(self._key, signed, "sha256").hex()[:_MARK_LETTERS]
