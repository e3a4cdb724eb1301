"""Committed files that a tool generates: write them, or say where they differ from what it makes now."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def drifted(made: Mapping[Path, bytes], committed: Iterable[Path]) -> list[str]:
    """One line for each generated file that is missing, differs or has lost its source, by name."""
    lost = [f"{path}: nothing generates it any more" for path in committed if path not in made]
    return sorted(lost + [line for path, content in made.items() if (line := _difference(path, content))])


def _difference(path: Path, content: bytes) -> str | None:
    if not path.exists():
        return f"{path}: missing"
    return None if path.read_bytes() == content else f"{path}: not what its source gives"


def write(made: Mapping[Path, bytes], committed: Iterable[Path]) -> None:
    """Make the folder what the generator gives: nothing missing, nothing left over."""
    for path in committed:
        if path not in made:
            path.unlink()
    for path, content in made.items():
        if _difference(path, content):
            path.write_bytes(content)


def settle(made: Mapping[Path, bytes], committed: Iterable[Path], remedy: str) -> int:
    """Write when the command line says --write, else compare; the exit code of the command."""
    if sys.argv[1:] == ["--write"]:
        write(made, committed)
        return 0
    lines = drifted(made, committed)
    for line in lines:
        print(line)
    if lines:
        print(f"Generated files have drifted: {remedy} writes them anew.")
    return 1 if lines else 0
