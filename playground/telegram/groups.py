"""What people do with groups: make them, come and go, bring the bot, name admins, open topics."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from playground.telegram import shapes
from playground.telegram.changes import Change
from playground.telegram.chats import Chat, Kind, Member, Rights, Standing, Topic
from playground.telegram.crowd import chat_of, instance_of, membership, tell_commands
from playground.telegram.entities import length
from playground.telegram.messages import Service
from playground.telegram.posting import serve
from playground.telegram.refusals import Impossible
from playground.telegram.world import World

LONGEST_TITLE = 128
_BEGUN = {Kind.GROUP: "group_chat_created", Kind.SUPERGROUP: "supergroup_chat_created"}


def found(
    world: World,
    by: int,
    title: str,
    members: Iterable[int] = (),
    forum: bool = False,
    supergroup: bool = False,
) -> Chat:
    """A new group without the bot; one with topics is a supergroup. Raises Impossible."""
    kind = Kind.SUPERGROUP if forum or supergroup else Kind.GROUP
    title, people = _title(title), {world.person(id).id: Member() for id in (by, *members)}
    people[by] = Member(is_creator=True)
    id = world.new_group_id(kind)
    chat = Chat(id, kind, title, instance_of(id), people, is_forum=forum)
    world.chats[id] = chat
    world.tell_chat(chat)
    serve(world, chat, by, Service(_BEGUN[kind]), told=False)
    return chat


def _title(title: str) -> str:
    if not title.strip() or length(title) > LONGEST_TITLE:
        raise Impossible("BAD_TITLE", f"a title has 1 to {LONGEST_TITLE} characters", 400)
    return title.strip()


def _group(world: World, by: int, chat: int, must_lead: bool = False) -> Chat:
    where = chat_of(world, by, chat)
    if not where.is_group:
        raise Impossible("NOT_A_GROUP", "that goes in a group only")
    if must_lead and not where.members[by].leads:
        raise Impossible("NOT_AN_ADMIN", "only an admin may do that")
    return where


# --- the bot -----------------------------------------------------------------------------------------


def add_bot(world: World, by: int, chat: int) -> None:
    """Somebody brings the bot. Raises Impossible."""
    where = _group(world, by, chat)
    if where.bot is not Standing.NONE:
        raise Impossible("ALREADY_THERE", "the bot is there already")
    _stand(world, where, by, Standing.MEMBER)
    serve(world, where, by, Service("new_chat_members", (world.bot.id,)))
    for id in where.members:
        tell_commands(world, where, id)


def remove_bot(world: World, by: int, chat: int) -> None:
    """An admin throws the bot out. Raises Impossible."""
    where = _group(world, by, chat, must_lead=True)
    _needs_bot(where)
    serve(world, where, by, Service("left_chat_member", (world.bot.id,)))
    _stand(world, where, by, Standing.NONE)


def promote_bot(world: World, by: int, chat: int, admin: bool) -> None:
    """An admin makes the bot an admin, or a member like others. Raises Impossible."""
    where = _group(world, by, chat, must_lead=True)
    _needs_bot(where)
    standing = Standing.ADMIN if admin else Standing.MEMBER
    if where.bot is not standing:
        _stand(world, where, by, standing)


def _needs_bot(chat: Chat) -> None:
    if chat.bot is Standing.NONE:
        raise Impossible("NO_BOT", "the bot is not in this group")


def _stand(world: World, chat: Chat, by: int, standing: Standing) -> None:
    """The bot is something else in a chat from now on, and is told so."""
    old = shapes.member(world, chat, world.bot.id)
    chat.bot, chat.was_kicked, chat.has_left = standing, standing is Standing.NONE, False
    chat.bot_has_spoken = chat.bot_has_spoken and standing is not Standing.NONE
    new = shapes.member(world, chat, world.bot.id)
    world.happened("my_chat_member", membership(world, chat, by, old, new))
    world.tell_chat(chat)


# --- people ------------------------------------------------------------------------------------------


def add(world: World, by: int, chat: int, person: int) -> None:
    """Somebody brings a person. Raises Impossible."""
    where = _group(world, by, chat)
    world.person(person)
    if person in where.members:
        raise Impossible("ALREADY_THERE", "this person is there already")
    _become(world, where, by, person, Member())
    serve(world, where, by, Service("new_chat_members", (person,)), told=_is_with_bot(where))
    tell_commands(world, where, person)


def leave(world: World, by: int, chat: int) -> None:
    """Somebody goes. Raises Impossible."""
    _part(world, _group(world, by, chat), by, by)


def remove(world: World, by: int, chat: int, person: int) -> None:
    """An admin throws a person out, or somebody goes. Raises Impossible."""
    where = _group(world, by, chat, must_lead=by != person)
    if person not in where.members:
        raise Impossible("NO_SUCH_PERSON", "this person is not in the group", 404)
    _part(world, where, by, person)


def promote(world: World, by: int, chat: int, person: int, admin: bool) -> None:
    """An admin makes a person an admin, or a member like others. Raises Impossible."""
    where = _group(world, by, chat, must_lead=True)
    if person not in where.members or where.members[person].is_creator:
        raise Impossible("NO_SUCH_PERSON", "nobody there can become that")
    _become(world, where, by, person, Member(is_admin=admin))


def hide(world: World, by: int, chat: int, person: int, anonymous: bool) -> None:
    """An admin stays anonymous from now on, or no longer. Raises Impossible."""
    where = _group(world, by, chat, must_lead=True)
    if person not in where.members or not where.members[person].leads:
        raise Impossible("NOT_AN_ADMIN", "only an admin can be anonymous")
    _become(world, where, by, person, replace(where.members[person], is_anonymous=anonymous))


def _become(world: World, chat: Chat, by: int, person: int, member: Member | None) -> None:
    """A person is something else in a chat from now on; None: no longer there."""
    old = shapes.member(world, chat, person)
    if member is None:
        del chat.members[person]
    else:
        chat.members[person] = member
    if chat.bot is Standing.ADMIN:
        new = shapes.member(world, chat, person)
        world.happened("chat_member", membership(world, chat, by, old, new, person))
    world.tell_chat(chat)


def _part(world: World, chat: Chat, by: int, person: int) -> None:
    serve(world, chat, by, Service("left_chat_member", (person,)), told=_is_with_bot(chat))
    _become(world, chat, by, person, None)
    world.tell(Change("gone", frozenset({person}), chat.id))


def _is_with_bot(chat: Chat) -> bool:
    return chat.bot is not Standing.NONE


# --- the group itself --------------------------------------------------------------------------------


def retitle(world: World, by: int, chat: int, title: str) -> None:
    """The group gets another title. Raises Impossible."""
    where = _group(world, by, chat)
    where.title = _title(title)
    serve(world, where, by, Service("new_chat_title", text=where.title), told=_is_with_bot(where))
    world.tell_chat(where)


def allow(world: World, by: int, chat: int, rights: dict[str, bool]) -> None:
    """What those may send who are no admins. Raises Impossible."""
    where = _group(world, by, chat, must_lead=True)
    where.rights = Rights(**{"text": where.rights.text, "photo": where.rights.photo, **rights})
    world.tell_chat(where)


def upgrade(world: World, by: int, chat: int) -> Chat:
    """A group becomes a supergroup, with another number and no messages yet. Raises Impossible."""
    old = _group(world, by, chat, must_lead=True)
    if old.kind is not Kind.GROUP:
        raise Impossible("ALREADY_A_SUPERGROUP", "it is a supergroup already")
    id = world.new_group_id(Kind.SUPERGROUP)
    new = Chat(id, Kind.SUPERGROUP, old.title, instance_of(id), dict(old.members), old.bot, rights=old.rights)
    new.bot_has_spoken = old.bot_has_spoken
    world.chats[id] = new
    told = _is_with_bot(old)
    serve(world, old, by, Service("migrate_to_chat_id", number=new.id), told=told)
    old.moved_to = new.id
    world.tell(Change("gone", frozenset(old.members), old.id, None, {"moved_to": new.id}))
    world.tell_chat(new)
    serve(world, new, by, Service("migrate_from_chat_id", number=old.id), told=told, anonymous=True)
    return new


# --- topics ------------------------------------------------------------------------------------------


def open_topic(world: World, by: int, chat: int, name: str) -> Topic:
    """A new topic; it has the number of the message that tells so. Raises Impossible."""
    where = _group(world, by, chat)
    if not where.is_forum:
        raise Impossible("NOT_A_FORUM", "this group has no topics")
    if not name.strip() or length(name) > LONGEST_TITLE:
        raise Impossible("BAD_TITLE", f"a name has 1 to {LONGEST_TITLE} characters", 400)
    topic = Topic(where.last_id + 1, name.strip())
    where.topics[topic.id] = topic
    world.tell_chat(where)
    service = Service("forum_topic_created", text=topic.name)
    serve(world, where, by, service, topic.id, told=_is_with_bot(where))
    return topic


def close_topic(world: World, by: int, chat: int, topic: int, closed: bool) -> None:
    """An admin closes a topic, or opens it again. Raises Impossible."""
    where = _group(world, by, chat, must_lead=True)
    if topic not in where.topics:
        raise Impossible("NO_SUCH_TOPIC", f"there is no topic {topic}", 404)
    if where.topics[topic].is_closed == closed:
        return
    where.topics[topic] = replace(where.topics[topic], is_closed=closed)
    world.tell_chat(where)
    kind = "forum_topic_closed" if closed else "forum_topic_reopened"
    serve(world, where, by, Service(kind), topic, told=_is_with_bot(where))
