"""Where the bot is put together: Telegram, card room, outbox, memory, and an engine behind them."""

from __future__ import annotations

import asyncio
import logging
import os
import re
import sys
import traceback
from collections.abc import Iterator
from contextlib import AsyncExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from fourth.v1.views_pb2 import PACE_FAST, PACE_NONE, PACE_NORMAL, PACE_SLOW, Pace

from telegram_client.conversation.gateway import EngineAway, Gateway, Refusal
from telegram_client.engine_gateway import FrontGuest, GrpcGateway, channel_to
from telegram_client.hosting import CannotStart, engine, keep_key, kept_key, new_front_key, told_secret
from telegram_client.main import EngineEnded, show, while_it_runs
from telegram_client.memory import MemoryUnusable, SqliteMemory
from telegram_client.outbox import LoopClock, Outbox
from telegram_client.settings import BotSettings
from telegram_client.speech.phrasebook import Language, Words
from telegram_client.transports.cardroom import Cardroom, House
from telegram_client.transports.discretion import discretion
from telegram_client.transports.telegram_bot import OFFICIAL, TelegramBot, TokenRefused, Trouble

FRONT = "telegram"
"""The name under which the bot is registered at an engine of its own."""
LAST_WORDS_SECONDS = 3.0
"""How long what waits for chats may still go out when the bot stops."""
PACES = {"none": PACE_NONE, "fast": PACE_FAST, "normal": PACE_NORMAL, "slow": PACE_SLOW}
_KEY = re.compile("[0-9a-fA-F]{64}", re.ASCII)
_ADDRESS = re.compile(r"https?://[^\s/?#]+(/[^\s?#]*)?", re.ASCII)

