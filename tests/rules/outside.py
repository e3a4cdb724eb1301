"""Deals that others recorded, played again at a table of the engine, step by step."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from engine_server.game import events as happened
from engine_server.game.frozen import but
from engine_server.game.state import legal_moves
from engine_server.rules.cards import Card, Denomination, Rank, Suit, card_of, in_hand_order
from engine_server.rules.dealing import seal_of
from engine_server.rules.moves import DOUBLE, PASS, REDOUBLE, Bid, Call, Move, PlayCard, TrickGoal
from engine_server.rules.variant import COMPASS
from tests.rules.table import Table

Record: TypeAlias = Mapping[str, Any]
_NAMES = ("C", "D", "H", "S", "N")
_VULNERABLE = {"none": (), "ns": (0, 2), "ew": (1, 3), "both": (0, 1, 2, 3)}


def call_named(name: str) -> Call:
    """The call of a name such as P, X, XX, 1C or 7N."""
    plain: Mapping[str, Call] = {"P": PASS, "X": DOUBLE, "XX": REDOUBLE}
    return plain.get(name) or Bid(int(name[0]), Denomination(_NAMES.index(name[1])))


def name_of(move: Move) -> str:
    """What the records call a move: a call, the cards SA to C2."""
    if isinstance(move, PlayCard):
        return move.card.code
    if isinstance(move, Bid):
        return f"{move.level}{_NAMES[move.denomination]}"
    if isinstance(move, TrickGoal):
        return str(move.tricks)
    return {PASS: "P", DOUBLE: "X", REDOUBLE: "XX"}[move]


def hand_of(text: str) -> tuple[Card, ...]:
    """The cards of a hand written as spades.hearts.diamonds.clubs."""
    return tuple(
        Card(suit, Rank("..23456789TJQKA".index(letter)))
        for suit, held in zip(reversed(Suit), text.split("."), strict=True)
        for letter in held
    )


def board(record: Record) -> Table:
    """A duplicate board dealt as the record has it, the auction open."""
    table = Table("duplicate", options={"deals": "1"})
    dealer, secret = COMPASS.index(record["dealer"]), bytes(32)
    hands = tuple(in_hand_order(hand_of(record["hands"][seat])) for seat in COMPASS)
    table.place(
        happened.MatchStarted(dealer),
        happened.DealSealed(1, seal_of(secret), secret),
        happened.HandsDealt(0, dealer, dealer, hands),
    )
    return vulnerable(table, _VULNERABLE[record["vul"]])


def vulnerable(table: Table, seats: tuple[int, ...]) -> Table:
    """The table with other seats vulnerable than the first board has."""
    table.state = but(table.state, deal=but(table.deal, vulnerable=seats))
    return table


def goals(record: Record) -> Table:
    """A deal of German Bridge dealt as the record has it; the dealer bids last."""
    players, size = record["players"], record["cards"]
    options = {"players": str(players), "hand_sequence": str(size), "first_bidder": "left"}
    table = Table("german", options=options)
    secret, trump = bytes(32), card_of(record["trump_card"])
    dealer = record["dealer"]
    hands = tuple(in_hand_order(map(card_of, record["hands"][str(seat)])) for seat in range(players))
    return table.place(
        happened.MatchStarted(dealer),
        happened.DealSealed(1, seal_of(secret), secret),
        happened.HandsDealt(0, dealer, (dealer + 1) % players, hands),
        happened.TrumpTurned(trump, Denomination(trump.suit)),
    )


class Watched:
    """What a replay saw before each step: how many moves were legal, which, and whose the decision was.

    `last` are the goals that were free at the latest step.
    """

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self.controllers: list[int] = []
        self.last: list[int] = []
        self._digests: list[str] = []

    def look(self, table: Table) -> None:
        """Takes note of the legal moves of the seat that must act."""
        moves = legal_moves(table.state, table.actor)
        self.sizes.append(len(moves))
        self.controllers.append(table.actor)
        self.last = [move.tricks for move in moves if isinstance(move, TrickGoal)]
        names = ",".join(sorted(map(name_of, moves)))
        self._digests.append(hashlib.sha256(names.encode()).hexdigest()[:8])

    @property
    def digest(self) -> str:
        """All sets of legal moves in one hash, as the records have it."""
        return hashlib.sha256("".join(self._digests).encode()).hexdigest()[:16]


def replayed(table: Table, moves: Iterable[Callable[[Table], Move] | Move]) -> Watched:
    """Makes the moves in turn and says what was legal before each."""
    seen = Watched()
    for move in moves:
        seen.look(table)
        table.move(move if not callable(move) else move(table))
    return seen


def cards_played(codes: Sequence[str]) -> list[Callable[[Table], Move]]:
    """The cards, each from the hand whose turn it is."""

    def play(code: str) -> Callable[[Table], Move]:
        return lambda table: PlayCard(card_of(code), table.view(None).next_hand or 0)

    return [play(code) for code in codes]


def goal_moves(record: Record) -> list[Move]:
    """The goals in the order they were said."""
    return [TrickGoal(goal) for _, goal in record["bids"]]
