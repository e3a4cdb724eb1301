"""What everybody around a table may read: who sits, the house rules, the last trick, the points."""

from __future__ import annotations

from collections.abc import Sequence

from fourth.v1.catalog_service_pb2 import Game, GameOption
from fourth.v1.deals_pb2 import Trick
from fourth.v1.views_pb2 import PHASE_PLAY, STAGE_LOBBY, View

from telegram_client.speech.cards import card_written, is_suit
from telegram_client.speech.deal import contract_line, deal_head
from telegram_client.speech.phrasebook import Words, number
from telegram_client.speech.scores import sheet, total_of
from telegram_client.speech.seats import is_person, place, who
from telegram_client.speech.table import game_name

_DEALS = "deals"
"""The house rule that is said in words of its own."""


def called(words: Words, view: View, seat: int) -> str:
    """A seat where names stand bare: a person's name, a robot's place."""
    return view.seats[seat].name if is_person(view, seat) else place(words, view, seat)


# --- the open table ------------------------------------------------------------------------------------


def lobby_lines(words: Words, view: View, games: Sequence[Game]) -> tuple[str, ...]:
    """The open table: the game, its length, house rules out of the ordinary, who sits, what is missing."""
    seats = [_seat_line(words, view, seat) for seat in range(len(view.seats))]
    head = (lobby_head(words, view, games), *_unusual_line(words, view, games))
    return (*head, "", *seats, "", *_next_step(words, view))


def lobby_head(words: Words, view: View, games: Sequence[Game]) -> str:
    """Singapore Bridge · table K7Q2 · 4 deals."""
    parts = [game_name(games, view.game), words.say("table.code", code=view.code)]
    if view.HasField("deals"):
        parts.append(words.say("lobby.deals", n=view.deals))
    return " · ".join(parts)


def _seat_line(words: Words, view: View, seat: int) -> str:
    """2 East · Anna; a robot with the word behind its name."""
    seen = view.seats[seat]
    robot = f" ({words.say('seat.robot')})" if seen.is_robot else ""
    sitter = who(words, view, seat) if is_person(view, seat) else seen.name or words.say("seat.free")
    return f"{seat + 1}  {place(words, view, seat)} · {sitter}{robot}"


def _next_step(words: Words, view: View) -> tuple[str, ...]:
    """What is missing, and who may begin."""
    if view.stage != STAGE_LOBBY:
        return ()
    free = sum(not seat.name for seat in view.seats)
    if free:
        return (words.say("lobby.missing", n=free),)
    hosts = [seat.seat for seat in view.seats if seat.player and seat.player == view.host]
    return tuple(words.say("lobby.ready", name=who(words, view, seat)) for seat in hosts)


# --- house rules ---------------------------------------------------------------------------------------


def unusual(view: View, games: Sequence[Game]) -> dict[str, str]:
    """The house rules of the table that differ from the game's own, by key."""
    usual = {option.key: option.default_value for option in _options(view, games)}
    return {rule.key: rule.value for rule in view.options if usual.get(rule.key, rule.value) != rule.value}


def _options(view: View, games: Sequence[Game]) -> Sequence[GameOption]:
    return next((game.options for game in games if game.key == view.game), ())


def _unusual_line(words: Words, view: View, games: Sequence[Game]) -> tuple[str, ...]:
    differs = {key: value for key, value in unusual(view, games).items() if key != _DEALS}
    said = [_rule(option, differs[option.key]) for option in _options(view, games) if option.key in differs]
    return (words.say("lobby.house_rules", rules=" · ".join(said)),) if said else ()


def _rule(option: GameOption, value: str) -> str:
    """Wash: all are asked in secret."""
    named = next((known.name for known in option.values if known.value == value), value)
    return f"{option.name}: {named or value}"


def house_rules_lines(words: Words, view: View, games: Sequence[Game]) -> tuple[str, ...]:
    """All house rules of the table in words, those out of the ordinary marked."""
    differs, values = unusual(view, games), {rule.key: rule.value for rule in view.options}
    lines = []
    for option in _options(view, games):
        line = _rule(option, values.get(option.key, option.default_value))
        lines.append(words.say("lobby.changed_rule", rule=line) if option.key in differs else line)
    head = words.say("lobby.rules_head", game=game_name(games, view.game), code=view.code)
    return (head, "", *lines)


# --- the table -----------------------------------------------------------------------------------------


def deal_line(words: Words, view: View, games: Sequence[Game]) -> str:
    """Floating Bridge · Deal 2 of 3 · Ben deals."""
    return f"{game_name(games, view.game)} · {deal_head(words, view)}"


def play_lines(words: Words, view: View) -> tuple[str, ...]:
    """What is played for, and how it stands; nothing before there is a contract."""
    if not view.HasField("contract"):
        return ()
    each = [f"{called(words, view, seat.seat)} {seat.tricks}" for seat in view.seats]
    return (
        contract_line(words, view, view.contract),
        *_called_line(words, view),
        *trump_broken_line(words, view),
        f"{words.say('row.tricks')}: {' · '.join(each)}",
        *([last_trick(words, view)] if view.tricks else []),
        *_trick_now(words, view),
    )


def _called_line(words: Words, view: View) -> tuple[str, ...]:
    """The called card; its holder, once the whole table knows."""
    if not view.HasField("partner"):
        return ()
    card, partner = card_written(words, view.partner.card), view.partner
    if not partner.shown:
        return (words.say("group.called", card=card),)
    alone = partner.holder == view.contract.declarer
    holder = who(words, view, partner.holder)
    return (words.say("group.called_alone" if alone else "group.called_shown", card=card, name=holder),)


def trump_broken_line(words: Words, view: View) -> tuple[str, ...]:
    """Whether trump may be led, where the house rules make that a question."""
    asked = any((option.key, option.value) == ("trump_lead", "until_broken") for option in view.options)
    if not asked or view.phase != PHASE_PLAY or not is_suit(view.trump):
        return ()
    said = words.say("overview.broken" if view.trump_broken else "overview.not_broken")
    return (f"{words.say('row.trump')}: {said}",)


def _trick_now(words: Words, view: View) -> tuple[str, ...]:
    """Trick 7: ♦K (Ben)  ♦4 (Cem)."""
    if view.phase != PHASE_PLAY or not view.trick.cards:
        return ()
    return (words.say("group.trick", trick=len(view.tricks) + 1, cards=_cards(words, view, view.trick)),)


def _cards(words: Words, view: View, trick: Trick) -> str:
    return "  ".join(
        f"{card_written(words, played.card)} ({called(words, view, played.seat)})" for played in trick.cards
    )


def sheet_parts(words: Words, view: View) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The score sheet, 28 columns wide, and who stands behind the letters of its columns."""
    rows = len({line.deal for line in view.lines}) + 2
    lines = sheet(words, view)
    return lines[:rows], lines[rows:]


# --- short answers -------------------------------------------------------------------------------------


def last_trick(words: Words, view: View) -> str:
    """The last complete trick on one line, with the name of whoever took it."""
    tricks = view.tricks or view.last_deal.tricks
    if not tricks:
        return words.say("group.no_trick")
    trick = tricks[-1]
    winner = called(words, view, trick.winner)
    return words.say("group.last_trick", cards=_cards(words, view, trick), name=winner)


def points_so_far(words: Words, view: View) -> str:
    """Everybody's points on one line."""
    if not view.lines:
        return words.say("score.none")
    each = [f"{called(words, view, seat.seat)} {number(total_of(view, seat.seat))}" for seat in view.seats]
    return f"{words.say('score.title')}: {' · '.join(each)}"
