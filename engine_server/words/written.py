"""How cards, suits, bids, seats, numbers and names are written in a language.

A card is symbol then rank (♠A, ♥10), a bid is level then symbol (3♠, 3NT): so ♠3 is a card and 3♠ a bid.
A suit or denomination alone is a word, as sentences need it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TypeAlias

from engine_server.rules.cards import Card, Denomination, Rank, Seat, Suit
from engine_server.words.languages import Language
from engine_server.words.phrasebook import PHRASEBOOK, Phrasebook


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid, or a contract with what it is multiplied by: 1, doubled 2, redoubled 4."""

    level: int
    denomination: Denomination
    stake: int = 1


@dataclass(frozen=True, slots=True)
class Person:
    """The name of a person or robot, kept apart from the direction of the text around it."""

    name: str


@dataclass(frozen=True, slots=True)
class Place:
    """A seat of the compass that is to be written as its name: North, Ost."""

    seat: Seat


Argument: TypeAlias = Card | Suit | Denomination | Bid | Person | Place | int | str | tuple["Argument", ...]
"""What a sentence may mention. A tuple is written as a list: A, B and C. A plain str stands as it is."""

SUIT_SYMBOLS = ("♣", "♦", "♥", "♠")
"""By suit, lowest first, without a variation selector: with one they are two columns wide."""
_STAKES = {1: "", 2: "X", 4: "XX"}
_COMPASS = ("north", "east", "south", "west")
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"
_DIRECTIONS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")


def write(argument: Argument, language: Language, book: Phrasebook = PHRASEBOOK) -> str:
    """An argument as the language writes it in a sentence."""
    match argument:
        case Card():
            return card(argument, language, book)
        case Suit() | Denomination():
            return denomination(argument, language, book)
        case Bid():
            return bid(argument)
        case Person(name):
            return person(name)
        case Place(where):
            return seat(where, language, book)
        case int():
            return number(argument)
        case str():
            return argument
        case _:
            return listed([write(part, language, book) for part in argument], language, book)


def card(card: Card, language: Language, book: Phrasebook = PHRASEBOOK) -> str:
    """Symbol then rank: ♠A, in German ♠D for the queen."""
    return SUIT_SYMBOLS[card.suit] + rank(card.rank, language, book)


def rank(rank: Rank, language: Language, book: Phrasebook = PHRASEBOOK) -> str:
    """The index of a rank: 2 to 10 in digits, the high cards by the language's letters."""
    return str(int(rank)) if rank <= Rank.TEN else _said(f"rank.{rank.name.lower()}", language, book)


def denomination(named: Suit | Denomination, language: Language, book: Phrasebook = PHRASEBOOK) -> str:
    """The word for a suit or for no trump: hearts, ohne Trumpf."""
    return _said(f"denomination.{named.name.lower()}", language, book)


def bid(bid: Bid) -> str:
    """Level then symbol, NT for no trump, X and XX when doubled: 3♠, 3NT, 4♥X. Alike in every language."""
    trump = bid.denomination.trump
    symbol = "NT" if trump is None else SUIT_SYMBOLS[trump]
    return f"{bid.level}{symbol}{_STAKES[bid.stake]}"


def seat(where: Seat, language: Language, book: Phrasebook = PHRASEBOOK) -> str:
    """The name of a seat of the compass, counted from North; seats beyond have their number."""
    if where >= len(_COMPASS):
        return number(where + 1)
    return _said(f"seat.{_COMPASS[where]}", language, book)


def number(number: int) -> str:
    """Digits, with a minus sign instead of a hyphen and no plus."""
    return f"−{-number}" if number < 0 else str(number)


def person(name: str) -> str:
    """A name in isolation: marks in it that turn the direction of text are dropped, the rest stands."""
    return _ISOLATE + _DIRECTIONS.sub("", name) + _END_ISOLATE


def listed(parts: list[str], language: Language, book: Phrasebook = PHRASEBOOK) -> str:
    """A, B and C."""
    if len(parts) < 2:
        return "".join(parts)
    first = _said("list.comma", language, book).join(parts[:-1])
    return _said("list.and", language, book).format(first=first, last=parts[-1])


def _said(message_id: str, language: Language, book: Phrasebook) -> str:
    return book.find(message_id, language).text
