"""The client in Node: what it needs is pinned, and it plays a match against an engine of its own."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from tests.examples.commands import ROOT, run
from tests.service.engines import child

SOURCE = ROOT / "examples" / "node"
NEEDED = json.loads((SOURCE / "package.json").read_text(encoding="utf-8"))["dependencies"]
LOCKED = json.loads((SOURCE / "package-lock.json").read_text(encoding="utf-8"))["packages"]
INSTALL = (
    "npm",
    "ci",
    "--ignore-scripts",
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
    "--fetch-retries=1",
)
OUT_OF_REACH = re.compile(
    r"npm error code (ENOTFOUND|EAI_AGAIN|ECONN\w+|E?TIMEDOUT|ERR_SOCKET_TIMEOUT|ENOTCACHED|E\w+UNREACH)"
)
SECONDS = 90
TOTALS = re.compile(r"Example: \d+\n(?:\S+: \d+\n){3}")


def test_what_the_client_needs_is_pinned_and_named_without_the_address_of_a_registry() -> None:
    assert sorted(NEEDED) == ["@grpc/grpc-js", "@grpc/proto-loader"]
    locked = {name: LOCKED[f"node_modules/{name}"]["version"] for name in NEEDED}
    assert locked == NEEDED == LOCKED[""]["dependencies"]
    packages = {name: package for name, package in LOCKED.items() if name}
    assert [name for name, package in packages.items() if "resolved" in package] == []
    assert [name for name, one in packages.items() if not one["integrity"].startswith("sha512-")] == []


def installed(folder: Path) -> Path:
    """The client beside the contract, as in the checkout; skips where what it needs cannot be had."""
    if missing := [tool for tool in ("node", "npm") if shutil.which(tool) is None]:
        pytest.skip(f"{' and '.join(missing)} not installed")
    here = folder / "examples" / "node"
    shutil.copytree(SOURCE, here, ignore=shutil.ignore_patterns("node_modules"))
    shutil.copytree(ROOT / "proto", folder / "proto", ignore=shutil.ignore_patterns("*.py*", "__pycache__"))
    done = with_npm(here)
    if done.returncode and (reason := OUT_OF_REACH.search(done.stderr)):
        pytest.skip(f"the registry of npm cannot be reached: {reason[1]}")
    assert done.returncode == 0, done.stderr
    return here / "play_a_game.mjs"


def with_npm(folder: Path) -> CompletedProcess[str]:
    """An installation with the settings of whoever runs this: they say which registry there is."""
    try:
        return subprocess.run(
            INSTALL,
            cwd=folder,
            env=os.environ,
            capture_output=True,
            encoding="utf-8",
            timeout=SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        pytest.skip(f"the registry of npm did not answer within {SECONDS} seconds")


def test_it_plays_a_match_and_says_politely_what_went_wrong(tmp_path: Path) -> None:
    client = installed(tmp_path)
    with child(tmp_path / "fourth.db") as engine:
        done = run(["node", client, engine.address], tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert TOTALS.fullmatch(done.stdout)
    assert sum(map(int, re.findall(r": (\d+)", done.stdout))) > 0

    assert complaint(client, tmp_path, engine.address) == f"no engine answers at {engine.address}\n"
    assert complaint(client, tmp_path).startswith("which engine?")
    with socket.create_server(("127.0.0.1", 0)) as silent:  # takes calls, and never says a word
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        assert complaint(client, tmp_path, address) == f"the engine at {address} does not answer in time\n"


def complaint(client: Path, home: Path, *arguments: str) -> str:
    """The one line that a client prints which cannot play."""
    done = run(["node", client, *arguments], home)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    return done.stderr
