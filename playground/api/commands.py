"""Methods about the lists of commands."""

from __future__ import annotations

from playground.api.contents import chat_in
from playground.api.forms import Form
from playground.api.methods import Method
from playground.telegram import deeds
from playground.telegram.commands import Listed, Scope, commands_of, scope_of
from playground.telegram.crowd import seen_commands, tell_commands
from playground.telegram.fields import Wrong
from playground.telegram.refusals import bad
from playground.telegram.world import World


def _scope(world: World, form: Form) -> Scope:
    """Where the list counts. Raises Refusal."""
    given = form.json("scope", "BotCommandScope")
    if given is None:
        return Scope()
    try:
        kind, chat, person = scope_of(given)
    except Wrong as wrong:
        raise bad(f"can't parse BotCommandScope: {wrong}") from None
    if not chat:
        return Scope(kind)
    where = deeds.known(world, chat_in(Form({"chat_id": chat})))
    if kind != "chat" and not where.is_group:
        raise bad("can't change commands of a member in a private chat")
    return Scope(kind, where.id, person)


def set_commands(world: World, form: Form) -> bool:
    """Sets a list; an empty one, or none, takes it away."""
    return _set(world, form, commands_of(form.array("commands", "BotCommand", "commands") or ()))


def delete_commands(world: World, form: Form) -> bool:
    """Takes a list away."""
    return _set(world, form, ())


def get_commands(world: World, form: Form) -> object:
    """The list that was set for exactly that."""
    listed = world.commands.get(_scope(world, form), form.text("language_code"))
    return [command.json() for command in listed]


def _set(world: World, form: Form, listed: Listed) -> bool:
    """Sets a list; who is offered another one now sees it."""
    scope = _scope(world, form)
    chats = world.chats.values() if scope.chat is None else [world.chats[scope.chat]]
    there = [(chat, id) for chat in chats if chat.moved_to is None for id in chat.members]
    before = [seen_commands(world, chat, id) for chat, id in there]
    world.commands.set(scope, form.text("language_code"), listed)
    for (chat, id), old in zip(there, before, strict=True):
        if seen_commands(world, chat, id) != old:
            tell_commands(world, chat, id)
    return True


METHODS: dict[str, Method] = {
    "setMyCommands": set_commands,
    "deleteMyCommands": delete_commands,
    "getMyCommands": get_commands,
}
