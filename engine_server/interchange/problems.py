"""Why a file is refused. A file comes in whole or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType


class Fault(StrEnum):
    """What is wrong with a file. The value is the reason."""

    FILE_TOO_LARGE = "FILE_TOO_LARGE"
    FILE_EMPTY = "FILE_EMPTY"
    FILE_TRUNCATED = "FILE_TRUNCATED"
    TEXT_UNREADABLE = "TEXT_UNREADABLE"
    TAG_MALFORMED = "TAG_MALFORMED"
    TAG_MISSING = "TAG_MISSING"
    TAG_CONTRADICTS = "TAG_CONTRADICTS"
    TOKEN_UNKNOWN = "TOKEN_UNKNOWN"
    CARD_UNKNOWN = "CARD_UNKNOWN"
    CARD_TWICE = "CARD_TWICE"
    HAND_SIZE = "HAND_SIZE"
    HANDS_MISSING = "HANDS_MISSING"
    CALL_ILLEGAL = "CALL_ILLEGAL"
    CARD_ILLEGAL = "CARD_ILLEGAL"
    PLAY_GAP = "PLAY_GAP"
    IRREGULARITY = "IRREGULARITY"
    FORMAT_UNKNOWN = "FORMAT_UNKNOWN"
    VERSION_UNKNOWN = "VERSION_UNKNOWN"
    GAME_KEY_UNKNOWN = "GAME_KEY_UNKNOWN"
    OPTION_INVALID = "OPTION_INVALID"
    EVENT_UNREADABLE = "EVENT_UNREADABLE"
    EVENT_DIFFERS = "EVENT_DIFFERS"
    MOVE_ILLEGAL = "MOVE_ILLEGAL"
    SEAL_DIFFERS = "SEAL_DIFFERS"
    DEAL_DIFFERS = "DEAL_DIFFERS"
    SCORE_DIFFERS = "SCORE_DIFFERS"
    MATCH_UNFINISHED = "MATCH_UNFINISHED"


MEANINGS: Mapping[Fault, str] = MappingProxyType(
    {
        Fault.FILE_TOO_LARGE: "the file is too large",
        Fault.FILE_EMPTY: "the file holds nothing to read",
        Fault.FILE_TRUNCATED: "the file ends in the middle",
        Fault.TEXT_UNREADABLE: "the file is no text of this kind",
        Fault.TAG_MALFORMED: "a tag or its value is malformed",
        Fault.TAG_MISSING: "a tag that is needed is missing",
        Fault.TAG_CONTRADICTS: "what is said here contradicts the rest",
        Fault.TOKEN_UNKNOWN: "this means nothing here",
        Fault.CARD_UNKNOWN: "there is no such card",
        Fault.CARD_TWICE: "a card is there twice",
        Fault.HAND_SIZE: "a hand has not thirteen cards",
        Fault.HANDS_MISSING: "more than one hand is missing",
        Fault.CALL_ILLEGAL: "the rules forbid this call",
        Fault.CARD_ILLEGAL: "the rules forbid this card",
        Fault.PLAY_GAP: "a card is missing in the middle of the play",
        Fault.IRREGULARITY: "irregularities at the table cannot be taken in",
        Fault.FORMAT_UNKNOWN: "this is no log of a table",
        Fault.VERSION_UNKNOWN: "the log is written in a version unknown here",
        Fault.GAME_KEY_UNKNOWN: "there is no game of this key",
        Fault.OPTION_INVALID: "a house rule is unknown, out of range, or contradicts another",
        Fault.EVENT_UNREADABLE: "an event cannot be read",
        Fault.EVENT_DIFFERS: "this does not follow from what happened before",
        Fault.MOVE_ILLEGAL: "the rules forbid this move",
        Fault.SEAL_DIFFERS: "the secret does not belong to the seal",
        Fault.DEAL_DIFFERS: "these are not the cards that the secret deals",
        Fault.SCORE_DIFFERS: "the score is another one by the rules",
        Fault.MATCH_UNFINISHED: "the log ends before the match does",
    }
)
"""What each fault says, for whoever reads a command's answer."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A fault and where it stands: the line, counted from 1, and the tag (field of LIN, part of a log)."""

    fault: Fault
    line: int
    tag: str = ""

    def __str__(self) -> str:
        place = f"line {self.line}"
        return f"{self.fault} in {place}, {self.tag}" if self.tag else f"{self.fault} in {place}"


class FileRefused(ValueError):
    """The file is not what it should be, and nothing of it was taken. The text names no card."""

    def __init__(self, fault: Fault, line: int, tag: str = "") -> None:
        self.problem = Problem(fault, line, tag)
        super().__init__(str(self.problem))


class NotABoard(ValueError):
    """The deal cannot be said in the format: it is not one of four hands of thirteen cards played in turn."""

    def __init__(self) -> None:
        super().__init__("this deal cannot be written in this format")
