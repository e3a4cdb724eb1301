"""Names as people write them: shown as text, kept apart, never markup."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from engine_server.game.events import SeatTaken
from telegram_client.transports.cardroom import LONGEST_NAME, first_letters
from tests.playground.bench import Bench, run
from tests.playground.club import gathered
from tests.playground.phones import Person, Place, spaced
from tests.playground.screens import decision, key_for

RIGHT_TO_LEFT = "\u202e"
ISOLATE, END = "\u2068", "\u2069"
NAMES = {
    "<b>Ann</b>": "<b>Ann</b>",
    "<a href='tg://user?id=1'>&amp;": "<a href='tg://user?id=1'",
    "</code></pre>{name}%s": "</code></pre>{name}%s",
    f"{RIGHT_TO_LEFT}nnA": "nnA",
    f"Ann{END}{ISOLATE}{RIGHT_TO_LEFT}": "Ann",
    "\u0301\u0302\u0303": "Guest",
    "\u200b\u2060\ufeff": "Guest",
    "A" + "\u0301" * 40: "\u00c1\u0301\u0301",
    "🂡🃏👩‍👩‍👧": "🂡🃏👩‍👩‍👧",
    "x" * 128: "x" * 24,
    "word " * 25: "word word word word word",
    "أحمد": "أحمد",
    "王小明": "王小明",
    "@fourth_test_bot /leave": "@fourth_test_bot /leave",
}


async def two_named(bench: Bench, name: str, shown: str) -> tuple[Person, Person]:
    """Somebody with that name, and somebody to see it, at a table that both have a board of."""
    odd, ben = bench.telegram.person("Ann"), bench.telegram.person("Ben")
    odd.becomes(name=name)  # first and last name together are longer than what a playground takes for a name
    bench.sights.known_as[odd.id] = shown
    table = await gathered(bench, odd, ben)
    await table.opens("singapore deals=1 wash=off")
    await table.sits_down_and_begins()
    for _ in range(4):
        actor = await bench.rests(odd, ben)
        await bench.takes_the_first(actor, actor.chat, decision(actor.chat))
    await table.taps(ben, "/score")
    ben.says(ben.chat, "/score")
    await bench.telegram.until(lambda: key_for(table.group, "/score"))
    await bench.rests(odd, ben)
    return odd, ben


@pytest.mark.parametrize(("name", "shown"), NAMES.items(), ids=[f"name{n}" for n in range(len(NAMES))])
def test_a_name_is_shown_as_text_and_kept_apart(tmp_path: Path, name: str, shown: str) -> None:
    async def story(bench: Bench) -> None:
        odd, ben = await two_named(bench, name, shown)
        names = [event.name for event in bench.log if isinstance(event, SeatTaken) and event.player]
        assert names == [shown, "Ben"]
        texts = [text for place in (ben.chat, odd.chat, *bench.telegram.places) for text in texts_in(place)]
        assert any(f"{ISOLATE}{shown}{END}" in text for text in texts)
        for text in texts:
            assert text.count(ISOLATE) == text.count(END)
            assert RIGHT_TO_LEFT not in text
            assert shown not in text.replace(f"{ISOLATE}{shown}{END}", "") or shown == "Guest"
        for toast in (*odd.toasts, *ben.toasts):
            assert RIGHT_TO_LEFT not in toast.text

    run(tmp_path, story)


def texts_in(place: Place) -> list[str]:
    """All that the bot ever said in a chat, without the labels of keys."""
    ours = [message for message in place.all if message.by is None]
    return [spaced(value.content.text.text) for message in ours for value in message.values]


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("Ann", "Ann"),
        ("x" * 25, "x" * 24),
        ("x" * 23 + " y", "x" * 23),
        ("x" * 24 + "\u0301", "x" * 24 + "\u0301"),
        ("e\u0301" * 30, "e\u0301" * 24),
        ("\u200b" * 30 + "Ann", "\u200b" * 30 + "Ann"),
        ("  a \t\n b  ", "a b"),
        ("", ""),
    ],
)
def test_a_long_name_keeps_its_first_letters(name: str, kept: str) -> None:
    assert first_letters(name) == kept
    assert sum(unicodedata.category(letter)[0] not in "MC" for letter in kept) <= LONGEST_NAME
