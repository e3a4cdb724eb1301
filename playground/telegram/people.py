"""Who takes part: people with their phones, and the bot."""

from __future__ import annotations

from dataclasses import dataclass

ANONYMOUS_ID = 1087968824
"""As whom Telegram shows an admin that stays anonymous to bots: @GroupAnonymousBot."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a phone; `language` is that of the app, such as `de` or `zh-hans`, or empty."""

    id: int
    name: str
    language: str = ""
    username: str = ""
    has_started: bool = False
    """Whether the bot may write to this person: it has written to the bot once."""
    has_blocked: bool = False
    shows_ephemeral: bool = True
    """Whether the app is new enough to show ephemeral messages; the bot cannot tell."""


@dataclass(frozen=True, slots=True)
class Bot:
    """The bot; `token` opens the Bot API."""

    id: int
    name: str
    username: str
    token: str

    def __repr__(self) -> str:
        return f"Bot({self.username})"
