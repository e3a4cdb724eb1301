"""The family of contract bridge for two pairs: one auction and play, three ways to score."""

from __future__ import annotations

from engine_server.rules.auctions import FirstCaller, Ladder
from engine_server.rules.contract_scoring import RubberScore
from engine_server.rules.contract_values import UndertrickTable
from engine_server.rules.dealing import DealAll
from engine_server.rules.decks import WHOLE_PACK
from engine_server.rules.declassified import Declassified
from engine_server.rules.exposure import DUMMY_AFTER_LEAD
from engine_server.rules.matches import FirstDealer
from engine_server.rules.options import Choice, Number, Option, Options, Switch
from engine_server.rules.rubber_matches import Rubber
from engine_server.rules.settling import Settle
from engine_server.rules.sides import Pairs, Sides
from engine_server.rules.tricks import TrickRules
from engine_server.rules.variant import Match, Scoring, Variant

SEATS = 4
HAND = 13
MOST_DEALS = 40
FIRST_DEALER = Choice("first_dealer", tuple(FirstDealer), FirstDealer.DRAWN)
UNDERTRICKS = Choice("undertrick_table", tuple(UndertrickTable), UndertrickTable.MODERN)


RUBBER_OPTIONS: tuple[Option, ...] = (
    Switch("honours", True),
    UNDERTRICKS,
    Number("unfinished_part_score", 50, 50, 100, only=(50, 100)),
    Choice("settle", tuple(Settle), Settle.RAW),
)


def limit_of_deals(most: int = MOST_DEALS) -> Option:
    """Deals of a match that ends by the score: no limit, or so many, after which it is abandoned."""
    return Number("deals", None, 1, most, or_none=True)


def first_dealer(options: Options) -> FirstDealer:
    """Who deals first by the option of that name."""
    return FirstDealer(options.text("first_dealer"))


def undertricks(options: Options) -> UndertrickTable:
    """What is paid for tricks too few by the option of that name."""
    return UndertrickTable(options.text("undertrick_table"))


def rubber_score(sides: Sides, options: Options) -> RubberScore:
    """A deal of a rubber between these sides."""
    return RubberScore(sides.columns, options.is_on("honours"), undertricks(options))


def rubber_match(sides: Sides, options: Options) -> Rubber:
    """A rubber between these sides."""
    return Rubber(
        sides.columns,
        options.number_or_none("deals"),
        first_dealer(options),
        options.number("unfinished_part_score"),
        settle=Settle(options.text("settle")),
    )


def contract_bridge(key: str, scoring: Scoring, match: Match) -> Variant:
    """Four seats, two pairs, an auction with doubles, dummy open after the lead (rules.md 4.1, 4.2)."""
    return Variant(
        key=key,
        seats=SEATS,
        deck=WHOLE_PACK,
        dealing=DealAll(HAND),
        auction=Ladder(SEATS, FirstCaller.DEALER, doubles=True, pairs=True),
        declaration=None,
        sides=Pairs(),
        exposure=DUMMY_AFTER_LEAD,
        tricks=TrickRules(WHOLE_PACK),
        scoring=scoring,
        match=match,
        declassified=frozenset({Declassified.OPEN_HANDS}),
    )
