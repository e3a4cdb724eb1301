"""What a group is shown: its board, and messages. Keys carry their table, so that an old one does nothing."""

from __future__ import annotations

from fourth.v1.catalog_service_pb2 import GetRulesResponse
from fourth.v1.moves_pb2 import AskUndo, Move
from fourth.v1.views_pb2 import PHASE_PLAY, STAGE_LOBBY, STAGE_PLAYING, View

from telegram_client.conversation.group.gathering import Gathering
from telegram_client.conversation.keyboard import buttons, screen
from telegram_client.conversation.screens import Board, Button, Keys, Screen
from telegram_client.speech.board import (
    deal_board,
    deal_over,
    last_trick,
    match_over,
    scores,
    trump_closed_up,
)
from telegram_client.speech.columns import paragraphs
from telegram_client.speech.deal import trick_history, waiting_for
from telegram_client.speech.keypad import keypad, keypad_asks
from telegram_client.speech.manners import claim_rows, how_many, is_pending
from telegram_client.speech.phrasebook import OWN_NAMES
from telegram_client.speech.public import house_rules_lines, lobby_lines
from telegram_client.speech.seats import who

# --- the board -----------------------------------------------------------------------------------------


def board(group: Gathering) -> Board | None:
    """The message that is kept up to date: the open table, then one for each deal."""
    view = group.seen
    if view is None:
        return None
    if not view.deal:
        return Board(f"{view.table}/0", _lobby(group, view))
    return Board(f"{view.table}/{view.deal}", _deal(group, view))


def _lobby(group: Gathering, view: View) -> Screen:
    """The open table; without keys once it is none any longer."""
    lines = lobby_lines(group.words, view, group.games)
    if view.stage != STAGE_LOBBY:
        return screen((*lines, *_ended(group, view)))
    free = any(not seat.name for seat in view.seats)
    coming = ("button.join", "button.add_robot") if free else ()
    rows = [
        _keys(group, view.code, *coming[:1], "button.leave"),
        _keys(group, view.code, *coming[1:], "button.house_rules"),
        _keys(group, view.code, "button.start"),
    ]
    return screen(lines, (*rows, *_private(group, view)))


def _ended(group: Gathering, view: View) -> tuple[str, ...]:
    return (group.words.say("start.already"),) if view.stage == STAGE_PLAYING else (view.closed.sentence,)


def _deal(group: Gathering, view: View) -> Screen:
    """A deal: what lies open, who is to act, keys for all; the keypad where somebody needs it."""
    words, public = group.words, _keys(group, view.code, "button.last_trick", "button.score")
    parts = (*deal_board(words, view, group.games), *trump_closed_up(words, view))
    if view.stage != STAGE_PLAYING or not view.acting:
        return screen(parts, (public,))
    own = _keys(group, view.code, "button.my_cards", "button.hint")
    if is_pending(view):
        return screen((*parts, "", keypad_asks(words, view)), (*_keypad(group, view), own, public))
    public_rows = (public, *_wishes(group, view), *_missed(group, view))
    if not group.keys_for_all:
        return screen((*parts, "", waiting_for(words, view)), (own, *public_rows))
    keys = (*_keypad(group, view), own, *public_rows)
    return screen((*parts, "", keypad_asks(words, view)), keys)


def _missed(group: Gathering, view: View) -> Keys:
    """The way to a private chat, while somebody who sits here has none."""
    return _private(group, view) if group.some_keyless else ()


def _wishes(group: Gathering, view: View) -> Keys:
    """A claim, and a move taken back, for whoever can wish for it only in front of all."""
    if not group.some_keyless:
        return ()
    back = buttons(
        (((group.words.say("button.take_back"), Move(ask_undo=AskUndo())),),), view.table, view.version
    )
    claim = _keys(group, view.code, "button.claim") if view.phase == PHASE_PLAY else ()
    return ((*claim, *back[0]),)


def claims_to_choose(group: Gathering, view: View) -> Screen:
    """What somebody who sits here may claim now; `view` is what it sees."""
    words = group.words
    asked = words.say("list.pair", first=who(words, view, view.viewer), second=how_many(words, view))
    return screen((asked,), buttons(claim_rows(words, view), view.table, view.version))


