"""The worked examples of the rule book, row by row, and how their cards and options are written."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from engine_server.rules.cards import Card, Denomination, card_of

Row: TypeAlias = Mapping[str, Any]
EXAMPLES: list[Row] = json.loads(
    (Path(__file__).parents[1] / "data" / "rules_examples.json").read_text(encoding="utf-8")
)["examples"]
COMPASS = "NESW"


def written(options: Mapping[str, Any]) -> dict[str, str]:
    """The options of a row as a command line writes them."""
    switch = {True: "on", False: "off"}
    return {key: switch[value] if isinstance(value, bool) else str(value) for key, value in options.items()}


def denomination_of(code: str | None) -> Denomination:
    """The denomination of C, D, H, S, NT; None is no trump too."""
    return Denomination(4 if code in (None, "NT") else "CDHS".index(str(code)))


def cards_of(codes: Sequence[str]) -> tuple[Card, ...]:
    return tuple(map(card_of, codes))
