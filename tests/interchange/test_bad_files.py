"""Files that are not what they should be: each refused with its reason, line and tag, and nothing taken."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine_server.interchange.boards import BoardRecord
from engine_server.interchange.files import MOST_BYTES
from engine_server.interchange.lin import export_lin
from engine_server.interchange.lin_reading import import_lin
from engine_server.interchange.pbn import export_pbn
from engine_server.interchange.pbn_reading import import_pbn
from engine_server.interchange.problems import Fault, FileRefused, Problem
from tests.interchange.recorded import real_boards
from tests.interchange.test_traps import CALLS, CARDS, DEAL, FIRST_ROWS, FULL, HANDS, NORTH, SOUTH, game, lin

Read: TypeAlias = Callable[[bytes | str], tuple[BoardRecord, ...]]
GOOD = game(FULL)
PLAYED = game(FULL, f'[Play "E"]\n{FIRST_ROWS}*')
AFTER_GOOD = GOOD.count("\n") + 1
"""Lines before the first of a second game."""


def pbn_problem(content: bytes | str) -> Problem:
    """Why a PBN file is refused."""
    with pytest.raises(FileRefused) as refused:
        import_pbn(content)
    return refused.value.problem


def lin_problem(content: bytes | str) -> Problem:
    """Why a LIN file is refused."""
    with pytest.raises(FileRefused) as refused:
        import_lin(content)
    return refused.value.problem


def outcome_of(content: bytes | str, read: Read = import_pbn) -> tuple[BoardRecord, ...] | Problem:
    """The boards of a file, or why it is refused."""
    try:
        return read(content)
    except FileRefused as refused:
        return refused.problem


TAGS = [
    ({"Deal": DEAL.replace("A97", "AA7")}, Fault.CARD_TWICE, 4, "Deal"),
    ({"Deal": DEAL.replace("QJ8", "AJ8")}, Fault.CARD_TWICE, 4, "Deal"),
    ({"Deal": DEAL.replace("A97", "A9")}, Fault.HAND_SIZE, 4, "Deal"),
    ({"Deal": DEAL.replace("A97", "A9").replace("QJ8", "QJ87")}, Fault.HAND_SIZE, 4, "Deal"),
    ({"Deal": DEAL.replace("A97", "A91")}, Fault.CARD_UNKNOWN, 4, "Deal"),
    ({"Deal": "N:" + " ".join([*DEAL[2:].split()[:2], "-", "-"])}, Fault.HANDS_MISSING, 4, "Deal"),
    ({"Deal": DEAL.rsplit(" ", 1)[0]}, Fault.TAG_MALFORMED, 4, "Deal"),
    ({"Deal": DEAL.replace("A97.", "A97")}, Fault.TAG_MALFORMED, 4, "Deal"),
    ({"Deal": DEAL.replace("N:", "Q:")}, Fault.TAG_MALFORMED, 4, "Deal"),
    ({"Deal": ""}, Fault.TAG_MISSING, 1, "Deal"),
    ({"Deal": "?"}, Fault.TAG_MISSING, 4, "Deal"),
    ({"Board": "two"}, Fault.TAG_MALFORMED, 1, "Board"),
    ({"Board": "0"}, Fault.TAG_MALFORMED, 1, "Board"),
    ({"Dealer": "X"}, Fault.TAG_MALFORMED, 2, "Dealer"),
    ({"Vulnerable": "NSEW"}, Fault.TAG_MALFORMED, 3, "Vulnerable"),
    ({"Contract": "8S"}, Fault.TAG_MALFORMED, 6, "Contract"),
    ({"Contract": "4SXXX"}, Fault.TAG_MALFORMED, 6, "Contract"),
    ({"Result": "14"}, Fault.TAG_MALFORMED, 7, "Result"),
    ({"Result": "nine"}, Fault.TAG_MALFORMED, 7, "Result"),
    ({"Result": "NS 9 EW 5"}, Fault.TAG_CONTRADICTS, 7, "Result"),
    ({"Declarer": "S"}, Fault.TAG_CONTRADICTS, 5, "Declarer"),
    ({"Declarer": "E"}, Fault.TAG_CONTRADICTS, 5, "Declarer"),
    ({"Contract": "1NTX"}, Fault.TAG_CONTRADICTS, 6, "Contract"),
    ({"Contract": "3NT"}, Fault.TAG_CONTRADICTS, 6, "Contract"),
    ({"Contract": "Pass", "Declarer": ""}, Fault.TAG_CONTRADICTS, 5, "Contract"),
    ({"Contract": "Pass"}, Fault.TAG_CONTRADICTS, 5, "Declarer"),
    ({"Dealer": "N"}, Fault.TAG_CONTRADICTS, 8, "Auction"),
    ({"Dealer": "N", "Declarer": "", "Contract": ""}, Fault.TAG_CONTRADICTS, 6, "Auction"),
    ({"Declarer": "^N"}, Fault.IRREGULARITY, 5, "Declarer"),
    ({"Result": "9\x01"}, Fault.TAG_MALFORMED, 7, "Result"),
]


@pytest.mark.parametrize(("tags", "fault", "line", "tag"), TAGS)
def test_a_wrong_tag_is_named_with_its_line_also_in_a_later_game(
    tags: dict[str, str], fault: Fault, line: int, tag: str
) -> None:
    bad = game(FULL, **tags)
    assert pbn_problem(bad) == Problem(fault, line, tag)
    assert pbn_problem(f"{GOOD}\n{bad}") == Problem(fault, AFTER_GOOD + line, tag)
    assert pbn_problem(f"{bad}\n{GOOD}") == Problem(fault, line, tag)


def test_a_contract_without_declarer_is_none() -> None:
    assert pbn_problem(game(Declarer="")) == Problem(Fault.TAG_MISSING, 1, "Declarer")


AUCTIONS = [
    ("Pass Pass 1C Pass\n1C AP", Fault.CALL_ILLEGAL, 10),
    ("Pass Pass 1C Pass\nX AP", Fault.CALL_ILLEGAL, 10),
    ("Pass Pass 1C Pass\n1H XX AP", Fault.CALL_ILLEGAL, 10),
    ("Pass Pass 1NT Pass Pass Pass\n2C", Fault.CALL_ILLEGAL, 10),
    ("Pass Pass Pass Pass\nPass", Fault.CALL_ILLEGAL, 10),
    ("Pass Pass 1NT\nAP 2C", Fault.TOKEN_UNKNOWN, 10),
    ("Pass Pass\n8C AP", Fault.TOKEN_UNKNOWN, 10),
    ("Pass Pass\n1C # AP", Fault.TOKEN_UNKNOWN, 10),
    ("Pass ^S 1C AP", Fault.IRREGULARITY, 9),
    ("1D ^I 1C AP", Fault.IRREGULARITY, 9),
]


@pytest.mark.parametrize(("auction", "fault", "line"), AUCTIONS)
def test_a_wrong_call_is_named_with_its_line(auction: str, fault: Fault, line: int) -> None:
    assert pbn_problem(game(f'[Auction "S"]\n{auction}')) == Problem(fault, line, "Auction")


PLAYS = [
    ("SQ S3 S6 SK\n*", Fault.CARD_ILLEGAL, 11),  # not North's card
    ("SQ S3 S6 SA\nDQ DA D3 HA\n*", Fault.CARD_ILLEGAL, 12),  # North leads a heart, East has one
    ("SQ S3 S6 SA\nDQ DA D3 SA\n*", Fault.CARD_TWICE, 12),
    ("SQ S3 S6 D2\n*", Fault.CARD_ILLEGAL, 11),  # does not follow suit
    ("SQ S3 S6 S1\n*", Fault.CARD_UNKNOWN, 11),
    ("SQ S3 S6 XX\n*", Fault.CARD_UNKNOWN, 11),
    ("SQ - S6 SA\n*", Fault.PLAY_GAP, 11),
    ("SQ S3 S6 -\nDQ DA D3 DT\n*", Fault.PLAY_GAP, 12),
    ("SQ ^R H3 S6 SA\n*", Fault.IRREGULARITY, 11),
    ("SQ S3 S6 SA\n*\nDQ DA D3 DT", Fault.TOKEN_UNKNOWN, 13),
]


@pytest.mark.parametrize(("play", "fault", "line"), PLAYS)
def test_a_wrong_card_is_named_with_its_line(play: str, fault: Fault, line: int) -> None:
    assert pbn_problem(game(FULL, f'[Play "E"]\n{play}\n')) == Problem(fault, line, "Play")


def test_tags_of_the_outcome_and_the_play_may_not_contradict_each_other() -> None:
    south_leads = game(FULL, f'[Play "S"]\n{FIRST_ROWS}*')
    assert pbn_problem(south_leads) == Problem(Fault.TAG_CONTRADICTS, 10, "Play")
    for tricks in ("2", "13"):  # after three tricks, all of the declarer's side
        bad = game(FULL, f'[Play "E"]\n{FIRST_ROWS}*', Result=tricks)
        if tricks == "2":
            assert pbn_problem(bad) == Problem(Fault.TAG_CONTRADICTS, 7, "Result")
        else:
            assert import_pbn(bad)[0].declarer_tricks == 13
    whole = export_pbn(real_boards()[:1])
    assert '[Result "9"]' in whole
    assert pbn_problem(whole.replace('[Result "9"]', '[Result "10"]')).tag == "Result"
    nothing = {"Declarer": "", "Contract": "Pass", "Result": ""}
    passed = game('[Auction "S"]\nAP', f'[Play "E"]\n{FIRST_ROWS}*', **nothing)
    assert pbn_problem(passed) == Problem(Fault.TAG_CONTRADICTS, 8, "Play")


def test_the_same_tag_twice_is_ignored_unless_it_says_something_else() -> None:
    assert import_pbn(GOOD + '[Dealer "S"]\n[Event "late"]\n') == import_pbn(GOOD + '[Event "late"]\n')
    assert pbn_problem(GOOD + '[Dealer "N"]\n') == Problem(Fault.TAG_CONTRADICTS, 10, "Dealer")


def test_a_section_is_never_inherited() -> None:
    bad = f"{GOOD}\n" + game('[Auction "#"]\n')
    assert pbn_problem(bad) == Problem(Fault.TAG_MALFORMED, AFTER_GOOD + 8, "Auction")


BROKEN = [
    (GOOD + '[Play "E', Fault.FILE_TRUNCATED, 10, "Play"),
    (GOOD + "[Pl", Fault.FILE_TRUNCATED, 10, "Pl"),
    (GOOD + "{ a comment", Fault.FILE_TRUNCATED, 10, ""),
    (game('[Auction "S"]\nPass Pass 1C Pass\n1H'), Fault.FILE_TRUNCATED, 10, "Auction"),
    (game(FULL, '[Play "E"]\nSQ S3 S6 SA\nDQ DA'), Fault.FILE_TRUNCATED, 12, "Play"),
    (game(FULL, f'[Play "E"]\n{FIRST_ROWS}', Result=""), Fault.FILE_TRUNCATED, 12, "Play"),
    ('[Board 1]\n[Deal "x"]\n', Fault.TAG_MALFORMED, 1, "Board"),
    ('[Board "1"\n"]\n', Fault.TAG_MALFORMED, 1, "Board"),
    ("what is this?\n", Fault.TOKEN_UNKNOWN, 1, ""),
    (GOOD + '\n"\n', Fault.TOKEN_UNKNOWN, 11, ""),
    ("", Fault.FILE_EMPTY, 1, ""),
    ("% PBN 2.1\n\n; nothing\n", Fault.FILE_EMPTY, 1, ""),
    (b"PK\x03\x04\x00\x00", Fault.TEXT_UNREADABLE, 1, ""),
    (GOOD.encode("utf-16"), Fault.TEXT_UNREADABLE, 1, ""),
    (b" " * (MOST_BYTES + 1), Fault.FILE_TOO_LARGE, 1, ""),
]


@pytest.mark.parametrize(("content", "fault", "line", "tag"), BROKEN)
def test_a_broken_file_says_how(content: bytes | str, fault: Fault, line: int, tag: str) -> None:
    assert pbn_problem(content) == Problem(fault, line, tag)


def test_an_export_cut_off_anywhere_in_its_last_game_is_never_taken_for_more() -> None:
    boards = real_boards()[4:6]  # the second ends with a claim
    text = export_pbn(boards)
    begins = text.index('[Event "deal11"]')
    outcomes = [outcome_of(text[:end]) for end in range(begins + 1, len(text) - 2)]
    assert {outcome.fault for outcome in outcomes if isinstance(outcome, Problem)} == {Fault.FILE_TRUNCATED}
    taken = [outcome for outcome in outcomes if not isinstance(outcome, Problem)]
    assert all(read[0] == boards[0] and read[1].contract == boards[1].contract for read in taken)
    assert len(taken) < 25  # between two sections nothing tells that another one was to come


def test_a_refusal_names_no_card() -> None:
    for text in (game(FULL, Deal=DEAL.replace("QJ8", "AJ8")), game(FULL, '[Play "E"]\nSQ S3 S6 SK\n*')):
        assert str(pbn_problem(text)) in (
            "CARD_TWICE in line 4, Deal",
            "CARD_ILLEGAL in line 11, Play",
        )


# --- LIN -----------------------------------------------------------------------------------------------

LIN = [
    (lin(HANDS.replace("SA97", "SA9K")), Fault.CARD_TWICE, 1, "md"),
    (lin(HANDS.replace("SA97", "SA9")), Fault.HAND_SIZE, 1, "md"),
    (lin(HANDS.replace("SA97", "SA9Z")), Fault.CARD_UNKNOWN, 1, "md"),
    (lin(f"1{SOUTH},,{NORTH},"), Fault.HANDS_MISSING, 1, "md"),
    (lin(f"5{HANDS[1:]}"), Fault.TAG_MALFORMED, 1, "md"),
    (lin(HANDS.replace("SA97", "A97")), Fault.TAG_MALFORMED, 1, "md"),
    (lin(calls=CALLS.replace("mb|1H|", "mb|1C|")), Fault.CALL_ILLEGAL, 1, "mb"),
    (lin(calls=CALLS.replace("mb|1H|", "mb|r|")), Fault.CALL_ILLEGAL, 1, "mb"),
    (lin(calls=CALLS.replace("mb|1H|", "\nmb|9H|")), Fault.TOKEN_UNKNOWN, 2, "mb"),
    (lin(calls=CALLS + "mb|p|"), Fault.CALL_ILLEGAL, 1, "mb"),
    (lin(cards=CARDS.replace("pc|DT", "\npc|CT")), Fault.CARD_ILLEGAL, 2, "pc"),
    (lin(cards=CARDS.replace("pc|DT", "pc|SQ")), Fault.CARD_TWICE, 1, "pc"),
    (lin(cards=CARDS.replace("pc|DT", "pc|D1")), Fault.CARD_UNKNOWN, 1, "pc"),
    (lin(end="mc|1|"), Fault.TAG_CONTRADICTS, 1, "mc"),
    (lin(end="\nmc|14|"), Fault.TAG_CONTRADICTS, 2, "mc"),
    (lin(end="mc|all|"), Fault.TAG_MALFORMED, 1, "mc"),
    (lin(end="mc|9|mc|10|"), Fault.TAG_CONTRADICTS, 1, "mc"),
    (lin(calls="", cards=CARDS, end=""), Fault.TAG_CONTRADICTS, 1, "pc"),
    (lin(calls="", cards=""), Fault.TAG_CONTRADICTS, 1, "mc"),
    (lin().replace("sv|n", "sv|x"), Fault.TAG_MALFORMED, 1, "sv"),
    (lin().replace("sv|n|", "sv|n|sv|e|"), Fault.TAG_CONTRADICTS, 1, "sv"),
    (lin(calls="mb|p|mb|1C|", cards="", end=""), Fault.FILE_TRUNCATED, 1, "mb"),
    (lin(cards=CARDS + "pc|DJ|", end=""), Fault.FILE_TRUNCATED, 1, "pc"),
    (lin() + "\nqx|o2|md|1SA", Fault.FILE_TRUNCATED, 3, "md"),
    (lin() + "mb", Fault.FILE_TRUNCATED, 2, "mb"),
    ("", Fault.FILE_EMPTY, 1, ""),
    ("pn|a,b,c,d|", Fault.FILE_EMPTY, 1, ""),
    (b"md|\x00|", Fault.TEXT_UNREADABLE, 1, ""),
]


@pytest.mark.parametrize(("content", "fault", "line", "tag"), LIN)
def test_a_broken_lin_file_says_how(content: bytes | str, fault: Fault, line: int, tag: str) -> None:
    assert lin_problem(content) == Problem(fault, line, tag)


# --- anything at all -----------------------------------------------------------------------------------

TWO = real_boards()[4:6]
WHOLE: dict[Read, str] = {import_pbn: export_pbn(TWO), import_lin: export_lin(TWO)}
BITS = [*'[]"{};%|-*+#', "\n", "\n\n", "^R", "##x", "AP", "SA", "1C"]
ODD = ["\x85", "\xa0", "\x00", "²", "٣", "9" * 40]
WORDS = [*BITS, *ODD, "Pass", "X", "md|", "pc|", "mb|", "mc|", "N:", "[Deal"]


def read_or_refuse(content: bytes | str) -> None:
    """Either kind of import gives boards or a refusal, and nothing else happens."""
    for read in (import_pbn, import_lin):
        outcome = outcome_of(content, read)
        assert outcome.line >= 1 if isinstance(outcome, Problem) else outcome


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(content: bytes) -> None:
    read_or_refuse(content)


@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=4), max_size=30))
def test_any_words_are_read_or_refused(words: list[str]) -> None:
    read_or_refuse(" ".join(words))
    read_or_refuse("".join(words).encode("utf-8", "surrogatepass"))


@settings(max_examples=150)
@given(st.sampled_from(list(WHOLE)), st.data())
def test_a_good_file_with_something_changed_is_read_or_refused(read: Read, data: st.DataObject) -> None:
    text = WHOLE[read]
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 12)))
    changed = text[:start] + data.draw(st.sampled_from(WORDS) | st.text(max_size=3)) + text[end:]
    read_or_refuse(changed)
