"""A person at a terminal, a program on plain gRPC and a spectator at one table: all that each receives."""

from __future__ import annotations

import asyncio
import re
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import grpc
import pytest
from fourth.v1 import advisor_service_pb2, table_service_pb2, views_pb2
from fourth.v1 import moves_pb2 as moves

from tests.service.callers import Person, until
from tests.service.engines import child
from tests.together.knowledge import PACK, Truth, events, gaps, leaks, names, truth_of, watched, written
from tests.together.knowledge import name as name_of
from tests.together.relay import Received, Relay, relay_to
from tests.together.terminal import TerminalPlayer, terminal_player

View = Any
OVER = (views_pb2.STAGE_OVER, views_pb2.STAGE_CLOSED)
CASES = [("floating", "4"), ("floating", "5"), ("singapore wash=off", "3")]
SCORE = re.compile(r"^(North|East|South|West)\b.*?(-?\d+)$", re.MULTILINE)
SEATS = ("North", "East", "South", "West")


@dataclass(frozen=True)
class Played:
    """One game by three clients: all that each received, its last view, and the terminal's screen."""

    received: dict[str, tuple[Received, ...]]
    refused: dict[str, tuple[str, ...]]
    views: dict[str, View]
    seats: dict[str, int | None]
    screen: str
    exit_code: int

    @property
    def truth(self) -> Truth:
        return truth_of(self.views["spectator"].last_deal, events(self.received["spectator"]))


async def seen_by(person: Person, table: str, act: Any = None) -> View:  # noqa: ANN401
    """Watches to the end, looks at every event, and acts (`act`) where there is something to decide."""
    async for _ in person.watch(table):
        view = await person.view(table)
        if view.stage in OVER:
            return view
        if view.legal_moves and act is not None:
            await act(person, table, view)
    raise AssertionError("the watch ended before the match")


async def by_hints(person: Person, table: str, view: View) -> None:
    """Sees to it that somebody declares, and else does what the engine advises."""
    hint = await person.ask(advisor_service_pb2.GetHintRequest(table=table))
    bids = [move for move in view.legal_moves if move.HasField("bid")]
    bid_made = any(call.call.HasField("bid") for call in view.calls)
    best: moves.Move = bids[0] if bids and not bid_made else hint.moves[0].move
    await person.move(table, best, view.decision_version)


class Game:
    """The three clients, each behind a relay of its own."""

    def __init__(self, stack: AsyncExitStack, engine: str, folder: Path) -> None:
        self.stack, self.engine, self.folder = stack, engine, folder
        self.relays: dict[str, Relay] = {}

    async def address(self, client: str) -> str:
        channel = await self.stack.enter_async_context(grpc.aio.insecure_channel(self.engine))
        self.relays[client], address = await self.stack.enter_async_context(relay_to(channel))
        return address

    async def person(self, client: str) -> Person:
        channel = await self.stack.enter_async_context(grpc.aio.insecure_channel(await self.address(client)))
        return await Person(channel).register(client.title())

    async def terminal(self) -> TerminalPlayer:
        address = await self.address("terminal")
        return await self.stack.enter_async_context(terminal_player(self.folder, address, "Tess"))

    async def play(self, wish: str) -> Played:
        tess, client, spectator = (
            await self.terminal(),
            await self.person("client"),
            await self.person("spectator"),
        )
        await tess.type(f"/open {wish} deals=1")
        code = (await tess.until(re.compile(r"/join (\w+)\."))).group(1)
        answer = await client.ask(table_service_pb2.JoinTableRequest(request_id="join", code=code))
        await tess.until(re.compile("Client.*sits down"))
        async with asyncio.TaskGroup() as group:
            seen = group.create_task(seen_by(spectator, answer.table))
            played = group.create_task(seen_by(client, answer.table, by_hints))
            await self.first_snapshots("client", "spectator")
            await tess.type("/start")
            await tess.play_to_the_end()
        views = {
            "spectator": seen.result(),
            "client": played.result(),
            "terminal": self.last_view("terminal"),
        }
        exit_code = await tess.quit()
        return Played(
            received={name: tuple(relay.received) for name, relay in self.relays.items()},
            refused={name: tuple(relay.refused) for name, relay in self.relays.items()},
            views=views,
            seats={name: view.viewer if view.HasField("viewer") else None for name, view in views.items()},
            screen=tess.shown,
            exit_code=exit_code,
        )

    async def first_snapshots(self, *clients: str) -> None:
        await until(lambda: all(any(watched(self.relays[client].received)) for client in clients))

    def last_view(self, client: str) -> View:
        """The last view that went through a relay."""
        views = [one.message for one in self.relays[client].received if one.method.name == "GetView"]
        last: Any = views[-1]
        return last.view


