"""Folding: one event after another turned into the state of a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import lru_cache, reduce
from typing import Any, NamedTuple

from engine_server.game import events as happened
from engine_server.game.events import Event
from engine_server.game.frozen import but, complete
from engine_server.game.manners import asked_about_claim, before_own_move, persons_beside
from engine_server.game.record import DealRecord
from engine_server.game.state import (
    Asking,
    Deal,
    Occupant,
    TableState,
    acting_seats,
    decision_key,
    played,
    playing_order,
    turn_of,
    wash_of,
)
from engine_server.game.view import Stage
from engine_server.rules.auctions import AllPassed
from engine_server.rules.cards import Card, Seat, in_hand_order
from engine_server.rules.contracts import Contract
from engine_server.rules.declassified import Declassified
from engine_server.rules.goals import BidsIn
from engine_server.rules.moves import NameContract, OpenAndName, SeatCall
from engine_server.rules.openings import Promise
from engine_server.rules.options import Options
from engine_server.rules.phases import Phase
from engine_server.rules.point_count import NameGoal
from engine_server.rules.tricks import Trick
from engine_server.rules.variant import Game, Variant
from engine_server.rules.variants import game_of


def fold(log: Iterable[Event]) -> TableState:
    """The state of a table from its whole log, which begins with TableOpened."""
    first, *rest = log
    assert isinstance(first, happened.TableOpened)
    return reduce(evolve, rest, opened(first))


def opened(event: happened.TableOpened) -> TableState:
    """The state of a table that has just been opened."""
    game, options, variant = _rules(event.game, event.options)
    return TableState(
        table=event.table,
        code=event.code,
        game=game,
        options=options,
        variant=variant,
        pace=event.pace,
        spectators=event.spectators,
        practice=event.practice,
        turn_seconds=event.turn_seconds,
        seats=(None,) * variant.seats,
        version=1,
        opened_at=(0,) * variant.seats,
    )


@lru_cache(maxsize=256)
def _rules(key: str, texts: tuple[tuple[str, str], ...]) -> tuple[Game, Options, Variant]:
    """A game under the house rules of a log; tables with the same ones share one record of them."""
    game = game_of(key)
    options = game.read({}, before=dict(texts))
    return game, options, game.variant(options)


class Step(NamedTuple):
    """An event with the state it led to."""

    event: Event
    state: TableState


def steps_of(state: TableState, events: Iterable[Event]) -> tuple[Step, ...]:
    """The events that follow a state, each with the state it leads to."""
    steps = []
    for event in events:
        state = evolve(state, event)
        steps.append(Step(event, state))
    return tuple(steps)


def evolve(state: TableState, event: Event) -> TableState:
    """The state after one more event."""
    kind, mover = type(event), None
    if kind in _IN_THE_DEAL:
        assert state.deal is not None
        before = state.deal
        deal = _IN_THE_DEAL[kind](state, before, event)
        mover = _MOVERS[kind](state, event) if kind in _MOVERS else None
        if mover is not None:
            drew = kind is happened.CardDrawn
            complete(deal, before=before, mover=mover, revealed=drew, undo_refused=False)
        after = but(state, deal=deal, version=state.version + 1)
    else:
        after = but(_AROUND_THE_DEAL[kind](state, event), version=state.version + 1)
    return complete(after, opened_at=_opened_at(state, after, mover))


def _opened_at(before: TableState, after: TableState, mover: Seat | None) -> tuple[int, ...]:
    """When each seat's pending decision opened: now, unless the same question was open already."""
    opened = [0] * len(before.opened_at)
    for seat in acting_seats(after):
        at = before.opened_at[seat]
        # Most seats had nothing to decide before, and telling one question from another costs most here.
        same = at > 0 and seat != mover and decision_key(before) == decision_key(after)
        opened[seat] = at if same else after.version
    return tuple(opened)


def _who_played(before: TableState, event: happened.CardPlayed) -> Seat:
    (seat,) = turn_of(before).acting
    return seat


