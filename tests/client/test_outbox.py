"""Messages on their way, in simulated time: order, pace, repeats, and chats that cannot be reached."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest

from telegram_client.conversation.post import (
    Busy,
    Chat,
    Delivery,
    Failed,
    Gone,
    Moved,
    PostError,
    Shown,
    Unreachable,
)
from telegram_client.conversation.screens import Board, Button, Screen
from telegram_client.memory import SqliteMemory
from telegram_client.outbox import MOST_LANES, MOST_WAITING, TRIES, LoopClock, Outbox
from tests.client.timeless import run

ANN, BOB, GROUP = Chat(7), Chat(8), Chat(-100)
KEYS = ((Button("Pass", "/pass"),),)


def now() -> float:
    return asyncio.get_running_loop().time()


def screen(text: str, keys: bool = False) -> Screen:
    return Screen((text,), KEYS if keys else ())


def board(name: str, text: str) -> Board:
    return Board(name, screen(text, keys=True))


@dataclass
class Trace:
    """A call of the post: when it began, where, on which message (0: a new one), and what was sent."""

    at: float
    chat: Chat
    message: int
    screen: Screen

    @property
    def brief(self) -> tuple[int, str, bool]:
        """Message, text, and whether there were keys."""
        return self.message, str(self.screen.parts[0]), bool(self.screen.keys)


class Service:
    """A chat service in memory, which takes a tenth of a second for a call and fails when told to."""

    def __init__(self) -> None:
        self.calls: list[Trace] = []
        self.failures: dict[Chat, list[PostError | RuntimeError]] = {}
        self.latency = 0.1
        self.roads: Callable[[], Awaitable[None]] | None = None
        """How long a call is on its way here; no time at all if not said."""
        self._messages = 0

    async def send(self, chat: Chat, screen: Screen) -> int:
        await self._call(chat, 0, screen)
        self._messages += 1
        return self._messages

    async def edit(self, chat: Chat, message: int, screen: Screen) -> None:
        await self._call(chat, message, screen)

    async def _call(self, chat: Chat, message: int, screen: Screen) -> None:
        if self.roads is not None:
            await self.roads()
        self.calls.append(Trace(now(), chat, message, screen))
        await asyncio.sleep(self.latency)
        if self.failures.get(chat):
            raise self.failures[chat].pop(0)

    def fail(self, chat: Chat, *failures: PostError | RuntimeError) -> None:
        """The next calls there fail so."""
        self.failures.setdefault(chat, []).extend(failures)

    def texts(self, chat: Chat) -> list[str]:
        """What was tried to be sent there."""
        return [call.brief[1] for call in self.calls if call.chat == chat]

    def briefs(self, chat: Chat) -> list[tuple[int, str, bool]]:
        return [call.brief for call in self.calls if call.chat == chat]

    def times(self, chat: Chat) -> list[float]:
        return [round(call.at, 3) for call in self.calls if call.chat == chat]


@dataclass
class Ear:
    """Hears what became of messages."""

    heard: list[tuple[object, ...]] = field(default_factory=list)

    def reached(self, chat: Chat) -> None:
        self.heard.append(("reached", chat))

    def unreachable(self, chat: Chat) -> None:
        self.heard.append(("unreachable", chat))

    def rekeyed(self, old: int, new: int) -> None:
        self.heard.append(("rekeyed", old, new))


class House:
    """An outbox with all around it."""

    def __init__(self, folder: Path) -> None:
        self.service = Service()
        self.memory = SqliteMemory(folder / "bot.db")
        self.ear = Ear()
        self.outbox = self.restarted()

    def restarted(self) -> Outbox:
        """An outbox that knows nothing but the memory."""
        self.outbox = Outbox(self.service, self.memory, LoopClock(), self.ear)
        delivery: Delivery = self.outbox
        assert delivery is self.outbox
        return self.outbox

    async def settled(self, seconds: float = 600) -> None:
        """Until everything is through."""
        await asyncio.sleep(seconds)


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


# --- order ---------------------------------------------------------------------------------------------


def test_messages_of_a_chat_arrive_in_order_and_nobody_waits_for_them(house: House) -> None:
    async def story() -> None:
        for text in "abc":
            house.outbox.say(ANN, screen(text))
        house.outbox.say(BOB, screen("x"))
        assert house.service.calls == []
        await house.settled()

    run(story())
    assert house.service.texts(ANN) == ["a", "b", "c"]
    assert house.service.times(ANN) == [0.0, 0.1, 0.2]
    assert house.service.times(BOB) == [0.0]


def test_the_same_message_twice_is_sent_twice(house: House) -> None:
    async def story() -> None:
        house.outbox.say(ANN, screen("a"))
        house.outbox.say(ANN, screen("a"))
        await house.settled()

    run(story())
    assert house.service.texts(ANN) == ["a", "a"]


def test_a_board_is_one_message_that_changes(house: House) -> None:
    async def story() -> None:
        for text in ("one", "two", "three"):
            house.outbox.show(ANN, board("t/1", text))
            await house.settled(5)

    run(story())
    assert house.service.briefs(ANN) == [(0, "one", True), (1, "two", True), (1, "three", True)]
    assert house.memory.shown(ANN) == Shown("t/1", 1)


def test_only_the_newest_board_waits(house: House) -> None:
    async def story() -> None:
        house.outbox.show(GROUP, board("t/1", "0"))
        await house.settled(60)
        for text in range(1, 100):
            house.outbox.show(GROUP, board("t/1", str(text)))
            await asyncio.sleep(0.2)
        await house.settled()

    run(story())
    shown = [int(text) for text in house.service.texts(GROUP)]
    assert len(shown) == 1 + 6  # one, then one in four of twenty seconds
    assert shown == sorted(shown)
    assert shown[-1] == 99


def test_an_unchanged_board_is_dropped(house: House) -> None:
    async def story() -> None:
        house.outbox.show(ANN, board("t/1", "one"))
        house.outbox.show(ANN, board("t/1", "one"))
        await asyncio.sleep(0.05)  # it is under way
        house.outbox.show(ANN, board("t/1", "one"))
        await house.settled(5)
        house.outbox.show(ANN, board("t/1", "one"))
        await house.settled(5)

    run(story())
    assert house.service.texts(ANN) == ["one"]


def test_a_board_that_turned_back_before_it_was_sent_is_not_sent(house: House) -> None:
    async def story() -> None:
        house.outbox.show(GROUP, board("t/1", "one"))
        await asyncio.sleep(0.5)
        house.outbox.show(GROUP, board("t/1", "two"))
        await asyncio.sleep(0.5)  # changed, so the next change waits
        house.outbox.show(GROUP, board("t/1", "three"))
        house.outbox.show(GROUP, board("t/1", "two"))
        await house.settled()

    run(story())
    assert house.service.texts(GROUP) == ["one", "two"]


def test_a_board_with_a_new_name_is_a_new_message_and_the_old_one_loses_its_keys(house: House) -> None:
    async def story() -> None:
        house.outbox.show(ANN, board("t/1", "one"))
        await house.settled(5)
        house.outbox.show(ANN, board("t/2", "two"))
        await house.settled(5)

    run(story())
    assert house.service.briefs(ANN) == [(0, "one", True), (0, "two", True), (1, "one", False)]
    assert house.memory.shown(ANN) == Shown("t/2", 2)


def test_the_old_board_ends_with_its_last_words(house: House) -> None:
    async def story() -> None:
        house.outbox.show(GROUP, board("t/1", "one"))
        house.outbox.show(GROUP, board("t/1", "two"))
        await asyncio.sleep(0.3)
        house.outbox.show(GROUP, board("t/1", "last trick"))
        await asyncio.sleep(0.3)  # it waits for its pace still
        house.outbox.say(GROUP, screen("made"))
        house.outbox.show(GROUP, board("t/2", "next deal"))
        await house.settled()

    run(story())
    first, *rest = house.service.briefs(GROUP)
    assert first == (0, "two", True)
    assert rest == [
        (1, "last trick", True),
        (0, "made", False),
        (0, "next deal", True),
        (1, "last trick", False),
    ]


def test_a_waiting_change_of_the_old_board_becomes_its_last_words(house: House) -> None:
    async def story() -> None:
        house.outbox.show(GROUP, board("t/1", "one"))
        await asyncio.sleep(0.3)
        house.outbox.show(GROUP, board("t/1", "two"))
        await asyncio.sleep(0.3)
        house.outbox.show(GROUP, board("t/1", "last trick"))
        house.outbox.show(GROUP, board("t/2", "next deal"))
        await house.settled()

    run(story())
    assert house.service.briefs(GROUP)[2:] == [(0, "next deal", True), (1, "last trick", False)]


def test_a_change_that_failed_while_the_next_board_came_becomes_last_words(house: House) -> None:
    async def story() -> None:
        house.outbox.show(ANN, board("t/1", "one"))
        await house.settled(5)
        house.service.fail(ANN, Failed(again=True))
        house.outbox.show(ANN, board("t/1", "last trick"))
        await asyncio.sleep(0.05)  # it is under way
        house.outbox.show(ANN, board("t/2", "next deal"))
        await house.settled()

    run(story())
    assert house.service.briefs(ANN)[2:] == [(0, "next deal", True), (1, "last trick", False)]


def test_a_new_board_waits_for_what_was_said_before_it(house: House) -> None:
    async def story() -> None:
        house.outbox.say(ANN, screen("result"))
        house.outbox.show(ANN, board("t/2", "next deal"))
        house.outbox.say(ANN, screen("after"))
        house.outbox.show(ANN, board("t/2", "newer"))
        await house.settled()

    run(story())
    assert house.service.texts(ANN) == ["result", "newer", "after"]


def test_a_change_does_not_hold_up_a_message(house: House) -> None:
    async def story() -> None:
        house.outbox.show(GROUP, board("t/1", "one"))
        await asyncio.sleep(0.3)
        house.outbox.show(GROUP, board("t/1", "two"))
        await asyncio.sleep(0.3)
        house.outbox.show(GROUP, board("t/1", "three"))
        await asyncio.sleep(0.3)
        house.outbox.say(GROUP, screen("hello"))
        await house.settled()

    run(story())
    assert house.service.texts(GROUP) == ["one", "two", "hello", "three"]
    assert house.service.times(GROUP) == [0.0, 0.3, 0.9, 4.3]


def test_a_board_may_be_shown_again_at_the_end(house: House) -> None:
    async def story() -> None:
        house.outbox.show(ANN, board("t/1", "one"))
        house.outbox.say(ANN, screen("a"))
        await house.settled(5)
        house.outbox.repeat(ANN)
        await house.settled(5)
        house.outbox.show(ANN, board("t/1", "two"))
        await house.settled(5)

    run(story())
    assert house.service.briefs(ANN)[2:] == [(0, "one", True), (1, "one", False), (3, "two", True)]


def test_of_a_board_that_goes_on_further_down_the_head_is_left(house: House) -> None:
    long = Board("t/1", Screen(("Deal 1", "Your turn."), screen("", keys=True).keys))

    async def story() -> None:
        house.outbox.show(ANN, long)
        await house.settled(5)
        house.outbox.repeat(ANN)
        await house.settled(5)
        house.outbox.show(ANN, board("t/2", "two"))
        await house.settled(5)

    run(story())
    sent = [(call.message, call.screen.parts) for call in house.service.calls]
    assert sent[1:] == [
        (0, ("Deal 1", "Your turn.")),
        (1, ("Deal 1",)),
        (0, ("two",)),
        (2, ("Deal 1", "Your turn.")),
    ]


# --- restart -------------------------------------------------------------------------------------------


def test_after_a_restart_the_board_goes_on_in_its_message(house: House) -> None:
    async def story() -> None:
        house.outbox.show(ANN, board("t/1", "one"))
        await house.settled(5)
        house.restarted().show(ANN, board("t/1", "two"))
        await house.settled(5)
        house.restarted().repeat(ANN)
        house.outbox.show(ANN, board("t/1", "three"))
        await house.settled(5)

    run(story())
    assert [brief[:2] for brief in house.service.briefs(ANN)] == [(0, "one"), (1, "two"), (0, "three")]


# --- pace ----------------------------------------------------------------------------------------------


def test_a_private_board_changes_at_most_once_a_second(house: House) -> None:
    async def story() -> None:
        for text in range(40):
            house.outbox.show(ANN, board("t/1", str(text)))
            await asyncio.sleep(0.1)
        await house.settled()

    run(story())
    edits = [call.at for call in house.service.calls if call.message]
    assert len(edits) >= 4
    assert min(gaps(edits)) > 0.999
    assert house.service.texts(ANN)[-1] == "39"


def gaps(times: list[float]) -> list[float]:
    """The time between each two."""
    return [later - earlier for earlier, later in pairwise(times)]


def busiest(times: list[float], seconds: float) -> int:
    """How many of the times fall into the fullest span of so many seconds."""
    return max(sum(start <= time < start + seconds for time in times) for start in times)


def test_a_group_bears_fifteen_edits_and_twenty_calls_a_minute(house: House) -> None:
    async def story() -> None:
        for step in range(3000):
            house.outbox.show(GROUP, board("t/1", f"board {step}"))
            if step % 100 == 0:
                house.outbox.say(GROUP, screen(f"word {step}"))
            await asyncio.sleep(0.1)
        await house.settled()

    run(story())
    edits = [call.at for call in house.service.calls if call.message]
    assert 13 <= busiest(edits, 59.99) <= 15
    assert busiest([call.at for call in house.service.calls], 59.99) <= 20
    assert min(gaps(edits)) > 3.999
    assert len([text for text in house.service.texts(GROUP) if text.startswith("word")]) == 30


def test_five_calls_a_minute_are_kept_for_new_messages(house: House) -> None:
    async def story() -> None:
        house.outbox.show(GROUP, board("t/1", "0"))
        for step in range(1, 80):
            await asyncio.sleep(1)
            house.outbox.show(GROUP, board("t/1", str(step)))
        began = now()
        for text in "abcd":
            house.outbox.say(GROUP, screen(text))
        await asyncio.sleep(2)
        assert [text for text in house.service.texts(GROUP) if text in "abcd"] == list("abcd")
        assert now() - began == 2
        await house.settled()

    run(story())


def test_topics_of_a_group_share_its_pace(house: House) -> None:
    async def story() -> None:
        for thread in (1, 2, 3):
            for number in range(20):
                house.outbox.say(Chat(-100, thread), screen(str(number)))
        await house.settled()

    run(story())
    assert busiest([call.at for call in house.service.calls], 59.99) == 20
    assert len(house.service.calls) == 60


def test_all_chats_together_keep_to_thirty_calls_a_second(house: House) -> None:
    async def story() -> None:
        for user in range(200):
            house.outbox.say(Chat(user + 1), screen("hello"))
        await house.settled()

    run(story())
    times = [call.at for call in house.service.calls]
    assert len(times) == 200
    assert busiest(times, 0.999) == 30
    assert max(times) < 8


@pytest.mark.parametrize(
    ("chats", "most", "seconds", "over"),
    [([Chat(user + 1) for user in range(300)], 30, 0.999, 15), ([GROUP] * 40, 20, 59.99, 75)],
    ids=["all chats", "a group"],
)
def test_a_pace_is_kept_where_calls_are_heard_late(
    house: House, chats: list[Chat], most: int, seconds: float, over: float
) -> None:
    """What leaves later may be heard sooner: the service counts what it hears."""
    chance = random.Random(5)

    async def on_its_way() -> None:
        await asyncio.sleep(chance.choice((0.0, 0.05, 0.4)))

    async def story() -> None:
        house.service.roads = on_its_way
        for number, chat in enumerate(chats):
            house.outbox.say(chat, screen(f"hello {number}"))
        await house.settled()

    run(story())
    heard = sorted(call.at for call in house.service.calls)
    assert len(heard) == len(chats)
    assert busiest(heard, seconds) <= most
    assert heard[-1] < over


def test_a_chat_that_is_told_to_wait_waits_and_no_other_does(house: House) -> None:
    async def story() -> None:
        house.service.fail(GROUP, Busy(35))
        house.outbox.say(GROUP, screen("a"))
        await asyncio.sleep(1)
        house.outbox.say(GROUP, screen("b"))
        house.outbox.say(ANN, screen("x"))
        await house.settled()

    run(story())
    assert house.service.texts(GROUP) == ["a", "a", "b"]
    assert house.service.times(GROUP) == [0.0, 35.1, 35.2]
    assert house.service.times(ANN) == [1.0]


def test_being_told_to_wait_loses_no_final_state(house: House) -> None:
    async def story() -> None:
        house.outbox.show(ANN, board("t/1", "one"))
        await asyncio.sleep(1)
        house.service.fail(ANN, Busy(10), Busy(10), Busy(10))
        for text in ("two", "three", "four"):
            house.outbox.show(ANN, board("t/1", text))
            await asyncio.sleep(0.05)
        await house.settled()

    run(story())
    assert house.service.texts(ANN) == ["one", "two", "four", "four", "four"]


# --- what goes wrong -----------------------------------------------------------------------------------


def test_a_message_that_is_gone_is_sent_anew(house: House) -> None:
    async def story() -> None:
        house.outbox.show(ANN, board("t/1", "one"))
        await house.settled(5)
        house.service.fail(ANN, Gone())
        house.outbox.show(ANN, board("t/1", "two"))
        await house.settled(5)
        house.outbox.show(ANN, board("t/1", "three"))
        await house.settled(5)

    run(story())
    assert [brief[:2] for brief in house.service.briefs(ANN)] == [
        (0, "one"),
        (1, "two"),
        (0, "two"),
        (2, "three"),
    ]
    assert house.memory.shown(ANN) == Shown("t/1", 2)


def test_taking_keys_away_is_not_tried_twice(house: House) -> None:
    async def story() -> None:
        house.outbox.show(ANN, board("t/1", "one"))
        await house.settled(5)
        house.outbox.show(ANN, board("t/2", "two"))
        await asyncio.sleep(0.15)
        house.service.fail(ANN, Gone())
        await house.settled(5)

    run(story())
    assert house.service.briefs(ANN) == [(0, "one", True), (0, "two", True), (1, "one", False)]
    assert house.memory.shown(ANN) == Shown("t/2", 2)


def test_what_may_help_is_tried_again_with_growing_waits_and_then_let_go(house: House) -> None:
    async def story() -> None:
        house.service.fail(ANN, *(Failed(again=True) for _ in range(TRIES)))
        house.outbox.say(ANN, screen("a"))
        house.outbox.say(ANN, screen("b"))
        await house.settled()

    run(story())
    assert house.service.texts(ANN) == ["a"] * TRIES + ["b"]
    assert [round(gap, 1) for gap in gaps(house.service.times(ANN))] == [1.1, 2.1, 4.1, 8.1, 0.1]


@pytest.mark.parametrize("failure", [Failed(again=False), RuntimeError("the hand of Ann")])
def test_what_cannot_help_is_let_go_at_once(
    house: House, failure: PostError | RuntimeError, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        house.service.fail(ANN, failure)
        house.outbox.say(ANN, screen("a"))
        house.outbox.say(ANN, screen("b"))
        await house.settled()

    run(story())
    assert house.service.texts(ANN) == ["a", "b"]
    assert "Ann" not in caplog.text


def test_a_board_that_was_let_go_is_shown_when_it_is_wanted_again(house: House) -> None:
    async def story() -> None:
        house.service.fail(ANN, Failed(again=False))
        for _ in range(2):
            house.outbox.show(ANN, board("t/1", "one"))
            await house.settled(5)

    run(story())
    assert house.service.texts(ANN) == ["one", "one"]


def test_failures_are_counted_in_a_row(house: House) -> None:
    async def story() -> None:
        for text in "abcdef":
            house.service.fail(ANN, Failed(again=True))
            house.outbox.say(ANN, screen(text))
            await house.settled(5)

    run(story())
    assert house.service.texts(ANN) == [text for text in "abcdef" for _ in range(2)]


def test_a_chat_out_of_reach_is_told_once_until_it_is_reached(house: House) -> None:
    async def story() -> None:
        house.service.fail(ANN, Unreachable(), Unreachable())
        house.outbox.say(ANN, screen("a"))
        house.outbox.say(ANN, screen("let go as well"))
        house.outbox.show(ANN, board("t/1", "let go as well"))
        await house.settled(5)
        for text in "bcd":
            house.outbox.say(ANN, screen(text))
            await house.settled(5)

    run(story())
    assert house.service.texts(ANN) == ["a", "b", "c", "d"]
    assert house.ear.heard == [("unreachable", ANN), ("reached", ANN)]


def test_one_chat_out_of_reach_holds_up_no_other(house: House) -> None:
    async def story() -> None:
        house.service.fail(ANN, *(Failed(again=True) for _ in range(4)))
        house.outbox.say(ANN, screen("a"))
        house.outbox.say(BOB, screen("x"))
        house.outbox.say(BOB, screen("y"))
        await house.settled()

    run(story())
    assert house.service.times(BOB) == [0.0, 0.1]


def test_a_group_with_another_id_is_followed_once(house: House) -> None:
    there = Chat(-1005)

    async def story() -> None:
        house.outbox.show(GROUP, board("t/1", "one"))
        await house.settled(5)
        house.service.fail(GROUP, Moved(there.id))
        house.outbox.show(GROUP, board("t/1", "two"))
        house.outbox.say(GROUP, screen("a"))
        await house.settled(5)
        house.outbox.moved(GROUP.id, there.id)  # the news of it comes as well
        house.outbox.say(GROUP, screen("said to the old id"))
        await house.settled(5)

    run(story())
    assert house.service.texts(GROUP) == ["one", "two"]
    assert house.service.briefs(there) == [
        (0, "two", True),
        (0, "a", False),
        (0, "said to the old id", False),
    ]
    assert house.ear.heard == [("reached", GROUP), ("rekeyed", GROUP.id, there.id)]
    assert (house.memory.shown(GROUP), house.memory.shown(there)) == (None, Shown("t/1", 2))


def test_what_waited_goes_to_a_chat_that_is_known_already(house: House) -> None:
    there = Chat(-1005)

    async def story() -> None:
        house.service.fail(GROUP, Busy(100))
        house.outbox.say(GROUP, screen("a"))
        house.outbox.say(there, screen("x"))
        await asyncio.sleep(1)
        house.outbox.moved(GROUP.id, there.id)
        await house.settled()

    run(story())
    assert house.service.texts(GROUP) == ["a"]
    assert house.service.texts(there) == ["x", "a"]


def test_two_ids_that_name_each_other_are_given_up(house: House) -> None:
    async def story() -> None:
        house.service.fail(GROUP, Moved(-5), Moved(-5))
        house.service.fail(Chat(-5), *(Moved(GROUP.id) for _ in range(20)))
        house.service.fail(GROUP, *(Moved(-5) for _ in range(20)))
        house.outbox.say(GROUP, screen("a"))
        await house.settled()

    run(story())
    assert len(house.service.calls) == TRIES


def test_a_listener_that_fails_stops_nothing(house: House) -> None:
    def fail(chat: Chat) -> None:
        raise KeyError(chat)

    house.ear.reached = fail  # type: ignore[method-assign]

    async def story() -> None:
        house.outbox.say(ANN, screen("a"))
        house.outbox.say(ANN, screen("b"))
        await house.settled()

    run(story())
    assert house.service.texts(ANN) == ["a", "b"]


# --- bounds and end ------------------------------------------------------------------------------------


def test_a_line_is_bounded_and_the_newest_stay(house: House) -> None:
    async def story() -> None:
        house.service.fail(ANN, Busy(100))
        house.outbox.say(ANN, screen("first"))
        await asyncio.sleep(1)
        for number in range(500):
            house.outbox.say(ANN, screen(str(number)))
        await house.settled()

    run(story())
    assert house.service.texts(ANN)[1:] == [str(number) for number in range(500 - MOST_WAITING, 500)]


def test_of_too_many_messages_those_are_let_go_that_can_be_asked_for_again(house: House) -> None:
    async def story() -> None:
        house.service.fail(ANN, Busy(100))
        house.outbox.say(ANN, screen("won"), lasting=True)  # comes back into the line when it fails
        await asyncio.sleep(1)
        for number in range(500):
            house.outbox.say(ANN, screen(f"{number}"), lasting=number == 200)
        await house.settled()

    run(story())
    looked_up = [str(number) for number in range(500 - MOST_WAITING + 2, 500)]
    assert house.service.texts(ANN)[1:] == ["won", "200", *looked_up]


def test_of_too_many_lasting_messages_the_oldest_is_let_go_after_all_others(house: House) -> None:
    async def story() -> None:
        house.service.fail(ANN, Busy(100))
        house.outbox.say(ANN, screen("rules"))
        await asyncio.sleep(1)
        for number in range(500):
            house.outbox.say(ANN, screen(f"{number}"), lasting=True)
        house.outbox.say(ANN, screen("rules"))
        await house.settled()

    run(story())
    assert house.service.texts(ANN)[1:] == [str(number) for number in range(500 - MOST_WAITING, 500)]


def test_lanes_of_chats_long_unused_are_forgotten(house: House) -> None:
    async def story() -> int:
        house.service.latency = 0.0
        for user in range(3 * MOST_LANES):
            house.outbox.say(Chat(user + 1), screen("a"))
            await asyncio.sleep(0.05)
        return len(house.outbox._lanes)

    assert run(story()) <= MOST_LANES


@pytest.mark.parametrize(("within", "sent"), [(5.0, ["a", "b"]), (0.05, ["a"])])
def test_at_the_end_what_waits_may_go_out_for_a_while(house: House, within: float, sent: list[str]) -> None:
    async def story() -> None:
        house.outbox.say(ANN, screen("a"))
        house.outbox.say(ANN, screen("b"))
        await house.outbox.close(within)
        house.outbox.say(ANN, screen("too late"))
        await house.settled()

    run(story())
    assert house.service.texts(ANN) == sent
