"""Three-handed bridge: a fourth hand is dummy to whoever bids highest (rules.md section 8)."""

from __future__ import annotations

from enum import StrEnum

from engine_server.rules.auctions import FirstCaller, Ladder
from engine_server.rules.contract_bridge import (
    FIRST_DEALER,
    HAND,
    RUBBER_OPTIONS,
    limit_of_deals,
    rubber_match,
    rubber_score,
)
from engine_server.rules.dealing import DealAll
from engine_server.rules.decks import WHOLE_PACK
from engine_server.rules.declassified import Declassified
from engine_server.rules.exposure import Exposure, Moment
from engine_server.rules.options import Choice, Options
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
    sides, early = AgainstTwo(), _EARLY[Style(options.text("style"))]
    return Variant(
        key=key,
        seats=SEATS,
        deck=WHOLE_PACK,
        dealing=DealAll(HAND, early=early),
        auction=Ladder(SEATS, FirstCaller.DEALER, doubles=True, closing_passes=2),
        declaration=None,
        sides=sides,
        exposure=Exposure(Moment.AT_DEAL if early == HAND else Moment.AFTER_LEAD, early),
        tricks=TrickRules(WHOLE_PACK),
        scoring=rubber_score(sides, options),
        match=rubber_match(sides, options),
        declassified=frozenset({Declassified.OPEN_HANDS}),
    )


THREE_HANDED = Game(
    key="three_handed",
    seats=SEATS,
    options=(
        limit_of_deals(),
        FIRST_DEALER,
        Choice("style", tuple(Style), Style.CUTTHROAT),
        *RUBBER_OPTIONS,
    ),
    build=_three_handed,
)
