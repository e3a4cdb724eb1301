"""A table to test rules at: driven by commands as the engine drives it, or dealt hands of our choosing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from engine_server.game import events as happened
from engine_server.game.commands import AddRobot, BeginDeal, Command, MakeMove, SitDown, StartMatch
from engine_server.game.consequences import Decided
from engine_server.game.decide import decide
from engine_server.game.events import Event, Pace
from engine_server.game.evolve import evolve, opened
from engine_server.game.redact import view_for
from engine_server.game.refusals import Refusal, RefusalCode
from engine_server.game.state import Deal, TableState, acting_seats, legal_moves
from engine_server.game.view import FinishedDeal, Stage, View
from engine_server.rules.auctions import Ladder
from engine_server.rules.cards import ALL_CARDS, Card, Seat, card_of, in_hand_order, left_of
from engine_server.rules.dealing import seal_of
from engine_server.rules.declarations import CallCard
from engine_server.rules.moves import (
    DOUBLE,
    PASS,
    REDOUBLE,
    Bid,
    Call,
    CallPartner,
    Double,
    Move,
    OpenAndName,
    Pass,
    PlayCard,
    PointBid,
    SeatCall,
    bid_code,
    bid_of,
)
from engine_server.rules.scoring import WinnersScore
from engine_server.rules.sides import HolderOfCalledCard
from engine_server.rules.variant import Variant
from engine_server.rules.variants import game_of

NORTH, EAST, SOUTH, WEST = range(4)
Hands = tuple[tuple[Card, ...], ...]
_CALLS: Mapping[str, Call] = {"P": PASS, "X": DOUBLE, "XX": REDOUBLE}


def call_of(code: str) -> Call:
    """The call of a code: P, X, XX or a bid such as 3NT."""
    return _CALLS.get(code) or bid_of(code)


def calls_of(first: Seat, codes: str | Sequence[str]) -> tuple[SeatCall, ...]:
    """Calls made in turn, beginning with `first`."""
    listed = codes.split() if isinstance(codes, str) else codes
    return tuple(SeatCall(left_of(first, 4, turn), call_of(code)) for turn, code in enumerate(listed))


def cards_of(codes: str) -> tuple[Card, ...]:
    """The cards of codes parted by blanks."""
    return tuple(map(card_of, codes.split()))


def hands_with(north: str = "", east: str = "", south: str = "", west: str = "") -> Hands:
    """Four hands of thirteen that hold at least the cards named; the rest of the pack fills them up."""
    held = [list(cards_of(codes)) for codes in (north, east, south, west)]
    rest = [card for card in ALL_CARDS if not any(card in hand for hand in held)]
    for hand in held:
        while len(hand) < 13:
            hand.append(rest.pop())
    return tuple(map(in_hand_order, held))


def ladder_of(variant: Variant) -> Ladder:
    """The auction of a game in which bids climb."""
    assert isinstance(variant.auction, Ladder)
    return variant.auction


def calling_of(variant: Variant) -> CallCard:
    """How a card is called, in a game where one is."""
    assert isinstance(variant.declaration, CallCard)
    return variant.declaration


def winners_of(variant: Variant) -> WinnersScore:
    """The scoring of a game with a called card."""
    assert isinstance(variant.scoring, WinnersScore)
    return variant.scoring


def partners_of(variant: Variant) -> HolderOfCalledCard:
    """The sides of a game with a called card."""
    assert isinstance(variant.sides, HolderOfCalledCard)
    return variant.sides


class SeededLots:
    """Chance that repeats."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)

    def secret(self) -> bytes:
        """A secret of 32 bytes."""
        return self._chance.randbytes(32)

    def below(self, limit: int) -> int:
        """A draw of 0 .. limit - 1."""
        return self._chance.randrange(limit)


