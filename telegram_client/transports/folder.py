"""A folder of the machine where a person's files go."""

from __future__ import annotations

import re
from pathlib import Path

from telegram_client.conversation.files import File, NotKept

LONGEST_NAME = 100
_UNSAFE = re.compile("[^A-Za-z0-9._-]+", re.ASCII)


class Folder:
    """See Cabinet. Nothing that is there already is touched: a name that is taken gets a number."""

    def __init__(self, place: Path, python: str = "python") -> None:
        """`python` is how Python is called from there."""
        self._place = place
        self._python = python

    def keep(self, file: File) -> str:
        """See Cabinet."""
        name, number = Path(safe(file.name)), 1
        while True:
            path = self._place / (name if number == 1 else f"{name.stem}-{number}{name.suffix}")
            try:
                _write(path, file.content)
                return path.name
            except FileExistsError:
                number += 1
            except OSError as problem:
                raise NotKept(problem.strerror or "") from None

    def check(self, name: str) -> str:
        """See Cabinet."""
        return f"{self._python} -m engine_server replay {name}"


def safe(name: str) -> str:
    """A name for a file that no folder, shell or screen can misunderstand, whatever an engine sent."""
    return _UNSAFE.sub("-", name)[-LONGEST_NAME:].strip("-.") or "fourth-export"


def _write(path: Path, content: bytes) -> None:
    """A new file, whole or not at all. Raises OSError."""
    with path.open("xb") as kept:
        try:
            kept.write(content)
            kept.flush()
        except OSError:
            path.unlink()
            raise
