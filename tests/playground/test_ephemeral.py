"""Ephemeral messages: for one person only, within 15 seconds unless the bot is an admin."""

from __future__ import annotations

import pytest

from playground.page import shown
from playground.telegram import crowd, groups
from playground.telegram.chats import Chat
from playground.telegram.people import Person
from tests.playground.worlds import Json, Small, key, keys


class Scene:
    """Ann and Bob in a group with the bot, and a message with a key."""

    def __init__(self, admin: bool = False) -> None:
        self.small = Small()
        self.ann, self.bob = self.small.person("Ann"), self.small.person("Bob")
        self.chat: Chat = self.small.group(self.ann, self.bob, admin=admin)
        markup = keys([key("mine")])
        self.table = self.small.call("sendMessage", chat_id=self.chat.id, text="table", reply_markup=markup)
        self.small.updates()

    def tap(self, by: Person) -> str:
        return crowd.tap(self.small.world, by.id, self.chat.id, self.table["message_id"], "mine")

    def to(self, person: Person, /, **parameters: object) -> dict[str, object]:
        who = {"receiver_user_id": person.id, **parameters}
        return {"chat_id": self.chat.id, "text": "your hand", "ephemeral_message_parameters": who}

    def texts(self, person: Person) -> list[str]:
        """What stands in the group for a person."""
        return [
            m["text"] for m in shown.whole(self.small.world, self.chat, person.id)["messages"] if m["text"]
        ]

    def send(self, person: Person) -> Json:
        return self.small.call("sendMessage", **self.to(person, callback_query_id=self.tap(person)))


def test_one_person_sees_it_and_nobody_else() -> None:
    scene = Scene()
    sent = scene.send(scene.ann)
    assert (sent["message_id"], sent["ephemeral_message_id"], sent["receiver_user"]["id"]) == (
        0,
        1,
        scene.ann.id,
    )
    scene.small.say(scene.ann, scene.chat.id, "thanks")
    assert scene.texts(scene.ann) == ["table", "your hand", "thanks"]
    assert scene.texts(scene.bob) == ["table", "thanks"]
    told = [
        change.message.content.text.text
        for change in scene.small.seen(scene.bob, "message")
        if change.message
    ]
    assert "your hand" not in told
    with pytest.raises(Exception, match="no message 1"):
        crowd.message_of(scene.small.world, scene.bob.id, scene.chat.id, 1, ephemeral=True)


def test_a_bot_that_is_no_admin_answers_within_fifteen_seconds() -> None:
    scene = Scene()
    why = scene.small.refused("sendMessage", **scene.to(scene.ann))
    assert (why.code, "not enough rights" in why.description) == (400, True)
    query = scene.tap(scene.ann)
    scene.small.clock.pass_by(14.9)
    assert scene.small.call("sendMessage", **scene.to(scene.ann, callback_query_id=query))
    scene.small.clock.pass_by(0.1)
    why = scene.small.refused("sendMessage", **scene.to(scene.ann, callback_query_id=query))
    assert "query is too old" in why.description
    assert (
        "too old"
        in scene.small.refused("sendMessage", **scene.to(scene.ann, callback_query_id="1")).description
    )


def test_a_tap_of_one_opens_no_door_to_another() -> None:
    scene = Scene()
    query = scene.tap(scene.ann)
    why = scene.small.refused("sendMessage", **scene.to(scene.bob, callback_query_id=query))
    assert why.description == "Bad Request: QUERY_ID_INVALID"
    assert scene.texts(scene.bob) == ["table"]


def test_an_admin_bot_may_write_at_any_time() -> None:
    scene = Scene(admin=True)
    assert scene.small.call("sendMessage", **scene.to(scene.bob))["ephemeral_message_id"] == 1
    assert scene.texts(scene.ann) == ["table"]


def test_an_ephemeral_command_is_between_its_sender_and_the_bot_and_opens_the_door() -> None:
    scene = Scene()
    listed = [{"command": "hand", "description": "your hand", "is_ephemeral": True}]
    scene.small.call("setMyCommands", commands=listed)
    scene.small.say(scene.ann, scene.chat.id, "/hand")
    (update,) = scene.small.updates()
    message = update["message"]
    assert (message["message_id"], message["ephemeral_message_id"]) == (0, 1)
    assert message["receiver_user"]["id"] == scene.small.world.bot.id
    assert (scene.texts(scene.ann), scene.texts(scene.bob)) == (["table", "/hand"], ["table"])
    answer = scene.to(scene.ann) | {"reply_parameters": {"ephemeral_message_id": 1}}
    assert scene.small.call("sendMessage", **answer)["ephemeral_message_id"] == 2
    assert scene.small.refused("sendMessage", **scene.to(scene.bob)).code == 400
    scene.small.clock.pass_by(15)
    assert scene.small.refused("sendMessage", **answer).code == 400


