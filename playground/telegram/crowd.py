"""What people do: come, write, tap, ask behind the bot's name, block the bot."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from playground.telegram import shapes
from playground.telegram.changes import Change
from playground.telegram.chats import Chat, Kind, Member, Standing
from playground.telegram.commands import Listed
from playground.telegram.entities import NOTHING, Marked, cut, finished, length
from playground.telegram.keyboards import MOST_DATA_BYTES
from playground.telegram.messages import LONGEST_TEXT, Content, Message
from playground.telegram.people import Person
from playground.telegram.posting import post, post_ephemeral
from playground.telegram.queries import LONGEST_QUERY, Inline, Tap
from playground.telegram.refusals import Impossible, nowhere
from playground.telegram.world import World

LONGEST_NAME = 64
MOST_WRITTEN = 2**15
"""Longer texts are not even read."""
_LANGUAGE = re.compile(r"(?:[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Words:
    """What a person writes, and where in the chat."""

    text: str
    thread: int | None = None
    reply_to: int | None = None


# --- who ---------------------------------------------------------------------------------------------


def come(world: World, name: str, language: str = "") -> Person:
    """Somebody new, with an empty private chat with the bot. Raises Impossible."""
    id = world.new_person_id()
    person = Person(id, _name(name), _language(language), _username(name, id))
    world.people[id] = person
    private = Chat(id, Kind.PRIVATE, person.name, instance_of(id), {id: Member()}, Standing.MEMBER)
    world.chats[id] = private
    world.tell_chat(private)
    world.tell_people()
    return person


def rename(world: World, id: int, name: str) -> None:
    """Another name from now on, also under what was said before. Raises Impossible."""
    person = world.change(world.person(id), name=_name(name))
    world.chats[id].title = person.name
    _tell_chats(world, id)
    world.tell_people()


def speak(world: World, id: int, language: str) -> None:
    """The app is in another language from now on. Raises Impossible."""
    world.change(world.person(id), language=_language(language))
    for chat in chats_of(world, id):
        tell_commands(world, chat, id)
    world.tell_people()


def renew_app(world: World, id: int, shows_ephemeral: bool) -> None:
    """The app can show ephemeral messages from now on, or it is an old one. Raises Impossible."""
    if world.person(id).shows_ephemeral == shows_ephemeral:
        return
    world.change(world.people[id], shows_ephemeral=shows_ephemeral)
    world.tell_people()
    for chat in chats_of(world, id):
        for message in chat.ephemeral.values():
            if id in chat.see(message):
                world.tell(_shown_or_gone(id, message, shows_ephemeral))


def _shown_or_gone(id: int, message: Message, is_shown: bool) -> Change:
    """What the person sees of an ephemeral message that was there already."""
    if is_shown:
        return Change("message", frozenset({id}), message.chat, message)
    gone = {"ids": [message.ephemeral], "ephemeral": True}
    return Change("deleted", frozenset({id}), message.chat, None, gone)


def block(world: World, id: int, blocked: bool) -> None:
    """Blocks the bot in the private chat, or lets it in again. Raises Impossible."""
    person = world.person(id)
    if person.has_blocked == blocked:
        return
    world.change(person, has_blocked=blocked)
    if person.has_started:
        old, new = ({"status": "member"}, shapes.kicked())
        old, new = (old, new) if blocked else (new, old)
        world.happened("my_chat_member", membership(world, world.chats[id], id, old, new))
    world.tell_chat(world.chats[id])
    world.tell_people()


def instance_of(chat: int) -> str:
    """A number for a chat that says nothing else."""
    return str(-(abs(chat) * 0x9E3779B97F4A7C15 % 2**63))


def _name(name: str) -> str:
    if not name.strip() or length(name) > LONGEST_NAME:
        raise Impossible("BAD_NAME", f"a name has 1 to {LONGEST_NAME} characters", 400)
    return name.strip()


def _language(language: str) -> str:
    if not _LANGUAGE.fullmatch(language):
        raise Impossible("BAD_LANGUAGE", "a language is a code such as en, nb or zh-hans", 400)
    return language.lower()


def _username(name: str, id: int) -> str:
    plain = re.sub("[^a-z0-9]", "", name.lower())[:20]
    return f"{plain}_{id}" if plain[:1].isalpha() else f"person_{id}"


# --- where -------------------------------------------------------------------------------------------


def chats_of(world: World, id: int) -> list[Chat]:
    """The chats a person has, in the order they came. Raises Impossible."""
    world.person(id)
    return [chat for chat in world.chats.values() if id in chat.members and chat.moved_to is None]


def chat_of(world: World, id: int, chat: int) -> Chat:
    """A chat in which the person is. Raises Impossible."""
    world.person(id)
    found = world.chats.get(chat)
    if found is None or id not in found.members or found.moved_to is not None:
        raise nowhere(chat)
    return found


def message_of(world: World, id: int, chat: int, message: int, ephemeral: bool = False) -> Message:
    """A message that the person sees. Raises Impossible."""
    where = chat_of(world, id, chat)
    found = (where.ephemeral if ephemeral else where.messages).get(message)
    if found is None or id not in world.seen_by(where, found):
        raise Impossible("NO_SUCH_MESSAGE", f"there is no message {message}", 404)
    return found


def _tell_chats(world: World, id: int) -> None:
    for chat in chats_of(world, id):
        world.tell_chat(chat)


def tell_commands(world: World, chat: Chat, id: int) -> None:
    """A person sees the list of commands that is for it there."""
    listed = [command.json() for command in seen_commands(world, chat, id)]
    world.tell(Change("commands", frozenset({id}), chat.id, None, {"commands": listed}))


def seen_commands(world: World, chat: Chat, id: int) -> Listed:
    """The commands a person is offered in a chat; none where the bot is not."""
    return world.commands.seen(world.people[id], chat) if chat.bot is not Standing.NONE else ()


def membership(
    world: World, chat: Chat, by: int, old: dict[str, Any], new: dict[str, Any], whose: int | None = None
) -> dict[str, Any]:
    """A change of what somebody is in a chat, the bot itself if nobody is named."""
    who = {"user": shapes.user(world, world.bot.id if whose is None else whose)}
    about = {"chat": shapes.chat(world, chat), "from": shapes.user(world, by), "date": world.date()}
    return about | {"old_chat_member": who | old, "new_chat_member": who | new}


# --- what is said ------------------------------------------------------------------------------------


def say(world: World, id: int, chat: int, words: Words) -> Message:
    """Somebody writes. Raises Impossible, and then nothing was written."""
    where, text = chat_of(world, id, chat), _written(words.text)
    _check_door(world, where, id)
    _check_place(where, id, words)
    message = Message(
        chat,
        0,
        id,
        0,
        Content(text),
        thread=words.thread,
        reply_to=words.reply_to,
        is_anonymous=where.is_group and where.members[id].is_anonymous,
    )
    return _put(world, where, message)


def _put(world: World, chat: Chat, message: Message) -> Message:
    if _is_ephemeral(world, chat, message):
        message = post_ephemeral(world, chat, message)
    else:
        message = post(world, chat, message)
    if reaches_bot(world, chat, message):
        world.happened("message", shapes.message(world, message))
    return message


def _written(text: str) -> Marked:
    """What somebody writes, with what is found in it. Raises Impossible, for what is far too long at once."""
    marked = finished(Marked(text)) if len(text) <= MOST_WRITTEN else NOTHING
    if not marked.text or length(marked.text) > LONGEST_TEXT:
        raise Impossible("BAD_TEXT", f"a message has 1 to {LONGEST_TEXT} characters", 400)
    return marked


def _check_door(world: World, chat: Chat, id: int) -> None:
    """Whether the person may write there at all."""
    if chat.is_group:
        if not chat.rights.text and not chat.members[id].leads:
            raise Impossible("NO_RIGHT", "only admins may write in this chat")
        return
    if world.people[id].has_blocked:
        raise Impossible("BOT_BLOCKED", "the bot is blocked; unblock it to write to it")
    world.change(world.people[id], has_started=True)


def _check_place(chat: Chat, id: int, words: Words) -> None:
    if words.thread is not None:
        topic = chat.topics.get(words.thread)
        if topic is None:
            raise Impossible("NO_SUCH_TOPIC", f"there is no topic {words.thread}", 404)
        if topic.is_closed and not chat.members[id].leads:
            raise Impossible("TOPIC_CLOSED", "the topic is closed")
    if words.reply_to is not None and words.reply_to not in chat.messages:
        raise Impossible("NO_SUCH_MESSAGE", f"there is no message {words.reply_to}", 404)


def _is_ephemeral(world: World, chat: Chat, message: Message) -> bool:
    """Whether it is a command that the bot wants to have between itself and the person."""
    command = _command_in(world, message)
    if not chat.is_group or command is None or not world.people[message.sender].shows_ephemeral:
        return False
    listed = seen_commands(world, chat, message.sender)
    return any(entry.command == command and entry.is_ephemeral for entry in listed)


def _command_in(world: World, message: Message) -> str | None:
    """The command for this bot at the beginning of a message."""
    text = message.content.text
    first = next((e for e in text.entities if e.kind == "bot_command" and e.offset == 0), None)
    if first is None:
        return None
    name, at, bot = cut(text.text, first)[1:].partition("@")
    return name if not at or bot.lower() == world.bot.username.lower() else None


def reaches_bot(world: World, chat: Chat, message: Message) -> bool:
    """Whether the bot is told of a message; in groups privacy mode hides what is not for it."""
    if not chat.is_group or chat.bot is Standing.NONE:
        return chat.bot is not Standing.NONE
    if not world.privacy or chat.bot is Standing.ADMIN or message.ephemeral is not None:
        return True
    answered = chat.messages.get(message.reply_to or 0)
    return any(_is_for_it(world, chat, it) for it in (message, answered) if it is not None)


def _is_for_it(world: World, chat: Chat, message: Message) -> bool:
    """What comes from the bot, by it, or wants something of it; an answer to such a thing reaches it too."""
    is_its_own = message.sender == world.bot.id or message.via_bot is not None
    return is_its_own or _is_command_for_it(world, chat, message)


def _is_command_for_it(world: World, chat: Chat, message: Message) -> bool:
    """A bare command reaches a bot that has spoken in the chat, one with its name always."""
    command = _command_in(world, message)
    text = message.content.text.text.split(maxsplit=1)[0] if command is not None else ""
    return command is not None and ("@" in text or chat.bot_has_spoken)


# --- queries -----------------------------------------------------------------------------------------


def tap(world: World, id: int, chat: int, message: int, data: str, ephemeral: bool = False) -> str:
    """Somebody taps a key; a program may send any data. The number of the query. Raises Impossible."""
    it = message_of(world, id, chat, message, ephemeral)
    if not 1 <= len(data.encode("utf-8", "replace")) <= MOST_DATA_BYTES:
        raise Impossible("BAD_DATA", f"data has 1 to {MOST_DATA_BYTES} bytes", 400)
    if it.sender != world.bot.id and it.via_bot is None:
        raise Impossible("NO_KEYS", "the message is not from the bot")
    query = world.new_query_id()
    world.taps[query] = Tap(query, id, chat, message, world.now(), ephemeral)
    about: dict[str, Any] = {"id": query, "from": shapes.user(world, id)}
    shown = (
        {"message": shapes.message(world, it)} if it.via_bot is None else {"inline_message_id": it.via_bot}
    )
    instance = {"chat_instance": world.chats[chat].instance, "data": data}
    world.happened("callback_query", about | shown | instance)
    return query


def ask(world: World, id: int, text: str, chat: int | None = None, offset: str = "") -> Inline:
    """Somebody types behind the bot's name. Raises Impossible."""
    if length(text) > LONGEST_QUERY:
        raise Impossible("BAD_QUERY", f"a query has at most {LONGEST_QUERY} characters", 400)
    where = chat_of(world, id, id if chat is None else chat)
    kind = str(where.kind) if where.is_group else "sender"
    query = Inline(world.new_query_id(), id, text, world.now())
    world.inline[query.id] = query
    about = {"id": query.id, "from": shapes.user(world, id), "query": text, "offset": offset}
    world.happened("inline_query", about | {"chat_type": kind})
    return query


def choose(world: World, id: int, query: str, offer: str, words: Words, chat: int) -> Message:
    """Somebody sends what the bot offered; of `words` the place counts. Raises Impossible."""
    asked, where = world.inline.get(query), chat_of(world, id, chat)
    chosen = next((o for o in (asked.offers or ()) if o.id == offer), None) if asked else None
    if asked is None or asked.person != id or chosen is None:
        raise Impossible("NO_SUCH_RESULT", "the bot did not offer that", 404)
    _check_door(world, where, id)
    _check_place(where, id, words)
    number = f"{where.instance}_{world.new_query_id()}"
    message = Message(
        chat,
        0,
        id,
        0,
        chosen.content,
        chosen.keys,
        words.thread,
        words.reply_to,
        is_anonymous=where.is_group and where.members[id].is_anonymous,
        via_bot=number,
    )
    about = {"result_id": offer, "from": shapes.user(world, id), "query": asked.text}
    world.happened("chosen_inline_result", about | ({"inline_message_id": number} if chosen.keys else {}))
    return _put(world, where, message)
