"""Telegram for tests: the playground over real HTTP, and people with phones in private chats and groups.

    async with Telegram() as telegram:
        ann, bob = telegram.person("Ann"), telegram.person("Bob", language="de")
        group = telegram.group("Bridge", ann, bob)
        ... start the bot at telegram.api with telegram.token ...
        group.add_bot(by=ann)
        await telegram.until(lambda: group.key("Join"))
        toast = await bob.taps(group, "Join")
        ann.says(ann.chat, "/start")
        await telegram.until(lambda: "Welcome" in ann.chat.text)

The service is the playground's; here is what people see of it and do with it. `telegram.calls` has every call
of the bot and what it was answered, `telegram.snags` what goes wrong on the way.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any

from aiohttp import web

from playground.api.forms import Form
from playground.server import API, application, listen
from playground.telegram import crowd, groups, posting, shapes
from playground.telegram.changes import Change
from playground.telegram.chats import Chat, Standing
from playground.telegram.crowd import Words
from playground.telegram.entities import Entity, cut
from playground.telegram.faults import Fault, Kind
from playground.telegram.limits import PUBLISHED, Limiter
from playground.telegram.messages import Message as Value
from playground.telegram.people import Bot
from playground.telegram.queries import Tap
from playground.telegram.updates import Updates
from playground.telegram.world import FIRST_UPDATE, World
from tests.playground.snags import Snags
from tests.playground.worlds import NOW, TOKEN, Json

BOT_NAME = "fourth_test_bot"
SECONDS = 60.0
"""How long what should happen may take on a machine that has much to do."""


# --- what people see -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Key:
    """A button."""

    label: str
    data: str = ""
    url: str = ""


@dataclass(frozen=True)
class Toast:
    """What whoever tapped sees of the answer."""

    text: str
    alert: bool


class Message:
    """A message as it is now. `values` has everything it ever was, the newest last."""

    def __init__(self, chat: Place, value: Value) -> None:
        self.chat = chat
        self.values: list[Value] = []
        self.becomes(value)
        self.by = chat.telegram.people.get(value.sender)
        """Who wrote it; None for the bot."""
        self.is_there = True
        """Whether nobody has deleted it."""

    def becomes(self, value: Value) -> None:
        """It is sent, or edited."""
        self.value = value
        self.values.append(value)
        self.keys = tuple(tuple(Key(k.text, k.data or "", k.url or "") for k in row) for row in value.keys)
        self.buttons = tuple(key for row in self.keys for key in row)
        """All keys in reading order."""

    @property
    def versions(self) -> list[str]:
        """Everything it ever said, labels of keys included."""
        return [spaced("\n".join([it.content.text.text, *_labels(it)])) for it in self.values]

    @property
    def id(self) -> int:
        """Its number in the chat, or among the ephemeral ones there."""
        return self.value.id if self.value.ephemeral is None else self.value.ephemeral

    @property
    def is_ephemeral(self) -> bool:
        return self.value.ephemeral is not None

    @property
    def text(self) -> str:
        return spaced(self.value.content.text.text)

    @property
    def labels(self) -> tuple[str, ...]:
        return _labels(self.value)

    @property
    def file(self) -> tuple[str, bytes] | None:
        """The name and the bytes of a document."""
        document = self.value.content.document
        return None if document is None else (document.name, document.data)


def _labels(value: Value) -> tuple[str, ...]:
    return tuple(key.text for row in value.keys for key in row)


def spaced(text: str) -> str:
    """The text with every space alike: one at which no line is broken looks as any other."""
    return text.replace("\u00a0", " ")


def blocks(value: Value) -> list[str]:
    """The stretches of fixed width in a message."""
    return [_whole(value.content.text.text, it) for it in value.content.text.entities if it.kind == "pre"]


def _whole(text: str, stretch: Entity) -> str:
    """The stretch with the spaces before it, which Telegram leaves out of it."""
    before = cut(text, replace(stretch, offset=0, length=stretch.offset))
    return before[len(before.rstrip(" ")) :] + cut(text, stretch)


class Place:
    """A chat: private, or a group. Messages stand in the order they came, without those of the service."""

    def __init__(self, telegram: Telegram, chat: Chat) -> None:
        self.telegram = telegram
        self.chat = chat
        self.all: list[Message] = []

    @property
    def id(self) -> int:
        return self.chat.id

    # --- to look at it ---------------------------------------------------------------------------------

    @property
    def messages(self) -> list[Message]:
        """The messages that are there."""
        return [message for message in self.all if message.is_there]

    @property
    def of_bot(self) -> list[Message]:
        """Those of the bot."""
        return [message for message in self.messages if message.by is None]

    @property
    def last(self) -> Message:
        """The bot's last one."""
        assert self.of_bot, f"the bot has said nothing in {self.chat.title}"
        return self.of_bot[-1]

    @property
    def text(self) -> str:
        """Everything the bot says there now."""
        return "\n\n".join(message.text for message in self.of_bot)

    def key(self, wanted: str) -> tuple[Message, Key] | None:
        """The newest key with that label, data or command (whatever table it names), and its message."""
        for message in reversed(self.of_bot):
            for key in message.buttons:
                if wanted in (key.label, key.data) or key.data.startswith(f"{wanted} "):
                    return message, key
        return None

    def transcript(self) -> str:
        """The chat as people see it, for whoever reads a failure."""
        lines = [f"--- {self.chat.title} ({self.id})"]
        for message in self.messages:
            lines.append(f"[{message.id}] {message.by.name if message.by else 'BOT'}: {message.text}")
            lines += [f"    ({message.file[0]})"] if message.file else []
            lines += ["    " + " | ".join(key.label for key in row) for row in message.keys]
        return "\n".join(lines)

    def shows(self, value: Value) -> None:
        """A message is sent, or edited."""
        numbers = value.id, value.ephemeral
        known = [it for it in self.all if (it.value.id, it.value.ephemeral) == numbers]
        if known:
            known[0].becomes(value)
        else:
            self.all.append(Message(self, value))

    def loses(self, numbers: Sequence[int], ephemeral: bool) -> None:
        """Messages are deleted."""
        for message in self.all:
            if message.is_ephemeral == ephemeral and message.id in numbers:
                message.is_there = False

    # --- to happen there -------------------------------------------------------------------------------

    @property
    def has_bot(self) -> bool:
        return self.chat.bot is not Standing.NONE

    @has_bot.setter
    def has_bot(self, there: bool) -> None:
        """It comes or goes, and nobody tells it."""
        self.chat.bot = Standing.MEMBER if there else Standing.NONE
        self.chat.was_kicked = not there

    def add_bot(self, by: Person) -> None:
        """Somebody puts the bot into the group."""
        groups.add_bot(self.telegram.world, by.id, self.id)

    def remove_bot(self, by: Person) -> None:
        """Somebody throws the bot out."""
        groups.remove_bot(self.telegram.world, by.id, self.id)

    def promote_bot(self, by: Person) -> None:
        """Somebody makes the bot an admin."""
        groups.promote_bot(self.telegram.world, by.id, self.id, True)

    def admit(self, by: Person, whom: Person) -> None:
        """Somebody brings a person."""
        groups.add(self.telegram.world, by.id, self.id, whom.id)

    def open_topic(self, by: Person) -> int:
        """A new thread of a forum: its number."""
        return groups.open_topic(self.telegram.world, by.id, self.id, "Table 1").id

    def delete(self, message: Message) -> None:
        """A message is deleted for everybody."""
        posting.delete(self.telegram.world, self.chat, message.value)

    def upgrade(self, by: Person, quietly: bool = False) -> Place:
        """The group becomes a supergroup with another number; `quietly`: no message tells the bot so."""
        if quietly:
            self.telegram.world.faults.plan(Fault(Kind.LOSE, 2))
        return self.telegram.place(groups.upgrade(self.telegram.world, by.id, self.id).id)


