"""Small worlds to try the playground on, with a clock and chance of their own."""

from __future__ import annotations

import random
from typing import Any, TypeAlias

from playground.api.forms import Form, Upload
from playground.api.server import METHODS
from playground.telegram import crowd, groups
from playground.telegram.changes import Change
from playground.telegram.chats import Chat
from playground.telegram.crowd import Words
from playground.telegram.limits import PUBLISHED, Rates
from playground.telegram.messages import Message
from playground.telegram.people import Bot, Person
from playground.telegram.refusals import Refusal
from playground.telegram.world import World

TOKEN = "4242424242:AAfake-token_of-the-tests-0123456789"
NOW = 1_796_000_000_000
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + (40).to_bytes(4, "big") + (30).to_bytes(4, "big") + b"\x08\x02\0\0\0"


Json: TypeAlias = Any
"""Whatever stands in JSON."""


class Clock:
    """Milliseconds since 1970, which stand still until they are put on."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> int:
        return self.now

    def pass_by(self, seconds: float) -> None:
        self.now += round(seconds * 1000)


class Small:
    """A world, its clock, and all that people have seen happen in it."""

    def __init__(self, rates: Rates = PUBLISHED) -> None:
        self.clock = Clock()
        bot = Bot(4242424242, "Fourth", "fourth_test_bot", TOKEN)
        self.world = World(bot, self.clock, random.Random(7), rates)
        self.changes: list[Change] = []
        self.world.listeners.append(self.changes.append)

    # --- people --------------------------------------------------------------------------------------------

    def person(self, name: str = "Ann", started: bool = True, language: str = "en") -> Person:
        person = crowd.come(self.world, name, language)
        return self.world.change(person, has_started=started)

    def group(self, *people: Person, with_bot: bool = True, admin: bool = False, **more: bool) -> Chat:
        chat = groups.found(self.world, people[0].id, "Bridge", [one.id for one in people[1:]], **more)
        if with_bot:
            groups.add_bot(self.world, people[0].id, chat.id)
        if admin:
            groups.promote_bot(self.world, people[0].id, chat.id, True)
        return chat

    def say(self, person: Person, chat: int, text: str, **where: int) -> Message:
        return crowd.say(self.world, person.id, chat, Words(text, **where))

    # --- the bot -------------------------------------------------------------------------------------------

    def call(self, method: str, files: dict[str, bytes] | None = None, /, **fields: object) -> Json:
        """Calls a method of the bot. Raises Refusal."""
        uploads = {name: Upload(f"{name}.png", "image/png", data) for name, data in (files or {}).items()}
        return METHODS[method.lower()](self.world, Form(fields, uploads))

    def refused(self, method: str, files: dict[str, bytes] | None = None, /, **fields: object) -> Refusal:
        """Why a call is refused; it must be."""
        try:
            answer = self.call(method, files, **fields)
        except Refusal as refusal:
            return refusal
        raise AssertionError(f"{method} was not refused but answered {answer}")

    def updates(self) -> list[dict[str, Any]]:
        """What the bot is told next, which it confirms."""
        ready = self.world.updates.ready(self.world.now())
        self.world.updates.drop()
        return [update.json() for update in ready]

    def kinds(self) -> list[str]:
        """What sort of updates these are; messages by what they tell."""
        return [told(update) for update in self.updates()]

    def seen(self, person: Person, kind: str) -> list[Change]:
        """What the person has seen of that kind."""
        return [change for change in self.changes if change.kind == kind and person.id in change.to]


def told(update: dict[str, Json]) -> str:
    (kind,) = set(update) - {"update_id"}
    if kind != "message":
        return kind
    plain = {
        "message_id",
        "from",
        "date",
        "chat",
        "sender_chat",
        "reply_to_message",
        "message_thread_id",
        "is_topic_message",
    }
    return next(str(field) for field in update[kind] if field not in plain)


def keys(*rows: list[dict[str, object]]) -> dict[str, object]:
    """An inline keyboard."""
    return {"inline_keyboard": list(rows)}


def key(data: str = "d", text: str = "Key") -> dict[str, object]:
    return {"text": text, "callback_data": data}
