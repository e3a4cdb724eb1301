"""Every rule on which Telegram insists, over HTTP as forms: its code, its words, and nothing changed."""

from __future__ import annotations

import asyncio
import io
import json
from typing import Any

import pytest
from telegram.constants import (
    BotCommandLimit,
    CallbackQueryLimit,
    FloodLimit,
    InlineKeyboardButtonLimit,
    InlineKeyboardMarkupLimit,
    InlineQueryLimit,
    MessageLimit,
)

from playground.server import MOST_BYTES
from playground.telegram import commands, crowd, groups, keyboards, limits, messages, queries
from playground.telegram.chats import Chat
from playground.telegram.people import Person
from tests.playground.served import Answer, Served, run
from tests.playground.worlds import PNG, TOKEN, Json, Small, key, keys

NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly the same as a "
    "current content and reply markup of the message"
)
TOO_OLD = "query is too old and response timeout expired or query ID is invalid"


class Scene:
    """Ann, a group of hers, a message of the bot in each chat, and one of Ann's."""

    def __init__(self) -> None:
        self.small = Small()
        self.ann: Person = self.small.person()
        self.group: Chat = self.small.group(self.ann)
        self.forum: Chat = self.small.group(self.ann, forum=True)
        self.stranger = self.small.person("Eve", started=False)
        self.member = self.small.person("Mia", started=False)
        groups.add(self.small.world, self.ann.id, self.group.id, self.member.id)
        self.said = self.small.say(self.ann, self.ann.id, "mine").id
        markup = keys([key()])
        self.sent = self.small.call("sendMessage", chat_id=self.ann.id, text="<b>", reply_markup=markup)
        self.photo = self.small.call("sendPhoto", {"photo": PNG}, chat_id=self.ann.id, caption="c")
        self.topic = groups.open_topic(self.small.world, self.ann.id, self.forum.id, "Table").id

    def names(self) -> dict[str, int]:
        """What the fields of a case may name."""
        return {
            "ANN": self.ann.id,
            "GROUP": self.group.id,
            "FORUM": self.forum.id,
            "STRANGER": self.stranger.id,
            "SAID": self.said,
            "SENT": self.sent["message_id"],
            "PHOTO": self.photo["message_id"],
            "TOPIC": self.topic,
        }

    def snapshot(self) -> object:
        world = self.small.world
        return {id: (dict(chat.messages), chat.pinned) for id, chat in world.chats.items()}, len(
            self.small.changes
        )


IN_A_KEY = "can't parse inline keyboard button: "
IN_AN_ENTITY = "can't parse MessageEntity: "
IN_A_RESULT = "can't parse inline query result: "
NO_DEED = f"{IN_A_KEY}Text buttons are unallowed in the inline keyboard"


def in_url(url: str, why: str) -> str:
    return f"inline keyboard button URL '{url}' is invalid: {why}"


def mark(kind: str, offset: int, length: int, **about: object) -> dict[str, object]:
    return {"type": kind, "offset": offset, "length": length, **about}


