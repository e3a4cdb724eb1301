"""Which kind of file somebody brings: told by what stands in it, whatever its name."""

from __future__ import annotations

import re

from engine_server.interchange.exporting import Format
from engine_server.interchange.files import text_of

_SIGNS = (
    (re.compile(r"\A\s*[A-Za-z]{2}\|"), Format.LIN),
    (re.compile(r"^[ \t]*\[[ \t]*[A-Z]\w*", re.MULTILINE), Format.PBN),
    (re.compile(r"\A\s*\{"), Format.LOG),
    (re.compile(r"\b(?:md|pn|qx|mb|vg)\|", re.IGNORECASE), Format.LIN),
)
"""The first that is found decides: tags before a brace, as a PBN file may begin with a comment in braces."""


def format_of(content: bytes | str) -> Format:
    """The format of a file; PBN where nothing tells, so that its reader says what is wrong.

    Raises FileRefused where the content is no text or too much of it.
    """
    text = text_of(content)
    return next((form for sign, form in _SIGNS if sign.search(text)), Format.PBN)
