"""The keys by which somebody acts in front of all: they follow from what is public, never from a hand.

Whoever may not do what a key says is told so by the engine, in private.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from fourth.v1.cards_pb2 import (
    DENOMINATION_CLUBS,
    DENOMINATION_NO_TRUMP,
    RANK_ACE,
    RANK_TWO,
    SUIT_CLUBS,
    SUIT_DIAMONDS,
    SUIT_HEARTS,
    SUIT_SPADES,
    Card,
)
from fourth.v1.moves_pb2 import Bid, Move
from fourth.v1.views_pb2 import PHASE_AUCTION, PHASE_CALLING, PHASE_PLAY, PHASE_WASH, View

from telegram_client.speech.cards import SYMBOLS, bid_written, card_written, suit_order, suit_said
from telegram_client.speech.moves import kind_of, move_written
from telegram_client.speech.phrasebook import Words
from telegram_client.speech.seats import who

Key: TypeAlias = tuple[str, Move | str | int]
"""What a key says, and what it means: a move, a choice that leads to other keys, or a place in a hand."""
Rows: TypeAlias = tuple[tuple[Key, ...], ...]

BACK = "back"
"""The choice that leads to where the choosing began."""
NUMBERS_IN_A_ROW = 7
CARDS_IN_A_ROW = 5
_SUITS = {"S": SUIT_SPADES, "H": SUIT_HEARTS, "C": SUIT_CLUBS, "D": SUIT_DIAMONDS}
"""The choices of a suit."""


def keypad(words: Words, view: View, picked: str = "") -> Rows:
    """The keys of the open decision; none where nobody is to act, or for a decision that has no such keys.

    `picked` is the level, or the letter of the suit, that was chosen last.
    """
    rows = _ROWS.get(view.phase)
    return rows(words, view, picked) if rows and view.acting else ()


def keypad_asks(words: Words, view: View, picked: str = "") -> str:
    """Who is to use the keys, and how."""
    name = words.listed([who(words, view, seat) for seat in view.acting])
    if view.phase == PHASE_WASH:
        return words.say("group.asks.wash", name=name)
    if view.phase == PHASE_AUCTION and picked:
        return words.say("group.asks.strain", name=name, level=picked)
    if view.phase == PHASE_AUCTION:
        return words.say("group.asks.call", name=name)
    if view.phase == PHASE_CALLING and picked:
        return words.say("group.asks.rank", name=name, suit=suit_said(words, _SUITS[picked]))
    if view.phase == PHASE_CALLING:
        return words.say("group.asks.suit", name=name)
    return words.say("group.asks.card", name=name, cards=words.say("button.my_cards"))


def is_choice(view: View, choice: str) -> bool:
    """Whether the keys of the open decision offer such a choice."""
    if choice == BACK:
        return True
    if view.phase == PHASE_AUCTION:
        return choice in [str(level) for level in _levels(view)]
    return view.phase == PHASE_CALLING and choice in _SUITS


def _wash(words: Words, view: View, picked: str) -> Rows:
    """Both answers, also for a hand that is too strong for one of them."""
    moves = [Move(), Move()]
    for move, redeal in zip(moves, (True, False), strict=True):
        move.answer_wash.redeal = redeal
    return (tuple(_said(words, move) for move in moves),)


def _said(words: Words, move: Move) -> Key:
    said = move_written(words, move)
    return (said[:1].upper() + said[1:], move)


# --- the auction ---------------------------------------------------------------------------------------


def _auction(words: Words, view: View, picked: str) -> Rows:
    """A level first, then its strains; pass and doubles all the time."""
    others = tuple(_other_calls(words, view))
    if picked:
        return (_strains(view, int(picked)), (*others, _back(words)))
    return tuple(row for row in (tuple((str(level), str(level)) for level in _levels(view)), others) if row)


def _other_calls(words: Words, view: View) -> list[Key]:
    """Pass; and a double or redouble, where the last bid leaves one to somebody."""
    passing, double, redouble = Move(), Move(), Move()
    passing.pass_call.SetInParent()
    double.double_call.SetInParent()
    redouble.redouble_call.SetInParent()
    said = [kind_of(call.call) for call in view.calls if kind_of(call.call) != "pass_call"]
    keys = [_said(words, passing)]
    if said and _doubles(view):
        keys += {"bid": [("X", double)], "double_call": [("XX", redouble)]}.get(said[-1], [])
    return keys


def _doubles(view: View) -> bool:
    return any((option.key, option.value) == ("double", "on") for option in view.options)


def _least(view: View) -> tuple[int, int]:
    """The lowest bid that is left, as level and denomination; level 8 where none is."""
    bids = [call.call.bid for call in view.calls if kind_of(call.call) == "bid"]
    if not bids:
        return 1, DENOMINATION_CLUBS
    last = bids[-1]
    if last.denomination == DENOMINATION_NO_TRUMP:
        return last.level + 1, DENOMINATION_CLUBS
    return last.level, last.denomination + 1


def _levels(view: View) -> range:
    return range(_least(view)[0], 8)


def _strains(view: View, level: int) -> tuple[Key, ...]:
    least, lowest = _least(view)
    first = lowest if level == least else DENOMINATION_CLUBS
    bids = [Bid(level=level, denomination=strain) for strain in range(first, DENOMINATION_NO_TRUMP + 1)]
    return tuple((bid_written(bid.level, bid.denomination), Move(bid=bid)) for bid in bids)


def _back(words: Words) -> Key:
    return (words.say("button.back"), BACK)


# --- cards ---------------------------------------------------------------------------------------------


def _calling(words: Words, view: View, picked: str) -> Rows:
    """A suit, then its ranks: all 52 cards, whoever holds them."""
    if not picked:
        letters = sorted(_SUITS, key=lambda letter: suit_order(view.trump).index(_SUITS[letter]))
        return (tuple((SYMBOLS[_SUITS[letter]], letter) for letter in letters),)
    cards = [Card(suit=_SUITS[picked], rank=rank) for rank in range(RANK_ACE, RANK_TWO - 1, -1)]
    keys: list[Key] = [(card_written(words, card), _calls(card)) for card in cards]
    return (*_in_rows(keys, CARDS_IN_A_ROW), (_back(words),))


def _calls(card: Card) -> Move:
    move = Move()
    move.call_partner.card.CopyFrom(card)
    return move


def _places(words: Words, view: View, picked: str) -> Rows:
    """A number for each card that the hand to act still has."""
    count = view.seats[view.acting[0]].cards_left
    return _in_rows([(str(place), place) for place in range(1, count + 1)], NUMBERS_IN_A_ROW)


def _in_rows(keys: Sequence[Key], longest: int) -> Rows:
    """As few rows as hold them, the first ones no shorter than the last."""
    rows = -(-len(keys) // longest)
    size = -(-len(keys) // rows) if rows else 1
    return tuple(tuple(keys[start : start + size]) for start in range(0, len(keys), size))


_ROWS: dict[int, Callable[[Words, View, str], Rows]] = {
    PHASE_WASH: _wash,
    PHASE_AUCTION: _auction,
    PHASE_CALLING: _calling,
    PHASE_PLAY: _places,
}
