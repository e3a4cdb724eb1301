"""`python -m engine_server replay` with PBN and LIN: boards scored again, results compared, faults named."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest

from engine_server.__main__ import main
from engine_server.game.record import DealRecord
from engine_server.game.scored import ScoredDeal, ScoredMatch
from engine_server.interchange.boards import BoardRecord
from engine_server.interchange.exporting import Format, exported
from engine_server.interchange.lin import export_lin
from engine_server.interchange.pbn import export_pbn
from engine_server.interchange.pbn_reading import import_pbn
from engine_server.interchange.problems import Fault
from engine_server.interchange.rescoring import is_duplicate, rescored, results_by_board
from engine_server.interchange.telling_apart import format_of
from engine_server.report import fault_id
from engine_server.rules.boards import NORTH_SOUTH
from engine_server.rules.cards import Denomination
from engine_server.rules.comparing import imps, matchpoints
from engine_server.rules.contracts import Contract
from engine_server.words.languages import COMPLETE, Language
from engine_server.words.sentences import sentence
from engine_server.words.written import write
from tests.interchange.matches import played_match
from tests.interchange.recorded import random_boards, real_boards, real_deals
from tests.interchange.test_logs import GOOD as GOOD_LOG
from tests.interchange.test_traps import DEAL, FIRST_ROWS, FULL, game, lin

Replay: TypeAlias = Callable[..., tuple[int, str, str]]
EXPORTED_BOARDS = ("floating", "singapore", "minibridge", "rubber", "chicago", "duplicate")
NUMBERED = [replace(board, event="") for board in real_boards()]


@pytest.fixture
def replay(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Replay:
    """The command, with a file of any name: its answer, what it prints and what it complains of."""
    for name in ("FOURTH_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)

    def run(content: bytes | str, *flags: str, name: str = "boards") -> tuple[int, str, str]:
        file = tmp_path / name
        file.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
        code = main(["replay", str(file), *flags])
        return code, *capsys.readouterr()

    return run


def printed(replay: Replay, content: bytes | str, *flags: str) -> str:
    """The report on a file that holds."""
    code, told, complaint = replay(content, *flags)
    assert (code, complaint) == (0, "")
    return told


def three_tables() -> list[BoardRecord]:
    """Board 2, North-South vulnerable, at three tables: 4♠ made, 2♠ with two over, 4♠ one down."""
    (bare,) = import_pbn(game(Board="2", Dealer="E"))
    spades = [(4, 10), (2, 10), (4, 9)]
    return [
        replace(bare, contract=Contract(2, level, Denomination.SPADES), declarer_tricks=tricks)
        for level, tricks in spades
    ]


# --- the kinds of files --------------------------------------------------------------------------------

KINDS = [
    (GOOD_LOG, Format.LOG),
    ("\ufeff \n" + GOOD_LOG, Format.LOG),
    ("{", Format.LOG),
    (game(FULL), Format.PBN),
    ("{ a comment with pn|a,b| in it }\n" + game(FULL), Format.PBN),
    ("; md|1|\n" + game(FULL), Format.PBN),
    (export_pbn(NUMBERED), Format.PBN),
    ("", Format.PBN),
    ("what is this?", Format.PBN),
    (lin(), Format.LIN),
    (lin().upper(), Format.LIN),
    ("\r\n" + lin().replace("pn|", "vg|Cup,Final|\npn|"), Format.LIN),
    ("a line of somebody's mail\n" + lin(), Format.LIN),
    ("A LINE OF MAIL\n" + lin().upper(), Format.LIN),
    ('nt|they said\n[Board "1"]|' + lin(), Format.LIN),
]


@pytest.mark.parametrize(("text", "kind"), KINDS)
def test_files_are_told_apart_by_what_stands_in_them(text: str, kind: Format) -> None:
    assert format_of(text) is kind
    assert format_of(text.encode("utf-8")) is kind


def test_the_name_of_a_file_says_nothing(replay: Replay) -> None:
    contents = (GOOD_LOG, game(FULL), lin())
    by_name = {
        name: [replay(text, name=name) for text in contents] for name in ("a.json", "a.pbn", "a.lin", "a")
    }
    assert len({str(answers) for answers in by_name.values()}) == 1
    log, pbn, bbo = by_name["a"]
    assert log[1].endswith("every seal true.\n")
    assert "Board 1, dealer South, North-South vulnerable\n  1NT +2 by North" in pbn[1]
    assert "Board 1, dealer South, North-South vulnerable\n  1NT +2 by North" in bbo[1]


# --- the report ----------------------------------------------------------------------------------------


def test_a_board_with_number_dealer_danger_contract_tricks_and_score(replay: Replay) -> None:
    assert printed(replay, lin()) == (
        "North: Nora\nEast: Emil\nSouth: Sara\nWest: Wim\n\n"
        "Board 1, dealer South, North-South vulnerable\n"
        "  1NT +2 by North, made 9 tricks\n"
        "    North-South: 150\n\n"
        "1 result, scored by duplicate rules.\n"
    )


ENDED = [
    ({"Contract": "4SXX", "Result": "10", "Vulnerable": "None"}, "4♠XX = by North, made 10 tricks", "880"),
    ({"Contract": "4SX", "Result": "8", "Vulnerable": "All"}, "4♠X −2 by North, made 8 tricks", "−500"),
    ({"Contract": "7NT", "Declarer": "W", "Result": "13"}, "7NT = by West, made 13 tricks", "−1520"),
    (
        {"Contract": "3D", "Declarer": "E", "Result": "0", "Vulnerable": "EW"},
        "3♦ −9 by East, made 0 tricks",
        "900",
    ),
    ({"Contract": "1C", "Declarer": "S", "Result": "8"}, "1♣ +1 by South, made 8 tricks", "90"),
    ({"Contract": "Pass", "Declarer": "", "Result": ""}, "all passed", "0"),
]


@pytest.mark.parametrize(("tags", "ended", "score"), ENDED)
def test_every_end_of_a_board(replay: Replay, tags: dict[str, str], ended: str, score: str) -> None:
    assert f"\n  {ended}\n    North-South: {score}\n" in printed(replay, game(**tags))


UNKNOWN = [
    (game(Declarer="", Contract="", Result=""), "no contract"),
    (game('[Auction "S"]\nPass 1C +', Declarer="?", Contract="?", Result="?"), "no contract"),
    (game(Result="?"), "1NT by North, result not known"),
    (game(Result="?", Score="NS 150"), "1NT by North, result not known"),
    (lin(calls="", cards="", end=""), "no contract"),
    (lin(end=""), "1NT by North, result not known"),
]


@pytest.mark.parametrize(("content", "said"), UNKNOWN)
def test_a_board_without_contract_or_result_says_so(replay: Replay, content: str, said: str) -> None:
    told = printed(replay, content)
    assert f"\n  {said}\n\n0 results, scored by duplicate rules.\n" in told
    assert "North-South:" not in told


def test_a_board_without_a_number_is_called_so(replay: Replay) -> None:
    assert printed(replay, game(Board="")).startswith("Board without a number, dealer South, North-South v")


def test_the_score_is_that_of_the_duplicate_table(replay: Replay) -> None:
    told = printed(replay, export_pbn(real_boards()))
    scores = [str(deal["score_ns"]).replace("-", "−") for deal in real_deals()]
    assert [line.partition(": ")[2] for line in told.splitlines() if "North-South: " in line] == scores


# --- several tables ------------------------------------------------------------------------------------


def test_results_of_one_board_have_matchpoints_and_of_two_the_imps(replay: Replay) -> None:
    made, partial, down = three_tables()
    three = printed(replay, export_pbn([made, partial, down]))
    assert three.count("Board 2, dealer East, North-South vulnerable\n") == 1
    assert "    North-South: 620, 4 matchpoints\n" in three
    assert "    North-South: 170, 2 matchpoints\n" in three
    assert "    North-South: −100, 0 matchpoints\n" in three
    assert "IMP" not in three
    two = printed(replay, export_pbn([made, partial]))
    assert "    North-South: 620, 2 matchpoints, 10 IMPs\n" in two
    assert "    North-South: 170, 0 matchpoints, −10 IMPs\n" in two
    even = printed(replay, export_pbn([made, made]))
    assert even.count("    North-South: 620, 1 matchpoint, 0 IMPs\n") == 2
    assert "matchpoint" not in printed(replay, export_pbn([made]))


def test_only_the_same_board_is_compared_wherever_it_stands() -> None:
    made, partial, down = three_tables()
    others = [
        replace(partial, board=3),
        replace(partial, hands=(*made.hands[2:], *made.hands[:2])),
        replace(partial, dealer=0),
    ]
    groups = results_by_board([made, *others, down])
    assert [len(group) for group in groups] == [2, 1, 1, 1]
    assert [(one.score, one.imps) for one in groups[0]] == [(620, imps(720)), (-100, -imps(720))]
    assert all(group[0].matchpoints is None for group in groups[1:])


def test_a_result_that_is_not_known_takes_no_part(replay: Replay) -> None:
    made, partial, down = three_tables()
    told = printed(replay, export_pbn([made, replace(down, declarer_tricks=None), partial]))
    assert "    North-South: 620, 2 matchpoints, 10 IMPs\n  4♠ by South, result not known\n  2♠" in told


def test_many_tables_are_compared_as_the_rules_say() -> None:
    rng, (made, *_) = Random(4), three_tables()
    tables = [replace(made, declarer_tricks=rng.randrange(14)) for _ in range(40)]
    (results,) = results_by_board(tables)
    scores = [rescored(table) for table in tables]
    assert [one.score for one in results] == scores
    assert [one.matchpoints for one in results] == list(matchpoints([score or 0 for score in scores]))
    assert {one.imps for one in results} == {None}


def test_both_rooms_of_a_vugraph_file_are_one_board(replay: Replay) -> None:
    board = lin().split("st||")[1].replace("\n", "").replace("ah|Board 1|", "")
    head = "vg|Cup,Final,I,1,2,A,0,B,0|\npn|s1,w1,n1,e1,s2,w2,n2,e2|\n"
    closed = board.replace("mc|9|", "mc|6|")
    assert printed(replay, f"{head}qx|o7|st||{board}\nqx|c7|st||{closed}\n") == (
        "Board 7, dealer South, North-South vulnerable\n"
        "  North: n1, East: e1, South: s1, West: w1\n"
        "  1NT +2 by North, made 9 tricks\n"
        "    North-South: 150, 2 matchpoints, 6 IMPs\n"
        "  North: n2, East: e2, South: s2, West: w2\n"
        "  1NT −1 by North, made 6 tricks\n"
        "    North-South: −100, 0 matchpoints, −6 IMPs\n\n"
        "2 results, scored by duplicate rules.\n"
    )


def test_no_name_steers_the_screen(replay: Replay) -> None:
    odd = replace(NUMBERED[0], names=("\x1b[2JNora", "Emil\u202e", "Sa\tra", "Wim"))
    for text in (export_lin([odd]), export_lin([odd, replace(NUMBERED[1], names=("Nora", "", "", ""))])):
        told = printed(replay, text)
        assert not set("\x1b\u202e\t") & set(told)
        assert "Emil" in told


def test_no_tag_steers_the_screen(replay: Replay) -> None:
    code, _, complaint = replay(lin() + "\x1bc")
    assert code == 1
    assert "FILE_TRUNCATED" in complaint
    assert "\x1b" not in complaint


# --- every language ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "said"),
    [
        (Language.EN, "Board 2, dealer East, North-South vulnerable"),
        (Language.DE, "Board 2, Geber Ost, Nord-Süd in Gefahr"),
        (Language.NB, "Spill 2, giver øst, nord-sør i sonen"),
        (Language.ZH_HANS, "第 2 副，发牌人东家，北南有局"),
        (Language.ZH_HANT, "第 2 副，發牌人東家，北南有身價"),
    ],
)
def test_the_boards_are_told_in_the_language_of_the_reader(
    replay: Replay, language: Language, said: str
) -> None:
    made, partial, _ = three_tables()
    told = printed(replay, export_pbn([made, partial]), "--language", language)
    assert told.startswith(f"{said}\n  4♠ =")
    assert "{" not in told
    assert all(sentence("report.imps", {"n": n}, language) in told for n in (10, -10))
    assert "−10 IMP" in told
    assert sentence("report.rescored", {"n": 2}, language) in told


@pytest.mark.parametrize("language", COMPLETE)
def test_a_fault_is_told_in_the_language_of_the_reader(replay: Replay, language: Language) -> None:
    for bad, fault in (
        (game(Score="NS 180"), Fault.SCORE_DIFFERS),
        (lin(end="mc|1|"), Fault.TAG_CONTRADICTS),
    ):
        code, told, complaint = replay(bad, "--language", language)
        assert (code, told) == (1, "")
        assert complaint.endswith(sentence(fault_id(fault), {}, language) + "\n")
        assert complaint.count("\n") == 1


# --- planted faults ------------------------------------------------------------------------------------

GOOD = game(FULL, f'[Play "E"]\n{FIRST_ROWS}*')
FAULTY = [
    (game(FULL, Deal=DEAL.replace("A97", "AA7")), "line 4, Deal (CARD_TWICE)"),
    (game(FULL, Deal=DEAL.replace("A97", "A9")), "line 4, Deal (HAND_SIZE)"),
    (game(FULL, Declarer="S"), "line 5, Declarer (TAG_CONTRADICTS)"),
    (game(FULL, Result="14"), "line 7, Result (TAG_MALFORMED)"),
    (GOOD.replace("SA", "SK"), "line 11, Play (CARD_ILLEGAL)"),
    (game(FULL, Score="NS 180"), "line 8, Score (SCORE_DIFFERS)"),
    (GOOD + "[Pl", "line 15, Pl (FILE_TRUNCATED)"),
    (lin() + lin(end="mc|14|"), "line 2, mc (TAG_CONTRADICTS)"),
    (lin() + "\n" + lin().replace("SA97", "SA9"), "line 3, md (HAND_SIZE)"),
    (lin()[:-20], "(FILE_TRUNCATED)"),
    ("", "line 1 (FILE_EMPTY)"),
    (b"PK\x03\x04\x00\x00", "line 1 (TEXT_UNREADABLE)"),
    (b"[" * (4 * 1024 * 1024 + 1), "line 1 (FILE_TOO_LARGE)"),
    (GOOD_LOG[: len(GOOD_LOG) // 2], "(FILE_TRUNCATED)"),
]


@pytest.mark.parametrize(("bad", "where"), FAULTY)
def test_a_fault_is_named_with_line_and_tag_and_nothing_is_printed(
    replay: Replay, bad: bytes | str, where: str
) -> None:
    code, told, complaint = replay(bad)
    assert (code, told) == (1, "")
    assert complaint.startswith("fourth: ")
    assert where in complaint


def test_a_fault_in_the_last_board_keeps_the_others_back(replay: Replay) -> None:
    text = export_pbn(NUMBERED)
    line = text[: text.rindex("[Score ")].count("\r\n") + 1
    start, end = text.rindex("[Score "), text.index("]", text.rindex("[Score ")) + 1
    code, told, complaint = replay(f'{text[:start]}[Score "NS 12340"]{text[end:]}')
    assert (code, told) == (1, "")
    assert f"line {line}, Score (SCORE_DIFFERS)" in complaint


STATED = [
    ("NS 150", True),
    ("150", True),
    ("EW -150", True),
    ("NS 150 EW -150", True),
    ("A60", True),
    ("?", True),
    ("NS 120", False),
    ("-150", False),
    ("EW 150", False),
    ("NS 150 EW 150", False),
    ("0", False),
]


@pytest.mark.parametrize(("score", "holds"), STATED)
def test_a_stated_score_must_be_that_of_the_contract(replay: Replay, score: str, holds: bool) -> None:
    code, told, complaint = replay(game(FULL, Score=score))
    assert code == (0 if holds else 1)
    assert ("SCORE_DIFFERS" in complaint) is not holds
    assert ("North-South: 150" in told) is holds


def test_who_declares_turns_a_score_without_a_side(replay: Replay) -> None:
    assert replay(game(Declarer="E", Contract="1NT", Result="9", Score="150"))[0] == 0
    assert replay(game(Declarer="E", Contract="1NT", Result="9", Score="-150"))[0] == 1
    passed = {"Declarer": "", "Contract": "Pass", "Result": ""}
    assert [replay(game(**passed, Score=score))[0] for score in ("0", "NS 0", "50", "EW 50")] == [0, 0, 1, 1]


@pytest.mark.parametrize("scoring", ["Rubber", "Chicago", "rubber;honours", "MiniBridge"])
def test_points_of_another_kind_are_not_measured_by_duplicate(replay: Replay, scoring: str) -> None:
    assert "    North-South: 150\n" in printed(replay, game(FULL, Score="NS 40", Scoring=scoring))
    for kind in ("IMP", "MP", "?", "MatchPoints;Total"):
        assert replay(game(FULL, Score="NS 40", Scoring=kind))[0] == 1


# --- files that others wrote, and our own --------------------------------------------------------------


@pytest.mark.parametrize("key", EXPORTED_BOARDS)
def test_our_own_exports_are_read(replay: Replay, key: str) -> None:
    for seed in range(8):
        log, deals = played_match(key, {"deals": "3"}, seed)
        played = tuple(ScoredDeal(deal, ("Ann", "Bob", "Cara", "Dan")) for deal in deals)
        match = ScoredMatch(key, "K7Q2AB", log, played)
        told = printed(replay, exported(match, Format.PBN, "0.1.0").content)
        assert told.startswith("North: Ann\nEast: Bob\n")
        assert told.count("Board ") == len(deals)
        if key in ("rubber", "chicago", "duplicate"):
            assert printed(replay, exported(match, Format.LIN, "0.1.0").content) == told
        if key == "duplicate":
            scores = [line for line in told.splitlines() if line.startswith("    ")]
            assert scores == [f"    North-South: {write(points, Language.EN)}" for points in sums(deals)]


def sums(deals: tuple[DealRecord, ...]) -> list[int]:
    """What North-South scored in each deal, less what East-West did."""
    return [
        sum(line.points if line.seats == NORTH_SOUTH else -line.points for line in deal.lines)
        for deal in deals
    ]


def test_a_called_partner_makes_no_pairs_to_score(replay: Replay) -> None:
    log, deals = played_match("floating", {"deals": "3"}, 1)
    played = tuple(ScoredDeal(deal, ("Ann", "Bob", "Cara", "Dan")) for deal in deals)
    told = printed(replay, exported(ScoredMatch("floating", "", log, played), Format.PBN, "").content)
    called = [deal.called for deal in deals if deal.called is not None]
    assert told.count("    not scored: the partner was called by a card\n") == len(called) > 0
    assert told.count("who called ") == len(called)


def test_random_boards_come_to_what_they_state(replay: Replay) -> None:
    boards = random_boards(60, seed=8)
    told = printed(replay, export_pbn(boards))
    assert told.count("    North-South: ") == 60
    assert printed(replay, export_lin(boards)).count("    North-South: ") >= 50
    assert all(is_duplicate(board) for board in boards)


def test_the_files_that_endplay_writes_are_read(replay: Replay) -> None:
    reason = "endplay, in the development lock, reads and writes PBN and LIN"
    theirs = pytest.importorskip("endplay.parsers.pbn", reason=reason)
    their_lin = pytest.importorskip("endplay.parsers.lin", reason=reason)
    read = theirs.loads(export_pbn(NUMBERED).replace("\r\n", "\n") + "\n")
    ours = printed(replay, export_pbn(NUMBERED))
    assert printed(replay, theirs.dumps(read)) == ours
    assert printed(replay, their_lin.dumps(read)).count("    North-South: ") == len(NUMBERED)


def test_the_command_scores_boards_as_people_run_it(tmp_path: Path) -> None:
    file = tmp_path / "evening"
    for text, told in ((game(FULL), "  1NT +2 by North, made 9 tricks\n"), (lin(), "Board 1, dealer South")):
        file.write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "engine_server", "replay", str(file), "--language", "en"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert told in done.stdout
