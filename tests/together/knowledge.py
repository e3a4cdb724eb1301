"""What each at a table may know at each version, by the finished deal, held against all they received."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from fourth.v1 import advisor_service_pb2, cards_pb2, deals_pb2, table_service_pb2, views_pb2
from google.protobuf.message import Message

from tests.together.relay import Received

Name = str
"""A card as the contract's texts write it: SA, HT, C2."""
Path = tuple[str, ...]
PACK = frozenset(suit + rank for suit in "CDHS" for rank in "23456789TJQKA")
SYMBOLS = dict(zip("♣♦♥♠", "CDHS", strict=True))
WRITTEN = re.compile(r"\b([CDHS])([2-9TJQKA])\b|([♣♦♥♠])\s?(10|[2-9TJQKA])")
TOLD = (
    table_service_pb2.WatchTablesResponse,
    table_service_pb2.GetViewResponse,
    advisor_service_pb2.GetHintResponse,
)
"""All answers that tell of a deal."""


def name(card: cards_pb2.Card) -> Name:
    return " CDHS"[card.suit] + "  23456789TJQKA"[card.rank]


def names(cards: Iterable[cards_pb2.Card]) -> frozenset[Name]:
    return frozenset(map(name, cards))


@dataclass(frozen=True)
class Truth:
    """A deal as it was, and at which versions what of it was told to all."""

    dealt: tuple[frozenset[Name], ...]
    played: tuple[tuple[int, Name], ...]
    called: Name
    declarer: int
    played_at: tuple[int, ...]
    called_at: int
    scored_at: int

    def public(self, version: int) -> frozenset[Name]:
        """The cards everybody knows."""
        if version >= self.scored_at:
            return PACK
        fallen = sum(at <= version for at in self.played_at)
        called = {self.called} if version >= self.called_at else set()
        return frozenset({card for _, card in self.played[:fallen]} | called)

    def partner_shown(self, version: int) -> bool:
        """Whether all know who plays with the declarer: the card has fallen, or the declarer plays alone."""
        alone = self.called in self.dealt[self.declarer]
        return alone or self.called in {card for _, card in self.played[: self._fallen(version)]}

    def _fallen(self, version: int) -> int:
        return sum(at <= version for at in self.played_at)


def truth_of(deal: deals_pb2.FinishedDeal, events: Sequence[tuple[int, str]]) -> Truth:
    """The truth of the only deal of a match, with the version and kind of each event."""

    def at(kind: str) -> tuple[int, ...]:
        return tuple(version for version, happened in events if happened == kind)

    (called_at,), (scored_at,) = at("partner_called"), at("deal_scored")
    return Truth(
        dealt=tuple(names(hand.cards) for hand in deal.hands),
        played=tuple((card.seat, name(card.card)) for trick in deal.tricks for card in trick.cards),
        called=name(deal.called),
        declarer=deal.contract.declarer,
        played_at=at("card_played"),
        called_at=called_at,
        scored_at=scored_at,
    )


# --- what was received ---------------------------------------------------------------------------------


def events(received: Sequence[Received]) -> list[tuple[int, str]]:
    """Version and kind of each event of a watch."""
    return [
        (message.version, message.event.WhichOneof("kind") or "unknown")
        for message in watched(received)
        if message.HasField("event")
    ]


def watched(received: Sequence[Received]) -> Iterator[table_service_pb2.WatchTablesResponse]:
    for one in received:
        message = one.message
        if isinstance(message, table_service_pb2.WatchTablesResponse) and not message.HasField("heartbeat"):
            yield message


def gaps(received: Sequence[Received]) -> list[tuple[int, int]]:
    """The places where a watch jumped: none, when every event's version is one above the last."""
    versions = [(message.version, message.HasField("event")) for message in watched(received)]
    return [
        (before, after) for (before, _), (after, event) in pairwise(versions) if event and after != before + 1
    ]


