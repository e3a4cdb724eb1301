"""House rules: what may be asked for, what is refused, what the defaults are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_server.rules.options import Number, OptionInvalid, OptionUnknown, Switch
from engine_server.rules.variant import Game
from engine_server.rules.variants import ALL, game_of
from tests.rules.table import calling_of

GAMES = ("floating", "singapore")
SHARED = {
    "first_dealer": "drawn",
    "wash_below": "4",
    "wash_formula": "length",
    "first_caller": "left",
    "double": "off",
    "solo_announce": "at_once",
    "trump_broken_by": "ruff",
    "no_trump_on_first_trick": "off",
    "beaten_pays": "winning_side",
    "claim_when_decided": "off",
}
DEFAULTS = {
    "floating": {
        "deals": "3",
        "wash": "off",
        "all_pass": "next_dealer",
        "solo": "allowed",
        "nt_leader": "left",
        "trump_lead": "first_trick",
        "scoring": "level",
    },
    "singapore": {
        "deals": "4",
        "wash": "auto",
        "all_pass": "same_dealer",
        "solo": "forbidden",
        "nt_leader": "declarer",
        "trump_lead": "until_broken",
        "scoring": "doubling",
    },
}
VALUES = {
    "first_dealer": {"drawn", "first_seat"},
    "wash": {"off", "auto", "player_choice"},
    "wash_formula": {"length", "suit5plus", "hcp"},
    "first_caller": {"left", "dealer", "random"},
    "double": {"off", "on"},
    "all_pass": {"next_dealer", "same_dealer"},
    "solo": {"allowed", "forbidden"},
    "solo_announce": {"at_once", "hidden"},
    "nt_leader": {"left", "declarer"},
    "trump_lead": {"first_trick", "until_broken", "free"},
    "trump_broken_by": {"ruff", "any_trump"},
    "no_trump_on_first_trick": {"off", "on"},
    "scoring": {"level", "doubling", "level_times", "tricks_won"},
    "beaten_pays": {"winning_side", "all_but_declarer"},
    "claim_when_decided": {"off", "on"},
}
NOT_NUMBERS = ["", " ", "3 ", "+3", "-1", "3.0", "1e1", "0x1", "three", "٣", "３", "③", "³", "1_0", "00001"]


@pytest.mark.parametrize("game", GAMES)
def test_the_defaults_are_those_of_the_founding_documents(game: str) -> None:
    assert dict(game_of(game).read({}).as_text()) == {**SHARED, **DEFAULTS[game]}


@pytest.mark.parametrize("game", GAMES)
def test_every_option_offers_the_values_of_the_rule_book(game: str) -> None:
    offered = {option.key: set(option.values) for option in game_of(game).options}
    assert {key: offered[key] for key in VALUES} == VALUES
    assert set(offered) - set(VALUES) == {"deals", "wash_below"}


@pytest.mark.parametrize(
    ("game", "allowed"), [("floating", {1, 3, 5}), ("singapore", set(range(1, 41)))], ids=GAMES
)
def test_how_many_deals_a_match_may_have(game: str, allowed: set[int]) -> None:
    for number in range(60):
        if number in allowed:
            assert game_of(game).read({"deals": str(number)}).number("deals") == number
        else:
            with pytest.raises(OptionInvalid):
                game_of(game).read({"deals": str(number)})


@pytest.mark.parametrize("text", NOT_NUMBERS)
@pytest.mark.parametrize("key", ["deals", "wash_below"])
def test_what_is_not_a_plain_number_is_refused(key: str, text: str) -> None:
    with pytest.raises(OptionInvalid) as refused:
        game_of("singapore").read({key: text})
    assert refused.value.keys == (key,)


@pytest.mark.parametrize(("text", "legal"), [("0", False), ("1", True), ("7", True), ("8", False)])
def test_the_bounds_of_the_wash(text: str, legal: bool) -> None:
    if legal:
        assert game_of("floating").read({"wash_below": text}).number("wash_below") == int(text)
    else:
        with pytest.raises(OptionInvalid):
            game_of("floating").read({"wash_below": text})


@pytest.mark.parametrize("text", ["ON", "yes", "1", "", "on ", "оn"])
def test_a_switch_is_on_or_off_and_nothing_else(text: str) -> None:
    with pytest.raises(OptionInvalid):
        game_of("floating").read({"double": text})


@pytest.mark.parametrize(("text", "value"), [("on", True), ("true", True), ("off", False), ("false", False)])
def test_a_switch_may_also_be_true_or_false(text: str, value: bool) -> None:
    options = game_of("floating").read({"double": text})
    assert options.is_on("double") is value
    assert dict(options.as_text())["double"] == ("on" if value else "off")


@pytest.mark.parametrize("text", ["Level", "LEVEL", "", "level ", "2", "leve1"])
def test_a_choice_is_one_of_its_values_to_the_letter(text: str) -> None:
    with pytest.raises(OptionInvalid) as refused:
        game_of("floating").read({"scoring": text})
    assert refused.value.keys == ("scoring",)


@pytest.mark.parametrize("key", ["", "Deals", "deals ", "honours", "ｄeals", "scoring\0"])
def test_an_unknown_option_is_named(key: str) -> None:
    with pytest.raises(OptionUnknown) as refused:
        game_of("floating").read({key: "1"})
    assert refused.value.key == key


def test_an_unknown_option_or_value_is_not_repeated_in_the_text_of_the_error() -> None:
    with pytest.raises(OptionUnknown) as unknown:
        game_of("floating").read({"<b>": "1"})
    with pytest.raises(OptionInvalid) as invalid:
        game_of("floating").read({"deals": "<b>"})
    assert "<b>" not in str(unknown.value) + str(invalid.value)


@pytest.mark.parametrize("game", GAMES)
def test_hiding_a_solo_contradicts_forbidding_it(game: str) -> None:
    with pytest.raises(OptionInvalid) as refused:
        game_of(game).read({"solo": "forbidden", "solo_announce": "hidden"})
    assert set(refused.value.keys) == {"solo", "solo_announce"}
    options = game_of(game).read({"solo": "allowed", "solo_announce": "hidden"})
    declaration = calling_of(game_of(game).variant(options))
    assert (declaration.own_allowed, declaration.own_announced) == (True, False)


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_every_option_may_be_asked_for_alone(game: str) -> None:
    for option in game_of(game).options:
        for value in option.values:
            assert dict(game_of(game).read({option.key: value}).as_text())[option.key] == value


@pytest.mark.parametrize("game", GAMES)
def test_what_was_settled_before_contradicts_nothing_that_is_asked_now(game: str) -> None:
    settled = game_of(game).read({"solo_announce": "hidden"}, before={"solo": "forbidden"})
    assert dict(settled.as_text())["solo"] == "forbidden"


@st.composite
def some_settings(draw: st.DrawFn) -> tuple[Game, dict[str, str]]:
    """A game with a few of its options set to one of their named values."""
    game = draw(st.sampled_from(ALL))
    named = [option for option in game.options if option.values]
    chosen = draw(st.lists(st.sampled_from(named), unique_by=lambda option: option.key)) if named else ()
    return game, {option.key: draw(st.sampled_from(option.values)) for option in chosen}


def contradiction(game: Game, texts: dict[str, str]) -> tuple[str, ...]:
    """The options named when a set of them is refused, none when it is not."""
    try:
        game.read(texts)
    except OptionInvalid as refused:
        return refused.keys
    return ()


@given(some_settings())
def test_what_is_read_is_written_and_read_alike(settings: tuple[Game, dict[str, str]]) -> None:
    game, texts = settings
    asked = {**dict(game.read({}).as_text()), **texts}
    contradicting = contradiction(game, texts)
    if contradicting:
        assert len(contradicting) == 2
        assert set(contradicting) & set(texts)
        return
    options = game.read(texts)
    assert {**dict(options.as_text()), **texts} == dict(options.as_text())
    asked.update(dict(value for setting, value in game.implied if setting in texts.items()))
    asked.update(texts)
    assert dict(options.as_text()) == asked
    assert game.read({}, before=asked) == options
    assert [key for key, _ in options.settings] == [option.key for option in game.options]


@given(st.text(max_size=6))
def test_a_number_is_read_exactly_when_it_is_plain_digits_in_range(text: str) -> None:
    plain = text != "" and len(text) <= 4 and set(text) <= set("0123456789") and 1 <= int(text) <= 40
    if plain:
        assert Number("deals", 4, 1, 40).read(text) == int(text)
    else:
        with pytest.raises(OptionInvalid):
            Number("deals", 4, 1, 40).read(text)


@pytest.mark.parametrize("game", [game.key for game in ALL])
def test_every_default_is_itself_a_value_that_may_be_asked_for(game: str) -> None:
    texts = dict(game_of(game).read({}).as_text())
    for option in game_of(game).options:
        assert option.read(texts[option.key]) == option.default
        assert isinstance(option, Switch) or not isinstance(option.default, bool)


def test_a_key_names_one_game_or_none() -> None:
    assert [game_of(game.key) for game in ALL] == [*ALL]
    with pytest.raises(KeyError):
        game_of("whist")
