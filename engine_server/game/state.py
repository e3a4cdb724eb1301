"""The folded log: all the engine knows of a table, hidden cards among it. It never leaves the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, wraps
from operator import add
from typing import NamedTuple, TypeVar

from engine_server.game.events import CloseReason, Pace, WashReason
from engine_server.game.frozen import Frozen
from engine_server.game.record import DealRecord
from engine_server.game.view import Stage
from engine_server.rules.cards import Card, Denomination, Seat, Suit, in_hand_order, left_of
from engine_server.rules.contracts import Contract
from engine_server.rules.dealing import Wash
from engine_server.rules.declarations import CallCard
from engine_server.rules.declassified import Declassified
from engine_server.rules.moves import (
    PLAYS,
    AnswerClaim,
    AnswerUndo,
    AnswerWash,
    Bid,
    CallPartner,
    Double,
    DrawCard,
    Move,
    NameContract,
    OpenAndName,
    Pass,
    PlayCard,
    PointBid,
    Redouble,
    SeatCall,
    TrickGoal,
)
from engine_server.rules.openings import card_points
from engine_server.rules.options import Options
from engine_server.rules.phases import Phase
from engine_server.rules.played import Outcome, Played
from engine_server.rules.sheets import ScoreLine
from engine_server.rules.sides import HolderOfCalledCard
from engine_server.rules.stocks import DealAndDraw, Drawing
from engine_server.rules.tricks import Situation, Trick, ring_from
from engine_server.rules.variant import Game, Variant

_Answer = TypeVar("_Answer")


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who has a seat: a person, or a robot (`player` is None).

    `robot_plays` when a robot stands in; `stand_in` is the person who does, with its name.
    """

    name: str
    player: str | None
    robot_plays: bool
    stand_in: str | None = None
    stand_in_name: str = ""

    @property
    def is_robot(self) -> bool:
        """Whether the seat belongs to a robot."""
        return self.player is None


@dataclass(frozen=True, slots=True)
class Asking:
    """A claim of so many tricks, or a wish to take a move back: who spoke, who is asked, who has answered."""

    seat: Seat
    asked: tuple[Seat, ...]
    tricks: int = 0
    answers: tuple[tuple[Seat, bool], ...] = ()

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """Who has not answered yet."""
        answered = {seat for seat, _ in self.answers}
        return tuple(seat for seat in self.asked if seat not in answered)

    @property
    def accepted(self) -> bool:
        """Whether nobody has refused."""
        return all(accept for _, accept in self.answers)


