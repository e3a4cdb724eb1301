"""The finished deals as a document on Telegram: to whom it belongs, and nothing of a deal that is on."""

from __future__ import annotations

from pathlib import Path

from engine_server.game.events import DealScored, DealSealed
from engine_server.interchange.logs import import_log
from engine_server.interchange.pbn_reading import import_pbn
from engine_server.interchange.replaying import replayed
from tests.telegram.bot_api import BOT_NAME, Message, Place, bad
from tests.telegram.club import LONG, Club, gathered, key_for, run


def files_in(where: Place) -> list[Message]:
    return [message for message in where.of_bot if message.file is not None]


def test_a_match_comes_as_a_document_in_a_chat_and_in_a_group(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        anna, ben = club.telegram.person("Anna"), club.telegram.person("Ben", "de")
        table = await gathered(club, anna, ben)
        await table.opens("floating deals=1")
        await table.sits_down_and_begins()
        await table.plays_to_the_end(club.takes_the_first)
        until = club.telegram.until
        club.telegram.flood("sendDocument", 1)
        await table.taps(anna, "/export")
        await until(lambda: files_in(table.group), LONG)
        (shown,) = files_in(table.group)
        assert shown.file is not None
        name, content = shown.file
        assert name.startswith("fourth-floating-")
        assert name.endswith(".json")
        assert shown.text.startswith("Table ")
        assert len(replayed(import_log(content)).deals) == 1
        assert [len(club.telegram.calls_of("sendDocument"))] == [2]
        assert "further up" in (await table.taps(anna, "/export")).text
        await until(lambda: key_for(ben.chat, "/export"), LONG)
        await ben.taps(ben.chat, key_for(ben.chat, "/export"))
        ben.says(ben.chat, "/export pbn")
        await until(lambda: len(files_in(ben.chat)) == 2, LONG)
        log, pbn = (message.file for message in files_in(ben.chat))
        assert log == (name, content)
        assert pbn is not None
        assert import_pbn(pbn[1])[0].names[0] == "Anna"
        assert files_in(ben.chat)[0].text.startswith("Tisch ")
        assert club.faults == []

    run(tmp_path, story, ("Too Many Requests",))


def test_while_a_deal_is_on_a_document_ends_before_it(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        anna = club.telegram.person("Anna")
        anna.says(anna.chat, "/start")
        anna.says(anna.chat, "/play floating deals=3")
        await club.plays(anna, anna.chat, lambda: second_deal(club), club.takes_the_first)
        anna.says(anna.chat, "/export")
        await club.telegram.until(lambda: files_in(anna.chat), LONG)
        (shown,) = files_in(anna.chat)
        assert shown.file is not None
        content = shown.file[1]
        secrets = [event.secret.hex().encode() for event in club.log if isinstance(event, DealSealed)]
        assert [secret in content for secret in secrets][:2] == [True, False]
        assert len(replayed(import_log(content)).deals) == 1

    run(tmp_path, story)


def second_deal(club: Club) -> bool:
    """Whether a deal is scored and cards of the next were dealt."""
    if not club.diary.times:
        return False
    scored = [place for place, event in enumerate(club.log) if isinstance(event, DealScored)]
    return bool(scored) and any(isinstance(event, DealSealed) for event in club.log[scored[0] :])


def test_a_group_that_takes_no_files_still_takes_messages(tmp_path: Path) -> None:
    async def story(club: Club) -> None:
        anna, ben = club.telegram.person("Anna"), club.telegram.person("Ben")
        table = await gathered(club, anna, ben)
        await table.opens("floating deals=1")
        await table.sits_down_and_begins()
        await table.plays_to_the_end(club.takes_the_first)
        refusal = bad("not enough rights to send documents to the chat")
        club.telegram.fail("sendDocument", refusal, chat=table.group)
        before = len(table.group.of_bot)
        anna.says(table.group, f"/export@{BOT_NAME}")
        anna.says(table.group, f"/score@{BOT_NAME}")
        await club.telegram.until(lambda: len(table.group.of_bot) > before, LONG)
        assert files_in(table.group) == []
        assert len(club.telegram.calls_of("sendDocument")) == 1
        assert "Score" in table.group.last.text or "total" in table.group.last.text

    run(tmp_path, story, ("Bad Request: not enough rights",))
