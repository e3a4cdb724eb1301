"""Honeymoon bridge for two: the hands are drawn from a stock, then bid and played (rules.md section 8)."""

from __future__ import annotations

from enum import StrEnum

from engine_server.rules.auctions import FirstCaller, Ladder
from engine_server.rules.contract_bridge import (
    FIRST_DEALER,
    HAND,
    UNDERTRICKS,
    first_dealer,
    limit_of_deals,
    undertricks,
)
from engine_server.rules.contract_scoring import BoardScore, ChicagoScore, RubberScore
from engine_server.rules.dealing import DealAll
from engine_server.rules.decks import WHOLE_PACK
from engine_server.rules.declassified import Declassified
from engine_server.rules.exposure import DUMMY_AFTER_LEAD, NOTHING_OPEN
from engine_server.rules.matches import AllPass, Deals
from engine_server.rules.options import Choice, Options, Switch
from engine_server.rules.phases import Phase
from engine_server.rules.rubber_matches import Chicago, Rubber
from engine_server.rules.sides import EachAlone, EachWithDummy
from engine_server.rules.stocks import DealAndDraw, Drawing
from engine_server.rules.tricks import TrickRules
from engine_server.rules.variant import Dealing, Game, Match, Scoring, Variant

SEATS = 2
_USUAL_DEALS = 4
"""Deals of a match that is not a rubber and has no number of its own (our rule)."""


class Style(StrEnum):
    """How the two come by their cards."""

    DRAW = "draw"
    HK = "hk"
    DOUBLE_DUMMY = "double_dummy"
    PICK_OR_DISCARD = "pick_or_discard"


class Sheet(StrEnum):
    """How the deals are scored."""

    RUBBER = "rubber"
    CHICAGO = "chicago"
    SINGLE_DEAL = "single_deal"


_DEALING: dict[Style, Dealing] = {
    Style.DRAW: DealAndDraw(HAND, SEATS, Drawing.TRICKS),
    Style.HK: DealAndDraw(HAND, SEATS, Drawing.OPEN_TRICKS),
    Style.DOUBLE_DUMMY: DealAll(HAND),
    Style.PICK_OR_DISCARD: DealAndDraw(0, SEATS, Drawing.PICK_OR_DISCARD),
}
_PHASES = {
    Style.DRAW: (Phase.DRAWING, Phase.AUCTION, Phase.PLAY),
    Style.HK: (Phase.AUCTION, Phase.DRAWING, Phase.PLAY),
    Style.DOUBLE_DUMMY: (Phase.AUCTION, Phase.PLAY),
    Style.PICK_OR_DISCARD: (Phase.DRAWING, Phase.AUCTION, Phase.PLAY),
}
_TOLD = {
    Style.DRAW: {Declassified.STOCK_COUNT},
    Style.HK: {Declassified.STOCK_COUNT, Declassified.STOCK_TOP},
    Style.DOUBLE_DUMMY: {Declassified.OPEN_HANDS},
    Style.PICK_OR_DISCARD: {Declassified.STOCK_COUNT},
}


def _honeymoon(key: str, options: Options) -> Variant:
    style = Style(options.text("style"))
    with_dummies = style is Style.DOUBLE_DUMMY
    return Variant(
        key=key,
        seats=SEATS,
        deck=WHOLE_PACK,
        dealing=_DEALING[style],
        auction=Ladder(SEATS, FirstCaller.DEALER, doubles=True, closing_passes=1),
        declaration=None,
        sides=EachWithDummy() if with_dummies else EachAlone(SEATS),
        exposure=DUMMY_AFTER_LEAD if with_dummies else NOTHING_OPEN,
        tricks=TrickRules(WHOLE_PACK),
        scoring=_scoring(options),
        match=_match(options),
        phases=_PHASES[style],
        declassified=frozenset(_TOLD[style]),
    )


def _scoring(options: Options) -> Scoring:
    sides, honours = EachAlone(SEATS).columns, options.is_on("honours")
    table = undertricks(options)
    match Sheet(options.text("scoring")):
        case Sheet.RUBBER:
            return RubberScore(sides, honours, table)
        case Sheet.CHICAGO:
            return ChicagoScore(sides, honours, table)
        case Sheet.SINGLE_DEAL:
            return BoardScore(sides, honours, table)


def _match(options: Options) -> Match:
    sides, first = EachAlone(SEATS).columns, first_dealer(options)
    deals = options.number_or_none("deals")
    match Sheet(options.text("scoring")):
        case Sheet.RUBBER:
            return Rubber(sides, deals, first)
        case Sheet.CHICAGO:
            return Chicago(deals or _USUAL_DEALS, AllPass.NEXT_DEALER, first, sides)
        case Sheet.SINGLE_DEAL:
            return Deals(deals or _USUAL_DEALS, AllPass.NEXT_DEALER, first, sides)


HONEYMOON = Game(
    key="honeymoon",
    seats=SEATS,
    options=(
        limit_of_deals(),
        FIRST_DEALER,
        Choice("style", tuple(Style), Style.DRAW),
        Choice("scoring", tuple(Sheet), Sheet.RUBBER),
        Switch("honours", True),
        UNDERTRICKS,
    ),
    build=_honeymoon,
)
