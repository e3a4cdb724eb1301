"""How a log forgets a person."""

from __future__ import annotations

from dataclasses import replace

from engine_server.game.events import Event, SeatHandedOver, SeatTaken


def forgotten(event: Event, player: str, pseudonym: str) -> Event:
    """The event with the pseudonym for id and name of a player, the same event when it is not about it."""
    if isinstance(event, SeatTaken | SeatHandedOver) and event.player == player:
        return replace(event, name=pseudonym, player=pseudonym)
    return event


def sitters(events: tuple[Event, ...]) -> set[str]:
    """The players who take a seat in these events, or play one for somebody."""
    named = (event.player for event in events if isinstance(event, SeatTaken | SeatHandedOver))
    return {player for player in named if player is not None}
