"""What a bot sends: fields in the address, in a form, in a form with files or as JSON, read in one way.

In a form everything is text, also numbers, yes and no, and JSON; in a JSON body the same may stand as it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from aiohttp import web
from aiohttp.web_request import FileField

from playground.api.bodies import UNREADABLE, decoded
from playground.telegram.refusals import Refusal, bad, too_large

_YES = frozenset({"true", "yes", "1"})
_NUMBER = re.compile("[+-]?[0-9]{1,30}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Upload:
    """A file in a form."""

    name: str
    type: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of one call, and the files that came with it."""

    fields: Mapping[str, Any] = field(default_factory=dict)
    files: Mapping[str, Upload] = field(default_factory=dict)

    def __contains__(self, name: str) -> bool:
        return name in self.fields or name in self.files

    def text(self, name: str) -> str:
        """Text; empty where there is none."""
        value = self.fields.get(name, "")
        return value if isinstance(value, str) else "" if value is None else json.dumps(value)

    def number(self, name: str) -> int | None:
        """A whole number; None where there is none, or something else."""
        value = self.fields.get(name)
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        return int(value) if isinstance(value, str) and _NUMBER.fullmatch(value.strip()) else None

    def within(self, name: str, usual: int, least: int, most: int) -> int:
        """A whole number between two others, at worst one of these; what is no number counts as 0."""
        asked = (self.number(name) or 0) if self.text(name) else usual
        return min(most, max(least, asked))

    def flag(self, name: str) -> bool:
        """Yes or no; no where there is nothing."""
        return self.text(name).strip().lower() in _YES

    def json(self, name: str, called: str) -> object:
        """JSON, in a form as text; None where there is none. `called` names it in the refusal.

        Raises Refusal.
        """
        value = self.fields.get(name)
        if not isinstance(value, str):
            return value
        if not value.strip():
            return None
        try:
            return decoded(value)
        except ValueError:
            raise bad(f"can't parse {called} JSON object") from None

    def record(self, name: str, called: str) -> Mapping[str, Any] | None:
        """A JSON object. Raises Refusal."""
        value = self.json(name, called)
        if value is not None and not isinstance(value, Mapping):
            raise bad(f"object expected as {called}")
        return value

    def array(self, name: str, called: str, as_json: str = "") -> Sequence[Any] | None:
        """A JSON array; `as_json` names it as JSON, where that is another name. Raises Refusal."""
        value = self.json(name, as_json or called)
        if value is not None and not isinstance(value, list):
            raise bad(f"expected an Array of {called}")
        return value


async def form_of(request: web.Request) -> Form:
    """The fields of a request; those in its body win. Raises Refusal."""
    try:
        fields: dict[str, Any] = _pairs(request.rel_url.raw_query_string)
        match request.content_type:
            case "application/json":
                return Form(fields | _object(await request.read()))
            case "multipart/form-data":
                return _parted(fields, await request.post())
            case _:
                return Form(fields | _pairs((await request.read()).decode()))
    except web.HTTPRequestEntityTooLarge:
        raise too_large() from None
    except UnicodeDecodeError:
        raise bad("strings must be encoded in UTF-8") from None
    except Refusal:
        raise
    except UNREADABLE:
        raise bad("can't parse request body") from None


def _pairs(written: str) -> dict[str, str]:
    return dict(parse_qsl(written, keep_blank_values=True, errors="strict"))


def _object(body: bytes) -> dict[str, Any]:
    if not body.strip():
        return {}
    try:
        value = decoded(body)
    except ValueError:
        raise bad("can't parse request body as JSON object") from None
    if not isinstance(value, dict):
        raise bad("expected an Object as request body")
    return value


def _parted(fields: dict[str, Any], parts: Mapping[str, Any]) -> Form:
    files: dict[str, Upload] = {}
    for name, part in parts.items():
        if isinstance(part, FileField):
            files[name] = Upload(part.filename, part.content_type, part.file.read())
        else:
            fields[name] = part if isinstance(part, str) else bytes(part).decode()
    return Form(fields, files)
