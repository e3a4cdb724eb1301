"""Who sits where, and what a seat is called: by the compass at tables of four, by name at all others."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from fourth.v1.views_pb2 import View

from telegram_client.speech.columns import width
from telegram_client.speech.phrasebook import Words

COMPASS = ("north", "east", "south", "west")
TWO = 2
"""Players of a game for two: where four hands are dealt to them, each has a dummy, counted after them."""
ROOM, LEAST_ROOM = {2: 7, 3: 6, 5: 4}, 3
"""Letters of a name over a column, by the seats of a table without a compass."""
_FROM_THE_LEFT = frozenset({"L", "EN", "ES", "CS", "ON", "WS"})
"""Directions of letters that keep the order of columns (unicodedata.bidirectional)."""
_ISOLATE, _END = "\u2068", "\u2069"


def is_you(view: View, seat: int) -> bool:
    """Whether the viewer has the seat."""
    return view.HasField("viewer") and view.viewer == seat


def has_compass(view: View) -> bool:
    """Tables of four are North, East, South and West; at others who sits there is called by name."""
    return len(view.seats) == len(COMPASS)


def letter(words: Words, view: View, seat: int) -> str:
    """The head of the seat's column: N; a name or its beginning at tables without a compass, or a number."""
    if has_compass(view):
        return words.say(f"seat.{COMPASS[seat]}.letter")
    return str(seat + 1) if has_numbers(words, view) else _name_over_column(words, view, seat)


def has_numbers(words: Words, view: View) -> bool:
    """Whether columns are headed by numbers: names would be too wide there, or alike once they are cut."""
    if has_compass(view):
        return False
    names = [_name_over_column(words, view, seat) for seat in range(len(view.seats))]
    alike = len({name.casefold() for name in names}) < len(names)
    return alike or not all(map(_fits_a_column, names))


def _name_over_column(words: Words, view: View, seat: int) -> str:
    you = words.say("seat.you")
    name = you if is_you(view, seat) and _fits_a_column(you) else view.seats[seat].name
    return name[: ROOM.get(len(view.seats), LEAST_ROOM)].strip()


def _fits_a_column(text: str) -> bool:
    """Whether every letter takes one column, and the columns keep their order."""
    straight = all(unicodedata.bidirectional(mark) in _FROM_THE_LEFT for mark in text)
    return 0 < width(text) == len(text) and straight


def place(words: Words, view: View, seat: int) -> str:
    """The seat itself: North; seat 5, where it is not known yet who will sit there."""
    if has_compass(view):
        return words.say(f"seat.{COMPASS[seat]}")
    return words.say("seat.numbered", number=seat + 1)


def is_person(view: View, seat: int) -> bool:
    """Whether a person has the seat, even while a robot plays it."""
    return view.seats[seat].HasField("player")


def isolated(name: str) -> str:
    """A person's name in a sentence: the direction of its letters ends with it."""
    return f"{_ISOLATE}{name}{_END}" if name else name


def bare(text: str) -> str:
    """A text without the marks around its names, for where they are not understood."""
    return text.replace(_ISOLATE, "").replace(_END, "")


def who(words: Words, view: View, seat: int) -> str:
    """A seat in a sentence: a person by name, a robot or an empty chair by its place on the compass.

    Without a compass a robot is called by name, too, and only an empty chair has a number.
    """
    seen = view.seats[seat]
    named = is_person(view, seat) or (seen.name and not has_compass(view))
    return isolated(seen.name) if named else place(words, view, seat)


def label(words: Words, view: View, seat: int) -> str:
    """A seat at the head of a row: South (you), North (robot), East (Anna); you, Ada (robot), Anna."""
    if not has_compass(view):
        return known_as(words, view, seat)
    seen = view.seats[seat]
    if is_you(view, seat):
        sitter = words.say("seat.you")
    elif is_person(view, seat):
        sitter = seen.name
    else:
        sitter = words.say("seat.robot") if seen.name else words.say("seat.free")
    return aside(words, place(words, view, seat), sitter)


