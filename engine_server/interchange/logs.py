"""The log of a table as one JSON text, for any game: its scored deals, to be read and replayed anywhere.

An object with format, version, engine, game, options and events; each event stands on a line of its own, the
first on line 2, as `game.encoding` writes it. Version 1 of the format; a later one reads the earlier.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

from engine_server.game.encoding import EventUnreadable, event_of, event_text
from engine_server.game.events import (
    Event,
    OptionsChosen,
    RematchOpened,
    SeatHandedOver,
    SeatTaken,
    TableOpened,
)
from engine_server.interchange.files import text_of
from engine_server.interchange.problems import Fault, FileRefused
from engine_server.rules.options import OptionInvalid, OptionUnknown
from engine_server.rules.variants import game_of

FORMAT = "fourth-log"
VERSION = 1
_TABLE = "table"


def export_log(events: Sequence[Event], engine: str) -> str:
    """The text of a log, written by the given release of the engine.

    It holds every card and secret of its deals, so they must be scored (`game.scored`). Names stay as the
    table saw them; ids of people and tables do not leave: people become person-1, person-2 as they come.
    """
    nameless = tuple(_without_ids(events))
    head = {
        "format": FORMAT,
        "version": VERSION,
        "engine": engine,
        "game": _opening(nameless).game,
        "options": dict(_options(nameless)),
    }
    lines = ",\n".join(map(event_text, nameless))
    return f'{json.dumps(head, ensure_ascii=False)[:-1]}, "events": [\n{lines}\n]}}\n'


def import_log(content: bytes | str) -> tuple[Event, ...]:
    """The events of an exported log, their form checked and the house rules: `replaying` checks the rest.

    Raises FileRefused; the tag names the part of the text, or the event by its number from 1.
    """
    document = _document(text_of(content))
    if document.get("format") != FORMAT:
        raise FileRefused(Fault.FORMAT_UNKNOWN, 1, "format")
    if document.get("version") != VERSION or isinstance(document["version"], bool):
        raise FileRefused(Fault.VERSION_UNKNOWN, 1, "version")
    listed = document.get("events")
    if not isinstance(listed, list) or not listed:
        raise FileRefused(Fault.EVENT_UNREADABLE, 1, "events")
    events = tuple(_event(number, written) for number, written in enumerate(listed, start=1))
    _check_house_rules(events)
    if document.get("game") != _opening(events).game:
        raise FileRefused(Fault.TAG_CONTRADICTS, 1, "game")
    if document.get("options") != dict(_options(events)):
        raise FileRefused(Fault.TAG_CONTRADICTS, 1, "options")
    return events


def refused_event(fault: Fault, number: int) -> FileRefused:
    """The refusal of an event by its number, counted from 1."""
    return FileRefused(fault, number + 1, f"event {number}")


def _without_ids(events: Sequence[Event]) -> Iterator[Event]:
    people: dict[str, str] = {}
    for event in events:
        if isinstance(event, TableOpened):
            yield replace(event, table=_TABLE, code="")
        elif isinstance(event, RematchOpened):
            yield replace(event, table=_TABLE)
        elif isinstance(event, SeatTaken | SeatHandedOver) and event.player is not None:
            yield replace(event, player=people.setdefault(event.player, f"person-{len(people) + 1}"))
        else:
            yield event


def _document(text: str) -> dict[str, object]:
    try:
        document = json.loads(text)
    except json.JSONDecodeError as problem:
        cut_off = problem.pos >= len(text.rstrip()) or problem.msg.startswith("Unterminated")
        fault = Fault.FILE_TRUNCATED if text.strip() and cut_off else Fault.TEXT_UNREADABLE
        raise FileRefused(fault, problem.lineno) from None
    except (ValueError, RecursionError):
        raise FileRefused(Fault.TEXT_UNREADABLE, 1) from None
    if not isinstance(document, dict):
        raise FileRefused(Fault.FORMAT_UNKNOWN, 1, "format")
    return document


def _event(number: int, written: object) -> Event:
    try:
        event = event_of(json.dumps(written))
    except (EventUnreadable, RecursionError):
        raise refused_event(Fault.EVENT_UNREADABLE, number) from None
    if isinstance(event, TableOpened) != (number == 1):
        raise refused_event(Fault.EVENT_UNREADABLE, number)
    return event


def _check_house_rules(events: tuple[Event, ...]) -> None:
    try:
        game = game_of(_opening(events).game)
    except KeyError:
        raise refused_event(Fault.GAME_KEY_UNKNOWN, 1) from None
    for number, event in enumerate(events, start=1):
        if isinstance(event, TableOpened | OptionsChosen):
            try:
                game.read({}, before=dict(event.options))
            except (OptionInvalid, OptionUnknown):
                raise refused_event(Fault.OPTION_INVALID, number) from None


def _opening(events: Sequence[Event]) -> TableOpened:
    return cast(TableOpened, events[0])


def _options(events: Sequence[Event]) -> tuple[tuple[str, str], ...]:
    """The house rules as they were last set."""
    chosen = [event.options for event in events if isinstance(event, TableOpened | OptionsChosen)]
    return chosen[-1]
