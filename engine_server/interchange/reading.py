"""What PBN and LIN have in common: cards and hands as they are written."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine_server.interchange.boards import SEATS, Hands
from engine_server.interchange.legality import CardIllegal, Play
from engine_server.interchange.problems import Fault, FileRefused
from engine_server.rules.cards import (
    ALL_CARDS,
    RANK_LETTERS,
    SUIT_LETTERS,
    Card,
    Rank,
    Suit,
    in_hand_order,
)
from engine_server.rules.contracts import TRICKS_OF_A_DEAL

_RANKS = {letter: Rank(place) for place, letter in enumerate(RANK_LETTERS) if letter != "."}
_SUITS = {letter: Suit(place) for place, letter in enumerate(SUIT_LETTERS)}


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in a file, to say so when it is wrong."""

    line: int
    tag: str

    def refused(self, fault: Fault) -> FileRefused:
        """The refusal of what stands here."""
        return FileRefused(fault, self.line, self.tag)


def written_ranks(text: str, suit: Suit, place: Place) -> Iterator[Card]:
    """The cards of a suit, in capitals; ten is T or 10. Raises FileRefused."""
    for letter in text.replace("10", "T"):
        if letter not in _RANKS:
            raise place.refused(Fault.CARD_UNKNOWN)
        yield Card(suit, _RANKS[letter])


def suit_of(letter: str, place: Place) -> Suit:
    """The suit of a capital letter. Raises FileRefused."""
    if letter not in _SUITS:
        raise place.refused(Fault.CARD_UNKNOWN)
    return _SUITS[letter]


def written_card(text: str, place: Place) -> Card:
    """The card of a code such as SA or h10. Raises FileRefused."""
    code = text.upper()
    cards = tuple(written_ranks(code[1:], suit_of(code[:1], place), place))
    if len(cards) != 1:
        raise place.refused(Fault.CARD_UNKNOWN)
    return cards[0]


def four_hands(hands: Sequence[Sequence[Card] | None], place: Place) -> Hands:
    """The hands by seat, of which one may be missing: it holds the other cards. Raises FileRefused."""
    given = [card for hand in hands if hand is not None for card in hand]
    if len(set(given)) < len(given):
        raise place.refused(Fault.CARD_TWICE)
    if any(hand is not None and len(hand) != TRICKS_OF_A_DEAL for hand in hands):
        raise place.refused(Fault.HAND_SIZE)
    if sum(hand is None for hand in hands) > 1 or len(hands) != SEATS:
        raise place.refused(Fault.HANDS_MISSING)
    left = set(ALL_CARDS).difference(given)
    return tuple(in_hand_order(left if hand is None else hand) for hand in hands)


def played(play: Play, card: Card, place: Place) -> Play:
    """The play with a card more. Raises FileRefused."""
    try:
        return play.with_card(card)
    except CardIllegal:
        gone = any(card in trick.cards for trick in play.all_tricks)
        raise place.refused(Fault.CARD_TWICE if gone else Fault.CARD_ILLEGAL) from None


def checked_total(play: Play, tricks: int, won: int, place: Place) -> int:
    """The tricks a file states of a side that has won so many. Raises FileRefused when they cannot be."""
    if not won <= tricks <= won + TRICKS_OF_A_DEAL - len(play.tricks):
        raise place.refused(Fault.TAG_CONTRADICTS)
    return tricks