def known_as(words: Words, view: View, seat: int, name: Callable[[str], str] = str) -> str:
    """Who sits there: you, Ada (robot), Anna, free. `name` writes a name."""
    seen = view.seats[seat]
    sitter = words.say("seat.you") if is_you(view, seat) else name(seen.name) or words.say("seat.free")
    return aside(words, sitter, words.say("seat.robot")) if seen.is_robot else sitter


def aside(words: Words, text: str, remark: str) -> str:
    """A text with a remark behind it: South (you)."""
    return words.say("list.aside", text=text, remark=remark)


def from_viewer(view: View) -> list[int]:
    """All seats clockwise, the viewer's first; from seat 0 for a spectator."""
    first = view.viewer if view.HasField("viewer") else 0
    return [(first + step) % len(view.seats) for step in range(len(view.seats))]


def by(words: Words, message: str, view: View, seat: int, /, **values: str | int) -> str:
    """A sentence about what a seat, or a dummy nobody sits behind, did.

    Of the viewer the message `<id>.you` speaks, which has no name.
    """
    if is_you(view, seat):
        return words.say(f"{message}.you", **values)
    return words.say(message, name=hand_name(words, view, seat), **values)


def hand_name(words: Words, view: View, hand: int) -> str:
    """A hand in a sentence: its seat's, dummy, or the dummy of one of two."""
    if hand < len(view.seats):
        return who(words, view, hand)
    if not has_two_dummies(view):
        return words.say("seat.dummy")
    return words.say("seat.dummy_of", name=who(words, view, owner(view, hand)))


def has_two_dummies(view: View) -> bool:
    """Whether each of two players has a dummy of its own."""
    return len(view.seats) == TWO


def owner(view: View, hand: int) -> int:
    """The seat that plays a hand: its own, one of two dummies, or that of the declarer."""
    if hand < len(view.seats):
        return hand
    return hand - TWO if has_two_dummies(view) else view.declarer


def hand_place(words: Words, view: View, hand: int) -> str:
    """A hand at the head of a row: its place on the compass, else who plays it, or dummy."""
    return place(words, view, hand) if has_compass(view) else _called(words, view, hand)


def hand_letter(words: Words, view: View, hand: int) -> str:
    """A hand beside its card or call: the letter of the compass, else who plays it, or dummy."""
    return letter(words, view, hand) if has_compass(view) else _called(words, view, hand)


def _called(words: Words, view: View, hand: int) -> str:
    return words.say("seat.you") if is_you(view, hand) else hand_name(words, view, hand)


def sides(view: View) -> list[tuple[int, ...]]:
    """The columns of the score sheet, the viewer's first: single seats, or partners together."""
    columns = [tuple(total.seats) for total in view.totals] or [(seat,) for seat in range(len(view.seats))]
    own = [place for place, side in enumerate(columns) if view.HasField("viewer") and view.viewer in side]
    first = own[0] if own else 0
    return [*columns[first:], *columns[:first]]


def side_name(words: Words, view: View, side: tuple[int, ...]) -> str:
    """N–S; a seat alone by its letter, or by name where there is no compass."""
    return "–".join(hand_letter(words, view, seat) for seat in sorted(side))


def side_head(words: Words, view: View, side: tuple[int, ...]) -> str:
    """The head of a side's column."""
    return "–".join(letter(words, view, seat) for seat in sorted(side))


def side_label(words: Words, view: View, side: tuple[int, ...]) -> str:
    """A side at the head of a row: South (you), or N–S (you)."""
    if len(side) == 1:
        return label(words, view, side[0])
    persons = [
        words.say("seat.you") if is_you(view, seat) else view.seats[seat].name
        for seat in sorted(side)
        if is_person(view, seat)
    ]
    return aside(words, side_name(words, view, side), ", ".join(persons) or words.say("seat.robot"))


def legend(words: Words, view: View, name: Callable[[str], str] = str) -> list[str]:
    """N Anna, E Cleo (robot), S you: which letter or number is whom; names over columns explain themselves.

    `name` writes a name.
    """
    heads = has_compass(view) or has_numbers(words, view)
    return [
        f"{letter(words, view, seat)} {known_as(words, view, seat, name)}"
        if heads
        else known_as(words, view, seat, name)
        for seat in from_viewer(view)
    ]
