"""The languages Fourth speaks, and which of them a language tag asks for."""

from __future__ import annotations

import re
from enum import StrEnum


class Language(StrEnum):
    """A language of the product. The value is its tag and the name of its folder of catalogues."""

    EN = "en"
    DE = "de"
    NB = "nb"
    ZH_HANS = "zh-Hans"
    ZH_HANT = "zh-Hant"


COMPLETE = (Language.EN, Language.DE, Language.NB, Language.ZH_HANS, Language.ZH_HANT)
"""The languages that must have every text; in one that is only begun a missing text is said in English."""

CHINESE = (Language.ZH_HANS, Language.ZH_HANT)
"""The languages that are set without spaces between words."""

_BY_PRIMARY = {"en": Language.EN, "de": Language.DE, "nb": Language.NB, "nn": Language.NB, "no": Language.NB}
_CHINESE = {
    "hans": Language.ZH_HANS,
    "hant": Language.ZH_HANT,
    "cn": Language.ZH_HANS,
    "sg": Language.ZH_HANS,
    "tw": Language.ZH_HANT,
    "hk": Language.ZH_HANT,
    "mo": Language.ZH_HANT,
}


def language_of(tag: str) -> Language | None:
    """The language a tag such as de-AT, zh_TW or nn asks for, None when Fourth does not speak it.

    A Chinese tag follows its script, without one its region, and is simplified without either.
    """
    primary, *others = re.split("[-_]", tag.strip().lower())
    if primary != "zh":
        return _BY_PRIMARY.get(primary)
    named = (_CHINESE[subtag] for subtag in sorted(others, key=len, reverse=True) if subtag in _CHINESE)
    return next(named, Language.ZH_HANS)


def preferred(*tags: str) -> Language:
    """The first language among the tags, best first, that Fourth speaks; English when there is none."""
    spoken = (language for tag in tags if (language := language_of(tag)) is not None)
    return next(spoken, Language.EN)
