"""The world in the shapes of the Bot API: users, chats, members, messages."""

from __future__ import annotations

from typing import Any

from playground.telegram.chats import Chat, Kind, Member, Standing
from playground.telegram.entities import Entity, Marked
from playground.telegram.keyboards import markup
from playground.telegram.messages import Content, File, Message, Service
from playground.telegram.people import ANONYMOUS_ID, Person
from playground.telegram.world import World

_ABOUT = {"text_link": "url", "pre": "language", "custom_emoji": "custom_emoji_id"}
_RIGHTS = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_pin_messages",
    "can_manage_topics",
    "can_send_welcome_messages",
)
_MAY_SEND = ("audios", "documents", "photos", "videos", "video_notes", "voice_notes")


# --- who ---------------------------------------------------------------------------------------------


def person(who: Person) -> dict[str, Any]:
    """A person as a User."""
    shown: dict[str, Any] = {"id": who.id, "is_bot": False, "first_name": who.name}
    shown |= {"username": who.username} if who.username else {}
    return shown | ({"language_code": who.language} if who.language else {})


def bot(world: World) -> dict[str, Any]:
    """The bot as a User."""
    it = world.bot
    return {"id": it.id, "is_bot": True, "first_name": it.name, "username": it.username}


def me(world: World) -> dict[str, Any]:
    """The bot as getMe shows it."""
    return bot(world) | {
        "can_join_groups": True,
        "can_read_all_group_messages": not world.privacy,
        "supports_inline_queries": True,
        "can_connect_to_business": False,
        "has_main_web_app": False,
    }


def user(world: World, id: int) -> dict[str, Any]:
    """Whoever has that number."""
    return bot(world) if id == world.bot.id else person(world.people[id])


def anonymous() -> dict[str, Any]:
    """As whom an admin shows that stays anonymous."""
    return {"id": ANONYMOUS_ID, "is_bot": True, "first_name": "Group", "username": "GroupAnonymousBot"}


# --- where -------------------------------------------------------------------------------------------


def chat(world: World, where: Chat) -> dict[str, Any]:
    """A chat as a Chat."""
    if where.kind is Kind.PRIVATE:
        who = world.people[where.id]
        name = {"first_name": who.name} | ({"username": who.username} if who.username else {})
        return {"id": where.id, "type": "private", **name}
    forum = {"is_forum": True} if where.is_forum else {}
    return {"id": where.id, "type": str(where.kind), "title": where.title, **forum}


def full_chat(world: World, where: Chat) -> dict[str, Any]:
    """A chat as getChat shows it."""
    gifts = (
        "unlimited_gifts",
        "limited_gifts",
        "unique_gifts",
        "premium_subscription",
        "gifts_from_channels",
    )
    shown = chat(world, where) | {
        "accent_color_id": where.id % 7,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(gifts, False),
    }
    if where.is_group:
        shown["permissions"] = permissions(where)
    if where.pinned is not None:
        shown["pinned_message"] = message(world, where.messages[where.pinned])
    return shown


def permissions(where: Chat) -> dict[str, bool]:
    """What those who are no admins may do."""
    sends = {f"can_send_{what}": where.rights.photo for what in _MAY_SEND}
    others = dict.fromkeys(("can_change_info", "can_pin_messages"), False)
    return {
        "can_send_messages": where.rights.text,
        **sends,
        "can_send_polls": where.rights.text,
        "can_send_other_messages": where.rights.text,
        "can_add_web_page_previews": where.rights.text,
        "can_react_to_messages": True,
        "can_edit_tag": False,
        "can_invite_users": True,
        "can_manage_topics": True,
        **others,
    }


def member(world: World, where: Chat, id: int) -> dict[str, Any]:
    """What somebody is in a chat, as a ChatMember."""
    who = {"user": user(world, id)}
    if id == world.bot.id:
        return who | _bot_as_member(where)
    if id not in where.members:
        return who | {"status": "left"}
    if not where.is_group:
        return who | {"status": "member"}
    return who | _person_as_member(where.members[id])


def _bot_as_member(where: Chat) -> dict[str, Any]:
    match where.bot:
        case Standing.ADMIN:
            return admin(is_anonymous=False)
        case Standing.MEMBER:
            return {"status": "member"}
        case _:
            return kicked() if where.was_kicked else {"status": "left"}


def _person_as_member(what: Member) -> dict[str, Any]:
    if what.is_creator:
        return {"status": "creator", "is_anonymous": what.is_anonymous}
    return admin(what.is_anonymous) if what.is_admin else {"status": "member"}


def kicked() -> dict[str, Any]:
    """Somebody thrown out for good; the bot in a private chat where it is blocked."""
    return {"status": "kicked", "until_date": 0}


