"""What a deal came to: the result, the points, the proof that the cards were not chosen afterwards."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from fourth.v1.deals_pb2 import FinishedDeal, ScoreLine
from fourth.v1.views_pb2 import View

from telegram_client.speech.cards import card_written, contract_said
from telegram_client.speech.columns import flowing, left, right, width
from telegram_client.speech.deal import COLUMN, PHONE
from telegram_client.speech.facts import games
from telegram_client.speech.games import GAME
from telegram_client.speech.goals import (
    bids_and_tricks,
    deal_of_goals,
    goals_in_a_row,
    goals_said,
    tricks_taken,
)
from telegram_client.speech.phrasebook import Words, number
from telegram_client.speech.seats import (
    by,
    from_viewer,
    is_you,
    legend,
    side_head,
    side_label,
    side_name,
    sides,
    who,
)

CELLS = {2: 10, 3: 7}
"""Columns of a number where few sides share the width; else 5."""
MOST_COLUMNS = 5
"""Sides that stand beside each other on a phone; more of them are written in two blocks."""
SHEET = 27
"""Columns of a rubber's sheet: two or three sides share them evenly."""


def result(words: Words, view: View, deal: FinishedDeal) -> tuple[str, ...]:
    """How the deal ended, and who played with whom."""
    if goals_said(deal):
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
    """Who took exactly what was said."""
    said, won = goals_said(deal), tricks_taken(view, deal)
    exact = [seat for seat in from_viewer(view) if said.get(seat) == won[seat]]
    if not exact:
        return (words.say("result.nobody_exact"),)
    names = [words.say("seat.you") if is_you(view, seat) else who(words, view, seat) for seat in exact]
    return (words.say("result.exact", names=words.listed(names)),)


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
    """Each column's points of this deal and in all, zeros written out; goals and tricks before them."""
    labels = [side_label(words, view, side) for side in sides(view)]
    heads = [words.say("score.this_deal"), words.say("score.total")]
    values = [[number(points_of(deal, side[0])), number(total_of(view, side[0]))] for side in sides(view)]
    if goals := goals_said(deal):
        heads = [words.say("score.bid"), words.say("score.won"), *heads]
        won = tricks_taken(view, deal)
        values = [
            [str(goals[seat]), str(won[seat]), *row] for (seat,), row in zip(sides(view), values, strict=True)
        ]
    columns = [max(8, width(head) + 3) for head in heads]
    names = max(width(text) for text in (*labels, words.say("score.title")))
    rows = [left(words.say("score.title"), names) + "".join(map(right, heads, columns))]
    for name, row in zip(labels, values, strict=True):
        rows.append(left(name, names) + "".join(map(right, row, columns)))
    return (*rows, *items(words, view, deal))


def items(words: Words, view: View, deal: FinishedDeal) -> tuple[str, ...]:
    """N–S: contract made 60 · overtricks 30: what the points are made of, if that is more than one thing."""
    written = [
        (side, [line for line in deal.lines if line.seats[0] in side and line.points]) for side in sides(view)
    ]
    if max((len(lines) for _, lines in written), default=0) < len(("made", "more")):
        return ()
    return tuple(_items_of(words, view, side, lines) for side, lines in written if lines)


def _items_of(words: Words, view: View, side: tuple[int, ...], lines: Sequence[ScoreLine]) -> str:
    each = [f"{line.reason.sentence} {number(line.points)}" for line in lines]
    name = side_name(words, view, side)
    return words.say("list.pair", first=name[:1].upper() + name[1:], second=" · ".join(each))


def points_of(deal: FinishedDeal, seat: int) -> int:
    """A seat's points of one deal."""
    return sum(line.points for line in deal.lines if seat in line.seats)


def total_of(view: View, seat: int) -> int:
    """A seat's points so far."""
    return sum(total.points for total in view.totals if seat in total.seats)


def sheet(words: Words, view: View) -> tuple[str, ...]:
    """The score sheet with who is who below it."""
    return (
        *score_columns(words, view),
        *goals_told(words, view),
        *games(words, view),
        *flowing(legend(words, view)),
    )


def score_columns(words: Words, view: View, only: int = 0) -> tuple[str, ...]:
    """The rows of the score sheet, or of one of its deals and the sum, at most 28 columns wide."""
    if any(total.HasField("games") for total in view.totals) and not only:
        return rubber_sheet(words, view)
    columns = sides(view)
    size = _beside_each_other(len(columns))
    parts = [columns[start : start + size] for start in range(0, len(columns), size)]
    return tuple(row for part in parts for row in _a_column_each(words, view, part, only))


