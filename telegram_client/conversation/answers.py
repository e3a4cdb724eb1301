"""The move a person means by what was typed, seen from the decision that is open."""

from __future__ import annotations

from fourth.v1.cards_pb2 import Card, Denomination
from fourth.v1.moves_pb2 import Goal, Move, OpenAndName
from fourth.v1.views_pb2 import PHASE_AUCTION, View

from telegram_client.conversation.notation import (
    read_call,
    read_card,
    read_denomination,
    read_number,
    read_yes_no,
    tidy,
)
from telegram_client.speech.manners import asks_consent, consent
from telegram_client.speech.moves import choices, hand_to_play, kind_of, move_written
from telegram_client.speech.phrasebook import Language, Words


def move_meant(view: View, typed: str, words: Words) -> Move | None:
    """The move, legal or not, that a text means now; None when it means none.

    A number is the bid where bids are numbers, and else chooses from the list that was shown.
    """
    text = tidy(typed)
    number = read_number(text)
    if number is not None:
        return _by_number(view, number)
    if asks_consent(view) and (accept := read_yes_no(text, words)) is not None:
        return consent(view, accept)
    kinds = {kind_of(move) for move in view.legal_moves}
    if "answer_wash" in kinds:
        return _wash(read_yes_no(text, words))
    if "open_and_name" in kinds and (opening := _opening(text, words)):
        return opening
    if "name_contract" in kinds:
        return _named(view, text, words) or _as_listed(view, text, words)
    if "draw_card" in kinds and (take := read_yes_no(text, words)) is not None:
        return _drawn(take)
    if view.phase == PHASE_AUCTION or "pass_call" in kinds:
        return read_call(text, words) or _as_listed(view, text, words)
    card = read_card(text, words)
    return _with_card(view, card) if card else _as_listed(view, text, words)


def _by_number(view: View, number: int) -> Move | None:
    kinds = {kind_of(move) for move in view.legal_moves}
    if "trick_goal" in kinds:
        goal = Move()
        goal.trick_goal.tricks = number
        return goal
    if "point_bid" in kinds:
        bid = Move()
        bid.point_bid.points = number
        return bid
    listed = choices(view)
    return listed[number - 1] if 1 <= number <= len(listed) else None


def _wash(redeal: bool | None) -> Move | None:
    if redeal is None:
        return None
    answer = Move()
    answer.answer_wash.redeal = redeal
    return answer


def _named(view: View, text: str, words: Words) -> Move | None:
    """Trump and goal, the goal by the beginning of its name: s game, nt part. Trump alone without goals."""
    tokens = text.casefold().replace(",", " ").split()
    for cut in range(1, len(tokens) + 1):
        trump, goal = read_denomination(" ".join(tokens[:cut]), words), " ".join(tokens[cut:])
        fitting = [
            move
            for move in view.legal_moves
            if trump == Denomination.Name(move.name_contract.denomination) and _is_goal(move, goal, words)
        ]
        if len(fitting) == 1:
            return fitting[0]
    return None


def _is_goal(move: Move, typed: str, words: Words) -> bool:
    if not move.name_contract.HasField("goal"):
        return not typed
    message = f"goal.{Goal.Name(move.name_contract.goal)[5:].lower()}"
    said = [Words(language).say(message) for language in (words.language, Language.EN)]
    return bool(typed) and any(name.casefold().startswith(typed) for name in said)


def _drawn(take: bool) -> Move:
    move = Move()
    move.draw_card.take = take
    return move


def _opening(text: str, words: Words) -> Move | None:
    """Trump, then the partner's card: h h3, no trump sa."""
    tokens = text.split()
    for cut in range(1, len(tokens)):
        trump = read_denomination(" ".join(tokens[:cut]), words)
        card = read_card(" ".join(tokens[cut:]), words)
        if trump and card:
            return Move(open_and_name=OpenAndName(denomination=trump, card=card))
    return None


def _with_card(view: View, card: Card) -> Move | None:
    """Calling or playing that card, from the hand the next card comes from."""
    move = Move()
    if any(kind_of(legal) == "call_partner" for legal in view.legal_moves):
        move.call_partner.card.CopyFrom(card)
        return move
    if any(kind_of(legal) == "play_card" for legal in view.legal_moves):
        move.play_card.card.CopyFrom(card)
        move.play_card.seat = hand_to_play(view)
        return move
    return None


def _as_listed(view: View, text: str, words: Words) -> Move | None:
    """A move written just as it stands in the list: what games bring that have moves of their own."""
    for move in view.legal_moves:
        if move_written(words, move).casefold() == text.casefold():
            return move
    return None
