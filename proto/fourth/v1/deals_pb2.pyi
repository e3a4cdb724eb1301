from fourth.v1 import cards_pb2 as _cards_pb2
from fourth.v1 import moves_pb2 as _moves_pb2
from fourth.v1 import texts_pb2 as _texts_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class HandSeen(_message.Message):
    __slots__ = ("seat", "cards")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cards: _containers.RepeatedCompositeFieldContainer[_cards_pb2.Card]
    def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[_Union[_cards_pb2.Card, _Mapping]]] = ...) -> None: ...

class SeatCall(_message.Message):
    __slots__ = ("seat", "call", "meaning")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CALL_FIELD_NUMBER: _ClassVar[int]
    MEANING_FIELD_NUMBER: _ClassVar[int]
    seat: int
    call: _moves_pb2.Move
    meaning: _texts_pb2.Text
    def __init__(self, seat: _Optional[int] = ..., call: _Optional[_Union[_moves_pb2.Move, _Mapping]] = ..., meaning: _Optional[_Union[_texts_pb2.Text, _Mapping]] = ...) -> None: ...

class Contract(_message.Message):
    __slots__ = ("declarer", "level", "denomination", "stake", "target", "goal", "card_points")
    DECLARER_FIELD_NUMBER: _ClassVar[int]
    LEVEL_FIELD_NUMBER: _ClassVar[int]
    DENOMINATION_FIELD_NUMBER: _ClassVar[int]
    STAKE_FIELD_NUMBER: _ClassVar[int]
    TARGET_FIELD_NUMBER: _ClassVar[int]
    GOAL_FIELD_NUMBER: _ClassVar[int]
    CARD_POINTS_FIELD_NUMBER: _ClassVar[int]
    declarer: int
    level: int
    denomination: _cards_pb2.Denomination
    stake: int
    target: int
    goal: _moves_pb2.Goal
    card_points: int
    def __init__(self, declarer: _Optional[int] = ..., level: _Optional[int] = ..., denomination: _Optional[_Union[_cards_pb2.Denomination, str]] = ..., stake: _Optional[int] = ..., target: _Optional[int] = ..., goal: _Optional[_Union[_moves_pb2.Goal, str]] = ..., card_points: _Optional[int] = ...) -> None: ...

class PlayedCard(_message.Message):
    __slots__ = ("seat", "card")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: _cards_pb2.Card
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[_Union[_cards_pb2.Card, _Mapping]] = ...) -> None: ...

class Trick(_message.Message):
    __slots__ = ("leader", "cards", "winner", "card_points", "draw")
    LEADER_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    CARD_POINTS_FIELD_NUMBER: _ClassVar[int]
    DRAW_FIELD_NUMBER: _ClassVar[int]
    leader: int
    cards: _containers.RepeatedCompositeFieldContainer[PlayedCard]
    winner: int
    card_points: int
    draw: bool
    def __init__(self, leader: _Optional[int] = ..., cards: _Optional[_Iterable[_Union[PlayedCard, _Mapping]]] = ..., winner: _Optional[int] = ..., card_points: _Optional[int] = ..., draw: _Optional[bool] = ...) -> None: ...

class ScoreLine(_message.Message):
    __slots__ = ("deal", "seats", "points", "reason", "below")
    DEAL_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    BELOW_FIELD_NUMBER: _ClassVar[int]
    deal: int
    seats: _containers.RepeatedScalarFieldContainer[int]
    points: int
    reason: _texts_pb2.Text
    below: bool
    def __init__(self, deal: _Optional[int] = ..., seats: _Optional[_Iterable[int]] = ..., points: _Optional[int] = ..., reason: _Optional[_Union[_texts_pb2.Text, _Mapping]] = ..., below: _Optional[bool] = ...) -> None: ...

class Total(_message.Message):
    __slots__ = ("seats", "points", "part_score", "games")
    SEATS_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    PART_SCORE_FIELD_NUMBER: _ClassVar[int]
    GAMES_FIELD_NUMBER: _ClassVar[int]
    seats: _containers.RepeatedScalarFieldContainer[int]
    points: int
    part_score: int
    games: int
    def __init__(self, seats: _Optional[_Iterable[int]] = ..., points: _Optional[int] = ..., part_score: _Optional[int] = ..., games: _Optional[int] = ...) -> None: ...

class Place(_message.Message):
    __slots__ = ("seats",)
    SEATS_FIELD_NUMBER: _ClassVar[int]
    seats: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, seats: _Optional[_Iterable[int]] = ...) -> None: ...

class Settlement(_message.Message):
    __slots__ = ("ahead", "behind", "difference", "due")
    AHEAD_FIELD_NUMBER: _ClassVar[int]
    BEHIND_FIELD_NUMBER: _ClassVar[int]
    DIFFERENCE_FIELD_NUMBER: _ClassVar[int]
    DUE_FIELD_NUMBER: _ClassVar[int]
    ahead: _containers.RepeatedScalarFieldContainer[int]
    behind: _containers.RepeatedScalarFieldContainer[int]
    difference: int
    due: int
    def __init__(self, ahead: _Optional[_Iterable[int]] = ..., behind: _Optional[_Iterable[int]] = ..., difference: _Optional[int] = ..., due: _Optional[int] = ...) -> None: ...

