"""Worked examples of auctions and play in contract bridge, put to a table: one adapter for a kind of row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine_server.game import events as happened
from engine_server.game.commands import StartMatch
from engine_server.game.frozen import but
from engine_server.rules.auctions import last_bid
from engine_server.rules.cards import card_of
from engine_server.rules.moves import PlayCard
from engine_server.rules.phases import Phase
from engine_server.rules.tricks import Situation, Trick, ring_from
from engine_server.rules.variant import COMPASS, Game
from tests.rules.rows import cards_of, denomination_of
from tests.rules.table import Table, call_code, call_of, calls_of, ladder_of

NAMES: Mapping[int, tuple[str, ...]] = {2: ("A", "B"), 3: ("P1", "P2", "P3", "dummy"), 4: COMPASS}
"""What the examples call the hands, by the number of players."""


class AuctionRows:
    """The adapters of a game in which bids climb, doubles among them."""

    def __init__(self, game: Game, options: Mapping[str, str]) -> None:
        self._game, self._options = game, options
        self._rules = game.variant(game.read(options))
        self._names = NAMES[self._rules.seats]

    def auction(self, dealer: str, first: str, calls: list[str]) -> dict[str, Any]:
        """Calls made at a table that has just been dealt, by whoever must call."""
        table = self._bidding(dealer)
        assert table.actor == self._names.index(first)
        for index, code in enumerate(calls):
            if table.state.phase is not Phase.AUCTION:
                seat = (self._names.index(first) + index) % self._rules.seats
                refused = table.refusal(call_of(code), seat)
            else:
                refused = table.tries(table.actor, call_of(code))  # type: ignore[assignment]
            if refused is not None:
                return {"status": "illegal", "index": index, "reason": refused}
        if happened.HandsWashed(happened.WashReason.ALL_PASSED) in table.log:
            return {"status": "passed_out", "next_dealer": self._names[table.deal.dealer]}
        if any(isinstance(event, happened.DealScored) for event in table.log):
            return {"status": "passed_out", "counts_as_deal": table.state.scored == 1}
        return self._status(table)

    def _bidding(self, dealer: str) -> Table:
        table = Table(self._game.key, options=self._options)
        table.do(StartMatch("p1"))
        deal = but(
            table.deal,
            dealer=self._names.index(dealer),
            first_caller=self._names.index(dealer),
            phase=Phase.AUCTION,
        )
        if Phase.DRAWING in self._rules.phases:
            deal = but(deal, stock=())
        table.state = but(table.state, deal=deal)
        return table

    def _status(self, table: Table) -> dict[str, Any]:
        contract, last = table.deal.contract, last_bid(table.deal.calls)
        current = None if last is None else call_code(last.call)
        if contract is None:
            return {"status": "open", "next": self._names[table.actor], "current": current}
        assert current == f"{contract.level}{('C', 'D', 'H', 'S', 'NT')[contract.denomination]}"
        return {
            "status": "contract",
            "contract": current,
            "doubled": {1: 0, 2: 1, 4: 2}[contract.stake],
            "declarer": self._names[contract.declarer],
            "opening_leader": self._names[table.actor],
        }

    def legal_call(self, dealer: str, first: str, calls: list[str], call: str) -> dict[str, bool]:
        assert dealer == first
        made = calls_of(self._names.index(first), calls)
        ladder = ladder_of(self._rules)
        (caller,) = ladder.callers(self._names.index(first), made)
        legal = ladder.outcome(made) is None and call_of(call) in ladder.legal(made, caller)
        assert ladder.outcome(made) or legal == (ladder.refusal(made, caller, call_of(call)) is None)
        return {"legal": legal}

    def trick_winner(self, trump: str | None, cards: list[str], leader: str) -> str:
        hands = ring_from(self._rules.sides.ring(0), self._names.index(leader))
        place = self._rules.tricks.winning_place(cards_of(cards), denomination_of(trump).trump)
        return self._names[Trick(hands, cards_of(cards)).seat_of(place)]

    def legal_plays(self, phase: str, hand: list[str], trick: list[str]) -> set[str]:
        assert phase == "draw"
        now = Situation(None, cards_of(trick), first_trick=False, trump_broken=False)
        return {card.code for card in self._rules.tricks.legal(cards_of(hand), now)}

    def setup(self) -> dict[str, int]:
        """A deal of honeymoon bridge as it begins, and how many tricks of each kind are played in it."""
        table = Table(self._game.key, options={**self._options, "deals": "1"})
        table.do(StartMatch("p1"))
        begun = {"hand": len(table.deal.hands[0]), "stock": len(table.deal.stock)}
        while not table.deals:
            table.move(table.view(table.actor).legal_moves[-1])
        (deal,) = table.deals
        return {**begun, "draw_tricks": len(deal.draws), "scored_tricks": len(deal.tricks)}

    def draw(self, trick: list[str], leader: str, stock_top: list[str] | None = None) -> dict[str, Any]:
        """One draw trick played at a table where both hold nothing but its cards."""
        table = Table(self._game.key, options=self._options)
        first, second = self._names.index(leader), 1 - self._names.index(leader)
        table.do(StartMatch("p1"))
        hands = tuple((card_of(trick[seat != first]),) for seat in range(2))
        stock = cards_of(stock_top or ["C2", "C3"])
        rest = tuple(card_of("D" + letter) for letter in "TJ")
        deal = but(table.deal, dealer=second, hands=hands, dealt=hands, stock=(*stock, *rest))
        table.state = but(table.state, deal=deal)
        for code in trick:
            table.plays(code)
        after = table.deal
        winner = after.draws[-1].winner
        assert winner is not None
        held = {self._names[seat]: after.hands[seat][0].code for seat in range(2)}
        return {
            "winner": self._names[winner],
            "A_draws": held["A"],
            "B_draws": held["B"],
            "next_leader": self._names[table.actor],
        }

    def table(self, declarer: str) -> dict[str, Any]:
        """The order of play at three-handed bridge, by a contract bid and a card led."""
        table = self._bidding(declarer).bids("1H P P")
        leader = table.actor
        card = next(move.card for move in table.view(leader).legal_moves if isinstance(move, PlayCard))
        table.plays(card.code)
        order = table.view(None).order
        return {
            "opening_leader": self._names[leader],
            "order_of_play": [self._names[hand] for hand in order],
        }
