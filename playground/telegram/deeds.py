"""What the bot does: send, edit, delete, pin, react. Each deed is done as a whole, or refused."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from playground.telegram import shapes
from playground.telegram.changes import Change
from playground.telegram.chats import GENERAL, Chat, Standing
from playground.telegram.keyboards import Keys
from playground.telegram.messages import Content, Message, Service
from playground.telegram.posting import change, delete, post, serve
from playground.telegram.refusals import bad, forbidden, not_modified
from playground.telegram.world import World

DELETABLE_SECONDS = 48 * 3600
REACTIONS = frozenset(
    "👍👎❤🔥🥰👏😁🤔🤯😱🤬😢🎉🤩🤮💩🙏👌🕊🤡🥱🥴😍🐳🌚🌭💯🤣⚡🍌🏆💔🤨😐🍓🍾💋🖕😈😴😭🤓👻👀🎃🙈😇😨🤝✍🤗🫡🎅🎄☃💅🤪🗿🆒💘🙉🦄😘💊🙊😎👾😡"
)


@dataclass(frozen=True, slots=True)
class Way:
    """Where in a chat a message goes; `insists` False: without the message it answers if that is gone."""

    thread: int | None = None
    reply_to: int | None = None
    insists: bool = True


# --- places ------------------------------------------------------------------------------------------


def known(world: World, chat: int) -> Chat:
    """A chat the bot has heard of. Raises Refusal."""
    where = world.chats.get(chat)
    if where is None or not _has_heard_of(world, where):
        raise bad("chat not found")
    if where.moved_to is not None:
        raise bad("group chat was upgraded to a supergroup chat", migrate_to_chat_id=where.moved_to)
    return where


def _has_heard_of(world: World, where: Chat) -> bool:
    """Of a person the bot has heard who has written to it, or is in a group with it."""
    if where.is_group:
        return where.bot is not Standing.NONE or where.was_kicked or where.has_left
    groups = (chat for chat in world.chats.values() if chat.is_group and chat.bot is not Standing.NONE)
    return world.people[where.id].has_started or any(where.id in chat.members for chat in groups)


def open_to_bot(world: World, chat: int) -> Chat:
    """A chat in which the bot may do something. Raises Refusal."""
    where = known(world, chat)
    if where.is_group:
        if where.was_kicked:
            raise forbidden(f"bot was kicked from the {where.kind} chat")
        if where.has_left:
            raise forbidden(f"bot is not a member of the {where.kind} chat")
        return where
    person = world.people[chat]
    if person.has_blocked:
        raise forbidden("bot was blocked by the user")
    if not person.has_started:
        raise forbidden("bot can't initiate conversation with a user")
    return where


def check_rights(chat: Chat, content: Content) -> None:
    """Whether the bot may send such a thing there. Raises Refusal."""
    if not chat.is_group or chat.bot is Standing.ADMIN:
        return
    what = "photos" if content.photo else "documents" if content.document else "text messages"
    if not (chat.rights.photo if content.has_media else chat.rights.text):
        raise bad(f"not enough rights to send {what} to the chat")


def check_way(chat: Chat, way: Way) -> Way:
    """The way, without an answer to what is gone if the bot does not insist. Raises Refusal."""
    if way.reply_to is not None and way.reply_to not in chat.messages:
        if way.insists:
            raise bad("message to be replied not found")
        way = replace(way, reply_to=None)
    answered = chat.messages.get(way.reply_to or 0)
    thread = way.thread if answered is None else way.thread or answered.thread
    if thread is not None:
        topic = chat.topics.get(thread) if thread != GENERAL else None
        if topic is None:
            raise bad("message thread not found")
        if topic.is_closed and chat.bot is not Standing.ADMIN:
            raise bad("TOPIC_CLOSED")
    return replace(way, thread=thread)


# --- messages ----------------------------------------------------------------------------------------


def send(
    world: World, chat: int, content: Content, keys: Keys = (), way: Way = Way(), is_fixed: bool = False
) -> Message:
    """A new message of the bot; `is_fixed`: one that can never be edited. Raises Refusal."""
    where = open_to_bot(world, chat)
    check_rights(where, content)
    way = check_way(where, way)
    world.limiter.take(world.now(), where.id, where.is_group)
    where.bot_has_spoken = True
    message = Message(where.id, 0, world.bot.id, 0, content, keys, thread=way.thread, reply_to=way.reply_to)
    return post(world, where, replace(message, is_fixed=is_fixed))


def own(world: World, chat: int, message: int) -> tuple[Chat, Message]:
    """A message of the bot that it may change. Raises Refusal."""
    where = open_to_bot(world, chat)
    found = where.messages.get(message)
    if found is None:
        raise bad("message to edit not found")
    if found.sender != world.bot.id or found.service is not None or found.is_fixed:
        raise bad("message can't be edited")
    return where, found


def sent_for(world: World, inline: str) -> tuple[Chat, Message]:
    """What a person sent with the bot's help. Raises Refusal."""
    for where in world.chats.values():
        for message in where.messages.values():
            if message.via_bot == inline:
                return where, message
    raise bad("MESSAGE_ID_INVALID")


