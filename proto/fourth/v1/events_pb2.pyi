from fourth.v1 import cards_pb2 as _cards_pb2
from fourth.v1 import deals_pb2 as _deals_pb2
from fourth.v1 import moves_pb2 as _moves_pb2
from fourth.v1 import texts_pb2 as _texts_pb2
from fourth.v1 import views_pb2 as _views_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class TableEvent(_message.Message):
    __slots__ = ("hidden", "table_opened", "seat_changed", "match_started", "deal_sealed", "hands_dealt", "wash_answered", "hands_washed", "hands_kept", "call_made", "partner_called", "card_played", "deal_scored", "match_ended", "table_closed", "trump_turned", "points_announced", "calls_shown", "hand_shown", "card_drawn", "claim_made", "claim_answered", "claim_settled", "undo_asked", "undo_answered", "undo_settled", "nonce_given", "contract_named", "rematch_opened")
    HIDDEN_FIELD_NUMBER: _ClassVar[int]
    TABLE_OPENED_FIELD_NUMBER: _ClassVar[int]
    SEAT_CHANGED_FIELD_NUMBER: _ClassVar[int]
    MATCH_STARTED_FIELD_NUMBER: _ClassVar[int]
    DEAL_SEALED_FIELD_NUMBER: _ClassVar[int]
    HANDS_DEALT_FIELD_NUMBER: _ClassVar[int]
    WASH_ANSWERED_FIELD_NUMBER: _ClassVar[int]
    HANDS_WASHED_FIELD_NUMBER: _ClassVar[int]
    HANDS_KEPT_FIELD_NUMBER: _ClassVar[int]
    CALL_MADE_FIELD_NUMBER: _ClassVar[int]
    PARTNER_CALLED_FIELD_NUMBER: _ClassVar[int]
    CARD_PLAYED_FIELD_NUMBER: _ClassVar[int]
    DEAL_SCORED_FIELD_NUMBER: _ClassVar[int]
    MATCH_ENDED_FIELD_NUMBER: _ClassVar[int]
    TABLE_CLOSED_FIELD_NUMBER: _ClassVar[int]
    TRUMP_TURNED_FIELD_NUMBER: _ClassVar[int]
    POINTS_ANNOUNCED_FIELD_NUMBER: _ClassVar[int]
    CALLS_SHOWN_FIELD_NUMBER: _ClassVar[int]
    HAND_SHOWN_FIELD_NUMBER: _ClassVar[int]
    CARD_DRAWN_FIELD_NUMBER: _ClassVar[int]
    CLAIM_MADE_FIELD_NUMBER: _ClassVar[int]
    CLAIM_ANSWERED_FIELD_NUMBER: _ClassVar[int]
    CLAIM_SETTLED_FIELD_NUMBER: _ClassVar[int]
    UNDO_ASKED_FIELD_NUMBER: _ClassVar[int]
    UNDO_ANSWERED_FIELD_NUMBER: _ClassVar[int]
    UNDO_SETTLED_FIELD_NUMBER: _ClassVar[int]
    NONCE_GIVEN_FIELD_NUMBER: _ClassVar[int]
    CONTRACT_NAMED_FIELD_NUMBER: _ClassVar[int]
    REMATCH_OPENED_FIELD_NUMBER: _ClassVar[int]
    hidden: Hidden
    table_opened: TableOpenedSeen
    seat_changed: SeatChangedSeen
    match_started: MatchStartedSeen
    deal_sealed: DealSealedSeen
    hands_dealt: HandsDealtSeen
    wash_answered: WashAnsweredSeen
    hands_washed: HandsWashedSeen
    hands_kept: HandsKeptSeen
    call_made: CallMadeSeen
    partner_called: PartnerCalledSeen
    card_played: CardPlayedSeen
    deal_scored: DealScoredSeen
    match_ended: MatchEndedSeen
    table_closed: TableClosedSeen
    trump_turned: TrumpTurnedSeen
    points_announced: PointsAnnouncedSeen
    calls_shown: CallsShownSeen
    hand_shown: HandShownSeen
    card_drawn: CardDrawnSeen
    claim_made: ClaimMadeSeen
    claim_answered: ClaimAnsweredSeen
    claim_settled: ClaimSettledSeen
    undo_asked: UndoAskedSeen
    undo_answered: UndoAnsweredSeen
    undo_settled: UndoSettledSeen
    nonce_given: NonceGivenSeen
    contract_named: ContractNamedSeen
    rematch_opened: RematchOpenedSeen
    def __init__(self, hidden: _Optional[_Union[Hidden, _Mapping]] = ..., table_opened: _Optional[_Union[TableOpenedSeen, _Mapping]] = ..., seat_changed: _Optional[_Union[SeatChangedSeen, _Mapping]] = ..., match_started: _Optional[_Union[MatchStartedSeen, _Mapping]] = ..., deal_sealed: _Optional[_Union[DealSealedSeen, _Mapping]] = ..., hands_dealt: _Optional[_Union[HandsDealtSeen, _Mapping]] = ..., wash_answered: _Optional[_Union[WashAnsweredSeen, _Mapping]] = ..., hands_washed: _Optional[_Union[HandsWashedSeen, _Mapping]] = ..., hands_kept: _Optional[_Union[HandsKeptSeen, _Mapping]] = ..., call_made: _Optional[_Union[CallMadeSeen, _Mapping]] = ..., partner_called: _Optional[_Union[PartnerCalledSeen, _Mapping]] = ..., card_played: _Optional[_Union[CardPlayedSeen, _Mapping]] = ..., deal_scored: _Optional[_Union[DealScoredSeen, _Mapping]] = ..., match_ended: _Optional[_Union[MatchEndedSeen, _Mapping]] = ..., table_closed: _Optional[_Union[TableClosedSeen, _Mapping]] = ..., trump_turned: _Optional[_Union[TrumpTurnedSeen, _Mapping]] = ..., points_announced: _Optional[_Union[PointsAnnouncedSeen, _Mapping]] = ..., calls_shown: _Optional[_Union[CallsShownSeen, _Mapping]] = ..., hand_shown: _Optional[_Union[HandShownSeen, _Mapping]] = ..., card_drawn: _Optional[_Union[CardDrawnSeen, _Mapping]] = ..., claim_made: _Optional[_Union[ClaimMadeSeen, _Mapping]] = ..., claim_answered: _Optional[_Union[ClaimAnsweredSeen, _Mapping]] = ..., claim_settled: _Optional[_Union[ClaimSettledSeen, _Mapping]] = ..., undo_asked: _Optional[_Union[UndoAskedSeen, _Mapping]] = ..., undo_answered: _Optional[_Union[UndoAnsweredSeen, _Mapping]] = ..., undo_settled: _Optional[_Union[UndoSettledSeen, _Mapping]] = ..., nonce_given: _Optional[_Union[NonceGivenSeen, _Mapping]] = ..., contract_named: _Optional[_Union[ContractNamedSeen, _Mapping]] = ..., rematch_opened: _Optional[_Union[RematchOpenedSeen, _Mapping]] = ...) -> None: ...

