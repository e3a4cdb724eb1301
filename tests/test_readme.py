"""The README is true: every command in it runs, its variables do what they say, its screen is today's."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from checks import set_up
from engine_server.settings import Settings
from telegram_client.conversation.intents import COMMANDS
from telegram_client.conversation.notation import read_call, read_card
from telegram_client.settings import BotSettings
from telegram_client.settings import Settings as ChatSettings
from telegram_client.speech.phrasebook import Language, Words
from tests.examples.commands import BIN, ROOT, run, shell, surroundings
from tests.service.engines import child

README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = [block.strip("\n") for block in re.findall(r"^```\w*\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)]
PROSE = re.sub(r"^```.*?^```$", "", README, flags=re.MULTILINE | re.DOTALL)
SPANS = [" ".join(span.split()) for span in re.findall(r"`([^`]+)`", PROSE)]
(SCREEN,) = (block for block in BLOCKS if block.startswith("Fourth ·"))
(BOT_SCREEN,) = (block for block in BLOCKS if block.startswith("@your_bot"))
VARIABLES = dict(re.findall(r"^\| `(\w+)=(\S+)` \|", README, re.MULTILINE))
FOR_THE_SHELL = re.compile(r"(make|printf|python|keys|\.venv/bin/\w+)( |$)")
PLACE = "127.0.0.1:50400"
ADD_A_KEY = ".venv/bin/python -m engine_server keys add NAME --store /var/lib/fourth/fourth.db"
LIST_KEYS = "keys list --store /var/lib/fourth/fourth.db"
CERTIFICATE, KEY = (ROOT / "tests" / "data" / name for name in ("tls_certificate.pem", "tls_key.pem"))
CHAT = (BIN / "fourth", "play")


def commands() -> list[str]:
    """Everything in the README that is for the shell, each once."""
    lines = [
        line
        for block in BLOCKS
        if block not in (SCREEN, BOT_SCREEN)
        for line in block.replace("\\\n", " ").splitlines()
    ]
    said = [" ".join(line.split()) for line in lines if line.strip()]
    return list(dict.fromkeys([*said, *(span for span in SPANS if FOR_THE_SHELL.match(span))]))


def went_well(done: CompletedProcess[str]) -> str:
    """What a command printed that ended well and complained of nothing."""
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    return done.stdout


def chat(home: Path, typed: str, **more: str) -> str:
    """What `fourth play` shows for what is typed, in an empty folder of its own."""
    return went_well(run(CHAT, home, typed, cwd=home, **more))


@contextmanager
def served(line: str, home: Path, **more: str) -> Iterator[str]:
    """The address of the engine that a line serves, on a free port; it must end well when told to."""
    engine = subprocess.Popen(
        line.replace(".venv/bin/", f"{BIN}/").split(),
        cwd=home,
        env=surroundings(home, FOURTH_STORE=str(home / "served.db"), **more),
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert engine.stdout is not None
    with engine.stdout:
        try:
            said = engine.stdout.readline()
            assert said.startswith("Engine on "), line
            yield said.split()[-1]
        finally:
            engine.terminate()
            assert engine.wait(30) == 0


# --- how each command is tried -------------------------------------------------------------------------


def with_make(line: str, home: Path) -> str:
    """With a seed, so that no store is left in the checkout; where make has nothing to set up any more."""
    if not (set_up.is_ready("run") and set_up.VENV / "bin" == BIN):
        pytest.skip("make would lay .venv out first")
    return went_well(shell(line, home, SEED="7"))


def opens_the_chat(line: str, home: Path) -> None:
    assert "Begin with /play" in with_make(line, home)


def plays_from_a_pipe(line: str, home: Path) -> None:
    shown = with_make(line, home)
    assert "Singapore Bridge · table" in shown
    assert "Proof of the shuffle" in shown
    assert shown.splitlines()[-1].startswith("/play begins a new match")


def with_an_engine(line: str, home: Path, typed: str = "") -> str:
    with child(home / "fourth.db", "--reflection") as engine:
        line = line.replace(PLACE, engine.address).replace("HOST:PORT", engine.address)
        return went_well(shell(line, home, typed))


def meets_friends(line: str, home: Path) -> None:
    shown = with_an_engine(line, home, "/open floating\n")
    assert "Others join with /join" in shown


def plays_a_deal(line: str, home: Path) -> None:
    assert with_an_engine(line, home).count("\n") == 4


def asks_what_the_engine_is(line: str, home: Path) -> None:
    if not (BIN / "buf").exists():
        pytest.skip("buf is not installed")
    assert '"fourth.v1"' in with_an_engine(line, home)


def deals_again(line: str, home: Path) -> None:
    """SECRET and DEALER as the chat shows them; the hands come out as the chat shows them."""
    shown = chat(home, "/play floating deals=1\n/auto\n/deal\n")
    ((secret, dealer, redeals),) = re.findall(r"^Secret +([0-9a-f]{64}) ([NESW]) (\d+)$", shown, re.MULTILINE)
    again = went_well(shell(line.replace("SECRET", secret).replace("DEALER", f"{dealer} {redeals}"), home))
    (seal,) = re.findall(r"^Seal +([0-9a-f]{64})$", shown, re.MULTILINE)
    assert seal in again
    hands = dict(re.findall(r"^([NESW])((?: [SHDC][2-9TJQKA]){13})$", again, re.MULTILINE))
    dealt = re.findall(
        r"^(North|East|South|West).*?   ([♠♥♦♣].*)$", shown.split("all hands")[1], re.MULTILINE
    )
    assert len(dealt) == 4
    assert {place[0]: cards_written(hand) for place, hand in dealt} == {
        seat: set(cards.split()) for seat, cards in hands.items()
    }


def cards_written(hand: str) -> set[str]:
    """The cards of a hand in the chat's writing: ♠ Q 5   ♥ K 10."""
    letters = dict(zip("♠♥♦♣", "SHDC", strict=True))
    suits = re.findall(r"([♠♥♦♣])((?: (?:10|[2-9JQKA]))+)", hand)
    return {letters[suit] + rank.replace("10", "T") for suit, ranks in suits for rank in ranks.split()}


