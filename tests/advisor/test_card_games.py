"""German and Italian Bridge over whole deals: every move is rated, every claim proved and true as dealt."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from itertools import count as count_from
from itertools import islice
from typing import TypeAlias

import pytest

from benchmarks.strength_players import Lots, coach, states
from engine_server.advisor import claims, claims_of_goals, claims_of_points
from engine_server.advisor.advice import Advice, advise, choose
from engine_server.advisor.claims import Claim
from engine_server.advisor.counting import Count
from engine_server.advisor.hints import At, HintCode
from engine_server.advisor.reasons import Reason
from engine_server.game.redact import view_for
from engine_server.game.state import TableState, acting_seats, declaring_side
from engine_server.game.view import View
from engine_server.rules.cards import Card, Rank, Seat, Suit
from engine_server.rules.moves import Move
from engine_server.rules.phases import Phase
from tests.advisor import card_checker
from tests.advisor.described import described

TABLES: tuple[tuple[str, str], ...] = (
    ("german", ""),
    ("german", "players=7 scoring=ten_plus_bid_else_0 first_bidder=left"),
    ("german", "players=3 hand_sequence=short scoring=tricks_plus_10"),
    ("german", "simultaneous_bids=on last_deal_trump=cut hand_sequence=13-13-1-5"),
    ("german", "hook=off last_deal_trump=dealers_last_card hand_sequence=13-12-2"),
    ("italian", ""),
    ("italian", "bidding=auction"),
    ("italian", "solo=on no_trump=on scoring=zero_sum"),
    ("italian", "bidding=auction solo=on no_trump=on scoring=signed"),
)
EVERY = 5
"""One decision of so many is looked at."""
POSITIONS = 400
Position: TypeAlias = tuple[TableState, View]


def wild(view: View) -> Move:
    """One time in three a move at random, so that the coach also meets positions it would not reach."""
    draw = random.Random(f"{view.hands} {view.calls} {view.trick}")
    return draw.choice(view.legal_moves) if draw.random() < 0.35 else coach(view)


def decisions(table: int) -> Iterator[tuple[TableState, Seat]]:
    """Decisions at mixed tables without end."""
    game, rules = TABLES[table]
    options = dict(rule.split("=") for rule in rules.split())
    for seed in count_from(0):
        for state in states(game, options, seed, (coach, wild) * 4):
            for seat in acting_seats(state)[:1]:
                yield state, seat


def some(table: int, many: int, every: int) -> Iterator[Position]:
    """A sample of them, with what the seat sees."""
    for state, seat in islice(decisions(table), 0, every * many, every):
        yield state, view_for(state, seat)


@cache
def views_of(table: int) -> tuple[View, ...]:
    """What is seen in a sample of them."""
    return tuple(view for _, view in some(table, 200, 5))


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_all_that_is_said_is_proved_by_the_checker_and_true_in_the_deal(table: int) -> None:
    met: Counter[str] = Counter()
    for state, view in some(table, POSITIONS, EVERY):
        advice = advise(view, Lots(0))
        judge(state, view, advice)
        met.update(reason.code for reason in _reasons(advice))
    plain = met[HintCode.PREFER] + met[HintCode.LEAST_LOSS] + met[HintCode.LEAD_LEAST]
    assert len(met) > 20
    assert plain < sum(met.values()) / 12


def judge(state: TableState, view: View, advice: Advice) -> None:
    """Every legal move is rated once, best first; every claim is proved, and true in the deal."""
    ratings = [rated.rating for rated in advice.moves]
    assert sorted(map(repr, view.legal_moves)) == sorted(repr(rated.move) for rated in advice.moves)
    assert ratings == sorted(ratings, reverse=True)
    assert choose(view, Lots(0)) == advice.moves[0].move
    assert all(0 <= rating <= 100 for rating in ratings)
    for reason in set(_reasons(advice)):
        _has_its_arguments(reason, view)
        for claim in reason.claims:
            assert card_checker.is_true(claim, view), (claim, reason.code, view.hand, view.trick)
            assert claim.holds(Count(view))
            assert state.phase is not Phase.PLAY or _fits_the_deal(claim, state, view), claim


def _reasons(advice: Advice) -> Iterator[Reason]:
    for rated in advice.moves:
        yield from rated.reasons
    for one in advice.suspicion:
        yield from one.reasons


def _has_its_arguments(reason: Reason, view: View) -> None:
    """Those it is described with; a seat is one that somebody else sits on."""
    assert sorted(name for name, _ in reason.arguments) == sorted(described()[reason.code])
    for name, value in reason.arguments:
        if name == "seat":
            assert isinstance(value, At)
            assert value.seat in set(range(view.variant.seats)) - {view.viewer}


def _fits_the_deal(claim: Claim, state: TableState, view: View) -> bool:
    deal, seat = state.deal, view.viewer
    assert deal is not None
    assert seat is not None
    declaring = set(declaring_side(state))
    friends = declaring if seat in declaring else set(range(view.variant.seats)) - declaring
    rest = [card for other, hand in enumerate(deal.hands) if other != seat for card in hand]
    coming = card_checker.later(view)
    match claim:
        case claims.Friend():
            return view.variant.key == "italian" and claim.seat in friends
        case claims.Master():
            height = card_checker.height
            same = [card for card in rest if card.suit is claim.card.suit]
            return all(height(view, card) < height(view, claim.card) for card in same)
        case claims.SureWin():
            return not any(_beats(state, view, other, claim.card) for other in coming)
        case claims.SideWins():
            foes = [other for other in coming if other not in friends or not declaring]
            return not any(_beats(state, view, other, claim.card) for other in foes)
        case claims.PartnerHas():
            return claim.card in rest and claim.card not in deal.hands[view.declarer or 0]
        case _:
            return True


def _beats(state: TableState, view: View, seat: Seat, card: Card) -> bool:
    assert state.deal is not None
    led = state.deal.trick.cards[0].suit if state.deal.trick else card.suit
    hand = state.deal.hands[seat]
    legal = [other for other in hand if other.suit is led] or hand
    return any(card_checker.higher(view, other, card) for other in legal)


# --- the tricks that cannot be lost, played out ---------------------------------------------------------


def test_sure_trumps_are_won_however_the_cards_are_played() -> None:
    seen = 0
    for seed in range(25):
        said: dict[Seat, int] = {}
        for state in states("german", {}, seed, (_random,) * 4):
            deal = state.deal
            if deal is None:
                continue
            if state.phase is Phase.AUCTION:
                for seat in acting_seats(state):
                    view = view_for(state, seat)
                    said[seat] = card_checker.sure(view, list(view.hand))
                    count = Count(view)
                    assert said[seat] == 0 or claims_of_goals.SureTrumps(said[seat]).holds(count)
            if state.phase is Phase.PLAY and not any(deal.hands[1:]) and deal.trick is None:
                continue
            if state.phase is Phase.PLAY and len(deal.tricks) == len(deal.dealt[0]) - 1 and deal.trick:
                seen += sum(said.values()) > 0
                for seat, least in said.items():
                    won = sum(trick.winner == seat for trick in deal.tricks)
                    assert won + 1 >= least
    assert seen > 50


def _random(view: View) -> Move:
    return random.Random(f"{view.hands} {view.trick} {len(view.tricks)}").choice(view.legal_moves)


# --- the checker itself --------------------------------------------------------------------------------


@pytest.mark.parametrize("table", [0, 5])
def test_altered_claims_are_judged_alike_by_coach_and_checker_and_mostly_false(table: int) -> None:
    judged: dict[type[Claim], set[bool]] = {}
    for _, view in some(table, 200, 7):
        for claim in {altered for said in _claims(advise(view, Lots(0))) for altered in _altered(said)}:
            if isinstance(claim, OF_A_PLAY) and claim.card not in card_checker.plays(view):
                continue
            verdict = claim.holds(Count(view))
            assert card_checker.is_true(claim, view) is verdict, (claim, view.hand, view.trick)
            judged.setdefault(type(claim), set()).add(verdict)
    assert len(judged) > 20
    assert {claim for claim, verdicts in judged.items() if False not in verdicts} <= set(OF_A_PLAY)


def _claims(advice: Advice) -> Iterator[Claim]:
    for reason in _reasons(advice):
        yield from reason.claims


def _altered(claim: Claim) -> Iterator[Claim]:
    """The claim with a card, suit or number in it changed."""
    for field in fields(claim):  # type: ignore[arg-type]
        match getattr(claim, field.name):
            case Card(suit, rank):
                others = (Card(Suit((suit + 1) % 4), rank), Card(suit, Rank.SEVEN if rank > 9 else Rank.KING))
                yield from (replace(claim, **{field.name: other}) for other in others)  # type: ignore[type-var]
            case Suit() as suit:
                yield replace(claim, **{field.name: Suit((suit + 1) % 4)})  # type: ignore[type-var]
            case int() as number if field.name in ("n", "percent", "points"):
                yield replace(claim, **{field.name: number + 1})  # type: ignore[type-var]
                yield replace(claim, **{field.name: number - 1})  # type: ignore[type-var]


OF_A_PLAY = (claims.InDanger, claims.SideWins, claims.SureWin, claims_of_points.RivalMayTake)
"""Claims that mean something of a card that may be played, and of no other."""


PLANTED: tuple[tuple[int, type[Claim]], ...] = (
    (0, claims.SureWin),
    (0, claims_of_goals.SureTrumps),
    (0, claims_of_goals.SureWithout),
    (0, claims_of_goals.HighestLoser),
    (0, claims_of_goals.LowHand),
    (5, claims.Friend),
    (5, claims.Undecided),
    (5, claims_of_points.LeastPoints),
    (5, claims_of_points.RivalMayTake),
    (5, claims_of_points.MorePoints),
)


@pytest.mark.parametrize(("table", "claim"), PLANTED)
def test_a_claim_that_the_coach_takes_for_granted_is_caught(
    table: int, claim: type[Claim], monkeypatch: pytest.MonkeyPatch
) -> None:
    views = views_of(table)
    monkeypatch.setattr(claim, "holds", lambda self, count: True)
    told = ((one, view) for view in views for one in _claims(advise(view, Lots(0))))
    assert any(isinstance(one, claim) and not card_checker.is_true(one, view) for one, view in told)