def test_an_old_app_shows_nothing_and_the_bot_is_not_told() -> None:
    scene = Scene()
    crowd.renew_app(scene.small.world, scene.ann.id, False)
    assert scene.send(scene.ann)["ephemeral_message_id"] == 1
    assert scene.texts(scene.ann) == ["table"]
    assert not [c for c in scene.small.seen(scene.ann, "message") if c.message and c.message.ephemeral]
    crowd.renew_app(scene.small.world, scene.ann.id, True)
    assert scene.small.changes[-1].message is scene.chat.ephemeral[1]
    crowd.renew_app(scene.small.world, scene.ann.id, False)
    assert (scene.small.changes[-1].kind, scene.small.changes[-1].to) == (
        "deleted",
        frozenset({scene.ann.id}),
    )
    listed = [{"command": "hand", "description": "your hand", "is_ephemeral": True}]
    scene.small.call("setMyCommands", commands=listed)
    assert scene.small.say(scene.ann, scene.chat.id, "/hand").ephemeral is None


def test_it_is_edited_and_deleted_by_its_own_methods() -> None:
    scene = Scene()
    number = scene.send(scene.ann)["ephemeral_message_id"]
    named = {"chat_id": scene.chat.id, "receiver_user_id": scene.ann.id, "ephemeral_message_id": number}
    assert (
        scene.small.call("editEphemeralMessageText", text="new", reply_markup=keys([key()]), **named) is True
    )
    assert scene.texts(scene.ann) == ["table", "new"]
    again = scene.small.refused("editEphemeralMessageText", text="new", reply_markup=keys([key()]), **named)
    assert "message is not modified" in again.description
    assert scene.small.call("editEphemeralMessageReplyMarkup", **named) is True
    other = named | {"receiver_user_id": scene.bob.id}
    for wrong in (other, named | {"ephemeral_message_id": 9}):
        why = scene.small.refused("editEphemeralMessageText", text="x", **wrong)
        assert why.description == "Bad Request: message to edit not found"
    assert (
        "no caption" in scene.small.refused("editEphemeralMessageCaption", caption="x", **named).description
    )
    assert scene.small.call("deleteEphemeralMessage", **named) is True
    assert scene.texts(scene.ann) == ["table"]
    told = [
        len(scene.small.seen(person, kind))
        for person in (scene.ann, scene.bob)
        for kind in ("edited", "deleted")
    ]
    assert told == [2, 1, 0, 0]
    assert "to delete not found" in scene.small.refused("deleteEphemeralMessage", **named).description


def test_its_keys_are_tapped_and_it_stands_in_place_of_the_message_tapped() -> None:
    scene = Scene()
    query = scene.tap(scene.ann)
    parameters = {"callback_query_id": query, "replace_callback_query_message": True}
    sent = scene.small.call("sendMessage", **scene.to(scene.ann, **parameters), reply_markup=keys([key("x")]))
    change = scene.small.seen(scene.ann, "message")[-1]
    assert change.message is not None
    assert change.message.in_place_of == scene.table["message_id"]
    scene.small.updates()
    number = sent["ephemeral_message_id"]
    query = crowd.tap(scene.small.world, scene.ann.id, scene.chat.id, number, "x", ephemeral=True)
    (update,) = scene.small.updates()
    assert update["callback_query"]["message"]["ephemeral_message_id"] == number
    parameters = {"callback_query_id": query, "replace_callback_query_message": True}
    assert scene.small.refused("sendMessage", **scene.to(scene.ann, **parameters)).code == 400


def test_there_are_none_in_private_chats_and_for_those_who_are_not_there() -> None:
    scene = Scene(admin=True)
    private = scene.to(scene.ann) | {"chat_id": scene.ann.id}
    assert "only to groups" in scene.small.refused("sendMessage", **private).description
    groups.leave(scene.small.world, scene.bob.id, scene.chat.id)
    assert "USER_NOT_PARTICIPANT" in scene.small.refused("sendMessage", **scene.to(scene.bob)).description


def test_the_fields_of_the_release_before_are_understood() -> None:
    scene = Scene()
    old = {"receiver_user_id": scene.ann.id, "callback_query_id": scene.tap(scene.ann)}
    assert scene.small.call("sendMessage", chat_id=scene.chat.id, text="hand", **old)["message_id"] == 0
    assert scene.texts(scene.bob) == ["table"]
