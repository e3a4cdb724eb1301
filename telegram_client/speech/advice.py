"""Hints: the best move with its reasons, and why another move is better or worse."""

from __future__ import annotations

from collections.abc import Sequence

from fourth.v1.advisor_service_pb2 import GetHintResponse, RatedMove, Suspicion
from fourth.v1.moves_pb2 import Move
from fourth.v1.views_pb2 import PHASE_AUCTION, View

from telegram_client.speech.columns import paragraphs
from telegram_client.speech.deal import call_with_seat
from telegram_client.speech.moves import kind_of, move_written
from telegram_client.speech.phrasebook import Words
from telegram_client.speech.seats import is_you, who

_PLAIN = frozenset({"suspicion.free_places", "suspicion.declares", "suspicion.own_card"})
"""Reasons that hold from the start."""
MEANINGS = 4
"""So many of the latest bids are explained with a hint."""
LIKELY = 600
"""From so many in a thousand on, a suspicion is worth a line."""


def hint(words: Words, view: View, answer: GetHintResponse) -> tuple[str, ...]:
    """The best move and why; who is probably the partner, where that can be said."""
    return (*advised(words, answer), *_suspicion(words, view, answer), *meanings(words, view))


def _advised(words: Words, best: RatedMove) -> tuple[str, ...]:
    move = move_written(words, best.move)
    reasons = [reason.text.sentence for reason in best.reasons]
    if reasons and move.casefold() in reasons[0].casefold():
        first, *others = reasons
    else:
        first, others = words.say("hint.move", move=move), reasons
    return (*paragraphs(first), *(line for text in others for line in paragraphs(text, "  ")))


def _suspicion(words: Words, view: View, answer: GetHintResponse) -> tuple[str, ...]:
    if not view.HasField("partner") or view.partner.shown or not answer.suspicions:
        return ()
    likely = max(answer.suspicions, key=lambda suspicion: suspicion.per_mille)
    if is_you(view, likely.seat) or not likely.per_mille >= LIKELY:
        return ()
    name = who(words, view, likely.seat)
    if likely.per_mille == 1000:
        return paragraphs(words.say("hint.suspect_sure", name=name), "  ")
    return paragraphs(words.say("hint.suspect", name=name, percent=min(99, likely.per_mille // 10)), "  ")


def advised(words: Words, answer: GetHintResponse) -> tuple[str, ...]:
    """The best move and why."""
    return _advised(words, answer.moves[0])


def meanings(words: Words, view: View) -> tuple[str, ...]:
    """What the latest bids say by the robots' system, which is open to all; only while calls are made."""
    if view.phase != PHASE_AUCTION:
        return ()
    told = [call for call in view.calls if call.HasField("meaning") and kind_of(call.call) != "pass_call"]
    lines = [
        words.say("list.pair", first=call_with_seat(words, view, call), second=call.meaning.sentence)
        for call in told[-MEANINGS:]
    ]
    return tuple(line for text in lines for line in paragraphs(text, "  "))


def suspects(words: Words, view: View, answer: GetHintResponse) -> tuple[str, ...]:
    """Who may be the partner, the likeliest first, each with its chance and what speaks for or against it.

    Nothing where that is no question: the partner is known to all, or to the viewer.
    """
    if not view.HasField("partner") or view.partner.shown:
        return ()
    likely = sorted(answer.suspicions, key=lambda suspicion: -suspicion.per_mille)
    told = [one for one in likely if one.per_mille or _tells(one)]
    if not any(map(_tells, told)):
        return ()
    percents = whole_percents([one.per_mille for one in told])
    lines = [_chance(words, view, one, percent) for one, percent in zip(told, percents, strict=True)]
    return (words.say("hint.suspects"), *lines)


def _chance(words: Words, view: View, suspicion: Suspicion, percent: int) -> str:
    """West: 61%, and the weightiest reason that the play has given."""
    chance = words.say("hint.chance", name=who(words, view, suspicion.seat), percent=percent)
    return " ".join([chance, *_tells(suspicion)[:1]])


def _tells(suspicion: Suspicion) -> list[str]:
    """The reasons that somebody who follows the play would not know by counting seats alone."""
    return [reason.text.sentence for reason in suspicion.reasons if reason.text.code not in _PLAIN]


def whole_percents(shares: Sequence[int]) -> list[int]:
    """Shares of 1000 in whole percents that make 100 together where the shares make 1000.

    What is possible is never said to be nothing, so what is open is never said to be certain.
    """
    percents = [max(1, share // 10) if share else 0 for share in shares]
    left = sum(shares) // 10 - sum(percents)
    by_rest = sorted(range(len(shares)), key=lambda place: -(shares[place] % 10))
    for place in by_rest[: max(0, left)]:
        percents[place] += 1
    largest = max(range(len(shares)), key=shares.__getitem__, default=0)
    if left < 0:
        percents[largest] += left
    return percents


def why(words: Words, move: Move, answer: GetHintResponse) -> tuple[str, ...]:
    """What is to be said for or against one legal move."""
    rated = next((rated for rated in answer.moves if rated.move == move), None)
    written = move_written(words, move)
    if rated is None:
        return (words.say("why.not_legal", move=written),)
    reasons = [reason.text.sentence for reason in rated.reasons]
    if rated is not answer.moves[0] and reasons and reasons[0].startswith(written):
        return tuple(line for text in reasons for line in paragraphs(text))
    head = words.say("why.best" if rated is answer.moves[0] else "why.other", move=written)
    return (head[:1].upper() + head[1:], *(line for text in reasons for line in paragraphs(text, "  ")))
