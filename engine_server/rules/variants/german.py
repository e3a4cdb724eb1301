"""German Bridge (founding document 002): say exactly how many tricks you take; the hands grow."""

from __future__ import annotations

from engine_server.rules.auctions import FirstCaller
from engine_server.rules.cards import clockwise_from
from engine_server.rules.decks import WHOLE_PACK
from engine_server.rules.declassified import Declassified
from engine_server.rules.exposure import NOTHING_OPEN
from engine_server.rules.goals import LARGEST, Goals, GoalScore, GoalScoring, HandSequence, hand_sizes
from engine_server.rules.matches import AllPass, Deals, FirstDealer
from engine_server.rules.options import Choice, Number, Options, Series, Switch
from engine_server.rules.sides import EachAlone
from engine_server.rules.stocks import DealAndTurn, LastTrump
from engine_server.rules.tricks import TrickRules
from engine_server.rules.variant import Game, Variant

SEATS, FEWEST, MOST = 4, 3, 7
_LONGEST = 40
"""Deals of the longest series anybody may write."""


def _german(key: str, options: Options) -> Variant:
    players = options.number("players")
    sizes = _sizes(options)
    return Variant(
        key=key,
        seats=players,
        deck=WHOLE_PACK,
        dealing=DealAndTurn(sizes, players, LastTrump(options.text("last_deal_trump"))),
        auction=Goals(
            players,
            FirstCaller(options.text("first_bidder")),
            hook=options.text("hook") == "last_bidder",
            simultaneous=options.is_on("simultaneous_bids"),
        ),
        declaration=None,
        sides=EachAlone(players),
        exposure=NOTHING_OPEN,
        tricks=TrickRules(WHOLE_PACK),
        scoring=GoalScore(players, GoalScoring(options.text("scoring"))),
        match=Deals(
            options.number_or_none("deals") or len(sizes),
            AllPass.NEXT_DEALER,
            FirstDealer(options.text("first_dealer")),
            tuple((seat,) for seat in clockwise_from(0, players)),
        ),
        declassified=frozenset({Declassified.TURNED_CARD}),
    )


def _sizes(options: Options) -> tuple[int, ...]:
    return hand_sizes(options.text("hand_sequence"), options.number("players"))


def _objections(options: Options) -> tuple[str, ...]:
    """Hands larger than the pack allows, more deals than the sequence has, secret bids beside the hook."""
    sizes = _sizes(options)
    if max(sizes) * options.number("players") > len(WHOLE_PACK.cards):
        return ("hand_sequence", "players")
    if (options.number_or_none("deals") or 1) > len(sizes):
        return ("deals", "hand_sequence")
    if options.is_on("simultaneous_bids") and options.text("hook") == "last_bidder":
        return ("simultaneous_bids", "hook")
    return ()


GERMAN = Game(
    key="german",
    seats=SEATS,
    fewest=FEWEST,
    most=MOST,
    options=(
        Number("deals", None, 1, _LONGEST, or_none=True),
        Number("players", SEATS, FEWEST, MOST),
        Choice("first_dealer", tuple(FirstDealer), FirstDealer.FIRST_SEAT),
        Series("hand_sequence", tuple(HandSequence), HandSequence.UP13, 1, LARGEST, _LONGEST),
        Choice("first_bidder", (FirstCaller.DEALER, FirstCaller.LEFT), FirstCaller.DEALER),
        Choice("hook", ("last_bidder", "off"), "last_bidder"),
        Switch("simultaneous_bids", False),
        Choice("last_deal_trump", tuple(LastTrump), LastTrump.NONE),
        Choice("scoring", tuple(GoalScoring), GoalScoring.SQUARE),
    ),
    objections=_objections,
    implied=((("simultaneous_bids", "on"), ("hook", "off")),),
    build=_german,
)
