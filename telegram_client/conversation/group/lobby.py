"""What people do around a group's table: open one, sit down, leave, call robots, start.

All of them may raise Declined or a GatewayError, and then nothing was changed. They answer with a word for
the person, or with nothing where the board says it.
"""

from __future__ import annotations

from fourth.v1.views_pb2 import STAGE_LOBBY, STAGE_PLAYING

from telegram_client.conversation import deeds
from telegram_client.conversation.gateway import TableWish
from telegram_client.conversation.group.gathering import Declined, Gathering
from telegram_client.conversation.intents import Play, Speak
from telegram_client.conversation.standing import Standing
from telegram_client.speech.public import unusual
from telegram_client.speech.seats import place

FIRST_SEAT = 0
"""Whoever opens a table in a group sits first in the list."""


async def open_table(group: Gathering, by: Standing, wish: Play, request: str) -> str:
    """A table of the game, for everybody here; `by` becomes its host."""
    game = group.game_called(wish.game)
    if game is None:
        raise Declined("welcome.which_game")
    if not all(key for key, _ in wish.options):
        raise Declined("options.nameless")
    if wish.turn and wish.turn_seconds is None:
        raise Declined("turn.how")
    new = TableWish(game.key, dict(wish.options), group.pace, FIRST_SEAT, turn_seconds=wish.turn_seconds)
    return await _open(group, by, new, request)


async def open_again(group: Gathering, by: Standing, request: str) -> str:
    """Another match of the same game by the same house rules and clock; `by` becomes the host."""
    if (view := group.view) is None:
        raise Declined("table.none")
    turn_seconds = view.turn_seconds if view.HasField("turn_seconds") else None
    options = unusual(view, group.games)
    new = TableWish(view.game, options, group.pace, FIRST_SEAT, turn_seconds=turn_seconds)
    return await _open(group, by, new, request)


async def _open(group: Gathering, by: Standing, new: TableWish, request: str) -> str:
    if group.is_taken(by):
        raise Declined("group.table_open")
    _refuse_beside_others(by)
    opened = await by.gateway.open_table(new, request)
    if not group.language_chosen:
        await deeds.speak(group, Speak(by.words.language))
    group.go(opened.table)
    await _turn(by, opened.table)
    return ""


async def join(group: Gathering, by: Standing, request: str) -> str:
    """The first free seat."""
    view = await group.watched_by(by)
    if view.HasField("viewer"):
        raise Declined("group.sits")
    _refuse_beside_others(by)
    table = await by.gateway.join(view.code, request)
    await _turn(by, table)
    return await _seated_at(by, table)


async def _seated_at(by: Standing, table: str) -> str:
    seated = await by.gateway.view(table)
    return by.words.say("group.sat", place=place(by.words, seated, seated.viewer))


async def join_by_code(group: Gathering, by: Standing, code: str, request: str) -> str:
    """A seat at the table of a code, which becomes the group's own where it has none."""
    view = await by.gateway.look_up(code)
    if view.table == group.table:
        return await join(group, by, request)
    if group.is_taken(by):
        raise Declined("group.table_open")
    if not view.HasField("viewer"):
        _refuse_beside_others(by)
        await by.gateway.join(code, request)
    group.go(view.table)
    await _turn(by, view.table)
    return await _seated_at(by, view.table)


async def leave(group: Gathering, by: Standing, request: str) -> str:
    """Gives the seat up; a robot plays on where a match is on."""
    view = await group.seated(by)
    await by.gateway.leave(view.table, request)
    if by.watched[0] == view.table:
        by.leave_behind()
        by.go()
    played_on = view.stage == STAGE_PLAYING
    return by.words.say("table.left_played_on" if played_on else "table.left", code=view.code)


async def add_robot(group: Gathering, by: Standing, request: str) -> str:
    """A robot in the first free seat; the engine says who may."""
    view = await group.seated(by)
    await by.gateway.add_robot(view.table, request)
    return by.words.say("group.robot_sat")


async def start(group: Gathering, by: Standing, request: str) -> str:
    """Begins the match, with robots in the seats that are free; the engine says who may."""
    view = await group.seated(by)
    if view.stage == STAGE_LOBBY and view.seats[view.viewer].player == view.host:
        await deeds.fill_and_start(by, view.table)
    else:
        await by.gateway.start(view.table, request)
    return ""


def _refuse_beside_others(by: Standing) -> None:
    """A seat beside other persons is not given up by the way."""
    if by.code and by.others_play():
        raise Declined("table.leave_first")


async def _turn(by: Standing, table: str) -> None:
    """The person's own talk is about this table from now on."""
    if by.watched[0] != table:
        await by.leave_table()
        by.go(table)
