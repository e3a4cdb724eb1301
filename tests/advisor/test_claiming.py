"""Robots grant a claim exactly when it is right: random endings, checked against trying every play."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from engine_server.advisor import claiming
from engine_server.advisor.advice import advise, choose
from engine_server.advisor.claiming import Ending, all_hands, is_right, side_of, sure_together, sure_tricks
from engine_server.application.hints import PositionChance
from engine_server.game.redact import view_for
from engine_server.game.state import TableState, acting_seats, next_hand, tricks_left
from engine_server.game.state import side_of as true_side
from engine_server.game.view import View
from engine_server.rules.cards import ALL_CARDS, Card, Seat, Suit, in_hand_order
from engine_server.rules.decks import Deck
from engine_server.rules.moves import AnswerClaim, AnswerUndo, AskUndo, Claim, Concede
from engine_server.rules.tricks import Situation, TrickRules, TrumpBrokenBy, TrumpLead, ring_from
from tests.game.test_manners import Manners, may_claim

Hands = tuple[tuple[Card, ...], ...]
RULES = (
    TrickRules(Deck()),
    TrickRules(Deck(), trump_lead=TrumpLead.UNTIL_BROKEN),
    TrickRules(Deck(), trump_lead=TrumpLead.UNTIL_BROKEN, trump_broken_by=TrumpBrokenBy.ANY_TRUMP),
)


def best(
    rules: TrickRules, side: frozenset[Seat], trump: Suit | None, hands: Hands, leader: Seat, broken: bool
) -> int:
    """The tricks a side takes with best play of all, by trying everything. Written by itself."""
    hand_count = len(hands)

    @cache
    def rest(held: Hands, order: tuple[Seat, ...], table: tuple[Card, ...], broken: bool) -> int:
        if len(table) == len(order):
            place = rules.winning_place(table, trump)
            won = int(order[place] in side)
            if not any(held):
                return won
            return won + rest(held, ring_from(range(hand_count), order[place]), (), broken)
        hand = order[len(table)]
        legal = rules.legal(held[hand], Situation(trump, table, False, broken))
        values, utmost = [], len(held[hand]) if hand in side else 0
        for card in legal:
            left = tuple(c for c in held[hand] if c != card)
            cards = (*table, card)
            after = rules.broken_after(cards, trump, broken)
            values.append(rest((*held[:hand], left, *held[hand + 1 :]), order, cards, after))
            if values[-1] == utmost:
                return utmost  # nobody can do better than all the tricks, or none
        return max(values) if hand in side else min(values)

    return rest(hands, ring_from(range(hand_count), leader), (), broken)


def ending(rng: Random, size: int, hands: int = 4) -> Hands:
    cards = rng.sample(ALL_CARDS, size * hands)
    return tuple(in_hand_order(cards[n * size : (n + 1) * size]) for n in range(hands))


def strong_side(rng: Random) -> Hands:
    """An ending in which two opposite hands have most of the high cards."""
    cards = sorted(rng.sample(ALL_CARDS, 16), key=lambda card: card.rank + rng.random() * 4, reverse=True)
    strong, weak = cards[:8], cards[8:]
    rng.shuffle(strong)
    rng.shuffle(weak)
    return tuple(map(in_hand_order, (strong[:4], weak[:4], strong[4:], weak[4:])))


@pytest.mark.parametrize("seed", range(100))
def test_the_search_finds_what_trying_everything_finds(seed: int) -> None:
    rng = Random(seed)
    hands, leader = ending(rng, rng.choice((2, 3, 3, 4))), rng.randrange(4)
    rules, trump = rng.choice(RULES), rng.choice((None, *Suit))
    side, broken = frozenset(rng.choice(((0, 2), (1, 3), (0,), (2, 1, 3)))), rng.random() < 0.5
    value = best(rules, side, trump, hands, leader, broken)
    for wanted in range(len(hands[0]) + 1):
        searched = Ending(
            rules=rules,
            ring=(0, 1, 2, 3),
            side=side,
            trump=trump,
            hands=hands,
            order=ring_from((0, 1, 2, 3), leader),
            table=(),
            broken=broken,
            first_trick=False,
            budget=10**6,
        )
        assert searched.takes(wanted) is (value >= wanted), (hands, leader, trump, side, wanted, value)


@pytest.mark.parametrize("seed", range(100))
def test_sure_tricks_are_never_more_than_there_are(seed: int) -> None:
    """However the other cards lie: each hand on lead against the two or three others."""
    rng = Random(1000 + seed)
    hands = ending(rng, 4) if seed % 2 else strong_side(rng)
    rules, trump = rng.choice(RULES), rng.choice((None, *Suit))
    broken = rng.random() < 0.5
    barred = rules.trump_lead is TrumpLead.UNTIL_BROKEN and not broken
    heap = tuple(card for hand in hands[1:] for card in hand)
    for others in ((heap,), hands[1:]):
        sure = sure_tricks(rules, hands[0], others, trump, barred=barred)
        assert sure <= best(rules, frozenset({0}), trump, hands, 0, broken)
    friends = sure_tricks(rules, hands[0], (hands[1], hands[3]), trump, barred=barred, friends=hands[2])
    together = sure_together(rules, hands[0], hands[2], (hands[1], hands[3]), trump, barred=barred)
    assert friends <= together <= best(rules, frozenset({0, 2}), trump, hands, 0, broken)


def exact(state: TableState, seat: Seat) -> int:
    """What the claimant's side takes, by trying everything on the whole state at the beginning of a trick."""
    deal = state.deal
    assert deal is not None
    trump = None if deal.trump is None else deal.trump.trump
    leader = deal.tricks[-1].winner
    assert leader is not None
    side = frozenset(true_side(state, seat))
    ring = state.variant.sides.ring(deal.declarer)
    place = {hand: n for n, hand in enumerate(ring)}
    hands = tuple(deal.hands[hand] for hand in ring)
    rules, broken = state.variant.tricks, deal.trump_broken
    return best(rules, frozenset(place[hand] for hand in side), trump, hands, place[leader], broken)


