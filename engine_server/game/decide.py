"""Deciding: what a command or a move makes happen at a table, or why it may not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine_server.game import events as happened
from engine_server.game.commands import (
    AddRobot,
    BeginDeal,
    ChooseOptions,
    CloseTable,
    Command,
    FreeSeat,
    HandOver,
    Leave,
    MakeMove,
    SitDown,
    StartMatch,
)
from engine_server.game.consequences import Decided, Lots, next_deal, run
from engine_server.game.events import CloseReason, Event
from engine_server.game.refusals import Refusal, RefusalCode, Refused
from engine_server.game.state import (
    Deal,
    TableState,
    acting_seats,
    situation,
)
from engine_server.game.view import Phase, Stage
from engine_server.rules.cards import SUIT_LETTERS, Seat
from engine_server.rules.illegal import Illegal
from engine_server.rules.matches import FirstDealer
from engine_server.rules.moves import (
    AnswerWash,
    Bid,
    CallPartner,
    Double,
    Move,
    Pass,
    PlayCard,
    Redouble,
)


def decide(state: TableState, command: Command, lots: Lots) -> Decided | Refusal:
    """What `command` makes happen at the table, or why it may not. Nothing is changed by a refusal."""
    if state.stage in (Stage.OVER, Stage.CLOSED) and not isinstance(command, Leave):
        return Refusal(Refused.GAME_OVER)
    match command:
        case StartMatch():
            return _start_refusal(state, command) or run(state, lots, *_first_events(state, lots))
        case MakeMove():
            return _move_refusal(state, command) or run(state, lots, _moved(command))
        case BeginDeal():
            return _begin_refusal(state) or run(state, lots, *next_deal(state, lots))
        case _:
            result = _AROUND[type(command)](state, command)
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
    robot = command.robot if state.stage is Stage.PLAYING else None
    return (happened.SeatLeft(seat, robot), *_closing(state, seat))


def _closing(state: TableState, leaving: Seat) -> tuple[Event, ...]:
    """A table without persons ends: robots do not play for nobody."""
    others = [s for s, sitter in enumerate(state.seats) if sitter and sitter.player and s != leaving]
    ended = state.stage in (Stage.OVER, Stage.CLOSED)
    return () if others or ended else (happened.TableClosed(CloseReason.EVERYBODY_LEFT),)


def _hand_over(state: TableState, command: HandOver) -> tuple[Event, ...] | Refusal:
    seat = state.seat_of(command.player)
    if seat is None:
        return Refusal(Refused.NOT_YOUR_SEAT)
    sitter = state.seats[seat]
    assert sitter is not None
    changes = sitter.robot_plays != command.to_robot
    return (happened.SeatHandedOver(seat, command.to_robot),) if changes else ()


def _choose_options(state: TableState, command: ChooseOptions) -> tuple[Event, ...] | Refusal:
    if command.by != state.host:
        return Refusal(Refused.HOST_ONLY)
    if state.stage is not Stage.LOBBY:
        return Refusal(Refused.GAME_STARTED)
    return (happened.OptionsChosen(command.options.as_text()),)


def _close(state: TableState, command: CloseTable) -> tuple[Event, ...] | Refusal:
    return (happened.TableClosed(command.reason),)


_AROUND: dict[type, Callable[[TableState, Any], tuple[Event, ...] | Refusal]] = {
    SitDown: _sit_down,
    AddRobot: _add_robot,
    FreeSeat: _free_seat,
    Leave: _leave,
    HandOver: _hand_over,
    ChooseOptions: _choose_options,
    CloseTable: _close,
}


def _start_refusal(state: TableState, command: StartMatch) -> Refusal | None:
    if command.by != state.host:
        return Refusal(Refused.HOST_ONLY)
    if state.stage is not Stage.LOBBY:
        return Refusal(Refused.GAME_STARTED)
    return None if all(state.seats) else Refusal(Refused.SEATS_OPEN)


def _begin_refusal(state: TableState) -> Refusal | None:
    waiting = state.stage is Stage.PLAYING and state.deal is None
    return None if waiting else Refusal(Refused.WRONG_PHASE)


def _first_events(state: TableState, lots: Lots) -> tuple[Event, ...]:
    drawn = state.variant.match.first_dealer is FirstDealer.DRAWN
    dealer = lots.below(state.variant.seats) if drawn else 0
    return (happened.MatchStarted(dealer),)


# --- a move --------------------------------------------------------------------------------------------


def _move_refusal(state: TableState, command: MakeMove) -> Refusal | None:
    stale = _version_refusal(state, command)
    if stale:
        return stale
    if state.stage is Stage.LOBBY:
        return Refusal(Refused.GAME_NOT_STARTED)
    if not _fits_phase(state, command.move):
        return Refusal(Refused.WRONG_PHASE)
    if command.seat not in acting_seats(state):
        return Refusal(Refused.NOT_YOUR_TURN)
    return _rule_refusal(state, command)


def _version_refusal(state: TableState, command: MakeMove) -> Refusal | None:
    if command.expected is None:
        return None
    if command.expected > state.version:
        return Refusal(Refused.VERSION_AHEAD, (("version", str(state.version)),))
    opened = state.opened_at[command.seat]
    # A seat with nothing to decide has moved, or was passed over, since it looked.
    latest = opened if opened else state.version
    stale = command.expected < latest
    return Refusal(Refused.STALE_VERSION, (("version", str(state.version)),)) if stale else None


_PHASES: dict[type, Phase] = {
    AnswerWash: Phase.WASH,
    Pass: Phase.AUCTION,
    Bid: Phase.AUCTION,
    Double: Phase.AUCTION,
    Redouble: Phase.AUCTION,
    CallPartner: Phase.CALLING,
    PlayCard: Phase.PLAY,
}


def _fits_phase(state: TableState, move: Move) -> bool:
    return state.phase is _PHASES[type(move)]


def _rule_refusal(state: TableState, command: MakeMove) -> Refusal | None:
    deal, move, seat = _deal(state), command.move, command.seat
    match move:
        case AnswerWash():
            weak = state.variant.dealing.wash.is_weak(deal.dealt[seat])
            return _refusal(Illegal.WASH_NOT_ALLOWED) if move.redeal and not weak else None
        case CallPartner():
            return _refusal(state.variant.declaration.refusal(deal.hands[seat], move))
        case PlayCard():
            return _card_refusal(state, seat, move)
        case _:
            return _refusal(state.variant.auction.refusal(deal.calls, seat, move))


def _card_refusal(state: TableState, seat: Seat, move: PlayCard) -> Refusal | None:
    deal = _deal(state)
    if move.card not in state.variant.deck:
        return _refusal(Illegal.CARD_NOT_IN_DECK)
    if move.seat != seat:
        return _refusal(Illegal.NOT_YOUR_HAND)
    code = state.variant.tricks.refusal(deal.hands[seat], move.card, situation(deal))
    if code is Illegal.MUST_FOLLOW_SUIT and deal.trick:
        return Refusal(code, (("suit", SUIT_LETTERS[deal.trick.cards[0].suit]),))
    return _refusal(code)


def _refusal(code: RefusalCode | None) -> Refusal | None:
    return None if code is None else Refusal(code)


def _moved(command: MakeMove) -> Event:
    match command.move:
        case AnswerWash(redeal):
            return happened.WashAnswered(command.seat, redeal)
        case CallPartner(card):
            return happened.PartnerCalled(command.seat, card)
        case PlayCard(card, seat):
            return happened.CardPlayed(seat, card)
        case call:
            return happened.CallMade(command.seat, call)


def _deal(state: TableState) -> Deal:
    assert state.deal is not None
    return state.deal
