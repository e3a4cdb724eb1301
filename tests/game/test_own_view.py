"""A viewer is shown what it may know: the redaction that hides everything would be no redaction."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from engine_server.game import events as happened
from engine_server.game.redact import seen_by, view_for
from engine_server.game.view import CardPlayedSeen, DealScoredSeen, HandsWashedSeen, Stage
from engine_server.rules.dealing import seal_of
from tests.game.driving import GAMES, begun, some_options
from tests.game.outputs import Viewer, World
from tests.game.own_view import check_own_view
from tests.game.worlds import told, viewers_of

VIEWERS: tuple[Viewer, ...] = (None, 0, 1, 2, 3)


def played(game: str, seed: int, **options: str) -> World:
    """A whole match."""
    rng = Random(f"match {game} {seed}")
    table = begun(game, {**some_options(game, rng), "deals": "1"} | options, rng)
    table.play_on(rng)
    return World(told(table.log))


@pytest.mark.parametrize("game", GAMES)
def test_every_viewer_sees_its_own_and_all_that_is_public(game: str) -> None:
    for seed in range(12):
        rng, ends = Random(f"views {game} {seed}"), []
        table = begun(game, {**some_options(game, rng), "deals": "1"}, rng)
        while table.state.stage is Stage.PLAYING:
            ends.append(len(table.log))
            table.step(rng)
        history, viewers = told(table.log), viewers_of(table.state)
        for end in ends[::3]:
            check_own_view(World(history[:end]), viewers[end % len(viewers)])
        for viewer in viewers:
            check_own_view(World(history), viewer)


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_wash_is_told_to_all_and_so_are_the_cards_after_the_deal(viewer: Viewer) -> None:
    world = played("singapore", 3, wash="auto", wash_below="7", deals="1")
    shown = [seen_by(event, after, viewer) for event, after in world.history]
    assert HandsWashedSeen(happened.WashReason.WEAK_HAND) in shown
    opened = [sight for sight in shown if isinstance(sight, DealScoredSeen)]
    assert [sight.deal for sight in opened] == [view_for(world.state, viewer).last_deal]
    assert seal_of(opened[0].deal.secret) == opened[0].deal.seal
    assert sorted(card for hand in opened[0].deal.hands for card in hand.cards) == list(
        world.state.variant.deck.cards
    )


@pytest.mark.parametrize("game", ["floating", "singapore", "german", "italian"])
def test_no_view_ever_opens_a_hand_where_there_is_no_dummy(game: str) -> None:
    world = played(game, 5)
    for _, state in world.history:
        for viewer in viewers_of(state):
            assert {hand.seat for hand in view_for(state, viewer).hands} <= {viewer}


@pytest.mark.parametrize("trump_lead", ["until_broken", "free"])
@pytest.mark.parametrize("seed", range(6))
def test_the_card_that_breaks_trump_says_so_where_that_was_awaited(seed: int, trump_lead: str) -> None:
    history = played("singapore", seed, trump_lead=trump_lead, trump_broken_by="any_trump").history
    for (_, before), (event, after) in pairwise(history):
        if not isinstance(event, happened.CardPlayed):
            continue
        assert before.deal is not None
        assert after.deal is not None
        broke = after.deal.trump_broken and not before.deal.trump_broken
        seen = seen_by(event, after, None)
        assert isinstance(seen, CardPlayedSeen)
        assert seen.trump_broken == (broke and trump_lead == "until_broken")
