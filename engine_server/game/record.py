"""A finished deal with all cards open: what score sheet, review and the proof of the shuffle need."""

from __future__ import annotations

from dataclasses import dataclass

from engine_server.rules.cards import Card, Denomination, Seat
from engine_server.rules.contracts import Contract
from engine_server.rules.moves import SeatCall
from engine_server.rules.sheets import ScoreLine
from engine_server.rules.tricks import Trick


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One scored deal. `declaring_tricks` are those of the whole side, the hidden partner's among them.

    `contract` and `called` are None when all passed, or in a game without them; `draws` are the tricks that
    only decided who draws from `stock`, which is listed as it lay, top card first. `claimed` tells whose
    claim ended the play, and the tricks its side got by it. A `practice` deal does not count as in earnest.
    """

    number: int
    dealer: Seat
    redeals: int
    dealt: tuple[tuple[Card, ...], ...]
    calls: tuple[SeatCall, ...]
    contract: Contract | None
    called: Card | None
    declaring_side: tuple[Seat, ...]
    declaring_tricks: int
    tricks: tuple[Trick, ...]
    ended_early: bool
    lines: tuple[ScoreLine, ...]
    seal: bytes
    secret: bytes
    trump: Denomination | None = None
    turned: Card | None = None
    dummy: Seat | None = None
    stock: tuple[Card, ...] = ()
    draws: tuple[Trick, ...] = ()
    vulnerable: tuple[Seat, ...] = ()
    declaring_card_points: int | None = None
    claimed: tuple[Seat, int] | None = None
    practice: bool = False
