"""A log played again by the rules: every move allowed, every seal and deal true, every score as counted.

What somebody decided is decided again; all that follows from it (the cards a secret deals, who won, what was
scored, how the match ended) must be what the log says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine_server.game import events as happened
from engine_server.game.commands import (
    AddRobot,
    BeginDeal,
    ChooseOptions,
    Command,
    MakeMove,
    SitDown,
    StartMatch,
)
from engine_server.game.consequences import Decided, ended, run
from engine_server.game.decide import decide
from engine_server.game.events import Event
from engine_server.game.evolve import Step, opened
from engine_server.game.record import DealRecord
from engine_server.game.state import TableState, acting_seats
from engine_server.game.view import Stage
from engine_server.interchange.logs import refused_event
from engine_server.interchange.problems import Fault, FileRefused
from engine_server.rules.cards import Seat
from engine_server.rules.matches import FirstDealer
from engine_server.rules.moves import (
    AnswerClaim,
    AnswerUndo,
    AnswerWash,
    AskUndo,
    CallPartner,
    Claim,
    Concede,
    DrawCard,
    Move,
    NameContract,
    PlayCard,
)

_FAULTS: dict[type, Fault] = {
    happened.DealSealed: Fault.SEAL_DIFFERS,
    happened.HandsDealt: Fault.DEAL_DIFFERS,
    happened.TrumpTurned: Fault.DEAL_DIFFERS,
    happened.CardDrawn: Fault.DEAL_DIFFERS,
    happened.HandShown: Fault.DEAL_DIFFERS,
    happened.PointsAnnounced: Fault.DEAL_DIFFERS,
    happened.DealScored: Fault.SCORE_DIFFERS,
    happened.MatchEnded: Fault.SCORE_DIFFERS,
}
_ODD = (AssertionError, LookupError, ValueError, TypeError, AttributeError, ArithmeticError, StopIteration)
"""What folding raises over events that no engine wrote."""


@dataclass(frozen=True, slots=True)
class Replayed:
    """A log that holds: the table as it ended, and its scored deals with all cards open."""

    state: TableState
    deals: tuple[DealRecord, ...]


def replayed(events: Sequence[Event]) -> Replayed:
    """The log of a match played again, to its end or to that of a scored deal.

    Raises FileRefused, naming the event that does not fit.
    """
    assert isinstance(events[0], happened.TableOpened)
    state = opened(events[0])
    deals: list[DealRecord] = []
    place = 1
    while place < len(events):
        for step in _checked_steps(state, events, place):
            place, state = place + 1, step.state
            if isinstance(step.event, happened.DealScored) and state.last_deal is not None:
                deals.append(state.last_deal)
    if state.stage not in (Stage.OVER, Stage.CLOSED) and (state.deal is not None or not deals):
        raise refused_event(Fault.MATCH_UNFINISHED, len(events))
    return Replayed(state, tuple(deals))


def _checked_steps(state: TableState, events: Sequence[Event], place: int) -> Iterator[Step]:
    """What the event at a place leads to, as far as the log says the same. Raises FileRefused."""
    for step in _by_the_rules(state, events, place).steps:
        if place == len(events):
            raise refused_event(Fault.MATCH_UNFINISHED, place)
        if step.event != events[place]:
            raise refused_event(_FAULTS.get(type(events[place]), Fault.EVENT_DIFFERS), place + 1)
        place += 1
        yield step


def _by_the_rules(state: TableState, events: Sequence[Event], place: int) -> Decided:
    """What somebody's decision at this place leads to. Raises FileRefused when it may not be made."""
    try:
        return _decided(state, events, place)
    except FileRefused:
        raise
    except _ODD:
        raise refused_event(_FAULTS.get(type(events[place]), Fault.EVENT_DIFFERS), place + 1) from None


