"""Pairs of worlds that are equal in all one viewer may know, and different in hidden cards.

The second world is played by the engine: the public moves of the first one are made again with other hands,
another secret behind the same seal and, where nobody may see them, other decisions: about a wash, about a
card looked at, about a goal not yet shown. What a viewer knows is found from the log and from what the record
of the game declassifies, so that a game added to the registry has its pairs.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from random import Random
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from engine_server.game import consequences, decide, evolve, manners
from engine_server.game import events as happened
from engine_server.game.commands import HandOver, MakeMove
from engine_server.game.consequences import Decided
from engine_server.game.events import DealSealed, Event, HandsDealt, WashReason
from engine_server.game.frozen import but
from engine_server.game.state import Deal, TableState, acting_seats, partner_is_public, picks, situation
from engine_server.game.view import Stage
from engine_server.rules.cards import Card, Rank, Seat, Suit, left_of
from engine_server.rules.dealing import Wash, WashMode, shuffled
from engine_server.rules.declarations import CallCard
from engine_server.rules.declassified import Declassified
from engine_server.rules.goals import Goals
from engine_server.rules.moves import (
    AnswerClaim,
    AnswerUndo,
    AnswerWash,
    AskUndo,
    CallPartner,
    Claim,
    Concede,
    DrawCard,
    Move,
    NameContract,
    PlayCard,
    TrickGoal,
)
from engine_server.rules.phases import Phase
from engine_server.rules.sides import HolderOfCalledCard
from engine_server.rules.variant import Variant
from tests.game.driving import Table, begun, some_options
from tests.game.layouts import (
    Layout,
    Place,
    another_layout,
    card_cut,
    secret_that_cuts,
    stacked,
)
from tests.game.outputs import Viewer, World

Hands: TypeAlias = tuple[tuple[Card, ...], ...]
TRIES = 60


class Apart(AssertionError):
    """What everybody saw in one world cannot happen in the other: an early end, a further wash, a refusal."""


class Cell(NamedTuple):
    """What a pair counts for."""

    game: str
    phase: str
    role: str


@dataclass(frozen=True)
class Pair:
    """Two worlds no output of the viewer may tell apart."""

    viewer: Viewer
    first: World
    second: World

    @property
    def cell(self) -> Cell:
        """The game, phase and role the pair stands for."""
        return cell_of(self.first.state, self.viewer)

    @property
    def called_card_moved(self) -> bool:
        """Whether the called card lies elsewhere in the second world."""
        called = _deal(self.first.state).called
        return called is not None and holder(self.first, called) != holder(self.second, called)


def viewers_of(state: TableState) -> tuple[Viewer, ...]:
    """A spectator and every seat."""
    return (None, *range(state.variant.seats))


# --- cells ---------------------------------------------------------------------------------------------


def cell_of(state: TableState, viewer: Viewer) -> Cell:
    """Where a viewer stands in a deal. The play is parted where the secret of its sides comes out."""
    deal = _deal(state)
    return Cell(state.game.key, deal.phase.value + _stretch(state, deal), _role(state, deal, viewer))


def _stretch(state: TableState, deal: Deal) -> str:
    if deal.phase is not Phase.PLAY or not _has_secret_side(state.variant):
        return ""
    out = deal.called_fell if deal.called else bool(deal.tricks or deal.trick)
    return "_after" if out else "_before"


def _has_secret_side(variant: Variant) -> bool:
    """Whether a partner, or dummy, is still hidden at the first lead of some game with this record."""
    return isinstance(variant.sides, HolderOfCalledCard) or bool(variant.sides.dummies(0))


def _role(state: TableState, deal: Deal, viewer: Viewer) -> str:
    if viewer is None:
        return "spectator"
    if deal.declarer is None:
        return "seat"
    if viewer == deal.declarer:
        return "declarer"
    return "partner" if _plays_with_declarer(state, deal, viewer) else "defender"


def _plays_with_declarer(state: TableState, deal: Deal, seat: Seat) -> bool:
    assert deal.declarer is not None
    sides = state.variant.sides
    if isinstance(sides, HolderOfCalledCard):
        return deal.called in deal.dealt[seat]
    return seat in sides.declaring_side(deal.declarer, None, deal.dealt)


def cells_of(variant: Variant) -> set[Cell]:
    """Every cell in which a deal by these rules can stand with cards hidden from it, by the record alone."""
    cells, declares = set(), False
    for phase in variant.phases:
        declares = declares or phase is Phase.NAMING
        roles = {"declarer", "defender", *_partners(variant, phase)} if declares else {"seat"}
        for stretch in ("_before", "_after") if phase is Phase.PLAY and _has_secret_side(variant) else ("",):
            seeing = {"spectator"} if stretch == "_after" and _all_is_open(variant) else {*roles, "spectator"}
            cells |= {Cell(variant.key, phase.value + stretch, role) for role in seeing}
        declares = declares or (phase is Phase.AUCTION and not isinstance(variant.auction, Goals))
    return cells


def _all_is_open(variant: Variant) -> bool:
    """Whether a seat that sees its own cards and the dummies sees all, or can tell where the rest lie."""
    hidden = set(variant.sides.ring(0)) - {0, *variant.sides.dummies(0)}
    return len(hidden) < 2


def _partners(variant: Variant, phase: Phase) -> tuple[str, ...]:
    if isinstance(variant.sides, HolderOfCalledCard):
        return ("partner",) if phase is Phase.PLAY else ()
    partners = set(variant.sides.declaring_side(0, None, ())) - {0}
    return ("partner",) if partners & set(range(variant.seats)) else ()


def holder(world: World, card: Card) -> Seat:
    """Who was dealt a card."""
    return next(seat for seat, hand in enumerate(_deal(world.state).dealt) if card in hand)


# --- first worlds --------------------------------------------------------------------------------------


def pairs(
    game: str, rng: Random, fixed: Mapping[str, str] = MappingProxyType({}), each_deal: int = 12
) -> Iterator[Pair]:
    """Endless pairs from random deals; of the cells of a deal always the one that was had least so far.

    A deal whose cells all were had often enough is left for another. `fixed` are house rules to keep.
    """
    had: Counter[Cell] = Counter()
    while True:
        moments = moments_of(game, rng, fixed)
        had.update(dict.fromkeys(moments, 0))
        failed: Counter[Cell] = Counter()
        for _ in range(each_deal):
            cell = min(sorted(moments), key=lambda cell: had[cell] + 4 * failed[cell])
            if had[cell] > min(had.values()) + each_deal // 3:
                break
            world, viewer = rng.choice(moments[cell])
            second = other_world(world, viewer, rng)
            if second is None:
                failed[cell] += 1
            else:
                had[cell] += 1
                yield Pair(viewer, world, second)


Moments: TypeAlias = dict[Cell, list[tuple[World, Viewer]]]


def moments_of(game: str, rng: Random, fixed: Mapping[str, str]) -> Moments:
    """Every moment of one deal in which somebody must decide, by cell, with those who watch from there."""
    options = {**some_options(game, rng), **fixed}
    table = begun(game, options, rng)
    if options["deals"] != "1" and rng.random() < 0.5:
        _play_deal(table, rng)
        if table.state.stage is Stage.PLAYING:
            table.step(rng)
    first = len(table.log)
    ends = [first, *_play_deal(table, rng)] if table.state.stage is Stage.PLAYING else [first]
    return _by_cell(told(table.log), ends) or moments_of(game, rng, fixed)


def _by_cell(history: Sequence[tuple[Event, TableState]], ends: list[int]) -> Moments:
    moments: Moments = defaultdict(list)
    for end in ends:
        state = history[end - 1][1]
        hidden = cells_of(state.variant)
        for viewer in viewers_of(state) if state.deal is not None else ():
            if (cell := cell_of(state, viewer)) in hidden:
                moments[cell].append((World(tuple(history[:end])), viewer))
    return moments


def _play_deal(table: Table, rng: Random) -> list[int]:
    """Plays one deal to its end; the lengths of the log after each move."""
    ends = []
    scored = table.state.scored
    while table.state.scored == scored:
        if rng.random() < 0.02:
            table.do(HandOver("p1", to_robot=rng.random() < 0.5))
        if rng.random() < 0.02:
            _wish(table, rng)
        if table.state.scored == scored:
            table.step(rng)
        ends.append(len(table.log))
    return ends


def _wish(table: Table, rng: Random) -> None:
    """Somebody claims, concedes or wants a move back, if anybody may."""
    seats = range(table.state.variant.seats)
    wishes = [(seat, move) for seat in seats for move in manners.free_moves(table.state, seat)]
    if wishes:
        table.do(MakeMove(*rng.choice(wishes)))


def told(log: Sequence[Event]) -> tuple[tuple[Event, TableState], ...]:
    """Each event of a log with the state after it."""
    first = log[0]
    assert isinstance(first, happened.TableOpened)
    return tuple(zip(log, accumulate(log[1:], evolve.evolve, initial=evolve.opened(first)), strict=True))


# --- what a viewer knows of one time the cards were dealt ----------------------------------------------


@dataclass(frozen=True)
class Dealing:
    """One time the cards were dealt in a deal, with all that happened until they were dealt again.

    `steps` are the events with the state before each and after it.
    """

    dealt: HandsDealt
    layout: Layout
    steps: tuple[tuple[TableState, Event, TableState], ...]

    @property
    def variant(self) -> Variant:
        """The rules."""
        return self.steps[0][2].variant

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened."""
        return tuple(event for _, event, _ in self.steps)

    @property
    def washed(self) -> WashReason | None:
        """Why the cards were dealt again, None for those in play."""
        return next((e.reason for e in self.events if isinstance(e, happened.HandsWashed)), None)

    @property
    def answers(self) -> dict[Seat, bool]:
        """What each seat said about a wash."""
        return {e.seat: e.redeal for e in self.events if isinstance(e, happened.WashAnswered)}

    @property
    def in_hands(self) -> int:
        """How many cards were dealt to hands."""
        return sum(map(len, self.dealt.hands))

    def tells(self, what: Declassified) -> bool:
        """Whether the record of the game declassifies it."""
        return self.variant.tells(what)

    def hands_of(self, layout: Layout) -> Hands:
        """The hands another layout gives, each in no order."""
        count, first = len(self.dealt.hands), left_of(self.dealt.dealer, len(self.dealt.hands))
        return tuple(layout[(hand - first) % count : self.in_hands : count] for hand in range(count))