def serves_this_machine(line: str, home: Path) -> None:
    with served(line.replace("50400", "0"), home) as address:
        assert "/help" in went_well(run([BIN / "fourth", "terminal", "--engine", address], home))


def serves_others(line: str, home: Path) -> None:
    line = line.replace("cert.pem", str(CERTIFICATE)).replace("key.pem", str(KEY))
    line = line.replace("/var/lib/fourth/fourth.db", str(home / "others.db"))
    with served(line, home, FOURTH_PORT="0") as address:
        there = f"localhost:{address.rsplit(':', 1)[1]}"
        friend: list[str | Path] = [BIN / "fourth", "terminal", "--engine", there, "--ca", CERTIFICATE]
        assert "/help" in went_well(run(friend, home))
    assert (home / "others.db").exists()


def keys(home: Path, command: str) -> str:
    """What it prints; on standard error it says which store it used, and that is all."""
    store = home / "keys.db"
    wanted = command.replace("NAME", "telegram").replace("/var/lib/fourth/fourth.db", str(store))
    done = shell(wanted, home)
    assert (done.returncode, done.stderr) == (0, f"fourth: the store is {store}\n")
    return done.stdout


def adds_a_key(line: str, home: Path) -> None:
    assert re.fullmatch(r"[0-9a-f]{64}\n", keys(home, line))


def lists_keys(line: str, home: Path) -> None:
    keys(home, ADD_A_KEY)
    assert re.fullmatch(r"telegram +valid until revoked\n", keys(home, f"python -m engine_server {line}"))


def revokes_a_key(line: str, home: Path) -> None:
    keys(home, ADD_A_KEY)
    assert keys(home, f"python -m engine_server {line}") == ""
    assert re.fullmatch(r"telegram +revoked\n", keys(home, f"python -m engine_server {LIST_KEYS}"))


