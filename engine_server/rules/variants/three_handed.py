"""Three-handed bridge: a fourth hand is dummy to whoever bids highest (rules.md section 8)."""

from __future__ import annotations

from enum import StrEnum

from engine_server.rules.auctions import FirstCaller, Ladder
from engine_server.rules.contract_bridge import (
    FIRST_DEALER,
    HAND,
    UNDERTRICKS,
    first_dealer,
    limit_of_deals,
)
from engine_server.rules.contract_scoring import RubberScore
from engine_server.rules.contract_values import UndertrickTable
from engine_server.rules.dealing import DealAll
from engine_server.rules.decks import Deck
from engine_server.rules.declassified import Declassified
from engine_server.rules.exposure import Exposure, Moment
from engine_server.rules.options import Choice, Number, Options, Switch
from engine_server.rules.rubber_matches import Rubber
from engine_server.rules.settling import Settle
from engine_server.rules.sides import AgainstTwo
from engine_server.rules.tricks import TrickRules
from engine_server.rules.variant import Game, Variant

SEATS = 3


class Style(StrEnum):
    """How much of dummy is seen before the bidding."""

    CUTTHROAT = "cutthroat"
    TOWIE = "towie"
    AUCTIONED_DUMMY = "auctioned_dummy"


_EARLY = {Style.CUTTHROAT: 0, Style.TOWIE: 6, Style.AUCTIONED_DUMMY: HAND}


def _three_handed(key: str, options: Options) -> Variant:
    sides, early = AgainstTwo().columns, _EARLY[Style(options.text("style"))]
    undertricks = UndertrickTable(options.text("undertrick_table"))
    return Variant(
        key=key,
        seats=SEATS,
        deck=Deck(),
        dealing=DealAll(HAND, early=early),
        auction=Ladder(SEATS, FirstCaller.DEALER, doubles=True, closing_passes=2),
        declaration=None,
        sides=AgainstTwo(),
        exposure=Exposure(Moment.AT_DEAL if early == HAND else Moment.AFTER_LEAD, early),
        tricks=TrickRules(Deck()),
        scoring=RubberScore(sides, options.is_on("honours"), undertricks),
        match=Rubber(
            sides,
            options.number_or_none("deals"),
            first_dealer(options),
            options.number("unfinished_part_score"),
            settle=Settle(options.text("settle")),
        ),
        declassified=frozenset({Declassified.OPEN_HANDS}),
    )


THREE_HANDED = Game(
    key="three_handed",
    seats=SEATS,
    options=(
        limit_of_deals(),
        FIRST_DEALER,
        Choice("style", tuple(Style), Style.CUTTHROAT),
        Switch("honours", True),
        UNDERTRICKS,
        Number("unfinished_part_score", 50, 50, 100, only=(50, 100)),
        Choice("settle", tuple(Settle), Settle.RAW),
    ),
    build=_three_handed,
)
