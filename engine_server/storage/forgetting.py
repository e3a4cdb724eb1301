"""How a log forgets a person."""

from __future__ import annotations

from dataclasses import replace

from engine_server.game.events import Event, SeatTaken


def forgotten(event: Event, player: str, pseudonym: str) -> Event:
    """The event with the pseudonym for id and name of a player, the same event when it is not about it."""
    if isinstance(event, SeatTaken) and event.player == player:
        return replace(event, name=pseudonym, player=pseudonym)
    return event


def sitters(events: tuple[Event, ...]) -> set[str]:
    """The players who take a seat in these events."""
    return {event.player for event in events if isinstance(event, SeatTaken) and event.player is not None}