LONG, CAPTION = "x" * 4097, "x" * 1025
ROW_OF_9 = keys([key() for _ in range(9)])
KEYS_101 = keys(*[[key() for _ in range(8)] for _ in range(12)], [key() for _ in range(5)])
ARTICLE = {"type": "article", "id": "1", "title": "t", "input_message_content": {"message_text": "x"}}
CASES: list[tuple[str, dict[str, Any], str]] = [
    ("sendMessage", {"text": "x"}, "chat_id is empty"),
    ("sendMessage", {"chat_id": 5, "text": "x"}, "chat not found"),
    ("sendMessage", {"chat_id": "@nobody", "text": "x"}, "chat not found"),
    ("sendMessage", {"chat_id": "ANN"}, "message text is empty"),
    ("sendMessage", {"chat_id": "ANN", "text": " \n "}, "text must be non-empty"),
    ("sendMessage", {"chat_id": "ANN", "text": "\u200b\u00a0"}, "text must be non-empty"),
    ("sendMessage", {"chat_id": "ANN", "text": "<b></b>", "parse_mode": "HTML"}, "text must be non-empty"),
    ("sendMessage", {"chat_id": "ANN", "text": "♠" * 10_923}, "text is too long"),
    ("sendMessage", {"chat_id": "ANN", "text": LONG}, "message is too long"),
    ("sendMessage", {"chat_id": "ANN", "text": "😀" * 2049}, "message is too long"),
    ("sendMessage", {"chat_id": "ANN", "text": "x", "parse_mode": "RTF"}, "unsupported parse_mode"),
    (
        "sendMessage",
        {"chat_id": "ANN", "text": "<b>x", "parse_mode": "HTML"},
        "can't parse entities: Can't find end tag corresponding to start tag \"b\"",
    ),
    (
        "sendMessage",
        {"chat_id": "ANN", "text": "1.5", "parse_mode": "MarkdownV2"},
        "can't parse entities: Character '.' is reserved and must be escaped with the preceding '\\'",
    ),
    (
        "sendMessage",
        {"chat_id": "ANN", "text": "x", "reply_markup": keys([key("é" * 33)])},
        "BUTTON_DATA_INVALID",
    ),
    ("sendMessage", {"chat_id": "ANN", "text": "x", "reply_markup": keys([key("")])}, NO_DEED),
    (
        "sendMessage",
        {"chat_id": "ANN", "text": "x", "reply_markup": keys([key("d" * 65)])},
        "BUTTON_DATA_INVALID",
    ),
    ("sendMessage", {"chat_id": "ANN", "text": "x", "reply_markup": ROW_OF_9}, "reply markup is too long"),
    ("sendMessage", {"chat_id": "ANN", "text": "x", "reply_markup": KEYS_101}, "reply markup is too long"),
    (
        "sendMessage",
        {"chat_id": "ANN", "text": "x", "reply_markup": "{not JSON"},
        "can't parse reply keyboard markup JSON object",
    ),
    ("sendMessage", {"chat_id": "ANN", "text": "x", "reply_markup": "[]"}, "object expected as reply markup"),
    (
        "sendMessage",
        {"chat_id": "ANN", "text": "x", "reply_markup": keys([{"text": "only"}])},
        NO_DEED,
    ),
    *(
        ("sendMessage", {"chat_id": "ANN", "text": "x", "reply_markup": markup}, why)
        for markup, why in (
            ({"inline_keyboard": "x"}, 'field "inline_keyboard" must be of type Array'),
            (
                {"inline_keyboard": ["x"]},
                'field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays',
            ),
            ({"keyboard": "x"}, 'field "keyboard" must be of type Array'),
            ({"force_reply": "yes"}, 'field "force_reply" must be of type Boolean'),
            ({"inline_keyboard": [["x"]]}, f"{IN_A_KEY}InlineKeyboardButton must be an Object"),
            (keys([{"callback_data": "d"}]), f'{IN_A_KEY}Can\'t find field "text"'),
            (keys([key() | {"text": []}]), f'{IN_A_KEY}Field "text" must be of type String'),
            (
                keys([key() | {"callback_data": {}}]),
                f'{IN_A_KEY}Field "callback_data" must be of type String',
            ),
            (keys([{"text": "k", "copy_text": "x"}]), f'{IN_A_KEY}Field "copy_text" must be of type Object'),
            (keys([{"text": "k", "copy_text": {"text": "x" * 257}}]), "BUTTON_COPY_TEXT_INVALID"),
            (keys([{"text": "k", "pay": True}]), "BUTTON_TYPE_INVALID"),
            (keys([{"text": "k", "url": "ftp://x.y"}]), in_url("ftp://x.y", "Unsupported URL protocol")),
            (keys([{"text": "k", "url": "localhost"}]), in_url("localhost", "Wrong HTTP URL")),
            (
                keys([{"text": "k", "url": "http://x.y:0"}]),
                in_url("http://x.y:0", "Wrong port number specified in the URL"),
            ),
            (keys([{"text": "k", "url": "http://"}]), in_url("http://", "URL host is empty")),
        )
    ),
    *(
        ("sendMessage", {"chat_id": "ANN", "text": "😀 ok", "entities": [entity]}, why)
        for entity, why in (
            ("x", f"{IN_AN_ENTITY}expected an Object"),
            ({"type": "bold", "length": 1}, f'{IN_AN_ENTITY}Can\'t find field "offset"'),
            (
                {"type": "bold", "offset": 0, "length": "x"},
                f'{IN_AN_ENTITY}Field "length" must be a valid Number',
            ),
            (
                {"type": "bold", "offset": [], "length": 1},
                f'{IN_AN_ENTITY}Field "offset" must be of type Number',
            ),
            (mark("nonsense", 0, 1), f"{IN_AN_ENTITY}Unsupported type specified"),
            (mark("text_link", 0, 2), f'{IN_AN_ENTITY}Can\'t find field "url"'),
            (mark("text_link", 0, 2, url="x"), "entity URL 'x' is invalid: Wrong HTTP URL"),
            (mark("text_link", 0, 2, url=""), "entity URL '' is invalid: URL host is empty"),
            (mark("text_mention", 0, 2), f'{IN_AN_ENTITY}Can\'t find field "user"'),
            (mark("text_mention", 0, 2, user={"id": 5}), "user not found"),
            (mark("custom_emoji", 0, 2), f'{IN_AN_ENTITY}Can\'t find field "custom_emoji_id"'),
            (mark("bold", -1, 2), "receive an entity with incorrect offset -1"),
            (mark("bold", 0, -2), "receive an entity with incorrect length -2"),
            (mark("bold", 5, 1), "entity begins after the end of the text at UTF-16 offset 5"),
            (
                mark("bold", 2, 4),
                "entity beginning at UTF-16 offset 2 ends after the end of the text at UTF-16 offset 6",
            ),
            (mark("bold", 1, 2), "entity begins in a middle of a UTF-16 symbol at byte offset 4"),
            (
                mark("bold", 0, 1),
                "entity beginning at UTF-16 offset 0 ends in a middle of a UTF-16 symbol at byte offset 4",
            ),
        )
    ),
    (
        "sendMessage",
        {"chat_id": "ANN", "text": "x", "reply_markup": keys([{"text": "u", "url": "no url"}])},
        "inline keyboard button URL 'no url' is invalid: Wrong HTTP URL",
    ),
    ("sendMessage", {"chat_id": "FORUM", "text": "x", "message_thread_id": 99}, "message thread not found"),
    ("sendMessage", {"chat_id": "FORUM", "text": "x", "message_thread_id": 1}, "message thread not found"),
    ("sendMessage", {"chat_id": "GROUP", "text": "x", "message_thread_id": 7}, "message thread not found"),
    (
        "sendMessage",
        {"chat_id": "ANN", "text": "x", "reply_parameters": {"message_id": 999}},
        "message to be replied not found",
    ),
    *(
        ("sendMessage", {"chat_id": "ANN", "text": "x", "reply_parameters": reply}, why)
        for reply, why in (
            ("[", "can't parse reply parameters JSON object"),
            ([], "object expected as reply parameters"),
            ({"quote": "x"}, 'can\'t find field "message_id"'),
            ({"message_id": "x"}, 'field "message_id" must be a valid Number'),
            (
                {"message_id": 999, "allow_sending_without_reply": "yes"},
                'field "allow_sending_without_reply" must be of type Boolean',
            ),
        )
    ),
    ("sendMessage", {"chat_id": "STRANGER", "text": "x"}, "chat not found"),
    ("sendPhoto", {"chat_id": "ANN", "photo": "attach://gone"}, "there is no photo in the request"),
    *(
        ("sendMessage", {"chat_id": "ANN", "text": "x", "link_preview_options": options}, why)
        for options, why in (
            ("{", "can't parse link preview options JSON object"),
            ([], "object expected as link preview options"),
            ({"is_disabled": "yes"}, 'field "is_disabled" must be of type Boolean'),
            ({"url": []}, 'field "url" must be of type String'),
        )
    ),
    (
        "sendMessage",
        {"chat_id": "ANN", "text": "x", "business_connection_id": "b"},
        "business connection not found",
    ),
    ("sendPhoto", {"chat_id": "ANN"}, "there is no photo in the request"),
    ("sendPhoto", {"chat_id": "ANN", "photo": "nonsense"}, "wrong file identifier/HTTP URL specified"),
    ("sendPhoto", {"chat_id": "ANN", "photo": "https://x.y/z.png"}, "failed to get HTTP URL content"),
    ("sendDocument", {"chat_id": "ANN"}, "there is no document in the request"),
    ("sendChatAction", {"chat_id": "ANN", "action": "dancing"}, "wrong parameter action in request"),
    ("editMessageText", {"chat_id": "ANN", "text": "x"}, "message to edit not found"),
    ("editMessageText", {"message_id": "SENT", "text": "x"}, "chat_id is empty"),
    ("editMessageText", {"text": "x"}, "message identifier is not specified"),
    (
        "editMessageText",
        {"chat_id": "ANN", "message_id": "SENT", "text": "x", "reply_markup": {"remove_keyboard": True}},
        "inline keyboard expected",
    ),
    ("deleteMessage", {"message_id": 1}, "chat identifier is not specified"),
    ("deleteMessage", {"chat_id": "ANN"}, "message identifier is not specified"),
    ("deleteMessage", {"chat_id": "ANN", "message_id": -1}, "message identifier is not specified"),
    ("editMessageText", {"chat_id": "ANN", "message_id": 999, "text": "x"}, "message to edit not found"),
    ("editMessageText", {"chat_id": "ANN", "message_id": "SAID", "text": "x"}, "message can't be edited"),
    (
        "editMessageText",
        {"chat_id": "ANN", "message_id": "SENT", "text": "<b>", "reply_markup": keys([key()])},
        NOT_MODIFIED,
    ),
    ("editMessageText", {"chat_id": "ANN", "message_id": "SENT", "text": LONG}, "message is too long"),
    (
        "editMessageText",
        {"chat_id": "ANN", "message_id": "PHOTO", "text": "x"},
        "there is no text in the message to edit",
    ),
    (
        "editMessageCaption",
        {"chat_id": "ANN", "message_id": "SENT", "caption": "x"},
        "there is no caption in the message to edit",
    ),
    ("editMessageCaption", {"chat_id": "ANN", "message_id": "PHOTO", "caption": "c"}, NOT_MODIFIED),
    (
        "editMessageCaption",
        {"chat_id": "ANN", "message_id": "PHOTO", "caption": CAPTION},
        "message caption is too long",
    ),
    (
        "editMessageReplyMarkup",
        {"chat_id": "ANN", "message_id": "SENT", "reply_markup": keys([key()])},
        NOT_MODIFIED,
    ),
    ("editMessageMedia", {"chat_id": "ANN", "message_id": "SENT"}, 'parameter "media" is required'),
    (
        "editMessageMedia",
        {"chat_id": "ANN", "message_id": "SENT", "media": "["},
        "can't parse input media JSON object",
    ),
    *(
        (
            "editMessageMedia",
            {"chat_id": "ANN", "message_id": "SENT", "media": media},
            f"can't parse InputMedia: {why}",
        )
        for media, why in (
            ([], "expected an Object"),
            ({"type": "photo"}, "media not found"),
            ({"media": "attach://gone"}, "media not found"),
        )
    ),
    (
        "editMessageMedia",
        {"chat_id": "ANN", "message_id": "SENT", "media": {"type": "photo", "media": "attach://gone"}},
        "can't parse InputMedia: media not found",
    ),
    ("editMessageText", {"inline_message_id": "7", "text": "x"}, "MESSAGE_ID_INVALID"),
    ("deleteMessage", {"chat_id": "ANN", "message_id": 999}, "message to delete not found"),
    ("answerCallbackQuery", {"callback_query_id": "1"}, TOO_OLD),
    ("answerCallbackQuery", {"callback_query_id": "1", "text": "x" * 201}, "MESSAGE_TOO_LONG"),
    ("answerCallbackQuery", {"callback_query_id": "1", "url": "https://x.y"}, "URL_INVALID"),
    ("answerInlineQuery", {"inline_query_id": "1", "results": [ARTICLE]}, TOO_OLD),
    (
        "answerInlineQuery",
        {"inline_query_id": "1", "results": [ARTICLE | {"type": "game"} | {"input_message_content": None}]},
        'can\'t parse inline query result: type "game" is unsupported for the inline query result',
    ),
    *(
        ("answerInlineQuery", {"inline_query_id": "1", "results": results}, why)
        for results, why in (
            ({}, "expected an Array of inline query results"),
            ([ARTICLE] * 51, "too many inline query results specified"),
            (["x"], f"{IN_A_RESULT}Inline query result must be an object"),
            ([{"id": "1"}], f'{IN_A_RESULT}Can\'t find field "type"'),
            ([ARTICLE | {"id": "x" * 65}], "RESULT_ID_INVALID"),
            ([{"type": "article", "id": "1"}], f'{IN_A_RESULT}Can\'t find field "message_text"'),
            (
                [{"type": "article", "id": "1", "title": "t", "input_message_content": {}}],
                f"{IN_A_RESULT}Input message content is not specified",
            ),
            (
                [{name: it for name, it in ARTICLE.items() if name != "title"}],
                f'{IN_A_RESULT}Can\'t find field "title"',
            ),
        )
    ),
    ("setMyCommands", {"commands": "x"}, "can't parse commands JSON object"),
    ("setMyCommands", {"commands": {}}, "expected an Array of BotCommand"),
    ("setMyCommands", {"commands": ["x"]}, "can't parse BotCommand: expected an Object"),
    (
        "setMyCommands",
        {"commands": [{"command": "a"}]},
        "can't parse BotCommand: Can't find field \"description\"",
    ),
    ("setMyCommands", {"commands": [{"command": "/", "description": "x"}]}, "command must be non-empty"),
    (
        "setMyCommands",
        {"commands": [{"command": "a", "description": " "}]},
        "command description must be non-empty",
    ),
    (
        "setMyCommands",
        {"commands": [{"command": "a" * 33, "description": "x"}]},
        "command length must not exceed 32",
    ),
    *(
        ("setMyCommands", {"commands": [], "scope": scope}, f"can't parse BotCommandScope{why}")
        for scope, why in (
            ("{", " JSON object"),
            ([], ": BotCommandScope must be an Object"),
            ({}, ': Can\'t find field "type"'),
            ({"type": "nowhere"}, ": Unsupported type specified"),
            ({"type": "chat"}, ': Can\'t find field "chat_id"'),
            ({"type": "chat", "chat_id": ""}, ": Empty chat_id specified"),
            ({"type": "chat_member", "chat_id": 1}, ': Can\'t find field "user_id"'),
            ({"type": "chat_member", "chat_id": 1, "user_id": 0}, ": Invalid user_id specified"),
        )
    ),
    ("setMyCommands", {"commands": [{"command": "Ä", "description": "x"}]}, "BOT_COMMAND_INVALID"),
    (
        "setMyCommands",
        {"commands": [{"command": "a", "description": "x" * 257}]},
        "command description length must not exceed 256",
    ),
    ("setMyCommands", {"commands": [{"command": "a", "description": "x"}] * 101}, "BOT_COMMANDS_TOO_MUCH"),
    ("setMyCommands", {"commands": [], "language_code": "zh-hans"}, "LANG_CODE_INVALID"),
    ("getChat", {"chat_id": 5}, "chat not found"),
    ("getChatMember", {"chat_id": "GROUP", "user_id": 5}, "member not found"),
    ("getChatMember", {"chat_id": "FORUM", "user_id": 5}, "PARTICIPANT_ID_INVALID"),
    ("getChatMember", {"chat_id": "GROUP", "user_id": -5}, "invalid user_id specified"),
    ("getChatAdministrators", {"chat_id": "ANN"}, "there are no administrators in the private chat"),
    (
        "pinChatMessage",
        {"chat_id": "GROUP", "message_id": 1},
        "not enough rights to manage pinned messages in the chat",
    ),
    ("pinChatMessage", {"chat_id": "ANN", "message_id": 999}, "message to pin not found"),
    ("pinChatMessage", {"chat_id": "ANN"}, "message to pin not found"),
    ("setMessageReaction", {"chat_id": "ANN"}, "message to react not found"),
    *(
        ("setMessageReaction", {"chat_id": "ANN", "message_id": "SAID", "reaction": reaction}, why)
        for reaction, why in (
            ("[", "can't parse reaction types JSON object"),
            ({}, "expected an Array of ReactionType"),
            ([{"type": "emoji"}], "can't parse ReactionType: Can't find field \"emoji\""),
            ([{"type": "smile"}], "can't parse ReactionType: invalid reaction type specified"),
            ([{"type": "custom_emoji", "custom_emoji_id": "5"}], "REACTION_INVALID"),
            ([{"type": "emoji", "emoji": "👍"}] * 2, "REACTIONS_TOO_MANY"),
        )
    ),
    (
        "setMessageReaction",
        {"chat_id": "ANN", "message_id": "SAID", "reaction": [{"type": "emoji", "emoji": "♠"}]},
        "REACTION_INVALID",
    ),
    ("getFile", {"file_id": "x"}, "invalid file_id"),
    ("getFile", {}, "file_id not specified"),
    ("setWebhook", {"url": "http://127.0.0.1:9/x", "secret_token": "x" * 257}, "secret token is too long"),
    ("setWebhook", {"url": "ftp://127.0.0.1/x"}, "bad webhook: An HTTPS URL must be provided for webhook"),
    (
        "setWebhook",
        {"url": "https://example.org/x"},
        "bad webhook: the playground pushes to a loopback address only",
    ),
    (
        "setWebhook",
        {"url": "http://127.0.0.1:9/x", "secret_token": "no spaces"},
        "secret token contains unallowed characters",
    ),
]