def asks_for_its_token(line: str, home: Path) -> None:
    """What the bot does with one is tried in tests/telegram."""
    if not (set_up.is_ready("run") and set_up.VENV / "bin" == BIN):
        pytest.skip("make would lay .venv out first")
    done = shell(line, home)
    assert (done.returncode, done.stdout) == (2, "")
    assert "FOURTH_BOT_TOKEN_FILE" in done.stderr.splitlines()[0]


def plays_a_match_again(line: str, home: Path) -> None:
    went_well(run(CHAT, home, "/play rubber deals=1\n/auto\n/export\n", cwd=home))
    (file,) = home.glob("fourth-rubber-*.json")
    again = shell(line.replace("fourth-rubber-K7Q2AB.json", str(file)), home)
    assert went_well(again).startswith("Rubberbridge\n")


def opens_the_playground(line: str, home: Path) -> None:
    """On any free port. What people and bots do there is tried in tests/playground."""
    if line.startswith("make") and not (set_up.is_ready("run") and set_up.VENV / "bin" == BIN):
        pytest.skip("make would lay .venv out first")
    command = line.replace("make", "make -s").replace(".venv/bin/", f"{BIN}/").replace("8441", "0")
    playground = subprocess.Popen(
        command.split(),
        cwd=ROOT,
        env=surroundings(home, PORT="0"),
        stdout=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )
    assert playground.stdout is not None
    with playground.stdout:
        try:
            said = playground.stdout.readline()
            assert re.fullmatch(r"Playground on http://127\.0\.0\.1:\d+\n", said)
        finally:
            os.killpg(playground.pid, signal.SIGTERM)
            playground.wait(30)


TRIED: dict[str, Callable[[str, Path], None]] = {
    "make play": opens_the_chat,
    "make bot": asks_for_its_token,
    "make playground": opens_the_playground,
    ".venv/bin/python -m playground --no-bot --port 8441": opens_the_playground,
    r"printf '/play singapore\n/hint\n/auto\n' | make -s play": plays_from_a_pipe,
    ".venv/bin/fourth terminal --engine HOST:PORT": meets_friends,
    ".venv/bin/python examples/verify_deal.py SECRET DEALER": deals_again,
    ".venv/bin/python -m engine_server replay fourth-rubber-K7Q2AB.json --language de": plays_a_match_again,
    ".venv/bin/python -m engine_server --port 50400 --reflection": serves_this_machine,
    ".venv/bin/python examples/play_a_deal.py 127.0.0.1:50400": plays_a_deal,
    ".venv/bin/buf curl --protocol grpc --http2-prior-knowledge "
    "http://127.0.0.1:50400/fourth.v1.ServerService/GetServerInfo": asks_what_the_engine_is,
    ".venv/bin/python -m engine_server --host 0.0.0.0 --certificate cert.pem --key key.pem "
    "--store /var/lib/fourth/fourth.db": serves_others,
    ADD_A_KEY: adds_a_key,
    LIST_KEYS: lists_keys,
    "keys revoke NAME --store /var/lib/fourth/fourth.db": revokes_a_key,
}
NOT_TRIED = {
    "export FOURTH_BOT_TOKEN_FILE=token.txt": "Telegram gives tokens; tests/telegram/ runs the bot with one",
    "make test": "it is what runs this test",
    "make check": "it runs this test",
    "make lint": "it takes a minute and looks at the checkout, not at the README",
    "make bench": "it takes minutes; tests/benchmarks runs every part of it",
    ".venv/bin/python -m benchmarks NAME --json": "as above",
    "make screenshots": "it plays for two minutes; tests/playground/test_deal.py plays in the same way",
    "npm ci --prefix examples/node": "tests/examples/test_node.py does so in a folder of its own",
    "node examples/node/play_a_game.mjs 127.0.0.1:50400": "as above",
}
"""Commands that are not run here, and why."""


