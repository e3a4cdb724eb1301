"""Worked examples of German Bridge, put to the parts it is played with: one adapter for a kind of row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine_server.game.commands import BeginDeal, MakeMove, StartMatch
from engine_server.game.state import acting_seats, legal_moves
from engine_server.rules.cards import ALL_CARDS, left_of
from engine_server.rules.goals import Goals
from engine_server.rules.moves import SeatCall, TrickGoal
from engine_server.rules.phases import Phase
from engine_server.rules.played import Played
from engine_server.rules.tricks import Situation
from engine_server.rules.variant import Game
from tests.rules.rows import COMPASS, cards_of, denomination_of
from tests.rules.table import Table


class GermanRows:
    """The adapters of German Bridge under some options."""

    def __init__(self, game: Game, options: Mapping[str, str]) -> None:
        self._game, self._options = game, options
        self._rules = game.variant(game.read(options))

    def score(self, bid: int, won: int) -> int:
        played = Played(1, ((),) * 4, None, (), (won, 0, 0, 0), goals=(bid, 0, 0, 0))
        return self._rules.scoring.score(played, ())[0].points

    def last_bid(self, cards: int, dealer: str, earlier_bids: list[int], last_bidder: str) -> dict[str, Any]:
        auction, calls = self._goals, self._said(dealer, earlier_bids)
        (seat,) = auction.callers(COMPASS.index(dealer), calls)
        assert seat == COMPASS.index(last_bidder)
        return {"legal": self._legal(cards, calls, seat), "forbidden": auction.forbidden(calls, seat, cards)}

    def legal_bids(self, cards: int, earlier_bids: list[int], last: bool) -> dict[str, Any]:
        calls = self._said("N", earlier_bids)
        (seat,) = self._goals.callers(0, calls)
        assert last == (len(calls) == self._rules.seats - 1)
        return {"legal": self._legal(cards, calls, seat)}

    def deal(self, deal: int) -> dict[str, Any]:
        """What is seen of a deal of a match that is played for real up to it."""
        table = self._played_up_to(deal)
        now = table.deal
        dealer, first, each = now.dealer, table.actor, len(now.hands[0])
        undealt = len(self._rules.deck.cards) - sum(map(len, now.hands))
        while table.state.phase is Phase.AUCTION:
            table.move(legal_moves(table.state, table.actor)[0])
        return {
            "cards_each": each,
            "dealer": COMPASS[dealer],
            "first_bidder": COMPASS[first],
            "opening_leader": COMPASS[table.actor],
            "undealt": undealt,
            "trump": "none (no card left)" if now.turned is None else "next card turned",
        }

    def trick_winner(self, trump: str | None, cards: list[str], leader: str) -> str:
        place = self._rules.tricks.winning_place(cards_of(cards), denomination_of(trump).trump)
        return COMPASS[left_of(COMPASS.index(leader), 4, place)]

    def legal_plays(self, trump: str | None, hand: list[str], trick: list[str]) -> set[str]:
        now = Situation(denomination_of(trump).trump, cards_of(trick), first_trick=False, trump_broken=False)
        return {card.code for card in self._rules.tricks.legal(cards_of(hand), now)}

    def final(self, totals: dict[str, int]) -> dict[str, Any]:
        places = self._rules.match.ranking({COMPASS.index(seat): total for seat, total in totals.items()})
        return {"winners": [COMPASS[seat] for seat in places[0]]}

    @property
    def _goals(self) -> Goals:
        assert isinstance(self._rules.auction, Goals)
        return self._rules.auction

    @staticmethod
    def _said(dealer: str, goals: Sequence[int]) -> tuple[SeatCall, ...]:
        first = COMPASS.index(dealer)
        return tuple(SeatCall(left_of(first, 4, turn), TrickGoal(goal)) for turn, goal in enumerate(goals))

    def _legal(self, cards: int, calls: Sequence[SeatCall], seat: int) -> list[int]:
        return [move.tricks for move in self._goals.legal(calls, seat, ALL_CARDS[:cards])]

    def _played_up_to(self, deal: int) -> Table:
        table = Table(self._game.key, options=self._options)
        table.do(StartMatch("p1"))
        while table.state.deal is None or table.deal.number < deal:
            seats = acting_seats(table.state)
            table.do(MakeMove(seats[0], legal_moves(table.state, seats[0])[0]) if seats else BeginDeal())
        return table
