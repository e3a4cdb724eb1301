"""How the end of a rubber says what is owed: by the engine's own settlements, in words a table would use."""

from __future__ import annotations

from itertools import combinations

import pytest
from fourth.v1.deals_pb2 import Settlement
from fourth.v1.texts_pb2 import Setting
from fourth.v1.views_pb2 import STAGE_OVER, View

from telegram_client.conversation.following import after
from telegram_client.speech.phrasebook import Language, Words
from telegram_client.speech.settling import settled
from tests.client.recorded import played, steps, told
from tests.client.test_speech import view

EN, DE, HANS = Words(Language.EN), Words(Language.DE), Words(Language.ZH_HANS)
SEEDS = range(4)


def pairs(difference: int, due: int, how: str = "raw") -> View:
    table = view()
    table.options.append(Setting(key="settle", value=how))
    table.settlements.append(Settlement(ahead=[0, 2], behind=[1, 3], difference=difference, due=due))
    return table


def three(*between: tuple[int, int, int]) -> View:
    """Anna, the viewer and Ben: who is ahead of whom, and by how much."""
    table = view("Anna", "You", "Ben", viewer=1)
    for ahead, behind, points in between:
        table.settlements.append(
            Settlement(ahead=[ahead], behind=[behind], difference=points, due=(points + 50) // 100 * 100)
        )
    return table


@pytest.mark.parametrize(
    ("difference", "due", "how", "said"),
    [
        (1230, 1230, "raw", "The difference is 1230 points."),
        (1, 1, "raw", "The difference is 1 point."),
        (1230, 1200, "nearest_100", "The difference is 12 hundred (1230 points)."),
        (1250, 1300, "nearest_100", "The difference is 13 hundred (1250 points)."),
        (149, 100, "nearest_100", "The difference is 1 hundred (149 points)."),
        (40, 0, "nearest_100", "The difference is 0 hundred (40 points)."),
    ],
)
def test_two_sides_are_told_the_difference(difference: int, due: int, how: str, said: str) -> None:
    assert settled(EN, pairs(difference, due, how)) == (said,)


def test_in_other_languages() -> None:
    assert settled(DE, pairs(149, 100, "nearest_100")) == ("Die Differenz beträgt 1 Hunderter (149 Punkte).",)
    assert settled(HANS, pairs(1230, 1200, "nearest_100")) == ("相差 12 个一百（1230 分）。",)
    assert settled(DE, three((0, 1, 530))) == ("Die Differenz beträgt 530 Punkte.",)


def test_two_equal_sides_and_other_matches_owe_nothing() -> None:
    assert settled(EN, pairs(0, 0)) == ()
    assert settled(EN, view()) == ()


def test_three_players_settle_each_with_each_the_viewer_first() -> None:
    table = three((0, 2, 700), (0, 1, 530), (1, 2, 170))
    assert settled(EN, table) == (
        "\u2068Anna\u2069 wins 530 points from you.",
        "You win 170 points from \u2068Ben\u2069.",
        "\u2068Anna\u2069 wins 700 points from \u2068Ben\u2069.",
    )
    assert settled(DE, table)[0] == "\u2068Anna\u2069 gewinnt 530 Punkte von dir."
    table.options.append(Setting(key="settle", value="nearest_100"))
    assert settled(EN, table)[0] == "\u2068Anna\u2069 wins 5 hundred (530 points) from you."


def test_equal_players_are_even() -> None:
    assert settled(EN, three((0, 1, 0), (0, 2, 0), (1, 2, 20))) == (
        "You and \u2068Anna\u2069 are even.",
        "You win 20 points from \u2068Ben\u2069.",
        "\u2068Anna\u2069 and \u2068Ben\u2069 are even.",
    )


@pytest.mark.parametrize(("game", "sides"), [("rubber", 2), ("honeymoon", 2), ("three_handed", 3)])
@pytest.mark.parametrize("how", ["raw", "nearest_100"])
def test_the_engine_settles_by_the_whole_sheet_and_only_at_the_end(game: str, sides: int, how: str) -> None:
    """Abandoned after one deal, so that the lines of an unfinished rubber belong to it."""
    options = {"deals": "1"} if game == "honeymoon" else {"deals": "1", "settle": how}
    rounds = game != "honeymoon" and how == "nearest_100"
    for seed in SEEDS:
        shown, happened = steps(played(game, seed, options), 0)
        for step in happened:
            shown = after(shown, step.event, step.version)
            assert list(shown.settlements) == list(step.view.settlements)
            assert bool(shown.settlements) == (step.view.stage == STAGE_OVER)
        assert shown.abandoned
        totals = {tuple(total.seats): total.points for total in shown.totals}
        assert len(shown.settlements) == len(list(combinations(totals, 2)))
        assert len(totals) == sides
        for each in shown.settlements:
            gap = totals[tuple(each.ahead)] - totals[tuple(each.behind)]
            assert each.difference == gap >= 0
            assert each.due == ((gap + 50) // 100 * 100 if rounds else gap)


@pytest.mark.parametrize(("game", "says"), [("rubber", True), ("chicago", False), ("minibridge", False)])
def test_the_last_words_of_a_rubber_and_of_no_other_match(game: str, says: bool) -> None:
    said = "\n".join(told(played(game, 3, {"deals": "1"}), 0, "en"))
    assert ("The difference is " in said) == says
