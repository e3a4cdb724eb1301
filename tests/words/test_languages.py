"""Which language a tag asks for."""

from __future__ import annotations

import pytest

from engine_server.words.languages import COMPLETE, Language, language_of, preferred


@pytest.mark.parametrize(
    ("tag", "language"),
    [
        ("en", Language.EN),
        ("en-GB", Language.EN),
        ("de", Language.DE),
        ("de-AT", Language.DE),
        ("DE_ch", Language.DE),
        ("nb", Language.NB),
        ("no", Language.NB),
        ("nn-NO", Language.NB),
        ("zh", Language.ZH_HANS),
        ("zh-hans", Language.ZH_HANS),
        ("zh-CN", Language.ZH_HANS),
        ("zh-sg", Language.ZH_HANS),
        ("zh-Hant", Language.ZH_HANT),
        ("zh-TW", Language.ZH_HANT),
        ("zh_hk", Language.ZH_HANT),
        ("zh-MO", Language.ZH_HANT),
        ("zh-HK-Hans", Language.ZH_HANS),
        ("zh-Hant-CN", Language.ZH_HANT),
        ("zh-XX", Language.ZH_HANS),
        (" de ", Language.DE),
        ("fr", None),
        ("", None),
        ("-", None),
        ("deutsch", None),
        ("x" * 5000, None),
    ],
)
def test_a_tag_asks_for_a_language(tag: str, language: Language | None) -> None:
    assert language_of(tag) is language


def test_the_first_preference_that_is_spoken_counts() -> None:
    assert preferred("fr", "de-AT", "en") is Language.DE
    assert preferred("tlh") is Language.EN
    assert preferred() is Language.EN


def test_each_language_is_asked_for_by_its_own_tag_and_english_is_complete() -> None:
    assert [language_of(language.value) for language in Language] == list(Language)
    assert COMPLETE[0] is Language.EN
