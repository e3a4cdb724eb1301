"""What of a log may leave the engine: scored deals, which are public, and nothing of any other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from engine_server.game import events as happened
from engine_server.game.events import Event
from engine_server.game.evolve import Step
from engine_server.game.record import DealRecord
from engine_server.game.state import TableState, wash_of

_OF_THE_TABLE = (
    happened.SeatLeft,
    happened.SeatHandedOver,
    happened.MatchEnded,
    happened.TableClosed,
    happened.RematchOpened,
)
"""What may still happen behind the last scored deal and tells nothing of the cards of the next."""


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """A deal with the names of those who sat there, by seat, when it was scored."""

    record: DealRecord
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoredMatch:
    """A table as far as its deals are scored. `log` can be folded; it holds their cards and secrets."""

    game: str
    code: str
    log: tuple[Event, ...] = field(repr=False)
    deals: tuple[ScoredDeal, ...] = field(repr=False)


def scored_match(steps: Sequence[Step], through: int | None = None) -> ScoredMatch | None:
    """The scored part of a whole log, or as far as deal number `through`; None without such a deal.

    Of a deal that is on, or that was never finished, no event is left: its seal, secret and cards stay here.
    """
    places = [place for place, step in enumerate(steps) if isinstance(step.event, happened.DealScored)]
    last = len(places) if through is None else through
    if not 1 <= last <= len(places):
        return None
    scored = steps[: places[last - 1] + 1]
    behind = steps[len(scored) :] if last == len(places) else ()
    state = scored[-1].state
    kept = (step.event for step in behind if isinstance(step.event, _OF_THE_TABLE))
    return ScoredMatch(
        state.game.key,
        state.code,
        (*_without_answers(scored), *kept),
        tuple(_deal(steps[place].state) for place in places[:last]),
    )


def _deal(state: TableState) -> ScoredDeal:
    assert state.last_deal is not None
    return ScoredDeal(state.last_deal, tuple(sitter.name if sitter else "" for sitter in state.seats))


def _without_answers(steps: Sequence[Step]) -> Iterable[Event]:
    """The events, who wanted new cards being no more than all can tell: whoever might, where there were any.

    What was answered was a secret at the table and stays one.
    """
    return reversed(list(_backwards(steps)))


def _backwards(steps: Sequence[Step]) -> Iterator[Event]:
    washed = False
    for step in reversed(steps):
        event, deal = step.event, step.state.deal
        if isinstance(event, happened.HandsWashed | happened.HandsKept):
            washed = isinstance(event, happened.HandsWashed)
        if isinstance(event, happened.WashAnswered):
            assert deal is not None
            event = replace(event, redeal=washed and wash_of(step.state).is_weak(deal.dealt[event.seat]))
        yield event
