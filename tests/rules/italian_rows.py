"""Worked examples of Italian Bridge, put to the parts it is played with: one adapter for a kind of row."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine_server.rules.auctions import ALL_PASSED
from engine_server.rules.cards import RANK_LETTERS, Denomination, Rank, Suit, card_of, left_of
from engine_server.rules.contracts import Contract
from engine_server.rules.dealing import DealAll
from engine_server.rules.moves import PASS, OpenAndName, SeatCall
from engine_server.rules.openings import CapturedPoints, Openings, card_points
from engine_server.rules.played import Played
from engine_server.rules.variant import Game
from tests.rules.rows import cards_of, denomination_of


class ItalianRows:
    """The adapters of Italian Bridge under some options. The rows count the seats from 1."""

    def __init__(self, game: Game, options: Mapping[str, str]) -> None:
        self._rules = game.variant(game.read(options))
        assert isinstance(self._rules.auction, Openings)
        assert isinstance(self._rules.scoring, CapturedPoints)
        self._auction, self._scoring = self._rules.auction, self._rules.scoring

    def deck(self) -> dict[str, Any]:
        assert isinstance(self._rules.dealing, DealAll)
        cards = self._rules.deck.cards
        (per_suit,) = {card_points(card for card in cards if card.suit is suit) for suit in Suit}
        return {
            "cards": len(cards),
            "each": self._rules.dealing.each,
            "points_total": card_points(cards),
            "points_per_suit": per_suit,
            "removed": [RANK_LETTERS[rank] for rank in Rank if rank not in self._rules.deck.ranking],
        }

    def trick_points(self, cards: list[str]) -> int:
        return card_points(cards_of(cards))

    def trick_winner(self, trump: str | None, cards: list[str], leader: int, players: int) -> int:
        assert players == self._rules.seats
        place = self._rules.tricks.winning_place(cards_of(cards), denomination_of(trump).trump)
        return left_of(leader - 1, players, place) + 1

    def opening(self, dealer: int, calls: list[str]) -> dict[str, Any]:
        made: tuple[SeatCall, ...] = ()
        for code in calls:
            assert self._auction.outcome(made) is None
            (seat,) = self._auction.callers(dealer - 1, made)
            made = (*made, SeatCall(seat, PASS if code == "P" else self._auction.legal(made, seat)[1]))
        outcome = self._auction.outcome(made)
        if outcome is ALL_PASSED:
            return {"result": "redeal"}
        assert isinstance(outcome, Contract)
        leader = self._rules.tricks.opening_leader(outcome, self._rules.seats)
        return {"declarer": outcome.declarer + 1, "leader": leader + 1}

    def opening_declaration(self, called: str, hand_has: str | None = None) -> dict[str, bool]:
        hand = () if hand_has is None else (card_of(hand_has),)
        move = OpenAndName(Denomination.CLUBS, card_of(called))
        legal = self._auction.refusal((), 0, move, hand) is None
        assert legal == (move in self._auction.legal((), 0, hand))
        return {"legal": legal}

    def score(self, declarer_side_points: int, defender_points: int) -> dict[str, int]:
        """The partner sits at 4 and took all of its side's points; the defender at 2 those of the others."""
        taken = (0, defender_points, 0, declarer_side_points, 0)
        contract = Contract(0, 0, Denomination.HEARTS)
        played = Played(1, (), contract, (0, 3), (0,) * 5, card_points=taken)
        points = [line.points for line in self._scoring.score(played, ())]
        (each_defender,) = {points[1], points[2], points[4]}
        return {
            "difference": self._scoring.difference(played),
            "declarer": points[0],
            "partner": points[3],
            "each_defender": each_defender,
        }
