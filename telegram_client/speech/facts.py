"""What lies open beside contract and tricks: trump and the card turned, goals, points, stock, dummy, games.

A game shows some of it; each fact has one line, the same in the terminal and in a chat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from fourth.v1.cards_pb2 import Card
from fourth.v1.deals_pb2 import Total, Trick
from fourth.v1.views_pb2 import STAGE_OVER, View

from telegram_client.speech.cards import (
    card_written,
    denomination_said,
    hand_written,
)
from telegram_client.speech.games import by_rank, counts_cards, says_goals
from telegram_client.speech.moves import kind_of, open_hand
from telegram_client.speech.phrasebook import Words
from telegram_client.speech.seats import (
    by,
    from_viewer,
    hand_letter,
    hand_name,
    is_you,
    owner,
    side_name,
    sides,
)

Lines = tuple[str, ...]


def facts(words: Words, view: View) -> Lines:
    """Every line the game has something for, in fixed order."""
    return (
        *turned(words, view),
        *announced(words, view),
        *stock(words, view),
        *vulnerable(words, view),
        *games(words, view),
        *dummies(words, view),
    )


def turned(words: Words, view: View) -> Lines:
    """Trump  hearts, turned ♥7."""
    if view.HasField("turned"):
        trump, card = denomination_said(words, view.trump), card_written(words, view.turned)
        said = words.say("trump.turned", trump=trump, card=card)
    elif view.trump and not view.HasField("contract"):
        said = denomination_said(words, view.trump)
    else:
        return ()
    return (f"{words.say('row.trump')}  {said}",)


def announced(words: Words, view: View) -> Lines:
    """Points  you 13 · E 7 · S 11 · W 9."""
    if not any(seat.HasField("announced_points") for seat in view.seats):
        return ()
    return (_row(words, "row.points", _each(words, view, "announced_points")),)


def goals(words: Words, view: View) -> Lines:
    """What each has won and has said it will take, once somebody has said it."""
    return tally(words, view) if any(seat.HasField("trick_goal") for seat in view.seats) else ()


def tally(words: Words, view: View, name: Callable[[Words, View, int], str] = hand_letter) -> Lines:
    """Tricks  you 2 · W 1 …: what each side of the sheet has won. `name` is that of a seat alone."""
    return (_row(words, f"row.{tally_of(view)}", counts(words, view, name)),)


def tally_of(view: View) -> str:
    """What is counted: tricks, tricks beside goals, or the points of the cards in them."""
    if counts_cards(view):
        return "card_points"
    return "goals" if says_goals(view) else "tricks"


def counts(words: Words, view: View, name: Callable[[Words, View, int], str] = hand_letter) -> list[str]:
    """You 2, W 1: partners who are known from the start together, everybody else alone."""
    you = words.say("seat.you")
    found = []
    for side in sides(view):
        head = side_name(words, view, side) if len(side) > 1 else name(words, view, side[0])
        own = len(side) == 1 and is_you(view, side[0])
        found.append(f"{you if own else head} {_count(view, side)}")
    return found


def _count(view: View, side: tuple[int, ...]) -> str:
    if counts_cards(view):
        return str(sum(view.seats[seat].card_points for seat in side))
    by_dummies = [trick for trick in _rounds(view) if trick.winner >= len(view.seats)]
    won = sum(view.seats[seat].tricks for seat in side)
    won += sum(owner(view, trick.winner) in side for trick in by_dummies)
    if not says_goals(view):
        return str(won)
    seen = view.seats[side[0]]
    return f"{won}/{seen.trick_goal if seen.HasField('trick_goal') else '?'}"


def _rounds(view: View) -> list[Trick]:
    """The complete tricks of the kind that was last played: those that only draw are counted apart."""
    return [trick for trick in view.tricks if trick.draw == view.tricks[-1].draw]


def trick_number(view: View, leads: bool) -> tuple[bool, int]:
    """Whether the trick on the table, or the one just completed, only draws; and its number among such."""
    on_table = bool(view.trick.cards) or leads or not view.tricks
    draw = view.trick.draw if view.HasField("trick") or not view.tricks else view.tricks[-1].draw
    return draw, sum(trick.draw == draw for trick in view.tricks) + on_table


def stock(words: Words, view: View) -> Lines:
    """Stock  14 · open ♥2."""
    if not view.HasField("stock") or not view.stock.cards_left:
        return ()
    parts = [str(view.stock.cards_left)]
    if view.stock.HasField("open_top"):
        parts.append(words.say("stock.open", card=card_written(words, view.stock.open_top)))
    return (_row(words, "row.stock", parts),)


def vulnerable(words: Words, view: View) -> Lines:
    """Vulnerable  N–S."""
    named = [side_name(words, view, side) for side in sides(view) if set(side) <= set(view.vulnerable)]
    return (_row(words, "row.vulnerable", named),) if view.deal and named else ()


def games(words: Words, view: View) -> Lines:
    """Below the line  N–S 60, 1 game · E–W 0: what each side has towards the rubber."""
    if not any(total.part_score or total.games for total in view.totals):
        return ()
    return (_row(words, "row.below", [standing(words, view, total) for total in view.totals]),)


def standing(words: Words, view: View, total: Total) -> str:
    """N–S 60, 1 game, vulnerable: as whoever has a game is while the rubber lasts."""
    said = [f"{side_name(words, view, tuple(total.seats))} {total.part_score}"]
    if total.games:
        said.append(words.say("score.games", n=total.games))
        said += [words.say("score.vulnerable")] if view.stage != STAGE_OVER else []
    return ", ".join(said)


def dummies(words: Words, view: View) -> Lines:
    """Dummy (South)  ♥ A Q 4   ♠ 7 2: every open hand but the viewer's, also one shown with a claim.

    Trumps first, so that declarer and defenders see the same.
    """
    shown = [hand for hand in view.hands if not (view.HasField("viewer") and hand.seat == view.viewer)]
    return tuple(dummy_line(words, view, hand.seat, hand.cards) for hand in shown)


def dummy_line(words: Words, view: View, hand: int, cards: Sequence[Card]) -> str:
    """One open hand."""
    label = words.say("row.shown" if hand < len(view.seats) and not _is_dummy(view, hand) else "row.dummy")
    if hand < len(view.seats):
        label = words.say("list.aside", text=label, remark=hand_name(words, view, hand))
    return f"{label}  {hand_written(words, cards, view.trump, by_rank(view)) or words.say('overview.none')}"


def _is_dummy(view: View, seat: int) -> bool:
    """Whether a seat's hand lies open as dummy, and not because it was shown with a claim."""
    return view.HasField("dummy") and view.dummy == seat


