"""What sort of picture some bytes are, and how large: PNG, JPEG, GIF and WebP."""

from __future__ import annotations

MOST_SIDES = 10_000
"""Width and height together."""
MOST_RATIO = 20


def kind_of(data: bytes) -> str:
    """Its media type; empty for what is no picture."""
    if data.startswith(b"\x89PNG\r\n\x1a\n") and data[12:16] == b"IHDR":
        return "image/png"
    if data.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if data[:6] in (b"GIF87a", b"GIF89a"):
        return "image/gif"
    return "image/webp" if data[:4] == b"RIFF" and data[8:12] == b"WEBP" else ""


def size_of(data: bytes) -> tuple[int, int]:
    """Width and height; (0, 0) for what cannot be read."""
    match kind_of(data):
        case "image/png":
            return _big(data[16:20]), _big(data[20:24])
        case "image/gif":
            return _little(data[6:8]), _little(data[8:10])
        case "image/jpeg":
            return _jpeg(data)
        case "image/webp":
            return _webp(data)
    return 0, 0


def is_fit(width: int, height: int) -> bool:
    """Whether Telegram takes a photo of that size."""
    short, long = sorted((width, height))
    return short > 0 and width + height <= MOST_SIDES and long <= MOST_RATIO * short


def _big(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _little(data: bytes) -> int:
    return int.from_bytes(data, "little")


def _jpeg(data: bytes) -> tuple[int, int]:
    """From the first frame header, past the segments before it."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return _big(data[at + 7 : at + 9]), _big(data[at + 5 : at + 7])
        at += 2 + _big(data[at + 2 : at + 4])
    return 0, 0


def _webp(data: bytes) -> tuple[int, int]:
    """From the header of each of its three forms."""
    match data[12:16]:
        case b"VP8X":
            return 1 + _little(data[24:27]), 1 + _little(data[27:30])
        case b"VP8 ":
            return _little(data[26:28]) & 0x3FFF, _little(data[28:30]) & 0x3FFF
        case b"VP8L":
            bits = _little(data[21:25])
            return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    return 0, 0
