"""The guide for client authors is true: its names exist, and its check of the shuffle agrees with ours."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import descriptor_pool

from engine_server.rules.cards import ALL_CARDS
from engine_server.rules.dealing import dealt_round, seal_of, shuffled

FOLDER = Path(importlib.import_module("fourth.v1").__file__ or "").parent
GUIDE = (FOLDER.parent.parent / "README.md").read_text(encoding="utf-8")
CONTRACT = "\n".join(path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.proto")))
STUBS = [importlib.import_module(f"fourth.v1.{path.stem}_pb2") for path in sorted(FOLDER.glob("*.proto"))]
SECRETS = [bytes(32), bytes(range(32)), b"\xff" * 32]


def verifier() -> dict[str, Any]:
    """The code of the section on the shuffle, as a reader would copy it."""
    section = GUIDE.split("## Checking the shuffle")[1]
    names: dict[str, Any] = {}
    exec(section.split("```python")[1].split("```")[0], names)
    return names


@pytest.mark.parametrize("secret", SECRETS)
@pytest.mark.parametrize("redeals", [0, 1, 99])
@pytest.mark.parametrize("dealer", [0, 3])
def test_a_reader_comes_to_the_hands_we_dealt(secret: bytes, redeals: int, dealer: int) -> None:
    guide = verifier()
    dealt = dealt_round(shuffled(ALL_CARDS, secret, redeals), 4, 13, dealer)
    assert guide["FULL_PACK"] == [card.code for card in ALL_CARDS]
    assert guide["hands"](secret, redeals, dealer, guide["FULL_PACK"], 4, 13) == [
        {card.code for card in hand} for hand in dealt
    ]


@pytest.mark.parametrize("secret", SECRETS)
def test_a_reader_comes_to_the_seal_we_showed(secret: bytes) -> None:
    is_sealed = verifier()["is_sealed"]
    assert is_sealed(seal_of(secret), secret)
    assert not is_sealed(seal_of(secret), secret[::-1] + b"x")


def test_every_field_it_names_exists() -> None:
    named = re.findall(r"`([A-Z][A-Za-z]+)\.([a-z_]+)`", GUIDE)
    assert len(named) > 10
    pool = descriptor_pool.Default()
    for message, field in named:
        assert field in pool.FindMessageTypeByName(f"fourth.v1.{message}").fields_by_name, (message, field)


def test_every_other_name_in_it_exists() -> None:
    named = set(re.findall(r"`([A-Z][A-Za-z]+|[A-Z]+_[A-Z_]+)`", GUIDE))
    foreign = {
        "ErrorInfo",
        "RetryInfo",
        "LocalizedMessage",
        "UNAVAILABLE",
        "INTERNAL",
        "CANCELLED",
        "UNIMPLEMENTED",
    }
    ours = named - foreign - {"DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED"}
    assert len(ours) > 15
    assert [name for name in sorted(ours) if not re.search(rf"(\b|_REASON_){name}\b", CONTRACT)] == []


def test_every_file_it_lists_is_there_and_none_is_missing() -> None:
    listed = set(re.findall(r"`([a-z_]+\.proto)`", GUIDE))
    assert listed == {path.name for path in FOLDER.glob("*.proto")}


def test_the_loop_it_shows_uses_names_of_the_stubs() -> None:
    loop = GUIDE.split("## The loop of a player")[1].split("```python")[1].split("```")[0]
    names: dict[str, Any] = {}
    exec(loop, names)
    used = {name for name in names["play"].__code__.co_names if name[0].isupper()} - {"RpcError"}
    methods = {"WatchTables", "GetView", "SubmitMove"}
    assert methods < used
    assert [name for name in used - methods if not any(hasattr(stub, name) for stub in STUBS)] == []
