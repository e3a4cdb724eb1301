"""The chat as people start it: a command, lines on its input, text on its output, an exit code."""

from __future__ import annotations

import os
import re
import select
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from engine_server.rules.variants import ALL
from telegram_client.conversation.gateway import EngineAway, Refusal
from telegram_client.main import parting
from telegram_client.speech.phrasebook import Language, Words

ROOT = Path(__file__).resolve().parents[2]
COMMAND = (sys.executable, "-m", "telegram_client")
SECONDS = 90


def surroundings(folder: Path, **more: str) -> dict[str, str]:
    """A clean environment, with a home of its own."""
    paths = {"PYTHONPATH": f"{ROOT}{os.pathsep}{ROOT / 'proto'}", "XDG_DATA_HOME": str(folder / "home")}
    return {"PATH": os.environ["PATH"], "HOME": str(folder), "LANG": "C.UTF-8", **paths, **more}


def chat(folder: Path, typed: str | bytes, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """A chat fed from a pipe, run to its end."""
    done = subprocess.run(
        [*COMMAND, *(arguments or ("play",))],
        cwd=folder,
        env=surroundings(folder, **more),
        input=typed.encode() if isinstance(typed, str) else typed,
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


FACTS = {
    "en": ("Your turn to call", "Trick 13", "tricks  you", "Score", "Proof of the shuffle", "South (you)"),
    "de": ("Du bist dran", "Stich 13", "Stiche  du", "Punkte", "Nachweis der Mischung", "Süd (du)"),
}


@pytest.mark.parametrize("game", ["floating", "singapore"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_piped_chat_plays_a_whole_deal(tmp_path: Path, game: str, language: str) -> None:
    done = chat(tmp_path, f"/play {game} deals=1\n/hint\n/auto\n", LANG_CODE=language)
    assert (done.returncode, done.stderr) == (0, "")
    assert [fact for fact in FACTS[language] if fact not in done.stdout] == []
    assert re.search(r"^Engine (on|auf) 127\.0\.0\.1:\d+ · ", done.stdout, re.MULTILINE)
    played = re.findall(r"^  ((?:[♠♥♦♣]\S+ \(\w\)(?:  )?){4})$", done.stdout, re.MULTILINE)
    assert len(played) == 13
    assert len({card for trick in played for card in re.findall(r"[♠♥♦♣]\w+", trick)}) == 52


def test_a_seed_deals_the_same_again_and_leaves_no_file(tmp_path: Path) -> None:
    first, again = (chat(tmp_path, "/play floating deals=1\n/auto\n", SEED="7") for _ in range(2))
    assert first.returncode == again.returncode == 0
    assert first.stdout.splitlines()[3:] == again.stdout.splitlines()[3:]
    assert "Practice" in first.stdout
    assert [file.name for file in tmp_path.iterdir() if file.name.startswith("fourth")] == []


@pytest.mark.parametrize(("language", "said"), [("en", "Saved in this folder: "), ("zh-Hant", "已儲存在")])
def test_a_match_is_taken_away_as_a_file_and_checked_by_the_engine(
    tmp_path: Path, language: str, said: str
) -> None:
    typed = "/play chicago deals=2\n/auto\n/export\n/export\n/export pbn\n"
    done = chat(tmp_path, typed, LANG_CODE=language)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count(said) == 3
    log, second = sorted(tmp_path.glob("fourth-chicago-*.json"))
    (pbn,) = tmp_path.glob("fourth-chicago-*.pbn")
    assert all(file.name in done.stdout for file in (log, second, pbn))
    assert log.read_bytes() == second.read_bytes()
    (command,) = re.findall(rf"[\w./-]+ -m engine_server replay {log.name}", " ".join(done.stdout.split()))
    checked = subprocess.run(
        command.split(),
        cwd=tmp_path,
        env=surroundings(tmp_path, FOURTH_LANGUAGE=language),
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    assert (checked.returncode, checked.stderr) == (0, b"")
    assert "Chicago" in checked.stdout.decode()
    assert pbn.read_bytes().startswith(b"% PBN 2.1")


def test_the_usual_game_opens_nothing_by_itself(tmp_path: Path) -> None:
    done = chat(tmp_path, "", GAME="singapore", SEED="1")
    assert done.returncode == 0
    assert "table of Singapore Bridge" in done.stdout
    assert "you are South" not in done.stdout


def test_the_end_of_input_leaves_the_seat_and_the_person_is_known_again(tmp_path: Path) -> None:
    done = chat(tmp_path, "/play floating\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.rstrip().endswith("(/hint)")
    assert chat(tmp_path, "").stdout.count("/join") == 0  # the seat was left
    secret = tmp_path / "fourth.db.player"
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert re.fullmatch("[0-9a-f]{64}\n", secret.read_text())


JUNK = ["foo\n\n/xyzzy\n/play chess\n", "\x00\n", b"\xff\xfe\xfd\n/help", "x" * 100_000]


@pytest.mark.parametrize("typed", JUNK)
def test_nonsense_is_answered_and_never_with_a_traceback(tmp_path: Path, typed: str | bytes) -> None:
    done = chat(tmp_path, typed, SEED="1")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Traceback" not in done.stdout
    assert len(done.stdout.splitlines()) >= 4


def test_a_screen_that_is_gone_ends_the_chat_quietly(tmp_path: Path) -> None:
    child = subprocess.Popen(
        [*COMMAND, "play"],
        cwd=tmp_path,
        env=surroundings(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdin
    assert child.stdout
    assert child.stderr
    child.stdin.write(b"/play floating\n/auto\n")
    child.stdin.flush()
    child.stdout.readline()
    child.stdout.close()
    assert child.wait(SECONDS) == 0
    assert child.stderr.read() == b""
    child.stdin.close()
    child.stderr.close()


@pytest.mark.parametrize("wish", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_chat_ends_quietly_and_its_match_waits(tmp_path: Path, wish: signal.Signals) -> None:
    with typing(tmp_path, "play") as screen:
        screen.until("> ")
        screen.type("/play floating\n")
        screen.until("(/hint)")
        screen.child.send_signal(wish)
        assert screen.child.wait(SECONDS) == 0
    assert "Traceback" not in screen.shown
    (code,) = re.findall(r"seat at table (\w+)", chat(tmp_path, "").stdout)
    again = chat(tmp_path, f"/join {code}\n").stdout
    assert "you are South" in again
    assert "Your turn to call" in again
    assert "/join" not in chat(tmp_path, "").stdout  # nobody comes back to a pipe


def test_a_usual_game_that_nobody_knows_is_said_to_be_none(tmp_path: Path) -> None:
    shown = chat(tmp_path, "", GAME="tarock", SEED="1").stdout.splitlines()
    at = shown.index("There is no game called “tarock”.")
    ways = re.findall("/play ([a-z_]+)", " ".join(shown[at + 1 :]))
    assert ways == [game.key for game in ALL]


def test_the_last_words_about_a_lost_engine_promise_no_more_than_is_kept() -> None:
    words = Words(Language.EN)
    assert "/join takes you back" in parting(words, EngineAway(), kept=True)
    assert "/join" not in parting(words, EngineAway(), kept=False)
    assert parting(words, Refusal("NAME_INVALID", "No."), kept=True) == "No."


MISTAKES = [
    ({"SEED": "seven"}, "fourth: SEED takes a number from 0 to 9223372036854775807"),
    ({"SEED": "-1"}, "fourth: SEED takes a number from 0 to 9223372036854775807"),
    (
        {"SEED": "-1", "GAME": "x" * 41},
        "fourth: GAME takes the name of a game; SEED takes a number from 0 to 9223372036854775807",
    ),
]


@pytest.mark.parametrize(("more", "said"), MISTAKES)
def test_a_setting_that_cannot_be_gets_one_line(tmp_path: Path, more: dict[str, str], said: str) -> None:
    done = chat(tmp_path, "", **more)
    assert (done.returncode, done.stdout, done.stderr.strip()) == (2, "", said)


def test_empty_and_unknown_settings_are_passed_over(tmp_path: Path) -> None:
    done = chat(tmp_path, "/help\n", GAME="", LANG_CODE="tlh", SEED="")
    assert done.returncode == 0
    assert "a table for bridge-family games" in done.stdout


@pytest.mark.parametrize(
    ("tag", "said"),
    [
        ("nb", "Språk: Norsk bokmål."),
        ("zh-Hans", "语言：简体中文。"),
        ("zh_TW", "語言：繁體中文。"),
        ("de", "Sprache: Deutsch."),
        ("en-GB", "Language: English."),
    ],
)
def test_the_chat_speaks_the_language_it_is_told(tmp_path: Path, tag: str, said: str) -> None:
    done = chat(tmp_path, f"/language {tag}\n", LANG_CODE="de", SEED="1")
    assert said in done.stdout.splitlines()


def test_a_store_that_is_none_of_ours_gets_one_line(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("not a store, and not to be touched\n" * 40)
    done = chat(tmp_path, "", "play", "--store", "notes.txt")
    assert done.returncode == 2
    assert done.stderr.startswith("fourth: notes.txt: ")
    assert done.stderr.count("\n") == 1
    assert (tmp_path / "notes.txt").read_text().startswith("not a store")


def test_a_damaged_secret_gets_one_line(tmp_path: Path) -> None:
    (tmp_path / "fourth.db.player").write_text("0123\n")
    done = chat(tmp_path, "")
    assert done.returncode == 2
    assert "0123" not in done.stderr
    assert done.stderr.count("\n") == 1


def test_an_engine_that_is_not_there_gets_one_line(tmp_path: Path) -> None:
    done = chat(tmp_path, "", "terminal", "--engine", "127.0.0.1:1")
    assert (done.returncode, done.stderr) == (1, "")
    assert "does not answer" in done.stdout


@pytest.mark.parametrize(
    "place",
    ["", "foo", "foo:", ":50400", "foo:0", "foo:65536", "foo:bar", "a b:1", "::1:50400", "http://foo:50400"],
)
def test_what_is_no_place_of_an_engine_gets_one_line(tmp_path: Path, place: str) -> None:
    done = chat(tmp_path, "", "terminal", "--engine", place)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "fourth: --engine takes HOST:PORT, such as 127.0.0.1:50400\n"


@pytest.mark.parametrize("place", ["localhost:1", "[::1]:1"])
def test_a_place_is_a_name_or_an_address_with_a_port(tmp_path: Path, place: str) -> None:
    assert chat(tmp_path, "", "terminal", "--engine", place).returncode == 1


@pytest.mark.parametrize("arguments", [("--help",), ("play", "--help"), ("terminal", "--help")])
def test_help_is_everywhere(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = chat(tmp_path, "", *arguments)
    assert done.returncode == 0
    assert done.stdout.startswith("usage: fourth")
    assert ("SEED" in done.stdout) == (arguments[0] == "play")


@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&- 2>&-"])
def test_what_is_closed_is_the_end_of_input_and_no_trouble(tmp_path: Path, closed: str) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$@" {closed}', "sh", *COMMAND, "play"],
        cwd=tmp_path,
        env=surroundings(tmp_path, SEED="1"),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=SECONDS,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert (b"Engine on" in done.stdout) == (closed == "<&-")


# --- at a terminal -------------------------------------------------------------------------------------


class Screen:
    """A chat at a terminal of its own: what it shows, and what is typed."""

    def __init__(self, folder: Path, *arguments: str, **more: str) -> None:
        self._here, there = os.openpty()
        self.shown = ""
        self.child = subprocess.Popen(
            [*COMMAND, *arguments],
            cwd=folder,
            env=surroundings(folder, **more),
            stdin=there,
            stdout=there,
            stderr=there,
            start_new_session=True,
        )
        os.close(there)

    def type(self, text: str) -> None:
        os.write(self._here, text.encode())

    def until(self, text: str) -> str:
        """What is shown from now on, up to a text that must come."""
        start, end = len(self.shown), time.monotonic() + SECONDS
        while text not in self.shown[start:]:
            assert time.monotonic() < end, f"{text!r} did not come:\n{self.shown[start:]}"
            ready, _, _ = select.select([self._here], [], [], 1)
            if ready:
                self.shown += os.read(self._here, 65536).decode("utf-8", "replace").replace("\r\n", "\n")
        return self.shown[start:]

    def close(self) -> None:
        if self.child.poll() is None:
            self.child.terminate()
            self.child.wait(SECONDS)
        with suppress(OSError):
            self.shown += os.read(self._here, 65536).decode("utf-8", "replace")
        os.close(self._here)


@contextmanager
def typing(folder: Path, *arguments: str, **more: str) -> Iterator[Screen]:
    screen = Screen(folder, *arguments, **more)
    try:
        yield screen
    finally:
        screen.close()


def test_two_private_engines_run_side_by_side(tmp_path: Path) -> None:
    with typing(tmp_path, "play") as first:
        assert "store fourth.db " in first.until("> ")
        second = chat(tmp_path, "/play floating deals=1\n/auto\n")
        assert second.returncode == 0
        assert "store fourth-2.db " in second.stdout
        assert "Proof of the shuffle" in second.stdout


def test_friends_at_two_terminals_and_one_who_watches(tmp_path: Path) -> None:
    with typing(tmp_path, "play", "--name", "Anna", SEED="5") as anna:
        address = re.findall(r"Engine on (\S+)", anna.until("> "))[0]
        anna.type("/open floating deals=1\n")
        code = re.findall(r"table (\w+)", anna.until("/start begins"))[0]
        there = ("terminal", "--engine", address, "--name", "Ben")
        with typing(folder_of(tmp_path, "ben"), *there, LANG_CODE="de") as ben:
            ben.until("> ")
            ben.type(f"/join {code}\n")
            ben.until("du bist Nord")
            anna.until("Ben\u2069 sits down: North.")
            anna.type("/start\n")
            ben.until("Dein Blatt")
            watched = watching(tmp_path, address, code)
            ben.type("\x04")
            assert ben.child.wait(SECONDS) == 0
        anna.until("A robot plays on for North.")
        anna.type("/leave\n")
        anna.until("You have left table")
        watched.child.wait(SECONDS)
        assert "Your hand" not in watched.shown
        watched.close()


def folder_of(folder: Path, name: str) -> Path:
    own = folder / name
    own.mkdir()
    return own


def watching(folder: Path, address: str, code: str) -> Screen:
    """A third person who came too late for a seat."""
    screen = Screen(folder_of(folder, "eve"), "terminal", "--engine", address)
    screen.until("> ")
    screen.type(f"/join {code}\n")
    screen.until("you are watching")
    screen.type("/hand\n")
    screen.until("You hold no cards")
    screen.type("/quit\n")
    return screen


class Pipe:
    """A chat fed line by line from a pipe."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.child = subprocess.Popen(
            [*COMMAND, *arguments],
            cwd=folder,
            env=surroundings(folder),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def type(self, text: str) -> None:
        assert self.child.stdin
        self.child.stdin.write(text)
        self.child.stdin.flush()

    def until(self, text: str) -> str:
        """The next line that says it."""
        assert self.child.stdout
        return next(line for line in self.child.stdout if text in line)

    def end(self) -> str:
        """What is still shown when the input has ended."""
        rest, _ = self.child.communicate(timeout=SECONDS)
        return rest


def test_at_the_end_of_input_a_seat_on_auto_plays_on_to_the_score(tmp_path: Path) -> None:
    host = Pipe(tmp_path, "play", "--name", "Anna")
    address = host.until("Engine on").split()[2]
    host.type("/open floating deals=1\n")
    code = host.until("/join").split("/join ")[1].split(".")[0]
    guest = Pipe(folder_of(tmp_path, "ben"), "terminal", "--engine", address, "--name", "Ben")
    guest.type(f"/join {code}\n/auto\n")
    assert guest.child.stdin
    guest.child.stdin.close()  # still in the lobby
    guest.child.stdin = None
    host.until("A robot plays for")
    host.type("/start\n/auto\n")
    told = {name: chat.end() for name, chat in (("host", host), ("guest", guest))}
    for name, chat_of in (("host", host), ("guest", guest)):
        assert chat_of.child.returncode == 0
        assert "Trick 13" in told[name]
        assert "Proof of the shuffle" in told[name]


def children(of: int) -> list[int]:
    found = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(of)], capture_output=True, text=True, check=False
    )
    return [int(number) for number in found.stdout.split()]


@pytest.mark.parametrize("seed", ["", "5"])
def test_an_engine_of_our_own_that_was_killed_is_said_to_have_stopped(tmp_path: Path, seed: str) -> None:
    with typing(tmp_path, "play", SEED=seed) as screen:
        screen.until("> ")
        screen.type("/play floating\n")
        screen.until("(/hint)")
        (engine,) = children(screen.child.pid)
        os.kill(engine, signal.SIGKILL)
        said = screen.until("engine has stopped")  # at once: nothing was typed
        assert screen.child.wait(SECONDS) == 1
    after = " ".join((said + screen.shown).split())
    if seed:
        assert "practice tables with it" in after
        return
    code = re.findall(r"/join (\w+) then takes you back", after)[0]
    assert "start again with fourth play --store fourth.db." in after
    again = chat(tmp_path, f"/join {code}\n", "play", "--store", "fourth.db").stdout
    assert "Your turn to call" in again


def test_a_killed_chat_leaves_no_engine_behind(tmp_path: Path) -> None:
    chatting = Pipe(tmp_path, "play")
    host, port = chatting.until("Engine on").split()[2].split(":")
    chatting.child.kill()
    chatting.end()
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        try:
            socket.create_connection((host, int(port)), 1).close()
        except ConnectionRefusedError:
            return
        except OSError:
            pass  # it is just letting go of its port
        time.sleep(0.1)
    pytest.fail("the engine still listens")
