"""The real bot over HTTP: what reaches the room, what does not, and in which order."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from playground.telegram import shapes
from playground.telegram.commands import Scope
from playground.telegram.refusals import Refusal, conflict, too_old, unauthorized
from telegram_client.conversation.post import Chat
from telegram_client.conversation.room import Sender
from telegram_client.conversation.screens import Toast
from telegram_client.speech.phrasebook import Language
from telegram_client.transports import telegram_bot
from telegram_client.transports.telegram_bot import COMMANDS, TelegramBot, TokenRefused, Trouble
from tests.playground.phones import BOT_NAME, Person, Place, Telegram
from tests.playground.snags import Nonsense
from tests.telegram.small_room import House, run


@pytest.fixture(autouse=True)
def short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot tries again sooner than elsewhere."""
    monkeypatch.setattr(telegram_bot, "FIRST_PAUSE", 0.02)
    monkeypatch.setattr(telegram_bot, "UNTOLD_PAUSE", 0.1)


# --- what reaches the room -----------------------------------------------------------------------------


def test_a_line_in_a_private_chat_reaches_the_room() -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann <b>", language="zh-hk")
        ann.says(ann.chat, "/start CODE")
        ann.says(ann.chat, f"/play@{BOT_NAME} floating")
        ann.says(ann.chat, "♠A")
        sender = Sender(ann.id, "Ann <b>", Language.ZH_HANT)
        assert await house.heard(3) == [
            ("said", sender, Chat(ann.id), "/start CODE"),
            ("said", sender, Chat(ann.id), "/play floating"),
            ("said", sender, Chat(ann.id), "♠A"),
        ]

    run(story)


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("en", Language.EN),
        ("de-AT", Language.DE),
        ("nn", Language.NB),
        ("no", Language.NB),
        ("zh-hans", Language.ZH_HANS),
        ("zh-sg", Language.ZH_HANS),
        ("zh-hant", Language.ZH_HANT),
        ("zh-mo", Language.ZH_HANT),
        ("tlh", None),
        ("", None),
    ],
)
def test_the_language_of_an_app_is_known_where_fourth_speaks_it(tag: str, language: Language | None) -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        ann.becomes(language=tag)
        ann.says(ann.chat, "hello")
        (event,) = await house.heard(1)
        assert event[1].language == language

    run(story)


def test_in_a_group_commands_and_replies_to_the_bot_reach_the_room() -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        group = house.telegram.group("Bridge", ann, forum=True)
        group.has_bot = True
        house.telegram.world.privacy = False  # an admin bot is shown everything
        thread, mine = group.open_topic(ann), await house.board(group)
        hers = ann.says(group, "mine")
        ann.says(group, f"/play@{BOT_NAME.upper()} floating")
        ann.says(group, "/table", thread=thread)
        ann.says(group, "/play@other_bot")
        ann.says(group, "hello all")
        ann.says(group, "♠A", reply_to=hers)
        ann.says(group, "♥A", reply_to=mine)
        heard = await house.heard(3)
        assert [event[2:] for event in heard] == [
            (Chat(group.id), "/play floating"),
            (Chat(group.id, thread), "/table"),
            (Chat(group.id), "♥A"),
        ]

    run(story)


def test_coming_and_going_reach_the_room() -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        group = house.telegram.group("Bridge", ann)
        ann.becomes(has_started=True)
        group.add_bot(by=ann)
        await house.heard(1)
        new = group.upgrade(by=ann)
        await house.heard(3)
        new.remove_bot(by=ann)
        await house.heard(4)
        ann.blocks_bot()
        assert await house.heard(5) == [
            ("added", Chat(group.id), Sender(ann.id, "Ann", Language.EN)),
            ("moved", group.id, new.id),
            ("moved", group.id, new.id),
            ("left", Chat(new.id)),
            ("blocked", ann.id),
        ]

    run(story)


