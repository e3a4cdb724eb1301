"""Queries: taps on keys and questions behind the bot's name, and the bot's answers to them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from playground.telegram.changes import Change
from playground.telegram.entities import length
from playground.telegram.keyboards import Keys
from playground.telegram.messages import Content
from playground.telegram.refusals import bad, too_old

if TYPE_CHECKING:
    from playground.telegram.world import World

TAP_SECONDS = 30
"""A tap may be answered so long. Telegram does not say how long; it is no long time."""
INLINE_SECONDS = 10
LONGEST_ANSWER = 200
LONGEST_QUERY = 256
MOST_RESULTS = 50


@dataclass(slots=True)
class Tap:
    """A tap on a key; `at` in milliseconds."""

    id: str
    person: int
    chat: int
    message: int
    at: int
    in_ephemeral: bool = False
    is_answered: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """One of the things a person may choose, and the message it becomes."""

    id: str
    kind: str
    title: str
    description: str
    content: Content
    keys: Keys = ()


@dataclass(slots=True)
class Inline:
    """A question behind the bot's name; `offers` is None until it is answered."""

    id: str
    person: int
    text: str
    at: int
    offers: tuple[Offer, ...] | None = None
    next_offset: str = ""
    listeners: list[Callable[[], None]] = field(default_factory=list)


def tap_of(world: World, id: str, seconds: int = TAP_SECONDS) -> Tap:
    """The tap, if it is not too old. Raises Refusal."""
    tap = world.taps.get(id)
    if tap is None or not 0 <= world.now() - tap.at < seconds * 1000:
        raise too_old()
    return tap


def answer_tap(world: World, id: str, text: str, alert: bool, url: str) -> None:
    """The bot answers a tap, once. Raises Refusal."""
    if length(text) > LONGEST_ANSWER:
        raise bad("MESSAGE_TOO_LONG")
    tap = tap_of(world, id)
    if tap.is_answered:
        raise too_old()
    tap.is_answered = True
    more = {"query": id, "text": text, "alert": alert, "url": url or None, "message": tap.message}
    world.tell(Change("answer", frozenset({tap.person}), tap.chat, None, more))


def answer_inline(world: World, id: str, offers: tuple[Offer, ...], next_offset: str) -> None:
    """The bot answers a question, once. Raises Refusal."""
    query = world.inline.get(id)
    if query is None or query.offers is not None or world.now() - query.at >= INLINE_SECONDS * 1000:
        raise too_old()
    if len({offer.id for offer in offers}) < len(offers):
        raise bad("RESULT_ID_DUPLICATE")
    if len(next_offset.encode()) > 64:
        raise bad("NEXT_OFFSET_INVALID")
    query.offers, query.next_offset = offers, next_offset
    for listener in query.listeners:
        listener()
