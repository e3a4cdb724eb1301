"""Views built by hand for games with a dummy: the viewer is seat 0, declarer and dummy lie where it says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine_server.game.view import HandSeen, View
from engine_server.rules.cards import Seat, Suit, clockwise_from, in_hand_order
from engine_server.rules.contracts import Contract
from engine_server.rules.moves import PASS, PlayCard, SeatCall, bid_of
from engine_server.rules.phases import Phase
from engine_server.rules.tricks import Situation, Trick
from engine_server.rules.variants import game_of
from tests.advisor.positions import cards_of, opening

SEATS = 4


def seeing_dummy(
    hand: str,
    dummy: str,
    contract: str,
    declarer: Seat,
    trick: str = "",
    past: Sequence[tuple[Seat, str]] = (),
    from_dummy: bool = False,
    bids: Sequence[tuple[Seat, str]] = (),
) -> View:
    """The viewer is to play, from the own hand or dummy's, to a trick that ends with that hand.

    No text for dummy is a dummy not yet seen; `past` are earlier tricks, leader and cards.
    """
    view, bid, place = opening("rubber", {}), bid_of(contract), (declarer + 2) % SEATS
    hands = {0: in_hand_order(cards_of(hand)), **({place: in_hand_order(cards_of(dummy))} if dummy else {})}
    turn = place if from_dummy else 0
    earlier = tuple(_trick(view, bid.denomination.trump, leader, text) for leader, text in past)
    table = cards_of(trick)
    order = clockwise_from((turn - len(table)) % SEATS, SEATS)
    legal = view.variant.tricks.legal(
        hands[turn], Situation(bid.denomination.trump, table, not earlier, trump_broken=True)
    )
    left = {seat: len(hands[turn]) - (seat in order[: len(table)]) for seat in range(SEATS)}
    left |= {seat: len(cards) for seat, cards in hands.items()}
    return replace(
        view,
        hands=tuple(HandSeen(seat, cards) for seat, cards in hands.items()),
        phase=Phase.PLAY,
        acting=(0,),
        calls=tuple(SeatCall(seat, bid_of(text) if text != "P" else PASS) for seat, text in bids),
        contract=Contract(declarer, bid.level, bid.denomination),
        declarer=declarer,
        dummy=place,
        tricks=earlier,
        trick=Trick(order, table) if table else None,
        next_hand=turn,
        order=order,
        seats=tuple(replace(seat, cards_left=left[seat.seat]) for seat in view.seats),
        legal_moves=tuple(PlayCard(card, turn) for card in legal),
    )


def _trick(view: View, trump: Suit | None, leader: Seat, text: str) -> Trick:
    cards, order = cards_of(text), clockwise_from(leader, SEATS)
    return Trick(order, cards, order[view.variant.tricks.winning_place(cards, trump)])


def naming(hand: str, dummy: str, points: tuple[int, int, int, int], **options: str) -> View:
    """The viewer is to name the contract; `points` are those announced. No text for a dummy not yet seen."""
    view = opening("minibridge", options)
    game = game_of("minibridge")
    variant = game.variant(game.read(options))
    cards = in_hand_order(cards_of(hand))
    seen = (HandSeen(2, in_hand_order(cards_of(dummy))),) if dummy else ()
    assert variant.declaration is not None
    return replace(
        view,
        hands=(HandSeen(0, cards), *seen),
        phase=Phase.NAMING,
        acting=(0,),
        contract=None,
        declarer=0,
        dummy=2,
        seats=tuple(replace(seat, announced_points=points[seat.seat], cards_left=13) for seat in view.seats),
        legal_moves=variant.declaration.legal(cards),
    )
