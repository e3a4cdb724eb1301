"""Every figure by its name: `python -m benchmarks NAME --json [--quick]`. Without a name, all in turn."""

from __future__ import annotations

import argparse
import sys

from benchmarks import chat, durability, hints, rpc, rules, start, strength
from benchmarks.running import SEED, Measure, Run, as_json, as_table, measured

BENCHMARKS: dict[str, tuple[Measure, str]] = {
    "rules": (rules.measure, "random games a second, and how long a deal takes to fold"),
    "rpc": (rpc.measure, "durable moves a second over gRPC, beside a raw echo and bare commits"),
    "durability": (durability.measure, "what is left of acknowledged moves when the engine is killed"),
    "hints": (hints.measure, "how long a hint takes, alone and beside busy tables"),
    "chat": (chat.measure, "fifty groups of four play over the playground, at Telegram's own limits"),
    "strength": (strength.measure, "robots against a ten-line rule player, and whether suspicions come true"),
    "start": (start.measure, "from a fresh clone to a dealt hand, and reading the catalogues"),
}


def main(arguments: list[str] | None = None) -> int:
    """Prints the figures asked for; progress goes to standard error."""
    asked = _parser().parse_args(arguments)
    for name in asked.names or BENCHMARKS:
        figures = measured(name, BENCHMARKS[name][0], Run(asked.quick, asked.seed))
        print(as_json(figures) if asked.json else as_table(figures) + "\n", flush=True)
    return 0


def _parser() -> argparse.ArgumentParser:
    told = "\n".join(f"  {name:<11} {about}" for name, (_, about) in BENCHMARKS.items())
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=f"Figures of Fourth:\n{told}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", type=_known, help="without one, all in turn")
    parser.add_argument("--json", action="store_true", help="one JSON object a benchmark instead of a table")
    parser.add_argument("--quick", action="store_true", help="smaller samples, at most 45 seconds each")
    parser.add_argument("--seed", type=int, default=SEED, help="of everything random (%(default)s)")
    return parser


def _known(name: str) -> str:
    if name not in BENCHMARKS:
        raise argparse.ArgumentTypeError(f"no benchmark {name!r}; there are {', '.join(BENCHMARKS)}")
    return name


if __name__ == "__main__":
    sys.exit(main())
