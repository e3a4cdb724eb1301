"""Boards read from PBN 2.1, import and export format (tistis.nl/pbn): all of a file, or what is wrong.

Beyond the standard: opening passes may be left out, which shows by the declarer; tags may be inherited that
should not be; closing passes may be missing where the contract is stated; so may a star after a claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from engine_server.interchange.boards import SEATS, BoardRecord, Hands, Vulnerable, vulnerable_of
from engine_server.interchange.files import text_of
from engine_server.interchange.legality import PAIRED, UNPAIRED, Play, first_illegal, made_in_turn
from engine_server.interchange.pbn_text import Game, Tag, Word, games_of
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
from engine_server.interchange.rescoring import is_duplicate, rescored
from engine_server.rules.auctions import ALL_PASSED, AllPassed, Ladder
from engine_server.rules.boards import board_dealer, board_vulnerable
from engine_server.rules.cards import Card, Denomination, Seat, clockwise_from, left_of
from engine_server.rules.contracts import TRICKS_OF_A_DEAL, Contract
from engine_server.rules.moves import DOUBLE, PASS, REDOUBLE, Bid, Call, SeatCall
from engine_server.rules.variant import COMPASS

MANDATORY = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South"),
    *("Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"),
)
_OF_THE_BOARD = frozenset((*MANDATORY[3:4], *MANDATORY[8:11], *MANDATORY[12:], "Auction", "Play"))
"""Tags that say something of the deal itself: they may not be given twice with two values."""
_SECTIONS = frozenset(("Auction", "Play"))
_UNKNOWN = ("", "?")
_EXPORT = re.compile(r"(?im)^%[ \t]*EXPORT\b")
_TOKEN = re.compile(r"=\d+=|\$\d+|[!?]{1,2}|\*|\+|\^[A-Za-z]|[A-Za-z0-9-]+")
_WHOLE_WORD = re.compile(
    r"(?:=\d+=|\$\d+|[!?*+-]|\^[A-Z]|AP|P(?:ASS)?|X|[1-7](?:NT?|[CDHS])|[CDHS](?:10|[2-9TJQKA]))+",
    re.IGNORECASE,
)
_ANNOTATIONS = ("=", "$", "!", "?")
_CONTRACT = re.compile(r"([1-7])(NT?|[CDHS])(X{0,2})")
_BID = re.compile(r"([1-7])(NT?|[CDHS])")
_DENOMINATIONS = dict(zip("CDHSN", Denomination, strict=True))
_CALLS: Mapping[str, Call] = {"PASS": PASS, "P": PASS, "X": DOUBLE, "XX": REDOUBLE}
_VULNERABLE = {
    **dict.fromkeys(("NONE", "LOVE", "-"), Vulnerable.NONE),
    **dict.fromkeys(("ALL", "BOTH"), Vulnerable.BOTH),
    "NS": Vulnerable.NS,
    "EW": Vulnerable.EW,
}
_TOTAL = re.compile(r"\^?(?:(NS|EW) ?)?(\d{1,2})(?: (?:NS|EW) ?(\d{1,2}))?")
_SCORE = re.compile(r"(?:(NS|EW) ?)?([+-]?\d{1,5})(?: (NS|EW) ?([+-]?\d{1,5}))?")
_ALL_PASS, _NO_MORE, _TO_BE_CONTINUED, _NOTHING = "AP", "*", "+", "-"


def import_pbn(content: bytes | str) -> tuple[BoardRecord, ...]:
    """All boards of a file. Raises FileRefused, with reason, line and tag, and no other exception."""
    text = text_of(content)
    return tuple(_boards(text, _EXPORT.search(text) is not None)) or _nothing()


def _boards(text: str, is_export: bool) -> Iterator[BoardRecord]:
    heritage = _Heritage({}, {})
    expected = frozenset(MANDATORY)
    for game in games_of(text):
        tags = heritage.resolved(game)
        if is_export and game.is_last and not expected <= tags.keys():
            raise FileRefused(Fault.FILE_TRUNCATED, game.tags[-1].line, game.tags[-1].name)
        if not _OF_THE_BOARD.isdisjoint(tag.name for tag in game.tags):
            expected = frozenset(MANDATORY).intersection(tags)
            yield _Reading(tags, game.tags[0].line, game.is_last, is_export).board()


def _nothing() -> tuple[BoardRecord, ...]:
    raise FileRefused(Fault.FILE_EMPTY, 1)


@dataclass
class _Heritage:
    """Values that later games take over: `last` the latest of each tag, `standing` what holds from now on."""

    last: dict[str, str]
    standing: dict[str, str]

    def resolved(self, game: Game) -> dict[str, Tag]:
        """The tags of a game by name with the values they stand for. Raises FileRefused."""
        tags: dict[str, Tag] = {}
        for written in game.tags:
            tag = self._with_its_value(written)
            if tag.name not in tags:
                tags[tag.name] = tag
            elif tag.name in _OF_THE_BOARD and tag.value != tags[tag.name].value:
                raise FileRefused(Fault.TAG_CONTRADICTS, tag.line, tag.name)
        for name, value in self.standing.items():
            tags.setdefault(name, Tag(name, value, game.tags[0].line))
        self.last.update((tag.name, tag.value) for tag in tags.values())
        return tags

    def _with_its_value(self, tag: Tag) -> Tag:
        stands_from_now = tag.value.startswith("##")
        if tag.value != "#" and not stands_from_now:
            if tag.name in self.standing:
                self.standing[tag.name] = tag.value
            return tag
        if tag.name in _SECTIONS:
            raise FileRefused(Fault.TAG_MALFORMED, tag.line, tag.name)
        value = tag.value[2:] or self.last.get(tag.name, "")
        if stands_from_now:
            self.standing[tag.name] = value
        return Tag(tag.name, value, tag.line, tag.words)


@dataclass(frozen=True)
class _Calls:
    """The auction as written: calls with their lines, whether all passed then, and what ended it."""

    first: Seat
    calls: tuple[tuple[Call, int], ...]
    all_pass: bool
    end: str

    @property
    def opening_passes(self) -> int:
        """The passes before anything else."""
        return sum(1 for _ in takewhile(lambda made: made[0] == PASS, self.calls))


@dataclass(frozen=True)
class _Stated:
    """What the tags say of the outcome, None where nothing; a contract is level, denomination, stake."""

    declarer: Seat | None = None
    contract: tuple[int, Denomination, int] | None = None
    passed_out: bool = False

    @property
    def outcome(self) -> Contract | AllPassed | None:
        """The outcome where the tags tell all of it."""
        if self.passed_out:
            return ALL_PASSED
        if self.contract is None or self.declarer is None:
            return None
        return Contract(self.declarer, *self.contract)

    def agrees(self, outcome: Contract | AllPassed) -> bool:
        """Whether an auction may have ended so."""
        if not isinstance(outcome, Contract):
            return self.contract is None and self.declarer is None
        if self.passed_out or self.declarer not in (None, outcome.declarer):
            return False
        return self.contract in (None, (outcome.level, outcome.denomination, outcome.stake))


@dataclass(frozen=True)
class _Reading:
    """One game with its tags, being read."""

    tags: Mapping[str, Tag]
    line: int
    is_last: bool
    is_export: bool

    def board(self) -> BoardRecord:
        """The board the tags tell of. Raises FileRefused."""
        hands, dealer, called = self._hands(), self._dealer(), self._called()
        stated = self._stated()
        calls, outcome = self._auction(dealer, stated, UNPAIRED if called else PAIRED)
        contract = outcome if isinstance(outcome, Contract) else None
        play, unfinished = self._play(hands, outcome, called)
        tricks = self._total(contract, play, unfinished, _side(contract, called, hands))
        scores = self._scores(outcome)
        board = BoardRecord(
            dealer=dealer,
            vulnerable=self._vulnerable(),
            hands=hands,
            calls=calls,
            contract=contract,
            passed_out=outcome is ALL_PASSED,
            tricks=play.all_tricks if play else (),
            declarer_tricks=tricks,
            score_ns=scores[0] if scores else None,
            called=called,
            board=self._number(),
            names=tuple(self._text(name) for name in ("North", "East", "South", "West")),
            event=self._text("Event"),
            site=self._text("Site"),
            date=self._text("Date"),
            scoring=self._text("Scoring"),
        )
        self._check_scores(board, scores)
        return board

    # --- single tags -----------------------------------------------------------------------------------

    def _text(self, name: str) -> str:
        """The value of a tag, empty where it is not known."""
        value = self.tags[name].value.strip() if name in self.tags else ""
        return "" if value in _UNKNOWN else value

    def _place(self, name: str) -> Place:
        return Place(self.tags[name].line if name in self.tags else self.line, name)

    def _wrong(self, name: str, fault: Fault = Fault.TAG_MALFORMED) -> FileRefused:
        return self._place(name).refused(fault)

    def _number(self) -> int | None:
        text = self._text("Board")
        if text and not (text.isascii() and text.isdigit() and len(text) <= 6 and int(text)):
            raise self._wrong("Board")
        return int(text) if text else None

    def _seat(self, name: str) -> Seat | None:
        text = self._text(name).upper()
        if text.startswith("^"):
            raise self._wrong(name, Fault.IRREGULARITY)
        if text and text not in COMPASS:
            raise self._wrong(name)
        return COMPASS.index(text) if text else None

    def _dealer(self) -> Seat:
        """As stated, else who calls first, else as on boards of this number."""
        stated, first, number = self._seat("Dealer"), self._seat("Auction"), self._number()
        if stated is not None:
            return stated
        if first is not None:
            return (first + self._hyphens()) % SEATS
        if number is None:
            raise self._wrong("Dealer", Fault.TAG_MISSING)
        return board_dealer(number)

    def _vulnerable(self) -> Vulnerable:
        """As stated, else as on boards of this number, else nobody."""
        text, number = self._text("Vulnerable").upper(), self._number()
        if not text:
            return Vulnerable.NONE if number is None else vulnerable_of(board_vulnerable(number))
        if text not in _VULNERABLE:
            raise self._wrong("Vulnerable")
        return _VULNERABLE[text]

    def _called(self) -> Card | None:
        text = self._text("CalledCard")
        return written_card(text, self._place("CalledCard")) if text else None

    def _hands(self) -> Hands:
        first, colon, text = self._text("Deal").partition(":")
        place, seat = self._place("Deal"), first.strip().upper()
        if not first:
            raise place.refused(Fault.TAG_MISSING)
        hands = [_hand(written, place) for written in text.upper().split()]
        if not colon or seat not in COMPASS or len(hands) != SEATS:
            raise place.refused(Fault.TAG_MALFORMED)
        north = -COMPASS.index(seat) % SEATS
        return four_hands([*hands[north:], *hands[:north]], place)

    def _stated(self) -> _Stated:
        declarer, text = self._seat("Declarer"), self._text("Contract").upper().replace(" ", "")
        if not text:
            return _Stated(declarer)
        if text in ("PASS", "P"):
            if declarer is not None:
                raise self._wrong("Declarer", Fault.TAG_CONTRADICTS)
            return _Stated(passed_out=True)
        written = _CONTRACT.fullmatch(text)
        if written is None:
            raise self._wrong("Contract")
        level, named, stake = int(written[1]), _DENOMINATIONS[written[2][0]], 2 ** len(written[3])
        return _Stated(declarer, (level, named, stake))

    def _scores(self, outcome: Contract | AllPassed | None) -> tuple[int, ...]:
        """The scores that are stated, each as North-South sees it; none where it is no number of points.

        Without a side it is the declarer's; before there is a declarer it is nobody's.
        """
        written = _SCORE.fullmatch(self._text("Score").upper())
        if written is None or (written[1] is None and outcome is None):
            return ()
        own = "EW" if isinstance(outcome, Contract) and outcome.declarer % 2 else "NS"
        stated = ((written[1] or own, written[2]), (written[3], written[4]))
        return tuple(int(points) if side == "NS" else -int(points) for side, points in stated if points)

    def _check_scores(self, board: BoardRecord, stated: tuple[int, ...]) -> None:
        """Raises FileRefused where a score of duplicate is not what contract and tricks are worth."""
        due = rescored(board) if is_duplicate(board) else None
        if due is not None and any(score != due for score in stated):
            raise self._wrong("Score", Fault.SCORE_DIFFERS)

    # --- the auction -----------------------------------------------------------------------------------

    def _auction(
        self, dealer: Seat, stated: _Stated, auction: Ladder
    ) -> tuple[tuple[SeatCall, ...], Contract | AllPassed | None]:
        """The calls from the dealer on and the outcome, None when the auction is unfinished."""
        if "Auction" not in self.tags or not self.tags["Auction"].words:
            if stated.contract and stated.declarer is None:
                raise self._wrong("Declarer", Fault.TAG_MISSING)
            return (), stated.outcome
        self._check_last_word("Auction")
        written = self._calls(dealer)
        gap = (written.first - dealer) % SEATS
        if gap and written.opening_passes:
            raise self._wrong("Auction", Fault.TAG_CONTRADICTS)
        calls = self._with_passes(gap, dealer, written, auction)
        calls, outcome = self._closed(calls, written, stated, auction)
        if gap == 0 and (outcome is None or stated.agrees(outcome)):
            return calls, outcome
        if stated.declarer is None or not isinstance(outcome, Contract):
            raise self._wrong("Auction" if gap else "Contract", Fault.TAG_CONTRADICTS)
        missing = gap or (stated.declarer - outcome.declarer) % SEATS
        return self._with_opening_passes(missing, dealer, written, stated, auction)

    def _with_opening_passes(
        self, missing: int, dealer: Seat, written: _Calls, stated: _Stated, auction: Ladder
    ) -> tuple[tuple[SeatCall, ...], Contract | AllPassed | None]:
        """The auction with the opening passes that were left out, confirmed by declarer and contract.

        Where an opening pass is written none was left out: then declarer and auction contradict each other.
        """
        if missing and written.opening_passes:
            raise self._wrong("Declarer", Fault.TAG_CONTRADICTS)
        calls = self._with_passes(missing, dealer, written, auction)
        calls, outcome = self._closed(calls, written, stated, auction)
        if isinstance(outcome, Contract) and stated.agrees(outcome):
            return calls, outcome
        is_right = isinstance(outcome, Contract) and outcome.declarer == stated.declarer
        raise self._wrong("Contract" if is_right else "Declarer", Fault.TAG_CONTRADICTS)

    def _with_passes(
        self, passes: int, dealer: Seat, written: _Calls, auction: Ladder
    ) -> tuple[SeatCall, ...]:
        calls = made_in_turn(dealer, (*[PASS] * passes, *(call for call, _ in written.calls)))
        wrong = first_illegal(calls, auction)
        if wrong is not None:
            line = written.calls[max(0, wrong - passes)][1]
            raise FileRefused(Fault.CALL_ILLEGAL, line, "Auction")
        return calls

    def _closed(
        self, calls: tuple[SeatCall, ...], written: _Calls, stated: _Stated, auction: Ladder
    ) -> tuple[tuple[SeatCall, ...], Contract | AllPassed | None]:
        """The auction with its closing passes where they are meant, and how it ended."""
        outcome = auction.outcome(calls)
        if outcome is not None:
            return calls, outcome
        if written.end == _TO_BE_CONTINUED:
            return calls, None
        if written.end == _NO_MORE:
            return calls, stated.outcome
        closed = _passed_out_from(calls, auction)
        if written.all_pass:
            return closed, auction.outcome(closed)
        if self._ends_the_file("Auction"):
            raise self._cut_off("Auction")
        is_known = stated.outcome is not None or stated.declarer is not None
        return (closed, auction.outcome(closed)) if is_known else (calls, None)

    def _ends_the_file(self, name: str) -> bool:
        """Whether the file ends with this section."""
        last = max(self.tags.values(), key=lambda tag: tag.line)
        return self.is_last and last.line <= self.tags[name].line

    def _hyphens(self) -> int:
        """How many seats of the first row have no call yet."""
        tokens = _tokens(self.tags["Auction"])
        return sum(1 for _ in takewhile(lambda token: token.text == _NOTHING, tokens))

    def _calls(self, dealer: Seat) -> _Calls:
        tag = self.tags["Auction"]
        tokens, hyphens = tuple(_tokens(tag)), self._hyphens()
        first = self._seat("Auction")
        calls: list[tuple[Call, int]] = []
        start = dealer if first is None else (first + hyphens) % SEATS
        for place, token in enumerate(tokens[hyphens:], start=hyphens + 1):
            if token.text in (_NO_MORE, _TO_BE_CONTINUED, _ALL_PASS):
                _nothing_follows(tokens[place:], tag)
                return _Calls(start, tuple(calls), token.text == _ALL_PASS, token.text)
            calls.append((_call(token, tag), token.line))
        return _Calls(start, tuple(calls), all_pass=False, end="")

    # --- the play --------------------------------------------------------------------------------------

    def _play(
        self, hands: Hands, outcome: Contract | AllPassed | None, called: Card | None
    ) -> tuple[Play | None, bool]:
        """The cards played, None without a play section, and whether they are to be continued."""
        tag = self.tags.get("Play")
        if tag is not None:
            self._check_last_word("Play")
        cells = tuple(_tokens(tag)) if tag else ()
        if tag is None or not any(cell.text[0] not in "-+*" for cell in cells):
            return None, any(cell.text == _TO_BE_CONTINUED for cell in cells)
        if not isinstance(outcome, Contract):
            fault = Fault.TAG_MISSING if outcome is None else Fault.TAG_CONTRADICTS
            raise self._wrong("Contract" if outcome is None else "Play", fault)
        star = next((place for place, cell in enumerate(cells) if cell.text == _NO_MORE), None)
        rows = cells if star is None else cells[:star]
        unfinished = any(cell.text == _TO_BE_CONTINUED for cell in rows)
        if star is not None:
            _nothing_follows(cells[star + 1 :], tag)
        elif len(rows) < SEATS * TRICKS_OF_A_DEAL and not unfinished:
            self._check_the_end(rows)
        return _played_rows(Play(hands, outcome.trump, self._leader(outcome, called)), rows), unfinished

    def _check_the_end(self, cells: Sequence[Word]) -> None:
        """A play that stops without a star at the end of a file may have been cut off."""
        is_cut = len(cells) % SEATS > 0 or self.is_export or not self._text("Result")
        if is_cut and self._ends_the_file("Play"):
            raise self._cut_off("Play")

    def _check_last_word(self, name: str) -> None:
        """A last word of the file that means nothing was cut off in the middle."""
        words = self.tags[name].words
        if words and self._ends_the_file(name) and _WHOLE_WORD.fullmatch(words[-1].text) is None:
            raise self._cut_off(name)

    def _cut_off(self, name: str) -> FileRefused:
        return FileRefused(Fault.FILE_TRUNCATED, _last_line(self.tags[name]), name)

    def _leader(self, contract: Contract, called: Card | None) -> Seat:
        """Left of the declarer; with a hidden partner the declarer may lead."""
        stated, left = self._seat("Play"), left_of(contract.declarer, SEATS)
        if stated is None or stated == left or (called and stated == contract.declarer):
            return left if stated is None else stated
        raise self._wrong("Play", Fault.TAG_CONTRADICTS)

    def _total(
        self, contract: Contract | None, play: Play | None, unfinished: bool, side: tuple[Seat, ...]
    ) -> int | None:
        """The tricks of the declarer's side, None while they are not known."""
        stated = self._stated_total(contract)
        if contract is None or unfinished:
            return None
        if play is None or self._text("Result").startswith("^"):
            return stated
        won = play.won_by(side)
        if stated is None:
            return won if play.is_over else None
        return checked_total(play, stated, won, self._place("Result"))

    def _stated_total(self, contract: Contract | None) -> int | None:
        text = self._text("Result").upper()
        if not text:
            return None
        written = _TOTAL.fullmatch(text)
        if written is None or int(written[2]) > TRICKS_OF_A_DEAL:
            raise self._wrong("Result")
        if written[3] is not None and int(written[2]) + int(written[3]) != TRICKS_OF_A_DEAL:
            raise self._wrong("Result", Fault.TAG_CONTRADICTS)
        if contract is None:
            return None
        own = "NS" if contract.declarer % 2 == 0 else "EW"
        is_own = written[1] in (None, own)
        return int(written[2]) if is_own else TRICKS_OF_A_DEAL - int(written[2])