def test_becoming_an_admin_is_no_coming() -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        group = house.telegram.group("Bridge", ann)
        group.has_bot = True
        group.promote_bot(by=ann)
        ann.says(ann.chat, "then")
        assert [event[0] for event in await house.heard(1)] == ["said"]

    run(story)


# --- what does not -------------------------------------------------------------------------------------


def ignored(ann: Person, group: Place) -> dict[str, tuple[str, dict[str, Any]]]:
    """Updates that nobody answers, by what they are: kind and content."""
    there = {"id": group.id, "type": "group", "title": "Bridge"}
    bot = shapes.bot(ann.telegram.world)
    left, come = {"user": bot, "status": "left"}, {"user": bot, "status": "member"}
    added = {"date": 1_796_000_090, "old_chat_member": left, "new_chat_member": come}
    plain = {
        "message_id": 90,
        "date": 1_796_000_090,
        "chat": there,
        "from": ann.json(),
        "text": "/play",
        "entities": [{"type": "bot_command", "offset": 0, "length": 5}],
    }
    own = plain | {"chat": {"id": ann.id, "type": "private", "first_name": "Ann"}}
    bare = {name: value for name, value in own.items() if name not in ("text", "entities")}
    channel = {"id": -1009, "type": "channel", "title": "News"}
    nobody = {name: value for name, value in plain.items() if name != "from"}
    sticker = {
        "file_id": "a",
        "file_unique_id": "a",
        "type": "regular",
        "width": 1,
        "height": 1,
        "is_animated": False,
        "is_video": False,
    }
    poll = {
        "id": "1",
        "question": "?",
        "options": [],
        "total_voter_count": 0,
        "is_closed": False,
        "is_anonymous": True,
        "type": "regular",
        "allows_multiple_answers": False,
        "allows_revoting": True,
        "members_only": False,
    }
    return {
        "anonymous admin": ("message", plain | {"from": shapes.anonymous(), "sender_chat": there}),
        "linked channel": ("message", plain | {"sender_chat": channel}),
        "by way of another bot": ("message", own | {"via_bot": bot | {"id": 5}}),
        "another bot": ("message", own | {"from": shapes.anonymous() | {"id": 6}}),
        "nobody": ("message", nobody),
        "edited": ("edited_message", own | {"edit_date": 1_796_000_091}),
        "channel post": ("channel_post", nobody | {"chat": channel}),
        "sticker": ("message", bare | {"sticker": sticker}),
        "voice": ("message", bare | {"voice": {"file_id": "a", "file_unique_id": "a", "duration": 1}}),
        "location": ("message", bare | {"location": {"latitude": 1.0, "longitude": 1.0}}),
        "poll": ("message", bare | {"poll": poll}),
        "poll alone": ("poll", poll),
        "unknown kind": ("something_new", {"id": 1}),
        "bot added by an anonymous admin": (
            "my_chat_member",
            added | {"chat": there, "from": shapes.anonymous()},
        ),
        "bot added to a channel": ("my_chat_member", added | {"chat": channel, "from": ann.json()}),
    }


def test_what_is_ignored_gets_no_reply_and_stops_nothing(caplog: pytest.LogCaptureFixture) -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        group = house.telegram.group("Bridge", ann)
        group.has_bot = True
        for kind, content in ignored(ann, group).values():
            house.telegram.happens(kind, content)
        ann.says(ann.chat, "afterwards")
        assert [event[-1] for event in await house.heard(1)] == ["afterwards"]
        assert house.telegram.calls_of("sendMessage") == []
        assert house.telegram.calls_of("answerCallbackQuery") == []

    run(story)
    assert caplog.text == ""


@pytest.mark.parametrize("kind", ["edited", "channel post", "poll alone"])
def test_what_is_ignored_is_not_even_asked_for(kind: str) -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        ann.says(ann.chat, "first")
        await house.telegram.settled()
        house.telegram.world.happened(*ignored(ann, house.telegram.group("Bridge", ann))[kind])
        assert house.telegram.is_settled

    run(story)