class Table:
    """Every seat taken, by p1 and robots, and everything that happened there."""

    def __init__(self, game: str, seed: int = 0, options: Mapping[str, str] | None = None) -> None:
        settings = game_of(game).read(options or {}).as_text()
        first = happened.TableOpened("t1", "K7Q2", game, settings, Pace.NONE, True, False)
        self.log: list[Event] = [first]
        self.state: TableState = opened(first)
        self.deals: list[FinishedDeal] = []
        self.lots = SeededLots(seed)
        self.do(SitDown("p1", "Ann", None))
        for name in ("Bea", "Cid", "Dee", "Eve", "Fay", "Gus")[: self.state.variant.seats - 1]:
            self.do(AddRobot("p1", name, None))

    def do(self, command: Command) -> tuple[Event, ...]:
        """Carries a command out and returns what it made happen; it must not be refused."""
        decided = decide(self.state, command, self.lots)
        assert isinstance(decided, Decided), (command, decided)
        self.log.extend(decided.events)
        self.state = decided.state
        if any(isinstance(event, happened.DealScored) for event in decided.events):
            finished = view_for(self.state, None).last_deal
            assert finished is not None
            self.deals.append(finished)
        return decided.events

    def tries(self, seat: Seat, move: Move) -> RefusalCode | None:
        """Carries a move out, or answers with the code it is refused with."""
        decided = decide(self.state, MakeMove(seat, move), self.lots)
        if isinstance(decided, Refusal):
            return decided.code
        self.do(MakeMove(seat, move))
        return None

    def refused(self, move: Move, seat: Seat | None = None) -> Refusal:
        """The refusal of a move; the seat whose turn it is tries it when none is named."""
        answer = decide(self.state, MakeMove(self.actor if seat is None else seat, move), self.lots)
        assert isinstance(answer, Refusal), (seat, move)
        return answer

    def refusal(self, move: Move, seat: Seat | None = None) -> RefusalCode:
        """The code with which a move is refused."""
        return self.refused(move, seat).code

    def move(self, move: Move) -> tuple[Event, ...]:
        """The seat whose turn it is makes a move."""
        return self.do(MakeMove(self.actor, move))

    def bids(self, codes: str) -> Table:
        """The calls of an auction, each by the seat whose turn it is."""
        for code in codes.split():
            self.move(call_of(code))
        return self

    def calls_card(self, code: str) -> Table:
        """The declarer calls a card."""
        self.move(CallPartner(card_of(code)))
        return self

    def plays(self, codes: str) -> Table:
        """Cards, each played by the seat whose turn it is."""
        for card in cards_of(codes):
            self.move(PlayCard(card, self.actor))
        return self

    @property
    def actor(self) -> Seat:
        """The first seat that must decide."""
        return acting_seats(self.state)[0]

    @property
    def playable(self) -> set[str]:
        """The codes of the cards that may be played now."""
        moves = legal_moves(self.state, self.actor)
        return {move.card.code for move in moves if isinstance(move, PlayCard)}

    @property
    def deal(self) -> Deal:
        """The deal in play."""
        assert self.state.deal is not None
        return self.state.deal

    def view(self, seat: Seat | None) -> View:
        """What a seat or a spectator sees."""
        return view_for(self.state, seat)

    def place(self, *events: Event) -> Table:
        """Lets events happen without deciding them: the way to a position of our choosing."""
        for event in events:
            self.state = evolve(self.state, event)
            self.log.append(event)
        return self


def dealt_table(
    game: str,
    hands: Hands | None = None,
    dealer: Seat = NORTH,
    first: Seat | None = None,
    redeal: int = 0,
    options: Mapping[str, str] | None = None,
    seed: int = 0,
) -> Table:
    """A table whose match has just begun with these hands, the auction open."""
    table = Table(game, seed, options)
    secret = bytes(32)
    return table.place(
        happened.MatchStarted(dealer),
        happened.DealSealed(1, seal_of(secret), secret),
        happened.HandsDealt(
            redeal, dealer, left_of(dealer, 4) if first is None else first, hands or hands_with()
        ),
    )


Look = Callable[[Table], None]


def play_out(
    game: str, seed: int, options: Mapping[str, str] | None = None, look: Look | None = None
) -> Table:
    """A whole match of random legal moves with a damped auction; `look` is called before each move."""
    table, chance = Table(game, seed, options), Random(seed)
    table.do(StartMatch("p1"))
    while table.state.stage is Stage.PLAYING:
        if table.state.deal is None:
            table.do(BeginDeal())
            continue
        if look is not None:
            look(table)
        seat = chance.choice(acting_seats(table.state))
        table.do(MakeMove(seat, damped(chance, legal_moves(table.state, seat))))
    return table


def damped(chance: Random, moves: Sequence[Move]) -> Move:
    """A random move that passes most of the time and bids low, so that auctions end and contracts vary."""
    if PASS not in moves:
        return chance.choice(moves)
    doubling = [move for move in moves if isinstance(move, Double) or move == REDOUBLE]
    if doubling and chance.random() < 0.3:
        return doubling[0]
    bids = [move for move in moves if isinstance(move, Bid | PointBid | OpenAndName)]
    if not bids or chance.random() < 0.65:
        return PASS
    return chance.choice(bids if chance.random() < 0.1 else bids[:6])


def call_code(call: Call) -> str:
    """P, X, XX or the code of a bid."""
    if isinstance(call, Bid):
        return bid_code(call)
    return "P" if isinstance(call, Pass) else "X" if isinstance(call, Double) else "XX"
