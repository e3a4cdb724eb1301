"""What a person looks up: the deal, the points, a hint, rules and words. Nothing is changed by looking.

All of them may raise a GatewayError.
"""

from __future__ import annotations

from collections.abc import Sequence

from fourth.v1.catalog_service_pb2 import Word
from fourth.v1.table_service_pb2 import (
    EXPORT_FORMAT_LIN,
    EXPORT_FORMAT_LOG_JSON,
    EXPORT_FORMAT_PBN,
    ExportFormat,
)
from fourth.v1.views_pb2 import STAGE_CLOSED, STAGE_LOBBY, STAGE_OVER, STAGE_PLAYING, View

from telegram_client.conversation.answers import move_meant
from telegram_client.conversation.asking import Lines, how_to_answer
from telegram_client.conversation.files import File, NotKept
from telegram_client.conversation.gateway import Gateway
from telegram_client.conversation.intents import Explain, Export, HouseRules, Rules, TermsIn, Unclear, Why
from telegram_client.conversation.notation import tidy
from telegram_client.conversation.standing import Standing
from telegram_client.speech.advice import hint, why
from telegram_client.speech.board import last_trick
from telegram_client.speech.deal import all_hands, full_hand, trick_history, waiting_for
from telegram_client.speech.moves import own_cards
from telegram_client.speech.table import (
    games_list,
    option_explained,
    options_list,
    rules_page,
    word_explained,
    words_list,
)
from telegram_client.speech.terms import terms_in as found_in

_FORMATS: dict[str, ExportFormat] = {
    "json": EXPORT_FORMAT_LOG_JSON,
    "pbn": EXPORT_FORMAT_PBN,
    "lin": EXPORT_FORMAT_LIN,
}
MOST_NEAR = 3
"""So many terms at most are explained where only a part of their names was typed."""


async def table(at: Standing) -> Lines:
    """The table as it stands."""
    if at.view is None:
        return at.no_table()
    if at.view.stage in (STAGE_OVER, STAGE_CLOSED):
        return at.teller.ending(at.view)
    if at.view.stage == STAGE_LOBBY:
        return at.teller.first_sight(at.view)
    return at.teller.standing(at.view)


async def hand(at: Standing) -> Lines:
    """The own cards."""
    if at.view is None:
        return at.no_table()
    if not own_cards(at.view):
        return (at.words.say("hand.none"),)
    return (full_hand(at.words, at.view),)


async def score(at: Standing) -> Lines:
    """The points so far."""
    return at.no_table() if at.view is None else at.teller.scores(at.view)


async def deal(at: Standing) -> Lines:
    """All hands of the last deal."""
    view = at.view
    if view is None:
        return at.no_table()
    if not view.HasField("last_deal"):
        return (at.words.say("deal.none"),)
    return all_hands(at.words, view, view.last_deal)


async def export(at: Standing, wish: Export) -> Lines:
    """The scored deals as a file in the person's folder, and how it is called there."""
    view = await table_to_export(at.gateway, at.view, wish)
    if view is None or at.cabinet is None:
        return at.no_table()
    if refused := why_no_export(wish, view):
        return (at.words.say(refused),)
    try:
        name = at.cabinet.keep(await file_of(at.gateway, view, wish))
    except NotKept as problem:
        return (at.words.say("export.not_kept", why=str(problem)),)
    kept = at.words.say("export.kept", file=name)
    if wish.wanted != "json":
        return (kept,)
    return (kept, at.words.say("export.replay", command=at.cabinet.check(name)))


async def table_to_export(gateway: Gateway, view: View | None, wish: Export) -> View | None:
    """The table whose match is wanted, as it is now: the one with the code, else the one the person is at."""
    if wish.code:
        return await gateway.look_up(wish.code)
    return None if view is None else await gateway.view(view.table)


def why_no_export(wish: Export, view: View) -> str:
    """The message that says why there is no file, "" where there may be one."""
    if wish.wanted not in _FORMATS:
        return "export.how"
    return "" if view.HasField("last_deal") else "deal.none"


async def file_of(gateway: Gateway, view: View, wish: Export) -> File:
    """The file that is wanted."""
    return await gateway.export(view.table, _FORMATS[wish.wanted], wish.deal)


async def hint_now(at: Standing) -> Lines:
    """What the coach would do."""
    if at.view is None or at.view.stage != STAGE_PLAYING:
        return at.no_table()
    if not at.asked:
        return not_now(at, at.view)
    return hint(at.words, at.view, await at.gateway.hint(at.view.table))


