"""Updates wait in order until they are confirmed; faults strike them as asked."""

from __future__ import annotations

import random

import pytest

from playground.telegram.faults import Fault, Kind
from playground.telegram.refusals import Impossible
from playground.telegram.updates import Updates
from tests.playground.worlds import Small


def queue(*texts: str) -> Updates:
    updates = Updates(10)
    for text in texts:
        updates.add(0, "message", {"text": text})
    return updates


def texts(updates: Updates, now: int = 0) -> list[str]:
    return [update.content["text"] for update in updates.ready(now)]


def test_updates_come_in_order_again_and_again_until_they_are_confirmed() -> None:
    updates = queue("a", "b", "c")
    assert [update.number for update in updates.ready(0)] == [10, 11, 12]
    assert texts(updates) == ["a", "b", "c"]
    updates.confirm(11)
    assert texts(updates) == ["b", "c"]
    assert [update.number for update in updates.ready(0, 1)] == [11]


def test_a_negative_offset_keeps_the_newest() -> None:
    updates = queue("a", "b", "c")
    updates.confirm(-1)
    assert texts(updates) == ["c"]


def test_only_what_is_wanted_is_kept_and_what_waits_stays() -> None:
    small = Small()
    ann = small.person()
    small.say(ann, ann.id, "before")
    small.world.updates.allow(["callback_query"])
    small.say(ann, ann.id, "not wanted")
    assert [update["message"]["text"] for update in small.updates()] == ["before"]
    small.world.updates.allow([])
    small.say(ann, ann.id, "wanted")
    assert small.kinds() == ["text"]


def test_members_are_told_of_only_on_demand_and_to_admins() -> None:
    small = Small()
    ann, bob = small.person("Ann"), small.person("Bob")
    chat = small.group(ann, admin=True)
    small.updates()
    from playground.telegram import groups

    groups.add(small.world, ann.id, chat.id, bob.id)
    assert small.kinds() == ["new_chat_members"]
    small.world.updates.allow(["message", "chat_member"])
    groups.remove(small.world, ann.id, chat.id, bob.id)
    assert small.kinds() == ["left_chat_member", "chat_member"]


def test_a_late_update_gets_its_number_when_it_is_told() -> None:
    updates = queue("a")
    updates.add_late(5000, "message", {"text": "late"})
    updates.add(0, "message", {"text": "b"})
    assert (texts(updates, 4999), updates.next_due()) == (["a", "b"], 5000)
    updates.confirm(12)
    assert [(update.number, update.content["text"]) for update in updates.ready(5000)] == [(12, "late")]


def said(small: Small, *faults: Fault, count: int = 6) -> list[str]:
    ann = small.person()
    for fault in faults:
        small.world.faults.plan(fault)
    for number in range(count):
        small.say(ann, ann.id, str(number))
    ready = small.world.updates.ready(small.world.now())
    assert [update.number for update in ready] == sorted(update.number for update in ready)
    return [update.content["text"] for update in ready]


def test_updates_get_lost_doubled_and_late() -> None:
    assert said(Small(), Fault(Kind.LOSE, 2)) == ["2", "3", "4", "5"]
    assert said(Small(), Fault(Kind.DUPLICATE)) == ["0", "0", "1", "2", "3", "4", "5"]
    small = Small()
    assert said(small, Fault(Kind.DELAY, 1, 3.0)) == ["1", "2", "3", "4", "5"]
    small.clock.pass_by(3)
    assert [update.content["text"] for update in small.world.updates.ready(small.world.now())][-1] == "0"


def test_mixed_up_updates_are_the_same_ones_in_an_order_of_the_seed() -> None:
    first, again = said(Small(), Fault(Kind.REORDER, 6)), said(Small(), Fault(Kind.REORDER, 6))
    assert first == again != sorted(first)
    assert sorted(first) == ["0", "1", "2", "3", "4", "5"]


def test_a_share_strikes_by_chance_of_the_seed() -> None:
    def lost(seed: int) -> list[str]:
        small = Small()
        small.world.faults.chance = random.Random(seed)
        return said(small, Fault(Kind.LOSE, 1000, share=0.5), count=40)

    assert lost(1) == lost(1) != lost(2)
    assert 8 < len(lost(1)) < 32


@pytest.mark.parametrize(
    "wrong", [{"count": 0}, {"seconds": -1.0}, {"seconds": 1e9}, {"share": 0.0}, {"share": 1.5}]
)
def test_a_fault_that_makes_no_sense_is_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(Impossible):
        Fault(Kind.LOSE, **wrong)  # type: ignore[arg-type]


def test_a_restart_without_memory_forgets_and_people_keep_their_phones() -> None:
    small = Small()
    ann = small.person()
    small.say(ann, ann.id, "hello")
    small.world.restart(memory=True)
    assert len(small.world.updates) == 1
    small.world.restart(memory=False)
    assert (len(small.world.updates), len(small.world.chats[ann.id].messages)) == (0, 1)


def test_the_clock_jumps_in_messages_too() -> None:
    small = Small()
    ann = small.person()
    before = small.say(ann, ann.id, "a").date
    small.world.jump(-3600)
    assert small.say(ann, ann.id, "b").date == before - 3600


@pytest.mark.parametrize(
    ("kind", "seconds"),
    [("message", 24 * 3600), ("callback_query", 150), ("inline_query", 30), ("chosen_inline_result", 600)],
)
def test_what_is_not_fetched_in_time_is_forgotten(kind: str, seconds: int) -> None:
    updates = Updates(10)
    updates.add(5000, kind, {"text": "a"})
    updates.add(9000, kind, {"text": "b"})
    assert texts(updates, 5000 + seconds * 1000 - 1) == ["a", "b"]
    assert texts(updates, 5000 + seconds * 1000) == ["b"]
    assert len(updates) == 1


def test_only_known_kinds_can_be_asked_for() -> None:
    updates = Updates(10)
    seen = []
    for kinds in (["nonsense"], ["poll", "nonsense"]):
        updates.allow(kinds)
        seen.append((updates.allowed, updates.wants("message")))
    assert seen == [(None, True), (["poll"], False)]
