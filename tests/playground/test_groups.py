"""Groups at the playground with the real client and engine: four people, hints, a terminal."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

from engine_server.game.events import CallMade, DealScored, MatchEnded
from engine_server.rules.moves import Pass
from tests.playground.bench import Bench, run
from tests.playground.card_words import cards_in
from tests.playground.club import gathered
from tests.playground.oracle import is_advice
from tests.playground.phones import Person, Place
from tests.playground.screens import acting_keys, is_pass
from tests.together.terminal import TerminalPlayer, terminal_player
from tests.together.test_three_clients import SCORE, SEATS


async def acts_if_named(bench: Bench, person: Person, where: Place) -> bool:
    """Whoever is named tries one key after the other until one is taken; bids if nobody has, else passes.

    Moves come before keys that only lead to others. Whether a move was taken.
    """
    message, _ = acting_keys(where)[-1]
    if f"{person.name}\u2069" not in message.text.strip().splitlines()[-1]:
        return False
    bid_made = any(isinstance(event, CallMade) and event.call != Pass() for event in bench.log)
    keys = [data for it, data in acting_keys(where) if it is message and not (is_pass(data) and not bid_made)]
    for data in sorted(keys, key=lambda data: (not is_pass(data), data.startswith("p:"))):
        if (await person.sends_tap(message, data)).text == "":
            return not data.startswith("p:")
    return False


def test_four_people_play_a_floating_bridge_deal_by_keys_and_telegram_never_says_too_many(
    tmp_path: Path,
) -> None:
    """Nobody has ever written to the bot: all of it goes through the group."""

    async def story(bench: Bench) -> None:
        people = [bench.telegram.person(name) for name in ("Anna", "Ben", "Cho", "Dag")]
        table = await gathered(bench, *people, shy=(*people,))
        await table.opens("floating deals=1")
        await table.sits_down_and_begins()

        async def act(person: Person, where: Place, when: int) -> bool:
            return await acts_if_named(bench, person, where)

        over = lambda: table.is_over  # noqa: E731
        await asyncio.gather(*(bench.plays(person, table.group, over, act) for person in people))
        assert isinstance(bench.log[-1], MatchEnded)
        assert [len(bench.cards_of(person)) for person in people] == [13, 13, 13, 13]
        print(f"group calls a minute: {bench.limiter.most_a_minute(table.group.id)}")
        assert 10 <= bench.limiter.most_a_minute(table.group.id) <= 20

    run(tmp_path, story, ["Forbidden: bot can't initiate"])


def test_two_people_and_two_robots_play_with_hints_that_the_other_cannot_see(tmp_path: Path) -> None:
    """Hints come into the own chat and as alerts in the group; each person follows its own."""

    async def story(bench: Bench) -> None:
        anna, ben = bench.telegram.person("Anna", "de"), bench.telegram.person("Ben", "zh-hans")
        table = await gathered(bench, anna, ben)
        await table.opens("singapore deals=1 wash=off")
        await table.sits_down_and_begins()
        hinted: dict[Person, list[str]] = {anna: [], ben: []}

        async def asks_in_the_group_too(person: Person, where: Place, when: int) -> bool:
            if table.group.key("/hint"):
                alert = await person.taps(table.group, "/hint")
                hinted[person] += [alert.text] if alert.alert and is_advice(alert.text) else []
            return await bench.takes_the_hint(person, where, when)

        await table.plays_to_the_end(asks_in_the_group_too)
        for person, other in ((anna, ben), (ben, anna)):
            assert len(hinted[person]) > 3
            own = [sight.text for sight in bench.sights.seen if person.name in sight.to]
            others = [sight.text for sight in bench.sights.seen if other.name in sight.to]
            assert set(hinted[person]) <= set(own)
            assert set(hinted[person]) & set(others) == set()
            assert any(is_advice(message.text) for message in person.chat.of_bot)
        assert not any(is_advice(message.text) for message in table.group.of_bot)

    run(tmp_path, story)


def test_a_terminal_and_telegram_sit_at_one_table(tmp_path: Path) -> None:
    """Both read no more than they may, and the same score."""

    async def story(bench: Bench) -> None:
        anna = bench.telegram.person("Anna")
        async with terminal_player(tmp_path, bench.wire.address, "Tess") as tess:
            await tess.type("/open floating deals=1")
            code = (await tess.until(re.compile(r"/join (\w+)\."))).group(1)
            anna.says(anna.chat, f"/join {code}")
            await tess.until(re.compile("Anna.*sits down"))
            reading = asyncio.create_task(reads(bench, tess))
            await tess.type("/start")
            over = lambda: isinstance(bench.log[-1], MatchEnded)  # noqa: E731
            playing = bench.plays(anna, anna.chat, over, bench.takes_the_first)
            await asyncio.gather(playing, tess.play_to_the_end())
            assert await tess.quit() == 0
            await reading
        (total,) = [event for event in bench.log if isinstance(event, DealScored)]
        shown = {place: int(points) for place, points in SCORE.findall(tess.shown)}
        assert shown == {SEATS[seat]: line.points for line in total.lines for seat in line.seats}
        await bench.telegram.until(lambda: anna.chat.key("/export"))
        assert len(bench.cards_of(anna)) == 13
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
