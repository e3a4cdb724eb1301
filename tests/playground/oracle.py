"""The leak oracle: what every person may know of the cards at each moment, held against all it could see.

The truth is the engine's log. Whatever people see is noted with the number of events that the log had when it
was seen, so that no clock is needed: `Sights` listens to a world of the playground, and `leaks` judges.

What counts as seen: every version of every message of the bot with its keys, what the keys carry, captions
and names of pictures, files, answers to taps, offers behind the bot's name, lists of commands. A message in a
group must tell nothing that is hidden from anybody; an ephemeral one, a private one and an answer to a tap
may tell what its reader may know. The reasons of a hint count what is out, so that they may name any card,
but they are for one reader.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from engine_server.game.events import (
    CallMade,
    CardDrawn,
    CardPlayed,
    ClaimMade,
    DealScored,
    DealSealed,
    Event,
    HandsDealt,
    HandShown,
    PartnerCalled,
    SeatTaken,
    TableOpened,
    TrumpTurned,
)
from engine_server.game.evolve import Step, opened, steps_of
from engine_server.game.scored import ScoredMatch, scored_match
from engine_server.interchange.exporting import Format, exported
from engine_server.interchange.problems import NotABoard
from engine_server.main import release
from engine_server.rules.cards import Card
from engine_server.rules.moves import OpenAndName
from engine_server.rules.variants.honeymoon import Style
from engine_server.words import phrasebook as engine_words
from engine_server.words.languages import Language as EngineLanguage
from playground.telegram.changes import Change
from playground.telegram.keyboards import Key
from playground.telegram.messages import Content, Message
from playground.telegram.world import World
from telegram_client.conversation.taps import MoveTap, read_tap
from telegram_client.speech.phrasebook import FOLDER, Language, Words
from tests.playground.card_words import PACK, Name, cards_in
from tests.words.books import entries

ALL = "all"
"""Whoever reads in a group: somebody that sits nowhere."""
MOST_IN_A_TRICK = 7
Log = Sequence[Event]
_BOOKS = (Path(engine_words.__file__).parent / "locales", FOLDER)
_SYMBOLS = "♣♦♥♠"


def name(card: Card) -> Name:
    """A card of the engine as ♠A."""
    return _SYMBOLS[card.suit] + (str(int(card.rank)) if card.rank <= 10 else "JQKA"[card.rank - 11])


# --- what may be known -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Truth:
    """The log of a table up to a moment."""

    log: Log

    @property
    def deal(self) -> Log:
        """What happened in the newest deal."""
        begins = [at for at, event in enumerate(self.log) if isinstance(event, DealSealed)]
        return self.log[begins[-1] :] if begins else ()

    def of_deal(self, number: int) -> Truth:
        """The log up to the end of an earlier deal, or all of it."""
        begins = [at for at, event in enumerate(self.log) if isinstance(event, DealSealed)]
        return Truth(self.log[: begins[number]]) if number < len(begins) else self

    @property
    def is_on(self) -> bool:
        """Whether cards are hidden now."""
        return self.public() != PACK

    @property
    def style(self) -> str:
        """Which of the ways to draw from a stock is played; empty in games that know none."""
        opened = next(event for event in self.log if isinstance(event, TableOpened))
        return dict(opened.options).get("style", "") if opened.game == "honeymoon" else ""

    def seats(self, who: str) -> frozenset[int]:
        """Where somebody of that name has sat."""
        return frozenset(e.seat for e in self.log if isinstance(e, SeatTaken) and e.name == who)

    def public(self) -> frozenset[Name]:
        """What everybody may know."""
        if not self.deal or any(isinstance(event, DealScored) for event in self.deal):
            return PACK
        shown = {name(card) for event in self.deal for card in _shown_by(event)}
        claimed = [event.seat for event in self.deal if isinstance(event, ClaimMade) and event.tricks]
        return frozenset(shown).union(self._open_of_stock(), *map(self.held, claimed))

    def held(self, seat: int) -> frozenset[Name]:
        """All cards that a seat was dealt, drew or looked at."""
        found: set[Card] = set()
        for event in self.deal:
            if isinstance(event, HandsDealt):
                found.update(event.hands[seat])
            elif isinstance(event, CardDrawn) and event.seat == seat:
                found.add(event.card)
        return frozenset(map(name, found)) | self._looked_at(seat)

    def hands(self) -> range:
        """The seats with hands, those of dummies included."""
        return range(max((len(e.hands) for e in self.deal if isinstance(e, HandsDealt)), default=0))

    def known(self, who: str) -> frozenset[Name]:
        """What somebody may know."""
        return self.public().union(*map(self.held, self.seats(who)))

    @property
    def has_fallen(self) -> bool:
        """Whether a card was played in this deal."""
        return any(isinstance(event, CardPlayed) for event in self.deal)

    def holds_called(self, who: str) -> bool:
        """Whether somebody was dealt the card that the declarer called."""
        called = {name(card) for event in self.deal for card in _called_by(event)}
        return any(called & self.held(seat) for seat in self.seats(who))

    # --- stocks -------------------------------------------------------------------------------------------

    def _stock(self) -> tuple[HandsDealt, int] | None:
        """The cards as they were dealt, and how many turns of drawing there have been."""
        dealt = [event for event in self.deal if isinstance(event, HandsDealt)]
        if not dealt or not dealt[-1].stock:
            return None
        since = self.deal[self.deal.index(dealt[-1]) :]
        return dealt[-1], sum(isinstance(event, CardDrawn) for event in since)

    def _open_of_stock(self) -> frozenset[Name]:
        """The first of each two cards, where it lies open."""
        stock = self._stock()
        if stock is None or self.style != Style.HK:
            return frozenset()
        dealt, drawn = stock
        return frozenset(map(name, dealt.stock[: drawn + 1 : 2]))

    def _looked_at(self, seat: int) -> frozenset[Name]:
        """The first card of each of its turns to pick or discard, that of a turn going on included."""
        stock = self._stock()
        if stock is None or self.style != Style.PICK_OR_DISCARD:
            return frozenset()
        dealt, drawn = stock
        turns = [turn for turn in range(drawn + 1) if (dealt.dealer + turn + 1) % 2 == seat]
        return frozenset(name(card) for turn in turns for card in dealt.stock[2 * turn : 2 * turn + 1])


def _shown_by(event: Event) -> tuple[Card, ...]:
    """The cards that all know by an event."""
    match event:
        case CardPlayed(card=card):
            return (card,)
        case HandShown(cards=cards):
            return cards
        case TrumpTurned(card=Card() as card):
            return (card,)
        case _:
            return _called_by(event)


def _called_by(event: Event) -> tuple[Card, ...]:
    """The card of the partner, called alone or with an opening."""
    match event:
        case PartnerCalled(card=card) | CallMade(call=OpenAndName(card=card)):
            return (card,)
        case _:
            return ()


# --- what was seen ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sight:
    """Something that people saw, the number of events there were then, and whether it stands in a group."""

    version: int
    to: frozenset[str]
    in_group: bool
    text: str
    carried: frozenset[Name] = frozenset()
    """Cards that keys carry without saying them."""
    files: tuple[bytes, ...] = ()
    """What stands in its files."""

    @property
    def cards(self) -> frozenset[Name]:
        """All cards that it tells, files aside. Neither examples nor what hints count as out tell of any."""
        lines = [line for line in self.text.split("\n") if line.strip() not in _examples()]
        own = "\n".join(line for line in lines if self.in_group or not is_advice(line))
        return cards_in(own) | self.carried


@dataclass
class Sights:
    """All that is seen in a world of the playground, from now on."""

    world: World
    version: Callable[[], int]
    seen: list[Sight] = field(default_factory=list)
    known_as: dict[int, str] = field(default_factory=dict)
    """By whose number: the name at the table, where that is not the one on the phone."""
    _offered: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.world.listeners.append(self._happened)

    def note(self, text: str, *to: str) -> None:
        """Something that people saw elsewhere, at a terminal."""
        self._see(Sight(self.version(), frozenset(to), False, text))

    def _see(self, sight: Sight) -> None:
        """Only now is `seen` asked for: to say the version may begin another list.

        A space at which no line is broken is read as any other.
        """
        text = self._without_names(sight.text.replace("\u00a0", " "))
        self.seen.append(replace(sight, text=text))

    def _without_names(self, text: str) -> str:
        """Somebody may be called by a card."""
        names = {*self.known_as.values(), *(person.name for person in self.world.people.values())}
        for name in filter(cards_in, names):
            text = text.replace(f"\u2068{name}\u2069", "\u2068\u2069")
        return text

    def _happened(self, change: Change) -> None:
        self._look_at_offers()
        to, message = self._names(change.to), change.message
        if message is None:
            said = [str(change.more.get(field) or "") for field in ("text", "url")]
            listed = [command["description"] for command in change.more.get("commands", ())]
            if to and (text := "\n".join(filter(None, [*said, *listed]))):
                self._see(Sight(self.version(), to, False, text))
        elif to and (message.sender == self.world.bot.id or message.via_bot is not None):
            self._see(self._sight(message, to))

    def _sight(self, it: Message, to: frozenset[str]) -> Sight:
        keys = [key for row in it.keys for key in row]
        texts = [*_texts(it.content), *(text for key in keys for text in _texts_of_key(key))]
        carried = frozenset(card for key in keys for card in _carried(key.data or ""))
        in_group = self.world.chats[it.chat].is_group and it.receiver is None
        files = () if it.content.document is None else (it.content.document.data,)
        return Sight(self.version(), to, in_group, "\n".join(texts), carried, files)

    def _look_at_offers(self) -> None:
        """What was offered behind the bot's name since we last looked, of which nobody tells us."""
        for query in self.world.inline.values():
            if query.offers is not None and query.id not in self._offered:
                self._offered.add(query.id)
                to = self._names([query.person])
                for offer in query.offers:
                    text = "\n".join([offer.title, offer.description, *_texts(offer.content)])
                    self._see(Sight(self.version(), to, False, text))

    def _names(self, ids: Iterable[int]) -> frozenset[str]:
        return frozenset(self.known_as.get(id, self.world.people[id].name) for id in ids)


