"""The finished deals taken away: as a file in a folder, or as a document in a chat or a group."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from fourth.v1.moves_pb2 import Move

from engine_server.interchange.logs import import_log
from engine_server.interchange.pbn_reading import import_pbn
from engine_server.interchange.replaying import replayed
from telegram_client.conversation.files import File, NotKept
from telegram_client.conversation.intents import FORMATS, Export, read
from telegram_client.conversation.screens import Screen
from telegram_client.speech.moves import move_written
from telegram_client.speech.phrasebook import Language, Words
from telegram_client.transports import folder
from telegram_client.transports.folder import Folder, safe
from tests.client.phone import Phone, phoning
from tests.client.test_group import Room, acts, gathered, opened, played, started
from tests.client.test_talk import Chat, chatting

ENGLISH = Words(Language.EN)

TYPED = [
    ("/export", Export()),
    ("/export json", Export("json")),
    ("/export PBN", Export("pbn")),
    ("/export lin 3", Export("lin", 3)),
    ("/export 12 pbn", Export("pbn", 12)),
    ("/export k7q2ab", Export(code="K7Q2AB")),
    ("/export pbn 2 K7Q2AB", Export("pbn", 2, "K7Q2AB")),
    ("/export 234567", Export(code="234567")),
    ("/export doc", Export("")),
    ("/export 0", Export("")),
    ("/export -1", Export("")),
    ("/export ../../etc", Export("")),
]


@pytest.mark.parametrize(("line", "wish"), TYPED)
def test_what_was_typed_is_understood(line: str, wish: Export) -> None:
    assert read(line, ENGLISH) == wish
    assert wish.wanted in (*FORMATS, "")


# --- the folder --------------------------------------------------------------------------------------


def test_nothing_that_is_there_is_touched(tmp_path: Path) -> None:
    names = [Folder(tmp_path).keep(File("fourth-rubber-K7Q2AB.json", bytes([n]))) for n in range(3)]
    assert names == [
        "fourth-rubber-K7Q2AB.json",
        "fourth-rubber-K7Q2AB-2.json",
        "fourth-rubber-K7Q2AB-3.json",
    ]
    assert [(tmp_path / name).read_bytes() for name in names] == [b"\0", b"\1", b"\2"]
    (tmp_path / "there.pbn").symlink_to(tmp_path / "nowhere")
    assert Folder(tmp_path).keep(File("there.pbn", b"x")) == "there-2.pbn"
    assert not (tmp_path / "nowhere").exists()


NAMES = [
    ("../../.bashrc", "bashrc"),
    ("/etc/passwd", "etc-passwd"),
    ("a b\n\x1b[2J.json", "a-b-2J.json"),
    ("C:\\con.txt", "C-con.txt"),
    ("黑桃.json", "json"),
    ("", "fourth-export"),
    ("...", "fourth-export"),
    ("x" * 300 + ".json", "x" * 95 + ".json"),
]


@pytest.mark.parametrize(("name", "kept"), NAMES)
def test_a_name_from_elsewhere_stays_in_the_folder(tmp_path: Path, name: str, kept: str) -> None:
    assert safe(name) == kept
    assert Folder(tmp_path).keep(File(name, b"x")) == kept
    assert [file.name for file in tmp_path.iterdir()] == [kept]


def test_what_cannot_be_written_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(NotKept, match="No such file"):
        Folder(tmp_path / "none").keep(File("a.json", b"x"))

    def full(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(folder, "_write", full)
    with pytest.raises(NotKept, match="No space left"):
        Folder(tmp_path).keep(File("a.json", b"x"))
    assert list(tmp_path.iterdir()) == []


# --- one person --------------------------------------------------------------------------------------


def kept_in(place: Path) -> list[Path]:
    return list(place.iterdir())


def in_folder(
    place: Path, use: Callable[[Chat], Awaitable[None]], language: str = "en", seed: int = 5
) -> None:
    """A person in a terminal whose files go to a folder."""

    async def with_folder(chat: Chat) -> None:
        chat.talk.cabinet = Folder(place)
        await use(chat)

    chatting(with_folder, language, seed=seed)


def test_a_match_is_kept_in_the_folder_and_scored_again(tmp_path: Path) -> None:
    async def use(chat: Chat) -> None:
        assert (await chat.says("/export")).startswith(ENGLISH.say("table.none"))
        await chat.says("/play rubber deals=2")
        assert (await chat.says("/export")).startswith("No deal is finished yet.")
        assert kept_in(tmp_path) == []
        await chat.says("/auto")
        view = await chat.gateway.view(chat.talk.watched[0])
        name = f"fourth-rubber-{view.code}"
        said = await chat.says("/export")
        assert said.splitlines() == [
            f"Saved in this folder: {name}.json",
            f"To check it: python -m engine_server replay {name}.json",
        ]
        again = replayed(import_log((tmp_path / f"{name}.json").read_bytes()))
        assert [line.points for line in again.state.lines] == [line.points for line in view.lines]
        assert (await chat.says("/export pbn 2")) == f"Saved in this folder: {name}-deal2.pbn"
        assert [board.board for board in import_pbn((tmp_path / f"{name}-deal2.pbn").read_bytes())] == [2]
        assert (await chat.says("/export lin")) == f"Saved in this folder: {name}.lin"
        assert (await chat.says("/export")).splitlines()[0].endswith(f"{name}-2.json")
        assert (await chat.says("/export 9")) == "This table has no finished deal of that number."
        assert (await chat.says("/export doc")).startswith("/export, /export pbn or /export lin.")
        assert len(kept_in(tmp_path)) == 4
        # A match of before is still to be had by its code, at another table.
        await chat.says("/play floating deals=1")
        assert f"{name}-2.pbn" not in await chat.says(f"/export pbn {view.code}")
        assert (tmp_path / f"{name}.pbn").exists()

    in_folder(tmp_path, use)


@pytest.mark.parametrize("language", Language)
def test_every_word_about_a_file_is_of_the_language(tmp_path: Path, language: Language) -> None:
    async def use(chat: Chat) -> None:
        say = Words(language).say
        await chat.says("/play italian deals=1", "/auto")
        name = f"fourth-italian-{(await chat.gateway.view(chat.talk.watched[0])).code}.json"
        said = await chat.says("/export")
        assert said.splitlines() == [
            say("export.kept", file=name),
            say("export.replay", command=f"python -m engine_server replay {name}"),
        ]
        refused = await chat.says("/export pbn")
        assert refused == (await chat.says("/export lin"))
        assert refused
        chat.talk.cabinet = Folder(tmp_path / "none")
        assert (await chat.says("/export")) == say("export.not_kept", why="No such file or directory")

    in_folder(tmp_path, use, language)


def test_the_question_stands_again_below_what_was_kept(tmp_path: Path) -> None:
    async def use(chat: Chat) -> None:
        await chat.says("/play floating deals=3")
        while not (await chat.gateway.view(chat.talk.watched[0])).HasField("last_deal"):
            answer = await chat.gateway.hint(chat.talk.watched[0])
            await chat.says(move_written(ENGLISH, answer.moves[0].move))
        said = await chat.says("/export")
        assert said.splitlines()[0].startswith("Saved in this folder:")
        assert chat.talk.asked
        assert len(said.splitlines()) > 2
        (file,) = kept_in(tmp_path)
        events = json.loads(file.read_bytes())["events"]
        assert events[-1]["kind"] == "DealScored"

    in_folder(tmp_path, use)


def files_of(screens: list[Screen]) -> list[File]:
    return [screen.file for screen in screens if screen.file is not None]


def test_in_a_chat_the_file_comes_by_a_key_below_the_score() -> None:
    async def use(phone: Phone) -> None:
        assert files_of(await phone.says("/export")) == []
        await phone.taps("/play chicago deals=1")
        assert "No deal is finished yet." in str((await phone.says("/export"))[-1].parts)
        await phone.says("/auto")
        view = phone.talk.view
        assert view is not None
        start = len(phone.messages)
        await phone.presses("Export")
        (file,) = files_of(phone.messages[start:])
        assert file.name == f"fourth-chicago-{view.code}.json"
        assert len(replayed(import_log(file.content)).deals) == 1
        assert phone.messages[-1].parts == (f"Table {view.code}: the finished deals.",)
        (pbn,) = files_of(await phone.says("/export pbn"))
        assert pbn.name == f"fourth-chicago-{view.code}.pbn"
        assert files_of(await phone.says("/export pbn 2")) == []
        # The key of an old match still means that match.
        key = phone.key("Export").tap
        await phone.taps("/play floating deals=1")
        start = len(phone.messages)
        await phone.taps(key)
        assert [one.name for one in files_of(phone.messages[start:])] == [file.name]

    phoning(use)


# --- a group -----------------------------------------------------------------------------------------


def test_a_group_has_the_file_once_by_its_key_and_again_when_it_is_typed() -> None:
    async def use(room: Room) -> None:
        await started(room, "floating deals=1")
        await played(room)
        assert room.group.view is not None
        name = f"fourth-floating-{room.group.view.code}.json"
        start = len(room.messages)
        assert (await room.taps("Ben", "Export")).text == ""
        assert [file.name for file in files_of([m.screen for m in room.messages[start:]])] == [name]
        assert (await room.sends("Anna", f"/export {room.group.view.code}")).text.startswith("The file is")
        start = len(room.messages)
        await room.says("Anna", "/export pbn")
        (pbn,) = files_of([m.screen for m in room.messages[start:]])
        assert [board.names[0] for board in import_pbn(pbn.content)] == ["Anna"]
        # Who only reads along takes nothing away, and nobody brings the match of another table in.
        for line in ("/export", "/export lin", "/export 234567"):
            before = len(room.messages)
            await room.says("Cem", line)
            assert files_of([m.screen for m in room.messages[before:]]) == []
        assert (await room.says("Anna", "/export 234567")) == ENGLISH.say("group.own_table")

    gathered(use)


def test_while_a_deal_is_on_a_group_gets_what_all_have_seen() -> None:
    async def use(room: Room) -> None:
        assert files_of([m.screen for m in room.messages]) == []
        await opened(room, "floating deals=3")
        assert (await room.says("Anna", "/export")) == "No deal is finished yet."
        await room.taps("Anna", "Start")
        await asyncio.wait_for(deals_of(room, 2), 60)
        start = len(room.messages)
        await room.says("Ben", "/export")
        (file,) = files_of([m.screen for m in room.messages[start:]])
        assert len(replayed(import_log(file.content)).deals) == 1

    async def deals_of(room: Room, deal: int) -> None:
        while (
            public := await room.group.gateway.view(room.group.watched[0])
        ).deal < deal or not public.acting:
            seats = [public.seats[seat].player for seat in public.acting]
            actor = next(name for name, player in room.players.items() if player in seats)
            assert isinstance(await acts(room, actor), Move)

    gathered(use)
