"""Every rule sentence of the founding document of a built game has its tests in TRACE.md, and they exist."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

import pytest

ROOM = Path(__file__).parent
RULES: Mapping[str, list[str]] = json.loads(
    (ROOM.parent / "data" / "founding_rules.json").read_text(encoding="utf-8")
)
DOCUMENTS = {"000": 23, "001": 51, "002": 60, "003": 28, "004": 34}
"""The founding documents and how many rule sentences each has."""


def rows(text: str) -> dict[str, list[str]]:
    """The tests a trace names by sentence; a sentence that stands twice is an error."""
    found: dict[str, list[str]] = {}
    for sentence, held in re.findall(r"^\| (\d{3}\.\d+) \|([^|]*)\|", text, flags=re.MULTILINE):
        assert sentence not in found, f"{sentence} stands twice"
        found[sentence] = re.findall(r"`([^`]+)`", held)
    return found


TRACE = rows((ROOM / "TRACE.md").read_text(encoding="utf-8"))


@lru_cache
def named_in(file: Path) -> set[str]:
    """The names of the tests a file defines."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    names = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    return {name for name in names if name.startswith("test_")}


def exists(named: str) -> bool:
    """Whether `file::test`, the file seen from this folder, is a test."""
    file, _, test = named.partition("::")
    return (ROOM / file).is_file() and test in named_in((ROOM / file).resolve())


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_sentence_of_a_document_is_answered(document: str) -> None:
    assert len(RULES[document]) == DOCUMENTS[document]
    assert [sentence for sentence in RULES[document] if not TRACE.get(sentence)] == []


def test_the_trace_answers_no_sentence_that_does_not_exist() -> None:
    assert sorted(TRACE) == sorted(sentence for sentences in RULES.values() for sentence in sentences)


@pytest.mark.parametrize("sentence", TRACE)
def test_every_test_named_for_a_sentence_exists(sentence: str) -> None:
    assert [named for named in TRACE[sentence] if not exists(named)] == []


def test_a_missing_test_and_a_sentence_told_twice_are_noticed() -> None:
    assert exists("test_trace.py::test_a_missing_test_and_a_sentence_told_twice_are_noticed")
    assert not exists("test_trace.py::test_of_nothing")
    assert not exists("test_nowhere.py::test_of_nothing")
    with pytest.raises(AssertionError, match=r"000\.1 stands twice"):
        rows("| 000.1 | `a` | |\n| 000.1 | `b` | |\n")