def _texts(it: Content) -> list[str]:
    """Text or caption, where its links lead, and the names of files."""
    links = [entity.about for entity in it.text.entities if entity.about]
    names = [file.name for file in (it.photo, it.document) if file is not None]
    return [it.text.text, *links, *names]


def _texts_of_key(key: Key) -> list[str]:
    """What a key says; which card a declarer may call tells of no hand."""
    if _calls_partner(key.data or ""):
        return []
    return [text for text in (key.text, key.url, key.copy, key.switch, key.switch_here) if text]


def _carried(data: str) -> tuple[Name, ...]:
    """The card that a key plays."""
    tap = read_tap(data)
    if not isinstance(tap, MoveTap) or not tap.move.HasField("play_card"):
        return tuple(cards_in(data)) if data.startswith("/") else ()
    card = tap.move.play_card.card
    return (" ♣♦♥♠"[card.suit] + (str(int(card.rank)) if card.rank <= 10 else "JQKA"[card.rank - 11]),)


def _calls_partner(data: str) -> bool:
    tap = read_tap(data)
    return isinstance(tap, MoveTap) and tap.move.WhichOneof("kind") in ("call_partner", "open_and_name")


# --- what is a leak --------------------------------------------------------------------------------------


def leaks(log: Log, sights: Iterable[Sight]) -> Iterator[str]:
    """What somebody was told and could not know.

    In a later deal of a match people may go on reading of the earlier ones, in texts that say which deal they
    are about. Nothing of another deal's hands may stand there.
    """
    for sight in sights:
        truth = Truth(log[: sight.version])
        of_deal = truth.of_deal(deal_named(sight.text) or len(log))
        yield from _untold(of_deal, sight) if of_deal is not truth else _leaks(truth, sight)


