"""Events as JSON text, the form in which a log is stored, exported and replayed.

Each value is written by its declared type: a card as its code, an enum as its value, bytes in hexadecimal,
tuples as lists, a record as an object of its fields. Version 1 of the form; a later one reads the earlier.
"""

# ruff: noqa: ANN401 - values of every declared type pass through here

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, fields
from enum import Enum
from types import NoneType, UnionType
from typing import Any, TypeAlias, Union, cast, get_args, get_origin, get_type_hints

from engine_server.game.events import Event
from engine_server.rules.cards import Card, card_of

Write: TypeAlias = Callable[[Any], Any]
Read: TypeAlias = Callable[[Any], Any]


class EventUnreadable(ValueError):
    """The text is not an event this version knows."""


@dataclass(frozen=True)
class _Form:
    """How values of one type are written and read."""

    write: Write
    read: Read


def _same(value: Any) -> Any:
    return value


def _form(kind: Any) -> _Form:
    """The form of a declared type."""
    if kind in (int, str, bool):
        return _Form(_same, _checked(kind))
    if kind is bytes:
        return _Form(lambda value: value.hex(), bytes.fromhex)
    if kind is Card:
        return _Form(lambda card: card.code, card_of)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _Form(lambda member: member.value, kind)
    if get_origin(kind) is tuple:
        return _tuple_form(get_args(kind))
    if get_origin(kind) in (Union, UnionType):
        return _union_form(get_args(kind))
    return _record_form(kind)


def _checked(kind: type) -> Read:
    def read(value: Any) -> Any:
        if type(value) is not kind:
            raise TypeError("wrong kind of value")
        return value

    return read


def _tuple_form(kinds: tuple[Any, ...]) -> _Form:
    if len(kinds) == 2 and kinds[1] is Ellipsis:
        item = _form(kinds[0])
        return _Form(
            lambda values: [item.write(value) for value in values],
            lambda values: tuple(item.read(value) for value in values),
        )
    items = tuple(_form(kind) for kind in kinds)
    return _Form(
        lambda values: [form.write(value) for form, value in zip(items, values, strict=True)],
        lambda values: tuple(form.read(value) for form, value in zip(items, values, strict=True)),
    )


def _union_form(kinds: tuple[Any, ...]) -> _Form:
    present = [kind for kind in kinds if kind is not NoneType]
    if len(present) == 1:
        form = _form(present[0])
        return _Form(
            lambda value: None if value is None else form.write(value),
            lambda value: None if value is None else form.read(value),
        )
    forms = {kind.__name__: _form(kind) for kind in present}

    def write(value: Any) -> Any:
        name = type(value).__name__
        return {"kind": name, **forms[name].write(value)}

    def read(value: Any) -> Any:
        return forms[value["kind"]].read({key: item for key, item in value.items() if key != "kind"})

    return _Form(write, read)


def _record_form(kind: Any) -> _Form:
    hints = get_type_hints(kind)
    forms = tuple((item.name, _form(hints[item.name])) for item in fields(kind))
    known = {name for name, _ in forms}

    def write(value: Any) -> Any:
        return {name: form.write(getattr(value, name)) for name, form in forms}

    def read(value: Any) -> Any:
        if not set(value) <= known:
            raise KeyError("unknown field")
        return kind(**{name: form.read(value[name]) for name, form in forms if name in value})

    return _Form(write, read)


_EVENT = _union_form(get_args(Event))
_WRITER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False).encode


def event_text(event: Event) -> str:
    """An event as one line of JSON; equal events give equal text."""
    return _WRITER(_EVENT.write(event))


def event_of(text: str) -> Event:
    """The event of a text. Raises EventUnreadable."""
    try:
        return cast(Event, _EVENT.read(json.loads(text)))
    except (ValueError, KeyError, TypeError, AttributeError):
        raise EventUnreadable("not an event of this version") from None
