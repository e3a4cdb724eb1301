"""Which hands are laid open before the play is over, and when."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Moment(StrEnum):
    """When dummy is laid open."""

    NEVER = "never"
    AT_DEAL = "at_deal"
    BEFORE_CHOICE = "before_choice"
    AFTER_LEAD = "after_lead"


@dataclass(frozen=True, slots=True)
class Exposure:
    """Dummy is laid open at a moment; `early` of its cards lie open from the deal on already (towie)."""

    dummy: Moment
    early: int = 0


NOTHING_OPEN = Exposure(Moment.NEVER)
DUMMY_AFTER_LEAD = Exposure(Moment.AFTER_LEAD)
