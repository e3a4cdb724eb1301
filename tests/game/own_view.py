"""What a viewer does see: its own cards, moves and notice, and all that is public, read from the log.

Nothing is asked of redaction here: each fact is found again from the events and the record of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine_server.game import events as happened
from engine_server.game import redact
from engine_server.game import view as seen
from engine_server.game.events import Event
from engine_server.game.state import TableState
from engine_server.game.view import HandSeen, Notice, StockSeen, View
from engine_server.rules.cards import RANK_LETTERS, Card, Seat, in_hand_order
from engine_server.rules.declarations import CallCard
from engine_server.rules.declassified import Declassified
from engine_server.rules.exposure import Moment
from engine_server.rules.goals import Goals
from engine_server.rules.moves import OpenAndName, PlayCard, TrickGoal
from engine_server.rules.phases import Phase
from engine_server.rules.stocks import DealAndDraw, DealAndTurn, Drawing
from engine_server.rules.variant import Variant
from tests.game.outputs import Viewer, World

HONOURS = "JQKA"
ITALIAN_POINTS = "TJQKA"


def check_own_view(world: World, viewer: Viewer) -> None:
    """Raises AssertionError where a viewer is not shown what it may and must know."""
    view = redact.view_for(world.state, viewer)
    _check_hands(world, view)
    _check_seats(world, view)
    _check_stock(world, view)
    _check_moves(view)
    _check_notice(world, view)
    _check_events(world, viewer)
    _check_last_deal(world, view)


# --- what happened to the cards ------------------------------------------------------------------------


def since_dealt(world: World) -> tuple[Event, ...]:
    """The cards in play: the events since they were dealt that still stand, none when there are none."""
    dealt = [place for place, event in enumerate(world.log) if isinstance(event, happened.HandsDealt)]
    over = (happened.DealScored, happened.HandsWashed)
    history = world.history[dealt[-1] :] if dealt else ()
    return () if any(isinstance(event, over) for event, _ in history) else _standing(history)


def _standing(history: Sequence[tuple[Event, TableState]]) -> tuple[Event, ...]:
    """The events without those taken back: from the latest move of whoever asked for it on."""
    stand: list[Event] = []
    movers: list[Seat | None] = []
    for event, after in history:
        if isinstance(event, happened.UndoSettled) and event.accepted:
            back = max(at for at, mover in enumerate(movers) if mover == event.seat)
            del stand[back:], movers[back:]
        else:
            stand.append(event)
            movers.append(_mover(event, after))
    return tuple(stand)


def _mover(event: Event, after: TableState) -> Seat | None:
    """Whose decision an event was, None for what followed by itself."""
    match event:
        case happened.CardPlayed(hand):
            return after.variant.sides.controller(hand, after.deal.declarer if after.deal else None)
        case happened.CardDrawn(seat, _, None):
            return None
        case happened.CallMade(seat, _, entered):
            return None if entered else seat
        case happened.WashAnswered(seat) | happened.PartnerCalled(seat) | happened.CardDrawn(seat):
            return seat
        case happened.ContractNamed(seat):
            return seat
        case _:
            return None


def hands_left(events: tuple[Event, ...]) -> list[set[Card]]:
    """What each hand holds after the events of a deal."""
    hands: list[set[Card]] = []
    for event in events:
        match event:
            case happened.HandsDealt():
                hands = [set(hand) for hand in event.hands]
            case happened.CardDrawn(seat, card):
                hands[seat].add(card)
            case happened.CardPlayed(seat, card):
                hands[seat].remove(card)
    return hands


def _dealt(events: tuple[Event, ...]) -> tuple[tuple[Card, ...], ...]:
    return events[0].hands if events and isinstance(events[0], happened.HandsDealt) else ()


def _plays(events: tuple[Event, ...]) -> list[happened.CardPlayed]:
    return [event for event in events if isinstance(event, happened.CardPlayed)]


def _drawing(world: World) -> bool:
    return world.state.phase is Phase.DRAWING


def _declarer(world: World) -> Seat | None:
    return None if world.state.deal is None else world.state.deal.declarer


# --- hands ---------------------------------------------------------------------------------------------


def _check_hands(world: World, view: View) -> None:
    """The own hand, and of others what the rules lay open by now, in hand order; no other card."""
    events = since_dealt(world)
    left = hands_left(events)
    expected = {} if view.viewer is None or not events else {view.viewer: left[view.viewer]}
    for hand in _claimants(events):
        expected.setdefault(hand, left[hand])
    for hand, cards in _open_cards(world, events).items():
        expected.setdefault(hand, left[hand] & cards)
    assert {hand.seat: hand.cards for hand in view.hands} == {
        hand: in_hand_order(cards) for hand, cards in expected.items()
    }
    assert len(view.hands) == len({hand.seat for hand in view.hands})


def _claimants(events: tuple[Event, ...]) -> list[Seat]:
    """Who laid its cards open with a claim."""
    return [event.seat for event in events if isinstance(event, happened.ClaimMade) and event.tricks]


def _open_cards(world: World, events: tuple[Event, ...]) -> dict[Seat, set[Card]]:
    """The cards that lie open by the exposure of the game, by hand; which ones of an early part, they say."""
    exposure, dealt = world.state.variant.exposure, _dealt(events)
    if not events:
        return {}
    early = next((set(e.cards) for e in events if isinstance(e, happened.HandShown)), set())
    if exposure.early:
        assert len(early) == exposure.early
        assert early <= set(dealt[-1])
    declarer = _declarer(world)
    if declarer is None or not _dummy_is_open(exposure.dummy, events):
        return {len(dealt) - 1: early} if exposure.early else {}
    return {hand: set(dealt[hand]) for hand in world.state.variant.sides.dummies(declarer)}


def _dummy_is_open(moment: Moment, events: tuple[Event, ...]) -> bool:
    """Whether it must lie open by now, found without its opening.

    Between the event that opens it and the opening itself lies one step at which nobody is asked.
    """
    opener = happened.PointsAnnounced if moment is Moment.BEFORE_CHOICE else happened.CardPlayed
    opened = next((place for place, event in enumerate(events) if isinstance(event, opener)), None)
    return {
        Moment.NEVER: False,
        Moment.AT_DEAL: True,
        Moment.BEFORE_CHOICE: opened is not None and opened < len(events) - 1,
        Moment.AFTER_LEAD: opened is not None and opened < len(events) - 1,
    }[moment]


# --- seats ---------------------------------------------------------------------------------------------


def _check_seats(world: World, view: View) -> None:
    """Of every seat how many cards it holds, what it has taken and said; no more of it than that."""
    events, seats = since_dealt(world), range(view.variant.seats)
    left = hands_left(events) or [set() for _ in seats]
    rounds = view.draws if _drawing(world) else view.tricks
    assert [sitter.seat for sitter in view.seats] == [*seats]
    for sitter in view.seats:
        seat = sitter.seat
        assert sitter.cards_left == len(left[seat])
        assert sitter.tricks == [trick.winner for trick in rounds].count(seat)
        assert sitter.trick_goal == _goal(world, events, seat, view.viewer)
        assert sitter.announced_points == _announced(view.variant, events, seat)
        assert sitter.card_points == _captured(view, events, seat)
    assert sum(
        len(trick.cards) for trick in (*view.draws, *view.tricks, *([view.trick] if view.trick else []))
    ) == len(_plays(events))


def _goal(world: World, events: tuple[Event, ...], seat: Seat, viewer: Viewer) -> int | None:
    auction = world.state.variant.auction
    said = [
        e.call.tricks
        for e in events
        if isinstance(e, happened.CallMade) and e.seat == seat and isinstance(e.call, TrickGoal)
    ]
    if not said or not isinstance(auction, Goals):
        return None
    shown = not auction.simultaneous or any(isinstance(event, happened.CallsShown) for event in events)
    return said[0] if shown or seat == viewer else None


def _announced(variant: Variant, events: tuple[Event, ...], seat: Seat) -> int | None:
    told = any(isinstance(event, happened.PointsAnnounced) for event in events)
    if not told or Declassified.POINT_COUNTS not in variant.declassified:
        return None
    return sum(HONOURS.find(RANK_LETTERS[card.rank]) + 1 for card in _dealt(events)[seat])


def _captured(view: View, events: tuple[Event, ...], seat: Seat) -> int | None:
    if Declassified.CAPTURED_POINTS not in view.variant.declassified or view.deal == 0 or not events:
        return None
    taken = [card for trick in view.tricks if trick.winner == seat for card in trick.cards]
    return sum(ITALIAN_POINTS.find(RANK_LETTERS[card.rank]) + 1 for card in taken)


# --- stock and turned card -----------------------------------------------------------------------------


def _check_stock(world: World, view: View) -> None:
    """How many cards are left to draw, the top where it lies open, the one the viewer looks at; no other."""
    events, dealing = since_dealt(world), view.variant.dealing
    turned = [event for event in events if isinstance(event, happened.TrumpTurned)]
    told = isinstance(dealing, DealAndTurn) and bool(turned)
    assert view.turned == (turned[0].card if told else None)
    stock = _stock_left(events)
    if not isinstance(dealing, DealAndDraw) or stock is None:
        assert view.stock is None
        return
    top = stock[0] if stock and _drawing(world) else None
    looks = dealing.drawing is Drawing.PICK_OR_DISCARD and view.viewer in view.acting
    is_open = dealing.drawing is Drawing.OPEN_TRICKS and len(stock) % 2 == 0
    assert view.stock == StockSeen(len(stock), top if is_open else None, top if looks else None)


def _stock_left(events: tuple[Event, ...]) -> tuple[Card, ...] | None:
    if not events:
        return None
    assert isinstance(events[0], happened.HandsDealt)
    drawn = [1 if event.left is None else 2 for event in events if isinstance(event, happened.CardDrawn)]
    return events[0].stock[sum(drawn) :]


# --- moves and notice ----------------------------------------------------------------------------------


def _check_moves(view: View) -> None:
    """Moves and the version they answer exactly where the viewer must act, cards from hands in its sight."""
    acts = view.viewer in view.acting
    assert bool(view.legal_moves) == acts == bool(view.decision_version)
    for move in view.legal_moves:
        if isinstance(move, PlayCard):
            assert move.seat == view.next_hand
            assert move.card in view.open_hand(move.seat)


def _called(events: tuple[Event, ...]) -> tuple[Seat, Card] | None:
    """The declarer and the card called, in whichever way it was."""
    for event in events:
        match event:
            case happened.PartnerCalled(seat, card) | happened.CallMade(seat, OpenAndName(_, card)):
                return seat, card
    return None


def _check_notice(world: World, view: View) -> None:
    """Every seat but the declarer's is told, in one shape, whether it holds the called card."""
    events = since_dealt(world)
    called = _called(events)
    assert (view.partner is None) == (called is None)
    if called is None or view.partner is None:
        return
    declarer, card = called
    assert view.partner.card == card
    holder = next(seat for seat, hand in enumerate(_dealt(events)) if card in hand)
    assert view.partner.notice is _notice(declarer, holder, view.viewer)
    assert view.partner.holder == (holder if view.partner.shown or view.viewer == holder else None)
    fell = any(event.card == card for event in _plays(events))
    rule = view.variant.declaration
    told = holder == declarer and (not isinstance(rule, CallCard) or rule.own_announced)
    assert view.partner.shown == (fell or told)


