"""What a deal came to: the result, the points, the proof that the cards were not chosen afterwards."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence

from fourth.v1.deals_pb2 import FinishedDeal, ScoreLine
from fourth.v1.views_pb2 import View

from telegram_client.speech.cards import card_written, contract_said
from telegram_client.speech.columns import flowing, left, right, width
from telegram_client.speech.deal import COLUMN
from telegram_client.speech.moves import kind_of
from telegram_client.speech.phrasebook import Words, number
from telegram_client.speech.seats import (
    aside,
    by,
    from_viewer,
    is_person,
    is_you,
    letter,
    place,
    side_label,
    side_name,
    sides,
    who,
)

HEAD = 8
"""Columns of the deal's number on the score sheet: with four seats of 5 it is 28 wide."""
MOST_COLUMNS = 4
"""Sides that have a column each on a phone; with more, each has a row."""
SHEET = 27
"""Columns of a rubber's sheet: two or three sides share them evenly."""
GAME = 100
"""Points below the line that make a game."""


def result(words: Words, view: View, deal: FinishedDeal) -> tuple[str, ...]:
    """How the deal ended, and who played with whom."""
    if any(kind_of(call.call) == "trick_goal" for call in deal.calls):
        return _goals(words, view, deal)
    if not deal.HasField("contract"):
        reasons = {line.reason.code: line.reason.sentence for line in deal.lines}
        return (reasons.get("score.passed_out") or words.say("result.thrown_in"),)
    if deal.HasField("declaring_card_points"):
        points = words.say("result.card_points", points=str(deal.declaring_card_points))
        return flowing([*_partner(words, view, deal), points], gap=" ")
    lines = flowing([_outcome(words, deal), *_partner(words, view, deal)], gap=" ")
    return (*lines, *([words.say("result.early")] if deal.ended_early else []))


def _goals(words: Words, view: View, deal: FinishedDeal) -> tuple[str, ...]:
    """What each seat won of what it bid: N 1/1 · E 0/0."""
    said = {call.seat: call.call.trick_goal.tricks for call in deal.calls}
    won = [sum(trick.winner == seat for trick in deal.tricks) for seat in range(len(view.seats))]
    each = [f"{letter(words, view, seat)} {won[seat]}/{said[seat]}" for seat in from_viewer(view)]
    return (f"{words.say('row.goals')}  {' · '.join(each)}",)


def _outcome(words: Words, deal: FinishedDeal) -> str:
    contract = contract_said(words, deal.contract)
    over = deal.declaring_tricks - deal.contract.target
    if over < 0 and deal.ended_early:  # the tricks that were not played might have been its own
        return words.say("result.beaten", contract=contract)
    if over < 0:
        return words.say("result.down", contract=contract, n=-over)
    if over == 0:
        return words.say("result.made", contract=contract)
    return words.say("result.over", contract=contract, n=over)


def _partner(words: Words, view: View, deal: FinishedDeal) -> list[str]:
    """Who held the called card; the declarer alone, when nobody else did."""
    if not deal.HasField("called"):
        return []
    declarer, *others = deal.declaring_side
    if not others:
        return [by(words, "result.alone", view, declarer)]
    card = card_written(words, deal.called)
    if is_you(view, declarer):
        return [words.say("result.partner_of_you", name=who(words, view, others[0]), card=card)]
    return [by(words, "result.partner", view, others[0], card=card, declarer=who(words, view, declarer))]


def deal_score(words: Words, view: View, deal: FinishedDeal) -> tuple[str, ...]:
    """Each column's points of this deal and in all, zeros written out."""
    labels = [side_label(words, view, side) for side in sides(view)]
    heads = (words.say("score.this_deal"), words.say("score.total"))
    columns = [max(8, width(head) + 3) for head in heads]
    names = max(width(text) for text in (*labels, words.say("score.title")))
    rows = [left(words.say("score.title"), names) + "".join(map(right, heads, columns))]
    for side, name in zip(sides(view), labels, strict=True):
        values = (points_of(deal, side[0]), total_of(view, side[0]))
        rows.append(left(name, names) + "".join(map(right, map(number, values), columns)))
    return tuple(rows)


def points_of(deal: FinishedDeal, seat: int) -> int:
    """A seat's points of one deal."""
    return sum(line.points for line in deal.lines if seat in line.seats)


def total_of(view: View, seat: int) -> int:
    """A seat's points so far."""
    return sum(total.points for total in view.totals if seat in total.seats)


def sheet(words: Words, view: View) -> tuple[str, ...]:
    """The score sheet with who is who below it."""
    return (*score_columns(words, view), *flowing(legend(words, view)))


def score_columns(words: Words, view: View, only: int = 0) -> tuple[str, ...]:
    """The rows of the score sheet, or of one of its deals and the sum, at most 28 columns wide."""
    if any(total.HasField("games") for total in view.totals) and not only:
        return rubber_sheet(words, view)
    if len(view.totals) > MOST_COLUMNS:
        return _a_row_each(words, view, only)
    return _a_column_each(words, view, only)


def _a_column_each(words: Words, view: View, only: int) -> tuple[str, ...]:
    """A row for each deal, a column for each side."""
    head, total = _narrow(words.say("score.deal"), "#"), _narrow(words.say("score.sum"), "=")
    columns = sides(view)
    rows = [_row(head, [side_name(words, view, side) for side in columns])]
    rows += [
        _row(right(str(deal), width(head)), [number(_points_in(view, deal, side[0])) for side in columns])
        for deal in ([only] if only else sorted({line.deal for line in view.lines}))
    ]
    return (*rows, _row(total, [number(total_of(view, side[0])) for side in columns]))


