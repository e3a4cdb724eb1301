"""What a message is made of: prose, and blocks of straight columns. Nothing here is markup."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Fixed:
    """Lines whose columns stand below each other, for a font of fixed width; at most 28 columns wide."""

    lines: tuple[str, ...]


Part: TypeAlias = str | Fixed
"""A line of prose, or a block of fixed width. An empty line keeps paragraphs apart."""
