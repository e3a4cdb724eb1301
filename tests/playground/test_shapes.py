"""Everything that can happen is told in shapes that aiogram and python-telegram-bot read whole."""

from __future__ import annotations

from typing import Any

import pytest

from playground.api.forms import Form, Upload
from playground.api.server import METHODS as OURS
from playground.telegram import crowd, groups
from playground.telegram.crowd import Words
from playground.telegram.queries import answer_inline
from playground.telegram.updates import KINDS
from tests.playground.judges import METHODS, judge_call, judge_result, judge_update
from tests.playground.worlds import PNG, Json, Small, key, keys, told

ALL_KEYS = keys(
    [key(), {"text": "u", "url": "https://x.y"}, {"text": "c", "copy_text": {"text": "lin"}}],
    [{"text": "s", "switch_inline_query": "q"}, {"text": "h", "switch_inline_query_current_chat": ""}],
    [{"text": "off", "disabled": {}}, key("e") | {"style": "danger"}],
)
HTML = (
    '<b>b</b><i>i</i><u>u</u><s>s</s><tg-spoiler>x</tg-spoiler><code>c</code><a href="https://x.y">a</a>'
    '<pre><code class="language-c">p</code></pre><blockquote>q</blockquote>'
    "<blockquote expandable>e</blockquote><a href='tg://user?id=1001'>me</a> /cmd @anybody #tag https://z.w"
)
CHOICES = [
    {
        "type": "article",
        "id": "1",
        "title": "t",
        "input_message_content": {"message_text": "m"},
        "reply_markup": keys([key()]),
    },
]


class Everything:
    """One of each thing that can happen; the calls are kept with their answers."""

    def __init__(self) -> None:
        self.small = small = Small()
        small.world.updates.allow([*KINDS])
        self.updates: list[dict[str, Any]] = []
        self.calls: list[tuple[str, Form, dict[str, Any]]] = []
        self.ann, self.bob = small.person("Ann"), small.person("Bob", language="")
        self.chat = small.group(self.ann, self.bob, admin=True)
        self.forum = small.group(self.ann, self.bob, forum=True, admin=True)
        self.everybody_talks()
        self.bot_talks()
        self.ephemeral()
        self.people_move()

    def call(self, method: str, files: dict[str, bytes] | None = None, /, **fields: object) -> Json:
        answer = self.small.call(method, files, **fields)
        uploads = {name: Upload(name, "", data) for name, data in (files or {}).items()}
        self.calls.append((method, Form(fields, uploads), {"ok": True, "result": answer}))
        self.updates += self.small.updates()
        self.small.clock.pass_by(2)
        return answer

    def everybody_talks(self) -> None:
        small, ann = self.small, self.ann
        first = small.say(ann, ann.id, "/start")
        small.say(ann, ann.id, "again", reply_to=first.id)
        topic = groups.open_topic(small.world, ann.id, self.forum.id, "Table")
        self.topic = topic.id
        small.say(self.bob, self.forum.id, "in a topic", thread=topic.id)
        groups.close_topic(small.world, ann.id, self.forum.id, topic.id, True)
        groups.close_topic(small.world, ann.id, self.forum.id, topic.id, False)
        groups.hide(small.world, ann.id, self.chat.id, ann.id, True)
        small.say(ann, self.chat.id, "anonymously")
        query = crowd.ask(small.world, ann.id, "find", self.chat.id)
        self.call("answerInlineQuery", inline_query_id=query.id, results=CHOICES, cache_time=0)
        sent = crowd.choose(small.world, ann.id, query.id, "1", Words(""), self.chat.id)
        crowd.tap(small.world, self.bob.id, self.chat.id, sent.id, "d")
        self.call("editMessageText", inline_message_id=sent.via_bot, text="chosen")

    def bot_talks(self) -> None:
        ann, chat = self.ann.id, self.chat.id
        self.call("getMe")
        sent = self.call("sendMessage", chat_id=ann, text=HTML, parse_mode="HTML", reply_markup=ALL_KEYS)
        number = {"chat_id": ann, "message_id": sent["message_id"]}
        query = crowd.tap(self.small.world, ann, ann, sent["message_id"], "d")
        self.call("answerCallbackQuery", callback_query_id=query, text="toast", show_alert=True)
        self.call("editMessageText", **number, text="*b*", parse_mode="MarkdownV2")
        self.call("editMessageReplyMarkup", **number, reply_markup=ALL_KEYS)
        photo = self.call("sendPhoto", {"photo": PNG}, chat_id=ann, caption="c", reply_markup=ALL_KEYS)
        number = {"chat_id": ann, "message_id": photo["message_id"]}
        self.call("editMessageCaption", **number, caption="d")
        self.call("sendDocument", {"document": b"%PDF"}, chat_id=chat, caption="<b>d</b>", parse_mode="HTML")
        again = {"type": "photo", "media": photo["photo"][0]["file_id"], "caption": "again"}
        self.call("editMessageMedia", **number, media=again)
        in_topic = self.call("sendMessage", chat_id=self.forum.id, message_thread_id=self.topic, text="t")
        self.call("pinChatMessage", chat_id=self.forum.id, message_id=in_topic["message_id"])
        reaction = [{"type": "emoji", "emoji": "👍"}]
        self.call(
            "setMessageReaction", chat_id=self.forum.id, message_id=in_topic["message_id"], reaction=reaction
        )
        self.call("sendChatAction", chat_id=chat, action="typing")
        commands = [{"command": "play", "description": "p", "is_ephemeral": True}]
        self.call("setMyCommands", commands=commands, scope={"type": "all_group_chats"}, language_code="de")
        self.call("getMyCommands", scope={"type": "all_group_chats"}, language_code="de")
        for where in (ann, chat, self.forum.id):
            self.call("getChat", chat_id=where)
            self.call("getChatMember", chat_id=where, user_id=self.small.world.bot.id)
        self.call("getChatMember", chat_id=chat, user_id=ann)
        self.call("getChatMember", chat_id=chat, user_id=self.bob.id)
        self.call("getChatAdministrators", chat_id=chat)
        self.call("getChatMemberCount", chat_id=chat)
        self.call("getFile", file_id=photo["photo"][0]["file_id"])
        self.call("deleteMessage", **number)
        self.call("unpinChatMessage", chat_id=self.forum.id)
        self.call("deleteMyCommands", scope={"type": "all_group_chats"}, language_code="de")

    def ephemeral(self) -> None:
        chat, bob = self.chat.id, self.bob.id
        self.call("setMyCommands", commands=[{"command": "hand", "description": "h", "is_ephemeral": True}])
        self.small.say(self.bob, chat, "/hand")
        to_bob = {"chat_id": chat, "ephemeral_message_parameters": {"receiver_user_id": bob}}
        sent = self.call("sendMessage", **to_bob, text="x", reply_markup=ALL_KEYS)
        named = {
            "chat_id": chat,
            "receiver_user_id": bob,
            "ephemeral_message_id": sent["ephemeral_message_id"],
        }
        crowd.tap(self.small.world, bob, chat, sent["ephemeral_message_id"], "d", ephemeral=True)
        self.call("editEphemeralMessageText", **named, text="y", reply_markup=ALL_KEYS)
        self.call("editEphemeralMessageReplyMarkup", **named)
        photo = self.call("sendPhoto", {"photo": PNG}, **to_bob)
        named["ephemeral_message_id"] = photo["ephemeral_message_id"]
        self.call("editEphemeralMessageCaption", **named, caption="z")
        media = {"type": "photo", "media": photo["photo"][0]["file_id"]}
        self.call("editEphemeralMessageMedia", **named, media=media)
        self.call("deleteEphemeralMessage", **named)

    def people_move(self) -> None:
        world, ann, bob = self.small.world, self.ann.id, self.bob.id
        crowd.block(world, ann, True)
        crowd.block(world, ann, False)
        groups.retitle(world, ann, self.chat.id, "Renamed")
        groups.remove(world, ann, self.chat.id, bob)
        groups.add(world, ann, self.chat.id, bob)
        groups.promote(world, ann, self.chat.id, bob, True)
        new = groups.upgrade(world, ann, self.chat.id)
        groups.promote_bot(world, ann, new.id, False)
        groups.remove_bot(world, ann, new.id)
        self.call("leaveChat", chat_id=self.forum.id)