class Person:
    """Somebody with a phone. `toasts` are the answers to its taps."""

    def __init__(self, telegram: Telegram, id: int) -> None:
        self.telegram = telegram
        self.id = id
        self.toasts: list[Toast] = []

    @property
    def name(self) -> str:
        return self.telegram.world.people[self.id].name

    @property
    def chat(self) -> Place:
        """Its private chat with the bot."""
        return self.telegram.place(self.id)

    def json(self) -> dict[str, Any]:
        """The person as the service tells of it."""
        return shapes.user(self.telegram.world, self.id)

    def becomes(self, **what: str | bool) -> None:
        """The person is another now, and nobody tells the bot."""
        world = self.telegram.world
        world.change(world.people[self.id], **what)

    # --- deeds -----------------------------------------------------------------------------------------

    def says(
        self, chat: Place, text: str, reply_to: Message | None = None, thread: int | None = None
    ) -> Message:
        """Writes there."""
        words = Words(text, thread, None if reply_to is None else reply_to.id)
        said = crowd.say(self.telegram.world, self.id, chat.id, words)
        return next(message for message in reversed(chat.all) if message.id == said.id)

    async def taps(self, chat: Place, wanted: str) -> Toast:
        """Taps the newest key with that label, data or command, and waits for the answer."""
        found = chat.key(wanted)
        assert found is not None, f"no key {wanted!r}\n{self.telegram.transcript()}"
        message, key = found
        assert key.data, f"the key {wanted!r} is a link"
        return await self.sends_tap(message, key.data)

    async def sends_tap(self, message: Message, data: str) -> Toast:
        """Taps as a program may: any data below a message of the bot."""
        world, chat = self.telegram.world, message.chat.id
        query = crowd.tap(world, self.id, chat, message.id, data, message.is_ephemeral)
        return await self.telegram.answer_to(query)

    async def forges_tap(self, message: Message, data: str | None, gone: bool = False) -> Toast:
        """A tap that the service would not bring: any data or none, any message, in whosever chat.

        `gone`: the service has forgotten what the message says.
        """
        world = self.telegram.world
        shown = shapes.message(world, message.value)
        if gone:
            shown = {"message_id": message.id, "date": 0, "chat": shown["chat"]}
        query = self.new_query(message)
        about = {"id": query, "from": self.json(), "chat_instance": "1", "message": shown}
        world.happened("callback_query", about | ({} if data is None else {"data": data}))
        return await self.telegram.answer_to(query)

    def new_query(self, message: Message) -> str:
        """A tap of which the bot is not told."""
        world = self.telegram.world
        query = world.new_query_id()
        world.taps[query] = Tap(query, self.id, message.chat.id, message.id, world.now())
        return query

    def blocks_bot(self) -> None:
        """Blocks the bot."""
        crowd.block(self.telegram.world, self.id, True)

    def unblocks_bot(self) -> None:
        """Lets it in again."""
        crowd.block(self.telegram.world, self.id, False)