def _beside_each_other(columns: int) -> int:
    """How many columns stand beside each other, where all of them need several blocks."""
    blocks = -(-columns // MOST_COLUMNS) or 1
    return -(-columns // blocks) or 1


def _head_of(columns: int) -> int:
    """How wide the heads of the rows may be beside so many columns."""
    size = _beside_each_other(columns)
    return PHONE - CELLS.get(size, COLUMN) * size


def _a_column_each(words: Words, view: View, columns: list[tuple[int, ...]], only: int) -> list[str]:
    """A row for each deal, a column for each side, the sum below."""
    cell = CELLS.get(len(columns), COLUMN)
    head = PHONE - cell * len(columns)
    deal, total = (
        _narrow(words.say(f"score.{name}"), sign, head) for name, sign in (("deal", "#"), ("sum", "="))
    )
    rows = [(deal, [side_head(words, view, side) for side in columns])]
    for number_of in [only] if only else sorted({line.deal for line in view.lines}):
        points = [number(_points_in(view, number_of, side[0])) for side in columns]
        rows.append((right(str(number_of), width(deal)), points))
    rows.append((total, [number(total_of(view, side[0])) for side in columns]))
    if names := _names_of_goals(words, head):
        told = [[text[side[0]] for side in columns] for text in bids_and_tricks(view, only)]
        rows.extend(zip(names, told, strict=False))
    return [left(first, head) + "".join(right(text, cell) for text in cells) for first, cells in rows]


def _names_of_goals(words: Words, head: int) -> list[str]:
    """The heads of the rows of bids and tricks; none where they are too wide to head a row."""
    names = [_narrow(words.say(f"score.{name}"), "", head) for name in ("bid", "won")]
    return names if all(names) else []


def goals_told(words: Words, view: View, only: int = 0) -> tuple[str, ...]:
    """Whose bids the sheet ends with, and the bids themselves where it has no room for them."""
    room = _head_of(len(sides(view)))
    row = () if _names_of_goals(words, room) else goals_in_a_row(words, view, only)
    return (*row, *(() if only else deal_of_goals(words, view)))


def rubber_sheet(words: Words, view: View) -> tuple[str, ...]:
    """A column a side: points above the line from the bottom up, below it game by game, then the sum."""
    columns = sides(view)
    above = [line for line in view.lines if not line.below and line.points]
    rows = [_wide([side_head(words, view, side) for side in columns])]
    rows += _stacked(columns, list(reversed(above)), from_top=False)
    rows.append("-" * SHEET)
    for below in _games_in(view, columns):
        rows += [*_stacked(columns, below, from_top=True), "-" * SHEET]
    if any(line.below for line in view.lines):
        rows.pop()
    rows.append("=" * SHEET)
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
    return "".join(right(cell, SHEET // len(cells)) for cell in cells).rstrip()


def _narrow(text: str, sign: str, room: int) -> str:
    """The word, or a sign where its letters are too wide for a column."""
    return text if width(text) == len(text) < room else sign


def _points_in(view: View, deal: int, seat: int) -> int:
    return sum(line.points for line in view.lines if line.deal == deal and seat in line.seats)


def seal_of(secret: bytes) -> bytes:
    """What the engine shows of a deal's secret before the first call."""
    return hashlib.sha256(b"fourth/seal/1\0" + secret).digest()


def proof(words: Words, view: View, deal: FinishedDeal, seal_seen: bytes) -> str:
    """Whether the secret is the one that was sealed, checked here. `seal_seen`: empty when none was seen."""
    shown = deal.secret.hex()[:4]
    if seal_of(deal.secret) != (seal_seen or deal.seal):
        return words.say("proof.bad", secret=shown)
    return words.say(_what_proved(view, deal), secret=shown)


def _what_proved(view: View, deal: FinishedDeal) -> str:
    """A deal counts as practice at a table of known seeds, and where a move was taken back."""
    if not deal.practice:
        return "proof.good"
    return "proof.practice" if view.practice else "proof.taken_back"


def is_worth_a_sheet(view: View) -> bool:
    """Whether the end of a match shows the whole sheet: after several deals, and that of a rubber always."""
    return len({line.deal for line in view.lines}) > 1 or any(
        total.HasField("games") for total in view.totals
    )


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
    return words.say("seat.you") if is_you(view, seat) else who(words, view, seat)
