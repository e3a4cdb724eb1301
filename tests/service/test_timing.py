"""Turns and bells: nothing that is due is forgotten, whatever the clock says and whoever goes away."""

from __future__ import annotations

import asyncio

import pytest

from engine_server.application.access import Access, Denied
from engine_server.application.ports import Due, DueKind, StoreFull
from engine_server.service import timing
from engine_server.service.timing import LoopBell, LoopTurns


class Frozen:
    """A clock that stands still."""

    def now_ms(self) -> int:
        return 1000


ROBOT, IDLE = Due(DueKind.ROBOT, "t", 1000), Due(DueKind.IDLE, "t", 10**9)


def test_the_same_thing_may_be_due_again_within_a_millisecond() -> None:
    async def tell() -> None:
        bell, rung = LoopBell(Frozen()), []
        done = asyncio.Event()

        async def act(due: Due) -> None:
            rung.append(due)
            if len(rung) == 50:
                done.set()
            else:
                bell.set_for("t", (ROBOT, IDLE))

        bell.answered_by(act)
        bell.set_for("t", (ROBOT, IDLE))
        await asyncio.wait_for(done.wait(), 10)
        await bell.silence()
        assert rung == [ROBOT] * 50

    asyncio.run(tell())


def test_what_is_no_longer_due_does_not_ring() -> None:
    async def tell() -> None:
        bell, rung = LoopBell(Frozen()), []

        async def act(due: Due) -> None:
            rung.append(due)

        bell.answered_by(act)
        bell.set_for("t", (ROBOT, IDLE))
        bell.set_for("t", (IDLE,))
        later = Due(DueKind.ROBOT, "u", 1000)
        bell.set_for("u", (later,))
        await asyncio.sleep(0.05)
        await bell.silence()
        bell.set_for("u", (later,))
        await asyncio.sleep(0.02)
        assert rung == [later]

    asyncio.run(tell())


@pytest.mark.parametrize(
    ("fault", "rings"), [(StoreFull(), 3), (Denied(Access.GAME_CORRUPT), 1), (RuntimeError("AS KS"), 1)]
)
def test_only_a_store_in_trouble_is_asked_again(
    fault: Exception, rings: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timing, "AGAIN_SECONDS", 0.01)

    async def tell() -> None:
        bell, rung = LoopBell(Frozen()), []

        async def act(due: Due) -> None:
            rung.append(due)
            if len(rung) < 3:
                raise fault

        bell.answered_by(act)
        bell.set_for("t", (ROBOT,))
        await asyncio.sleep(0.2)
        await bell.silence()
        assert len(rung) == rings

    asyncio.run(tell())


def test_work_begun_is_finished_and_work_waiting_is_dropped() -> None:
    async def tell() -> None:
        turns, gate, done = LoopTurns(), asyncio.Event(), []

        async def work(name: str) -> str:
            await gate.wait()
            done.append(name)
            return name

        first, second, third = (
            asyncio.create_task(turns.alone("t", lambda name=name: work(name)))  # type: ignore[misc]
            for name in ("first", "second", "third")
        )
        await asyncio.sleep(0)
        first.cancel()
        second.cancel()
        await asyncio.sleep(0)
        gate.set()
        assert await third == "third"
        assert done == ["first", "third"]
        assert first.cancelled()
        assert second.cancelled()
        assert vars(turns) == {"_locks": {}, "_waiting": {}}

    asyncio.run(tell())