def filled(fields: dict[str, Any], names: dict[str, int]) -> dict[str, Any]:
    return {
        name: names.get(value, value) if isinstance(value, str) else value for name, value in fields.items()
    }


def refused(answer: Answer, code: int, description: str) -> None:
    assert answer == Answer(code, {"ok": False, "error_code": code, "description": description})


def test_each_rule_is_told_with_its_code_and_words_and_nothing_changes() -> None:
    scene = Scene()

    async def story(at: Served) -> None:
        before = scene.snapshot()
        for method, fields, description in CASES:
            answer = await at.form(method, **filled(fields, scene.names()))
            refused(answer, 400, f"Bad Request: {description}")
        assert scene.snapshot() == before

    run(story, scene.small)


def test_who_may_not_be_written_to() -> None:
    scene = Scene()

    async def story(at: Served) -> None:
        to_stranger = await at.form("sendMessage", chat_id=scene.member.id, text="x")
        refused(to_stranger, 403, "Forbidden: bot can't initiate conversation with a user")
        crowd.block(scene.small.world, scene.ann.id, True)
        for method in ("sendMessage", "editMessageText"):
            fields = {"chat_id": scene.ann.id, "message_id": scene.sent["message_id"], "text": "new"}
            refused(await at.form(method, **fields), 403, "Forbidden: bot was blocked by the user")
        groups.remove_bot(scene.small.world, scene.ann.id, scene.group.id)
        kicked = await at.form("sendMessage", chat_id=scene.group.id, text="x")
        refused(kicked, 403, "Forbidden: bot was kicked from the group chat")
        assert await at.call("leaveChat", chat_id=scene.forum.id)
        left = await at.form("sendMessage", chat_id=scene.forum.id, text="x")
        refused(left, 403, "Forbidden: bot is not a member of the supergroup chat")

    run(story, scene.small)


