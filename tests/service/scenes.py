"""Tables at the moments that tests need, reached by real play of four persons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from fourth.v1 import moves_pb2 as moves
from fourth.v1 import views_pb2

from tests.service.callers import Person
from tests.service.engines import Here

View = Any
Choose = Callable[[View], moves.Move]
NAMES = ("Ann", "Ben", "Cleo", "Dee")


@dataclass
class Scene:
    """A table with who sits there, by seat, and somebody who does not."""

    engine: Here
    people: list[Person]
    stranger: Person
    table: str
    code: str

    async def view(self, seat: int = 0) -> View:
        return await self.people[seat].view(self.table)

    async def actor(self) -> tuple[int, Person, View]:
        """The seat that must act first, who sits there and what it sees."""
        seat = (await self.view()).acting[0]
        return seat, self.people[seat], await self.view(seat)

    async def step(self, choose: Choose) -> None:
        """One seat decides."""
        _, person, view = await self.actor()
        await person.move(self.table, choose(view), view.decision_version)

    async def play_until(self, reached: Callable[[View], bool], choose: Choose | None = None) -> View:
        """Plays on until whoever must act sees what is wanted."""
        for _ in range(400):
            _, _, view = await self.actor()
            if reached(view):
                return view
            await self.step(choose or plainly)
        raise AssertionError("this was never reached")

    async def play_to_the_end(self) -> View:
        while (view := await self.view()).stage == views_pb2.STAGE_PLAYING:
            if view.acting:
                await self.step(plainly)
        return view


async def lobby(engine: Here, seated: int = 2, game: str = "floating", **rules: str) -> Scene:
    """A table before its match, with the first of four persons as its host."""
    people = [await engine.person(name) for name in NAMES]
    opened = await people[0].open(game, **rules)
    for person in people[1:seated]:
        await person.join(opened.table)
    return Scene(engine, people, await engine.person("Eve"), opened.table, opened.code)


async def started(engine: Here, game: str = "floating", **rules: str) -> Scene:
    """A table of four persons whose match of one deal has begun."""
    scene = await lobby(engine, 4, game, **{"deals": "1", **rules})
    await scene.people[0].start(scene.table)
    return scene


def plainly(view: View) -> moves.Move:
    """The first bid stands, and everything else is the first legal move."""
    legal: list[moves.Move] = list(view.legal_moves)
    bids = [move for move in legal if move.HasField("bid")]
    if view.phase == views_pb2.PHASE_AUCTION:
        return (
            moves.Move(pass_call=moves.Pass()) if any(c.call.HasField("bid") for c in view.calls) else bids[0]
        )
    return legal[0]


def in_phase(phase: int) -> Callable[[View], bool]:
    return lambda view: bool(view.phase == phase)


def hand(view: View) -> list[Any]:
    """The viewer's own cards."""
    return [card for hand in view.hands if hand.seat == view.viewer for card in hand.cards]


def plays(view: View) -> list[Any]:
    """The cards the viewer may play now."""
    return [move.play_card.card for move in view.legal_moves if move.HasField("play_card")]


def playing(card: Any, seat: int) -> moves.Move:  # noqa: ANN401
    return moves.Move(play_card=moves.PlayCard(card=card, seat=seat))


def bidding(level: int, denomination: str = "DENOMINATION_CLUBS") -> moves.Move:
    return moves.Move(bid=moves.Bid(level=level, denomination=denomination))