def _who_called(before: TableState, event: happened.CallMade) -> Seat | None:
    return None if event.entered else event.seat


def _who_picked(before: TableState, event: happened.CardDrawn) -> Seat | None:
    return None if event.left is None else event.seat


def _who_said(
    before: TableState, event: happened.WashAnswered | happened.PartnerCalled | happened.ContractNamed
) -> Seat:
    return event.seat


_MOVERS: dict[type, Callable[[TableState, Any], Seat | None]] = {
    happened.CardPlayed: _who_played,
    happened.CallMade: _who_called,
    happened.CardDrawn: _who_picked,
    happened.WashAnswered: _who_said,
    happened.PartnerCalled: _who_said,
    happened.ContractNamed: _who_said,
}
"""Whose decision an event was, None where it followed by itself; other events nobody at the table decided."""


# --- the table -----------------------------------------------------------------------------------------


def _options_chosen(state: TableState, event: happened.OptionsChosen) -> TableState:
    _, options, variant = _rules(state.game.key, event.options)
    added = (None,) * (variant.seats - len(state.seats))
    seats = (*state.seats, *added)[: variant.seats]
    return but(state, options=options, variant=variant, seats=seats, opened_at=(0,) * variant.seats)


def _seat_taken(state: TableState, event: happened.SeatTaken) -> TableState:
    sitter = Occupant(event.name, event.player, robot_plays=event.player is None)
    return but(_with_sitter(state, event.seat, sitter), host=state.host or event.player)


def _seat_left(state: TableState, event: happened.SeatLeft) -> TableState:
    sitter = None if event.robot is None else Occupant(event.robot, None, robot_plays=True)
    after = _with_sitter(state, event.seat, sitter)
    persons = [someone.player for someone in after.seats if someone and someone.player]
    stays = state.host if state.host in persons else None
    return but(after, host=stays or (persons[0] if persons else None))


def _seat_handed_over(state: TableState, event: happened.SeatHandedOver) -> TableState:
    sitter = state.seats[event.seat]
    assert sitter is not None
    changed = replace(sitter, robot_plays=event.to_robot, stand_in=event.player, stand_in_name=event.name)
    return _with_sitter(state, event.seat, changed)


def _with_sitter(state: TableState, seat: Seat, sitter: Occupant | None) -> TableState:
    return but(state, seats=(*state.seats[:seat], sitter, *state.seats[seat + 1 :]))


def _match_started(state: TableState, event: happened.MatchStarted) -> TableState:
    return but(state, stage=Stage.PLAYING, dealer=event.first_dealer)


def _match_ended(state: TableState, event: happened.MatchEnded) -> TableState:
    return but(
        state,
        stage=Stage.OVER,
        deal=None,
        places=event.places,
        lines=state.lines + event.lines,
        abandoned=event.abandoned,
    )


def _table_closed(state: TableState, event: happened.TableClosed) -> TableState:
    stage = Stage.OVER if state.stage is Stage.OVER else Stage.CLOSED
    return but(state, stage=stage, closed=event.reason)


def _rematch_opened(state: TableState, event: happened.RematchOpened) -> TableState:
    return but(state, next_table=event.table)


# --- the deal ------------------------------------------------------------------------------------------

_NO_CARDS = Deal(0, b"", b"")
"""A deal before its cards."""


def _deal_sealed(state: TableState, event: happened.DealSealed) -> TableState:
    assert state.dealer is not None
    deal = but(_NO_CARDS, number=event.deal, seal=event.seal, secret=event.secret, dealer=state.dealer)
    return but(state, deal=deal)


def _hands_dealt(state: TableState, event: happened.HandsDealt) -> TableState:
    """The deal has just been sealed or washed: nothing of earlier cards is left in it."""
    deal = _deal(state)
    dealt = but(
        deal,
        phase=_first_phase(state, event.redeal),
        dealer=event.dealer,
        first_caller=event.first_caller,
        redeals=event.redeal,
        washed=None,
        dealt=event.hands,
        hands=event.hands,
        stock=event.stock,
        dealt_stock=event.stock,
        vulnerable=state.variant.match.vulnerable(deal.number, event.dealer, state.lines),
    )
    return but(state, deal=dealt, dealer=event.dealer)


