"""The finished deals as a document on Telegram: to whom it belongs, and nothing of a deal that is on."""

from __future__ import annotations

from pathlib import Path

from engine_server.game.events import DealScored, DealSealed
from engine_server.interchange.logs import export_log, import_log
from engine_server.interchange.pbn_reading import import_pbn
from engine_server.interchange.replaying import replayed
from engine_server.main import release
from playground.telegram.refusals import bad
from tests.playground.bench import Bench, run
from tests.playground.club import gathered
from tests.playground.oracle import is_of_earlier_deals
from tests.playground.phones import BOT_NAME, Message, Place
from tests.playground.screens import key_for


def files_in(where: Place) -> list[Message]:
    return [message for message in where.of_bot if message.file is not None]


def test_a_match_comes_as_a_document_in_a_chat_and_in_a_group(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        anna, ben = bench.telegram.person("Anna"), bench.telegram.person("Ben", "de")
        table = await gathered(bench, anna, ben)
        await table.opens("floating deals=1")
        await table.sits_down_and_begins()
        await table.plays_to_the_end(bench.takes_the_first)
        until = bench.telegram.until
        bench.telegram.snags.flood("sendDocument", 1)
        await table.taps(anna, "/export")
        await until(lambda: files_in(table.group))
        (shown,) = files_in(table.group)
        assert shown.file is not None
        name, content = shown.file
        assert name.startswith("fourth-floating-")
        assert name.endswith(".json")
        assert shown.text.startswith("Table ")
        assert len(replayed(import_log(content)).deals) == 1
        assert [len(bench.telegram.calls_of("sendDocument"))] == [2]
        assert "further up" in (await table.taps(anna, "/export")).text
        await until(lambda: key_for(ben.chat, "/export"))
        await ben.taps(ben.chat, key_for(ben.chat, "/export"))
        ben.says(ben.chat, "/export pbn")
        await until(lambda: len(files_in(ben.chat)) == 2)
        log, pbn = (message.file for message in files_in(ben.chat))
        assert log == (name, content)
        assert pbn is not None
        assert import_pbn(pbn[1])[0].names[0] == "Anna"
        assert files_in(ben.chat)[0].text.startswith("Tisch ")
        assert bench.faults == []

    run(tmp_path, story, ("Too Many Requests",))


def test_while_a_deal_is_on_a_document_ends_before_it(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        anna = bench.telegram.person("Anna")
        anna.says(anna.chat, "/start")
        anna.says(anna.chat, "/play floating deals=3")
        await bench.plays(anna, anna.chat, lambda: second_deal(bench), bench.takes_the_first)
        anna.says(anna.chat, "/export")
        await bench.telegram.until(lambda: files_in(anna.chat))
        (shown,) = files_in(anna.chat)
        assert shown.file is not None
        content = shown.file[1]
        assert is_of_earlier_deals(bench.log, content)
        assert not is_of_earlier_deals(bench.log, export_log(bench.log, release()).encode())
        secrets = [event.secret.hex().encode() for event in bench.log if isinstance(event, DealSealed)]
        assert [secret in content for secret in secrets][:2] == [True, False]
        assert len(replayed(import_log(content)).deals) == 1

    run(tmp_path, story)


def second_deal(bench: Bench) -> bool:
    """Whether a deal is scored and cards of the next were dealt."""
    scored = [place for place, event in enumerate(bench.log) if isinstance(event, DealScored)]
    return bool(scored) and any(isinstance(event, DealSealed) for event in bench.log[scored[0] :])


def test_a_group_that_takes_no_files_still_takes_messages(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        anna, ben = bench.telegram.person("Anna"), bench.telegram.person("Ben")
        table = await gathered(bench, anna, ben)
        await table.opens("floating deals=1")
        await table.sits_down_and_begins()
        await table.plays_to_the_end(bench.takes_the_first)
        refusal = bad("not enough rights to send documents to the chat")
        bench.telegram.snags.answer("sendDocument", refusal, chat=table.group.id)
        before = len(table.group.of_bot)
        anna.says(table.group, f"/export@{BOT_NAME}")
        anna.says(table.group, f"/score@{BOT_NAME}")
        await bench.telegram.until(lambda: len(table.group.of_bot) > before)
        assert files_in(table.group) == []
        assert len(bench.telegram.calls_of("sendDocument")) == 1
        assert "Score" in table.group.last.text or "total" in table.group.last.text

    run(tmp_path, story, ("Bad Request: not enough rights",))
