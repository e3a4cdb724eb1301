"""Cards, moves and bids on the wire. Moves never change, so each is made once."""

from __future__ import annotations

from functools import lru_cache

from fourth.v1 import cards_pb2, moves_pb2

from engine_server.rules.cards import Card, Denomination
from engine_server.rules.moves import AnswerWash, Bid, CallPartner, Double, Move, Pass, PlayCard, Redouble


@lru_cache(maxsize=64)
def card_out(card: Card) -> cards_pb2.Card:
    """A card."""
    return cards_pb2.Card(suit=f"SUIT_{card.suit.name}", rank=f"RANK_{card.rank.name}")


def denomination_out(named: Denomination) -> str:
    """The contract's name of a suit or no trump."""
    return f"DENOMINATION_{named.name}"


@lru_cache(maxsize=1024)
def move_out(move: Move) -> moves_pb2.Move:
    """A move. Every game together has a few hundred."""
    match move:
        case Pass():
            return moves_pb2.Move(pass_call=moves_pb2.Pass())
        case Double():
            return moves_pb2.Move(double_call=moves_pb2.Double())
        case Redouble():
            return moves_pb2.Move(redouble_call=moves_pb2.Redouble())
        case Bid(level, named):
            return moves_pb2.Move(bid=moves_pb2.Bid(level=level, denomination=denomination_out(named)))
        case AnswerWash(redeal):
            return moves_pb2.Move(answer_wash=moves_pb2.AnswerWash(redeal=redeal))
        case CallPartner(card):
            return moves_pb2.Move(call_partner=moves_pb2.CallPartner(card=card_out(card)))
        case PlayCard(card, seat):
            return moves_pb2.Move(play_card=moves_pb2.PlayCard(card=card_out(card), seat=seat))