def test_a_kind_that_comes_all_the_same_is_ignored() -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        group = house.telegram.group("Bridge", ann)
        updates = ignored(ann, group)
        for kind in ("edited", "channel post", "poll alone", "unknown kind"):
            house.telegram.happens(*updates[kind])
        ann.says(ann.chat, "afterwards")
        assert [event[-1] for event in await house.heard(1)] == ["afterwards"]

    run(story)


def test_an_update_the_library_cannot_read_holds_up_no_other(caplog: pytest.LogCaptureFixture) -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        ann.says(ann.chat, "before")
        (_, own), poll = ignored(ann, ann.chat)["by way of another bot"], {"id": 1, "question": "my hand"}
        house.telegram.happens("message", own | {"text": "my hand", "poll": poll})
        ann.says(ann.chat, "afterwards")
        await house.heard(2)
        assert house.room.texts == ["before", "afterwards"]

    run(story)
    (record,) = caplog.records
    assert "could not be read" in record.message
    assert "hand" not in caplog.text


# --- taps ----------------------------------------------------------------------------------------------


def test_a_tap_reaches_the_room_and_is_answered_once() -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        group = house.telegram.group("Bridge", ann, forum=True)
        group.has_bot = True
        house.room.toast = Toast("Only you see this", alert=True)
        for thread in (None, group.open_topic(ann)):
            message = await house.board(group, thread)
            toast = await ann.sends_tap(message, "m:t1:5:abc")
            assert (toast.text, toast.alert) == ("Only you see this", True)
            tap = (
                "tapped",
                Sender(ann.id, "Ann", Language.EN),
                Chat(group.id, thread),
                message.id,
                "m:t1:5:abc",
            )
            assert house.room.heard[-1] == tap
        assert len(house.telegram.calls_of("answerCallbackQuery")) == 2

    run(story)


@pytest.mark.parametrize("data", [None, "", "x" * 65, "m:t1:5", "♠" * 40, "/play\x00", "drop table"])
def test_forged_data_is_the_rooms_affair_and_answered(data: str | None) -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        message = await house.board(ann.chat)
        house.room.toast = Toast("That button is old.")
        assert (await ann.forges_tap(message, data)).text == "That button is old."
        assert house.room.heard[-1][-1] == (data or "")

    run(story)


def test_a_tap_on_a_message_that_is_forgotten_is_one_all_the_same() -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        message = await house.board(ann.chat)
        assert (await ann.forges_tap(message, "m:t1:5:abc", gone=True)).text == "done"
        assert house.room.heard[-1][2:4] == (Chat(ann.id), message.id)

    run(story)


def test_an_answer_is_cut_to_what_fits() -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        house.room.toast = Toast("♠" * 300)
        toast = await ann.sends_tap(await house.board(ann.chat), "x")
        assert toast.text == "♠" * 199 + "…"

    run(story)


def test_a_room_that_fails_answers_the_tap_and_says_nothing_of_it(caplog: pytest.LogCaptureFixture) -> None:
    async def fail(text: str) -> None:
        raise RuntimeError(f"the hand of Ann: {text}")

    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        house.room.pause = fail
        assert (await ann.sends_tap(await house.board(ann.chat), "ace")).text == ""
        ann.says(ann.chat, "king")
        await house.telegram.settled()
        house.room.pause = None
        ann.says(ann.chat, "afterwards")
        assert [event[-1] for event in await house.heard(1)] == ["afterwards"]

    run(story)
    assert [record.levelname for record in caplog.records] == ["ERROR", "ERROR"]
    assert not {word for word in ("Ann", "ace", "king") if word in caplog.text}


