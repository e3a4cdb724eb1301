"""Deciding: what a command or a move makes happen at a table, or why it may not."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import Any

from engine_server.game import events as happened
from engine_server.game.commands import (
    AddRobot,
    BeginDeal,
    ChooseOptions,
    CloseTable,
    Command,
    FollowOn,
    FreeSeat,
    HandOver,
    Leave,
    MakeMove,
    SitDown,
    StartMatch,
)
from engine_server.game.consequences import Decided, Lots, ended, next_deal, run
from engine_server.game.events import CloseReason, Event
from engine_server.game.manners import claimable, undone
from engine_server.game.refusals import Refusal, RefusalCode, Refused
from engine_server.game.state import (
    QUESTIONS,
    Deal,
    TableState,
    playable,
    situation,
    turn_of,
    wash_of,
)
from engine_server.game.view import Stage
from engine_server.rules.cards import ALL_CARDS, MOST_HANDS, SUIT_LETTERS, Seat
from engine_server.rules.illegal import Illegal
from engine_server.rules.matches import FirstDealer
from engine_server.rules.moves import (
    AnswerClaim,
    AnswerUndo,
    AnswerWash,
    AskUndo,
    Bid,
    Call,
    CallPartner,
    Claim,
    Concede,
    Double,
    DrawCard,
    Move,
    NameContract,
    OpenAndName,
    Pass,
    PlayCard,
    PointBid,
    Redouble,
    TrickGoal,
)
from engine_server.rules.phases import Phase


def decide(state: TableState, command: Command, lots: Lots) -> Decided | Refusal:
    """What `command` makes happen at the table, or why it may not. Nothing is changed by a refusal."""
    kind = type(command)
    if state.stage in _ENDED and kind not in _AFTERWARDS:
        return Refusal(Refused.GAME_OVER)
    result = _BY_LOT[kind](state, command, lots) if kind in _BY_LOT else _BY_RULE[kind](state, command)
    return result if isinstance(result, Refusal) else run(state, lots, *result)


# --- before and around the match -----------------------------------------------------------------------


def _sit_down(state: TableState, command: SitDown) -> tuple[Event, ...] | Refusal:
    if state.seat_of(command.player) is not None:
        return Refusal(Refused.ALREADY_SEATED)
    seat = _seat_for(state, command.seat)
    return seat if isinstance(seat, Refusal) else (happened.SeatTaken(seat, command.name, command.player),)


def _add_robot(state: TableState, command: AddRobot) -> tuple[Event, ...] | Refusal:
    if command.by != state.host:
        return Refusal(Refused.HOST_ONLY)
    seat = _seat_for(state, command.seat)
    return seat if isinstance(seat, Refusal) else (happened.SeatTaken(seat, command.name, None),)


def _seat_for(state: TableState, wanted: Seat | None) -> Seat | Refusal:
    if state.stage is not Stage.LOBBY:
        return Refusal(Refused.GAME_STARTED)
    if wanted is None:
        free = [seat for seat, sitter in enumerate(state.seats) if sitter is None]
        return free[0] if free else Refusal(Refused.TABLE_FULL)
    if not 0 <= wanted < len(state.seats):
        return Refusal(Refused.SEAT_UNKNOWN)
    return Refusal(Refused.SEAT_TAKEN) if state.seats[wanted] else wanted


def _free_seat(state: TableState, command: FreeSeat) -> tuple[Event, ...] | Refusal:
    if command.by != state.host:
        return Refusal(Refused.HOST_ONLY)
    if state.stage is not Stage.LOBBY:
        return Refusal(Refused.GAME_STARTED)
    if not 0 <= command.seat < len(state.seats):
        return Refusal(Refused.SEAT_UNKNOWN)
    sitter = state.seats[command.seat]
    if sitter is None:
        return Refusal(Refused.SEAT_EMPTY)
    return (happened.SeatLeft(command.seat, None), *_closing(state, command.seat))


def _leave(state: TableState, command: Leave) -> tuple[Event, ...] | Refusal:
    seat = state.seat_of(command.player)
    if seat is None:
        return Refusal(Refused.NOT_YOUR_SEAT)
    if _stands_in(state, seat, command.player):
        return (happened.SeatHandedOver(seat, to_robot=True),)
    robot = command.robot if state.stage is Stage.PLAYING else None
    return (happened.SeatLeft(seat, robot), *_closing(state, seat))


def _closing(state: TableState, leaving: Seat) -> tuple[Event, ...]:
    """A table without persons ends: robots do not play for nobody."""
    others = [s for s, sitter in enumerate(state.seats) if sitter and sitter.player and s != leaving]
    ended = state.stage in (Stage.OVER, Stage.CLOSED)
    return () if others or ended else _closed(state, CloseReason.EVERYBODY_LEFT)


def _closed(state: TableState, reason: CloseReason) -> tuple[Event, ...]:
    """The end before the end: a match that pays for what was played so far is abandoned with a result."""
    played = state.stage is Stage.PLAYING and state.scored > 0
    pays = played and state.variant.match.pays_unfinished
    return (*((ended(state),) if pays else ()), happened.TableClosed(reason))


def _hand_over(state: TableState, command: HandOver) -> tuple[Event, ...] | Refusal:
    seat = state.seat_of(command.player)
    if seat is None or _stands_in(state, seat, command.player):
        return Refusal(Refused.NOT_YOUR_SEAT)
    sitter = state.seats[seat]
    assert sitter is not None
    if (sitter.robot_plays, sitter.stand_in) == (command.to_robot, command.to_player):
        return ()
    if command.to_player is not None and (refusal := _stand_in_refusal(state, command.to_player)):
        return refusal
    return (happened.SeatHandedOver(seat, command.to_robot, command.to_player, command.name),)


def _stands_in(state: TableState, seat: Seat, player: str) -> bool:
    """Whether a player only plays the seat for somebody else."""
    sitter = state.seats[seat]
    return sitter is not None and sitter.stand_in == player


def _stand_in_refusal(state: TableState, player: str) -> Refusal | None:
    if state.stage is not Stage.PLAYING:
        return Refusal(Refused.GAME_NOT_STARTED)
    return Refusal(Refused.ALREADY_SEATED) if state.seat_of(player) is not None else None


def _choose_options(state: TableState, command: ChooseOptions) -> tuple[Event, ...] | Refusal:
    if command.by != state.host:
        return Refusal(Refused.HOST_ONLY)
    if state.stage is not Stage.LOBBY:
        return Refusal(Refused.GAME_STARTED)
    wanted = state.game.variant(command.options).seats
    if any(state.seats[wanted:]):
        return Refusal(Refused.SEAT_TAKEN)
    return (happened.OptionsChosen(command.options.as_text()),)


def _close(state: TableState, command: CloseTable) -> tuple[Event, ...] | Refusal:
    return _closed(state, command.reason)


def _follow_on(state: TableState, command: FollowOn) -> tuple[Event, ...] | Refusal:
    if refusal := rematch_refusal(state, command.player):
        return refusal
    return () if state.next_table else (happened.RematchOpened(command.table),)


def rematch_refusal(state: TableState, player: str) -> Refusal | None:
    """Why a player may not open another table for the same people, None when it may."""
    seat = state.seat_of(player)
    if seat is None or _stands_in(state, seat, player):
        return Refusal(Refused.NOT_YOUR_SEAT)
    match state.stage:
        case Stage.OVER:
            return None
        case Stage.LOBBY:
            return Refusal(Refused.GAME_NOT_STARTED)
        case Stage.PLAYING:
            return Refusal(Refused.WRONG_PHASE)
        case Stage.CLOSED:
            return Refusal(Refused.GAME_OVER)


def _start_match(state: TableState, command: StartMatch, lots: Lots) -> tuple[Event, ...] | Refusal:
    if command.by != state.host:
        return Refusal(Refused.HOST_ONLY)
    if state.stage is not Stage.LOBBY:
        return Refusal(Refused.GAME_STARTED)
    if not all(state.seats):
        return Refusal(Refused.SEATS_OPEN)
    drawn = state.variant.match.first_dealer is FirstDealer.DRAWN
    dealer = lots.below(state.variant.seats) if drawn else 0
    return (happened.MatchStarted(dealer),)


def _begin_deal(state: TableState, command: BeginDeal, lots: Lots) -> tuple[Event, ...] | Refusal:
    waiting = state.stage is Stage.PLAYING and state.deal is None
    return next_deal(state, lots) if waiting else Refusal(Refused.WRONG_PHASE)


# --- what a seat may wish for at any time --------------------------------------------------------------


def _wish(state: TableState, command: MakeMove) -> tuple[Event, ...] | Refusal:
    if command.expected is not None and command.expected > state.version:
        return Refusal(Refused.VERSION_AHEAD, (("version", str(state.version)),))
    if state.stage is Stage.LOBBY:
        return Refusal(Refused.GAME_NOT_STARTED)
    match command.move:
        case Claim(tricks):
            return _claim(state, command.seat, tricks)
        case Concede():
            return _claim(state, command.seat, 0)
        case _:
            return _ask_undo(state, command.seat)


def _claim(state: TableState, seat: Seat, tricks: int) -> tuple[Event, ...] | Refusal:
    if tricks not in claimable(state, seat):
        return Refusal(Refused.CLAIM_NOT_ALLOWED)
    return (happened.ClaimMade(seat, tricks),)


def _ask_undo(state: TableState, seat: Seat) -> tuple[Event, ...] | Refusal:
    if undone(state, seat) is None:
        return Refusal(Refused.UNDO_NOT_ALLOWED)
    return (happened.UndoAsked(seat),)


# --- a move --------------------------------------------------------------------------------------------


def _make_move(state: TableState, command: MakeMove) -> tuple[Event, ...] | Refusal:
    kind = type(command.move)
    if kind in _WISHES:
        return _wish(state, command)
    refusal = _turn_refusal(state, command) or _REFUSALS[kind](state, command.seat, command.move)
    return refusal or (_MOVED[kind](state, command.seat, command.move),)


def _turn_refusal(state: TableState, command: MakeMove) -> Refusal | None:
    """Why no move of this kind is waited for from this seat, whatever the rules say of the move itself."""
    if command.expected is not None and (stale := _version_refusal(state, command.seat, command.expected)):
        return stale
    if state.deal is None:
        return _out_of_place(state, command.move)
    turn = turn_of(state)
    if type(command.move) not in turn.question.answers:
        return _out_of_place(state, command.move)
    return None if command.seat in turn.acting else Refusal(Refused.NOT_YOUR_TURN)


def _version_refusal(state: TableState, seat: Seat, expected: int) -> Refusal | None:
    if expected > state.version:
        return Refusal(Refused.VERSION_AHEAD, (("version", str(state.version)),))
    opened = state.opened_at[seat]
    # A seat with nothing to decide has moved, or was passed over, since it looked.
    latest = opened if opened else state.version
    return Refusal(Refused.STALE_VERSION, (("version", str(state.version)),)) if expected < latest else None


def _out_of_place(state: TableState, move: Move) -> Refusal:
    """Nobody waits for the answer, the game never comes to such a move, or it is not the time for it.

    A wash is a house rule that may be switched on, so its answer belongs to every game.
    """
    if state.stage is Stage.LOBBY:
        return Refusal(Refused.GAME_NOT_STARTED)
    if isinstance(move, AnswerClaim):
        return Refusal(Refused.CLAIM_NOT_ALLOWED)
    if isinstance(move, AnswerUndo):
        return Refusal(Refused.UNDO_NOT_ALLOWED)
    reached = chain.from_iterable(QUESTIONS[phase] for phase in (Phase.WASH, *state.variant.phases))
    in_game = any(type(move) in question.answers for question in reached)
    return Refusal(Refused.WRONG_PHASE if in_game else Illegal.MOVE_NOT_IN_GAME)


def _no_refusal(state: TableState, seat: Seat, move: Move) -> None:
    """Whoever is asked may answer either way."""


def _wash_refusal(state: TableState, seat: Seat, move: AnswerWash) -> Refusal | None:
    may = not move.redeal or wash_of(state).is_weak(_deal(state).dealt[seat])
    return None if may else Refusal(Illegal.WASH_NOT_ALLOWED)


def _declaration_refusal(state: TableState, seat: Seat, move: Move) -> Refusal | None:
    assert state.variant.declaration is not None
    return _refusal(state.variant.declaration.refusal(_deal(state).hands[seat], move))


def _opening_refusal(state: TableState, seat: Seat, move: OpenAndName) -> Refusal | None:
    """An opening is a call, or what a promise of points is followed by."""
    calling = state.phase is Phase.AUCTION
    return _call_refusal(state, seat, move) if calling else _declaration_refusal(state, seat, move)


def _call_refusal(state: TableState, seat: Seat, move: Move) -> Refusal | None:
    deal = _deal(state)
    code = state.variant.auction.refusal(deal.calls, seat, move, deal.hands[seat])
    if code is Illegal.BID_SUM_FORBIDDEN and isinstance(move, TrickGoal):
        return Refusal(code, (("n", str(move.tricks)), ("cards", str(len(deal.hands[seat])))))
    return _refusal(code)


def _card_refusal(state: TableState, seat: Seat, move: PlayCard) -> Refusal | None:
    hand = turn_of(state).hand
    if move.seat == hand and move.card in playable(state):
        return None
    if move.card not in state.variant.deck:
        return _refusal(Illegal.CARD_NOT_IN_DECK)
    if move.seat != hand:
        return _refusal(Illegal.NOT_YOUR_HAND)
    deal = _deal(state)
    code = state.variant.tricks.refusal(deal.hands[hand], move.card, situation(deal))
    if code is Illegal.MUST_FOLLOW_SUIT and deal.trick:
        return Refusal(code, (("suit", SUIT_LETTERS[deal.trick.cards[0].suit]),))
    return _refusal(code)


def _refusal(code: RefusalCode | None) -> Refusal | None:
    return None if code is None else Refusal(code)


_CALLS: tuple[type, ...] = (Pass, Bid, Double, Redouble, TrickGoal, PointBid)
_REFUSALS: dict[type, Callable[[TableState, Seat, Any], Refusal | None]] = {
    PlayCard: _card_refusal,
    DrawCard: _no_refusal,
    AnswerWash: _wash_refusal,
    AnswerClaim: _no_refusal,
    AnswerUndo: _no_refusal,
    CallPartner: _declaration_refusal,
    NameContract: _declaration_refusal,
    OpenAndName: _opening_refusal,
    **dict.fromkeys(_CALLS, _call_refusal),
}
"""What the rules have against a move of each kind, when it is waited for."""


def _drawn(state: TableState, seat: Seat, move: DrawCard) -> Event:
    looked_at, unseen = _deal(state).stock[:2]
    kept, left = (looked_at, unseen) if move.take else (unseen, looked_at)
    return happened.CardDrawn(seat, kept, left)


def _called(state: TableState, seat: Seat, call: Call) -> Event:
    return happened.CallMade(seat, call)


_PLAYED = tuple({card: happened.CardPlayed(hand, card) for card in ALL_CARDS} for hand in range(MOST_HANDS))
"""Every card played from every hand: made once, as no other event comes as often."""
_MOVED: dict[type, Callable[[TableState, Seat, Any], Event]] = {
    PlayCard: lambda state, seat, move: _PLAYED[move.seat][move.card],
    DrawCard: _drawn,
    AnswerWash: lambda state, seat, move: happened.WashAnswered(seat, move.redeal),
    AnswerClaim: lambda state, seat, move: happened.ClaimAnswered(seat, move.accept),
    AnswerUndo: lambda state, seat, move: happened.UndoAnswered(seat, move.accept),
    CallPartner: lambda state, seat, move: happened.PartnerCalled(seat, move.card),
    NameContract: lambda state, seat, move: happened.ContractNamed(seat, move.denomination, move.goal),
    OpenAndName: _called,
    **dict.fromkeys(_CALLS, _called),
}
"""What a move of each kind makes happen."""
_WISHES = frozenset({Claim, Concede, AskUndo})
_ENDED = frozenset({Stage.OVER, Stage.CLOSED})
_AFTERWARDS = frozenset({Leave, FollowOn})
_BY_LOT: dict[type, Callable[[TableState, Any, Lots], tuple[Event, ...] | Refusal]] = {
    StartMatch: _start_match,
    BeginDeal: _begin_deal,
}
_BY_RULE: dict[type, Callable[[TableState, Any], tuple[Event, ...] | Refusal]] = {
    MakeMove: _make_move,
    SitDown: _sit_down,
    AddRobot: _add_robot,
    FreeSeat: _free_seat,
    Leave: _leave,
    HandOver: _hand_over,
    ChooseOptions: _choose_options,
    CloseTable: _close,
    FollowOn: _follow_on,
}
"""What each command makes happen, or why it may not."""


def _deal(state: TableState) -> Deal:
    assert state.deal is not None
    return state.deal
