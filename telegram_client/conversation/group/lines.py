"""What is typed in a group: commands are answered, cards and calls never played nor repeated.

All may raise Declined or a GatewayError, and then nothing was changed here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from telegram_client.conversation import deeds, manners
from telegram_client.conversation.group import lobby, screens
from telegram_client.conversation.group.gathering import Declined, Gathering
from telegram_client.conversation.intents import (
    Claim,
    Explain,
    Export,
    HouseRules,
    Join,
    Play,
    Rules,
    Speak,
    Why,
    Wish,
    read,
)
from telegram_client.conversation.keyboard import screen
from telegram_client.conversation.lookups import file_of, why_no_export, words_meant
from telegram_client.conversation.private.screens import file_to_keep
from telegram_client.conversation.screens import Screen
from telegram_client.conversation.standing import Standing
from telegram_client.speech.manners import claims, undo
from telegram_client.speech.phrasebook import language_of
from telegram_client.speech.table import word_explained

Screens = tuple[Screen, ...]


async def answer(group: Gathering, by: Standing, text: str, request: str) -> Screens:
    """What to answer to a typed line."""
    intent = read(text, group.words)
    said = _WISHES.get(intent) if isinstance(intent, Wish) else _ANSWERS.get(type(intent))
    return await said(group, by, intent, request) if said else (screens.use_keys(group),)


# --- tables --------------------------------------------------------------------------------------------


async def _play(group: Gathering, by: Standing, wish: Play, request: str) -> Screens:
    if group.game_called(wish.game) is None:
        return (screens.which_game(group, "play"),)
    await lobby.open_table(group, by, wish, request)
    return ()


async def _join(group: Gathering, by: Standing, wish: Join, request: str) -> Screens:
    if wish.code:
        await lobby.join_by_code(group, by, wish.code, request)
    else:
        await lobby.join(group, by, request)
    return ()


def _deed(deed: Callable[[Gathering, Standing, str], Awaitable[str]]) -> _Answer:
    """A deed of the lobby: the board says what became of it."""

    async def said(group: Gathering, by: Standing, wish: Wish, request: str) -> Screens:
        await deed(group, by, request)
        return ()

    return said


# --- what may be seen ----------------------------------------------------------------------------------


async def _table(group: Gathering, by: Standing, wish: Wish, request: str) -> Screens:
    """The board anew, below everything else."""
    if group.seen is None:
        raise Declined("table.none")
    group.board_wanted = True
    return ()


async def _score(group: Gathering, by: Standing, wish: Wish, request: str) -> Screens:
    if group.view is None:
        raise Declined("table.none")
    return (screens.score(group, group.view),)


async def _only_you(group: Gathering, by: Standing, wish: Any, request: str) -> Screens:  # noqa: ANN401
    """Cards and hints: the same answer, whoever asks and whatever the hand."""
    if group.view is None:
        raise Declined("table.none")
    return (screens.only_you(group),)


async def _claim(group: Gathering, by: Standing, wish: Claim, request: str) -> Screens:
    """A claim of a number that was typed; without one the numbers to choose from."""
    if not wish.tricks:
        return await claims_offered(group, by)
    view = await group.seated(by)
    move = manners.claim_meant(view, wish.tricks)
    if move is None:
        return (screen(manners.no_such_claim(group.words, view)),)
    await manners.wished(by, view, move)
    return ()


async def claims_offered(group: Gathering, by: Standing) -> Screens:
    """What somebody who sits here may claim now. Raises Declined, where that is nothing, GatewayError."""
    view = await group.seated(by)
    if not claims(view):
        raise Declined("claim.not_now")
    group.claimant = (view.viewer, view.version)
    return (screens.claims_to_choose(group, view),)


async def _concede(group: Gathering, by: Standing, wish: Wish, request: str) -> Screens:
    return await claims_offered(group, by)


async def _undo(group: Gathering, by: Standing, wish: Wish, request: str) -> Screens:
    view = await group.seated(by)
    move = undo(view)
    if move is None:
        raise Declined("undo.not_now")
    await manners.wished(by, view, move)
    return ()


async def _last_trick(group: Gathering, by: Standing, wish: Wish, request: str) -> Screens:
    if group.seen is None:
        raise Declined("table.none")
    return (screens.last_of(group, group.seen),)


async def _tricks(group: Gathering, by: Standing, wish: Wish, request: str) -> Screens:
    if group.seen is None:
        raise Declined("table.none")
    return (screens.all_tricks(group, group.seen),)


async def _export(group: Gathering, by: Standing, wish: Export, request: str) -> Screens:
    """A file of the group's own match, by the gateway of whoever asks: who has no seat gets none."""
    view = await group.watched_by(by)
    if wish.code not in ("", view.code):
        raise Declined("group.own_table")
    if refused := why_no_export(wish, view):
        raise Declined(refused)
    return (file_to_keep(group.words, view, await file_of(by.gateway, view, wish)),)


async def _house_rules(group: Gathering, by: Standing, wish: HouseRules, request: str) -> Screens:
    """Those of the table, whatever else is asked for."""
    if group.view is None:
        raise Declined("table.none")
    return (screens.house_rules(group, group.view),)


async def _help(group: Gathering, by: Standing, wish: Wish, request: str) -> Screens:
    return (screens.use_keys(group),)


async def _welcome(group: Gathering, by: Standing, wish: Wish, request: str) -> Screens:
    return (screens.welcome(group),)


# --- learning, and the language ------------------------------------------------------------------------


async def _rules(group: Gathering, by: Standing, wish: Rules, request: str) -> Screens:
    game = group.game_called(wish.game or group.game_here())
    if game is None:
        return (screens.which_game(group, "rules"),)
    page = await group.gateway.rules(game.key, max(1, wish.page))
    return (screens.rules_page(group, game.key, page),)


async def _explain(group: Gathering, by: Standing, wish: Explain, request: str) -> Screens:
    """What a term means, for all to read; what nobody explains is not repeated either."""
    found = words_meant(await group.gateway.glossary(), wish.term)
    lines = [line for word in found for line in word_explained(group.words, word)]
    return (screen(lines) if lines else screens.use_keys(group),)


async def _speak(group: Gathering, by: Standing, wish: Speak, request: str) -> Screens:
    """Anybody may choose the group's language; from then on it stays."""
    if not wish.tag:
        return (screens.which_language(group),)
    lines = await deeds.speak(group, wish)
    group.language_chosen = group.language_chosen or language_of(wish.tag) is not None
    return (screen(lines),)


_Answer = Callable[[Gathering, Standing, Any, str], Awaitable[Screens]]

_WISHES: dict[Wish, _Answer] = {
    Wish.TABLE: _table,
    Wish.HAND: _only_you,
    Wish.HINT: _only_you,
    Wish.SCORE: _score,
    Wish.CONCEDE: _concede,
    Wish.UNDO: _undo,
    Wish.GAMES: _welcome,
    Wish.START: _welcome,
    Wish.LAST: _last_trick,
    Wish.TRICKS: _tricks,
    Wish.ROBOT: _deed(lobby.add_robot),
    Wish.BEGIN: _deed(lobby.start),
    Wish.LEAVE: _deed(lobby.leave),
    Wish.STOP: _deed(lobby.leave),
    Wish.HELP: _help,
}
_ANSWERS: dict[type, _Answer] = {
    Play: _play,
    Join: _join,
    Claim: _claim,
    Why: _only_you,
    Rules: _rules,
    HouseRules: _house_rules,
    Explain: _explain,
    Speak: _speak,
    Export: _export,
}
