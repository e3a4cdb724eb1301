"""The command `python -m playground`."""

from __future__ import annotations

import sys


def main(arguments: list[str] | None = None) -> int:
    """Runs the playground. 0 when it is told to stop, 1 when its bot has ended, 2 when it cannot start."""
    try:
        from playground.main import run
    except ModuleNotFoundError as problem:
        if problem.name != "aiohttp":
            raise
        print("playground: it needs aiohttp: install fourth-bridge[bot,playground]", file=sys.stderr)
        return 2
    from playground.settings import settings_of

    return run(settings_of(arguments))


if __name__ == "__main__":
    sys.exit(main())
