"""What a deal came to: the result, the points, the proof that the cards were not chosen afterwards."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable

from fourth.v1.deals_pb2 import FinishedDeal
from fourth.v1.views_pb2 import View

from telegram_client.speech.cards import card_written, contract_written
from telegram_client.speech.columns import flowing, left, right, width
from telegram_client.speech.deal import COLUMN
from telegram_client.speech.phrasebook import Words, number
from telegram_client.speech.seats import aside, by, from_viewer, is_person, is_you, label, letter, place, who

HEAD = 8
"""Columns of the deal's number on the score sheet: with four seats of 5 it is 28 wide."""


def result(words: Words, view: View, deal: FinishedDeal) -> tuple[str, ...]:
    """How the deal ended, and who played with whom."""
    if not deal.HasField("contract"):
        return (words.say("result.thrown_in"),)
    lines = flowing([_outcome(words, deal), *_partner(words, view, deal)], gap=" ")
    return (*lines, *([words.say("result.early")] if deal.ended_early else []))


def _outcome(words: Words, deal: FinishedDeal) -> str:
    contract = contract_written(deal.contract)
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
    """Each seat's points of this deal and in all, zeros written out."""
    labels = [label(words, view, seat) for seat in from_viewer(view)]
    heads = (words.say("score.this_deal"), words.say("score.total"))
    columns = [max(8, width(head) + 3) for head in heads]
    names = max(width(text) for text in (*labels, words.say("score.title")))
    rows = [left(words.say("score.title"), names) + "".join(map(right, heads, columns))]
    for seat, name in zip(from_viewer(view), labels, strict=True):
        values = (points_of(deal, seat), total_of(view, seat))
        rows.append(left(name, names) + "".join(map(right, map(number, values), columns)))
    return tuple(rows)


def points_of(deal: FinishedDeal, seat: int) -> int:
    """A seat's points of one deal."""
    return sum(line.points for line in deal.lines if seat in line.seats)


def total_of(view: View, seat: int) -> int:
    """A seat's points so far."""
    return sum(total.points for total in view.totals if seat in total.seats)


def sheet(words: Words, view: View) -> tuple[str, ...]:
    """The score sheet: a row for each deal, a column of five for each seat, the sum below; who is who."""
    return (*score_columns(words, view), *flowing(legend(words, view)))


def score_columns(words: Words, view: View, only: int = 0) -> tuple[str, ...]:
    """The rows of the score sheet, or of one of its deals and the sum; four seats make 28 columns."""
    seats = from_viewer(view)
    deals = [only] if only else sorted({line.deal for line in view.lines})
    head, total = _narrow(words.say("score.deal"), "#"), _narrow(words.say("score.sum"), "=")
    rows = [_row(head, [letter(words, view, seat) for seat in seats])]
    rows += [
        _row(right(str(deal), width(head)), [number(_points_in(view, deal, seat)) for seat in seats])
        for deal in deals
    ]
    return (*rows, _row(total, [number(total_of(view, seat)) for seat in seats]))


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
    if len(first) == 1:
        return by(words, "match.won", view, first[0], n=best)
    names = [_winner(words, view, seat) for seat in first]
    return words.say("match.tie", names=words.listed(names), n=best)


def _winner(words: Words, view: View, seat: int) -> str:
    """By name among people; who plays with robots alone is at its seat, as they are."""
    alone = sum(is_person(view, other) for other in range(len(view.seats))) == 1
    return place(words, view, seat) if is_you(view, seat) and alone else who(words, view, seat)
