"""How messages come to stand in a chat, and how they change: what people's and the bot's deeds share."""

from __future__ import annotations

from dataclasses import replace

from playground.telegram import shapes
from playground.telegram.changes import Change
from playground.telegram.chats import Chat
from playground.telegram.messages import Message, Service
from playground.telegram.world import World


def post(world: World, chat: Chat, message: Message) -> Message:
    """A message gets its number, stands in its chat and is seen."""
    number = world.new_message_id(chat)
    message = replace(message, id=number, date=world.date(), order=world.new_order())
    chat.messages[message.id] = message
    world.tell_message("message", chat, message)
    return message


def post_ephemeral(world: World, chat: Chat, message: Message) -> Message:
    """The same for a message that one person sees."""
    chat.last_ephemeral += 1
    number = chat.last_ephemeral
    message = replace(message, id=0, ephemeral=number, date=world.date(), order=world.new_order())
    chat.ephemeral[chat.last_ephemeral] = message
    world.tell_message("message", chat, message)
    return message


def change(world: World, chat: Chat, message: Message) -> None:
    """Another message takes the place of the one with its number."""
    if message.ephemeral is None:
        chat.messages[message.id] = message
    else:
        chat.ephemeral[message.ephemeral] = message
    world.tell_message("edited", chat, message)


def delete(world: World, chat: Chat, message: Message) -> None:
    """A message is gone for everybody."""
    seen = world.seen_by(chat, message)
    if message.ephemeral is None:
        del chat.messages[message.id]
        chat.pinned = None if chat.pinned == message.id else chat.pinned
        more = {"ids": [message.id], "ephemeral": False}
    else:
        del chat.ephemeral[message.ephemeral]
        more = {"ids": [message.ephemeral], "ephemeral": True}
    world.tell(Change("deleted", seen, chat.id, None, more))


def serve(
    world: World,
    chat: Chat,
    sender: int,
    service: Service,
    thread: int | None = None,
    told: bool = True,
    anonymous: bool = False,
) -> Message:
    """A service message; the bot is told where it is in the chat. `anonymous`: whoever caused it."""
    hidden = anonymous or (chat.is_group and sender in chat.members and chat.members[sender].is_anonymous)
    message = Message(chat.id, 0, sender, 0, service=service, thread=thread, is_anonymous=hidden)
    message = post(world, chat, message)
    if told:
        world.happened("message", shapes.message(world, message))
    return message