class Hidden(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class TableOpenedSeen(_message.Message):
    __slots__ = ("options",)
    OPTIONS_FIELD_NUMBER: _ClassVar[int]
    options: _containers.RepeatedCompositeFieldContainer[_texts_pb2.Setting]
    def __init__(self, options: _Optional[_Iterable[_Union[_texts_pb2.Setting, _Mapping]]] = ...) -> None: ...

class SeatChangedSeen(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: _views_pb2.SeatSeen
    def __init__(self, seat: _Optional[_Union[_views_pb2.SeatSeen, _Mapping]] = ...) -> None: ...

class MatchStartedSeen(_message.Message):
    __slots__ = ("first_dealer",)
    FIRST_DEALER_FIELD_NUMBER: _ClassVar[int]
    first_dealer: int
    def __init__(self, first_dealer: _Optional[int] = ...) -> None: ...

class DealSealedSeen(_message.Message):
    __slots__ = ("deal", "seal")
    DEAL_FIELD_NUMBER: _ClassVar[int]
    SEAL_FIELD_NUMBER: _ClassVar[int]
    deal: int
    seal: bytes
    def __init__(self, deal: _Optional[int] = ..., seal: _Optional[bytes] = ...) -> None: ...

class HandsDealtSeen(_message.Message):
    __slots__ = ("redeal", "dealer", "first_caller", "hand", "vulnerable")
    REDEAL_FIELD_NUMBER: _ClassVar[int]
    DEALER_FIELD_NUMBER: _ClassVar[int]
    FIRST_CALLER_FIELD_NUMBER: _ClassVar[int]
    HAND_FIELD_NUMBER: _ClassVar[int]
    VULNERABLE_FIELD_NUMBER: _ClassVar[int]
    redeal: int
    dealer: int
    first_caller: int
    hand: _containers.RepeatedCompositeFieldContainer[_cards_pb2.Card]
    vulnerable: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, redeal: _Optional[int] = ..., dealer: _Optional[int] = ..., first_caller: _Optional[int] = ..., hand: _Optional[_Iterable[_Union[_cards_pb2.Card, _Mapping]]] = ..., vulnerable: _Optional[_Iterable[int]] = ...) -> None: ...

class WashAnsweredSeen(_message.Message):
    __slots__ = ("redeal",)
    REDEAL_FIELD_NUMBER: _ClassVar[int]
    redeal: bool
    def __init__(self, redeal: _Optional[bool] = ...) -> None: ...

class HandsWashedSeen(_message.Message):
    __slots__ = ("reason",)
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: _texts_pb2.Text
    def __init__(self, reason: _Optional[_Union[_texts_pb2.Text, _Mapping]] = ...) -> None: ...

class HandsKeptSeen(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class CallMadeSeen(_message.Message):
    __slots__ = ("seat", "call", "entered", "contract", "partner")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CALL_FIELD_NUMBER: _ClassVar[int]
    ENTERED_FIELD_NUMBER: _ClassVar[int]
    CONTRACT_FIELD_NUMBER: _ClassVar[int]
    PARTNER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    call: _moves_pb2.Move
    entered: bool
    contract: _deals_pb2.Contract
    partner: _views_pb2.PartnerSeen
    def __init__(self, seat: _Optional[int] = ..., call: _Optional[_Union[_moves_pb2.Move, _Mapping]] = ..., entered: _Optional[bool] = ..., contract: _Optional[_Union[_deals_pb2.Contract, _Mapping]] = ..., partner: _Optional[_Union[_views_pb2.PartnerSeen, _Mapping]] = ...) -> None: ...

class ContractNamedSeen(_message.Message):
    __slots__ = ("contract",)
    CONTRACT_FIELD_NUMBER: _ClassVar[int]
    contract: _deals_pb2.Contract
    def __init__(self, contract: _Optional[_Union[_deals_pb2.Contract, _Mapping]] = ...) -> None: ...

class PartnerCalledSeen(_message.Message):
    __slots__ = ("seat", "partner")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PARTNER_FIELD_NUMBER: _ClassVar[int]
    seat: int
    partner: _views_pb2.PartnerSeen
    def __init__(self, seat: _Optional[int] = ..., partner: _Optional[_Union[_views_pb2.PartnerSeen, _Mapping]] = ...) -> None: ...

class CardPlayedSeen(_message.Message):
    __slots__ = ("seat", "card", "winner", "shows_partner", "trump_broken")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    WINNER_FIELD_NUMBER: _ClassVar[int]
    SHOWS_PARTNER_FIELD_NUMBER: _ClassVar[int]
    TRUMP_BROKEN_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: _cards_pb2.Card
    winner: int
    shows_partner: bool
    trump_broken: bool
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[_Union[_cards_pb2.Card, _Mapping]] = ..., winner: _Optional[int] = ..., shows_partner: _Optional[bool] = ..., trump_broken: _Optional[bool] = ...) -> None: ...

class DealScoredSeen(_message.Message):
    __slots__ = ("deal",)
    DEAL_FIELD_NUMBER: _ClassVar[int]
    deal: _deals_pb2.FinishedDeal
    def __init__(self, deal: _Optional[_Union[_deals_pb2.FinishedDeal, _Mapping]] = ...) -> None: ...

class MatchEndedSeen(_message.Message):
    __slots__ = ("places", "lines", "abandoned", "settlements")
    PLACES_FIELD_NUMBER: _ClassVar[int]
    LINES_FIELD_NUMBER: _ClassVar[int]
    ABANDONED_FIELD_NUMBER: _ClassVar[int]
    SETTLEMENTS_FIELD_NUMBER: _ClassVar[int]
    places: _containers.RepeatedCompositeFieldContainer[_deals_pb2.Place]
    lines: _containers.RepeatedCompositeFieldContainer[_deals_pb2.ScoreLine]
    abandoned: bool
    settlements: _containers.RepeatedCompositeFieldContainer[_deals_pb2.Settlement]
    def __init__(self, places: _Optional[_Iterable[_Union[_deals_pb2.Place, _Mapping]]] = ..., lines: _Optional[_Iterable[_Union[_deals_pb2.ScoreLine, _Mapping]]] = ..., abandoned: _Optional[bool] = ..., settlements: _Optional[_Iterable[_Union[_deals_pb2.Settlement, _Mapping]]] = ...) -> None: ...

class TableClosedSeen(_message.Message):
    __slots__ = ("reason",)
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: _texts_pb2.Text
    def __init__(self, reason: _Optional[_Union[_texts_pb2.Text, _Mapping]] = ...) -> None: ...

class TrumpTurnedSeen(_message.Message):
    __slots__ = ("card", "trump")
    CARD_FIELD_NUMBER: _ClassVar[int]
    TRUMP_FIELD_NUMBER: _ClassVar[int]
    card: _cards_pb2.Card
    trump: _cards_pb2.Denomination
    def __init__(self, card: _Optional[_Union[_cards_pb2.Card, _Mapping]] = ..., trump: _Optional[_Union[_cards_pb2.Denomination, str]] = ...) -> None: ...

class PointsAnnouncedSeen(_message.Message):
    __slots__ = ("points", "declarer", "dummy")
    POINTS_FIELD_NUMBER: _ClassVar[int]
    DECLARER_FIELD_NUMBER: _ClassVar[int]
    DUMMY_FIELD_NUMBER: _ClassVar[int]
    points: _containers.RepeatedScalarFieldContainer[int]
    declarer: int
    dummy: int
    def __init__(self, points: _Optional[_Iterable[int]] = ..., declarer: _Optional[int] = ..., dummy: _Optional[int] = ...) -> None: ...

class CallsShownSeen(_message.Message):
    __slots__ = ("calls",)
    CALLS_FIELD_NUMBER: _ClassVar[int]
    calls: _containers.RepeatedCompositeFieldContainer[_deals_pb2.SeatCall]
    def __init__(self, calls: _Optional[_Iterable[_Union[_deals_pb2.SeatCall, _Mapping]]] = ...) -> None: ...

class HandShownSeen(_message.Message):
    __slots__ = ("hand",)
    HAND_FIELD_NUMBER: _ClassVar[int]
    hand: _deals_pb2.HandSeen
    def __init__(self, hand: _Optional[_Union[_deals_pb2.HandSeen, _Mapping]] = ...) -> None: ...

class CardDrawnSeen(_message.Message):
    __slots__ = ("seat", "card", "stock")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CARD_FIELD_NUMBER: _ClassVar[int]
    STOCK_FIELD_NUMBER: _ClassVar[int]
    seat: int
    card: _cards_pb2.Card
    stock: _views_pb2.Stock
    def __init__(self, seat: _Optional[int] = ..., card: _Optional[_Union[_cards_pb2.Card, _Mapping]] = ..., stock: _Optional[_Union[_views_pb2.Stock, _Mapping]] = ...) -> None: ...

class ClaimMadeSeen(_message.Message):
    __slots__ = ("claim",)
    CLAIM_FIELD_NUMBER: _ClassVar[int]
    claim: _views_pb2.ClaimSeen
    def __init__(self, claim: _Optional[_Union[_views_pb2.ClaimSeen, _Mapping]] = ...) -> None: ...

class ClaimAnsweredSeen(_message.Message):
    __slots__ = ("answer",)
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    answer: _views_pb2.SeatAnswer
    def __init__(self, answer: _Optional[_Union[_views_pb2.SeatAnswer, _Mapping]] = ...) -> None: ...

class ClaimSettledSeen(_message.Message):
    __slots__ = ("accepted",)
    ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    accepted: bool
    def __init__(self, accepted: _Optional[bool] = ...) -> None: ...

class UndoAskedSeen(_message.Message):
    __slots__ = ("seat",)
    SEAT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    def __init__(self, seat: _Optional[int] = ...) -> None: ...

class UndoAnsweredSeen(_message.Message):
    __slots__ = ("answer",)
    ANSWER_FIELD_NUMBER: _ClassVar[int]
    answer: _views_pb2.SeatAnswer
    def __init__(self, answer: _Optional[_Union[_views_pb2.SeatAnswer, _Mapping]] = ...) -> None: ...

class UndoSettledSeen(_message.Message):
    __slots__ = ("accepted",)
    ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    accepted: bool
    def __init__(self, accepted: _Optional[bool] = ...) -> None: ...

class RematchOpenedSeen(_message.Message):
    __slots__ = ("table",)
    TABLE_FIELD_NUMBER: _ClassVar[int]
    table: str
    def __init__(self, table: _Optional[str] = ...) -> None: ...

class NonceGivenSeen(_message.Message):
    __slots__ = ("nonce",)
    NONCE_FIELD_NUMBER: _ClassVar[int]
    nonce: _deals_pb2.PlayerNonce
    def __init__(self, nonce: _Optional[_Union[_deals_pb2.PlayerNonce, _Mapping]] = ...) -> None: ...
