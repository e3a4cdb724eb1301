"""How long a newcomer waits: from a fresh clone to a dealt hand, and for the words of a language.

`first_hand_s` is the time of `make -s play` in a fresh clone of the commit this tree stands on, given the
line `/play floating deals=1`, until a hand of cards is shown: a virtual environment is made, the run-time
lock is installed by its hashes through the package index the machine is set to, an engine and a chat are
started. The clone itself is not counted. `catalogue_ms` is what a process spends on reading a language's
catalogues of engine and client, each in a process of its own that has read nothing before; the median of a
few.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.running import ROOT, Figures, Run, note, rounded
from engine_server.words.languages import COMPLETE, Language

ASKED = "/play floating deals=1\n"
SUITS_OF_A_HAND = 3
"""A line that shows so many suits is a hand; one with fewer is a bid, a trick or an unlikely hand."""
_READ = """
import sys, time
from engine_server.words.languages import Language
from engine_server.words.phrasebook import PHRASEBOOK
from telegram_client.speech.phrasebook import Language as Spoken, Words
began = time.perf_counter()
PHRASEBOOK.has("-", Language(sys.argv[1]))
Words(Spoken(sys.argv[1])).has("-")
print((time.perf_counter() - began) * 1000)
"""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Whether a clone is made, and how many processes read each language."""

    clone: bool = True
    readers: int = 9


QUICK = Sizes(clone=False, readers=5)


def measure(run: Run) -> Figures:
    """The figures of the benchmark `start`."""
    return measured(run, QUICK if run.quick else Sizes())


def measured(run: Run, sizes: Sizes) -> Figures:
    """The figures from samples of given sizes."""
    return {
        "first_hand_s": _first_hand_s() if sizes.clone else None,
        "catalogue_ms": {language.value: _catalogue_ms(language, sizes.readers) for language in Language},
        "samples": {"clones": int(sizes.clone), "readers_a_language": sizes.readers},
    }


def _catalogue_ms(language: Language, readers: int) -> float | None:
    """None for a language whose words are still to come."""
    if language not in COMPLETE:
        return None
    note(f"start: words of {language.value}")
    return rounded(median(_read_ms(language) for _ in range(readers)))


def _read_ms(language: Language) -> float:
    asked = [sys.executable, "-c", _READ, language.value]
    return float(subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout)


def _first_hand_s() -> float | None:
    """Seconds; None where there is no clone to be made, or no hand came."""
    with tempfile.TemporaryDirectory(prefix=".benchmark-", dir=Path.cwd()) as folder:
        clone = Path(folder) / "fourth"
        try:
            subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
        except (OSError, subprocess.CalledProcessError):
            note("start: first_hand_s is null, as it needs git and a clone of this project")
            return None
        return _seconds_to_hand(clone)


def _seconds_to_hand(clone: Path) -> float | None:
    note("start: make play in a fresh clone")
    began = time.perf_counter()
    play = subprocess.Popen(
        ["make", "-s", "play"],
        cwd=clone,
        env=_newcomers_environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        return _wait_for_hand(play, began)
    finally:
        os.killpg(play.pid, signal.SIGKILL)
        play.wait()


def _wait_for_hand(play: subprocess.Popen[str], began: float) -> float | None:
    assert play.stdin is not None
    assert play.stdout is not None
    with play.stdin, play.stdout:
        play.stdin.write(ASKED)
        play.stdin.flush()
        for line in play.stdout:
            if sum(suit in line for suit in "♠♥♣♦") >= SUITS_OF_A_HAND:
                return rounded(time.perf_counter() - began)
    note("start: first_hand_s is null, as no hand was dealt")
    return None


def _newcomers_environment() -> dict[str, str]:
    """Without what a person may have set for play, and without our own virtual environment."""
    dropped = {"VIRTUAL_ENV", "GAME", "LANG_CODE", "SEED", "MAKEFLAGS", "MAKELEVEL", "MFLAGS"}
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return {name: value for name, value in kept.items() if not name.startswith("FOURTH_")}