def short_ending(state: TableState) -> bool:
    deal = state.deal
    if deal is None or not may_claim(state):
        return False
    return deal.trick is None and bool(deal.tricks) and 2 <= tricks_left(deal) <= 3


def opened(game: str, seed: int) -> Manners:
    """A table at which hands are large from the first deal on."""
    return Manners(game, seed, hand_sequence="down") if game == "german" else Manners(game, seed)


OPEN_GAMES = ("rubber", "minibridge", "chicago", "three_handed", "honeymoon", "duplicate")


@pytest.mark.parametrize("game", OPEN_GAMES)
def test_where_all_hands_are_known_right_claims_are_granted_and_wrong_ones_refused(game: str) -> None:
    granted = refused = 0
    for seed in range(18):
        table = Manners(game, 100 + seed).until(short_ending)
        seat = table.speaker()
        left, value = tricks_left(table.deal), exact(table.state, seat)
        wanted = Random(seed).randrange(1, left + 1)
        table.move(seat, Claim(wanted))
        for other in acting_seats(table.state):
            view = view_for(table.state, other)
            assert view.claim is not None
            assert set(side_of(view, seat)) == set(true_side(table.state, seat))
            if other in true_side(table.state, seat):
                continue
            assert all_hands(view) == tuple(table.deal.hands)
            answer = choose(view, PositionChance(view))
            assert answer == AnswerClaim(value >= wanted)
            granted, refused = granted + (value >= wanted), refused + (value < wanted)
    assert min(granted, refused) >= 3


def test_the_partner_does_not_let_tricks_go_that_are_sure() -> None:
    told = set()
    for seed in range(40):
        table = Manners("minibridge", 300 + seed).until(short_ending)
        declarer = table.deal.declarer
        assert declarer is not None
        seat = (declarer + 1) % 4
        value, left = exact(table.state, seat), tricks_left(table.deal)
        wanted = Random(seed).randrange(1, left)
        table.move(seat, Claim(wanted))
        view = view_for(table.state, (declarer + 3) % 4)
        assert view.claim is not None
        assert is_right(view, view.claim) is (value <= wanted)
        told.add(value <= wanted)
    assert told == {False, True}


@pytest.mark.parametrize("game", ["floating", "singapore", "german", "italian"])
def test_where_hands_are_hidden_nothing_is_granted_that_the_cards_shown_do_not_prove(game: str) -> None:
    granted = 0
    for seed in range(40):
        table = opened(game, 500 + seed).until(short_ending)
        seat = next_hand(table.state)
        left, value = tricks_left(table.deal), exact(table.state, seat)
        table.move(seat, Claim(left))
        for other in acting_seats(table.state):
            view = view_for(table.state, other)
            assert view.claim is not None
            right = is_right(view, view.claim)
            assert not right or value >= left
            granted += right
    assert granted > 0


@pytest.mark.parametrize("game", ["floating", "rubber"])
def test_opponents_grant_a_concession(game: str) -> None:
    table = Manners(game, 5).until(may_claim)
    seat = table.speaker()
    table.move(seat, Concede())
    for other in acting_seats(table.state):
        if other not in true_side(table.state, seat):
            view = view_for(table.state, other)
            assert choose(view, PositionChance(view)) == AnswerClaim(True)


def test_a_robot_agrees_to_an_undo_and_says_why() -> None:
    table = Manners("duplicate", 4)
    table.step()
    mover = table.deal.mover
    assert mover is not None
    table.move(mover, AskUndo())
    view = view_for(table.state, acting_seats(table.state)[0])
    advice = advise(view, PositionChance(view))
    assert [rated.move for rated in advice.moves] == [AnswerUndo(True), AnswerUndo(False)]
    assert advice.moves[0].reason.code.value == "hint.undo_grant"


def test_what_cannot_be_searched_in_time_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the first trick with everything open: the search ends within its budget, whatever it finds."""
    tried: list[View] = []
    for seed in range(6):
        table = Manners("rubber", seed).until(lambda state: may_claim(state) and opened_dummy(state))
        declarer = table.deal.declarer
        assert declarer is not None
        table.move(declarer, Claim(tricks_left(table.deal)))
        tried.append(view_for(table.state, acting_seats(table.state)[0]))
    for view in tried:
        hands = all_hands(view)
        assert hands is not None
        search = Ending.of(view, hands, side_of(view, view.claim.seat if view.claim else 0))
        search.takes(tricks_left_of(view))
        assert search.budget >= -1
    monkeypatch.setattr(claiming.Ending, "takes", lambda self, wanted: None)
    for view in tried:
        assert choose(view, PositionChance(view)) == AnswerClaim(False)


def opened_dummy(state: TableState) -> bool:
    return state.deal is not None and bool(state.deal.open_cards)


def tricks_left_of(view: View) -> int:
    return max(seat.cards_left for seat in view.seats)
