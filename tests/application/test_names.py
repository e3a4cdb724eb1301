"""Cleaning names: nothing invisible or misleading is left, and nothing a person would miss is taken."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine_server.application.names import MARKS_PER_LETTER, cleaned, letters

WILD = st.text(
    alphabet=st.one_of(
        st.characters(exclude_categories=["Cs"]),
        st.sampled_from("\u202e\u2066\u200b\u200d\u0301\u0335\u3164\ufeff\u2800\U000e0041 \n👩🚀"),
    ),
    max_size=80,
)


@given(WILD)
def test_a_cleaned_name_is_clean(name: str) -> None:
    good = cleaned(name)
    assert cleaned(good) == good
    assert good == good.strip()
    assert all(unicodedata.category(mark) not in ("Cc", "Cs", "Co", "Zl", "Zp") for mark in good)
    assert not set(good) & set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u200b")
    assert good == "" or any(unicodedata.category(mark)[0] in "LNPS" for mark in good)
    assert letters(good) <= len(good)


@given(st.text(alphabet="ab\u0301\u0335\u0336", max_size=60))
def test_marks_do_not_pile_up(name: str) -> None:
    run = longest = 0
    for mark in cleaned(name):
        run = run + 1 if unicodedata.combining(mark) else 0
        longest = max(longest, run)
    assert longest <= MARKS_PER_LETTER


@given(
    st.text(
        alphabet=st.characters(categories=["Lu", "Ll", "Nd"], max_codepoint=0x24F), min_size=1, max_size=24
    )
)
def test_plain_names_stay_as_they_are(name: str) -> None:
    assert cleaned(name) == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize(
    ("name", "shown"), [("\u0301\u0302Ann", "Ann"), ("\u200d Ann", "Ann"), ("\u0301 \u0301Ann", "Ann")]
)
def test_no_name_begins_with_a_mark_that_would_sit_on_what_stands_before_it(name: str, shown: str) -> None:
    assert cleaned(name) == shown
