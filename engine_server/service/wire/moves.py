"""Cards, moves and bids on the wire. Moves never change, so each is made once."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from fourth.v1 import cards_pb2, moves_pb2

from engine_server.rules.cards import Card, Denomination
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
    Goal,
    Move,
    NameContract,
    OpenAndName,
    Pass,
    PlayCard,
    PointBid,
    Redouble,
    TrickGoal,
)


@lru_cache(maxsize=64)
def card_out(card: Card) -> cards_pb2.Card:
    """A card."""
    return cards_pb2.Card(suit=f"SUIT_{card.suit.name}", rank=f"RANK_{card.rank.name}")


def denomination_out(named: Denomination) -> str:
    """The contract's name of a suit or no trump."""
    return f"DENOMINATION_{named.name}"


def goal_out(goal: Goal | None) -> str | None:
    """The contract's name of a goal."""
    return None if goal is None else f"GOAL_{goal.name}"


@lru_cache(maxsize=4096)
def move_out(move: Move) -> moves_pb2.Move:
    """A move. Every game together has a thousand or so."""
    return _MOVES[type(move)](move)


def _bid(bid: Bid) -> moves_pb2.Move:
    said = moves_pb2.Bid(level=bid.level, denomination=denomination_out(bid.denomination))
    return moves_pb2.Move(bid=said)


def _opening(move: OpenAndName) -> moves_pb2.Move:
    opened = moves_pb2.OpenAndName(denomination=denomination_out(move.denomination), card=card_out(move.card))
    return moves_pb2.Move(open_and_name=opened)


def _naming(move: NameContract) -> moves_pb2.Move:
    named = moves_pb2.NameContract(denomination=denomination_out(move.denomination), goal=goal_out(move.goal))
    return moves_pb2.Move(name_contract=named)


def _play(move: PlayCard) -> moves_pb2.Move:
    return moves_pb2.Move(play_card=moves_pb2.PlayCard(card=card_out(move.card), seat=move.seat))


_MOVES: dict[type, Callable[[Any], moves_pb2.Move]] = {
    Pass: lambda move: moves_pb2.Move(pass_call=moves_pb2.Pass()),
    Double: lambda move: moves_pb2.Move(double_call=moves_pb2.Double()),
    Redouble: lambda move: moves_pb2.Move(redouble_call=moves_pb2.Redouble()),
    Bid: _bid,
    TrickGoal: lambda move: moves_pb2.Move(trick_goal=moves_pb2.TrickGoal(tricks=move.tricks)),
    PointBid: lambda move: moves_pb2.Move(point_bid=moves_pb2.PointBid(points=move.points)),
    OpenAndName: _opening,
    AnswerWash: lambda move: moves_pb2.Move(answer_wash=moves_pb2.AnswerWash(redeal=move.redeal)),
    CallPartner: lambda move: moves_pb2.Move(call_partner=moves_pb2.CallPartner(card=card_out(move.card))),
    NameContract: _naming,
    DrawCard: lambda move: moves_pb2.Move(draw_card=moves_pb2.DrawCard(take=move.take)),
    PlayCard: _play,
    Claim: lambda move: moves_pb2.Move(claim=moves_pb2.Claim(tricks=move.tricks)),
    Concede: lambda move: moves_pb2.Move(concede=moves_pb2.Concede()),
    AnswerClaim: lambda move: moves_pb2.Move(answer_claim=moves_pb2.AnswerClaim(accept=move.accept)),
    AskUndo: lambda move: moves_pb2.Move(ask_undo=moves_pb2.AskUndo()),
    AnswerUndo: lambda move: moves_pb2.Move(answer_undo=moves_pb2.AnswerUndo(accept=move.accept)),
}