@pytest.mark.parametrize("line", commands(), ids=lambda line: line[:40])
def test_every_command_does_what_is_said(line: str, tmp_path: Path) -> None:
    if line in NOT_TRIED:
        pytest.skip(f"{line}: {NOT_TRIED[line]}")
    assert line in TRIED, "say here how this new command is tried, or why not"
    TRIED[line](line, tmp_path)


def test_nothing_is_tried_that_the_readme_no_longer_says() -> None:
    assert [line for line in TRIED if line not in commands()] == []


def test_every_target_of_make_it_names_is_one() -> None:
    listed = {line.split()[1] for line in went_well(run(["make", "help"], BIN)).splitlines()}
    named = {line.split()[1] for line in [*commands(), *NOT_TRIED] if line.startswith("make ")}
    assert named <= listed


# --- help ----------------------------------------------------------------------------------------------

ENGINE = (BIN / "python", "-m", "engine_server")
HELPFUL = [
    (BIN / "fourth",),
    (*CHAT,),
    (BIN / "fourth", "terminal"),
    (BIN / "fourth", "bot"),
    (BIN / "python", "-m", "playground"),
    ENGINE,
    (*ENGINE, "keys"),
    (*ENGINE, "keys", "add"),
    (*ENGINE, "keys", "list"),
    (*ENGINE, "keys", "revoke"),
]


@pytest.mark.parametrize("command", HELPFUL, ids=lambda command: " ".join(str(word) for word in command[-3:]))
def test_every_command_has_help(command: tuple[str | Path, ...], tmp_path: Path) -> None:
    assert went_well(run([*command, "--help"], tmp_path)).startswith("usage: ")


def test_every_option_and_setting_it_names_is_in_the_help_of_the_engine(tmp_path: Path) -> None:
    shown = went_well(run([*ENGINE, "--help"], tmp_path))
    lines = [line for line in commands() if "engine_server" in line]
    options = {
        word
        for words in [*lines, *SPANS]
        if "benchmarks" not in words
        for word in words.split()
        if re.fullmatch("--[a-z-]+", word)
    }
    assert len(options) > 5
    assert [option for option in sorted(options - {"--engine"}) if option not in shown] == []
    settings = {name.removeprefix("FOURTH_").lower() for name in SPANS if name.startswith("FOURTH_")}
    assert settings
    assert settings <= {*Settings.model_fields, *BotSettings.model_fields}


# --- the variables -------------------------------------------------------------------------------------


def test_the_table_of_variables_is_whole() -> None:
    assert {name.lower() for name in VARIABLES} == set(ChatSettings.model_fields)
    assert set(re.findall(r"the language: (.*) \|", README)[0].split(", ")) == {tag.value for tag in Language}


def test_game_is_what_a_bare_play_opens_and_opens_nothing_by_itself(tmp_path: Path) -> None:
    wanted = f"{VARIABLES['GAME'].title()} Bridge · table"
    typed = "/play\n/auto\n/quit\n"
    assert wanted in chat(tmp_path, typed, GAME=VARIABLES["GAME"], SEED="7")
    assert wanted not in chat(tmp_path, "", GAME=VARIABLES["GAME"], SEED="7")


@pytest.mark.parametrize(
    ("tag", "said"),
    [("de", "Dein Blatt"), ("nb", "Din hånd"), ("zh-Hans", "你的牌"), ("zh-Hant", "你的牌")],
)
def test_lang_code_is_the_language(tmp_path: Path, tag: str, said: str) -> None:
    assert said in chat(tmp_path, "/play floating\n", LANG_CODE=tag, SEED="7")


def test_a_seed_deals_the_same_each_time_and_keeps_nothing(tmp_path: Path) -> None:
    typed = "/play floating deals=1\n"
    first, again, other = (
        hand_shown(chat(tmp_path, typed, SEED=seed)) for seed in (VARIABLES["SEED"], VARIABLES["SEED"], "8")
    )
    assert first == again != other
    assert list(tmp_path.iterdir()) == []


def hand_shown(screen: str) -> str:
    (hand,) = re.findall(r"^Your hand .*$", screen, re.MULTILINE)
    return str(hand)


