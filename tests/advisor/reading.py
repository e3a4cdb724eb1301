"""Reading a view once for the many claims that ask the same of it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from engine_server.game.view import View

Answer = TypeVar("Answer")


def read_once(read: Callable[[View], Answer]) -> Callable[[View], Answer]:
    """`read`, its answer kept for the view that was looked at last. Nobody changes the answer."""
    kept: list[tuple[View, Answer]] = []

    @wraps(read)
    def answer(view: View) -> Answer:
        if not kept or kept[0][0] is not view:
            kept[:] = [(view, read(view))]
        return kept[0][1]

    return answer