def test_an_answer_that_comes_too_late_is_borne(caplog: pytest.LogCaptureFixture) -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        house.telegram.snags.answer("answerCallbackQuery", too_old())
        tap = asyncio.create_task(ann.sends_tap(await house.board(ann.chat), "x"))
        await house.telegram.until(lambda: house.telegram.calls_of("answerCallbackQuery"))
        ann.says(ann.chat, "afterwards")
        await house.heard(2)
        assert len(house.telegram.calls_of("answerCallbackQuery")) == 1
        tap.cancel()

    run(story)
    assert caplog.text == ""


# --- order ---------------------------------------------------------------------------------------------


class Gate:
    """Holds up what names the given text, until it is opened."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.opened = asyncio.Event()

    async def __call__(self, text: str) -> None:
        if self.text in text:
            await self.opened.wait()


def test_what_happens_at_one_table_is_in_order_and_another_table_does_not_wait() -> None:
    async def story(house: House) -> None:
        ann, bob, carol = (house.telegram.person(name) for name in ("Ann", "Bob", "Carol"))
        house.room.tables = {ann.id: "t1", bob.id: "t1", carol.id: "t2"}
        gate, board = Gate("first"), await house.board(carol.chat)
        house.room.pause = gate
        ann.says(ann.chat, "first")
        bob.says(bob.chat, "second")
        tap = asyncio.create_task(carol.sends_tap(board, "t1:third"))
        late = house.telegram.person("Dan")
        late.says(late.chat, "elsewhere")
        await house.heard(1)
        assert house.room.texts == ["elsewhere"]
        gate.opened.set()
        await tap
        assert house.room.texts == ["elsewhere", "first", "second", "t1:third"]

    run(story)


def test_what_one_person_does_is_in_order_also_between_tables() -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        gate = house.room.pause = Gate("join")
        ann.says(ann.chat, "join")
        tap = asyncio.create_task(ann.sends_tap(await house.board(ann.chat), "t9:move"))
        await house.telegram.settled()
        gate.opened.set()
        await tap
        assert house.room.texts == ["join", "t9:move"]

    run(story)


# --- commands on show ----------------------------------------------------------------------------------


def listed(telegram: Telegram, chat: int | None, language: str = "") -> dict[str, str]:
    """The list of commands that was set for a chat, None for all, and a language of the app."""
    scope = Scope() if chat is None else Scope("chat", chat)
    return {it.command: it.description for it in telegram.world.commands.get(scope, language)}


def languages(telegram: Telegram) -> set[str]:
    """Of the apps for which a list was set."""
    return {call.form.text("language_code") for call in telegram.calls_of("setMyCommands")}


def test_commands_are_listed_in_the_language_of_the_app_and_of_a_chat_that_has_chosen() -> None:
    async def story(house: House) -> None:
        ann, telegram = house.telegram.person("Ann"), house.telegram
        ann.becomes(has_started=True)
        await telegram.until(lambda: languages(telegram) == {"", "de", "nb", "zh"})
        house.bot.speak(Chat(ann.id), Language.ZH_HANS)
        house.bot.speak(Chat(ann.id, 5), Language.DE)
        await telegram.until(lambda: listed(telegram, ann.id))
        assert listed(telegram, ann.id) == listed(telegram, None, "de")
        for language in languages(telegram):
            assert set(listed(telegram, None, language)) == set(COMMANDS)
        assert listed(telegram, None)["hint"] == "what the coach would do, and why"
        assert listed(telegram, None, "de") != listed(telegram, None)

    run(story)


def test_a_list_of_commands_that_is_refused_is_let_go_and_others_follow() -> None:
    async def story(house: House) -> None:
        bob, nowhere = house.telegram.person("Bob"), -5
        bob.becomes(has_started=True)
        house.bot.speak(Chat(nowhere), Language.DE)
        house.bot.speak(Chat(bob.id), Language.DE)
        await house.telegram.until(lambda: listed(house.telegram, bob.id))
        assert house.telegram.refused == [("setMyCommands", "Bad Request: chat not found")]

    run(story)


# --- Telegram itself -----------------------------------------------------------------------------------


@pytest.mark.parametrize("token", ["", "token", "12:abc/def-ghij", "12:" + "a" * 300, "12:abcdefghij\nx"])
def test_what_cannot_be_a_token_is_refused_at_once(token: str) -> None:
    with pytest.raises(TokenRefused) as refused:
        TelegramBot(token, lambda trouble: None)
    assert str(refused.value) == ""


def test_a_token_telegram_does_not_know_is_refused_without_being_named() -> None:
    async def story() -> None:
        async with Telegram() as telegram:
            bot = TelegramBot("12:another-token-than-that", lambda trouble: None, telegram.api)
            with pytest.raises(TokenRefused) as refused:
                await bot.meet()
            assert (str(refused.value), refused.value.__cause__) == ("", None)
            await bot.close()

    asyncio.run(story())


def test_a_token_that_is_withdrawn_while_the_bot_runs_ends_it_in_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(telegram_bot, "REFUSED_SECONDS", 0.2)

    async def story() -> None:
        async with Telegram() as telegram:
            troubles: list[Trouble] = []
            bot = TelegramBot(telegram.token, troubles.append, telegram.api)
            await bot.meet()
            telegram.snags.answer("getUpdates", unauthorized(), times=99)
            with pytest.raises(TokenRefused):
                await bot.serve(House.__new__(House))  # type: ignore[arg-type]
            await bot.close()
            assert troubles == [Trouble.AWAY]

    asyncio.run(story())


@pytest.mark.parametrize("code", [401, 404])
def test_a_token_that_is_refused_for_a_moment_only_is_borne(code: int) -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        house.telegram.snags.answer("getUpdates", Refusal(code, "no"), times=2)
        ann.says(ann.chat, "before")
        ann.says(ann.chat, "afterwards")
        await house.heard(2)
        assert house.troubles == [Trouble.AWAY, Trouble.BACK]

    run(story)


SECRET = "the hand of Ann"
NONSENSE = {
    "list": Nonsense(200, b"[]"),
    "null": Nonsense(200, b"null"),
    "no result": Nonsense(200, b'{"ok":true}'),
    "result null": Nonsense(200, b'{"ok":true,"result":null}'),
    "result true": Nonsense(200, b'{"ok":true,"result":true}'),
    "result text": Nonsense(200, b'{"ok":true,"result":"the hand of Ann"}'),
    "result numbers": Nonsense(200, b'{"ok":true,"result":[1]}'),
    "update null": Nonsense(200, b'{"ok":true,"result":[null]}'),
    "no number": Nonsense(200, b'{"ok":true,"result":[{"message":{"text":"the hand of Ann"}}]}'),
    "number null": Nonsense(200, b'{"ok":true,"result":[{"update_id":null}]}'),
    "number a text": Nonsense(200, b'{"ok":true,"result":[{"update_id":"the hand of Ann"}]}'),
    "not a text": Nonsense(200, b'{"ok":true,"result":"\xff\xfe"}'),
    "deep": Nonsense(200, b'{"ok":true,"result":' + b"[" * 50_000 + b"]" * 50_000 + b"}"),
    "page": Nonsense(200, b"<html>the hand of Ann"),
    "500 list": Nonsense(500, b"[]"),
    "429 text": Nonsense(429, b'{"ok":false,"description":"slow","parameters":{"retry_after":"x"}}'),
    "400 list": Nonsense(400, b'{"ok":false,"description":"x","parameters":[]}'),
}
"""What a Bot API, or something on the way to it, may answer one day: status and body."""


@pytest.mark.parametrize("kind", NONSENSE)
def test_nonsense_instead_of_updates_is_borne_and_told(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        ann.says(ann.chat, "before")
        await house.heard(1)
        house.telegram.snags.answer("getUpdates", NONSENSE[kind], 2 if kind == "list" else 1)
        ann.says(ann.chat, "meanwhile")
        ann.says(ann.chat, "afterwards")
        await house.heard(3)
        told = [] if kind == "429 text" else [Trouble.AWAY, Trouble.BACK]
        assert house.troubles == told
        assert house.room.texts == ["before", "meanwhile", "afterwards"]

    run(story)
    ours = [record for record in caplog.records if record.name.startswith("telegram_client")]
    assert [(record.levelname, record.exc_info) for record in ours] in ([], [("WARNING", None)])
    assert SECRET not in "".join(record.getMessage() for record in ours)


def test_what_is_no_update_is_left_out_and_others_beside_it_are_heard() -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        chat = {"id": ann.id, "type": "private", "first_name": "Ann"}
        message = {"message_id": 1, "date": 1_796_000_001, "chat": chat, "from": ann.json()}
        updates = [None, 5, {"update_id": "x"}, {"update_id": 9001, "message": message | {"text": "heard"}}]
        answer = json.dumps({"ok": True, "result": updates}).encode()
        house.telegram.snags.answer("getUpdates", Nonsense(200, answer))
        house.telegram.happens("something_new", {"id": 1})  # so that the question under way ends
        await house.heard(1)
        assert (house.room.texts, house.troubles) == (["heard"], [])

    run(story)


@pytest.mark.parametrize("kind", ["list", "no result", "result true", "500 list", "429 text"])
def test_nonsense_instead_of_a_name_is_borne(kind: str) -> None:
    async def story() -> None:
        async with Telegram() as telegram:
            troubles: list[Trouble] = []
            bot = TelegramBot(telegram.token, troubles.append, telegram.api)
            telegram.snags.answer("getMe", NONSENSE[kind])
            assert await bot.meet() == BOT_NAME
            await bot.close()
            assert troubles == ([] if kind == "429 text" else [Trouble.AWAY, Trouble.BACK])

    asyncio.run(story())


@pytest.mark.parametrize("kind", ["list", "no result", "500 list", "429 text"])
def test_nonsense_for_a_list_of_commands_or_a_tap_stops_nothing(
    kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(house: House) -> None:
        ann, bob = house.telegram.person("Ann"), house.telegram.person("Bob")
        telegram = house.telegram
        bob.becomes(has_started=True)
        await telegram.until(lambda: listed(telegram, None, "zh"))
        telegram.snags.answer("setMyCommands", NONSENSE[kind])
        house.bot.speak(Chat(ann.id), Language.DE)
        house.bot.speak(Chat(bob.id), Language.DE)
        await telegram.until(lambda: listed(telegram, bob.id))
        telegram.snags.answer("answerCallbackQuery", NONSENSE[kind])
        tap = asyncio.create_task(ann.sends_tap(await house.board(ann.chat), "x"))
        await house.heard(1)
        ann.says(ann.chat, "afterwards")
        await house.heard(2)
        tap.cancel()
        assert house.room.texts == ["x", "afterwards"]

    run(story)
    assert [record.exc_info for record in caplog.records if record.exc_info] == []


def test_telegram_out_of_reach_is_told_once_and_so_is_its_return() -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        for count in (2, 4):
            house.telegram.snags.answer("getUpdates", Refusal(502, "Bad Gateway"), times=2)
            ann.says(ann.chat, "hello")
            await house.telegram.until(lambda count=count: len(house.troubles) == count)  # type: ignore[misc]
        assert house.troubles == [Trouble.AWAY, Trouble.BACK] * 2
        assert len(await house.heard(2)) == 2

    run(story)


def test_another_program_with_the_same_token_is_told_once() -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        house.telegram.snags.answer("getUpdates", conflict("terminated by other getUpdates request"), times=2)
        ann.says(ann.chat, "hello")
        await house.heard(1)
        assert house.troubles == [Trouble.TWICE]

    run(story)


def test_nothing_done_comes_again_after_a_stop() -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        ann.says(ann.chat, "hello")
        await house.heard(1)
        stopped["telegram"] = house.telegram

    stopped: dict[str, Telegram] = {}
    run(story)
    assert stopped["telegram"].is_settled
