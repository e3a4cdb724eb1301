"""A finished deal with all cards open: what score sheet, review and the proof of the shuffle need."""

from __future__ import annotations

from dataclasses import dataclass

from engine_server.rules.cards import Card, Seat
from engine_server.rules.contracts import Contract
from engine_server.rules.moves import SeatCall
from engine_server.rules.scoring import ScoreLine
from engine_server.rules.tricks import Trick


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One scored deal. `declaring_tricks` are those of the whole side, the hidden partner's among them.

    `contract` and `called` are None when all passed too often to go on.
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