def _first_phase(state: TableState, redeal: int) -> Phase:
    """The first of the game's phases; nobody is asked about a wash too often."""
    first = state.variant.phases[0]
    asked_enough = first is Phase.WASH and not wash_of(state).asks(redeal)
    return state.variant.phase_after(first) if asked_enough else first


def _trump_turned(state: TableState, deal: Deal, event: happened.TrumpTurned) -> Deal:
    return but(deal, turned=event.card, turned_trump=event.trump)


def _points_announced(state: TableState, deal: Deal, event: happened.PointsAnnounced) -> Deal:
    return but(deal, points=event.points, declarer=event.declarer)


def _hand_shown(state: TableState, deal: Deal, event: happened.HandShown) -> Deal:
    others = tuple(shown for shown in deal.open_cards if shown[0] != event.hand)
    return but(deal, open_cards=(*others, (event.hand, event.cards)), revealed=True)


def _wash_answered(state: TableState, deal: Deal, event: happened.WashAnswered) -> Deal:
    return but(deal, answers=(*deal.answers, (event.seat, event.redeal)))


def _hands_washed(state: TableState, deal: Deal, event: happened.HandsWashed) -> Deal:
    return but(
        _NO_CARDS,
        number=deal.number,
        seal=deal.seal,
        secret=deal.secret,
        dealer=deal.dealer,
        redeals=deal.redeals,
        washed=event.reason,
        thrown_in=deal.thrown_in + (event.reason is happened.WashReason.ALL_PASSED),
        practice=deal.practice,
    )


def _hands_kept(state: TableState, deal: Deal, event: happened.HandsKept) -> Deal:
    return _moved_on(state, but(deal, revealed=True))


def _call_made(state: TableState, deal: Deal, event: happened.CallMade) -> Deal:
    after = but(deal, calls=(*deal.calls, SeatCall(event.seat, event.call)))
    if isinstance(event.call, OpenAndName):
        return _opened_and_named(state, after, event.seat, event.call)
    return _bid_out(state, after, state.variant.auction.outcome(after.calls))


def _opened_and_named(state: TableState, deal: Deal, seat: Seat, move: OpenAndName) -> Deal:
    """Trump and the partner's card are named in one, and the play begins."""
    contract = Contract(seat, 0, move.denomination, points=deal.promised)
    return but(deal, declarer=seat, contract=contract, called=move.card, phase=_play(state))


def _bid_out(state: TableState, deal: Deal, outcome: Contract | Promise | AllPassed | BidsIn | None) -> Deal:
    """The deal after a call: who declares, if that is settled, and what comes next."""
    match outcome:
        case None:
            return deal
        case Contract(declarer=declarer):
            return _moved_on(state, but(deal, contract=outcome, declarer=declarer))
        case Promise(declarer=declarer, points=points):
            return _moved_on(state, but(deal, declarer=declarer, promised=points))
        case AllPassed():
            return but(deal, phase=Phase.NONE)
        case BidsIn():
            return deal if state.variant.auction.simultaneous else _moved_on(state, deal)


def _moved_on(state: TableState, deal: Deal) -> Deal:
    return but(deal, phase=state.variant.phase_after(deal.phase))


def _calls_shown(state: TableState, deal: Deal, event: happened.CallsShown) -> Deal:
    return _moved_on(state, but(deal, revealed=True))


def _partner_called(state: TableState, deal: Deal, event: happened.PartnerCalled) -> Deal:
    return but(deal, called=event.card, phase=_play(state))


def _play(state: TableState) -> Phase:
    """The last of the phases."""
    return state.variant.phases[-1]


