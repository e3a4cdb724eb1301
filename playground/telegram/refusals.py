"""How the service refuses: a code, a description, and sometimes what to do instead."""

from __future__ import annotations


class Refusal(Exception):
    """The service refuses a call of the bot; the text is its description."""

    def __init__(self, code: int, description: str, **parameters: int) -> None:
        super().__init__(description)
        self.code = code
        self.description = description
        self.parameters = parameters
        """`retry_after` in seconds, or `migrate_to_chat_id`; usually empty."""


class Impossible(Exception):
    """A person wants what its app would not offer: a reason code and what to tell."""

    def __init__(self, code: str, says: str, status: int = 409) -> None:
        super().__init__(says)
        self.code = code
        self.says = says
        self.status = status
        """400 for what makes no sense, 404 for what is not there, 409 for what is not possible now."""


def bad(description: str, **parameters: int) -> Refusal:
    """The request is wrong."""
    return Refusal(400, f"Bad Request: {description}", **parameters)


def forbidden(description: str) -> Refusal:
    """The bot may not do that, or not there."""
    return Refusal(403, f"Forbidden: {description}")


def too_many(seconds: int) -> Refusal:
    """The bot is too fast; it may try again after so many seconds."""
    return Refusal(429, f"Too Many Requests: retry after {seconds}", retry_after=seconds)


def conflict(description: str) -> Refusal:
    """Two ways to ask for updates get in each other's way."""
    return Refusal(409, f"Conflict: {description}")


def unauthorized() -> Refusal:
    """Nobody has that token."""
    return Refusal(401, "Unauthorized")


def nothing_there() -> Refusal:
    """There is no token in the address, or no such file."""
    return Refusal(404, "Not Found")


def no_such_method() -> Refusal:
    """There is no such method."""
    return Refusal(404, "Not Found: method not found")


def too_large() -> Refusal:
    """The body is larger than what is taken."""
    return Refusal(413, "Request Entity Too Large")


def not_modified() -> Refusal:
    """An edit would change nothing."""
    return bad(
        "message is not modified: specified new message content and reply markup are exactly the same as a "
        "current content and reply markup of the message"
    )


def too_old() -> Refusal:
    """A query was answered already, or too late, or there never was one."""
    return bad("query is too old and response timeout expired or query ID is invalid")


def nobody(person: object) -> Impossible:
    """There is no such person."""
    return Impossible("NO_SUCH_PERSON", f"there is no person {person}", 404)


def nowhere(chat: object) -> Impossible:
    """There is no such chat, or the person is not in it."""
    return Impossible("NO_SUCH_CHAT", f"there is no chat {chat} for this person", 404)