@pytest.fixture(scope="module")
def everything() -> Everything:
    return Everything()


def test_every_update_is_read_whole_by_both(everything: Everything) -> None:
    for update in everything.updates:
        judge_update(update)
    assert {told(update) for update in everything.updates} >= {
        "text",
        "callback_query",
        "inline_query",
        "chosen_inline_result",
        "my_chat_member",
        "chat_member",
        "new_chat_members",
        "left_chat_member",
        "new_chat_title",
        "migrate_to_chat_id",
        "migrate_from_chat_id",
        "forum_topic_created",
        "forum_topic_closed",
        "forum_topic_reopened",
        "pinned_message",
    }


def test_every_call_and_its_answer_fit_aiogram_s_methods(everything: Everything) -> None:
    for method, form, answer in everything.calls:
        judge_call(method, form, answer)
    assert {method.lower() for method, _, _ in everything.calls} == set(OURS)


def test_every_method_here_is_one_of_the_service(everything: Everything) -> None:
    assert set(OURS) <= set(METHODS)


@pytest.mark.parametrize(
    ("method", "fields"),
    [("sendMessage", {"chat_id": 1}), ("sendMessage", {"chat_id": 1, "text": "x", "reply_markups": "{}"})],
)
def test_the_judges_see_what_is_wrong_with_a_call(method: str, fields: dict[str, Any]) -> None:
    with pytest.raises((AssertionError, ValueError)):
        judge_call(method, Form(fields), {"ok": False})


def test_the_judges_see_what_is_wrong_with_an_update(everything: Everything) -> None:
    good = everything.updates[0]
    (kind,) = set(good) - {"update_id"}
    for bad in (
        good | {kind: {name: it for name, it in good[kind].items() if name != "date"}},
        good | {kind: good[kind] | {"colour": "red"}},
        good | {kind: good[kind] | {"from": {"id": 1, "first_name": "x"}}},
    ):
        with pytest.raises((AssertionError, ValueError, TypeError)):
            judge_update(bad)
    with pytest.raises((AssertionError, ValueError)):
        judge_result("sendMessage", {"message_id": 1})


def test_an_inline_answer_is_given_once() -> None:
    small = Small()
    ann = small.person()
    query = crowd.ask(small.world, ann.id, "q")
    answer_inline(small.world, query.id, (), "")
    assert (
        "too old" in small.refused("answerInlineQuery", inline_query_id=query.id, results=CHOICES).description
    )
