"""Rubber bridge (founding documents 001, 002, 004): two games make the rubber, honours count."""

from __future__ import annotations

from engine_server.rules.contract_bridge import (
    FIRST_DEALER,
    RUBBER_OPTIONS,
    SEATS,
    contract_bridge,
    limit_of_deals,
    rubber_match,
    rubber_score,
)
from engine_server.rules.options import Options
from engine_server.rules.sides import Pairs
from engine_server.rules.variant import Game, Variant


def _rubber(key: str, options: Options) -> Variant:
    return contract_bridge(key, rubber_score(Pairs(), options), rubber_match(Pairs(), options))


RUBBER = Game(
    key="rubber",
    seats=SEATS,
    options=(limit_of_deals(), FIRST_DEALER, *RUBBER_OPTIONS),
    build=_rubber,
)
