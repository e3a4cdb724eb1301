"""A table beside the deal: who sits there, its house rules, the games there are, rules and words."""

from __future__ import annotations

from collections.abc import Sequence

from fourth.v1.catalog_service_pb2 import Game, GameOption, GetRulesResponse, Word
from fourth.v1.views_pb2 import View

from telegram_client.speech.columns import flowing, left, paragraphs, width
from telegram_client.speech.phrasebook import Words
from telegram_client.speech.seats import (
    from_viewer,
    hand_place,
    has_compass,
    is_person,
    is_you,
    label,
    place,
    who,
)


def game_name(games: Sequence[Game], key: str) -> str:
    """What a game is called; its key where the catalog does not list it."""
    return next((game.name for game in games if game.key == key), key)


def table_head(words: Words, view: View, games: Sequence[Game]) -> str:
    """Singapore Bridge · table K7Q2MX · you are South; that where the seats have names."""
    parts = [game_name(games, view.game), words.say("table.code", code=view.code)]
    if not view.HasField("viewer"):
        parts.append(words.say("table.you_watch"))
    elif has_compass(view):
        parts.append(words.say("table.you_are", place=place(words, view, view.viewer)))
    return " · ".join(parts)


def company(words: Words, view: View) -> list[str]:
    """Who else plays: persons by name, robots by a word."""
    others = [seat for seat in from_viewer(view) if not is_you(view, seat)]
    persons = [_placed(words, view, seat) for seat in others if is_person(view, seat)]
    robots = [hand_place(words, view, seat) for seat in others if view.seats[seat].is_robot]
    lines = [words.say("table.persons", names=words.listed(persons))] if persons else []
    if robots:
        lines.append(words.say("table.robots", names=words.listed(robots), n=len(robots)))
    return lines


def _placed(words: Words, view: View, seat: int) -> str:
    """East Anna; by name alone where the seats have none."""
    name = who(words, view, seat)
    return f"{place(words, view, seat)} {name}" if has_compass(view) else name


def turn_told(words: Words, view: View) -> list[str]:
    """How long a turn may take, at tables where there is a clock."""
    return [words.say("table.turn", n=view.turn_seconds)] if view.HasField("turn_seconds") else []


def start(words: Words, view: View, games: Sequence[Game]) -> tuple[str, ...]:
    """What is said when a match begins."""
    facts = company(words, view)
    if view.HasField("deals"):
        facts.append(words.say("table.deals", n=view.deals))
    facts += turn_told(words, view)
    if view.spectators:
        facts.append(words.say("table.watchable", code=view.code))
    practice = [words.say("table.practice")] if view.practice else []
    return (table_head(words, view, games), *flowing(facts, gap=" "), *practice)


def lobby(words: Words, view: View, games: Sequence[Game]) -> tuple[str, ...]:
    """The open table: who sits, what is free, how it goes on."""
    seats = [f"{seat + 1} {label(words, view, seat)}" for seat in range(len(view.seats))]
    host = view.HasField("viewer") and view.seats[view.viewer].player == view.host
    way = words.say("lobby.host" if host else "lobby.guest", code=view.code)
    return (
        table_head(words, view, games),
        *flowing(seats, "  ", "   "),
        *turn_told(words, view),
        *paragraphs(way),
    )


def games_list(words: Words, games: Sequence[Game]) -> tuple[str, ...]:
    """The games by key, with a sentence each."""
    keys = max((width(game.key) for game in games), default=0)
    lines = [
        f"  {left(game.key, keys)}   {words.say('list.pair', first=game.name, second=game.summary)}"
        for game in games
    ]
    return (words.say("games.head"), *lines)


def options_list(words: Words, game: Game) -> tuple[str, ...]:
    """The house rules of a game, each with its values; the standing one first."""
    lines = [*paragraphs(words.say("options.head", game=game.name, key=game.key))]
    keys = max((width(option.key) for option in game.options), default=0)
    for option in game.options:
        lines += flowing(values_of(option), f"  {left(option.key, keys)}  ", " | ")
    return tuple(lines)


def option_explained(words: Words, option: GameOption) -> tuple[str, ...]:
    """What a house rule changes, and what each of its values means."""
    keys = max((width(value.value) for value in option.values), default=0)
    values = [f"  {left(value.value, keys)}  {value.name}" for value in option.values]
    listed = values or [f"  {' | '.join(values_of(option))}"]
    said = words.say("list.pair", first=option.key, second=option.explanation)
    return (*paragraphs(said), *listed)


def values_of(option: GameOption) -> list[str]:
    """The values of a house rule as they are typed, the standard one first."""
    named = [option.default_value, *(value.value for value in option.values)]
    is_listed = any(value.value.isdigit() for value in option.values)
    within = [f"{option.low}–{option.high}"] if option.HasField("low") and not is_listed else []
    return [*dict.fromkeys(named), *within]


def rules_page(words: Words, page: GetRulesResponse, game: str) -> tuple[str, ...]:
    """A page of the rules, and how to turn it."""
    more = [words.say("rules.more", game=game, page=page.page + 1)] if page.page < page.pages else []
    return (page.title, "", *paragraphs(page.text), *more)


def word_explained(words: Words, word: Word) -> tuple[str, ...]:
    """A term and what it means."""
    return paragraphs(words.say("list.pair", first=word.term, second=word.explanation))


def words_list(words: Words, glossary: Sequence[Word]) -> tuple[str, ...]:
    """All terms that are explained."""
    return (words.say("words.head"), *flowing([word.term for word in glossary], "  ", " · "))
