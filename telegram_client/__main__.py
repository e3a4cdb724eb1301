"""The command `fourth`: play here, with an engine of your own or at one that runs already; or run the bot."""

from __future__ import annotations

import argparse
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from telegram_client.settings import Settings

_SURROUNDINGS = """environment:
  GAME       what /play opens when no game is named, for example floating
  LANG_CODE  en, de, nb, zh-Hans or zh-Hant
"""
_BOT_SURROUNDINGS = """environment:
  FOURTH_BOT_TOKEN       the token that @BotFather gave to the bot
  FOURTH_BOT_TOKEN_FILE  or the file where it stands
  FOURTH_BOT_API         where the Bot API is, if it is not Telegram's own
  FOURTH_ENGINE          HOST:PORT of an engine that runs already; without it the bot starts its own
  FOURTH_FRONT_KEY       the bot's key there (python -m engine_server keys add NAME)
  FOURTH_FRONT_KEY_FILE  or the file where it stands
  FOURTH_PACE            how fast robots play: slow, normal (if not said), fast, or none without a pause
  LANG_CODE              what the bot says in this terminal: en, de, nb, zh-Hans or zh-Hant
"""
_SEED = """  SEED       a number: practice deals that can be dealt again, in a store that is thrown away
"""
_EPILOGUES = {"play": _SURROUNDINGS + _SEED, "terminal": _SURROUNDINGS, "bot": _BOT_SURROUNDINGS}
_TAKES = {"GAME": "the name of a game", "SEED": f"a number from 0 to {2**63 - 1}"}
"""What the settings take that can be wrong; a language nobody speaks here is English."""
_PLACE = re.compile(r"(?:\[[0-9A-Fa-f:.]+\]|[^\s:/\[\]]+):([0-9]{1,5})")
"""HOST:PORT, an IPv6 address in brackets."""


def main(arguments: list[str] | None = None) -> int:
    """Runs a command. 0 when the person is done, 1 when the engine was lost, 2 when it cannot start."""
    _fill_closed_streams()
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")  # the library's own lines have no place in a chat
    asked = _parser().parse_args(arguments)
    return int(asked.run(asked))


def _fill_closed_streams() -> None:
    """What was closed before we began reads as empty and swallows what is written, instead of being None."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8"))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="fourth", description="A table for bridge-family card games.")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")
    for name, run, text in (
        ("play", _play, "start an engine on this machine and play in this terminal"),
        ("terminal", _terminal, "play in this terminal at an engine that runs already"),
        ("bot", _bot, "let people play on Telegram, with an engine on this machine or elsewhere"),
    ):
        command = commands.add_parser(
            name,
            help=text,
            description=text[0].upper() + text[1:] + ".",
            epilog=_EPILOGUES[name],
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.set_defaults(run=run)
        _ADD[name](command)
    return parser


def _add_to_play(command: argparse.ArgumentParser) -> None:
    command.add_argument("--name", default="", help="the name others see")
    command.add_argument(
        "--store", type=Path, help="the file of the tables; without it fourth.db in this folder"
    )


def _add_to_terminal(command: argparse.ArgumentParser) -> None:
    command.add_argument("--name", default="", help="the name others see")
    command.add_argument("--engine", required=True, metavar="HOST:PORT", help="where the engine listens")
    command.add_argument("--ca", type=Path, metavar="FILE", help="PEM file of the authority to trust")


def _add_to_bot(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--store",
        type=Path,
        default=Path("fourth-tables.db"),
        help="the file of the tables of its own engine",
    )
    command.add_argument(
        "--memory", type=Path, default=Path("fourth-bot.db"), help="the file of what the bot remembers"
    )
    command.add_argument(
        "--attached", action="store_true", help="stop when standard input ends, with whoever started it"
    )
    command.add_argument("--ca", type=Path, metavar="FILE", help="PEM file of the authority to trust")


_ADD = {"play": _add_to_play, "terminal": _add_to_terminal, "bot": _add_to_bot}


def _play(asked: argparse.Namespace) -> int:
    from telegram_client import main as house

    settings = _settings()
    if settings is None:
        return 2
    return house.run(house.play(settings, asked.store, asked.name), settings.lang_code)


def _terminal(asked: argparse.Namespace) -> int:
    from telegram_client import main as house
    from telegram_client.hosting import secret_file

    settings = _settings()
    if settings is None:
        return 2
    if not _is_place(asked.engine):
        return _wants_place("--engine")
    place = house.Place(asked.engine, None, secret_file(asked.engine), asked.ca)
    return house.run(house.visit(settings, place, asked.name), settings.lang_code)


def _bot(asked: argparse.Namespace) -> int:
    from telegram_client import main as house
    from telegram_client.settings import BotSettings

    try:
        from telegram_client import bot
    except ModuleNotFoundError as problem:
        if problem.name != "telegram":
            raise
        print("fourth: the bot needs python-telegram-bot: install fourth-bridge[bot]", file=sys.stderr)
        return 2
    settings = _settings()
    if settings is None:
        return 2
    behind = BotSettings()
    if behind.engine and not _is_place(behind.engine):
        return _wants_place("FOURTH_ENGINE")
    wish = bot.Wish(behind, asked.store, asked.memory, asked.ca)
    return house.run(bot.serve(settings.lang_code, wish), settings.lang_code, asked.attached)


def _is_place(address: str) -> bool:
    found = _PLACE.fullmatch(address)
    return found is not None and 0 < int(found.group(1)) < 65536


def _wants_place(name: str) -> int:
    print(f"fourth: {name} takes HOST:PORT, such as 127.0.0.1:50400", file=sys.stderr)
    return 2


def _settings() -> Settings | None:
    """The surroundings; None, after one line, when something in them cannot be."""
    from pydantic import ValidationError

    from telegram_client.settings import Settings

    try:
        return Settings()
    except ValidationError as problem:
        wrong = [str(error["loc"][0]).upper() for error in problem.errors()]
        print("fourth: " + "; ".join(f"{name} takes {_TAKES[name]}" for name in wrong), file=sys.stderr)
        return None


if __name__ == "__main__":
    sys.exit(main())
