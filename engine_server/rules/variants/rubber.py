"""Rubber bridge (founding documents 001, 002, 004): two games make the rubber, honours count."""

from __future__ import annotations

from engine_server.rules.contract_bridge import (
    FIRST_DEALER,
    SEATS,
    UNDERTRICKS,
    contract_bridge,
    first_dealer,
    limit_of_deals,
)
from engine_server.rules.contract_scoring import RubberScore
from engine_server.rules.contract_values import UndertrickTable
from engine_server.rules.options import Choice, Number, Options, Switch
from engine_server.rules.rubber_matches import Rubber
from engine_server.rules.settling import Settle
from engine_server.rules.sides import Pairs
from engine_server.rules.variant import Game, Variant


def _rubber(key: str, options: Options) -> Variant:
    sides = Pairs().columns
    undertricks = UndertrickTable(options.text("undertrick_table"))
    return contract_bridge(
        key,
        RubberScore(sides, options.is_on("honours"), undertricks),
        Rubber(
            sides,
            options.number_or_none("deals"),
            first_dealer(options),
            options.number("unfinished_part_score"),
            settle=Settle(options.text("settle")),
        ),
    )


RUBBER = Game(
    key="rubber",
    seats=SEATS,
    options=(
        limit_of_deals(),
        FIRST_DEALER,
        Switch("honours", True),
        UNDERTRICKS,
        Number("unfinished_part_score", 50, 50, 100, only=(50, 100)),
        Choice("settle", tuple(Settle), Settle.RAW),
    ),
    build=_rubber,
)
