"""The folded log: all the engine knows of a table, hidden cards among it. It never leaves the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from engine_server.game.events import CloseReason, Pace, WashReason
from engine_server.game.record import DealRecord
from engine_server.game.view import Phase, Stage
from engine_server.rules.auctions import ALL_PASSED
from engine_server.rules.cards import Card, Seat, left_of
from engine_server.rules.contracts import Contract
from engine_server.rules.moves import AnswerWash, Move, PlayCard, SeatCall
from engine_server.rules.options import Options
from engine_server.rules.scoring import Outcome, ScoreLine
from engine_server.rules.tricks import Situation, Trick
from engine_server.rules.variant import Game, Variant


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who sits in a seat: a person, or a robot (`player` is None). `robot_plays` when one stands in."""

    name: str
    player: str | None
    robot_plays: bool

    @property
    def is_robot(self) -> bool:
        """Whether the seat belongs to a robot."""
        return self.player is None


class Deal(NamedTuple):
    """The deal in play. `dealt` are the hands as dealt, `hands` what is left of them, both in hand order.

    It and the table are named tuples, as each event makes them anew: a data class takes five times as long.
    """

    number: int
    seal: bytes
    secret: bytes
    phase: Phase = Phase.NONE
    dealer: Seat = 0
    first_caller: Seat = 0
    redeals: int = 0
    washed: WashReason | None = None
    thrown_in: int = 0
    dealt: tuple[tuple[Card, ...], ...] = ()
    hands: tuple[tuple[Card, ...], ...] = ()
    answers: tuple[tuple[Seat, bool], ...] = ()
    calls: tuple[SeatCall, ...] = ()
    contract: Contract | None = None
    called: Card | None = None
    called_fell: bool = False
    tricks: tuple[Trick, ...] = ()
    trick: Trick | None = None
    trump_broken: bool = False
    last_card_broke_trump: bool = False

    def __repr__(self) -> str:
        """No card and no secret."""
        return f"Deal({self.number}, {self.phase!r})"


class TableState(NamedTuple):
    """A table after `version` events; `opened_at[seat]`: the version at which its pending decision opened."""

    table: str
    code: str
    game: Game
    options: Options
    variant: Variant
    pace: Pace
    spectators: bool
    practice: bool
    seats: tuple[Occupant | None, ...]
    host: str | None = None
    version: int = 0
    stage: Stage = Stage.LOBBY
    dealer: Seat | None = None
    deal: Deal | None = None
    scored: int = 0
    lines: tuple[ScoreLine, ...] = ()
    last_deal: DealRecord | None = None
    places: tuple[tuple[Seat, ...], ...] = ()
    closed: CloseReason | None = None
    opened_at: tuple[int, ...] = ()

    def __repr__(self) -> str:
        """No card, no secret and nobody's name."""
        return f"TableState({self.table!r}, version={self.version}, stage={self.stage!r}, deal={self.deal!r})"

    @property
    def phase(self) -> Phase:
        """Where the deal stands."""
        return Phase.NONE if self.deal is None else self.deal.phase

    def seat_of(self, player: str) -> Seat | None:
        """Where a player sits, None when it does not."""
        for seat, sitter in enumerate(self.seats):
            if sitter is not None and sitter.player == player:
                return seat
        return None


def acting_seats(state: TableState) -> tuple[Seat, ...]:
    """Every seat that must decide something now; several at once where all are asked alike."""
    deal = state.deal
    if deal is None or state.stage is not Stage.PLAYING:
        return ()
    match deal.phase:
        case Phase.WASH:
            answered = {seat for seat, _ in deal.answers}
            return tuple(seat for seat in range(state.variant.seats) if seat not in answered)
        case Phase.AUCTION:
            return (state.variant.auction.caller(deal.first_caller, deal.calls),)
        case Phase.CALLING:
            return (_contract(deal).declarer,)
        case Phase.PLAY:
            return (seat_to_play(state),)
        case _:
            return ()


def seat_to_play(state: TableState) -> Seat:
    """Whose card is wanted: the next of the trick on the table, else its leader."""
    deal = _deal(state)
    if deal.trick is not None:
        return left_of(deal.trick.leader, state.variant.seats, len(deal.trick.cards))
    if deal.tricks:
        winner = deal.tricks[-1].winner
        assert winner is not None
        return winner
    return state.variant.tricks.opening_leader(_contract(deal), state.variant.seats)


def legal_moves(state: TableState, seat: Seat) -> tuple[Move, ...]:
    """Every move `seat` may make now, in a fixed order; empty when it need not act."""
    deal = state.deal
    if deal is None or seat not in acting_seats(state):
        return ()
    match deal.phase:
        case Phase.WASH:
            weak = state.variant.dealing.wash.is_weak(deal.dealt[seat])
            return (AnswerWash(False), AnswerWash(True)) if weak else (AnswerWash(False),)
        case Phase.AUCTION:
            return state.variant.auction.legal(deal.calls, seat)
        case Phase.CALLING:
            return state.variant.declaration.legal(deal.hands[seat])
        case _:
            cards = state.variant.tricks.legal(deal.hands[seat], situation(deal))
            return tuple(PlayCard(card, seat) for card in cards)


def situation(deal: Deal) -> Situation:
    """What decides which cards may be played now."""
    trump = _contract(deal).trump
    return Situation(trump, deal.trick.cards if deal.trick else (), not deal.tricks, deal.trump_broken)


def decision_key(state: TableState) -> tuple[object, ...]:
    """Two states with the same key ask a seat the same question, whatever others did in between."""
    deal = state.deal
    if deal is None:
        return ()
    return (deal.number, deal.redeals, deal.phase, len(deal.calls), len(deal.tricks), deal.trick)


def tricks_won(deal: Deal, seats: int) -> tuple[int, ...]:
    """Tricks taken by each seat."""
    return tuple(sum(trick.winner == seat for trick in deal.tricks) for seat in range(seats))


def outcome_of(state: TableState) -> Outcome:
    """How the deal in play stands for the declarer's side. It tells the partner: for scoring alone."""
    deal = _deal(state)
    contract = _contract(deal)
    assert deal.called is not None
    side = state.variant.sides.declaring_side(contract.declarer, deal.called, deal.dealt)
    return Outcome(contract, side, sum(trick.winner in side for trick in deal.tricks))


def partner_is_public(state: TableState) -> bool:
    """Whether the whole table knows who plays with the declarer."""
    deal = _deal(state)
    if deal.called is None:
        return False
    return deal.called_fell or (plays_alone(state) and state.variant.declaration.own_announced)


def plays_alone(state: TableState) -> bool:
    """Whether the declarer called a card of the own hand."""
    deal = _deal(state)
    return deal.called is not None and deal.called in deal.dealt[_contract(deal).declarer]


def all_passed(state: TableState) -> bool:
    """Whether the auction ended without a bid."""
    return state.variant.auction.outcome(_deal(state).calls) is ALL_PASSED


def wash_wanted(deal: Deal) -> bool:
    """Whether any seat asked for new cards."""
    return any(redeal for _, redeal in deal.answers)


def _deal(state: TableState) -> Deal:
    assert state.deal is not None
    return state.deal


def _contract(deal: Deal) -> Contract:
    assert deal.contract is not None
    return deal.contract
