"""The fixed English text of each error reason, for the status message of a refused call.

A client shows the sentence (`refusal.<REASON>` in the caller's language); this text is for whoever reads a
client's log, and never says more than the reason does.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

STATUS_MESSAGES: Mapping[str, str] = MappingProxyType(
    {
        # what was sent
        "MALFORMED_MESSAGE": "the message cannot be read",
        "FIELD_MISSING": "a required field is not set",
        "ENUM_UNKNOWN": "an enum has an unknown number",
        "ID_MALFORMED": "an id, code or token is malformed",
        "NAME_INVALID": "the name is empty or too long",
        "LANGUAGE_UNKNOWN": "the language is not spoken here",
        "SECRET_MALFORMED": "the secret is not 32 bytes long",
        "PAGE_TOKEN_INVALID": "the page token was not made for this list",
        "PAGE_UNKNOWN": "there is no such page",
        "IDEMPOTENCY_KEY_MISSING": "the call needs a request_id",
        "IDEMPOTENCY_KEY_REUSED": "the request_id was used for another request",
        "GAME_KEY_UNKNOWN": "there is no game of this key",
        "OPTION_UNKNOWN": "the game has no such option",
        "OPTION_INVALID": "an option is out of range or contradicts another",
        # who asks
        "TOKEN_MISSING": "no caller is named",
        "TOKEN_INVALID": "the secret or key is not valid",
        "TOKEN_EXPIRED": "the key has expired",
        "PLAYER_NOT_YOURS": "this front may not speak for this player",
        "PLAYER_UNKNOWN": "there is no such player",
        "NOT_YOUR_SEAT": "this is not the caller's seat",
        "HOST_ONLY": "only the host may do this",
        # the table
        "GAME_UNKNOWN": "there is no such table",
        "DEAL_UNKNOWN": "there is no such scored deal",
        "SEAT_UNKNOWN": "the table has no such seat",
        "SEAT_TAKEN": "the seat is taken",
        "SEAT_EMPTY": "the seat is empty",
        "ALREADY_SEATED": "the caller is already seated here",
        "TABLE_FULL": "no seat is free",
        "SEATS_OPEN": "seats are still free",
        "GAME_STARTED": "the match has begun",
        "GAME_NOT_STARTED": "the match has not begun",
        "GAME_OVER": "the match is over",
        "ROBOT_PLAYS": "a robot plays this seat now",
        "STALE_VERSION": "the table has moved on",
        "VERSION_AHEAD": "the expected version lies ahead of the table",
        "NOT_YOUR_TURN": "it is another seat's turn",
        "WRONG_PHASE": "the move does not belong to this phase",
        # the rules
        "BID_OUT_OF_RANGE": "a bid has a level from 1 to 7",
        "BID_TOO_LOW": "the bid is not higher than the last",
        "BID_SUM_FORBIDDEN": "the goals may not add up to the tricks",
        "GOAL_OUT_OF_RANGE": "there are not so many tricks",
        "POINTS_OUT_OF_RANGE": "from 31 to 60 card points may be promised",
        "NO_TRUMP_NOT_ALLOWED": "the house rules want a trump suit",
        "DOUBLE_NOT_ALLOWED": "there is nothing to double or redouble",
        "WASH_NOT_ALLOWED": "the hand is too strong for a wash",
        "CALL_OWN_CARD": "a card of the own hand may not be called",
        "CARD_NOT_IN_DECK": "the game is not played with this card",
        "CARD_NOT_HELD": "the card is not in the hand",
        "MUST_FOLLOW_SUIT": "the suit led must be followed",
        "TRUMP_LEAD_FORBIDDEN": "trump may not be led yet",
        "TRUMP_ON_FIRST_TRICK": "trump may not be played to the first trick",
        "NOT_YOUR_HAND": "the card comes from another hand",
        "MOVE_NOT_IN_GAME": "the game has no such move",
        "CLAIM_NOT_ALLOWED": "nothing can be claimed or answered now",
        "UNDO_NOT_ALLOWED": "nothing can be taken back now",
        "HINT_NOT_ALLOWED": "no hint can be given here",
        "FORMAT_NOT_FOR_GAME": "the deals of this game cannot be written in this format",
        "EXPORT_TOO_LARGE": "the file is longer than a message may be",
        "SEED_SEALED": "the secret is sealed until the deal is scored",
        # the engine
        "SEQUENCE_AHEAD": "the resume token lies ahead of the table",
        "SEQUENCE_GONE": "the events after the resume token are gone",
        "WATCH_LIMIT": "too many watch streams",
        "GAME_LIMIT": "too many open tables",
        "RATE_LIMITED": "too many calls",
        "SLOW_CONSUMER": "the stream was read too slowly",
        "STORE_FULL": "the store is full",
        "STORE_UNAVAILABLE": "the store does not answer",
        "GAME_CORRUPT": "the record of this table is damaged",
        "SHUTTING_DOWN": "the engine is stopping",
        "BUG": "internal error",
    }
)


def refusal_id(reason: str) -> str:
    """The id of the sentence a person is shown for a reason."""
    return f"refusal.{reason}"
