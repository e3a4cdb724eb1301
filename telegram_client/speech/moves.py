"""Moves in writing, and the short list of moves that may be chosen by number."""

from __future__ import annotations

from fourth.v1.cards_pb2 import (
    RANK_ACE,
    RANK_JACK,
    RANK_KING,
    RANK_QUEEN,
    SUIT_CLUBS,
    SUIT_DIAMONDS,
    SUIT_HEARTS,
    SUIT_SPADES,
    Card,
)
from fourth.v1.deals_pb2 import SeatCall
from fourth.v1.moves_pb2 import Goal, Move
from fourth.v1.views_pb2 import View

from telegram_client.speech.cards import (
    bid_written,
    card_written,
    denomination_said,
    denomination_written,
    suit_order,
)
from telegram_client.speech.games import by_rank
from telegram_client.speech.phrasebook import Words

SHORT = 8
"""So many moves at most are listed with numbers; more than that are typed."""


def kind_of(move: Move) -> str:
    """The name of the field that is set, empty for a kind this client does not know."""
    return move.WhichOneof("kind") or ""


def move_written(words: Words, move: Move) -> str:
    """A move as it stands in a list or a hint: ♠A, 3♠, pass."""
    kind = kind_of(move)
    match kind:
        case "bid":
            return bid_written(move.bid.level, move.bid.denomination)
        case "play_card":
            return card_written(words, move.play_card.card)
        case "call_partner":
            return card_written(words, move.call_partner.card)
        case "trick_goal":
            return str(move.trick_goal.tricks)
        case "point_bid":
            return str(move.point_bid.points)
        case "claim":
            return words.say("move.claim", n=move.claim.tricks)
        case "open_and_name":
            opening = move.open_and_name
            return f"{denomination_written(opening.denomination)} {card_written(words, opening.card)}"
        case "name_contract":
            return _named_contract(words, move)
        case _:
            return words.say(f"move.{_answer(move) or kind or 'unknown'}")


def _answer(move: Move) -> str:
    """Which of two answers a yes-or-no move gives."""
    answers = {
        "answer_wash": ("wash", move.answer_wash.redeal),
        "draw_card": ("draw", move.draw_card.take),
        "answer_claim": ("accept", move.answer_claim.accept),
        "answer_undo": ("accept", move.answer_undo.accept),
    }
    name, yes = answers.get(kind_of(move), ("", False))
    return f"{name}.{'yes' if yes else 'no'}" if name else ""


def _named_contract(words: Words, move: Move) -> str:
    named = denomination_said(words, move.name_contract.denomination)
    if not move.name_contract.HasField("goal"):
        return named
    goal = words.say("goal." + Goal.Name(move.name_contract.goal)[5:].lower())
    return words.say("list.comma").join((named, goal))


def call_in_grid(words: Words, call: SeatCall) -> str:
    """A call as a grid has it: a pass is a dash, doubles are X and XX."""
    if kind_of(call.call) == "open_and_name":
        return denomination_written(call.call.open_and_name.denomination)
    signs = {"pass_call": "–", "double_call": "X", "redouble_call": "XX"}
    return signs.get(kind_of(call.call)) or move_written(words, call.call)


def choices(view: View) -> tuple[Move, ...]:
    """The moves that may be chosen by number now, in the order they are listed; none where they are many.

    Bids of tricks are not among them: there a number typed is the bid.
    """
    legal = tuple(view.legal_moves)
    kinds = {kind_of(move) for move in legal}
    if kinds & {"trick_goal", "bid", "pass_call", "answer_wash", "open_and_name"} or kinds & _CONSENTS:
        return ()
    if "call_partner" in kinds:
        return missing_honours(view)
    if kinds == {"name_contract"}:
        return legal
    return in_hand_order(legal, view) if len(legal) <= SHORT else ()


