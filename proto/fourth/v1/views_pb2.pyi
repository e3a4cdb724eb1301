from fourth.v1 import cards_pb2 as _cards_pb2
from fourth.v1 import deals_pb2 as _deals_pb2
from fourth.v1 import moves_pb2 as _moves_pb2
from fourth.v1 import texts_pb2 as _texts_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Stage(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    STAGE_UNSPECIFIED: _ClassVar[Stage]
    STAGE_LOBBY: _ClassVar[Stage]
    STAGE_PLAYING: _ClassVar[Stage]
    STAGE_OVER: _ClassVar[Stage]
    STAGE_CLOSED: _ClassVar[Stage]

class Phase(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PHASE_UNSPECIFIED: _ClassVar[Phase]
    PHASE_NONE: _ClassVar[Phase]
    PHASE_WASH: _ClassVar[Phase]
    PHASE_AUCTION: _ClassVar[Phase]
    PHASE_CALLING: _ClassVar[Phase]
    PHASE_PLAY: _ClassVar[Phase]
    PHASE_NAMING: _ClassVar[Phase]
    PHASE_DRAWING: _ClassVar[Phase]

class Notice(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    NOTICE_UNSPECIFIED: _ClassVar[Notice]
    NOTICE_NONE: _ClassVar[Notice]
    NOTICE_YOU_HOLD_IT: _ClassVar[Notice]
    NOTICE_YOU_DO_NOT: _ClassVar[Notice]

class Pace(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    PACE_UNSPECIFIED: _ClassVar[Pace]
    PACE_NONE: _ClassVar[Pace]
    PACE_SLOW: _ClassVar[Pace]
    PACE_NORMAL: _ClassVar[Pace]
    PACE_FAST: _ClassVar[Pace]
STAGE_UNSPECIFIED: Stage
STAGE_LOBBY: Stage
STAGE_PLAYING: Stage
STAGE_OVER: Stage
STAGE_CLOSED: Stage
PHASE_UNSPECIFIED: Phase
PHASE_NONE: Phase
PHASE_WASH: Phase
PHASE_AUCTION: Phase
PHASE_CALLING: Phase
PHASE_PLAY: Phase
PHASE_NAMING: Phase
PHASE_DRAWING: Phase
NOTICE_UNSPECIFIED: Notice
NOTICE_NONE: Notice
NOTICE_YOU_HOLD_IT: Notice
NOTICE_YOU_DO_NOT: Notice
PACE_UNSPECIFIED: Pace
PACE_NONE: Pace
PACE_SLOW: Pace
PACE_NORMAL: Pace
PACE_FAST: Pace

class View(_message.Message):
    __slots__ = ("table", "code", "game", "options", "pace", "spectators", "practice", "version", "viewer", "stage", "host", "seats", "deal", "deals", "dealer", "redeals", "seal", "phase", "acting", "decision_version", "legal_moves", "hands", "calls", "contract", "partner", "tricks", "trick", "trump_broken", "lines", "totals", "last_deal", "places", "closed", "trump", "turned", "dummy", "next_hand", "stock", "vulnerable", "forbidden_goal", "claim", "undo", "free_moves", "turn_ms", "due_ms", "nonces", "abandoned", "declarer", "turn_seconds", "next_table", "settlements")
    TABLE_FIELD_NUMBER: _ClassVar[int]
    CODE_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    PACE_FIELD_NUMBER: _ClassVar[int]
    SPECTATORS_FIELD_NUMBER: _ClassVar[int]
    PRACTICE_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    VIEWER_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    HOST_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    DEAL_FIELD_NUMBER: _ClassVar[int]
    DEALS_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    REDEALS_FIELD_NUMBER: _ClassVar[int]
    SEAL_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    ACTING_FIELD_NUMBER: _ClassVar[int]
    DECISION_VERSION_FIELD_NUMBER: _ClassVar[int]
    LEGAL_MOVES_FIELD_NUMBER: _ClassVar[int]
    HANDS_FIELD_NUMBER: _ClassVar[int]
    CALLS_FIELD_NUMBER: _ClassVar[int]
    CONTRACT_FIELD_NUMBER: _ClassVar[int]
    PARTNER_FIELD_NUMBER: _ClassVar[int]
    TRICKS_FIELD_NUMBER: _ClassVar[int]
    TRICK_FIELD_NUMBER: _ClassVar[int]
    TRUMP_BROKEN_FIELD_NUMBER: _ClassVar[int]
    LINES_FIELD_NUMBER: _ClassVar[int]
    TOTALS_FIELD_NUMBER: _ClassVar[int]
    LAST_DEAL_FIELD_NUMBER: _ClassVar[int]
    PLACES_FIELD_NUMBER: _ClassVar[int]
    CLOSED_FIELD_NUMBER: _ClassVar[int]
    TRUMP_FIELD_NUMBER: _ClassVar[int]
    TURNED_FIELD_NUMBER: _ClassVar[int]
    DUMMY_FIELD_NUMBER: _ClassVar[int]
    NEXT_HAND_FIELD_NUMBER: _ClassVar[int]
    STOCK_FIELD_NUMBER: _ClassVar[int]
    VULNERABLE_FIELD_NUMBER: _ClassVar[int]
    FORBIDDEN_GOAL_FIELD_NUMBER: _ClassVar[int]
    CLAIM_FIELD_NUMBER: _ClassVar[int]
    UNDO_FIELD_NUMBER: _ClassVar[int]
    FREE_MOVES_FIELD_NUMBER: _ClassVar[int]
    TURN_MS_FIELD_NUMBER: _ClassVar[int]
    DUE_MS_FIELD_NUMBER: _ClassVar[int]
    NONCES_FIELD_NUMBER: _ClassVar[int]
    ABANDONED_FIELD_NUMBER: _ClassVar[int]
    DECLARER_FIELD_NUMBER: _ClassVar[int]
    TURN_SECONDS_FIELD_NUMBER: _ClassVar[int]
    NEXT_TABLE_FIELD_NUMBER: _ClassVar[int]
    SETTLEMENTS_FIELD_NUMBER: _ClassVar[int]
    table: str
    code: str
    game: str
    options: _containers.RepeatedCompositeFieldContainer[_texts_pb2.Setting]
    pace: Pace
    spectators: bool
    practice: bool
    version: int
    viewer: int
    stage: Stage
    host: str
    seats: _containers.RepeatedCompositeFieldContainer[SeatSeen]
    deal: int
    deals: int
    dealer: int
    redeals: int
    seal: bytes
    phase: Phase
    acting: _containers.RepeatedScalarFieldContainer[int]
    decision_version: int
    legal_moves: _containers.RepeatedCompositeFieldContainer[_moves_pb2.Move]
    hands: _containers.RepeatedCompositeFieldContainer[_deals_pb2.HandSeen]
    calls: _containers.RepeatedCompositeFieldContainer[_deals_pb2.SeatCall]
    contract: _deals_pb2.Contract
    partner: PartnerSeen
    tricks: _containers.RepeatedCompositeFieldContainer[_deals_pb2.Trick]
    trick: _deals_pb2.Trick
    trump_broken: bool
    lines: _containers.RepeatedCompositeFieldContainer[_deals_pb2.ScoreLine]
    totals: _containers.RepeatedCompositeFieldContainer[_deals_pb2.Total]
    last_deal: _deals_pb2.FinishedDeal
    places: _containers.RepeatedCompositeFieldContainer[_deals_pb2.Place]
    closed: _texts_pb2.Text
    trump: _cards_pb2.Denomination
    turned: _cards_pb2.Card
    dummy: int
    next_hand: int
    stock: Stock
    vulnerable: _containers.RepeatedScalarFieldContainer[int]
    forbidden_goal: int
    claim: ClaimSeen
    undo: UndoSeen
    free_moves: _containers.RepeatedCompositeFieldContainer[_moves_pb2.Move]
    turn_ms: int
    due_ms: int
    nonces: _containers.RepeatedCompositeFieldContainer[_deals_pb2.PlayerNonce]
    abandoned: bool
    declarer: int
    turn_seconds: int
    next_table: str
    settlements: _containers.RepeatedCompositeFieldContainer[_deals_pb2.Settlement]
    def __init__(self, table: _Optional[str] = ..., code: _Optional[str] = ..., game: _Optional[str] = ..., options: _Optional[_Iterable[_Union[_texts_pb2.Setting, _Mapping]]] = ..., pace: _Optional[_Union[Pace, str]] = ..., spectators: _Optional[bool] = ..., practice: _Optional[bool] = ..., version: _Optional[int] = ..., viewer: _Optional[int] = ..., stage: _Optional[_Union[Stage, str]] = ..., host: _Optional[str] = ..., seats: _Optional[_Iterable[_Union[SeatSeen, _Mapping]]] = ..., deal: _Optional[int] = ..., deals: _Optional[int] = ..., dealer: _Optional[int] = ..., redeals: _Optional[int] = ..., seal: _Optional[bytes] = ..., phase: _Optional[_Union[Phase, str]] = ..., acting: _Optional[_Iterable[int]] = ..., decision_version: _Optional[int] = ..., legal_moves: _Optional[_Iterable[_Union[_moves_pb2.Move, _Mapping]]] = ..., hands: _Optional[_Iterable[_Union[_deals_pb2.HandSeen, _Mapping]]] = ..., calls: _Optional[_Iterable[_Union[_deals_pb2.SeatCall, _Mapping]]] = ..., contract: _Optional[_Union[_deals_pb2.Contract, _Mapping]] = ..., partner: _Optional[_Union[PartnerSeen, _Mapping]] = ..., tricks: _Optional[_Iterable[_Union[_deals_pb2.Trick, _Mapping]]] = ..., trick: _Optional[_Union[_deals_pb2.Trick, _Mapping]] = ..., trump_broken: _Optional[bool] = ..., lines: _Optional[_Iterable[_Union[_deals_pb2.ScoreLine, _Mapping]]] = ..., totals: _Optional[_Iterable[_Union[_deals_pb2.Total, _Mapping]]] = ..., last_deal: _Optional[_Union[_deals_pb2.FinishedDeal, _Mapping]] = ..., places: _Optional[_Iterable[_Union[_deals_pb2.Place, _Mapping]]] = ..., closed: _Optional[_Union[_texts_pb2.Text, _Mapping]] = ..., trump: _Optional[_Union[_cards_pb2.Denomination, str]] = ..., turned: _Optional[_Union[_cards_pb2.Card, _Mapping]] = ..., dummy: _Optional[int] = ..., next_hand: _Optional[int] = ..., stock: _Optional[_Union[Stock, _Mapping]] = ..., vulnerable: _Optional[_Iterable[int]] = ..., forbidden_goal: _Optional[int] = ..., claim: _Optional[_Union[ClaimSeen, _Mapping]] = ..., undo: _Optional[_Union[UndoSeen, _Mapping]] = ..., free_moves: _Optional[_Iterable[_Union[_moves_pb2.Move, _Mapping]]] = ..., turn_ms: _Optional[int] = ..., due_ms: _Optional[int] = ..., nonces: _Optional[_Iterable[_Union[_deals_pb2.PlayerNonce, _Mapping]]] = ..., abandoned: _Optional[bool] = ..., declarer: _Optional[int] = ..., turn_seconds: _Optional[int] = ..., next_table: _Optional[str] = ..., settlements: _Optional[_Iterable[_Union[_deals_pb2.Settlement, _Mapping]]] = ...) -> None: ...

class SeatSeen(_message.Message):
    __slots__ = ("seat", "name", "player", "is_robot", "robot_plays", "cards_left", "tricks", "trick_goal", "announced_points", "card_points", "robot_level", "stand_in", "stand_in_name")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    IS_ROBOT_FIELD_NUMBER: _ClassVar[int]
    ROBOT_PLAYS_FIELD_NUMBER: _ClassVar[int]
    CARDS_LEFT_FIELD_NUMBER: _ClassVar[int]
    TRICKS_FIELD_NUMBER: _ClassVar[int]
    TRICK_GOAL_FIELD_NUMBER: _ClassVar[int]
    ANNOUNCED_POINTS_FIELD_NUMBER: _ClassVar[int]
    CARD_POINTS_FIELD_NUMBER: _ClassVar[int]
    ROBOT_LEVEL_FIELD_NUMBER: _ClassVar[int]
    STAND_IN_FIELD_NUMBER: _ClassVar[int]
    STAND_IN_NAME_FIELD_NUMBER: _ClassVar[int]
    seat: int
    name: str
    player: str
    is_robot: bool
    robot_plays: bool
    cards_left: int
    tricks: int
    trick_goal: int
    announced_points: int
    card_points: int
    robot_level: str
    stand_in: str
    stand_in_name: str
    def __init__(self, seat: _Optional[int] = ..., name: _Optional[str] = ..., player: _Optional[str] = ..., is_robot: _Optional[bool] = ..., robot_plays: _Optional[bool] = ..., cards_left: _Optional[int] = ..., tricks: _Optional[int] = ..., trick_goal: _Optional[int] = ..., announced_points: _Optional[int] = ..., card_points: _Optional[int] = ..., robot_level: _Optional[str] = ..., stand_in: _Optional[str] = ..., stand_in_name: _Optional[str] = ...) -> None: ...

class PartnerSeen(_message.Message):
    __slots__ = ("card", "notice", "holder", "shown")
    CARD_FIELD_NUMBER: _ClassVar[int]
    NOTICE_FIELD_NUMBER: _ClassVar[int]
    HOLDER_FIELD_NUMBER: _ClassVar[int]
    SHOWN_FIELD_NUMBER: _ClassVar[int]
    card: _cards_pb2.Card
    notice: Notice
    holder: int
    shown: bool
    def __init__(self, card: _Optional[_Union[_cards_pb2.Card, _Mapping]] = ..., notice: _Optional[_Union[Notice, str]] = ..., holder: _Optional[int] = ..., shown: _Optional[bool] = ...) -> None: ...

class Stock(_message.Message):
    __slots__ = ("cards_left", "open_top", "picked_up")
    CARDS_LEFT_FIELD_NUMBER: _ClassVar[int]
    OPEN_TOP_FIELD_NUMBER: _ClassVar[int]
    PICKED_UP_FIELD_NUMBER: _ClassVar[int]
    cards_left: int
    open_top: _cards_pb2.Card
    picked_up: _cards_pb2.Card
    def __init__(self, cards_left: _Optional[int] = ..., open_top: _Optional[_Union[_cards_pb2.Card, _Mapping]] = ..., picked_up: _Optional[_Union[_cards_pb2.Card, _Mapping]] = ...) -> None: ...

class ClaimSeen(_message.Message):
    __slots__ = ("seat", "tricks", "hand", "answers")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    TRICKS_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    tricks: int
    hand: _deals_pb2.HandSeen
    answers: _containers.RepeatedCompositeFieldContainer[SeatAnswer]
    def __init__(self, seat: _Optional[int] = ..., tricks: _Optional[int] = ..., hand: _Optional[_Union[_deals_pb2.HandSeen, _Mapping]] = ..., answers: _Optional[_Iterable[_Union[SeatAnswer, _Mapping]]] = ...) -> None: ...

class UndoSeen(_message.Message):
    __slots__ = ("seat", "answers")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ANSWERS_FIELD_NUMBER: _ClassVar[int]
    seat: int
    answers: _containers.RepeatedCompositeFieldContainer[SeatAnswer]
    def __init__(self, seat: _Optional[int] = ..., answers: _Optional[_Iterable[_Union[SeatAnswer, _Mapping]]] = ...) -> None: ...

class SeatAnswer(_message.Message):
    __slots__ = ("seat", "accept")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    ACCEPT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    accept: bool
    def __init__(self, seat: _Optional[int] = ..., accept: _Optional[bool] = ...) -> None: ...
