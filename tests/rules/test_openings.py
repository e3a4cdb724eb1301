"""Italian Bridge: who opens, what is named, what is promised, and what captured cards are worth."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_server.rules.auctions import ALL_PASSED
from engine_server.rules.cards import ALL_CARDS, Card, Denomination, Rank, Seat, Suit, card_of, left_of
from engine_server.rules.contracts import Contract
from engine_server.rules.decks import Deck
from engine_server.rules.illegal import Illegal
from engine_server.rules.moves import PASS, Bid, CallPartner, OpenAndName, PointBid, SeatCall
from engine_server.rules.openings import (
    ITALIAN_RANKING,
    CapturedPoints,
    ItalianScoring,
    Naming,
    Openings,
    PointAuction,
    Promise,
    card_points,
)
from engine_server.rules.played import Played
from engine_server.rules.sheets import ScoreReason
from tests.rules.rows import cards_of

DECK = Deck(ITALIAN_RANKING)
HAND = cards_of(["S3", "S2", "HA", "HK", "D7", "D8", "C9", "CT"])
SUITS = tuple(Denomination)[:4]
OPENINGS = Openings(5, Naming(DECK))
AUCTION = PointAuction(5)
OPENED = OpenAndName(Denomination.HEARTS, card_of("SA"))


# --- the pack --------------------------------------------------------------------------------------------


def test_the_cards_rank_three_two_ace_king_and_down_to_the_seven() -> None:
    for suit in Suit:
        held = [card for card in DECK.cards if card.suit is suit]
        strongest = sorted(held, key=DECK.strength, reverse=True)
        assert "".join(card.code[1] for card in strongest) == "32AKQJT987"


@given(st.randoms(use_true_random=False), st.integers(0, 40))
def test_whoever_takes_the_cards_there_are_sixty_points(chance: Random, cut: int) -> None:
    pack = chance.sample(DECK.cards, 40)
    assert card_points(pack[:cut]) + card_points(pack[cut:]) == 60


# --- naming trump and card -------------------------------------------------------------------------------


@pytest.mark.parametrize("no_trump", [False, True])
@pytest.mark.parametrize("own_allowed", [False, True])
def test_what_may_be_named_is_what_is_not_refused(no_trump: bool, own_allowed: bool) -> None:
    naming = Naming(DECK, no_trump, own_allowed)
    every = [OpenAndName(named, card) for named in Denomination for card in ALL_CARDS]
    free = [move for move in every if naming.refusal(HAND, move) is None]
    assert naming.legal(HAND) == tuple(free)
    assert len(free) == (5 if no_trump else 4) * (40 if own_allowed else 32)


@pytest.mark.parametrize(
    ("named", "card", "refused"),
    [
        (Denomination.CLUBS, "D5", Illegal.CARD_NOT_IN_DECK),
        (Denomination.CLUBS, "S3", Illegal.CALL_OWN_CARD),
        (Denomination.NO_TRUMP, "SA", Illegal.NO_TRUMP_NOT_ALLOWED),
        (Denomination.SPADES, "SA", None),
    ],
)
def test_a_naming_is_refused_with_its_reason(named: Denomination, card: str, refused: Illegal | None) -> None:
    move = OpenAndName(named, card_of(card))
    assert Naming(DECK).refusal(HAND, move) is refused
    assert OPENINGS.refusal((), 0, move, HAND) is refused


def test_naming_takes_trump_and_card_together() -> None:
    for move in (CallPartner(card_of("SA")), PASS, PointBid(31)):
        assert Naming(DECK).refusal(HAND, move) is Illegal.MOVE_NOT_IN_GAME


# --- the first to open -----------------------------------------------------------------------------------


@given(first=st.integers(0, 4), passes=st.integers(0, 4))
def test_the_first_to_open_declares_at_once(first: Seat, passes: int) -> None:
    calls = [SeatCall(left_of(first, 5, turn), PASS) for turn in range(passes)]
    assert OPENINGS.outcome(calls) is None
    (seat,) = OPENINGS.callers(first, calls)
    assert OPENINGS.legal(calls, seat, HAND) == (PASS, *OPENINGS.naming.legal(HAND))
    calls.append(SeatCall(seat, OPENED))
    assert OPENINGS.outcome(calls) == Contract(left_of(first, 5, passes), 0, Denomination.HEARTS)


def test_when_all_have_passed_nobody_declares() -> None:
    calls = [SeatCall(seat, PASS) for seat in (3, 4, 0, 1, 2)]
    assert [OPENINGS.outcome(calls[:count]) for count in range(6)] == [None] * 5 + [ALL_PASSED]
    assert not OPENINGS.only_pass_is_left(calls[:4])


def test_nobody_bids_where_the_first_to_open_declares() -> None:
    for move in (Bid(1, Denomination.CLUBS), PointBid(31)):
        assert OPENINGS.refusal((), 0, move, HAND) is Illegal.MOVE_NOT_IN_GAME


# --- the auction of points -------------------------------------------------------------------------------


def promised(first: Seat, *points: int) -> list[SeatCall]:
    """Calls in turn, 0 for a pass."""
    return [
        SeatCall(left_of(first, 5, turn), PointBid(bid) if bid else PASS) for turn, bid in enumerate(points)
    ]


@pytest.mark.parametrize(
    ("points", "refused"),
    [
        (30, Illegal.POINTS_OUT_OF_RANGE),
        (61, Illegal.POINTS_OUT_OF_RANGE),
        (0, Illegal.POINTS_OUT_OF_RANGE),
        (2**31, Illegal.POINTS_OUT_OF_RANGE),
        (31, Illegal.BID_TOO_LOW),
        (40, Illegal.BID_TOO_LOW),
        (41, None),
        (60, None),
    ],
)
def test_a_promise_is_more_than_half_and_more_than_the_last(points: int, refused: Illegal | None) -> None:
    assert AUCTION.refusal(promised(0, 40, 0), 2, PointBid(points), HAND) is refused


def test_in_an_auction_of_points_nothing_else_is_called() -> None:
    for move in (OPENED, Bid(3, Denomination.SPADES)):
        assert AUCTION.refusal((), 0, move, HAND) is Illegal.MOVE_NOT_IN_GAME


def test_who_has_passed_may_bid_again() -> None:
    calls = promised(1, 0, 31, 0, 0, 0, 35)
    assert AUCTION.outcome(calls) is None
    assert AUCTION.callers(1, calls) == (2,)
    assert AUCTION.outcome([*calls, *promised(2, 0, 0, 0, 0)]) == Promise(1, 35)


def test_four_passes_close_an_auction_only_after_a_promise() -> None:
    assert AUCTION.outcome(promised(0, 0, 0, 0, 0)) is None
    assert AUCTION.outcome(promised(0, 0, 0, 0, 0, 0)) is ALL_PASSED
    assert AUCTION.outcome(promised(0, 0, 0, 0, 0, 31)) is None
    assert AUCTION.outcome(promised(0, 31, 0, 0, 0)) is None
    assert AUCTION.outcome(promised(0, 31, 0, 0, 0, 0)) == Promise(0, 31)


def test_after_everything_is_promised_only_passes_are_left() -> None:
    assert not AUCTION.only_pass_is_left(())
    assert not AUCTION.only_pass_is_left(promised(0, 59))
    assert AUCTION.only_pass_is_left(promised(0, 60))
    assert AUCTION.only_pass_is_left(promised(0, 60, 0, 0))
    assert AUCTION.legal(promised(0, 60), 1, HAND) == (PASS,)


@given(data=st.data(), first=st.integers(0, 4))
def test_the_last_promise_of_a_legal_auction_is_the_highest_and_declares(
    data: st.DataObject, first: Seat
) -> None:
    calls: list[SeatCall] = []
    while AUCTION.outcome(calls) is None:
        (seat,) = AUCTION.callers(first, calls)
        legal = AUCTION.legal(calls, seat, HAND)
        assert [points for points in range(62) if AUCTION.refusal(calls, seat, PointBid(points)) is None] == [
            move.points for move in legal if isinstance(move, PointBid)
        ]
        calls.append(SeatCall(seat, data.draw(st.sampled_from(legal[:4]) | st.just(PASS))))
    bids = [(made.call.points, made.seat) for made in calls if isinstance(made.call, PointBid)]
    assert [points for points, _ in bids] == sorted({points for points, _ in bids})
    expected = Promise(bids[-1][1], bids[-1][0]) if bids else ALL_PASSED
    assert AUCTION.outcome(calls) == expected
    assert [made.call for made in calls[-4:]] == [PASS] * 4


# --- what captured points are worth ----------------------------------------------------------------------


def captured(side: Sequence[Seat], points: Sequence[int], promise: int = 0) -> Played:
    contract = Contract(side[0], 0, Denomination.CLUBS, points=promise)
    return Played(3, (), contract, tuple(side), (0,) * 5, card_points=tuple(points))


def scored(scheme: ItalianScoring, played: Played) -> list[int]:
    return [line.points for line in CapturedPoints(5, scheme).score(played, ())]


SHARES = st.lists(st.integers(0, 60), min_size=4, max_size=4).map(
    lambda cuts: [high - low for low, high in zip([0, *sorted(cuts)], [*sorted(cuts), 60], strict=True)]
)
SIDES = st.permutations(range(5)).flatmap(lambda seats: st.integers(1, 2).map(lambda size: seats[:size]))


@given(side=SIDES, points=SHARES, promise=st.sampled_from([0, *range(31, 61)]))
def test_the_schemes_share_out_one_difference(side: list[Seat], points: list[int], promise: int) -> None:
    played = captured(side, points, promise)
    ahead = CapturedPoints(5).difference(played)
    own = [ahead if seat in side else -ahead for seat in range(5)]
    assert scored(ItalianScoring.SIGNED, played) == own
    assert scored(ItalianScoring.WINNING_SIDE, played) == [max(0, points) for points in own]
    zero_sum = scored(ItalianScoring.ZERO_SUM, played)
    assert sum(zero_sum) == 0
    assert [points for seat, points in enumerate(zero_sum) if seat != side[0]] == [
        points for seat, points in enumerate(own) if seat != side[0]
    ]


@given(side=SIDES, points=SHARES)
def test_without_a_promise_the_difference_is_that_of_the_sides(side: list[Seat], points: list[int]) -> None:
    taken = sum(points[seat] for seat in side)
    assert CapturedPoints(5).difference(captured(side, points)) == taken - (sum(points) - taken)


@given(side=SIDES, points=SHARES, promise=st.integers(31, 60))
def test_a_promise_kept_counts_as_without_one_and_a_broken_one_is_lost(
    side: list[Seat], points: list[int], promise: int
) -> None:
    taken = sum(points[seat] for seat in side)
    ahead = CapturedPoints(5).difference(captured(side, points, promise))
    if taken >= promise:
        assert ahead == CapturedPoints(5).difference(captured(side, points)) > 0
    else:
        assert ahead == -2 * (promise - taken) < 0


@pytest.mark.parametrize(
    ("taken", "promise", "ahead"), [(40, 40, 20), (45, 40, 30), (39, 40, -2), (35, 40, -10), (0, 60, -120)]
)
def test_a_promise_is_measured_by_the_points_missing(taken: int, promise: int, ahead: int) -> None:
    played = captured((2, 4), (0, 60 - taken, taken, 0, 0), promise)
    assert scored(ItalianScoring.SIGNED, played) == [-ahead, -ahead, ahead, -ahead, ahead]


def test_alone_the_declarer_balances_the_other_four() -> None:
    played = captured((1,), (10, 40, 10, 0, 0))
    assert scored(ItalianScoring.ZERO_SUM, played) == [-20, 80, -20, -20, -20]
    assert scored(ItalianScoring.WINNING_SIDE, played) == [0, 20, 0, 0, 0]


@pytest.mark.parametrize("scheme", ItalianScoring)
@pytest.mark.parametrize(("taken", "side", "others"), [(31, "for", "against"), (29, "against", "for")])
def test_each_line_says_for_whom_the_points_were(
    scheme: ItalianScoring, taken: int, side: str, others: str
) -> None:
    lines = CapturedPoints(5, scheme).score(captured((0, 3), (taken, 60 - taken, 0, 0, 0)), ())
    reasons = [ScoreReason(f"score.points_{side if seat in (0, 3) else others}") for seat in range(5)]
    assert [(line.deal, line.seats, line.reason) for line in lines] == [
        (3, (seat,), reason) for seat, reason in enumerate(reasons)
    ]


@pytest.mark.parametrize("scheme", ItalianScoring)
def test_thirty_each_is_even_and_nobody_scores(scheme: ItalianScoring) -> None:
    lines = CapturedPoints(5, scheme).score(captured((0, 3), (30, 10, 10, 0, 10)), ())
    assert [(line.points, line.reason) for line in lines] == [(0, ScoreReason.POINTS_EVEN)] * 5


def test_points_lie_in_five_ranks_and_nowhere_else() -> None:
    worth = {rank: card_points((Card(Suit.HEARTS, rank),)) for rank in Rank}
    assert {rank: points for rank, points in worth.items() if points} == {
        Rank.ACE: 5,
        Rank.KING: 4,
        Rank.QUEEN: 3,
        Rank.JACK: 2,
        Rank.TEN: 1,
    }
