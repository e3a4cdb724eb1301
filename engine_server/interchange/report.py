"""What a replayed log comes to, as lines to be read in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine_server.game.record import DealRecord
from engine_server.interchange.replaying import Replayed
from engine_server.rules.cards import Denomination, Seat
from engine_server.rules.contracts import Contract
from engine_server.rules.moves import PointBid, TrickGoal
from engine_server.rules.sheets import ScoreLine
from engine_server.rules.variant import COMPASS

_DENOMINATIONS = ("C", "D", "H", "S", "NT")
_STAKES = {1: "", 2: " doubled", 4: " redoubled"}


def report(match: Replayed) -> str:
    """Who played which game, deal by deal, the score sheet, the places, and that all seals are true."""
    return "\n".join(_lines(match)) + "\n"


def _lines(match: Replayed) -> Iterator[str]:
    state, seats = match.state, match.state.variant.seats
    yield f"Game {state.game.key}: " + ", ".join(f"{key}={value}" for key, value in state.options.as_text())
    yield ", ".join(
        f"{seat_name(seat, seats)} {sitter.name}" for seat, sitter in enumerate(state.seats) if sitter
    )
    yield ""
    for deal in match.deals:
        yield _deal(deal, seats)
        yield from (_score(line, seats) for line in deal.lines)
    closing = tuple(line for line in state.lines if line.deal == 0)
    if closing:
        yield "Match"
        yield from (_score(line, seats) for line in closing)
    yield ""
    yield "Total  " + "  ".join(
        f"{_side(column.seats, seats)} {column.points}" for column in state.variant.match.columns(state.lines)
    )
    yield from _ending(match, seats)
    yield f"{len(match.deals)} {'deal' if len(match.deals) == 1 else 'deals'}, all seals true"


def _ending(match: Replayed, seats: int) -> Iterator[str]:
    if match.state.places:
        places = (" = ".join(seat_name(seat, seats) for seat in place) for place in match.state.places)
        yield "Places " + ", ".join(f"{number}. {named}" for number, named in enumerate(places, start=1))
    if match.state.abandoned or not match.state.places:
        yield "The match was not completed."


def seat_name(seat: Seat, seats: int) -> str:
    """A seat's letter: of the compass for four, A and B for two, else a number."""
    if seats == len(COMPASS):
        return COMPASS[seat]
    return "AB"[seat] if seats == 2 else f"P{seat + 1}"


def _side(side: Sequence[Seat], seats: int) -> str:
    return "-".join(seat_name(seat, seats) for seat in side)


def _deal(deal: DealRecord, seats: int) -> str:
    dealt = f"Deal {deal.number}, dealer {seat_name(deal.dealer, seats)}"
    return f"{dealt}: {_played_for(deal, seats)}"


def _played_for(deal: DealRecord, seats: int) -> str:
    contract = deal.contract
    if contract is None:
        return _without_contract(deal, seats)
    called = "" if deal.called is None else f" with {deal.called.code}"
    took = f"{deal.declaring_tricks} tricks"
    if deal.declaring_card_points is not None:
        took += f", {deal.declaring_card_points} points"
    return f"{_contract(contract)} by {seat_name(contract.declarer, seats)}{called}, {took}"


def _contract(contract: Contract) -> str:
    named = _DENOMINATIONS[contract.denomination]
    if contract.level:
        return f"{contract.level}{named}{_STAKES[contract.stake]}"
    wanted = f", {contract.aim} tricks wanted" if contract.aim else ""
    promised = f", {contract.points} points promised" if contract.points else ""
    return named + wanted + promised


def _without_contract(deal: DealRecord, seats: int) -> str:
    goals = [(made.seat, made.call.tricks) for made in deal.calls if isinstance(made.call, TrickGoal)]
    if not goals:
        points = any(isinstance(made.call, PointBid) for made in deal.calls)
        return "no contract" if points else "passed out"
    trump = Denomination.NO_TRUMP if deal.trump is None else deal.trump
    won = [sum(trick.winner == seat for trick in deal.tricks) for seat, _ in goals]
    told = (
        f"{seat_name(seat, seats)} bid {goal} took {taken}"
        for (seat, goal), taken in zip(goals, won, strict=True)
    )
    return f"trump {_DENOMINATIONS[trump]}, " + ", ".join(told)


def _score(line: ScoreLine, seats: int) -> str:
    """The reason in plain words is its id without what the ids share."""
    below = " below the line" if line.below else ""
    why = line.reason.value.removeprefix("score.").replace("_", " ")
    return f"  {_side(line.seats, seats)} {line.points}{below}: {why}"
