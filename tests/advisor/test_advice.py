"""The coach over whole games: every move rated, every claim proved and true in the deal, and strength."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cache
from itertools import count as count_from
from itertools import cycle, islice
from typing import TypeAlias

import pytest

from benchmarks.strength_players import Lots, coach, interval, margin, rule_player, states
from engine_server.advisor import claims
from engine_server.advisor.advice import Advice, advise, choose
from engine_server.advisor.claims import Claim
from engine_server.advisor.counting import Count
from engine_server.advisor.hints import At, HintCode
from engine_server.advisor.natural.codes import NaturalCode
from engine_server.advisor.reasons import RatedMove, Reason
from engine_server.game.redact import view_for
from engine_server.game.state import TableState, acting_seats, outcome_of
from engine_server.game.view import View
from engine_server.rules.cards import Card, Denomination, Rank, Seat, Suit
from engine_server.rules.moves import PASS, REDOUBLE, Bid, Move, PlayCard
from engine_server.rules.options import Number
from engine_server.rules.phases import Phase
from engine_server.rules.variants import game_of
from tests.advisor import checker
from tests.advisor.described import against, described
from tests.advisor.positions import bidding

TABLES: tuple[tuple[str, str], ...] = (
    ("floating", ""),
    ("singapore", ""),
    (
        "floating",
        "solo_announce=hidden scoring=doubling trump_lead=free first_caller=random first_dealer=first_seat",
    ),
    ("singapore", "solo=allowed scoring=level_times nt_leader=left double=on beaten_pays=all_but_declarer"),
    (
        "floating",
        "wash=player_choice wash_below=7 wash_formula=suit5plus scoring=tricks_won first_caller=dealer",
    ),
    ("singapore", "trump_broken_by=any_trump no_trump_on_first_trick=on deals=2 wash_formula=hcp"),
    ("floating", "double=on wash=auto solo=forbidden all_pass=same_dealer claim_when_decided=on"),
    ("singapore", "double=on deals=2 all_pass=next_dealer"),
)
"""Games with the house rules that are not as usual. Where doubling is on, some tables bid wildly."""
POSITIONS = 1_300
"""Decisions looked at a table: more than 10,000 in all."""
Position: TypeAlias = tuple[TableState, Seat, View, Advice]


def options_of(rules: str) -> dict[str, str]:
    return dict(rule.split("=") for rule in rules.split())


def test_every_house_rule_is_among_the_tables() -> None:
    met: set[tuple[str, str]] = set()
    for game, rules in TABLES:
        met |= set(game_of(game).read(options_of(rules)).as_text())
    for game in ("floating", "singapore"):
        for option in game_of(game).options:
            for value in () if isinstance(option, Number) else option.values:
                assert (option.key, str(value)) in met


def wild(view: View) -> Move:
    """Calls at random, mostly something cheap, and plays as the coach does."""
    if view.phase is not Phase.AUCTION:
        return coach(view)
    draw = random.Random(f"{view.hand} {view.calls}")
    return draw.choice(view.legal_moves[: draw.choice((4, 4, 4, 12))])


def decisions(table: int) -> Iterator[tuple[TableState, Seat]]:
    """Decisions at mixed tables without end, so that the coach also meets positions it would not reach."""
    game, rules = TABLES[table]
    others = (rule_player, coach, wild) if "double=on" in rules else (rule_player, coach)
    for seed, other in zip(count_from(0), cycle(others), strict=False):
        for state in states(game, options_of(rules), seed, (coach, other) * 2):
            for seat in acting_seats(state):
                yield state, seat


def advised(table: int, every: int, many: int) -> Iterator[Position]:
    """A sample of the decisions at a table, with what the seat sees and is told."""
    for state, seat in islice(decisions(table), 0, every * many, every):
        view = view_for(state, seat)
        yield state, seat, view, advise(view, Lots(0))


@cache
def some(table: int, every: int = 7, many: int = 250) -> tuple[Position, ...]:
    """Such a sample, kept for several tests."""
    return tuple(advised(table, every, many))


@pytest.mark.parametrize("table", range(len(TABLES)))
def test_all_that_is_said_is_proved_by_the_checker_and_true_in_the_deal(table: int) -> None:
    met = set()
    for state, seat, view, advice in advised(table, 1, POSITIONS):
        _is_whole(view, advice)
        _has_its_arguments(advice)
        _adds_up(view, seat, advice)
        _speaks_for_the_best(view, advice.moves[0])
        _minds_its_friends(view, advice)
        for claim in _claims(advice):
            met.add(type(claim))
            assert checker.is_true(claim, view), (claim, view.hand, view.trick)
            assert state.phase is not Phase.PLAY or _fits_the_deal(claim, state, seat), claim
    assert len(met) > 50


GENERIC = {
    HintCode.PREFER,
    HintCode.BID_OTHER,
    HintCode.PASS_NOT_BEST,
    HintCode.LEAD_LEAST,
    HintCode.LEAST_LOSS,
}
"""What is said when there is nothing to claim."""


@pytest.mark.parametrize("table", [0, 1])
def test_seldom_is_nothing_claimed(table: int) -> None:
    said = [rated.reason for _, _, _, advice in advised(table, 1, 1000) for rated in advice.moves]

    assert sum(reason.code in GENERIC for reason in said) < len(said) / 100
    assert all(reason.claims for reason in said if reason.code not in GENERIC)


def _is_whole(view: View, advice: Advice) -> None:
    """Every legal move is rated once, best first, with a reason; the best with three at most, each once."""
    ratings = [rated.rating for rated in advice.moves]
    assert sorted(map(repr, view.legal_moves)) == sorted(repr(rated.move) for rated in advice.moves)
    assert ratings == sorted(ratings, reverse=True)
    assert choose(view, Lots(0)) == advice.moves[0].move
    assert all(0 <= rating <= 100 for rating in ratings)
    codes = [reason.code for reason in advice.moves[0].reasons]
    assert len(codes) == len(set(codes)) <= 3
    assert all(len(rated.reasons) == 1 for rated in advice.moves[1:])


THROWS = {
    HintCode.DISCARD_LOW,
    HintCode.DISCARD_LAST,
    HintCode.KEEP_GUARD,
    HintCode.KEEP_WINNER,
    HintCode.LEAST_LOSS,
    HintCode.NO_RUFF,
}


def _speaks_for_the_best(view: View, best: RatedMove) -> None:
    """Nothing that is said of the advised move is a reason against it, nor is a figure that is told."""
    assert not {reason.code.value for reason in best.reasons} & against()
    percent = dict(best.reason.arguments).get("percent")
    if isinstance(best.move, Bid):
        assert isinstance(percent, int)
        assert percent >= _least(best.reason), (best, view.hand, view.calls)
    elif best.move == REDOUBLE:
        assert isinstance(percent, int)
        assert percent >= 80
    elif isinstance(percent, int) and best.move == PASS:
        assert percent < 50
    if best.reason.code in THROWS:
        assert isinstance(best.move, PlayCard)
        _is_no_trump_and_the_lowest(view, best.move.card)


def _minds_its_friends(view: View, advice: Advice) -> None:
    """A friend's trick is called the friend's, and is not taken while it stands and a card loses to it."""
    best, lead = advice.moves[0], checker.leads(view) if view.phase is Phase.PLAY else None
    if lead is None or lead[0] not in checker.friends_of(view):
        return
    assert best.reason.code is not HintCode.CANNOT_WIN
    assert not {rated.reason.code for rated in advice.moves} & {HintCode.LOSES_TRICK, HintCode.LOSES_SO_FAR}
    spared = [card for card in checker.plays(view) if not checker.beats_table(view, card)]
    decides = best.reason.code in (HintCode.SETTING_TRICK, HintCode.MAKING_TRICK)
    if spared and checker.is_true(claims.Stands(), view) and not decides:
        assert isinstance(best.move, PlayCard)
        assert not checker.beats_table(view, best.move.card), (best, view.hand, view.trick)


def _least(reason: Reason) -> int:
    """The chance that is good enough to bid: even, less to catch the leader, a tenth to better one's own."""
    met = {type(claim) for claim in reason.claims}
    return 10 if claims.Likelier in met else 25 if claims.LastDeal in met else 50


