"""Keys under a message, read from what a bot sends and checked as the service checks them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from playground.telegram.entities import length
from playground.telegram.refusals import Refusal, bad

MOST_IN_A_ROW = 8
MOST_KEYS = 100
MOST_DATA_BYTES = 64
LONGEST_COPY = 256
_URL = re.compile(r"(?:https?|tg|ton)://\S+|[\w-]+(?:\.[\w-]+)+(?:[/?#]\S*)?")
_STYLES = frozenset({"danger", "success", "primary"})


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


def keys_of(reply_markup: object) -> Keys:
    """The keys in a `reply_markup`; none where it is something else than an inline keyboard.

    Raises Refusal.
    """
    if reply_markup is None:
        return ()
    if not isinstance(reply_markup, Mapping):
        raise bad("object expected as reply markup")
    if "inline_keyboard" not in reply_markup:
        return ()
    rows = reply_markup["inline_keyboard"]
    if not isinstance(rows, list):
        raise _unreadable('Field "inline_keyboard" must be of type Array')
    keys = tuple(row for row in map(_row, rows) if row)
    if any(len(row) > MOST_IN_A_ROW for row in keys) or sum(map(len, keys)) > MOST_KEYS:
        raise bad("reply markup is too long")
    return keys


def _unreadable(why: str) -> Refusal:
    return bad(f"can't parse reply keyboard markup JSON object: {why}")


def _row(row: object) -> tuple[Key, ...]:
    if not isinstance(row, list):
        raise _unreadable('Field "inline_keyboard" must be an Array of Arrays')
    return tuple(map(_key, row))


def _key(button: object) -> Key:
    if not isinstance(button, Mapping):
        raise bad("can't parse inline keyboard button: InlineKeyboardButton must be an Object")
    text = button.get("text")
    if not isinstance(text, str):
        raise bad("can't parse inline keyboard button: Can't find field \"text\"")
    if not text.strip():
        raise bad("can't parse inline keyboard button: button text must be non-empty")
    look = tuple((name, str(button[name])) for name in ("style", "icon_custom_emoji_id") if name in button)
    if dict(look).get("style", "danger") not in _STYLES:
        raise bad("can't parse inline keyboard button: invalid button style specified")
    return _with_deed(text, button, look)


def _with_deed(text: str, button: Mapping[str, Any], look: tuple[tuple[str, str], ...]) -> Key:
    if button.get("url") is not None:
        return Key(text, url=_url(str(button["url"])), look=look)
    if button.get("callback_data") is not None:
        return Key(text, data=_data(str(button["callback_data"])), look=look)
    if button.get("copy_text") is not None:
        return Key(text, copy=_copied(button["copy_text"]), look=look)
    if button.get("switch_inline_query") is not None:
        return Key(text, switch=str(button["switch_inline_query"]), look=look)
    if button.get("switch_inline_query_current_chat") is not None:
        return Key(text, switch_here=str(button["switch_inline_query_current_chat"]), look=look)
    if button.get("switch_inline_query_chosen_chat") is not None:
        chosen = button["switch_inline_query_chosen_chat"]
        return Key(
            text, switch=str(chosen.get("query", "")) if isinstance(chosen, Mapping) else "", look=look
        )
    if button.get("disabled") is not None:
        return Key(text, disabled=True, look=look)
    raise bad("can't parse inline keyboard button: text buttons are unallowed in the inline keyboard")


def _data(data: str) -> str:
    if not 1 <= len(data.encode("utf-8", "replace")) <= MOST_DATA_BYTES:
        raise bad("BUTTON_DATA_INVALID")
    return data


def _url(url: str) -> str:
    if not _URL.fullmatch(url):
        raise bad(f"inline keyboard button URL '{url}' is invalid: Wrong HTTP URL")
    return url


def _copied(copied: object) -> str:
    text = copied.get("text") if isinstance(copied, Mapping) else None
    if not isinstance(text, str) or not 1 <= length(text) <= LONGEST_COPY:
        raise bad("BUTTON_COPY_TEXT_INVALID")
    return text