def dealings_of(world: World) -> list[Dealing]:
    """Each time the cards were dealt in the deal in play."""
    started = last_seal(world.log)
    steps = [(world.history[at - 1][1], *world.history[at]) for at in range(started, len(world.history))]
    sealed = steps[0][1]
    assert isinstance(sealed, DealSealed)
    starts = [at for at, (_, event, _) in enumerate(steps) if isinstance(event, HandsDealt)]
    return [
        _dealing(sealed, tuple(steps[start:end]))
        for start, end in zip(starts, [*starts[1:], len(steps)], strict=True)
    ]


def _dealing(sealed: DealSealed, steps: tuple[tuple[TableState, Event, TableState], ...]) -> Dealing:
    dealt = steps[0][1]
    assert isinstance(dealt, HandsDealt)
    cards = steps[0][0].variant.deck.cards
    return Dealing(dealt, shuffled(cards, sealed.secret, dealt.redeal), steps)


def last_seal(log: Sequence[Event]) -> int:
    """Where in a log the deal in play begins."""
    return max(place for place, event in enumerate(log) if isinstance(event, DealSealed))


class Takes(NamedTuple):
    """Whether each card looked at was kept, in order: as it was, or as it might have been for the viewer."""

    kept: tuple[bool, ...]


def takes_of(dealing: Dealing, viewer: Viewer, rng: Random) -> Takes:
    """The viewer's own choices as they were, those of the other at random: nobody else sees them.

    What was shown with a claim was kept, that is known.
    """
    kept, at, shown = [], dealing.in_hands, set(_shown(dealing))
    for event in dealing.events:
        if isinstance(event, happened.CardDrawn) and event.left is not None:
            took = event.card == dealing.layout[at]
            is_known = event.seat == viewer or event.card in shown
            kept.append(took if is_known else rng.random() < 0.5)
            at += 2
    return Takes(tuple(kept))


