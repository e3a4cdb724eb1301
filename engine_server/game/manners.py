"""Table manners: who may claim what, who may take a move back, and whose consent either needs."""

from __future__ import annotations

from engine_server.game.state import (
    Deal,
    TableState,
    declaring_side,
    partner_is_public,
    side_of,
    tricks_left,
)
from engine_server.game.view import Stage
from engine_server.rules.cards import Seat
from engine_server.rules.declassified import Declassified
from engine_server.rules.moves import AskUndo, Claim, Concede, Move
from engine_server.rules.phases import Phase
from engine_server.rules.sides import HolderOfCalledCard

# --- claims --------------------------------------------------------------------------------------------


def claimable(state: TableState, seat: Seat) -> tuple[int, ...]:
    """How many of the tricks still to be played `seat` may claim for its side now; 0 is a concession.

    Only what everybody knows decides: a hidden partner must be public before anything can be claimed.
    """
    deal = state.deal
    if deal is None or not _may_speak(state, deal, seat):
        return ()
    left = tricks_left(deal)
    return tuple(range(left + 1)) if _counts_by_side(state) else (left,)


def _may_speak(state: TableState, deal: Deal, seat: Seat) -> bool:
    playing = state.stage is Stage.PLAYING and deal.phase is Phase.PLAY
    said = (seat, len(deal.tricks)) in deal.claims
    if not playing or said or deal.claim is not None or deal.undo is not None:
        return False
    return decides(state, seat) and not _partner_is_hidden(state)


def decides(state: TableState, seat: Seat) -> bool:
    """Whether somebody sits there who plays the own hand: no dummy does."""
    deal = _deal(state)
    return seat < state.variant.seats and state.variant.sides.controller(seat, deal.declarer) == seat


def _partner_is_hidden(state: TableState) -> bool:
    return isinstance(state.variant.sides, HolderOfCalledCard) and not partner_is_public(state)


def _counts_by_side(state: TableState) -> bool:
    """Whether two sides share the tricks; else a claim says who takes each card, so all or nothing."""
    return bool(declaring_side(state)) and not state.variant.tells(Declassified.CAPTURED_POINTS)


def asked_about_claim(state: TableState, seat: Seat, tricks: int) -> tuple[Seat, ...]:
    """Who must agree to a claim: every opponent, and the partner when the claim gives tricks up."""
    side = side_of(state, seat)
    gives_up = tricks < tricks_left(_deal(state))
    return tuple(
        other
        for other in range(state.variant.seats)
        if other != seat and decides(state, other) and (other not in side or gives_up)
    )


# --- taking back ---------------------------------------------------------------------------------------


def undone(state: TableState, seat: Seat) -> Deal | None:
    """The deal before the move that `seat` may take back now, None when it may take none back.

    Among persons that is the latest move of the deal, as long as nothing has come to light since. Who plays
    with robots alone may go back to the own latest decision, over whatever the robots did after it.
    """
    deal = state.deal
    if deal is None or state.stage is not Stage.PLAYING or deal.claim is not None or deal.undo is not None:
        return None
    if not persons_beside(state, seat):
        return before_own_move(deal, seat)
    stands = deal.mover != seat or deal.revealed or deal.undo_refused
    return None if stands else deal.before


def before_own_move(deal: Deal, seat: Seat) -> Deal | None:
    """The deal before the latest move of `seat`, None when it has made none."""
    while deal.before is not None and deal.mover != seat:
        deal = deal.before
    return deal.before


def persons_beside(state: TableState, seat: Seat) -> tuple[Seat, ...]:
    """The other seats that persons have: all of them must agree when a move is taken back."""
    return tuple(
        other
        for other, sitter in enumerate(state.seats)
        if other != seat and sitter is not None and not sitter.is_robot
    )


# --- both ----------------------------------------------------------------------------------------------


def free_moves(state: TableState, seat: Seat) -> tuple[Move, ...]:
    """What a seat may do though nothing waits for it, in a fixed order."""
    numbers = claimable(state, seat)
    claims = tuple(Claim(number) for number in numbers if number)
    concession = (Concede(),) if 0 in numbers else ()
    return (*claims, *concession, *((AskUndo(),) if undone(state, seat) is not None else ()))


def _deal(state: TableState) -> Deal:
    assert state.deal is not None
    return state.deal
