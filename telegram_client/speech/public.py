"""What everybody around a table may read: who sits, the house rules, the last trick, the points."""

from __future__ import annotations

from collections.abc import Sequence

from fourth.v1.catalog_service_pb2 import Game, GameOption
from fourth.v1.views_pb2 import STAGE_LOBBY, View

from telegram_client.speech.phrasebook import Words, number
from telegram_client.speech.scores import total_of
from telegram_client.speech.seats import aside, by, has_compass, is_person, is_you, place, who
from telegram_client.speech.table import game_name, turn_told

_DEALS = "deals"
"""The house rule that is said in words of its own."""


# --- the open table ------------------------------------------------------------------------------------


def lobby_lines(words: Words, view: View, games: Sequence[Game]) -> tuple[str, ...]:
    """The open table: the game, its length, house rules out of the ordinary, who sits, what is missing."""
    seats = [_seat_line(words, view, seat) for seat in range(len(view.seats))]
    head = (lobby_head(words, view, games), *_unusual_line(words, view, games), *turn_told(words, view))
    return (*head, "", *seats, "", *_next_step(words, view))


def lobby_head(words: Words, view: View, games: Sequence[Game]) -> str:
    """Singapore Bridge · table K7Q2 · 4 deals."""
    parts = [game_name(games, view.game), words.say("table.code", code=view.code)]
    if view.HasField("deals"):
        parts.append(words.say("lobby.deals", n=view.deals))
    return " · ".join(parts)


def _seat_line(words: Words, view: View, seat: int) -> str:
    """2 East · Anna, without a compass 2 Anna; with a word behind the name of a robot or of the viewer."""
    seen = view.seats[seat]
    mark = "seat.robot" if seen.is_robot else "seat.you" if is_you(view, seat) else ""
    sitter = who(words, view, seat) if is_person(view, seat) else seen.name or words.say("seat.free")
    marked = aside(words, sitter, words.say(mark)) if mark else sitter
    at_table = f"{place(words, view, seat)} · {marked}" if has_compass(view) else marked
    return f"{seat + 1}  {at_table}"


def _next_step(words: Words, view: View) -> tuple[str, ...]:
    """What is missing, and who may begin."""
    if view.stage != STAGE_LOBBY:
        return ()
    free = sum(not seat.name for seat in view.seats)
    hosts = [seat.seat for seat in view.seats if seat.player and seat.player == view.host]
    if free and view.HasField("viewer") and hosts:
        return (by(words, "lobby.waiting", view, hosts[0], n=free),)
    if free:
        return (words.say("lobby.missing", n=free),)
    return tuple(by(words, "lobby.ready", view, seat) for seat in hosts)


# --- house rules ---------------------------------------------------------------------------------------


def unusual(view: View, games: Sequence[Game]) -> dict[str, str]:
    """The house rules of the table that differ from the game's own, by key."""
    usual = {option.key: option.default_value for option in _options(view, games)}
    return {rule.key: rule.value for rule in view.options if usual.get(rule.key, rule.value) != rule.value}


def _options(view: View, games: Sequence[Game]) -> Sequence[GameOption]:
    return next((game.options for game in games if game.key == view.game), ())


def _unusual_line(words: Words, view: View, games: Sequence[Game]) -> tuple[str, ...]:
    differs = {key: value for key, value in unusual(view, games).items() if key != _DEALS}
    said = [
        _rule(words, option, differs[option.key]) for option in _options(view, games) if option.key in differs
    ]
    return (words.say("lobby.house_rules", rules=" · ".join(said)),) if said else ()


def _rule(words: Words, option: GameOption, value: str) -> str:
    """Wash: all are asked in secret."""
    named = next((known.name for known in option.values if known.value == value), value)
    return words.say("list.pair", first=option.name, second=named or value)


def house_rules_lines(words: Words, view: View, games: Sequence[Game]) -> tuple[str, ...]:
    """All house rules of the table in words, those out of the ordinary marked."""
    differs, values = unusual(view, games), {rule.key: rule.value for rule in view.options}
    lines = []
    for option in _options(view, games):
        line = _rule(words, option, values.get(option.key, option.default_value))
        lines.append(words.say("lobby.changed_rule", rule=line) if option.key in differs else line)
    head = words.say("lobby.rules_head", game=game_name(games, view.game), code=view.code)
    return (head, "", *lines)


# --- short answers -------------------------------------------------------------------------------------


def points_so_far(words: Words, view: View) -> str:
    """Everybody's points on one line."""
    if not view.lines:
        return words.say("score.none")
    each = [f"{who(words, view, seat.seat)} {number(total_of(view, seat.seat))}" for seat in view.seats]
    return words.say("list.pair", first=words.say("score.title"), second=" · ".join(each))