def _hand(text: str, place: Place) -> tuple[Card, ...] | None:
    """The cards of a hand, None for one that is not given."""
    if text == _NOTHING:
        return None
    suits = text.split(".")
    if len(suits) != 4:
        raise place.refused(Fault.TAG_MALFORMED)
    return tuple(
        card
        for letter, ranks in zip("SHDC", suits, strict=True)
        for card in written_ranks(ranks, suit_of(letter, place), place)
    )


def _side(contract: Contract | None, called: Card | None, hands: Hands) -> tuple[Seat, ...]:
    """The declarer's side."""
    if contract is None:
        return ()
    if called is None:
        return (contract.declarer, left_of(contract.declarer, SEATS, 2))
    return (contract.declarer, next(seat for seat, hand in enumerate(hands) if called in hand))


def _passed_out_from(calls: tuple[SeatCall, ...], auction: Ladder) -> tuple[SeatCall, ...]:
    """The calls and as many passes as end the auction."""
    first = calls[0].seat if calls else 0
    while auction.outcome(calls) is None:
        calls = (*calls, SeatCall(left_of(first, SEATS, len(calls)), PASS))
    return calls


def _played_rows(play: Play, cells: Sequence[Word]) -> Play:
    """The play of rows whose columns belong to hands, the opening leader's first."""
    first, gap = play.leader, False
    for row in range(0, len(cells), SEATS):
        for seat in clockwise_from(play.leader, SEATS):
            column = row + (seat - first) % SEATS
            cell = cells[column] if column < len(cells) else Word(_NOTHING, cells[-1].line)
            if cell.text in (_NOTHING, _TO_BE_CONTINUED):
                gap = True
                continue
            place = Place(cell.line, "Play")
            card = written_card(cell.text, place)
            if gap or play.is_over:
                raise place.refused(Fault.PLAY_GAP if gap else Fault.CARD_ILLEGAL)
            play = played(play, card, place)
    return play


