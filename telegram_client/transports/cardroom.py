"""The card room: who is there, in which chat, at which table.

A person has one talk, in a chat of its own; a group has one, which sees no more than any spectator. What
they say goes to the engine at once; what they are shown follows from the table and goes by Delivery, so that
a chat that cannot be reached holds nothing up.
"""

from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial

from fourth.v1.views_pb2 import PACE_NORMAL, Pace

from telegram_client.conversation.gateway import Gateway, GatewayError, Refusal
from telegram_client.conversation.group.talk import GroupTalk
from telegram_client.conversation.post import Chat, Delivery, Memory, Party, Way
from telegram_client.conversation.private.talk import PrivateTalk
from telegram_client.conversation.room import Sender, Signs
from telegram_client.conversation.screens import LONGEST_TOAST, Screen, Tapped, Toast
from telegram_client.conversation.standing import ALIVE
from telegram_client.conversation.taps import MoveTap, PickTap, PlaceTap, read_tap
from telegram_client.speech.phrasebook import Language, Words
from telegram_client.transports.following import AWAY_SECONDS, Follower

SCROLLED = 5
"""After so many messages a board has left a small screen."""
MOST_IDLE = 2_000
"""So many people who sit nowhere are kept in mind; the others are greeted anew, which costs two calls."""
LONGEST_NAME = 24
"""Letters of a name that the engine takes, marks on a letter not counted."""
_NO_LETTERS = frozenset({"Mn", "Me", "Mc", "Sk", "Cc", "Cf", "Cs", "Co", "Cn"})
"""Marks on a letter, and what is not seen (Unicode's general categories)."""


@dataclass(frozen=True, slots=True)
class House:
    """What every talk of the room needs: how the engine is reached, and what our own address is.

    `gateway` makes the way to the engine for a guest of ours and its language.
    """

    gateway: Callable[[str, str], Gateway]
    delivery: Delivery
    memory: Memory
    signs: Signs
    report: Callable[[Exception], None]
    home: str = ""
    pace: Pace = PACE_NORMAL


@dataclass(slots=True)
class Person:
    """A person in the room. `player` is its id at the engine, empty until the engine knows it."""

    talk: PrivateTalk
    chat: Chat
    follower: Follower = field(init=False)
    player: str = ""
    below: int = 0
    """How many messages came after the board's."""
    decision: int = 0
    """The decision it was last asked for."""

    @property
    def is_idle(self) -> bool:
        """Whether it could be forgotten: it sits nowhere, and nobody is talking with it."""
        return self.follower.is_idle and not self.follower.lock.locked()


@dataclass(slots=True)
class Group:
    """A group in the room."""

    talk: GroupTalk
    chat: Chat
    follower: Follower = field(init=False)
    known: bool = False


