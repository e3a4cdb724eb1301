"""Telegram: what people say and tap there goes into a room, and messages go out, by python-telegram-bot.

The only module that knows the library. Updates are fetched by asking (polling) and confirmed with the next
question; they are dealt with in order for each table and each person, and side by side otherwise.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from enum import StrEnum
from typing import Any, NoReturn, TypeAlias, TypeVar

from telegram import (
    BotCommandScopeChat,
    CallbackQuery,
    ChatMemberUpdated,
    InlineKeyboardButton,
    InlineKeyboardMarkup,
    LinkPreviewOptions,
    MaybeInaccessibleMessage,
    Message,
    Update,
    User,
)
from telegram.constants import ChatMemberStatus, ChatType, ParseMode
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
)
from telegram.ext import (
    Application,
    ApplicationBuilder,
    BaseUpdateProcessor,
    CallbackContext,
    CallbackQueryHandler,
    ChatMemberHandler,
    ExtBot,
    MessageHandler,
    filters,
)
from telegram.request import HTTPXRequest

from telegram_client.conversation.files import File
from telegram_client.conversation.post import (
    Busy,
    Chat,
    Failed,
    Gone,
    Moved,
    PostError,
    Unreachable,
)
from telegram_client.conversation.room import Room, Sender
from telegram_client.conversation.screens import Button, Keys, Screen, Toast
from telegram_client.speech.phrasebook import Language, Words, language_of
from telegram_client.transports.markup import html_of, toast_of

os.environ.setdefault("PTB_TIMEDELTA", "true")  # else the library warns whenever Telegram tells us to wait

OFFICIAL = "https://api.telegram.org"
"""Where the Bot API is, unless it is said otherwise."""
ALLOWED_UPDATES = ("message", "callback_query", "my_chat_member")
"""What we are told of; no edited messages, no channels, no polls."""
COMMANDS = (
    "play",
    "open",
    "join",
    "hand",
    "hint",
    "last",
    "claim",
    "concede",
    "undo",
    "table",
    "score",
    "rules",
    "words",
    "language",
    "leave",
    "auto",
    "export",
    "help",
)
"""The commands on the list of a chat, in this order; the catalogue has what each does."""
GREETED: dict[Chat | str | None, Language] = {
    None: Language.EN,
    "de": Language.DE,
    "nb": Language.NB,
    "zh": Language.ZH_HANS,
}
"""Lists for everybody by the language of the app, which Telegram tells apart by two letters only; so a chat
that has chosen a language gets a list of its own.
"""
POLL_SECONDS = 30
"""How long Telegram may keep a question for updates open."""
FIRST_PAUSE = 0.5
"""Seconds after the first failure to ask; each next pause is twice as long, up to LONGEST_PAUSE."""
LONGEST_PAUSE = 30.0
REFUSED_SECONDS = 300.0
"""A token that has worked may be refused for so long: servers in trouble do that as well."""
UNTOLD_PAUSE = 2.0
"""Where Telegram wants us to wait and does not say how long."""
STOP_SECONDS = 5.0
AT_ONCE = 256
"""So many updates are dealt with side by side."""

_TOKEN = re.compile("[0-9]{1,20}:[A-Za-z0-9_-]{10,100}", re.ASCII)
_COMMAND = re.compile(r"/([A-Za-z0-9_]+)(?:@([A-Za-z0-9_]+))?(?=\s|$)", re.ASCII)
_INSIDE = frozenset({ChatMemberStatus.MEMBER, ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.RESTRICTED})
_GROUPS = frozenset({ChatType.GROUP, ChatType.SUPERGROUP})
_NO_WAY_THERE = (
    "chat not found",
    "not enough rights",
    "have no rights",
    "chat_write_forbidden",
    "peer_id_invalid",
    "topic_closed",
    "message thread not found",
    "group chat was deactivated",
)
_NO_FILES_THERE = "send documents"
"""A group that takes messages may take no files; that is no reason to let messages go."""
_NO_SUCH_MESSAGE = ("message to edit not found", "message can't be edited", "message_id_invalid")

Context: TypeAlias = CallbackContext[Any, Any, Any, Any]
Answer = TypeVar("Answer")

_log = logging.getLogger(__name__)


class TokenRefused(Exception):
    """Telegram does not know the token, or not any longer. The text is empty: it names no token."""


class Trouble(StrEnum):
    """What whoever runs the bot should know; the value is the id of its sentence."""

    AWAY = "bot.away"
    """Telegram cannot be reached; we keep trying."""
    BACK = "bot.back"
    """It can be reached again."""
    TWICE = "bot.twice"
    """Another program asks for updates with the same token."""


# --- messages out --------------------------------------------------------------------------------------


class TelegramPost:
    """See Post."""

    def __init__(self, bot: ExtBot[None]) -> None:
        self._bot = bot

    async def send(self, chat: Chat, screen: Screen) -> int:
        """See Post."""
        try:
            if screen.file is not None:
                return await self._send_file(chat, screen, screen.file)
            message = await self._bot.send_message(
                chat.id,
                html_of(screen.parts),
                ParseMode.HTML,
                message_thread_id=chat.thread,
                reply_markup=keyboard_of(screen.keys),
                link_preview_options=LinkPreviewOptions(is_disabled=True),
            )
        except TelegramError as error:
            raise problem_of(error) from None
        return message.message_id

    async def _send_file(self, chat: Chat, screen: Screen, file: File) -> int:
        message = await self._bot.send_document(
            chat.id,
            file.content,
            html_of(screen.parts),
            parse_mode=ParseMode.HTML,
            message_thread_id=chat.thread,
            reply_markup=keyboard_of(screen.keys),
            filename=file.name,
            disable_content_type_detection=True,
        )
        return message.message_id

    async def edit(self, chat: Chat, message: int, screen: Screen) -> None:
        """See Post."""
        try:
            await self._bot.edit_message_text(
                html_of(screen.parts),
                chat.id,
                message,
                parse_mode=ParseMode.HTML,
                reply_markup=keyboard_of(screen.keys),
                link_preview_options=LinkPreviewOptions(is_disabled=True),
            )
        except BadRequest as error:
            if "message is not modified" not in error.message.lower():
                raise problem_of(error) from None
        except TelegramError as error:
            raise problem_of(error) from None


def keyboard_of(keys: Keys) -> InlineKeyboardMarkup | None:
    """The keys as Telegram wants them; None takes away those that were there."""
    return InlineKeyboardMarkup([[_key(button) for button in row] for row in keys]) if keys else None


def _key(button: Button) -> InlineKeyboardButton:
    if button.link:
        return InlineKeyboardButton(button.label, url=button.link)
    return InlineKeyboardButton(button.label, callback_data=button.tap)


def problem_of(error: TelegramError) -> PostError:
    """What an error of the library means for a message. Its text, which may name people, goes no further."""
    match error:
        case RetryAfter():
            return Busy(_seconds(error))
        case ChatMigrated(new_chat_id=int(new)):
            return Moved(new)
        case Forbidden():
            return Unreachable()
        case BadRequest():
            return _refused(error.message.lower())
        case _:
            return Failed(again=isinstance(error, NetworkError))


def _seconds(error: RetryAfter) -> float:
    """How long to wait; what is no time, as the library hands it on unread, is our own."""
    wait: object = error.retry_after
    seconds = wait.total_seconds() if isinstance(wait, timedelta) else wait
    return float(seconds) if isinstance(seconds, int | float) and seconds >= 0 else UNTOLD_PAUSE


def _refused(why: str) -> PostError:
    if any(words in why for words in _NO_SUCH_MESSAGE):
        return Gone()
    if _NO_FILES_THERE not in why and any(words in why for words in _NO_WAY_THERE):
        return Unreachable()
    return Failed(again=False)


# --- order ---------------------------------------------------------------------------------------------


class InOrder(BaseUpdateProcessor):
    """Deals with updates that share a key one after the other, as they came; with others side by side."""

    def __init__(self, keys_of: Callable[[object], frozenset[str]]) -> None:
        super().__init__(AT_ONCE)
        self._keys_of = keys_of
        self._last: dict[str, asyncio.Future[None]] = {}
        self._one_done = asyncio.Event()

    async def has_room(self) -> None:
        """Waits while further updates would have to wait."""
        while self.current_concurrent_updates >= AT_ONCE:
            self._one_done.clear()
            await self._one_done.wait()

    async def do_process_update(self, update: object, coroutine: Awaitable[Any]) -> None:
        """See BaseUpdateProcessor."""
        keys = self._keys_of(update)
        before = [self._last[key] for key in keys if key in self._last]
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._last.update(dict.fromkeys(keys, done))
        try:
            if before:
                await asyncio.wait(before)
            await coroutine
        finally:
            done.set_result(None)
            self._one_done.set()
            for key in keys:
                if self._last.get(key) is done:
                    del self._last[key]

    async def initialize(self) -> None:
        """See BaseUpdateProcessor."""

    async def shutdown(self) -> None:
        """See BaseUpdateProcessor."""


# --- what comes in, read -------------------------------------------------------------------------------


class Sieve(HTTPXRequest):
    """Fetches updates, and empties one the library cannot read: it would keep all others back for ever.

    Telegram is ahead of the library by a release or two, so there may be such. Raises TypeError for an answer
    without any updates.
    """

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        """See BaseRequest."""
        answer: dict[str, Any] = HTTPXRequest.parse_json_payload(payload)
        if answer.get("ok"):
            answer["result"] = _read(answer.get("result"))
        return answer


def _read(updates: object) -> list[dict[str, Any]]:
    """The updates; what has no number is none. Raises TypeError where nothing is: the next were the same."""
    if not isinstance(updates, list):
        raise TypeError("no list of updates")
    numbered = [update for update in updates if _is_numbered(update)]
    if updates and not numbered:
        raise TypeError("no update has a number")
    return [_readable(update) for update in numbered]


def _is_numbered(update: object) -> bool:
    return isinstance(update, dict) and type(update.get("update_id")) is int


def _readable(update: dict[str, Any]) -> dict[str, Any]:
    try:
        Update.de_json(update, None)
    except Exception as error:
        _log.error("an update could not be read: %s", type(error).__name__)
        return {"update_id": update["update_id"]}
    return update


def sender_of(user: User | None) -> Sender | None:
    """Who it was; None for a bot, for an anonymous admin (whom Telegram shows as one), and for nobody."""
    if user is None or user.is_bot:
        return None
    return Sender(user.id, user.full_name, language_of(user.language_code or ""))


def chat_of(message: MaybeInaccessibleMessage) -> Chat:
    """Where it was; the general topic of a group is the group itself."""
    chat = message.chat
    in_topic = chat.type in _GROUPS and isinstance(message, Message) and message.is_topic_message
    return Chat(chat.id, message.message_thread_id if isinstance(message, Message) and in_topic else None)


def meant_for(name: str, message: Message) -> str:
    """What was said to us, without our name behind the command; empty where it was for nobody or for another.

    In a group only a command or a reply to us is: what people say to each other is their own affair.
    """
    text = message.text or ""
    command = _COMMAND.match(text)
    if command is None:
        return text if message.chat.type == ChatType.PRIVATE or _answers(name, message) else ""
    if command[2] and command[2].lower() != name.lower():
        return ""
    return f"/{command[1]}{text[command.end() :]}"


def _answers(name: str, message: Message) -> bool:
    replied = message.reply_to_message
    return replied is not None and replied.from_user is not None and replied.from_user.username == name


def _is_of_a_person(message: Message) -> bool:
    """Whether a person wrote it itself; not a channel, a group, or a person by way of another bot."""
    return message.sender_chat is None and message.via_bot is None


# --- the bot -------------------------------------------------------------------------------------------


class TelegramBot:
    """One bot at Telegram. See Signs as well."""

    def __init__(self, token: str, report: Callable[[Trouble], None], api: str = OFFICIAL) -> None:
        """`report` is told of trouble once, and once when it is over.

        Raises TokenRefused for what cannot be a token.
        """
        if not _TOKEN.fullmatch(token):
            raise TokenRefused
        self._report = report
        self._room: Room | None = None
        self._troubles: set[Trouble] = set()
        self._has_worked = False
        self._refused_since: float | None = None
        self._order = InOrder(self._keys_of)
        self._application = _application(token, api.rstrip("/"), self._order)
        self._add_handlers()
        self._next_update = 0
        self._signs: dict[Chat | str | None, Language] = {}
        self._painter: asyncio.Task[None] | None = None

    @property
    def post(self) -> TelegramPost:
        """How messages go out."""
        return TelegramPost(self._application.bot)

    async def meet(self) -> str:
        """The bot's name at Telegram, asked for until it answers. Raises TokenRefused."""
        bot = self._application.bot
        await self._insist(bot.initialize)
        return str(bot.username)

    async def serve(self, room: Room) -> NoReturn:
        """Lets people into the room until cancelled; `meet` must have been called. Raises TokenRefused."""
        self._room = room
        async with self._running():
            await self._insist(self._application.bot.delete_webhook)
            self._signs.update(GREETED)
            self._paint_soon()
            await self._poll()
        raise AssertionError("polling never ends by itself")

    @asynccontextmanager
    async def _running(self) -> AsyncIterator[None]:
        await self._application.initialize()
        await self._application.start()
        try:
            yield
        finally:
            if self._painter is not None:
                self._painter.cancel()
            with suppress(Exception):  # whatever Telegram answers now, the end is the end
                await asyncio.wait_for(self._application.stop(), STOP_SECONDS)
                await asyncio.wait_for(self._ask_for(0), STOP_SECONDS)  # so that nothing done comes again

    async def close(self) -> None:
        """Lets go of all connections; nothing can be sent afterwards."""
        await self._application.shutdown()
        await self._application.bot.shutdown()

    # --- asking for updates ----------------------------------------------------------------------------

    async def _poll(self) -> NoReturn:
        while True:
            await self._order.has_room()
            for update in await self._insist(self._ask):
                self._next_update = update.update_id + 1
                await self._application.update_queue.put(update)

    async def _ask(self) -> Sequence[Update]:
        """Updates as soon as there are some; after trouble at once, so that its end is seen."""
        return await self._ask_for(0 if self._troubles else POLL_SECONDS)

    async def _ask_for(self, seconds: int) -> Sequence[Update]:
        bot: ExtBot[None] = self._application.bot
        return await bot.get_updates(self._next_update, timeout=seconds, allowed_updates=ALLOWED_UPDATES)

    async def _insist(self, ask: Callable[[], Awaitable[Answer]]) -> Answer:
        """Asks until there is an answer. Trouble is reported once. Raises TokenRefused."""
        pause = FIRST_PAUSE
        while True:
            try:
                answer = await ask()
            except RetryAfter as error:
                await asyncio.sleep(_seconds(error))
            except Exception as error:  # an error of Telegram, or an answer the library stumbles over
                self._bear(error)
                await asyncio.sleep(pause)
            else:
                self._is_well()
                return answer
            pause = min(LONGEST_PAUSE, 2 * pause)

    def _bear(self, error: Exception) -> None:
        """Reports what is wrong where asking again may help. Raises TokenRefused where it does not."""
        if isinstance(error, InvalidToken) and self._is_withdrawn():
            raise TokenRefused from None
        if not isinstance(error, TelegramError) and Trouble.AWAY not in self._troubles:
            _log.warning("an answer of Telegram could not be read: %s", type(error).__name__)
        self._note(Trouble.TWICE if isinstance(error, Conflict) else Trouble.AWAY)

    def _is_withdrawn(self) -> bool:
        """Whether a token that is refused now never worked, or has been refused for long."""
        now = asyncio.get_running_loop().time()
        if self._refused_since is None:
            self._refused_since = now
        return not self._has_worked or now - self._refused_since >= REFUSED_SECONDS

    def _note(self, trouble: Trouble) -> None:
        if trouble not in self._troubles:
            self._troubles.add(trouble)
            self._report(trouble)

    def _is_well(self) -> None:
        if Trouble.AWAY in self._troubles:
            self._report(Trouble.BACK)
        self._troubles.clear()
        self._has_worked, self._refused_since = True, None

    # --- updates ---------------------------------------------------------------------------------------

    def _add_handlers(self) -> None:
        add = self._application.add_handler
        add(CallbackQueryHandler(self._tapped))
        add(ChatMemberHandler(self._membership, ChatMemberHandler.MY_CHAT_MEMBER))
        add(MessageHandler(filters.UpdateType.MESSAGE & filters.StatusUpdate.MIGRATE, self._moved))
        add(MessageHandler(filters.UpdateType.MESSAGE & filters.TEXT, self._said))
        self._application.add_error_handler(_failed)

    def _keys_of(self, update: object) -> frozenset[str]:
        """What must be in order with others: what one person does, and what happens at one table."""
        if not isinstance(update, Update) or update.effective_chat is None or update.effective_user is None:
            return frozenset()
        user, query = update.effective_user.id, update.callback_query
        message = query.message if query is not None else update.message
        chat = Chat(update.effective_chat.id) if message is None else chat_of(message)
        data = query.data or "" if query is not None else ""
        return frozenset({f"user {user}", f"table {self._here.key_of(user, chat, data)}"})

    @property
    def _here(self) -> Room:
        assert self._room is not None
        return self._room

    async def _said(self, update: Update, _: Context) -> None:
        message = update.message
        if message is None or not _is_of_a_person(message):
            return
        by, text = sender_of(message.from_user), meant_for(self._application.bot.username, message)
        if by is not None and text:
            await self._here.said(by, chat_of(message), text, update.update_id)

    async def _tapped(self, update: Update, _: Context) -> None:
        query = update.callback_query
        if query is None:
            return
        try:
            toast = await self._toast(query)
        except Exception as error:
            _log.error("a tap failed: %s", type(error).__name__)
            toast = Toast()
        try:
            await query.answer(toast_of(toast.text) or None, show_alert=toast.alert)
        except TelegramError:
            pass  # too late, or away: the answer would have been gone in a moment
        except Exception as error:
            _log.warning("an answer of Telegram could not be read: %s", type(error).__name__)

    async def _toast(self, query: CallbackQuery) -> Toast:
        by, message = sender_of(query.from_user), query.message
        if by is None or message is None:
            return Toast()
        return await self._here.tapped(by, chat_of(message), message.message_id, query.data or "", query.id)

    async def _moved(self, update: Update, _: Context) -> None:
        message = update.message
        if message is None:
            return
        if message.migrate_to_chat_id is not None:
            await self._here.moved(message.chat.id, message.migrate_to_chat_id)
        elif message.migrate_from_chat_id is not None:
            await self._here.moved(message.migrate_from_chat_id, message.chat.id)

    async def _membership(self, update: Update, _: Context) -> None:
        change = update.my_chat_member
        if change is None:
            return
        if change.chat.type == ChatType.PRIVATE:
            if change.new_chat_member.status == ChatMemberStatus.BANNED:
                await self._here.blocked(change.chat.id)
        elif change.chat.type in _GROUPS:
            await self._group_changed(change)

    async def _group_changed(self, change: ChatMemberUpdated) -> None:
        was, is_inside = (
            member.status in _INSIDE for member in (change.old_chat_member, change.new_chat_member)
        )
        by = sender_of(change.from_user)
        if is_inside and not was and by is not None:
            await self._here.added(Chat(change.chat.id), by)
        elif was and not is_inside:
            await self._here.left(Chat(change.chat.id))

    # --- commands on show ------------------------------------------------------------------------------

    def speak(self, chat: Chat, language: Language) -> None:
        """See Signs."""
        self._signs[Chat(chat.id)] = language
        self._paint_soon()

    def _paint_soon(self) -> None:
        if self._painter is None or self._painter.done():
            self._painter = asyncio.get_running_loop().create_task(self._paint())

    async def _paint(self) -> None:
        """One list after the other; one that Telegram refuses is let go."""
        while self._signs:
            whose = next(iter(self._signs))
            language = self._signs.pop(whose)
            try:
                await self._paint_one(whose, language)
            except (RetryAfter, NetworkError) as error:
                if not isinstance(error, BadRequest):
                    self._signs.setdefault(whose, language)
                    await asyncio.sleep(_seconds(error) if isinstance(error, RetryAfter) else LONGEST_PAUSE)
            except Exception as error:
                _log.info("a list of commands was let go: %s", type(error).__name__)

    async def _paint_one(self, whose: Chat | str | None, language: Language) -> None:
        words = Words(language)
        listed = [(command, words.say(f"command.{command}")) for command in COMMANDS]
        if isinstance(whose, Chat):
            await self._application.bot.set_my_commands(listed, BotCommandScopeChat(whose.id))
        else:
            await self._application.bot.set_my_commands(listed, language_code=whose)


def _application(token: str, api: str, order: InOrder) -> Application[Any, Any, Any, Any, Any, Any]:
    """The library put together: no job queue, no persistence, no pace of its own, and no updater."""
    return (
        ApplicationBuilder()
        .token(token)
        .base_url(f"{api}/bot")
        .updater(None)
        .job_queue(None)
        .concurrent_updates(order)
        .connection_pool_size(64)
        .pool_timeout(10.0)
        .connect_timeout(10.0)
        .read_timeout(10.0)
        .get_updates_request(Sieve(connect_timeout=10.0, read_timeout=10.0))
        .build()
    )


async def _failed(_: object, context: Context) -> None:
    """A room should not fail; if it does, the log says so without what was said."""
    _log.error("an update failed: %s", type(context.error).__name__)
