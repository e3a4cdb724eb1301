"""What people see happen, as it happens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from playground.telegram.messages import Message


@dataclass(frozen=True, slots=True)
class Change:
    """Something that people see at once; `to` are those who do."""

    kind: str
    to: frozenset[int]
    chat: int | None = None
    message: Message | None = None
    more: Mapping[str, Any] = field(default_factory=dict)