@pytest.mark.parametrize("markup", [{"remove_keyboard": True}, {"force_reply": True}, {"keyboard": [["a"]]}])
def test_a_message_with_a_keyboard_of_the_other_sort_is_never_edited(markup: dict[str, object]) -> None:
    small = Small()
    ann = small.person()
    sent = small.call("sendMessage", chat_id=ann.id, text="x", reply_markup=markup)
    why = small.refused("editMessageText", chat_id=ann.id, message_id=sent["message_id"], text="y")
    assert why.description == "Bad Request: message can't be edited"


def test_a_pin_outlives_its_message() -> None:
    small = Small()
    ann = small.person()
    sent = small.call("sendMessage", chat_id=ann.id, text="x")
    small.call("pinChatMessage", chat_id=ann.id, message_id=sent["message_id"])
    (told,) = small.updates()
    small.call("deleteMessage", chat_id=ann.id, message_id=sent["message_id"])
    small.say(ann, ann.id, "what was that?", reply_to=told["message"]["message_id"])
    (answer,) = small.updates()
    gone = answer["message"]["reply_to_message"]["pinned_message"]
    assert gone == {"chat": sent["chat"], "message_id": sent["message_id"], "date": 0}


def test_an_answer_in_a_closed_topic_goes_nowhere_too() -> None:
    small = Small()
    ann = small.person()
    forum = small.group(ann, forum=True)
    topic = groups.open_topic(small.world, ann.id, forum.id, "Table").id
    said = small.say(ann, forum.id, "x", thread=topic)
    groups.close_topic(small.world, ann.id, forum.id, topic, True)
    reply = {"message_id": said.id}
    why = small.refused("sendMessage", chat_id=forum.id, text="y", reply_parameters=reply)
    assert why.description == "Bad Request: TOPIC_CLOSED"


