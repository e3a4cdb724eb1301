"""Boards read from LIN, single boards and whole vugraph files: all of a file, or the reason against it.

Dealer 1 is South; of the hands, in the order S, W, N, E, one may be missing; `mc` is the declarer's total;
upper and lower case mean the same; a field may hold several calls or cards; names hold until others come.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine_server.interchange.boards import NOBODY, SEATS, BoardRecord, Hands, Vulnerable, vulnerable_of
from engine_server.interchange.files import text_of
from engine_server.interchange.legality import PAIRED, Play, first_illegal, made_in_turn
from engine_server.interchange.lin import SOUTH, VULNERABLE_LETTERS
from engine_server.interchange.problems import Fault, FileRefused
from engine_server.interchange.reading import (
    Place,
    checked_total,
    four_hands,
    played,
    suit_of,
    written_card,
    written_ranks,
)
from engine_server.rules.auctions import ALL_PASSED
from engine_server.rules.boards import board_vulnerable
from engine_server.rules.cards import SUIT_LETTERS, Card, Denomination, Seat, left_of
from engine_server.rules.contracts import TRICKS_OF_A_DEAL, Contract
from engine_server.rules.moves import DOUBLE, PASS, REDOUBLE, Bid, Call, SeatCall

_VULNERABLE = {
    **{letter: vulnerable for vulnerable, letter in VULNERABLE_LETTERS.items()},
    **dict.fromkeys(("0", "-"), Vulnerable.NONE),
}
_CALL = re.compile(r"(?:([1-7])(nt?|[cdhs])|(p(?:ass)?)|(xx|rdbl|r)|(x|dbl|d))(?:!+|\?+)*", re.IGNORECASE)
_CARD = re.compile(r"[cdhs](?:10|[2-9tjqka])", re.IGNORECASE)
_SUIT = re.compile(r"[SHDC][^SHDC]*")
_NUMBER = re.compile(r"(\d{1,6})\s*$")
_ROOM = re.compile(r"([oc])(\d{1,6})", re.IGNORECASE)
_DENOMINATIONS = dict(zip("CDHSN", Denomination, strict=True))


def import_lin(content: bytes | str) -> tuple[BoardRecord, ...]:
    """All boards of a file. Raises FileRefused, with reason, line and field, and no other exception."""
    deals = tuple(_deals(_fields(text_of(content))))
    if not deals:
        raise FileRefused(Fault.FILE_EMPTY, 1)
    return tuple(deal.board(is_last=deal is deals[-1]) for deal in deals)


@dataclass(frozen=True, slots=True)
class _Field:
    """A key in small letters with its value and the line it begins in."""

    key: str
    value: str
    line: int

    @property
    def place(self) -> Place:
        """Where it stands."""
        return Place(self.line, self.key)


def _fields(text: str) -> Iterator[_Field]:
    """The fields of a text. Raises FileRefused where the last one does not end."""
    pieces = text.split("|")
    tail = pieces.pop()
    line = 1
    for number, piece in enumerate(pieces):
        if number % 2:
            key = pieces[number - 1].strip().lower()
            yield _Field(key, piece.strip(" \t\n"), line)
        line += piece.count("\n")
    if tail.strip() or len(pieces) % 2:
        key = pieces[-1] if len(pieces) % 2 else tail
        line += tail.rstrip().count("\n")
        raise FileRefused(Fault.FILE_TRUNCATED, line, key.strip()[:2].lower())


def _deals(fields: Iterator[_Field]) -> Iterator[_Deal]:
    """The fields of each deal, with the names that hold for it."""
    deal = _Deal()
    names: tuple[str, ...] = ()
    for one in fields:
        if deal.ends_before(one):
            if deal.is_dealt:
                yield deal
            deal = _Deal()
        if one.key == "pn":
            names = tuple(name.strip() for name in one.value.split(","))
        deal.take(one, names)
    if deal.is_dealt:
        yield deal


@dataclass
class _Deal:
    """What the fields tell of one deal."""

    names: tuple[str, ...] = ()
    single: dict[str, _Field] = field(default_factory=dict)
    calls: list[_Field] = field(default_factory=list)
    cards: list[_Field] = field(default_factory=list)

    @property
    def is_dealt(self) -> bool:
        """Whether its hands are there."""
        return "md" in self.single

    def ends_before(self, one: _Field) -> bool:
        """Whether a field belongs to the next deal: a label, other hands, or names where play has begun."""
        if one.key == "pn":
            return self.is_dealt and bool("pn" in self.single or self.calls or self.cards)
        return bool(one.value) and (one.key == "qx" or (one.key == "md" and self.is_dealt))

    def take(self, one: _Field, names: tuple[str, ...]) -> None:
        """Adds a field. Raises FileRefused for a second value that says something else."""
        self.names = names
        if one.key in ("mb", "pc"):
            (self.calls if one.key == "mb" else self.cards).append(one)
        elif one.value:
            before = self.single.setdefault(one.key, one)
            if one.key in ("sv", "mc") and before.value.lower() != one.value.lower():
                raise one.place.refused(Fault.TAG_CONTRADICTS)

    def board(self, is_last: bool) -> BoardRecord:
        """The board. Raises FileRefused."""
        dealer, hands = _deal(self.single["md"])
        calls = self._calls(dealer)
        outcome = PAIRED.outcome(calls) if calls else None
        if calls and outcome is None and is_last:
            raise self.calls[-1].place.refused(Fault.FILE_TRUNCATED)
        contract = outcome if isinstance(outcome, Contract) else None
        play = self._play(hands, contract)
        return BoardRecord(
            dealer=dealer,
            vulnerable=self._vulnerable(),
            hands=hands,
            calls=calls,
            contract=contract,
            passed_out=outcome is ALL_PASSED,
            tricks=play.all_tricks if play else (),
            declarer_tricks=self._total(contract, play, is_last),
            board=self._number(),
            names=self._names(),
        )

    def _names(self) -> tuple[str, ...]:
        """The names N, E, S, W; of eight the last four sit in the closed room."""
        room = _ROOM.match(self.single["qx"].value) if "qx" in self.single else None
        closed = room is not None and room[1].lower() == "c" and len(self.names) == 2 * SEATS
        around = (*(self.names[SEATS:] if closed else self.names[:SEATS]), *NOBODY)
        return tuple(around[(seat - SOUTH) % SEATS] for seat in range(SEATS))

    def _number(self) -> int | None:
        written = _NUMBER.search(self.single["ah"].value) if "ah" in self.single else None
        room = _ROOM.match(self.single["qx"].value) if "qx" in self.single else None
        number = int(written[1]) if written else int(room[2]) if room else 0
        return number or None

    def _vulnerable(self) -> Vulnerable:
        """As stated, else as on boards of this number, else nobody."""
        stated, number = self.single.get("sv"), self._number()
        if stated is None:
            return Vulnerable.NONE if number is None else vulnerable_of(board_vulnerable(number))
        letter = stated.value.lower()
        if letter not in _VULNERABLE:
            raise stated.place.refused(Fault.TAG_MALFORMED)
        return _VULNERABLE[letter]

    def _calls(self, dealer: Seat) -> tuple[SeatCall, ...]:
        written = [(call, one) for one in self.calls for call in _written_calls(one)]
        calls = made_in_turn(dealer, [call for call, _ in written])
        wrong = first_illegal(calls, PAIRED)
        if wrong is not None:
            raise written[wrong][1].place.refused(Fault.CALL_ILLEGAL)
        return calls

    def _play(self, hands: Hands, contract: Contract | None) -> Play | None:
        if contract is None:
            if self.cards:
                raise self.cards[0].place.refused(Fault.TAG_CONTRADICTS)
            return None
        play = Play(hands, contract.trump, left_of(contract.declarer, SEATS))
        for one in self.cards:
            for card in _written_cards(one):
                if play.is_over:
                    raise one.place.refused(Fault.CARD_TWICE)
                play = played(play, card, one.place)
        return play

    def _total(self, contract: Contract | None, play: Play | None, is_last: bool) -> int | None:
        """The tricks of the declarer's side: as claimed, else as played, None where play is unfinished."""
        claim = self.single.get("mc")
        if contract is None or play is None:
            if claim is not None:
                raise claim.place.refused(Fault.TAG_CONTRADICTS)
            return None
        won = play.won_by((contract.declarer, left_of(contract.declarer, SEATS, 2)))
        if claim is None:
            if is_last and play.table:
                raise self.cards[-1].place.refused(Fault.FILE_TRUNCATED)
            return won if play.is_over else None
        return checked_total(play, _number_of_tricks(claim), won, claim.place)


