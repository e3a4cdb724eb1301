"""Taps: what a button sends, in at most 64 bytes, and what it means when it comes back.

A tap is a claim, not a right: whoever sends it is known by other means, and the engine decides. Four kinds:

    /rules floating 2          a command, as it would be typed
    m:TABLE:VERSION:MOVE       a move, chosen at a version of the table; MOVE is the contract's message
    n:TABLE:VERSION:PLACE      the card at that place, from 1, of the hand of whoever taps
    p:TABLE:VERSION:CHOICE     turns the keys of the message: a suit or a level to choose from
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from typing import TypeAlias

from fourth.v1.moves_pb2 import Move
from google.protobuf.message import DecodeError

from telegram_client.conversation.screens import LONGEST_TAP

_TAP = re.compile(r"([mnp]):([A-Za-z0-9_-]{1,32}):([0-9]{1,10}):([A-Za-z0-9_-]{1,48})", re.ASCII)
_COMMAND = re.compile(r"/[a-z_]{1,32}( [^\x00-\x1f]*)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Command:
    """A command, to be read as a typed line."""

    line: str


@dataclass(frozen=True, slots=True)
class MoveTap:
    """A move at a version of a table."""

    table: str
    version: int
    move: Move


@dataclass(frozen=True, slots=True)
class PlaceTap:
    """The card at a place, from 1, in the hand of whoever taps."""

    table: str
    version: int
    place: int


@dataclass(frozen=True, slots=True)
class PickTap:
    """Other keys below the same message: `choice` is a suit letter, a level, or `back`."""

    table: str
    version: int
    choice: str


Tap: TypeAlias = Command | MoveTap | PlaceTap | PickTap


def move_tap(table: str, version: int, move: Move) -> str:
    """What the button of a move sends. Raises ValueError for a move that does not fit."""
    packed = urlsafe_b64encode(move.SerializeToString(deterministic=True)).decode().rstrip("=")
    return _fitting(f"m:{table}:{version}:{packed}")


def place_tap(table: str, version: int, place: int) -> str:
    """What a numbered button sends."""
    return _fitting(f"n:{table}:{version}:{place}")


def pick_tap(table: str, version: int, choice: str) -> str:
    """What a button sends that leads to other buttons."""
    return _fitting(f"p:{table}:{version}:{choice}")


def _fitting(tap: str) -> str:
    if len(tap.encode()) > LONGEST_TAP:
        raise ValueError("a tap of more than 64 bytes")
    return tap


def read_tap(data: str) -> Tap | None:
    """What a tap means; None for what no button of ours sends."""
    if len(data.encode("utf-8", "replace")) > LONGEST_TAP:
        return None
    if _COMMAND.fullmatch(data):
        return Command(data)
    match = _TAP.fullmatch(data)
    return _read(*match.groups()) if match else None


def _read(kind: str, table: str, version: str, what: str) -> Tap | None:
    at = int(version)
    if at >= 2**32:
        return None
    if kind == "p":
        return PickTap(table, at, what)
    if kind == "n":
        return PlaceTap(table, at, int(what)) if re.fullmatch("[1-9][0-9]?", what, re.ASCII) else None
    move = _move(what)
    return None if move is None else MoveTap(table, at, move)


def _move(packed: str) -> Move | None:
    """The move in a tap; None for bytes that are none, or of a kind this client does not know."""
    try:
        move = Move.FromString(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)))
    except (ValueError, DecodeError):
        return None
    return move if move.WhichOneof("kind") else None
