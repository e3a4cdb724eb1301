"""A deal that has been played, as scoring sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine_server.rules.cards import Card, Seat
from engine_server.rules.contracts import Contract


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a contract ended: the declarer's side with the declarer first, and the tricks that side took."""

    contract: Contract
    declaring_side: tuple[Seat, ...]
    tricks: int

    @property
    def made(self) -> bool:
        """Whether the declarer's side took what it needed."""
        return self.tricks >= self.contract.target

    @property
    def short(self) -> int:
        """Tricks missing to the contract, 0 when it was made."""
        return max(0, self.contract.target - self.tricks)

    @property
    def over(self) -> int:
        """Tricks beyond the contract, 0 when it was beaten."""
        return max(0, self.tricks - self.contract.target)

    @property
    def alone(self) -> bool:
        """Whether the declarer played without a partner."""
        return len(self.declaring_side) == 1


@dataclass(frozen=True, slots=True)
class Played:
    """All that a deal may be scored by. Whatever goes by hand is listed by hand, dummy's among them.

    `tricks` counts the tricks won (claimed ones too), `card_points` the points of their cards, `goals` what
    each seat said it would take. `vulnerable` are the seats that were so before the deal.
    """

    deal: int
    dealt: Sequence[Sequence[Card]]
    contract: Contract | None
    declaring_side: tuple[Seat, ...]
    tricks: tuple[int, ...]
    card_points: tuple[int, ...] = ()
    goals: tuple[int, ...] = ()
    vulnerable: tuple[Seat, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """How the contract ended. Only for deals that had one."""
        assert self.contract is not None
        return Outcome(
            self.contract, self.declaring_side, sum(self.tricks[seat] for seat in self.declaring_side)
        )
