"""The coach: hint, robot and review ask it alike, so they never contradict each other.

It sees the view of the seat that must act and nothing else, and the same view always gets the same answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias

from engine_server.advisor.also import also_for_card
from engine_server.advisor.bidding import answer_wash, rate_calls
from engine_server.advisor.calling import rate_cards
from engine_server.advisor.captures import rate_captures
from engine_server.advisor.claiming import rate_answers
from engine_server.advisor.claims import OnlyLegal
from engine_server.advisor.counting import Count
from engine_server.advisor.discarding import discard_thoughts
from engine_server.advisor.drawing import rate_draws
from engine_server.advisor.exactness import rate_exact
from engine_server.advisor.faults import rate_less
from engine_server.advisor.following import follow_thoughts, ruff_thoughts
from engine_server.advisor.goal_bids import rate_goals
from engine_server.advisor.hints import HintCode
from engine_server.advisor.leading import lead_thoughts
from engine_server.advisor.naming import rate_contracts
from engine_server.advisor.openings import rate_openings
from engine_server.advisor.partnership import rate_for_oneself, rate_with_partner
from engine_server.advisor.plain import rate_alike
from engine_server.advisor.reasons import RatedMove, proved
from engine_server.advisor.suspicion import Suspicion, suspicions
from engine_server.game.view import View
from engine_server.rules.auctions import Ladder
from engine_server.rules.declarations import CallCard
from engine_server.rules.goals import Goals, GoalScore
from engine_server.rules.moves import Move
from engine_server.rules.openings import CapturedPoints, Naming, Openings, PointAuction
from engine_server.rules.phases import Phase
from engine_server.rules.point_count import NameGoal
from engine_server.rules.sides import HolderOfCalledCard, Pairs
from engine_server.rules.tricks import TrickRules
from engine_server.rules.variant import Variant

Family: TypeAlias = Callable[[Count], Iterator[RatedMove]]
"""Rules that rate every legal move of one kind of decision."""


class Chance(Protocol):
    """Where the coach draws lots between moves it cannot tell apart."""

    def below(self, limit: int) -> int:
        """An even draw of 0 .. limit - 1."""
        ...


@dataclass(frozen=True, slots=True)
class Advice:
    """Every legal move, best first, each with a reason; and who may be the hidden partner."""

    moves: tuple[RatedMove, ...]
    suspicion: tuple[Suspicion, ...]


def advise(view: View, rng: Chance) -> Advice:
    """What the viewer, who must act, had best do and why. `rng` draws between equally rated best moves.

    Raises ValueError when the viewer has no move to make.
    """
    count = _counted(view)
    return Advice(_drawn(_best_first(_ratings(count)), rng), suspicions(count))


def choose(view: View, rng: Chance) -> Move:
    """The move of a robot: the best of `advise`. Raises ValueError when the viewer has no move to make.

    Where the best move is rated before the others, these are left alone: nobody asks a robot why not.
    """
    ratings = _ratings(_counted(view))
    if _begins_with_the_best(view) and not _is_asked(view):
        return next(ratings).move
    return _drawn(_best_first(ratings), rng)[0].move


def _counted(view: View) -> Count:
    if not view.legal_moves:
        raise ValueError("no move to advise on")
    return Count(view)


def _begins_with_the_best(view: View) -> bool:
    """Whether the rules rate the best move before the others, none of which is as good."""
    if view.phase is Phase.AUCTION:
        return isinstance(view.variant.auction, Ladder) and not isinstance(
            view.variant.sides, HolderOfCalledCard
        )
    return view.phase is Phase.PLAY


def _is_asked(view: View) -> bool:
    """Whether an answer to another seat's wish is due."""
    return view.claim is not None or view.undo is not None


def _ratings(count: Count) -> Iterator[RatedMove]:
    """Every legal move rated."""
    only = proved(count, HintCode.ONLY_MOVE, [OnlyLegal()])
    if only is not None:
        return iter([RatedMove(count.view.legal_moves[0], 100, only)])
    return iter(rate_answers(count.view) if _is_asked(count.view) else _family(count.view)(count))


def _best_first(ratings: Iterator[RatedMove]) -> tuple[RatedMove, ...]:
    return tuple(sorted(ratings, key=lambda rated: -rated.rating))


def _family(view: View) -> Family:
    """The rules for a decision: the first whose phase it is and whose part the game has."""
    parts = _parts(view.variant)
    return next(
        family
        for phase, kind, family in _FAMILIES
        if phase is view.phase and any(isinstance(part, kind) for part in parts)
    )


def _parts(variant: Variant) -> tuple[object, ...]:
    return (
        variant.dealing,
        variant.auction,
        variant.declaration,
        variant.sides,
        variant.tricks,
        variant.scoring,
    )


def _drawn(rated: tuple[RatedMove, ...], rng: Chance) -> tuple[RatedMove, ...]:
    """One of the moves that share the highest rating goes first."""
    ties = sum(one.rating == rated[0].rating for one in rated)
    drawn = rng.below(ties) if ties > 1 else 0
    return (rated[drawn], *rated[:drawn], *rated[drawn + 1 :])


def _rate_play(count: Count) -> Iterator[RatedMove]:
    best = next(_thoughts(count))
    yield replace(best, also=also_for_card(count, best))
    for card in count.cards:
        move = rate_less(count, card, best)
        if move.move != best.move:
            yield move


def rate_ladder(count: Count) -> Iterator[RatedMove]:
    """Every call of a climbing auction: with a partner not known yet, with one opposite, or with none."""
    match count.view.variant.sides:
        case HolderOfCalledCard():
            return rate_calls(count)
        case Pairs():
            return rate_with_partner(count)
        case _:
            return rate_for_oneself(count)


def _thoughts(count: Count) -> Iterator[RatedMove]:
    if not count.table:
        yield from lead_thoughts(count)
    elif count.cards[0].suit == count.led:
        yield from follow_thoughts(count)
    else:
        yield from ruff_thoughts(count)
        yield from discard_thoughts(count)


_FAMILIES: tuple[tuple[Phase, type, Family], ...] = (
    (Phase.WASH, object, answer_wash),
    (Phase.DRAWING, object, rate_draws),
    (Phase.AUCTION, Ladder, rate_ladder),
    (Phase.AUCTION, Goals, rate_goals),
    (Phase.AUCTION, Openings, rate_openings),
    (Phase.AUCTION, PointAuction, rate_openings),
    (Phase.AUCTION, object, rate_alike),
    (Phase.CALLING, CallCard, rate_cards),
    (Phase.CALLING, Naming, rate_openings),
    (Phase.NAMING, NameGoal, rate_contracts),
    (Phase.PLAY, GoalScore, rate_exact),
    (Phase.PLAY, CapturedPoints, rate_captures),
    (Phase.PLAY, TrickRules, _rate_play),
)
"""Phase, the kind of part that decides how it is thought about, and the rules; the first that fits counts."""
