"""What a person is shown in its own chat: its board and messages, with the keys that belong to them."""

from __future__ import annotations

from collections.abc import Sequence

from fourth.v1.advisor_service_pb2 import GetHintResponse
from fourth.v1.catalog_service_pb2 import GetRulesResponse, Word
from fourth.v1.views_pb2 import STAGE_LOBBY, STAGE_PLAYING, View

from telegram_client.conversation.asking import asked_with_keys, to_act
from telegram_client.conversation.files import File
from telegram_client.conversation.keyboard import buttons, screen
from telegram_client.conversation.screens import Board, Keys, Part, Screen
from telegram_client.conversation.standing import Standing
from telegram_client.speech.advice import advised, meanings, suspects
from telegram_client.speech.board import (
    deal_board,
    deal_over,
    deal_title,
    end_board,
    games_to_choose,
    lobby_board,
    match_over,
    own_hand,
    result_board,
)
from telegram_client.speech.buttons import (
    Key,
    Row,
    Rows,
    asking_why,
    label_of,
    looks,
    move_rows,
    side_by_side,
    ways_in,
)
from telegram_client.speech.columns import paragraphs
from telegram_client.speech.deal import waiting_for
from telegram_client.speech.manners import CLAIM, claim_rows, claims, how_many, wishes
from telegram_client.speech.phrasebook import OWN_NAMES, Words
from telegram_client.speech.public import lobby_head
from telegram_client.speech.seats import is_you

MOST_TERMS = 20
"""So many terms of one text at most get a key."""
ROBOTS_AND_ALL = 1
"""Persons at a table where the others are robots."""

# --- the board -----------------------------------------------------------------------------------------


def board(at: Standing, view: View, home: str, picked: str) -> Board:
    """The message that is kept up to date: the open table, then one for each deal."""
    if view.stage == STAGE_LOBBY:
        return Board(f"{view.table}/0", _lobby(at, view, home))
    if view.stage == STAGE_PLAYING:
        return Board(f"{view.table}/{max(1, view.deal)}", _playing(at, view, picked))
    parts = deal_board if view.tricks else end_board
    return Board(f"{view.table}/{view.deal}", screen(parts(at.words, view, at.games)))


def left_behind(at: Standing, view: View) -> Board:
    """The board of a table that the person has left: nothing is asked there any longer."""
    name = f"{view.table}/{0 if view.stage == STAGE_LOBBY else max(1, view.deal)}"
    title = deal_title(at.words, view, at.games) if view.deal else lobby_head(at.words, view, at.games)
    return Board(name, screen((title, at.words.say("table.left", code=view.code))))


def _lobby(at: Standing, view: View, home: str) -> Screen:
    say = at.words.say
    keys: list[Key] = []
    if not view.HasField("viewer"):
        keys.append((say("button.join"), f"/join {view.code}"))
    elif view.seats[view.viewer].player == view.host:
        keys.append((say("button.start"), f"/begin {view.code}"))
        if any(not seat.name for seat in view.seats):
            keys.append((say("button.add_robot"), f"/robot {view.code}"))
    keys.append((say("button.house_rules"), f"/options {view.game}"))
    keys.append((say("button.leave"), f"/leave {view.code}"))
    return screen(lobby_board(at.words, view, at.games, home), buttons(side_by_side(keys, 2)))


def _playing(at: Standing, view: View, picked: str) -> Screen:
    if not view.phase or not view.acting:
        return _between(at, view)
    words = at.words
    shown = (*deal_board(words, view, at.games), *own_hand(words, view), "")
    if picked == CLAIM and claims(view):
        keys = buttons(claim_rows(words, view, turned=True), view.table, view.version)
        return screen((*shown, *paragraphs(how_many(words, view))), keys)
    moves = move_rows(words, view, picked) if to_act(view) else _way_back(words, view)
    keys = buttons((*moves, *looks(words, view, to_act(view))), view.table, view.decision_version)
    return screen((*shown, *_asked(words, view, picked)), (*keys, *_wishes(words, view)))


def _wishes(words: Words, view: View) -> Keys:
    """The way to a claim, and a move taken back, farthest from the cards; they belong to this very moment."""
    return () if _robot_plays(view) else buttons(wishes(words, view), view.table, view.version)


def _between(at: Standing, view: View) -> Screen:
    """The deal as it ended; a message of its own says what came of it."""
    if view.tricks:
        return screen(deal_board(at.words, view, at.games))
    parts = result_board(at.words, view, at.games)
    return screen((*parts, "", at.words.say("board.next_deal")))


def _asked(words: Words, view: View, picked: str) -> tuple[str, ...]:
    """What is to be done, or who is waited for."""
    if to_act(view):
        return asked_with_keys(words, view, picked)
    others = any(not is_you(view, seat) for seat in view.acting)
    waited = (waiting_for(words, view),) if others else ()
    if not view.HasField("viewer"):
        return (words.say("not_now.watching"), *waited)
    return (*((words.say("board.robot_plays"),) if _robot_plays(view) else ()), *waited)


def _robot_plays(view: View) -> bool:
    return view.HasField("viewer") and view.seats[view.viewer].robot_plays


