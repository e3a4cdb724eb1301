"""Fifty groups of four scripted people play a deal of Floating Bridge each at once, over the playground.

The playground, Fourth's own Telegram client and its engine run as `make playground` starts them, in processes
of their own, with Telegram's limits on: a group bears twenty calls a minute, so a deal takes minutes. The
people are in the process that measures, on one page a group, and tap ten times a second in all (chatters.py).

Tap: from the request to the answer on the page. Board: from the tap to the board that shows the move, most of
which is the pace that a group bears. Page: from the bot's request at the playground to the event at the
page, for every message and edit and each of the four. Calls a minute: sends and edits in the busiest sixty
seconds of any group. An error is a call of the bot that is refused otherwise than by 429, or a table that
comes to no end. Quick, fewer groups play until the time is up, before a deal is at its end.
"""

from __future__ import annotations

import asyncio
import time
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import aiohttp

from benchmarks.chat_page import Tally, WentWrong
from benchmarks.chatters import DECK, Group, Metronome
from benchmarks.children import child
from benchmarks.places import folder_on_disk
from benchmarks.running import Figures, Run, note, percentile, rounded
from benchmarks.watched_playground import Call, calls_in

TAPS_PER_S = 10.0
MINUTE = 60.0
TOO_MANY = 429
ALL_IS_WELL = frozenset({200, 403, TOO_MANY})
"""Codes that are no errors: 403 is how the bot finds out that people have not opened a private chat."""
NOTE_SECONDS = 15.0


@dataclass(frozen=True, slots=True)
class Sizes:
    """Groups at once, the cards each plays, and after how many seconds all stop in any case."""

    groups: int = 50
    cards: int = DECK
    seconds: float | None = None


QUICK = Sizes(groups=20, seconds=32)


@dataclass(frozen=True, slots=True)
class Played:
    """A run: what people saw, how many tables came to no end, and what the bot called."""

    tally: Tally
    failed: int
    calls: Sequence[Call]


def measure(run: Run) -> Figures:
    """The figures of the benchmark `chat`."""
    return measured(run, QUICK if run.quick else Sizes())


def measured(run: Run, sizes: Sizes) -> Figures:
    """The figures from samples of given sizes."""
    with folder_on_disk() as folder:
        played = _played(folder / "calls.json", sizes)
    answers = Counter(call.code for call in played.calls)
    taps = [tap.took_ms for tap in played.tally.taps]
    shown = times_to_page(played.calls, played.tally)
    return {
        "groups": sizes.groups,
        "errors": played.failed + sum(answers[code] for code in answers if code not in ALL_IS_WELL),
        "refused_429": answers[TOO_MANY],
        "group_calls_per_min_max": calls_per_min_max(played.calls),
        "tap_p50_ms": _percentile(taps, 50),
        "tap_p95_ms": _percentile(taps, 95),
        "board_p95_ms": _percentile(played.tally.boards, 95),
        "page_p50_ms": _percentile(shown, 50),
        "picture_p50_ms": None,
        "samples": _held(sizes, played.tally) | {"shown": len(shown)},
    }


def _percentile(times: Sequence[float], percent: float) -> float | None:
    return rounded(percentile(times, percent)) if times else None


def _held(sizes: Sizes, tally: Tally) -> Figures:
    first, last = (tally.taps[0].at, tally.taps[-1].at) if tally.taps else (0.0, 0.0)
    return {
        "people": 4 * sizes.groups,
        "deals_ended": tally.deals,
        "seconds": rounded(last - first),
        "taps": len(tally.taps),
        "taps_per_s": rounded(len(tally.taps) / (last - first)) if last > first else None,
        "boards": len(tally.boards),
    }


# --- the run -------------------------------------------------------------------------------------------


def _played(file: Path, sizes: Sizes) -> Played:
    tally = Tally()
    until = None if sizes.seconds is None else time.monotonic() + sizes.seconds
    with child("benchmarks.watched_playground", str(file)) as playground:
        failed = asyncio.run(all_play(playground.address, sizes, until, tally))
        ended = time.monotonic()
    return Played(tally, failed, [call for call in calls_in(file) if call.at <= ended])


async def all_play(address: str, sizes: Sizes, until: float | None, tally: Tally) -> int:
    """All groups at once, at most until a moment of the steady clock; how many of their tables went wrong."""
    note(f"chat: {sizes.groups} groups of four")
    metronome = Metronome(TAPS_PER_S)
    everybody = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(address, connector=everybody) as session:
        groups = [Group(session, metronome, tally) for _ in range(sizes.groups)]
        tables = [asyncio.create_task(_is_played(group, sizes.cards)) for group in groups]
        telling = asyncio.create_task(_tell(tally, sizes.groups))
        left = None if until is None else until - time.monotonic()
        done, late = await asyncio.wait(tables, timeout=left)
        for task in (*late, telling):
            task.cancel()
        await asyncio.gather(*late, telling, return_exceptions=True)
        return sum(not task.result() for task in done)


async def _is_played(group: Group, cards: int) -> bool:
    """Whether the deal came to its end."""
    try:
        await group.play(cards)
    except (WentWrong, aiohttp.ClientError, TimeoutError) as problem:
        note(f"chat: a table is given up: {type(problem).__name__} {problem}")
        return False
    return True


async def _tell(tally: Tally, groups: int) -> None:
    """Now and then how far it is; whoever waits for minutes wants to know."""
    while True:
        await asyncio.sleep(NOTE_SECONDS)
        note(f"chat: {len(tally.taps)} taps, {tally.deals} of {groups} deals at their end")


# --- the arithmetic ------------------------------------------------------------------------------------


def calls_per_min_max(calls: Sequence[Call]) -> int:
    """The most messages and edits that came to one group within sixty seconds."""
    by_chat: defaultdict[int, list[float]] = defaultdict(list)
    for call in calls:
        if call.chat is not None and call.message is not None:
            by_chat[call.chat].append(call.at)
    return max((_most_within(MINUTE, times) for times in by_chat.values()), default=0)


def _most_within(seconds: float, times: Sequence[float]) -> int:
    """How many of these ascending times lie within so many seconds, at most."""
    return max(bisect_left(times, first + seconds) - place for place, first in enumerate(times))


def times_to_page(calls: Sequence[Call], tally: Tally) -> list[float]:
    """Milliseconds from each message and edit of the bot to each page: the nth call is the nth event."""
    sent: defaultdict[tuple[int, int], list[float]] = defaultdict(list)
    for call in calls:
        if call.chat is not None and call.message is not None:
            sent[call.chat, call.message].append(call.at)
    return [
        (shown - at) * 1000
        for place, times in sent.items()
        for shown_to_one in tally.shown[place].values()
        for at, shown in zip(times, shown_to_one, strict=False)
    ]
