"""Faults on demand: updates get lost, late, doubled or mixed up, sends fail. What comes when is seeded."""

from __future__ import annotations

from collections.abc import MutableSequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Protocol

from playground.telegram.refusals import Impossible, Refusal

ALWAYS = 1_000_000


class Chance(Protocol):
    """Where chance comes from; `random.Random` is one."""

    def random(self) -> float:
        """From 0 up to 1."""
        ...

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Mixes a list."""
        ...


class Kind(StrEnum):
    """What goes wrong."""

    LOSE = "lose"
    """An update never reaches the bot."""
    DELAY = "delay"
    """An update is told `seconds` later."""
    DUPLICATE = "duplicate"
    """An update is told twice."""
    REORDER = "reorder"
    """An update changes places with those that wait."""
    TIMEOUT = "timeout"
    """A send happens, and its answer never comes: the line is dead for `seconds`."""
    REFUSE = "refuse"
    """A send fails within the service and does not happen."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What goes wrong, for how many updates or sends more, and for which share of them by chance."""

    kind: Kind
    count: int = 1
    seconds: float = 0.0
    share: float = 1.0

    def __post_init__(self) -> None:
        if self.count < 1 or not 0 <= self.seconds <= 3600 or not 0 < self.share <= 1:
            raise Impossible("BAD_FAULT", "count from 1, seconds 0 to 3600, share above 0 to 1", 400)


class Faults:
    """What is to go wrong. `chance` may be set anew, so that a run can be had again."""

    def __init__(self, chance: Chance) -> None:
        self.chance = chance
        self.planned: list[Fault] = []

    def plan(self, fault: Fault) -> None:
        """Wishes for a fault."""
        self.planned.append(fault)

    def clear(self) -> None:
        """All is well again."""
        self.planned.clear()

    def strikes(self, *kinds: Kind) -> Fault | None:
        """The fault of one of these kinds that strikes now; it is used up by one."""
        for place, fault in enumerate(self.planned):
            if fault.kind in kinds and (fault.share >= 1 or self.chance.random() < fault.share):
                rest = [replace(fault, count=fault.count - 1)] if fault.count > 1 else []
                self.planned[place : place + 1] = rest
                return fault
        return None


def broken() -> Refusal:
    """The service fails within."""
    return Refusal(500, "Internal Server Error")
