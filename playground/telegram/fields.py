"""Fields of a JSON object, read as the service reads them, and missed in its words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_NUMBER = re.compile("-?[0-9]{1,19}", re.ASCII)


class Wrong(ValueError):
    """A field is missing or something else than it must be; the text is what the service says."""


def needed(given: Mapping[str, Any], name: str) -> object:
    """The value of a field that must be there. Raises Wrong."""
    if given.get(name) is None:
        raise Wrong(f'Can\'t find field "{name}"')
    return given[name]


def text(given: Mapping[str, Any], name: str) -> str:
    """Text that may be missing; a number is text too. Raises Wrong."""
    value = given.get(name)
    if isinstance(value, bool) or not isinstance(value, str | int | float | None):
        raise Wrong(f'Field "{name}" must be of type String')
    return "" if value is None else str(value)


def flag(given: Mapping[str, Any], name: str) -> bool:
    """Yes or no; no where there is nothing. Raises Wrong."""
    value = given.get(name)
    if not isinstance(value, bool | None):
        raise Wrong(f'Field "{name}" must be of type Boolean')
    return bool(value)


def number(given: Mapping[str, Any], name: str) -> int:
    """A whole number that must be there, perhaps written as text. Raises Wrong."""
    value = needed(given, name)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise Wrong(f'Field "{name}" must be of type Number')
    if not _NUMBER.fullmatch(str(value)):
        raise Wrong(f'Field "{name}" must be a valid Number')
    return int(value)


def lowered(wrong: Exception) -> str:
    """What is wrong as it stands at the beginning of a description: the first letter is a small one."""
    says = str(wrong)
    return says[:1].lower() + says[1:]
