"""The world: who is where, what stands there, and what is told to the bot and to the people.

It is changed by the functions of its neighbours: `crowd` and `groups` are what people do, `deeds`,
`ephemeral`, `queries` and `commands` what the bot does. Each is complete or refused as a whole.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from playground.telegram.changes import Change
from playground.telegram.chats import Chat, Kind
from playground.telegram.commands import Commands
from playground.telegram.faults import Chance, Faults
from playground.telegram.faults import Kind as FaultKind
from playground.telegram.limits import PUBLISHED, Limiter, Rates
from playground.telegram.messages import File, Message
from playground.telegram.people import Bot, Person
from playground.telegram.queries import Inline, Tap
from playground.telegram.refusals import nobody
from playground.telegram.updates import Updates

Clock: TypeAlias = Callable[[], int]
"""The time in milliseconds since 1970."""
FIRST_PERSON = 1001
FIRST_GROUP = 4001
SUPERGROUPS = -1_000_000_000_000
"""Numbers of supergroups lie below."""
FIRST_UPDATE = 700_000_001
_ON_UPDATES = (FaultKind.LOSE, FaultKind.DELAY, FaultKind.DUPLICATE, FaultKind.REORDER)


class World:
    """Everything there is."""

    def __init__(self, bot: Bot, clock: Clock, chance: Chance, rates: Rates = PUBLISHED) -> None:
        self.bot = bot
        self.people: dict[int, Person] = {}
        self.chats: dict[int, Chat] = {}
        self.files: dict[str, File] = {}
        self.updates = Updates(FIRST_UPDATE)
        self.limiter = Limiter(rates)
        self.faults = Faults(chance)
        self.commands = Commands()
        self.taps: dict[str, Tap] = {}
        self.inline: dict[str, Inline] = {}
        self.privacy = True
        """Whether the bot sees in groups only what may be meant for it."""
        self.shift = 0
        """How far the clock of this world has been put on, in milliseconds."""
        self.listeners: list[Callable[[Change], None]] = []
        self.begun = clock()
        """When it began, in milliseconds: by that it is told from another one."""
        self._clock = clock
        self._people_ids = itertools.count(FIRST_PERSON)
        self._group_ids = itertools.count(FIRST_GROUP)
        self._message_ids = itertools.count(1)
        self._query_ids = itertools.count(1)
        self._orders = itertools.count(1)

    # --- time and numbers -----------------------------------------------------------------------------

    def now(self) -> int:
        """Milliseconds since 1970, as this world has it."""
        return self._clock() + self.shift

    def date(self) -> int:
        """Seconds since 1970, as messages have it."""
        return self.now() // 1000

    def new_person_id(self) -> int:
        """A number nobody has."""
        return next(self._people_ids)

    def new_group_id(self, kind: Kind) -> int:
        """A number no group has."""
        number = next(self._group_ids)
        return SUPERGROUPS - number if kind is Kind.SUPERGROUP else -number

    def new_message_id(self, chat: Chat) -> int:
        """The next number; supergroups count by themselves, all other chats together."""
        if chat.kind is not Kind.SUPERGROUP:
            return next(self._message_ids)
        chat.last_id += 1
        return chat.last_id

    def new_order(self) -> int:
        """Which of all messages the next one is."""
        return next(self._orders)

    def new_query_id(self) -> str:
        """A number no query has."""
        return str(7 * 10**17 + next(self._query_ids))

    # --- who ------------------------------------------------------------------------------------------

    def person(self, id: int) -> Person:
        """Raises Impossible."""
        if id not in self.people:
            raise nobody(id)
        return self.people[id]

    def change(self, person: Person, **what: str | bool) -> Person:
        """The person is another now."""
        self.people[person.id] = changed = replace(person, **what)  # type: ignore[arg-type]
        return changed

    # --- what is told ---------------------------------------------------------------------------------

    def happened(self, kind: str, content: Mapping[str, Any]) -> None:
        """An update for the bot, unless a fault strikes."""
        if not self.updates.wants(kind):
            return
        fault = self.faults.strikes(*_ON_UPDATES)
        match fault.kind if fault else None:
            case FaultKind.LOSE:
                return
            case FaultKind.DELAY if fault:
                self.updates.add_late(self.now() + round(fault.seconds * 1000), kind, content)
            case FaultKind.DUPLICATE:
                self.updates.add(self.now(), kind, content, copies=2)
            case FaultKind.REORDER:
                self.updates.add(self.now(), kind, content)
                self.updates.reorder(self.faults.chance.shuffle)
            case _:
                self.updates.add(self.now(), kind, content)

    def tell(self, change: Change) -> None:
        """People see something."""
        for listener in list(self.listeners):
            listener(change)

    def tell_people(self) -> None:
        """Everybody is to look anew who is there."""
        self.tell(Change("people", frozenset(self.people)))

    def tell_message(self, kind: str, chat: Chat, message: Message) -> None:
        """Those see a message, new or edited, who may and whose app can."""
        self.tell(Change(kind, self.seen_by(chat, message), chat.id, message))

    def tell_chat(self, chat: Chat) -> None:
        """All members see that a chat appeared or is another now."""
        self.tell(Change("chat", frozenset(chat.members), chat.id))

    def seen_by(self, chat: Chat, message: Message) -> frozenset[int]:
        """Who sees a message."""
        see = chat.see(message)
        if message.ephemeral is None:
            return see
        return frozenset(id for id in see if self.people[id].shows_ephemeral)

    # --- the service itself ---------------------------------------------------------------------------

    def restart(self, memory: bool) -> None:
        """The service begins anew; without memory it has forgotten what the bot was to be told and asked.

        People keep what is on their phones.
        """
        if not memory:
            self.updates.drop()
            self.taps.clear()
            self.inline.clear()
        self.limiter.forget()
        self.updates.wake()

    def jump(self, seconds: float) -> None:
        """The clock is put on, or back."""
        self.shift += round(seconds * 1000)
        self.updates.wake()
