"""Views of German and Italian Bridge and of honeymoon draws built by hand, the viewer being seat 0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from benchmarks.strength_players import Lots, coach, states
from engine_server.advisor.advice import Advice, advise
from engine_server.game.redact import view_for
from engine_server.game.view import HandSeen, Notice, PartnerSeen, StockSeen, View
from engine_server.rules.cards import (
    Denomination,
    Seat,
    Suit,
    card_of,
    clockwise_from,
    in_hand_order,
)
from engine_server.rules.contracts import Contract
from engine_server.rules.goals import Goals
from engine_server.rules.moves import DrawCard, Move, OpenAndName, PlayCard, SeatCall, TrickGoal
from engine_server.rules.openings import Openings, PointAuction
from engine_server.rules.phases import Phase
from engine_server.rules.tricks import Situation, Trick
from tests.advisor.positions import cards_of

TRUMPS = {"C": Suit.CLUBS, "D": Suit.DIAMONDS, "H": Suit.HEARTS, "S": Suit.SPADES}


def fresh(game: str, options: Mapping[str, str]) -> View:
    """The first view of seat 0 in which cards have been dealt."""
    return next(
        view_for(state, 0)
        for state in states(game, options, 1, (coach,) * 7)
        if state.deal is not None and state.deal.hands
    )


def advised(view: View) -> Advice:
    return advise(view, Lots(0))


# --- goals ---------------------------------------------------------------------------------------------


def saying(hand: str, trump: str, said: Sequence[int] = (), turned: str = "", **options: str) -> View:
    """The viewer is to say a goal after these of the seats before it; `trump` is a suit letter or empty."""
    held = in_hand_order(cards_of(hand))
    view = fresh("german", {"hand_sequence": str(len(held)), **options})
    seats = view.variant.seats
    calls = tuple(SeatCall((n - len(said)) % seats, TrickGoal(goal)) for n, goal in enumerate(said))
    auction = view.variant.auction
    assert isinstance(auction, Goals)
    return replace(
        view,
        hands=(HandSeen(0, held),),
        phase=Phase.AUCTION,
        acting=(0,),
        calls=calls,
        trump=Denomination(TRUMPS[trump]) if trump else Denomination.NO_TRUMP,
        turned=card_of(turned) if turned else None,
        forbidden_goal=auction.forbidden(calls, 0, len(held)),
        legal_moves=auction.legal(calls, 0, held),
        seats=tuple(replace(seat, cards_left=len(held), tricks=0, trick_goal=None) for seat in view.seats),
    )


def exacting(
    hand: str, trump: str, trick: str, goals: Sequence[int], won: Sequence[int], **options: str
) -> View:
    """The viewer is to play for its goal; `goals` and tricks `won` are by seat."""
    held, table = in_hand_order(cards_of(hand)), cards_of(trick)
    total = len(held) + sum(won)
    view = fresh("german", {"hand_sequence": str(total), **options})
    seats = view.variant.seats
    done = tuple(
        Trick(clockwise_from(seat, seats), (), seat) for seat, tricks in enumerate(won) for _ in range(tricks)
    )
    named = Denomination(TRUMPS[trump]) if trump else Denomination.NO_TRUMP
    leader = (-len(table)) % seats
    now = Situation(named.trump, table, not done, trump_broken=True)
    return replace(
        view,
        hands=(HandSeen(0, held),),
        phase=Phase.PLAY,
        acting=(0,),
        next_hand=0,
        calls=tuple(SeatCall(seat, TrickGoal(goal)) for seat, goal in enumerate(goals)),
        trump=named,
        turned=None,
        tricks=done,
        trick=Trick(clockwise_from(leader, seats), table) if table else None,
        seats=tuple(
            replace(
                seat,
                cards_left=len(held) - (seat.seat != 0 and seat.seat >= seats - len(table)),
                tricks=won[seat.seat],
                trick_goal=goals[seat.seat],
            )
            for seat in view.seats
        ),
        legal_moves=tuple(PlayCard(card, 0) for card in view.variant.tricks.legal(held, now)),
    )


# --- card points ---------------------------------------------------------------------------------------


def opening(hand: str, **options: str) -> View:
    """The viewer may open in Italian Bridge."""
    held = in_hand_order(cards_of(hand))
    view = fresh("italian", options)
    auction = view.variant.auction
    assert isinstance(auction, Openings)
    return replace(
        view,
        hands=(HandSeen(0, held),),
        phase=Phase.AUCTION,
        acting=(0,),
        calls=(),
        legal_moves=auction.legal((), 0, held),
    )


def capturing(
    hand: str, trump: str, declarer: Seat, called: str, trick: str, holder: Seat | None = None
) -> View:
    """The viewer is to play in Italian Bridge; `holder` when the whole table knows the partner."""
    held, table, card = in_hand_order(cards_of(hand)), cards_of(trick), card_of(called)
    view = fresh("italian", {})
    seats, named = view.variant.seats, Denomination(TRUMPS[trump])
    leader = (-len(table)) % seats
    mine = card in held
    now = Situation(named.trump, table, True, trump_broken=True)
    return replace(
        view,
        hands=(HandSeen(0, held),),
        phase=Phase.PLAY,
        acting=(0,),
        next_hand=0,
        contract=Contract(declarer, 0, named),
        calls=(SeatCall(declarer, OpenAndName(named, card)),),
        declarer=declarer,
        trump=named,
        partner=PartnerSeen(
            card,
            Notice.NONE if declarer == 0 else Notice.YOU_HOLD_IT if mine else Notice.YOU_DO_NOT,
            0 if mine else holder,
            holder is not None,
        ),
        tricks=(),
        trick=Trick(clockwise_from(leader, seats), table) if table else None,
        seats=tuple(
            replace(
                seat,
                cards_left=len(held) - (seat.seat != 0 and seat.seat >= seats - len(table)),
                tricks=0,
            )
            for seat in view.seats
        ),
        legal_moves=tuple(PlayCard(one, 0) for one in view.variant.tricks.legal(held, now)),
    )


def promising(hand: str) -> View:
    """The viewer may promise points in an auction of Italian Bridge, nobody having done so."""
    view = fresh("italian", {"bidding": "auction"})
    auction, held = view.variant.auction, in_hand_order(cards_of(hand))
    assert isinstance(auction, PointAuction)
    return replace(
        view,
        hands=(HandSeen(0, held),),
        phase=Phase.AUCTION,
        acting=(0,),
        calls=(),
        legal_moves=auction.legal((), 0, held),
    )


# --- draws ---------------------------------------------------------------------------------------------


def drawing(hand: str, trick: str = "", top: str = "", picked: str = "", trump: str = "") -> View:
    """The viewer is to play to a draw trick, `top` open on the stock, or to keep the card `picked`."""
    style = "pick_or_discard" if picked else "hk" if top else "draw"
    view = fresh("honeymoon", {"style": style, "deals": "1"})
    held, table = in_hand_order(cards_of(hand)), cards_of(trick)
    named = Denomination(TRUMPS[trump]) if trump else None
    now = Situation(None if named is None else named.trump, table, True, trump_broken=True)
    plays: tuple[Move, ...] = tuple(PlayCard(card, 0) for card in view.variant.tricks.legal(held, now))
    return replace(
        view,
        hands=(HandSeen(0, held),),
        phase=Phase.DRAWING,
        acting=(0,),
        calls=(),
        contract=None if named is None else Contract(0, 1, named),
        trick=Trick((1, 0), table) if table else None,
        stock=StockSeen(10, card_of(top) if top else None, card_of(picked) if picked else None),
        seats=tuple(
            replace(seat, cards_left=len(held) - (seat.seat and len(table)), tricks=0) for seat in view.seats
        ),
        legal_moves=(DrawCard(True), DrawCard(False)) if picked else plays,
    )
