"""The message of a table that is kept up to date, and the messages about a deal that stand on their own.

All in lines a phone can hold, every fact in its fixed place; what to do comes last and is not said here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from fourth.v1.catalog_service_pb2 import Game, GameOption, Word
from fourth.v1.deals_pb2 import FinishedDeal, Trick
from fourth.v1.views_pb2 import NOTICE_YOU_HOLD_IT, PHASE_AUCTION, PHASE_DRAWING, PHASE_PLAY, STAGE_OVER, View

from telegram_client.speech.cards import card_written, hand_written
from telegram_client.speech.deal import (
    auction_grid,
    calls_in_order,
    contract_line,
    deal_number,
    origin,
    points_said,
    seal_begun,
    trump_line,
)
from telegram_client.speech.facts import declares, facts, games, goals, strip, tally, trick_number
from telegram_client.speech.games import by_rank
from telegram_client.speech.manners import pending
from telegram_client.speech.moves import own_cards
from telegram_client.speech.parts import Fixed, Part
from telegram_client.speech.phrasebook import Words
from telegram_client.speech.public import lobby_lines
from telegram_client.speech.scores import (
    goals_told,
    is_worth_a_sheet,
    items,
    match_end,
    proof,
    result,
    score_columns,
)
from telegram_client.speech.seats import (
    aside,
    by,
    from_viewer,
    hand_name,
    hand_place,
    has_compass,
    has_numbers,
    is_person,
    is_you,
    isolated,
    legend,
    letter,
    who,
)
from telegram_client.speech.settling import settled
from telegram_client.speech.table import game_name, values_of

Parts = tuple[Part, ...]


# --- the open table ------------------------------------------------------------------------------------


def lobby_board(words: Words, view: View, games: Sequence[Game], home: str) -> Parts:
    """Who sits, what is missing, and how others come in. `home` is the address of the bot, or empty."""
    if home:
        way = words.say("invite.link", link=f"{home}?start={view.code}")
    else:
        way = words.say("invite.code", code=view.code)
    return (*lobby_lines(words, view, games), way)


# --- a deal that is on ---------------------------------------------------------------------------------


def deal_board(words: Words, view: View, games: Sequence[Game]) -> Parts:
    """What all at the table see of the deal: contract, called card, tricks, the last and the present one."""
    return (
        deal_title(words, view, games),
        *who_is_who(words, view),
        *_contract(words, view),
        *_auction(words, view),
        *declares(words, view),
        *facts(words, view),
        *_play(words, view),
        *pending(words, view),
    )


def deal_title(words: Words, view: View, games: Sequence[Game]) -> str:
    """Singapore Bridge · Deal 1 of 4 · Seal 3f9c…"""
    return " · ".join([game_name(games, view.game), deal_number(words, view), *seal_begun(words, view)])


def who_is_who(words: Words, view: View) -> Parts:
    """Which seat is which person, where others than the viewer sit; who is who where seats have numbers."""
    if has_numbers(words, view):
        return (f"{words.say('row.seats')}  {' · '.join(legend(words, view, isolated))}",)
    if not has_compass(view):
        return ()
    persons = [seat for seat in from_viewer(view) if is_person(view, seat) and not is_you(view, seat)]
    named = [f"{letter(words, view, seat)} {isolated(view.seats[seat].name)}" for seat in persons]
    return (f"{words.say('row.seats')}  {' · '.join(named)}",) if named else ()


def _contract(words: Words, view: View) -> Parts:
    if not view.HasField("contract"):
        return ()
    return (contract_line(words, view, view.contract), *_called(words, view))


def _called(words: Words, view: View) -> Parts:
    """The called card and what this viewer may know of its holder."""
    if not view.HasField("partner"):
        return ()
    card, declarer = card_written(words, view.partner.card), view.contract.declarer
    if view.partner.shown:
        return (by(words, _how_shown(view), view, view.partner.holder, card=card),)
    if view.partner.notice == NOTICE_YOU_HOLD_IT:
        return (words.say("called.held", card=card, name=who(words, view, declarer)),)
    if is_you(view, declarer) and view.partner.card in own_cards(view):
        return (words.say("called.alone.you", card=card),)
    return (words.say("board.called", card=card),)


def _how_shown(view: View) -> str:
    """Whether the called card has been played, or was said by the declarer to be an own one."""
    if view.partner.holder != view.contract.declarer:
        return "shown"
    on_table = [played.card for trick in (*view.tricks, view.trick) for played in trick.cards]
    return "shown.alone" if view.partner.card in on_table else "called.alone"


def _auction(words: Words, view: View) -> Parts:
    """The calls in columns while they are made."""
    return (Fixed(auction_grid(words, view, _as_it_is)),) if view.phase == PHASE_AUCTION else ()


def _as_it_is(words: Words, call: str) -> str:
    """Keys show symbols as well, so a grid above them does."""
    return call


def _play(words: Words, view: View) -> Parts:
    if view.phase not in (PHASE_PLAY, PHASE_DRAWING) and not view.tricks:
        return goals(words, view)
    last = (last_trick(words, view, view.tricks[-1]),) if view.tricks else ()
    return (*tally(words, view, who), *strip(words, view), *last, *_present_trick(words, view))


def last_trick(words: Words, view: View, trick: Trick) -> str:
    """Last trick to Ben: ♦K (Ben)  ♦4 (West) …"""
    cards = trick_cards(words, view, trick)
    if trick.winner >= len(view.seats):
        return words.say("board.last", name=words.say("seat.dummy"), cards=cards)
    return by(words, "board.last", view, trick.winner, cards=cards)


def trick_cards(words: Words, view: View, trick: Trick) -> str:
    """♦K (Ben)  ♦4 (West)  ♦2 (you)."""
    you = words.say("seat.you")
    return "  ".join(
        aside(
            words,
            card_written(words, played.card),
            you if is_you(view, played.seat) else hand_name(words, view, played.seat),
        )
        for played in trick.cards
    )


def _present_trick(words: Words, view: View) -> Parts:
    if not view.trick.cards:
        return ()
    cards = trick_cards(words, view, view.trick)
    draw, trick = trick_number(view, leads=False)
    return (words.say("board.draw" if draw else "board.trick", trick=trick, cards=cards),)


def own_hand(words: Words, view: View) -> Parts:
    """The viewer's cards, trumps first; nothing for whoever has none."""
    cards = own_cards(view)
    return (
        (f"{words.say('hand.label')}  {hand_written(words, cards, view.trump, by_rank(view))}",)
        if cards
        else ()
    )