def places_of(dealing: Dealing, takes: Takes, viewer: Viewer) -> list[Place]:
    """The places of the pack with what the viewer knows of each."""
    count, first = len(dealing.dealt.hands), left_of(dealing.dealt.dealer, len(dealing.dealt.hands))
    dealt = [Place((first + at) % count) for at in range(dealing.in_hands)]
    places = [*dealt, *(Place(None) for _ in dealing.layout[dealing.in_hands :])]
    _draw(places, dealing, takes)
    known = _known_cards(dealing, viewer)
    barred = _barred(dealing)
    return [
        Place(
            place.hand,
            place.since,
            known=card if card in known or (place.hand is not None and place.hand == viewer) else None,
            barred=barred(place),
        )
        for place, card in zip(places, dealing.layout, strict=True)
    ]


def _draw(places: list[Place], dealing: Dealing, takes: Takes) -> None:
    """Gives the places of the stock that were drawn to the hands they came to."""
    at, kept = dealing.in_hands, iter(takes.kept)
    for turn, event in enumerate(dealing.events):
        if not isinstance(event, happened.CardDrawn):
            continue
        if event.left is None:
            places[at] = Place(event.seat, turn)
            at += 1
        else:
            places[at + (not next(kept))] = Place(event.seat, turn)
            at += 2


