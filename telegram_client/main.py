"""Where the chat in the terminal is put together, and where it meets the machine: chance, files, signals."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Coroutine
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

from fourth.v1.views_pb2 import PACE_NONE, PACE_NORMAL

from telegram_client.conversation.gateway import EngineAway, GatewayError, Refusal
from telegram_client.conversation.talk import Talk
from telegram_client.engine_gateway import GrpcGateway, OwnSecret, channel_to
from telegram_client.hosting import CannotStart, engine, own_secret
from telegram_client.settings import Settings
from telegram_client.speech.columns import LINE, fitted
from telegram_client.speech.phrasebook import Language, Words
from telegram_client.transports.folder import Folder
from telegram_client.transports.terminal import Descriptor, StoodStill, Terminal

LEAVE_SECONDS = 3.0
STORES = ("fourth.db", "fourth-2.db", "fourth-3.db")
"""The files of private engines, in the current folder: the first that no other engine uses."""


@dataclass(frozen=True, slots=True)
class Place:
    """An engine to talk to: HOST:PORT, the file of its tables, and the file of the person's secret.

    `store` is None for an engine that is not ours; `secret` is None where nothing is to be kept. `child` is
    the engine where it is ours.
    """

    address: str
    store: str | None
    secret: Path | None
    ca: Path | None = None
    child: asyncio.subprocess.Process | None = None


class EngineEnded(GatewayError):
    """Our own engine has stopped before the conversation did."""


# --- the two ways to play ------------------------------------------------------------------------------


async def play(settings: Settings, store: Path | None, name: str) -> int:
    """An engine of our own as a child process, and a chat with it. `store` None: whichever file is free.

    The exit code. Raises CannotStart.
    """
    words = Words(settings.lang_code)
    show(words.say("greeting.title"))
    async with AsyncExitStack() as stack:
        place = await _own_engine(stack, settings, store)
        return await chat(settings, place, name)


async def visit(settings: Settings, place: Place, name: str) -> int:
    """A chat with an engine that runs already. The exit code. Raises CannotStart."""
    words = Words(settings.lang_code)
    show(words.say("greeting.title"))
    return await chat(settings, place, name)


async def chat(settings: Settings, place: Place, name: str) -> int:
    """One person's conversation at standard input and output, until it ends. The exit code."""
    words = Words(settings.lang_code)
    person_types = sys.stdin.isatty()
    try:
        channel = channel_to(place.address, place.ca)
    except OSError as problem:
        raise CannotStart(f"the CA file cannot be read: {problem.strerror}") from None
    async with channel:
        credentials = OwnSecret(own_secret(place.secret, os.urandom))
        gateway = GrpcGateway(channel, credentials, settings.lang_code, os.urandom)
        pace = PACE_NORMAL if person_types else PACE_NONE
        talk = Talk(gateway, words, pace, settings.game, Folder(Path(), _python()))
        try:
            await gateway.register(name or words.say("guest.name"), settings.lang_code)
            show(_engine_line(words, place))
            lines = Descriptor(sys.stdin.fileno())
            talking = Terminal(talk, gateway, lines, _write, person_types, _columns).run()
            await while_it_runs(place.child, talking)
        except asyncio.CancelledError:
            await _leave_quickly(talk, person_types)
        except BrokenPipeError:
            await _leave_quickly(talk, False)
            raise
        except StoodStill:  # said already; whoever starts again finds the seat
            await _leave_quickly(talk, True)
            return 1
        except EngineEnded:
            show("", *last_words(words, place.store or "", talk.code))
            return 1
        except GatewayError as problem:
            show(parting(words, problem, talk.seat is not None and place.store != ""))
            return 1
    return 0


def _engine_line(words: Words, place: Place) -> str:
    if place.store is None:
        return words.say("greeting.engine", address=place.address)
    store = place.store or words.say("greeting.thrown_away")
    return words.say("greeting.engine_store", address=place.address, store=store)


def parting(words: Words, problem: GatewayError, kept: bool) -> str:
    """The last line when the engine is lost; `kept`: whether the table can be found again."""
    if isinstance(problem, Refusal):
        return problem.sentence or words.say("refused")
    return words.say("away.lost" if kept else "away")


