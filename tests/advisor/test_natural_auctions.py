"""Whole auctions of four robots: they end, mean what they say, and stop where they should."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path
from statistics import fmean

import pytest

from engine_server.advisor.natural.auction import Situation
from engine_server.advisor.natural.hands import Hand
from engine_server.advisor.natural.meanings import MeaningCode
from engine_server.advisor.natural.system import hear, meaning_of
from engine_server.rules.cards import Denomination, honour_points
from engine_server.rules.contracts import Contract
from engine_server.rules.moves import PASS, SeatCall
from tests.advisor.auctions import LADDER, VULNERABLE, Auction, bid_out, hand_of, played_out

DATA = Path(__file__).resolve().parent.parent / "data"
GAMES = {
    Denomination.CLUBS: 5,
    Denomination.DIAMONDS: 5,
    Denomination.HEARTS: 4,
    Denomination.SPADES: 4,
    Denomination.NO_TRUMP: 3,
}
SEEDS = range(5)
DEALS = 300


@pytest.fixture(scope="module", params=SEEDS)
def auctions(request: pytest.FixtureRequest) -> list[Auction]:
    return list(played_out(request.param, DEALS))


def pair_points(auction: Auction, side: int) -> int:
    return sum(honour_points(auction.hands[seat]) for seat in (side, side + 2))


def contracts(auctions: list[Auction]) -> list[tuple[Auction, Contract]]:
    return [(one, one.contract) for one in auctions if isinstance(one.contract, Contract)]


def is_game(contract: Contract) -> bool:
    return contract.level >= GAMES[contract.denomination]


def means_the_hand(auction: Auction, index: int) -> bool:
    made = auction.calls[index]
    said, hand = meaning_of(auction.calls, index, auction.situation), Hand(auction.hands[made.seat])
    in_points = said.high_cards.low <= hand.points <= said.high_cards.high
    in_length = all(
        span.low <= held <= span.high for span, held in zip(said.lengths, hand.lengths, strict=True)
    )
    return in_points and in_length and (hand.is_balanced or not said.balanced)


def test_calls_mean_the_hands_they_are_made_with(auctions: list[Auction]) -> None:
    told = [means_the_hand(one, index) for one in auctions for index in range(len(one.calls))]
    assert fmean(told) >= 0.99


def test_bids_promise_something(auctions: list[Auction]) -> None:
    """A meaning that allows every hand would pass the test above."""
    bids = [
        meaning_of(one.calls, index, one.situation)
        for one in auctions
        for index, made in enumerate(one.calls)
        if made.call != PASS
    ]
    narrow = [m for m in bids if m.points.low > 0 or any(span.low > 2 for span in m.lengths)]
    assert len(narrow) >= 0.95 * len(bids)


def test_forcing_calls_are_not_passed(auctions: list[Auction]) -> None:
    for one in auctions:
        for index, made in enumerate(one.calls):
            if made.call == PASS and hear(one.calls[:index], made.seat, one.situation).forced:
                # a takeout double is left in with a trump suit of one's own
                assert meaning_of(one.calls, index, one.situation).code is MeaningCode.PENALTY


def test_contracts_are_sane(auctions: list[Auction]) -> None:
    no_trump = [
        pair_points(one, c.declarer % 2)
        for one, c in contracts(auctions)
        if (c.level, c.denomination) == (3, 4)
    ]
    major = [
        pair_points(one, c.declarer % 2)
        for one, c in contracts(auctions)
        if c.level == 4 and c.denomination in (Denomination.HEARTS, Denomination.SPADES)
    ]
    assert 25 <= fmean(no_trump) <= 28
    assert 23 <= fmean(major) <= 27
    low = [
        pair_points(one, c.declarer % 2)
        for one, c in contracts(auctions)
        if is_game(c) and c.stake == 1 and c.level < 6
    ]
    assert sum(points < 20 for points in low) <= 0.05 * len(low)


def test_game_is_reached_with_27_points(auctions: list[Auction]) -> None:
    rich = [(one, side) for one in auctions for side in (0, 1) if pair_points(one, side) >= 27]
    reached = [
        isinstance(one.contract, Contract) and is_game(one.contract) and one.contract.declarer % 2 == side
        for one, side in rich
    ]
    assert len(rich) > 30
    assert fmean(reached) >= 0.95


def test_slams_have_the_values(auctions: list[Auction]) -> None:
    thin = [one for one, c in contracts(auctions) if c.level >= 6 and pair_points(one, c.declarer % 2) < 25]
    assert len(thin) <= 2


def test_part_scores_make_games_cheaper() -> None:
    """With 60 below the line the same deals are played lower."""
    level = {
        below: fmean(
            c.level
            for one in played_out(9, 150)
            for c in [bid_out(one.hands, 0, Situation((), (below, below))).contract]
            if isinstance(c, Contract)
        )
        for below in (0, 60)
    }
    assert level[60] < level[0] - 0.3


def test_part_scores_of_every_kind_end_every_auction() -> None:
    assert len(list(played_out(77, 150, part_scores=True))) == 150


def test_every_legal_auction_has_meanings() -> None:
    """Also auctions that nobody would bid."""
    rng = random.Random(4)
    for deal in range(120):
        calls: tuple[SeatCall, ...] = ()
        while LADDER.outcome(calls) is None:
            seat = (deal + len(calls)) % 4
            legal = LADDER.legal(calls, seat)
            call = rng.choice(legal[:3] if rng.random() < 0.8 else legal)
            calls = (*calls, SeatCall(seat, call))
        for index in range(len(calls)):
            said = meaning_of(calls, index, Situation(rng.choice(VULNERABLE), (0, 70)))
            assert 0 <= said.points.low <= said.points.high <= 37
            assert all(0 <= span.low <= span.high <= 13 for span in said.lengths)
            assert said.code.value.startswith("meaning.")


# --- against the best that all cards seen allow --------------------------------------------------------


def scores() -> dict[tuple[int, str, str, int, int], int]:
    with (DATA / "duplicate_scores.csv").open(encoding="utf-8") as file:
        return {
            (int(row["level"]), row["denom"], row["doubling"], int(row["vul"]), int(row["tricks"])): int(
                row["score"]
            )
            for row in csv.DictReader(file)
        }


def test_contracts_come_near_par() -> None:
    """A hundred deals with the tricks of best play: how far from par the robots end on average."""
    table, away, passed = scores(), [], []
    for line in (DATA / "bidding_par.jsonl").read_text(encoding="utf-8").splitlines():
        deal = json.loads(line)
        hands = tuple(hand_of(deal["hands"][seat]) for seat in "NESW")
        vulnerable = {"none": (), "ns": (0, 2), "ew": (1, 3), "both": (0, 1, 2, 3)}[deal["vul"]]
        made = bid_out(hands, "NESW".index(deal["dealer"]), Situation(vulnerable)).contract
        north_south = 0
        if isinstance(made, Contract):
            named, doubling = "CDHSN"[made.denomination], {1: "-", 2: "X", 4: "XX"}[made.stake]
            tricks = deal["tricks"]["NESW"[made.declarer]][named]
            key = (made.level, named, doubling, int(made.declarer in vulnerable), tricks)
            north_south = table[key] * (1 if made.declarer % 2 == 0 else -1)
        away.append(abs(north_south - deal["par_score_ns"]))
        passed.append(abs(deal["par_score_ns"]))
    assert fmean(away) < 310
    assert fmean(away) < 0.6 * fmean(passed)
