"""Bytes of a file somebody brings, as text."""

from __future__ import annotations

from engine_server.interchange.problems import Fault, FileRefused

MOST_BYTES = 4 * 1024 * 1024
"""A file may be this large: several thousand boards."""
_BYTE_ORDER_MARK = "\ufeff"
_END_OF_DOS_FILE = "\x1a"


def text_of(content: bytes | str) -> str:
    """The text with lines ending in a line feed: UTF-8, else Latin 1. Raises FileRefused."""
    if len(content) > MOST_BYTES:
        raise FileRefused(Fault.FILE_TOO_LARGE, 1)
    text = content if isinstance(content, str) else _decoded(content)
    if "\0" in text:
        raise FileRefused(Fault.TEXT_UNREADABLE, text.count("\n", 0, text.index("\0")) + 1)
    text = text.removeprefix(_BYTE_ORDER_MARK).rstrip(_END_OF_DOS_FILE)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")
