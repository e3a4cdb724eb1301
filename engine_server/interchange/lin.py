"""Boards written as LIN, the form of Bridge Base Online: one board a line, fields as key|value|.

Nobody published a standard; what is written here is what vugraph and hand records contain.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine_server.interchange.boards import SEATS, BoardRecord, Vulnerable
from engine_server.interchange.legality import PAIRED
from engine_server.interchange.problems import NotABoard
from engine_server.rules.cards import RANK_LETTERS, SUIT_LETTERS, Card, Seat, Suit, clockwise_from
from engine_server.rules.moves import Bid, Call, Double, Redouble, bid_code

SOUTH: Seat = 2
"""Seats are counted from South: names and hands go S, W, N, E, and dealer 1 is South."""
VULNERABLE_LETTERS = {
    Vulnerable.NONE: "o",
    Vulnerable.NS: "n",
    Vulnerable.EW: "e",
    Vulnerable.BOTH: "b",
}
_APART = str.maketrans("|,\r\n", "    ")
"""What separates fields and names may stand in no name."""


def export_lin(boards: Iterable[BoardRecord]) -> str:
    """The boards as the text of a file, one a line.

    Raises NotABoard for a board without the calls that led to its contract, from which a reader takes the
    contract, and for one with a called partner.
    """
    return "".join(_line(board) + "\n" for board in boards)


def _line(board: BoardRecord) -> str:
    if board.called is not None or (board.contract and PAIRED.outcome(board.calls) != board.contract):
        raise NotABoard
    return "".join(f"{key}|{value}|" for key, value in _fields(board))


def _fields(board: BoardRecord) -> Iterator[tuple[str, str]]:
    around = clockwise_from(SOUTH, SEATS)
    hands = ",".join(_hand(board.hands[seat]) for seat in around)
    yield "pn", ",".join(board.names[seat].translate(_APART).strip() for seat in around)
    yield "st", ""
    yield "md", f"{around.index(board.dealer) + 1}{hands}"
    yield "rh", ""
    if board.board is not None:
        yield "ah", f"Board {board.board}"
    yield "sv", VULNERABLE_LETTERS[board.vulnerable]
    for made in board.calls:
        yield "mb", _call(made.call)
    yield from _play(board)
    if board.claimed:
        yield "mc", str(board.declarer_tricks)


def _play(board: BoardRecord) -> Iterator[tuple[str, str]]:
    """The cards in the order they were played, and a mark after the auction and after each trick."""
    yield "pg", ""
    for trick in board.tricks:
        for card in trick.cards:
            yield "pc", card.code
        if trick.winner is not None:
            yield "pg", ""


def _hand(cards: Sequence[Card]) -> str:
    return "".join(SUIT_LETTERS[suit] + _ranks(cards, suit) for suit in reversed(Suit))


def _ranks(cards: Sequence[Card], suit: Suit) -> str:
    held = sorted((card.rank for card in cards if card.suit is suit), reverse=True)
    return "".join(RANK_LETTERS[rank] for rank in held)


def _call(call: Call) -> str:
    match call:
        case Bid():
            return bid_code(call)[:2]
        case Double():
            return "d"
        case Redouble():
            return "r"
        case _:
            return "p"
