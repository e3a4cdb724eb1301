"""The engine from the command line: serve, keep the keys of fronts, replay an exported match."""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

from pydantic import ValidationError

from engine_server.application.fronts import FrontRefused, Fronts
from engine_server.application.ports import StoreProblem
from engine_server.interchange.files import MOST_BYTES
from engine_server.interchange.logs import import_log
from engine_server.interchange.problems import FileRefused
from engine_server.interchange.replaying import replayed
from engine_server.main import add_front, change_fronts, list_fronts, serve
from engine_server.report import complaint, report
from engine_server.service.logs import write_logs
from engine_server.service.server import CannotListen
from engine_server.settings import Settings
from engine_server.words.languages import Language, preferred


def main(arguments: list[str] | None = None) -> int:
    """Runs the engine. Answers 0 when it was told to stop, 2 with one line when it cannot run."""
    asked = _parser().parse_args(arguments)
    try:
        return int(asked.run(asked))
    except (CannotListen, StoreProblem, FrontRefused) as problem:
        print(f"fourth: {problem}", file=sys.stderr)
    except ValidationError as problem:
        wrong = ", ".join(str(error["loc"][0]) for error in problem.errors())
        print(f"fourth: this setting has no such value: {wrong}", file=sys.stderr)
    return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m engine_server",
        description="The engine of Fourth: tables for bridge-family games over gRPC.",
        epilog="Every option may also come from the environment, as FOURTH_PORT or FOURTH_STORE.",
    )
    parser.set_defaults(run=_serve)
    for name, field in Settings.model_fields.items():
        _add_option(parser, name, field.description or "")
    commands = parser.add_subparsers(title="commands")
    help_text = "keys of fronts: programs that speak for their own people"
    _add_keys(commands.add_parser("keys", parents=[_after("store")], help=help_text))
    help_text = "play an exported match again: seals, deals, scores"
    replay = commands.add_parser("replay", parents=[_after("language")], help=help_text)
    replay.add_argument("file", metavar="FILE", type=Path, help="the log of a match, as JSON")
    replay.set_defaults(run=_replay)
    return parser


def _add_option(parser: argparse.ArgumentParser, name: str, help_text: str) -> None:
    flag = f"--{name.replace('_', '-')}"
    if Settings.model_fields[name].annotation is bool:
        parser.add_argument(flag, action="store_true", default=None, help=help_text)
    else:
        parser.add_argument(flag, metavar=name.upper(), help=help_text)


def _settings(asked: argparse.Namespace) -> Settings:
    given = {name: getattr(asked, name, None) for name in Settings.model_fields}
    return Settings(**{name: value for name, value in given.items() if value is not None})


def _serve(asked: argparse.Namespace) -> int:
    settings = _settings(asked)
    write_logs(settings.log_level)
    asyncio.run(serve(settings))
    return 0


def _replay(asked: argparse.Namespace) -> int:
    """Prints the score sheet of a log that holds, and answers 1 with the reason for one that does not."""
    language = _language(asked)
    try:
        with asked.file.open("rb") as file:
            print(report(replayed(import_log(file.read(MOST_BYTES + 1))), language), end="")
    except FileRefused as refused:
        print(f"fourth: {asked.file}: {complaint(refused.problem, language)}", file=sys.stderr)
        return 1
    except OSError as problem:
        print(f"fourth: {asked.file}: {problem.strerror}", file=sys.stderr)
        return 1
    return 0


def _language(asked: argparse.Namespace) -> Language:
    """The language to speak in: that of the settings, else that of the terminal."""
    spoken = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return preferred(_settings(asked).language, *(tag.partition(".")[0] for tag in spoken))


def _after(name: str) -> argparse.ArgumentParser:
    """An option where it follows a command; what stood before holds as long as it is not given."""
    parser = argparse.ArgumentParser(add_help=False)
    help_text = Settings.model_fields[name].description
    parser.add_argument(f"--{name}", metavar=name.upper(), default=argparse.SUPPRESS, help=help_text)
    return parser


def _add_keys(parser: argparse.ArgumentParser) -> None:
    commands = parser.add_subparsers(title="commands", required=True)
    store = [_after("store")]
    add = commands.add_parser("add", parents=store, help="make a key for a front and print it once")
    add.add_argument("name", help="the front's name: letters, digits, - and _")
    add.add_argument("--days", type=int, help="how long the key is valid; without it, until revoked")
    add.set_defaults(
        run=_changing(lambda fronts, asked: add_front(fronts, asked.name, asked.days), anew=True)
    )
    listed = commands.add_parser("list", parents=store, help="list fronts; keys are never shown again")
    listed.set_defaults(run=_changing(lambda fronts, asked: list_fronts(fronts)))
    revoke = commands.add_parser("revoke", parents=store, help="make a front's key worthless")
    revoke.add_argument("name", help="the front's name")
    revoke.set_defaults(run=_changing(lambda fronts, asked: fronts.revoke(asked.name)))


def _changing(
    change: Callable[[Fronts, argparse.Namespace], Awaitable[None]], *, anew: bool = False
) -> Callable[[argparse.Namespace], int]:
    def run(asked: argparse.Namespace) -> int:
        asyncio.run(change_fronts(_settings(asked), lambda fronts: change(fronts, asked), anew=anew))
        return 0

    return run


if __name__ == "__main__":
    sys.exit(main())
