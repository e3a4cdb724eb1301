"""Telegram in small: a Bot API over HTTP, and people with phones in private chats and groups.

    async with Telegram() as telegram:
        ann, bob = telegram.person("Ann"), telegram.person("Bob", language="de")
        group = telegram.group("Bridge", ann, bob)
        ... start the bot at telegram.api with telegram.token ...
        group.add_bot(by=ann)
        await telegram.until(lambda: group.key("Join"))
        toast = await bob.taps(group, "Join")
        ann.says(ann.chat, "/start")
        await telegram.until(lambda: "Welcome" in ann.chat.text)

Strict where a mistake would show at the real service only: sizes, markup, messages that are not there, people
who never wrote or have blocked the bot, queries answered twice. `telegram.calls` has every call, and what it
was answered.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import re
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

from tests.telegram.html_text import Unparsable, spaced, visible
from tests.telegram.http_server import HttpServer, Request

TOKEN = "4242424242:AAfake-token_of-the-tests-0123456789"
BOT = {"id": 4242424242, "is_bot": True, "first_name": "Fourth", "username": "fourth_test_bot"}
BOT_NAME = "fourth_test_bot"
SECONDS = 20.0
"""How long a test waits for what should happen."""
_DATE = 1_796_000_000
_COMMAND = re.compile(r"/[A-Za-z0-9_]{1,32}(?:@(\w+))?(?=\s|$)", re.ASCII)


class Refused(Exception):
    """A call is refused as the service does it."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        super().__init__(description)
        self.code = code
        self.parameters = parameters

    def answer(self) -> dict[str, Any]:
        wrong: dict[str, Any] = {"ok": False, "error_code": self.code, "description": str(self)}
        return wrong | ({"parameters": self.parameters} if self.parameters else {})


def bad(description: str, **parameters: int) -> Refused:
    return Refused(400, f"Bad Request: {description}", **parameters)


def forbidden(description: str) -> Refused:
    return Refused(403, f"Forbidden: {description}")


# --- what people see -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Key:
    """A button."""

    label: str
    data: str = ""
    url: str = ""

    def json(self) -> dict[str, str]:
        return {"text": self.label, **({"url": self.url} if self.url else {"callback_data": self.data})}


Keys = tuple[tuple[Key, ...], ...]


@dataclass
class Message:
    """A message as it is now. `versions` has everything it ever said, labels of keys included."""

    id: int
    chat: Place
    by: Person | None
    text: str
    html: str = ""
    keys: Keys = ()
    thread: int | None = None
    versions: list[str] = field(default_factory=list)
    is_deleted: bool = False
    file: tuple[str, bytes] | None = None

    def __post_init__(self) -> None:
        self.remember()

    def remember(self) -> None:
        self.versions.append("\n".join([self.text, *(key.label for key in self.buttons)]))

    @property
    def buttons(self) -> tuple[Key, ...]:
        """All keys in reading order."""
        return tuple(key for row in self.keys for key in row)

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(key.label for key in self.buttons)

    def json(self) -> dict[str, Any]:
        return {
            "message_id": self.id,
            "date": _DATE + self.id,
            "chat": self.chat.json(),
            "from": BOT if self.by is None else self.by.json(),
            **({"text": self.text} if self.file is None else _document(self.file, self.text)),
            **({"entities": _commands_in(self.text)} if _COMMAND.match(self.text) else {}),
            **({"reply_markup": _markup(self.keys)} if self.keys else {}),
            **({"message_thread_id": self.thread, "is_topic_message": True} if self.thread else {}),
        }


def _document(file: tuple[str, bytes], caption: str) -> dict[str, Any]:
    name, content = file
    told = {"file_id": name, "file_unique_id": name, "file_name": name, "file_size": len(content)}
    return {"document": told, "caption": caption}


def _commands_in(text: str) -> list[dict[str, Any]]:
    command = _COMMAND.match(text)
    return [{"type": "bot_command", "offset": 0, "length": command.end()}] if command else []


