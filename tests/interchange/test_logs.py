"""A whole match as one text: nobody's id in it, read as it was written, and true to its last card."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine_server.__main__ import main
from engine_server.game import events as happened
from engine_server.game.events import Event
from engine_server.interchange.boards import BoardRecord, board_of, is_board
from engine_server.interchange.files import MOST_BYTES
from engine_server.interchange.lin import export_lin
from engine_server.interchange.lin_reading import import_lin
from engine_server.interchange.logs import export_log, import_log
from engine_server.interchange.pbn import export_pbn
from engine_server.interchange.pbn_reading import import_pbn
from engine_server.interchange.problems import Fault, FileRefused, NotABoard, Problem
from engine_server.interchange.replaying import replayed
from engine_server.report import complaint, fault_id, report
from engine_server.rules.cards import Card
from engine_server.rules.variants import ALL
from engine_server.words.catalog import game_name
from engine_server.words.languages import COMPLETE, Language
from engine_server.words.phrasebook import PHRASEBOOK
from engine_server.words.sentences import sentence
from engine_server.words.written import write
from tests.interchange.matches import played_match

KEYS = [game.key for game in ALL]
BOARDED = ("floating", "singapore", "minibridge", "rubber", "chicago", "duplicate")
PAIRS = ("rubber", "chicago", "duplicate")
TWO_DEALS = {"rubber": {"deals": "2"}, "floating": {"deals": "3", "wash": "auto", "first_caller": "random"}}


def match(game: str, seed: int = 7) -> tuple[Event, ...]:
    """A short match of a game."""
    return played_match(game, TWO_DEALS.get(game, {"deals": "1"}), seed)[0]


def problem_of(content: bytes | str) -> Problem:
    """Why a log is refused, on reading or on being replayed."""
    with pytest.raises(FileRefused) as refused:
        replayed(import_log(content))
    return refused.value.problem


@pytest.mark.parametrize("game", KEYS)
@pytest.mark.parametrize("seed", range(4))
def test_a_match_of_every_game_is_exported_read_and_holds(game: str, seed: int) -> None:
    log, deals = played_match(game, TWO_DEALS.get(game, {"deals": "1"}), seed)
    text = export_log(log, "0.1.0")
    events = import_log(text.encode("utf-8"))
    assert export_log(events, "0.1.0") == text
    again = replayed(events)
    assert again.deals == deals
    assert len(events) == len(log)
    assert f"{len(deals)} deal" in report(again, Language.EN)
    assert report(again, Language.EN).endswith("every seal true.\n")


@pytest.mark.parametrize("game", KEYS)
def test_a_whole_match_by_its_own_rules_holds(game: str) -> None:
    shorter = {"rubber": {"deals": "6"}, "honeymoon": {"deals": "3"}, "three_handed": {"deals": "3"}}
    log, deals = played_match(game, shorter.get(game, {}), seed=3)
    assert len(deals) >= 3
    assert replayed(import_log(export_log(log, "0.1.0"))).deals == deals


def test_claims_and_moves_taken_back_are_among_what_was_replayed() -> None:
    logs = [match(game, seed) for game in PAIRS for seed in range(12)]
    kinds = {type(event) for log in logs for event in log}
    assert {happened.ClaimSettled, happened.UndoSettled, happened.SeatHandedOver} <= kinds
    assert all(replayed(import_log(export_log(log, ""))).deals for log in logs)


def test_a_match_that_was_left_holds_as_far_as_it_was_played() -> None:
    log, deals = played_match("rubber", {}, 5, until=lambda s: s.scored == 2 and s.deal is not None)
    assert isinstance(log[-1], happened.TableClosed)
    again = replayed(import_log(export_log(log, "0.1.0")))
    assert again.deals == deals
    assert "The match was not played to its end." in report(again, Language.EN)
    begun, none = played_match("floating", {"deals": "1"}, 5, until=lambda s: s.deal is not None)
    assert none == ()
    assert report(replayed(import_log(export_log(begun, ""))), Language.EN).endswith(
        "0 deals, every seal true.\n"
    )


def test_the_text_tells_its_format_and_nobodys_id() -> None:
    log = (*match("duplicate"), happened.RematchOpened("t-18"))
    text = export_log(log, "0.1.0")
    document = json.loads(text)
    assert (document["format"], document["version"], document["engine"]) == ("fourth-log", 1, "0.1.0")
    assert document["game"] == "duplicate"
    assert document["options"] == dict(document["events"][0]["options"])
    assert not any(secret in text for secret in ("id-ann", "id-bob", "t-17", "t-18", "K7Q2"))
    assert "person-1" in text
    assert "Ann" in text
    lines = text.splitlines()
    assert len(lines) == len(log) + 2
    assert json.loads(lines[1].rstrip(",")) == document["events"][0]


def with_event(text: str, kind: str, change: Callable[[dict[str, Any]], None]) -> str:
    """A log with the first event of a kind changed."""
    lines = text.splitlines()
    number = next(n for n, line in enumerate(lines) if line.startswith(f'{{"kind":"{kind}"'))
    comma = "," if lines[number].endswith(",") else ""
    event = json.loads(lines[number].rstrip(","))
    change(event)
    lines[number] = json.dumps(event) + comma
    return "\n".join(lines) + "\n"


def swap_cards(event: dict[str, Any]) -> None:
    """The first hand and the second change a card."""
    event["hands"][0][0], event["hands"][1][0] = event["hands"][1][0], event["hands"][0][0]


def another(**fields: object) -> Callable[[dict[str, Any]], None]:
    """Other values of fields."""
    return lambda event: event.update(fields)


def a_point_more(event: dict[str, Any]) -> None:
    """Somebody scores a point more."""
    event["lines"][0]["points"] += 1


FORGED = [
    ("DealSealed", another(seal="00" * 32), Fault.SEAL_DIFFERS),
    ("DealSealed", another(secret="11" * 32), Fault.SEAL_DIFFERS),
    ("DealSealed", another(deal=2), Fault.SEAL_DIFFERS),
    ("HandsDealt", swap_cards, Fault.DEAL_DIFFERS),
    ("HandsDealt", another(dealer=9), Fault.DEAL_DIFFERS),
    ("DealScored", a_point_more, Fault.SCORE_DIFFERS),
    ("MatchEnded", another(places=[[0], [1], [2], [3]]), Fault.SCORE_DIFFERS),
    ("MatchStarted", another(first_dealer=-1), Fault.EVENT_DIFFERS),
    ("CallMade", another(seat=9), Fault.MOVE_ILLEGAL),
    ("CardPlayed", another(seat=-1), Fault.MOVE_ILLEGAL),
    ("SeatTaken", another(seat=44), Fault.MOVE_ILLEGAL),
    ("SeatHandedOver", another(seat=-1), Fault.EVENT_DIFFERS),
]


@pytest.mark.parametrize(("kind", "change", "fault"), FORGED)
def test_what_was_forged_is_named_by_its_event(
    kind: str, change: Callable[[dict[str, Any]], None], fault: Fault
) -> None:
    log = match("rubber")
    forged = with_event(export_log(log, "0.1.0"), kind, change)
    number = next(n for n, event in enumerate(log, start=1) if type(event).__name__ == kind)
    assert problem_of(forged) == Problem(fault, number + 1, f"event {number}")


def without(text: str, line: int) -> str:
    """A log without one of its lines."""
    lines = text.splitlines()
    return "\n".join(lines[:line] + lines[line + 1 :]) + "\n"


def test_an_event_too_few_or_too_many_is_noticed_wherever_it_is() -> None:
    log = match("floating")
    text = export_log(log, "0.1.0")
    begins = next(n for n, event in enumerate(log) if isinstance(event, happened.MatchStarted))
    for number in range(begins, len(log) - 1, 7):
        assert problem_of(without(text, number + 1)).fault is not Fault.TEXT_UNREADABLE
    for number in range(begins, len(log) - 1, 7):
        lines = text.splitlines()
        twice = "\n".join([*lines[: number + 1], lines[number + 1], *lines[number + 1 :]])
        if not isinstance(log[number], happened.SeatHandedOver):
            assert problem_of(twice).tag.startswith("event ")


def test_a_match_that_goes_on_is_not_taken() -> None:
    log = match("chicago")
    for end in (1, 8, len(log) // 2, len(log) - 1):
        assert problem_of(export_log(log[:end], "")).fault is Fault.MATCH_UNFINISHED


GOOD = export_log(match("duplicate"), "0.1.0")
BROKEN = [
    ("", Fault.TEXT_UNREADABLE, 1, ""),
    ("what?", Fault.TEXT_UNREADABLE, 1, ""),
    ("[" * 100_000, Fault.TEXT_UNREADABLE, 1, ""),
    ("[]", Fault.FORMAT_UNKNOWN, 1, "format"),
    (b"\x00", Fault.TEXT_UNREADABLE, 1, ""),
    ("9" * 5000, Fault.TEXT_UNREADABLE, 1, ""),
    (GOOD[: len(GOOD) // 2], Fault.FILE_TRUNCATED, GOOD.count("\n", 0, len(GOOD) // 2) + 1, ""),
    (GOOD.rstrip()[:-1], Fault.FILE_TRUNCATED, GOOD.count("\n"), ""),
    (GOOD.replace("fourth-log", "other"), Fault.FORMAT_UNKNOWN, 1, "format"),
    (GOOD.replace('"version": 1', '"version": 2'), Fault.VERSION_UNKNOWN, 1, "version"),
    (GOOD.replace('"version": 1', '"version": true'), Fault.VERSION_UNKNOWN, 1, "version"),
    (GOOD.replace('"game": "duplicate"', '"game": "rubber"'), Fault.TAG_CONTRADICTS, 1, "game"),
    (GOOD.replace('"deals": "1"', '"deals": "2"'), Fault.TAG_CONTRADICTS, 1, "options"),
    (GOOD.replace('"game":"duplicate"', '"game":"whist"'), Fault.GAME_KEY_UNKNOWN, 2, "event 1"),
    (GOOD.replace('["deals","1"]', '["deals","0"]'), Fault.OPTION_INVALID, 2, "event 1"),
    (GOOD.replace('["deals","1"]', '["meals","1"]'), Fault.OPTION_INVALID, 2, "event 1"),
    (GOOD.replace('{"kind":"SeatTaken"', '{"kind":"SeatStolen"', 1), Fault.EVENT_UNREADABLE, 3, "event 2"),
    (without(GOOD, 1), Fault.EVENT_UNREADABLE, 2, "event 1"),
    ('{"format": "fourth-log", "version": 1, "events": []}', Fault.EVENT_UNREADABLE, 1, "events"),
    (" " * (MOST_BYTES + 1), Fault.FILE_TOO_LARGE, 1, ""),
]


@pytest.mark.parametrize(("content", "fault", "line", "tag"), BROKEN)
def test_a_broken_log_says_how(content: bytes | str, fault: Fault, line: int, tag: str) -> None:
    assert problem_of(content) == Problem(fault, line, tag)


@pytest.mark.parametrize("language", COMPLETE)
def test_every_fault_has_words_of_its_own(language: Language) -> None:
    said = {fault: sentence(fault_id(fault), {}, language) for fault in Fault}
    assert len(set(said.values())) == len(Fault)
    for fault, words in said.items():
        told = complaint(Problem(fault, 7, "Deal"), language)
        assert told.endswith(words)
        assert all(part in told for part in ("7", "Deal", fault.value))
        assert "{" not in told
        assert PHRASEBOOK.has(fault_id(fault), language)


@pytest.mark.parametrize("game", KEYS)
@pytest.mark.parametrize("language", COMPLETE)
def test_a_report_of_every_game_speaks_one_language(language: Language, game: str) -> None:
    log, deals = played_match(game, {"deals": "1"}, 3)
    told = report(replayed(import_log(export_log(log, ""))), language)
    assert told.casefold().startswith(game_name(game, language).casefold())
    for deal in deals:
        assert all(write(line.points, language) in told for line in deal.lines)
        assert all(sentence(line.reason, {}, language) in told for line in deal.lines)
    assert told.endswith(sentence("report.seals_true", {"n": len(deals)}, language) + "\n")
    seated = {event.name for event in log if isinstance(event, happened.SeatTaken)}
    assert all(name in told for name in seated)


# --- boards of finished deals --------------------------------------------------------------------------


@pytest.mark.parametrize("game", BOARDED)
def test_a_finished_deal_is_written_and_read_as_pbn(game: str) -> None:
    for seed in range(6):
        for deal in played_match(game, {"deals": "1"}, seed)[1]:
            board = board_of(deal, names=("Ann", "Bob", "", ""), event="Club", date="2026.11.30")
            assert import_pbn(export_pbn([board])) == (board,)
            if game in PAIRS:
                assert import_lin(export_lin([board])) == (as_lin_knows(board),)
            else:
                assert_not_lin(board)


def as_lin_knows(board: BoardRecord) -> BoardRecord:
    """LIN has neither score, event nor date."""
    return replace(board, score_ns=None, event="", date="")


def assert_not_lin(board: BoardRecord) -> None:
    """LIN takes the contract from the calls and knows fixed partners only."""
    if board.contract is not None:
        with pytest.raises(NotABoard):
            export_lin([board])


def test_what_a_board_says_is_what_was_played() -> None:
    for seed in range(8):
        (deal,) = played_match("duplicate", {"deals": "1"}, seed)[1]
        board = board_of(deal)
        assert (board.dealer, board.board, board.vulnerable) == (deal.dealer, 1, "none")
        assert board.names == ("", "", "", "")
        if deal.contract is None:
            assert (board.passed_out, board.score_ns) == (True, 0)
            continue
        assert (board.contract, board.declarer_tricks) == (deal.contract, deal.declaring_tricks)
        made = deal.declaring_tricks >= deal.contract.target
        assert board.score_ns is not None
        assert (board.score_ns > 0) == (made == (deal.contract.declarer % 2 == 0))


@pytest.mark.parametrize("game", sorted(set(KEYS) - set(BOARDED)))
def test_other_games_are_no_boards(game: str) -> None:
    (deal, *_) = played_match(game, {"deals": "1"}, 2)[1]
    assert not is_board(deal)
    with pytest.raises(NotABoard):
        board_of(deal)


def test_a_hand_of_other_cards_is_no_board() -> None:
    (deal,) = played_match("duplicate", {"deals": "1"}, 2)[1]
    twice: Card = deal.dealt[0][0]
    assert is_board(deal)
    assert not is_board(replace(deal, dealt=((twice, *deal.dealt[0][:12]), *deal.dealt[1:])))


# --- python -m engine_server replay --------------------------------------------------------------------


@pytest.fixture(autouse=True)
def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of no language."""
    for name in ("FOURTH_LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize(
    ("flags", "surroundings", "told"),
    [
        ((), {}, "The secret does not belong to the seal."),
        ((), {"LANG": "de_DE.UTF-8"}, "Das Geheimnis passt nicht zum Siegel."),
        ((), {"LANG": "zh_TW.UTF-8"}, "秘密值和封印不符。"),
        ((), {"LANG": "C.UTF-8"}, "The secret does not belong to the seal."),
        ((), {"LANG": "de_DE.UTF-8", "LC_ALL": "nb_NO.UTF-8"}, "Hemmeligheten hører ikke til seglet."),
        ((), {"LANG": "de_DE.UTF-8", "FOURTH_LANGUAGE": "zh-Hans"}, "密钥与封印不符。"),
        (("--language", "de"), {"FOURTH_LANGUAGE": "nb"}, "Das Geheimnis passt nicht zum Siegel."),
        (("--language", "tlh"), {"LANG": "nb_NO"}, "Hemmeligheten hører ikke til seglet."),
    ],
)
def test_the_command_speaks_the_language_of_whoever_asks(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    flags: tuple[str, ...],
    surroundings: dict[str, str],
    told: str,
) -> None:
    for name, value in surroundings.items():
        monkeypatch.setenv(name, value)
    file = tmp_path / "match.json"
    file.write_text(with_event(GOOD, "DealSealed", another(secret="11" * 32)), encoding="utf-8")
    for arguments in (["replay", str(file), *flags], [*flags, "replay", str(file)]):
        assert main(arguments) == 1
        assert told in capsys.readouterr().err


def test_the_command_prints_the_sheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, deals = played_match("rubber", {"deals": "3"}, 3)
    file = tmp_path / "match.json"
    file.write_text(export_log(log, "0.1.0"), encoding="utf-8")
    assert main(["replay", str(file)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Rubber bridge\n")
    assert "North: Ann\nEast: Bob\n" in printed
    for deal in deals:
        assert f"Deal {deal.number}, dealer" in printed
        assert all(f"{line.points}" in printed for line in deal.lines)
    assert printed.endswith("3 deals, every seal true.\n")


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "match.json"
    file.write_text(with_event(GOOD, "DealSealed", another(secret="11" * 32)), encoding="utf-8")
    assert main(["replay", str(file)]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert "SEAL_DIFFERS" in told.err
    assert "event " in told.err
    assert "The secret does not belong to the seal." in told.err
    assert "11" * 32 not in told.err
    assert main(["replay", str(tmp_path / "none.json")]) == 1
    assert "No such file" in capsys.readouterr().err
    assert main(["replay", str(tmp_path)]) == 1


def test_the_command_runs_as_people_run_it(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(GOOD, encoding="utf-8")
    command = [sys.executable, "-m", "engine_server", "replay", str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("1 deal, every seal true.\n")
