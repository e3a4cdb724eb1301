"""A program nobody here wrote reads what we write, and we read what it writes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine_server.interchange.boards import BoardRecord, Vulnerable
from engine_server.interchange.lin import export_lin
from engine_server.interchange.lin_reading import import_lin
from engine_server.interchange.pbn import export_pbn
from engine_server.interchange.pbn_reading import import_pbn
from engine_server.rules.contracts import BOOK
from engine_server.rules.moves import Bid, Pass
from engine_server.rules.variant import COMPASS
from tests.interchange.recorded import random_boards, real_boards

# ruff: noqa: ANN401 - endplay has no types
pytest.importorskip("endplay", reason="endplay, in the development lock, reads and writes PBN and LIN")
pbn = pytest.importorskip("endplay.parsers.pbn")
lin = pytest.importorskip("endplay.parsers.lin")

BOARDS = [*real_boards(), *random_boards(60, seed=5)]
VULNERABLE = (Vulnerable.NONE, Vulnerable.BOTH, Vulnerable.NS, Vulnerable.EW)
"""In its order."""


def said_by_endplay(theirs: Any) -> dict[str, object]:
    """What endplay understood of a board."""
    contract = theirs.contract
    played = contract is not None and not contract.is_passout()
    return {
        "dealer": theirs.dealer.abbr,
        "vulnerable": VULNERABLE[theirs.vul],
        "deal": theirs.deal.to_pbn().split(":", 1)[1],
        "calls": list(map(call_text, theirs.auction)),
        "contract": contract_of(contract) if played else None,
        "declarer": contract.declarer.abbr if played else None,
        "play": [f"{card.suit.name[0].upper()}{card.rank.abbr}" for card in theirs.play],
    }


def contract_of(contract: Any) -> tuple[int, str, str]:
    """A contract of theirs: level, denomination, doubling."""
    return contract.level, contract.denom.name[0].upper(), contract.penalty.abbr


def call_text(call: Any) -> str:
    """A call of theirs as text."""
    if hasattr(call, "level"):
        return f"{call.level}{call.denom.name[0].upper()}"
    return str(call.penalty.abbr).upper() or "P"


def said_by_us(ours: BoardRecord, first: str) -> dict[str, object]:
    """The same of a board of ours; the hands from a seat on."""
    contract = ours.contract
    return {
        "dealer": COMPASS[ours.dealer],
        "vulnerable": ours.vulnerable,
        "deal": hands_from(ours, first),
        "calls": [our_call(made.call) for made in ours.calls],
        "contract": None
        if contract is None
        else (contract.level, "CDHSN"[contract.denomination], {1: "", 2: "x", 4: "xx"}[contract.stake]),
        "declarer": None if contract is None else COMPASS[contract.declarer],
        "play": [card.code for trick in ours.tricks for card in trick.cards],
    }


def our_call(call: object) -> str:
    """A call of ours as text."""
    if isinstance(call, Bid):
        return f"{call.level}{'CDHSN'[call.denomination]}"
    return "P" if isinstance(call, Pass) else "X" if type(call).__name__ == "Double" else "XX"


def hands_from(ours: BoardRecord, first: str) -> str:
    """The hands as PBN has them."""
    start = COMPASS.index(first)
    texts = []
    for step in range(4):
        hand = ours.hands[(start + step) % 4]
        texts.append(".".join("".join(c.code[1] for c in hand if c.code[0] == suit) for suit in "SHDC"))
    return " ".join(texts)


def first_of(theirs: Any) -> str:
    """The seat its deal begins with."""
    return str(theirs.deal.to_pbn()[0])


def test_endplay_reads_our_pbn() -> None:
    read = pbn.loads(export_pbn(BOARDS).replace("\r\n", "\n") + "\n")
    assert len(read) == len(BOARDS)
    for ours, theirs in zip(BOARDS, read, strict=True):
        assert said_by_endplay(theirs) == said_by_us(ours, first_of(theirs))
        assert theirs.board_num == ours.board
        assert theirs.claimed == (ours.claimed and bool(ours.tricks))
        if ours.contract is not None and ours.declarer_tricks is not None:
            assert theirs.contract.result == ours.declarer_tricks - ours.contract.level - BOOK


def test_endplay_reads_our_lin() -> None:
    read = lin.loads(export_lin(BOARDS).replace("\n", ""))
    assert len(read) == len(BOARDS)
    for ours, theirs in zip(BOARDS, read, strict=True):
        assert said_by_endplay(theirs) == said_by_us(ours, first_of(theirs))
        assert theirs.board_num == ours.board
        if ours.claimed and ours.contract is not None and ours.declarer_tricks is not None:
            assert theirs.contract.result == ours.declarer_tricks - ours.contract.level - BOOK


def test_we_read_the_pbn_that_endplay_writes() -> None:
    theirs = pbn.loads(export_pbn(BOARDS).replace("\r\n", "\n") + "\n")
    assert import_pbn(pbn.dumps(theirs)) == tuple(BOARDS)


def test_we_read_the_lin_that_endplay_writes() -> None:
    """It leaves the fourth hand out, and writes claims with the declarer's total."""
    theirs = pbn.loads(export_pbn(BOARDS).replace("\r\n", "\n") + "\n")
    for ours, board in zip(BOARDS, theirs, strict=True):
        (read,) = import_lin(lin.dumps([board]))
        told = not ours.claimed or board.claimed  # it knows of no claim where no card was played
        tricks = ours.declarer_tricks if told else None
        names = ("Nora", "Emil", "Sara", "Wim") if ours.event else read.names
        assert read == replace(ours, score_ns=None, event="", names=names, declarer_tricks=tricks)
