"""The real bot over HTTP: what reaches the room, what does not, and in which order."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from telegram_client.conversation.post import Chat
from telegram_client.conversation.room import Sender
from telegram_client.conversation.screens import Toast
from telegram_client.speech.phrasebook import Language
from telegram_client.transports import telegram_bot
from telegram_client.transports.telegram_bot import COMMANDS, TelegramBot, TokenRefused, Trouble
from tests.telegram.bot_api import BOT, BOT_NAME, Person, Place, Refused, Telegram, bad
from tests.telegram.http_server import Request
from tests.telegram.small_room import House, run

ANONYMOUS = {"id": 1087968824, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}


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
        ann = house.telegram.person("Ann", tag)
        ann.says(ann.chat, "hello")
        (event,) = await house.heard(1)
        assert event[1].language == language

    run(story)


def test_in_a_group_commands_and_replies_to_the_bot_reach_the_room() -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        group = house.telegram.group("Bridge", ann, topics=(7,))
        group.has_bot = True
        house.telegram.privacy = False  # an admin bot is shown everything
        mine, hers = group.add(None, "Whose turn?"), group.add(ann, "mine")
        ann.says(group, f"/play@{BOT_NAME.upper()} floating")
        ann.says(group, "/table", thread=7)
        ann.says(group, "/play@other_bot")
        ann.says(group, "hello all")
        ann.says(group, "♠A", reply_to=hers)
        ann.says(group, "♥A", reply_to=mine)
        heard = await house.heard(3)
        assert [event[2:] for event in heard] == [
            (Chat(group.id), "/play floating"),
            (Chat(group.id, 7), "/table"),
            (Chat(group.id), "♥A"),
        ]

    run(story)


def test_coming_and_going_reach_the_room() -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        group = house.telegram.group("Bridge", ann)
        group.add_bot(by=ann)
        await house.heard(1)
        new = group.upgrade()
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
        group._membership(ann, "member", "administrator")
        ann.says(ann.chat, "then")
        assert [event[0] for event in await house.heard(1)] == ["said"]

    run(story)


# --- what does not -------------------------------------------------------------------------------------


def ignored(ann: Person, group: Place) -> dict[str, dict[str, Any]]:
    """Updates that nobody answers, by what they are."""
    plain = {
        "message_id": 90,
        "date": 1_796_000_090,
        "chat": group.json(),
        "from": ann.json(),
        "text": "/play",
        "entities": [{"type": "bot_command", "offset": 0, "length": 5}],
    }
    own = plain | {"chat": ann.chat.json()}
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
        "anonymous admin": {"message": plain | {"from": ANONYMOUS, "sender_chat": group.json()}},
        "linked channel": {"message": plain | {"sender_chat": channel}},
        "by way of another bot": {"message": own | {"via_bot": BOT | {"id": 5}}},
        "another bot": {"message": own | {"from": ANONYMOUS | {"id": 6}}},
        "nobody": {"message": nobody},
        "edited": {"edited_message": own | {"edit_date": 1_796_000_091}},
        "channel post": {"channel_post": nobody | {"chat": channel}},
        "sticker": {"message": bare | {"sticker": sticker}},
        "voice": {"message": bare | {"voice": {"file_id": "a", "file_unique_id": "a", "duration": 1}}},
        "location": {"message": bare | {"location": {"latitude": 1.0, "longitude": 1.0}}},
        "poll": {"message": bare | {"poll": poll}},
        "poll alone": {"poll": poll},
        "unknown kind": {"something_new": {"id": 1}},
        "bot added by an anonymous admin": {
            "my_chat_member": {
                "chat": group.json(),
                "from": ANONYMOUS,
                "date": 1_796_000_090,
                "old_chat_member": {"user": BOT, "status": "left"},
                "new_chat_member": {"user": BOT, "status": "member"},
            }
        },
        "bot added to a channel": {
            "my_chat_member": {
                "chat": channel,
                "from": ann.json(),
                "date": 1_796_000_090,
                "old_chat_member": {"user": BOT, "status": "left"},
                "new_chat_member": {"user": BOT, "status": "member"},
            }
        },
    }


def test_what_is_ignored_gets_no_reply_and_stops_nothing(caplog: pytest.LogCaptureFixture) -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        group = house.telegram.group("Bridge", ann)
        group.has_bot = ann.has_started = True
        house.telegram._allowed = None
        for update in ignored(ann, group).values():
            house.telegram.happens(**update)
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
        house.telegram.happens(**ignored(ann, house.telegram.group("Bridge", ann))[kind])
        assert house.telegram._pending() == []

    run(story)


def test_a_kind_that_comes_all_the_same_is_ignored() -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        group = house.telegram.group("Bridge", ann)
        updates = ignored(ann, group)
        unasked = [updates[kind] for kind in ("edited", "channel post", "poll alone", "unknown kind")]
        for update in unasked:  # each beside a kind that is asked for, so that it is not held back
            house.telegram.happens(
                **update, my_chat_member=updates["bot added to a channel"]["my_chat_member"]
            )
        ann.says(ann.chat, "afterwards")
        assert [event[-1] for event in await house.heard(1)] == ["afterwards"]

    run(story)


def test_an_update_the_library_cannot_read_holds_up_no_other(caplog: pytest.LogCaptureFixture) -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        ann.says(ann.chat, "before")
        ann.says(ann.chat, "my hand", poll={"id": 1, "question": "my hand"})
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
        group = house.telegram.group("Bridge", ann, topics=(7,))
        group.has_bot = True
        house.room.toast = Toast("Only you see this", alert=True)
        for thread in (None, 7):
            message = group.add(None, "board", thread)
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
        message = ann.chat.add(None, "board")
        house.room.toast = Toast("That button is old.")
        assert (await ann.sends_tap(message, data)).text == "That button is old."
        assert house.room.heard[-1][-1] == (data or "")

    run(story)


def test_a_tap_on_a_message_that_is_forgotten_is_one_all_the_same() -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        message = ann.chat.add(None, "board")
        assert (await ann.sends_tap(message, "m:t1:5:abc", gone=True)).text == "done"
        assert house.room.heard[-1][2:4] == (Chat(ann.id), message.id)

    run(story)


def test_an_answer_is_cut_to_what_fits() -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        house.room.toast = Toast("♠" * 300)
        toast = await ann.sends_tap(ann.chat.add(None, "board"), "x")
        assert toast.text == "♠" * 199 + "…"

    run(story)


def test_a_room_that_fails_answers_the_tap_and_says_nothing_of_it(caplog: pytest.LogCaptureFixture) -> None:
    async def fail(text: str) -> None:
        raise RuntimeError(f"the hand of Ann: {text}")

    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        house.room.pause = fail
        assert (await ann.sends_tap(ann.chat.add(None, "board"), "ace")).text == ""
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
        house.telegram.fail("answerCallbackQuery", bad("query is too old and response timeout expired"))
        tap = asyncio.create_task(ann.sends_tap(ann.chat.add(None, "board"), "x"))
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
        gate = house.room.pause = Gate("first")
        ann.says(ann.chat, "first")
        bob.says(bob.chat, "second")
        tap = asyncio.create_task(carol.sends_tap(carol.chat.add(None, "board"), "t1:third"))
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
        tap = asyncio.create_task(ann.sends_tap(ann.chat.add(None, "board"), "t9:move"))
        await house.telegram.settled()
        gate.opened.set()
        await tap
        assert house.room.texts == ["join", "t9:move"]

    run(story)


# --- commands on show ----------------------------------------------------------------------------------


def test_commands_are_listed_in_the_language_of_the_app_and_of_a_chat_that_has_chosen() -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        ann.has_started = True
        commands = house.telegram.commands
        await house.telegram.until(lambda: {language for _, language in commands} == {"", "de", "nb", "zh"})
        house.bot.speak(Chat(ann.id), Language.ZH_HANS)
        house.bot.speak(Chat(ann.id, 5), Language.DE)
        await house.telegram.until(lambda: (ann.id, "") in commands)
        assert commands[ann.id, ""] == commands[None, "de"]
        assert {name for listed in commands.values() for name, _ in listed} == set(COMMANDS)
        assert dict(commands[None, ""])["hint"] == "what the coach would do, and why"
        assert commands[None, "de"] != commands[None, ""]

    run(story)


def test_a_list_of_commands_that_is_refused_is_let_go_and_others_follow() -> None:
    async def story(house: House) -> None:
        ann, bob = house.telegram.person("Ann"), house.telegram.person("Bob")
        bob.has_started = True
        house.bot.speak(Chat(ann.id), Language.DE)
        house.bot.speak(Chat(bob.id), Language.DE)
        await house.telegram.until(lambda: (bob.id, "") in house.telegram.commands)
        assert (ann.id, "") not in house.telegram.commands

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
    monkeypatch.setattr(telegram_bot, "REFUSED_SECONDS", 1.0)

    async def story() -> None:
        async with Telegram() as telegram:
            troubles: list[Trouble] = []
            bot = TelegramBot(telegram.token, troubles.append, telegram.api)
            await bot.meet()
            telegram.fail("getUpdates", Refused(401, "Unauthorized"), times=99)
            with pytest.raises(TokenRefused):
                await bot.serve(House.__new__(House))  # type: ignore[arg-type]
            await bot.close()
            assert troubles == [Trouble.AWAY]

    asyncio.run(story())


@pytest.mark.parametrize("code", [401, 404])
def test_a_token_that_is_refused_for_a_moment_only_is_borne(code: int) -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        house.telegram.fail("getUpdates", Refused(code, "no"), times=2)
        ann.says(ann.chat, "before")
        ann.says(ann.chat, "afterwards")
        await house.heard(2)
        assert house.troubles == [Trouble.AWAY, Trouble.BACK]

    run(story)


SECRET = "the hand of Ann"
NONSENSE = {
    "list": (200, b"[]"),
    "null": (200, b"null"),
    "no result": (200, b'{"ok":true}'),
    "result null": (200, b'{"ok":true,"result":null}'),
    "result true": (200, b'{"ok":true,"result":true}'),
    "result text": (200, b'{"ok":true,"result":"the hand of Ann"}'),
    "result numbers": (200, b'{"ok":true,"result":[1]}'),
    "update null": (200, b'{"ok":true,"result":[null]}'),
    "no number": (200, b'{"ok":true,"result":[{"message":{"text":"the hand of Ann"}}]}'),
    "number null": (200, b'{"ok":true,"result":[{"update_id":null}]}'),
    "number a text": (200, b'{"ok":true,"result":[{"update_id":"the hand of Ann"}]}'),
    "not a text": (200, b'{"ok":true,"result":"\xff\xfe"}'),
    "deep": (200, b'{"ok":true,"result":' + b"[" * 50_000 + b"]" * 50_000 + b"}"),
    "page": (200, b"<html>the hand of Ann"),
    "500 list": (500, b"[]"),
    "429 text": (429, b'{"ok":false,"description":"slow","parameters":{"retry_after":"x"}}'),
    "400 list": (400, b'{"ok":false,"description":"x","parameters":[]}'),
}
"""What a Bot API, or something on the way to it, may answer one day: status and body."""


def babbles(telegram: Telegram, method: str, answers: list[tuple[int, bytes]]) -> None:
    """The next calls of the method are answered so."""
    known = telegram._server._handler

    async def handler(request: Request) -> tuple[int, bytes]:
        return answers.pop(0) if answers and request.path.endswith(method) else await known(request)

    telegram._server._handler = handler


@pytest.mark.parametrize("kind", NONSENSE)
def test_nonsense_instead_of_updates_is_borne_and_told(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        ann.says(ann.chat, "before")
        await house.heard(1)
        babbles(house.telegram, "/getUpdates", [NONSENSE[kind]] * (2 if kind == "list" else 1))
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
        message = {"message_id": 1, "date": 1_796_000_001, "chat": ann.chat.json(), "from": ann.json()}
        updates = [None, 5, {"update_id": "x"}, {"update_id": 9001, "message": message | {"text": "heard"}}]
        answer = json.dumps({"ok": True, "result": updates}).encode()
        babbles(house.telegram, "/getUpdates", [(200, answer)])
        ann.says(ann.chat, "")  # an update that wakes the question under way
        await house.heard(1)
        assert (house.room.texts, house.troubles) == (["heard"], [])

    run(story)


@pytest.mark.parametrize("kind", ["list", "no result", "result true", "500 list", "429 text"])
def test_nonsense_instead_of_a_name_is_borne(kind: str) -> None:
    async def story() -> None:
        async with Telegram() as telegram:
            troubles: list[Trouble] = []
            bot = TelegramBot(telegram.token, troubles.append, telegram.api)
            babbles(telegram, "/getMe", [NONSENSE[kind]])
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
        bob.has_started = True
        commands = house.telegram.commands
        await house.telegram.until(lambda: (None, "zh") in commands)
        babbles(house.telegram, "/setMyCommands", [NONSENSE[kind]])
        house.bot.speak(Chat(ann.id), Language.DE)
        house.bot.speak(Chat(bob.id), Language.DE)
        await house.telegram.until(lambda: (bob.id, "") in commands)
        babbles(house.telegram, "/answerCallbackQuery", [NONSENSE[kind]])
        tap = asyncio.create_task(ann.sends_tap(ann.chat.add(None, "board"), "x"))
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
            house.telegram.fail("getUpdates", Refused(502, "Bad Gateway"), times=2)
            ann.says(ann.chat, "hello")
            await house.telegram.until(lambda count=count: len(house.troubles) == count)  # type: ignore[misc]
        assert house.troubles == [Trouble.AWAY, Trouble.BACK] * 2
        assert len(await house.heard(2)) == 2

    run(story)


def test_another_program_with_the_same_token_is_told_once() -> None:
    async def story(house: House) -> None:
        ann = house.telegram.person("Ann")
        house.telegram.fail("getUpdates", Refused(409, "Conflict: terminated by other getUpdates"), times=2)
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
    assert stopped["telegram"].unsettled == []
