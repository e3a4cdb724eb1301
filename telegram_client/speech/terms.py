"""Which terms of the glossary a text uses, so that each can be explained where it is read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fourth.v1.catalog_service_pb2 import Word

ENDINGS = 3
"""So many letters a term may be followed by in a text: tricks, Stichen, stikkene."""
SHORT = 3
"""Shorter terms take no ending: too many other words begin like them."""
_WIDE = re.compile("[\u2e80-\u9fff\uf900-\ufaff]")


def terms_in(text: str, glossary: Sequence[Word]) -> list[Word]:
    """The terms that occur in a text, in the order they first do. Longer ones hide those they contain."""
    found: dict[int, Word] = {}
    left = text
    names = [(name, word) for word in glossary for name in (word.term, *word.also)]
    for name, word in sorted(names, key=lambda named: -len(named[0])):
        pattern = _pattern(name)
        if pattern and (match := pattern.search(left)):
            found[match.start()] = word
            left = pattern.sub(lambda part: " " * len(part[0]), left)
    return list({word.code: word for _, word in sorted(found.items())}.values())


def _pattern(term: str) -> re.Pattern[str] | None:
    """How a term looks in a sentence; none for a single Latin letter or a number, which is a card.

    Chinese words do not change and have no spaces around them; others begin a word and may take an ending.
    The first letter may be large instead of small, never the other way: a German noun is none when small.
    """
    bare = re.sub(r"\s*\(.*?\)", "", term).strip()
    if _WIDE.search(bare):
        return re.compile(re.escape(bare))
    if len(bare) < 2 or bare.isdigit():
        return None
    endings = ENDINGS if len(bare) > SHORT else 0
    first = f"[{bare[0]}{bare[0].upper()}]" if bare[0].isalpha() else re.escape(bare[0])
    deed = "(?! [♠♥♦♣])" if bare[0].isupper() else ""  # "Spiel ♠A" plays, and is no noun
    return re.compile(rf"\b{first}{re.escape(bare[1:])}\w{{0,{endings}}}\b{deed}")
