"""What each person and the group may know of the cards at each time, held against all they were sent."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from engine_server.game.events import (
    CallMade,
    CardDrawn,
    CardPlayed,
    DealScored,
    Event,
    HandsDealt,
    HandShown,
    PartnerCalled,
    TrumpTurned,
)
from engine_server.rules.cards import Card
from engine_server.rules.moves import OpenAndName
from telegram_client.conversation.taps import MoveTap, read_tap
from telegram_client.speech.phrasebook import Language, Words
from tests.telegram.bot_api import Call, Person, Place
from tests.telegram.club import Club
from tests.telegram.html_text import visible

SYMBOLS = "♣♦♥♠"
_FACES = {"jack": "J", "queen": "Q", "king": "K", "ace": "A"}

Name = str
"""A card as ♠A, with the English letters."""


def name(card: Card) -> Name:
    return SYMBOLS[card.suit] + (str(int(card.rank)) if card.rank <= 10 else "JQKA"[card.rank - 11])


PACK = frozenset(suit + rank for suit in SYMBOLS for rank in (*map(str, range(2, 11)), *"JQKA"))


@dataclass(frozen=True)
class Sent:
    """A text on its way, when it was known at the latest, and whose eyes it was for; None for a group's."""

    at: float
    text: str
    to: Person | None
    language: Language


# --- cards in texts ------------------------------------------------------------------------------------


def written(text: str, language: Language) -> frozenset[Name]:
    """The cards in a text: ♠A, and hands as ♠ A Q 9; a digit before the symbol makes it a bid."""
    letters = {Words(language).say(f"rank.{face}"): letter for face, letter in _FACES.items()}
    rank = "|".join(["10", "[2-9]", *sorted(map(re.escape, letters), key=len, reverse=True)])
    runs = re.finditer(rf"(?<![0-9])([{SYMBOLS}])((?:[ \u00a0]?(?:{rank})(?![0-9\w]))+)", text)
    return frozenset(run[1] + letters.get(one, one) for run in runs for one in re.findall(rank, run[2]))


def is_called_holder(text: str, language: Language) -> bool:
    """Whether the text says that its reader holds the called card."""
    pattern = re.escape(Words(language).say("called.held", card="CARD", name="NAME"))
    return re.search(pattern.replace("CARD", ".{2,4}").replace("NAME", ".+?"), text) is not None


def all_sent(club: Club, group: Place, people: dict[Person, Language], spoken: Language) -> list[Sent]:
    """Everything that was sent to those people and their group, in order."""
    chats: dict[int, tuple[Person | None, Language]] = {p.chat.id: (p, tag) for p, tag in people.items()}
    chats[group.id] = None, spoken
    found = []
    for call in club.telegram.calls:
        if call.method == "answerCallbackQuery":
            by = club.telegram.queries[call.fields["callback_query_id"]].by
            found.append(Sent(call.at, str(call.fields.get("text", "")), by, people[by]))
        elif call.chat in chats and "text" in call.fields:
            found.append(Sent(call.at, _text_of(call), *chats[call.chat]))
    return found


def _text_of(call: Call) -> str:
    """The text and the labels; what a declarer may call tells of no hand."""
    rows = call.fields.get("reply_markup", {}).get("inline_keyboard", [])
    labels = [key["text"] for row in rows for key in row if not _calls_partner(key.get("callback_data", ""))]
    return "\n".join([visible(call.fields["text"]), *labels])


def _calls_partner(data: str) -> bool:
    tap = read_tap(data)
    return isinstance(tap, MoveTap) and tap.move.WhichOneof("kind") in ("call_partner", "open_and_name")


def _called_by(event: Event) -> tuple[Card, ...]:
    """The card of the partner, called alone or with an opening."""
    if isinstance(event, PartnerCalled):
        return (event.card,)
    return (event.call.card,) if isinstance(event, CallMade) and isinstance(event.call, OpenAndName) else ()


def _shown_by(event: Event) -> tuple[Card, ...]:
    """The cards that all know by an event."""
    if isinstance(event, CardPlayed):
        return (event.card,)
    if isinstance(event, HandShown):
        return event.cards
    if isinstance(event, TrumpTurned):
        return (event.card,) if event.card else ()
    return _called_by(event)


# --- what may be known ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Truth:
    """A match of one deal as the engine has it, and when each thing happened."""

    log: tuple[Event, ...]
    times: tuple[float, ...]

    def until(self, at: float) -> tuple[Event, ...]:
        return self.log[: bisect_right(self.times, at)]

    def public(self, at: float) -> frozenset[Name]:
        known: set[Name] = set()
        for event in self.until(at):
            known.update(map(name, _shown_by(event)))
            if isinstance(event, DealScored):
                return PACK
        return frozenset(known)

    def held(self, seat: int, at: float) -> frozenset[Name]:
        """All cards that a seat was ever dealt."""
        found: set[Card] = set()
        for event in self.until(at):
            if isinstance(event, HandsDealt):
                found.update(event.hands[seat])
            elif isinstance(event, CardDrawn) and event.seat == seat:
                found.add(event.card)
        return frozenset(map(name, found))

    def hand(self, seat: int) -> frozenset[Name]:
        """The cards that were played with: a hand that was washed away at once is shown to nobody."""
        *_, dealt = (event for event in self.log if isinstance(event, HandsDealt))
        return frozenset(map(name, dealt.hands[seat]))

    def holds_called(self, seat: int | None, at: float) -> bool:
        """Whether that seat was dealt the card that is called."""
        called = [name(card) for event in self.until(at) for card in _called_by(event)]
        return seat is not None and bool(called) and called[0] in self.held(seat, at)


def truth_of(club: Club) -> Truth:
    return Truth(club.log, tuple(club.diary.times[club.diary.newest]))


def leaks(truth: Truth, sent: list[Sent], seats: dict[Person, int]) -> Iterator[str]:
    """What somebody was told and could not know."""
    for one in sent:
        seat = None if one.to is None else seats[one.to]
        own = frozenset() if seat is None else truth.held(seat, one.at)
        for card in sorted(written(one.text, one.language) - own - truth.public(one.at)):
            yield f"{card} to {one.to.name if one.to else 'all'}: {one.text}"
        if is_called_holder(one.text, one.language) and not truth.holds_called(seat, one.at):
            yield f"the partner to {one.to.name if one.to else 'all'}: {one.text}"
