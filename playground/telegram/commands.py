"""The lists of commands a bot sets, by scope and language, and which of them somebody sees somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from playground.telegram.chats import Chat
from playground.telegram.fields import Wrong, flag, needed, number, text
from playground.telegram.people import Person
from playground.telegram.refusals import bad

MOST_COMMANDS = 100
LONGEST_NAME = 32
LONGEST_DESCRIPTION = 256
_NAME = re.compile("[a-z0-9_]{1,32}", re.ASCII)
_LANGUAGE = re.compile("(?:[a-z]{2})?", re.ASCII)
_WIDE = frozenset({"default", "all_private_chats", "all_group_chats", "all_chat_administrators"})
_NARROW = frozenset({"chat", "chat_administrators", "chat_member"})


@dataclass(frozen=True, slots=True)
class Command:
    """A command; `is_ephemeral`: it and its answer are seen by its sender only."""

    command: str
    description: str
    is_ephemeral: bool = False

    def json(self) -> dict[str, Any]:
        """As the service shows it."""
        shown: dict[str, Any] = {"command": self.command, "description": self.description}
        return shown | ({"is_ephemeral": True} if self.is_ephemeral else {})


@dataclass(frozen=True, slots=True)
class Scope:
    """Where a list counts; chat and person where the kind asks for them."""

    kind: str = "default"
    chat: int | None = None
    person: int | None = None


Listed: TypeAlias = tuple[Command, ...]


class Commands:
    """All lists."""

    def __init__(self) -> None:
        self._lists: dict[tuple[Scope, str], Listed] = {}

    def set(self, scope: Scope, language: str, commands: Listed) -> None:
        """Sets a list, or takes it away. Raises Refusal."""
        if not _LANGUAGE.fullmatch(language):
            raise bad("LANG_CODE_INVALID")
        if commands:
            self._lists[scope, language] = commands
        else:
            self._lists.pop((scope, language), None)

    def get(self, scope: Scope, language: str) -> Listed:
        """The list set for exactly that."""
        return self._lists.get((scope, language), ())

    def seen(self, person: Person, chat: Chat) -> Listed:
        """What a person is offered in a chat: the list of the narrowest scope, in its language if any."""
        language = person.language[:2].lower()
        for scope in _scopes(person, chat):
            for tongue in (language, ""):
                if (scope, tongue) in self._lists:
                    return self._lists[scope, tongue]
        return ()


def _scopes(person: Person, chat: Chat) -> Iterator[Scope]:
    """From narrow to wide, in Telegram's order."""
    if not chat.is_group:
        yield from (Scope("chat", chat.id), Scope("all_private_chats"), Scope())
        return
    leads = person.id in chat.members and chat.members[person.id].leads
    yield Scope("chat_member", chat.id, person.id)
    if leads:
        yield Scope("chat_administrators", chat.id)
    yield Scope("chat", chat.id)
    if leads:
        yield Scope("all_chat_administrators")
    yield from (Scope("all_group_chats"), Scope())


def commands_of(listed: Sequence[object]) -> Listed:
    """The commands a bot wants to set. Raises Refusal."""
    try:
        pairs = [_entry(entry) for entry in listed]
    except Wrong as wrong:
        raise bad(f"can't parse BotCommand: {wrong}") from None
    if len(pairs) > MOST_COMMANDS:
        raise bad("BOT_COMMANDS_TOO_MUCH")
    return tuple(map(_checked, pairs))


def _entry(entry: object) -> Command:
    """Raises Wrong."""
    if not isinstance(entry, Mapping):
        raise Wrong("expected an Object")
    for name in ("command", "description"):
        needed(entry, name)
    name, description = (text(entry, it).strip() for it in ("command", "description"))
    return Command(name.removeprefix("/"), description, flag(entry, "is_ephemeral"))


def _checked(command: Command) -> Command:
    """Raises Refusal."""
    for what, written, most in (
        ("command", command.command, LONGEST_NAME),
        ("command description", command.description, LONGEST_DESCRIPTION),
    ):
        if not written:
            raise bad(f"{what} must be non-empty")
        if len(written) > most:
            raise bad(f"{what} length must not exceed {most}")
    if not _NAME.fullmatch(command.command):
        raise bad("BOT_COMMAND_INVALID")
    return command


def scope_of(given: object) -> tuple[str, str, int | None]:
    """The kind of a scope, and the chat and the person it names. Raises Wrong."""
    if not isinstance(given, Mapping):
        raise Wrong("BotCommandScope must be an Object")
    needed(given, "type")
    kind = text(given, "type")
    if kind in _WIDE:
        return kind, "", None
    if kind not in _NARROW:
        raise Wrong("Unsupported type specified")
    needed(given, "chat_id")
    if not (chat := text(given, "chat_id")):
        raise Wrong("Empty chat_id specified")
    if kind != "chat_member":
        return kind, chat, None
    if (person := number(given, "user_id")) <= 0:
        raise Wrong("Invalid user_id specified")
    return kind, chat, person