def _markup(keys: Keys) -> dict[str, Any]:
    return {"inline_keyboard": [[key.json() for key in row] for row in keys]}


@dataclass(frozen=True)
class Toast:
    """What whoever tapped sees of the answer."""

    text: str
    alert: bool


class Place:
    """A chat: private, or a group. Messages stand in the order they came."""

    def __init__(self, telegram: Telegram, id: int, kind: str, title: str) -> None:
        self.telegram = telegram
        self.id = id
        self.kind = kind
        self.title = title
        self.members: list[Person] = []
        self.has_bot = False
        self.moved_to: int | None = None
        self.all: list[Message] = []
        self.threads: set[int] = set()
        self._numbers = itertools.count(1)

    def json(self) -> dict[str, Any]:
        name = "first_name" if self.kind == "private" else "title"
        return {"id": self.id, "type": self.kind, name: self.title}

    # --- to look at it ---------------------------------------------------------------------------------

    @property
    def messages(self) -> list[Message]:
        """The messages that are there."""
        return [message for message in self.all if not message.is_deleted]

    @property
    def of_bot(self) -> list[Message]:
        """Those of the bot."""
        return [message for message in self.messages if message.by is None]

    @property
    def last(self) -> Message:
        """The bot's last one."""
        assert self.of_bot, f"the bot has said nothing in {self.title}"
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
        lines = [f"--- {self.title} ({self.id})"]
        for message in self.messages:
            lines.append(f"[{message.id}] {message.by.name if message.by else 'BOT'}: {message.text}")
            lines += [f"    ({message.file[0]})"] if message.file else []
            lines += ["    " + " | ".join(key.label for key in row) for row in message.keys]
        return "\n".join(lines)

    # --- to happen there -------------------------------------------------------------------------------

    def add(
        self, by: Person | None, text: str, thread: int | None = None, html: str = "", keys: Keys = ()
    ) -> Message:
        message = Message(next(self._numbers), self, by, text, html, keys, thread)
        self.all.append(message)
        return message

    def find(self, id: int) -> Message | None:
        return next((message for message in self.all if message.id == id), None)

    def add_bot(self, by: Person) -> None:
        """Somebody puts the bot into the group."""
        self.has_bot = True
        self._membership(by, "left", "member")

    def remove_bot(self, by: Person) -> None:
        """Somebody throws the bot out."""
        self.has_bot = False
        self._membership(by, "member", "kicked")

    def _membership(self, by: Person, old: str, new: str) -> None:
        until = {"until_date": 0} if new == "kicked" else {}
        self.telegram.happens(
            my_chat_member={
                "chat": self.json(),
                "from": by.json(),
                "date": _DATE,
                "old_chat_member": {"user": BOT, "status": old},
                "new_chat_member": {"user": BOT, "status": new, **until},
            }
        )

    def upgrade(self, quietly: bool = False) -> Place:
        """The group becomes a supergroup with another id; `quietly`: no message tells the bot so."""
        new = Place(self.telegram, -1_000_000_000_000 + self.id, "supergroup", self.title)
        new.members, new.has_bot = self.members, self.has_bot
        self.telegram.places[new.id] = new
        self.moved_to = new.id
        if not quietly:
            by = self.members[0]
            gone, come = self.add(by, ""), new.add(by, "")
            self.telegram.happens(message=_service(gone, migrate_to_chat_id=new.id))
            self.telegram.happens(message=_service(come, migrate_from_chat_id=self.id))
        return new


def _service(message: Message, **what: int) -> dict[str, Any]:
    return {name: value for name, value in message.json().items() if name != "text"} | what


