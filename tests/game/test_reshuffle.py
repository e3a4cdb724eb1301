"""Nothing a viewer receives tells two worlds apart that are equal in what the viewer may know.

PAIRS=100000 in the environment runs more pairs than the 10,000 of the test run.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable
from itertools import islice
from random import Random
from typing import TypeVar

import pytest

from engine_server.game.events import DealSealed, HandsWashed, WashReason
from engine_server.rules.cards import Suit
from engine_server.rules.options import Value
from engine_server.rules.variants import ALL
from tests.game.outputs import outputs, written
from tests.game.worlds import Cell, Pair, last_seal, pairs

Kind = TypeVar("Kind")
CHUNKS = 5
PAIRS = int(os.environ.get("PAIRS", "10000"))
IN_CHUNK = PAIRS // (CHUNKS * len(ALL))
AT_LEAST = -(-50 // CHUNKS)
"""Of each kind in each chunk of a game, so that all chunks together hold 50."""

CELLS = (
    [(phase, role) for phase in ("wash", "auction") for role in ("seat", "spectator")]
    + [("calling", role) for role in ("declarer", "defender", "spectator")]
    + [
        (phase, role)
        for phase in ("play_before", "play_after")
        for role in ("declarer", "partner", "defender", "spectator")
    ]
)
HOUSE_RULES: tuple[tuple[str, Value], ...] = (
    ("wash", "off"),
    ("wash", "auto"),
    ("wash", "player_choice"),
    ("solo", "forbidden"),
    ("solo_announce", "at_once"),
    ("solo_announce", "hidden"),
    ("double", True),
    ("claim_when_decided", True),
)


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("game", [game.key for game in ALL])
def test_a_viewer_cannot_tell_two_worlds_apart(game: str, chunk: int) -> None:
    counted: Counter[Cell] = Counter()
    rules: Counter[tuple[str, Value]] = Counter()
    kinds: Counter[str] = Counter()
    for pair in islice(pairs(game, Random(f"reshuffle {game} {chunk}")), IN_CHUNK):
        assert outputs(pair.first, pair.viewer) == outputs(pair.second, pair.viewer), described(pair)
        counted[pair.cell] += 1
        rules.update(rule for rule in HOUSE_RULES if pair.first.state.options[rule[0]] == rule[1])
        kinds.update(_kinds(pair))
    _all_at_least([Cell(game, *cell) for cell in CELLS], counted)
    _all_at_least(HOUSE_RULES, rules)
    _all_at_least(("called card moved", "washed before", "thrown in before", "later deal", "void"), kinds)


def _kinds(pair: Pair) -> list[str]:
    deal = pair.first.state.deal
    assert deal is not None
    events = pair.first.log[last_seal(pair.first.log) :]
    reasons = [event.reason for event in events if isinstance(event, HandsWashed)]
    return [
        *["called card moved"] * pair.called_card_moved,
        *["washed before"] * (WashReason.WEAK_HAND in reasons),
        *["thrown in before"] * (WashReason.ALL_PASSED in reasons),
        *["later deal"] * (deal.number > 1),
        *["void"] * any(card.suit != trick.cards[0].suit for trick in deal.tricks for card in trick.cards),
    ]


def _all_at_least(wanted: Iterable[Kind], counted: Counter[Kind]) -> None:
    rare = {kind: counted[kind] for kind in wanted if counted[kind] < AT_LEAST}
    assert not rare, f"too few of {rare} among {counted}"


def described(pair: Pair) -> str:
    """Where the pair stands and what it was made of."""
    deals = [world.state.deal.dealt for world in (pair.first, pair.second) if world.state.deal]
    return f"{pair.cell} viewer {pair.viewer} {pair.first.state.options} {deals}"


def test_the_comparison_reads_also_what_a_repr_leaves_out() -> None:
    sealed = [written(DealSealed(1, b"seal", secret)) for secret in (b"one", b"other")]
    assert sealed[0] != sealed[1]
    assert "one" not in repr(DealSealed(1, b"seal", b"one"))
    assert written({Suit.CLUBS: 1, Suit.SPADES: 2}) != written({Suit.SPADES: 2, Suit.CLUBS: 1})