def _known_cards(dealing: Dealing, viewer: Viewer) -> set[Card]:
    """The cards whose place the viewer knows: looked at, laid open, turned, open on the stock."""
    known = {*_shown(dealing), *_looked_at(dealing, viewer)}
    turned = next((e.card for e in dealing.events if isinstance(e, happened.TrumpTurned)), None)
    if turned is not None and dealing.tells(Declassified.TURNED_CARD) and not _cut_of(dealing):
        known.add(turned)
    if dealing.tells(Declassified.STOCK_TOP):
        known |= _open_on_the_stock(dealing)
    return known


def _cut_of(dealing: Dealing) -> Card | None:
    turned = next((e.card for e in dealing.events if isinstance(e, happened.TrumpTurned)), None)
    return card_cut(dealing.variant.dealing, dealing.layout, dealing.in_hands, turned)


def _shown(dealing: Dealing) -> Iterator[Card]:
    """Dummies and parts of them, and the hands shown with a claim."""
    for before, event, _ in dealing.steps:
        match event:
            case happened.HandShown(_, cards) if dealing.tells(Declassified.OPEN_HANDS):
                yield from cards
            case happened.ClaimMade(seat, tricks) if tricks:
                yield from _deal(before).hands[seat]
            case _:
                pass


def _looked_at(dealing: Dealing, viewer: Viewer) -> Iterator[Card]:
    """What the viewer drew, what it left, and what it is looking at."""
    for event in dealing.events:
        if isinstance(event, happened.CardDrawn) and event.seat == viewer:
            yield event.card
            if event.left is not None and dealing.layout.index(event.left) < dealing.layout.index(event.card):
                yield event.left
    now = dealing.steps[-1][2]
    if now.deal is not None and now.deal.stock and picks(now) and viewer in acting_seats(now):
        yield now.deal.stock[0]


def _open_on_the_stock(dealing: Dealing) -> set[Card]:
    """Of every two cards drawn the first, and the one that lies on top while cards are drawn."""
    drawn = sum(isinstance(event, happened.CardDrawn) for event in dealing.events)
    stock = dealing.layout[dealing.in_hands :]
    on_top = dealing.steps[-1][2].phase is Phase.DRAWING
    return set(stock[: drawn + on_top : 2])


