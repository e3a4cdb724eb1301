"""Lays out .venv from one of the two locks: `python3 checks/set_up.py run|dev`.

It runs on the bare Python of a fresh machine, so it imports the standard library only; the Makefile has
already refused a Python that is too old to read it. Progress goes to standard error. When nothing has
changed since last time it is silent and quick. Trouble is one clear line and exit code 2.

Several `make` may run side by side: one at a time lays the environment out, the others wait for it.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
LOCKS = {"run": ROOT / "requirements.lock", "dev": ROOT / "requirements-dev.lock"}
NO_NETWORK = re.compile(
    r"NewConnectionError|NameResolutionError|Failed to establish a new connection|ProxyError"
    r"|ConnectTimeoutError|ReadTimeoutError|Network is unreachable|Temporary failure in name resolution"
)


class SetUpError(Exception):
    """The environment cannot be laid out; the text is the one line a person reads."""


def say(line: str) -> None:
    """Tell the person at the terminal; standard output belongs to the game."""
    print(f"fourth: {line}", file=sys.stderr, flush=True)


def digest(*parts: bytes) -> str:
    """One name for everything an installed environment was made of."""
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def stamp_of(lock: str) -> str:
    """The stamp of an environment that is up to date; a moved checkout or another Python changes it."""
    return digest(LOCKS[lock].read_bytes(), str(ROOT).encode(), sys.version.encode())


def stamp_of_project() -> str:
    """The stamp of an editable install whose commands and packages are up to date."""
    return digest((ROOT / "pyproject.toml").read_bytes())


def stands(name: str, stamp: str) -> bool:
    """Whether the part of the environment with this name was finished with this stamp."""
    file = VENV / f".stamp-{name}"
    return PYTHON.exists() and file.exists() and file.read_text() == stamp


def holds(lock: str) -> bool:
    """Whether .venv has all of a lock; the development lock holds every line of the run-time one."""
    return any(stands(name, stamp_of(name)) for name in {lock, "dev"})


def is_ready(lock: str) -> bool:
    """Whether there is nothing to do."""
    return holds(lock) and stands("project", stamp_of_project())


@contextmanager
def alone() -> Iterator[None]:
    """Hold the one lock of this checkout, so that two makes never write into .venv at once."""
    VENV.mkdir(exist_ok=True)
    with (VENV / ".setting-up").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("another make is setting up, waiting for it")
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def require_venv_module() -> None:
    """Refuse early a Python whose packager split venv off, which fails half-way otherwise."""
    if not all(importlib.util.find_spec(name) for name in ("venv", "ensurepip")):
        raise SetUpError(
            f"Python {sys.version_info.major}.{sys.version_info.minor} lacks its venv module; "
            "install it (Debian and Ubuntu: apt install python3-venv) and try again."
        )


def run(*command: str | Path) -> None:
    """Run one step of the set-up; what it prints is kept in .venv/set-up.log."""
    log = VENV / "set-up.log"
    done = subprocess.run(command, cwd=ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    output = done.stdout + done.stderr
    log.write_text(output)
    if done.returncode:
        raise SetUpError(reason(output, log))


def reason(output: str, log: Path) -> str:
    """The one line to print for a step that failed."""
    if NO_NETWORK.search(output):
        return "no network: the packages could not be fetched. Connect and run the same command again."
    lines = [line for line in output.splitlines() if line.strip()] or ["no reason given"]
    return f"set-up failed: {lines[-1].strip()} (all of it: {log.relative_to(ROOT)})"


def pip(*arguments: str | Path) -> None:
    """Install into .venv without asking or advising anything."""
    quiet = ("--quiet", "--no-input", "--disable-pip-version-check", "--retries", "2")
    run(PYTHON, "-m", "pip", "install", *quiet, *arguments)


def lay_out(lock: str) -> None:
    """Bring .venv to the lock and put this project into it; each finished part leaves its stamp."""
    if not holds(lock):
        stamp = stamp_of(lock)
        say("making .venv")
        run(sys.executable, "-m", "venv", VENV)
        say(f"installing the packages of {LOCKS[lock].name} (once, half a minute to two)")
        pip("--require-hashes", "-r", LOCKS[lock])
        (VENV / f".stamp-{lock}").write_text(stamp)
    if not stands("project", stamp_of_project()):
        stamp = stamp_of_project()
        say("installing fourth itself")
        pip("--no-deps", "--no-build-isolation", "-e", ROOT)
        (VENV / ".stamp-project").write_text(stamp)


def set_up(lock: str) -> None:
    """Lay the environment out unless it already stands."""
    if is_ready(lock):
        return
    require_venv_module()
    with alone():
        if not is_ready(lock):
            started = time.monotonic()
            lay_out(lock)
            say(f"ready after {time.monotonic() - started:.0f} s")


def main(arguments: list[str]) -> int:
    """Exit code 0 when .venv stands, 2 with one line otherwise."""
    if len(arguments) != 1 or arguments[0] not in LOCKS:
        say("usage: set_up.py run|dev")
        return 2
    try:
        set_up(arguments[0])
    except SetUpError as trouble:
        say(str(trouble))
        return 2
    except OSError as trouble:
        say(f"set-up failed: {trouble.strerror or trouble}: {trouble.filename or ROOT}")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
