"""The rules pages say what the engine does: their examples are played, their rows of points are counted."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from engine_server.rules.cards import Card, Denomination, Rank, Suit, card_of, in_hand_order
from engine_server.rules.contracts import Contract
from engine_server.rules.moves import bid_of
from engine_server.rules.played import Outcome
from engine_server.rules.variant import Variant
from engine_server.rules.variants import ALL, game_of
from engine_server.words import catalog
from engine_server.words.languages import COMPLETE, Language
from engine_server.words.written import SUIT_SYMBOLS, bid, rank, seat
from engine_server.words.written import Bid as Named
from tests.rules.table import Table, cards_of, dealt_table, winners_of
from tests.words.counted import counted

Example = Mapping[str, Any]
EXAMPLES: Mapping[str, Example] = json.loads(
    (Path(__file__).parent.parent / "data" / "worked_examples.json").read_text(encoding="utf-8")
)
GAMES = [game.key for game in ALL]
PLAYED = [game for game in GAMES if "hands" in EXAMPLES[game]]
"""Games whose example is a whole deal; those of the others are told by their points."""
SEATS = "NESW"
FIRST, MORE, EXAMPLE = 1, 2, 3
OUR_RULE = {
    Language.EN: "our rule",
    Language.DE: "unsere regel",
    Language.NB: "vår regel",
    Language.ZH_HANS: "我们的规则",
    Language.ZH_HANT: "我們的規則",
}
RECONSTRUCTED = {
    Language.EN: "reconstructed",
    Language.DE: "rekonstruiert",
    Language.NB: "rekonstruert",
    Language.ZH_HANS: "重建",
    Language.ZH_HANT: "復原",
}
_BID = re.compile(r"(?<!\d)[1-7](?:[♣♦♥♠]|NT)")
_ROW_OF_SEVEN = re.compile(r"\d+(?:[ ,、，/·]{1,3}\d+){6,}")


def variant_of(game: str) -> Variant:
    """The game by its standard rules."""
    played = game_of(game)
    return played.build(game, played.read({}))


@lru_cache
def own_pages(language: Language, game: str) -> Mapping[int, str]:
    """The pages a language has itself, by number."""
    pages = catalog.rules_pages(game, language)
    return {page.page: page.text for page in pages if page.language is language}


def written(number: int, games: list[str] = GAMES) -> list[tuple[Language, str]]:
    """Every language and game with that page."""
    return [
        (language, game) for language in Language for game in games if number in own_pages(language, game)
    ]


# --- the examples are played ----------------------------------------------------------------------------


@lru_cache
def played(game: str) -> Table:
    """The example played through at a table, move by move, by the rules of the engine."""
    told = EXAMPLES[game]
    hands = tuple(in_hand_order(cards_of(told["hands"][letter])) for letter in SEATS)
    table = dealt_table(game, hands, SEATS.index(told["dealer"])).bids(told["calls"])
    table.calls_card(told["called"])
    for trick in told["tricks"]:
        assert SEATS[table.actor] == trick["leader"]
        table.plays(trick["cards"])
    return table


@pytest.mark.parametrize("game", PLAYED)
def test_an_example_is_a_deal_that_the_engine_plays_and_scores_so(game: str) -> None:
    told = EXAMPLES[game]
    (deal,) = played(game).deals
    assert deal.contract is not None
    named = bid_of(told["contract"])
    assert (deal.contract.level, deal.contract.denomination) == (named.level, named.denomination)
    assert SEATS[deal.contract.declarer] == told["declarer"]
    assert {SEATS[where] for where in deal.declaring_side} == {told["declarer"], told["partner"]}
    assert [SEATS[trick.winner] for trick in deal.tricks if trick.winner is not None] == winners(told)
    assert {SEATS[line.seats[0]]: line.points for line in deal.lines} == told["points"]


@pytest.mark.parametrize("game", PLAYED)
def test_an_example_is_a_deal_that_the_standard_rules_let_stand(game: str) -> None:
    hands = [cards_of(EXAMPLES[game]["hands"][letter]) for letter in SEATS]
    assert not variant_of(game).dealing.wash.must_redeal(hands, 0)
    assert min(strengths(EXAMPLES[game])) >= 4


def winners(told: Example) -> list[str]:
    """Who won each trick."""
    return [trick["winner"] for trick in told["tricks"]]


def strengths(told: Example) -> list[int]:
    """The points of the four hands, high cards and length."""
    wash = variant_of("singapore").dealing.wash
    return [wash.strength(cards_of(hand)).total for hand in told["hands"].values()]


# --- what a page tells of its example -------------------------------------------------------------------


def faults(text: str, language: Language, told: Example) -> list[str]:
    """Everything a page says about the example that is not so."""
    lines = text.split("\n")
    found = [f"{line}: not a trick of it" for line in _untold_tricks(lines, language, told)]
    found += [f"{card}: not a card of it" for card in _strange_cards(text, language, told)]
    found += [f"{named}: nobody bid it" for named in set(_BID.findall(text)) - set(_bids(told))]
    found += [f"{number}: not a number of it" for number in numbers(text, language) - _true_numbers(told)]
    found += [f"{number} is missing" for number in _result(told) - numbers(text, language)]
    hand = set(cards_of(told["hands"][told["declarer"]]))
    return found if any(set(cards(line, language)) == hand for line in lines) else [*found, "no hand"]


def cards(text: str, language: Language) -> list[Card | None]:
    """The cards of a text in order; None for a suit with what is no rank in the language."""
    return [_card(found, language) for found in re.findall(r"[♣♦♥♠]\w*", _BID.sub(" ", text))]


def _card(written: str, language: Language) -> Card | None:
    ranks = {rank(one, language): one for one in Rank}
    index = re.match(r"\d+|[A-Za-z]*", written[1:])
    found = ranks.get(index.group() if index else "")
    return None if found is None else Card(Suit(SUIT_SYMBOLS.index(written[0])), found)


def numbers(text: str, language: Language) -> set[int]:
    """Every number in digits that is part of no card and no bid."""
    return {int(found) for found in re.findall(r"\d+", re.sub(r"[♣♦♥♠]\w*", " ", _BID.sub(" ", text)))}


def _untold_tricks(lines: list[str], language: Language, told: Example) -> Iterator[str]:
    """The tricks that are shown, each looked for in a line with its four cards, its leader and its winner."""
    for trick in told["tricks"][: told["shown"]]:
        wanted = list(cards_of(trick["cards"]))
        fitting = [line for line in lines if cards(line, language)[:4] == wanted]
        named = [_seats_named(line, language)[:2] for line in fitting]
        if [trick["leader"], trick["winner"]] not in named:
            yield trick["cards"]


def _seats_named(line: str, language: Language) -> list[str]:
    names = {seat(where, language).casefold(): letter for where, letter in enumerate(SEATS)}
    parted = line.casefold()
    if parted.isascii() or "家" not in parted:
        return [names[word] for word in re.findall(r"\w+", parted) if word in names]
    return [names[found] for found in re.findall("|".join(names), parted)]


def _strange_cards(text: str, language: Language, told: Example) -> set[Card | None]:
    shown = [card for trick in told["tricks"][: told["shown"]] for card in cards_of(trick["cards"])]
    known = {*shown, *cards_of(told["hands"][told["declarer"]]), card_of(told["called"])}
    return set(cards(text, language)) - known


def _bids(told: Example) -> list[str]:
    named = [bid_of(code) for code in told["calls"].split() if code != "P"]
    return [bid(Named(one.level, one.denomination)) for one in named]


def _result(told: Example) -> set[int]:
    """The numbers without which nobody follows how the score comes out: needed, won, scored."""
    level = bid_of(told["contract"]).level
    return {6 + level, _side_tricks(told), max(told["points"].values())}


def _side_tricks(told: Example) -> int:
    return sum(winner in (told["declarer"], told["partner"]) for winner in winners(told))


def _true_numbers(told: Example) -> set[int]:
    """All that may be counted in the example, whichever way a language tells it."""
    level, won, shown = bid_of(told["contract"]).level, _side_tricks(told), told["shown"]
    counts = {winners(told)[start:].count(one) for start in (0, shown) for one in SEATS}
    tricks = {*range(1, shown + 1), 13, 13 - shown, 6, 6 + level, won, 13 - won, abs(won - 6 - level)}
    return tricks | counts | set(told["points"].values()) | _of_its_game(told)


def _of_its_game(told: Example) -> set[int]:
    """What only one of the games has: the deals of a match, the wash, the row up to what could be scored."""
    if told is EXAMPLES["floating"]:
        return {3}
    most = points("singapore", bid_of(told["contract"]).level, 13)
    return {4, *strengths(told), *(score for score in row("singapore") if score <= most)}


@pytest.mark.parametrize(("language", "game"), written(EXAMPLE, PLAYED))
def test_an_example_is_told_as_it_was_played(language: Language, game: str) -> None:
    assert faults(own_pages(language, game)[EXAMPLE], language, EXAMPLES[game]) == []


@pytest.mark.parametrize(
    ("game", "old", "new", "fault"),
    [
        ("floating", "♥A ♥4 ♥5 ♥8", "♥A ♥4 ♥8 ♥5", "HA H4 H5 H8: not a trick of it"),
        ("floating", "West wins", "East wins", "HA H4 H5 H8: not a trick of it"),
        ("floating", "5. North leads", "5. East leads", "H9 SJ C8 H3: not a trick of it"),
        ("floating", "calls ♠A", "calls ♣A", "CA: not a card of it"),
        ("floating", "calls ♠A", "calls ♠E", "None: not a card of it"),
        ("floating", "West 3♥", "West 3NT", "3NT: nobody bid it"),
        ("floating", "have 11", "have 12", "12: not a number of it"),
        ("floating", "have 11", "have 9", "11 is missing"),
        ("floating", "♣8 ♦A ♦3 ♦2\n", "♣8 ♦A ♦3\n", "no hand"),
        ("singapore", "8 each", "16 each", "16: not a number of it"),
    ],
)
def test_an_example_told_wrongly_is_noticed(game: str, old: str, new: str, fault: str) -> None:
    text = own_pages(Language.EN, game)[EXAMPLE]
    assert old in text
    spoiled = text.replace(old, new, 1)
    assert fault in faults(spoiled, Language.EN, EXAMPLES[game])


# --- rows of points -------------------------------------------------------------------------------------


def points(game: str, level: int, tricks: int, alone: bool = False) -> int:
    """What each winner of a deal scores, as the engine counts it."""
    side = (0,) if alone else (0, 1)
    outcome = Outcome(Contract(0, level, Denomination.SPADES), side, tricks)
    return max(line.points for line in winners_of(variant_of(game)).lines(1, outcome))


def row(game: str, alone: bool = False) -> tuple[int, ...]:
    """What contracts of level 1 to 7 score when they are just made."""
    return tuple(points(game, level, 6 + level, alone) for level in range(1, 8))


def beaten_row(game: str) -> tuple[int, ...]:
    """What seven contracts score that are beaten: by level in Floating, by tricks short in Singapore."""
    if game == "floating":
        return tuple(points(game, level, 5 + level) for level in range(1, 8))
    return tuple(points(game, 7, 13 - short) for short in range(1, 8))


def true_rows(game: str) -> set[tuple[int, ...]]:
    """Every row of seven numbers that the second page may and must have."""
    rows = {row(game), beaten_row(game), tuple(range(7, 14))}
    return rows | {row(game, alone=True)} if game == "floating" else rows


def _rows(language: Language, game: str) -> list[str]:
    return _ROW_OF_SEVEN.findall(own_pages(language, game)[MORE])


@pytest.mark.parametrize(("language", "game"), written(MORE, PLAYED))
def test_the_rows_of_the_second_page_are_what_the_engine_scores(language: Language, game: str) -> None:
    told = {tuple(map(int, re.findall(r"\d+", found))) for found in _rows(language, game)}
    levels = tuple(range(1, 8))
    assert told | {levels} == true_rows(game) | {levels}


# --- what is ours, and what only one language needs -----------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_complete_language_has_the_same_pages(game: str) -> None:
    assert {language: sorted(own_pages(language, game)) for language in COMPLETE} == {
        language: [FIRST, MORE, EXAMPLE] for language in COMPLETE
    }


@pytest.mark.parametrize("number", [FIRST, MORE])
def test_our_own_decisions_are_called_ours(number: int) -> None:
    for language, game in written(number, GAMES if number == MORE else PLAYED):
        text = own_pages(language, game)[number].lower()
        assert OUR_RULE[language] in text, (language, game)
        assert RECONSTRUCTED[language] in text or game != "singapore", (language, game)


@pytest.mark.parametrize(("game", "decisions"), [("floating", 2), ("singapore", 1)])
@pytest.mark.parametrize("language", COMPLETE)
def test_the_first_page_marks_each_decision_of_ours(language: Language, game: str, decisions: int) -> None:
    """That a passed deal is not counted and who is paid in Floating, that equal points share a place."""
    assert own_pages(language, game)[FIRST].lower().count(OUR_RULE[language]) >= decisions


@pytest.mark.parametrize(("language", "game"), written(MORE))
def test_the_second_page_says_where_the_house_rules_are(language: Language, game: str) -> None:
    text = own_pages(language, game)[MORE]
    assert f"/options {game}" in text
    assert set(re.findall(r"/([a-z]+)", text)) <= {"options", "auto", "hint"}


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("game", GAMES)
def test_games_of_a_country_are_mentioned_in_its_language_alone(language: Language, game: str) -> None:
    pages = own_pages(language, game)
    known = {"amerikaner": Language.NB, "锄大地": Language.ZH_HANS, "鋤大弟": Language.ZH_HANT}
    told = {name for name in known if any(name in text.lower() for text in pages.values())}
    own = {name for name, where in known.items() if where is language} if pages else set()
    assert told == own or (told <= own and game not in PLAYED)


def test_singapore_words_are_understood_once_in_english() -> None:
    pages = " ".join(own_pages(Language.EN, "singapore").values())
    assert re.findall(r"\w+ \(set\)", pages) == ["trick (set)"]
    assert "Partner card:" in pages
    assert "Wash:" in pages


# --- examples that are told by their points -------------------------------------------------------------

TOLD = [game for game in GAMES if game not in PLAYED]


@pytest.mark.parametrize(("language", "game"), written(EXAMPLE, TOLD))
def test_an_example_has_the_numbers_that_the_engine_counts(language: Language, game: str) -> None:
    wanted = set(EXAMPLES[game]["numbers"])
    found = {int(one) for one in re.findall(r"\d+", own_pages(language, game)[EXAMPLE])}
    assert wanted - found == set()


@pytest.mark.parametrize("game", TOLD)
def test_the_numbers_of_an_example_are_what_the_engine_counts(game: str) -> None:
    assert set(counted(game)) == set(EXAMPLES[game]["numbers"])


def test_a_wrong_number_of_an_example_is_noticed() -> None:
    text = own_pages(Language.EN, "rubber")[EXAMPLE].replace("780", "790")
    assert set(EXAMPLES["rubber"]["numbers"]) - {int(one) for one in re.findall(r"\d+", text)} == {780}


@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("game", ["rubber", "chicago", "duplicate"])
def test_the_system_of_the_robots_is_public(language: Language, game: str) -> None:
    """Five-card majors, 15-17 no trump and Stayman are told where bidding is explained (001.49)."""
    text = own_pages(language, game)[MORE]
    assert all(told in text for told in ("1NT", "15", "17", "Stayman", "/hint"))
