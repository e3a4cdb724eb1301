"""Methods about chats: who is there, what is pinned, what the bot feels; and leaveChat."""

from __future__ import annotations

from collections.abc import Mapping

from playground.api.contents import chat_in, message_in, user_in
from playground.api.forms import Form
from playground.api.methods import Method
from playground.telegram import deeds, shapes
from playground.telegram.chats import Kind, Standing
from playground.telegram.fields import Wrong, needed, text
from playground.telegram.refusals import bad
from playground.telegram.world import World


def get_me(world: World, form: Form) -> object:
    """The bot itself."""
    return shapes.me(world)


def get_chat(world: World, form: Form) -> object:
    """Everything about a chat."""
    where = deeds.known(world, chat_in(form))
    if where.is_group:
        deeds.open_to_bot(world, where.id)
    return shapes.full_chat(world, where)


def get_member(world: World, form: Form) -> object:
    """What somebody is in a chat."""
    where, id = deeds.open_to_bot(world, chat_in(form)), user_in(form)
    if id not in world.people and id != world.bot.id:
        raise bad("PARTICIPANT_ID_INVALID" if where.kind is Kind.SUPERGROUP else "member not found")
    return shapes.member(world, where, id)


def get_administrators(world: World, form: Form) -> object:
    """All admins of a group, bots only if that is this one."""
    where = deeds.open_to_bot(world, chat_in(form))
    if not where.is_group:
        raise bad("there are no administrators in the private chat")
    people = [id for id, member in where.members.items() if member.leads]
    bot = [world.bot.id] if where.bot is Standing.ADMIN else []
    return [shapes.member(world, where, id) for id in [*people, *bot]]


def get_member_count(world: World, form: Form) -> int:
    """How many there are, the bot included."""
    return len(deeds.open_to_bot(world, chat_in(form)).members) + 1


def pin(world: World, form: Form) -> bool:
    """A message is pinned."""
    deeds.pin(world, chat_in(form), message_in(form))
    return True


def unpin(world: World, form: Form) -> bool:
    """It is pinned no longer."""
    deeds.unpin(world, chat_in(form), form.number("message_id"))
    return True


def react(world: World, form: Form) -> bool:
    """An emoji on a message."""
    given = form.array("reaction", "ReactionType", "reaction types") or []
    try:
        reactions = [_emoji(it) for it in given]
    except Wrong as wrong:
        raise bad(f"can't parse ReactionType: {wrong}") from None
    if len(reactions) > 1:
        raise bad("REACTIONS_TOO_MANY")
    if reactions == [""]:
        raise bad("REACTION_EMPTY")
    deeds.react(world, chat_in(form), message_in(form), "".join(reactions))
    return True


def _emoji(reaction: object) -> str:
    """Raises Wrong, Refusal."""
    if not isinstance(reaction, Mapping):
        raise Wrong("expected an Object")
    needed(reaction, "type")
    match text(reaction, "type"):
        case "emoji":
            needed(reaction, "emoji")
            return text(reaction, "emoji")
        case "custom_emoji" | "paid":
            raise bad("REACTION_INVALID")
    raise Wrong("invalid reaction type specified")


def leave(world: World, form: Form) -> bool:
    """The bot goes."""
    deeds.leave(world, chat_in(form))
    return True


def get_file(world: World, form: Form) -> object:
    """Where a file may be fetched."""
    if not form.text("file_id"):
        raise bad("file_id not specified")
    file = world.files.get(form.text("file_id"))
    if file is None:
        raise bad("invalid file_id")
    about = {"file_id": file.id, "file_unique_id": file.unique, "file_size": len(file.data)}
    return about | {"file_path": f"files/{file.id}"}


METHODS: dict[str, Method] = {
    "getMe": get_me,
    "getChat": get_chat,
    "getChatMember": get_member,
    "getChatAdministrators": get_administrators,
    "getChatMemberCount": get_member_count,
    "pinChatMessage": pin,
    "unpinChatMessage": unpin,
    "setMessageReaction": react,
    "leaveChat": leave,
    "getFile": get_file,
}
