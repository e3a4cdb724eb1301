from fourth.v1 import cards_pb2 as _cards_pb2
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Goal(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    GOAL_UNSPECIFIED: _ClassVar[Goal]
    GOAL_PART_SCORE: _ClassVar[Goal]
    GOAL_GAME: _ClassVar[Goal]
    GOAL_SMALL_SLAM: _ClassVar[Goal]
    GOAL_GRAND_SLAM: _ClassVar[Goal]
GOAL_UNSPECIFIED: Goal
GOAL_PART_SCORE: Goal
GOAL_GAME: Goal
GOAL_SMALL_SLAM: Goal
GOAL_GRAND_SLAM: Goal

class Move(_message.Message):
    __slots__ = ("pass_call", "bid", "double_call", "redouble_call", "answer_wash", "call_partner", "play_card", "trick_goal", "open_and_name", "name_contract", "draw_card", "claim", "concede", "answer_claim", "ask_undo", "answer_undo", "point_bid")
    PASS_CALL_FIELD_NUMBER: _ClassVar[int]
    BID_FIELD_NUMBER: _ClassVar[int]
    DOUBLE_CALL_FIELD_NUMBER: _ClassVar[int]
    REDOUBLE_CALL_FIELD_NUMBER: _ClassVar[int]
    ANSWER_WASH_FIELD_NUMBER: _ClassVar[int]
    CALL_PARTNER_FIELD_NUMBER: _ClassVar[int]
    PLAY_CARD_FIELD_NUMBER: _ClassVar[int]
    TRICK_GOAL_FIELD_NUMBER: _ClassVar[int]
    OPEN_AND_NAME_FIELD_NUMBER: _ClassVar[int]
    NAME_CONTRACT_FIELD_NUMBER: _ClassVar[int]
    DRAW_CARD_FIELD_NUMBER: _ClassVar[int]
    CLAIM_FIELD_NUMBER: _ClassVar[int]
    CONCEDE_FIELD_NUMBER: _ClassVar[int]
    ANSWER_CLAIM_FIELD_NUMBER: _ClassVar[int]
    ASK_UNDO_FIELD_NUMBER: _ClassVar[int]
    ANSWER_UNDO_FIELD_NUMBER: _ClassVar[int]
    POINT_BID_FIELD_NUMBER: _ClassVar[int]
    pass_call: Pass
    bid: Bid
    double_call: Double
    redouble_call: Redouble
    answer_wash: AnswerWash
    call_partner: CallPartner
    play_card: PlayCard
    trick_goal: TrickGoal
    open_and_name: OpenAndName
    name_contract: NameContract
    draw_card: DrawCard
    claim: Claim
    concede: Concede
    answer_claim: AnswerClaim
    ask_undo: AskUndo
    answer_undo: AnswerUndo
    point_bid: PointBid
    def __init__(self, pass_call: _Optional[_Union[Pass, _Mapping]] = ..., bid: _Optional[_Union[Bid, _Mapping]] = ..., double_call: _Optional[_Union[Double, _Mapping]] = ..., redouble_call: _Optional[_Union[Redouble, _Mapping]] = ..., answer_wash: _Optional[_Union[AnswerWash, _Mapping]] = ..., call_partner: _Optional[_Union[CallPartner, _Mapping]] = ..., play_card: _Optional[_Union[PlayCard, _Mapping]] = ..., trick_goal: _Optional[_Union[TrickGoal, _Mapping]] = ..., open_and_name: _Optional[_Union[OpenAndName, _Mapping]] = ..., name_contract: _Optional[_Union[NameContract, _Mapping]] = ..., draw_card: _Optional[_Union[DrawCard, _Mapping]] = ..., claim: _Optional[_Union[Claim, _Mapping]] = ..., concede: _Optional[_Union[Concede, _Mapping]] = ..., answer_claim: _Optional[_Union[AnswerClaim, _Mapping]] = ..., ask_undo: _Optional[_Union[AskUndo, _Mapping]] = ..., answer_undo: _Optional[_Union[AnswerUndo, _Mapping]] = ..., point_bid: _Optional[_Union[PointBid, _Mapping]] = ...) -> None: ...

class Pass(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Bid(_message.Message):
    __slots__ = ("level", "denomination")
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    DENOMINATION_FIELD_NUMBER: _ClassVar[int]
    level: int
    denomination: _cards_pb2.Denomination
    def __init__(self, level: _Optional[int] = ..., denomination: _Optional[_Union[_cards_pb2.Denomination, str]] = ...) -> None: ...

class Double(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class Redouble(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class AnswerWash(_message.Message):
    __slots__ = ("redeal",)
    REDEAL_FIELD_NUMBER: _ClassVar[int]
    redeal: bool
    def __init__(self, redeal: _Optional[bool] = ...) -> None: ...

class CallPartner(_message.Message):
    __slots__ = ("card",)
    CARD_FIELD_NUMBER: _ClassVar[int]
    card: _cards_pb2.Card
    def __init__(self, card: _Optional[_Union[_cards_pb2.Card, _Mapping]] = ...) -> None: ...

class PlayCard(_message.Message):
    __slots__ = ("card", "seat")
    CARD_FIELD_NUMBER: _ClassVar[int]
    SEAT_FIELD_NUMBER: _ClassVar[int]
    card: _cards_pb2.Card
    seat: int
    def __init__(self, card: _Optional[_Union[_cards_pb2.Card, _Mapping]] = ..., seat: _Optional[int] = ...) -> None: ...

class TrickGoal(_message.Message):
    __slots__ = ("tricks",)
    TRICKS_FIELD_NUMBER: _ClassVar[int]
    tricks: int
    def __init__(self, tricks: _Optional[int] = ...) -> None: ...

class PointBid(_message.Message):
    __slots__ = ("points",)
    POINTS_FIELD_NUMBER: _ClassVar[int]
    points: int
    def __init__(self, points: _Optional[int] = ...) -> None: ...

class OpenAndName(_message.Message):
    __slots__ = ("denomination", "card")
    DENOMINATION_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    denomination: _cards_pb2.Denomination
    card: _cards_pb2.Card
    def __init__(self, denomination: _Optional[_Union[_cards_pb2.Denomination, str]] = ..., card: _Optional[_Union[_cards_pb2.Card, _Mapping]] = ...) -> None: ...

class NameContract(_message.Message):
    __slots__ = ("denomination", "goal")
    DENOMINATION_FIELD_NUMBER: _ClassVar[int]
    GOAL_FIELD_NUMBER: _ClassVar[int]
    denomination: _cards_pb2.Denomination
    goal: Goal
    def __init__(self, denomination: _Optional[_Union[_cards_pb2.Denomination, str]] = ..., goal: _Optional[_Union[Goal, str]] = ...) -> None: ...

class DrawCard(_message.Message):
    __slots__ = ("take",)
    TAKE_FIELD_NUMBER: _ClassVar[int]
    take: bool
    def __init__(self, take: _Optional[bool] = ...) -> None: ...

class Claim(_message.Message):
    __slots__ = ("tricks",)
    TRICKS_FIELD_NUMBER: _ClassVar[int]
    tricks: int
    def __init__(self, tricks: _Optional[int] = ...) -> None: ...

class Concede(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class AnswerClaim(_message.Message):
    __slots__ = ("accept",)
    ACCEPT_FIELD_NUMBER: _ClassVar[int]
    accept: bool
    def __init__(self, accept: _Optional[bool] = ...) -> None: ...

class AskUndo(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class AnswerUndo(_message.Message):
    __slots__ = ("accept",)
    ACCEPT_FIELD_NUMBER: _ClassVar[int]
    accept: bool
    def __init__(self, accept: _Optional[bool] = ...) -> None: ...