class _Barred:
    """What cannot lie at a place: what another hand has played, and suits a hand has shown it lacks."""

    def __init__(self, dealing: Dealing) -> None:
        self._played: dict[Card, tuple[Seat, int]] = {}
        self._lacked: list[tuple[Seat, int, frozenset[Card]]] = []
        for turn, (before, event, _) in enumerate(dealing.steps):
            if isinstance(event, happened.CardPlayed):
                self._lacked.append((event.seat, turn, self._lacking(before, event, dealing.layout)))
                self._played.setdefault(event.card, (event.seat, turn))
        self._calls = _barred_by_the_call(dealing)
        self._found: dict[tuple[Seat | None, int], frozenset[Card]] = {}

    def _lacking(self, before: TableState, event: happened.CardPlayed, cards: Layout) -> frozenset[Card]:
        """A card played would have been refused to a hand that also held a card of such a suit."""
        rules, now = before.variant.tricks, situation(_deal(before))
        shown = {s for s in Suit if rules.refusal((event.card, _another(s, event.card)), event.card, now)}
        return frozenset(card for card in cards if card.suit in shown and card not in self._played)

    def __call__(self, place: Place) -> frozenset[Card]:
        key = (place.hand, place.since)
        if key not in self._found:
            self._found[key] = self._at(*key)
        return self._found[key]

    def _at(self, hand: Seat | None, since: int) -> frozenset[Card]:
        played = {card for card, (seat, turn) in self._played.items() if hand != seat or since >= turn}
        lacked = [cards for seat, turn, cards in self._lacked if seat == hand and since < turn]
        return frozenset().union(played, *lacked, self._calls.get(hand, frozenset()))


def _barred(dealing: Dealing) -> _Barred:
    return _Barred(dealing)


def _another(suit: Suit, than: Card) -> Card:
    return Card(suit, Rank.TWO if than.rank is not Rank.TWO else Rank.THREE)


def _barred_by_the_call(dealing: Dealing) -> dict[Seat | None, frozenset[Card]]:
    """Where a called card cannot lie by what each call told then, also one that was taken back."""
    barred: dict[Seat | None, frozenset[Card]] = defaultdict(frozenset)
    for before, _, after in dealing.steps:
        deal, called = after.deal, None if after.deal is None else after.deal.called
        if deal is None or called is None or (before.deal is not None and before.deal.called == called):
            continue
        if partner_is_public(after):
            elsewhere: list[Seat | None] = [
                seat for seat in range(after.variant.seats) if seat != deal.declarer
            ]
        else:
            elsewhere = [] if _solo_may_be_hidden(after.variant.declaration) else [deal.declarer]
        for seat in elsewhere:
            barred[seat] |= {called}
    return barred


def _solo_may_be_hidden(rule: object) -> bool:
    """Whether the declarer may play alone without anybody being told."""
    return isinstance(rule, CallCard) and rule.own_allowed and not rule.own_announced


# --- second worlds -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Other:
    """How the cards lie in the other world at one dealing, and the decisions nobody but their seat sees."""

    layout: Layout
    takes: Takes
    answers: dict[Seat, bool]
    goals: dict[Seat, int]


def other_world(world: World, viewer: Viewer, rng: Random) -> World | None:
    """A world the viewer cannot tell from this one, None when there is none or none was found."""
    dealings = dealings_of(world)
    others = [_other(dealing, viewer, rng) for dealing in dealings]
    found = [other for other in others if other is not None]
    if len(found) < len(others) or not _differs(dealings[-1], found[-1]):
        return None
    return _played_again(world, dealings, found, rng)


def _differs(dealing: Dealing, other: Other) -> bool:
    ours, theirs = (list(map(set, dealing.hands_of(layout))) for layout in (dealing.layout, other.layout))
    return (
        ours != theirs or dealing.dealt.stock != other.layout[dealing.in_hands :][: len(dealing.dealt.stock)]
    )