def _a_row_each(words: Words, view: View, only: int) -> tuple[str, ...]:
    """A row for each of many seats: the latest deal, or the one asked for, and the sum."""
    deal = only or max((line.deal for line in view.lines), default=0)
    heads = (f"{_narrow(words.say('score.deal'), '#')} {deal}", _narrow(words.say("score.sum"), "="))
    rows = [left("", HEAD) + "".join(right(head, 2 * COLUMN) for head in heads)]
    for side in sides(view):
        values = (_points_in(view, deal, side[0]), total_of(view, side[0]))
        cells = "".join(right(number(value), 2 * COLUMN) for value in values)
        rows.append(left(side_name(words, view, side), HEAD) + cells)
    return tuple(rows)


def rubber_sheet(words: Words, view: View) -> tuple[str, ...]:
    """A column a side: points above the line from the bottom up, below it game by game, then the sum."""
    columns = sides(view)
    above = [line for line in view.lines if not line.below and line.points]
    rows = [_wide([side_name(words, view, side) for side in columns])]
    rows += _stacked(columns, list(reversed(above)), from_top=False)
    rows.append("-" * SHEET)
    for below in _games_in(view, columns):
        rows += [*_stacked(columns, below, from_top=True), "-" * SHEET]
    if rows[-1].startswith("-"):
        rows[-1] = "=" * SHEET
    rows.append(_wide([number(total_of(view, side[0])) for side in columns]))
    return tuple(rows)


def _games_in(view: View, columns: list[tuple[int, ...]]) -> list[list[ScoreLine]]:
    """The points below the line, parted where a side has won a game."""
    parted: list[list[ScoreLine]] = [[]]
    won = dict.fromkeys(columns, 0)
    for line in view.lines:
        if not line.below:
            continue
        parted[-1].append(line)
        side = next(column for column in columns if line.seats[0] in column)
        won[side] += line.points
        if won[side] >= GAME:
            won = dict.fromkeys(columns, 0)
            parted.append([])
    return [game for game in parted if game]


def _stacked(columns: list[tuple[int, ...]], lines: Sequence[ScoreLine], from_top: bool) -> list[str]:
    """The lines of each side below one another, beginning at the top or ending at the bottom."""
    stacks = [[line.points for line in lines if line.seats[0] in side] for side in columns]
    tall = max(map(len, stacks), default=0)
    padded = [
        [number(points) for points in stack] + [""] * (tall - len(stack))
        if from_top
        else [""] * (tall - len(stack)) + [number(points) for points in stack]
        for stack in stacks
    ]
    return [_wide([stack[row] for stack in padded]) for row in range(tall)]


def _wide(cells: Sequence[str]) -> str:
    return "".join(right(cell, SHEET // len(cells)) for cell in cells)


def _narrow(text: str, sign: str) -> str:
    """The word, or a sign where its letters are too wide for a column."""
    return text if width(text) == len(text) else sign


def legend(words: Words, view: View, name: Callable[[str], str] = str) -> list[str]:
    """N Anna, E Cleo (robot), S you: which letter is whom. `name` writes a person's name."""
    return [_known_as(words, view, seat, name) for seat in from_viewer(view)]


def _points_in(view: View, deal: int, seat: int) -> int:
    return sum(line.points for line in view.lines if line.deal == deal and seat in line.seats)


def _known_as(words: Words, view: View, seat: int, name: Callable[[str], str]) -> str:
    seen = view.seats[seat]
    sitter = words.say("seat.you") if is_you(view, seat) else name(seen.name)
    known = aside(words, sitter, words.say("seat.robot")) if seen.is_robot else sitter
    return f"{letter(words, view, seat)} {known}"


def _row(head: str, cells: Iterable[str]) -> str:
    return left(head, HEAD) + "".join(right(cell, COLUMN) for cell in cells)


def seal_of(secret: bytes) -> bytes:
    """What the engine shows of a deal's secret before the first call."""
    return hashlib.sha256(b"fourth/seal/1\0" + secret).digest()


def proof(words: Words, deal: FinishedDeal, seal_seen: bytes) -> str:
    """Whether the secret is the one that was sealed, checked here. `seal_seen`: empty when none was seen."""
    shown = deal.secret.hex()[:4]
    if seal_of(deal.secret) != (seal_seen or deal.seal):
        return words.say("proof.bad", secret=shown)
    return words.say("proof.practice" if deal.practice else "proof.good", secret=shown)


def match_end(words: Words, view: View) -> str:
    """Who won, or who shares the first place."""
    first = list(view.places[0].seats)
    best = total_of(view, first[0])
    ended = f"{words.say('match.abandoned')} " if view.abandoned else ""
    return ended + _won(words, view, first, best)


def _won(words: Words, view: View, first: list[int], best: int) -> str:
    sharing = [side for side in sides(view) if set(side) <= set(first)]
    if len(sharing) == 1 and len(sharing[0]) > 1:
        return words.say("match.won_side", side=side_name(words, view, sharing[0]), n=best)
    if len(first) == 1:
        return by(words, "match.won", view, first[0], n=best)
    if len(sharing) == len(view.totals):
        return words.say("match.draw", n=best)
    names = [_winner(words, view, seat) for seat in first]
    return words.say("match.tie", names=words.listed(names), n=best)


def _winner(words: Words, view: View, seat: int) -> str:
    """By name among people; who plays with robots alone is at its seat, as they are."""
    alone = sum(is_person(view, other) for other in range(len(view.seats))) == 1
    return place(words, view, seat) if is_you(view, seat) and alone else who(words, view, seat)
