"""Bidding: who speaks, what may be said, when it ends and who declares."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_server.game.events import CallMade
from engine_server.game.refusals import Refused
from engine_server.game.state import acting_seats, legal_moves
from engine_server.rules.auctions import ALL_PASSED, FirstCaller, Ladder
from engine_server.rules.cards import Denomination
from engine_server.rules.contracts import Contract
from engine_server.rules.illegal import Illegal
from engine_server.rules.moves import ALL_BIDS, DOUBLE, PASS, REDOUBLE, Bid, CallPartner, bid_code, bid_of
from engine_server.rules.phases import Phase
from tests.rules.table import EAST, NORTH, SOUTH, WEST, call_code, call_of, calls_of, dealt_table, play_out

GAMES = ("floating", "singapore")
PLAIN = Ladder(4, FirstCaller.LEFT, doubles=False)
DOUBLING = Ladder(4, FirstCaller.LEFT, doubles=True)
LADDER = [level + named for level in "1234567" for named in ("C", "D", "H", "S", "NT")]


def bids_allowed(ladder: Ladder, codes: str) -> list[str]:
    made = calls_of(EAST, codes)
    legal = ladder.legal(made, ladder.callers(EAST, made)[0])
    return [bid_code(call) for call in legal if isinstance(call, Bid)]


def test_the_ladder_has_five_steps_on_each_of_seven_levels() -> None:
    assert [bid_code(bid) for bid in ALL_BIDS] == LADDER
    assert [bid.height for bid in ALL_BIDS] == list(range(35))
    assert bids_allowed(PLAIN, "") == LADDER


@pytest.mark.parametrize("last", LADDER)
def test_after_a_bid_every_higher_bid_is_legal_and_no_other(last: str) -> None:
    higher = LADDER[LADDER.index(last) + 1 :]
    for passes in ("", " P", " P P"):
        assert bids_allowed(PLAIN, last + passes) == higher
    made = calls_of(EAST, last)
    refused = {code: PLAIN.refusal(made, SOUTH, bid_of(code)) for code in LADDER}
    assert refused == {code: None if code in higher else Illegal.BID_TOO_LOW for code in LADDER}


@pytest.mark.parametrize("level", [-1, 0, 8, 2**31])
def test_a_level_off_the_ladder_is_refused(level: int) -> None:
    for codes in ("", "7NT"):
        refused = PLAIN.refusal(calls_of(EAST, codes), SOUTH, Bid(level, Denomination.SPADES))
        assert refused is Illegal.BID_OUT_OF_RANGE


def test_a_move_that_is_no_call_is_none_of_the_auction() -> None:
    assert PLAIN.refusal((), EAST, CallPartner(dealt_table("floating").deal.hands[0][0])) is (
        Illegal.MOVE_NOT_IN_GAME
    )


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("dealer", range(4))
def test_left_of_the_dealer_calls_first_and_the_turn_goes_clockwise(game: str, dealer: int) -> None:
    table = dealt_table(game, dealer=dealer)
    turns = []
    for code in ("1C", "P", "1D", "1S", "P"):
        turns.append(acting_seats(table.state))
        table.move(call_of(code))
    assert turns == [((dealer + turn) % 4,) for turn in (1, 2, 3, 4, 5)]


def test_out_of_turn_nobody_calls() -> None:
    table = dealt_table("floating", dealer=NORTH)
    assert {table.refusal(PASS, seat) for seat in (NORTH, SOUTH, WEST)} == {Refused.NOT_YOUR_TURN}


@pytest.mark.parametrize("game", GAMES)
def test_whoever_passed_may_bid_again_in_a_later_round(game: str) -> None:
    table = dealt_table(game, dealer=NORTH).bids("P 1H P P")
    assert table.actor == EAST
    table.bids("2C P P P")
    assert table.deal.contract == Contract(EAST, 2, Denomination.CLUBS)


def test_whoever_passed_twice_may_bid_in_the_third_round() -> None:
    table = dealt_table("floating", dealer=NORTH).bids("P 1C 1D 1H P 1S P P 1NT P P P")
    assert table.deal.contract == Contract(EAST, 1, Denomination.NO_TRUMP)


@pytest.mark.parametrize("game", GAMES)
def test_three_passes_after_a_bid_end_the_auction_and_the_last_bidder_declares(game: str) -> None:
    table = dealt_table(game, dealer=NORTH)
    phases = [table.bids(codes).state.phase for codes in ("1C 1D P P", "P")]
    assert phases == [Phase.AUCTION, Phase.CALLING]
    assert table.deal.contract == Contract(SOUTH, 1, Denomination.DIAMONDS)
    assert acting_seats(table.state) == (SOUTH,)
    assert table.refusal(PASS, WEST) is Refused.WRONG_PHASE


def test_three_passes_before_any_bid_end_nothing() -> None:
    assert PLAIN.outcome(calls_of(EAST, "P P P")) is None
    assert PLAIN.outcome(calls_of(EAST, "P P P P")) is ALL_PASSED
    assert PLAIN.outcome(calls_of(EAST, "P P P 1C P P")) is None
    assert PLAIN.outcome(calls_of(EAST, "P P P 1C P P P")) == Contract(NORTH, 1, Denomination.CLUBS)


def test_the_declarer_is_the_last_bidder_even_where_another_named_the_denomination_first() -> None:
    assert PLAIN.outcome(calls_of(EAST, "1S P 2S P P P")) == Contract(WEST, 2, Denomination.SPADES)


@pytest.mark.parametrize("game", GAMES)
def test_after_seven_no_trump_the_engine_enters_three_passes_as_recorded_calls(game: str) -> None:
    events = dealt_table(game, dealer=NORTH).move(bid_of("7NT"))
    assert events == (
        CallMade(EAST, bid_of("7NT")),
        CallMade(SOUTH, PASS, entered=True),
        CallMade(WEST, PASS, entered=True),
        CallMade(NORTH, PASS, entered=True),
    )


def test_seven_spades_leaves_a_bid_and_closes_nothing() -> None:
    table = dealt_table("floating", dealer=NORTH).bids("7S")
    assert legal_moves(table.state, table.actor) == (PASS, bid_of("7NT"))
    assert table.bids("7NT").deal.contract == Contract(SOUTH, 7, Denomination.NO_TRUMP)


# --- doubles, an option ----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_without_the_option_nobody_doubles(game: str) -> None:
    table = dealt_table(game, dealer=NORTH).bids("1S")
    assert {table.refusal(DOUBLE), table.refusal(REDOUBLE)} == {Illegal.DOUBLE_NOT_ALLOWED}
    assert {DOUBLE, REDOUBLE}.isdisjoint(legal_moves(table.state, table.actor))


@pytest.mark.parametrize(
    ("codes", "double", "redouble"),
    [
        ("", False, False),
        ("P P", False, False),
        ("1S", True, False),
        ("1S P", True, False),
        ("1S P P", True, False),
        ("1S X", False, False),
        ("1S X P", False, False),
        ("1S X P P", False, True),
        ("1S P X P", False, True),
        ("1S X P P XX", False, False),
        ("1S X 2C", True, False),
        ("1S X P P XX 2C P", True, False),
    ],
)
def test_all_but_the_last_bidder_may_double_once_and_the_bidder_redouble(
    codes: str, double: bool, redouble: bool
) -> None:
    made = calls_of(EAST, codes)
    caller = DOUBLING.callers(EAST, made)[0]
    allowed = {call: DOUBLING.refusal(made, caller, call) is None for call in (DOUBLE, REDOUBLE)}
    assert allowed == {DOUBLE: double, REDOUBLE: redouble}
    assert [call in DOUBLING.legal(made, caller) for call in (DOUBLE, REDOUBLE)] == [double, redouble]


def test_the_last_bidder_may_not_double_its_own_bid() -> None:
    made = calls_of(EAST, "1S P P")
    assert DOUBLING.refusal(made, EAST, DOUBLE) is Illegal.DOUBLE_NOT_ALLOWED


@pytest.mark.parametrize(
    ("codes", "stake"),
    [
        ("1S P P P", 1),
        ("1S X P P P", 2),
        ("1S X P P XX P P P", 4),
        ("1S X 2C P P P", 1),
        ("1S X P P XX 2C P P P", 1),
        ("1S X 2C X P P P", 2),
    ],
)
def test_a_double_counts_two_a_redouble_four_and_a_new_bid_cancels_both(codes: str, stake: int) -> None:
    contract = DOUBLING.outcome(calls_of(EAST, codes))
    assert isinstance(contract, Contract)
    assert contract.stake == stake


def test_a_double_starts_the_count_of_passes_anew() -> None:
    assert DOUBLING.outcome(calls_of(EAST, "1S P P X P P")) is None
    assert DOUBLING.outcome(calls_of(EAST, "1S P P X P P P")) == Contract(EAST, 1, Denomination.SPADES, 2)


def test_doubling_leaves_the_rank_of_bids_alone() -> None:
    assert bids_allowed(DOUBLING, "1S X") == bids_allowed(DOUBLING, "1S X P P XX") == LADDER[4:]


def test_with_doubles_seven_no_trump_can_still_be_doubled() -> None:
    table = dealt_table("floating", dealer=NORTH, options={"double": "on"}).bids("7NT P P")
    assert table.state.phase is Phase.AUCTION
    assert legal_moves(table.state, table.actor) == (PASS, DOUBLE)
    table.bids("X")
    assert legal_moves(table.state, table.actor) == (PASS, REDOUBLE)
    assert table.bids("XX P P P").deal.contract == Contract(EAST, 7, Denomination.NO_TRUMP, 4)


# --- whoever speaks first --------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "steps"), [("left", 1), ("dealer", 0)])
@pytest.mark.parametrize("game", GAMES)
def test_who_speaks_first_is_an_option(game: str, value: str, steps: int) -> None:
    for seed in range(12):
        (deal,) = play_out(game, seed, {"first_caller": value, "deals": "1"}).deals
        assert deal.calls[0].seat == (deal.dealer + steps) % 4


@pytest.mark.parametrize("game", GAMES)
def test_the_first_caller_may_be_drawn_by_lot_whoever_deals(game: str) -> None:
    options = {"first_caller": "random", "first_dealer": "first_seat", "deals": "1"}
    tables = [play_out(game, seed, options) for seed in range(24)]
    assert {table.deals[0].calls[0].seat for table in tables} == {NORTH, EAST, SOUTH, WEST}


# --- any auction -----------------------------------------------------------------------------------------


@given(st.data(), st.booleans(), st.integers(0, 3))
def test_any_auction_of_legal_calls_ends_and_ends_once(
    data: st.DataObject, doubles: bool, first: int
) -> None:
    ladder = Ladder(4, FirstCaller.LEFT, doubles)
    codes: list[str] = []
    while ladder.outcome(calls_of(first, codes)) is None:
        made = calls_of(first, codes)
        legal = ladder.legal(made, ladder.callers(first, made)[0])
        assert all(ladder.refusal(made, ladder.callers(first, made)[0], call) is None for call in legal)
        climbs = data.draw(st.integers(0, min(4, len(legal) - 1)))
        codes.append(call_code(legal[climbs]))
    bids = [LADDER.index(code) for code in codes if code in LADDER]
    assert all(lower < higher for lower, higher in pairwise(bids))
    assert codes[-3:] == ["P"] * 3
    if not bids:
        assert codes == ["P"] * 4
        return
    contract = ladder.outcome(calls_of(first, codes))
    assert isinstance(contract, Contract)
    last = codes.index(LADDER[bids[-1]])
    assert contract.declarer == (first + last) % 4
    assert f"{contract.level}{('C', 'D', 'H', 'S', 'NT')[contract.denomination]}" == codes[last]
    assert contract.stake == 2 ** (codes[last:].count("X") + codes[last:].count("XX"))