def test_a_group_that_moved_says_where() -> None:
    scene = Scene()
    new = groups.upgrade(scene.small.world, scene.ann.id, scene.group.id)

    async def story(at: Served) -> None:
        answer = await at.form("sendMessage", chat_id=scene.group.id, text="x")
        assert answer.body == {
            "ok": False,
            "error_code": 400,
            "description": "Bad Request: group chat was upgraded to a supergroup chat",
            "parameters": {"migrate_to_chat_id": new.id},
        }
        assert (await at.call("sendMessage", chat_id=new.id, text="x"))["chat"]["id"] == new.id

    run(story, scene.small)


def test_a_closed_topic_and_missing_rights() -> None:
    scene = Scene()
    world, ann = scene.small.world, scene.ann.id

    async def story(at: Served) -> None:
        in_topic = {"chat_id": scene.forum.id, "text": "x", "message_thread_id": scene.topic}
        assert (await at.call("sendMessage", **in_topic))["is_topic_message"] is True
        groups.close_topic(world, ann, scene.forum.id, scene.topic, True)
        refused(await at.form("sendMessage", **in_topic), 400, "Bad Request: TOPIC_CLOSED")
        groups.allow(world, ann, scene.group.id, {"text": False, "photo": False})
        text = await at.form("sendMessage", chat_id=scene.group.id, text="x")
        refused(text, 400, "Bad Request: not enough rights to send text messages to the chat")
        again = scene.photo["photo"][0]["file_id"]
        photo = await at.form("sendPhoto", chat_id=scene.group.id, photo=again)
        refused(photo, 400, "Bad Request: not enough rights to send photos to the chat")
        for chat in (scene.forum.id, scene.group.id):
            groups.promote_bot(world, ann, chat, True)
        assert await at.call("sendMessage", **in_topic)
        assert await at.call("sendMessage", chat_id=scene.group.id, text="x")
        assert await at.call("sendPhoto", chat_id=scene.group.id, photo=again)

    run(story, scene.small)


