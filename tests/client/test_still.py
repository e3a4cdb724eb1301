"""A table at which nothing moves: a real engine without a wire whose robots never get their turn."""

from __future__ import annotations

import asyncio

import pytest
from fourth.v1.views_pb2 import PACE_NONE

from telegram_client.conversation.talk import Talk
from telegram_client.speech.phrasebook import Language, Words
from telegram_client.transports.terminal import Patience, StoodStill, Terminal
from tests.simulation.gateway import DirectGateway
from tests.simulation.world import SimulatedEngine

SAID = "The table has stood still for a while"
SOON = Patience(told=0.2, pipe=0.6)


class Typed:
    """Lines that are typed in answer to what is shown; the input stays open for ever after them."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    async def next(self) -> str | None:
        if self._lines:
            return self._lines.pop(0)
        never: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        return await never


async def chat(engine: SimulatedEngine, lines: list[str], shown: list[str], person_types: bool) -> None:
    gateway = DirectGateway(engine, bytes([1] * 32))
    await gateway.register("Anna", "en")
    talk = Talk(gateway, Words(Language.EN), PACE_NONE)
    await Terminal(talk, gateway, Typed(lines), shown.append, person_types, patience=SOON).run()


async def until(shown: list[str], text: str, times: int = 1) -> None:
    """Lets the chat go on until something stands on the screen so often."""
    for _ in range(3000):
        if "".join(shown).count(text) >= times:
            return
        await asyncio.sleep(0.01)
    pytest.fail(f"{text!r} did not come:\n{''.join(shown)}")


async def given_up(shown: list[str]) -> None:
    typed = ["/play floating", "/auto"]
    await asyncio.wait_for(chat(SimulatedEngine(5), typed, shown, person_types=False), 30)


def test_a_pipe_at_a_table_that_stands_still_is_told_once_and_given_up() -> None:
    shown: list[str] = []
    with pytest.raises(StoodStill):
        asyncio.run(given_up(shown))
    assert "".join(shown).count(SAID) == 1
    assert "".join(shown).endswith("when it can.\n")


def test_a_person_is_told_once_for_each_standstill_and_may_leave() -> None:
    shown: list[str] = []

    async def run() -> None:
        engine = SimulatedEngine(7)  # the person calls first, so that the pass is a move
        chatting = asyncio.ensure_future(chat(engine, ["/play floating", "p"], shown, person_types=True))
        await until(shown, SAID)
        await asyncio.sleep(2 * SOON.pipe)
        assert not chatting.done()
        chatting.cancel()

    asyncio.run(run())
    assert "".join(shown).count(SAID) == 1
    assert "".join(shown).endswith("when it can.\n> ")


def test_what_moves_again_may_stand_still_again() -> None:
    shown: list[str] = []

    async def run() -> None:
        engine = SimulatedEngine(5)
        chatting = asyncio.ensure_future(chat(engine, ["/play floating", "/auto"], shown, person_types=True))
        await until(shown, SAID)
        await engine.bell.ring()
        await until(shown, SAID, times=2)
        chatting.cancel()

    asyncio.run(run())


def test_a_table_that_waits_for_a_person_never_stands_still() -> None:
    shown: list[str] = []

    async def run() -> None:
        engine = SimulatedEngine(5)
        chatting = asyncio.ensure_future(chat(engine, ["/play floating"], shown, person_types=False))
        while "(/hint)" not in "".join(shown):
            await asyncio.sleep(0.01)
            if engine.bell.next_due() is not None and "you are South" in "".join(shown):
                await engine.bell.ring()
        await asyncio.sleep(2 * SOON.pipe)
        assert not chatting.done()
        chatting.cancel()

    asyncio.run(run())
    assert SAID not in "".join(shown)
