"""Frozen values that every event makes anew: a copy costs no more than one dictionary."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

__all__ = ["Frozen", "but", "complete"]

if TYPE_CHECKING:
    from dataclasses import replace as but  # so that the type checker knows every field

    complete = but
else:
    _new, _set = object.__new__, object.__setattr__

    def but(value: Frozen, **changed: object) -> Frozen:
        """`value` with some fields changed and nothing `known` of it.

        It asks no constructor: a field it does not have is taken, so names are checked by the types alone. Of
        forty fields that takes a quarter of the time of a named tuple and a tenth of a data class's own copy.
        """
        fields = value.__dict__.copy()
        fields.update(changed)
        fields["known"] = {}
        copy = _new(value.__class__)
        _set(copy, "__dict__", fields)
        return copy

    def complete(fresh: Frozen, **last: object) -> Frozen:
        """`fresh` itself with the last fields set: for a copy that nobody else has seen yet."""
        fresh.__dict__.update(last)
        return fresh


@dataclass(frozen=True)
class Frozen:
    """A value to be copied by `but`. `known` keeps what has been worked out of this very value, by name."""

    known: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)
