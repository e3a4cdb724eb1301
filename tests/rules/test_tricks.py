"""Playing: who leads, what may be played, which card wins, what breaks trump."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_server.game.events import CardPlayed
from engine_server.game.refusals import Refused
from engine_server.rules.cards import ALL_CARDS, Card, Suit, card_of
from engine_server.rules.illegal import Illegal
from engine_server.rules.moves import PlayCard
from engine_server.rules.tricks import Situation, TrickRules, TrumpBrokenBy, TrumpLead
from engine_server.rules.variants import game_of
from tests.rules.table import EAST, NORTH, SOUTH, WEST, Hands, Table, cards_of, dealt_table, hands_with

GAMES = ("floating", "singapore")
SPADES = "S2 S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA"
SOME = st.sets(st.sampled_from(ALL_CARDS), min_size=1, max_size=13)


def rules_of(game: str, options: Mapping[str, str] | None = None) -> TrickRules:
    settings = game_of(game)
    return settings.variant(settings.read(options or {})).tricks


def playable(
    rules: TrickRules, hand: str, trump: str = "S", trick: str = "", number: int = 1, broken: bool = False
) -> str:
    suit = Suit("CDHS".index(trump)) if trump else None
    now = Situation(suit, cards_of(trick), number == 1, broken)
    return " ".join(card.code for card in rules.legal(cards_of(hand), now))


def play_from(
    game: str, hands: Hands, auction: str, card: str, options: Mapping[str, str] | None = None
) -> Table:
    """A table at the opening lead: dealer North, so East calls first."""
    return dealt_table(game, hands, dealer=NORTH, options=options).bids(auction).calls_card(card)


# --- leading ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "bid", "leader"),
    [
        ("floating", "3S", SOUTH),
        ("floating", "3NT", SOUTH),
        ("singapore", "3S", SOUTH),
        ("singapore", "3NT", EAST),
    ],
)
def test_who_makes_the_opening_lead(game: str, bid: str, leader: int) -> None:
    table = play_from(game, hands_with(west="SA"), f"{bid} P P P", "SA")
    assert table.actor == leader


def test_the_partner_may_be_the_one_who_leads() -> None:
    table = play_from("floating", hands_with(south="SA HA"), "3H P P P", "SA")
    assert table.actor == SOUTH
    table.plays("SA")
    assert table.view(None).partner is not None
    assert table.deal.called_fell


@pytest.mark.parametrize(
    ("rule", "broken", "number", "leads"),
    [
        ("first_trick", False, 1, "HK D9"),
        ("first_trick", False, 2, "SA HK D9"),
        ("until_broken", False, 1, "HK D9"),
        ("until_broken", False, 9, "HK D9"),
        ("until_broken", True, 2, "SA HK D9"),
        ("free", False, 1, "SA HK D9"),
    ],
)
def test_when_trump_may_be_led(rule: str, broken: bool, number: int, leads: str) -> None:
    rules = rules_of("floating", {"trump_lead": rule})
    assert playable(rules, "SA HK D9", number=number, broken=broken) == leads
    assert playable(rules, "SA HK D9", trump="", number=number, broken=broken) == "SA HK D9"


@pytest.mark.parametrize("rule", [*TrumpLead])
@pytest.mark.parametrize("number", [1, 2, 13])
def test_a_hand_of_trumps_alone_leads_one_whatever_the_rule(rule: str, number: int) -> None:
    rules = rules_of("singapore", {"trump_lead": rule, "no_trump_on_first_trick": "on"})
    assert playable(rules, "SA S5 S2", number=number) == "SA S5 S2"


def test_a_forced_trump_lead_goes_through_the_table_and_breaks_nothing() -> None:
    table = play_from("singapore", hands_with(south=SPADES, north="HA"), "1S P P P", "HA")
    assert table.playable == set(SPADES.split())
    table.plays("SA")
    assert not table.deal.trump_broken
    for _ in range(3):
        table.plays(min(table.playable))
    assert (table.actor, table.deal.trump_broken) == (SOUTH, False)


def test_a_forced_trump_lead_breaks_trump_where_any_trump_does() -> None:
    options = {"trump_broken_by": "any_trump"}
    table = play_from("singapore", hands_with(south=SPADES, north="HA"), "1S P P P", "HA", options)
    assert table.plays("SA").deal.trump_broken


def test_the_winner_of_a_trick_leads_the_next() -> None:
    hands = hands_with(north="H2 D2", east="HA", south="H3", west="HK S9 S8")
    table = play_from("floating", hands, "1C P P P", "S9").plays("H3 HK H2 HA")
    assert [trick.winner for trick in table.deal.tricks] == [EAST]
    assert table.actor == EAST


# --- following -------------------------------------------------------------------------------------------


def test_whoever_holds_the_led_suit_must_follow_and_is_told_which() -> None:
    table = play_from("floating", hands_with(south="H3", west="HK S9"), "1C P P P", "S9").plays("H3")
    assert {code[0] for code in table.playable} == {"H"}
    assert table.refusal(PlayCard(card_of("S9"), WEST)) is Illegal.MUST_FOLLOW_SUIT
    arguments = dict(table.refused(PlayCard(card_of("S9"), WEST)).arguments)
    assert arguments["suit"].startswith("H")


@pytest.mark.parametrize("number", [1, 7])
@pytest.mark.parametrize("game", GAMES)
def test_a_void_hand_may_ruff_or_discard_and_is_never_obliged_to_win(game: str, number: int) -> None:
    assert playable(rules_of(game), "SA S2 D9 C2", trick="HK", number=number) == "SA S2 D9 C2"
    assert playable(rules_of(game), "HA H2 SA", trick="HK", number=number) == "HA H2"


@pytest.mark.parametrize(
    ("hand", "trick", "number", "allowed"),
    [
        ("SA D9 C2", "HK", 1, "D9 C2"),
        ("SA D9 C2", "HK", 2, "SA D9 C2"),
        ("SA S2", "HK", 1, "SA S2"),
        ("SA HQ", "HK", 1, "HQ"),
        ("SA HQ", "S3", 1, "SA"),
        ("SA HQ D2", "", 1, "HQ D2"),
        ("SA S2", "", 1, "SA S2"),
        ("SA HQ D2", "", 2, "SA HQ D2"),
    ],
)
def test_no_trump_on_the_first_trick_spares_a_hand_of_trumps_alone(
    hand: str, trick: str, number: int, allowed: str
) -> None:
    rules = rules_of("floating", {"no_trump_on_first_trick": "on", "trump_lead": "free"})
    assert playable(rules, hand, trick=trick, number=number) == allowed


def test_at_no_trump_nothing_is_barred() -> None:
    rules = rules_of("singapore", {"no_trump_on_first_trick": "on"})
    assert playable(rules, "SA HQ D2", trump="") == "SA HQ D2"
    assert playable(rules, "SA D2", trump="", trick="HK") == "SA D2"


def test_an_all_trump_follower_plays_on_under_no_trump_on_the_first_trick() -> None:
    options = {"no_trump_on_first_trick": "on"}
    table = play_from("floating", hands_with(west=SPADES, south="HK"), "1S P P P", "SA", options)
    table.plays("HK")
    assert table.playable == set(SPADES.split())
    events = table.move(PlayCard(card_of("S2"), WEST))
    assert events == (CardPlayed(WEST, card_of("S2")),)


@pytest.mark.parametrize(
    ("card", "seat", "refused"),
    [
        ("SA", SOUTH, Illegal.CARD_NOT_HELD),
        ("HK", NORTH, Illegal.NOT_YOUR_HAND),
        ("C3", SOUTH, Illegal.TRUMP_LEAD_FORBIDDEN),
    ],
)
def test_why_a_card_is_refused(card: str, seat: int, refused: Illegal) -> None:
    hands = hands_with(south="HK C3", north="SA")
    table = play_from("floating", hands, "1C P P P", "SA")
    assert table.refusal(PlayCard(card_of(card), seat)) is refused
    assert table.refusal(PlayCard(card_of(card), NORTH), NORTH) is Refused.NOT_YOUR_TURN


def test_a_ruff_refused_on_the_first_trick_says_so() -> None:
    rules = rules_of("floating", {"no_trump_on_first_trick": "on"})
    now = Situation(Suit.SPADES, cards_of("HK"), True, False)
    assert rules.refusal(cards_of("SA D2"), card_of("SA"), now) is Illegal.TRUMP_ON_FIRST_TRICK


# --- winning and breaking --------------------------------------------------------------------------------


@given(st.permutations(ALL_CARDS), st.sampled_from([None, *Suit]), st.integers(2, 4))
def test_the_highest_trump_wins_else_the_highest_of_the_led_suit(
    pack: list[Card], trump: Suit | None, played: int
) -> None:
    cards = pack[:played]
    trumps = [card for card in cards if card.suit is trump]
    contenders = trumps or [card for card in cards if card.suit is cards[0].suit]
    winner = cards[rules_of("floating").winning_place(cards, trump)]
    assert winner in contenders
    assert winner.rank == max(card.rank for card in contenders)


@pytest.mark.parametrize(
    ("by", "trick", "broken"),
    [
        (TrumpBrokenBy.RUFF, "HK S2", True),
        (TrumpBrokenBy.RUFF, "HK D2 S2", True),
        (TrumpBrokenBy.RUFF, "HK D2 C2", False),
        (TrumpBrokenBy.RUFF, "S5 S2 H3", False),
        (TrumpBrokenBy.ANY_TRUMP, "HK S2", True),
        (TrumpBrokenBy.ANY_TRUMP, "S5", True),
        (TrumpBrokenBy.ANY_TRUMP, "HK D2 C2", False),
    ],
)
def test_what_breaks_trump(by: str, trick: str, broken: bool) -> None:
    rules = rules_of("singapore", {"trump_broken_by": by})
    assert rules.broken_after(cards_of(trick), Suit.SPADES, before=False) is broken
    assert rules.broken_after(cards_of(trick), Suit.SPADES, before=True)
    assert not rules.broken_after(cards_of(trick), None, before=False)


def test_trump_once_broken_may_be_led_from_the_next_trick_on() -> None:
    void = "SA SK D2 D3 D4 D5 D6 D7 C2 C3 C4 C5 C6"
    table = play_from(
        "singapore", hands_with(north="H2 HA", east=void, south="H3", west="H4"), "1S P P P", "HA"
    )
    broken = [table.plays(cards).deal.trump_broken for cards in ("H3 H4 H2", "SK")]
    assert broken == [False, True]
    assert table.actor == EAST
    assert "SA" in table.playable


# --- any hand at any moment ------------------------------------------------------------------------------


@given(
    hand=SOME,
    trick=st.lists(st.sampled_from(ALL_CARDS), max_size=3, unique=True),
    trump=st.sampled_from([None, *Suit]),
    first=st.booleans(),
    broken=st.booleans(),
    lead=st.sampled_from([*TrumpLead]),
    barred=st.sampled_from(["on", "off"]),
)
def test_legal_cards_are_what_the_rule_book_says(
    hand: set[Card],
    trick: list[Card],
    trump: Suit | None,
    first: bool,
    broken: bool,
    lead: TrumpLead,
    barred: str,
) -> None:
    rules = rules_of("floating", {"trump_lead": lead, "no_trump_on_first_trick": barred})
    held, now = tuple(sorted(hand)), Situation(trump, tuple(trick), first, broken)
    legal = rules.legal(held, now)
    assert set(legal) == said_by_the_rule_book(hand, now, lead, barred == "on")
    assert legal, "somebody may never be left without a card to play"
    assert legal == tuple(card for card in held if rules.refusal(held, card, now) is None)
    assert rules.refusal(held, next(card for card in ALL_CARDS if card not in hand), now) is (
        Illegal.CARD_NOT_HELD
    )


def said_by_the_rule_book(hand: set[Card], now: Situation, lead: TrumpLead, barred: bool) -> set[Card]:
    """The legal cards, put together from the sentences of the founding documents."""
    follows = {card for card in hand if now.trick and card.suit is now.trick[0].suit}
    if follows:
        return follows
    closed = barred and now.first_trick
    if not now.trick:
        closed |= {
            TrumpLead.FIRST_TRICK: now.first_trick,
            TrumpLead.UNTIL_BROKEN: not now.trump_broken,
            TrumpLead.FREE: False,
        }[lead]
    side_suits = {card for card in hand if card.suit is not now.trump}
    return side_suits if closed and side_suits else hand
