"""Two people and two robots play in a group by keys, in every language."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine_server.application.tables import ROBOT_NAMES
from telegram_client.speech.phrasebook import Language
from tests.playground.bench import Bench, run
from tests.playground.club import Gathered, gathered
from tests.playground.phones import Person, Place
from tests.telegram.club_texts import (
    book,
    commands_of,
    crowded_rows,
    fixed_blocks,
    misset,
    of_bot,
    shown_to,
    wrong_words,
)

NAMES = ("Anna", "Ben", "Bridge", "fourth_test_bot", *ROBOT_NAMES)


def misspoken(texts: list[str], language: Language) -> dict[str, list[str]]:
    """The texts in which something is not of the language, with what it is."""
    found = {text: wrong_words(text, language, NAMES) for text in texts}
    return {text: wrong for text, wrong in found.items() if wrong}


async def looks_at_everything(table: Gathered) -> None:
    """Everybody taps and types whatever tells something of the table."""
    for person in table.people:
        for key in ("/my_cards", "/hint", "/last_trick", "/score"):
            await table.taps(person, key)
        for line in (
            "/hand",
            "/table",
            "/score",
            "/last",
            "/options",
            "/help",
            "/why",
            "/words",
            "/nonsense",
        ):
            person.says(person.chat, line)
        for line in ("/table", "/score", "/hand", "/options", "/help", "/nonsense"):
            person.says(table.group, line)
        await table.bench.telegram.settled()


async def looks_back(table: Gathered) -> None:
    """What is to be read after the match."""
    for person in table.people:
        for line in ("/deal", "/score", "/rules singapore", "/rules floating 2", "/words trump", "/start"):
            person.says(person.chat, line)
        person.says(table.group, "/rules singapore")
    await table.bench.telegram.settled()


async def plays_a_deal(bench: Bench, game: str, *people: Person) -> Gathered:
    """A whole match, with a look at all there is in the middle of it and afterwards."""
    table = await gathered(bench, *people)
    await table.opens(game)
    await table.taps(people[0], "/house_rules")
    await table.sits_down_and_begins()
    looked = False

    async def act(person: Person, where: Place, when: int) -> bool:
        nonlocal looked
        if not looked:
            looked = True
            await looks_at_everything(table)
        return await bench.takes_the_hint(person, person.chat, when)

    await table.plays_to_the_end(act)
    await looks_back(table)
    return table


def is_set_well(bench: Bench) -> None:
    blocks = fixed_blocks(bench.telegram)
    assert blocks
    assert [line for block in blocks for line in misset(block)] == []
    assert crowded_rows(bench.telegram) == []


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("en", Language.EN),
        ("de", Language.DE),
        ("nb", Language.NB),
        ("zh-hans", Language.ZH_HANS),
        ("zh-hant", Language.ZH_HANT),
    ],
)
def test_two_people_and_two_robots_play_a_deal_in_their_language(
    tmp_path: Path, tag: str, language: Language
) -> None:
    async def story(bench: Bench) -> None:
        people = [bench.telegram.person(name, tag) for name in NAMES[:2]]
        table = await plays_a_deal(bench, "singapore deals=1", *people)
        for person in people:
            texts = shown_to(person, table.group) + commands_of(person)
            assert misspoken(texts, language) == {}
        is_set_well(bench)

    run(tmp_path, story)


def test_everybody_is_spoken_to_in_its_own_language_and_the_group_in_that_of_the_host(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        anna, ben = bench.telegram.person("Anna", "nb"), bench.telegram.person("Ben", "zh-hant")
        table = await plays_a_deal(bench, "floating deals=1", anna, ben)
        for person, language in ((anna, Language.NB), (ben, Language.ZH_HANT)):
            assert misspoken(shown_to(person), language) == {}
        assert misspoken(of_bot(table.group), Language.NB) == {}
        assert misspoken(of_bot(table.group), Language.ZH_HANT) != {}
        is_set_well(bench)

    run(tmp_path, story)


@pytest.mark.parametrize("language", list(Language))
def test_a_text_of_another_language_would_be_seen(language: Language) -> None:
    assert (
        misspoken([form for entry in book(language) for form in entry.forms if "{" not in form], language)
        == {}
    )
    for other in set(Language) - {language}:
        sentences = [form for entry in book(other) for form in entry.forms if form.endswith((".", "。"))]
        assert len(misspoken(sentences, language)) > 0.95 * len(set(sentences)), other


def test_a_table_that_is_set_wrong_would_be_seen() -> None:
    assert misset(["deal        N    E    S    W", "x" * 29, "和        1", "1        和"]) == [
        "x" * 29,
        "和        1",
    ]


@pytest.mark.parametrize("tag", ["tlh", "", "xx-Latn", "q" * 35])
def test_a_language_that_is_not_spoken_becomes_english_until_another_is_chosen(
    tmp_path: Path, tag: str
) -> None:
    async def story(bench: Bench) -> None:
        ann = bench.telegram.person("Ann")
        ann.becomes(language=tag)
        for line in ("/start", "/language", f"/language {tag}x", "/language <b>"):
            ann.says(ann.chat, line)
        await bench.telegram.until(lambda: len(ann.chat.of_bot) == 4)
        assert misspoken(of_bot(ann.chat), Language.EN) == {}
        await ann.taps(ann.chat, "/language nb")
        await bench.telegram.until(lambda: len(ann.chat.of_bot) == 5)
        assert misspoken([ann.chat.last.text, ann.toasts[-1].text], Language.NB) == {}

    run(tmp_path, story)