class Person:
    """Somebody with a phone. `toasts` are the answers to its taps."""

    def __init__(self, telegram: Telegram, id: int, name: str, language: str) -> None:
        self.telegram = telegram
        self.id = id
        self.name = name
        self.language = language
        self.chat = Place(telegram, id, "private", name)
        self.chat.members = [self]
        self.has_started = False
        self.has_blocked = False
        self.toasts: list[Toast] = []

    def json(self) -> dict[str, Any]:
        language = {"language_code": self.language} if self.language else {}
        return {"id": self.id, "is_bot": False, "first_name": self.name, **language}

    @property
    def seen(self) -> str:
        """Everything this person could ever see: every version of every message and key, and its toasts."""
        places = [place for place in self.telegram.places.values() if self in place.members]
        texts = [text for place in places for message in place.all for text in message.versions]
        return "\n".join([*texts, *(toast.text for toast in self.toasts)])

    # --- deeds -----------------------------------------------------------------------------------------

    def says(
        self,
        chat: Place,
        text: str,
        reply_to: Message | None = None,
        thread: int | None = None,
        **more: object,
    ) -> Message:
        """Writes there. `more` are fields of the message as the service has them, also instead of ours."""
        assert self in chat.members, f"{self.name} is not in {chat.title}"
        if chat is self.chat:
            self.has_started, self.has_blocked = True, False
        message = chat.add(self, text, thread)
        told = message.json() | ({"reply_to_message": reply_to.json()} if reply_to else {}) | more
        if self._reaches_bot(chat, text, reply_to):
            self.telegram.happens(message={name: value for name, value in told.items() if value is not None})
        return message

    def _reaches_bot(self, chat: Place, text: str, reply_to: Message | None) -> bool:
        """Privacy mode: in a group a bot is shown commands that may be for it, and replies to it."""
        if chat is self.chat or not self.telegram.privacy:
            return chat is self.chat or chat.has_bot
        command = _COMMAND.match(text)
        for_bot = command is not None and (command[1] is None or command[1].lower() == BOT_NAME)
        return chat.has_bot and (for_bot or (reply_to is not None and reply_to.by is None))

    async def taps(self, chat: Place, wanted: str) -> Toast:
        """Taps the newest key with that label or data, and waits for the answer."""
        found = chat.key(wanted)
        assert found is not None, f"no key {wanted!r}\n{self.telegram.transcript()}"
        message, key = found
        assert key.data, f"the key {wanted!r} is a link"
        return await self.sends_tap(message, key.data)

    async def sends_tap(self, message: Message, data: str | None, gone: bool = False) -> Toast:
        """Sends a tap as a program may: any data, any message; `gone`: the service has forgotten its text."""
        assert self in message.chat.members, f"{self.name} is not in {message.chat.title}"
        query = self.telegram.new_query(self)
        shown = message.json()
        if gone:
            shown = {"message_id": message.id, "date": 0, "chat": message.chat.json()}
        self.telegram.happens(
            callback_query={
                "id": query.id,
                "from": self.json(),
                "chat_instance": "1",
                "message": shown,
                **({} if data is None else {"data": data}),
            }
        )
        try:
            return await asyncio.wait_for(asyncio.shield(query.answer), SECONDS)
        except TimeoutError:
            raise AssertionError(f"a tap of {self.name} was not answered: {data!r}") from None

    def blocks_bot(self) -> None:
        """Blocks the bot."""
        self.has_blocked = True
        self.chat._membership(self, "member", "kicked")


@dataclass
class Query:
    """A tap that waits for its answer."""

    id: str
    by: Person
    answer: asyncio.Future[Toast]


@dataclass(frozen=True)
class Call:
    """A call of the bot, its fields, when it came (the loop's time), and what it was answered."""

    method: str
    fields: dict[str, Any]
    at: float
    answer: dict[str, Any]

    @property
    def chat(self) -> int:
        return int(self.fields.get("chat_id", 0))


# --- the service ---------------------------------------------------------------------------------------