async def why_this(at: Standing, wish: Why) -> Lines:
    """What speaks for or against a move."""
    view = at.view
    if view is None or not at.asked:
        return at.no_table() if view is None else not_now(at, view)
    move = move_meant(view, wish.move, at.words) if wish.move else None
    if move is None:
        return (at.words.say("why.how"), *how_to_answer(at.words, view))
    return why(at.words, move, await at.gateway.hint(view.table))


def not_now(at: Standing, view: View) -> Lines:
    """Why nothing is wanted of the person now."""
    if view.stage != STAGE_PLAYING:
        return at.no_table()
    if at.seat is None:
        return (at.words.say("not_now.watching"),)
    if at.robot_plays:
        return (at.words.say("not_now.auto"),)
    return (waiting_for(at.words, view) if view.acting else at.words.say("not_now"),)


async def rules(at: Standing, wish: Rules) -> Lines:
    """A page of the rules."""
    game = at.game_called(wish.game or at.game_here())
    if game is None:
        return (at.words.say("rules.how"), *games_list(at.words, at.games))
    page = await at.gateway.rules(game.key, max(1, wish.page))
    return rules_page(at.words, page, game.key)


async def house_rules(at: Standing, wish: HouseRules) -> Lines:
    """The options of a game; what one of them means, when its key follows."""
    game = at.game_called(wish.game or at.game_here())
    if game is not None:
        return options_list(at.words, game)
    name, _, key = wish.game.rpartition(" ")
    game = at.game_called(name or at.game_here())
    option = next((option for option in game.options if option.key == key), None) if game else None
    if option is None:
        return (at.words.say("options.how"), *games_list(at.words, at.games))
    return option_explained(at.words, option)


async def last(at: Standing) -> Lines:
    """The last complete trick."""
    view = at.view
    if view is None:
        return at.no_table()
    tricks = view.tricks or view.last_deal.tricks
    if not tricks:
        return (at.words.say("board.no_trick"),)
    return (last_trick(at.words, view, tricks[-1]),)


async def tricks(at: Standing) -> Lines:
    """All tricks of the deal, or of the last one where none is complete yet."""
    view = at.view
    if view is None:
        return at.no_table()
    return trick_history(at.words, view) or (at.words.say("board.no_trick"),)


async def explain(at: Standing, wish: Explain) -> Lines:
    """What a term means."""
    glossary = await at.gateway.glossary()
    for word in glossary:
        if wish.code and word.code == wish.code:
            return word_explained(at.words, word)
    if not wish.term:
        return words_list(at.words, glossary)
    found = words_meant(glossary, wish.term)
    if not found:
        return (at.words.say("words.unknown", term=wish.term[:30]),)
    return tuple(line for word in found for line in word_explained(at.words, word))


def words_meant(glossary: Sequence[Word], term: str) -> list[Word]:
    """The terms somebody may mean: those of that name, else some whose names contain it."""
    wanted = tidy(term).casefold()
    if not wanted:
        return []
    same = [word for word in glossary if wanted in _names_of(word)]
    return same or [word for word in glossary if wanted in tidy(word.term).casefold()][:MOST_NEAR]


def _names_of(word: Word) -> set[str]:
    """What a term is called, in small letters. Some languages have one word for several terms."""
    return {tidy(text).casefold() for text in (word.term, word.code.replace("_", " "), *word.also)}


async def terms_in(at: Standing, wish: TermsIn) -> Lines:
    """The terms that the hint of the moment, or a page of the rules, uses."""
    found = await terms_of(at, wish)
    return words_list(at.words, found) if found else (at.words.say("hint.no_words"),)


async def terms_of(at: Standing, wish: TermsIn) -> list[Word]:
    """The same as words of the glossary; none where there is no such text now."""
    text = await _text_of(at, wish)
    return found_in(text, await at.gateway.glossary()) if text else []


async def _text_of(at: Standing, wish: TermsIn) -> str:
    if wish.page is None:
        view = at.view
        asked = view is not None and at.asked
        return "\n".join(hint(at.words, view, await at.gateway.hint(view.table))) if asked and view else ""
    game = at.game_called(wish.page.game or at.game_here())
    return (await at.gateway.rules(game.key, max(1, wish.page.page))).text if game else ""


async def list_games(at: Standing) -> Lines:
    """The games there are."""
    return games_list(at.words, at.games)


async def all_commands(at: Standing) -> Lines:
    """All commands, and what the table waits for."""
    lines = tuple(at.words.say("help").split("\n"))
    return (*lines, *(how_to_answer(at.words, at.view) if at.asked and at.view else ()))


async def unclear(at: Standing, wish: Unclear) -> Lines:
    """A command nobody knows."""
    return (at.words.say("unclear", command=wish.command),)
