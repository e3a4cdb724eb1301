"""What the command line asks for, as one frozen record."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass

from playground.telegram.limits import PUBLISHED

PORT = 8440
TOKEN = "4242424242:AAplayground-opens-no-door-elsewhere-00"
"""The token of the bot here; it is worth nothing anywhere else, so it is no secret."""
PACES = ("none", "fast", "normal", "slow")
"""What the bot's own setting knows."""
_TOKEN = re.compile(r"([0-9]{1,15}):[A-Za-z0-9_-]{10,100}", re.ASCII)


@dataclass(frozen=True, slots=True, repr=False)
class Settings:
    """`with_bot`: whether Fourth's own bot is started; `seed`: whence the chance of faults comes."""

    port: int = PORT
    with_bot: bool = True
    token: str = TOKEN
    seed: int | None = None
    rates: bool = True
    burst: int = PUBLISHED.burst
    count_ephemeral: bool = True
    privacy: bool = True
    pace: str = "normal"

    @property
    def bot_id(self) -> int:
        """The bot's number, which is the first part of its token."""
        return int(self.token.partition(":")[0])


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port < 65536:
        raise ValueError
    return port


def _token(text: str) -> str:
    if not _TOKEN.fullmatch(text):
        raise argparse.ArgumentTypeError("a token looks like 123456:letters-and-digits")
    return text


def settings_of(arguments: Sequence[str] | None) -> Settings:
    """Reads the command line; what is wrong there ends the program with one line and code 2."""
    parser = argparse.ArgumentParser(
        prog="playground", description="Telegram without a token, on this machine."
    )
    parser.add_argument(
        "--port", type=_port, default=PORT, metavar="N", help=f"the port, {PORT} if not said; 0: any"
    )
    parser.add_argument("--no-bot", action="store_true", help="without Fourth's bot: run one of your own")
    parser.add_argument("--token", type=_token, default=TOKEN, help="the token your own bot uses")
    parser.add_argument("--seed", type=int, metavar="N", help="makes faults that come by chance come again")
    parser.add_argument("--no-rates", action="store_true", help="never say that the bot is too fast")
    parser.add_argument(
        "--burst", type=int, default=PUBLISHED.burst, metavar="N", help="messages at once in one chat"
    )
    parser.add_argument("--free-ephemeral", action="store_true", help="ephemeral messages do not count")
    parser.add_argument("--no-privacy", action="store_true", help="the bot sees all that is said in groups")
    parser.add_argument(
        "--pace", choices=PACES, default="normal", help="how fast robots play, normal if not said"
    )
    asked = parser.parse_args(arguments)
    if asked.burst < 1:
        parser.error("--burst is at least 1")
    return Settings(
        asked.port,
        not asked.no_bot,
        asked.token,
        asked.seed,
        not asked.no_rates,
        asked.burst,
        not asked.free_ephemeral,
        not asked.no_privacy,
        asked.pace,
    )
