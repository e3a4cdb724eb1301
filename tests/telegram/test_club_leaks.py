"""Nobody is sent a card that is hidden from it at that time."""

from __future__ import annotations

from pathlib import Path

import pytest
from fourth.v1.cards_pb2 import SUIT_SPADES, Card, Rank

from engine_server.game.events import SeatTaken
from telegram_client.conversation.post import Chat
from telegram_client.conversation.screens import Board
from telegram_client.outbox import Outbox
from telegram_client.speech.cards import card_written, hand_written
from telegram_client.speech.phrasebook import Language, Words
from tests.telegram.bot_api import Person, Place
from tests.telegram.club import Club, gathered, run
from tests.telegram.club_cards import PACK, Truth, all_sent, leaks, truth_of, written

TAGS = {"en": Language.EN, "de": Language.DE, "nb": Language.NB, "zh-hans": Language.ZH_HANS}


class Watched:
    """A match that was played without hints, which count what is out, and all that was sent of it."""

    def __init__(self, club: Club, truth: Truth, group: Place, people: dict[Person, Language]) -> None:
        self.truth = truth
        spoken = next(iter(people.values()))
        self.sent = all_sent(club, group, people, spoken)
        taken = [event for event in truth.log if isinstance(event, SeatTaken)]
        self.seats = {p: next(event.seat for event in taken if event.name == p.name) for p in people}

    @property
    def leaks(self) -> list[str]:
        return list(leaks(self.truth, self.sent, self.seats))

    def told(self, to: Person | None) -> frozenset[str]:
        """All cards that were ever named there while the deal was on."""
        texts = [one for one in self.sent if one.to is to and self.truth.public(one.at) != PACK]
        return frozenset(card for one in texts for card in written(one.text, one.language))


async def watched(club: Club, game: str, *tags: str) -> Watched:
    """A whole match by keys; everybody asks for everything at each of its turns."""
    people = {club.telegram.person(f"Player{n}", tag): TAGS[tag] for n, tag in enumerate(tags)}
    table = await gathered(club, *people)
    await table.opens(game)
    await table.sits_down_and_begins()

    async def act(person: Person, where: Place, when: int) -> bool:
        for key in ("/my_cards", "/last_trick", "/score"):
            await table.taps(person, key)
        for line in ("/hand", "/last", "/deal"):
            person.says(where, line)
        return await club.takes_the_first(person, where, when)

    await table.plays_to_the_end(act)
    await club.telegram.settled()
    return Watched(club, truth_of(club), table.group, people)


@pytest.mark.parametrize(
    ("game", "tags"),
    [
        ("singapore deals=1", ("en", "en")),
        ("floating deals=1", ("de", "nb", "zh-hans")),
        ("singapore deals=1 wash=player_choice", ("nb", "de")),
    ],
)
def test_nobody_is_told_of_a_card_that_is_hidden_from_it(
    tmp_path: Path, game: str, tags: tuple[str, ...]
) -> None:
    async def story(club: Club) -> None:
        match = await watched(club, game, *tags)
        assert match.leaks == []
        for person, seat in match.seats.items():
            assert match.told(person) >= match.truth.hand(seat)
        assert len(match.told(None)) > 20

    run(tmp_path, story)


def test_a_leak_would_be_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The boards of people, shown in the group as well."""
    groups: set[Chat] = set()
    show = Outbox.show

    def show_to_all(self: Outbox, chat: Chat, board: Board) -> None:
        show(self, chat, board)
        groups.update({chat} if chat.is_group else ())
        for group in () if chat.is_group else groups:
            self.say(group, board.screen)

    monkeypatch.setattr(Outbox, "show", show_to_all)

    async def story(club: Club) -> None:
        match = await watched(club, "singapore deals=1", "en", "de")
        assert any(" to all: " in leak for leak in match.leaks)
        assert not any(" to Player" in leak for leak in match.leaks)

    run(tmp_path, story)


@pytest.mark.parametrize(
    ("text", "language", "cards"),
    [
        ("3♠ by South · 1♥ 2♠ 4NT", Language.EN, ""),
        ("♠ A Q 9   ♥ K 10 2", Language.EN, "♠A ♠Q ♠9 ♥K ♥10 ♥2"),
        ("Last trick to Ben: ♦K (Ben)  ♦4 (West)", Language.EN, "♦K ♦4"),
        ("1 ♠A  2 ♠K  10 ♥10", Language.EN, "♠A ♠K ♥10"),
        ("♠ …", Language.EN, ""),
        ("Trick 3: ♠5 (West)\nYour hand  ♣ K", Language.EN, "♠5 ♣K"),
    ],
)
def test_cards_are_read_as_people_read_them(text: str, language: Language, cards: str) -> None:
    assert written(text, language) == frozenset(cards.split())


@pytest.mark.parametrize("language", list(Language))
def test_cards_are_read_by_the_letters_of_the_language(language: Language) -> None:
    cards = [Card(suit=SUIT_SPADES, rank=rank) for rank in Rank.keys()[1:]]
    assert len(cards) == 13
    spades = frozenset(card for card in PACK if card[0] == "♠")
    assert written(hand_written(Words(language), cards), language) == spades
    assert written("  ".join(card_written(Words(language), card) for card in cards), language) == spades
