"""What a person wants: a typed line, later a tap on a button, made into an intent."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeAlias

from telegram_client.conversation.notation import tidy
from telegram_client.speech.phrasebook import Words

TURN = "turn"
"""What stands before the seconds of a turn, among the house rules of a new table."""
SHORTEST_TURN, LONGEST_TURN, DIGITS = 10, 86400, 6
"""Seconds a turn takes at least and at most (CreateTableRequest.turn_seconds), and the digits read."""
FORMATS = ("json", "pbn", "lin")
"""What a match can be exported as."""
_CODE = re.compile("[2-9A-Za-z]{6,8}", re.ASCII)
"""The code of a table; no number of a deal is so long."""


class Wish(StrEnum):
    """A wish that needs nothing more said. The value is its command."""

    TABLE = "table"
    HAND = "hand"
    HINT = "hint"
    SCORE = "score"
    GAMES = "games"
    LEAVE = "leave"
    START = "start"
    DEAL = "deal"
    LAST = "last"
    TRICKS = "tricks"
    ROBOT = "robot"
    CONCEDE = "concede"
    UNDO = "undo"
    BEGIN = "begin"
    HELP = "help"
    QUIT = "quit"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Play:
    """Open a table: against robots, or for friends to join. `game` is empty for the person's usual one."""

    game: str
    options: tuple[tuple[str, str], ...] = ()
    friends: bool = False
    turn: str = ""
    """The seconds a turn may take, as typed; empty where it may take as long as it takes."""

    @property
    def turn_seconds(self) -> int | None:
        """The seconds of a turn; None where none were typed, or what no table may have."""
        if not (self.turn.isascii() and self.turn.isdigit()):
            return None
        seconds = int(self.turn[:DIGITS])
        return seconds if SHORTEST_TURN <= seconds <= LONGEST_TURN else None


@dataclass(frozen=True, slots=True)
class Join:
    """Sit down, or watch, at the table of a code. `invited`: by a link that somebody sent."""

    code: str
    invited: bool = False


@dataclass(frozen=True, slots=True)
class Auto:
    """Let the robot play the person's seat, or take it back; None where neither was meant."""

    on: bool | None


@dataclass(frozen=True, slots=True)
class Claim:
    """So many of the tricks that are left, as typed; empty for all of them."""

    tricks: str = ""


@dataclass(frozen=True, slots=True)
class Why:
    """What is to be said about a move, as typed."""

    move: str


@dataclass(frozen=True, slots=True)
class Rules:
    """A page of the rules of a game; `game` empty for the one that is played."""

    game: str
    page: int = 1


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options of a game, or one of them whose key follows; `game` empty for the one that is played."""

    game: str


@dataclass(frozen=True, slots=True)
class Explain:
    """What a term means; empty for the list of terms. `code`: the term is meant that has this code."""

    term: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class TermsIn:
    """The terms that occur in a hint, or in a page of the rules; None for the hint."""

    page: Rules | None = None


@dataclass(frozen=True, slots=True)
class Speak:
    """Another language, by its tag; empty for the list of languages."""

    tag: str


@dataclass(frozen=True, slots=True)
class Export:
    """A file of a match: json, pbn or lin, "" for what is none of them.

    `deal` 0 is for all scored deals, `code` empty for the table the person is at.
    """

    wanted: str = "json"
    deal: int = 0
    code: str = ""


@dataclass(frozen=True, slots=True)
class Act:
    """A move as typed: a card, a call, an answer, or a number."""

    typed: str


@dataclass(frozen=True, slots=True)
class Unclear:
    """A command nobody knows."""

    command: str


Intent: TypeAlias = (
    Wish
    | Play
    | Join
    | Auto
    | Claim
    | Why
    | Rules
    | HouseRules
    | Explain
    | TermsIn
    | Speak
    | Export
    | Act
    | Unclear
)


def read(line: str, words: Words) -> Intent:
    """The intent of a typed line. Any line has one: what is no command is taken for a move."""
    text = tidy(line)
    if not text.startswith("/"):
        return _without_slash(text, words)
    name, _, rest = text[1:].strip().partition(" ")
    command = name.partition("@")[0].lower()
    if command in _WITH_MORE:
        return _WITH_MORE[command](rest.strip(), words)
    return Wish(command) if command in set(Wish) else Unclear(tidy(name)[:20])


def _without_slash(text: str, words: Words) -> Intent:
    if text == "?" or text.casefold() in words.understood("typed.help"):
        return Wish.HELP
    return Act(text)


def _play(rest: str, words: Words) -> Intent:
    """GAME [option=value ...] [turn=SECONDS] [friends], in any order."""
    names, options, friends, turn = [], [], False, ""
    for part in rest.split():
        key, equals, value = part.partition("=")
        if equals and key.casefold() == TURN:
            turn = value or "?"
        elif equals:
            options.append((key, value))
        elif part.casefold() in words.understood("typed.friends"):
            friends = True
        else:
            names.append(part.lower())
    return Play(" ".join(names), tuple(options), friends, turn)


def _open(rest: str, words: Words) -> Intent:
    wish = _play(rest, words)
    assert isinstance(wish, Play)
    return replace(wish, friends=True)


def _auto(rest: str, words: Words) -> Intent:
    if not rest or rest.casefold() in words.understood("typed.on"):
        return Auto(True)
    return Auto(False if rest.casefold() in words.understood("typed.off") else None)


def _start(rest: str, words: Words) -> Intent:
    """What an invitation sends is a code."""
    return Join(rest.replace(" ", ""), invited=True) if rest else Wish.START


def _words(rest: str, words: Words) -> Intent:
    """TERM, or what only keys send: =CODE of a term, @hint, @rules GAME PAGE."""
    if rest.startswith("="):
        return Explain("", rest[1:])
    if not rest.startswith("@"):
        return Explain(rest)
    where, _, page = rest[1:].partition(" ")
    return TermsIn(_rules(page, words) if where == "rules" else None)


def _rules(rest: str, words: Words) -> Rules:
    *names, last = rest.split() or [""]
    if last.isascii() and last.isdigit():
        return Rules(" ".join(names).lower(), int(last[:4]))
    return Rules(rest.lower())


def _export(rest: str, words: Words) -> Export:
    """[FORMAT] [DEAL] [CODE], in any order."""
    found: dict[str, Any] = {}
    for part in rest.split():
        if part.lower() in FORMATS:
            found["wanted"] = part.lower()
        elif _CODE.fullmatch(part):
            found["code"] = part.upper()
        elif part.isascii() and part.isdigit() and int(part) > 0:
            found["deal"] = int(part)
        else:
            return Export(wanted="")
    return Export(**found)


_WITH_MORE: dict[str, Callable[[str, Words], Intent]] = {
    "play": _play,
    "open": _open,
    "join": lambda rest, words: Join(rest.replace(" ", "")),
    "auto": _auto,
    "claim": lambda rest, words: Claim(rest),
    "why": lambda rest, words: Why(rest),
    "rules": _rules,
    "options": lambda rest, words: HouseRules(rest.lower()),
    "words": _words,
    "start": _start,
    "language": lambda rest, words: Speak(rest),
    "export": _export,
}

COMMANDS = frozenset({*_WITH_MORE, *(wish.value for wish in Wish)})
"""Every command, for help and tests."""
