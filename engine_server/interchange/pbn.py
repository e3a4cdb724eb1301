"""Boards written as Portable Bridge Notation 2.1 in export format (tistis.nl/pbn, chapters 2 to 4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from engine_server.interchange.boards import SEATS, BoardRecord, Vulnerable
from engine_server.interchange.legality import PAIRED
from engine_server.rules.cards import RANK_LETTERS, Card, Seat, Suit, clockwise_from
from engine_server.rules.contracts import TRICKS_OF_A_DEAL, Contract
from engine_server.rules.moves import Bid, Call, Double, Redouble, bid_code
from engine_server.rules.tricks import Trick
from engine_server.rules.variant import COMPASS

_HEADER = ("% PBN 2.1", "% EXPORT")
_END_OF_LINE = "\r\n"
LONGEST_LINE = 255
"""With the two characters that end it."""
_UNKNOWN = "?"
_NOT_PLAYED = "-"
_TO_BE_CONTINUED = "+"
_NO_MORE = "*"
_VULNERABLE = {
    Vulnerable.NONE: "None",
    Vulnerable.NS: "NS",
    Vulnerable.EW: "EW",
    Vulnerable.BOTH: "All",
}
_STAKES = {1: "", 2: "X", 4: "XX"}


def export_pbn(boards: Iterable[BoardRecord]) -> str:
    """The boards as the text of a file, to be encoded as Latin 1, the only characters the notation knows.

    What a board does not know is a question mark, and so is a character outside Latin 1. A called card
    stands in a tag of our own, CalledCard.
    """
    games = (_END_OF_LINE.join(_game(board)) for board in boards)
    head = "".join(line + _END_OF_LINE for line in _HEADER)
    return head + (_END_OF_LINE * 2).join(games) + _END_OF_LINE


def _game(board: BoardRecord) -> Iterator[str]:
    for name, value in (*_identification(board), *_supplements(board)):
        yield _tag(name, value)
    if board.calls:
        yield _tag("Auction", COMPASS[board.dealer])
        yield from _auction_lines(board)
    if board.tricks:
        yield _tag("Play", _letter(board.leader))
        yield from _play_lines(board)


def _identification(board: BoardRecord) -> tuple[tuple[str, str], ...]:
    """The fifteen mandatory tags in their order."""
    north, east, south, west = (name or _UNKNOWN for name in board.names)
    return (
        ("Event", board.event or _UNKNOWN),
        ("Site", board.site or _UNKNOWN),
        ("Date", board.date or _UNKNOWN),
        ("Board", _UNKNOWN if board.board is None else str(board.board)),
        ("West", west),
        ("North", north),
        ("East", east),
        ("South", south),
        ("Dealer", COMPASS[board.dealer]),
        ("Vulnerable", _VULNERABLE[board.vulnerable]),
        ("Deal", _deal(board)),
        ("Scoring", board.scoring or _UNKNOWN),
        *_result(board),
    )


def _result(board: BoardRecord) -> tuple[tuple[str, str], ...]:
    if board.passed_out:
        return (("Declarer", ""), ("Contract", "Pass"), ("Result", ""))
    if board.contract is None:
        return (("Declarer", _UNKNOWN), ("Contract", _UNKNOWN), ("Result", _UNKNOWN))
    tricks = _UNKNOWN if board.declarer_tricks is None else str(board.declarer_tricks)
    return (
        ("Declarer", COMPASS[board.contract.declarer]),
        ("Contract", contract_code(board.contract)),
        ("Result", tricks),
    )


def _supplements(board: BoardRecord) -> Iterator[tuple[str, str]]:
    """In the order of the alphabet."""
    if board.called is not None:
        yield ("CalledCard", board.called.code)
    if board.score_ns is not None:
        yield ("Score", f"NS {board.score_ns}")


def contract_code(contract: Contract) -> str:
    """A contract such as 3NT or 4SX."""
    return bid_code(Bid(contract.level, contract.denomination)) + _STAKES[contract.stake]


def _deal(board: BoardRecord) -> str:
    """The hands from the dealer on."""
    hands = (_hand(board.hands[seat]) for seat in clockwise_from(board.dealer, SEATS))
    return f"{COMPASS[board.dealer]}:{' '.join(hands)}"


def _hand(cards: Sequence[Card]) -> str:
    """Spades, hearts, diamonds, clubs, each from the ace down."""
    return ".".join(_ranks(cards, suit) for suit in reversed(Suit))


def _ranks(cards: Sequence[Card], suit: Suit) -> str:
    held = sorted((card.rank for card in cards if card.suit is suit), reverse=True)
    return "".join(RANK_LETTERS[rank] for rank in held)


def _auction_lines(board: BoardRecord) -> Iterator[str]:
    """Four calls a line, the dealer's first."""
    codes = [_call_code(made.call) for made in board.calls]
    if PAIRED.outcome(board.calls) is None:
        codes.append(_TO_BE_CONTINUED if board.contract is None else _NO_MORE)
    for first in range(0, len(codes), SEATS):
        yield " ".join(codes[first : first + SEATS])


def _call_code(call: Call) -> str:
    match call:
        case Bid():
            return bid_code(call)
        case Double():
            return "X"
        case Redouble():
            return "XX"
        case _:
            return "Pass"


def _play_lines(board: BoardRecord) -> Iterator[str]:
    """A trick a line, the opening leader's card always first; a star where the rest was not played."""
    first = board.tricks[0].leader
    for trick in board.tricks:
        yield " ".join(_cell(trick, seat, board) for seat in clockwise_from(first, SEATS))
    if board.claimed:
        yield _NO_MORE
    elif board.complete_tricks == board.tricks and len(board.tricks) < TRICKS_OF_A_DEAL:
        winner = board.tricks[-1].winner
        seats = clockwise_from(first, SEATS)
        yield " ".join(_TO_BE_CONTINUED if seat == winner else _NOT_PLAYED for seat in seats)


def _cell(trick: Trick, seat: Seat, board: BoardRecord) -> str:
    place = trick.hands.index(seat)
    if place < len(trick.cards):
        return trick.cards[place].code
    wanted = place == len(trick.cards) and not board.claimed
    return _TO_BE_CONTINUED if wanted else _NOT_PLAYED


def _letter(seat: Seat | None) -> str:
    return _UNKNOWN if seat is None else COMPASS[seat]


def _tag(name: str, value: str) -> str:
    """A tag pair on a line of its own, cut where the line would be too long."""
    room = LONGEST_LINE - len(_END_OF_LINE) - len(f'[{name} ""]')
    return f'[{name} "{_escaped(value, room)}"]'


def _escaped(value: str, room: int) -> str:
    written = ""
    for character in map(_printable, value):
        piece = f"\\{character}" if character in '"\\' else character
        if len(written) + len(piece) > room:
            break
        written += piece
    return written


def _printable(character: str) -> str:
    """The character, a space for one that breaks lines, a question mark for one the notation has not."""
    if character.isspace():
        return " "
    is_known = " " <= character <= "~" or "\xa1" <= character <= "\xff"
    return character if is_known and character != "\xad" else _UNKNOWN
