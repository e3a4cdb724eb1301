"""One board as the formats of the bridge world know it: four hands of thirteen, calls, tricks, a result."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import StrEnum

from engine_server.game.record import DealRecord
from engine_server.interchange.problems import NotABoard
from engine_server.rules.boards import EAST_WEST, NORTH_SOUTH
from engine_server.rules.cards import ALL_CARDS, Card, Seat, clockwise_from, left_of
from engine_server.rules.contracts import BOOK, TRICKS_OF_A_DEAL, Contract
from engine_server.rules.moves import Bid, Double, Pass, Redouble, SeatCall
from engine_server.rules.sheets import ScoreLine
from engine_server.rules.tricks import Trick

SEATS = 4
Hands = tuple[tuple[Card, ...], ...]
NOBODY = ("", "", "", "")


class Vulnerable(StrEnum):
    """Which pairs are vulnerable."""

    NONE = "none"
    NS = "ns"
    EW = "ew"
    BOTH = "both"


_PAIRS = {
    (False, False): Vulnerable.NONE,
    (True, False): Vulnerable.NS,
    (False, True): Vulnerable.EW,
    (True, True): Vulnerable.BOTH,
}


def vulnerable_of(seats: tuple[Seat, ...]) -> Vulnerable:
    """The pairs in which a vulnerable seat sits."""
    return _PAIRS[any(seat in NORTH_SOUTH for seat in seats), any(seat in EAST_WEST for seat in seats)]


@dataclass(frozen=True, slots=True)
class BoardRecord:
    """A board with all cards open. Hands, names and seats go N, E, S, W; hands are in hand order.

    `dealer` is who calls first. Without `contract` the board was passed out (`passed_out`), or its auction is
    unfinished. Of the `tricks` the last may be unfinished. `declarer_tricks` are those of the declarer's
    whole side, claimed ones among them, None while they are not known. `score_ns` is what North-South made,
    less what East-West did. `called` is the card that named a hidden partner: then nobody sits opposite a
    partner. Empty texts are not known.
    """

    dealer: Seat
    vulnerable: Vulnerable
    hands: Hands = field(repr=False)
    calls: tuple[SeatCall, ...] = ()
    contract: Contract | None = None
    passed_out: bool = False
    tricks: tuple[Trick, ...] = field(default=(), repr=False)
    declarer_tricks: int | None = None
    score_ns: int | None = None
    called: Card | None = None
    board: int | None = None
    names: tuple[str, ...] = NOBODY
    event: str = ""
    site: str = ""
    date: str = ""
    scoring: str = ""

    @property
    def declarer(self) -> Seat | None:
        """Who declares, None where nobody does."""
        return None if self.contract is None else self.contract.declarer

    @property
    def leader(self) -> Seat | None:
        """Who leads or would lead to the first trick."""
        if self.tricks:
            return self.tricks[0].leader
        return None if self.contract is None else left_of(self.contract.declarer, SEATS)

    @property
    def complete_tricks(self) -> tuple[Trick, ...]:
        """The tricks of four cards."""
        return tuple(trick for trick in self.tricks if trick.winner is not None)

    @property
    def played_out(self) -> bool:
        """Whether all 52 cards were played."""
        return len(self.complete_tricks) == TRICKS_OF_A_DEAL

    @property
    def claimed(self) -> bool:
        """Whether play ended early and yet the result is known."""
        return self.declarer_tricks is not None and not self.played_out


def board_of(
    deal: DealRecord,
    *,
    board: int | None = None,
    names: tuple[str, ...] = NOBODY,
    event: str = "",
    site: str = "",
    date: str = "",
    scoring: str = "",
) -> BoardRecord:
    """A finished deal as a board; names, event, site and date (YYYY.MM.DD) are what the caller gives.

    Where no level is bid the contract gets the level that needs as many tricks. Raises NotABoard for a deal
    that is none: other than four full hands, or calls and cards that do not go clockwise round four seats.
    """
    if not is_board(deal):
        raise NotABoard
    contract = None if deal.contract is None else _with_level(deal.contract)
    return BoardRecord(
        dealer=deal.calls[0].seat if deal.calls else deal.dealer,
        vulnerable=vulnerable_of(deal.vulnerable),
        hands=deal.dealt,
        calls=deal.calls,
        contract=contract,
        passed_out=contract is None,
        tricks=deal.tricks,
        declarer_tricks=None if contract is None else deal.declaring_tricks,
        score_ns=_score_ns(deal.lines),
        called=deal.called,
        board=deal.number if board is None else board,
        names=names,
        event=event,
        site=site,
        date=date,
        scoring=scoring,
    )


def is_board(deal: DealRecord) -> bool:
    """Whether a deal can be said as a board: the four-hand games with 52 cards."""
    cards = sorted(card for hand in deal.dealt for card in hand)
    return (
        len(deal.dealt) == SEATS
        and all(len(hand) == TRICKS_OF_A_DEAL for hand in deal.dealt)
        and cards == list(ALL_CARDS)
        and all(trick.hands == clockwise_from(trick.leader, SEATS) for trick in deal.tricks)
        and _calls_go_round(deal.calls)
        and (deal.contract is None or deal.contract.target > BOOK)
    )


def _calls_go_round(calls: tuple[SeatCall, ...]) -> bool:
    kinds = Pass | Bid | Double | Redouble
    return all(
        isinstance(made.call, kinds) and made.seat == left_of(calls[0].seat, SEATS, place)
        for place, made in enumerate(calls)
    )


def _with_level(contract: Contract) -> Contract:
    return replace(contract, level=contract.target - BOOK, goal=None, aim=0, points=0)


def _score_ns(lines: tuple[ScoreLine, ...]) -> int | None:
    """None where pairs do not score together."""
    if not lines or any(line.seats not in (NORTH_SOUTH, EAST_WEST) for line in lines):
        return None
    return sum(line.points if line.seats == NORTH_SOUTH else -line.points for line in lines)
