"""Keys under a message, read from what a bot sends and checked as the service checks them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from playground.telegram import links
from playground.telegram.entities import length
from playground.telegram.fields import Wrong, flag, lowered, needed, text
from playground.telegram.refusals import bad

MOST_IN_A_ROW = 8
MOST_KEYS = 100
MOST_DATA_BYTES = 64
LONGEST_COPY = 256
_STYLES = frozenset({"danger", "success", "primary"})
_OTHERS = ("keyboard", "remove_keyboard", "force_reply")
_FLAGS = (
    "remove_keyboard",
    "selective",
    "force_reply",
    "resize_keyboard",
    "one_time_keyboard",
    "is_persistent",
)


@dataclass(frozen=True, slots=True)
class Key:
    """A key; exactly one of the others than `text` and `look` is set."""

    text: str
    data: str | None = None
    url: str | None = None
    copy: str | None = None
    switch: str | None = None
    """What stands in the field of whatever chat the person chooses, behind the bot's name."""
    switch_here: str | None = None
    """The same in this chat."""
    disabled: bool = False
    look: tuple[tuple[str, str], ...] = ()
    """`style` and `icon_custom_emoji_id`, where the bot gave them."""

    def json(self) -> dict[str, Any]:
        """As the service shows it."""
        deeds: dict[str, Any] = {
            "callback_data": self.data,
            "url": self.url,
            "copy_text": None if self.copy is None else {"text": self.copy},
            "switch_inline_query": self.switch,
            "switch_inline_query_current_chat": self.switch_here,
            "disabled": {} if self.disabled else None,
        }
        shown = {name: value for name, value in deeds.items() if value is not None}
        return {"text": self.text, **shown, **dict(self.look)}


Keys: TypeAlias = tuple[tuple[Key, ...], ...]


def markup(keys: Keys) -> dict[str, Any]:
    """An inline keyboard as the service shows it."""
    return {"inline_keyboard": [[key.json() for key in row] for row in keys]}


def is_other(reply_markup: object) -> bool:
    """Whether a `reply_markup` is for the person's own keyboard, or wants an answer.

    It is not shown here, and a message that came with one can never be edited.
    """
    return isinstance(reply_markup, Mapping) and any(reply_markup.get(name) for name in _OTHERS)


def keys_of(reply_markup: object) -> Keys:
    """The keys in a `reply_markup`; none where it is something else than an inline keyboard.

    Raises Refusal.
    """
    if reply_markup is None:
        return ()
    if not isinstance(reply_markup, Mapping):
        raise bad("object expected as reply markup")
    try:
        keys = _rows(reply_markup)
        for name in _FLAGS:
            flag(reply_markup, name)
    except Wrong as wrong:
        raise bad(lowered(wrong)) from None
    if any(len(row) > MOST_IN_A_ROW for row in keys) or sum(map(len, keys)) > MOST_KEYS:
        raise bad("reply markup is too long")
    return keys


def _rows(reply_markup: Mapping[str, Any]) -> Keys:
    """Raises Wrong, Refusal."""
    rows = {name: _array(reply_markup, name) for name in ("keyboard", "inline_keyboard")}
    if not all(isinstance(row, list) for row in rows["keyboard"]):
        raise Wrong('Field "keyboard" must be an Array of Arrays')
    if not all(isinstance(row, list) for row in rows["inline_keyboard"]):
        raise Wrong('Field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays')
    return tuple(tuple(map(_key, row)) for row in rows["inline_keyboard"] if row)


def _array(reply_markup: Mapping[str, Any], name: str) -> list[Any]:
    rows = reply_markup.get(name)
    if not isinstance(rows, list | None):
        raise Wrong(f'Field "{name}" must be of type Array')
    return rows or []


def _key(button: object) -> Key:
    try:
        if not isinstance(button, Mapping):
            raise Wrong("InlineKeyboardButton must be an Object")
        return _read(button)
    except Wrong as wrong:
        raise bad(f"can't parse inline keyboard button: {wrong}") from None


def _read(button: Mapping[str, Any]) -> Key:
    """Raises Wrong, Refusal."""
    needed(button, "text")
    name = text(button, "text")
    if not name.strip():
        raise bad("inline keyboard button text must be non-empty")
    look = tuple((it, text(button, it)) for it in ("style", "icon_custom_emoji_id") if text(button, it))
    if dict(look).get("style", "danger") not in _STYLES:
        raise Wrong("invalid button style specified")
    return replace(_with_deed(name, button), look=look)


def _with_deed(name: str, button: Mapping[str, Any]) -> Key:
    """Of several deeds the first counts, in the service's order. Raises Wrong, Refusal."""
    if url := text(button, "url"):
        return Key(name, url=_url(url))
    if data := text(button, "callback_data"):
        return Key(name, data=_data(data))
    if button.get("callback_game") is not None or button.get("pay") is not None:
        raise bad("BUTTON_TYPE_INVALID")
    if button.get("switch_inline_query") is not None:
        return Key(name, switch=text(button, "switch_inline_query"))
    if button.get("switch_inline_query_chosen_chat") is not None:
        return Key(name, switch=text(_object(button, "switch_inline_query_chosen_chat"), "query"))
    if button.get("switch_inline_query_current_chat") is not None:
        return Key(name, switch_here=text(button, "switch_inline_query_current_chat"))
    if button.get("copy_text") is not None:
        return Key(name, copy=_copied(_object(button, "copy_text")))
    if button.get("disabled") is not None:
        return Key(name, disabled=True)
    raise Wrong("Text buttons are unallowed in the inline keyboard")


def _object(button: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    if not isinstance(button[name], Mapping):
        raise Wrong(f'Field "{name}" must be of type Object')
    found: Mapping[str, Any] = button[name]
    return found


def _data(data: str) -> str:
    if len(data.encode("utf-8", "replace")) > MOST_DATA_BYTES:
        raise bad("BUTTON_DATA_INVALID")
    return data


def _url(url: str) -> str:
    if links.person_in(url):
        return url
    try:
        return links.read(url)
    except links.Unfit as why:
        raise bad(f"inline keyboard button URL '{url}' is invalid: {why}") from None


def _copied(copied: Mapping[str, Any]) -> str:
    needed(copied, "text")
    if not 1 <= length(text(copied, "text")) <= LONGEST_COPY:
        raise bad("BUTTON_COPY_TEXT_INVALID")
    return text(copied, "text")