def _notice(declarer: Seat, holder: Seat, viewer: Viewer) -> Notice:
    if viewer in (None, declarer):
        return Notice.NONE
    return Notice.YOU_HOLD_IT if viewer == holder else Notice.YOU_DO_NOT


# --- events --------------------------------------------------------------------------------------------


def _check_events(world: World, viewer: Viewer) -> None:
    """One event for each version, each with what is public or the viewer's own in it."""
    shown = [redact.seen_by(event, after, viewer) for event, after in world.history]
    assert len(shown) == world.state.version
    for (event, after), sight in zip(world.history, shown, strict=True):
        for expected in _expected(event, after.variant, viewer):
            assert sight == expected
        if isinstance(event, happened.CardDrawn):
            _check_drawn(event, sight, after.variant, viewer)


def _expected(event: Event, variant: Variant, viewer: Viewer) -> Iterator[seen.Seen]:
    """What must be seen of an event, nothing where the state after it must be asked."""
    match event:
        case happened.DealSealed(deal, seal):
            yield seen.DealSealedSeen(deal, seal)
        case happened.TrumpTurned(card, trump):
            yield seen.TrumpTurnedSeen(card, trump)
        case happened.HandShown(hand, cards):
            yield seen.HandShownSeen(HandSeen(hand, in_hand_order(cards)))
        case happened.WashAnswered(seat, redeal):
            yield seen.WashAnsweredSeen(redeal) if seat == viewer else seen.Hidden()
        case happened.HandsWashed(reason):
            yield seen.HandsWashedSeen(reason)
        case happened.HandsKept():
            yield seen.HandsKeptSeen()
        case happened.CallMade(seat) if _at_once(variant) and seat != viewer:
            yield seen.Hidden()


def _at_once(variant: Variant) -> bool:
    return isinstance(variant.auction, Goals) and variant.auction.simultaneous


def _check_drawn(event: happened.CardDrawn, sight: seen.Seen, variant: Variant, viewer: Viewer) -> None:
    """Who drew a card sees it; others only where the card lay open, never one that was left."""
    assert isinstance(sight, seen.CardDrawnSeen)
    if viewer == event.seat:
        assert sight.card == event.card
    elif Declassified.STOCK_TOP not in variant.declassified:
        assert sight.card is None
    assert sight.stock.picked_up is None or event.left is not None


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
    assert (view.last_deal.stock, view.last_deal.number) == (dealt.stock, sealed.deal)
    assert (view.last_deal.seal, view.last_deal.secret) == (sealed.seal, sealed.secret)
    called = _called(before[before.index(dealt) :])
    if called:
        holder = next(s for s, hand in enumerate(dealt.hands) if called[1] in hand)
        declarer = called[0]
        assert view.last_deal.declaring_side == ((declarer,) if holder == declarer else (declarer, holder))
