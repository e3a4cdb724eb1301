"""The oracle reads cards as people do, and sees leaks that are planted where the bot speaks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fourth.v1.cards_pb2 import Card, Rank, Suit

from engine_server.game.events import DealScored, HandsDealt
from playground.telegram.world import World
from telegram_client.speech.cards import card_written, hand_written, suit_said
from telegram_client.speech.phrasebook import Language, Words
from tests.playground.bench import Bench, Guest, first_key, keypad, run
from tests.playground.card_words import PACK, cards_in
from tests.playground.oracle import Sights, Truth, is_advice, leaks, name
from tests.playground.worlds import PNG, Small, key, keys

CARDS = [Card(suit=suit, rank=rank) for suit in Suit.values()[1:] for rank in Rank.values()[1:]]


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


class Planted:
    """A deal that has just begun, and somebody who tells what is hidden."""

    def __init__(self, bench: Bench, anna: Guest, ben: Guest, group: int) -> None:
        self.bench, self.anna, self.ben, self.group = bench, anna, ben, group

    @property
    def world(self) -> World:
        return self.bench.world

    def hidden(self, guest: Guest) -> str:
        """A card that only this person holds: ♠A."""
        truth = Truth(self.bench.diary.log)
        (seat,) = truth.seats(guest.name)
        return min(truth.held(seat) - truth.public())

    async def calls(self, method: str, **fields: Any) -> Any:  # noqa: ANN401 - JSON
        """The bot says something."""
        address = f"{self.bench.address}/bot{self.world.bot.token}/{method}"
        async with self.bench.session.post(address, json=fields) as response:
            said = await response.json()
            assert said["ok"], said
            return said["result"]


def planted(folder: Path, plant: Callable[[Planted], Any]) -> list[str]:
    """What the oracle says of a deal that two people have played, in the middle of which something was told."""
    found: list[str] = []

    async def story(bench: Bench) -> None:
        anna, ben = await bench.person("Anna", "de"), await bench.person("Ben", "nb")
        for guest in (anna, ben):
            await guest.says("/start")
        group = await bench.group(anna, ben)
        await anna.says("/play@fourth_test_bot floating deals=1", group)
        await ben.commands("/join", group)
        for _ in range(2):
            await anna.commands("/add_robot", group)
        await anna.commands("/start", group)
        await bench.until(lambda: any(isinstance(event, HandsDealt) for event in bench.diary.log))
        assert bench.leaks == []
        await plant(Planted(bench, anna, ben, group))
        found.extend(bench.leaks)
        bench.sights.seen.clear()

    run(folder, story)
    return found


GERMAN = {"♠": "Pik", "♥": "Herz", "♦": "Karo", "♣": "Kreuz"} | {
    "A": "Ass",
    "K": "König",
    "Q": "Dame",
    "J": "Bube",
}


async def a_board_to_the_wrong_chat(at: Planted) -> None:
    board = await at.bench.until(lambda: _hand_of(at.anna))
    await at.calls("sendMessage", chat_id=at.ben.id, text=board)


async def a_board_to_the_group(at: Planted) -> None:
    await at.calls("sendMessage", chat_id=at.group, text=await at.bench.until(lambda: _hand_of(at.anna)))


async def a_hint_in_the_group(at: Planted) -> None:
    await at.calls("sendMessage", chat_id=at.group, text="Tipp: Pass. Passe: 5 Punkte sind zu wenig.")


async def an_alert_to_somebody_else(at: Planted) -> None:
    message = next(m for m in at.ben.chat(at.group).messages.values() if m.keys)
    path, fields = f"/people/{at.ben.id}/tap", {"chat": at.group, "message": message.id, "data": "/none"}
    at.world.updates.allowed = frozenset()
    query = (await at.bench.post(path, **fields))["query"]
    await at.calls("answerCallbackQuery", callback_query_id=query, text=at.hidden(at.anna), show_alert=True)


async def a_word_in_german(at: Planted) -> None:
    card = at.hidden(at.anna)
    await at.calls(
        "sendMessage", chat_id=at.ben.id, text=f"{GERMAN[card[0]]}-{GERMAN.get(card[1:], card[1:])}"
    )


def _hand_of(guest: Guest) -> str:
    shown = keypad(guest.chat())
    return shown[0].content.text.text if shown else ""
