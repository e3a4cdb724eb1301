"""Reading requests: what must be there, and what no value of the contract can be."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

from fourth.v1 import cards_pb2, moves_pb2, texts_pb2, views_pb2
from google.protobuf.message import Message

from engine_server.application.access import Access, Denied
from engine_server.game.events import Pace
from engine_server.game.refusals import Refused
from engine_server.rules.cards import Card, Denomination, Rank, Seat, Suit
from engine_server.rules.illegal import Illegal
from engine_server.rules.moves import (
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
    DrawCard,
    Goal,
    Move,
    NameContract,
    OpenAndName,
    PlayCard,
    PointBid,
    TrickGoal,
)
from engine_server.service.problems import Problem
from engine_server.service.reasons import Wire

MOST_SEATS = 7
_OPTION_KEY = re.compile(r"[a-z0-9_]{1,40}", re.ASCII)


def required(message: Message, field: str) -> None:
    """Raises Problem FIELD_MISSING when a field that must be set is not."""
    if not message.HasField(field):
        raise Problem(Wire.FIELD_MISSING, [("field", field)])


def filled(value: str, field: str) -> str:
    """A text that must not be empty. Raises Problem FIELD_MISSING."""
    if not value:
        raise Problem(Wire.FIELD_MISSING, [("field", field)])
    return value


def seat_in(number: int) -> Seat:
    """A seat number of any game. Raises Denied SEAT_UNKNOWN."""
    if number >= MOST_SEATS:
        raise Denied(Refused.SEAT_UNKNOWN)
    return number


def settings_in(settings: Iterable[texts_pb2.Setting]) -> dict[str, str]:
    """House rules by key.

    Raises Problem FIELD_MISSING; Denied: OPTION_INVALID for a key that comes twice, OPTION_UNKNOWN for one
    that none can be, which is not repeated in the answer.
    """
    given: dict[str, str] = {}
    for setting in settings:
        key = filled(setting.key, "options.key")
        if not _OPTION_KEY.fullmatch(key):
            raise Denied(Access.OPTION_UNKNOWN, (("option", "?"),))
        if key in given:
            raise Denied(Access.OPTION_INVALID, (("option", key),))
        given[key] = setting.value
    return given


def card_in(card: cards_pb2.Card, field: str = "card") -> Card:
    """A card. Raises Problem FIELD_MISSING, ENUM_UNKNOWN."""
    required(card, "suit")
    required(card, "rank")
    try:
        return Card(Suit(card.suit - 1), Rank(card.rank))
    except ValueError:
        raise Problem(Wire.ENUM_UNKNOWN, [("field", field)]) from None


def denomination_in(number: int) -> Denomination:
    """A suit or no trump. Raises Problem ENUM_UNKNOWN."""
    try:
        return Denomination(number - 1)
    except ValueError:
        raise Problem(Wire.ENUM_UNKNOWN, [("field", "denomination")]) from None


_PACES: dict[int, Pace] = {
    views_pb2.PACE_NONE: Pace.NONE,
    views_pb2.PACE_SLOW: Pace.SLOW,
    views_pb2.PACE_NORMAL: Pace.NORMAL,
    views_pb2.PACE_FAST: Pace.FAST,
}


def pace_in(number: int) -> Pace:
    """A pace; unspecified is the normal one. Raises Problem ENUM_UNKNOWN."""
    if number == views_pb2.PACE_UNSPECIFIED:
        return Pace.NORMAL
    try:
        return _PACES[number]
    except KeyError:
        raise Problem(Wire.ENUM_UNKNOWN, [("field", "pace")]) from None


def move_in(move: moves_pb2.Move) -> Move:
    """A move. Raises Problem FIELD_MISSING, ENUM_UNKNOWN; Denied BID_OUT_OF_RANGE."""
    kind = move.WhichOneof("kind")
    if kind is None:
        raise Problem(Wire.FIELD_MISSING, [("field", "kind")])
    return _MOVES[kind](getattr(move, kind))


def _one_of(field: str, build: Callable[[Any], Move]) -> Callable[[Any], Move]:
    """How a message of one plain field that must be set is read."""

    def read(message: Message) -> Move:
        required(message, field)
        return build(getattr(message, field))

    return read


def _opening_in(opening: moves_pb2.OpenAndName) -> OpenAndName:
    required(opening, "denomination")
    required(opening, "card")
    return OpenAndName(denomination_in(opening.denomination), card_in(opening.card))


def _named_in(named: moves_pb2.NameContract) -> NameContract:
    required(named, "denomination")
    goal = _goal_in(named.goal) if named.HasField("goal") else None
    return NameContract(denomination_in(named.denomination), goal)


def _goal_in(number: int) -> Goal:
    goals = dict(enumerate(Goal, 1))
    if number not in goals:
        raise Problem(Wire.ENUM_UNKNOWN, [("field", "goal")])
    return goals[number]


def _bid_in(bid: moves_pb2.Bid) -> Bid:
    required(bid, "level")
    required(bid, "denomination")
    denomination = denomination_in(bid.denomination)
    if not 1 <= bid.level <= 7:
        raise Denied(Illegal.BID_OUT_OF_RANGE)
    return Bid(bid.level, denomination)


def _play_in(play: moves_pb2.PlayCard) -> PlayCard:
    required(play, "card")
    required(play, "seat")
    return PlayCard(card_in(play.card), play.seat)


_MOVES: dict[str, Callable[[Any], Move]] = {
    "pass_call": lambda message: PASS,
    "bid": _bid_in,
    "double_call": lambda message: DOUBLE,
    "redouble_call": lambda message: REDOUBLE,
    "answer_wash": _one_of("redeal", AnswerWash),
    "call_partner": _one_of("card", lambda card: CallPartner(card_in(card))),
    "play_card": _play_in,
    "trick_goal": _one_of("tricks", TrickGoal),
    "point_bid": _one_of("points", PointBid),
    "open_and_name": _opening_in,
    "name_contract": _named_in,
    "draw_card": _one_of("take", DrawCard),
    "claim": _one_of("tricks", Claim),
    "concede": lambda message: Concede(),
    "answer_claim": _one_of("accept", AnswerClaim),
    "ask_undo": lambda message: AskUndo(),
    "answer_undo": _one_of("accept", AnswerUndo),
}