def _contract_named(state: TableState, deal: Deal, event: happened.ContractNamed) -> Deal:
    declaration = state.variant.declaration
    assert isinstance(declaration, NameGoal)
    contract = declaration.contract(event.seat, NameContract(event.denomination, event.goal))
    return _moved_on(state, but(deal, contract=contract))


def _card_drawn(state: TableState, deal: Deal, event: happened.CardDrawn) -> Deal:
    hands = with_hand(deal.hands, event.seat, in_hand_order((*deal.hands[event.seat], event.card)))
    stock = deal.stock[1:] if event.left is None else deal.stock[2:]
    after = but(deal, hands=hands, stock=stock, revealed=True)
    return after if stock else _moved_on(state, after)


def _card_played(state: TableState, deal: Deal, event: happened.CardPlayed) -> Deal:
    """One copy for all a card changes: of all events it comes most often."""
    rules, trump, card, on_the_table = state.variant.tricks, deal.trump_suit, event.card, deal.trick
    hands = playing_order(state) if on_the_table is None else on_the_table.hands
    cards = (card,) if on_the_table is None else (*on_the_table.cards, card)
    broken = rules.broken_after(cards, trump, deal.trump_broken)
    full = len(cards) == len(hands)
    winner = hands[rules.winning_place(cards, trump)] if full else None
    after = but(
        deal,
        hands=_without(card, event.seat, deal.hands),
        called_fell=deal.called_fell or card == deal.called,
        trick=Trick(hands, cards, winner),
        trump_broken=broken,
        last_card_broke_trump=broken and not deal.trump_broken,
    )
    return _taken(after) if full else after


def _taken(deal: Deal) -> Deal:
    """The deal, seen by nobody yet, with its complete trick turned over; the last one ends the play."""
    trick = deal.trick
    assert trick is not None
    if deal.phase is Phase.DRAWING:
        return complete(deal, trick=None, draws=(*deal.draws, trick))
    over = not any(deal.hands[hand] for hand in trick.hands)
    phase = Phase.NONE if over else deal.phase
    return complete(deal, trick=None, tricks=(*deal.tricks, trick), phase=phase)


def _without(card: Card, seat: Seat, hands: tuple[tuple[Card, ...], ...]) -> tuple[tuple[Card, ...], ...]:
    """All hands, a card of one of them less."""
    left = list(hands)
    place = left[seat].index(card)
    left[seat] = left[seat][:place] + left[seat][place + 1 :]
    return tuple(left)


def with_hand(
    hands: tuple[tuple[Card, ...], ...], seat: Seat, cards: tuple[Card, ...]
) -> tuple[tuple[Card, ...], ...]:
    """All hands with one of them replaced."""
    return (*hands[:seat], cards, *hands[seat + 1 :])


# --- manners -------------------------------------------------------------------------------------------


def _claim_made(state: TableState, deal: Deal, event: happened.ClaimMade) -> Deal:
    claim = Asking(event.seat, asked_about_claim(state, event.seat, event.tricks), event.tricks)
    seen = (event.seat,) if event.tricks and event.seat not in deal.shown else ()
    claims = (*deal.claims, (event.seat, len(deal.tricks)))
    return but(deal, claim=claim, claims=claims, shown=(*deal.shown, *seen), revealed=True)


def _claim_answered(state: TableState, deal: Deal, event: happened.ClaimAnswered) -> Deal:
    return but(deal, claim=_answered(deal.claim, event.seat, event.accept))


def _answered(asking: Asking | None, seat: Seat, accept: bool) -> Asking:
    assert asking is not None
    return replace(asking, answers=(*asking.answers, (seat, accept)))


def _claim_settled(state: TableState, deal: Deal, event: happened.ClaimSettled) -> Deal:
    assert deal.claim is not None
    if not event.accepted:
        return but(deal, claim=None)
    return but(deal, claim=None, granted=(deal.claim.seat, deal.claim.tricks), phase=Phase.NONE)