def leaks(received: Sequence[Received], truth: Truth, seat: int | None) -> list[str]:
    """Whatever a viewer received and could not know at that version. Every byte is looked at."""
    found, version = [], 0
    for one in received:
        message: Any = one.message
        message.DiscardUnknownFields()
        if message.ByteSize() != len(one.raw):
            found.append(f"{one.method.name}: bytes beyond the contract")
        if isinstance(message, TOLD):
            version = version_of(message) or version
            found += [
                f"{one.method.name} at {version}: {what}" for what in told(message, truth, seat, version)
            ]
        elif any(True for _ in cards(message)):
            found.append(f"{one.method.name}: a card")
    return found


def version_of(message: Any) -> int:  # noqa: ANN401 - one of TOLD
    return int(
        message.view.version if isinstance(message, table_service_pb2.GetViewResponse) else message.version
    )


def told(message: Message, truth: Truth, seat: int | None, version: int) -> Iterator[str]:
    """What one message tells too early: cards, the whole deal, the partner."""
    own = frozenset() if seat is None else truth.dealt[seat]
    known = own | truth.public(version)
    for path, card in cards(message):
        if card not in known:
            yield f"{card} in {'.'.join(path)}"
    for part in parts(message):
        if isinstance(part, deals_pb2.FinishedDeal) and version < truth.scored_at:
            yield "a finished deal"
        if isinstance(part, views_pb2.PartnerSeen):
            yield from partner_told(part, truth, seat, version)
        if isinstance(part, views_pb2.View):
            yield from choices_told(part, own)


def partner_told(seen: views_pb2.PartnerSeen, truth: Truth, seat: int | None, version: int) -> Iterator[str]:
    shown = truth.partner_shown(version)
    if seen.shown != shown or seen.HasField("holder") != shown:
        yield "the partner before its card fell"
    if seat is None or seat == truth.declarer:
        expected = views_pb2.NOTICE_NONE
    elif truth.called in truth.dealt[seat]:
        expected = views_pb2.NOTICE_YOU_HOLD_IT
    else:
        expected = views_pb2.NOTICE_YOU_DO_NOT
    if seen.notice != expected:
        yield "a notice that is not the viewer's"


def choices_told(view: views_pb2.View, own: frozenset[Name]) -> Iterator[str]:
    """The cards a declarer may call are all, or all but its own: no choice among the others tells of them."""
    offered = {name(move.call_partner.card) for move in view.legal_moves if move.HasField("call_partner")}
    if offered and offered not in (PACK, PACK - own):
        yield "a choice of cards to call"


# --- walking through a message -------------------------------------------------------------------------


def parts(message: Message) -> Iterator[Message]:
    """The message and all within it."""
    yield message
    for _, value in fields(message):
        if isinstance(value, Message):
            yield from parts(value)


def cards(message: Message, path: Path = ()) -> Iterator[tuple[Path, Name]]:
    """Each card in a message, as such or written in a text.

    What could be called is no card that is told. A hint counts what is out, so its words may name any card:
    that they follow from the view alone, the reshuffle test of the advisor holds.
    """
    if isinstance(message, cards_pb2.Card):
        yield path, name(message)
        return
    if isinstance(message, advisor_service_pb2.HintReason):
        return
    for key, value in fields(message):
        if isinstance(value, Message) and key != "call_partner":
            yield from cards(value, (*path, key))
        elif isinstance(value, str):
            yield from (((*path, key), card) for card in written(value))


def fields(message: Message) -> Iterator[tuple[str, Any]]:
    """Each value set in a message, those of a list one by one."""
    for described, value in message.ListFields():
        several = not isinstance(value, Message | str | bytes | int | float)
        for one in value if several else (value,):
            yield described.name, one


def written(text: str) -> list[Name]:
    """The cards written in a text, as codes or with suit symbols."""
    return [
        (suit or SYMBOLS[symbol]) + (rank or shown.replace("10", "T"))
        for suit, rank, symbol, shown in WRITTEN.findall(text)
    ]