def last_words(words: Words, store: str, code: str) -> tuple[str, ...]:
    """What is said when our own engine has stopped; `store` is empty where it was thrown away."""
    if not store:
        return (words.say("ended.thrown_away"),)
    seat = [words.say("ended.seat", code=code)] if code else []
    return (" ".join([words.say("ended.kept", store=store), *seat]),)


async def while_it_runs(
    child: asyncio.subprocess.Process | None, talking: Coroutine[None, None, None]
) -> None:
    """A conversation, or all of them, while our own engine runs.

    Raises EngineEnded, and what the conversation raises.
    """
    if child is None:
        return await talking
    both = asyncio.ensure_future(talking), asyncio.ensure_future(child.wait())
    try:
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        if not both[0].done():
            raise EngineEnded
        await both[0]
    finally:
        for task in both:
            task.cancel()
        await asyncio.gather(*both, return_exceptions=True)


async def _leave_quickly(talk: Talk, comes_back: bool) -> None:
    """Interrupted: the others need not wait for the seat, and the person need not wait for the engine."""
    with suppress(TimeoutError, EngineAway):
        await asyncio.wait_for(talk.end(comes_back), LEAVE_SECONDS)


def _python() -> str:
    """This Python as it is called from the current folder."""
    python, here = Path(sys.executable), Path.cwd()
    return str(python.relative_to(here) if python.is_relative_to(here) else python)


def _columns() -> int:
    """How wide the screen is; the full width of our lines where there is none."""
    return shutil.get_terminal_size((LINE, 24)).columns if sys.stdout.isatty() else LINE


def show(*lines: str) -> None:
    """Shows lines on the screen."""
    _write("".join(f"{line}\n" for line in fitted(lines, _columns())))


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


# --- an engine of our own ------------------------------------------------------------------------------


async def _own_engine(stack: AsyncExitStack, settings: Settings, store: Path | None) -> Place:
    """Starts an engine that ends with the stack. A seed plays on a store that is thrown away."""
    seed = () if settings.seed is None else ("--seed", str(settings.seed))
    candidates = [store] if store else [] if seed else [Path(name) for name in STORES]
    problem = ""
    for file in candidates:
        if problem:
            print(f"fourth: {problem}; trying {file}", file=sys.stderr)
        try:
            address, child = await stack.enter_async_context(engine(file, seed))
            return Place(address, str(file), file.with_name(file.name + ".player"), child=child)
        except CannotStart as trouble:
            problem = f"{file}: {trouble}"
    if store is not None:
        raise CannotStart(problem)
    folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="fourth-", ignore_cleanup_errors=True))
    address, child = await stack.enter_async_context(engine(Path(folder, "fourth.db"), seed))
    return Place(address, "", None, child=child)


# --- running -------------------------------------------------------------------------------------------


def run(conversation: Coroutine[None, None, int], language: Language, attached: bool = False) -> int:
    """Runs a conversation to its end: the exit code. Interrupted, or without a screen, it ends quietly.

    `attached`: it also ends with standard input, which whoever started it holds open. Whatever else goes
    wrong is one polite line, never a traceback.
    """
    logging.getLogger().addHandler(logging.NullHandler())
    try:
        return asyncio.run(_until_told(conversation, attached))
    except CannotStart as problem:
        print(f"fourth: {problem}", file=sys.stderr)
        return 2
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that the last flush is quiet too
        return 0
    except Exception:
        print(Words(language).say("trouble"), file=sys.stderr)
        return 1


async def _until_told(conversation: Coroutine[None, None, int], attached: bool) -> int:
    """Signals that ask to stop cancel the conversation, which then leaves its seat."""
    task, loop = asyncio.ensure_future(conversation), asyncio.get_running_loop()
    for wish in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(wish, task.cancel)
    if attached:
        await loop.connect_read_pipe(lambda: _Attached(task), sys.stdin)
    try:
        return await task
    except asyncio.CancelledError:
        return 0


class _Attached(asyncio.Protocol):
    """Standard input, of which only the end is of interest: whoever held it open is gone."""

    def __init__(self, task: asyncio.Future[int]) -> None:
        self._task = task

    def connection_lost(self, exc: Exception | None) -> None:
        self._task.cancel()
