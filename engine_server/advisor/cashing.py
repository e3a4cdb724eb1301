"""Two hands that one person plays, tried out against the worst: how many tricks they cash in a row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TypeAlias

from engine_server.rules.cards import Card, Suit

Held: TypeAlias = tuple[Card, ...]
"""The cards of a hand, the highest of each suit first."""


@dataclass(frozen=True, slots=True)
class Cashing:
    """Two hands with the first on lead, the powers out by suit, highest first, trump, and each card's power.

    All that is out of a suit is taken to be in one hand, which plays its lowest.
    """

    here: Held
    there: Held
    out: tuple[tuple[int, ...], ...]
    trump: Suit | None
    power: Mapping[Card, int]

    def is_high(self, card: Card) -> bool:
        """Whether nothing out beats a card in its suit."""
        theirs = self.out[card.suit]
        return not theirs or self.power[card] > theirs[0]


def cash(now: Cashing, crossing_first: bool) -> tuple[Card, ...]:
    """The cards led while every trick is certain. `crossing_first` goes to the other hand early."""
    led: list[Card] = []
    while (round_ := _next(now, crossing_first)) is not None:
        lead, other, crosses = round_
        led.append(lead)
        now = _after(now, lead, other, crosses)
    return tuple(led)


def _next(now: Cashing, crossing_first: bool) -> tuple[Card, Card | None, bool] | None:
    """The next round: the card led, the other hand's, whether that one wins; None if none is certain."""
    staying, crossing = next(_staying(now), None), next(_crossing(now), None)
    return (crossing or staying) if crossing_first else (staying or crossing)


def _suits(now: Cashing) -> list[Suit]:
    """Trumps alone while any is out; else first the suits that are shorter in the hand on lead."""
    if now.trump is not None and now.out[now.trump]:
        return [now.trump]
    return sorted(Suit, key=lambda suit: len(_of(now.here, suit)) > len(_of(now.there, suit)))


def _staying(now: Cashing) -> Iterator[tuple[Card, Card | None, bool]]:
    for suit in _suits(now):
        held, other = _of(now.here, suit), _of(now.there, suit)
        if held and now.is_high(held[0]):
            yield held[0], _thrown(now, other), bool(other) and now.power[other[-1]] > now.power[held[0]]


def _crossing(now: Cashing) -> Iterator[tuple[Card, Card | None, bool]]:
    for suit in _suits(now):
        held, other = _of(now.here, suit), _of(now.there, suit)
        if held and other and now.is_high(other[0]) and now.power[held[-1]] < now.power[other[0]]:
            yield held[-1], other[0], True


def _thrown(now: Cashing, following: Held) -> Card | None:
    """The lowest card of the suit, else the lowest of all, high ones and trumps last."""
    if following or not now.there:
        return following[-1] if following else None
    return min(now.there, key=lambda card: (card.suit == now.trump, now.is_high(card), now.power[card]))


def _after(now: Cashing, lead: Card, other: Card | None, crosses: bool) -> Cashing:
    here = tuple(card for card in now.here if card != lead)
    there = tuple(card for card in now.there if card != other)
    out = tuple(theirs[:-1] if suit == lead.suit else theirs for suit, theirs in enumerate(now.out))
    return replace(now, here=there if crosses else here, there=here if crosses else there, out=out)


def _of(held: Held, suit: Suit) -> Held:
    return tuple(card for card in held if card.suit is suit)
