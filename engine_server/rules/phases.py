"""The stretches of a deal in which one kind of decision is made."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """Where the deal stands. NONE before the first deal and between two.

    A game passes through some of them, in the order its record lists.
    """

    NONE = "none"
    WASH = "wash"
    DRAWING = "drawing"
    AUCTION = "auction"
    CALLING = "calling"
    NAMING = "naming"
    PLAY = "play"
