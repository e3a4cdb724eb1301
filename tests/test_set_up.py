"""The set-up behind make says in one line, with exit code 2, what a machine lacks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
NOWHERE = {
    "PIP_CONFIG_FILE": os.devnull,
    "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
    "PIP_NO_CACHE_DIR": "1",
}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What the set-up reads of a fresh clone."""
    for name in ("Makefile", "pyproject.toml", "requirements.lock", "requirements-dev.lock"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "checks", tmp_path / "checks", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def python_with(checkout: Path, before: str) -> str:
    """An interpreter that runs a statement before anything it is asked to run."""
    code = f"""
import runpy, sys
{before}
del sys.argv[0]
if sys.argv[0] == "-c":
    exec(sys.argv[1])
else:
    runpy.run_path(sys.argv[0], run_name="__main__")
"""
    script = checkout / "python-of-this-machine"
    script.write_text(f"#!/bin/sh\nexec {sys.executable} -c '{code}' \"$@\"\n")
    script.chmod(0o755)
    return str(script)


def play(checkout: Path, python: str, **environment: str) -> tuple[int, str, list[str]]:
    """`make play` there: exit code, standard output, and the lines of ours on standard error."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "MAKE", "MFLAGS"))
    }
    done = subprocess.run(
        ["make", "-s", "play", f"PYTHON={python}"],
        cwd=checkout,
        env=kept | environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = [line for line in done.stderr.splitlines() if not line.startswith("make")]
    return done.returncode, done.stdout, lines


def test_no_python(checkout: Path) -> None:
    code, out, lines = play(checkout, "python-that-is-not-here")
    assert (code, out) == (2, "")
    assert lines == ["fourth: python-that-is-not-here not found; install Python 3.11 or newer."]


def test_an_old_python(checkout: Path) -> None:
    code, out, lines = play(checkout, python_with(checkout, "sys.version_info = (3, 10, 13)"))
    assert (code, out) == (2, "")
    assert lines == ["fourth: needs Python 3.11 or newer; name one with make PYTHON=python3.12 ..."]


def test_a_python_without_its_venv_module(checkout: Path) -> None:
    code, out, (line,) = play(checkout, python_with(checkout, 'sys.modules["ensurepip"] = None'))
    assert (code, out) == (2, "")
    assert "lacks its venv module" in line
    assert not (checkout / ".venv").exists()


def test_no_network(checkout: Path) -> None:
    code, out, lines = play(checkout, sys.executable, **NOWHERE)
    assert (code, out) == (2, "")
    assert lines[-1].startswith("fourth: no network")
    assert len(lines) == 3
