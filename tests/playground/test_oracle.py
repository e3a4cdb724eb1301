"""The oracle reads cards as people do, and sees leaks that are planted where the bot speaks."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import aiohttp
import pytest
from fourth.v1.cards_pb2 import Card, Rank, Suit
from fourth.v1.moves_pb2 import Move, PlayCard

from playground.telegram.limits import Rates
from telegram_client.conversation.taps import move_tap
from telegram_client.speech.cards import card_written, hand_written, suit_said
from telegram_client.speech.phrasebook import Language, Words
from tests.playground.bench import Bench, run
from tests.playground.card_words import PACK, cards_in
from tests.playground.club import gathered
from tests.playground.oracle import ALL, Truth, is_advice
from tests.playground.phones import Person, Place
from tests.playground.worlds import PNG, key, keys

CARDS = [Card(suit=suit, rank=rank) for suit in Suit.keys()[1:] for rank in Rank.keys()[1:]]


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("♠ A Q 9   ♥ K 10 2", "♠A ♠Q ♠9 ♥K ♥10 ♥2"),
        ("Last trick to Ben: ♦K (Ben)  ♦4 (West)", "♦K ♦4"),
        ("1 ♠A  2 ♠K  10 ♥10", "♠A ♠K ♥10"),
        ("♥7♠A 🂡", "♥7 ♠A"),
        ("♠️A and Ａ♥ and ♢B", "♠A ♥A ♦J"),
        ("A♠ 10♦ 9♣", "♠A ♦10 ♣9"),
        ("SA HT D10 C2", "♠A ♥10 ♦10 ♣2"),
        ("S A K 3  H Q 9", "♠A ♠K ♠3 ♥Q ♥9"),
        ("the spade ace, Queen of Hearts, the 7 of clubs", "♠A ♥Q ♣7"),
        ("Pik-Ass, Herzdame, Kreuz-Bube, Karo 7, Pik zehn, ♠B ♥D", "♠A ♥Q ♣J ♦7 ♠10 ♠J"),
        ("spar ess, ruterdame, kløver knekt, hjerter to, ♠Kn ♥E", "♠A ♦Q ♣J ♥2 ♠J ♥A"),
        ("黑桃A在东家，紅心 10、方块J、梅花2", "♠A ♥10 ♦J ♣2"),
        ('[Deal "N:AKQ.J32.T98.7654"]', "♠A ♠K ♠Q ♥J ♥3 ♥2 ♦10 ♦9 ♦8 ♣7 ♣6 ♣5 ♣4"),
        ("md|3SAKH2DQTC9|", "♠A ♠K ♥2 ♦Q ♦10 ♣9"),
        ("3♠ by South · 1♥ 2♠X 4NT", ""),
        ("3 spades, 2 Pik, 4 spar, 三黑桃, 黑桃 5 张", ""),
        ("♠ …   ♥", ""),
        ("Deal 1 of 3 · Seal 86396657…", ""),
        ("Deal 1 of 1 · Seal 98765432…", ""),
        ("Trick 3: ♠5 (West)\nYour hand  ♣ K", "♠5 ♣K"),
        ("Table DK4711, version 1.2.3.4, Basil (West)", ""),
        ("Din hånd  ♥ K D 10 3 2", "♥K ♥Q ♥10 ♥3 ♥2"),
    ],
)
def test_cards_are_read_as_people_read_them(text: str, cards: str) -> None:
    assert cards_in(text) == frozenset(cards.split())


@pytest.mark.parametrize("language", list(Language))
def test_every_card_is_read_in_the_speech_of_every_language(language: Language) -> None:
    words = Words(language)
    assert cards_in(hand_written(words, CARDS)) == PACK
    for card in CARDS:
        rank = card_written(words, card)[1:]
        (read,) = cards_in(card_written(words, card))
        for text in (f"{suit_said(words, card.suit)} {rank}", f"({card_written(words, card)})."):
            assert cards_in(text) == {read}


def test_advice_is_known_by_its_words() -> None:
    assert is_advice("Hint: ♠3. Pass: 5 points are too few.")
    assert not is_advice("Last trick to Ben: ♦K (Ben)  ♦4 (West)\nYour turn: play a card.")


# --- planted leaks ---------------------------------------------------------------------------------------

GERMAN = {"♠": "Pik", "♥": "Herz", "♦": "Karo", "♣": "Kreuz"}
GERMAN_RANKS = {"A": "Ass", "K": "König", "Q": "Dame", "J": "Bube"}


@dataclass(frozen=True)
class Begun:
    """A deal that has just begun in a group, with people who have cards that nobody else knows."""

    bench: Bench
    anna: Person
    ben: Person
    group: Place

    @property
    def card(self) -> str:
        """A card that only Anna holds: ♠A."""
        truth = Truth(self.bench.log)
        return min(truth.known("Anna") - truth.public())

    async def calls(self, method: str, **fields: str | int | bytes) -> None:
        """The bot does something, as a form."""
        form = aiohttp.FormData()
        for name, value in fields.items():
            file = {"filename": f"{name}.png"} if isinstance(value, bytes) else {}
            form.add_field(name, value if isinstance(value, bytes) else str(value), **file)
        address = f"{self.bench.telegram.api}/bot{self.bench.telegram.token}/{method}"
        async with aiohttp.ClientSession() as session, session.post(address, data=form) as response:
            said = await response.json()
            assert said["ok"], said

    def tap(self, person: Person) -> str:
        """A tap in the group of which the client is not told."""
        return person.new_query(self.group.last)


Plant: TypeAlias = Callable[[Begun], Awaitable[None]]


async def nothing(at: Begun) -> None:
    """What may be told: Anna's cards to Anna, in words, as an alert and as an ephemeral message."""
    await at.calls("sendMessage", chat_id=at.anna.id, text=in_german(at.card))
    query = at.tap(at.anna)
    to_anna = json.dumps({"receiver_user_id": at.anna.id, "callback_query_id": query})
    await at.calls("sendMessage", chat_id=at.group.id, text=at.card, ephemeral_message_parameters=to_anna)
    await at.calls("answerCallbackQuery", callback_query_id=query, text=at.card, show_alert="true")
    await at.calls("sendMessage", chat_id=at.group.id, text="1♠ by Anna, 2 Pik by Ben")


