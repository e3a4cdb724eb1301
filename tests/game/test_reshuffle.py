"""Nothing a viewer receives tells two worlds apart that are equal in what the viewer may know.

PAIRS=100000 in the environment runs more pairs than the 15,000 of the test run.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import TypeVar

import pytest

from engine_server.game.events import CardDrawn, DealSealed, HandsDealt, HandsWashed, WashReason
from engine_server.game.redact import view_for
from engine_server.rules.cards import Card, Rank, Suit
from engine_server.rules.declassified import Declassified
from engine_server.rules.options import Choice, Switch, Value
from engine_server.rules.variants import game_of
from tests.game.driving import GAMES, variants_of
from tests.game.outputs import outputs, written
from tests.game.worlds import Cell, Pair, cells_of, holder, last_seal, pairs

Kind = TypeVar("Kind")
CHUNKS = 2
PAIRS = int(os.environ.get("PAIRS", "15000"))
IN_CHUNK = PAIRS // (CHUNKS * len(GAMES))
AT_LEAST = -(-50 // CHUNKS)
"""Of each cell, house rule and kind in each chunk of a game, so that all chunks together hold 50."""
KINDS: dict[str, tuple[str, ...]] = {
    "hidden_partner": ("called card moved", "washed before", "thrown in before", "later deal", "void"),
    "german": ("later deal", "void", "goal unseen", "cards left over"),
    "minibridge": ("later deal", "void", "tied before", "honours moved"),
    "italian": ("called card moved", "thrown in before", "later deal", "void"),
    "contract": ("later deal", "void", "dummy unseen"),
    "honeymoon": ("later deal", "void", "drawn unseen", "open on the stock", "left unseen", "dummy unseen"),
    "three_handed": ("later deal", "void", "dummy unseen", "six of dummy"),
}
"""What must be met, by game or family; a game named nowhere must have its cells and house rules."""
FAMILY = {"floating": "hidden_partner", "singapore": "hidden_partner"} | dict.fromkeys(
    ("rubber", "chicago", "duplicate"), "contract"
)


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("game", GAMES)
def test_a_viewer_cannot_tell_two_worlds_apart(game: str, chunk: int) -> None:
    cells: Counter[Cell] = Counter()
    settings: Counter[tuple[str, Value]] = Counter()
    kinds: Counter[str] = Counter()
    for pair in islice(pairs(game, Random(f"reshuffle {game} {chunk}")), IN_CHUNK):
        assert outputs(pair.first, pair.viewer) == outputs(pair.second, pair.viewer), described(pair)
        cells[pair.cell] += 1
        settings.update(pair.first.state.options.settings)
        kinds.update(_kinds(pair))
    _all_at_least(wanted_cells(game), cells)
    _all_at_least(set(settings_of(game)), settings)
    _all_at_least(KINDS.get(FAMILY.get(game, game), ()), kinds)


@pytest.mark.parametrize("trump", ["none", "dealers_last_card", "cut"])
def test_a_card_turned_from_a_hand_tells_no_more_than_the_house_rule(trump: str) -> None:
    rng, moved = Random(f"last deal {trump}"), 0
    rules = {
        "players": "4",
        "hand_sequence": "down",
        "last_deal_trump": trump,
        "simultaneous_bids": "off",
        "hook": "off",
    }
    for pair in islice(pairs("german", rng, {**rules, "deals": "1"}), 60):
        assert outputs(pair.first, pair.viewer) == outputs(pair.second, pair.viewer), described(pair)
        turned = pair.first.state.deal.turned if pair.first.state.deal else None
        moved += turned is not None and holder(pair.first, turned) != holder(pair.second, turned)
    assert bool(moved) == (trump == "cut")


def settings_of(game: str) -> Iterator[tuple[str, Value]]:
    """Each value of each choice and switch of a game."""
    for option in game_of(game).options:
        if isinstance(option, Choice | Switch):
            yield from ((option.key, option.read(text)) for text in option.values)


def wanted_cells(game: str) -> set[Cell]:
    """Every cell of a game under any of its house rules."""
    return set().union(*map(cells_of, variants_of(game)))


def _kinds(pair: Pair) -> list[str]:
    """What the pair has that hides something of its own."""
    state, other = pair.first.state, pair.second.state
    deal, elsewhere = state.deal, other.deal
    assert deal is not None
    assert elsewhere is not None
    events = pair.first.log[last_seal(pair.first.log) :]
    reasons = {event.reason for event in events if isinstance(event, HandsWashed)}
    last = max(at for at, event in enumerate(events) if isinstance(event, HandsDealt))
    drawn = [event for event in events[last:] if isinstance(event, CardDrawn) and event.seat != pair.viewer]
    seen = {hand.seat for hand in view_for(state, pair.viewer).hands}
    dummies = set() if deal.declarer is None else set(state.variant.sides.dummies(deal.declarer))
    met = {
        "called card moved": pair.called_card_moved,
        "washed before": WashReason.WEAK_HAND in reasons,
        "thrown in before": WashReason.ALL_PASSED in reasons,
        "tied before": WashReason.TIED_POINTS in reasons,
        "later deal": deal.number > 1,
        "void": any(card.suit != trick.cards[0].suit for trick in deal.tricks for card in trick.cards),
        "goal unseen": deal.calls != elsewhere.calls,
        "cards left over": bool(deal.turned) and not any(deal.turned in hand for hand in deal.dealt),
        "honours moved": [_honours(hand) for hand in deal.dealt]
        != [_honours(hand) for hand in elsewhere.dealt],
        "dummy unseen": bool(dummies - seen),
        "six of dummy": any(len(cards) == 6 for _, cards in deal.open_cards),
        "drawn unseen": bool(drawn),
        "open on the stock": state.variant.tells(Declassified.STOCK_TOP) and bool(drawn),
        "left unseen": any(event.left is not None for event in drawn),
    }
    return [kind for kind, is_met in met.items() if is_met]


def _honours(hand: Sequence[Card]) -> Counter[Rank]:
    return Counter(card.rank for card in hand if card.rank > Rank.TEN)


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
