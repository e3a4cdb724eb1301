"""The keys by which somebody acts in front of all: they follow from what is public, never from a hand.

Whoever may not do what a key says is told so by the engine, in private.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from fourth.v1.cards_pb2 import Card, Denomination, Rank
from fourth.v1.moves_pb2 import Bid, Move, NameContract
from fourth.v1.views_pb2 import PHASE_AUCTION, PHASE_CALLING, PHASE_DRAWING, PHASE_NAMING, PHASE_WASH, View

from telegram_client.speech.buttons import BACK, SUITS, TRUMPS, Key, Rows, evenly, every_move, move_rows
from telegram_client.speech.cards import card_written, laid_out
from telegram_client.speech.games import by_rank
from telegram_client.speech.manners import consent, is_pending
from telegram_client.speech.moves import kind_of, open_hand
from telegram_client.speech.phrasebook import Words
from telegram_client.speech.seats import who

NUMBERS_IN_A_ROW = 7
LEAST_PROMISE, ALL_POINTS = 31, 60
"""Card points that may be promised (Italian Bridge)."""
ITALIAN_RANKS = (
    "RANK_THREE",
    "RANK_TWO",
    "RANK_ACE",
    "RANK_KING",
    "RANK_QUEEN",
    "RANK_JACK",
    "RANK_TEN",
    "RANK_NINE",
    "RANK_EIGHT",
    "RANK_SEVEN",
)
"""The ranks of its forty cards, highest first."""


def keypad(words: Words, view: View, picked: str = "") -> Rows:
    """The keys of the open decision; none where nobody is to act, or for a decision that has no such keys.

    `view` is a spectator's. `picked` is the level, or the letter of the suit, that was chosen last. Cards are
    played by their places, from 1, in the hand of whoever acts.
    """
    if not view.acting:
        return ()
    if is_pending(view):
        return every_move(words, view, [consent(view, accept) for accept in (True, False)])
    if _plays(view):
        return evenly(_places(words, view), NUMBERS_IN_A_ROW)
    return move_rows(words, _as_if_all_may(view), picked)


def keypad_asks(words: Words, view: View) -> str:
    """Who is to use the keys, and how."""
    name = words.listed([who(words, view, seat) for seat in view.acting])
    if is_pending(view):
        return words.say("group.asks.consent", name=name)
    if _plays(view):
        return words.say("group.asks.card", name=name, cards=words.say("button.my_cards"))
    if view.phase == PHASE_CALLING:
        return words.say("group.asks.partner", name=name)
    if view.phase in (PHASE_NAMING, PHASE_DRAWING):
        return words.say("group.asks.choice", name=name)
    return words.say("group.asks.wash" if view.phase == PHASE_WASH else "group.asks.call", name=name)


def _plays(view: View) -> bool:
    """Whether a card is to be played, to a trick that counts or one that only draws."""
    return view.HasField("next_hand")


def _places(words: Words, view: View) -> list[Key]:
    """The places of a hand, from 1; of one that lies open the cards themselves."""
    shown = laid_out(open_hand(view, view.next_hand), view.trump, by_rank(view))
    if shown:
        return [(card_written(words, card), place) for place, card in enumerate(shown, 1)]
    return [(str(place), place) for place in range(1, view.seats[view.next_hand].cards_left + 1)]


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
    if said and _may_double(view):
        kinds += {"bid": ["double_call"], "double_call": ["redouble_call"]}.get(said[-1], [])
    calls = [Move() for _ in kinds]
    for call, kind in zip(calls, kinds, strict=True):
        getattr(call, kind).SetInParent()
    return [*calls, *(Move(bid=bid) for bid in _bids_left(view))]


def _may_double(view: View) -> bool:
    """Whether the game knows doubles: always, but where they are a house rule."""
    switch = [option.value for option in view.options if option.key == "double"]
    return switch in ([], ["on"])


def _round_of_calls(view: View) -> list[Move]:
    """Goals, promises of points, openings or bids, whatever hand might make them."""
    rules = {option.key: option.value for option in view.options}
    if "hook" in rules:
        return [_goal(tricks) for tricks in range(view.seats[view.acting[0]].cards_left + 1)]
    if "bidding" not in rules:
        return _calls(view)
    if rules["bidding"] == "auction":
        return [_passed(), *(_promise(points) for points in range(_least_promise(view), ALL_POINTS + 1))]
    return [_passed(), *_openings(rules)]


def _goal(tricks: int) -> Move:
    move = Move()
    move.trick_goal.tricks = tricks
    return move


def _promise(points: int) -> Move:
    move = Move()
    move.point_bid.points = points
    return move


def _passed() -> Move:
    move = Move()
    move.pass_call.SetInParent()
    return move


def _least_promise(view: View) -> int:
    promised = [call.call.point_bid.points for call in view.calls if kind_of(call.call) == "point_bid"]
    return max(promised, default=LEAST_PROMISE - 1) + 1


def _openings(rules: Mapping[str, str]) -> list[Move]:
    """Every trump with every card of the forty."""
    trumps = [trump for letter, trump in TRUMPS.items() if letter != "N" or rules.get("no_trump") == "on"]
    moves = []
    for trump in trumps:
        for suit in SUITS.values():
            for rank in ITALIAN_RANKS:
                move = Move()
                move.open_and_name.denomination = trump
                move.open_and_name.card.CopyFrom(Card(suit=suit, rank=rank))
                moves.append(move)
    return moves


def _partner_or_opening(view: View) -> list[Move]:
    """A card alone, or trump and card in one after an auction of points."""
    rules = {option.key: option.value for option in view.options}
    return _openings(rules) if "bidding" in rules else _partners(view)


def _contracts(view: View) -> list[Move]:
    """Every denomination with every goal of the house rules."""
    rules = {option.key: option.value for option in view.options}
    goals: list[str | None] = ["GOAL_PART_SCORE", "GOAL_GAME"] if rules.get("goal") == "on" else [None]
    goals += ["GOAL_SMALL_SLAM", "GOAL_GRAND_SLAM"] if rules.get("slams") == "on" else []
    return [
        Move(name_contract=NameContract(denomination=trump, goal=goal))
        for trump in TRUMPS.values()
        for goal in goals
    ]


def _draws(view: View) -> list[Move]:
    """The card looked at, taken or left."""
    answers = [Move(), Move()]
    for answer, take in zip(answers, (True, False), strict=True):
        answer.draw_card.take = take
    return answers


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
    PHASE_AUCTION: _round_of_calls,
    PHASE_CALLING: _partner_or_opening,
    PHASE_NAMING: _contracts,
    PHASE_DRAWING: _draws,
}
