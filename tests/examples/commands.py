"""Commands as a reader types them: run to their end in a folder, with clean surroundings."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.executable).parent
"""What the README calls .venv/bin."""
SECONDS = 100


def surroundings(home: Path, **more: str) -> dict[str, str]:
    """No settings but those named, and a home of its own for all that is kept."""
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    source = f"{ROOT}{os.pathsep}{ROOT / 'proto'}"
    kept = {"HOME": str(home), "XDG_DATA_HOME": str(home), "XDG_CACHE_HOME": str(home)}
    return {"PATH": path, "PYTHONPATH": source, "LANG": "C.UTF-8", **kept, **more}


def run(
    arguments: Sequence[str | Path], home: Path, typed: str = "", cwd: Path = ROOT, **more: str
) -> subprocess.CompletedProcess[str]:
    """A command with its exit code and all it printed."""
    return subprocess.run(
        arguments,
        cwd=cwd,
        env=surroundings(home, **more),
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=SECONDS,
        check=False,
    )


def shell(
    line: str, home: Path, typed: str = "", cwd: Path = ROOT, **more: str
) -> subprocess.CompletedProcess[str]:
    """A line for the shell; `.venv/bin` is where this Python and its tools are."""
    return run(["sh", "-c", line.replace(".venv/bin/", f"{BIN}/")], home, typed, cwd, **more)
