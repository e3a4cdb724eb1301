"""Cards as people may read them in any text: by symbols, letters and words of all languages that we speak.

The letters of two languages never mean different ranks (D is a queen in German and in Norwegian, B a jack),
so a text is read by all of them at once, and it does not matter who is spoken to in which language.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

Name = str
"""A card as ♠A, with the English letters."""

SUITS = {
    "♣": "clubs club kreuz kløver 梅花 草花",
    "♦": "diamonds diamond karo ruter 方块 方塊 方片 阶砖 階磚",
    "♥": "hearts heart herz hjerter 红心 紅心 红桃 紅桃",
    "♠": "spades spade pik spar 黑桃 葵扇",
}
_SMALL = "two three four five six seven eight nine ten/zwei drei vier fünf sechs sieben acht neun zehn/"
_NUMBERS = _SMALL + "to tre fire fem seks sju åtte ni ti"
RANKS = {
    "J": "jack jacks bube buben knekt knekten",
    "Q": "queen queens dame damen",
    "K": "king kings könig konge kongen",
    "A": "ace aces ass as ess esset",
}
_LETTERS = {"J": "J", "B": "J", "Kn": "J", "Q": "Q", "D": "Q", "K": "K", "A": "A", "E": "A", "T": "10"}
_DIGITS = [*map(str, range(2, 11))]
_ORDER = [*_DIGITS, *"JQKA"]
PACK = frozenset(suit + rank for suit in SUITS for rank in _ORDER)
_SUIT_LETTERS = dict(zip("SHDC", "♠♥♦♣", strict=True))
_RARE = re.compile(r"[^\x00-\x7f]")
_HOLLOW = str.maketrans("♤♡♢♧", "♠♥♦♣")
_FACES = {1: "A", 11: "J", 13: "Q", 14: "K"}


def _words(table: dict[str, str]) -> dict[str, str]:
    return {word: key for key, words in table.items() for word in words.split()}


_SUIT_WORDS = _words(SUITS)
_RANK_WORDS = _words(RANKS) | {
    word: rank for line in _NUMBERS.split("/") for word, rank in zip(line.split(), _DIGITS, strict=True)
}


def _any_of(words: dict[str, str] | list[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_LATIN = "0-9A-Za-zÀ-ÖØ-öø-ÿ"
_END = f"(?![{_LATIN}])"
_START = f"(?<![{_LATIN}])"
_SHORT = _any_of([*_LETTERS, *_DIGITS])
_SUIT_WORD, _RANK_WORD = _any_of(_SUIT_WORDS), _any_of(_RANK_WORDS)
_MEASURE = "(?! ?[张張枚墩分点點个個])"
"""Behind a number in Chinese: it counts then, and is no rank."""
_NEXT = _END + _MEASURE

_BID = re.compile(rf"(?<![{_LATIN}♣♦♥♠])[1-7][♣♦♥♠]")
_RUN = re.compile(rf"([♣♦♥♠])((?:(?:{_SHORT}){_NEXT}|[ -](?:{_SHORT}){_NEXT}(?![♣♦♥♠]))+)")
_RANK_FIRST = re.compile(rf"(?<![{_LATIN}♣♦♥♠])({_SHORT})([♣♦♥♠])(?! ?(?:{_SHORT}){_END}(?![♣♦♥♠]))")
_COLUMNS = re.compile(rf"(?:^|  )([SHDC])((?: (?:10|[2-9TJQKA])){{2,}}){_END}", re.MULTILINE)
_CODE = re.compile(rf"{_START}([SHDC])(10|[2-9TJQKA]){_END}")
_SUIT_THEN_RANK = re.compile(
    rf"{_START}(?:({_SUIT_WORD})|([♣♦♥♠]))[ -]?(?:(?i:({_RANK_WORD}))|({_SHORT})){_END}{_MEASURE}"
)
_RANK_OF_SUIT = re.compile(rf"{_START}(?:({_RANK_WORD})|(10|[2-9]|[AKQJ])) of (?:the )?({_SUIT_WORD}){_END}")
_PBN = re.compile(rf"{_START}([2-9TJQKA]*)\.([2-9TJQKA]*)\.([2-9TJQKA]*)\.([2-9TJQKA]*){_END}")
_LIN = re.compile(r"S([2-9TJQKA]*)H([2-9TJQKA]*)D([2-9TJQKA]*)C([2-9TJQKA]*)")


@cache
def cards_in(text: str) -> frozenset[Name]:
    """All cards that a text names. A bid, 3♠, is none."""
    plain = _BID.sub(" · ", _plain(text))
    return frozenset([*_by_symbols(plain), *_by_words(_lower_suits(plain)), *_by_hands(plain)])


def _plain(text: str) -> str:
    """Without marks that are not seen, drawn cards as symbol and rank, full-width letters as plain ones.

    Behind an ellipsis something is left out: it is not the three dots of a hand in a file.
    """
    seen = _RARE.sub(lambda sign: _drawn(sign[0]), text.replace("…", " "))
    return unicodedata.normalize("NFKC", seen).translate(_HOLLOW)


def _drawn(sign: str) -> str:
    """A card that is one sign (🂡) as suit and rank; nothing for a mark that is not seen."""
    if unicodedata.category(sign) in ("Cf", "Mn"):
        return ""
    place = ord(sign) - 0x1F0A0
    if not 0 <= place < 0x40 or place % 16 in (0, 12, 15):
        return sign
    return f" {'♠♥♦♣'[place // 16]}{_FACES.get(place % 16, place % 16)} "


def _by_symbols(text: str) -> Iterator[Name]:
    for run in _RUN.finditer(text):
        yield from (run[1] + _rank(short) for short in re.findall(_SHORT, run[2]))
    yield from (found[2] + _rank(found[1]) for found in _RANK_FIRST.finditer(text))
    yield from (_SUIT_LETTERS[found[1]] + _rank(found[2]) for found in _CODE.finditer(text))
    for suit, held in _COLUMNS.findall(text):
        ranks = [_rank(short) for short in held.split()]
        if ranks == sorted(set(ranks), key=_ORDER.index, reverse=True):  # else it is numbers in columns
            yield from (_SUIT_LETTERS[suit] + rank for rank in ranks)


def _by_words(text: str) -> Iterator[Name]:
    for word, symbol, rank, short in _SUIT_THEN_RANK.findall(text):
        yield (symbol or _SUIT_WORDS[word]) + (_RANK_WORDS[rank.lower()] if rank else _rank(short))
    for rank, short, word in _RANK_OF_SUIT.findall(text):
        yield _SUIT_WORDS[word] + (_RANK_WORDS[rank] if rank else _rank(short))


def _by_hands(text: str) -> Iterator[Name]:
    """Whole hands as files have them, with no card twice: the digits of a seal are none."""
    for suits in [*_PBN.findall(text), *_LIN.findall(text)]:
        if sum(map(len, suits)) > 4 and all(len(set(ranks)) == len(ranks) for ranks in suits):
            yield from (
                suit + _rank(rank) for suit, ranks in zip("♠♥♦♣", suits, strict=True) for rank in ranks
            )


def _lower_suits(text: str) -> str:
    """Words in small letters; the short letters of ranks, which are capitals, as they are."""
    return re.sub(rf"[{_LATIN}]{{3,}}", lambda word: word[0].lower(), text)


def _rank(short: str) -> str:
    return _LETTERS.get(short, short)