@dataclass(frozen=True)
class Deal(Frozen):
    """The deal in play. `dealt` are the hands as dealt, `hands` what is left of them, both in hand order.

    `open_cards` lists by hand what was laid open of it; `points` are high-card points announced to all;
    `draws` are the tricks that only decided who draws. `claims` lists who claimed before which trick, `shown`
    the hands that came to be seen by it, `granted` the claim that ended the play. `mover` made the latest
    move; `before` is the deal before it, with the moves before that, and something was `revealed` since.
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
    declarer: Seat | None = None
    promised: int = 0
    turned: Card | None = None
    turned_trump: Denomination | None = None
    points: tuple[int, ...] = ()
    open_cards: tuple[tuple[Seat, tuple[Card, ...]], ...] = ()
    stock: tuple[Card, ...] = ()
    dealt_stock: tuple[Card, ...] = ()
    draws: tuple[Trick, ...] = ()
    vulnerable: tuple[Seat, ...] = ()
    claim: Asking | None = None
    claims: tuple[tuple[Seat, int], ...] = ()
    shown: tuple[Seat, ...] = ()
    granted: tuple[Seat, int] | None = None
    undo: Asking | None = None
    undo_refused: bool = False
    revealed: bool = False
    practice: bool = False
    mover: Seat | None = None
    before: Deal | None = None

    def __repr__(self) -> str:
        """No card and no secret."""
        return f"Deal({self.number}, {self.phase!r})"

    @property
    def trump(self) -> Denomination | None:
        """What is trump, None while it is not settled."""
        return self.turned_trump if self.contract is None else self.contract.denomination

    @property
    def trump_suit(self) -> Suit | None:
        """The trump suit, None at no trump and while nothing is settled."""
        contract, turned = self.contract, self.turned_trump
        if contract is not None:
            return contract.denomination.trump
        return None if turned is None else turned.trump

    @property
    def rounds(self) -> tuple[Trick, ...]:
        """The complete tricks of the stretch in play: draw tricks while cards are drawn, before any other."""
        return self.tricks or (self.draws if self.phase is Phase.DRAWING else ())


@dataclass(frozen=True)
class TableState(Frozen):
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
    abandoned: bool = False
    closed: CloseReason | None = None
    opened_at: tuple[int, ...] = ()
    turn_seconds: int | None = None
    next_table: str | None = None

    def __repr__(self) -> str:
        """No card, no secret and nobody's name."""
        return f"TableState({self.table!r}, version={self.version}, stage={self.stage!r}, deal={self.deal!r})"

    @property
    def phase(self) -> Phase:
        """Where the deal stands."""
        return Phase.NONE if self.deal is None else self.deal.phase

    def seat_of(self, player: str) -> Seat | None:
        """The seat a player has or stands in for, None when there is none."""
        for seat, sitter in enumerate(self.seats):
            if sitter is not None and player in (sitter.player, sitter.stand_in):
                return seat
        return None

    def seat_played_by(self, player: str) -> Seat | None:
        """The seat whose cards a player may see: not its own while another person stands in."""
        seat = self.seat_of(player)
        sitter = None if seat is None else self.seats[seat]
        return None if sitter is None or sitter.stand_in not in (None, player) else seat

    @property
    def people(self) -> tuple[str, ...]:
        """Every person with a seat, and every one who stands in, by seat."""
        here = [(sitter.player, sitter.stand_in) for sitter in self.seats if sitter is not None]
        return tuple(player for both in here for player in both if player is not None)


def remembered(ask: Callable[[TableState], _Answer]) -> Callable[[TableState], _Answer]:
    """A question about the deal in play, answered once for each deal as it stands: many ask it after a move.

    The deal keeps the answer, so it must not depend on who sits where.
    """
    name = ask.__name__

    @wraps(ask)
    def answer(state: TableState) -> _Answer:
        assert state.deal is not None
        known = state.deal.known
        if name not in known:
            known[name] = ask(state)
        answered: _Answer = known[name]
        return answered

    return answer


# --- whose turn it is, and what for --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Question:
    """What seats are asked: the kinds of move that answer it, and every such move that is legal now."""

    answers: tuple[type, ...]
    legal: Callable[[TableState, Turn, Seat], tuple[Move, ...]]


class Turn(NamedTuple):
    """What is asked now, of whom and, where a card is wanted, from which hand."""

    question: Question
    acting: tuple[Seat, ...]
    hand: Seat | None = None


def _legal_answers_to_wash(state: TableState, turn: Turn, seat: Seat) -> tuple[Move, ...]:
    weak = wash_of(state).is_weak(_deal(state).dealt[seat])
    return (AnswerWash(False), AnswerWash(True)) if weak else (AnswerWash(False),)


def _legal_calls(state: TableState, turn: Turn, seat: Seat) -> tuple[Move, ...]:
    deal = _deal(state)
    return state.variant.auction.legal(deal.calls, seat, deal.hands[seat])


def _legal_declarations(state: TableState, turn: Turn, seat: Seat) -> tuple[Move, ...]:
    assert state.variant.declaration is not None
    return state.variant.declaration.legal(_deal(state).hands[seat])


def _legal_plays(state: TableState, turn: Turn, seat: Seat) -> tuple[Move, ...]:
    assert turn.hand is not None
    return tuple(map(PLAYS[turn.hand].__getitem__, playable(state)))


