"""What every benchmark shares: how it is run, what each result carries, and the arithmetic of samples."""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import ceil
from pathlib import Path
from typing import Any, TypeAlias

ROOT = Path(__file__).resolve().parent.parent
SEED = 7
Figures: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Run:
    """How a benchmark was asked to run: the seed of everything random, and whether to be quick."""

    quick: bool = False
    seed: int = SEED

    def choose(self, full: int, quick: int) -> int:
        """The size of a sample."""
        return quick if self.quick else full


Measure: TypeAlias = Callable[[Run], Figures]


def note(text: str) -> None:
    """Progress, for the person who waits; standard output belongs to the figures."""
    print(text, file=sys.stderr, flush=True)


def measured(name: str, measure: Measure, run: Run) -> Figures:
    """The figures of one benchmark with what they were measured on."""
    started = datetime.now(UTC).isoformat(timespec="seconds")
    figures = measure(run)
    return {"name": name, **figures, **_surroundings(run), "started": started}


def _surroundings(run: Run) -> Figures:
    return {
        "commit": _commit(),
        "python": platform.python_version(),
        "machine": {"processors": os.cpu_count(), "memory_mb": _memory_mb()},
        "seed": run.seed,
    }


def _commit() -> str | None:
    """The commit of the working tree, marked when the tree has changed since; None outside a clone."""
    asked = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    try:
        return subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return None


def _memory_mb() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2**20


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest value that at least `percent` of the values do not exceed. Raises IndexError for none."""
    ordered = sorted(values)
    return ordered[max(0, ceil(len(ordered) * percent / 100) - 1)]


def rounded(value: float) -> float:
    """Four figures: more would only say how the machine felt."""
    return float(f"{value:.4g}")


def as_json(figures: Figures) -> str:
    """One line for a machine."""
    return json.dumps(figures)


def as_table(figures: Figures) -> str:
    """A line a figure, for a person."""
    lines = list(_lines(figures))
    width = max(len(label) for label, _ in lines)
    return "\n".join(f"{label:<{width}}  {value}" for label, value in lines)


def _lines(figures: Mapping[str, Any], path: str = "") -> list[tuple[str, str]]:
    lines = []
    for key, value in figures.items():
        label = f"{path} {key}".strip()
        lines += _lines(value, label) if isinstance(value, Mapping) else [(label, _written(value))]
    return lines


def _written(value: object) -> str:
    return "–" if value is None else str(value)
