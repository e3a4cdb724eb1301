from fourth.v1 import moves_pb2 as _moves_pb2
from fourth.v1 import texts_pb2 as _texts_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class GetHintRequest(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: str
    def __init__(self, table: _Optional[str] = ...) -> None: ...

class GetHintResponse(_message.Message):
    __slots__ = ("version", "decision_version", "moves", "suspicions", "search_cut_off")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    DECISION_VERSION_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    SUSPICIONS_FIELD_NUMBER: _ClassVar[int]
    SEARCH_CUT_OFF_FIELD_NUMBER: _ClassVar[int]
    version: int
    decision_version: int
    moves: _containers.RepeatedCompositeFieldContainer[RatedMove]
    suspicions: _containers.RepeatedCompositeFieldContainer[Suspicion]
    search_cut_off: bool
    def __init__(self, version: _Optional[int] = ..., decision_version: _Optional[int] = ..., moves: _Optional[_Iterable[_Union[RatedMove, _Mapping]]] = ..., suspicions: _Optional[_Iterable[_Union[Suspicion, _Mapping]]] = ..., search_cut_off: _Optional[bool] = ...) -> None: ...

class RatedMove(_message.Message):
    __slots__ = ("move", "rating", "reasons")
    MOVE_FIELD_NUMBER: _ClassVar[int]
    RATING_FIELD_NUMBER: _ClassVar[int]
    REASONS_FIELD_NUMBER: _ClassVar[int]
    move: _moves_pb2.Move
    rating: int
    reasons: _containers.RepeatedCompositeFieldContainer[HintReason]
    def __init__(self, move: _Optional[_Union[_moves_pb2.Move, _Mapping]] = ..., rating: _Optional[int] = ..., reasons: _Optional[_Iterable[_Union[HintReason, _Mapping]]] = ...) -> None: ...

class HintReason(_message.Message):
    __slots__ = ("text", "claims")
    TEXT_FIELD_NUMBER: _ClassVar[int]
    CLAIMS_FIELD_NUMBER: _ClassVar[int]
    text: _texts_pb2.Text
    claims: _containers.RepeatedCompositeFieldContainer[Fact]
    def __init__(self, text: _Optional[_Union[_texts_pb2.Text, _Mapping]] = ..., claims: _Optional[_Iterable[_Union[Fact, _Mapping]]] = ...) -> None: ...

class Fact(_message.Message):
    __slots__ = ("code", "arguments")
    CODE_FIELD_NUMBER: _ClassVar[int]
    ARGUMENTS_FIELD_NUMBER: _ClassVar[int]
    code: str
    arguments: _containers.RepeatedCompositeFieldContainer[_texts_pb2.Argument]
    def __init__(self, code: _Optional[str] = ..., arguments: _Optional[_Iterable[_Union[_texts_pb2.Argument, _Mapping]]] = ...) -> None: ...

class Suspicion(_message.Message):
    __slots__ = ("seat", "per_mille", "reasons")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PER_MILLE_FIELD_NUMBER: _ClassVar[int]
    REASONS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    per_mille: int
    reasons: _containers.RepeatedCompositeFieldContainer[HintReason]
    def __init__(self, seat: _Optional[int] = ..., per_mille: _Optional[int] = ..., reasons: _Optional[_Iterable[_Union[HintReason, _Mapping]]] = ...) -> None: ...

class ReviewDealRequest(_message.Message):
    __slots__ = ("table", "deal")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    DEAL_FIELD_NUMBER: _ClassVar[int]
    table: str
    deal: int
    def __init__(self, table: _Optional[str] = ..., deal: _Optional[int] = ...) -> None: ...

class ReviewDealResponse(_message.Message):
    __slots__ = ("deal", "decisions", "costliest")
    DEAL_FIELD_NUMBER: _ClassVar[int]
    DECISIONS_FIELD_NUMBER: _ClassVar[int]
    COSTLIEST_FIELD_NUMBER: _ClassVar[int]
    deal: int
    decisions: _containers.RepeatedCompositeFieldContainer[ReviewedDecision]
    costliest: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, deal: _Optional[int] = ..., decisions: _Optional[_Iterable[_Union[ReviewedDecision, _Mapping]]] = ..., costliest: _Optional[_Iterable[int]] = ...) -> None: ...

class ReviewedDecision(_message.Message):
    __slots__ = ("version", "made", "moves", "cost_then", "cost_open", "verdict")
    VERSION_FIELD_NUMBER: _ClassVar[int]
    MADE_FIELD_NUMBER: _ClassVar[int]
    MOVES_FIELD_NUMBER: _ClassVar[int]
    COST_THEN_FIELD_NUMBER: _ClassVar[int]
    COST_OPEN_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    version: int
    made: _moves_pb2.Move
    moves: _containers.RepeatedCompositeFieldContainer[RatedMove]
    cost_then: int
    cost_open: int
    verdict: _texts_pb2.Text
    def __init__(self, version: _Optional[int] = ..., made: _Optional[_Union[_moves_pb2.Move, _Mapping]] = ..., moves: _Optional[_Iterable[_Union[RatedMove, _Mapping]]] = ..., cost_then: _Optional[int] = ..., cost_open: _Optional[int] = ..., verdict: _Optional[_Union[_texts_pb2.Text, _Mapping]] = ...) -> None: ...