def _leaks(truth: Truth, sight: Sight) -> Iterator[str]:
    """What each reader may not read there; in a group all of them together are one."""
    readers = [ALL] if sight.in_group else sorted(sight.to)
    advice = [line for line in sight.text.split("\n") if is_advice(line)]
    if sight.in_group and truth.is_on:
        yield from (f"a hint to all: {line}" for line in advice)
    for who in readers:
        for card in sorted(_told(truth, sight) - truth.known(who)):
            yield f"{card} to {who}: {sight.text}"
        if is_called_holder(sight.text) and not truth.holds_called(who):
            yield f"the partner to {who}: {sight.text}"


def _told(truth: Truth, sight: Sight) -> frozenset[Name]:
    """All cards that it tells, but for those in a file of earlier deals."""
    files = [file for file in sight.files if truth.is_on and not is_of_earlier_deals(truth.log, file)]
    return sight.cards.union(*(cards_in(file.decode("utf-8", "replace")) for file in files))


def is_of_earlier_deals(log: Log, file: bytes) -> bool:
    """Whether the engine would write the file if it knew the earlier deals and not the one that is on."""
    first, *rest = log[: len(log) - len(Truth(log).deal)]
    assert isinstance(first, TableOpened)
    table = opened(first)
    match = scored_match((Step(first, table), *steps_of(table, rest)))
    written = [_written(match, wanted) for wanted in Format] if match is not None else []
    return file in written