def test_a_tap_is_answered_once_and_in_time() -> None:
    scene = Scene()
    world, ann = scene.small.world, scene.ann.id

    async def story(at: Served) -> None:
        query = crowd.tap(world, ann, ann, scene.sent["message_id"], "d")
        assert await at.call("answerCallbackQuery", callback_query_id=query, text="x" * 200, show_alert=True)
        refused(await at.form("answerCallbackQuery", callback_query_id=query), 400, f"Bad Request: {TOO_OLD}")
        late = crowd.tap(world, ann, ann, scene.sent["message_id"], "d")
        scene.small.clock.pass_by(queries.TAP_SECONDS)
        refused(await at.form("answerCallbackQuery", callback_query_id=late), 400, f"Bad Request: {TOO_OLD}")
        assert [change.more["alert"] for change in scene.small.seen(scene.ann, "answer")] == [True]

    run(story, scene.small)


def test_too_many_messages() -> None:
    small = Small()
    ann = small.person()
    chat = small.group(ann)

    async def story(at: Served) -> None:
        answers = []
        for _ in range(22):
            answers.append(await at.form("sendMessage", chat_id=chat.id, text="x"))
            small.clock.pass_by(1)
        assert [answer.status for answer in answers] == [200] * 20 + [429] * 2
        assert answers[20].body == {
            "ok": False,
            "error_code": 429,
            "description": "Too Many Requests: retry after 40",
            "parameters": {"retry_after": 40},
        }
        assert answers[20].headers["Retry-After"] == "40"

    run(story, small)


