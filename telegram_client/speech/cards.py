"""How cards, suits and calls are written: a card symbol then rank, a bid level then symbol."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from fourth.v1.cards_pb2 import (
    DENOMINATION_NO_TRUMP,
    RANK_TEN,
    SUIT_CLUBS,
    SUIT_DIAMONDS,
    SUIT_HEARTS,
    SUIT_SPADES,
    Card,
    Denomination,
    Rank,
    Suit,
)
from fourth.v1.deals_pb2 import Contract
from fourth.v1.moves_pb2 import Goal

from telegram_client.speech.phrasebook import Language, Words

SYMBOLS: dict[int, str] = {SUIT_SPADES: "♠", SUIT_HEARTS: "♥", SUIT_CLUBS: "♣", SUIT_DIAMONDS: "♦"}
"""By suit, in the order of a hand, so that colours alternate. Bare: a variation selector makes them wide."""
_DRAWN_WIDE = (Language.ZH_HANS, Language.ZH_HANT)
"""Languages whose screens may draw a symbol as wide as two letters."""
_LETTERS = str.maketrans({"♠": "S", "♥": "H", "♣": "C", "♦": "D"})
_STAKES = {2: "X", 4: "XX"}
_POINTS = {"RANK_ACE": 4, "RANK_KING": 3, "RANK_QUEEN": 2, "RANK_JACK": 1}


def suit_order(trump: int) -> tuple[int, ...]:
    """The suits as a hand is laid out: ♠ ♥ ♣ ♦, trumps first once they are known."""
    return tuple(sorted(SYMBOLS, key=lambda suit: suit != trump))


def is_suit(trump: int) -> bool:
    """Whether that is a trump suit, and not no trump or nothing yet."""
    return trump in SYMBOLS


def in_columns(words: Words, text: str) -> str:
    """What is to stand in a column: with letters for suits where a symbol may be drawn too wide for it."""
    return text.translate(_LETTERS) if words.language in _DRAWN_WIDE else text


def rank_written(words: Words, rank: int) -> str:
    """2 to 10 in digits, the high cards by the language's letters."""
    return str(rank) if rank <= RANK_TEN else words.say("rank." + Rank.Name(rank)[5:].lower())


def card_written(words: Words, card: Card) -> str:
    """♠A, ♥10; in German ♠D for the queen."""
    return SYMBOLS[card.suit] + rank_written(words, card.rank)


def denomination_written(denomination: int) -> str:
    """The symbol of a bid: ♠, or NT."""
    return "NT" if denomination == DENOMINATION_NO_TRUMP else SYMBOLS[denomination]


def denomination_said(words: Words, denomination: int) -> str:
    """The word: spades, no trump."""
    return words.say("denomination." + Denomination.Name(denomination)[13:].lower())


def suit_said(words: Words, suit: int) -> str:
    """The word: spades."""
    return words.say("denomination." + Suit.Name(suit)[5:].lower())


def bid_written(level: int, denomination: int, stake: int = 1) -> str:
    """3♠, 3NT, 4♥X."""
    return f"{level}{denomination_written(denomination)}{_STAKES.get(stake, '')}"


def contract_written(contract: Contract) -> str:
    """As a bid; the trump alone in games without levels."""
    if contract.HasField("level"):
        return bid_written(contract.level, contract.denomination, contract.stake)
    return denomination_written(contract.denomination) + _STAKES.get(contract.stake, "")


def contract_said(words: Words, contract: Contract) -> str:
    """As it is written, with the goal or the points promised where a game has them."""
    written = contract_written(contract)
    if contract.HasField("goal"):
        return f"{written} {words.say('goal.' + Goal.Name(contract.goal)[5:].lower())}"
    if contract.HasField("card_points"):
        return f"{written} {contract.card_points}"
    return written


def laid_out(cards: Iterable[Card], trump: int = 0, strength: Callable[[int], int] = int) -> list[Card]:
    """The cards as a hand lies, trumps first and each suit from high to low. `strength` is that of a rank."""
    order = suit_order(trump)
    return sorted(cards, key=lambda card: (order.index(card.suit), -strength(card.rank)))


def hand_written(
    words: Words, cards: Iterable[Card], trump: int = 0, strength: Callable[[int], int] = int
) -> str:
    """A hand by suits, high to low: ♠ A Q 9   ♥ K 7. A suit without cards is left out."""
    held = list(cards)
    suits = []
    for suit in suit_order(trump):
        ranks = sorted((card.rank for card in held if card.suit == suit), key=strength, reverse=True)
        if ranks:
            suits.append(" ".join([SYMBOLS[suit], *(rank_written(words, rank) for rank in ranks)]))
    return "   ".join(suits)


def points(cards: Iterable[Card]) -> tuple[int, int]:
    """High-card points (ace 4 to jack 1) and one point for each card beyond the fourth of a suit."""
    held = list(cards)
    high = sum(_POINTS.get(Rank.Name(card.rank), 0) for card in held)
    lengths = [sum(card.suit == suit for card in held) for suit in SYMBOLS]
    return high, sum(max(0, length - 4) for length in lengths)