async def a_board_to_somebody_else(at: Begun) -> None:
    await at.calls("sendMessage", chat_id=at.ben.id, text=board_of(at.anna))


async def a_board_to_the_group(at: Begun) -> None:
    await at.calls("sendMessage", chat_id=at.group.id, text=board_of(at.anna))


async def a_version_soon_gone(at: Begun) -> None:
    await at.calls("sendMessage", chat_id=at.group.id, text="…")
    message = at.group.last.id
    for text in (at.card, "…"):
        await at.calls("editMessageText", chat_id=at.group.id, message_id=message, text=text)
    await at.calls("deleteMessage", chat_id=at.group.id, message_id=message)


async def a_message_of_long_ago(at: Begun) -> None:
    greeting = at.group.of_bot[0].id
    await at.calls("editMessageText", chat_id=at.group.id, message_id=greeting, text=at.card)


async def a_hint_to_all(at: Begun) -> None:
    await at.calls("sendMessage", chat_id=at.group.id, text="Passen: 5 Punkte sind zu wenig.")


async def an_alert_to_somebody_else(at: Begun) -> None:
    query = at.tap(at.ben)
    await at.calls("answerCallbackQuery", callback_query_id=query, text=at.card, show_alert="true")


async def words_of_another_language(at: Begun) -> None:
    await at.calls("sendMessage", chat_id=at.ben.id, text=in_german(at.card))


async def the_caption_of_a_picture(at: Begun) -> None:
    await at.calls("sendPhoto", chat_id=at.group.id, photo=PNG, caption=in_german(at.card))


async def a_file(at: Begun) -> None:
    await at.calls("sendDocument", chat_id=at.group.id, document=f"Anna {at.card}".encode())


async def a_label(at: Begun) -> None:
    markup = json.dumps(keys([key("/x", at.card)]))
    await at.calls("sendMessage", chat_id=at.group.id, text="…", reply_markup=markup)


async def what_a_key_carries(at: Begun) -> None:
    (card,) = [card for card in CARDS if cards_in(card_written(Words(Language.EN), card)) == {at.card}]
    move = Move(play_card=PlayCard(card=card))
    markup = json.dumps(keys([key(move_tap("t", 1, move), "Play")]))
    await at.calls("sendMessage", chat_id=at.ben.id, text="…", reply_markup=markup)


async def an_ephemeral_message_to_somebody_else(at: Begun) -> None:
    to_ben = json.dumps({"receiver_user_id": at.ben.id, "callback_query_id": at.tap(at.ben)})
    await at.calls("sendMessage", chat_id=at.group.id, text=at.card, ephemeral_message_parameters=to_ben)


PLANTS: dict[Plant, str] = {
    a_board_to_somebody_else: "Ben",
    a_board_to_the_group: ALL,
    a_version_soon_gone: ALL,
    a_message_of_long_ago: ALL,
    a_hint_to_all: ALL,
    an_alert_to_somebody_else: "Ben",
    words_of_another_language: "Ben",
    the_caption_of_a_picture: ALL,
    a_file: ALL,
    a_label: ALL,
    what_a_key_carries: "Ben",
    an_ephemeral_message_to_somebody_else: "Ben",
}
"""What is told, and to whom it must not be."""


def in_german(card: str) -> str:
    return f"{GERMAN[card[0]]}-{GERMAN_RANKS.get(card[1:], card[1:])}"


def board_of(person: Person) -> str:
    """What the bot tells a person of its hand."""
    return max((message.text for message in person.chat.of_bot), key=lambda text: len(cards_in(text)))


async def begun(bench: Bench) -> Begun:
    anna, ben = bench.telegram.person("Anna", "de"), bench.telegram.person("Ben", "nb")
    table = await gathered(bench, anna, ben)
    await table.opens("singapore deals=1 wash=off")
    await table.sits_down_and_begins()
    await bench.telegram.until(lambda: len(cards_in(board_of(anna))) == 13)
    bench.limiter.rates = Rates(on=False)
    return Begun(bench, anna, ben, table.group)


def test_leaks_are_seen_and_only_leaks(tmp_path: Path) -> None:
    async def story(bench: Bench) -> None:
        at = await begun(bench)
        await nothing(at)
        assert bench.leaks == []
        for plant, to in PLANTS.items():
            await plant(at)
            found = bench.leaks
            assert found, plant.__name__
            assert {to} == {leak.split(": ")[0].split(" to ")[-1] for leak in found}, plant.__name__
            bench.sights.seen.clear()

    run(tmp_path, story)