CLAIM = Question((AnswerClaim,), lambda state, turn, seat: (AnswerClaim(False), AnswerClaim(True)))
UNDO = Question((AnswerUndo,), lambda state, turn, seat: (AnswerUndo(False), AnswerUndo(True)))
WASH = Question((AnswerWash,), _legal_answers_to_wash)
CALL = Question((Pass, Bid, Double, Redouble, TrickGoal, PointBid, OpenAndName), _legal_calls)
PARTNER = Question((CallPartner, OpenAndName), _legal_declarations)
CONTRACT = Question((NameContract,), _legal_declarations)
DRAW = Question((DrawCard,), lambda state, turn, seat: (DrawCard(True), DrawCard(False)))
CARD = Question((PlayCard,), _legal_plays)
NOTHING = Question((), lambda state, turn, seat: ())
QUESTIONS: Mapping[Phase, tuple[Question, ...]] = {
    Phase.NONE: (),
    Phase.WASH: (WASH,),
    Phase.DRAWING: (DRAW, CARD),
    Phase.AUCTION: (CALL,),
    Phase.CALLING: (PARTNER,),
    Phase.NAMING: (CONTRACT,),
    Phase.PLAY: (CARD,),
}
"""What may be asked in each phase; a claim and a wish to take back interrupt any."""


@remembered
def turn_of(state: TableState) -> Turn:
    """Whose turn it is in the deal in play, and what for."""
    deal = _deal(state)
    if deal.claim is not None:
        return Turn(CLAIM, deal.claim.waiting)
    if deal.undo is not None:
        return Turn(UNDO, deal.undo.waiting)
    return _TURNS[deal.phase](state, deal)


def _nobodys_turn(state: TableState, deal: Deal) -> Turn:
    return Turn(NOTHING, ())


def _turn_to_answer(state: TableState, deal: Deal) -> Turn:
    answered = {seat for seat, _ in deal.answers}
    return Turn(WASH, tuple([seat for seat in range(state.variant.seats) if seat not in answered]))


def _turn_to_call(state: TableState, deal: Deal) -> Turn:
    return Turn(CALL, state.variant.auction.callers(deal.first_caller, deal.calls))


def _turn_to_declare(state: TableState, deal: Deal) -> Turn:
    question = PARTNER if deal.phase is Phase.CALLING else CONTRACT
    return Turn(question, () if deal.declarer is None else (deal.declarer,))


