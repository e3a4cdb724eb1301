"""The world as one person sees it, in the shapes of the page."""

from __future__ import annotations

from typing import Any

from playground.telegram.chats import Chat
from playground.telegram.crowd import chats_of, seen_commands
from playground.telegram.entities import Entity
from playground.telegram.keyboards import Key
from playground.telegram.messages import File, Message, Service
from playground.telegram.people import ANONYMOUS_ID, Person
from playground.telegram.queries import Offer
from playground.telegram.world import World

_KINDS = {
    "new_chat_members": "joined",
    "left_chat_member": "left",
    "new_chat_title": "renamed",
    "migrate_to_chat_id": "upgraded",
    "migrate_from_chat_id": "upgraded",
    "forum_topic_created": "topic_created",
    "forum_topic_closed": "topic_closed",
    "forum_topic_reopened": "topic_reopened",
    "pinned_message": "pinned",
    "group_chat_created": "created",
    "supergroup_chat_created": "created",
}
"""What happened, in the words of the page."""


def person(who: Person) -> dict[str, Any]:
    """A person."""
    about = {"id": who.id, "name": who.name, "language": who.language, "username": who.username}
    return about | {"blocked": who.has_blocked, "ephemeral": who.shows_ephemeral}


def bot(world: World) -> dict[str, Any]:
    """The bot."""
    return {"id": world.bot.id, "name": world.bot.name, "username": world.bot.username}


def head(world: World, chat: Chat) -> dict[str, Any]:
    """A chat without its messages."""
    return {
        "id": chat.id,
        "kind": str(chat.kind),
        "title": chat.title if chat.is_group else world.bot.name,
        "topics": [{"id": t.id, "name": t.name, "closed": t.is_closed} for t in chat.topics.values()],
        "members": [
            {"id": id, "name": world.people[id].name, "admin": it.leads, "anonymous": it.is_anonymous}
            for id, it in chat.members.items()
        ],
        "bot": str(chat.bot),
        "forum": chat.is_forum,
        "rights": {"text": chat.rights.text, "photo": chat.rights.photo},
        "blocked": not chat.is_group and world.people[chat.id].has_blocked,
    }


def state(world: World, id: int) -> dict[str, Any]:
    """Everything a person sees."""
    chats = [whole(world, chat, id) for chat in chats_of(world, id)]
    return {"person": person(world.people[id]), "bot": bot(world), "chats": chats}


def whole(world: World, chat: Chat, id: int) -> dict[str, Any]:
    """A chat with its messages, in the order they came, and the commands a person is offered there."""
    messages = sorted((*chat.messages.values(), *chat.ephemeral.values()), key=lambda it: it.order)
    seen = [message(world, it) for it in messages if id in world.seen_by(chat, it)]
    listed = [command.json() for command in seen_commands(world, chat, id)]
    return head(world, chat) | {"messages": seen, "commands": listed, "pinned": chat.pinned}


def message(world: World, it: Message) -> dict[str, Any]:
    """A message."""
    content = it.content
    return {
        "chat": it.chat,
        "id": it.id,
        "ephemeral": it.ephemeral,
        "in_place_of": it.in_place_of,
        "from": _sender(world, it),
        "date": it.date,
        "thread": it.thread,
        "text": content.text.text,
        "entities": [_entity(e) for e in content.text.entities],
        "photo": None if content.photo is None else _photo(content.photo),
        "document": None if content.document is None else _document(content.document),
        "reply_to": it.reply_to,
        "keys": [[_key(key) for key in row] for row in it.keys],
        "edited": it.edited is not None,
        "service": None if it.service is None else _service(world, it.service, it.chat),
        "via_bot": it.via_bot is not None,
        "reaction": world.chats[it.chat].reactions.get(it.id) or None,
    }


def _sender(world: World, it: Message) -> dict[str, Any]:
    if it.is_anonymous:
        return {"id": ANONYMOUS_ID, "name": world.chats[it.chat].title, "bot": False}
    return {"id": it.sender, "name": name(world, it.sender), "bot": it.sender == world.bot.id}


def name(world: World, id: int) -> str:
    """What somebody is called."""
    return world.bot.name if id == world.bot.id else world.people[id].name


def _entity(it: Entity) -> dict[str, Any]:
    shown: dict[str, Any] = {"type": it.kind, "offset": it.offset, "length": it.length}
    if it.kind == "text_link":
        shown["url"] = it.about
    return shown | ({"language": it.about} if it.kind == "pre" and it.about else {})


def _key(key: Key) -> dict[str, Any]:
    switch = key.switch if key.switch_here is None else key.switch_here
    shown = {"data": key.data, "url": key.url, "copy": key.copy, "switch": switch}
    here = {"here": True} if key.switch_here is not None else {}
    off = {"disabled": True} if key.disabled else {}
    given = {field: value for field, value in shown.items() if value is not None}
    return {"text": key.text} | given | here | off | dict(key.look)


def _photo(file: File) -> dict[str, Any]:
    return {"url": f"/picture/{file.id}", "width": file.width, "height": file.height, "caption": True}


def _document(file: File) -> dict[str, Any]:
    return {"url": f"/document/{file.id}", "name": file.name, "size": len(file.data)}


def _service(world: World, it: Service, chat: int) -> dict[str, Any]:
    people = [{"id": id, "name": name(world, id)} for id in it.people]
    first = {"person": people[0]["name"]} if people else {}
    return (
        {"kind": _KINDS[it.kind], "title": it.text or world.chats[chat].title, "name": it.text}
        | first
        | {
            "people": people,
            "number": it.number,
        }
    )


def offer(it: Offer) -> dict[str, Any]:
    """Something the bot offers behind its name."""
    photo = None if it.content.photo is None else _photo(it.content.photo)
    about = {"id": it.id, "type": it.kind, "title": it.title, "description": it.description}
    return about | {"text": it.content.text.text, "photo": photo}