def missing_honours(view: View) -> tuple[Move, ...]:
    """The aces and kings that may be called and are not in the viewer's hand, trumps first."""
    held = own_cards(view)
    wanted = [
        move
        for move in view.legal_moves
        if move.call_partner.card.rank in (RANK_ACE, RANK_KING) and move.call_partner.card not in held
    ]
    return in_hand_order(tuple(wanted), view)


def in_hand_order(moves: tuple[Move, ...], view: View) -> tuple[Move, ...]:
    """The moves as their cards lie in a hand, trumps first; moves without a card before them."""
    order, strength = suit_order(view.trump), by_rank(view)

    def place(move: Move) -> tuple[int, int]:
        card = card_of(move)
        return (order.index(card.suit), -strength(card.rank)) if card else (0, 0)

    return tuple(sorted(moves, key=place))


def card_of(move: Move) -> Card | None:
    """The card a move plays or calls."""
    kind = kind_of(move)
    if kind == "play_card":
        return move.play_card.card
    return move.call_partner.card if kind == "call_partner" else None


def as_typed(words: Words, move: Move) -> str:
    """A move as it can be typed in every language: sq, h10, 3s, 1n, p, xx, y; others as they are written."""
    card = card_of(move)
    if card is not None:
        return _card_typed(card)
    match kind_of(move):
        case "bid":
            return f"{move.bid.level}{_SUIT_TYPED.get(move.bid.denomination, 'n')}"
        case "answer_wash":
            return "y" if move.answer_wash.redeal else "n"
        case "draw_card":
            return "y" if move.draw_card.take else "n"
        case "answer_claim":
            return "y" if move.answer_claim.accept else "n"
        case "answer_undo":
            return "y" if move.answer_undo.accept else "n"
        case "open_and_name":
            opening = move.open_and_name
            return f"{_SUIT_TYPED.get(opening.denomination, 'n')} {_card_typed(opening.card)}"
        case kind:
            return _CALL_TYPED.get(kind) or move_written(words, move)


def _card_typed(card: Card) -> str:
    return _SUIT_TYPED[card.suit] + (_RANK_TYPED.get(card.rank) or str(card.rank))


_SUIT_TYPED: dict[int, str] = {SUIT_CLUBS: "c", SUIT_DIAMONDS: "d", SUIT_HEARTS: "h", SUIT_SPADES: "s"}
"""By suit; denominations have the same numbers."""
_RANK_TYPED: dict[int, str] = {RANK_JACK: "j", RANK_QUEEN: "q", RANK_KING: "k", RANK_ACE: "a"}
_CONSENTS = {"answer_claim", "answer_undo"}
"""Answered by yes and no."""
_CALL_TYPED = {"pass_call": "p", "double_call": "x", "redouble_call": "xx"}


def own_cards(view: View) -> list[Card]:
    """The viewer's own cards; none for a spectator."""
    return open_hand(view, view.viewer) if view.HasField("viewer") else []


def open_hand(view: View, hand: int) -> list[Card]:
    """The cards of a hand that the viewer may see; none of one it may not."""
    seen = [held for held in view.hands if held.seat == hand]
    return list(seen[0].cards) if seen else []


def hand_to_play(view: View) -> int:
    """The hand whose card is wanted: the viewer's own, or the dummy it plays."""
    return view.next_hand if view.HasField("next_hand") else view.viewer


def cards_to_play(view: View) -> list[Card]:
    """The cards of the hand whose card is wanted."""
    return open_hand(view, hand_to_play(view))


def plays_dummy(view: View) -> bool:
    """Whether the viewer is to play from another hand than its own."""
    plays = any(kind_of(move) == "play_card" for move in view.legal_moves)
    return plays and view.HasField("viewer") and hand_to_play(view) != view.viewer


def numbered(words: Words, moves: tuple[Move, ...]) -> list[str]:
    """1 ♥K, 2 ♥7."""
    return [f"{place} {move_written(words, move)}" for place, move in enumerate(moves, 1)]
