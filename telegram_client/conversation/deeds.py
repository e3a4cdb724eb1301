"""What a person does: opens, joins and leaves tables, and plays. Each answers with the lines to show.

All of them may raise a GatewayError, and then nothing was changed here.
"""

from __future__ import annotations

import re
from contextlib import suppress
from itertools import count as count_from

from fourth.v1.catalog_service_pb2 import Game
from fourth.v1.views_pb2 import PHASE_AUCTION, STAGE_LOBBY, STAGE_PLAYING, View

from telegram_client.conversation.answers import move_meant
from telegram_client.conversation.asking import Lines, how_to_answer
from telegram_client.conversation.gateway import EngineAway, Refusal, TableWish
from telegram_client.conversation.intents import Act, Auto, Join, Play, Speak
from telegram_client.conversation.lookups import not_now
from telegram_client.conversation.notation import read_card
from telegram_client.conversation.standing import ALIVE, Standing
from telegram_client.speech.cards import bid_written, card_written
from telegram_client.speech.columns import paragraphs
from telegram_client.speech.phrasebook import OWN_NAMES, Words, language_of
from telegram_client.speech.table import games_list, options_list, table_head

SEAT_OF_FOUR = 2
"""South: where whoever opens a table of four sits, so that the own cards lie at the bottom."""


async def play(at: Standing, wish: Play) -> Lines:
    """A new table: with robots, who sit down as soon as it is seen, or for friends."""
    name = wish.game or at.usual_game
    if not name:
        return games_list(at.words, at.games)
    game = at.game_called(name)
    if game is None:
        return (at.words.say("games.unknown", name=name[:30]), *games_list(at.words, at.games))
    if not all(key for key, _ in wish.options):
        return (at.words.say("options.nameless"), *options_list(at.words, game))
    if wish.turn and wish.turn_seconds is None:
        return (at.words.say("turn.how"),)
    if _must_leave_first(at):
        return (at.words.say("table.leave_first"),)
    try:
        return await _open(at, game, wish)
    except Refusal as problem:
        if not problem.reason.startswith("OPTION_"):
            raise
        return (*at.sorry(problem), *options_list(at.words, game))


async def _open(at: Standing, game: Game, wish: Play) -> Lines:
    seat = SEAT_OF_FOUR if (game.min_seats, game.max_seats) == (4, 4) else 0
    new = TableWish(game.key, dict(wish.options), at.pace, seat, turn_seconds=wish.turn_seconds)
    opened = await at.gateway.open_table(new, at.named("open"))
    if opened.table == at.watched[0]:
        return ()  # the same wish came twice, and was answered as the first time
    left = await _leave_for_another(at)
    at.go(opened.table)
    at.robots_wanted = not wish.friends
    return left


async def _leave_for_another(at: Standing) -> Lines:
    """Gives up the seat so far, and says so where there was one."""
    code = at.code
    await at.leave_table()
    return (at.words.say("table.left", code=code),) if code else ()


async def join(at: Standing, wish: Join) -> Lines:
    """A seat where the table still waits for players and has one, else a place to watch from."""
    if not wish.code:
        return (at.words.say("join.how"),)
    if _must_leave_first(at):
        return (at.words.say("table.leave_first"),)
    view = await at.gateway.look_up(wish.code)
    if at.view is not None and view.table == at.view.table:
        return at.teller.first_sight(view)
    if view.stage not in ALIVE:
        return (table_head(at.words, view, at.games), *at.teller.ending(view))
    table = view.table
    if view.stage == STAGE_LOBBY and not view.HasField("viewer"):
        table = await at.gateway.join(wish.code, at.named("join"))
    left = await _leave_for_another(at)
    at.go(table)
    return left


async def leave(at: Standing) -> Lines:
    """Gives up the seat."""
    if at.view is None:
        return at.no_table()
    played_on = at.seat is not None and at.view.stage == STAGE_PLAYING and at.others_play()
    code = at.view.code
    await at.leave_table()
    at.go()
    left = at.words.say("table.left_played_on" if played_on else "table.left", code=code)
    return (left, at.first_step())