def _tokens(tag: Tag) -> Iterator[Word]:
    """The calls or cards of a section, annotations left out, in capitals. Raises FileRefused."""
    for word in tag.words:
        place = 0
        while place < len(word.text):
            token = _TOKEN.match(word.text, place)
            if token is None:
                raise FileRefused(Fault.TOKEN_UNKNOWN, word.line, tag.name)
            if token[0].startswith("^"):
                raise FileRefused(Fault.IRREGULARITY, word.line, tag.name)
            if not token[0].startswith(_ANNOTATIONS):
                yield Word(token[0].upper(), word.line)
            place = token.end()


def _call(token: Word, tag: Tag) -> Call:
    bid = _BID.fullmatch(token.text)
    if bid is not None:
        return Bid(int(bid[1]), _DENOMINATIONS[bid[2][0]])
    if token.text not in _CALLS:
        raise FileRefused(Fault.TOKEN_UNKNOWN, token.line, tag.name)
    return _CALLS[token.text]


def _nothing_follows(tokens: Sequence[Word], tag: Tag) -> None:
    for token in tokens:
        if token.text not in (_NO_MORE, _TO_BE_CONTINUED, _NOTHING):
            raise FileRefused(Fault.TOKEN_UNKNOWN, token.line, tag.name)


def _last_line(tag: Tag) -> int:
    return tag.words[-1].line if tag.words else tag.line