async def game(wish: str, engine: str, folder: Path) -> Played:
    async with AsyncExitStack() as stack:
        return await Game(stack, engine, folder).play(wish)


@pytest.mark.parametrize(("wish", "seed"), CASES)
def test_three_clients_finish_one_game_and_none_learns_too_much(tmp_path: Path, wish: str, seed: str) -> None:
    with child(tmp_path / "fourth.db", "--seed", seed) as engine:
        played = asyncio.run(game(wish, engine.address, tmp_path))
    assert played.exit_code == 0
    nobody_was_refused_or_missed_anything(played)
    nobody_knew_a_card_too_early(played)
    each_saw_its_own_hand_and_every_card_that_fell(played)
    all_have_the_same_score(played)
    the_check_would_have_seen_a_leak(played)


def nobody_was_refused_or_missed_anything(played: Played) -> None:
    assert played.refused == {"terminal": (), "client": (), "spectator": ()}
    assert {name: gaps(received) for name, received in played.received.items()} == {
        "terminal": [],
        "client": [],
        "spectator": [],
    }
    told = {name: events(received) for name, received in played.received.items()}
    begun = told["client"][0][0]
    assert told["client"][-1][1] == "match_ended"
    assert told["client"] == told["spectator"]
    assert told["client"] == [event for event in told["terminal"] if event[0] >= begun]


def nobody_knew_a_card_too_early(played: Played) -> None:
    for name, received in played.received.items():
        assert leaks(received, played.truth, played.seats[name]) == [], name


def each_saw_its_own_hand_and_every_card_that_fell(played: Played) -> None:
    truth = played.truth
    assert frozenset().union(*truth.dealt) == PACK
    for name, seat in played.seats.items():
        happened = [message.event for message in watched(played.received[name]) if message.HasField("event")]
        (dealt,) = (event.hands_dealt.hand for event in happened if event.HasField("hands_dealt"))
        assert names(dealt) == (frozenset() if seat is None else truth.dealt[seat]), name
        fallen = [
            (e.card_played.seat, name_of(e.card_played.card)) for e in happened if e.HasField("card_played")
        ]
        assert tuple(fallen) == truth.played, name
    assert all(card in truth.dealt[seat] for seat, card in truth.played)


def all_have_the_same_score(played: Played) -> None:
    last = [view.last_deal for view in played.views.values()]
    assert last[0] == last[1] == last[2]
    totals = [[(tuple(t.seats), t.points) for t in view.totals] for view in played.views.values()]
    assert totals[0] == totals[1] == totals[2]
    assert any(points for _, points in totals[0])
    shown = {SEATS.index(place): int(points) for place, points in SCORE.findall(played.screen)}
    assert shown == {seat: points for seats, points in totals[0] for seat in seats}


def the_check_would_have_seen_a_leak(played: Played) -> None:
    """What one seat received is too much for whoever sits elsewhere; and a deal told early is seen."""
    truth = played.truth
    for stranger in {0, 1, 2, 3, None} - {played.seats["client"]}:
        assert leaks(played.received["client"], truth, stranger) != []
    later = replace(truth, scored_at=truth.scored_at + 1)
    assert any("a finished deal" in leak for leak in leaks(played.received["spectator"], later, None))
    fallen_later = replace(truth, played_at=tuple(at + 1 for at in truth.played_at))
    assert len(leaks(played.received["spectator"], fallen_later, None)) >= len(truth.played)
    padded = replace(
        played.received["spectator"][-1], raw=played.received["spectator"][-1].raw + b"\xfa\x3f\x01x"
    )
    assert leaks([padded], truth, None) != []


def test_a_card_written_in_a_text_counts_as_told() -> None:
    assert written("♠10, ♥ K and C2 but neither 3♠ nor table DK47") == ["ST", "HK", "C2"]
