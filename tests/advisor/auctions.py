"""Auctions between four robots, and hands and calls in short notation."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine_server.advisor.natural.auction import Situation
from engine_server.advisor.natural.rating import rate
from engine_server.rules.auctions import AllPassed, FirstCaller, Ladder
from engine_server.rules.cards import ALL_CARDS, RANK_LETTERS, Card, Rank, Seat, Suit
from engine_server.rules.contracts import Contract
from engine_server.rules.moves import DOUBLE, PASS, REDOUBLE, Call, SeatCall, bid_of

LADDER = Ladder(4, FirstCaller.DEALER, doubles=True, closing_passes=3, pairs=True)
VULNERABLE: tuple[tuple[Seat, ...], ...] = ((), (0, 2), (1, 3), (0, 1, 2, 3))
PART_SCORES = ((0, 0), (0, 0), (0, 0), (60, 0), (0, 40), (30, 90))


@dataclass(frozen=True)
class Auction:
    """A finished auction with what was dealt."""

    hands: tuple[tuple[Card, ...], ...]
    calls: tuple[SeatCall, ...]
    situation: Situation
    contract: Contract | AllPassed


def hand_of(text: str) -> tuple[Card, ...]:
    """The cards of spades.hearts.diamonds.clubs."""
    suits = zip(reversed(Suit), text.split("."), strict=True)
    return tuple(Card(suit, Rank(RANK_LETTERS.index(letter))) for suit, held in suits for letter in held)


def call_of(text: str) -> Call:
    """A call of P, X, XX or a bid."""
    spoken: dict[str, Call] = {"P": PASS, "X": DOUBLE, "XX": REDOUBLE}
    return spoken.get(text) or bid_of(text)


def calls_of(text: str, dealer: Seat = 0) -> tuple[SeatCall, ...]:
    """The calls of a line, clockwise from the dealer."""
    return tuple(SeatCall((dealer + place) % 4, call_of(one)) for place, one in enumerate(text.split()))


def bid_out(hands: Sequence[tuple[Card, ...]], dealer: Seat, situation: Situation) -> Auction:
    """Let four robots bid."""
    calls: tuple[SeatCall, ...] = ()
    while (contract := LADDER.outcome(calls)) is None:
        seat = (dealer + len(calls)) % 4
        best = next(rate(hands[seat], calls, seat, LADDER.legal(calls, seat), situation))
        calls = (*calls, SeatCall(seat, best.call))
        assert len(calls) < 60, "the auction does not end"
    return Auction(tuple(hands), calls, situation, contract)


def dealt(rng: random.Random) -> tuple[tuple[Card, ...], ...]:
    """Four random hands."""
    cards = list(ALL_CARDS)
    rng.shuffle(cards)
    return tuple(tuple(sorted(cards[13 * seat : 13 * seat + 13], reverse=True)) for seat in range(4))


def played_out(seed: int, count: int, part_scores: bool = False) -> Iterator[Auction]:
    """So many auctions on random deals, every vulnerability in turn."""
    rng = random.Random(seed)
    for deal in range(count):
        below = rng.choice(PART_SCORES) if part_scores else (0, 0)
        yield bid_out(dealt(rng), deal % 4, Situation(rng.choice(VULNERABLE), below))
