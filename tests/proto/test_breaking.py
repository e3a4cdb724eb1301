"""A change of the contract that would break a client is found once there is a release to compare with."""

from __future__ import annotations

import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BUF = str(Path(sysconfig.get_path("scripts"), "buf"))


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """The contract in a folder of its own, with an image of it as it is now."""
    shutil.copytree(ROOT / "proto", tmp_path / "proto", ignore=shutil.ignore_patterns("*.py", "*.pyi"))
    shutil.copy(ROOT / "buf.yaml", tmp_path)
    subprocess.run([BUF, "build", "-o", "released.binpb"], cwd=tmp_path, check=True)
    return tmp_path


def breaking(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [BUF, "breaking", "--against", "released.binpb"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def change(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / "proto/fourth/v1" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_an_unchanged_contract_breaks_nothing(copied: Path) -> None:
    assert breaking(copied).returncode == 0


def test_a_new_field_breaks_nothing(copied: Path) -> None:
    change(copied, "cards.proto", "  // The suit.", "  // New.\n  bool new = 99;\n  // The suit.")
    assert breaking(copied).returncode == 0


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("cards.proto", "optional Rank rank = 2;", "optional Rank rank = 3;"),
        ("cards.proto", "SUIT_SPADES = 4;", "SUIT_PIKES = 4;"),
        ("moves.proto", "optional int32 level = 1;", "optional string level = 1;"),
        ("table_service.proto", "rpc SubmitMove(", "rpc MakeMove("),
    ],
)
def test_a_breaking_change_is_named(copied: Path, file: str, old: str, new: str) -> None:
    change(copied, file, old, new)
    answer = breaking(copied)
    assert answer.returncode != 0
    assert file in answer.stdout
