"""Tables driven move by move in tests: chance from a seed, and moves somebody might make."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from engine_server.game.commands import AddRobot, BeginDeal, Command, MakeMove, SitDown, StartMatch
from engine_server.game.consequences import Decided
from engine_server.game.decide import decide
from engine_server.game.events import Event, Pace, TableOpened
from engine_server.game.evolve import opened
from engine_server.game.refusals import Refusal
from engine_server.game.state import TableState, acting_seats, legal_moves
from engine_server.game.view import Phase, Stage
from engine_server.rules.cards import ALL_CARDS, Card, Denomination, Seat, Suit
from engine_server.rules.moves import (
    ALL_BIDS,
    DOUBLE,
    PASS,
    REDOUBLE,
    AnswerWash,
    Bid,
    CallPartner,
    Double,
    Move,
    PlayCard,
    Redouble,
)
from engine_server.rules.variants import game_of

NAMES = ("Ann", "Bob", "Cleo", "Dan")


class SeededLots:
    """A table's chance from a seed, so that a test can be run again."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def secret(self) -> bytes:
        """32 bytes."""
        return self._rng.randbytes(32)

    def below(self, limit: int) -> int:
        """0 .. limit - 1."""
        return self._rng.randrange(limit)


class Table:
    """One table with its log: two persons (Ann is the host) and two robots."""

    def __init__(self, game: str, options: Mapping[str, str], lots: SeededLots) -> None:
        texts = game_of(game).read(options).as_text()
        first = TableOpened("t1", "K7Q2", game, texts, Pace.NONE, spectators=True, practice=False)
        self.log: list[Event] = [first]
        self.state: TableState = opened(first)
        self._lots = lots

    def do(self, command: Command) -> Decided:
        """Carries a command out, which must be accepted."""
        decided = self.try_to(command)
        assert isinstance(decided, Decided), (decided, command)
        return decided

    def try_to(self, command: Command) -> Decided | Refusal:
        """Carries a command out if the table accepts it."""
        decided = decide(self.state, command, self._lots)
        if isinstance(decided, Decided):
            self.log.extend(decided.events)
            self.state = decided.state
        return decided

    def begin(self) -> None:
        """Everybody sits down and the match starts."""
        for player, name in zip(("p0", "p1"), NAMES, strict=False):
            self.do(SitDown(player, name, None))
        for name in NAMES[2:]:
            self.do(AddRobot("p0", name, None))
        self.do(StartMatch("p0"))

    def step(self, rng: Random) -> None:
        """One move that is allowed, or the next deal."""
        if self.state.deal is None:
            self.do(BeginDeal())
            return
        seat = rng.choice(acting_seats(self.state))
        self.do(MakeMove(seat, a_move(self.state, seat, rng), self.state.opened_at[seat]))

    def play_on(self, rng: Random) -> None:
        """Plays until the match is over."""
        while self.state.stage is Stage.PLAYING:
            self.step(rng)


def a_move(state: TableState, seat: Seat, rng: Random) -> Move:
    """A legal move: passes above all in the auction, now and then an own card called."""
    moves = legal_moves(state, seat)
    if state.phase is Phase.AUCTION:
        return _a_call(moves, rng)
    if state.phase is Phase.CALLING and rng.random() < 0.35:
        own = [move for move in moves if isinstance(move, CallPartner) and move.card in _hand(state, seat)]
        return rng.choice(own or moves)
    return rng.choice(moves)


def obliging_move(state: TableState, seat: Seat, rng: Random) -> Move:
    """The same, but contracts are low and the declarer is let win: they are made, also alone."""
    deal = state.deal
    if deal is not None and deal.phase is Phase.AUCTION and rng.random() < 0.8:
        return PASS if deal.calls else Bid(1, Denomination(_longest(deal.hands[seat])))
    if deal is None or deal.contract is None or deal.phase is not Phase.PLAY:
        return a_move(state, seat, rng)
    trump = deal.contract.trump
    plays = [move for move in legal_moves(state, seat) if isinstance(move, PlayCard)]
    takes = max if seat == deal.contract.declarer else min
    return takes(plays, key=lambda move: (move.card.suit is trump, move.card.rank))


def _longest(hand: tuple[Card, ...]) -> Suit:
    return max(Suit, key=lambda suit: sum(card.suit is suit for card in hand))


def _a_call(moves: tuple[Move, ...], rng: Random) -> Move:
    doubling = [move for move in moves if isinstance(move, Double | Redouble)]
    if doubling and rng.random() < 0.3:
        return doubling[0]
    low = moves[: rng.randint(1, len(moves))]
    return PASS if rng.random() < 0.6 else rng.choice(low)


def _hand(state: TableState, seat: Seat) -> tuple[object, ...]:
    assert state.deal is not None
    return state.deal.hands[seat]


def every_move(seat: Seat, seats: int = 4) -> tuple[Move, ...]:
    """All moves a seat could think of, cards from other hands among them."""
    plays = tuple(PlayCard(card, owner) for owner in range(seats) for card in ALL_CARDS)
    own_first = tuple(sorted(plays, key=lambda move: move.seat != seat))
    calls = tuple(CallPartner(card) for card in ALL_CARDS)
    bids = (*ALL_BIDS, *(Bid(level, Denomination.SPADES) for level in (0, -1, 8)))
    return (AnswerWash(False), AnswerWash(True), PASS, DOUBLE, REDOUBLE, *bids, *calls, *own_first)


def some_options(rng: Random) -> dict[str, str]:
    """House rules of all kinds without contradictions; one table in five keeps the defaults of its game."""
    if rng.random() < 0.2:
        return {"deals": "1"}
    options = {
        "wash": rng.choice(("off", "auto", "player_choice")),
        "wash_below": rng.choice(("4", "7")),
        "wash_formula": rng.choice(("length", "suit5plus", "hcp")),
        "first_dealer": rng.choice(("drawn", "first_seat")),
        "first_caller": rng.choice(("left", "dealer", "random")),
        "double": rng.choice(("off", "on")),
        "all_pass": rng.choice(("next_dealer", "same_dealer")),
        "solo": rng.choice(("allowed", "allowed", "forbidden")),
        "nt_leader": rng.choice(("left", "declarer")),
        "trump_lead": rng.choice(("first_trick", "until_broken", "free")),
        "trump_broken_by": rng.choice(("ruff", "any_trump")),
        "no_trump_on_first_trick": rng.choice(("off", "on")),
        "beaten_pays": rng.choice(("winning_side", "all_but_declarer")),
        "claim_when_decided": rng.choice(("off", "on")),
        "deals": rng.choice(("1", "1", "1", "3")),
    }
    options["scoring"] = rng.choice(("level", "level", "doubling", "level_times", "tricks_won"))
    if options["solo"] == "allowed":
        options["solo_announce"] = rng.choice(("at_once", "hidden"))
    return options
