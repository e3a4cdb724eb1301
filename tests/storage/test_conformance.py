"""What every store promises, whatever it is made of."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from engine_server.application.ports import (
    Answered,
    CodeTaken,
    Due,
    DueKind,
    Front,
    NameTaken,
    Player,
    RequestTaken,
    Store,
    TableUnknown,
    VersionTaken,
)
from engine_server.game.events import SeatLeft, SeatTaken
from engine_server.rules.cards import Seat
from tests.storage.conftest import Tell
from tests.storage.samples import ADA, BEN, CHAT, opened, opening, played, request


def test_a_log_comes_back_as_it_was(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.append(opening("t"))
        await store.append(played("t", 5))
        assert await store.load("t") == opened("t") + played("t", 5).events

    tell(story)


def test_an_unknown_table_is_told(tell: Tell) -> None:
    async def story(store: Store) -> None:
        with pytest.raises(TableUnknown):
            await store.load("t")
        assert await store.table_of_code("code-t") is None

    tell(story)


@pytest.mark.parametrize("after", [0, 4, 6])
def test_another_version_is_refused_and_changes_nothing(tell: Tell, after: int) -> None:
    async def story(store: Store) -> None:
        await store.append(opening("t"))
        late = replace(played("t", after, "late"), due=(), members=())
        with pytest.raises(VersionTaken):
            await store.append(late)
        assert await store.load("t") == opened("t")
        assert await store.answered(ADA.player, "late") is None
        assert await store.due() == opening("t").due
        assert await store.tables_of(ADA.player, "", 9) == ("t",)

    tell(story)


def test_a_table_that_is_not_open_has_no_later_version(tell: Tell) -> None:
    async def story(store: Store) -> None:
        with pytest.raises(VersionTaken):
            await store.append(played("t", 5))
        with pytest.raises(TableUnknown):
            await store.load("t")

    tell(story)


def test_a_request_counts_once(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.append(opening("t"))
        await store.append(played("t", 5, "tap"))
        with pytest.raises(RequestTaken):
            await store.append(played("t", 6, "tap"))
        with pytest.raises(RequestTaken):  # also when the table has moved on: the repeat is told first
            await store.append(played("t", 5, "tap"))
        assert await store.answered(ADA.player, "tap") == Answered(b"digest of tap", b"played")
        assert len(await store.load("t")) == 6

    tell(story)


def test_a_request_belongs_to_its_caller(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.append(opening("t"))
        await store.append(played("t", 5, "tap"))
        assert await store.answered(BEN.player, "tap") is None
        await store.append(replace(played("t", 6), request=request("tap", BEN.player)))
        assert len(await store.load("t")) == 7

    tell(story)


def test_a_robot_moves_without_a_request(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.append(opening("t"))
        await store.append(replace(played("t", 5), request=None))
        await store.append(replace(played("t", 6), request=None))
        assert len(await store.load("t")) == 7

    tell(story)


def test_a_code_leads_to_one_table(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.append(opening("t"))
        with pytest.raises(CodeTaken):
            await store.append(replace(opening("u"), code="code-t"))
        assert await store.table_of_code("code-t") == "t"
        assert await store.answered(ADA.player, "open u") is None
        with pytest.raises(TableUnknown):
            await store.load("u")
        await store.append(opening("u"))
        assert await store.table_of_code("code-u") == "u"

    tell(story)


def test_what_is_due_is_replaced_by_each_entry(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.append(opening("t"))
        both = (Due(DueKind.IDLE, "t", 900), Due(DueKind.ROBOT, "t", 600))
        await store.append(replace(played("t", 5), due=both))
        assert await store.due() == (both[1], both[0])
        await store.append(replace(played("t", 6), due=both[:1]))
        assert await store.due() == both[:1]
        await store.append(replace(played("t", 7), due=()))
        assert await store.due() == ()
        await store.append(replace(played("t", 8), due=both))
        assert await store.due() == (both[1], both[0])
        await store.append(replace(played("t", 9), due=None))
        assert await store.due() == (both[1], both[0])
        await store.append(replace(played("t", 10), due=both[:1]))
        assert await store.due() == both[:1]

    tell(story)


def test_all_tables_are_due_soonest_first(tell: Tell) -> None:
    async def story(store: Store) -> None:
        for table, at_ms in (("b", 3), ("a", 1), ("c", 2), ("d", 1)):
            await store.append(replace(opening(table), due=(Due(DueKind.ROBOT, table, at_ms),)))
        assert [due.table for due in await store.due()] == ["a", "d", "c", "b"]

    tell(story)


def test_an_entry_may_change_only_what_is_due(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.append(opening("t"))
        await store.append(replace(played("t", 5), events=(), due=()))
        assert await store.due() == ()
        assert await store.load("t") == opened("t")
        await store.append(played("t", 5, "next"))

    tell(story)


def test_tables_of_a_player_come_newest_first_and_in_pages(tell: Tell) -> None:
    async def story(store: Store) -> None:
        for table in "cabde":
            members = (BEN.player,) if table == "b" else (ADA.player, BEN.player)
            await store.append(replace(opening(table), members=members))
        assert await store.tables_of(ADA.player, "", 3) == ("e", "d", "a")
        assert await store.tables_of(ADA.player, "a", 3) == ("c",)
        assert await store.tables_of(ADA.player, "b", 3) == ("a", "c")
        assert await store.tables_of(ADA.player, "unknown", 3) == ()
        assert await store.tables_of("nobody", "", 3) == ()

    tell(story)


def test_tables_where_something_is_due_are_counted(tell: Tell) -> None:
    async def story(store: Store) -> None:
        for table in "abc":
            await store.append(replace(opening(table), due=(Due(DueKind.IDLE, table, 9),)))
        await store.append(replace(played("b", 5), due=()))
        await store.append(replace(played("c", 5), members=(BEN.player,)))
        assert await store.awaited_tables(ADA.player) == 1
        assert await store.awaited_tables(BEN.player) == 2
        assert await store.awaited_tables("nobody") == 0

    tell(story)


def test_members_come_and_go(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.append(opening("t"))
        await store.append(replace(played("t", 5), members=(BEN.player,)))
        assert await store.tables_of(ADA.player, "", 9) == ()
        assert await store.tables_of(BEN.player, "", 9) == ("t",)
        await store.append(replace(played("t", 6), members=(BEN.player, ADA.player)))
        assert await store.tables_of(ADA.player, "", 9) == ("t",)

    tell(story)


def test_players_are_kept_by_id_and_secret(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.add_player(ADA, request("register"), b"hello")
        await store.add_player(BEN, request("register", "chat"), b"hello")
        assert await store.player(ADA.player) == ADA
        assert await store.player(BEN.player) == BEN
        assert await store.player("nobody") is None
        assert await store.player_of_secret(ADA.secret_hash) == ADA
        assert await store.player_of_secret(b"other") is None
        assert await store.player_of_secret(b"") is None
        assert await store.answered("chat", "register") == Answered(b"digest of register", b"hello")

    tell(story)


@pytest.mark.parametrize("twin", [replace(ADA, secret_hash=b"other"), replace(ADA, player="other")])
def test_a_player_is_one(tell: Tell, twin: Player) -> None:
    async def story(store: Store) -> None:
        await store.add_player(ADA, request("register"), b"")
        with pytest.raises(NameTaken):
            await store.add_player(twin, request("again"), b"")
        with pytest.raises(RequestTaken):
            await store.add_player(BEN, request("register"), b"")
        assert await store.answered(ADA.player, "again") is None
        assert await store.player(BEN.player) is None
        await store.add_player(replace(BEN, player="chat/2"), request("a"), b"")  # no secrets are no twins
        await store.add_player(BEN, request("b"), b"")

    tell(story)


def test_a_player_changes_name_and_language(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.add_player(ADA, request("register"), b"")
        changed = replace(ADA, name="Countess", language="de")
        await store.change_player(ADA.player, "Countess", None, request("name"), b"done")
        await store.change_player(ADA.player, None, "de", request("change"), b"done")
        assert await store.player(ADA.player) == changed
        with pytest.raises(RequestTaken):
            await store.change_player(ADA.player, "Ada", "en", request("change"), b"done")
        assert await store.player(ADA.player) == changed
        await store.change_player(BEN.player, "Ben", "nb", request("change", BEN.player), b"done")
        assert await store.player(BEN.player) is None
        assert await store.answered(BEN.player, "change") is None

    tell(story)


def test_a_forgotten_player_is_in_no_row_and_no_log(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.add_player(ADA, request("register"), b"")
        await store.add_player(BEN, request("register", BEN.player), b"")
        await store.append(opening("t"))
        await store.append(opening("u"))
        left = replace(played("u", 5), events=(SeatLeft(Seat(0), "Robot"),), members=(BEN.player,))
        await store.append(left)
        await store.delete_player(ADA.player, "gone-1")
        first, _, *others = opened("t")
        assert await store.load("t") == (first, SeatTaken(Seat(0), "gone-1", "gone-1"), *others)
        assert (await store.load("u"))[1] == SeatTaken(Seat(0), "gone-1", "gone-1")
        assert await store.player(ADA.player) is None
        assert await store.player_of_secret(ADA.secret_hash) is None
        assert await store.answered(ADA.player, "register") is None
        assert await store.tables_of(ADA.player, "", 9) == ()
        assert await store.tables_of("gone-1", "", 9) == ("t",)
        assert await store.player(BEN.player) == BEN
        assert await store.tables_of(BEN.player, "", 9) == ("u", "t")

    tell(story)


def test_play_goes_on_at_the_tables_of_the_forgotten(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.append(opening("t"))
        await store.delete_player(ADA.player, "gone")
        await store.delete_player(BEN.player, "gone")  # one pseudonym may serve for all
        await store.delete_player("nobody", "gone")
        await store.append(replace(played("t", 5), members=("gone",)))
        log = await store.load("t")
        assert [event.player for event in log if isinstance(event, SeatTaken)] == ["gone", "gone"]
        assert len(log) == 6

    tell(story)


def test_somebody_who_came_and_left_in_one_entry_is_forgotten_too(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.append(replace(opening("t"), members=()))
        assert await store.tables_of(ADA.player, "", 9) == ()
        await store.delete_player(ADA.player, "gone")
        assert (await store.load("t"))[1] == SeatTaken(Seat(0), "gone", "gone")

    tell(story)


def test_fronts_are_kept_and_revoked(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.add_front(CHAT)
        other = Front("app", b"other key", created_ms=5)
        await store.add_front(other)
        assert await store.fronts() == (other, CHAT)
        assert await store.front_of_key(CHAT.key_hash) == CHAT
        assert await store.front_of_key(b"none") is None
        assert await store.revoke_front("chat")
        assert await store.front_of_key(CHAT.key_hash) == replace(CHAT, revoked=True)
        assert not await store.revoke_front("nobody")
        assert await store.front_of_key(other.key_hash) == other

    tell(story)


@pytest.mark.parametrize("twin", [replace(CHAT, key_hash=b"other"), replace(CHAT, name="other")])
def test_a_front_is_one(tell: Tell, twin: Front) -> None:
    async def story(store: Store) -> None:
        await store.add_front(CHAT)
        with pytest.raises(NameTaken):
            await store.add_front(twin)
        assert await store.fronts() == (CHAT,)

    tell(story)


def test_a_front_gets_a_new_key_once_the_old_one_is_worthless(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.add_front(CHAT)
        early = Front("chat", b"early", created_ms=1_999)
        with pytest.raises(NameTaken):
            await store.add_front(early)
        renewed = Front("chat", b"renewed", created_ms=2_000)
        await store.add_front(renewed)
        assert await store.fronts() == (renewed,)
        assert await store.front_of_key(CHAT.key_hash) is None
        assert await store.revoke_front("chat")
        await store.add_front(early)
        assert await store.fronts() == (early,)

    tell(story)


def test_of_many_at_once_only_the_wrong_one_fails(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.append(opening("t"))
        right = [opening(f"t{number}") for number in range(20)]
        wrong = replace(opening("u"), code="code-t")
        together = [*right[:10], wrong, played("t", 9), *right[10:], replace(right[3], due=())]
        told = await asyncio.gather(*(store.append(entry) for entry in together), return_exceptions=True)
        failures = {number: type(problem) for number, problem in enumerate(told) if problem is not None}
        assert failures == {10: CodeTaken, 11: VersionTaken, 22: RequestTaken}
        for entry in right:
            assert await store.load(entry.table) == entry.events
        assert len(await store.due()) == 21
        with pytest.raises(TableUnknown):
            await store.load("u")

    tell(story)


def test_of_many_who_decide_on_one_version_one_is_right(tell: Tell) -> None:
    async def story(store: Store) -> None:
        await store.append(opening("t"))
        rivals = [played("t", 5, f"rival {number}") for number in range(12)]
        told = await asyncio.gather(*(store.append(entry) for entry in rivals), return_exceptions=True)
        assert sorted(type(problem).__name__ for problem in told) == ["NoneType"] + ["VersionTaken"] * 11
        winner = told.index(None)
        kept = [await store.answered(ADA.player, f"rival {number}") for number in range(12)]
        assert [number for number, answer in enumerate(kept) if answer is not None] == [winner]
        assert len(await store.load("t")) == 6

    tell(story)


def test_many_tables_grow_side_by_side(tell: Tell) -> None:
    async def grow(store: Store, table: str) -> None:
        await store.append(opening(table))
        for after in range(5, 20):
            await store.append(played(table, after))

    async def story(store: Store) -> None:
        tables = [f"t{number}" for number in range(16)]
        await asyncio.gather(*(grow(store, table) for table in tables))
        for table in tables:
            events = [event for after in range(5, 20) for event in played(table, after).events]
            assert await store.load(table) == (*opened(table), *events)

    tell(story)


def test_a_caller_who_goes_away_disturbs_nobody(tell: Tell) -> None:
    async def story(store: Store) -> None:
        tasks = [asyncio.create_task(store.append(opening(f"t{number}"))) for number in range(9)]
        await asyncio.sleep(0)
        tasks[4].cancel()
        told = await asyncio.gather(*tasks, return_exceptions=True)
        assert [problem for number, problem in enumerate(told) if number != 4] == [None] * 8
        for number in {*range(9)} - {4}:
            assert await store.load(f"t{number}") == opened(f"t{number}")
        try:
            assert await store.load("t4") == opened("t4")  # whole ...
        except TableUnknown:
            assert await store.table_of_code("code-t4") is None  # ... or not at all

    tell(story)


def test_what_follows_a_commit_is_done_before_the_answer_and_never_after_a_refusal(tell: Tell) -> None:
    async def story(store: Store) -> None:
        done: list[str] = []
        await store.append(opening("t"), lambda: done.append("open"))
        assert done == ["open"]
        with pytest.raises(VersionTaken):
            await store.append(played("t", 9), lambda: done.append("refused"))
        assert done == ["open"]

    tell(story)


def test_what_follows_a_commit_is_done_also_when_whoever_asked_has_gone(tell: Tell) -> None:
    async def story(store: Store) -> None:
        done = asyncio.Event()
        asking = asyncio.ensure_future(store.append(opening("t"), done.set))
        await asyncio.sleep(0)  # it has begun
        asking.cancel()
        await asyncio.wait_for(done.wait(), 10)
        assert await store.load("t") == opened("t")

    tell(story)


def test_a_fault_in_what_follows_reaches_its_asker_alone(tell: Tell) -> None:
    def fault() -> None:
        raise ZeroDivisionError

    async def story(store: Store) -> None:
        await store.append(opening("t"))
        wrong, right = store.append(opening("u"), fault), store.append(opening("v"))
        told = await asyncio.gather(wrong, right, return_exceptions=True)
        assert [type(one) for one in told] == [ZeroDivisionError, type(None)]
        assert await store.load("u") == opened("u")

    tell(story)