def own_hand_counted(words: Words, view: View) -> Parts:
    """The viewer's cards, and below them what they count."""
    hand = own_hand(words, view)
    counted = (points_said(words, view),) if points_said(words, view) else ()
    return (*hand, *counted) if hand else (words.say("hand.none"),)


# --- between two deals, and afterwards -----------------------------------------------------------------


def result_board(words: Words, view: View, games: Sequence[Game]) -> Parts:
    """What the last deal came to, while the next one is awaited."""
    head = f"{game_name(games, view.game)} · {deal_number(words, view)}"
    if not view.HasField("last_deal"):
        return (head,)
    return (head, *result(words, view, view.last_deal))


def end_board(words: Words, view: View, games: Sequence[Game]) -> Parts:
    """How the match ended, or why the table was closed."""
    head = f"{game_name(games, view.game)} · {words.say('table.code', code=view.code)}"
    return (head, *_ending(words, view))


def _ending(words: Words, view: View) -> Parts:
    if view.stage != STAGE_OVER or not view.places:
        return (view.closed.sentence,)
    return (match_end(words, view), *settled(words, view))


def deal_over(words: Words, view: View, seal_seen: bytes) -> Parts:
    """The message at the end of a deal: result, points, and the proof of the shuffle."""
    deal = view.last_deal
    return (
        deal_number(words, view),
        *result(words, view, deal),
        *scores(words, view, deal.number),
        *items(words, view, deal),
        proof(words, view, deal, seal_seen),
    )


def match_over(words: Words, view: View) -> Parts:
    """The message at the end of a match: the whole sheet where there were several deals, and who won."""
    return (*(scores(words, view) if is_worth_a_sheet(view) else ()), *_ending(words, view))


def scores(words: Words, view: View, only: int = 0) -> Parts:
    """The score sheet, or one deal of it and the sum; a word where nothing is scored yet."""
    if not view.lines:
        return (words.say("score.none"),)
    columns = score_columns(words, view, only)
    told = (*goals_told(words, view, only), *games(words, view))
    return (Fixed(columns), *told, " · ".join(legend(words, view, isolated)))


# --- what is looked up ---------------------------------------------------------------------------------


def overview(words: Words, view: View, games: Sequence[Game]) -> Parts:
    """All there is to know of the deal, the calls too, and by which code others find the table."""
    head, *lines = deal_board(words, view, games)
    calls = " · ".join(calls_in_order(words, view, view.calls)) or words.say("overview.none")
    told = () if view.phase == PHASE_AUCTION else (f"{words.say('row.calls')}  {calls}",)
    return (
        f"{head} · {words.say('table.code', code=view.code)}",
        *lines,
        *told,
        *trump_closed_up(words, view),
        *own_hand(words, view),
    )


def trump_closed_up(words: Words, view: View) -> tuple[str, ...]:
    """What is trump, as prose."""
    return tuple(map(_closed_up, trump_line(words, view)))


def _closed_up(line: str) -> str:
    """A line of columns as prose: two spaces behind its head."""
    return re.sub(" {2,}", "  ", line)


def all_hands(words: Words, view: View, deal: FinishedDeal) -> Parts:
    """All hands as dealt, the calls, and what the deal can be dealt again from."""
    hands = [
        f"{hand_place(words, view, hand.seat)}  {hand_written(words, hand.cards, deal.trump, by_rank(view))}"
        for hand in deal.hands
        if hand.cards
    ]
    made = " · ".join(calls_in_order(words, view, deal.calls)) or words.say("overview.none")
    return (
        words.say("deal.was", deal=deal.number),
        *hands,
        f"{words.say('row.calls')}  {made}",
        *map(_closed_up, origin(words, view, deal)),
    )


def games_to_choose(words: Words, games: Sequence[Game]) -> Parts:
    """The games with a sentence each, and the question which it shall be."""
    listed = [words.say("list.pair", first=game.name, second=game.summary) for game in games]
    return (*listed, "", words.say("welcome.which_game"))


def house_rules(words: Words, game: Game) -> Parts:
    """The house rules of a game with their values as they are typed, the standard one first."""
    head = words.say("options.head", game=game.name, key=game.key)
    return (head, "", *(_house_rule(words, option) for option in game.options))


def _house_rule(words: Words, option: GameOption) -> str:
    values = words.say("list.pair", first=option.name, second=" | ".join(values_of(option)))
    return f"{option.key}  {values}"


def all_words(words: Words, glossary: Sequence[Word]) -> Parts:
    """All terms that are explained."""
    return (words.say("words.head"), " · ".join(word.term for word in glossary))
