"""What people do reaches the bot in the service's own shapes, and only where the service would tell it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from playground.telegram import crowd, groups
from playground.telegram.people import ANONYMOUS_ID
from playground.telegram.refusals import Impossible
from tests.playground.worlds import Small, key, keys


def impossible(code: str, deed: Callable[..., object], *arguments: object) -> None:
    with pytest.raises(Impossible) as problem:
        deed(*arguments)
    assert problem.value.code == code


def test_a_private_message_has_the_service_s_shape() -> None:
    small = Small()
    ann = small.person("Ann", started=False, language="zh-hans")
    message = small.say(ann, ann.id, "/start x")
    (update,) = small.updates()
    user = {"id": ann.id, "is_bot": False, "first_name": "Ann", "username": ann.username}
    assert update == {
        "update_id": 700000001,
        "message": {
            "message_id": message.id,
            "from": user | {"language_code": "zh-hans"},
            "date": 1_796_000_000,
            "chat": {"id": ann.id, "type": "private", "first_name": "Ann", "username": ann.username},
            "text": "/start x",
            "entities": [{"type": "bot_command", "offset": 0, "length": 6}],
        },
    }


def test_a_tap_has_the_service_s_shape() -> None:
    small = Small()
    ann = small.person()
    sent = small.call("sendMessage", chat_id=ann.id, text="x", reply_markup=keys([key("d")]))
    query = crowd.tap(small.world, ann.id, ann.id, sent["message_id"], "d")
    (update,) = small.updates()
    tapped = update["callback_query"]
    assert (tapped["id"], tapped["data"], tapped["from"]["id"]) == (query, "d", ann.id)
    assert tapped["message"] == sent
    assert isinstance(tapped["chat_instance"], str)


PRIVACY = [
    ("hello", "neither", False),
    ("/play", "unspoken", False),
    ("/play", "spoken", True),
    ("/play@fourth_test_bot", "unspoken", True),
    ("/play@other_bot", "spoken", False),
    ("hello", "reply", True),
    ("hello", "reply to a command", True),
    ("hello", "reply to a word", False),
    ("hello", "admin", True),
    ("hello", "no privacy", True),
]


@pytest.mark.parametrize(("text", "case", "reaches"), PRIVACY)
def test_privacy_mode_hides_what_is_not_for_the_bot(text: str, case: str, reaches: bool) -> None:
    small = Small()
    ann = small.person()
    chat = small.group(ann, admin=case == "admin")
    small.world.privacy = case != "no privacy"
    where = {}
    if case in ("spoken", "reply"):
        sent = small.call("sendMessage", chat_id=chat.id, text="x")
        where = {"reply_to": sent["message_id"]} if case == "reply" else {}
    if case.startswith("reply to"):
        answered = "/play@fourth_test_bot" if "command" in case else "word"
        where = {"reply_to": small.say(ann, chat.id, answered).id}
    small.updates()
    small.say(ann, chat.id, text, **where)
    assert small.kinds() == (["text"] if reaches else [])


def test_the_bot_comes_and_goes_with_a_change_and_a_line_in_the_chat() -> None:
    small = Small()
    ann = small.person()
    chat = small.group(ann, with_bot=False)
    groups.add_bot(small.world, ann.id, chat.id)
    change, line = small.updates()
    standing = change["my_chat_member"]
    assert (standing["old_chat_member"]["status"], standing["new_chat_member"]["status"]) == (
        "left",
        "member",
    )
    assert line["message"]["new_chat_members"][0]["id"] == small.world.bot.id
    impossible("ALREADY_THERE", groups.add_bot, small.world, ann.id, chat.id)
    groups.promote_bot(small.world, ann.id, chat.id, True)
    assert small.updates()[0]["my_chat_member"]["new_chat_member"]["status"] == "administrator"
    groups.remove_bot(small.world, ann.id, chat.id)
    line, change = small.updates()
    assert line["message"]["left_chat_member"]["id"] == small.world.bot.id
    assert change["my_chat_member"]["new_chat_member"] == {
        "user": standing["new_chat_member"]["user"],
        "status": "kicked",
        "until_date": 0,
    }
    small.say(ann, chat.id, "/gone")
    assert small.updates() == []


def test_people_join_and_leave() -> None:
    small = Small()
    ann, bob = small.person("Ann"), small.person("Bob")
    chat = small.group(ann)
    small.updates()
    groups.add(small.world, ann.id, chat.id, bob.id)
    impossible("NOT_AN_ADMIN", groups.remove, small.world, bob.id, chat.id, ann.id)
    groups.leave(small.world, bob.id, chat.id)
    assert small.kinds() == ["new_chat_members", "left_chat_member"]
    impossible("NO_SUCH_CHAT", small.say, bob, chat.id, "hello?")
    assert [change.chat for change in small.seen(bob, "gone")] == [chat.id]


def test_a_group_becomes_a_supergroup_with_two_messages() -> None:
    small = Small()
    ann = small.person()
    chat = small.group(ann)
    small.call("sendMessage", chat_id=chat.id, text="spoken")
    small.updates()
    new = groups.upgrade(small.world, ann.id, chat.id)
    gone, come = small.updates()
    assert gone["message"]["migrate_to_chat_id"] == new.id == come["message"]["chat"]["id"]
    assert come["message"]["migrate_from_chat_id"] == chat.id == gone["message"]["chat"]["id"]
    assert come["message"]["chat"]["type"] == "supergroup"
    assert come["message"]["from"]["username"] == "GroupAnonymousBot"
    assert come["message"]["sender_chat"]["id"] == new.id
    impossible("NO_SUCH_CHAT", small.say, ann, chat.id, "x")
    assert small.say(ann, new.id, "/play").id == 2
    assert small.kinds() == ["text"]


def test_topics_open_close_and_name_their_thread() -> None:
    small = Small()
    ann, bob = small.person("Ann"), small.person("Bob")
    chat = small.group(ann, bob, forum=True)
    small.world.privacy = False
    small.updates()
    topic = groups.open_topic(small.world, bob.id, chat.id, "Table 1")
    message = small.say(bob, chat.id, "here", thread=topic.id)
    opened, said = small.updates()
    assert opened["message"]["forum_topic_created"]["name"] == "Table 1"
    assert opened["message"]["message_id"] == topic.id == said["message"]["message_thread_id"]
    assert said["message"]["is_topic_message"] is True
    assert said["message"]["reply_to_message"]["message_id"] == topic.id
    groups.close_topic(small.world, ann.id, chat.id, topic.id, True)
    groups.close_topic(small.world, ann.id, chat.id, topic.id, False)
    assert small.kinds() == ["forum_topic_closed", "forum_topic_reopened"]
    groups.close_topic(small.world, ann.id, chat.id, topic.id, True)
    impossible("TOPIC_CLOSED", lambda: small.say(bob, chat.id, "x", thread=topic.id))
    impossible("NO_SUCH_TOPIC", lambda: small.say(bob, chat.id, "x", thread=message.id))


def test_an_anonymous_admin_shows_as_the_group_and_taps_as_itself() -> None:
    small = Small()
    ann = small.person()
    chat = small.group(ann)
    sent = small.call("sendMessage", chat_id=chat.id, text="x", reply_markup=keys([key()]))
    groups.hide(small.world, ann.id, chat.id, ann.id, True)
    small.updates()
    small.say(ann, chat.id, "/play@fourth_test_bot")
    crowd.tap(small.world, ann.id, chat.id, sent["message_id"], "d")
    said, tapped = small.updates()
    assert said["message"]["from"] == {
        "id": ANONYMOUS_ID,
        "is_bot": True,
        "first_name": "Group",
        "username": "GroupAnonymousBot",
    }
    assert said["message"]["sender_chat"]["id"] == chat.id
    assert tapped["callback_query"]["from"]["id"] == ann.id


def test_the_bot_is_blocked_and_let_in_again() -> None:
    small = Small()
    ann = small.person()
    crowd.block(small.world, ann.id, True)
    crowd.block(small.world, ann.id, True)
    impossible("BOT_BLOCKED", small.say, ann, ann.id, "x")
    crowd.block(small.world, ann.id, False)
    changes = [update["my_chat_member"]["new_chat_member"]["status"] for update in small.updates()]
    assert changes == ["kicked", "member"]


def test_replies_name_what_they_answer_and_in_a_supergroup_the_thread() -> None:
    small = Small()
    ann = small.person()
    chat = small.group(ann, supergroup=True, admin=True)
    first = small.say(ann, chat.id, "a")
    second = small.say(ann, chat.id, "b", reply_to=first.id)
    small.updates()
    small.say(ann, chat.id, "c", reply_to=second.id)
    told = small.updates()[0]["message"]
    assert told["reply_to_message"]["message_id"] == second.id
    assert "reply_to_message" not in told["reply_to_message"]
    assert told["message_thread_id"] == first.id
    assert "is_topic_message" not in told


def test_what_makes_no_sense_is_refused_and_changes_nothing() -> None:
    small = Small()
    ann = small.person()
    chat = small.group(ann)
    before = len(chat.messages)
    for text in ("", "  \n", "\u200b", "x" * 4097, "😀" * 2049, "x" + " " * 40_000):
        impossible("BAD_TEXT", small.say, ann, chat.id, text)
    impossible("NO_SUCH_MESSAGE", lambda: small.say(ann, chat.id, "x", reply_to=999))
    impossible("BAD_NAME", crowd.come, small.world, " ")
    impossible("BAD_LANGUAGE", crowd.come, small.world, "X", "no language")
    impossible("NO_SUCH_PERSON", crowd.tap, small.world, 5, chat.id, 1, "d")
    impossible("BAD_TITLE", groups.found, small.world, ann.id, "x" * 129)
    impossible("NOT_A_GROUP", groups.add_bot, small.world, ann.id, ann.id)
    impossible("NOT_A_FORUM", groups.open_topic, small.world, ann.id, chat.id, "T")
    assert len(chat.messages) == before
    assert len(small.world.people) == 1


def test_rights_bind_those_who_are_no_admins() -> None:
    small = Small()
    ann, bob = small.person("Ann"), small.person("Bob")
    chat = small.group(ann, bob)
    impossible("NOT_AN_ADMIN", groups.allow, small.world, bob.id, chat.id, {"text": False})
    groups.allow(small.world, ann.id, chat.id, {"text": False})
    impossible("NO_RIGHT", small.say, bob, chat.id, "x")
    assert small.say(ann, chat.id, "x").id


def test_commands_are_shown_by_scope_and_language() -> None:
    small = Small()
    ann, bob = small.person("Ann", language="de"), small.person("Bob", language="zh-hant")
    chat = small.group(ann, bob)

    def listed(name: str, **more: object) -> None:
        small.call("setMyCommands", commands=[{"command": name, "description": "x"}], **more)

    def shown(person: int, where: int) -> list[str]:
        seen = crowd.seen_commands(small.world, small.world.chats[where], person)
        return [command.command for command in seen]

    listed("all")
    listed("chinese", language_code="zh")
    listed("groups", scope={"type": "all_group_chats"})
    listed("leaders", scope={"type": "all_chat_administrators"})
    listed("anns", scope={"type": "chat", "chat_id": ann.id})
    assert (shown(ann.id, ann.id), shown(bob.id, bob.id)) == (["anns"], ["chinese"])
    assert (shown(ann.id, chat.id), shown(bob.id, chat.id)) == (["leaders"], ["groups"])
    listed("one", scope={"type": "chat_member", "chat_id": chat.id, "user_id": bob.id})
    assert shown(bob.id, chat.id) == ["one"]
    small.call("deleteMyCommands", scope={"type": "chat_member", "chat_id": chat.id, "user_id": bob.id})
    assert shown(bob.id, chat.id) == ["groups"]
    assert small.call("getMyCommands", language_code="zh") == [{"command": "chinese", "description": "x"}]


def test_those_are_told_of_another_list_of_commands_who_see_it() -> None:
    small = Small()
    ann, bob = small.person("Ann"), small.person("Bob")
    chat, elsewhere = small.group(ann, bob), small.group(bob)
    small.changes.clear()

    def listed(**scope: object) -> set[tuple[int, int | None]]:
        small.changes.clear()
        small.call("setMyCommands", commands=[{"command": "a", "description": "x"}], scope=scope)
        return {(id, change.chat) for change in small.changes for id in change.to}

    assert listed(type="chat", chat_id=chat.id) == {(ann.id, chat.id), (bob.id, chat.id)}
    assert listed(type="chat_member", chat_id=chat.id, user_id=bob.id) == set()  # it says the same
    assert listed(type="all_group_chats") == {(bob.id, elsewhere.id)}
    assert listed(type="default") == {(ann.id, ann.id), (bob.id, bob.id)}
