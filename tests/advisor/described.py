"""The list of codes and arguments in the docstring of the hints, as the tests read it."""

from __future__ import annotations

import re

from engine_server.advisor import hints


def described() -> dict[str, tuple[str, ...]]:
    """Code -> names of its arguments, as the module's own list has them."""
    lines = re.findall(r"^([a-z]+\.[a-z_]+) \| ([a-z, -]+) \| \S.*$", hints.__doc__ or "", re.MULTILINE)
    return {code: () if names == "-" else tuple(names.split(", ")) for code, names in lines}
