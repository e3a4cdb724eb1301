"""Games, house rules, rules pages and words on the wire."""

from __future__ import annotations

from fourth.v1 import catalog_service_pb2 as pb

from engine_server.rules.options import Choice, Number, Option, Series, Switch, text_of
from engine_server.rules.variant import Game
from engine_server.words import catalog
from engine_server.words.languages import Language


def game_out(game: Game, language: Language) -> pb.Game:
    """A game of the catalog."""
    ranking = game.variant(game.read({})).deck.ranking
    return pb.Game(
        key=game.key,
        name=catalog.game_name(game.key, language),
        summary=catalog.game_summary(game.key, language),
        min_seats=game.min_seats,
        max_seats=game.max_seats,
        options=[_option_out(option, language) for option in game.options],
        ranking=[f"RANK_{rank.name}" for rank in ranking],
    )


def _option_out(option: Option, language: Language) -> pb.GameOption:
    number = option if isinstance(option, Number | Series) else None
    return pb.GameOption(
        key=option.key,
        kind=_kind(option),
        default_value=text_of(option.default),
        values=[_value_out(option.key, value, language) for value in option.values],
        low=number.low if number else None,
        high=number.high if number else None,
        name=catalog.option_name(option.key, language),
        explanation=catalog.option_explanation(option.key, language),
    )


def _value_out(key: str, value: str, language: Language) -> pb.OptionValue:
    return pb.OptionValue(value=value, name=catalog.option_value(key, value, language))


def _kind(option: Option) -> str:
    match option:
        case Choice():
            return "OPTION_KIND_CHOICE"
        case Switch():
            return "OPTION_KIND_SWITCH"
        case Number():
            return "OPTION_KIND_NUMBER"
        case Series():
            return "OPTION_KIND_TEXT"


def rules_out(page: catalog.RulesPage) -> pb.GetRulesResponse:
    """A page of rules."""
    return pb.GetRulesResponse(
        language=page.language.value, title=page.title, text=page.text, page=page.page, pages=page.pages
    )


def word_out(word: catalog.Word) -> pb.Word:
    """A term of the glossary."""
    return pb.Word(code=word.code, term=word.term, explanation=word.explanation, also=word.also)