def _turn_to_draw(state: TableState, deal: Deal) -> Turn:
    dealing = state.variant.dealing
    if not picks(state):
        return _turn_to_play(state, deal)
    assert isinstance(dealing, DealAndDraw)
    return Turn(DRAW, (dealing.drawer(deal.dealer, (len(deal.dealt_stock) - len(deal.stock)) // 2),))


def _turn_to_play(state: TableState, deal: Deal) -> Turn:
    hand = _next_hand(state, deal)
    return _turn_for_a_card(state.variant.sides.controller(hand, deal.declarer), hand)


@cache
def _turn_for_a_card(seat: Seat, hand: Seat) -> Turn:
    return Turn(CARD, (seat,), hand)


_TURNS: Mapping[Phase, Callable[[TableState, Deal], Turn]] = {
    Phase.NONE: _nobodys_turn,
    Phase.WASH: _turn_to_answer,
    Phase.DRAWING: _turn_to_draw,
    Phase.AUCTION: _turn_to_call,
    Phase.CALLING: _turn_to_declare,
    Phase.NAMING: _turn_to_declare,
    Phase.PLAY: _turn_to_play,
}


def acting_seats(state: TableState) -> tuple[Seat, ...]:
    """Every seat that must decide something now; several at once where all are asked alike."""
    return () if state.deal is None or state.closed is not None else turn_of(state).acting


def picks(state: TableState) -> bool:
    """Whether cards are drawn from the stock one by one, without tricks for them."""
    if state.phase is not Phase.DRAWING:
        return False
    dealing = state.variant.dealing
    return isinstance(dealing, DealAndDraw) and dealing.drawing is Drawing.PICK_OR_DISCARD


def next_hand(state: TableState) -> Seat:
    """The hand whose card is wanted: the next of the trick on the table, else its leader."""
    hand = turn_of(state).hand
    return _next_hand(state, _deal(state)) if hand is None else hand


def _next_hand(state: TableState, deal: Deal) -> Seat:
    trick = deal.trick
    if trick is not None:
        return trick.hands[len(trick.cards)]
    if deal.rounds:
        return _winner(deal.rounds[-1])
    if deal.phase is Phase.PLAY and deal.draws and state.variant.phases.index(Phase.DRAWING) > 0:
        return _winner(deal.draws[-1])
    return _opening_leader(state, deal)


def _opening_leader(state: TableState, deal: Deal) -> Seat:
    """Left of the dealer where nobody declares, as in the tricks that only decide who draws."""
    if deal.contract is None:
        return left_of(deal.dealer, state.variant.seats)
    return state.variant.tricks.opening_leader(deal.contract, state.variant.seats)


def playing_order(state: TableState) -> tuple[Seat, ...]:
    """The hands of the trick on the table, or of the next one, from its leader on."""
    deal = _deal(state)
    if deal.trick is not None:
        return deal.trick.hands
    return ring_from(state.variant.sides.ring(deal.declarer), next_hand(state))


def legal_moves(state: TableState, seat: Seat) -> tuple[Move, ...]:
    """Every move `seat` may make now, in a fixed order; empty when it need not act."""
    if state.deal is None or state.closed is not None:
        return ()
    turn = turn_of(state)
    return turn.question.legal(state, turn, seat) if seat in turn.acting else ()


@remembered
def playable(state: TableState) -> tuple[Card, ...]:
    """The cards of the next hand that may be played, in hand order."""
    deal = _deal(state)
    return state.variant.tricks.legal(deal.hands[next_hand(state)], situation(deal))


def wash_of(state: TableState) -> Wash:
    """The rule about weak hands."""
    return state.variant.dealing.wash


def situation(deal: Deal) -> Situation:
    """What decides which cards may be played now."""
    on_the_table = deal.trick.cards if deal.trick else ()
    return Situation(deal.trump_suit, on_the_table, not deal.rounds, deal.trump_broken)


def decision_key(state: TableState) -> tuple[object, ...]:
    """Two states with the same key ask a seat the same question, whatever others did in between."""
    deal = state.deal
    if deal is None:
        return ()
    calls = 0 if _calls_are_secret(state) else len(deal.calls)
    asking = deal.claim or deal.undo
    asked = None if asking is None else (asking.seat, asking.tricks)
    cards = (len(deal.rounds), deal.trick, len(deal.stock))
    return (deal.number, deal.redeals, deal.phase, calls, *cards, deal.undo is not None, asked)


def _calls_are_secret(state: TableState) -> bool:
    """Whether calls are made at once and not all are in."""
    return state.phase is Phase.AUCTION and state.variant.auction.simultaneous


def tricks_left(deal: Deal) -> int:
    """The tricks still to be played, the one on the table among them."""
    return max((len(hand) for hand in deal.hands), default=0)


def tricks_won(deal: Deal, hand: Seat) -> int:
    """Tricks taken by a hand, draw tricks while those are played."""
    return [trick.winner for trick in deal.rounds].count(hand)


def points_won(deal: Deal, hand: Seat) -> int:
    """The points of the cards a hand has taken, worth something in Italian Bridge alone."""
    return sum(card_points(trick.cards) for trick in deal.tricks if trick.winner == hand)


def goal_in(made: SeatCall) -> int | None:
    """The tricks a call says its seat will take, None for another kind of call."""
    return made.call.tricks if isinstance(made.call, TrickGoal) else None


def goal_of(deal: Deal, seat: Seat) -> int:
    """The tricks a seat said it will take, 0 before it did and in games without goals."""
    return next((goal_in(made) or 0 for made in deal.calls if made.seat == seat), 0)


def calls_seen(state: TableState, viewer: Seat | None) -> tuple[SeatCall, ...]:
    """The calls a viewer may know: all, or its own alone while they are made at once."""
    deal = _deal(state)
    if not _calls_are_secret(state):
        return deal.calls
    return tuple(made for made in deal.calls if made.seat == viewer)


def hands_at_play(deal: Deal) -> tuple[tuple[Card, ...], ...]:
    """The hands the counted tricks are played with; other than dealt where cards are drawn first."""
    if not deal.dealt_stock:
        return deal.dealt
    held = [list(hand) for hand in deal.hands]
    for trick in (*deal.tricks, *((deal.trick,) if deal.trick else ())):
        for hand, card in zip(trick.hands, trick.cards, strict=False):
            held[hand].append(card)
    return tuple(map(in_hand_order, held))


def declaring_side(state: TableState) -> tuple[Seat, ...]:
    """The hands of the declarer's side, none where nobody declares. It tells the partner."""
    deal = _deal(state)
    if deal.contract is None:
        return ()
    return state.variant.sides.declaring_side(deal.contract.declarer, deal.called, deal.dealt)


def side_of(state: TableState, seat: Seat) -> tuple[Seat, ...]:
    """The hands that win tricks for the same side as `seat`. It tells the partner: for scoring alone."""
    declaring, ring = declaring_side(state), state.variant.sides.ring(_deal(state).declarer)
    if not declaring:
        return (seat,)
    return declaring if seat in declaring else tuple(hand for hand in ring if hand not in declaring)


def _granted_tricks(state: TableState) -> tuple[int, ...]:
    """By hand, the tricks a claim decided: the claimant's, and the others for an opponent of it."""
    deal, won = _deal(state), [0] * state.variant.hands
    if deal.granted is not None:
        seat, tricks = deal.granted
        ring, side = ring_from(state.variant.sides.ring(deal.declarer), seat), side_of(state, seat)
        won[seat] = tricks
        won[next(hand for hand in ring if hand not in side)] += tricks_left(deal) - tricks
    return tuple(won)


def _card_points(state: TableState, deal: Deal) -> tuple[int, ...]:
    """By hand, the points of the cards taken, none where cards do not count."""
    if not state.variant.tells(Declassified.CAPTURED_POINTS):
        return (0,) * state.variant.hands
    won = [points_won(deal, hand) for hand in range(state.variant.hands)]
    if deal.granted is not None:
        # Where cards count, a claim takes all of them.
        on_the_table = deal.trick.cards if deal.trick else ()
        won[deal.granted[0]] += card_points((*on_the_table, *(card for hand in deal.hands for card in hand)))
    return tuple(won)


def _added(some: Iterable[int], others: Iterable[int]) -> tuple[int, ...]:
    return tuple(map(add, some, others))


@remembered
def played(state: TableState) -> Played:
    """The deal as scoring sees it. It tells the partner: for scoring alone."""
    deal, hands = _deal(state), range(state.variant.hands)
    winners = [trick.winner for trick in deal.tricks]
    return Played(
        deal=deal.number,
        dealt=hands_at_play(deal),
        contract=deal.contract,
        declaring_side=declaring_side(state),
        tricks=_added(map(winners.count, hands), _granted_tricks(state)),
        card_points=_card_points(state, deal),
        goals=tuple([goal_of(deal, seat) for seat in range(state.variant.seats)]),
        vulnerable=deal.vulnerable,
    )


def outcome_of(state: TableState) -> Outcome:
    """How the deal in play stands for the declarer's side. It tells the partner: for scoring alone."""
    deal = _deal(state)
    assert deal.contract is not None
    side = declaring_side(state)
    return Outcome(deal.contract, side, sum(trick.winner in side for trick in deal.tricks))


def partner_is_public(state: TableState) -> bool:
    """Whether the whole table knows who plays with the declarer, where that is a called card's holder."""
    deal, declaration = _deal(state), state.variant.declaration
    if deal.called is None:
        return False
    announced = not isinstance(declaration, CallCard) or declaration.own_announced
    return deal.called_fell or (plays_alone(state) and announced)


def plays_alone(state: TableState) -> bool:
    """Whether the declarer called a card of the own hand."""
    deal = _deal(state)
    return deal.called is not None and deal.called in deal.dealt[_declarer(deal)]


def holder_of_called(state: TableState) -> Seat:
    """Whom the called card was dealt to."""
    deal, sides = _deal(state), state.variant.sides
    assert deal.called is not None
    assert isinstance(sides, HolderOfCalledCard)
    return sides.holder(deal.called, deal.dealt)


def wash_wanted(deal: Deal) -> bool:
    """Whether any seat asked for new cards."""
    return any(redeal for _, redeal in deal.answers)


def _winner(trick: Trick) -> Seat:
    assert trick.winner is not None
    return trick.winner


def _deal(state: TableState) -> Deal:
    assert state.deal is not None
    return state.deal


def _declarer(deal: Deal) -> Seat:
    assert deal.declarer is not None
    return deal.declarer
