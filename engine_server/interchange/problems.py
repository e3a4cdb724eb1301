"""Why a file is refused. A file comes in whole or not at all."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


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