# --- the chat ------------------------------------------------------------------------------------------


def test_the_chat_knows_every_command_and_every_way_to_type_a_card(tmp_path: Path) -> None:
    words = Words(Language.EN)
    said = [span for span in SPANS if span.startswith("/") and not span.startswith("/var")]
    assert len(said) > 8
    assert [span for span in said if span[1:].split()[0] not in COMMANDS] == []
    typed = re.findall(r"Type cards as (.*?), bids as (.*?), or the number", " ".join(PROSE.split()))
    cards, bids = (re.findall("`([^`]+)`", part) for part in typed[0])
    assert [read_card(card, words) for card in cards] == [read_card("SA", words)] * 3
    assert None not in [read_call(bid, words) for bid in bids]


def test_the_screen_is_what_is_shown_today(tmp_path: Path) -> None:
    typed = "".join(f"{line}\n" for line in re.findall("^> (.*)$", SCREEN, re.MULTILINE))
    shown = chat(tmp_path, typed).rstrip("\n")
    assert typed == "/play floating deals=1\n"
    assert without_chance(shown) == without_chance(re.sub("^> .*\n", "", SCREEN, flags=re.MULTILINE))


def test_the_hand_on_the_screen_is_a_hand() -> None:
    hand, points = re.findall(r"^Your hand +(.*?) {3,}(\d+) points$", SCREEN, re.MULTILINE)[0]
    cards = cards_written(hand)
    assert len(cards) == 13
    assert sum("-JQKA".index(card[1]) for card in cards if card[1] in "JQKA") == int(points)


def test_the_screen_of_the_bot_is_what_is_shown_today() -> None:
    words = Words(Language.EN)
    place = {"name": "your_bot", "address": "127.0.0.1:34677", "store": "fourth-tables.db"}
    assert words.say("bot.ready_store", **place) == BOT_SCREEN


def without_chance(screen: str) -> list[str]:
    """A screen without what differs each time: port, code, dealer, cards, calls before one's own."""
    lines = []
    for line in screen.splitlines():
        line = re.sub(r"127\.0\.0\.1:\d+", "PLACE", line)
        line = re.sub(r"(table|/join) [0-9A-Z]{6}\b", r"\1 CODE", line)
        line = re.sub(r"(\w+ deals|you deal) · Seal [0-9a-f]{8}…$", "DEALER · SEAL", line)
        line = re.sub(r"^Your hand   [♠♥♦♣].*?  ( *)(\d+( \+ \d+)? points?)$", hand_without_cards, line)
        line = re.sub(r"^  [NESW](    [NESW]){3}$", "  THE FOUR SEATS", line)
        line = re.sub(r"^(  (–|\d(♠|♥|♦|♣|NT))\s+){0,3}  \?$", "  CALLS", line)
        lines.append(re.sub(r"from \d(♠|♥|♦|♣|NT)\.", "from BID.", line))
    return lines


def hand_without_cards(line: re.Match[str]) -> str:
    """Only where the points stand is the same each time."""
    return f"Your hand CARDS, at column {line.start(2)} POINTS"


def test_a_match_that_was_interrupted_goes_on_by_its_code(tmp_path: Path) -> None:
    """The chat is killed, as by a power cut; whoever leaves in peace gives the seat up."""
    killed = subprocess.Popen(
        CHAT,
        cwd=tmp_path,
        env=surroundings(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    assert killed.stdin is not None
    assert killed.stdout is not None
    with killed.stdin as keys, killed.stdout as screen:
        keys.write("/play floating\n")
        keys.flush()
        shown = [next(screen)]
        while not shown[-1].startswith("Your turn to call"):
            shown.append(next(screen))
        killed.kill()
        killed.wait()
    cards = cards_written(hand_shown("".join(shown)))
    (code,) = re.findall(r"· table (\w+) ·", "".join(shown))
    assert f"/join {code} takes you back" in chat(tmp_path, "/quit\n")
    assert cards_written(hand_shown(chat(tmp_path, f"/join {code}\n"))) == cards
