"""Who plays with whom, which hands are dummies, and who decides for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from engine_server.rules.cards import Card, Seat, clockwise_from

Ring: TypeAlias = tuple[Seat, ...]
"""The hands that play to a trick, clockwise."""


@dataclass(frozen=True, slots=True)
class HolderOfCalledCard:
    """The declarer and whoever was dealt the called card play together; alone when it was the declarer.

    The answer is a secret until the card falls: only redaction and scoring may ask for it.
    """

    seats: int = 4

    def ring(self, declarer: Seat | None) -> Ring:
        """Every seat plays its own hand."""
        return clockwise_from(0, self.seats)

    def dummies(self, declarer: Seat) -> tuple[Seat, ...]:
        """There is none."""
        return ()

    def controller(self, hand: Seat, declarer: Seat | None) -> Seat:
        """Every seat decides for its own hand."""
        return hand

    def declaring_side(
        self, declarer: Seat, called: Card | None, dealt: Sequence[Sequence[Card]]
    ) -> tuple[Seat, ...]:
        """The seats of the declarer's side, the declarer first."""
        assert called is not None
        holder = self.holder(called, dealt)
        return (declarer,) if holder == declarer else (declarer, holder)

    def holder(self, called: Card, dealt: Sequence[Sequence[Card]]) -> Seat:
        """The seat the called card was dealt to. In a game that deals the whole pack there always is one."""
        return next(seat for seat, hand in enumerate(dealt) if called in hand)

    @property
    def columns(self) -> tuple[tuple[Seat, ...], ...]:
        """Everybody scores alone."""
        return _singles(self.seats)


@dataclass(frozen=True, slots=True)
class Pairs:
    """Four seats in two fixed pairs, partners opposite; the declarer plays the partner's hand as dummy."""

    def ring(self, declarer: Seat | None) -> Ring:
        """The four seats."""
        return (0, 1, 2, 3)

    def dummies(self, declarer: Seat) -> tuple[Seat, ...]:
        """The declarer's partner."""
        return ((declarer + 2) % 4,)

    def controller(self, hand: Seat, declarer: Seat | None) -> Seat:
        """The declarer decides for dummy, everybody else for the own hand."""
        return hand if declarer is None or hand != (declarer + 2) % 4 else declarer

    def declaring_side(
        self, declarer: Seat, called: Card | None, dealt: Sequence[Sequence[Card]]
    ) -> tuple[Seat, ...]:
        """The declarer and the partner."""
        return (declarer, *self.dummies(declarer))

    @property
    def columns(self) -> tuple[tuple[Seat, ...], ...]:
        """A pair scores together: North and South, East and West."""
        return ((0, 2), (1, 3))


@dataclass(frozen=True, slots=True)
class EachAlone:
    """Everybody plays alone with the own hand; without a declarer all are against all."""

    seats: int

    def ring(self, declarer: Seat | None) -> Ring:
        """Every seat plays its own hand."""
        return clockwise_from(0, self.seats)

    def dummies(self, declarer: Seat) -> tuple[Seat, ...]:
        """There is none."""
        return ()

    def controller(self, hand: Seat, declarer: Seat | None) -> Seat:
        """Every seat decides for its own hand."""
        return hand

    def declaring_side(
        self, declarer: Seat, called: Card | None, dealt: Sequence[Sequence[Card]]
    ) -> tuple[Seat, ...]:
        """The declarer alone."""
        return (declarer,)

    @property
    def columns(self) -> tuple[tuple[Seat, ...], ...]:
        """Everybody scores alone."""
        return _singles(self.seats)


@dataclass(frozen=True, slots=True)
class AgainstTwo:
    """Three seats: the declarer plays with a dummy nobody sits behind (hand 3) against the other two.

    Dummy lies opposite the declarer, so the hands play left defender, dummy, right defender, declarer.
    """

    DUMMY = 3

    def ring(self, declarer: Seat | None) -> Ring:
        """The four hands from the declarer on; without one the three seats."""
        if declarer is None:
            return (0, 1, 2)
        return (declarer, (declarer + 1) % 3, self.DUMMY, (declarer + 2) % 3)

    def dummies(self, declarer: Seat) -> tuple[Seat, ...]:
        """The fourth hand."""
        return (self.DUMMY,)

    def controller(self, hand: Seat, declarer: Seat | None) -> Seat:
        """The declarer decides for dummy, everybody else for the own hand."""
        return declarer if declarer is not None and hand == self.DUMMY else hand

    def declaring_side(
        self, declarer: Seat, called: Card | None, dealt: Sequence[Sequence[Card]]
    ) -> tuple[Seat, ...]:
        """The declarer and dummy."""
        return (declarer, self.DUMMY)

    @property
    def columns(self) -> tuple[tuple[Seat, ...], ...]:
        """Everybody scores alone."""
        return _singles(3)


@dataclass(frozen=True, slots=True)
class EachWithDummy:
    """Two seats, each with a dummy opposite: hands 2 and 3 (honeymoon as double dummy)."""

    def ring(self, declarer: Seat | None) -> Ring:
        """The four hands."""
        return (0, 1, 2, 3)

    def dummies(self, declarer: Seat) -> tuple[Seat, ...]:
        """Both dummies, the declarer's first."""
        return (declarer + 2, 3 - declarer)

    def controller(self, hand: Seat, declarer: Seat | None) -> Seat:
        """Each seat decides for its own hand and the one opposite."""
        return hand % 2

    def declaring_side(
        self, declarer: Seat, called: Card | None, dealt: Sequence[Sequence[Card]]
    ) -> tuple[Seat, ...]:
        """The declarer and the dummy opposite."""
        return (declarer, declarer + 2)

    @property
    def columns(self) -> tuple[tuple[Seat, ...], ...]:
        """Each player scores alone."""
        return _singles(2)


Sides: TypeAlias = HolderOfCalledCard | Pairs | EachAlone | AgainstTwo | EachWithDummy


def _singles(seats: int) -> tuple[tuple[Seat, ...], ...]:
    return tuple((seat,) for seat in range(seats))