_log = logging.getLogger("telegram_client")


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for: the surroundings, the files of tables and of the memory, and whom to trust."""

    settings: BotSettings
    store: Path
    memory: Path
    ca: Path | None = None


@dataclass(frozen=True, slots=True)
class Engine:
    """The engine behind the bot; `store` and `child` are None where it is not our own."""

    address: str
    store: Path | None = None
    child: asyncio.subprocess.Process | None = None


async def serve(language: Language, wish: Wish) -> int:
    """Runs the bot until it is told to stop: the exit code. `language` is that of whoever runs it.

    Raises CannotStart.
    """
    words, token = Words(language), _token(wish.settings)
    try:
        with discretion(token), _lines(), closing(SqliteMemory(wish.memory)) as memory:
            return await _serve(words, wish, token, memory)
    except MemoryUnusable as problem:
        raise CannotStart(str(problem)) from None
    except TokenRefused:
        raise CannotStart(words.say("bot.refused")) from None


async def _serve(words: Words, wish: Wish, token: str, memory: SqliteMemory) -> int:
    pace = _pace(wish.settings)
    async with AsyncExitStack() as stack:
        telegram = TelegramBot(token, lambda trouble: _tell(words, trouble), _api(wish.settings))
        stack.push_async_callback(telegram.close)
        name = await telegram.meet()
        behind, key = await _engine(stack, wish)
        channel = await stack.enter_async_context(channel_to(behind.address, wish.ca))

        def gateway(guest: str, language: str) -> Gateway:
            return GrpcGateway(channel, FrontGuest(key, guest), language, os.urandom)

        outbox = Outbox(telegram.post, memory, LoopClock())
        stack.push_async_callback(outbox.close, LAST_WORDS_SECONDS)
        room = Cardroom(House(gateway, outbox, memory, telegram, _report, f"https://t.me/{name}", pace))
        stack.push_async_callback(room.close)
        outbox.listener = room
        show(*_ready(words, name, behind).split("\n"))
        try:
            await while_it_runs(behind.child, _host(telegram, room))
        except EngineEnded:
            show(words.say("bot.stopped", store=str(behind.store)))
        return 1


async def _host(telegram: TelegramBot, room: Cardroom) -> None:
    """Lets people in, and takes up what was going on before. Raises TokenRefused."""
    waking = asyncio.create_task(room.wake_up())
    try:
        await telegram.serve(room)
    finally:
        waking.cancel()
        await asyncio.gather(waking, return_exceptions=True)


# --- what was asked for --------------------------------------------------------------------------------


def _token(settings: BotSettings) -> str:
    token = told_secret(settings.bot_token.get_secret_value(), settings.bot_token_file)
    if not token:
        raise CannotStart(
            "the bot needs its token: put what @BotFather gave you into FOURTH_BOT_TOKEN, "
            "or into a file that FOURTH_BOT_TOKEN_FILE names"
        )
    return token


def _api(settings: BotSettings) -> str:
    if settings.bot_api and not _ADDRESS.fullmatch(settings.bot_api):
        raise CannotStart("FOURTH_BOT_API takes an address such as https://api.telegram.org")
    return settings.bot_api or OFFICIAL


def _pace(settings: BotSettings) -> Pace:
    pace = PACES.get(settings.pace.casefold())
    if pace is None:
        raise CannotStart(f"FOURTH_PACE takes {', '.join(PACES)}")
    return pace


# --- the engine behind it ------------------------------------------------------------------------------


async def _engine(stack: AsyncExitStack, wish: Wish) -> tuple[Engine, bytes]:
    """The engine and our key there. Raises CannotStart."""
    if wish.settings.engine:
        behind, key = Engine(wish.settings.engine), _given_key(wish.settings)
        if not await _is_welcome(behind.address, key, wish.ca):
            raise CannotStart(f"the engine on {behind.address} does not accept the front's key")
        return behind, key
    if _has_key(wish.settings):
        raise CannotStart("FOURTH_FRONT_KEY goes with FOURTH_ENGINE, which names the engine")
    try:
        address, child = await stack.enter_async_context(engine(wish.store))
    except CannotStart as problem:
        raise CannotStart(f"{wish.store}: {problem}") from None
    return Engine(address, wish.store, child), await _own_key(address, wish.store)


def _has_key(settings: BotSettings) -> bool:
    return bool(settings.front_key.get_secret_value()) or settings.front_key_file is not None


def _given_key(settings: BotSettings) -> bytes:
    written = told_secret(settings.front_key.get_secret_value(), settings.front_key_file)
    if not _KEY.fullmatch(written):
        raise CannotStart(
            "the engine wants the bot's key: put what `python -m engine_server keys add NAME` printed there "
            "into FOURTH_FRONT_KEY, or into a file that FOURTH_FRONT_KEY_FILE names"
        )
    return bytes.fromhex(written)


async def _own_key(address: str, store: Path) -> bytes:
    """Our key at an engine of our own, kept beside its store; a new one where the engine knows it not."""
    file = store.with_name(store.name + ".front")
    key = kept_key(file)
    if key is not None and await _is_welcome(address, key, None):
        return key
    key = await new_front_key(store, FRONT)
    keep_key(file, key)
    return key


async def _is_welcome(address: str, key: bytes, ca: Path | None) -> bool:
    """Whether the engine takes us for a front. Raises CannotStart where it cannot be asked."""
    try:
        async with channel_to(address, ca) as channel:
            await GrpcGateway(channel, FrontGuest(key, "bot"), "en", os.urandom).register("Fourth", "en")
    except Refusal as problem:
        if problem.reason in ("TOKEN_INVALID", "TOKEN_EXPIRED"):
            return False
        raise CannotStart(f"the engine on {address}: {problem.sentence or problem.reason}") from None
    except EngineAway:
        raise CannotStart(f"the engine on {address} does not answer") from None
    except OSError as problem:
        raise CannotStart(f"the CA file cannot be read: {problem.strerror}") from None
    return True


# --- what is said to whoever runs it -------------------------------------------------------------------


def _ready(words: Words, name: str, behind: Engine) -> str:
    if behind.store is None:
        return words.say("bot.ready", name=name, address=behind.address)
    return words.say("bot.ready_store", name=name, address=behind.address, store=str(behind.store))


def _tell(words: Words, trouble: Trouble) -> None:
    print(f"fourth: {words.say(trouble)}", file=sys.stderr, flush=True)


def _report(fault: Exception) -> None:
    """A fault of ours: what kind and where, without its text, in which anything might stand."""
    last = traceback.extract_tb(fault.__traceback__)[-1:]
    where = "".join(f" at {Path(frame.filename).name}:{frame.lineno}" for frame in last)
    _log.error("a fault: %s%s", type(fault).__name__, where)


@contextmanager
def _lines() -> Iterator[None]:
    """While it lasts our own warnings go to standard error; the library's do not: they quote people."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("fourth: %(message)s"))
    _log.addHandler(handler)
    try:
        yield
    finally:
        _log.removeHandler(handler)
