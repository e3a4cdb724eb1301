"""What stores keep of timed turns: when the engine was there, and deadlines that wait while it is away."""

from __future__ import annotations

from dataclasses import replace

from engine_server.application.ports import Due, DueKind, Store
from engine_server.game.events import SeatHandedOver
from tests.storage.conftest import Tell
from tests.storage.samples import ADA, opening, played

CLEO = "player-cleo"
IDLE = Due(DueKind.IDLE, "t", 90_000)


def timed(at_ms: int) -> tuple[Due, ...]:
    return (Due(DueKind.TURN, "t", at_ms), IDLE)


def test_the_time_away_is_added_to_turns_alone(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.append(replace(opening("t"), due=timed(61_000), at_ms=1_000))
        await store.put_turns_off(4_000)
        assert set(await store.due()) == {Due(DueKind.TURN, "t", 64_000), IDLE}
        await store.note_time(30_000)
        await store.put_turns_off(130_000)
        assert set(await store.due()) == {Due(DueKind.TURN, "t", 164_000), IDLE}
        await store.put_turns_off(100_000)
        assert set(await store.due()) == {Due(DueKind.TURN, "t", 164_000), IDLE}

    tell(story)


def test_what_was_put_off_can_be_changed_like_any_other(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.append(replace(opening("t"), due=timed(61_000), at_ms=1_000))
        await store.put_turns_off(11_000)
        after = len(opening("t").events)
        await store.append(replace(played("t", after), due=timed(61_000), at_ms=12_000))
        assert set(await store.due()) == {*timed(61_000)}
        await store.append(replace(played("t", after + len(played("t", after).events), "s"), due=(), at_ms=1))
        assert await store.due() == ()
        await store.put_turns_off(99_000)
        assert await store.due() == ()

    tell(story)


def test_without_timed_turns_nothing_is_put_off(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.append(opening("t"))
        before = await store.due()
        await store.put_turns_off(10**12)
        assert await store.due() == before

    tell(story)


def test_a_stand_in_is_forgotten_in_the_log(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.append(opening("t"))
        after = len(opening("t").events)
        handed = SeatHandedOver(0, False, CLEO, "Cleo")
        entry = replace(played("t", after), events=(handed,), members=(ADA.player, CLEO))
        await store.append(entry)
        back = SeatHandedOver(0, False)
        await store.append(
            replace(entry, after=after + 1, events=(back,), members=(ADA.player,), request=None)
        )
        assert await store.tables_of(CLEO, "", 9) == ()
        await store.delete_player(CLEO, "pseudonym")
        log = await store.load("t")
        assert SeatHandedOver(0, False, "pseudonym", "pseudonym") in log
        assert CLEO not in repr(log)
        assert "Cleo" not in repr(log)

    tell(story)