@dataclass(frozen=True)
class Call:
    """A call of the bot, what it said, and what it was answered."""

    method: str
    form: Form
    answer: Json

    @property
    def chat(self) -> int:
        return self.form.number("chat_id") or 0


# --- the service ---------------------------------------------------------------------------------------


class ToldUpdates(Updates):
    """Updates whose confirmation is told."""

    def __init__(self, first: int, told: Callable[[], None]) -> None:
        super().__init__(first)
        self._told = told

    def confirm(self, offset: int) -> None:
        super().confirm(offset)
        self._told()


def _now() -> int:
    return round(asyncio.get_running_loop().time() * 1000) + NOW


class Telegram:
    """The service, and everybody at it. It answers while its context lasts."""

    def __init__(self, token: str = TOKEN, limiter: Limiter | None = None) -> None:
        self.token = token
        self.world = World(Bot(4242424242, "Fourth", BOT_NAME, token), _now, random.Random(7))
        self.world.limiter = limiter or Limiter(PUBLISHED)
        self.world.updates = ToldUpdates(FIRST_UPDATE, self.tell)
        self.world.listeners.append(self._happened)
        self.snags = Snags(self._called)
        self.people: dict[int, Person] = {}
        self.calls: list[Call] = []
        self.api = ""
        """The address of the Bot API."""
        self._places: dict[int, Place] = {}
        self._answers: dict[str, Toast] = {}
        self._news = asyncio.Event()
        self._runner: web.AppRunner | None = None

    async def __aenter__(self) -> Telegram:
        app = application(self.world, random.Random)
        app.middlewares.append(self.snags.between)
        app[API].listeners.append(self._called)
        self._runner, port = await listen(app, 0)
        self.api = f"http://127.0.0.1:{port}"
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Nobody answers at the address any longer."""
        assert self._runner is not None
        await self._runner.cleanup()

    # --- who and where ---------------------------------------------------------------------------------

    def person(self, name: str, language: str = "en") -> Person:
        """Somebody who has never written to the bot."""
        person = Person(self, crowd.come(self.world, name, language).id)
        self.people[person.id] = person
        return person

    def group(self, title: str, *members: Person, forum: bool = False) -> Place:
        """A group of the first and the others, without the bot; one with topics is a supergroup."""
        first, *others = [person.id for person in members]
        return self.place(groups.found(self.world, first, title, others, forum).id)

    def place(self, chat: int) -> Place:
        """A chat."""
        if chat not in self._places:
            self._places[chat] = Place(self, self.world.chats[chat])
        return self._places[chat]

    @property
    def places(self) -> list[Place]:
        """All chats."""
        return [self.place(chat) for chat in self.world.chats]

    def transcript(self) -> str:
        """All chats as people see them."""
        return "\n".join(place.transcript() for place in self.places)

    # --- what tests wait for ---------------------------------------------------------------------------

    async def until(self, condition: Callable[[], object], seconds: float = SECONDS) -> None:
        """Waits for the condition, which is looked at whenever something happens. Fails with all chats."""
        try:
            async with asyncio.timeout(seconds):
                while not condition():
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"it did not happen\n{self.transcript()}") from None

    @property
    def is_settled(self) -> bool:
        """Whether the bot has taken every update."""
        return len(self.world.updates) == 0

    async def settled(self) -> None:
        """Waits until it has."""
        await self.until(lambda: self.is_settled)

    async def answer_to(self, query: str) -> Toast:
        """What a tap is answered."""
        await self.until(lambda: query in self._answers)
        return self._answers[query]

    def tell(self) -> None:
        """Lets everybody look who waits for something."""
        news, self._news = self._news, asyncio.Event()
        news.set()

    # --- what happened ---------------------------------------------------------------------------------

    def calls_of(self, method: str) -> list[Call]:
        return [call for call in self.calls if call.method == method]

    @property
    def answered(self) -> list[str]:
        """The queries that the bot has answered, each as often as it did, in order."""
        return [call.form.text("callback_query_id") for call in self.calls_of("answerCallbackQuery")]

    @property
    def refused(self) -> list[tuple[str, str]]:
        """All calls that were refused, and why."""
        return [(it.method, it.answer["description"]) for it in self.calls if not it.answer["ok"]]

    def happens(self, kind: str, content: Mapping[str, Any]) -> None:
        """An update for the bot, whether it has asked for such or not."""
        self.world.updates.add(self.world.now(), kind, content)

    def _happened(self, change: Change) -> None:
        if change.message is not None and change.message.service is None:
            self.place(change.message.chat).shows(change.message)
        if change.kind == "deleted" and change.chat is not None:
            self.place(change.chat).loses(change.more["ids"], change.more["ephemeral"])
        if change.kind == "answer":
            toast = Toast(spaced(change.more["text"]), change.more["alert"])
            self._answers[change.more["query"]] = toast
            for id in change.to:
                self.people[id].toasts.append(toast)
        self.tell()

    def _called(self, method: str, form: Form, answer: Json) -> None:
        self.calls.append(Call(method, form, answer))
        self.tell()
