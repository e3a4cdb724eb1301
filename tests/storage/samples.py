"""Entries, players and fronts for the tests of the stores."""

from __future__ import annotations

from dataclasses import replace

from engine_server.application.ports import Due, DueKind, Entry, Front, Player, RequestKey
from engine_server.game.events import CardPlayed, DealSealed, Event, HandsDealt, Pace, SeatTaken, TableOpened
from engine_server.rules.cards import Seat, card_of

ADA = Player("player-ada", "Ada Lovelace", "en", None, b"hash of ada's secret")
BEN = Player("chat/4711", "Ben 🂡 «Ø»", "nb", "chat")
CHAT = Front("chat", b"hash of chat's key", created_ms=1_000, expires_ms=2_000)


def request(name: str, caller: str = "player-ada") -> RequestKey:
    """A request of a caller."""
    return RequestKey(caller, name, b"digest of " + name.encode())


def opened(table: str) -> tuple[Event, ...]:
    """How a table begins: two people and a deal, five events."""
    hands = tuple(tuple(card_of(suit + rank) for rank in "23A") for suit in "CDHS")
    return (
        TableOpened(
            table, f"code-{table}", "floating", (("deals", "3"), ("wash", "off")), Pace.SLOW, True, False
        ),
        SeatTaken(Seat(0), ADA.name, ADA.player),
        SeatTaken(Seat(2), BEN.name, BEN.player),
        DealSealed(1, b"\x00seal", b"\xffsecret"),
        HandsDealt(0, Seat(0), Seat(1), hands),
    )


def opening(table: str) -> Entry:
    """The entry that opens a table, with something due and both players seated."""
    return Entry(
        table,
        0,
        opened(table),
        (Due(DueKind.ROBOT, table, 500),),
        (ADA.player, BEN.player),
        at_ms=100,
        request=request(f"open {table}"),
        answer=b"opened",
        code=f"code-{table}",
    )


def played(table: str, after: int, name: str | None = None) -> Entry:
    """An entry of one card, after so many events; `name` is its request."""
    event = CardPlayed(Seat(after % 4), card_of("S7"))
    before = opening(table)
    key = request(f"{table} {after}" if name is None else name)
    return replace(before, after=after, events=(event,), request=key, answer=b"played", code=None)
