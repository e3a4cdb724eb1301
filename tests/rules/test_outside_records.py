"""Real deals and the random games of an independent engine, played again by ours."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from engine_server.rules.variant import COMPASS
from tests.rules.outside import (
    Record,
    board,
    call_named,
    cards_played,
    goal_moves,
    goals,
    hand_of,
    replayed,
)

DATA = Path(__file__).parents[1] / "data"


def packed(name: str) -> list[Record]:
    return [json.loads(line) for line in gzip.open(DATA / name, "rt", encoding="utf-8")]


REAL = [json.loads(line) for line in (DATA / "contract_deals.jsonl").read_text("utf-8").splitlines()]
BRIDGE = packed("openspiel_bridge.jsonl.gz")
OH_HELL = packed("openspiel_oh_hell.jsonl.gz")


def ids(record: Record) -> str:
    return str(record["id"])


@pytest.mark.parametrize("record", REAL, ids=ids)
def test_a_real_deal_goes_through_the_engine(record: Record) -> None:
    table = board(record)
    replayed(table, map(call_named, record["auction"]))
    if record["contract"] is None:
        assert table.deals[0].contract is None
        assert table.state.lines[0].points == record["score_ns"] == 0
        return
    contract = table.deal.contract
    assert contract is not None
    assert COMPASS[contract.declarer] == record["declarer"]
    for hand, code in record["play"]:
        assert COMPASS[table.view(None).next_hand or 0] == hand
        replayed(table, cards_played([code]))
    tricks = table.deals[0].tricks if table.deals else table.deal.tricks
    winners = [COMPASS[trick.winner] for trick in tricks if trick.winner is not None]
    assert winners == record["trick_winners"][: len(winners)]
    if record["play_complete"]:
        assert table.deals[0].declaring_tricks == record["tricks"]
        assert points_of_north_south(table.state.lines) == record["score_ns"]


def points_of_north_south(lines: object) -> int:
    return sum(line.points if 0 in line.seats else -line.points for line in lines)  # type: ignore[attr-defined]


@pytest.mark.parametrize("record", BRIDGE, ids=ids)
def test_a_random_game_of_bridge_has_the_same_legal_sets_winners_and_score(record: Record) -> None:
    table = board(record)
    calls = replayed(table, map(call_named, record["auction"].split()))
    assert calls.sizes == record["auction_legal_n"]
    assert calls.digest == record["auction_legal_hash"]
    if not record.get("play"):
        assert points_of_north_south(table.state.lines) == record["score_ns"] == 0
        return
    play = replayed(table, cards_played(record["play"].split()))
    assert "".join(f"{size:x}" for size in play.sizes) == record["play_legal_n"]
    assert play.digest == record["play_legal_hash"]
    assert "".join(COMPASS[seat] for seat in play.controllers) == record["controller"]
    (deal,) = table.deals
    assert "".join(COMPASS[trick.winner or 0] for trick in deal.tricks) == record["winners"]
    assert deal.declaring_tricks == record["declarer_tricks"]
    assert points_of_north_south(deal.lines) == record["score_ns"]


@pytest.mark.parametrize("record", OH_HELL, ids=ids)
def test_a_random_game_of_oh_hell_has_the_same_legal_sets_and_tricks(record: Record) -> None:
    """Its linear score is not ours; what ours would be the records tell."""
    table = goals(record)
    bidding = replayed(table, goal_moves(record))
    assert bidding.controllers == [seat for seat, _ in record["bids"]]
    assert bidding.sizes == record["bid_legal_n"]
    assert bidding.last == record["last_bidder_legal_bids"]
    play = replayed(table, cards_played([played[1:] for played in record["play"].split()]))
    assert play.controllers == [int(played[0]) for played in record["play"].split()]
    assert play.sizes == record["play_legal_n"]
    assert play.digest == record["play_legal_hash"]
    (deal,) = table.deals
    won = [sum(trick.winner == seat for trick in deal.tricks) for seat in range(record["players"])]
    assert won == record["tricks_won"]
    assert [line.points for line in deal.lines] == record["seed002_scores"]


def test_a_wrong_record_is_noticed() -> None:
    record = {**BRIDGE[1], "score_ns": BRIDGE[1]["score_ns"] + 10}
    with pytest.raises(AssertionError):
        test_a_random_game_of_bridge_has_the_same_legal_sets_winners_and_score(record)
    assert len(hand_of(record["hands"]["N"])) == 13
