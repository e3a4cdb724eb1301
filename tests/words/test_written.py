"""Cards, bids, seats, numbers, names and lists as each language writes them."""

from __future__ import annotations

import pytest

from engine_server.rules.cards import ALL_CARDS, Denomination, Suit, card_of
from engine_server.words import written
from engine_server.words.languages import Language
from engine_server.words.written import Argument, Bid, Person, Place

EN, DE, NB, HANS, HANT = Language


@pytest.mark.parametrize(
    ("argument", "language", "text"),
    [
        (card_of("SA"), EN, "♠A"),
        (card_of("HT"), EN, "♥10"),
        (card_of("DJ"), DE, "♦B"),
        (card_of("CK"), DE, "♣K"),
        (card_of("SA"), NB, "♠E"),
        (card_of("SJ"), NB, "♠Kn"),
        (card_of("SJ"), HANT, "♠J"),
        (Suit.SPADES, EN, "spades"),
        (Suit.CLUBS, DE, "Kreuz"),
        (Suit.HEARTS, HANS, "红心"),
        (Denomination.NO_TRUMP, DE, "ohne Trumpf"),
        (Denomination.CLUBS, HANT, "梅花"),
        (Denomination.NO_TRUMP, HANT, "無王"),
        (Denomination.NO_TRUMP, NB, "grand"),
        (Bid(3, Denomination.SPADES), DE, "3♠"),
        (Bid(1, Denomination.NO_TRUMP), HANS, "1NT"),
        (Bid(4, Denomination.CLUBS, stake=4), EN, "4♣XX"),
        (Place(0), DE, "Nord"),
        (Place(1), DE, "Ost"),
        (Place(3), NB, "vest"),
        (Place(2), HANT, "南家"),
        (Place(4), EN, "5"),
        (-7, EN, "−7"),
        (0, DE, "0"),
        ("4f2a", DE, "4f2a"),
        (("A", "B", "C"), EN, "A, B and C"),
        (("A", "B"), DE, "A und B"),
        ((card_of("SA"), card_of("HQ"), card_of("C2")), DE, "♠A, ♥D und ♣2"),
        (("A", "B", "C"), HANS, "A、B 和 C"),
        (("A",), EN, "A"),
        ((), EN, ""),
    ],
)
def test_an_argument_is_written(argument: Argument, language: Language, text: str) -> None:
    assert written.write(argument, language) == text


@pytest.mark.parametrize("language", Language)
def test_every_card_is_written_once_symbol_first_and_without_a_variation_selector(language: Language) -> None:
    texts = {written.card(card, language) for card in ALL_CARDS}
    assert len(texts) == 52
    assert {text[0] for text in texts} == {"\u2660", "\u2665", "\u2666", "\u2663"}
    assert all(text[1:].isalnum() for text in texts)


def test_a_name_cannot_leave_its_isolation() -> None:
    assert written.write(Person("An\u2069\u202ena\u061c"), EN) == "\u2068Anna\u2069"
    assert written.write((Person("Ann"), Person("Ben")), DE) == "\u2068Ann\u2069 und \u2068Ben\u2069"


@pytest.mark.parametrize(("over", "text"), [(-2, "4♠X −2"), (0, "4♠X ="), (1, "4♠X +1")])
def test_a_result_is_the_contract_with_the_tricks_over_or_short(over: int, text: str) -> None:
    assert written.result(Bid(4, Denomination.SPADES, stake=2), over) == text
