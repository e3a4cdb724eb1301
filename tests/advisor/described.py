"""The list of codes and arguments in the docstring of the hints, as the tests read it."""

from __future__ import annotations

import re
from functools import cache

from engine_server.advisor import hints
from engine_server.advisor.natural import codes


@cache
def described() -> dict[str, tuple[str, ...]]:
    """Code -> names of its arguments, as the module's own list has them."""
    text = f"{hints.__doc__}{codes.__doc__}"
    lines = re.findall(r"^([a-z]+\.[a-z_]+) \| ([a-z, -]+) \| \S.*$", text, re.MULTILINE)
    return {code: () if names == "-" else tuple(names.split(", ")) for code, names in lines}


@cache
def against() -> set[str]:
    """The codes of reasons that speak against a move."""
    text = hints.__doc__ or ""
    cards = text[text.index("Why a card is less good") :].split("\n\n")[0]
    return set(re.findall(r"^(hint\.[a-z_]+) \| .* \| Less good", text, re.MULTILINE)) | set(
        re.findall(r"^(hint\.[a-z_]+) \|", cards, re.MULTILINE)
    )
