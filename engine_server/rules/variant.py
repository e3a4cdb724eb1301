"""A game is one record of parts; two games that differ by a house rule differ by one value in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from engine_server.rules.auctions import Ladder
from engine_server.rules.dealing import DealAll
from engine_server.rules.decks import Deck
from engine_server.rules.declarations import CallCard
from engine_server.rules.matches import Deals
from engine_server.rules.options import Option, OptionInvalid, Options, read_options
from engine_server.rules.scoring import WinnersScore
from engine_server.rules.sides import HolderOfCalledCard
from engine_server.rules.tricks import TrickRules

COMPASS = ("N", "E", "S", "W")


@dataclass(frozen=True)
class Variant:
    """The rules one table plays by: nine parts, every house rule already in them."""

    key: str
    seats: int
    deck: Deck
    dealing: DealAll
    auction: Ladder
    declaration: CallCard
    sides: HolderOfCalledCard
    tricks: TrickRules
    scoring: WinnersScore
    match: Deals
    claim_when_decided: bool = False


Setting: TypeAlias = tuple[str, str]
"""An option and a value as it is written."""


@dataclass(frozen=True)
class Game:
    """A game of the catalog: its key, the seats it needs, its options, and the rules they make.

    `contradictions` lists pairs of settings that nobody can mean together.
    """

    key: str
    seats: int
    options: tuple[Option, ...]
    build: Callable[[str, Options], Variant]
    contradictions: tuple[tuple[Setting, Setting], ...] = ()

    def read(self, given: Mapping[str, str], before: Mapping[str, str] = MappingProxyType({})) -> Options:
        """The options with the given texts set, the others as they were `before`, or at their defaults.

        Raises OptionUnknown, OptionInvalid: also for two given ones that contradict each other.
        """
        for one, other in self.contradictions:
            if one in given.items() and other in given.items():
                raise OptionInvalid(one[0], other[0])
        return read_options(self.options, {**before, **given})

    def variant(self, options: Options) -> Variant:
        """The rules under these options."""
        return self.build(self.key, options)