def _must_leave_first(at: Standing) -> bool:
    """A seat beside other persons is not given up by the way."""
    view = at.view
    if view is None or at.seat is None:
        return False
    return view.stage in ALIVE and at.others_play()


async def start(at: Standing) -> Lines:
    """Begins the match at an open table."""
    view = at.view
    if view is None or view.stage not in ALIVE:
        return at.no_table()
    if view.stage != STAGE_LOBBY:
        return (at.words.say("start.already"),)
    if at.is_host():
        await fill_and_start(at, view.table)
    else:
        await at.gateway.start(view.table, at.named("start"))  # the engine says who may
    return ()


async def fill_and_start(at: Standing, table: str) -> None:
    """Robots take the seats that are free now, whoever may have sat down meanwhile."""
    try:
        for count in count_from(1):
            if all(seat.name for seat in (await at.gateway.view(table)).seats):
                break
            await at.gateway.add_robot(table, at.named(f"robot{count}"))
    except Refusal as problem:
        if problem.reason != "TABLE_FULL":
            raise
    await at.gateway.start(table, at.named("start"))


async def add_robot(at: Standing) -> Lines:
    """A robot in the first free seat of an open table."""
    if at.view is None or at.view.stage not in ALIVE:
        return at.no_table()
    if at.view.stage != STAGE_LOBBY:
        return (at.words.say("start.already"),)
    await at.gateway.add_robot(at.view.table, at.named("robot"))
    return ()


async def auto(at: Standing, wish: Auto) -> Lines:
    """Hands the seat to the robot, or takes it back."""
    if wish.on is None:
        return (at.words.say("auto.how"),)
    if at.view is None:
        return at.no_table()
    await at.gateway.hand_over(at.view.table, wish.on, at.named("auto"))
    if at.view.stage == STAGE_PLAYING:
        at.asked, at.asked_at, at.unlooked = False, 0, True
    return (at.words.say("auto.on" if wish.on else "auto.off"),)


async def act(at: Standing, wish: Act) -> Lines:
    """A move, as typed."""
    view = at.view
    if view is None or view.stage != STAGE_PLAYING:
        return await _by_bare_code(at, wish.typed)
    if not at.asked:
        return not_now(at, view)
    if not wish.typed:
        return how_to_answer(at.words, view)
    move = move_meant(view, wish.typed, at.words)
    if move is None:
        return (*_card_for_a_bid(at, view, wish.typed), *how_to_answer(at.words, view))
    await at.gateway.move(view.table, move, view.decision_version, at.named("move"))
    at.asked = False
    return ()


async def _by_bare_code(at: Standing, typed: str) -> Lines:
    """Where no game is on, a code alone is taken for the wish to sit down at its table."""
    if at.code or not re.fullmatch("[A-Za-z0-9]{6}", typed, re.ASCII):
        return at.no_table()
    try:
        return await join(at, Join(typed))
    except Refusal:
        return at.no_table()


def _card_for_a_bid(at: Standing, view: View, typed: str) -> Lines:
    """s3 in the auction is a card: the bid is 3s."""
    card = read_card(typed, at.words) if view.phase == PHASE_AUCTION else None
    if card is None or card.rank > 7:
        return ()
    bid = bid_written(card.rank, card.suit)
    return (at.words.say("how.card_is_no_bid", card=card_written(at.words, card), bid=bid),)


async def speak(at: Standing, wish: Speak) -> Lines:
    """Another language from now on; the open question is asked in it again."""
    language = language_of(wish.tag) if wish.tag else None
    if language is None:
        known = [f"{tag} {name}" for tag, name in OWN_NAMES.items()]
        return paragraphs(at.words.say("language.how", known=at.words.listed(known)))
    at.words = Words(language)
    at.teller.words = at.words
    at.gateway.speak(language)
    with suppress(EngineAway):  # it is spoken all the same; the names of the games follow later
        await at.learn_games()
    at.watched = (at.watched[0], at.watched[1] + 1)
    asked = at.teller.turn(at.view) if at.asked and at.view is not None else ()
    now = (at.words.say("language.now", name=OWN_NAMES[language]),)
    return (*now, *asked)


async def finish(at: Standing) -> Lines:
    """Ends the conversation."""
    at.ended = True
    return ()
