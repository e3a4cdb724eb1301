"""The lists of commands a bot sets, by scope and language, and which of them somebody sees somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from playground.telegram.chats import Chat
from playground.telegram.entities import length
from playground.telegram.people import Person
from playground.telegram.refusals import Refusal, bad

MOST_COMMANDS = 100
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


def commands_of(listed: object) -> Listed:
    """The commands a bot wants to set. Raises Refusal."""
    if not isinstance(listed, Sequence) or isinstance(listed, str):
        raise bad("expected an Array of BotCommand")
    if len(listed) > MOST_COMMANDS:
        raise bad("BOT_COMMANDS_TOO_MUCH")
    return tuple(map(_command, listed))


def _command(entry: object) -> Command:
    if not isinstance(entry, Mapping):
        raise bad("expected BotCommand to be an Object")
    name, description = (entry.get(field) for field in ("command", "description"))
    if not isinstance(name, str) or not isinstance(description, str):
        raise _missing("command" if not isinstance(name, str) else "description")
    name = name.removeprefix("/")
    if not _NAME.fullmatch(name):
        raise bad("BOT_COMMAND_INVALID")
    if not 1 <= length(description.strip()) <= LONGEST_DESCRIPTION:
        raise bad("BOT_COMMAND_DESCRIPTION_INVALID")
    return Command(name, description.strip(), entry.get("is_ephemeral") is True)


def _missing(field: str) -> Refusal:
    return bad(f"can't parse BotCommand: Can't find field \"{field}\"")


def kind_of_scope(scope: Mapping[str, Any]) -> str:
    """Its type. Raises Refusal."""
    kind = scope.get("type")
    if kind not in _WIDE | _NARROW:
        raise bad("can't parse BotCommandScope: unsupported type specified")
    return str(kind)


def names_a_chat(kind: str) -> bool:
    """Whether a scope of that type counts in one chat."""
    return kind in _NARROW
