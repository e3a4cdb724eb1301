"""Tables driven move by move in tests: chance from a seed, house rules, and moves somebody might make.

All of it goes by the record of a game, so that a game added to the registry is driven like the others.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random

from engine_server.game.commands import AddRobot, BeginDeal, Command, MakeMove, SitDown, StartMatch
from engine_server.game.consequences import Decided
from engine_server.game.decide import decide
from engine_server.game.events import Event, Pace, TableOpened
from engine_server.game.evolve import opened
from engine_server.game.refusals import Refusal
from engine_server.game.state import TableState, acting_seats, legal_moves
from engine_server.game.view import Stage
from engine_server.rules.cards import ALL_CARDS, Card, Denomination, Seat, Suit
from engine_server.rules.goals import LARGEST
from engine_server.rules.moves import (
    ALL_BIDS,
    DOUBLE,
    PASS,
    REDOUBLE,
    AnswerClaim,
    AnswerUndo,
    AnswerWash,
    AskUndo,
    Bid,
    CallPartner,
    Claim,
    Concede,
    Double,
    DrawCard,
    Goal,
    Move,
    NameContract,
    OpenAndName,
    PlayCard,
    PointBid,
    Redouble,
    TrickGoal,
)
from engine_server.rules.options import Number, Option, OptionInvalid, OptionUnknown, Series, text_of
from engine_server.rules.phases import Phase
from engine_server.rules.variant import Game, Variant
from engine_server.rules.variants import ALL, game_of

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay", "Gus")
GAMES = tuple(game.key for game in ALL)
PERSONS = 2


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
    """One table with its log: two persons (Ann is the host), robots at the other seats."""

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
        for seat, name in enumerate(NAMES[: self.state.variant.seats]):
            self.do(SitDown(f"p{seat}", name, None) if seat < PERSONS else AddRobot("p0", name, None))
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


def begun(game: str, options: Mapping[str, str], rng: Random) -> Table:
    """A table whose match has just begun."""
    table = Table(game, options, SeededLots(rng))
    table.begin()
    return table


# --- moves ---------------------------------------------------------------------------------------------


def a_move(state: TableState, seat: Seat, rng: Random) -> Move:
    """A legal move: passes above all in the auction, low bids, now and then an own card called."""
    moves = legal_moves(state, seat)
    if state.phase is Phase.AUCTION:
        return _a_call(moves, rng)
    if state.phase is Phase.CALLING and rng.random() < 0.35:
        hand = _hand(state, seat)
        own = [m for m in moves if isinstance(m, CallPartner | OpenAndName) and m.card in hand]
        return rng.choice(own or moves)
    return rng.choice(moves)


def obliging_move(state: TableState, seat: Seat, rng: Random) -> Move:
    """The same, but contracts are low and the declarer is let win: they are made, also alone."""
    deal = state.deal
    low = Bid(1, Denomination(_longest(deal.hands[seat]))) if deal is not None and deal.hands else None
    if deal is not None and deal.phase is Phase.AUCTION and rng.random() < 0.8:
        wanted = PASS if deal.calls else low
        return wanted if wanted in legal_moves(state, seat) else a_move(state, seat, rng)
    if deal is None or deal.contract is None or deal.phase is not Phase.PLAY:
        return a_move(state, seat, rng)
    trump = deal.contract.trump
    plays = [move for move in legal_moves(state, seat) if isinstance(move, PlayCard)]
    if not plays:
        return a_move(state, seat, rng)
    takes = max if seat == deal.contract.declarer else min
    strength = state.variant.deck.strength
    return takes(plays, key=lambda move: (move.card.suit is trump, strength(move.card)))


def _longest(hand: tuple[Card, ...]) -> Suit:
    return max(Suit, key=lambda suit: sum(card.suit is suit for card in hand))


def _a_call(moves: tuple[Move, ...], rng: Random) -> Move:
    if PASS not in moves:
        return rng.choice(moves)
    doubling = [move for move in moves if isinstance(move, Double | Redouble)]
    if doubling and rng.random() < 0.3:
        return doubling[0]
    if rng.random() < 0.6:
        return PASS
    naming = [move for move in moves if isinstance(move, OpenAndName)]
    return rng.choice(naming or moves[: rng.randint(1, len(moves))])


def _hand(state: TableState, seat: Seat) -> tuple[Card, ...]:
    assert state.deal is not None
    return state.deal.hands[seat]


OTHERS: tuple[Move, ...] = (
    *(AnswerWash(wish) for wish in (False, True)),
    *(DrawCard(wish) for wish in (False, True)),
    *(AnswerClaim(wish) for wish in (False, True)),
    *(AnswerUndo(wish) for wish in (False, True)),
    AskUndo(),
    Concede(),
    *(Claim(tricks) for tricks in (-1, 1, 2, 5, 13, 14)),
)
CALLS: tuple[Move, ...] = (
    PASS,
    DOUBLE,
    REDOUBLE,
    *ALL_BIDS,
    *(Bid(level, Denomination.SPADES) for level in (0, -1, 8)),
    *(TrickGoal(tricks) for tricks in range(-1, LARGEST + 2)),
    *(PointBid(points) for points in (-1, 0, *range(29, 63))),
)
CARDS: tuple[Move, ...] = (
    *(CallPartner(card) for card in ALL_CARDS),
    *(OpenAndName(named, card) for named in Denomination for card in ALL_CARDS),
    *(NameContract(named, goal) for named in Denomination for goal in (None, *Goal)),
)
MOST_HANDS = 7


def every_move(seat: Seat) -> tuple[Move, ...]:
    """All moves of all games a seat could think of, cards of any hand among them, its own first."""
    plays = tuple(PlayCard(card, owner) for owner in range(-1, MOST_HANDS) for card in ALL_CARDS)
    return (*OTHERS, *CALLS, *CARDS, *sorted(plays, key=lambda move: move.seat != seat))


# --- house rules ---------------------------------------------------------------------------------------


def some_options(game: str, rng: Random) -> dict[str, str]:
    """House rules of all kinds for one to three deals; one table in five keeps the defaults of its game."""
    if rng.random() < 0.2:
        return _accepted(game, {}, rng)
    while True:
        texts = {o.key: _some_value(o, rng) for o in game_of(game).options if o.key != "deals"}
        if reads(game, texts):
            return _accepted(game, texts, rng)


def _accepted(game: str, texts: dict[str, str], rng: Random) -> dict[str, str]:
    """The same with a number of deals the game accepts."""
    deals = rng.choice(("1", "1", "1", "2", "3"))
    return {**texts, "deals": deals} if reads(game, {**texts, "deals": deals}) else {**texts, "deals": "1"}


def reads(game: str, texts: Mapping[str, str]) -> bool:
    """Whether a game accepts these house rules."""
    try:
        game_of(game).read(texts)
    except (OptionInvalid, OptionUnknown):
        return False
    return True


def _some_value(option: Option, rng: Random) -> str:
    if isinstance(option, Series) and rng.random() < 0.6:
        return "-".join(str(rng.randint(option.low, option.high)) for _ in range(rng.randint(1, 3)))
    return rng.choice(values_of(option))


def values_of(option: Option) -> tuple[str, ...]:
    """The values to play: all of them, of a long range its ends and its default, of a series two more."""
    if isinstance(option, Series):
        return (
            *option.values,
            "-".join([str(option.low)] * option.longest),
            f"{option.low + 1}-{option.low}",
        )
    if isinstance(option, Number) and not option.only:
        every = tuple(map(str, range(option.low, option.high + 1)))
        numbers = every if len(every) <= 10 else (every[0], every[-1])
        return tuple(dict.fromkeys((*option.values, *numbers, text_of(option.default))))
    return option.values


@cache
def variants_of(game: str) -> tuple[Variant, ...]:
    """The rules of a game under each option at each of its values."""
    built = game_of(game)
    return tuple(built.variant(built.read(texts)) for _, _, texts in every_setting(built))


def every_setting(game: Game) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Each option at each of its values, with what must go with it for the game to accept it."""
    for option in game.options:
        for value in values_of(option):
            yield option.key, value, _with_companions(game, option.key, value)


def _with_companions(game: Game, key: str, value: str) -> dict[str, str]:
    """The setting alone, else with one value of another option that lets it be."""
    alone = {key: value}
    if reads(game.key, alone):
        return alone
    others = ({other.key: text, key: value} for other in game.options for text in values_of(other))
    return next(texts for texts in others if texts[key] == value and reads(game.key, texts))
