"""What the engine says: a code with its arguments, and the sentence in the viewer's language."""

from __future__ import annotations

from collections.abc import Iterable

from fourth.v1 import texts_pb2

from engine_server.rules.cards import Card, Denomination, Suit
from engine_server.rules.moves import Bid, bid_code
from engine_server.words import written
from engine_server.words.languages import Language
from engine_server.words.sentences import sentence

_DENOMINATION_CODES = ("C", "D", "H", "S", "NT")


def text_out(
    code: str, language: Language, arguments: Iterable[tuple[str, written.Argument]] = ()
) -> texts_pb2.Text:
    """A text with its sentence."""
    given = tuple(arguments)
    return texts_pb2.Text(
        code=code,
        arguments=[argument_out(key, value) for key, value in given],
        sentence=sentence(code, dict(given), language),
    )


def argument_out(key: str, value: written.Argument) -> texts_pb2.Argument:
    """One argument in letters: cards SA, bids 3S, seats and counts in digits."""
    return texts_pb2.Argument(key=key, value=_letters(value))


def _letters(value: written.Argument) -> str:
    match value:
        case Card():
            return value.code
        case Suit() | Denomination():
            return _DENOMINATION_CODES[value]
        case written.Bid():
            return bid_code(Bid(value.level, value.denomination))
        case written.Place(seat):
            return str(seat)
        case written.Person(name):
            return name
        case tuple():
            return ",".join(map(_letters, value))
        case _:
            return str(value)
