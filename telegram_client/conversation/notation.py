"""Cards and calls as people type them: SA, AS, ♠A, 10H, spade ace, Pik-Ass, 3s, 3 no trump, p, xx.

One notation holds in every language: suits C D H S, ranks A K Q J T or 10 to 2, in either order. Full words
are understood in English and in the person's language. A language's own letters stand for ranks only, as the
screen prints them (♠D is the German queen); for suits they would be ambiguous.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cache

from fourth.v1.cards_pb2 import Card, Rank, Suit
from fourth.v1.moves_pb2 import Bid, Move, Pass

from telegram_client.speech.cards import rank_written
from telegram_client.speech.phrasebook import Language, Words
from telegram_client.speech.typesetting import is_chinese

_SIGNS = {"♠": "s", "♤": "s", "♥": "h", "♡": "h", "♦": "d", "♢": "d", "♣": "c", "♧": "c", "❤": "h"}
_SUITS = {"c": "SUIT_CLUBS", "d": "SUIT_DIAMONDS", "h": "SUIT_HEARTS", "s": "SUIT_SPADES"}
_HIGH = {"t": "RANK_TEN", "j": "RANK_JACK", "q": "RANK_QUEEN", "k": "RANK_KING", "a": "RANK_ACE"}
_RANKS = {**{str(pips): Rank.Name(pips) for pips in range(2, 11)}, **_HIGH}
"""Letters and digits of the one notation, and the names of the contract they stand for."""
_NO_TRUMP = ("n", "nt", "sa")
_LONGEST = 40
"""Characters of the longest card or call anybody types."""


def tidy(typed: str) -> str:
    """The line as it was meant: full-width letters made plain, invisible marks dropped, spaces folded."""
    plain = unicodedata.normalize("NFKC", typed)
    return " ".join("".join(mark for mark in plain if mark.isspace() or _is_seen(mark)).split())


def _is_seen(mark: str) -> bool:
    return unicodedata.category(mark) not in ("Cf", "Cc", "Mn", "Cs")


def read_number(typed: str) -> int | None:
    """A number that chooses from a list."""
    return int(typed) if re.fullmatch("[0-9]{1,2}", typed) else None


def read_card(typed: str, words: Words) -> Card | None:
    """The card that is meant, None when none is."""
    text = _joined(typed, words)
    for ranks in (_RANKS, _ranks(words.language)):
        if card := _split(text, _suits(words.language), ranks):
            return card
    return None


def read_bid(typed: str, words: Words) -> Bid | None:
    """The bid that is meant, None when none is. The level comes first: 3s is a bid and s3 a card."""
    text, denominations = _joined(typed, words), _denominations(words.language)
    for said, level in _levels(words.language).items():
        denomination = denominations.get(text.removeprefix(said)) if text.startswith(said) else None
        if denomination:
            return Bid(level=level, denomination=denomination)
    return None


def read_denomination(typed: str, words: Words) -> str | None:
    """The contract's name of a suit or no trump, None when neither is meant."""
    return _denominations(words.language).get(_joined(typed, words))


def read_call(typed: str, words: Words) -> Move | None:
    """A pass, a double, a redouble or a bid, None when none is meant."""
    text = _joined(typed, words)
    if text in _meanings(words.language, "pass", ("p", "pass")):
        return Move(pass_call=Pass())
    for name in ("double", "redouble"):
        if text in _meanings(words.language, name, {"double": ("x",), "redouble": ("xx",)}[name]):
            move = Move()
            getattr(move, f"{name}_call").SetInParent()
            return move
    bid = read_bid(typed, words)
    return Move(bid=bid) if bid else None


def read_yes_no(typed: str, words: Words) -> bool | None:
    """An answer, None when it is neither yes nor no."""
    text = _joined(typed, words)
    if text in _meanings(words.language, "yes", ("y", "yes")):
        return True
    return False if text in _meanings(words.language, "no", ("n", "no")) else None


def _joined(typed: str, words: Words) -> str:
    """Small letters without spaces, symbols as letters, and without words such as "of".

    Chinese has no spaces to tell such a word by: there it is left out at the beginning and behind a suit.
    """
    text = "".join(_SIGNS.get(mark, mark) for mark in tidy(typed)[:_LONGEST].casefold())
    fillers = _meanings(words.language, "filler", ())
    joined = "".join(token for token in re.split(r"\s+|(?<=\S)[-_.,]+", text) if token not in fillers)
    solid = "|".join(filter(is_chinese, fillers))
    if not solid:
        return joined
    suits = "|".join(filter(is_chinese, _suits(words.language)))
    return re.sub(f"({suits})(?:{solid})(?=.)", r"\1", re.sub(f"^(?:{solid})(?=.)", "", joined))


def _split(text: str, suits: Mapping[str, str], ranks: Mapping[str, str]) -> Card | None:
    """A suit and a rank that together are the whole text, in either order."""
    for cut in range(1, len(text)):
        for first, second in ((text[:cut], text[cut:]), (text[cut:], text[:cut])):
            if first in suits and second in ranks:
                return Card(suit=suits[first], rank=ranks[second])
    return None


@cache
def _meanings(language: Language, name: str, always: tuple[str, ...]) -> frozenset[str]:
    """What is understood for a word; without spaces, as `_joined` leaves it."""
    typed = Words(language).understood(f"typed.{name}") if Words(language).has(f"typed.{name}") else ()
    return frozenset(word.replace(" ", "").replace("-", "") for word in (*always, *typed))


@cache
def _levels(language: Language) -> Mapping[str, int]:
    """1 to 7 in digits and words."""
    names = ("one", "two", "three", "four", "five", "six", "seven")
    return {
        word: level
        for level, name in enumerate(names, 1)
        for word in _meanings(language, name, (str(level),))
    }


@cache
def _suits(language: Language) -> Mapping[str, str]:
    return {**_full_words(language, Suit.keys()[1:]), **_SUITS}


@cache
def _ranks(language: Language) -> Mapping[str, str]:
    """Full words, and the letters that the language prints."""
    names = Rank.keys()[1:]
    printed = {rank_written(Words(language), Rank.Value(name)).casefold(): name for name in names}
    return {**printed, **_full_words(language, names), **_RANKS}


@cache
def _denominations(language: Language) -> Mapping[str, str]:
    suits = {word: f"DENOMINATION_{suit[5:]}" for word, suit in _suits(language).items()}
    return {**suits, **dict.fromkeys(_meanings(language, "no_trump", _NO_TRUMP), "DENOMINATION_NO_TRUMP")}


def _full_words(language: Language, names: Sequence[str]) -> dict[str, str]:
    """The words of suits or ranks: spade, spades, Pik."""
    return {word: name for name in names for word in _meanings(language, name[5:].lower(), ())}
