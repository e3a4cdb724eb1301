"""Views built by hand for the tests of the coach: a hand, a contract, some tricks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from benchmarks.strength_players import coach, states
from engine_server.game.redact import view_for
from engine_server.game.view import HandSeen, Notice, PartnerSeen, View
from engine_server.rules.cards import (
    ALL_CARDS,
    Card,
    Seat,
    Suit,
    card_of,
    clockwise_from,
    in_hand_order,
    left_of,
)
from engine_server.rules.contracts import Contract
from engine_server.rules.moves import DOUBLE, PASS, REDOUBLE, Call, PlayCard, SeatCall, bid_of
from engine_server.rules.phases import Phase
from engine_server.rules.tricks import Situation, Trick
from tests.rules.table import calling_of, ladder_of

SEATS = 4


def cards_of(text: str) -> tuple[Card, ...]:
    """The cards of a text such as "SAQ8 H7 DK53": suit letter, then ranks; or single cards "SA S3"."""
    return tuple(card_of(group[0] + rank) for group in text.split() for rank in group[1:])


def opening(game: str, options: Mapping[str, str]) -> View:
    """A fresh deal as seat 0 sees it."""
    return next(
        view_for(state, 0)
        for state in states(game, options, 1, (coach,) * SEATS)
        if state.deal is not None and state.deal.hands
    )


def bidding(hand: str, *calls: str, game: str = "floating", **options: str) -> View:
    """The viewer (seat 0) is to call after these calls: bids as 2S, P for pass, X, XX, in turn before it."""
    return _bidding(opening(game, options), hand, calls)


def _bidding(view: View, hand: str, calls: Sequence[str]) -> View:
    first = (-len(calls)) % SEATS
    made = tuple(SeatCall(left_of(first, SEATS, n), _call(text)) for n, text in enumerate(calls))
    return replace(
        view,
        hands=(HandSeen(0, in_hand_order(cards_of(hand))),),
        phase=Phase.AUCTION,
        acting=(0,),
        calls=made,
        legal_moves=ladder_of(view.variant).legal(made, 0),
    )


def _call(text: str) -> Call:
    spoken: dict[str, Call] = {"P": PASS, "X": DOUBLE, "XX": REDOUBLE}
    return spoken.get(text) or bid_of(text)


def calling(hand: str, contract: str, game: str = "floating", **options: str) -> View:
    """The viewer (seat 0) has won the auction and is to call a card."""
    view = opening(game, options)
    held = in_hand_order(cards_of(hand))
    bid = bid_of(contract)
    return replace(
        view,
        hands=(HandSeen(0, held),),
        phase=Phase.CALLING,
        acting=(0,),
        contract=Contract(0, bid.level, bid.denomination),
        legal_moves=calling_of(view.variant).legal(held),
    )


def playing(
    hand: str,
    contract: str,
    declarer: Seat,
    called: str,
    trick: str = "",
    past: Sequence[tuple[Seat, str]] = (),
    holder: Seat | None = None,
    won: Mapping[Seat, int] | None = None,
    broken: bool = False,
    game: str = "floating",
    **options: str,
) -> View:
    """The viewer (seat 0) is to play to a trick that ends with it; `holder` when the whole table knows it.

    `past` are earlier tricks, leader and cards; `won` overrides the tricks of each seat.
    """
    view, bid = opening(game, options), bid_of(contract)
    held, card = in_hand_order(cards_of(hand)), card_of(called)
    table = cards_of(trick)
    earlier = tuple(_trick(view, bid.denomination.trump, leader, text) for leader, text in past)
    on_table = Trick(clockwise_from((-len(table)) % SEATS, SEATS), table) if table else None
    mine = card in held or any(_trick_card_of_viewer(trick) == card for trick in earlier)
    now = Situation(
        bid.denomination.trump, table, not earlier, broken or bool(earlier and game == "floating")
    )
    room = _room(len(held), len(table), sum(len(one.cards) for one in earlier))
    return replace(
        view,
        hands=(HandSeen(0, held),),
        phase=Phase.PLAY,
        acting=(0,),
        contract=Contract(declarer, bid.level, bid.denomination),
        partner=PartnerSeen(
            card,
            Notice.NONE if declarer == 0 else Notice.YOU_HOLD_IT if mine else Notice.YOU_DO_NOT,
            0 if mine else holder,
            holder is not None,
        ),
        tricks=earlier,
        trick=on_table,
        trump_broken=broken,
        seats=tuple(
            replace(
                seat,
                cards_left=room[seat.seat],
                tricks=(won or {}).get(seat.seat, sum(t.winner == seat.seat for t in earlier)),
            )
            for seat in view.seats
        ),
        legal_moves=tuple(PlayCard(one, 0) for one in view.variant.tricks.legal(held, now)),
    )


def _room(held: int, on_table: int, before: int) -> list[int]:
    """Cards left by seat, the unseen shared out evenly: a hand may be shorter here than in a real deal."""
    unseen = len(ALL_CARDS) - held - on_table - before
    room = [(unseen + on_table) // (SEATS - 1) - (-seat % SEATS <= on_table) for seat in range(SEATS)]
    room[1] += (unseen + on_table) % (SEATS - 1)
    return [held, *room[1:]]


def _trick_card_of_viewer(trick: Trick) -> Card:
    return trick.cards[-trick.leader % SEATS]


def _trick(view: View, trump: Suit | None, leader: Seat, text: str) -> Trick:
    cards = cards_of(text)
    place = view.variant.tricks.winning_place(cards, trump)
    return Trick(clockwise_from(leader, SEATS), cards, left_of(leader, SEATS, place))
