"""Chicago: four deals of fixed vulnerability; part scores carry within the four (rules.md 4.5)."""

from __future__ import annotations

from engine_server.rules.contract_bridge import (
    FIRST_DEALER,
    MOST_DEALS,
    SEATS,
    UNDERTRICKS,
    contract_bridge,
    first_dealer,
    undertricks,
)
from engine_server.rules.contract_scoring import BoardScore, ChicagoScore
from engine_server.rules.options import Choice, Number, Options, Switch
from engine_server.rules.rubber_matches import Chicago, VulnerableTwoAndThree
from engine_server.rules.sides import Pairs
from engine_server.rules.variant import Game, Variant

_CARRY, _DUPLICATE = "carry", "duplicate"


def _chicago(key: str, options: Options) -> Variant:
    sides = Pairs().columns
    carried = options.text("scoring") == _CARRY
    scores = ChicagoScore if carried else BoardScore
    return contract_bridge(
        key,
        scores(sides, options.is_on("honours"), undertricks(options)),
        Chicago(
            options.number("deals"),
            first_dealer=first_dealer(options),
            vulnerable_2_3=VulnerableTwoAndThree(options.text("vulnerable_2_3")),
            carried=carried,
        ),
    )


CHICAGO = Game(
    key="chicago",
    seats=SEATS,
    options=(
        Number("deals", 4, 1, MOST_DEALS),
        FIRST_DEALER,
        Choice("scoring", (_CARRY, _DUPLICATE), _CARRY),
        Choice("vulnerable_2_3", tuple(VulnerableTwoAndThree), VulnerableTwoAndThree.DEALER),
        Switch("honours", False),
        UNDERTRICKS,
    ),
    build=_chicago,
)
