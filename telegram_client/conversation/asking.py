"""What a person is asked when it is to act: what lies open, what may be done, how to say it."""

from __future__ import annotations

from collections.abc import Callable

from fourth.v1.moves_pb2 import Move
from fourth.v1.views_pb2 import (
    PHASE_AUCTION,
    PHASE_CALLING,
    PHASE_DRAWING,
    PHASE_PLAY,
    PHASE_WASH,
    View,
)

from telegram_client.speech.buttons import SUITS
from telegram_client.speech.cards import bid_written, card_written, is_suit, suit_said
from telegram_client.speech.columns import flowing, paragraphs
from telegram_client.speech.deal import auction_grid, own_hand, trick_line
from telegram_client.speech.facts import bids_so_far, dummies, stock, turned
from telegram_client.speech.games import counts_cards
from telegram_client.speech.manners import asks_consent, consent_by_keys, consent_wanted
from telegram_client.speech.moves import (
    cards_to_play,
    choices,
    hand_to_play,
    kind_of,
    move_written,
    numbered,
    own_cards,
    plays_dummy,
)
from telegram_client.speech.phrasebook import Words
from telegram_client.speech.seats import hand_name

Lines = tuple[str, ...]


def to_act(view: View) -> bool:
    """Whether the viewer itself must decide something: not when a robot plays its seat."""
    if not view.legal_moves or not view.HasField("viewer"):
        return False
    return not view.seats[view.viewer].robot_plays


def on_table(words: Words, view: View) -> Lines:
    """The trick that lies open at the viewer's turn; none where the viewer leads."""
    if view.phase not in (PHASE_PLAY, PHASE_DRAWING) or not view.trick.cards:
        return ()
    ending = "" if asks_consent(view) else words.say("ask.you")
    return (trick_line(words, view, view.trick, ending),)


def question(words: Words, view: View) -> Lines:
    """What is asked at the viewer's turn, below what lies open; the thing to do stands at the very end."""
    if asks_consent(view):
        return (own_hand(words, view), *dummies(words, view), consent_wanted(words, view))
    if _bids_are_numbers(view):
        return (
            *turned(words, view),
            own_hand(words, view),
            *auction_grid(words, view),
            *bids_so_far(words, view),
            _goal_wanted(words, view),
        )
    if _opens(view) and view.phase == PHASE_AUCTION:
        return (own_hand(words, view), *auction_grid(words, view), *paragraphs(words.say("ask.opening")))
    if view.phase == PHASE_AUCTION and _is_ladder(view):
        return (*auction_grid(words, view), *paragraphs(call_wanted(words, view)))
    return _QUESTIONS.get(view.phase, _about_anything)(words, view)


def asked_with_keys(words: Words, view: View, picked: str = "") -> Lines:
    """What is asked at the viewer's turn where it answers by keys. `picked`: the suit it has chosen."""
    if asks_consent(view):
        return (consent_by_keys(words, view),)
    if view.phase == PHASE_WASH:
        return (words.say("board.wash_too_strong" if _too_strong(view) else "board.wash"),)
    if _bids_are_numbers(view):
        return (*bids_so_far(words, view), words.say("board.goal"))
    if _opens(view):
        return (words.say("board.opening"),)
    if _draws(view):
        return (_draw_wanted(words, view),)
    if _names(view):
        return (words.say("board.naming"),)
    if view.phase == PHASE_AUCTION and _is_ladder(view):
        return (words.say("board.call"),)
    if view.phase == PHASE_CALLING:
        return _partner_wanted(words, view, picked)
    plays = any(kind_of(move) == "play_card" for move in view.legal_moves)
    if not plays:
        return (words.say("board.choose"),)
    return (*_which_hand(words, view), _card_wanted(words, view))


def _partner_wanted(words: Words, view: View, picked: str) -> Lines:
    own = own_cards(view)
    mine = [move.call_partner.card for move in view.legal_moves if move.call_partner.card in own]
    if picked not in SUITS:
        alone = (words.say("board.partner_own"),) if mine else ()
        return (" ".join([words.say("board.partner"), *alone]),)
    below = any(card.suit == SUITS[picked] for card in mine)
    asked = words.say("board.which_card", suit=suit_said(words, SUITS[picked]))
    return (asked, *([words.say("board.own_below")] if below else []))


def reminder(words: Words, view: View) -> Lines:
    """The last sentence of the question, for the end of something long that was looked up meanwhile."""
    if asks_consent(view):
        return (consent_wanted(words, view),)
    if _bids_are_numbers(view):
        return (_goal_wanted(words, view),)
    if view.phase == PHASE_AUCTION and _is_ladder(view):
        return paragraphs(call_wanted(words, view))
    if view.phase == PHASE_WASH:
        return _about_wash(words, view)
    return _QUESTIONS.get(view.phase, _about_anything)(words, view)[-1:]


def how_to_answer(words: Words, view: View) -> Lines:
    """Short help for an answer that means nothing: what can be typed now."""
    if asks_consent(view):
        return (consent_wanted(words, view),)
    if view.phase == PHASE_WASH:
        return paragraphs(words.say("how.wash"))
    if _bids_are_numbers(view):
        return (*bids_so_far(words, view), _goal_wanted(words, view))
    if _opens(view):
        return paragraphs(words.say("ask.opening"))
    if view.phase == PHASE_AUCTION and _is_ladder(view):
        return paragraphs(words.say("how.points" if _promises(view) else "how.call"))
    if view.phase in (PHASE_CALLING, PHASE_PLAY):
        return (words.say("how.card"), *([words.say("how.number")] if choices(view) else []))
    if _names(view):
        return (_to_choose(words, view),)
    return _about_anything(words, view)