def _undo_asked(state: TableState, deal: Deal, event: happened.UndoAsked) -> Deal:
    return but(deal, undo=Asking(event.seat, persons_beside(state, event.seat)))


def _undo_answered(state: TableState, deal: Deal, event: happened.UndoAnswered) -> Deal:
    return but(deal, undo=_answered(deal.undo, event.seat, event.accept))


def _undo_settled(state: TableState, deal: Deal, event: happened.UndoSettled) -> Deal:
    open_again = but(deal, undo=None)
    if not event.accepted:
        return but(open_again, undo_refused=True)
    before = before_own_move(open_again, event.seat)
    assert before is not None
    return but(before, practice=True)


# --- the end of a deal ---------------------------------------------------------------------------------


def _deal_scored(state: TableState, event: happened.DealScored) -> TableState:
    deal = _deal(state)
    return but(
        state,
        deal=None,
        dealer=state.variant.match.next_dealer(deal.dealer, state.variant.seats),
        scored=state.scored + 1,
        lines=state.lines + event.lines,
        last_deal=_record(state, event),
    )


def _record(state: TableState, event: happened.DealScored) -> DealRecord:
    deal = _deal(state)
    declared = deal.contract is not None
    seen = played(state)
    side = seen.declaring_side
    dummies = state.variant.sides.dummies(deal.declarer) if deal.declarer is not None else ()
    counts_cards = state.variant.tells(Declassified.CAPTURED_POINTS)
    return DealRecord(
        number=deal.number,
        dealer=deal.dealer,
        redeals=deal.redeals,
        dealt=deal.dealt,
        calls=deal.calls,
        contract=deal.contract,
        called=deal.called,
        declaring_side=side,
        declaring_tricks=seen.outcome.tricks if declared else 0,
        tricks=deal.tricks,
        ended_early=event.ended_early,
        lines=event.lines,
        seal=deal.seal,
        secret=deal.secret,
        trump=deal.trump,
        turned=deal.turned,
        dummy=dummies[0] if dummies else None,
        stock=deal.dealt_stock,
        draws=deal.draws,
        vulnerable=deal.vulnerable,
        declaring_card_points=sum(seen.card_points[hand] for hand in side) if counts_cards else None,
        claimed=deal.granted,
        practice=state.practice or deal.practice,
    )


def _deal(state: TableState) -> Deal:
    assert state.deal is not None
    return state.deal


_AROUND_THE_DEAL: dict[type, Callable[[TableState, Any], TableState]] = {
    happened.OptionsChosen: _options_chosen,
    happened.SeatTaken: _seat_taken,
    happened.SeatLeft: _seat_left,
    happened.SeatHandedOver: _seat_handed_over,
    happened.MatchStarted: _match_started,
    happened.DealSealed: _deal_sealed,
    happened.HandsDealt: _hands_dealt,
    happened.DealScored: _deal_scored,
    happened.MatchEnded: _match_ended,
    happened.TableClosed: _table_closed,
    happened.RematchOpened: _rematch_opened,
}
_IN_THE_DEAL: dict[type, Callable[[TableState, Deal, Any], Deal]] = {
    happened.CardPlayed: _card_played,
    happened.CallMade: _call_made,
    happened.TrumpTurned: _trump_turned,
    happened.PointsAnnounced: _points_announced,
    happened.HandShown: _hand_shown,
    happened.WashAnswered: _wash_answered,
    happened.HandsWashed: _hands_washed,
    happened.HandsKept: _hands_kept,
    happened.CallsShown: _calls_shown,
    happened.PartnerCalled: _partner_called,
    happened.ContractNamed: _contract_named,
    happened.CardDrawn: _card_drawn,
    happened.ClaimMade: _claim_made,
    happened.ClaimAnswered: _claim_answered,
    happened.ClaimSettled: _claim_settled,
    happened.UndoAsked: _undo_asked,
    happened.UndoAnswered: _undo_answered,
    happened.UndoSettled: _undo_settled,
}