class Cardroom:
    """See Room and Listener: where people come in, and what became of what they were sent."""

    def __init__(self, house: House, wait: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._house = house
        self._wait = wait
        self._persons: dict[int, Person] = {}
        self._groups: dict[Chat, Group] = {}

    async def wake_up(self) -> None:
        """Takes up what was going on before a restart, as soon as the engine is there."""
        guests = [Sender(guest.user, "") for guest in self._house.memory.guests_at_tables()]
        chats = [party.chat for party in self._house.memory.parties_at_tables()]
        while guests or chats:
            guests = [guest for guest in guests if not await self._is_back(guest)]
            chats = [chat for chat in chats if not await self._is_back_in(chat)]
            if guests or chats:
                await self._wait(AWAY_SECONDS)

    async def _is_back(self, sender: Sender) -> bool:
        person = self._person(sender)
        async with person.follower.lock:
            return not await self._welcomed(person, sender)

    async def _is_back_in(self, chat: Chat) -> bool:
        group = self._group(chat, None)
        async with group.follower.lock:
            return not await self._gathered(group)

    async def close(self) -> None:
        """Follows nothing any longer."""
        followers = [person.follower for person in self._persons.values()]
        followers += [group.follower for group in self._groups.values()]
        await asyncio.gather(*(follower.stop() for follower in followers))

    # --- what comes in (see Room) ------------------------------------------------------------------------

    def key_of(self, user: int, chat: Chat, data: str) -> str:
        """See Room."""
        tap = read_tap(data)
        if isinstance(tap, (MoveTap, PlaceTap, PickTap)):
            return tap.table
        person, group = self._persons.get(user), self._groups.get(chat)
        tables = [here.talk.watched[0] for here in (group, person) if here is not None]
        return next(filter(None, tables), f"{chat.id}/{chat.thread or 0}")

    async def said(self, by: Sender, chat: Chat, text: str, update: int) -> None:
        """See Room."""
        person = self._person(by)
        if chat.is_group:
            group = self._group(chat, by.language)
            async with group.follower.lock, person.follower.lock:
                await self._said_in_group(group, person, by, text, f"u{update}")
            return
        self._keep_way(by.id, Way.PRIVATE)
        person.below += 1
        async with person.follower.lock:
            problem = await self._welcomed(person, by)
            self._say(chat, problem or await person.talk.said(text, f"u{update}"))
            await person.follower.settle()

    async def _said_in_group(self, group: Group, person: Person, by: Sender, text: str, request: str) -> None:
        problem = await self._welcomed(person, by) or await self._gathered(group)
        self._say(group.chat, problem or await group.talk.said(person.talk, text, request))
        await person.follower.settle()
        await group.follower.settle()

    async def tapped(self, by: Sender, chat: Chat, message: int, data: str, query: str) -> Toast:
        """See Room."""
        person = self._person(by)
        if not chat.is_group:
            self._keep_way(by.id, Way.PRIVATE)
            async with person.follower.lock:
                if problem := await self._welcomed(person, by):
                    return _toast_of(problem)
                return await self._answered(person, await person.talk.tapped(read_tap(data), f"q{query}"))
        group = self._group(chat, by.language)
        async with group.follower.lock, person.follower.lock:
            if problem := await self._welcomed(person, by) or await self._gathered(group):
                return _toast_of(problem)
            tapped = await group.talk.tapped(person.talk, read_tap(data), f"q{query}")
            await person.follower.settle()
            return await self._answered(group, tapped)

    async def _answered(self, here: Person | Group, tapped: Tapped) -> Toast:
        self._say(here.chat, tapped.screens)
        await here.follower.settle()
        return tapped.toast

    async def added(self, chat: Chat, by: Sender) -> None:
        """See Room."""
        group = self._group(chat, by.language)
        async with group.follower.lock:
            self._say(chat, await self._gathered(group) or await group.talk.greeted())
            group.talk.board_wanted = bool(group.talk.table)
            await group.follower.settle()

    async def left(self, chat: Chat) -> None:
        """See Room: every topic of the group is gone with it. Its people play on in their own chats.

        A match that is on stands in memory: it is shown again to a group that takes us back.
        """
        for place in [place for place in self._groups if place.id == chat.id]:
            group = self._groups.pop(place)
            async with group.follower.lock:
                await group.follower.stop()
            view = group.talk.view
            if view is None or view.stage not in ALIVE:
                self._house.memory.keep_party(replace(self._house.memory.party(place), at=""))

    async def blocked(self, user: int) -> None:
        """See Room."""
        self.unreachable(Chat(user))

    async def moved(self, old: int, new: int) -> None:
        """See Room."""
        self._house.delivery.moved(old, new)  # which tells the memory
        self.rekeyed(old, new)

    # --- what became of messages (see Listener) ----------------------------------------------------------

    def reached(self, chat: Chat) -> None:
        """See Listener."""
        if not chat.is_group:
            self._keep_way(chat.id, Way.PRIVATE)

    def unreachable(self, chat: Chat) -> None:
        """See Listener."""
        if not chat.is_group:
            self._keep_way(chat.id, Way.TOAST)

    def rekeyed(self, old: int, new: int) -> None:
        """See Listener."""
        for place in [place for place in self._groups if place.id == old]:
            group = self._groups.pop(place)
            group.chat = replace(place, id=new)
            known = self._groups.get(group.chat)  # somebody spoke there before we were told
            if known is None or known.follower.is_idle:
                self._groups[group.chat] = group
                self._show_group(group)  # nobody can tap anything where it was
            else:
                group.follower.forget()

    def _keep_way(self, user: int, way: Way) -> None:
        """How a person is reached from now on; whoever can be reached again is shown its board at once."""
        guest = self._house.memory.guest(user)
        if guest.way == way:
            return
        self._house.memory.keep_guest(replace(guest, way=way))
        if person := self._persons.get(user):
            self._show_person(person)
            for group in self._groups.values():
                if group.talk.watched[0] == person.talk.watched[0]:
                    self._show_group(group)

    # --- who is here -------------------------------------------------------------------------------------

    def _person(self, sender: Sender) -> Person:
        person = self._persons.get(sender.id)
        if person is not None:
            return person
        self._make_room()
        kept = self._house.memory.guest(sender.id).language
        language = Language(kept) if kept in set(Language) else sender.language or Language.EN
        house = self._house
        gateway = house.gateway(f"user:{sender.id}", language)
        talk = PrivateTalk(gateway, Words(language), house.pace, home=house.home)
        person = self._persons[sender.id] = Person(talk, sender.chat)
        say = partial(self._say, sender.chat, lasting=True)
        show = partial(self._show_person, person)
        person.follower = Follower(talk, say, show, house.report)
        return person

    def _make_room(self) -> None:
        """Forgets people who sit nowhere, the longest known first, when there are very many."""
        if len(self._persons) < MOST_IDLE:
            return
        idle = [user for user, person in self._persons.items() if person.is_idle]
        for user in idle[: MOST_IDLE // 2]:
            self._persons.pop(user).follower.forget()

    def _group(self, chat: Chat, language: Language | None) -> Group:
        group = self._groups.get(chat)
        if group is not None:
            return group
        kept = self._house.memory.party(chat).language
        spoken = Language(kept) if kept in set(Language) else language or Language.EN
        gateway = self._house.gateway(f"group:{chat.id}:{chat.thread or 0}", spoken)
        talk = GroupTalk(gateway, Words(spoken), self._house.pace, home=self._house.home)
        talk.language_chosen = bool(kept)
        group = self._groups[chat] = Group(talk, chat)
        say, show = partial(self._say_to, group), partial(self._show_group, group)
        group.follower = Follower(talk, say, show, self._house.report)
        return group

    async def _welcomed(self, person: Person, sender: Sender) -> tuple[Screen, ...]:
        """Makes the engine and the person known to each other; what to say where that fails."""
        if person.player:
            return ()
        try:
            person.player = await self._registered(person.talk, sender.name)
            await person.talk.arrive()
        except GatewayError as problem:
            person.player = ""
            return (Screen(person.talk.sorry(problem)),)
        await person.follower.settle()
        return ()

    async def _registered(self, talk: PrivateTalk | GroupTalk, name: str) -> str:
        """The id at the engine. A name that is too long loses its end; one of which nothing is left when
        it is cleaned becomes a guest's.
        """
        language, guest = talk.words.language, talk.words.say("guest.name")
        for called in filter(None, (name, first_letters(name))):
            try:
                return await talk.gateway.register(called, language)
            except Refusal as problem:
                if problem.reason != "NAME_INVALID":
                    raise
        return await talk.gateway.register(guest, language)

    async def _gathered(self, group: Group) -> tuple[Screen, ...]:
        """Makes the engine and the group known to each other; what to say where that fails."""
        if group.known:
            return ()
        try:
            await self._registered(group.talk, "")
            await group.talk.learn_games()
            await self._back_at_its_table(group)
        except GatewayError as problem:
            return (Screen(group.talk.sorry(problem)),)
        group.known = True
        await group.follower.settle()
        return ()

    async def _back_at_its_table(self, group: Group) -> None:
        """The table that memory has for the group, so that its keys work at once. Raises EngineAway."""
        if table := self._house.memory.party(group.chat).at:
            group.talk.go(table)
            with suppress(Refusal):  # the watch says why
                group.talk.find(await group.talk.gateway.view(table))

    # --- what they are shown -----------------------------------------------------------------------------

    def _say(self, chat: Chat, screens: tuple[Screen, ...], *, lasting: bool = False) -> None:
        """`lasting`: what happened at a table, and not what somebody looked up and can look up again."""
        if not chat.is_group and self._house.memory.guest(chat.id).way == Way.TOAST:
            return
        for screen in screens:
            self._house.delivery.say(chat, screen, lasting=lasting)
        if person := self._persons.get(chat.id):
            person.below += len(screens)

    def _say_to(self, group: Group, screens: tuple[Screen, ...]) -> None:
        self._say(group.chat, screens, lasting=True)  # its chat may have another id by now

    def _show_person(self, person: Person) -> None:
        guest = self._house.memory.guest(person.chat.id)
        language = person.talk.words.language
        table = "" if person.talk.rests else person.talk.watched[0]
        if (guest.language, guest.at) != (language, table):
            self._house.memory.keep_guest(replace(guest, language=language, at=table))
        if guest.language != language:
            self._house.signs.speak(person.chat, language)
        left, board = person.talk.board_left(), person.talk.board()
        if left is not None and guest.way != Way.TOAST:
            self._house.delivery.show(person.chat, left)
        if board is not None and guest.way != Way.TOAST:
            self._house.delivery.show(person.chat, board)
            self._bring_down(person)

    def _bring_down(self, person: Person) -> None:
        """A board that asks something new is sent anew where many messages came after it."""
        decision = person.talk.asked_at if person.talk.asked else 0
        if decision == person.decision:
            return
        person.decision = decision
        if decision and person.below >= SCROLLED:
            person.below = 0
            self._house.delivery.repeat(person.chat)

    def _show_group(self, group: Group) -> None:
        talk, party = group.talk, self._house.memory.party(group.chat)
        language, table = talk.words.language, talk.watched[0]
        if (party.language, party.at) != (language, table):
            self._house.memory.keep_party(Party(group.chat, language, table))
        if party.language != language:
            self._house.signs.speak(group.chat, language)
        talk.keyless = {
            person.player
            for user, person in self._persons.items()
            if person.talk.watched[0] == table and self._house.memory.guest(user).way == Way.TOAST
        }
        board = talk.board()
        if board is None:
            return
        self._house.delivery.show(group.chat, board)
        if talk.board_wanted:
            talk.board_wanted = False
            self._house.delivery.repeat(group.chat)


def first_letters(name: str) -> str:
    """As much of a name as the engine takes."""
    name, letters = " ".join(name.split()), 0
    for place, mark in enumerate(name):
        letters += unicodedata.category(mark) not in _NO_LETTERS
        if letters > LONGEST_NAME:
            return name[:place].rstrip()
    return name


def _toast_of(screens: tuple[Screen, ...]) -> Toast:
    """The words of a screen as the answer to a tap."""
    lines = [part for screen in screens for part in screen.parts if isinstance(part, str)]
    return Toast("\n".join(lines)[:LONGEST_TOAST], alert=True)
