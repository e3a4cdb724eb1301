"""What runs or lies beside the client on this machine: an engine as a child process, and files of secrets."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

SECRET_BYTES = 32
START_SECONDS = 30.0
STOP_SECONDS = 10.0
NOT_FOR_CHILDREN = frozenset({"FOURTH_BOT_TOKEN", "FOURTH_FRONT_KEY"})
"""Variables that no child process is to inherit."""
_ADDRESS = re.compile(r"Engine on (\S+)")
_HEX = re.compile(f"[0-9a-f]{{{2 * SECRET_BYTES}}}", re.ASCII)


class CannotStart(Exception):
    """The client cannot begin; the text is the one line a person reads."""


# --- an engine of our own ------------------------------------------------------------------------------


@asynccontextmanager
async def engine(
    store: Path, options: tuple[str, ...] = ()
) -> AsyncIterator[tuple[str, asyncio.subprocess.Process]]:
    """An engine on a free loopback port as a child process: its address, and itself. It is ended politely.

    It has a session of its own, so that Ctrl-C reaches only us and the seat can still be left. Raises
    CannotStart with the last line it said.
    """
    command = ("-m", "engine_server", "--host", "127.0.0.1", "--port", "0", "--store", str(store), *options)
    with tempfile.TemporaryFile() as complaints:
        child = await asyncio.create_subprocess_exec(
            sys.executable,
            *command,
            "--reflection",
            "--attached",
            stdin=asyncio.subprocess.PIPE,  # held open as long as we live: the engine ends with it
            stdout=asyncio.subprocess.PIPE,
            stderr=complaints,
            env=_surroundings(),
            start_new_session=True,
        )
        try:
            address = await _address_of(child)
            if address is None:
                complaints.seek(0)
                raise CannotStart(_last_line(complaints.read()))
            yield address, child
        finally:
            await _stop(child)


async def _address_of(child: asyncio.subprocess.Process) -> str | None:
    """What the engine's first line says; None when it ends, or says nothing in time."""
    assert child.stdout is not None
    try:
        line = await asyncio.wait_for(child.stdout.readline(), START_SECONDS)
    except TimeoutError:
        return None
    found = _ADDRESS.search(line.decode("utf-8", "replace"))
    return found.group(1) if found else None


def _last_line(said: bytes) -> str:
    lines = said.decode("utf-8", "replace").strip().splitlines()
    return lines[-1].removeprefix("fourth: ") if lines else "the engine did not start"


async def _stop(child: asyncio.subprocess.Process) -> None:
    if child.returncode is not None:
        return
    with suppress(ProcessLookupError):
        child.send_signal(signal.SIGTERM)
    try:
        await asyncio.wait_for(child.wait(), STOP_SECONDS)
    except TimeoutError:
        with suppress(ProcessLookupError):
            child.kill()
        await child.wait()


def _surroundings() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in NOT_FOR_CHILDREN}


# --- the key of a front --------------------------------------------------------------------------------


async def new_front_key(store: Path, name: str) -> bytes:
    """Registers a front on a store, also while its engine runs; a key it had before is worthless from now on.

    The people of the front stay. Raises CannotStart with the last line that was said.
    """
    with suppress(CannotStart):  # there may be none to revoke
        await _keys(store, "revoke", name)
    return bytes.fromhex(await _keys(store, "add", name))


async def _keys(store: Path, *what: str) -> str:
    child = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "engine_server", "--store", str(store), "keys", *what),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=_surroundings(),
    )
    said, complaints = await child.communicate()
    if child.returncode:
        raise CannotStart(_last_line(complaints))
    return said.decode("ascii", "replace").strip()


# --- secrets in files ----------------------------------------------------------------------------------


def home_of_secrets() -> Path:
    """Where the secrets for engines of others are kept, for the owner's eyes only."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base, "fourth")


def secret_file(address: str) -> Path:
    """One file for each engine, so that none learns the secret used at another."""
    return home_of_secrets() / ("player-" + re.sub(r"[^A-Za-z0-9.-]", "_", address))


def own_secret(file: Path | None, entropy: Callable[[int], bytes]) -> bytes:
    """The person's secret: from its file, else fresh and kept there. Raises CannotStart."""
    if file is None:
        return entropy(SECRET_BYTES)
    try:
        return _kept_secret(file, entropy)
    except OSError as problem:
        raise CannotStart(f"{file}: {problem.strerror}") from None


def _kept_secret(file: Path, entropy: Callable[[int], bytes]) -> bytes:
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with suppress(FileExistsError):
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as kept:
            kept.write(entropy(SECRET_BYTES).hex() + "\n")
    written = file.read_text("ascii", "replace").strip()
    if not _HEX.fullmatch(written):
        raise CannotStart(f"{file} is no player's secret; move it away to play as somebody new")
    return bytes.fromhex(written)


def kept_key(file: Path) -> bytes | None:
    """The key in a file; None where there is none, or something else. Raises CannotStart."""
    try:
        written = file.read_text("ascii", "replace").strip()
    except FileNotFoundError:
        return None
    except OSError as problem:
        raise CannotStart(f"{file}: {problem.strerror}") from None
    return bytes.fromhex(written) if _HEX.fullmatch(written) else None


def keep_key(file: Path, key: bytes) -> None:
    """Writes a key into a file for the owner's eyes only. Raises CannotStart."""
    fresh = file.with_name(file.name + ".new")
    try:
        fresh.unlink(missing_ok=True)
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as kept:
            kept.write(key.hex() + "\n")
        fresh.replace(file)
    except OSError as problem:
        raise CannotStart(f"{file}: {problem.strerror}") from None


def told_secret(value: str, file: Path | None) -> str:
    """A secret from the surroundings: itself, or the first line of a file; empty where neither is said.

    Raises CannotStart when the file cannot be read.
    """
    if value or file is None:
        return value.strip()
    try:
        return file.read_text("utf-8", "replace").strip().partition("\n")[0].strip()
    except OSError as problem:
        raise CannotStart(f"{file}: {problem.strerror}") from None
