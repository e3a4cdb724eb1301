"""Whatever goes wrong between Telegram and the bot, a deal in a group comes to its end, move by move."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import aiohttp
import pytest

from engine_server.game.events import MatchEnded
from telegram_client.transports.telegram_bot import Trouble
from tests.playground.bench import Bench, run
from tests.playground.club import gathered
from tests.playground.phones import Person, Place
from tests.playground.test_groups import acts_if_named
from tests.playground.worlds import Json

PATIENCE = 0.8
"""Seconds after which somebody taps again who sees nothing happen."""
REFUSED = (
    "Internal Server Error",
    "Bad Gateway",
    "Bad Request: query is too old",
    "Bad Request: message is not modified",
    "Forbidden: bot can't initiate",
)
"""What the bot may be told meanwhile: an edit that went well unheard is made again, for one."""
UPDATES: list[Json] = [
    {"kind": "lose", "count": 4, "share": 0.2},
    {"kind": "delay", "count": 6, "share": 0.2, "seconds": 0.3},
    {"kind": "duplicate", "count": 8, "share": 0.3},
    {"kind": "reorder", "count": 8, "share": 0.3},
]
SENDS: list[Json] = [
    {"kind": "timeout", "count": 4, "share": 0.3, "seconds": 0.05},
    {"kind": "refuse", "count": 6, "share": 0.3},
]
SERVICE: list[Json] = [
    {"kind": "restart", "memory": True},
    {"kind": "clock", "seconds": 7200},
    {"kind": "restart", "memory": False},
    {"kind": "clock", "seconds": -86_400},
]


async def insistently(bench: Bench, person: Person, where: Place) -> bool:
    """Taps again where no answer comes: the tap, or the answer, may be lost."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await acts_if_named(bench, person, where)
    except TimeoutError:
        return False


async def goes_wrong(bench: Bench, faults: list[Json]) -> None:
    """One after the other, each a few cards later than the one before."""
    async with aiohttp.ClientSession(bench.telegram.api) as session:
        for number, fault in enumerate(faults):
            await bench.telegram.until(lambda: cards_played(bench) > 5 * number)  # noqa: B023
            async with session.post("/faults", json=fault | {"seed": number}) as response:
                assert response.status == 201, fault


def cards_played(bench: Bench) -> int:
    return sum(type(event).__name__ == "CardPlayed" for event in bench.log)


@pytest.mark.parametrize("faults", [UPDATES, SENDS, SERVICE], ids=["updates", "sends", "service"])
def test_a_group_deal_survives_what_goes_wrong(faults: list[Json], tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        people = [bench.telegram.person(name) for name in ("Anna", "Ben")]
        table = await gathered(bench, *people, shy=(*people,))
        await table.opens("floating deals=1")
        await table.sits_down_and_begins()

        async def act(person: Person, where: Place, when: int) -> bool:
            return await insistently(bench, person, where)

        over = lambda: table.is_over  # noqa: E731
        trouble = asyncio.create_task(goes_wrong(bench, faults))
        async with asyncio.timeout(90):
            playing = [bench.plays(person, table.group, over, act) for person in people]
            await asyncio.gather(*playing, trouble)
        assert isinstance(bench.log[-1], MatchEnded)
        assert [len(bench.cards_of(person)) for person in people] == [13, 13]
        assert set(bench.troubles) <= {Trouble.AWAY, Trouble.BACK}
        bench.troubles.clear()
        happened(bench, faults)

    run(tmp_path, story, REFUSED)


def happened(bench: Bench, faults: list[Json]) -> None:
    """Each fault has really struck."""
    left = Counter({str(it.kind): it.count for it in bench.telegram.world.faults.planned})
    for fault in faults:
        if "count" in fault:
            assert left[fault["kind"]] < fault["count"], fault
