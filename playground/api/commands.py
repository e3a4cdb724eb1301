"""Methods about the lists of commands."""

from __future__ import annotations

from playground.api.contents import chat_in, user_in
from playground.api.forms import Form
from playground.api.methods import Method
from playground.telegram import deeds
from playground.telegram.commands import Scope, commands_of, kind_of_scope, names_a_chat
from playground.telegram.crowd import tell_commands
from playground.telegram.refusals import bad
from playground.telegram.world import World


def _scope(world: World, form: Form) -> Scope:
    """Where the list counts. Raises Refusal."""
    given = form.record("scope", "BotCommandScope")
    if given is None:
        return Scope()
    kind, inner = kind_of_scope(given), Form(given)
    if not names_a_chat(kind):
        return Scope(kind)
    where = deeds.known(world, chat_in(inner))
    if kind != "chat" and not where.is_group:
        raise bad("can't change commands of a member in a private chat")
    return Scope(kind, where.id, user_in(inner) if kind == "chat_member" else None)


def set_commands(world: World, form: Form) -> bool:
    """Sets a list."""
    listed = form.array("commands", "commands")
    if listed is None:
        raise bad("parameter commands is required")
    world.commands.set(_scope(world, form), form.text("language_code"), commands_of(listed))
    _show(world)
    return True


def delete_commands(world: World, form: Form) -> bool:
    """Takes a list away."""
    world.commands.set(_scope(world, form), form.text("language_code"), ())
    _show(world)
    return True


def get_commands(world: World, form: Form) -> object:
    """The list that was set for exactly that."""
    listed = world.commands.get(_scope(world, form), form.text("language_code"))
    return [command.json() for command in listed]


def _show(world: World) -> None:
    for chat in list(world.chats.values()):
        for id in chat.members if chat.moved_to is None else ():
            tell_commands(world, chat, id)


METHODS: dict[str, Method] = {
    "setMyCommands": set_commands,
    "deleteMyCommands": delete_commands,
    "getMyCommands": get_commands,
}
