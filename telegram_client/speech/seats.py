"""Who sits where, and what a seat is called: for the eye by letter, in a sentence by compass or name."""

from __future__ import annotations

from fourth.v1.views_pb2 import View

from telegram_client.speech.phrasebook import Words

COMPASS = ("north", "east", "south", "west")
TWO = 2
"""Players of a game for two: where four hands are dealt to them, each has a dummy, counted after them."""
_ISOLATE, _END = "\u2068", "\u2069"


def is_you(view: View, seat: int) -> bool:
    """Whether the viewer has the seat."""
    return view.HasField("viewer") and view.viewer == seat


def has_compass(view: View) -> bool:
    """Tables of four are North, East, South and West; others number their seats."""
    return len(view.seats) == len(COMPASS)


def letter(words: Words, view: View, seat: int) -> str:
    """The head of the seat's column: N, or a number at tables without a compass."""
    return words.say(f"seat.{COMPASS[seat]}.letter") if has_compass(view) else str(seat + 1)


def place(words: Words, view: View, seat: int) -> str:
    """The seat itself: North; seat 5."""
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
    """A seat in a sentence: a person by name, a robot or an empty chair by its place."""
    seen = view.seats[seat]
    return isolated(seen.name) if is_person(view, seat) else place(words, view, seat)


def label(words: Words, view: View, seat: int) -> str:
    """A seat at the head of a row: South (you), North (robot), East (Anna)."""
    seen = view.seats[seat]
    if is_you(view, seat):
        sitter = words.say("seat.you")
    elif is_person(view, seat):
        sitter = seen.name
    else:
        sitter = words.say("seat.robot") if seen.name else words.say("seat.free")
    return aside(words, place(words, view, seat), sitter)


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
    """A hand at the head of a row: its seat, or dummy."""
    return place(words, view, hand) if hand < len(view.seats) else hand_name(words, view, hand)


def hand_letter(words: Words, view: View, hand: int) -> str:
    """The head of a hand's column: the seat's letter, or a sign for a dummy nobody sits behind."""
    if hand < len(view.seats):
        return letter(words, view, hand)
    sign = words.say("seat.dummy.letter")
    return sign + letter(words, view, owner(view, hand)) if has_two_dummies(view) else sign


def sides(view: View) -> list[tuple[int, ...]]:
    """The columns of the score sheet, the viewer's first: single seats, or partners together."""
    columns = [tuple(total.seats) for total in view.totals] or [(seat,) for seat in range(len(view.seats))]
    own = [place for place, side in enumerate(columns) if view.HasField("viewer") and view.viewer in side]
    first = own[0] if own else 0
    return [*columns[first:], *columns[:first]]


def side_name(words: Words, view: View, side: tuple[int, ...]) -> str:
    """N–S; a seat alone by its letter."""
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
