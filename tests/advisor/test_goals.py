"""German Bridge: which goal is said, which card makes it exact, and how often that succeeds."""

from __future__ import annotations

import pytest

from benchmarks.strength_players import coach, states
from engine_server.advisor.hints import HintCode
from engine_server.game.view import View
from engine_server.rules.cards import card_of
from engine_server.rules.moves import PlayCard, TrickGoal
from engine_server.rules.sheets import ScoreLine, ScoreReason
from tests.advisor.card_checker import is_true
from tests.advisor.hands import advised, exacting, saying

GOALS = {
    "what the table counts": (saying("SA9 HA3 D4", "S"), 3, HintCode.GOAL_COUNTS),
    "never below sure trumps": (saying("SAK D2", "S", said=(1, 1)), 2, HintCode.GOAL_SURE),
    "nothing that must win": (saying("S4 H73 D2", "C"), 0, HintCode.GOAL_LOW_HAND),
    "one trump from the three on": (saying("S3", "S", turned="S9"), 1, HintCode.GOAL_ONE_CARD),
    "one trump, the two": (saying("S2", "S", turned="S9"), 0, HintCode.GOAL_ONE_CARD),
    "one ace of another suit": (saying("HA", "S"), 0, HintCode.GOAL_COUNTS),
    "down where the number is forbidden": (saying("SA HA3 D43", "S", (1, 1, 1)), 1, HintCode.GOAL_FORBIDDEN),
    "up where the others leave much room": (saying("SAQ9 HA3", "S", (1, 0, 0)), 5, HintCode.GOAL_FORBIDDEN),
    "fewer where the others want much": (
        saying("SK3 HA54 DQ72", "S", said=(3, 3, 3)),
        2,
        HintCode.GOAL_OTHERS,
    ),
    "tops of a whole hand without trump": (saying("SAKQJ52 HA DK4 C7532", ""), 5, HintCode.GOAL_COUNTS),
}


@pytest.mark.parametrize("name", GOALS)
def test_the_goal_and_why(name: str) -> None:
    view, goal, code = GOALS[name]
    best = advised(view).moves[0]

    assert best.move == TrickGoal(goal)
    assert best.reason.code is code
    assert all(is_true(claim, view) for claim in best.reason.claims)


def test_the_forbidden_goal_is_not_among_the_advised() -> None:
    view = saying("SA9 HA3 D4", "S", (1, 1, 0))

    assert TrickGoal(3) not in [rated.move for rated in advised(view).moves]


PLAYS = {
    "short of the goal, the cheapest sure winner": (
        exacting("HAJ4", "S", "H7 HT H2", (2, 1, 0, 0), (0, 0, 0, 0)),
        "HJ",
        HintCode.EXACT_WIN,
    ),
    "the last trick needed is won with what might win another": (
        exacting("HAJ4", "S", "H7 HT H2", (1, 1, 0, 0), (0, 0, 0, 0)),
        "HA",
        HintCode.EXACT_WIN,
    ),
    "short, last, a low trump is enough": (
        exacting("S29 D3", "S", "CA C2 C3", (2, 1, 1, 0), (0, 0, 0, 0)),
        "S2",
        HintCode.EXACT_WIN,
    ),
    "full, the highest card that stays under": (
        exacting("HT3 D2", "S", "HJ H5 H4", (0, 1, 1, 0), (0, 0, 0, 0)),
        "HT",
        HintCode.EXACT_DUCK,
    ),
    "full and void, away with the ace": (
        exacting("CA D2", "S", "H9 H3 H4", (0, 1, 1, 0), (0, 0, 0, 0)),
        "CA",
        HintCode.EXACT_THROW,
    ),
    "full and on lead, low under many": (
        exacting("D2 HK", "S", "", (0, 1, 1, 0), (0, 0, 0, 0)),
        "D2",
        HintCode.EXACT_LEAD_LOW,
    ),
    "every trick needed, from the top": (
        exacting("SA HA", "S", "", (2, 0, 0, 0), (0, 0, 0, 0)),
        "SA",
        HintCode.EXACT_ALL,
    ),
    "one winner too many: the king under the ace": (
        exacting("SK HA", "S", "SA S3 S4", (0, 1, 1, 0), (0, 0, 0, 0)),
        "SK",
        None,
    ),
    "no goal any more: lose as few as possible": (
        exacting("SA HA", "S", "", (5, 0, 0, 0), (2, 1, 1, 1)),
        "SA",
        HintCode.EXACT_SHORT,
    ),
    "too many already: none more": (
        exacting("HT3 D2", "S", "HJ H5 H4", (0, 1, 1, 0), (1, 0, 0, 0)),
        "HT",
        HintCode.EXACT_OVER,
    ),
}


@pytest.mark.parametrize("name", PLAYS)
def test_the_card_that_keeps_the_goal(name: str) -> None:
    view, card, code = PLAYS[name]
    best = advised(view).moves[0]

    assert best.move == PlayCard(card_of(card), 0) or len(view.legal_moves) == 1
    assert code is None or best.reason.code is code
    assert all(is_true(claim, view) for claim in best.reason.claims)


WHY_NOT = {
    "winning with the goal reached": (
        PLAYS["full, the highest card that stays under"][0],
        "H3",
        "exact_keeps_high",
    ),
    "losing while short": (PLAYS["short of the goal, the cheapest sure winner"][0], "H4", "exact_lets_go"),
    "more than enough": (PLAYS["short of the goal, the cheapest sure winner"][0], "HA", "cheaper_wins"),
    "the lower of two for the last trick needed": (
        PLAYS["the last trick needed is won with what might win another"][0],
        "HJ",
        "exact_last_high",
    ),
    "leading high with the goal reached": (
        PLAYS["full and on lead, low under many"][0],
        "HK",
        "exact_leads_high",
    ),
}


@pytest.mark.parametrize("name", WHY_NOT)
def test_why_not_that_card(name: str) -> None:
    view, card, code = WHY_NOT[name]
    moves = {rated.move: rated.reason for rated in advised(view).moves}

    assert moves[PlayCard(card_of(card), 0)].code == f"hint.{code}"


def test_under_a_scoring_that_pays_every_trick_a_missed_goal_still_takes_tricks() -> None:
    def best(scoring: str) -> object:
        view = exacting("HA3 D2", "S", "HJ H5 H4", (0, 1, 1, 0), (1, 0, 0, 0), scoring=scoring)
        return advised(view).moves[0].move

    assert best("square") == PlayCard(card_of("H3"), 0)
    assert best("tricks_plus_10") == PlayCard(card_of("HA"), 0)


@pytest.mark.parametrize(("players", "least"), [(3, 0.40), (4, 0.52), (7, 0.62)])
def test_robots_make_more_than_half_of_their_goals(players: int, least: float) -> None:
    exact = [line.reason is ScoreReason.GOAL_EXACT for seed in range(8) for line in _lines(seed, players)]

    assert len(exact) > 300
    assert sum(exact) / len(exact) > least


def _lines(seed: int, players: int) -> tuple[ScoreLine, ...]:
    *_, last = states("german", {"players": str(players)}, seed, (coach,) * players)
    return last.lines


def test_the_turned_card_is_known_to_lie_in_no_hand() -> None:
    view: View = saying("SK", "S", turned="SA")

    assert advised(view).moves[0].move == TrickGoal(1)
    assert dict(advised(view).moves[0].reason.arguments)["n"] == 1
    assert advised(view).moves[0].reason.code is HintCode.GOAL_SURE
