"""A recorded deal as text a card player reads: hands as in a newspaper, calls, tricks, the score.

The text holds all that happened by choice or chance, in the order it happened, so that the same deal can be
played again from it. Hands, stock, winners, result and score follow from that: they are written to be read
and to be compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import chain
from types import MappingProxyType

from engine_server.game import events as happened
from engine_server.game.encoding import event_text
from engine_server.game.events import Event, SeatTaken
from engine_server.game.evolve import fold
from engine_server.game.record import DealRecord
from engine_server.game.state import Deal, TableState
from engine_server.rules.cards import RANK_LETTERS, SUIT_LETTERS, Card, Denomination, Suit
from engine_server.rules.contracts import Contract
from engine_server.rules.moves import (
    Bid,
    Call,
    Double,
    OpenAndName,
    Pass,
    PointBid,
    Redouble,
    TrickGoal,
    bid_code,
)
from engine_server.rules.sheets import ScoreLine
from engine_server.rules.variant import COMPASS, Variant
from tests.game.worlds import told

TITLE = "Fourth deal, form 1"
ROBOT = "robot"
STAKES = {1: "", 2: " doubled", 4: " redoubled"}
DENOMINATIONS: Mapping[Denomination, str] = MappingProxyType(
    dict(zip(Denomination, (*SUIT_LETTERS, "NT"), strict=True))
)
WIDE = 22
ROW = 13
DUMMIES = {3: ("D",), 2: ("AD", "BD")}


def hand_names(variant: Variant) -> tuple[str, ...]:
    """How the hands are called: by the compass, A and B with a dummy each, or numbered with one dummy."""
    seats = variant.seats
    if seats == 4:
        return COMPASS
    people = ("A", "B") if seats == 2 else tuple(f"P{seat + 1}" for seat in range(seats))
    return (*people, *DUMMIES.get(seats, ()))


def text_of(log: Sequence[Event]) -> str:
    """The text of a log in which one deal was played to its end."""
    state = fold(log)
    assert state.last_deal is not None
    parts = (
        [TITLE],
        _header(log, state),
        *_Story(state.variant).sections(log),
        _result(state),
        [_entry("log", f"{len(log)} events, sha256 {digest_of(log)}")],
    )
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def digest_of(log: Sequence[Event]) -> str:
    """SHA-256 of the log as it is stored, an event a line."""
    return sha256("".join(event_text(event) + "\n" for event in log).encode()).hexdigest()


def _entry(key: str, text: str) -> str:
    return f"{key:<9}{text}".rstrip()


def _header(log: Sequence[Event], state: TableState) -> list[str]:
    names, defaults = hand_names(state.variant), dict(state.game.read({}).as_text())
    options = [f"{key}={text}" for key, text in state.options.as_text() if text != defaults[key]]
    seated = [event for event in log if isinstance(event, SeatTaken)]
    started = next(event for event in log if isinstance(event, happened.MatchStarted))
    sealed = next(event for event in log if isinstance(event, happened.DealSealed))
    return [
        _entry("game", state.game.key),
        _entry("options", " ".join(options) or "-"),
        *(_entry("seat", f"{names[taken.seat]} {taken.name} {taken.player or ROBOT}") for taken in seated),
        _entry("dealer", names[started.first_dealer]),
        _entry("secret", sealed.secret.hex()),
    ]


# --- what happened, in order ---------------------------------------------------------------------------


class _Story:
    """The sections of a deal, line by line; what is said in turn stands in one line."""

    def __init__(self, variant: Variant) -> None:
        self._variant = variant
        self._names = hand_names(variant)
        self._sections: list[list[str]] = []
        self._open_key, self._open_words, self._separator = "", list[str](), " "
        self._plays = False

    def sections(self, log: Sequence[Event]) -> list[list[str]]:
        """The lines by section: one for each time cards were dealt, bid or played."""
        for event, after in told(log):
            for key, text in self._lines(event, after.deal):
                self._line(key, text)
        self._close()
        return self._sections

    def _lines(self, event: Event, deal: Deal | None) -> Iterator[tuple[str, str]]:
        """Whole lines for an event; words that others may follow are kept open."""
        match event:
            case happened.HandsDealt():
                yield from self._dealing(event)
            case happened.WashAnswered(seat, redeal):
                self._say("wash", f"{self._names[seat]} {'new' if redeal else 'keep'}", ", ")
            case happened.CallMade():
                self._say("calls", self._call(event))
            case happened.CardPlayed(hand, card) if deal is not None:
                yield from self._card(hand, card, deal)
            case happened.CardDrawn() if deal is not None:
                yield from self._drawn(event, deal)
            case _:
                yield from self._told(event)

    def _told(self, event: Event) -> Iterator[tuple[str, str]]:
        names = self._names
        match event:
            case happened.TrumpTurned(card, trump):
                yield "turned", f"{card.code if card else '-'}, trump {DENOMINATIONS[trump]}"
            case happened.PointsAnnounced(points, declarer):
                told_points = " ".join(f"{name} {n}" for name, n in zip(names, points, strict=False))
                yield "points", f"{told_points}, declarer {'-' if declarer is None else names[declarer]}"
            case happened.HandShown(hand, cards):
                yield "open", f"{names[hand]}: {' '.join(card.code for card in cards)}"
            case happened.HandsWashed(reason):
                yield "washed", reason.value
            case happened.PartnerCalled(_, card):
                yield "partner", card.code
            case happened.ContractNamed(_, denomination, goal):
                yield "contract", f"{DENOMINATIONS[denomination]} {goal.value if goal else ''}"
            case _:
                yield from self._wished(event)

    def _wished(self, event: Event) -> Iterator[tuple[str, str]]:
        match event:
            case happened.ClaimMade(seat, tricks):
                yield "claim", f"{self._names[seat]} {tricks}"
            case happened.UndoAsked(seat):
                yield "undo", self._names[seat]
            case happened.ClaimAnswered(seat, accept) | happened.UndoAnswered(seat, accept):
                yield "answer", f"{self._names[seat]} {'yes' if accept else 'no'}"
            case _:
                pass

    def _dealing(self, dealt: happened.HandsDealt) -> Iterator[tuple[str, str]]:
        dealer, first = self._names[dealt.dealer], self._names[dealt.first_caller]
        yield "dealing", f"{dealt.redeal + 1}, dealer {dealer}, first call {first}"
        for line in _diagram(dealt.hands, self._names):
            yield "", line
        for at in range(0, len(dealt.stock), ROW):
            yield "stock", " ".join(card.code for card in dealt.stock[at : at + ROW])

    def _call(self, made: happened.CallMade) -> str:
        """A call as its code: in brackets when the engine entered it, with its seat where none is in turn."""
        code = call_code(made.call)
        auction = self._variant.auction
        if auction.simultaneous:
            return f"{self._names[made.seat]}={code}"
        return f"({code})" if made.entered else code

    def _card(self, hand: int, card: Card, deal: Deal) -> Iterator[tuple[str, str]]:
        done = deal.trick is None
        kind = "draw" if deal.phase.value == "drawing" else "trick"
        key = f"{kind} {len(deal.rounds) + (not done)}"
        if self._open_key != key:
            self._say(key, f"{self._names[hand]}: {card.code}")
        else:
            self._say(key, card.code)
        if done:
            winner = deal.rounds[-1].winner
            assert winner is not None
            self._open_words[-1] += f", {self._names[winner]} takes it"
            self._close()
        yield from ()

    def _drawn(self, event: happened.CardDrawn, deal: Deal) -> Iterator[tuple[str, str]]:
        name = self._names[event.seat]
        if event.left is None:
            yield "drawn", f"{name} {event.card.code}"
            return
        kept = deal.dealt_stock.index(event.card) < deal.dealt_stock.index(event.left)
        number = (len(deal.dealt_stock) - len(deal.stock)) // 2
        first, other = (event.card, event.left) if kept else (event.left, event.card)
        yield f"pick {number}", f"{name} {'keeps' if kept else 'leaves'} {first.code}, then {other.code}"

    # --- lines and sections

    def _say(self, key: str, word: str, separator: str = " ") -> None:
        if self._open_key != key:
            self._close()
            self._open_key, self._separator = key, separator
        self._open_words.append(word)

    def _close(self) -> None:
        key, words = self._open_key, self._open_words
        self._open_key, self._open_words = "", []
        if words:
            self._line(key, self._separator.join(words))

    def _line(self, key: str, text: str) -> None:
        self._close()
        plays = bool({"partner", "contract", "draw", "pick", "trick"} & {key.split(" ")[0]})
        bids = key in ("wash", "calls")
        if key == "dealing" or (plays and not self._plays) or (bids and self._plays):
            self._sections.append([])
        self._plays = plays or (self._plays and not bids and key != "dealing")
        self._sections[-1].append(_entry(key, text) if key else text)


def call_code(call: Call) -> str:
    """P, X, XX, the code of a bid, tricks alone, points as 35p, an opening as H/SA."""
    match call:
        case Pass():
            return "P"
        case Double():
            return "X"
        case Redouble():
            return "XX"
        case Bid():
            return bid_code(call)
        case TrickGoal(tricks):
            return str(tricks)
        case PointBid(points):
            return f"{points}p"
        case OpenAndName(denomination, card):
            return f"{DENOMINATIONS[denomination]}/{card.code}"


def _diagram(hands: Sequence[Sequence[Card]], names: Sequence[str]) -> list[str]:
    """North above, West and East beside each other, South below; other tables a hand a line."""
    if tuple(names) != COMPASS:
        return [f"    {name:<4}{'  '.join(_suits(hand))}" for name, hand in zip(names, hands, strict=False)]
    north, east, south, west = (_suits(hand) for hand in hands)
    middle = [f"{left:<{WIDE}}{right}" for left, right in zip(west, east, strict=True)]
    above, below = ([" " * (WIDE // 2) + line for line in hand] for hand in (north, south))
    return [f"    {line}" for line in chain(above, middle, below)]


def _suits(hand: Sequence[Card]) -> list[str]:
    held = {suit: "".join(RANK_LETTERS[card.rank] for card in hand if card.suit is suit) for suit in Suit}
    return [f"{SUIT_LETTERS[suit]} {held[suit] or '-'}" for suit in reversed(Suit)]


# --- how it ended --------------------------------------------------------------------------------------


def _result(state: TableState) -> list[str]:
    record, names = state.last_deal, hand_names(state.variant)
    assert record is not None
    lines = [_score(line, names) for line in record.lines]
    of_the_match = [_score(line, names) for line in state.lines if not line.deal]
    return [
        _entry("result", _outcome(record, names) + (", ended early" if record.ended_early else "")),
        *(_entry("score", line) for line in lines),
        *(_entry("match", line) for line in of_the_match),
        *([_entry("match", "abandoned")] if state.abandoned else []),
    ]


def _score(line: ScoreLine, names: Sequence[str]) -> str:
    seats = "/".join(names[seat] for seat in line.seats)
    return f"{seats} {line.points} {line.reason}{' below' if line.below else ''}"


def _outcome(record: DealRecord, names: Sequence[str]) -> str:
    contract = record.contract
    if contract is None:
        return _goals(record, names) or "thrown in"
    side = " and ".join(names[seat] for seat in record.declaring_side)
    if not contract.target:
        return f"{_named(contract)} by {side}: {record.declaring_card_points} of 60 points"
    verdict = "made" if record.declaring_tricks >= contract.target else "beaten"
    return f"{_named(contract)} by {side}: {record.declaring_tricks} of {contract.target} tricks, {verdict}"


def _named(contract: Contract) -> str:
    if contract.level:
        return bid_code(Bid(contract.level, contract.denomination)) + STAKES[contract.stake]
    goal = f" {contract.goal.value}" if contract.goal else ""
    return DENOMINATIONS[contract.denomination] + goal


def _goals(record: DealRecord, names: Sequence[str]) -> str:
    """What each seat said and won (German Bridge)."""
    won = [trick.winner for trick in record.tricks]
    said = sorted((made.seat, made.call.tricks) for made in record.calls if isinstance(made.call, TrickGoal))
    return ", ".join(f"{names[seat]} {won.count(seat)} of {goal}" for seat, goal in said)
