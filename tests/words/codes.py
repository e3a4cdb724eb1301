"""Every code that a person may meet, walked from the rooms where codes arise, as the ids of their texts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum

from fourth.v1 import errors_pb2

from engine_server.advisor import hints
from engine_server.advisor.natural import codes, meanings
from engine_server.application.access import Access
from engine_server.game.events import CloseReason, WashReason
from engine_server.game.refusals import Refused
from engine_server.interchange.problems import Fault
from engine_server.report import Told, fault_id
from engine_server.rules.cards import Denomination, Rank
from engine_server.rules.illegal import Illegal
from engine_server.rules.options import Option
from engine_server.rules.sheets import ScoreReason
from engine_server.rules.variants import ALL
from engine_server.service import reasons as service_reasons
from engine_server.words.catalog import value_id
from engine_server.words.glossary import GLOSSARY
from engine_server.words.reasons import refusal_id

_WIRE_PREFIX = "ERROR_REASON_"
RULES_PAGES = 3
"""One screen, then more, then an example."""
_DOCUMENTED = re.compile(r"^((?:hint|suspicion|meaning)\.\w+) \| ([^|]*) \|", re.MULTILINE)


def reasons() -> set[str]:
    """Every reason of every room and of the contract."""
    rooms: Iterable[type[StrEnum]] = (Refused, Illegal, Access, *_enums_of_the_service())
    wire = {name.removeprefix(_WIRE_PREFIX) for name in errors_pb2.ErrorReason.keys()}  # noqa: SIM118
    return {code.value for room in rooms for code in room} | (wire - {"UNSPECIFIED"})


def _enums_of_the_service() -> Iterator[type[StrEnum]]:
    for named in vars(service_reasons).values():
        if isinstance(named, type) and issubclass(named, StrEnum) and named is not StrEnum:
            yield named


def option_ids(option: Option) -> Iterator[str]:
    """The ids of a house rule: its name, its explanation, its named values."""
    yield f"option.{option.key}"
    yield f"option.{option.key}.explanation"
    named = (value for value in option.values if not value.isdigit())
    yield from (value_id(option.key, value) for value in named)


def game_ids() -> Iterator[str]:
    """The ids of every game with its house rules and its pages of rules."""
    for game in ALL:
        yield from (f"game.{game.key}", f"game.{game.key}.summary")
        yield from (f"rules.{game.key}.{page}" for page in range(1, RULES_PAGES + 1))
        for option in game.options:
            yield from option_ids(option)


def card_ids() -> Iterator[str]:
    """The ids that written.py asks for."""
    yield from (f"denomination.{named.name.lower()}" for named in Denomination)
    yield from (f"rank.{rank.name.lower()}" for rank in Rank if rank > Rank.TEN)
    for seat in ("north", "east", "south", "west"):
        yield f"seat.{seat}"
    yield from ("list.comma", "list.and", "number.below_one")


def glossary_ids() -> Iterator[str]:
    """The ids that every term needs."""
    for code in GLOSSARY:
        yield from (f"word.{code}", f"word.{code}.explanation")


def needed_ids() -> set[str]:
    """Every id that must have a text in every complete language."""
    told: tuple[type[StrEnum], ...] = (ScoreReason, WashReason, CloseReason, hints.HintCode)
    told += (codes.NaturalCode, meanings.MeaningCode, Told)
    ids = {code.value for enum in told for code in enum}
    ids |= {refusal_id(reason) for reason in reasons()} | {fault_id(fault) for fault in Fault}
    return ids | {*game_ids(), *card_ids(), *glossary_ids(), "general.no_words"}


def optional_ids() -> set[str]:
    """Ids that a language has where it has something to say: other words understood for a term."""
    return {f"word.{code}.also" for code in GLOSSARY}


def hint_arguments() -> dict[str, frozenset[str]]:
    """The arguments each hint brings along, as the advisor documents them."""
    told = "\n".join(room.__doc__ or "" for room in (hints, codes, meanings))
    rows = _DOCUMENTED.findall(told)
    return {code: frozenset(re.findall(r"\w+", names)) for code, names in rows}
