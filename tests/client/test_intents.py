"""From a typed line to an intent."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from telegram_client.conversation.intents import (
    COMMANDS,
    Act,
    Auto,
    Explain,
    HouseRules,
    Intent,
    Join,
    Play,
    Rules,
    Speak,
    TermsIn,
    Unclear,
    Why,
    Wish,
    read,
)
from telegram_client.speech.phrasebook import COMPLETE, Language, Words

EN = Words(Language.EN)

LINES: list[tuple[str, Intent]] = [
    ("/play", Play("")),
    ("/play floating", Play("floating")),
    ("/PLAY Floating", Play("floating")),
    ("/play@fourth_bot singapore", Play("singapore")),
    ("  /play   floating deals=1  wash=auto", Play("floating", (("deals", "1"), ("wash", "auto")))),
    ("/play deals=1", Play("", (("deals", "1"),))),
    ("/play floating turn=60 deals=1", Play("floating", (("deals", "1"),), turn="60")),
    ("/open rubber TURN=", Play("rubber", friends=True, turn="?")),
    ("/play floating bridge friends", Play("floating bridge", (), friends=True)),
    ("/open singapore deals=2", Play("singapore", (("deals", "2"),), friends=True)),
    ("/join k7q2", Join("k7q2")),
    ("/join K7 Q2", Join("K7Q2")),
    ("/join", Join("")),
    ("/auto", Auto(True)),
    ("/auto off", Auto(False)),
    ("/auto OFF", Auto(False)),
    ("/why c10", Why("c10")),
    ("/rules", Rules("")),
    ("/rules floating", Rules("floating")),
    ("/rules floating 2", Rules("floating", 2)),
    ("/rules 2", Rules("", 2)),
    ("/options floating", HouseRules("floating")),
    ("/words hidden partner", Explain("hidden partner")),
    ("/words =hidden_partner", Explain("", "hidden_partner")),
    ("/words @hint", TermsIn()),
    ("/words @rules floating 2", TermsIn(Rules("floating", 2))),
    ("/words @rules", TermsIn(Rules(""))),
    ("/words @", TermsIn()),
    ("/start", Wish.START),
    ("/start K7Q2MX", Join("K7Q2MX", invited=True)),
    ("/begin", Wish.BEGIN),
    ("/last", Wish.LAST),
    ("/robot", Wish.ROBOT),
    ("/stop", Wish.STOP),
    ("/language zh-Hant", Speak("zh-Hant")),
    ("/table", Wish.TABLE),
    ("／table", Wish.TABLE),
    ("/help", Wish.HELP),
    ("?", Wish.HELP),
    ("help", Wish.HELP),
    ("sa", Act("sa")),
    ("3 no trump", Act("3 no trump")),
    ("", Act("")),
    ("/auto ON", Auto(True)),
    ("/auto nonsense", Auto(None)),
    ("/nonsense here", Unclear("nonsense")),
    ("/", Unclear("")),
]


@pytest.mark.parametrize(("line", "intent"), LINES)
def test_a_line_is_read(line: str, intent: Intent) -> None:
    assert read(line, EN) == intent


def test_native_words_are_understood() -> None:
    words = Words(Language.DE)
    assert read("Hilfe", words) is Wish.HELP
    assert read("/auto aus", words) == Auto(False)
    assert read("/auto an", words) == Auto(True)
    assert read("/play floating freunde", words) == Play("floating", (), friends=True)


@pytest.mark.parametrize("language", COMPLETE)
def test_the_help_names_every_command_and_fits_a_screen(language: Language) -> None:
    text = Words(language).say("help")
    assert {command for command in COMMANDS if f"/{command}" not in text} == {"help", "begin", "stop"}
    assert len(text.split("\n")) <= 24


@given(st.text(max_size=300))
def test_any_line_has_an_intent(line: str) -> None:
    assert read(line, EN) is not None
    assert read("/" + line, EN) is not None


@pytest.mark.parametrize(
    ("typed", "seconds"),
    [
        *(("10", 10), ("030", 30), ("86400", 86400)),
        *((typed, None) for typed in ("9", "86401", "8640000000", "1m", "-30", "٣٠", "", "?")),
    ],
)
def test_the_seconds_of_a_turn(typed: str, seconds: int | None) -> None:
    assert Play("floating", turn=typed).turn_seconds == seconds