def _other(dealing: Dealing, viewer: Viewer, rng: Random) -> Other | None:
    """Other cards with all that was played, called, told and answered still possible."""
    wash = dealing.variant.dealing.wash
    weak = dealing.washed is WashReason.WEAK_HAND
    told_points = dealing.tells(Declassified.POINT_COUNTS) and any(
        isinstance(event, happened.PointsAnnounced) for event in dealing.events
    )
    for _ in range(TRIES):
        takes = takes_of(dealing, viewer, rng)
        places = places_of(dealing, takes, viewer)
        if weak:
            places = _with_a_weak_hand(dealing, places, viewer, rng)
        layout = another_layout(places, dealing.layout, rng, points_told=told_points)
        hands = dealing.hands_of(layout)
        if weak or not wash.must_redeal(hands, dealing.dealt.redeal):
            answers = _other_answers(dealing, viewer, hands, rng)
            dealt = _in_another_order(dealing, layout, rng)
            return Other(dealt, takes, answers, _other_goals(dealing, viewer, rng))
    return None


def _in_another_order(dealing: Dealing, layout: Layout, rng: Random) -> Layout:
    """The same hands dealt in another order, which nobody knows but of cards that lay open at once."""
    turned = {e.card for e in dealing.events if isinstance(e, happened.TrumpTurned)}
    pinned, pack, hands = turned | set(_shown(dealing)), list(layout), len(dealing.dealt.hands)
    for hand in range(hands):
        places = [at for at in range(hand, dealing.in_hands, hands) if layout[at] not in pinned]
        for at, came_from in zip(places, rng.sample(places, len(places)), strict=True):
            pack[at] = layout[came_from]
    return tuple(pack)


def _with_a_weak_hand(dealing: Dealing, places: list[Place], viewer: Viewer, rng: Random) -> list[Place]:
    """The hand that made the wash is still dealt, perhaps to another seat: if the viewer's was not one."""
    weak, hands = _weak_seats(dealing), dealing.hands_of(dealing.layout)
    if viewer in weak:
        return places
    taker = rng.choice([seat for seat in range(len(hands)) if seat != viewer])
    cards = iter(hands[rng.choice(weak)])
    return [replace(place, known=next(cards)) if place.hand == taker else place for place in places]


def _weak_seats(dealing: Dealing) -> list[Seat]:
    """The seats whose hand made the wash: weak ones, and where they were asked those that said so."""
    wash = dealing.variant.dealing.wash
    if wash.mode is WashMode.PLAYER_CHOICE:
        return [seat for seat, redeal in dealing.answers.items() if redeal]
    return [seat for seat, hand in enumerate(dealing.dealt.hands) if wash.is_weak(hand)]


def _other_answers(dealing: Dealing, viewer: Viewer, hands: Hands, rng: Random) -> dict[Seat, bool]:
    """Who might have asked for new cards: at least one seat where they were washed for it, else none."""
    told_of, wash = dealing.answers, dealing.variant.dealing.wash
    settled = any(isinstance(event, happened.HandsKept) for event in dealing.events)
    if not told_of or settled:
        return told_of
    answers = {seat: _may_ask(wash, hands[seat], rng) for seat in told_of}
    if viewer in told_of:
        answers[viewer] = told_of[viewer]
    if dealing.washed is WashReason.WEAK_HAND and not any(answers.values()):
        answers[rng.choice([seat for seat in answers if wash.is_weak(hands[seat]) and seat != viewer])] = True
    return answers


def _may_ask(wash: Wash, hand: Sequence[Card], rng: Random) -> bool:
    return wash.is_weak(hand) and rng.random() < 0.5


def _other_goals(dealing: Dealing, viewer: Viewer, rng: Random) -> dict[Seat, int]:
    """Goals of others that nobody has seen yet: they may be any."""
    auction = dealing.variant.auction
    shown = any(isinstance(event, happened.CallsShown) for event in dealing.events)
    if not isinstance(auction, Goals) or not auction.simultaneous or shown:
        return {}
    said = [event.seat for event in dealing.events if isinstance(event, happened.CallMade)]
    return {seat: rng.randint(0, len(dealing.dealt.hands[seat])) for seat in said if seat != viewer}


