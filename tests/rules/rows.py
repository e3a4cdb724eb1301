"""The worked examples of the rule book, row by row, and how a row is put to the adapters of its game."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

from engine_server.rules.cards import Card, Denomination, card_of
from engine_server.rules.variants import game_of

Row: TypeAlias = Mapping[str, Any]
EXAMPLES: list[Row] = json.loads(
    (Path(__file__).parents[1] / "data" / "rules_examples.json").read_text(encoding="utf-8")
)["examples"]
COMPASS = "NESW"


def rows_of(game: str) -> list[Row]:
    """The rows of one game."""
    return [row for row in EXAMPLES if row["game"] == game]


def row_id(row: Row) -> str:
    return str(row["id"])


def written(options: Mapping[str, Any]) -> dict[str, str]:
    """The options of a row as a command line writes them."""
    switch = {True: "on", False: "off"}
    return {key: switch[value] if isinstance(value, bool) else str(value) for key, value in options.items()}


def agrees(key: str, adapters: Any, row: Row) -> bool:  # noqa: ANN401 - any class with one method for a kind
    """Whether the game answers as the row expects.

    `adapters` takes a game and options; its method named as the row's kind takes the fields of the row's
    input by name and answers with everything the row may expect.
    """
    answer = getattr(adapters(game_of(key), written(row["options"])), row["kind"])(**row["input"])
    expected = row["expect"]
    if isinstance(expected, dict):
        return {name: answer[name] for name in expected} == expected
    return bool(answer == (set(expected) if isinstance(answer, set) else expected))


def kinds_of(adapters: type) -> set[str]:
    """The kinds of row a class of adapters answers."""
    return {name for name in vars(adapters) if not name.startswith("_")}


def denomination_of(code: str | None) -> Denomination:
    """The denomination of C, D, H, S, NT; None is no trump too."""
    return Denomination(4 if code in (None, "NT") else "CDHS".index(str(code)))


def cards_of(codes: Sequence[str]) -> tuple[Card, ...]:
    return tuple(map(card_of, codes))
