"""Ephemeral messages: in a group, and seen by one person only (Bot API 10.2 and 10.3).

A bot that is no admin may send one only to a person that has tapped a key, or given an ephemeral command,
within the last 15 seconds. Telegram does not say whether they count against its limits: here they do, unless
that is switched off. Whether the app of the person shows them the bot is not told.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from playground.telegram.chats import Chat, Standing
from playground.telegram.deeds import Way, check_rights, check_way, open_to_bot
from playground.telegram.keyboards import Keys
from playground.telegram.messages import Content, Message
from playground.telegram.posting import change, delete, post_ephemeral
from playground.telegram.queries import Tap, tap_of
from playground.telegram.refusals import bad, not_modified
from playground.telegram.world import World

ANSWER_SECONDS = 15


@dataclass(frozen=True, slots=True)
class Receiver:
    """Who is to see it, the tap it answers, and whether it stands in place of the message tapped."""

    person: int
    query: str = ""
    in_place: bool = False
    command: int | None = None
    """The ephemeral command it answers."""


def send(world: World, chat: int, content: Content, keys: Keys, way: Way, receiver: Receiver) -> Message:
    """A new ephemeral message. Raises Refusal."""
    where = open_to_bot(world, chat)
    if not where.is_group:
        raise bad("ephemeral messages can be sent only to groups and supergroups")
    if receiver.person not in where.members:
        raise bad("USER_NOT_PARTICIPANT")
    tap = _tap(world, where, receiver)
    if tap is None and where.bot is not Standing.ADMIN and not _gave_command(world, where, receiver):
        raise bad("not enough rights to send ephemeral messages to the chat")
    check_rights(where, content)
    way = check_way(where, way)
    _count(world, where)
    message = Message(
        where.id,
        0,
        world.bot.id,
        0,
        content,
        keys,
        thread=way.thread,
        reply_to=way.reply_to,
        receiver=receiver.person,
        in_place_of=tap.message if tap is not None and receiver.in_place else None,
    )
    return post_ephemeral(world, where, message)


def _tap(world: World, chat: Chat, receiver: Receiver) -> Tap | None:
    """The tap it answers. Raises Refusal."""
    if not receiver.query:
        if receiver.in_place:
            raise bad("callback query identifier is not specified")
        return None
    tap = tap_of(world, receiver.query, ANSWER_SECONDS)
    if (tap.person, tap.chat) != (receiver.person, chat.id):
        raise bad("QUERY_ID_INVALID")
    if tap.in_ephemeral and receiver.in_place:
        raise bad("ephemeral messages must be edited to be replaced")
    return tap


def _gave_command(world: World, chat: Chat, receiver: Receiver) -> bool:
    """Whether the person has just given an ephemeral command, the one it answers if it names one."""
    return any(
        message.sender == receiver.person
        and receiver.command in (None, message.ephemeral)
        and 0 <= world.date() - message.date < ANSWER_SECONDS
        for message in chat.ephemeral.values()
    )


def _count(world: World, chat: Chat) -> None:
    if world.limiter.rates.ephemeral:
        world.limiter.take(world.now(), chat.id, chat.is_group)


def own(world: World, chat: int, person: int, ephemeral: int) -> tuple[Chat, Message]:
    """An ephemeral message of the bot for that person. Raises Refusal."""
    where = open_to_bot(world, chat)
    found = where.ephemeral.get(ephemeral)
    if found is None or found.receiver != person:
        raise bad("message to edit not found")
    return where, found


def edit(world: World, chat: Chat, old: Message, content: Content, keys: Keys) -> None:
    """It says something else from now on. Raises Refusal."""
    if (content, keys) == (old.content, old.keys):
        raise not_modified()
    _count(world, chat)
    change(world, chat, replace(old, content=content, keys=keys, edited=world.date()))


def remove(world: World, chat: int, person: int, ephemeral: int) -> None:
    """It is gone. Raises Refusal."""
    where = open_to_bot(world, chat)
    found = where.ephemeral.get(ephemeral)
    if found is None or person not in (found.receiver, found.sender):
        raise bad("message to delete not found")
    delete(world, where, found)