DELETING = [
    ("own", True),
    ("Ann's as a member", False),
    ("Ann's as an admin", True),
    ("own after two days", False),
]


@pytest.mark.parametrize(("case", "allowed"), DELETING)
def test_what_may_be_deleted(case: str, allowed: bool) -> None:
    small = Small()
    ann = small.person()
    chat = small.group(ann, admin="admin" in case)
    mine = small.call("sendMessage", chat_id=chat.id, text="x")["message_id"]
    hers = small.say(ann, chat.id, "y").id
    small.clock.pass_by(48 * 3600 if "two days" in case else 0)
    named = {"chat_id": chat.id, "message_id": mine if case.startswith("own") else hers}
    if allowed:
        assert small.call("deleteMessage", **named) is True
    else:
        why = small.refused("deleteMessage", **named)
        assert why.description == "Bad Request: message can't be deleted for everyone"
    assert (named["message_id"] in chat.messages) is not allowed


def test_tokens_methods_and_bodies_that_are_wrong() -> None:
    async def story(at: Served) -> None:
        async def post(path: str, body: Json = b"", kind: str = "application/json") -> Answer:
            return await at.ask("POST", path, data=body, headers={"Content-Type": kind})

        refused(await post("/bot1:wrong-token-123/getMe"), 401, "Unauthorized")
        refused(await post("/botnonsense/getMe"), 404, "Not Found")
        refused(await post(f"/bot{TOKEN}/sendEverything"), 404, "Not Found: method not found")
        refused(await post(f"/bot{TOKEN}/a/b"), 404, "Not Found")
        for body in (b"{", b"\xff", b"[" * 100_000, b'{"chat_id": NaN}'):
            answer = await post(f"/bot{TOKEN}/sendMessage", body)
            assert (answer.status, answer.body["ok"]) == (400, False)
        refused(
            await post(f"/bot{TOKEN}/getMe", b"[]"), 400, "Bad Request: expected an Object as request body"
        )
        broken = await post(f"/bot{TOKEN}/sendMessage", b"nothing", "multipart/form-data; boundary=x")
        assert (broken.status, broken.body["ok"]) == (400, False)
        bytes_ = await post(f"/bot{TOKEN}/sendMessage", b"text=\xff\xfe", "application/x-www-form-urlencoded")
        refused(bytes_, 400, "Bad Request: strings must be encoded in UTF-8")
        half = await post(f"/bot{TOKEN}/sendMessage", rb'{"chat_id": 1001, "text": "\ud83d"}')
        refused(half, 400, "Bad Request: strings must be encoded in UTF-8")
        huge = await post(f"/bot{TOKEN}/sendMessage", io.BytesIO(b"x" * (MOST_BYTES + 1)))
        refused(huge, 413, "Request Entity Too Large")
        assert (await post(f"/bot{TOKEN}/GETME")).body["result"]["is_bot"] is True

    run(story)


