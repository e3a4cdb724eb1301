"""The keys by which somebody acts in front of all: they follow from what is public, never from a hand.

Whoever may not do what a key says is told so by the engine, in private.
"""

from __future__ import annotations

from collections.abc import Callable

from fourth.v1.cards_pb2 import Card, Denomination, Rank
from fourth.v1.moves_pb2 import Bid, Move
from fourth.v1.views_pb2 import PHASE_AUCTION, PHASE_CALLING, PHASE_PLAY, PHASE_WASH, View

from telegram_client.speech.buttons import BACK, SUITS, Key, Rows, evenly, move_rows
from telegram_client.speech.moves import kind_of
from telegram_client.speech.phrasebook import Words
from telegram_client.speech.seats import who

NUMBERS_IN_A_ROW = 7


def keypad(words: Words, view: View, picked: str = "") -> Rows:
    """The keys of the open decision; none where nobody is to act, or for a decision that has no such keys.

    `view` is a spectator's. `picked` is the level, or the letter of the suit, that was chosen last. Cards are
    played by their places, from 1, in the hand of whoever acts.
    """
    if not view.acting:
        return ()
    if view.phase == PHASE_PLAY:
        count = view.seats[view.acting[0]].cards_left
        keys: list[Key] = [(str(place), place) for place in range(1, count + 1)]
        return evenly(keys, NUMBERS_IN_A_ROW) if keys else ()
    return move_rows(words, _as_if_all_may(view), picked)


def keypad_asks(words: Words, view: View) -> str:
    """Who is to use the keys, and how."""
    name = words.listed([who(words, view, seat) for seat in view.acting])
    if view.phase == PHASE_PLAY:
        return words.say("group.asks.card", name=name, cards=words.say("button.my_cards"))
    if view.phase == PHASE_CALLING:
        return words.say("group.asks.partner", name=name)
    return words.say("group.asks.wash" if view.phase == PHASE_WASH else "group.asks.call", name=name)


def offers(rows: Rows, choice: str) -> bool:
    """Whether the keys offer such a choice, or lead back from one."""
    return choice == BACK or any(meaning == choice for row in rows for _, meaning in row)


def _as_if_all_may(view: View) -> View:
    """The view with every move that some hand might allow."""
    open_to_all = View()
    open_to_all.CopyFrom(view)
    open_to_all.ClearField("legal_moves")
    open_to_all.legal_moves.extend(_MOVES[view.phase](view) if view.phase in _MOVES else ())
    return open_to_all


def _washes(view: View) -> list[Move]:
    """Both answers, also for a hand that is too strong for one of them."""
    answers = [Move(), Move()]
    for answer, redeal in zip(answers, (True, False), strict=True):
        answer.answer_wash.redeal = redeal
    return answers


def _calls(view: View) -> list[Move]:
    """Pass; a double or redouble where the last bid leaves one to somebody; the bids that are left."""
    kinds = ["pass_call"]
    said = [kind_of(call.call) for call in view.calls if kind_of(call.call) != "pass_call"]
    if said and any((option.key, option.value) == ("double", "on") for option in view.options):
        kinds += {"bid": ["double_call"], "double_call": ["redouble_call"]}.get(said[-1], [])
    calls = [Move() for _ in kinds]
    for call, kind in zip(calls, kinds, strict=True):
        getattr(call, kind).SetInParent()
    return [*calls, *(Move(bid=bid) for bid in _bids_left(view))]


def _bids_left(view: View) -> list[Bid]:
    """Every bid above the last one."""
    last = next((call.call.bid for call in reversed(view.calls) if call.call.HasField("bid")), Bid())
    strains = Denomination.keys()[1:]
    bids = [Bid(level=level, denomination=strain) for level in range(1, 8) for strain in strains]
    return [bid for bid in bids if (bid.level, bid.denomination) > (last.level, last.denomination)]


def _partners(view: View) -> list[Move]:
    """All 52 cards, whoever holds them."""
    moves = []
    for suit in SUITS.values():
        for rank in Rank.keys()[1:]:
            move = Move()
            move.call_partner.card.CopyFrom(Card(suit=suit, rank=rank))
            moves.append(move)
    return moves


_MOVES: dict[int, Callable[[View], list[Move]]] = {
    PHASE_WASH: _washes,
    PHASE_AUCTION: _calls,
    PHASE_CALLING: _partners,
}