def _written(match: ScoredMatch, wanted: Format) -> bytes | None:
    try:
        return exported(match, wanted, release()).content
    except NotABoard:
        return None


def _untold(truth: Truth, sight: Sight) -> Iterator[str]:
    """Hands in a text of an earlier deal that were not held in that deal."""
    hands = [truth.held(seat) for seat in truth.hands()]
    for line in sight.text.split("\n"):
        cards = cards_in(line)
        if len(cards) > MOST_IN_A_TRICK and not any(cards <= hand for hand in hands):
            yield f"a hand of another deal to {', '.join(sorted(sight.to))}: {line}"


# --- texts of the product --------------------------------------------------------------------------------


@cache
def _forms() -> tuple[tuple[str, str], ...]:
    """All texts of engine and client in every language, with the part of the catalogue that each is in."""
    return tuple(
        (entry.part + "/" + entry.id, form)
        for folder in _BOOKS
        for language in EngineLanguage
        for entry in entries(folder, language)
        for form in entry.forms
    )


@cache
def _examples() -> frozenset[str]:
    """Lines that name cards and always say the same: how to type a card."""
    fixed = [line.strip() for _, form in _forms() if "{" not in form for line in form.split("\n")]
    return frozenset(line for line in fixed if cards_in(line))


_PLACE = re.compile(r"\{[^{}]*\}")


@cache
def _advice() -> tuple[tuple[str, str], ...]:
    """The longest fixed piece of every reason of a hint, and the whole as a pattern."""
    found = []
    for id, form in _forms():
        pieces = _PLACE.split(form)
        longest = max(pieces, key=len)
        if re.search(r"(^|/)(hint|suspicion|why)\.", id) and len(longest.encode()) >= LEAST_ADVICE:
            found.append((longest.strip(), ".+?".join(map(re.escape, pieces))))
    return tuple(found)


@cache
def deal_named(text: str) -> int | None:
    """The number of the deal that a text says at its beginning that it is about."""
    head = text.split("\n")[0]
    found = (pattern.search(head) for pattern in _heads())
    return next((int(one[1]) for one in found if one), None)


@cache
def _heads() -> tuple[re.Pattern[str], ...]:
    """How texts say which deal they are about, the longer first."""
    said = [Words(tag).say("deal.open", deal="DEAL") for tag in Language]
    said += [Words(tag).say("deal.of", deal="DEAL", deals="DEALS") for tag in Language]
    forms = map(re.escape, sorted(said, key=len, reverse=True))
    return tuple(re.compile(it.replace("DEALS", "[0-9]+").replace("DEAL", "([0-9]+)")) for it in forms)


LEAST_ADVICE = 12
"""So many bytes of fixed text show that a text is advice."""


@cache
def is_advice(text: str) -> bool:
    """Whether a text is a hint, or gives a reason as hints do."""
    plain = " ".join(text.split())
    return any(re.search(pattern, plain) for piece, pattern in _advice() if piece in plain)


@cache
def is_called_holder(text: str) -> bool:
    """Whether a text says that its reader holds the called card."""
    return any(pattern.search(text) for pattern in _holders())


@cache
def _holders() -> tuple[re.Pattern[str], ...]:
    """How people are told that they hold it."""
    said = [Words(language).say("called.held", card="CARD", name="NAME") for language in Language]
    return tuple(re.compile(re.escape(one).replace("CARD", ".{2,4}").replace("NAME", ".+?")) for one in said)
