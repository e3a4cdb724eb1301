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
    Deal,
    TableState,
    acting_seats,
    next_hand,
    picks,
    playable,
    situation,
    wash_of,
)
from engine_server.game.view import Stage
from engine_server.rules.cards import SUIT_LETTERS, Seat
from engine_server.rules.illegal import Illegal
from engine_server.rules.matches import FirstDealer
from engine_server.rules.moves import (
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
    if state.stage in (Stage.OVER, Stage.CLOSED) and not isinstance(command, Leave | FollowOn):
        return Refusal(Refused.GAME_OVER)
    match command:
        case MakeMove(move=Claim() | Concede() | AskUndo()):
            return _wish_refusal(state, command) or run(state, lots, _wished(command))
        case MakeMove():
            return _move_refusal(state, command) or run(state, lots, _moved(state, command))
        case StartMatch():
            return _start_refusal(state, command) or run(state, lots, *_first_events(state, lots))
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


_AROUND: dict[type, Callable[[TableState, Any], tuple[Event, ...] | Refusal]] = {
    SitDown: _sit_down,
    AddRobot: _add_robot,
    FreeSeat: _free_seat,
    Leave: _leave,
    HandOver: _hand_over,
    ChooseOptions: _choose_options,
    CloseTable: _close,
    FollowOn: _follow_on,
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


# --- what a seat may wish for at any time --------------------------------------------------------------


def _wish_refusal(state: TableState, command: MakeMove) -> Refusal | None:
    if command.expected is not None and command.expected > state.version:
        return Refusal(Refused.VERSION_AHEAD, (("version", str(state.version)),))
    if state.stage is Stage.LOBBY:
        return Refusal(Refused.GAME_NOT_STARTED)
    match command.move:
        case Claim(tricks):
            return _claim_refusal(state, command.seat, tricks)
        case Concede():
            return _claim_refusal(state, command.seat, 0)
        case _:
            return None if undone(state, command.seat) is not None else Refusal(Refused.UNDO_NOT_ALLOWED)


def _claim_refusal(state: TableState, seat: Seat, tricks: int) -> Refusal | None:
    return None if tricks in claimable(state, seat) else Refusal(Refused.CLAIM_NOT_ALLOWED)


def _wished(command: MakeMove) -> Event:
    match command.move:
        case Claim(tricks):
            return happened.ClaimMade(command.seat, tricks)
        case Concede():
            return happened.ClaimMade(command.seat, 0)
        case _:
            return happened.UndoAsked(command.seat)


# --- a move --------------------------------------------------------------------------------------------


def _move_refusal(state: TableState, command: MakeMove) -> Refusal | None:
    stale = _version_refusal(state, command)
    if stale:
        return stale
    if state.stage is Stage.LOBBY:
        return Refusal(Refused.GAME_NOT_STARTED)
    if not _fits_phase(state, command.move):
        return Refusal(_out_of_place(state, command.move))
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


_PHASES: dict[type, tuple[Phase, ...]] = {
    AnswerWash: (Phase.WASH,),
    Pass: (Phase.AUCTION,),
    Bid: (Phase.AUCTION,),
    Double: (Phase.AUCTION,),
    Redouble: (Phase.AUCTION,),
    TrickGoal: (Phase.AUCTION,),
    PointBid: (Phase.AUCTION,),
    OpenAndName: (Phase.AUCTION, Phase.CALLING),
    CallPartner: (Phase.CALLING,),
    NameContract: (Phase.NAMING,),
    DrawCard: (Phase.DRAWING,),
    PlayCard: (Phase.DRAWING, Phase.PLAY),
    AnswerClaim: (),
    AnswerUndo: (),
}


def _out_of_place(state: TableState, move: Move) -> RefusalCode:
    """Nobody waits for the answer, the game never comes to such a move, or it is not the time for it.

    A wash is a house rule that may be switched on, so its answer belongs to every game.
    """
    if isinstance(move, AnswerClaim):
        return Refused.CLAIM_NOT_ALLOWED
    if isinstance(move, AnswerUndo):
        return Refused.UNDO_NOT_ALLOWED
    reached = (Phase.WASH, *state.variant.phases)
    in_game = any(phase in reached for phase in _PHASES[type(move)])
    return Refused.WRONG_PHASE if in_game else Illegal.MOVE_NOT_IN_GAME


def _fits_phase(state: TableState, move: Move) -> bool:
    deal = state.deal
    if deal is not None and (deal.claim or deal.undo):
        return isinstance(move, AnswerClaim if deal.claim else AnswerUndo)
    if state.phase is Phase.DRAWING and state.stage is Stage.PLAYING:
        return isinstance(move, DrawCard if picks(state) else PlayCard)
    return state.phase in _PHASES[type(move)]


def _rule_refusal(state: TableState, command: MakeMove) -> Refusal | None:
    deal, move, seat = _deal(state), command.move, command.seat
    match move:
        case PlayCard():
            return _card_refusal(state, move)
        case AnswerWash():
            weak = wash_of(state).is_weak(deal.dealt[seat])
            return _refusal(Illegal.WASH_NOT_ALLOWED) if move.redeal and not weak else None
        case DrawCard() | AnswerClaim() | AnswerUndo():
            return None
        case _ if deal.phase is Phase.AUCTION:
            return _call_refusal(state, seat, move)
        case _:
            assert state.variant.declaration is not None
            return _refusal(state.variant.declaration.refusal(deal.hands[seat], move))


def _call_refusal(state: TableState, seat: Seat, move: Move) -> Refusal | None:
    deal = _deal(state)
    code = state.variant.auction.refusal(deal.calls, seat, move, deal.hands[seat])
    if code is Illegal.BID_SUM_FORBIDDEN and isinstance(move, TrickGoal):
        return Refusal(code, (("n", str(move.tricks)), ("cards", str(len(deal.hands[seat])))))
    return _refusal(code)


def _card_refusal(state: TableState, move: PlayCard) -> Refusal | None:
    deal, hand = _deal(state), next_hand(state)
    if move.seat == hand and move.card in playable(state):
        return None
    if move.card not in state.variant.deck:
        return _refusal(Illegal.CARD_NOT_IN_DECK)
    if move.seat != hand:
        return _refusal(Illegal.NOT_YOUR_HAND)
    code = state.variant.tricks.refusal(deal.hands[hand], move.card, situation(deal))
    if code is Illegal.MUST_FOLLOW_SUIT and deal.trick:
        return Refusal(code, (("suit", SUIT_LETTERS[deal.trick.cards[0].suit]),))
    return _refusal(code)


def _refusal(code: RefusalCode | None) -> Refusal | None:
    return None if code is None else Refusal(code)


def _moved(state: TableState, command: MakeMove) -> Event:
    seat = command.seat
    match command.move:
        case PlayCard(card, hand):
            return happened.CardPlayed(hand, card)
        case AnswerWash(redeal):
            return happened.WashAnswered(seat, redeal)
        case AnswerClaim(accept):
            return happened.ClaimAnswered(seat, accept)
        case AnswerUndo(accept):
            return happened.UndoAnswered(seat, accept)
        case CallPartner(card):
            return happened.PartnerCalled(seat, card)
        case NameContract(denomination, goal):
            return happened.ContractNamed(seat, denomination, goal)
        case DrawCard(take):
            looked_at, unseen = _deal(state).stock[:2]
            kept, left = (looked_at, unseen) if take else (unseen, looked_at)
            return happened.CardDrawn(seat, kept, left)
        case Pass() | Bid() | Double() | Redouble() | TrickGoal() | PointBid() | OpenAndName() as call:
            return happened.CallMade(seat, call)
        case _:
            raise AssertionError("the phase admits no such move")


def _deal(state: TableState) -> Deal:
    assert state.deal is not None
    return state.deal
