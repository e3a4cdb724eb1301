"""Files for a person to keep: what they are made from, and where they go."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class File:
    """A file: its name as the engine made it, and its bytes."""

    name: str
    content: bytes = field(repr=False)


class NotKept(Exception):
    """The file could not be written; the text says why in the words of the system."""


class Cabinet(Protocol):
    """Where files are kept."""

    def keep(self, file: File) -> str:
        """Keeps a file beside all that is there already; its name. Raises NotKept."""
        ...

    def check(self, name: str) -> str:
        """The command that plays a kept log again, to be typed there."""
        ...