def bids_so_far(words: Words, view: View) -> Lines:
    """Bids so far 3, cards 5. You may not say 2: the bids would add up to the tricks."""
    said = [call.call.trick_goal.tricks for call in view.calls if kind_of(call.call) == "trick_goal"]
    cards = len(open_hand(view, view.viewer))
    lines = [words.say("goal.sum", sum=str(sum(said)), cards=str(cards))] if said else []
    if view.HasField("forbidden_goal"):
        lines.append(words.say("goal.forbidden", goal=str(view.forbidden_goal)))
    return (" ".join(lines),) if lines else ()


def strip(words: Words, view: View) -> Lines:
    """The tricks in a row, won upright and lost ones sideways, where points are announced (Minibridge)."""
    plays = any(seat.HasField("announced_points") for seat in view.seats) and view.tricks
    if not plays:
        return ()
    own = next((side for side in sides(view)), ())
    marks = ["|" if trick.winner in own else "—" for trick in view.tricks]
    return (f"{words.say('row.tricks')} {side_name(words, view, own)}  {' '.join(marks)}",)


def _each(words: Words, view: View, field: str) -> list[str]:
    return [f"{_head(words, view, seat)} {getattr(view.seats[seat], field)}" for seat in from_viewer(view)]


def _head(words: Words, view: View, seat: int) -> str:
    return words.say("seat.you") if is_you(view, seat) else hand_letter(words, view, seat)


def _row(words: Words, message: str, parts: Sequence[str]) -> str:
    return f"{words.say(message)}  {' · '.join(parts)}"


def declares(words: Words, view: View) -> Lines:
    """North declares, South is dummy: said where no auction told it."""
    if not view.HasField("declarer") or view.HasField("contract") or not view.HasField("dummy"):
        return ()
    dummy = words.say("seat.you") if is_you(view, view.dummy) else hand_name(words, view, view.dummy)
    return (by(words, "points.declares", view, view.declarer, dummy=dummy),)