def admin(is_anonymous: bool) -> dict[str, Any]:
    """An admin with all rights but that to make others admins."""
    rights = {right: right != "can_promote_members" for right in _RIGHTS}
    return {"status": "administrator", "can_be_edited": False, "is_anonymous": is_anonymous, **rights}


# --- messages ----------------------------------------------------------------------------------------


def message(world: World, it: Message, deep: bool = True) -> dict[str, Any]:
    """A message; `deep`: with the one it answers."""
    where = world.chats[it.chat]
    shown: dict[str, Any] = {"message_id": it.id, "from": user(world, it.sender), "date": it.date}
    shown["chat"] = chat(world, where)
    if it.is_anonymous:
        shown |= {"from": anonymous(), "sender_chat": shown["chat"]}
    shown |= _thread(where, it) | _optional(world, it)
    if deep:
        shown |= _answered(world, where, it)
    if it.service is not None:
        return shown | service(world, where, it.service)
    return shown | content(world, it.content)


def _optional(world: World, it: Message) -> dict[str, Any]:
    shown: dict[str, Any] = {}
    if it.edited is not None:
        shown["edit_date"] = it.edited
    if it.keys:
        shown["reply_markup"] = markup(it.keys)
    if it.via_bot is not None:
        shown["via_bot"] = bot(world)
    if it.ephemeral is not None:
        receiver = world.bot.id if it.receiver is None else it.receiver
        shown |= {"ephemeral_message_id": it.ephemeral, "receiver_user": user(world, receiver)}
    return shown


def _thread(where: Chat, it: Message) -> dict[str, Any]:
    if it.thread is not None:
        return {"message_thread_id": it.thread, "is_topic_message": True}
    if where.kind is Kind.SUPERGROUP and not where.is_forum and it.reply_to in where.messages:
        root = where.messages[it.reply_to]
        while root.reply_to in where.messages:
            root = where.messages[root.reply_to]
        return {"message_thread_id": root.id}
    return {}


def _answered(world: World, where: Chat, it: Message) -> dict[str, Any]:
    """What it answers; in a topic at least the message that opened it, as the service does it."""
    opened = it.service is not None and it.service.kind == "forum_topic_created"
    to = it.reply_to if it.reply_to is not None or opened else it.thread
    return {"reply_to_message": message(world, where.messages[to], False)} if to in where.messages else {}


def content(world: World, it: Content) -> dict[str, Any]:
    """What a message says."""
    shown = text(world, it.text, "caption" if it.has_media else "text")
    if it.photo is not None:
        shown["photo"] = photo(it.photo)
    if it.document is not None:
        shown["document"] = document(it.document)
    return shown


def text(world: World, it: Marked, field: str) -> dict[str, Any]:
    """A text or a caption with its entities."""
    if not it.text:
        return {}
    name = "entities" if field == "text" else "caption_entities"
    return {field: it.text} | ({name: [entity(world, e) for e in it.entities]} if it.entities else {})


def entity(world: World, it: Entity) -> dict[str, Any]:
    """A stretch of text."""
    shown: dict[str, Any] = {"type": it.kind, "offset": it.offset, "length": it.length}
    if it.kind == "text_mention":
        return shown | {"user": user(world, int(it.about))}
    return shown | ({_ABOUT[it.kind]: it.about} if it.kind in _ABOUT and it.about else {})


def photo(file: File) -> list[dict[str, Any]]:
    """A photo in its one size."""
    size = {"width": file.width, "height": file.height, "file_size": len(file.data)}
    return [{"file_id": file.id, "file_unique_id": file.unique, **size}]


def document(file: File) -> dict[str, Any]:
    """A document."""
    about = {"file_name": file.name, "mime_type": file.type, "file_size": len(file.data)}
    return {"file_id": file.id, "file_unique_id": file.unique, **about}


def _pinned(world: World, where: Chat, number: int) -> dict[str, Any]:
    """A message that was pinned; of one that is gone only the number is told."""
    if number in where.messages:
        return message(world, where.messages[number], False)
    return {"chat": chat(world, where), "message_id": number, "date": 0}


def service(world: World, where: Chat, it: Service) -> dict[str, Any]:
    """What happened, as the field that tells it."""
    match it.kind:
        case "new_chat_members":
            return {it.kind: [user(world, id) for id in it.people]}
        case "left_chat_member":
            return {it.kind: user(world, it.people[0])}
        case "migrate_to_chat_id" | "migrate_from_chat_id":
            return {it.kind: it.number}
        case "new_chat_title":
            return {it.kind: it.text}
        case "forum_topic_created":
            return {it.kind: {"name": it.text, "icon_color": 0x6FB9F0}}
        case "pinned_message":
            return {it.kind: _pinned(world, where, it.number)}
        case "forum_topic_closed" | "forum_topic_reopened":
            return {it.kind: {}}
        case _:
            return {it.kind: True}
