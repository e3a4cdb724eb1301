"""The benchmark `chat`: scripted people play through the real bot, and what it counts is counted rightly."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

import aiohttp
import pytest

from benchmarks import chat, chat_page
from benchmarks.chat_page import Tally, board_of
from benchmarks.chatters import Person
from benchmarks.running import Run
from benchmarks.watched_playground import Call, Watch
from playground.server import application, listen
from tests.playground.served import served
from tests.playground.worlds import TOKEN, Json, Small


@pytest.mark.timeout(300)
def test_four_people_play_to_the_first_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    figures = chat.measured(Run(), chat.Sizes(groups=1, cards=1))
    assert (figures["groups"], figures["errors"], figures["refused_429"]) == (1, 0, 0)
    samples = figures["samples"]
    assert samples["deals_ended"] == 1
    assert samples["boards"] >= 6  # four calls, the partner, a card
    assert samples["taps"] >= samples["boards"] + 6  # the game, three who join, the start, a look at cards
    assert samples["shown"] >= 4 * samples["boards"]
    assert 0 < figures["group_calls_per_min_max"] <= 20
    assert 0 < figures["tap_p50_ms"] <= figures["tap_p95_ms"]
    assert figures["board_p95_ms"] > figures["page_p50_ms"] > 0
    assert figures["picture_p50_ms"] is None


def test_a_table_where_nothing_happens_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(chat_page, "STILL_SECONDS", 0.2)

    async def without_a_bot() -> int:
        async with served() as at:
            return await chat.all_play(at.address, chat.Sizes(groups=2), None, Tally())

    assert asyncio.run(without_a_bot()) == 2
    assert capsys.readouterr().err.count("the table stands still") == 2


def test_every_call_is_seen_with_what_became_of_it() -> None:
    small, watch = Small(), Watch()
    group = small.group(small.person())

    async def send_too_much() -> None:
        app = application(small.world, random.Random)
        watch.look_at(app)
        runner, port = await listen(app, 0)
        address = f"http://127.0.0.1:{port}/bot{TOKEN}/"
        async with aiohttp.ClientSession(address) as session:
            for _ in range(21):
                await session.post("sendMessage", data={"chat_id": group.id, "text": "x"})
            await session.post("sendMessage", data={"chat_id": 1, "text": "x"})
        await runner.cleanup()

    asyncio.run(send_too_much())
    assert [call.code for call in watch.calls] == [200] * 20 + [429, 400]
    assert [call.message is None for call in watch.calls] == [False] * 20 + [True] * 2
    assert {call.chat for call in watch.calls[:21]} == {group.id}
    assert [call.at for call in watch.calls] == sorted(call.at for call in watch.calls)


# --- the arithmetic ------------------------------------------------------------------------------------


def sent(at: float, chat: int = -1, message: int | None = 5) -> Call:
    return Call(at, "sendMessage", 200, chat, message)


def test_the_busiest_minute_of_a_group_is_found() -> None:
    busy = [sent(at) for at in (0, 50, 55, 100, 109.9, 110)]
    other = [sent(at, chat=-2) for at in (52, 53)]
    refused = [sent(54, message=None)]
    assert chat.calls_per_min_max([*busy, *other, *refused]) == 4
    assert chat.calls_per_min_max([]) == 0


def test_the_nth_call_for_a_message_is_the_nth_event_of_each_person() -> None:
    tally = Tally()
    tally.shown[-1, 5] |= {1: [0.5, 10.25], 2: [0.75]}
    tally.shown[-1, 6][1].append(99.0)  # somebody else's message
    times = chat.times_to_page([sent(0), sent(10), sent(20)], tally)
    assert times == [500.0, 250.0, 750.0]


# --- what people read ----------------------------------------------------------------------------------


def message(text: str, *rows: list[tuple[str, str]]) -> Json:
    keys = [[{"text": label, "data": data} for label, data in row] for row in rows]
    return {
        "id": 7,
        "text": text,
        "keys": [*keys, [{"text": "Open a private chat", "url": "https://t.me/x"}]],
    }


def test_a_board_is_read_as_people_read_it() -> None:
    text = "Deal 1 of 3\nTrick 4: ♦A (\u2068Anna\u2069)  ♣2 (\u2068Ben\u2069)\n\n\u2068Cleo\u2069: tap."
    calls = [("Pass", "m:t:9:CgA"), ("2", "p:t:9:2"), ("1♦", "m:t:9:Eg")]
    own = [("My cards", "/my_cards K7"), ("Take back", "m:t:9:egA")]
    board = board_of(message(text, calls, own))
    assert (board.acting, board.led, board.version) == ("Cleo", "♦", 9)
    assert [label for label, _ in board.moves] == ["Pass", "1♦"]
    assert (board.command("/my_cards"), board.command("/join")) == ("/my_cards K7", "")
    lobby = board_of(message("3 seats are free", [("Join", "/join K7")]))
    assert (lobby.moves, lobby.version, lobby.led) == ((), 0, "")


def test_whoever_can_follows_suit_and_otherwise_tries_each_suit_once() -> None:
    person = Person(1, "Anna", ["♣", "♣", "♠", "♥", "♥", "♦"])
    assert person.places("♥") == [3, 0, 2, 5]
    assert person.places("") == [0, 2, 3, 5]