def _is_no_trump_and_the_lowest(view: View, card: Card) -> None:
    """Who throws a card throws no trump, and keeps no lower card of its suit but one that was called."""
    assert view.contract is not None
    assert card.suit != view.contract.trump
    lower = [held for held in view.hand if held.suit is card.suit and held.rank < card.rank]
    assert all(checker.is_true(claims.Called(held), view) for held in lower), (card, view.hand)


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
        case claims.MeetsFriend():
            return any(claim.card in deal.hands[s] for s in _later(state, seat) if s in mine)
        case claims.HasNone():
            return not any(card.suit is claim.suit for card in deal.hands[claim.seat])
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


# --- the checker itself --------------------------------------------------------------------------------


def _altered(claim: Claim) -> Iterator[Claim]:
    """The claim with one thing in it changed: another card, seat, suit, number or answer."""
    for field in fields(claim):  # type: ignore[arg-type]
        value = getattr(claim, field.name)
        others = ((value + 1) % 4, (value + 2) % 4) if field.name == "seat" else _others(value)
        for other in others:
            yield replace(claim, **{field.name: other})  # type: ignore[type-var]


def _others(value: object) -> tuple[object, ...]:
    match value:
        case Card(suit, rank):
            return (Card(suit, Rank((rank + 4) % 13 + 2)), Card(Suit((suit + 1) % 4), rank))
        case bool():
            return (not value,)
        case Suit():
            return (Suit((value + 1) % 4),)
        case Denomination():
            return (Denomination((value + 1) % 5),)
        case Bid(level, named):
            return (Bid(level % 7 + 1, named),)
        case int():
            return (value - 1,) if value > 1 else (value + 1,)
        case _:
            raise AssertionError(value)


