"""What the client's keys say in a chat: which of them make a move, and of which moment they are."""

from __future__ import annotations

from functools import cache

from telegram_client.conversation.taps import MoveTap, PickTap, PlaceTap, read_tap
from telegram_client.speech.manners import CLAIM, WISHES
from telegram_client.speech.moves import kind_of
from tests.playground.phones import Message, Place


@cache
def acts(data: str) -> bool:
    """Whether a key makes a move that is waited for, or turns to others that do."""
    return isinstance(read_tap(data), MoveTap | PickTap | PlaceTap) and not is_wish(data)


def is_wish(data: str) -> bool:
    """Whether a key claims, concedes or takes back, for which nothing waits."""
    match read_tap(data):
        case MoveTap(move=move):
            return kind_of(move) in WISHES
        case PickTap(choice=choice):
            return choice == CLAIM
        case _:
            return False


def is_pass(data: str) -> bool:
    """Whether a key passes."""
    tap = read_tap(data)
    return isinstance(tap, MoveTap) and kind_of(tap.move) == "pass_call"


def acting_keys(where: Place) -> list[tuple[Message, str]]:
    """The keys by which somebody is to act in a chat, and their messages, from the top."""
    keys = [(message, key.data) for message in where.of_bot for key in message.buttons]
    return [(message, data) for message, data in keys if acts(data)]


def move_keys(where: Place) -> list[tuple[Message, str]]:
    """Those that make the move themselves."""
    return [(message, data) for message, data in acting_keys(where) if data.startswith("m:")]


def decision(where: Place) -> int:
    """The version of the newest keys by which somebody is to act; 0 before any."""
    return max((version_of(data) for _, data in acting_keys(where)), default=0)


def version_of(data: str) -> int:
    return int(data.split(":")[2])


def key_for(where: Place, command: str) -> str:
    """What the newest key sends that begins with the command; empty where there is none."""
    keys = [key.data for message in reversed(where.of_bot) for key in message.buttons]
    return next((data for data in keys if data.split(" ")[0] == command), "")


def hints(where: Place, after: int = 0) -> list[Message]:
    """The hints, which can be asked about, that came after so many messages of the bot."""
    fresh = where.of_bot[after:]
    return [message for message in fresh if any(key.data == "/words @hint" for key in message.buttons)]
