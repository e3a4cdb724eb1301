"""A live comparison with OpenSpiel: the same random games, step by step, in its engine and in ours."""

from __future__ import annotations

import importlib.util
import random
import re
from typing import Any

import pytest

from engine_server.game import events as happened
from engine_server.game.state import legal_moves
from engine_server.rules.cards import Card, Denomination, Rank, Suit, card_of, in_hand_order
from engine_server.rules.dealing import seal_of
from engine_server.rules.moves import ALL_BIDS, DOUBLE, PASS, REDOUBLE, Move, PlayCard, TrickGoal
from tests.rules.outside import vulnerable
from tests.rules.table import Table

pytestmark = pytest.mark.skipif(
    importlib.util.find_spec("pyspiel") is None,
    reason="open-spiel is not installed: no wheel for this machine",
)
GAMES, BATCH = 1000, 50
FIRST_CALL = 52
"""In OpenSpiel's bridge the cards are the actions below it, then pass, double, redouble and the bids."""
_CALLS: tuple[Move, ...] = (PASS, DOUBLE, REDOUBLE, *ALL_BIDS)
VULNERABLE = {(False, False): (), (True, False): (0, 2), (False, True): (1, 3), (True, True): (0, 1, 2, 3)}


def spiel(name: str, **parameters: Any) -> Any:  # noqa: ANN401 - a game of OpenSpiel
    import pyspiel

    return pyspiel.load_game(name, parameters)


def bridge_move(action: int, hand: int) -> Move:
    if action >= FIRST_CALL:
        return _CALLS[action - FIRST_CALL]
    return PlayCard(Card(Suit(action % 4), Rank(action // 4 + 2)), hand)


def damped(chance: random.Random, actions: list[int]) -> int:
    """Passes mostly, so that auctions end early and contracts vary."""
    if FIRST_CALL in actions and chance.random() < 0.6:
        return FIRST_CALL
    return chance.choice(actions[:8] if FIRST_CALL in actions else actions)


def dealt(state: Any, chance: random.Random) -> tuple[tuple[Card, ...], ...]:  # noqa: ANN401
    """The hands North to West after the cards have been dealt by lot, the first to North."""
    hands: list[list[Card]] = [[], [], [], []]
    place = 0
    while state.is_chance_node():
        action = chance.choice(state.legal_actions())
        hands[place % 4].append(Card(Suit(action % 4), Rank(action // 4 + 2)))
        state.apply_action(action)
        place += 1
    return tuple(map(in_hand_order, hands))


def board(hands: tuple[tuple[Card, ...], ...], seats: tuple[int, ...]) -> Table:
    table, secret = Table("duplicate", options={"deals": "1"}), bytes(32)
    table.place(
        happened.MatchStarted(0),
        happened.DealSealed(1, seal_of(secret), secret),
        happened.HandsDealt(0, 0, 0, hands),
    )
    return vulnerable(table, seats)


@pytest.mark.parametrize("batch", range(GAMES // BATCH))
def test_random_games_of_bridge_agree(batch: int) -> None:
    chance = random.Random(batch)
    for _ in range(BATCH):
        north, east = chance.random() < 0.5, chance.random() < 0.5
        game = spiel("bridge", use_double_dummy_result=False, dealer_vul=north, non_dealer_vul=east)
        state = game.new_initial_state()
        table = board(dealt(state, chance), VULNERABLE[north, east])
        while not state.is_terminal():
            assert table.actor == state.current_player()
            hand = table.view(None).next_hand
            theirs = {bridge_move(action, hand or 0) for action in state.legal_actions()}
            assert set(legal_moves(table.state, table.actor)) == theirs
            action = damped(chance, state.legal_actions())
            table.move(bridge_move(action, hand or 0))
            state.apply_action(action)
        ours = [
            sum(line.points if seat in line.seats else -line.points for line in table.state.lines)
            for seat in range(4)
        ]
        assert ours == state.returns()


def hands_in(text: str, players: int) -> tuple[tuple[Card, ...], ...]:
    """The hands in OpenSpiel's picture of a state that has just been dealt."""
    hands = []
    for player in range(players):
        block = re.search(rf"Player: {player}\n((?:    [CDSH]: .*\n)+)", text)
        assert block is not None
        rows = re.findall(r"([CDSH]): (.*)", block.group(1))
        hands.append(in_hand_order(card_of(suit + rank) for suit, ranks in rows for rank in ranks.strip()))
    return tuple(hands)


@pytest.mark.parametrize("batch", range(GAMES // BATCH))
def test_random_games_of_oh_hell_agree(batch: int) -> None:
    chance = random.Random(batch)
    for _ in range(BATCH):
        players = chance.randrange(3, 8)
        state = spiel("oh_hell", players=players).new_initial_state()
        while state.is_chance_node():
            state.apply_action(chance.choice(state.legal_actions()))
        table = goals_at(str(state), players)
        while not state.is_terminal():
            seat, actions = state.current_player(), state.legal_actions()
            assert table.actor == seat
            theirs = {action: oh_hell_move(state.action_to_string(seat, action), seat) for action in actions}
            assert set(legal_moves(table.state, seat)) == set(theirs.values())
            action = chance.choice(actions)
            table.move(theirs[action])
            state.apply_action(action)
        assert [line.points for line in table.state.lines] == state.returns()


def oh_hell_move(name: str, seat: int) -> Move:
    return TrickGoal(int(name)) if name.isdigit() else PlayCard(card_of(name), seat)


def goals_at(text: str, players: int) -> Table:
    """The same deal at a table of ours that scores a point a trick and ten for an exact goal."""
    hands, secret = hands_in(text, players), bytes(32)
    dealer, trump = re.search(r"Dealer: (\d)", text), re.search(r"Trump: (\w\w)", text)
    assert dealer is not None
    assert trump is not None
    size, turned = len(hands[0]), card_of(trump.group(1))
    options = {
        "players": str(players),
        "hand_sequence": str(size),
        "first_bidder": "left",
        "scoring": "tricks_plus_10",
    }
    first = int(dealer.group(1))
    return Table("german", options=options).place(
        happened.MatchStarted(first),
        happened.DealSealed(1, seal_of(secret), secret),
        happened.HandsDealt(0, first, (first + 1) % players, hands),
        happened.TrumpTurned(turned, Denomination(turned.suit)),
    )
