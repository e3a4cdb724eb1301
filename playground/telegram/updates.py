"""Updates that wait for the bot: numbered, filtered by what it asked for, kept until it confirms them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

KINDS = frozenset(
    {
        "business_connection",
        "business_message",
        "callback_query",
        "channel_post",
        "chat_boost",
        "chat_join_request",
        "chat_member",
        "chosen_inline_result",
        "deleted_business_messages",
        "edited_business_message",
        "edited_channel_post",
        "edited_message",
        "guest_message",
        "inline_query",
        "managed_bot",
        "message",
        "message_reaction",
        "message_reaction_count",
        "my_chat_member",
        "poll",
        "poll_answer",
        "pre_checkout_query",
        "purchased_paid_media",
        "removed_chat_boost",
        "shipping_query",
        "stopped_message_generation",
        "subscription",
    }
)
"""What a bot may ask for; not all of it happens here."""
ONLY_IF_ASKED = frozenset({"chat_member", "message_reaction", "message_reaction_count"})
"""What a bot gets only if it names it."""
MOST_AT_ONCE = 100
KEPT_SECONDS = 24 * 3600
"""So long the service keeps what the bot does not fetch."""
KEPT_SHORTER = {"inline_query": 30, "callback_query": 150, "chosen_inline_result": 600}
"""What would be of no use later, in seconds (tdlib/telegram-bot-api, seen 2026-11)."""


@dataclass(frozen=True, slots=True)
class Update:
    """Something that happened."""

    number: int
    kind: str
    content: Mapping[str, Any]
    until: int
    """When it is forgotten, in milliseconds."""

    def json(self) -> dict[str, Any]:
        """As the bot gets it."""
        return {"update_id": self.number, self.kind: self.content}


@dataclass(frozen=True, slots=True)
class Late:
    """Something that is told only from some time on, in milliseconds; it gets its number then."""

    due: int
    kind: str
    content: Mapping[str, Any]


class Updates:
    """The queue of the bot."""

    def __init__(self, first: int) -> None:
        self._next = first
        self._waiting: list[Update] = []
        self._late: list[Late] = []
        self._allowed: frozenset[str] | None = None
        self.listeners: list[Callable[[], None]] = []
        """Called when there may be more to tell."""

    @property
    def allowed(self) -> list[str] | None:
        """What the bot asked for; None for everything usual."""
        return None if self._allowed is None else sorted(self._allowed)

    def allow(self, kinds: Iterable[str]) -> None:
        """From now on only these; none that is known means everything usual. What waits already stays."""
        self._allowed = frozenset(kinds) & KINDS or None

    def wants(self, kind: str) -> bool:
        """Whether the bot wants to know of such."""
        return kind not in ONLY_IF_ASKED if self._allowed is None else kind in self._allowed

    def add(self, now: int, kind: str, content: Mapping[str, Any], copies: int = 1) -> None:
        """Something happened. Copies have the same number, as when the service tells a thing again."""
        until = now + 1000 * KEPT_SHORTER.get(kind, KEPT_SECONDS)
        self._waiting += [Update(self._next, kind, content, until)] * copies
        self._next += 1
        self.wake()

    def add_late(self, due: int, kind: str, content: Mapping[str, Any]) -> None:
        """Something happened that is told later than what happens meanwhile."""
        self._late.append(Late(due, kind, content))
        self.wake()

    def reorder(self, order: Callable[[list[Update]], None]) -> None:
        """What waits is told in another order; the numbers still ascend."""
        numbers = [update.number for update in self._waiting]
        order(self._waiting)
        self._waiting = [replace(u, number=n) for u, n in zip(self._waiting, numbers, strict=True)]

    def confirm(self, offset: int) -> None:
        """All before that number are done; a negative one keeps so many of the newest."""
        if offset < 0:
            self._waiting = self._waiting[offset:]
        else:
            self._waiting = [update for update in self._waiting if update.number >= offset]

    def ready(self, now: int, most: int = MOST_AT_ONCE) -> list[Update]:
        """The next ones in order, without those that are too old."""
        self.settle(now)
        return self._waiting[:most]

    def settle(self, now: int) -> None:
        """What is late comes in when it is due, and what is too old goes."""
        self._waiting = [update for update in self._waiting if now < update.until]
        for late in [late for late in self._late if late.due <= now]:
            self._late.remove(late)
            self.add(now, late.kind, late.content)

    def next_due(self) -> int | None:
        """When the first of the late ones is due."""
        return min((late.due for late in self._late), default=None)

    def drop(self) -> None:
        """Forgets everything that waits."""
        self._waiting.clear()
        self._late.clear()

    def wake(self) -> None:
        """Tells whoever waits to look again."""
        for listener in list(self.listeners):
            listener()

    def __len__(self) -> int:
        return len(self._waiting) + len(self._late)
