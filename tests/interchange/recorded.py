"""Boards to write and read: real deals of contract bridge, and random ones of every kind."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

from engine_server.interchange.boards import BoardRecord, Vulnerable
from engine_server.interchange.legality import PAIRED, Play
from engine_server.interchange.rescoring import rescored
from engine_server.rules.cards import (
    ALL_CARDS,
    RANK_LETTERS,
    Card,
    Rank,
    Seat,
    Suit,
    card_of,
    in_hand_order,
)
from engine_server.rules.contracts import Contract
from engine_server.rules.decks import Deck
from engine_server.rules.moves import DOUBLE, PASS, REDOUBLE, Bid, Call, SeatCall, bid_of
from engine_server.rules.tricks import Situation, Trick, TrickRules
from engine_server.rules.variant import COMPASS

DEALS = Path(__file__).parents[1] / "data" / "contract_deals.jsonl"
CALLS: dict[str, Call] = {"P": PASS, "X": DOUBLE, "XX": REDOUBLE}
RULES = TrickRules(Deck())


def real_deals() -> list[dict[str, Any]]:
    """The records as they are."""
    return [json.loads(line) for line in DEALS.read_text(encoding="utf-8").splitlines()]


def real_boards() -> list[BoardRecord]:
    """The records as boards, numbered from 1."""
    return [board_of_record(deal, number) for number, deal in enumerate(real_deals(), start=1)]


def board_of_record(deal: dict[str, Any], number: int) -> BoardRecord:
    """One record as a board: winners, contract and tricks are those of the record."""
    dealer = COMPASS.index(deal["dealer"])
    contract = contract_of(deal)
    return BoardRecord(
        dealer=dealer,
        vulnerable=Vulnerable(deal["vul"]),
        hands=tuple(hand_of(deal["hands"][seat]) for seat in COMPASS),
        calls=tuple(SeatCall((dealer + n) % 4, call_of(code)) for n, code in enumerate(deal["auction"])),
        contract=contract,
        passed_out=contract is None,
        tricks=tricks_of(deal),
        declarer_tricks=deal["tricks"],
        score_ns=deal["score_ns"],
        board=number,
        names=("Nora", "Emil", "Sara", "Wim"),
        event=deal["id"],
    )


def hand_of(text: str) -> tuple[Card, ...]:
    """A hand written as S.H.D.C."""
    suits = zip(reversed(Suit), text.split("."), strict=True)
    held = [(suit, RANK_LETTERS.index(letter)) for suit, ranks in suits for letter in ranks]
    return in_hand_order(Card(suit, Rank(rank)) for suit, rank in held)


def call_of(code: str) -> Call:
    """A call as the records write it: no trump is N."""
    return CALLS.get(code) or bid_of(code.replace("N", "NT"))


def contract_of(deal: dict[str, Any]) -> Contract | None:
    """The contract of a record."""
    code = deal["contract"]
    if code is None:
        return None
    bid = call_of(code[:2])
    assert isinstance(bid, Bid)
    return Contract(COMPASS.index(deal["declarer"]), bid.level, bid.denomination, 2 ** (len(code) - 2))


def tricks_of(deal: dict[str, Any]) -> tuple[Trick, ...]:
    """The tricks of a record with the winners it names."""
    tricks = []
    for first in range(0, len(deal["play"]), 4):
        played = deal["play"][first : first + 4]
        leader = COMPASS.index(played[0][0])
        hands = tuple((leader + step) % 4 for step in range(4))
        cards = tuple(card_of(code) for _, code in played)
        winner = COMPASS.index(deal["trick_winners"][first // 4]) if len(played) == 4 else None
        tricks.append(Trick(hands, cards, winner))
    return tuple(tricks)


def random_board(rng: Random, number: int) -> BoardRecord:
    """A random deal: any auction, play to the end, or to a claim anywhere in it."""
    pack = list(ALL_CARDS)
    rng.shuffle(pack)
    hands = tuple(in_hand_order(pack[place::4]) for place in range(4))
    dealer = rng.randrange(4)
    calls = random_calls(rng, dealer)
    outcome = PAIRED.outcome(calls)
    contract = outcome if isinstance(outcome, Contract) else None
    if contract is None:
        return BoardRecord(
            dealer, rng.choice(list(Vulnerable)), hands, calls, passed_out=True, board=number, score_ns=0
        )
    play = random_play(rng, Play(hands, contract.trump, (contract.declarer + 1) % 4))
    won = play.won_by((contract.declarer, (contract.declarer + 2) % 4))
    board = BoardRecord(
        dealer=dealer,
        vulnerable=rng.choice(list(Vulnerable)),
        hands=hands,
        calls=calls,
        contract=contract,
        tricks=play.all_tricks,
        declarer_tricks=won + rng.randint(0, 13 - len(play.tricks)),
        board=number,
    )
    return replace(board, score_ns=rescored(board))


def random_calls(rng: Random, dealer: Seat) -> tuple[SeatCall, ...]:
    """An auction with doubles, damped so that it ends."""
    calls: tuple[SeatCall, ...] = ()
    while PAIRED.outcome(calls) is None:
        seat = (dealer + len(calls)) % 4
        legal = PAIRED.legal(calls, seat)
        call = PASS if rng.random() < 0.55 else rng.choice(legal[: rng.randint(1, len(legal))])
        calls = (*calls, SeatCall(seat, call))
    return calls


def random_play(rng: Random, play: Play) -> Play:
    """Legal cards to the end, or until somebody claims."""
    stop = rng.choice((52, 52, rng.randrange(52)))
    while not play.is_over and 4 * len(play.tricks) + len(play.table) < stop:
        hand = play.hands[play.next_hand]
        now = Situation(play.trump, play.table, not play.tricks, trump_broken=True)
        play = play.with_card(rng.choice(RULES.legal(hand, now)))
    return play


def random_boards(count: int, seed: int) -> list[BoardRecord]:
    """So many random boards."""
    rng = Random(seed)
    return [random_board(rng, number) for number in range(1, count + 1)]
