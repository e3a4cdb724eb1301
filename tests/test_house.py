"""The house holds: its contracts catch what they forbid, and generated files are what their sources give."""

from __future__ import annotations

import ast
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from checks import catalogues, stubs
from checks.drift import drifted, write

ROOT = Path(__file__).resolve().parent.parent
TOWERS = ("engine_server", "telegram_client", "playground")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CONTRACTS = PROJECT["tool"]["importlinter"]["contracts"]


def copy_of_the_house(folder: Path) -> Path:
    """Both towers and their contracts, to plant a fault in."""
    for tower in TOWERS:
        ignored = shutil.ignore_patterns("__pycache__", "*.mo", "*.po", "*.md")
        shutil.copytree(ROOT / tower, folder / tower, ignore=ignored)
    shutil.copy(ROOT / "pyproject.toml", folder)
    return folder


def plant(house: Path, module: str, line: str = "") -> None:
    """Add a line to a module, building it and the packages above it where they do not stand yet."""
    *packages, name = module.split(".")
    room = house.joinpath(*packages)
    room.mkdir(parents=True, exist_ok=True)
    for depth in range(len(packages)):
        house.joinpath(*packages[: depth + 1], "__init__.py").touch()
    file = room / name / "__init__.py" if (room / name).is_dir() else room / f"{name}.py"
    with file.open("a", encoding="utf-8") as source:
        source.write(f"\n{line}\n")


def broken_contracts(house: Path) -> set[str]:
    """The names of the contracts that import-linter finds broken."""
    command: list[str | Path] = [Path(sys.executable).with_name("lint-imports"), "--no-logo", "--no-cache"]
    done = subprocess.run(command, cwd=house, capture_output=True, text=True, check=False)
    broken = set(re.findall(r"^(.+?) BROKEN\b", done.stdout, re.MULTILINE))
    assert done.returncode == bool(broken), done.stdout + done.stderr
    return broken


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A copy of the house that a test may spoil."""
    return copy_of_the_house(tmp_path)


def test_the_house_as_it_stands_breaks_nothing(house: Path) -> None:
    assert broken_contracts(house) == set()


ENGINE, CLIENT = "The engine is a tower", "The client is a tower"
APART = "Engine and client meet in the contract only"
PURE = "The rooms of the game are pure"
PROTOBUF = "Of the engine only the service speaks protobuf"
ADVISOR = "The advisor sees views and finished deals, never the state"
WORDS = "Words know cards and nothing else of the game"
PLAYGROUND = "The playground is a tower"
ALONE = "The playground knows neither engine nor client"
UNKNOWN = "Neither engine nor client knows the playground"
WORLD = "The world of the playground is pure"
VARIANTS = "One variant knows no other"
TELEGRAM = "Only the Telegram transport imports telegram"
GATEWAY = "Only the gateway speaks gRPC in the client"

PLANTS = [
    (PURE, "engine_server.rules.planted", "import random"),
    (PURE, "engine_server.rules.variants.planted", "import datetime"),
    (PURE, "engine_server.game.planted", "import time"),
    (PURE, "engine_server.game.planted", "from google.protobuf import message"),
    (PURE, "engine_server.game.planted", "import fourth.v1"),
    (PURE, "engine_server.solver.planted", "import random"),
    (PURE, "engine_server.advisor.planted", "import time"),
    (PURE, "engine_server.application.planted", "import asyncio"),
    (PURE, "engine_server.application.planted", "import sqlite3"),
    (ENGINE, "engine_server.rules.planted", "import engine_server.game"),
    (ENGINE, "engine_server.application.planted", "import engine_server.words.target"),
    (ENGINE, "engine_server.storage.planted", "import engine_server.service.target"),
    (ENGINE, "engine_server.advisor.planted", "import engine_server.application.target"),
    (ENGINE, "engine_server.settings", "import engine_server.main"),
    (ENGINE, "engine_server.stray", ""),
    (CLIENT, "telegram_client.speech.planted", "import telegram_client.conversation.target"),
    (CLIENT, "telegram_client.transports.planted", "import telegram_client.engine_gateway"),
    (CLIENT, "telegram_client.stray", ""),
    (APART, "telegram_client.speech.planted", "import engine_server.rules"),
    (APART, "engine_server.service.planted", "import telegram_client.speech"),
    (PLAYGROUND, "playground.telegram.planted", "import playground.api"),
    (PLAYGROUND, "playground.api.planted", "import playground.page"),
    (PLAYGROUND, "playground.stray", ""),
    (ALONE, "playground.page.planted", "import telegram_client.speech"),
    (ALONE, "playground.main", "import engine_server.rules"),
    (ALONE, "playground.api.planted", "import fourth.v1"),
    (UNKNOWN, "telegram_client.transports.planted", "import playground.api"),
    (UNKNOWN, "engine_server.service.planted", "import playground.telegram"),
    (WORLD, "playground.telegram.planted", "import aiohttp"),
    (WORLD, "playground.telegram.planted", "import asyncio"),
    (PROTOBUF, "engine_server.storage.planted", "import grpc"),
    (PROTOBUF, "engine_server.words.planted", "import fourth.v1"),
    (ADVISOR, "engine_server.advisor.planted", "import engine_server.game.state"),
    (ADVISOR, "engine_server.advisor.planted", "import engine_server.game.redact"),
    (WORDS, "engine_server.words.planted", "import engine_server.game.state"),
    (WORDS, "engine_server.words.planted", "import engine_server.rules.scoring"),
    (VARIANTS, "engine_server.rules.variants.planted", "import engine_server.rules.variants.target"),
    (TELEGRAM, "telegram_client.speech.planted", "import telegram"),
    (TELEGRAM, "telegram_client.transports.terminal", "import telegram"),
    (GATEWAY, "telegram_client.conversation.planted", "import grpc"),
    (GATEWAY, "telegram_client.transports.terminal", "import grpc"),
]


@pytest.mark.parametrize(("contract", "module", "line"), PLANTS)
def test_a_planted_import_breaks_its_contract(house: Path, contract: str, module: str, line: str) -> None:
    target = line.removeprefix("import ")
    if target.startswith(TOWERS):
        plant(house, target)
    plant(house, module, line)
    assert contract in broken_contracts(house)


ALLOWED = [
    ("engine_server.advisor.planted", "import engine_server.game.view"),
    ("engine_server.words.planted", "import engine_server.rules.cards"),
    ("playground.page.planted", "import playground.api, aiohttp, asyncio"),
    ("engine_server.service.planted", "import grpc, asyncio, fourth.v1"),
    ("telegram_client.transports.telegram_bot", "import telegram"),
    ("telegram_client.engine_gateway", "import grpc"),
    ("engine_server.rules.planted", "import typing\nif typing.TYPE_CHECKING: import random"),
]


@pytest.mark.parametrize(("module", "line"), ALLOWED)
def test_what_the_plan_allows_breaks_nothing(house: Path, module: str, line: str) -> None:
    plant(house, module, line)
    assert broken_contracts(house) == set()


def rooms_named_below() -> Iterator[tuple[str, str]]:
    """Each (contract, room) where a contract names only what lies below a room: `room.**`."""
    for contract in CONTRACTS:
        for name in [*contract.get("source_modules", []), *contract.get("forbidden_modules", [])]:
            if name.endswith(".**"):
                yield contract["name"], name.removesuffix(".**")


def test_a_room_named_by_what_lies_below_it_imports_nothing_itself() -> None:
    for contract, room in rooms_named_below():
        front = ROOT.joinpath(*room.split("."), "__init__.py")
        tree = ast.parse(front.read_text(encoding="utf-8")) if front.exists() else ast.Module([], [])
        imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
        assert imports == [], f"name {room} itself in the contract {contract!r}"


CONTRACT = """
syntax = "proto3";
package fourth.v1;
message Ask { string name = 1; }
message Answer {}
service TableService { rpc Say(Ask) returns (Answer); }
"""


def test_stubs_that_were_edited_lost_or_left_over_have_drifted(tmp_path: Path) -> None:
    (tmp_path / "fourth" / "v1").mkdir(parents=True)
    source = tmp_path / "fourth" / "v1" / "table.proto"
    source.write_text(CONTRACT)
    write(stubs.stubs(tmp_path), stubs.committed(tmp_path))
    assert drifted(stubs.stubs(tmp_path), stubs.committed(tmp_path)) == []
    assert len(stubs.committed(tmp_path)) == 4

    edited = source.with_name("table_pb2.py")
    edited.write_text(edited.read_text() + "# mine\n")
    source.with_name("table_pb2_grpc.pyi").unlink()
    source.with_name("chair_pb2.py").touch()
    named = [line.rsplit("/", 1)[1] for line in drifted(stubs.stubs(tmp_path), stubs.committed(tmp_path))]
    assert named == [
        "chair_pb2.py: nothing generates it any more",
        "table_pb2.py: not what its source gives",
        "table_pb2_grpc.pyi: missing",
    ]


CATALOGUE = r"""
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\n"

