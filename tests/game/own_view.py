"""What a viewer does see: its own cards, moves and notice, and all that is public, read from the log."""

from __future__ import annotations

from engine_server.game import events as happened
from engine_server.game import redact
from engine_server.game import view as seen
from engine_server.game.events import Event
from engine_server.game.view import HandSeen, Notice, View
from engine_server.rules.cards import Card, Seat, in_hand_order
from engine_server.rules.moves import PlayCard
from tests.game.outputs import Viewer, World


def check_own_view(world: World, viewer: Viewer) -> None:
    """Raises AssertionError where a viewer is not shown what it may and must know."""
    view = redact.view_for(world.state, viewer)
    _check_hands(world, view)
    _check_moves(world, view)
    _check_notice(world, view)
    _check_events(world, viewer)
    _check_last_deal(world, view)


def _since_dealt(world: World) -> tuple[Event, ...]:
    """The cards in play: the events since they were dealt, none when there are none."""
    dealt = [place for place, event in enumerate(world.log) if isinstance(event, happened.HandsDealt)]
    over = (happened.DealScored, happened.HandsWashed)
    events = world.log[dealt[-1] :] if dealt else ()
    return () if any(isinstance(event, over) for event in events) else events


def _dealt_to(world: World, seat: Seat) -> tuple[Card, ...]:
    events = _since_dealt(world)
    if not events:
        return ()
    assert isinstance(events[0], happened.HandsDealt)
    return events[0].hands[seat]


def _left_to(world: World, seat: Seat) -> tuple[Card, ...]:
    played = {event.card for event in _since_dealt(world) if isinstance(event, happened.CardPlayed)}
    return tuple(card for card in _dealt_to(world, seat) if card not in played)


def _check_hands(world: World, view: View) -> None:
    """The own hand in hand order and no other; of the others how many cards they hold."""
    own = () if view.viewer is None else in_hand_order(_left_to(world, view.viewer))
    assert view.hand == own
    assert {hand.seat for hand in view.hands} <= {view.viewer}
    assert [sitter.seat for sitter in view.seats] == [0, 1, 2, 3]
    assert [sitter.cards_left for sitter in view.seats] == [len(_left_to(world, seat)) for seat in range(4)]
    won = [trick.winner for trick in view.tricks]
    assert [sitter.tricks for sitter in view.seats] == [won.count(seat) for seat in range(4)]


def _check_moves(world: World, view: View) -> None:
    """Moves and the version they answer exactly where the viewer must act."""
    acts = view.viewer in view.acting
    assert bool(view.legal_moves) == acts == bool(view.decision_version)
    for move in view.legal_moves:
        if isinstance(move, PlayCard):
            assert move.card in view.hand


def _called(world: World) -> happened.PartnerCalled | None:
    return next((e for e in _since_dealt(world) if isinstance(e, happened.PartnerCalled)), None)


def _check_notice(world: World, view: View) -> None:
    """Every seat but the declarer's is told, in one shape, whether it holds the called card."""
    called = _called(world)
    assert (view.partner is None) == (called is None)
    if called is None or view.partner is None:
        return
    assert view.partner.card == called.card
    holder = next(seat for seat in range(4) if called.card in _dealt_to(world, seat))
    assert view.partner.notice is _notice(called.seat, holder, view.viewer)
    assert view.partner.holder == (holder if view.partner.shown or view.viewer == holder else None)
    fell = any(isinstance(e, happened.CardPlayed) and e.card == called.card for e in _since_dealt(world))
    told = view.variant.declaration.own_announced and holder == called.seat
    assert view.partner.shown == (fell or told)


def _notice(declarer: Seat, holder: Seat, viewer: Viewer) -> Notice:
    if viewer in (None, declarer):
        return Notice.NONE
    return Notice.YOU_HOLD_IT if viewer == holder else Notice.YOU_DO_NOT


def _check_events(world: World, viewer: Viewer) -> None:
    """One event for each version, each with what is public or the viewer's own in it."""
    shown = [redact.seen_by(event, after, viewer) for event, after in world.history]
    assert len(shown) == world.state.version
    for event, sight in zip(world.log, shown, strict=True):
        expected = _expected(event, viewer)
        assert expected is None or sight == expected


def _expected(event: Event, viewer: Viewer) -> seen.Seen | None:
    """What must be seen of an event, None where the state after it must be asked."""
    match event:
        case happened.DealSealed(deal, seal):
            return seen.DealSealedSeen(deal, seal)
        case happened.HandsDealt(redeal, dealer, caller, hands):
            own = () if viewer is None else in_hand_order(hands[viewer])
            return seen.HandsDealtSeen(redeal, dealer, caller, own)
        case happened.WashAnswered(seat, redeal):
            return seen.WashAnsweredSeen(redeal) if seat == viewer else seen.Hidden()
        case happened.HandsWashed(reason):
            return seen.HandsWashedSeen(reason)
        case happened.HandsKept():
            return seen.HandsKeptSeen()
        case _:
            return None


def _check_last_deal(world: World, view: View) -> None:
    """After a deal all its cards, its sides and its secret lie open."""
    scored = [place for place, event in enumerate(world.log) if isinstance(event, happened.DealScored)]
    assert (view.last_deal is None) == (not scored)
    if view.last_deal is None:
        return
    before = world.log[: scored[-1]]
    dealt = [event for event in before if isinstance(event, happened.HandsDealt)][-1]
    sealed = [event for event in before if isinstance(event, happened.DealSealed)][-1]
    assert view.last_deal.hands == tuple(
        HandSeen(s, in_hand_order(hand)) for s, hand in enumerate(dealt.hands)
    )
    assert (view.last_deal.seal, view.last_deal.secret) == (sealed.seal, sealed.secret)
    called = [
        event
        for event in before[scored[-2] if scored[1:] else 0 :]
        if isinstance(event, happened.PartnerCalled)
    ]
    if called:
        holder = next(s for s, hand in enumerate(dealt.hands) if called[-1].card in hand)
        declarer = called[-1].seat
        assert view.last_deal.declaring_side == ((declarer,) if holder == declarer else (declarer, holder))
