"""Each reason has the gRPC code that its comment in errors.proto promises, and words in every language."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path

import pytest

from engine_server.application.access import Access
from engine_server.game.refusals import Refused
from engine_server.rules.illegal import Illegal
from engine_server.service.reasons import RETRY_SECONDS, Wire, status_code
from engine_server.words.languages import COMPLETE
from engine_server.words.phrasebook import PHRASEBOOK
from engine_server.words.reasons import STATUS_MESSAGES, refusal_id

ERRORS = Path(__file__).parents[2] / "proto" / "fourth" / "v1" / "errors.proto"
PROMISED = {
    name: ({code, *re.findall(r"\. ([A-Z_]{6,}) for", comment)}, "With RetryInfo" in comment)
    for code, comment, name in re.findall(
        r"// ([A-Z_]+)\. (.*)\n  ERROR_REASON_(\w+) = \d+;", ERRORS.read_text("utf-8")
    )
}
REASONS: list[StrEnum] = [*Wire, *Access, *Refused, *Illegal]


@pytest.mark.parametrize("reason", REASONS, ids=str)
def test_a_reason_has_the_code_it_promises(reason: StrEnum) -> None:
    codes, retried = PROMISED[reason.value]
    assert status_code(reason).name in codes
    assert (reason in RETRY_SECONDS) == retried
    assert STATUS_MESSAGES[reason.value]
    assert all(PHRASEBOOK.has(refusal_id(reason.value), language) for language in COMPLETE)


def test_the_promises_were_read() -> None:
    assert len(PROMISED) > 60
    assert len({reason.value for reason in REASONS}) == len(REASONS)
