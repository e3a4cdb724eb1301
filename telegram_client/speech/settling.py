"""How a rubber is settled when it is over: by how many points, and in hundreds where that was agreed."""

from __future__ import annotations

from fourth.v1.deals_pb2 import Settlement
from fourth.v1.views_pb2 import View

from telegram_client.speech.games import settles_in_hundreds
from telegram_client.speech.phrasebook import Words
from telegram_client.speech.seats import by, is_you, who

HUNDRED = 100


def settled(words: Words, view: View) -> tuple[str, ...]:
    """The difference of two sides; among several players what each wins from each, the viewer's own first.

    Nothing where two sides are equal: that they are is the result.
    """
    if len(view.settlements) == 1:
        return _difference(words, view, view.settlements[0])
    own_first = sorted(view.settlements, key=lambda each: not _concerns_viewer(view, each))
    return tuple(_between(words, view, each) for each in own_first)


def _concerns_viewer(view: View, each: Settlement) -> bool:
    return is_you(view, each.ahead[0]) or is_you(view, each.behind[0])


def _difference(words: Words, view: View, only: Settlement) -> tuple[str, ...]:
    """The difference is 12 hundred (1230 points)."""
    return (words.say("settle.difference", amount=_amount(words, view, only)),) if only.difference else ()


def _between(words: Words, view: View, each: Settlement) -> str:
    """Ada wins 5 hundred (530 points) from Basil. You and Basil are even."""
    ahead, behind = each.ahead[0], each.behind[0]
    if not each.difference:
        one, other = (behind, ahead) if is_you(view, behind) else (ahead, behind)
        return by(words, "settle.even", view, one, other=who(words, view, other))
    amount = _amount(words, view, each)
    if is_you(view, behind):
        return words.say("settle.lost.you", name=who(words, view, ahead), amount=amount)
    return by(words, "settle.won", view, ahead, other=who(words, view, behind), amount=amount)


def _amount(words: Words, view: View, each: Settlement) -> str:
    points = words.say("settle.points", n=each.difference)
    if not settles_in_hundreds(view):
        return points
    return words.say("settle.hundreds", n=each.due // HUNDRED, points=points)