def _is_ladder(view: View) -> bool:
    return any(kind_of(move) in ("pass_call", "bid") for move in view.legal_moves)


def _promises(view: View) -> bool:
    return counts_cards(view)


def _opens(view: View) -> bool:
    return any(kind_of(move) == "open_and_name" for move in view.legal_moves)


def _names(view: View) -> bool:
    return any(kind_of(move) == "name_contract" for move in view.legal_moves)


def _draws(view: View) -> bool:
    return any(kind_of(move) == "draw_card" for move in view.legal_moves)


def _draw_wanted(words: Words, view: View) -> str:
    return words.say("ask.draw", card=card_written(words, view.stock.picked_up))


def _which_hand(words: Words, view: View) -> Lines:
    """From which hand the card comes, where the viewer plays more than one."""
    if plays_dummy(view):
        name = hand_name(words, view, hand_to_play(view))
        return (words.say("hand.from_dummy", name=name),)
    return (words.say("hand.from_own"),) if _has_dummy(view) else ()


def _has_dummy(view: View) -> bool:
    return view.HasField("dummy") and view.HasField("viewer") and view.viewer in (view.declarer, view.dummy)


def _bids_are_numbers(view: View) -> bool:
    return any(kind_of(move) == "trick_goal" for move in view.legal_moves)


def _about_wash(words: Words, view: View) -> Lines:
    return paragraphs(words.say("ask.wash_too_strong" if _too_strong(view) else "ask.wash"))


def _too_strong(view: View) -> bool:
    return not any(move.answer_wash.redeal for move in view.legal_moves)


def _goal_wanted(words: Words, view: View) -> str:
    goals = [str(move.trick_goal.tricks) for move in view.legal_moves]
    return words.say("ask.goal", goals=words.listed(goals, "list.or"))


def call_wanted(words: Words, view: View) -> str:
    """Your turn to call: pass, double or any bid from 4♥."""
    kinds = {"pass_call": "call.pass", "double_call": "call.double", "redouble_call": "call.redouble"}
    legal = {kind_of(move) for move in view.legal_moves}
    ways = [words.say(message) for kind, message in kinds.items() if kind in legal]
    bids = [move.bid for move in view.legal_moves if kind_of(move) == "bid"]
    if bids:
        least = min(bids, key=lambda bid: (bid.level, bid.denomination))
        ways.append(words.say("call.bid", bid=bid_written(least.level, least.denomination)))
    points = [move.point_bid.points for move in view.legal_moves if kind_of(move) == "point_bid"]
    if points:
        ways.append(words.say("call.points", points=str(min(points))))
    return words.say("ask.call", ways=words.listed(ways, "list.or"))


def _about_partner(words: Words, view: View) -> Lines:
    own = own_cards(view)
    own_allowed = any(move.call_partner.card in own for move in view.legal_moves)
    asked = paragraphs(words.say("ask.partner_or_alone" if own_allowed else "ask.partner"))
    listed = flowing(numbered(words, choices(view)), "  " + words.say("ask.missing") + "  ", "   ")
    return (own_hand(words, view), *listed, *asked, words.say("ask.any_card"))


def _about_card(words: Words, view: View) -> Lines:
    listed = choices(view)
    ways = numbered(words, listed) if len(listed) > 1 else []
    numbers = flowing(ways, words.say("ask.choices") + "   ", "   ") if ways else ()
    open_hands = dummies(words, view)
    return (
        own_hand(words, view),
        *open_hands,
        *_which_hand(words, view),
        *numbers,
        _card_wanted(words, view),
    )


def _card_wanted(words: Words, view: View) -> str:
    rule = _rule(words, view)
    asked = words.say("ask.card")
    return f"{asked} {rule}" if rule else asked


def _rule(words: Words, view: View) -> str:
    """Why not every card may be played, where that is so."""
    legal = [move.play_card.card for move in view.legal_moves if kind_of(move) == "play_card"]
    if len(legal) == len(cards_to_play(view)) or not legal:
        return ""
    if view.trick.cards:
        led = view.trick.cards[0].card.suit
        if all(card.suit == led for card in legal):
            return words.say("rule.follow", suit=suit_said(words, led))
        return words.say("rule.no_trump_now")
    barred = is_suit(view.trump) and not any(int(card.suit) == int(view.trump) for card in legal)
    return words.say("rule.no_trump_lead") if barred else ""


def _about_anything(words: Words, view: View) -> Lines:
    """Any other decision: what may be done, to be typed as it is written or by number."""
    if _draws(view):
        return (own_hand(words, view), _draw_wanted(words, view))
    moves: tuple[Move, ...] = choices(view)
    ways = numbered(words, moves) or [move_written(words, move) for move in view.legal_moves]
    hands = (*dummies(words, view), own_hand(words, view))
    return (*hands, *flowing(ways, "  ", "   "), _to_choose(words, view))


def _to_choose(words: Words, view: View) -> str:
    return words.say("ask.naming" if _names(view) else "ask.anything")


def _about_calling(words: Words, view: View) -> Lines:
    """A card alone, or trump and card in one."""
    if _opens(view):
        return (own_hand(words, view), *paragraphs(words.say("ask.opening")))
    return _about_partner(words, view)


def _about_drawing(words: Words, view: View) -> Lines:
    """A card to a trick that decides who draws, or the card looked at."""
    return _about_anything(words, view) if _draws(view) else (*stock(words, view), *_about_card(words, view))


_QUESTIONS: dict[int, Callable[[Words, View], Lines]] = {
    PHASE_WASH: _about_wash,
    PHASE_CALLING: _about_calling,
    PHASE_DRAWING: _about_drawing,
    PHASE_PLAY: _about_card,
}