def _decided(state: TableState, events: Sequence[Event], place: int) -> Decided:
    event, lots = events[place], _Recorded(events, place, state)
    command = _command(state, event)
    if command is not None:
        outcome = decide(state, command, lots)
        if isinstance(outcome, Decided):
            return outcome
        raise refused_event(Fault.MOVE_ILLEGAL, place + 1)
    match event:
        case happened.MatchEnded() if state.stage is Stage.PLAYING and state.variant.match.pays_unfinished:
            return run(state, lots, ended(state))
        case happened.SeatLeft(seat=seat) | happened.SeatHandedOver(seat=seat) if _is_taken(state, seat):
            return run(state, lots, event)
        case happened.TableClosed() | happened.RematchOpened():
            return run(state, lots, event)
        case _:
            raise refused_event(_FAULTS.get(type(event), Fault.EVENT_DIFFERS), place + 1)


def _is_taken(state: TableState, seat: Seat) -> bool:
    return 0 <= seat < len(state.seats) and state.seats[seat] is not None


class _Recorded:
    """A table's chance as it fell when the log was written."""

    def __init__(self, events: Sequence[Event], place: int, state: TableState) -> None:
        self._drawn = state.variant.match.first_dealer is FirstDealer.DRAWN
        self._secrets = _secrets(events, place)
        self._draws = self._draws_of(events, place)

    def secret(self) -> bytes:
        """The secret of the next deal."""
        return next(self._secrets)

    def below(self, limit: int) -> int:
        """The first dealer, then who calls first, where that was drawn."""
        drawn = next(self._draws)
        if not 0 <= drawn < limit:
            raise IndexError("nobody could draw this")
        return drawn

    def _draws_of(self, events: Sequence[Event], place: int) -> Iterator[int]:
        for number in range(place, len(events)):
            event = events[number]
            if isinstance(event, happened.MatchStarted) and self._drawn:
                yield event.first_dealer
            elif isinstance(event, happened.HandsDealt):
                yield event.first_caller


def _secrets(events: Sequence[Event], place: int) -> Iterator[bytes]:
    for number in range(place, len(events)):
        event = events[number]
        if isinstance(event, happened.DealSealed):
            yield event.secret


def _command(state: TableState, event: Event) -> Command | None:
    """What somebody asked for so that this happened, None where nobody asked or it changes no card."""
    match event:
        case happened.SeatTaken(seat, name, player):
            return AddRobot(state.host or "", name, seat) if player is None else SitDown(player, name, seat)
        case happened.OptionsChosen(options):
            return ChooseOptions(state.host or "", state.game.read({}, before=dict(options)))
        case happened.MatchStarted():
            return StartMatch(state.host or "")
        case happened.DealSealed():
            return BeginDeal()
        case _:
            move = _move(state, event)
            return None if move is None else MakeMove(*move)


def _move(state: TableState, event: Event) -> tuple[Seat, Move] | None:
    """The seat and its move, None where the event is none."""
    match event:
        case happened.CallMade(seat, call):
            return seat, call
        case happened.PartnerCalled(seat, card):
            return seat, CallPartner(card)
        case happened.ContractNamed(seat, denomination, goal):
            return seat, NameContract(denomination, goal)
        case happened.CardPlayed(hand, card):
            return acting_seats(state)[0], PlayCard(card, hand)
        case happened.CardDrawn(seat, card):
            assert state.deal is not None
            return seat, DrawCard(card == state.deal.stock[0])
        case _:
            return _wish_or_answer(event)


def _wish_or_answer(event: Event) -> tuple[Seat, Move] | None:
    match event:
        case happened.WashAnswered(seat, redeal):
            return seat, AnswerWash(redeal)
        case happened.ClaimMade(seat, tricks):
            return seat, Claim(tricks) if tricks else Concede()
        case happened.ClaimAnswered(seat, accept):
            return seat, AnswerClaim(accept)
        case happened.UndoAsked(seat):
            return seat, AskUndo()
        case happened.UndoAnswered(seat, accept):
            return seat, AnswerUndo(accept)
        case _:
            return None
