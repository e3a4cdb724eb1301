"""Chinese is set solid, breaks between any two letters, and leaves names alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from telegram_client.conversation.screens import Fixed
from telegram_client.speech.columns import fitted, width
from telegram_client.speech.typesetting import pieces, solid, together
from telegram_client.transports.markup import html_of, toast_of

CHINESE = st.text("轮到你出牌墩，。：（）「」 0123456789♠♥AKQ", max_size=60)


@pytest.mark.parametrize(
    ("loose", "set_solid"),
    [
        ("西家 引牌", "西家引牌"),
        ("在 北家 手里", "在北家手里"),
        ("轮到你出牌。 必须跟花色：梅花。", "轮到你出牌。必须跟花色：梅花。"),
        ("等待 Anna。", "等待 Anna。"),
        ("南家（电脑） · W", "南家（电脑） · W"),
        ("北 3   西 1", "北 3   西 1"),
        ("每人 13 张", "每人 13 张"),
        ("叫牌     北 –", "叫牌     北 –"),
        ("\u2068王 明\u2069 赢得这一墩", "\u2068王 明\u2069 赢得这一墩"),
        ("\u2068王明\u2069：29%。 \u2068王明\u2069 引牌", "\u2068王明\u2069：29%。\u2068王明\u2069 引牌"),
        ("Your turn: play a card.", "Your turn: play a card."),
        ("secret 4c49… matches", "secret 4c49… matches"),
    ],
)
def test_no_space_between_chinese_letters(loose: str, set_solid: str) -> None:
    assert solid(loose) == set_solid


@pytest.mark.parametrize(
    "text",
    [
        "1_♥6  2_♥3  10_♣3",
        "Your hand  ♠_A_10_4   ♥_Kn_6   ♦_4",
        "Last trick to Ben: ♠5_(West)  ♠Kn_(Anna)  ♠A_(Maria_von_Berg)",
        "Tricks  you_0 · West_1 · \u2068Anna\u2069_0",
        "Calls  S_– · W_2♠ · N_–\nYour turn: play a card. You must follow: clubs.",
        "Floating_Bridge · Deal_1_of_3 · Seal_d92e4ff4…",
        "3♠ by East: needs 9 tricks. ♠A is out: 2♥ 4 of 9 times.",
        "磴數  你 1 · 西家 0 · N_–",
        "A sentence that is long enough to be prose · and_one_more",
    ],
)
def test_a_line_of_a_chat_breaks_only_between_what_does_not_belong_together(text: str) -> None:
    plain, set_together = text.replace("_", " "), text.replace("_", "\u00a0")
    assert together(plain) == set_together
    assert html_of([plain]) == set_together
    assert toast_of(plain) == set_together
    assert html_of([Fixed((plain,))]) == f"<pre><code>{plain}</code></pre>"


@given(CHINESE)
def test_pieces_are_the_whole_text(text: str) -> None:
    assert "".join(pieces(text.strip(" "))) == text.strip(" ")


@given(CHINESE, st.integers(20, 80))
def test_a_broken_chinese_line_fits_and_loses_no_letter(text: str, columns: int) -> None:
    lines = fitted([text], columns)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    if "  " not in text and all(width(piece) <= columns for piece in pieces(text)):
        assert all(width(line) <= columns for line in lines)


def test_a_number_stays_with_its_word_and_no_line_begins_with_a_full_stop() -> None:
    line = "一场打完以后，" * 3 + "每人各有 13 墩。" + "总分最高的人赢得这一场比赛。" * 3
    for columns in range(24, 80):
        lines = fitted([line], columns)
        assert all(part[0] not in "，。墩" for part in lines)
        assert all(width(part) <= columns for part in lines)
