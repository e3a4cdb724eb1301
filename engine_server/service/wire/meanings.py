"""What calls say by the bidding system of the robots, which is public, on the wire."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from fourth.v1 import texts_pb2

from engine_server.advisor.natural.meanings import Meaning
from engine_server.advisor.natural.needs import Arguments
from engine_server.advisor.natural.system import hear
from engine_server.game.view import View
from engine_server.rules.auctions import Ladder
from engine_server.rules.cards import Suit
from engine_server.rules.moves import SeatCall
from engine_server.rules.sides import Pairs
from engine_server.service.wire.texts import text_out
from engine_server.words import written
from engine_server.words.languages import Language
from engine_server.words.sentences import sentence


def meanings_out(view: View, language: Language) -> Sequence[texts_pb2.Text | None]:
    """For each call of the deal what it promises; nothing where the robots have agreed on nothing."""
    variant = view.variant
    if not isinstance(variant.auction, Ladder) or not isinstance(variant.sides, Pairs):
        return [None] * len(view.calls)
    return _said_by(view.calls, language)


@lru_cache(maxsize=1024)
def _said_by(calls: tuple[SeatCall, ...], language: Language) -> tuple[texts_pb2.Text, ...]:
    """Kept, as each view of a deal tells it again to everybody; a message copies what it holds."""
    return tuple(_meaning_out(meaning, language) for meaning in hear(calls, me=0).meanings)


def _meaning_out(meaning: Meaning, language: Language) -> texts_pb2.Text:
    """The head as code and arguments; head and details together as the sentence."""
    text = text_out(meaning.code.value, language, _said(meaning.arguments))
    details = [text_out(code.value, language, _said(given)).sentence for code, given in meaning.details]
    text.sentence = sentence("list.comma", {}, language).join([text.sentence, *details])
    return text


def _said(given: Arguments) -> list[tuple[str, written.Argument]]:
    """Meanings speak of suits and whole numbers alone."""
    return [(name, value) for name, value in given if isinstance(value, Suit | int)]
