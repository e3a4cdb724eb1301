"""A game is one record of parts; two games that differ by a house rule differ by one value in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType
from typing import Protocol, TypeAlias

from engine_server.rules.auctions import Ladder
from engine_server.rules.cards import Seat
from engine_server.rules.dealing import DealAll
from engine_server.rules.decks import Deck
from engine_server.rules.declarations import CallCard
from engine_server.rules.declassified import Declassified
from engine_server.rules.exposure import Exposure
from engine_server.rules.goals import Goals
from engine_server.rules.matches import AllPass, FirstDealer
from engine_server.rules.openings import Naming, Openings, PointAuction
from engine_server.rules.options import Option, OptionInvalid, Options, read_options
from engine_server.rules.phases import Phase
from engine_server.rules.played import Played
from engine_server.rules.point_count import NameGoal, StrongerPair
from engine_server.rules.settling import Settlement
from engine_server.rules.sheets import Column, ScoreLine
from engine_server.rules.sides import Sides
from engine_server.rules.stocks import DealAndDraw, DealAndTurn
from engine_server.rules.tricks import TrickRules

COMPASS = ("N", "E", "S", "W")

Dealing: TypeAlias = DealAll | DealAndTurn | DealAndDraw
Auction: TypeAlias = Ladder | Goals | Openings | PointAuction | StrongerPair
Declaration: TypeAlias = CallCard | NameGoal | Naming


class Scoring(Protocol):
    """What a played deal is worth to whom."""

    def score(self, played: Played, before: Sequence[ScoreLine]) -> tuple[ScoreLine, ...]:
        """The lines of a deal, `before` being the whole sheet so far; an explicit 0 in an empty column."""
        ...


class Match(Protocol):
    """How deals make a match."""

    @property
    def count(self) -> int | None:
        """How many deals it has, None where the score decides."""
        ...

    @property
    def all_pass(self) -> AllPass:
        """What follows when all passed."""
        ...

    @property
    def first_dealer(self) -> FirstDealer:
        """Who deals first."""
        ...

    @property
    def pays_unfinished(self) -> bool:
        """Whether a match broken off after a scored deal is settled as it stands, rather than void."""
        ...

    def next_dealer(self, dealer: Seat, seats: int) -> Seat:
        """Who deals after a scored deal."""
        ...

    def dealer_after_all_passed(self, dealer: Seat, seats: int) -> Seat:
        """Who deals after a deal in which all passed."""
        ...

    def is_over(self, scored: int, lines: Sequence[ScoreLine]) -> bool:
        """Whether the match ends here, complete or not."""
        ...

    def abandoned(self, scored: int, lines: Sequence[ScoreLine]) -> bool:
        """Whether it would end here without having been completed."""
        ...

    def closing(self, scored: int, lines: Sequence[ScoreLine]) -> tuple[ScoreLine, ...]:
        """The lines the match itself writes when it ends here: bonuses, those of an abandoned one too."""
        ...

    def vulnerable(self, deal: int, dealer: Seat, lines: Sequence[ScoreLine]) -> tuple[Seat, ...]:
        """The seats vulnerable in a deal that begins with this sheet."""
        ...

    def columns(self, lines: Sequence[ScoreLine]) -> tuple[Column, ...]:
        """The columns of the sheet with their totals."""
        ...

    def settlements(self, lines: Sequence[ScoreLine]) -> tuple[Settlement, ...]:
        """What every two columns owe each other by the whole sheet; nothing where that is no custom."""
        ...

    def ranking(self, totals: Mapping[Seat, int]) -> tuple[tuple[Seat, ...], ...]:
        """The seats by total, best first; equal totals share a place."""
        ...


@dataclass(frozen=True)
class Variant:
    """The rules one table plays by: nine parts, every house rule already in them.

    `phases` are the stretches of a deal in order; `declassified` lists what is told of cards that lie hidden.
    """

    key: str
    seats: int
    deck: Deck
    dealing: Dealing
    auction: Auction
    declaration: Declaration | None
    sides: Sides
    exposure: Exposure
    tricks: TrickRules
    scoring: Scoring
    match: Match
    phases: tuple[Phase, ...] = (Phase.AUCTION, Phase.PLAY)
    declassified: frozenset[Declassified] = frozenset()
    claim_when_decided: bool = False

    @cached_property
    def hands(self) -> int:
        """How many hands are played: those of the seats, and dummies nobody sits behind."""
        return max(len(self.sides.ring(0)), self.seats)

    def phase_after(self, phase: Phase) -> Phase:
        """What follows a phase, NONE after the last."""
        following = self.phases[self.phases.index(phase) + 1 :]
        return following[0] if following else Phase.NONE

    def tells(self, what: Declassified) -> bool:
        """Whether everybody may see it."""
        return what in self.declassified


Setting: TypeAlias = tuple[str, str]
"""An option and a value as it is written."""


def no_objection(options: Options) -> tuple[str, ...]:
    """For a game whose options never contradict each other but in listed pairs."""
    return ()


@dataclass(frozen=True)
class Game:
    """A game of the catalog: its key, the seats it needs, its options, and the rules they make.

    `contradictions` lists pairs of settings that nobody can mean together, `objections` names the options of
    a whole set that do not go together, and `implied` what a setting brings with it unless it is given too.
    `seats` is the standard number; where an option `players` changes it, from `min_seats` to `max_seats`.
    """

    key: str
    seats: int
    options: tuple[Option, ...]
    build: Callable[[str, Options], Variant]
    contradictions: tuple[tuple[Setting, Setting], ...] = ()
    objections: Callable[[Options], tuple[str, ...]] = no_objection
    implied: tuple[tuple[Setting, Setting], ...] = ()
    fewest: int | None = None
    most: int | None = None

    @property
    def min_seats(self) -> int:
        """The fewest people it can be played by."""
        return self.seats if self.fewest is None else self.fewest

    @property
    def max_seats(self) -> int:
        """The most people it can be played by."""
        return self.seats if self.most is None else self.most

    def read(self, given: Mapping[str, str], before: Mapping[str, str] = MappingProxyType({})) -> Options:
        """The options with the given texts set, the others as they were `before`, or at their defaults.

        Raises OptionUnknown, OptionInvalid: also for options that contradict each other.
        """
        for one, other in self.contradictions:
            if one in given.items() and other in given.items():
                raise OptionInvalid(one[0], other[0])
        brought = {key: value for one, (key, value) in self.implied if one in given.items()}
        options = read_options(self.options, {**before, **brought, **given})
        if objecting := self.objections(options):
            raise OptionInvalid(*objecting)
        return options

    def variant(self, options: Options) -> Variant:
        """The rules under these options."""
        return self.build(self.key, options)