# --- the same public moves with other cards ------------------------------------------------------------


class SameLots:
    """Draws again what was drawn for all to see; the first caller of each dealing."""

    def __init__(self, callers: Sequence[Seat]) -> None:
        self._callers = iter(callers)

    def secret(self) -> bytes:
        """The deal in play is sealed already."""
        raise Apart("another deal begins in the other world")

    def below(self, limit: int) -> int:
        """The next first caller."""
        return next(self._callers)


def _played_again(world: World, dealings: list[Dealing], others: list[Other], rng: Random) -> World:
    """The deal in play once more from its seal on, with the cards and decisions of the other world."""
    started = last_seal(world.log)
    sealed, before = world.log[started], world.history[started - 1][1]
    assert isinstance(sealed, DealSealed)
    packs = stacked(before.variant.dealing, lambda redeal: _pack(others, redeal))
    table = but(before, variant=replace(before.variant, dealing=packs))
    lots = SameLots([dealing.dealt.first_caller for dealing in dealings])
    secret = secret_that_cuts(others[-1].layout, _cut_of(dealings[-1]), rng)
    decided = consequences.run(table, lots, replace(sealed, secret=secret))
    steps = [*decided.steps]
    for dealing, other in zip(dealings, others, strict=True):
        for move in _moves(dealing, other):
            decided = _again(decided.state, move, lots)
            steps.extend(decided.steps)
    honest = ((step.event, but(step.state, variant=before.variant)) for step in steps)
    return World((*world.history[:started], *honest))


def _pack(others: list[Other], redeal: int) -> Layout:
    if redeal >= len(others):
        raise Apart("the cards are dealt once more in the other world")
    return others[redeal].layout


def _again(state: TableState, move: tuple[Seat, Move] | Event, lots: SameLots) -> Decided:
    if not isinstance(move, tuple):
        return consequences.run(state, lots, move)
    answer = decide.decide(state, MakeMove(*move), lots)
    if not isinstance(answer, Decided):
        raise Apart(f"refused in the other world: {move} {answer}")
    return answer


def _moves(dealing: Dealing, other: Other) -> Iterator[tuple[Seat, Move] | Event]:
    """What the seats did, to be done again; a hand-over is a thing everybody sees."""
    takes = iter(other.takes.kept)
    for before, event, _ in dealing.steps:
        match event:
            case happened.WashAnswered(seat, _):
                yield seat, AnswerWash(other.answers[seat])
            case happened.CallMade(seat, call, entered) if not entered:
                goal = other.goals.get(seat)
                yield seat, call if goal is None else TrickGoal(goal)
            case happened.CardDrawn(seat, _, left) if left is not None:
                yield seat, DrawCard(next(takes))
            case happened.CardPlayed(hand, card):
                yield before.variant.sides.controller(hand, _deal(before).declarer), PlayCard(card, hand)
            case happened.SeatHandedOver():
                yield event
            case _:
                yield from _named_or_wished(event)


def _named_or_wished(event: Event) -> Iterator[tuple[Seat, Move]]:
    match event:
        case happened.PartnerCalled(seat, card):
            yield seat, CallPartner(card)
        case happened.ContractNamed(seat, denomination, goal):
            yield seat, NameContract(denomination, goal)
        case happened.ClaimMade(seat, tricks):
            yield seat, Claim(tricks) if tricks else Concede()
        case happened.ClaimAnswered(seat, accept):
            yield seat, AnswerClaim(accept)
        case happened.UndoAsked(seat):
            yield seat, AskUndo()
        case happened.UndoAnswered(seat, accept):
            yield seat, AnswerUndo(accept)


def _deal(state: TableState) -> Deal:
    assert state.deal is not None
    return state.deal
