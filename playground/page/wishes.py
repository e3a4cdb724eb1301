"""What a page asks for: the fields of a JSON object, each of the sort that is wanted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from aiohttp import web

from playground.api.bodies import UNREADABLE, decoded
from playground.telegram.refusals import Impossible

Sort = TypeVar("Sort", bound=str | int)
_NAMES = {str: "a text", int: "a whole number", bool: "true or false"}


def wrong(says: str) -> Impossible:
    """The page asks for what makes no sense."""
    return Impossible("BAD_REQUEST", says, 400)


class Wish:
    """The fields of a request."""

    def __init__(self, fields: Mapping[str, Any]) -> None:
        self._fields = fields

    def __contains__(self, name: str) -> bool:
        return self._fields.get(name) is not None

    def get(self, name: str, sort: type[Sort]) -> Sort | None:
        """A field that may be missing. Raises Impossible."""
        value: object = self._fields.get(name)
        if value is None:
            return None
        if not isinstance(value, sort) or (isinstance(value, bool) and sort is not bool):
            raise wrong(f"{name} is {_NAMES[sort]}")
        if isinstance(value, str) and not _is_whole(value):
            raise wrong(f"{name} has half a letter in it")
        return value

    def real(self, name: str) -> float | None:
        """A number that may be missing. Raises Impossible."""
        value = self._fields.get(name)
        if type(value) not in (int, float, type(None)):
            raise wrong(f"{name} is a number")
        try:
            return None if value is None else float(value)
        except OverflowError:
            raise wrong(f"{name} is too large") from None

    def need(self, name: str, sort: type[Sort]) -> Sort:
        """A field that must be there. Raises Impossible."""
        value = self.get(name, sort)
        if value is None:
            raise wrong(f"{name} is missing")
        return value

    def numbers(self, name: str) -> list[int]:
        """A list of numbers, empty where there is none. Raises Impossible."""
        value = self._fields.get(name)
        if value is None:
            return []
        if not isinstance(value, list) or any(type(it) is not int for it in value):
            raise wrong(f"{name} is a list of whole numbers")
        return value


def _is_whole(text: str) -> bool:
    """Whether it can be written down: no half of a pair of surrogates, and no zero."""
    return not any(letter == "\0" or "\ud800" <= letter < "\ue000" for letter in text)


async def wish_of(request: web.Request) -> Wish:
    """What a request asks for. Only JSON is read, which no page from elsewhere can send unasked.

    Raises Impossible.
    """
    if request.content_type != "application/json":
        raise wrong("the body is JSON (application/json)")
    try:
        fields = decoded(await request.read())
    except web.HTTPRequestEntityTooLarge:
        raise Impossible("TOO_LARGE", "the body is too large", 400) from None
    except UNREADABLE:
        raise wrong("the body is not JSON") from None
    if not isinstance(fields, dict):
        raise wrong("the body is a JSON object")
    return Wish(fields)


def number_in(request: web.Request, name: str) -> int:
    """A number in the address. Raises Impossible."""
    try:
        return int(request.match_info[name])
    except ValueError:
        raise Impossible("NOT_FOUND", f"{name} is a number", 404) from None
