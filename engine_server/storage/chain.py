"""Checksums chained along a log, so that a row edited, removed or swapped is noticed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b

START = bytes(16)
"""What stands before the first event of every log."""


def linked(before: bytes, table: str, version: int, text: bytes) -> bytes:
    """The 16-byte checksum of event number `version` (from 1) of a table, given the checksum before it."""
    return blake2b(b"%b%b\0%d\0%b" % (before, table.encode(), version, text), digest_size=16).digest()


def chained(before: bytes, table: str, after: int, texts: Iterable[bytes]) -> list[bytes]:
    """The checksums of events that follow event number `after`, whose checksum is `before`."""
    links = []
    for version, text in enumerate(texts, after + 1):
        before = linked(before, table, version, text)
        links.append(before)
    return links


def is_sound(table: str, version: int, checksum: bytes, rows: Sequence[tuple[int, bytes, bytes]]) -> bool:
    """Whether a log of (version, text, checksum) is whole, given the head that was kept apart from it."""
    links = chained(START, table, 0, (text for _, text, _ in rows))
    head = (len(links), links[-1] if links else START)
    return head == (version, checksum) and [row[::2] for row in rows] == list(enumerate(links, 1))
