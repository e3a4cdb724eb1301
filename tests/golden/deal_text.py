"""A recorded deal as text a card player reads: hands as in a newspaper, calls, tricks, the score.

The text holds all that happened by choice or chance, so that the same deal can be played again from it.
Hands, winners, result and score follow from that: they are written to be read and to be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from itertools import chain

from engine_server.game import events as happened
from engine_server.game.encoding import event_text
from engine_server.game.events import Event, HandsDealt, SeatTaken
from engine_server.game.evolve import fold
from engine_server.game.record import DealRecord
from engine_server.game.state import TableState
from engine_server.rules.cards import RANK_LETTERS, SUIT_LETTERS, Card, Suit
from engine_server.rules.moves import Bid, Call, Double, Pass, Redouble, bid_code
from engine_server.rules.tricks import Trick
from engine_server.rules.variant import COMPASS

TITLE = "Fourth deal, form 1"
ROBOT = "robot"
STAKES = {1: "", 2: " doubled", 4: " redoubled"}
WIDE = 22


def text_of(log: Sequence[Event]) -> str:
    """The text of a log in which one deal was played to its end."""
    state = fold(log)
    assert state.last_deal is not None
    parts = (
        [TITLE],
        _header(log, state),
        *(_dealing(log, place) for place, event in enumerate(log) if isinstance(event, HandsDealt)),
        _play(log, state.last_deal),
        _result(state.last_deal),
        [_entry("log", f"{len(log)} events, sha256 {digest_of(log)}")],
    )
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def digest_of(log: Sequence[Event]) -> str:
    """SHA-256 of the log as it is stored, an event a line."""
    return sha256("".join(event_text(event) + "\n" for event in log).encode()).hexdigest()


def _entry(key: str, text: str) -> str:
    return f"{key:<9}{text}".rstrip()


def _header(log: Sequence[Event], state: TableState) -> list[str]:
    defaults = dict(state.game.read({}).as_text())
    options = [f"{key}={text}" for key, text in state.options.as_text() if text != defaults[key]]
    seated = [event for event in log if isinstance(event, SeatTaken)]
    started = next(event for event in log if isinstance(event, happened.MatchStarted))
    sealed = next(event for event in log if isinstance(event, happened.DealSealed))
    return [
        _entry("game", state.game.key),
        _entry("options", " ".join(options) or "-"),
        *(_entry("seat", f"{COMPASS[taken.seat]} {taken.name} {taken.player or ROBOT}") for taken in seated),
        _entry("dealer", COMPASS[started.first_dealer]),
        _entry("secret", sealed.secret.hex()),
    ]


def _dealing(log: Sequence[Event], place: int) -> list[str]:
    """One time the cards were dealt, with what was said until they were played or dealt again."""
    dealt = log[place]
    assert isinstance(dealt, HandsDealt)
    rest = log[place + 1 :]
    again = next((at for at, event in enumerate(rest) if isinstance(event, HandsDealt)), len(rest))
    events = rest[:again]
    answers = [
        f"{COMPASS[event.seat]} {'new' if event.redeal else 'keep'}"
        for event in events
        if isinstance(event, happened.WashAnswered)
    ]
    calls = [_call(event) for event in events if isinstance(event, happened.CallMade)]
    washed = [event.reason.value for event in events if isinstance(event, happened.HandsWashed)]
    first = COMPASS[dealt.first_caller]
    return [
        _entry("dealing", f"{dealt.redeal + 1}, dealer {COMPASS[dealt.dealer]}, first call {first}"),
        *_diagram(dealt.hands),
        *([_entry("wash", ", ".join(answers))] if answers else []),
        *([_entry("calls", " ".join(calls))] if calls else []),
        *([_entry("washed", washed[0])] if washed else []),
    ]


def _call(made: happened.CallMade) -> str:
    """A call as its code, in brackets when the engine entered it."""
    code = call_code(made.call)
    return f"({code})" if made.entered else code


def call_code(call: Call) -> str:
    """P, X, XX, or the code of a bid."""
    match call:
        case Pass():
            return "P"
        case Double():
            return "X"
        case Redouble():
            return "XX"
        case Bid():
            return bid_code(call)
        case _:
            raise ValueError("a call of a game whose deals are not recorded yet")


def _diagram(hands: Sequence[Sequence[Card]]) -> list[str]:
    """North above, West and East beside each other, South below."""
    north, east, south, west = (_suits(hand) for hand in hands)
    middle = [f"{left:<{WIDE}}{right}" for left, right in zip(west, east, strict=True)]
    above, below = ([" " * (WIDE // 2) + line for line in hand] for hand in (north, south))
    return [f"    {line}" for line in chain(above, middle, below)]


def _suits(hand: Sequence[Card]) -> list[str]:
    held = {suit: "".join(RANK_LETTERS[card.rank] for card in hand if card.suit is suit) for suit in Suit}
    return [f"{SUIT_LETTERS[suit]} {held[suit] or '-'}" for suit in reversed(Suit)]


def _play(log: Sequence[Event], record: DealRecord) -> list[str]:
    called = [event for event in log if isinstance(event, happened.PartnerCalled)]
    return [
        *(_entry("partner", event.card.code) for event in called),
        *(_trick(number, trick) for number, trick in enumerate(record.tricks, start=1)),
    ]


def _trick(number: int, trick: Trick) -> str:
    assert trick.winner is not None
    cards = " ".join(card.code for card in trick.cards)
    return _entry(f"trick {number}", f"{COMPASS[trick.leader]}: {cards}, {COMPASS[trick.winner]} takes it")


def _result(record: DealRecord) -> list[str]:
    lines = [
        f"{'/'.join(COMPASS[s] for s in line.seats)} {line.points} {line.reason}" for line in record.lines
    ]
    return [
        _entry("result", _outcome(record) + (", ended early" if record.ended_early else "")),
        *(_entry("score", line) for line in lines),
    ]


def _outcome(record: DealRecord) -> str:
    contract = record.contract
    if contract is None:
        return "thrown in"
    bid = bid_code(Bid(contract.level, contract.denomination)) + STAKES[contract.stake]
    side = " and ".join(COMPASS[seat] for seat in record.declaring_side)
    verdict = "made" if record.declaring_tricks >= contract.target else "beaten"
    return f"{bid} by {side}: {record.declaring_tricks} of {contract.target} tricks, {verdict}"
