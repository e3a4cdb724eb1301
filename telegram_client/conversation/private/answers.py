"""What a person's own chat answers to what is said, or sent by a key: messages with keys, or a toast."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from fourth.v1.views_pb2 import STAGE_PLAYING, View

from telegram_client.conversation import deeds, lookups, manners
from telegram_client.conversation.answers import move_meant
from telegram_client.conversation.asking import Lines
from telegram_client.conversation.gateway import Refusal
from telegram_client.conversation.intents import (
    Claim,
    Explain,
    Export,
    HouseRules,
    Join,
    Play,
    Rules,
    Speak,
    TermsIn,
    Why,
    Wish,
)
from telegram_client.conversation.keyboard import buttons, screen, toast
from telegram_client.conversation.private import screens
from telegram_client.conversation.private.own_chat import OwnChat
from telegram_client.conversation.screens import Screen, Tapped
from telegram_client.speech import board
from telegram_client.speech.advice import why
from telegram_client.speech.manners import claims
from telegram_client.speech.public import house_rules_lines
from telegram_client.speech.table import word_explained

Answer = Callable[[OwnChat, Any], Awaitable[Tapped]]


def _one(shown: Screen) -> Tapped:
    return Tapped(screens=(shown,))


def _no_table(talk: OwnChat) -> Tapped:
    return Tapped(screens=talk.with_next_steps(talk.no_table()))


def _at_table(show: Callable[[OwnChat, View], Screen]) -> Answer:
    """What is shown of a table; a word where there is none."""

    async def answer(talk: OwnChat, wish: Wish) -> Tapped:
        return _no_table(talk) if talk.view is None else _one(show(talk, talk.view))

    return answer


def _overview(talk: OwnChat, view: View) -> Screen:
    if view.stage != STAGE_PLAYING:
        return replace(screens.board(talk, view, talk.home, "").screen, keys=())
    return screen(board.overview(talk.words, view, talk.games))


def _hand(talk: OwnChat, view: View) -> Screen:
    return screen(board.own_hand_counted(talk.words, view))


def _score(talk: OwnChat, view: View) -> Screen:
    return screen(board.scores(talk.words, view))


def _deal(talk: OwnChat, view: View) -> Screen:
    if not view.HasField("last_deal"):
        return screen((talk.words.say("deal.none"),))
    return screen(board.all_hands(talk.words, view, view.last_deal))


async def _export(talk: OwnChat, wish: Export) -> Tapped:
    view = await lookups.table_to_export(talk.gateway, talk.view, wish)
    if view is None:
        return _no_table(talk)
    if refused := lookups.why_no_export(wish, view):
        return _one(screen((talk.words.say(refused),)))
    file = await lookups.file_of(talk.gateway, view, wish)
    return _one(screens.file_to_keep(talk.words, view, file))


async def _hint(talk: OwnChat, wish: Wish) -> Tapped:
    view = talk.view
    if view is None or view.stage != STAGE_PLAYING:
        return _no_table(talk)
    if not talk.asked:
        return Tapped(toast("\n".join(lookups.not_now(talk, view))))
    return _one(screens.hint(talk.words, view, await talk.gateway.hint(view.table)))


async def _claim(talk: OwnChat, wish: Claim) -> Tapped:
    """The claim of a number that was typed; without one the numbers to choose from."""
    if wish.tricks:
        return Tapped(screens=screens.with_keys(await manners.claim(talk, wish)))
    view = await manners.now(talk)
    if view is None:
        return Tapped(screens=talk.with_next_steps(manners.not_here(talk)))
    if not claims(view):
        return Tapped(toast("\n".join(manners.no_such_claim(talk.words, view)), alert=True))
    return _one(screens.claims_to_choose(talk.words, view))


async def _concede(talk: OwnChat, wish: Wish) -> Tapped:
    return await _claim(talk, Claim())


async def _undo(talk: OwnChat, wish: Wish) -> Tapped:
    lines = await manners.undo(talk) or await manners.taken_back(talk)
    return Tapped(toast("\n".join(lines)))


async def _why(talk: OwnChat, wish: Why) -> Tapped:
    view = talk.view
    if view is None or not talk.asked:
        return _no_table(talk) if view is None else Tapped(toast("\n".join(lookups.not_now(talk, view))))
    answer = await talk.gateway.hint(view.table)
    move = move_meant(view, wish.move, talk.words) if wish.move else None
    if move is None:
        return _one(screens.why_which(talk.words, view, answer))
    return _one(screen(line.strip() for line in why(talk.words, move, answer)))


async def _play(talk: OwnChat, wish: Play) -> Tapped:
    await _know_games(talk)
    if not (wish.game or talk.usual_game):
        return _one(screens.which_game(talk, "open" if wish.friends else "play"))
    if talk.robots_wanted and not wish.friends:
        return Tapped()  # tapped twice: the table is just being set up
    return _or_leave(talk, await deeds.play(talk, wish))


async def _join(talk: OwnChat, wish: Join) -> Tapped:
    try:
        return _or_leave(talk, await deeds.join(talk, wish))
    except Refusal:
        if not wish.invited:
            raise
        said = (talk.words.say("invite.invalid"),)
        return Tapped(screens=talk.with_next_steps(said))


def _or_leave(talk: OwnChat, lines: Lines) -> Tapped:
    """The lines, with a key for whoever must give up a seat first."""
    must = lines == (talk.words.say("table.leave_first"),)
    keys = buttons((((talk.words.say("button.leave"), f"/leave {talk.code}"),),)) if must else ()
    return Tapped(screens=screens.with_keys(lines, keys))


async def _know_games(talk: OwnChat) -> None:
    """The games are asked for when they are needed, where the engine was away before."""
    if not talk.games:
        await talk.learn_games()


async def _rules(talk: OwnChat, wish: Rules) -> Tapped:
    await _know_games(talk)
    game = talk.game_called(wish.game or talk.game_here())
    if game is None:
        return _one(screens.which_game(talk, "rules"))
    page = await talk.gateway.rules(game.key, max(1, wish.page))
    return _one(screens.rules(talk.words, page, game.key))


async def _house_rules(talk: OwnChat, wish: HouseRules) -> Tapped:
    await _know_games(talk)
    view = talk.view
    if view is not None and wish.game in ("", view.game):
        return _one(screen(house_rules_lines(talk.words, view, talk.games)))
    game = talk.game_called(wish.game or talk.game_here())
    if game is not None:
        return _one(screen(board.house_rules(talk.words, game)))
    return Tapped(screens=screens.with_keys(await lookups.house_rules(talk, wish)))


async def _terms(talk: OwnChat, wish: TermsIn) -> Tapped:
    found = await lookups.terms_of(talk, wish)
    if not found:
        return Tapped(toast(talk.words.say("hint.no_words")))
    return _one(screens.terms(talk.words, found))


async def _explain(talk: OwnChat, wish: Explain) -> Tapped:
    if wish.code:
        known = [word for word in await talk.gateway.glossary() if word.code == wish.code]
        return Tapped(screens=tuple(screen(word_explained(talk.words, word)) for word in known))
    if not wish.term:
        return _one(screen(board.all_words(talk.words, await talk.gateway.glossary())))
    return Tapped(screens=screens.with_keys(await lookups.explain(talk, wish)))


async def _speak(talk: OwnChat, wish: Speak) -> Tapped:
    before = talk.words
    lines = await deeds.speak(talk, wish)
    if talk.words is before:
        return _one(screens.languages_to_choose(talk.words))
    return Tapped(toast("\n".join(lines)), first_screens(talk) if talk.is_free else ())


def first_screens(talk: OwnChat) -> tuple[Screen, ...]:
    """How it begins, in the person's language; a word first where that has no texts of its own."""
    return (screens.welcome(talk.words),)