msgid "result.tricks"
msgstr "Stich"
"""


def test_a_catalogue_newer_than_its_compiled_words_has_drifted(tmp_path: Path) -> None:
    (tmp_path / "engine_server").mkdir()
    po = tmp_path / "engine_server" / "reasons.po"
    po.write_text(
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "a.b"\nmsgstr "Stich"\n'
    )
    write(catalogues.catalogues(tmp_path), [])
    assert drifted(catalogues.catalogues(tmp_path), catalogues.committed(tmp_path)) == []
    assert b"Stich" in po.with_suffix(".mo").read_bytes()

    po.write_text(po.read_text().replace("Stich", "Stiche"))
    (line,) = drifted(catalogues.catalogues(tmp_path), catalogues.committed(tmp_path))
    assert line.endswith("reasons.mo: not what its source gives")


LOCKS = ("requirements.lock", "requirements-dev.lock")


def lines_of(lock: str) -> list[str]:
    """The lines of one lock."""
    return (ROOT / lock).read_text(encoding="utf-8").splitlines()


def pins(lock: str) -> set[str]:
    """Every `name==version` of one lock."""
    return {line.removesuffix(" \\").split(" ;")[0] for line in lines_of(lock) if re.match(r"\w.*==", line)}


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_by_hash_and_names_no_place(lock: str) -> None:
    lines = lines_of(lock)
    assert [line for line, after in pairwise(lines) if "==" in line and "--hash=sha256:" not in after] == []
    assert [line for line in lines if "://" in line or "file:" in line or line.startswith("-")] == []
    assert any(pin.startswith("setuptools==") for pin in pins(lock))


def test_the_development_lock_has_every_pin_of_the_run_time_lock() -> None:
    assert pins("requirements.lock") - pins("requirements-dev.lock") == set()
