"""Where each card of a deal may lie by what one viewer knows, and layouts it cannot tell from the first.

A layout is the pack in the order it is dealt: first the hands, then a card turned and the stock from its top
down. A place of it is taken by one card; the viewer knows some of those, and of others what cannot lie there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeAlias, cast

from engine_server.rules.cards import HONOUR_POINTS, Card, Seat
from engine_server.rules.dealing import Dealt, byte_stream, number_below, shuffled
from engine_server.rules.stocks import _CUT, DealAndTurn, LastTrump
from engine_server.rules.variant import Dealing

Layout: TypeAlias = tuple[Card, ...]
SWAPS = 12


@dataclass(frozen=True)
class Place:
    """A place in the pack: the hand its card comes to, since which event of the deal; None in no hand.

    `known` is the card the viewer knows there, `barred` what it knows cannot lie there.
    """

    hand: Seat | None
    since: int = 0
    known: Card | None = None
    barred: frozenset[Card] = frozenset()

    def admits(self, card: Card) -> bool:
        """Whether the card may lie here for all the viewer knows."""
        return card == self.known if self.known is not None else card not in self.barred


def another_layout(places: Sequence[Place], first: Layout, rng: Random, *, points_told: bool) -> Layout:
    """Cards for all places at random, as the viewer might think they lie; `first` is how they do.

    With `points_told` each hand keeps its high-card points, though not the cards that make them.
    """
    fixed = {place.known for place in places}
    free = [card for card in first if card not in fixed]
    found = list(_matched(_with_points(places, first) if points_told else places, free, rng))
    if points_told:
        _swap_for_equal_points(found, places, rng)
    return tuple(found)


def _with_points(places: Sequence[Place], first: Layout) -> list[Place]:
    """The places, those in hands for cards that count as much as the first one there."""
    return [
        place if place.hand is None else replace(place, barred=place.barred | _other_values(first, card))
        for place, card in zip(places, first, strict=True)
    ]


def _other_values(cards: Layout, card: Card) -> frozenset[Card]:
    value = HONOUR_POINTS.get(card.rank, 0)
    return frozenset(other for other in cards if HONOUR_POINTS.get(other.rank, 0) != value)


def _matched(places: Sequence[Place], free: Sequence[Card], rng: Random) -> Layout:
    """Each free card at a place that admits it: one way at random, by augmenting paths."""
    order = rng.sample(range(len(places)), len(places))
    open_places = [at for at in order if places[at].known is None]
    admitted = {card: [at for at in open_places if card not in places[at].barred] for card in free}
    lies: dict[int, Card] = {}

    def find_place(card: Card, tried: set[int]) -> bool:
        for at in admitted[card]:
            if at not in lies:
                lies[at] = card
                return True
        for at in admitted[card]:
            if at not in tried:
                tried.add(at)
                if find_place(lies[at], tried):
                    lies[at] = card
                    return True
        return False

    for card in sorted(rng.sample(free, len(free)), key=lambda card: len(admitted[card])):
        assert find_place(card, set()), "no layout fits what the viewer knows"
    return tuple(place.known or lies[at] for at, place in enumerate(places))


def _swap_for_equal_points(cards: list[Card], places: Sequence[Place], rng: Random) -> None:
    """Two cards of one hand for two of another that count as much together, where that may be."""
    by_hand: dict[Seat, list[int]] = {}
    for at, place in enumerate(places):
        if place.hand is not None and place.known is None:
            by_hand.setdefault(place.hand, []).append(at)
    hands = [held for held in by_hand.values() if len(held) > 1]
    for _ in range(SWAPS if len(hands) > 1 else 0):
        one, other = (rng.sample(held, 2) for held in rng.sample(hands, 2))
        fit = all(
            places[a].admits(cards[b]) and places[b].admits(cards[a]) for a, b in zip(one, other, strict=True)
        )
        if fit and _points(cards, one) == _points(cards, other):
            for a, b in zip(one, other, strict=True):
                cards[a], cards[b] = cards[b], cards[a]


def _points(cards: Sequence[Card], places: Sequence[int]) -> int:
    return sum(HONOUR_POINTS.get(cards[at].rank, 0) for at in places)


# --- a pack stacked so that the honest dealing makes the layout ----------------------------------------


def stacked(honest: Dealing, pack_for: Callable[[int], Sequence[Card]]) -> Dealing:
    """The same way of dealing, from a pack that lies in the order `pack_for` a redeal once it is shuffled."""
    kind: Any = type(honest)

    def deal(
        self: object, cards: Sequence[Card], dealer: Seat, secret: bytes, redeal: int, number: int
    ) -> Dealt:
        wanted = pack_for(redeal)
        arranged = list(wanted)
        for place, came_from in enumerate(shuffled(range(len(cards)), secret, redeal)):
            arranged[came_from] = wanted[place]
        return honest.deal(arranged, dealer, secret, redeal, number)

    stacking = type(f"Stacked{kind.__name__}", (kind,), {"__slots__": (), "deal": deal})
    return cast(Dealing, stacking(*(getattr(honest, name) for name in kind.__dataclass_fields__)))


def secret_that_cuts(layout: Layout, cut: Card | None, rng: Random) -> bytes:
    """A secret under which that card is cut from the pack for trump; any, where none is."""
    while True:
        secret = rng.randbytes(32)
        if cut is None or layout[number_below(len(layout), byte_stream(secret, _CUT))] == cut:
            return secret


def card_cut(dealing: Dealing, layout: Layout, dealt: int, turned: Card | None) -> Card | None:
    """The card that was cut for trump, where no card is left to turn and the house rule has it so."""
    by_cut = isinstance(dealing, DealAndTurn) and dealing.last_trump is LastTrump.CUT
    return turned if by_cut and dealt == len(layout) else None
