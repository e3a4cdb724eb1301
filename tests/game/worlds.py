"""Pairs of worlds that are equal in all one viewer may know, and different in hidden cards.

The second world is played by the engine: the public moves of the first one are made again with other hands,
another secret behind the same seal and, where nobody may see them, other answers about a wash.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from random import Random
from typing import NamedTuple, TypeAlias

from engine_server.game import consequences, decide, evolve
from engine_server.game import events as happened
from engine_server.game.commands import HandOver, MakeMove
from engine_server.game.consequences import Decided
from engine_server.game.events import DealSealed, Event, HandsDealt, WashReason
from engine_server.game.state import Deal, TableState, partner_is_public, situation
from engine_server.game.view import Phase
from engine_server.rules import dealing
from engine_server.rules.cards import ALL_CARDS, Card, Rank, Seat, Suit, in_hand_order, left_of
from engine_server.rules.dealing import DealAll, Wash, WashMode
from engine_server.rules.moves import AnswerWash, CallPartner, PlayCard
from tests.game.driving import SeededLots, Table, some_options
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


def cell_of(state: TableState, viewer: Viewer) -> Cell:
    """Where a viewer stands in a deal."""
    deal = _deal(state)
    fell = {True: "_after", False: "_before"}[deal.called_fell] if deal.phase is Phase.PLAY else ""
    return Cell(state.game.key, deal.phase.value + fell, _role(deal, viewer))


def _role(deal: Deal, viewer: Viewer) -> str:
    if viewer is None:
        return "spectator"
    if deal.contract is None:
        return "seat"
    if viewer == deal.contract.declarer:
        return "declarer"
    return "partner" if deal.called in deal.dealt[viewer] else "defender"


def holder(world: World, card: Card) -> Seat:
    """Who was dealt a card."""
    return next(seat for seat, hand in enumerate(_deal(world.state).dealt) if card in hand)


# --- first worlds --------------------------------------------------------------------------------------


def pairs(game: str, rng: Random, each_deal: int = 10) -> Iterator[Pair]:
    """Endless pairs from random deals, every phase and every role of a deal alike."""
    while True:
        moments = _moments(game, rng)
        for _ in range(each_deal):
            world, viewer = _moment(moments, rng)
            second = other_world(world, viewer, rng)
            if second is not None:
                yield Pair(viewer, world, second)


def _moments(game: str, rng: Random) -> list[World]:
    """Every moment of one deal in which somebody must decide."""
    table = Table(game, some_options(rng), SeededLots(rng))
    table.begin()
    if table.state.options.number("deals") > 1 and rng.random() < 0.5:
        _play_deal(table, rng)
        table.step(rng)
    first = len(table.log)
    ends = [first, *_play_deal(table, rng)]
    history = told(table.log)
    return [World(history[:end]) for end in ends if history[end - 1][1].deal is not None]


def _play_deal(table: Table, rng: Random) -> list[int]:
    """Plays one deal to its end; the lengths of the log after each move."""
    ends = []
    scored = table.state.scored
    while table.state.scored == scored:
        if rng.random() < 0.02:
            table.do(HandOver("p1", to_robot=rng.random() < 0.5))
        table.step(rng)
        ends.append(len(table.log))
    return ends


def told(log: Sequence[Event]) -> tuple[tuple[Event, TableState], ...]:
    """Each event of a log with the state after it."""
    first = log[0]
    assert isinstance(first, happened.TableOpened)
    return tuple(zip(log, accumulate(log[1:], evolve.evolve, initial=evolve.opened(first)), strict=True))


def _moment(moments: list[World], rng: Random) -> tuple[World, Viewer]:
    phases = sorted({cell_of(world.state, None).phase for world in moments})
    phase = rng.choice(phases)
    world = rng.choice([world for world in moments if cell_of(world.state, None).phase == phase])
    viewers: tuple[Viewer, ...] = (None, 0, 1, 2, 3)
    roles = sorted({cell_of(world.state, viewer).role for viewer in viewers})
    role = rng.choice(roles)
    return world, rng.choice([viewer for viewer in viewers if cell_of(world.state, viewer).role == role])


# --- second worlds -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Dealing:
    """One time the cards were dealt in a deal: the hands, and what each seat said about a wash."""

    hands: Hands
    answers: dict[Seat, bool]


@dataclass(frozen=True)
class Known:
    """What a viewer knows of a dealing: cards by seat, and suits or cards a seat cannot hold."""

    cards: tuple[tuple[Card, ...], ...]
    barred: tuple[frozenset[Card], ...]


def other_world(world: World, viewer: Viewer, rng: Random) -> World | None:
    """A world the viewer cannot tell from this one, None when there is none or none was found."""
    started = last_seal(world.log)
    told_of = _dealings(world.log[started:])
    now = _other_now(world, told_of[-1], viewer, rng)
    earlier = [_other_earlier(world, dealing, viewer, rng) for dealing in told_of[:-1]]
    if now is None or None in earlier:
        return None
    return _played_again(world, started, [dealing for dealing in (*earlier, now) if dealing], rng)


def last_seal(log: Sequence[Event]) -> int:
    """Where in a log the deal in play begins."""
    return max(place for place, event in enumerate(log) if isinstance(event, DealSealed))


@dataclass(frozen=True)
class _Told:
    """A dealing of the first world with how it ended, None while it is in play."""

    dealt: HandsDealt
    answers: dict[Seat, bool]
    washed: WashReason | None


def _dealings(events: Sequence[Event]) -> list[_Told]:
    dealings: list[_Told] = []
    for event in events:
        match event:
            case HandsDealt():
                dealings.append(_Told(event, {}, None))
            case happened.WashAnswered(seat, redeal):
                dealings[-1].answers[seat] = redeal
            case happened.HandsWashed(reason):
                dealings[-1] = replace(dealings[-1], washed=reason)
            case _:
                pass
    return dealings


def _other_now(world: World, told_of: _Told, viewer: Viewer, rng: Random) -> Dealing | None:
    """Other hands for the cards in play, with all that was played, called and answered still possible."""
    wash, deal = world.state.variant.dealing.wash, _deal(world.state)
    known = _known(world, told_of, viewer)
    for _ in range(TRIES):
        hands = _spread(known, rng)
        if hands and hands != told_of.dealt.hands and not wash.must_redeal(hands, deal.redeals):
            answers = {
                seat: redeal
                if seat == viewer or deal.phase is not Phase.WASH
                else _may_ask(wash, hands[seat], rng)
                for seat, redeal in told_of.answers.items()
            }
            return Dealing(hands, answers)
    return None


def _may_ask(wash: Wash, hand: Sequence[Card], rng: Random) -> bool:
    return wash.is_weak(hand) and rng.random() < 0.5


def _known(world: World, told_of: _Told, viewer: Viewer) -> Known:
    deal = _deal(world.state)
    cards: list[tuple[Card, ...]] = [
        tuple(card for trick in _tricks(deal) for card in trick if card in hand) for hand in deal.dealt
    ]
    if viewer is not None:
        cards[viewer] = deal.dealt[viewer]
    barred = [set(seat_barred) for seat_barred in _voids(world)]
    if deal.called is not None and deal.contract is not None and not any(deal.called in own for own in cards):
        declarer, rule = deal.contract.declarer, world.state.variant.declaration
        if partner_is_public(world.state):
            cards[declarer] = (*cards[declarer], deal.called)
        elif rule.own_announced or not rule.own_allowed:
            barred[declarer].add(deal.called)
    return Known(tuple(cards), tuple(frozenset(seat_barred) for seat_barred in barred))


def _tricks(deal: Deal) -> list[tuple[Card, ...]]:
    return [trick.cards for trick in (*deal.tricks, deal.trick) if trick]


def _voids(world: World) -> list[set[Card]]:
    """The cards each seat has shown it cannot hold any more.

    A card played would have been refused to a hand that also held a card of such a suit.
    """
    rules = world.state.variant.tricks
    barred: list[set[Card]] = [set() for _ in range(world.state.variant.seats)]
    for (_, before), (event, _) in zip(world.history, world.history[1:], strict=False):
        if isinstance(event, DealSealed):
            barred = [set() for _ in barred]
        if isinstance(event, happened.CardPlayed):
            now = situation(_deal(before))
            shown = {s for s in Suit if rules.refusal((event.card, _another(s, event.card)), event.card, now)}
            barred[event.seat] |= {card for card in ALL_CARDS if card.suit in shown}
    return barred


def _another(suit: Suit, than: Card) -> Card:
    return Card(suit, Rank.TWO if than.rank is not Rank.TWO else Rank.THREE)


def _spread(known: Known, rng: Random) -> Hands | None:
    """The unknown cards dealt at random to seats that may hold them, those with the fewest takers first."""
    hands = [list(cards) for cards in known.cards]
    placed = {card for hand in hands for card in hand}
    rest = [card for card in ALL_CARDS if card not in placed]
    rng.shuffle(rest)
    each = len(ALL_CARDS) // len(hands)
    for card in sorted(rest, key=lambda card: -sum(card in barred for barred in known.barred)):
        room = [
            0 if card in barred else each - len(hand)
            for barred, hand in zip(known.barred, hands, strict=True)
        ]
        if not any(room):
            return None
        hands[rng.choices(range(len(hands)), room)[0]].append(card)
    return tuple(in_hand_order(hand) for hand in hands)


def _other_earlier(world: World, told_of: _Told, viewer: Viewer, rng: Random) -> Dealing | None:
    """Other hands for cards that were washed: one is still weak if one had to be, perhaps elsewhere."""
    wash = world.state.variant.dealing.wash
    asked = told_of.washed is WashReason.WEAK_HAND
    known = _washed_known(told_of, viewer, _weak_seats(wash, told_of) if asked else [], rng)
    for _ in range(TRIES):
        hands = _spread(known, rng)
        if hands and (asked or not wash.must_redeal(hands, told_of.dealt.redeal)):
            return Dealing(hands, _other_answers(wash, told_of, viewer, hands, asked, rng))
    return None


def _weak_seats(wash: Wash, told_of: _Told) -> list[Seat]:
    """The seats whose hand made the wash: weak ones, and where they were asked those that said so."""
    if wash.mode is WashMode.PLAYER_CHOICE:
        return [seat for seat, redeal in told_of.answers.items() if redeal]
    return [seat for seat, hand in enumerate(told_of.dealt.hands) if wash.is_weak(hand)]


def _washed_known(told_of: _Told, viewer: Viewer, weak: list[Seat], rng: Random) -> Known:
    hands = told_of.dealt.hands
    cards: list[tuple[Card, ...]] = [() for _ in hands]
    if viewer is not None:
        cards[viewer] = hands[viewer]
    if weak and viewer not in weak:
        taker = rng.choice([seat for seat in range(len(hands)) if seat != viewer])
        cards[taker] = hands[rng.choice(weak)]
    return Known(tuple(cards), tuple(frozenset() for _ in hands))


def _other_answers(
    wash: Wash, told_of: _Told, viewer: Viewer, hands: Hands, asked: bool, rng: Random
) -> dict[Seat, bool]:
    """Who might have asked for new cards: at least one seat where they were washed for it, else none."""
    if not asked or wash.mode is not WashMode.PLAYER_CHOICE:
        return dict(told_of.answers)
    may = {seat: wash.is_weak(hands[seat]) for seat in told_of.answers if seat != viewer}
    answers = {seat: may.get(seat, False) and rng.random() < 0.5 for seat in told_of.answers}
    if viewer is not None:
        answers[viewer] = told_of.answers[viewer]
    if not any(answers.values()):
        answers[rng.choice([seat for seat in may if may[seat]])] = True
    return answers


# --- the same public moves with other cards ------------------------------------------------------------


@dataclass(frozen=True)
class Stacked(DealAll):
    """Deals given hands: the pack is stacked, each hand in an order of its own, and goes round as ever."""

    dealings: tuple[Hands, ...] = ()
    rng: Random = field(default_factory=Random, compare=False)

    def hands(self, cards: Sequence[Card], seats: int, dealer: Seat, secret: bytes, redeal: int) -> Hands:
        """The hands prepared for this redeal. Raises Apart when none was foreseen."""
        if redeal >= len(self.dealings):
            raise Apart("the cards are dealt once more in the other world")
        piles = [self.rng.sample(hand, len(hand)) for hand in self.dealings[redeal]]
        first = left_of(dealer, seats)
        pack = [piles[(first + place) % seats].pop() for place in range(len(cards))]
        return dealing.dealt_round(pack, seats, self.each, dealer)


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


def _played_again(world: World, started: int, dealings: list[Dealing], rng: Random) -> World:
    """The deal in play once more from its seal on, with the given dealings."""
    sealed, before = world.log[started], world.history[started - 1][1]
    assert isinstance(sealed, DealSealed)
    stacked = Stacked(
        before.variant.dealing.each, before.variant.dealing.wash, tuple(d.hands for d in dealings), rng
    )
    table = before._replace(variant=replace(before.variant, dealing=stacked))
    dealt = [event for event in world.log[started:] if isinstance(event, HandsDealt)]
    lots = SameLots([event.first_caller for event in dealt])
    decided = consequences.run(table, lots, replace(sealed, secret=rng.randbytes(32)))
    events = [*decided.events]
    for move in _moves(world.log[started:], dealings):
        decided = _again(decided.state, move, lots)
        events.extend(decided.events)
    return World(world.history[:started] + _continued(before, events))


def _again(state: TableState, move: MakeMove | Event, lots: SameLots) -> Decided:
    if not isinstance(move, MakeMove):
        return consequences.run(state, lots, move)
    answer = decide.decide(state, move, lots)
    if not isinstance(answer, Decided):
        raise Apart(f"refused in the other world: {move} {answer}")
    return answer


def _continued(before: TableState, events: list[Event]) -> tuple[tuple[Event, TableState], ...]:
    states = list(accumulate(events, evolve.evolve, initial=before))
    return tuple(zip(events, states[1:], strict=True))


def _moves(events: Sequence[Event], dealings: list[Dealing]) -> Iterator[MakeMove | Event]:
    """What the seats did, to be done again; a hand-over is a thing everybody sees."""
    redeal = -1
    for event in events:
        match event:
            case HandsDealt():
                redeal += 1
            case happened.WashAnswered(seat, _):
                yield MakeMove(seat, AnswerWash(dealings[redeal].answers[seat]))
            case happened.CallMade(seat, call, entered) if not entered:
                yield MakeMove(seat, call)
            case happened.PartnerCalled(seat, card):
                yield MakeMove(seat, CallPartner(card))
            case happened.CardPlayed(seat, card):
                yield MakeMove(seat, PlayCard(card, seat))
            case happened.SeatHandedOver():
                yield event
            case _:
                pass


def _deal(state: TableState) -> Deal:
    assert state.deal is not None
    return state.deal