OF_THE_TABLE: set[type[Claim]] = {claims.OvertricksAreNothing}
"""What the house rules make true or false for every bid."""


@pytest.mark.parametrize("table", [0, 1])
def test_altered_claims_are_judged_alike_by_coach_and_checker_and_mostly_false(table: int) -> None:
    judged: dict[type[Claim], set[bool]] = {}
    for _, _, view, advice in some(table):
        for claim in {altered for said in _claims(advice) for altered in _altered(said)}:
            verdict = claim.holds(Count(view))
            assert checker.is_true(claim, view) is verdict, (claim, view.hand, view.trick)
            judged.setdefault(type(claim), set()).add(verdict)
    assert len(judged) > 30
    assert {claim for claim, verdicts in judged.items() if False not in verdicts} <= OF_THE_TABLE


PLANTED = [
    claims.Master,
    claims.NotMaster,
    claims.SureWin,
    claims.Friend,
    claims.Void,
    claims.Equal,
    claims.Higher,
    claims.Loses,
    claims.Stands,
    claims.OnlyHigher,
    claims.MayBeRuffed,
    claims.GuardedBy,
    claims.LongerThan,
]


@pytest.mark.parametrize("claim", PLANTED)
def test_a_claim_that_the_coach_takes_for_granted_is_caught(
    claim: type[Claim], monkeypatch: pytest.MonkeyPatch
) -> None:
    views = [view for table in (0, 1) for _, _, view, _ in some(table, 3, 600)]
    monkeypatch.setattr(claim, "holds", lambda self, count: True)
    told = ((one, view) for view in views for one in _claims(advise(view, Lots(0))))
    assert any(isinstance(one, claim) and not checker.is_true(one, view) for one, view in told)


# --- codes and arguments -------------------------------------------------------------------------------


def test_every_code_is_described_once() -> None:
    assert list(described()) == [code.value for code in (*HintCode, *NaturalCode)]


KINDS: dict[str, tuple[type, ...]] = {
    "n": (int,), "least": (int,), "percent": (int,), "trick": (int,), "needed": (int,), "points": (int,),
    "length": (int,), "short": (int,), "seat": (At,), "bid": (Bid,),
    "suit": (Suit,), "best": (Card, Bid),
}  # fmt: skip


def _has_its_arguments(advice: Advice) -> None:
    """Each reason brings the arguments that its code is described with, of the kind their name says."""
    for reason in _reasons(advice):
        assert sorted(name for name, _ in reason.arguments) == sorted(described()[reason.code])
        for name, value in reason.arguments:
            assert type(value) in KINDS.get(name, (Card,)), (reason.code, name)


# --- suspicion -----------------------------------------------------------------------------------------


def _adds_up(view: View, seat: Seat, advice: Advice) -> None:
    """The chances are for those who can hold the card, 1,000 together, and each seat's has a reason."""
    if view.partner is None:
        assert advice.suspicion == ()
        return
    chances = {one.seat: one.per_mille for one in advice.suspicion}
    candidates = checker.holders(view) - {seat}
    assert set(chances) == set(range(4)) - {seat}
    assert {s for s, n in chances.items() if n > 0} == candidates
    assert sum(chances.values()) == (1000 if candidates else 0)
    assert all(one.reasons for one in advice.suspicion)
    for one in advice.suspicion:
        certain = {HintCode.SUSPECT_SHOWN if view.partner.shown else HintCode.SUSPECT_ONLY_ONE_LEFT}
        told = {one.reasons[0].code} & {HintCode.SUSPECT_SHOWN, HintCode.SUSPECT_ONLY_ONE_LEFT}
        assert one.per_mille != 1000 or told == certain


# --- fair and steady -----------------------------------------------------------------------------------


def test_the_same_view_gets_the_same_advice() -> None:
    for _, _, view, advice in some(0):
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