async def _welcome(talk: OwnChat, wish: Wish) -> Tapped:
    return Tapped(screens=first_screens(talk))


async def _games(talk: OwnChat, wish: Wish) -> Tapped:
    await _know_games(talk)
    return _one(screens.which_game(talk, "play"))


async def _help(talk: OwnChat, wish: Wish) -> Tapped:
    return _one(screens.help_page(talk.words))


async def _leave_it(talk: OwnChat, wish: Wish) -> Tapped:
    return Tapped(screens=talk.with_next_steps(await deeds.leave(talk)))


SHOWN: dict[Any, Answer] = {
    Wish.START: _welcome,
    Wish.TABLE: _at_table(_overview),
    Wish.HAND: _at_table(_hand),
    Wish.SCORE: _at_table(_score),
    Wish.DEAL: _at_table(_deal),
    Wish.HINT: _hint,
    Wish.CONCEDE: _concede,
    Wish.UNDO: _undo,
    Wish.GAMES: _games,
    Wish.HELP: _help,
    Wish.LEAVE: _leave_it,
    Wish.STOP: _leave_it,
    Wish.QUIT: _leave_it,
    Claim: _claim,
    Why: _why,
    Play: _play,
    Join: _join,
    Rules: _rules,
    HouseRules: _house_rules,
    TermsIn: _terms,
    Explain: _explain,
    Speak: _speak,
    Export: _export,
}
"""What is shown otherwise than in a terminal: by keys, and in lines a phone can hold."""