def test_an_unknown_method_leaves_a_line_without_the_token(capsys: pytest.CaptureFixture[str]) -> None:
    run(lambda at: _unknown(at))
    said = "".join(capsys.readouterr())
    assert "unknown_method" in said
    assert "sendgame" in said.lower()
    assert TOKEN not in said


async def _unknown(at: Served) -> None:
    refused(await at.form("sendGame", chat_id=1), 404, "Not Found: method not found")


PICTURES = [
    (b"", "file must be non-empty"),
    (b"GIF no", "IMAGE_PROCESS_FAILED"),
    (PNG[:16] + (9000).to_bytes(4, "big") + (2000).to_bytes(4, "big"), "PHOTO_INVALID_DIMENSIONS"),
    (PNG[:16] + (2100).to_bytes(4, "big") + (100).to_bytes(4, "big"), "PHOTO_INVALID_DIMENSIONS"),
    (PNG + b"\0" * 10 * 2**20, "file is too big"),
]


@pytest.mark.parametrize(("data", "why"), PICTURES)
def test_pictures_that_are_none(data: bytes, why: str) -> None:
    small = Small()
    ann = small.person()
    assert small.refused("sendPhoto", {"photo": data}, chat_id=ann.id).description == f"Bad Request: {why}"


def test_two_who_ask_for_updates_at_once_and_beside_a_webhook() -> None:
    async def story(at: Served) -> None:
        first = asyncio.create_task(at.form("getUpdates", timeout=50))
        await asyncio.sleep(0.05)
        second = asyncio.create_task(at.form("getUpdates", timeout=50))
        why = "terminated by other getUpdates request; make sure that only one bot instance is running"
        refused(await first, 409, f"Conflict: {why}")
        assert await at.call("setWebhook", url="http://127.0.0.1:9/hook")
        assert (await second).status == 409
        refused(
            await at.form("getUpdates"),
            409,
            "Conflict: can't use getUpdates method while webhook is active; "
            "use deleteWebhook to delete the webhook first",
        )
        assert await at.call("deleteWebhook")
        assert await at.call("getUpdates") == []

    run(story)


def test_the_figures_are_those_that_python_telegram_bot_knows() -> None:
    rates = limits.Rates()
    assert (rates.in_all, rates.in_group) == (
        FloodLimit.MESSAGES_PER_SECOND,
        FloodLimit.MESSAGES_PER_MINUTE_PER_GROUP,
    )
    assert (messages.LONGEST_TEXT, messages.LONGEST_CAPTION) == (
        MessageLimit.MAX_TEXT_LENGTH,
        MessageLimit.CAPTION_LENGTH,
    )
    assert keyboards.MOST_DATA_BYTES == InlineKeyboardButtonLimit.MAX_CALLBACK_DATA
    assert keyboards.LONGEST_COPY == InlineKeyboardButtonLimit.MAX_COPY_TEXT
    assert keyboards.MOST_IN_A_ROW == InlineKeyboardMarkupLimit.BUTTONS_PER_ROW
    assert keyboards.MOST_KEYS == InlineKeyboardMarkupLimit.TOTAL_BUTTON_NUMBER
    assert queries.LONGEST_ANSWER == CallbackQueryLimit.ANSWER_CALLBACK_QUERY_TEXT_LENGTH
    assert (queries.MOST_RESULTS, queries.LONGEST_QUERY) == (
        InlineQueryLimit.RESULTS,
        InlineQueryLimit.MAX_QUERY_LENGTH,
    )
    assert commands.MOST_COMMANDS == BotCommandLimit.MAX_COMMAND_NUMBER
    assert commands.LONGEST_DESCRIPTION == BotCommandLimit.MAX_DESCRIPTION


def test_json_in_a_form_and_json_as_a_body_mean_the_same() -> None:
    scene = Scene()

    async def story(at: Served) -> None:
        fields = {"chat_id": scene.ann.id, "text": "x", "reply_markup": keys([key()])}
        as_form = await at.call("sendMessage", **fields)
        as_json = (await at.ask("POST", f"/bot{TOKEN}/sendMessage", json=fields)).body["result"]
        query = {"chat_id": str(scene.ann.id), "text": "x", "reply_markup": json.dumps(keys([key()]))}
        as_query = (await at.ask("GET", f"/bot{TOKEN}/sendMessage", params=query)).body["result"]
        plain = [message | {"message_id": 0} for message in (as_form, as_json, as_query)]
        assert plain[0] == plain[1] == plain[2]

    run(story, scene.small)
