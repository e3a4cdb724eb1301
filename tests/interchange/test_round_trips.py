"""What is written is read again: real deals and random ones, in both forms."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from engine_server.interchange.boards import NOBODY, BoardRecord
from engine_server.interchange.lin import export_lin
from engine_server.interchange.lin_reading import import_lin
from engine_server.interchange.pbn import export_pbn
from engine_server.interchange.pbn_reading import MANDATORY, import_pbn
from engine_server.interchange.problems import NotABoard
from engine_server.rules.cards import card_of
from engine_server.rules.moves import PASS, SeatCall
from tests.interchange.recorded import random_boards, real_boards

RANDOM_DEALS = 493


def as_lin_knows_it(board: BoardRecord) -> BoardRecord:
    """LIN has neither score nor event."""
    return replace(board, score_ns=None, event="")


def test_real_deals_come_back_from_pbn() -> None:
    boards = real_boards()
    assert len(boards) == 32
    assert import_pbn(export_pbn(boards)) == tuple(boards)
    assert import_pbn(export_pbn(boards).encode("latin-1")) == tuple(boards)


def test_real_deals_come_back_from_lin() -> None:
    boards = real_boards()
    assert import_lin(export_lin(boards)) == tuple(map(as_lin_knows_it, boards))


def test_random_deals_come_back_from_pbn_and_lin() -> None:
    boards = random_boards(RANDOM_DEALS, seed=21)
    assert any(board.passed_out for board in boards)
    assert any(board.claimed and not board.tricks for board in boards)
    assert any(board.claimed and board.tricks and board.tricks[-1].winner is None for board in boards)
    assert import_pbn(export_pbn(boards)) == tuple(boards)
    assert import_lin(export_lin(boards)) == tuple(map(as_lin_knows_it, boards))


def test_an_export_has_the_lines_that_the_standard_asks_for() -> None:
    text = export_pbn(real_boards())
    lines = text.split("\r\n")
    assert lines[:2] == ["% PBN 2.1", "% EXPORT"]
    assert lines[-1] == ""
    assert "\n" not in text.replace("\r\n", "")
    assert max(map(len, lines)) <= 253
    for game in text.split("\r\n\r\n"):
        names = re.findall(r"^\[(\w+) ", game, re.MULTILINE)
        assert names[:15] == list(MANDATORY)
        assert names[15:] == ["Score", "Auction", "Play"]
        dealer = re.search(r'\[Dealer "(.)"\]', game)
        assert dealer is not None
        assert f'[Deal "{dealer[1]}:' in game
        assert f'[Auction "{dealer[1]}"]' in game


def test_columns_of_the_play_belong_to_hands() -> None:
    board = real_boards()[0]
    text = export_pbn([board])
    rows = text.split('[Play "E"]\r\n')[1].split("\r\n")
    assert rows[0] == "SQ S3 S6 SA"
    assert rows[1] == "DQ DA D3 DT"  # North won and led the ten


def test_a_claim_ends_with_a_star_and_what_was_not_played_is_a_hyphen() -> None:
    board = next(b for b in real_boards() if b.claimed and len(b.tricks[-1].cards) == 1)
    rows = export_pbn([board]).rstrip().split("\r\n")
    assert rows[-1] == "*"
    assert sorted(rows[-2].split())[:3] == ["-", "-", "-"]


def test_a_passed_out_board_says_so() -> None:
    board = next(b for b in random_boards(200, seed=3) if b.passed_out)
    text = export_pbn([board])
    assert '[Declarer ""]\r\n[Contract "Pass"]\r\n[Result ""]' in text
    assert text.rstrip().endswith("Pass Pass Pass Pass")
    assert export_lin([board]).count("mb|p|") == 4


def test_an_unfinished_board_is_to_be_continued() -> None:
    whole = real_boards()[0]
    for tricks in (whole.tricks[:3], (*whole.tricks[:3], whole.tricks[3]._replace(cards=(), winner=None))):
        played = tuple(trick for trick in tricks if trick.cards)
        board = replace(whole, tricks=played, declarer_tricks=None, score_ns=None)
        text = export_pbn([board])
        assert "+" in text.split("[Play")[1]
        assert import_pbn(text) == (board,)
    bidding = replace(whole, calls=whole.calls[:3], contract=None, tricks=(), declarer_tricks=None)
    assert export_pbn([bidding]).rstrip().endswith("+")
    assert import_pbn(export_pbn([bidding])) == (bidding,)


def test_names_are_escaped_and_cut_and_only_those_given_are_written() -> None:
    names = ('Ann "Ace" \\ O\'Hara', "Bo\nris\t", "Zoé", "x" * 400)
    board = replace(real_boards()[0], names=names)
    text = export_pbn([board])
    assert '[North "Ann \\"Ace\\" \\\\ O\'Hara"]' in text
    assert max(map(len, text.split("\r\n"))) == 253
    read = import_pbn(text.encode("latin-1"))[0]
    assert read.names[0] == names[0]
    assert read.names[2] == "Zoé"
    assert read.names[3] == "x" * 244
    assert read.names[1].split() == ["Bo", "ris"]
    nameless = export_pbn([replace(board, names=NOBODY)])
    assert [f'[{seat} "?"]' in nameless for seat in ("North", "East", "South", "West")] == [True] * 4


def test_what_the_notation_cannot_say_is_a_question_mark_there_and_stays_in_lin() -> None:
    board = replace(real_boards()[0], names=("小明", "", "a|b,c", ""))
    assert '[North "??"]' in export_pbn([board])
    export_pbn([board]).encode("latin-1")
    read = import_lin(export_lin([board]).encode("utf-8"))[0]
    assert read.names == ("小明", "", "a b c", "")


def test_a_hidden_partner_has_a_tag_in_pbn_and_no_place_in_lin() -> None:
    whole = next(b for b in real_boards() if b.contract and b.played_out and b.contract.stake == 1)
    assert whole.contract is not None
    bid = next(made.call for made in reversed(whole.calls) if made.call != PASS)
    declarer = whole.contract.declarer
    passes = [SeatCall((declarer + step) % 4, PASS) for step in (1, 2, 3)]
    calls = (SeatCall(declarer, bid), *passes)
    board = replace(whole, dealer=declarer, calls=calls, called=whole.hands[(declarer + 2) % 4][0])
    assert import_pbn(export_pbn([board])) == (board,)
    with pytest.raises(NotABoard):
        export_lin([board])


def test_lin_needs_the_calls_of_a_contract() -> None:
    board = replace(real_boards()[0], calls=())
    assert import_pbn(export_pbn([board])) == (board,)
    with pytest.raises(NotABoard):
        export_lin([board])
    assert card_of("SA") in {card for hand in board.hands for card in hand}
