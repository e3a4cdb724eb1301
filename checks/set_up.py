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
SECONDS = {"run": 15, "dev": 60}
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
    """One name for everything a part of the environment was made of."""
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def home() -> str:
    """What .venv cannot outlive: its scripts name the folder, its packages fit one Python."""
    return digest(str(ROOT).encode(), sys.version.encode())


def content(name: str) -> str:
    """What the stamp of a part holds: `run` and `dev` follow their lock, `project` follows pyproject.toml."""
    source = LOCKS.get(name, ROOT / "pyproject.toml")
    return digest(home().encode(), source.read_bytes())


def stamp(name: str) -> Path:
    """The file that a finished part leaves in .venv."""
    return VENV / f".stamp-{name}"


def stands(name: str) -> bool:
    """Whether a part of the environment was finished and is up to date."""
    return PYTHON.exists() and stamp(name).exists() and stamp(name).read_text() == content(name)


def holds(lock: str) -> bool:
    """Whether .venv has all of a lock; the development lock holds every line of the run-time one."""
    return stands(lock) or stands("dev")


def is_ready(lock: str) -> bool:
    """Whether there is nothing to do."""
    return holds(lock) and stands("project")


@contextmanager
def alone() -> Iterator[None]:
    """Hold this file itself as the lock of the checkout, so that two makes never write into .venv at once."""
    with Path(__file__).open() as file:
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
    VENV.mkdir(exist_ok=True)
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


def make_venv() -> None:
    """Make .venv, from nothing unless one of this folder and this Python stands."""
    if PYTHON.exists() and stamp("home").exists() and stamp("home").read_text() == home():
        return
    say("making .venv")
    run(sys.executable, "-m", "venv", "--clear", VENV)
    stamp("home").write_text(home())


def install_lock(lock: str) -> None:
    """Bring .venv to a lock. The other lock's stamp falls: its packages may change under it."""
    for name in LOCKS:
        stamp(name).unlink(missing_ok=True)
    made_of = content(lock)
    say(f"installing the packages of {LOCKS[lock].name} (once, about {SECONDS[lock]} s)")
    pip("--require-hashes", "-r", LOCKS[lock])
    stamp(lock).write_text(made_of)


def install_project() -> None:
    """Put the console command and the packages of this checkout into .venv."""
    made_of = content("project")
    say("installing fourth itself")
    pip("--no-deps", "--no-build-isolation", "-e", ROOT)
    stamp("project").write_text(made_of)


def lay_out(lock: str) -> None:
    """Do what is missing; each finished part leaves its stamp, so a set-up that was cut off goes on there."""
    make_venv()
    if not holds(lock):
        install_lock(lock)
    if not stands("project"):
        install_project()


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
    except KeyboardInterrupt:
        say("set-up stopped; the same command goes on with it")
        return 2
    except OSError as trouble:
        say(f"set-up failed: {trouble.strerror or trouble}: {trouble.filename or ROOT}")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
