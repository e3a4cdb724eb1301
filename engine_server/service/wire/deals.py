"""Hands, calls, tricks, contracts and scores on the wire."""

from __future__ import annotations

from collections.abc import Sequence

from fourth.v1 import cards_pb2, deals_pb2, texts_pb2

from engine_server.game.view import FinishedDeal, GrantedClaim, HandSeen
from engine_server.rules.cards import Card, Seat
from engine_server.rules.contracts import Contract
from engine_server.rules.moves import SeatCall
from engine_server.rules.openings import card_points
from engine_server.rules.settling import Settlement
from engine_server.rules.sheets import Column, ScoreLine
from engine_server.rules.tricks import Trick
from engine_server.service.wire.moves import card_out, denomination_out, goal_out, move_out
from engine_server.service.wire.texts import text_out
from engine_server.words.languages import Language


def hand_out(hand: HandSeen) -> deals_pb2.HandSeen:
    """A hand in hand order."""
    return deals_pb2.HandSeen(seat=hand.seat, cards=cards_out(hand.cards))


def cards_out(cards: Sequence[Card]) -> list[cards_pb2.Card]:
    """Cards in the order given."""
    return [card_out(card) for card in cards]


def call_out(made: SeatCall, meaning: texts_pb2.Text | None = None) -> deals_pb2.SeatCall:
    """A call with its seat, and what it says where that is agreed."""
    return deals_pb2.SeatCall(seat=made.seat, call=move_out(made.call), meaning=meaning)


def contract_out(contract: Contract | None) -> deals_pb2.Contract | None:
    """A contract, None while there is none."""
    if contract is None:
        return None
    return deals_pb2.Contract(
        declarer=contract.declarer,
        level=contract.level or None,
        denomination=denomination_out(contract.denomination),
        stake=contract.stake,
        target=contract.target or None,
        goal=goal_out(contract.goal),
        card_points=contract.points or None,
    )


def trick_out(trick: Trick, counts_cards: bool = False, draw: bool = False) -> deals_pb2.Trick:
    """A trick, complete or not: with the points of its cards where they count, marked if it only draws."""
    played = [
        deals_pb2.PlayedCard(seat=hand, card=card_out(card))
        for hand, card in zip(trick.hands, trick.cards, strict=False)
    ]
    points = card_points(trick.cards) if counts_cards and trick.winner is not None else None
    return deals_pb2.Trick(
        leader=trick.leader, cards=played, winner=trick.winner, card_points=points, draw=draw
    )


def tricks_out(draws: Sequence[Trick], tricks: Sequence[Trick], counts_cards: bool) -> list[deals_pb2.Trick]:
    """The complete tricks of a deal, those that only decide who draws first."""
    return [
        *(trick_out(trick, draw=True) for trick in draws),
        *(trick_out(trick, counts_cards) for trick in tricks),
    ]


def line_out(line: ScoreLine, language: Language) -> deals_pb2.ScoreLine:
    """A line of the score sheet with its reason in words."""
    return deals_pb2.ScoreLine(
        deal=line.deal,
        seats=line.seats,
        points=line.points,
        reason=text_out(line.reason.value, language),
        below=line.below,
    )


def totals_out(columns: Sequence[Column]) -> list[deals_pb2.Total]:
    """The columns of the sheet."""
    return [
        deals_pb2.Total(
            seats=column.seats, points=column.points, part_score=column.part_score, games=column.games
        )
        for column in columns
    ]


def places_out(places: Sequence[Sequence[Seat]]) -> list[deals_pb2.Place]:
    """The seats by place."""
    return [deals_pb2.Place(seats=seats) for seats in places]


def settlements_out(settlements: Sequence[Settlement]) -> list[deals_pb2.Settlement]:
    """How the columns settle, who is ahead first."""
    return [_settlement_out(settled) for settled in settlements]


def _settlement_out(settled: Settlement) -> deals_pb2.Settlement:
    one, other = settled.sides
    ahead, behind = (other, one) if settled.winner == other else (one, other)
    return deals_pb2.Settlement(ahead=ahead, behind=behind, difference=settled.difference, due=settled.due)


def finished_out(deal: FinishedDeal, language: Language) -> deals_pb2.FinishedDeal:
    """A scored deal with all its cards."""
    return deals_pb2.FinishedDeal(
        number=deal.number,
        dealer=deal.dealer,
        redeals=deal.redeals,
        hands=[hand_out(hand) for hand in deal.hands],
        calls=[call_out(made) for made in deal.calls],
        contract=contract_out(deal.contract),
        called=card_out(deal.called) if deal.called else None,
        declaring_side=deal.declaring_side,
        declaring_tricks=deal.declaring_tricks,
        tricks=tricks_out(deal.draws, deal.tricks, deal.declaring_card_points is not None),
        ended_early=deal.ended_early,
        lines=[line_out(line, language) for line in deal.lines],
        seal=deal.seal,
        secret=deal.secret,
        practice=deal.practice,
        trump=None if deal.trump is None else denomination_out(deal.trump),
        turned=card_out(deal.turned) if deal.turned else None,
        dummy=deal.dummy,
        vulnerable=deal.vulnerable,
        stock=cards_out(deal.stock),
        declaring_card_points=deal.declaring_card_points,
        claimed=_claim_out(deal.claimed) if deal.claimed else None,
    )


def _claim_out(claim: GrantedClaim) -> deals_pb2.GrantedClaim:
    return deals_pb2.GrantedClaim(seat=claim.seat, tricks=claim.tricks)
