"""House rules: each has a key, the values it may take and a default, and is frozen when the match starts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

Value: TypeAlias = str | int | bool | None
_NONE = "none"
_SWITCH = {"on": True, "off": False, "true": True, "false": False}


class OptionUnknown(ValueError):
    """The game has no option of this key."""

    def __init__(self, key: str) -> None:
        super().__init__("unknown option")
        self.key = key


class OptionInvalid(ValueError):
    """A value is out of its range, or two options contradict each other; `keys` names them."""

    def __init__(self, *keys: str) -> None:
        super().__init__("invalid option")
        self.keys = keys


@dataclass(frozen=True, slots=True)
class Choice:
    """An option that takes one of a few named values; the default is one of them."""

    key: str
    values: tuple[str, ...]
    default: str

    def read(self, text: str) -> Value:
        """The value a text stands for. Raises OptionInvalid."""
        if text not in self.values:
            raise OptionInvalid(self.key)
        return text


@dataclass(frozen=True, slots=True)
class Switch:
    """An option that is on or off."""

    key: str
    default: bool
    values: tuple[str, ...] = field(default=("off", "on"), init=False)

    def read(self, text: str) -> Value:
        """The value a text stands for: on, off, true or false. Raises OptionInvalid."""
        if text not in _SWITCH:
            raise OptionInvalid(self.key)
        return _SWITCH[text]


@dataclass(frozen=True, slots=True)
class Number:
    """An option that takes a whole number: any from `low` to `high`, or only those in `only`.

    With `or_none` it may also be `none`: no limit.
    """

    key: str
    default: int | None
    low: int
    high: int
    only: tuple[int, ...] = ()
    or_none: bool = False

    @property
    def values(self) -> tuple[str, ...]:
        """The numbers allowed, written out, where only a few are; `none` where that is allowed."""
        return (*((_NONE,) if self.or_none else ()), *map(str, self.only))

    def read(self, text: str) -> Value:
        """The number a text stands for, None for no limit. Raises OptionInvalid."""
        if text == _NONE and self.or_none:
            return None
        if not (text.isascii() and text.isdigit() and len(text) <= 4):
            raise OptionInvalid(self.key)
        number = int(text)
        if number not in (self.only or range(self.low, self.high + 1)):
            raise OptionInvalid(self.key)
        return number


@dataclass(frozen=True, slots=True)
class Series:
    """An option that takes one of a few named values, or a series of numbers of one's own, written 1-3-5."""

    key: str
    values: tuple[str, ...]
    default: str
    low: int
    high: int
    longest: int

    def read(self, text: str) -> Value:
        """The named value or the series as written. Raises OptionInvalid."""
        if text not in self.values and not self._is_series(text):
            raise OptionInvalid(self.key)
        return text

    def _is_series(self, text: str) -> bool:
        parts = text.split("-")
        return len(parts) <= self.longest and all(
            part.isascii()
            and part.isdigit()
            and len(part) <= 2
            and not part.startswith("0")
            and self.low <= int(part) <= self.high
            for part in parts
        )


Option: TypeAlias = Choice | Switch | Number | Series


def text_of(value: Value) -> str:
    """How a value is written on a command line and on the wire: on, off, 3, same_dealer."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return _NONE if value is None else str(value)


@dataclass(frozen=True, slots=True)
class Options:
    """The values of all options of one game, in the order the game lists them."""

    settings: tuple[tuple[str, Value], ...]

    def __getitem__(self, key: str) -> Value:
        for name, value in self.settings:
            if name == key:
                return value
        raise KeyError(key)

    def number(self, key: str) -> int:
        """The value of a number option that is always set."""
        value = self[key]
        assert isinstance(value, int)
        return value

    def number_or_none(self, key: str) -> int | None:
        """The value of a number option, None for no limit."""
        return None if self[key] is None else self.number(key)

    def text(self, key: str) -> str:
        """The value of a choice."""
        return str(self[key])

    def is_on(self, key: str) -> bool:
        """The value of a switch."""
        return self[key] is True

    def as_text(self) -> tuple[tuple[str, str], ...]:
        """All values as they are written, in order."""
        return tuple((key, text_of(value)) for key, value in self.settings)


def read_options(known: Iterable[Option], given: Mapping[str, str]) -> Options:
    """The options of a game with the given texts set and the rest at their defaults.

    Raises OptionUnknown or OptionInvalid, each naming the key.
    """
    options = tuple(known)
    keys = {option.key for option in options}
    for key in given:
        if key not in keys:
            raise OptionUnknown(key)
    return Options(
        tuple(
            (option.key, option.read(given[option.key]) if option.key in given else option.default)
            for option in options
        )
    )
