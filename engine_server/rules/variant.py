"""A game is one record of parts; two games that differ by a house rule differ by one value in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine_server.rules.auctions import Ladder
from engine_server.rules.dealing import DealAll
from engine_server.rules.decks import Deck
from engine_server.rules.declarations import CallCard
from engine_server.rules.matches import Deals
from engine_server.rules.options import Option, Options, read_options
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


@dataclass(frozen=True)
class Game:
    """A game of the catalog: its key, the seats it needs, its options, and the rules they make."""

    key: str
    seats: int
    options: tuple[Option, ...]
    build: Callable[[str, Options], Variant]

    def read(self, given: Mapping[str, str]) -> Options:
        """The options with the given texts set. Raises OptionUnknown or OptionInvalid."""
        options = read_options(self.options, given)
        self.variant(options)
        return options

    def variant(self, options: Options) -> Variant:
        """The rules under these options. Raises OptionInvalid when two contradict each other."""
        return self.build(self.key, options)
