"""Minibridge (founding document 002): points are told, the stronger pair declares with dummy in view."""

from __future__ import annotations

from engine_server.rules.boards import Boards
from engine_server.rules.contract_bridge import FIRST_DEALER, HAND, MOST_DEALS, first_dealer
from engine_server.rules.dealing import DealAll
from engine_server.rules.decks import WHOLE_PACK
from engine_server.rules.declassified import Declassified
from engine_server.rules.exposure import Exposure, Moment
from engine_server.rules.matches import AllPass, Deals
from engine_server.rules.options import Choice, Number, Options, Switch
from engine_server.rules.phases import Phase
from engine_server.rules.point_count import (
    MinibridgeScore,
    MinibridgeScoring,
    NameGoal,
    StrongerPair,
    TiedPoints,
)
from engine_server.rules.sides import Pairs
from engine_server.rules.tricks import TrickRules
from engine_server.rules.variant import Game, Match, Variant

SEATS = 4
_DUMMY_EXPOSED = (Moment.BEFORE_CHOICE, Moment.AFTER_LEAD)


def _minibridge(key: str, options: Options) -> Variant:
    goal, slams = options.is_on("goal"), options.is_on("slams")
    return Variant(
        key=key,
        seats=SEATS,
        deck=WHOLE_PACK,
        dealing=DealAll(HAND),
        auction=StrongerPair(TiedPoints(options.text("tie_20"))),
        declaration=NameGoal(goal, slams, options.number("win_target")),
        sides=Pairs(),
        exposure=Exposure(Moment(options.text("dummy_exposed"))),
        tricks=TrickRules(WHOLE_PACK),
        scoring=MinibridgeScore(MinibridgeScoring(options.text("scoring"))),
        match=_match(options),
        phases=(Phase.NAMING, Phase.PLAY),
        declassified=frozenset({Declassified.OPEN_HANDS, Declassified.POINT_COUNTS}),
    )


def _match(options: Options) -> Match:
    match = Boards if options.text("vulnerability") == "board" else Deals
    return match(options.number("deals"), AllPass.SAME_DEALER, first_dealer(options), Pairs().columns)


def _objections(options: Options) -> tuple[str, ...]:
    """A slam is a goal."""
    return ("slams", "goal") if options.is_on("slams") and not options.is_on("goal") else ()


MINIBRIDGE = Game(
    key="minibridge",
    seats=SEATS,
    options=(
        Number("deals", 4, 1, MOST_DEALS),
        FIRST_DEALER,
        Switch("goal", True),
        Switch("slams", False),
        Number("win_target", 7, 7, 8, only=(7, 8)),
        Choice("vulnerability", ("none", "board"), "none"),
        Choice("tie_20", tuple(TiedPoints), TiedPoints.REDEAL),
        Choice("dummy_exposed", _DUMMY_EXPOSED, Moment.BEFORE_CHOICE),
        Choice("scoring", tuple(MinibridgeScoring), MinibridgeScoring.EBU),
    ),
    objections=_objections,
    build=_minibridge,
)
