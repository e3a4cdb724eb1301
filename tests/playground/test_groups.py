"""Groups at the playground with the real client and engine: four people, hints, a terminal."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from engine_server.game.events import CallMade, DealScored, MatchEnded
from engine_server.rules.moves import Pass
from playground.telegram.messages import Message
from tests.playground.bench import (
    Bench,
    Guest,
    Keypad,
    acts,
    first_key,
    is_pass,
    key_for,
    keys_of,
    messages,
    run,
)
from tests.playground.card_words import cards_in
from tests.playground.oracle import is_advice
from tests.together.terminal import TerminalPlayer, terminal_player
from tests.together.test_three_clients import SCORE, SEATS

OVER = "/play_again"


async def in_front_of_all(guest: Guest, shown: Keypad) -> bool:
    """Whoever is named tries one key after the other until one is taken; bids if nobody has, else passes.

    Moves come before keys that only lead to others.
    """
    message, keys = shown
    log = guest.bench.diary.log
    if f"{guest.name}\u2069" not in message.content.text.text.strip().splitlines()[-1]:
        return False
    bid_made = any(isinstance(event, CallMade) and event.call != Pass() for event in log)
    passing = [data for _, data in keys if is_pass(data)]
    others = sorted((data for _, data in keys if not is_pass(data)), key=lambda data: data.startswith("p:"))
    for data in [*passing, *others] if bid_made else others:
        if (await guest.taps(message, data))["text"] == "":
            return True
    return False


def test_four_people_play_a_floating_bridge_deal_by_keys_and_telegram_never_says_too_many(
    tmp_path: Path,
) -> None:
    """Nobody has ever written to the bot: all of it goes through the group."""

    async def story(bench: Bench) -> None:
        people = [await bench.person(name) for name in ("Anna", "Ben", "Cho", "Dag")]
        group = await bench.group(*people)
        await bench.seats(group, "floating deals=1", *people)
        over = lambda: key_for(people[0].chat(group), OVER)  # noqa: E731
        await asyncio.gather(*(guest.acts(group, over, in_front_of_all) for guest in people))
        assert isinstance(bench.diary.log[-1], MatchEnded)
        assert [bench.cards_of(guest) for guest in people] == [13, 13, 13, 13]
        print(f"group calls a minute: {bench.limiter.most_a_minute(group)}")
        assert 10 <= bench.limiter.most_a_minute(group) <= 20

    run(tmp_path, story, ["Forbidden: bot can't initiate"])


def test_two_people_and_two_robots_play_with_hints_that_the_other_cannot_see(tmp_path: Path) -> None:
    """Hints come into the own chat and as alerts in the group; each person follows its own."""

    async def story(bench: Bench) -> None:
        anna, ben = await bench.person("Anna", "de"), await bench.person("Ben", "zh-hans")
        for guest in (anna, ben):
            await guest.says("/start")
        group = await bench.group(anna, ben)
        await bench.seats(group, "singapore deals=1 wash=off", anna, ben, robots=2)
        hinted: dict[str, list[str]] = {"Anna": [], "Ben": []}

        async def takes_the_hint(guest: Guest, shown: Keypad) -> bool:
            in_group = key_for(guest.chat(group), "/hint")
            if in_group is not None:
                alert = await guest.taps(*in_group)
                hinted[guest.name] += [alert["text"]] if alert["alert"] and is_advice(alert["text"]) else []
            return await follows_the_hint(guest, shown)

        over = lambda: key_for(anna.chat(group), OVER)  # noqa: E731
        await asyncio.gather(*(guest.acts(None, over, takes_the_hint) for guest in (anna, ben)))
        for guest, other in ((anna, ben), (ben, anna)):
            assert len(hinted[guest.name]) > 3
            own = [sight.text for sight in bench.sights.seen if guest.name in sight.to]
            others = [sight.text for sight in bench.sights.seen if other.name in sight.to]
            assert set(hinted[guest.name]) <= set(own)
            assert set(hinted[guest.name]) & set(others) == set()
            assert any(is_advice(it.content.text.text) for it in messages(guest.chat()))
        assert not any(is_advice(it.content.text.text) for it in messages(anna.chat(group)))

    run(tmp_path, story)


async def follows_the_hint(guest: Guest, shown: Keypad) -> bool:
    """Asks in its own chat and taps the move that is advised."""
    before = {it.id for it in messages(guest.chat())}
    asked = key_for(guest.chat(), "/hint")
    if asked is None or (await guest.taps(*asked))["text"]:
        return False
    hint = await guest.bench.until(lambda: next((it for it in hints(guest) if it.id not in before), None))
    (advised,) = [data for _, data in keys_of(hint) if acts(data)]
    return not (await guest.taps(hint, advised))["text"]


def hints(guest: Guest) -> list[Message]:
    """The hints in a person's chat, which can be asked about."""
    return [it for it in messages(guest.chat()) if any(data == "/words @hint" for _, data in keys_of(it))]


def test_a_terminal_and_telegram_sit_at_one_table(tmp_path: Path) -> None:
    """Both read no more than they may, and the same score."""

    async def story(bench: Bench) -> None:
        anna = await bench.person("Anna")
        engine = f"127.0.0.1:{bench.engine.port}"
        async with terminal_player(tmp_path, engine, "Tess") as tess:
            await tess.type("/open floating deals=1")
            code = (await tess.until(re.compile(r"/join (\w+)\."))).group(1)
            await anna.says(f"/join {code}")
            await tess.until(re.compile("Anna.*sits down"))
            reading = asyncio.create_task(reads(bench, tess))
            await tess.type("/start")
            over = lambda: isinstance(bench.diary.log[-1], MatchEnded)  # noqa: E731
            await asyncio.gather(anna.acts(None, over, first_key), tess.play_to_the_end())
            assert await tess.quit() == 0
            await reading
        (total,) = [event for event in bench.diary.log if isinstance(event, DealScored)]
        shown = {place: int(points) for place, points in SCORE.findall(tess.shown)}
        assert shown == {SEATS[seat]: line.points for line in total.lines for seat in line.seats}
        await bench.until(lambda: key_for(anna.chat(), "/export"))
        assert bench.cards_of(anna) == 13
        assert any(cards_in(sight.text) and sight.to == {"Tess"} for sight in bench.sights.seen)

    run(tmp_path, story)


async def reads(bench: Bench, tess: TerminalPlayer) -> None:
    """What the terminal shows is noted as it comes."""
    noted = 0
    while tess.child.returncode is None:
        if len(tess.shown) > noted:
            bench.sights.note(tess.shown[noted:], "Tess")
            noted = len(tess.shown)
        await asyncio.sleep(0.005)
