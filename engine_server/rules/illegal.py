"""Why a rule of the game forbids a move. The value is the message id and the reason on the wire."""

from __future__ import annotations

from enum import StrEnum


class Illegal(StrEnum):
    """What the rule book has against a move that is otherwise well formed."""

    BID_TOO_LOW = "BID_TOO_LOW"
    BID_OUT_OF_RANGE = "BID_OUT_OF_RANGE"
    GOAL_OUT_OF_RANGE = "GOAL_OUT_OF_RANGE"
    BID_SUM_FORBIDDEN = "BID_SUM_FORBIDDEN"
    POINTS_OUT_OF_RANGE = "POINTS_OUT_OF_RANGE"
    NO_TRUMP_NOT_ALLOWED = "NO_TRUMP_NOT_ALLOWED"
    DOUBLE_NOT_ALLOWED = "DOUBLE_NOT_ALLOWED"
    WASH_NOT_ALLOWED = "WASH_NOT_ALLOWED"
    CALL_OWN_CARD = "CALL_OWN_CARD"
    CARD_NOT_IN_DECK = "CARD_NOT_IN_DECK"
    CARD_NOT_HELD = "CARD_NOT_HELD"
    MUST_FOLLOW_SUIT = "MUST_FOLLOW_SUIT"
    TRUMP_LEAD_FORBIDDEN = "TRUMP_LEAD_FORBIDDEN"
    TRUMP_ON_FIRST_TRICK = "TRUMP_ON_FIRST_TRICK"
    NOT_YOUR_HAND = "NOT_YOUR_HAND"
    MOVE_NOT_IN_GAME = "MOVE_NOT_IN_GAME"