def _keypad(group: Gathering, view: View) -> Keys:
    return buttons(keypad(group.words, view, group.picked), view.table, view.version)


def _keys(group: Gathering, code: str, *names: str) -> tuple[Button, ...]:
    """Keys of the table; each sends, as a command, the last part of the name of its label."""
    return tuple(Button(group.words.say(name), f"/{name.partition('.')[2]} {code}") for name in names)


def _private(group: Gathering, view: View) -> Keys:
    """A link to a chat with us, where the cards can come."""
    if not group.home:
        return ()
    return ((Button(group.words.say("group.private"), link=f"{group.home}?start={view.code}"),),)


# --- messages ------------------------------------------------------------------------------------------


def deal_end(group: Gathering, before: View, view: View) -> Screen:
    """How a deal ended, the points, and the proof of the shuffle. `before`: the table when it was on."""
    seal = before.seal if before.deal == view.last_deal.number else b""
    return screen(deal_over(group.words, view, seal))


def match_end(group: Gathering, view: View) -> Screen:
    """Who won, or why the table was closed; and what may come next."""
    ways = ("button.play_again", "button.new_table") if view.places else ("button.new_table",)
    take = (_keys(group, view.code, "button.export"),) if view.HasField("last_deal") else ()
    return screen(match_over(group.words, view), (_keys(group, view.code, *ways), *take))


def score(group: Gathering, view: View) -> Screen:
    """The score sheet."""
    return screen(scores(group.words, view))


def last_of(group: Gathering, view: View) -> Screen:
    """The last complete trick of the deal that is shown."""
    none = group.words.say("board.no_trick")
    return screen((last_trick(group.words, view, view.tricks[-1]) if view.tricks else none,))


def all_tricks(group: Gathering, view: View) -> Screen:
    """The tricks of the deal that is shown, in order."""
    return screen(trick_history(group.words, view) or (group.words.say("board.no_trick"),))


def house_rules(group: Gathering, view: View) -> Screen:
    """All house rules of the table, in words."""
    return screen(house_rules_lines(group.words, view, group.games))


def welcome(group: Gathering) -> Screen:
    """What can be done here, with keys: no command need be typed."""
    words, tail = group.words, group.command_tail
    typed = (words.say("group.by_command", command=f"/play{tail}"),) if tail else ()
    looks = (Button(words.say("button.rules"), "/rules"), Button(words.say("button.language"), "/language"))
    return screen((words.say("group.welcome"), *typed), (*_games(group, "play"), looks))


def use_keys(group: Gathering) -> Screen:
    """How it goes in a group."""
    words, tail = group.words, group.command_tail
    named = words.say(
        "group.commands", play=f"/play{tail}", rules=f"/rules{tail}", language=f"/language{tail}"
    )
    return screen((words.say("group.use_keys"), named))


def only_you(group: Gathering) -> Screen:
    """Where to find what is nobody else's business."""
    words = group.words
    return screen(
        (words.say("group.only_you", cards=words.say("button.my_cards"), hint=words.say("button.hint")),)
    )


def rules_page(group: Gathering, game: str, page: GetRulesResponse) -> Screen:
    """A page of the rules, and a key to turn it."""
    more = ((Button(group.words.say("button.more"), f"/rules {game} {page.page + 1}"),),)
    return screen((page.title, "", *paragraphs(page.text)), more if page.page < page.pages else ())


def which_game(group: Gathering, command: str) -> Screen:
    """The games to choose from, for a table or for their rules."""
    return screen((group.words.say("welcome.which_game"),), _games(group, command))


def _games(group: Gathering, command: str) -> Keys:
    return tuple((Button(game.name, f"/{command} {game.key}"),) for game in group.games)


def which_language(group: Gathering) -> Screen:
    """The languages to choose from, each by its own name."""
    keys = tuple((Button(name, f"/language {tag}"),) for tag, name in OWN_NAMES.items())
    return screen((group.words.say("group.which_language"),), keys)
