"""A reason with its arguments and claims, and the one gate through which reasons come."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine_server.advisor.claims import Claim
from engine_server.advisor.counting import Count
from engine_server.advisor.hints import Argument, At, HintCode
from engine_server.advisor.natural.codes import NaturalCode
from engine_server.rules.moves import Move


@dataclass(frozen=True, slots=True)
class Reason:
    """A code, what its sentence is filled with, and every fact the sentence rests on."""

    code: HintCode | NaturalCode
    arguments: tuple[tuple[str, Argument], ...] = ()
    claims: tuple[Claim, ...] = ()


@dataclass(frozen=True, slots=True)
class RatedMove:
    """A legal move, how good it is from 0 to 100, and why: the weightiest reason, then what else helps."""

    move: Move
    rating: int
    reason: Reason
    also: tuple[Reason, ...] = ()

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """All reasons, the weightiest first."""
        return (self.reason, *self.also)


def proved(count: Count, code: HintCode, claims: Iterable[Claim], **arguments: Argument) -> Reason | None:
    """The reason, or None when the view does not prove all it claims, or it names nobody else's hand."""
    all_claims = tuple(claims)
    named = all(count.is_another(value.seat) for value in arguments.values() if isinstance(value, At))
    if not named or not all(claim.holds(count) for claim in all_claims):
        return None
    return Reason(code, tuple(arguments.items()), all_claims)


def first(reasons: Iterable[Reason | None], fallback: Reason) -> Reason:
    """The first reason that is proved."""
    return next((reason for reason in reasons if reason is not None), fallback)
