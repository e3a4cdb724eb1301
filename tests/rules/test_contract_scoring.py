"""What deals of contract bridge are worth: the whole table, and what always holds."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_server.rules.cards import ALL_CARDS, Card, Denomination, Rank, Seat, Suit
from engine_server.rules.contract_scoring import (
    BoardScore,
    ChicagoScore,
    RubberScore,
    duplicate_score,
)
from engine_server.rules.contract_values import UndertrickTable, honour_bonus, undertrick_points
from engine_server.rules.contracts import Contract
from engine_server.rules.played import Played
from engine_server.rules.sheets import ScoreLine, ScoreReason, total_of
from tests.rules.contract_rows import (
    DENOMINATIONS,
    PAIRS,
    THREE,
    TWO,
    Sheet,
    contract_of,
    deal_of,
)

DATA = Path(__file__).parents[1] / "data"
LADDERS = json.loads((DATA / "rubber_scores.json").read_text(encoding="utf-8"))["undertrick_ladders"]
CELLS = [*csv.DictReader((DATA / "duplicate_scores.csv").read_text(encoding="utf-8").splitlines())]
STAKES = {"-": 1, "X": 2, "XX": 4}


# --- the table -------------------------------------------------------------------------------------------


def test_every_cell_of_the_duplicate_table() -> None:
    assert len(CELLS) == 2940
    wrong = [cell for cell in CELLS if _of_cell(cell) != int(cell["score"])]
    assert wrong == []


def _of_cell(cell: Mapping[str, str]) -> int:
    denomination = Denomination(DENOMINATIONS[cell["denom"]])
    contract = Contract(2, int(cell["level"]), denomination, STAKES[cell["doubling"]])
    return duplicate_score(contract, cell["vul"] == "1", int(cell["tricks"]))


@pytest.mark.parametrize("doubling", ["X", "XX"])
@pytest.mark.parametrize("vulnerable", [False, True])
def test_the_published_ladders_of_undertricks(doubling: str, vulnerable: bool) -> None:
    ladder = LADDERS[doubling]["vulnerable" if vulnerable else "not_vulnerable"]
    down = range(1, len(ladder) + 1)
    assert [undertrick_points(short, STAKES[doubling], vulnerable) for short in down] == ladder


@pytest.mark.parametrize(("stake", "factor"), [(2, 1), (4, 2)])
def test_undertricks_before_1987_differ_from_the_fourth_on_not_vulnerable(stake: int, factor: int) -> None:
    old = UndertrickTable.PRE1987
    assert [undertrick_points(short, stake, False, old) for short in (1, 2, 3, 4, 7, 13)] == [
        points * factor for points in (100, 300, 500, 700, 1300, 2500)
    ]
    for short in range(1, 14):
        assert undertrick_points(short, stake, True, old) == undertrick_points(short, stake, True)
        assert undertrick_points(short, 1, False, old) == short * 50


# --- honours ---------------------------------------------------------------------------------------------


def test_honours_of_every_suit() -> None:
    for suit in Suit:
        top = [Card(suit, Rank(rank)) for rank in range(Rank.TEN, Rank.ACE + 1)]
        trump = Denomination(suit)
        assert honour_bonus(top, trump) == 150
        for missing in top:
            four = [card for card in top if card != missing]
            assert honour_bonus((*four, Card(suit, Rank.NINE)), trump) == 100
            assert honour_bonus(four[1:], trump) == 0
        for other in set(Denomination) - {trump}:
            assert honour_bonus(top, other) == 0


def test_three_aces_are_no_honours() -> None:
    for missing in FOUR_ACES:
        three = [ace for ace in FOUR_ACES if ace != missing]
        assert honour_bonus(three, Denomination.NO_TRUMP) == 0
    assert honour_bonus(FOUR_ACES, Denomination.NO_TRUMP) == 150


FOUR_ACES = tuple(Card(suit, Rank.ACE) for suit in Suit)
TOP_SPADES = tuple(Card(Suit.SPADES, rank) for rank in (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK))


def test_honours_can_be_switched_off() -> None:
    played = deal_of(1, (0, 2), contract_of(0, 3, "NT", 0), 9, (), {1: FOUR_ACES})
    assert total_of(RubberScore(PAIRS.sides).score(played, ()), 1) == 150
    assert total_of(RubberScore(PAIRS.sides, honours=False).score(played, ()), 1) == 0


def test_chicago_and_boards_count_honours_only_where_asked_to() -> None:
    played = deal_of(1, (0, 2), contract_of(0, 2, "S", 0), 8, (), {2: TOP_SPADES})
    for part in (ChicagoScore, BoardScore):
        without = part(PAIRS.sides).score(played, ())
        counted = part(PAIRS.sides, honours=True).score(played, ())
        assert [line for line in counted if line not in without] == [
            ScoreLine(1, (0, 2), 100, ScoreReason.HONOURS)
        ]


def test_both_defenders_of_three_score_honours_and_penalty_in_full() -> None:
    contract = contract_of(1, 4, "S", 1)
    played = deal_of(7, (1, 3), contract, 8, (1,), {2: TOP_SPADES})
    assert RubberScore(THREE.sides).score(played, ()) == (
        ScoreLine(7, (0,), 500, ScoreReason.UNDERTRICKS),
        ScoreLine(7, (2,), 500, ScoreReason.UNDERTRICKS),
        ScoreLine(7, (0,), 100, ScoreReason.HONOURS),
        ScoreLine(7, (2,), 100, ScoreReason.HONOURS),
        ScoreLine(7, (1,), 0, ScoreReason.NOTHING),
    )


# --- lines -----------------------------------------------------------------------------------------------


def test_every_item_of_a_redoubled_slam_has_its_line() -> None:
    contract = contract_of(3, 6, "NT", 2)
    played = deal_of(2, (1, 3), contract, 13, (1, 3), {3: FOUR_ACES})
    pair = (1, 3)
    assert RubberScore(PAIRS.sides).score(played, ()) == (
        ScoreLine(2, pair, 760, ScoreReason.ODD_TRICKS, below=True),
        ScoreLine(2, pair, 400, ScoreReason.OVERTRICKS),
        ScoreLine(2, pair, 100, ScoreReason.INSULT),
        ScoreLine(2, pair, 750, ScoreReason.SMALL_SLAM),
        ScoreLine(2, pair, 150, ScoreReason.HONOURS),
        ScoreLine(2, (0, 2), 0, ScoreReason.NOTHING),
    )


def test_nothing_of_a_board_stands_below_the_line() -> None:
    played = deal_of(1, (0, 2), contract_of(0, 7, "C", 0), 13, (0, 2))
    assert BoardScore(PAIRS.sides).score(played, ()) == (
        ScoreLine(1, (0, 2), 140, ScoreReason.ODD_TRICKS),
        ScoreLine(1, (0, 2), 1500, ScoreReason.GRAND_SLAM),
        ScoreLine(1, (0, 2), 500, ScoreReason.GAME_BONUS),
        ScoreLine(1, (1, 3), 0, ScoreReason.NOTHING),
    )


@pytest.mark.parametrize("part", [RubberScore, ChicagoScore, BoardScore])
@pytest.mark.parametrize("sheet", [PAIRS, TWO, THREE], ids=["pairs", "two", "three"])
def test_a_deal_that_all_passed_writes_zeros(
    part: Callable[..., RubberScore | ChicagoScore | BoardScore], sheet: Sheet
) -> None:
    passed = Played(4, (TOP_SPADES, FOUR_ACES), None, (), (0, 0, 0, 0))
    assert part(sheet.sides).score(passed, ()) == tuple(
        ScoreLine(4, side, 0, ScoreReason.PASSED_OUT) for side in sheet.sides
    )


# --- what always holds -----------------------------------------------------------------------------------

CONTRACTS = st.builds(
    Contract, st.integers(0, 3), st.integers(1, 7), st.sampled_from(Denomination), st.sampled_from([1, 2, 4])
)
TRICKS = st.integers(0, 13)
PACKS = st.permutations(ALL_CARDS).map(
    lambda pack: tuple(tuple(pack[first : first + 13]) for first in (0, 13, 26, 39))
)
STRONG = tuple(card for card in ALL_CARDS if card.rank >= Rank.TEN)


@st.composite
def honour_hands(draw: st.DrawFn) -> tuple[tuple[Card, ...], ...]:
    """The twenty highest cards over four hands, often many of a suit in one."""
    holders = [draw(st.sampled_from([0, 0, 0, 1, 2, 3])) for _ in STRONG]
    return tuple(
        tuple(card for card, holder in zip(STRONG, holders, strict=True) if holder == hand)
        for hand in range(4)
    )


@st.composite
def played_by(draw: st.DrawFn, sheet: Sheet) -> Played:
    """A deal of the columns of a sheet, with any contract, tricks, hands and vulnerability."""
    contract = draw(CONTRACTS.filter(lambda contract: contract.declarer < sum(map(len, sheet.sides))))
    side = next(side for side in sheet.sides if contract.declarer in side)
    declaring = side if sheet is not THREE else (*side, 3)
    seats = [seat for side in sheet.sides if draw(st.booleans()) for seat in side]
    hands = draw(honour_hands())
    return deal_of(1, declaring, contract, draw(TRICKS), seats, dict(enumerate(hands)))


SHEETS = st.sampled_from([PAIRS, TWO, THREE])
DEALS = SHEETS.flatmap(lambda sheet: st.tuples(st.just(sheet), played_by(sheet)))
PARTS = (RubberScore, ChicagoScore, BoardScore)


@given(DEALS, st.sampled_from(PARTS), st.booleans())
def test_every_column_has_its_lines_or_one_explicit_zero(
    deal: tuple[Sheet, Played],
    part: Callable[..., RubberScore | ChicagoScore | BoardScore],
    honours: bool,
) -> None:
    sheet, played = deal
    lines = part(sheet.sides, honours).score(played, ())
    for side in sheet.sides:
        own = [line for line in lines if line.seats == side]
        assert own
        assert all(line.points > 0 for line in own) or own == [ScoreLine(1, side, 0, ScoreReason.NOTHING)]
    below = [line for line in lines if line.below]
    assert len(below) == (played.outcome.made and part is not BoardScore)
    assert all(line.reason is ScoreReason.ODD_TRICKS for line in below)


@given(DEALS)
def test_all_opponents_score_alike_and_the_same_as_the_opponents_of_a_pair(
    deal: tuple[Sheet, Played],
) -> None:
    sheet, played = deal
    lines = RubberScore(sheet.sides).score(played, ())
    declarer = played.outcome.contract.declarer
    against = {total_of(lines, side[0]) for side in sheet.sides if declarer not in side}
    assert len(against) == 1
    honours = sum(
        honour_bonus(hand, played.outcome.contract.denomination)
        for number, hand in enumerate(played.dealt)
        if number not in played.declaring_side
    )
    vulnerable = declarer in played.vulnerable
    board = duplicate_score(played.outcome.contract, vulnerable, played.outcome.tricks)
    assert against == {honours - min(0, board)}


@given(DEALS)
def test_a_board_is_worth_the_duplicate_score_and_a_rubber_deal_that_without_its_premium(
    deal: tuple[Sheet, Played],
) -> None:
    sheet, played = deal
    contract = played.outcome.contract
    vulnerable = contract.declarer in played.vulnerable
    worth = duplicate_score(contract, vulnerable, played.outcome.tricks)
    other = next(side[0] for side in sheet.sides if contract.declarer not in side)

    def swing(lines: Sequence[ScoreLine]) -> int:
        return total_of(lines, contract.declarer) - total_of(lines, other)

    assert swing(BoardScore(sheet.sides).score(played, ())) == worth
    rubber = RubberScore(sheet.sides, honours=False).score(played, ())
    below = sum(line.points for line in rubber if line.below)
    premium = 0 if not played.outcome.made else 50 if below < 100 else (300, 500)[vulnerable]
    assert swing(rubber) == worth - premium


@given(CONTRACTS, st.booleans(), st.integers(0, 12))
def test_one_trick_more_is_never_worth_less(contract: Contract, vulnerable: bool, tricks: int) -> None:
    assert duplicate_score(contract, vulnerable, tricks) < duplicate_score(contract, vulnerable, tricks + 1)


@given(CONTRACTS, TRICKS, PACKS, st.lists(st.integers(0, 3), unique=True))
def test_honours_of_a_whole_pack_go_to_the_side_of_their_holder(
    contract: Contract, tricks: int, pack: tuple[tuple[Card, ...], ...], vulnerable: list[Seat]
) -> None:
    side = (contract.declarer, (contract.declarer + 2) % 4)
    played = deal_of(1, side, contract, tricks, vulnerable, dict(enumerate(pack)))
    lines = RubberScore(PAIRS.sides).score(played, ())
    scored = sorted((line.seats, line.points) for line in lines if line.reason is ScoreReason.HONOURS)
    worth = [
        (PAIRS.sides[hand % 2], honour_bonus(cards, contract.denomination)) for hand, cards in enumerate(pack)
    ]
    assert scored == sorted(pair for pair in worth if pair[1])