def edit(world: World, chat: Chat, old: Message, content: Content, keys: Keys) -> Message:
    """The message says something else from now on. Raises Refusal."""
    if (content, keys) == (old.content, old.keys):
        raise not_modified()
    if content.has_media and not old.content.has_media:
        check_rights(chat, content)
    world.limiter.take(world.now(), chat.id, chat.is_group)
    new = replace(old, content=content, keys=keys, edited=world.date())
    change(world, chat, new)
    return new


def remove(world: World, chat: int, message: int) -> None:
    """A message is deleted; one of others only by an admin, in a private chat by either. Raises Refusal."""
    where = open_to_bot(world, chat)
    found = where.messages.get(message)
    if found is None:
        raise bad("message to delete not found")
    may = found.sender == world.bot.id or not where.is_group or where.bot is Standing.ADMIN
    if not may or not world.date() - found.date < DELETABLE_SECONDS:
        raise bad("message can't be deleted for everyone")
    delete(world, where, found)


def pin(world: World, chat: int, message: int) -> None:
    """A message is pinned; in a group only an admin may. Raises Refusal."""
    where = open_to_bot(world, chat)
    if message not in where.messages:
        raise bad("message to pin not found")
    _check_pins(where)
    if where.pinned == message:
        return
    where.pinned = message
    told = {"message": message}
    world.tell(Change("pinned", frozenset(where.members), where.id, None, told))
    serve(world, where, world.bot.id, Service("pinned_message", number=message))


def unpin(world: World, chat: int, message: int | None) -> None:
    """The pinned message is pinned no longer. Raises Refusal."""
    where = open_to_bot(world, chat)
    if where.pinned is None or message not in (None, where.pinned):
        raise bad("message to unpin not found")
    _check_pins(where)
    where.pinned = None
    world.tell(Change("pinned", frozenset(where.members), where.id, None, {"message": None}))


def _check_pins(where: Chat) -> None:
    if where.is_group and where.bot is not Standing.ADMIN:
        raise bad("not enough rights to manage pinned messages in the chat")


def react(world: World, chat: int, message: int, emoji: str) -> None:
    """The bot feels something about a message; empty: nothing any more. Raises Refusal."""
    where = open_to_bot(world, chat)
    if message not in where.messages:
        raise bad("message to react not found")
    if (
        emoji
        and emoji.replace("\ufe0f", "") not in REACTIONS
        and emoji not in ("❤‍🔥", "👨‍💻", "🤷‍♂", "🤷", "🤷‍♀")
    ):
        raise bad("REACTION_INVALID")
    where.reactions[message] = emoji
    more = {"message": message, "emoji": emoji}
    world.tell(Change("reaction", frozenset(where.members), where.id, None, more))


def act(world: World, chat: int, thread: int | None) -> None:
    """The bot seems to be typing. Raises Refusal."""
    where = open_to_bot(world, chat)
    check_way(where, Way(thread))
    world.tell(Change("typing", frozenset(where.members), where.id, None, {"thread": thread}))


def leave(world: World, chat: int) -> None:
    """The bot goes. Raises Refusal."""
    where = open_to_bot(world, chat)
    if not where.is_group:
        raise bad("chat member status can't be changed in private chats")
    service = Service("left_chat_member", (world.bot.id,))
    serve(world, where, world.bot.id, service, told=False)
    old: dict[str, Any] = shapes.member(world, where, world.bot.id)
    where.bot, where.bot_has_spoken, where.has_left = Standing.NONE, False, True
    new: dict[str, Any] = {"status": "left"}
    who = {"user": shapes.bot(world)}
    about = {"chat": shapes.chat(world, where), "from": shapes.bot(world), "date": world.date()}
    world.happened("my_chat_member", about | {"old_chat_member": who | old, "new_chat_member": who | new})
    world.tell_chat(where)
