"""The coach over whole games: every move rated, every claim proved and true in the deal, and strength."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest

from benchmarks.strength_players import Lots, coach, interval, margin, rule_player, states
from engine_server.advisor import claims
from engine_server.advisor.advice import Advice, advise
from engine_server.advisor.claims import Claim
from engine_server.advisor.hints import At, HintCode
from engine_server.advisor.reasons import Reason
from engine_server.game.redact import view_for
from engine_server.game.state import TableState, acting_seats, outcome_of
from engine_server.game.view import Phase, View
from engine_server.rules.cards import Card, Seat, Suit
from engine_server.rules.moves import Bid
from tests.advisor import checker
from tests.advisor.described import described
from tests.advisor.positions import bidding

TABLES: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = (
    ("floating", ()),
    ("singapore", ()),
    ("floating", (("solo_announce", "hidden"), ("scoring", "doubling"), ("trump_lead", "free"))),
    ("singapore", (("solo", "allowed"), ("scoring", "level_times"), ("nt_leader", "left"), ("double", "on"))),
    ("floating", (("wash", "player_choice"), ("wash_below", "7"), ("scoring", "tricks_won"))),
    ("singapore", (("trump_broken_by", "any_trump"), ("no_trump_on_first_trick", "on"), ("deals", "2"))),
)
MATCHES = 4


@cache
def positions() -> tuple[tuple[TableState, Seat, View, Advice], ...]:
    """A few thousand decisions: mixed tables, so that the coach also meets positions it would not reach."""
    return tuple(found for game, options in TABLES for found in _decisions(game, dict(options)))


def _decisions(game: str, options: dict[str, str]) -> Iterator[tuple[TableState, Seat, View, Advice]]:
    for seed in range(MATCHES):
        players = (coach, coach, coach, coach) if seed % 2 else (coach, rule_player, coach, rule_player)
        for state in states(game, options, seed, players):
            for seat in acting_seats(state):
                view = view_for(state, seat)
                yield state, seat, view, advise(view, Lots(0))


def test_every_legal_move_is_rated_once_best_first() -> None:
    assert len(positions()) > 3000
    for _, _, view, advice in positions():
        ratings = [rated.rating for rated in advice.moves]
        assert sorted(map(repr, view.legal_moves)) == sorted(repr(rated.move) for rated in advice.moves)
        assert ratings == sorted(ratings, reverse=True)
        assert all(0 <= rating <= 100 for rating in ratings)


def test_the_checker_proves_every_claim() -> None:
    met = set()
    for _, _, view, advice in positions():
        for claim in _claims(advice):
            met.add(type(claim).__name__)
            assert checker.is_true(claim, view), (claim, view.hand, view.trick)
    assert len(met) > 45


def test_no_claim_about_hidden_cards_is_false_in_the_deal_as_dealt() -> None:
    for state, seat, _, advice in positions():
        if state.phase is Phase.PLAY:
            for claim in _claims(advice):
                assert _fits_the_deal(claim, state, seat), claim


def _claims(advice: Advice) -> Iterator[Claim]:
    for reason in _reasons(advice):
        yield from reason.claims


def _reasons(advice: Advice) -> Iterator[Reason]:
    for rated in advice.moves:
        yield from rated.reasons
    for suspected in advice.suspicion:
        yield from suspected.reasons


def _fits_the_deal(claim: Claim, state: TableState, seat: Seat) -> bool:
    deal = state.deal
    assert deal is not None
    assert deal.contract is not None
    assert deal.called is not None
    declaring = outcome_of(state).declaring_side
    mine = set(declaring) if seat in declaring else set(range(4)) - set(declaring)
    rest = [card for other, hand in enumerate(deal.hands) if other != seat for card in hand]
    match claim:
        case claims.Friend():
            return claim.seat in mine
        case claims.OnlyHolder() | claims.Shown():
            return deal.called in deal.dealt[claim.seat]
        case claims.PartnerHas():
            return any(deal.called in deal.hands[s] for s in range(4) if s != deal.contract.declarer)
        case claims.Master():
            return not any(c.suit is claim.card.suit and c.rank > claim.card.rank for c in rest)
        case claims.SureWin():
            return not any(_beats(state, s, claim.card) for s in _later(state, seat))
        case claims.SideWins():
            return not any(_beats(state, s, claim.card) for s in _later(state, seat) if s not in mine)
        case claims.StaysAhead():
            cards = deal.trick.cards if deal.trick else ()
            best = cards[state.variant.tricks.winning_place(cards, deal.contract.trump)]
            return not any(_beats(state, s, best) for s in _later(state, seat) if s not in mine)
        case claims.Need():
            goal = deal.contract.target if seat in declaring else 14 - deal.contract.target
            return claim.n == max(0, goal - sum(trick.winner in mine for trick in deal.tricks))
        case _:
            return True


def _later(state: TableState, seat: Seat) -> list[Seat]:
    assert state.deal is not None
    played = len(state.deal.trick.cards) if state.deal.trick else 0
    return [(seat + step) % 4 for step in range(1, 4 - played)]


def _beats(state: TableState, seat: Seat, card: Card) -> bool:
    deal = state.deal
    assert deal is not None
    assert deal.contract is not None
    led = deal.trick.cards[0].suit if deal.trick else card.suit
    hand = deal.hands[seat]
    legal = [c for c in hand if c.suit is led] or hand
    return any(state.variant.tricks.beats(other, card, deal.contract.trump) for other in legal)


# --- codes and arguments -------------------------------------------------------------------------------


def test_every_code_is_described_once_and_given_with_its_arguments() -> None:
    assert list(described()) == [code.value for code in HintCode]
    for _, _, _, advice in positions():
        for reason in _reasons(advice):
            assert tuple(sorted(name for name, _ in reason.arguments)) == tuple(
                sorted(described()[reason.code])
            )


KINDS: dict[str, tuple[type, ...]] = {
    "n": (int,), "least": (int,), "percent": (int,), "trick": (int,), "needed": (int,), "points": (int,),
    "length": (int,), "short": (int,), "seat": (At,), "bid": (Bid,),
    "suit": (Suit,), "best": (Card, Bid),
}  # fmt: skip


def test_arguments_are_of_the_kind_their_name_says() -> None:
    for _, _, _, advice in positions():
        for reason in _reasons(advice):
            for name, value in reason.arguments:
                assert type(value) in KINDS.get(name, (Card,)), (reason.code, name)


# --- suspicion -----------------------------------------------------------------------------------------


def test_suspicion_sums_to_a_thousand_over_those_who_can_hold_the_card() -> None:
    seen = 0
    for _, seat, view, advice in positions():
        if view.partner is None:
            assert advice.suspicion == ()
            continue
        chances = {one.seat: one.per_mille for one in advice.suspicion}
        candidates = checker.holders(view) - {seat}
        assert set(chances) == set(range(4)) - {seat}
        assert {s for s, n in chances.items() if n > 0} == candidates
        assert sum(chances.values()) == (1000 if candidates else 0)
        seen += 1
    assert seen > 2000


def test_suspicion_is_worth_more_than_a_guess() -> None:
    """The true partner is given more than the share of an even guess, over all open cases."""
    gains = []
    for state, seat, view, advice in positions():
        candidates = checker.holders(view) - {seat}
        if view.partner is None or len(candidates) < 2:
            continue
        assert state.deal is not None
        holder = state.variant.sides.holder(view.partner.card, state.deal.dealt)
        given = next(one.per_mille for one in advice.suspicion if one.seat == holder)
        gains.append(given - 1000 / len(candidates))
    assert interval(gains)[1] > 0


# --- fair and steady -----------------------------------------------------------------------------------


def test_the_same_view_gets_the_same_advice() -> None:
    for _, _, view, advice in positions()[::50]:
        assert advise(replace(view), Lots(0)) == advice


def test_no_advice_without_a_move() -> None:
    view = replace(bidding("SA"), legal_moves=())

    with pytest.raises(ValueError, match="no move"):
        advise(view, Lots(0))


# --- strength ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["floating", "singapore"])
def test_four_robots_reach_sensible_contracts(game: str) -> None:
    made, levels = [], set()
    for seed in range(12):
        *_, last = states(game, {"deals": "3"} if game == "floating" else {}, seed, (coach,) * 4)
        lines = last.lines
        for number in {line.deal for line in lines}:
            reasons = {line.reason.value for line in lines if line.deal == number}
            made.append(any("made" in reason for reason in reasons))
    for state in states(game, {}, 3, (coach,) * 4):
        if state.deal is not None and state.deal.contract is not None:
            levels.add(state.deal.contract.level)
    assert 0.4 < sum(made) / len(made) < 0.95
    assert max(levels) <= 5


@pytest.mark.parametrize("game", ["floating", "singapore"])
def test_the_coach_beats_the_rule_player(game: str) -> None:
    mean, _, _ = interval([margin(game, {}, seed, coach, rule_player) for seed in range(12)])

    assert mean > 0