def _way_back(words: Words, view: View) -> Rows:
    """The seat taken back from the robot."""
    return (((words.say("button.i_am_back"), f"/auto off {view.code}"),),) if _robot_plays(view) else ()


# --- at the beginning ----------------------------------------------------------------------------------


def welcome(words: Words) -> Screen:
    """The first screen: five languages by their own names, and three ways to begin."""
    return screen(paragraphs(words.say("welcome.text")), buttons((*languages(), *ways_in(words))))


def languages() -> Rows:
    """A key for each language, as its speakers call it."""
    return side_by_side([(name, f"/language {tag}") for tag, name in OWN_NAMES.items()], 2)


def next_steps(words: Words, lines: Sequence[Part]) -> Screen:
    """Some words to whoever sits nowhere, and what may come next."""
    return screen((*lines, words.say("welcome.next")), buttons(ways_in(words)))


def which_game(at: Standing, command: str) -> Screen:
    """The games to choose from; each key sends the command with the game."""
    rows = side_by_side([(game.name, f"/{command} {game.key}") for game in at.games], 2)
    return screen(games_to_choose(at.words, at.games), buttons(rows))


# --- messages of a deal --------------------------------------------------------------------------------


def deal_end(words: Words, view: View, seal_seen: bytes) -> Screen:
    """How a deal ended, and who held what."""
    keys: Row = ((words.say("button.all_hands"), "/deal"), (words.say("button.score"), "/score"))
    return screen(deal_over(words, view, seal_seen), buttons((keys,)))


def match_end(words: Words, view: View) -> Screen:
    """Who won, or why the table was closed; and once more."""
    again = "play" if sum(seat.HasField("player") for seat in view.seats) <= ROBOTS_AND_ALL else "open"
    keys: list[Key] = [(words.say("button.play_again"), f"/{again} {view.game}")]
    if view.HasField("last_deal"):
        keys.append((words.say("button.all_hands"), "/deal"))
        if view.HasField("viewer"):
            keys.append((words.say("button.export"), f"/export {view.code}"))
    return screen(match_over(words, view), buttons(side_by_side(keys, 2)))


def file_to_keep(words: Words, view: View, file: File) -> Screen:
    """A file of a match, for a chat."""
    return Screen((words.say("export.caption", code=view.code),), file=file)


def claims_to_choose(words: Words, view: View) -> Screen:
    """What may be claimed now, as a message of its own: a command tapped by chance claims nothing."""
    keys = buttons(claim_rows(words, view), view.table, view.version)
    return screen(paragraphs(how_many(words, view)), keys)


# --- hints, rules and words ----------------------------------------------------------------------------


def hint(words: Words, view: View, answer: GetHintResponse) -> Screen:
    """The advice with its reasons and suspicions; the move itself, and the ways to ask on, as keys."""
    best = answer.moves[0].move
    guessed = suspects(words, view, answer)
    told = [line.strip() for line in meanings(words, view)]
    parts = (
        *(line.strip() for line in advised(words, answer)),
        *(("", *guessed) if guessed else ()),
        *(("", *told) if told else ()),
    )
    move: Row = ((label_of(words, best), best),)
    asking: list[Key] = [(words.say("button.why_not"), "/why")] if len(answer.moves) > 1 else []
    rows = (move, (*asking, (words.say("button.word_help"), "/words @hint")))
    return screen(parts, buttons(rows, view.table, answer.decision_version))


def why_which(words: Words, view: View, answer: GetHintResponse) -> Screen:
    """All moves but the advised one, to ask about."""
    keys = buttons(asking_why(words, view, answer.moves[0].move))
    return screen((words.say("hint.why_which"),), keys)


def rules(words: Words, page: GetRulesResponse, game: str) -> Screen:
    """A page of the rules, with the pages beside it and its words."""
    keys: list[Key] = []
    if page.page > 1:
        keys.append((words.say("button.back"), f"/rules {game} {page.page - 1}"))
    if page.page < page.pages:
        keys.append((words.say("button.more"), f"/rules {game} {page.page + 1}"))
    keys.append((words.say("button.word_help"), f"/words @rules {game} {page.page}"))
    onward: Rows = () if page.page < page.pages else (((words.say("button.play_now"), f"/play {game}"),),)
    return screen((page.title, "", *paragraphs(page.text)), buttons((*side_by_side(keys), *onward)))


def terms(words: Words, found: Sequence[Word]) -> Screen:
    """Terms, each to be explained by its key."""
    keys = [(word.term, f"/words ={word.code}") for word in found[:MOST_TERMS]]
    return screen((words.say("hint.words"),), buttons(side_by_side(keys, 2)))


def languages_to_choose(words: Words) -> Screen:
    """The languages there are."""
    return screen((words.say("welcome.which_language"),), buttons(languages()))


def help_page(words: Words) -> Screen:
    """What can be tapped and typed."""
    keys: list[Key] = [
        (words.say("button.rules"), "/rules"),
        (words.say("button.word_help"), "/words"),
        (words.say("button.language"), "/language"),
    ]
    return screen(paragraphs(words.say("welcome.help")), buttons(side_by_side(keys)))


def with_keys(lines: Sequence[Part], keys: Keys = ()) -> tuple[Screen, ...]:
    """Some lines as one message; nothing where there are none."""
    return (screen(lines, keys),) if lines else ()