class Telegram:
    """The service. It answers while its context lasts."""

    def __init__(self, token: str = TOKEN) -> None:
        self.token = token
        self.places: dict[int, Place] = {}
        self.people: dict[int, Person] = {}
        self.calls: list[Call] = []
        self.commands: dict[tuple[int | None, str], list[tuple[str, str]]] = {}
        """What was set for a chat, None for all, and a language of the app."""
        self.queries: dict[str, Query] = {}
        self.privacy = True
        self.is_down = False
        """Whether every call ends without an answer that makes sense."""
        self.unsettled: list[dict[str, Any]] = []
        """Updates that the bot has not confirmed."""
        self._failures: dict[tuple[str, int | None], deque[Refused]] = {}
        self._ids = itertools.count(1000)
        self._update_ids = itertools.count(700_000_001)
        self._allowed: list[str] | None = None
        self._news = asyncio.Event()
        self._server = HttpServer(self._answer)

    async def __aenter__(self) -> Telegram:
        await self._server.open()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._server.close()

    @property
    def api(self) -> str:
        """The address of the Bot API."""
        return f"http://127.0.0.1:{self._server.port}"

    # --- who and where ---------------------------------------------------------------------------------

    def person(self, name: str, language: str = "en") -> Person:
        """Somebody who has never written to the bot."""
        person = Person(self, next(self._ids), name, language)
        self.people[person.id] = person
        self.places[person.id] = person.chat
        return person

    def group(self, title: str, *members: Person, topics: tuple[int, ...] = ()) -> Place:
        """A group without the bot; one with topics is a supergroup."""
        id = next(self._ids)
        group = Place(
            self, -1_000_000_000_000 - id if topics else -id, "supergroup" if topics else "group", title
        )
        group.members, group.threads = list(members), set(topics)
        self.places[group.id] = group
        return group

    def transcript(self) -> str:
        """All chats as people see them."""
        return "\n".join(place.transcript() for place in self.places.values())

    # --- what tests wait for ---------------------------------------------------------------------------

    async def until(self, condition: Callable[[], object], seconds: float = SECONDS) -> None:
        """Waits until the condition holds, which is looked at after each call. Fails with all chats."""
        try:
            async with asyncio.timeout(seconds):
                while not condition():
                    await self._news.wait()
        except TimeoutError:
            raise AssertionError(f"it did not happen\n{self.transcript()}") from None

    async def settled(self) -> None:
        """Waits until the bot has taken every update."""
        await self.until(lambda: not self.unsettled)

    def calls_of(self, method: str) -> list[Call]:
        return [call for call in self.calls if call.method == method]

    # --- what happens ----------------------------------------------------------------------------------

    def happens(self, **update: object) -> None:
        """An update for the bot: its kind and content."""
        self.unsettled.append({"update_id": next(self._update_ids), **update})
        self._tell()

    def fail(self, method: str, refusal: Refused, times: int = 1, chat: Place | None = None) -> None:
        """The next calls of a method, in a chat or anywhere, are refused so."""
        queue = self._failures.setdefault((method, chat.id if chat else None), deque())
        queue.extend([refusal] * times)

    def flood(self, method: str, seconds: int, times: int = 1, chat: Place | None = None) -> None:
        """The next calls of a method are too many."""
        refusal = Refused(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)
        self.fail(method, refusal, times, chat)

    def new_query(self, by: Person) -> Query:
        query = Query(str(7 * 10**17 + next(self._ids)), by, asyncio.get_running_loop().create_future())
        self.queries[query.id] = query
        return query

    def _tell(self) -> None:
        """Lets everybody look who waits for something."""
        news, self._news = self._news, asyncio.Event()
        news.set()

    # --- calls -----------------------------------------------------------------------------------------

    async def _answer(self, request: Request) -> tuple[int, bytes]:
        if self.is_down:
            return 502, b"<html>Bad Gateway</html>"
        _, token, method = request.path.split("/")
        at = asyncio.get_running_loop().time()
        try:
            if token != f"bot{self.token}":
                raise Refused(401, "Unauthorized")
            result = await self._result(method, request.fields)
            answer: dict[str, Any] = {"ok": True, "result": result}
            code = 200
        except Refused as refusal:
            answer, code = refusal.answer(), refusal.code
        self.calls.append(Call(method, request.fields, at, answer))
        self._tell()
        return code, json.dumps(answer).encode()

    async def _result(self, method: str, fields: dict[str, Any]) -> object:
        chat = int(fields["chat_id"]) if "chat_id" in fields else None
        for wanted in ((method, chat), (method, None)):
            if self._failures.get(wanted):
                raise self._failures[wanted].popleft()
        call: Callable[[dict[str, Any]], Awaitable[object]] | None = getattr(self, f"_call_{method}", None)
        if call is None:
            raise Refused(404, "Not Found: method not found")
        return await call(fields)

    async def _call_getMe(self, fields: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        return BOT | {"can_join_groups": True, "can_read_all_group_messages": not self.privacy}

    async def _call_deleteWebhook(self, fields: dict[str, Any]) -> bool:  # noqa: N802
        assert str(fields.get("drop_pending_updates", "false")).lower() == "false"
        return True

    async def _call_getUpdates(self, fields: dict[str, Any]) -> list[dict[str, Any]]:  # noqa: N802
        offset = int(fields.get("offset", 0))
        if "allowed_updates" in fields:
            self._allowed = fields["allowed_updates"]
        self.unsettled = [update for update in self.unsettled if update["update_id"] >= offset]
        self._tell()
        with suppress(TimeoutError):
            async with asyncio.timeout(float(fields.get("timeout", 0))):
                while not self._pending():
                    await self._news.wait()
        return self._pending()[: int(fields.get("limit", 100))]

    def _pending(self) -> list[dict[str, Any]]:
        allowed = self._allowed
        if allowed is not None:
            self.unsettled = [update for update in self.unsettled if set(update) & {*allowed}]
        return self.unsettled

    async def _call_sendMessage(self, fields: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        place = self._place(fields)
        thread = int(fields["message_thread_id"]) if "message_thread_id" in fields else None
        if thread is not None and thread not in place.threads:
            raise bad("message thread not found")
        text, html, keys = _text(fields), str(fields["text"]), _keys(fields)
        return place.add(None, text, thread, html=html, keys=keys).json()

    async def _call_sendDocument(self, fields: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        place = self._place(fields)
        thread = int(fields["message_thread_id"]) if "message_thread_id" in fields else None
        if thread is not None and thread not in place.threads:
            raise bad("message thread not found")
        name, content = fields["document"]
        if not content:
            raise bad("file must be non-empty")
        caption = _text(fields | {"text": fields.get("caption", "")})
        if len(caption.encode("utf-16-le")) // 2 > 1024:
            raise bad("message caption is too long")
        message = place.add(None, caption, thread, html=str(fields.get("caption", "")), keys=_keys(fields))
        message.file = (name, content)
        return message.json()

    async def _call_editMessageText(self, fields: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        message = self._own(fields)
        text, html, keys = _text(fields), str(fields["text"]), _keys(fields)
        if (html, keys) == (message.html, message.keys):
            raise bad(
                "message is not modified: specified new message content and reply markup are exactly the "
                "same as a current content and reply markup of the message"
            )
        message.text, message.html, message.keys = text, html, keys
        message.remember()
        return message.json() | {"edit_date": _DATE + message.id}

    async def _call_editMessageReplyMarkup(self, fields: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        message = self._own(fields)
        keys = _keys(fields)
        if keys == message.keys:
            raise bad("message is not modified: specified new reply markup is exactly the same")
        message.keys = keys
        message.remember()
        return message.json() | {"edit_date": _DATE + message.id}

    async def _call_deleteMessage(self, fields: dict[str, Any]) -> bool:  # noqa: N802
        message = self._place(fields).find(int(fields["message_id"]))
        if message is None or message.is_deleted:
            raise bad("message to delete not found")
        if message.by is not None:
            raise bad("message can't be deleted")
        message.is_deleted = True
        return True

    async def _call_answerCallbackQuery(self, fields: dict[str, Any]) -> bool:  # noqa: N802
        query = self.queries.get(str(fields.get("callback_query_id")))
        if query is None or query.answer.done():
            raise bad("query is too old and response timeout expired or query ID is invalid")
        text = str(fields.get("text", ""))
        if len(text) > 200:
            raise bad("MESSAGE_TOO_LONG")
        toast = Toast(spaced(text), str(fields.get("show_alert", "false")).lower() == "true")
        query.by.toasts.append(toast)
        query.answer.set_result(toast)
        return True

    async def _call_setMyCommands(self, fields: dict[str, Any]) -> bool:  # noqa: N802
        listed = [(command["command"], command["description"]) for command in fields["commands"]]
        if len(listed) > 100 or not all(re.fullmatch("[a-z0-9_]{1,32}", name) for name, _ in listed):
            raise bad("BOT_COMMAND_INVALID")
        if not all(1 <= len(text) <= 256 for _, text in listed):
            raise bad("BOT_COMMAND_DESCRIPTION_INVALID")
        language, scope = str(fields.get("language_code", "")), fields.get("scope", {})
        if not re.fullmatch("([a-z]{2})?", language):
            raise bad("LANG_CODE_INVALID")
        chat = self._place(scope).id if scope.get("type") == "chat" else None
        self.commands[chat, language] = listed
        return True

    async def _call_getChat(self, fields: dict[str, Any]) -> dict[str, Any]:  # noqa: N802
        place = self._place(fields)
        return place.json() | {"accent_color_id": 0, "max_reaction_count": 0}

    # --- what calls are about --------------------------------------------------------------------------

    def _place(self, fields: dict[str, Any]) -> Place:
        """A chat where the bot may write."""
        place = self.places.get(int(fields["chat_id"]))
        if place is None:
            raise bad("chat not found")
        if place.moved_to is not None:
            raise bad("group chat was upgraded to a supergroup chat", migrate_to_chat_id=place.moved_to)
        person = self.people.get(place.id)
        if person is None:
            if not place.has_bot:
                raise forbidden("bot is not a member of the group chat")
        elif person.has_blocked:
            raise forbidden("bot was blocked by the user")
        elif not person.has_started:
            raise forbidden("bot can't initiate conversation with a user")
        return place

    def _own(self, fields: dict[str, Any]) -> Message:
        """A message the bot may change."""
        message = self._place(fields).find(int(fields["message_id"]))
        if message is None or message.is_deleted:
            raise bad("message to edit not found")
        if message.by is not None:
            raise bad("message can't be edited")
        return message


def _text(fields: dict[str, Any]) -> str:
    """What people see of a text."""
    text = str(fields.get("text", ""))
    mode = fields.get("parse_mode")
    if mode not in (None, "HTML"):
        raise bad("unsupported parse_mode")
    try:
        text = visible(text) if mode else text
    except Unparsable as problem:
        raise bad(f"can't parse entities: {problem}") from None
    if not text.strip():
        raise bad("message text is empty")
    if len(text.encode("utf-16-le")) // 2 > 4096:
        raise bad("message is too long")
    return text


def _keys(fields: dict[str, Any]) -> Keys:
    rows = fields.get("reply_markup", {}).get("inline_keyboard", [])
    keys = tuple(tuple(_key(button) for button in row) for row in rows)
    if any(not 1 <= len(row) <= 8 for row in keys) or sum(map(len, keys)) > 100:
        raise bad("reply markup is too long")
    return keys


def _key(button: dict[str, Any]) -> Key:
    label, data, url = button.get("text", ""), button.get("callback_data"), button.get("url")
    if not label.strip():
        raise bad("BUTTON_TEXT_EMPTY")
    if (data is None) == (url is None):
        raise bad("text buttons are unallowed in the inline keyboard")
    if data is not None and not 1 <= len(data.encode()) <= 64:
        raise bad("BUTTON_DATA_INVALID")
    if url is not None and not re.fullmatch(r"(https?|tg)://\S+", url):
        raise bad("BUTTON_URL_INVALID")
    return Key(label, data or "", url or "")