class PlayerNonce(_message.Message):
    __slots__ = ("seat", "nonce")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NONCE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    nonce: bytes
    def __init__(self, seat: _Optional[int] = ..., nonce: _Optional[bytes] = ...) -> None: ...

class FinishedDeal(_message.Message):
    __slots__ = ("number", "dealer", "redeals", "hands", "calls", "contract", "called", "declaring_side", "declaring_tricks", "tricks", "ended_early", "lines", "seal", "secret", "nonces", "practice", "turned", "trump", "dummy", "vulnerable", "stock", "declaring_card_points", "claimed")
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    REDEALS_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    CALLS_FIELD_NUMBER: _ClassVar[int]
    CONTRACT_FIELD_NUMBER: _ClassVar[int]
    CALLED_FIELD_NUMBER: _ClassVar[int]
    DECLARING_SIDE_FIELD_NUMBER: _ClassVar[int]
    DECLARING_TRICKS_FIELD_NUMBER: _ClassVar[int]
    TRICKS_FIELD_NUMBER: _ClassVar[int]
    ENDED_EARLY_FIELD_NUMBER: _ClassVar[int]
    LINES_FIELD_NUMBER: _ClassVar[int]
    SEAL_FIELD_NUMBER: _ClassVar[int]
    SECRET_FIELD_NUMBER: _ClassVar[int]
    NONCES_FIELD_NUMBER: _ClassVar[int]
    PRACTICE_FIELD_NUMBER: _ClassVar[int]
    TURNED_FIELD_NUMBER: _ClassVar[int]
    TRUMP_FIELD_NUMBER: _ClassVar[int]
    DUMMY_FIELD_NUMBER: _ClassVar[int]
    VULNERABLE_FIELD_NUMBER: _ClassVar[int]
    STOCK_FIELD_NUMBER: _ClassVar[int]
    DECLARING_CARD_POINTS_FIELD_NUMBER: _ClassVar[int]
    CLAIMED_FIELD_NUMBER: _ClassVar[int]
    number: int
    dealer: int
    redeals: int
    hands: _containers.RepeatedCompositeFieldContainer[HandSeen]
    calls: _containers.RepeatedCompositeFieldContainer[SeatCall]
    contract: Contract
    called: _cards_pb2.Card
    declaring_side: _containers.RepeatedScalarFieldContainer[int]
    declaring_tricks: int
    tricks: _containers.RepeatedCompositeFieldContainer[Trick]
    ended_early: bool
    lines: _containers.RepeatedCompositeFieldContainer[ScoreLine]
    seal: bytes
    secret: bytes
    nonces: _containers.RepeatedCompositeFieldContainer[PlayerNonce]
    practice: bool
    turned: _cards_pb2.Card
    trump: _cards_pb2.Denomination
    dummy: int
    vulnerable: _containers.RepeatedScalarFieldContainer[int]
    stock: _containers.RepeatedCompositeFieldContainer[_cards_pb2.Card]
    declaring_card_points: int
    claimed: GrantedClaim
    def __init__(self, number: _Optional[int] = ..., dealer: _Optional[int] = ..., redeals: _Optional[int] = ..., hands: _Optional[_Iterable[_Union[HandSeen, _Mapping]]] = ..., calls: _Optional[_Iterable[_Union[SeatCall, _Mapping]]] = ..., contract: _Optional[_Union[Contract, _Mapping]] = ..., called: _Optional[_Union[_cards_pb2.Card, _Mapping]] = ..., declaring_side: _Optional[_Iterable[int]] = ..., declaring_tricks: _Optional[int] = ..., tricks: _Optional[_Iterable[_Union[Trick, _Mapping]]] = ..., ended_early: _Optional[bool] = ..., lines: _Optional[_Iterable[_Union[ScoreLine, _Mapping]]] = ..., seal: _Optional[bytes] = ..., secret: _Optional[bytes] = ..., nonces: _Optional[_Iterable[_Union[PlayerNonce, _Mapping]]] = ..., practice: _Optional[bool] = ..., turned: _Optional[_Union[_cards_pb2.Card, _Mapping]] = ..., trump: _Optional[_Union[_cards_pb2.Denomination, str]] = ..., dummy: _Optional[int] = ..., vulnerable: _Optional[_Iterable[int]] = ..., stock: _Optional[_Iterable[_Union[_cards_pb2.Card, _Mapping]]] = ..., declaring_card_points: _Optional[int] = ..., claimed: _Optional[_Union[GrantedClaim, _Mapping]] = ...) -> None: ...

class GrantedClaim(_message.Message):
    __slots__ = ("seat", "tricks")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TRICKS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    tricks: int
    def __init__(self, seat: _Optional[int] = ..., tricks: _Optional[int] = ...) -> None: ...