def _deal(md: _Field) -> tuple[Seat, Hands]:
    """The dealer and the hands by seat."""
    text = "".join(md.value.upper().split())
    if text[:1] not in ("1", "2", "3", "4"):
        raise md.place.refused(Fault.TAG_MALFORMED)
    written = text[1:].split(",")
    if len(written) > SEATS and any(written[SEATS:]):
        raise md.place.refused(Fault.TAG_MALFORMED)
    around = [*(_hand(hand, md.place) for hand in written), None, None, None, None]
    hands = [around[(seat - SOUTH) % SEATS] for seat in range(SEATS)]
    return (SOUTH + int(text[0]) - 1) % SEATS, four_hands(hands, md.place)


def _hand(text: str, place: Place) -> tuple[Card, ...] | None:
    """The cards of a hand such as SAK3HQ.., None for one that is not given."""
    if not text:
        return None
    if text[0] not in SUIT_LETTERS:
        raise place.refused(Fault.TAG_MALFORMED)
    suits = _SUIT.findall(text)
    return tuple(card for s in suits for card in written_ranks(s[1:], suit_of(s[0], place), place))


def _written_calls(one: _Field) -> Iterator[Call]:
    """The calls of a field. Raises FileRefused."""
    for written in _whole(_CALL, one):
        level, named, passed, redoubled, _ = written.groups()
        if level:
            yield Bid(int(level), _DENOMINATIONS[named[0].upper()])
        else:
            yield PASS if passed else REDOUBLE if redoubled else DOUBLE


def _written_cards(one: _Field) -> Iterator[Card]:
    """The cards of a field. Raises FileRefused."""
    for written in _whole(_CARD, one):
        yield written_card(written[0], one.place)


def _whole(pattern: re.Pattern[str], one: _Field) -> Iterator[re.Match[str]]:
    """What a field holds, nothing left over."""
    text, place = "".join(one.value.split()), 0
    while place < len(text):
        written = pattern.match(text, place)
        if written is None:
            raise one.place.refused(Fault.CARD_UNKNOWN if one.key == "pc" else Fault.TOKEN_UNKNOWN)
        yield written
        place = written.end()


def _number_of_tricks(claim: _Field) -> int:
    if not (claim.value.isascii() and claim.value.isdigit()) or len(claim.value) > 2:
        raise claim.place.refused(Fault.TAG_MALFORMED)
    if int(claim.value) > TRICKS_OF_A_DEAL:
        raise claim.place.refused(Fault.TAG_CONTRADICTS)
    return int(claim.value)
