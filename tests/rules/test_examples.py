"""Every worked example of the rule book for a game of the catalog, put to the part the engine plays with.

An adapter takes the fields of a row's `input` by name, so that a field nobody looks at fails, and answers
with everything the row may `expect`. A game that is registered without adapters fails row by row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeAlias

import pytest

from engine_server.game import events as happened
from engine_server.game.refusals import Refused
from engine_server.game.state import acting_seats
from engine_server.game.view import Notice
from engine_server.rules.auctions import last_bid
from engine_server.rules.cards import Card, Denomination, card_of, clockwise_from, left_of
from engine_server.rules.contracts import Contract
from engine_server.rules.illegal import Illegal
from engine_server.rules.moves import CallPartner, bid_of
from engine_server.rules.played import Outcome
from engine_server.rules.tricks import Situation, Trick
from engine_server.rules.variant import COMPASS, Game, Variant
from engine_server.rules.variants import ALL, game_of
from tests.rules.auction_rows import AuctionRows
from tests.rules.contract_rows import TWO, ContractRows, Sheet, ThreeHandedRows
from tests.rules.german_rows import GermanRows
from tests.rules.italian_rows import ItalianRows
from tests.rules.minibridge_rows import MinibridgeRows
from tests.rules.rows import EXAMPLES, written
from tests.rules.table import (
    Table,
    call_code,
    call_of,
    calling_of,
    calls_of,
    dealt_table,
    hands_with,
    ladder_of,
    winners_of,
)

Adapter: TypeAlias = Callable[..., Any]
REASONS = {
    "bid not higher": Illegal.BID_TOO_LOW,
    "no doubles in this game": Illegal.DOUBLE_NOT_ALLOWED,
    "auction already over": Refused.WRONG_PHASE,
    **dict.fromkeys(
        (
            "double only an opposing undoubled bid",
            "redouble only own side, doubled by opponents",
        ),
        Illegal.DOUBLE_NOT_ALLOWED,
    ),
}
"""The codes of the prose in which the examples say why a call is refused."""


def seat_of(letter: str) -> int:
    return COMPASS.index(letter)


def by_letter(values: Mapping[int, int]) -> dict[str, int]:
    return {COMPASS[seat]: value for seat, value in values.items()}


def letters(seats: tuple[int, ...]) -> list[str]:
    return [COMPASS[seat] for seat in seats]


def cards_of(codes: list[str]) -> tuple[Card, ...]:
    return tuple(map(card_of, codes))


def codes_of(cards: tuple[Card, ...]) -> set[str]:
    return {card.code for card in cards}


def contract_of(code: str, declarer: str = "N") -> Contract:
    bid = bid_of(code)
    return Contract(seat_of(declarer), bid.level, bid.denomination)


def trump_of(code: str | None) -> Denomination:
    return Denomination(4 if code is None else "CDHS".index(code))


class HiddenPartner:
    """The adapters of Floating and Singapore Bridge, one for each kind of row."""

    def __init__(self, game: Game, options: Mapping[str, str]) -> None:
        self.game, self.options = game, options
        self.rules: Variant = game.variant(game.read(options))

    def table(self, dealer: str = "N", first: str = "E", **held: str) -> Table:
        return dealt_table(
            self.game.key, hands_with(**held), seat_of(dealer), seat_of(first), options=self.options
        )

    def auction(self, dealer: str, first: str, calls: list[str]) -> dict[str, Any]:
        table = self.table(dealer, first)
        for index, code in enumerate(calls):
            refused = table.tries(left_of(seat_of(first), 4, index), call_of(code))
            if refused is not None:
                return {"status": "illegal", "index": index, "reason": refused}
        if happened.HandsWashed(happened.WashReason.ALL_PASSED) in table.log:
            return {
                "status": "passed_out",
                "next_dealer": COMPASS[table.deal.dealer],
                "counts_as_deal": table.state.scored > 0,
            }
        return self._auction_status(table)

    @staticmethod
    def _auction_status(table: Table) -> dict[str, Any]:
        contract, last = table.deal.contract, last_bid(table.deal.calls)
        current = None if last is None else call_code(last.call)
        if contract is None:
            return {"status": "open", "next": COMPASS[table.actor], "current": current}
        assert current == f"{contract.level}{_named(contract.denomination)}"
        return {
            "status": "contract",
            "contract": current,
            "doubled": {1: 0, 2: 1, 4: 2}[contract.stake],
            "declarer": COMPASS[contract.declarer],
            "opening_leader": COMPASS[table.state.variant.tricks.opening_leader(contract, 4)],
        }

    def legal_call(self, dealer: str, first: str, calls: list[str], call: str) -> dict[str, Any]:
        assert seat_of(first) == left_of(seat_of(dealer), 4)
        made = calls_of(seat_of(first), calls)
        ladder = ladder_of(self.rules)
        (caller,) = ladder.callers(seat_of(first), made)
        legal = call_of(call) in ladder.legal(made, caller)
        assert legal == (ladder.refusal(made, caller, call_of(call)) is None)
        return {"legal": legal}

    def call_card(
        self, declarer: str, declarer_hand_has: bool, card: str, holder: str | None = None
    ) -> dict[str, Any]:
        where = {"N": "north", "E": "east", "S": "south", "W": "west"}
        owner = declarer if declarer_hand_has else holder
        assert owner is not None
        table = self.table(dealer=COMPASS[seat_of(declarer) - 1], first=declarer, **{where[owner]: card})
        table.bids("1C P P P")
        if calling_of(self.rules).refusal(table.deal.hands[table.actor], CallPartner(card_of(card))):
            return {"legal": False}
        table.calls_card(card)
        seen = {seat: table.view(seat).partner for seat in range(4)}
        announced = all(partner is not None and partner.shown for partner in seen.values())
        return {
            "legal": True,
            "solo": all(p is not None and p.notice is not Notice.YOU_HOLD_IT for p in seen.values()),
            "announced_at_once": announced,
            "known_to": [COMPASS[s] for s, p in seen.items() if p is not None and p.holder is not None],
            "revealed_when": None if announced else f"{self._played_when_shown(table).code} is played",
        }

    @staticmethod
    def _played_when_shown(table: Table) -> Card:
        """The card that falls at the moment at which the whole table knows the partner."""
        while True:
            played = card_of(min(table.playable))
            table.plays(played.code)
            partner = table.view(None).partner
            assert partner is not None
            if partner.shown:
                return played

    def opening_leader(self, declarer: str, contract: str) -> str:
        return COMPASS[self.rules.tricks.opening_leader(contract_of(contract, declarer), 4)]

    def legal_plays(
        self,
        contract: str,
        trick: list[str],
        trick_no: int,
        hand: list[str] | None = None,
        leader_hand: list[str] | None = None,
        trump_broken: bool = False,
    ) -> set[str]:
        held = cards_of(hand or leader_hand or [])
        now = Situation(contract_of(contract).trump, cards_of(trick), trick_no == 1, trump_broken)
        return codes_of(self.rules.tricks.legal(held, now))

    def trick_winner(self, trump: str | None, cards: list[str], leader: str) -> str:
        place = self.rules.tricks.winning_place(cards_of(cards), trump_of(trump).trump)
        return COMPASS[Trick(clockwise_from(seat_of(leader), 4), cards_of(cards)).seat_of(place)]

    def broken_after(self, trump: str, trick: list[str], before: bool, forced_lead: bool = False) -> bool:
        cards, suit = cards_of(trick), trump_of(trump).trump
        assert not forced_lead or cards[0].suit == suit
        for played in range(1, len(cards) + 1):
            before = self.rules.tricks.broken_after(cards[:played], suit, before)
        return before

    def strength(self, hand: list[str]) -> dict[str, Any]:
        wash = self.rules.dealing.wash
        counted = wash.strength(cards_of(hand))
        return {
            "high_card": counted.high_card,
            "length": counted.length,
            "total": counted.total,
            "wash": wash.must_redeal([cards_of(hand)], redeal=0),
        }

    def score(
        self,
        level: int,
        declarer: str,
        partner: str | None,
        declarer_side_tricks: int,
        denomination: str = "S",
    ) -> dict[str, Any]:
        side = tuple(map(seat_of, (declarer, partner) if partner else (declarer,)))
        outcome = Outcome(contract_of(f"{level}{denomination}", declarer), side, declarer_side_tricks)
        lines = winners_of(self.rules).lines(1, outcome)
        return {
            "made": outcome.made,
            "undertricks": outcome.short,
            "scores": by_letter({line.seats[0]: line.points for line in lines}),
        }

    def final(self, totals: dict[str, int]) -> dict[str, Any]:
        places = self.rules.match.ranking({seat_of(seat): points for seat, points in totals.items()})
        return {"winners": letters(places[0]), "ranking": [letters(place) for place in places]}


def _named(denomination: Denomination) -> str:
    return ("C", "D", "H", "S", "NT")[denomination]


Adapters: TypeAlias = Callable[[Game, Mapping[str, str]], object]


def scored(rows: Callable[..., object], *sheet: Sheet) -> Adapters:
    """Adapters that are put to the scoring and the match of a game."""

    def build(game: Game, options: Mapping[str, str]) -> object:
        rules = game.variant(game.read(options))
        return rows(rules.scoring, rules.match, *sheet)

    return build


FAMILIES: Mapping[str, tuple[Adapters, ...]] = {
    "floating": (HiddenPartner,),
    "singapore": (HiddenPartner,),
    "german": (GermanRows,),
    "minibridge": (MinibridgeRows,),
    "italian": (ItalianRows,),
    "rubber": (AuctionRows, scored(ContractRows)),
    "chicago": (scored(ContractRows),),
    "duplicate": (scored(ContractRows),),
    "honeymoon": (AuctionRows, scored(ContractRows, TWO)),
    "three_handed": (AuctionRows, scored(ThreeHandedRows)),
}


def name_of(game: Game) -> str:
    """What the examples call a game: its key, mostly with `_bridge`."""
    return game.key if game.key in ("minibridge", "chicago") else f"{game.key}_bridge"


KEYS = {name_of(game): game.key for game in ALL}


def adapter_of(row: Mapping[str, Any]) -> Adapter:
    """The adapter for a row. A game or a kind without one fails here."""
    key = KEYS[row["game"]]
    assert key in FAMILIES, f"{key} is in the catalog, but none of its examples has an adapter"
    for adapters in FAMILIES[key]:
        adapter: Adapter | None = getattr(adapters(game_of(key), written(row["options"])), row["kind"], None)
        if adapter is not None:
            return adapter
    raise AssertionError(f"{key} has no adapter for rows of kind {row['kind']!r}")


def as_answered(kind: str, expected: Any) -> Any:  # noqa: ANN401 - an example expects whatever its kind answers
    """What a row expects in the form the adapters answer in: legal cards as a set, prose as a code."""
    if kind == "legal_plays":
        return set(expected)
    if isinstance(expected, dict) and "reason" in expected:
        return {**expected, "reason": REASONS[expected["reason"]]}
    return expected


@pytest.mark.parametrize("row", EXAMPLES, ids=[row["id"] for row in EXAMPLES])
def test_the_engine_agrees_with_a_worked_example(row: dict[str, Any]) -> None:
    put = {name: value for name, value in row["input"].items() if name != "note"}
    answer = partial(adapter_of(row), **put)()
    expected = as_answered(row["kind"], row["expect"])
    if isinstance(expected, dict):
        assert {name: answer[name] for name in expected} == expected
    else:
        assert answer == expected


def test_every_example_is_put() -> None:
    assert len(EXAMPLES) == len({row["id"] for row in EXAMPLES}) == 270
    assert {row["game"] for row in EXAMPLES} == set(KEYS)


def test_a_game_registered_without_adapters_fails_with_its_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    row = next(row for row in EXAMPLES if row["kind"] == "honours")
    monkeypatch.setitem(KEYS, "rubber_bridge", "whist")
    with pytest.raises(AssertionError, match="whist is in the catalog"):
        adapter_of(row)
    with pytest.raises(AssertionError, match="no adapter for rows of kind 'honours'"):
        adapter_of({**row, "game": "floating_bridge"})


def test_a_call_after_the_end_of_the_auction_is_refused_as_out_of_phase() -> None:
    adapters = HiddenPartner(game_of("floating"), {})
    answer = adapters.auction("N", "E", ["1C", "P", "P", "P", "1D"])
    assert answer == {"status": "illegal", "index": 4, "reason": REASONS["auction already over"]}
    assert acting_seats(adapters.table().bids("1C P P P").state) == (1,)
