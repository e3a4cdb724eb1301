"""Italian Bridge (founding document 002): five players, forty cards, card points and a secret partner."""

from __future__ import annotations

from engine_server.rules.cards import clockwise_from
from engine_server.rules.contract_bridge import FIRST_DEALER, MOST_DEALS, first_dealer
from engine_server.rules.dealing import DealAll
from engine_server.rules.decks import Deck
from engine_server.rules.declassified import Declassified
from engine_server.rules.exposure import NOTHING_OPEN
from engine_server.rules.matches import REDEALT, AllPass, Deals
from engine_server.rules.openings import (
    ITALIAN_RANKING,
    CapturedPoints,
    ItalianScoring,
    Naming,
    Openings,
    PointAuction,
)
from engine_server.rules.options import Choice, Number, Options, Switch
from engine_server.rules.phases import Phase
from engine_server.rules.sides import HolderOfCalledCard
from engine_server.rules.tricks import OpeningLeader, TrickRules
from engine_server.rules.variant import Game, Variant

SEATS = 5
HAND = 8
_FIRST_OPEN, _AUCTION = "first_open", "auction"


def _italian(key: str, options: Options) -> Variant:
    deck = Deck(ITALIAN_RANKING)
    naming = Naming(deck, options.is_on("no_trump"), options.is_on("solo"))
    by_auction = options.text("bidding") == _AUCTION
    return Variant(
        key=key,
        seats=SEATS,
        deck=deck,
        dealing=DealAll(HAND, hands=SEATS),
        auction=PointAuction(SEATS) if by_auction else Openings(SEATS, naming),
        declaration=naming if by_auction else None,
        sides=HolderOfCalledCard(SEATS),
        exposure=NOTHING_OPEN,
        tricks=TrickRules(deck, OpeningLeader.DECLARER, leader=OpeningLeader.DECLARER),
        scoring=CapturedPoints(SEATS, ItalianScoring(options.text("scoring"))),
        match=Deals(
            options.number("deals"),
            AllPass(options.text("all_pass")),
            first_dealer(options),
            tuple((seat,) for seat in clockwise_from(0, SEATS)),
        ),
        phases=(Phase.AUCTION, *((Phase.CALLING,) if by_auction else ()), Phase.PLAY),
        declassified=frozenset({Declassified.CALLED_CARD, Declassified.CAPTURED_POINTS}),
    )


ITALIAN = Game(
    key="italian",
    seats=SEATS,
    options=(
        Number("deals", 5, 1, MOST_DEALS),
        FIRST_DEALER,
        Choice("bidding", (_FIRST_OPEN, _AUCTION), _FIRST_OPEN),
        Switch("no_trump", False),
        Switch("solo", False),
        Choice("all_pass", REDEALT, AllPass.SAME_DEALER),
        Choice("scoring", tuple(ItalianScoring), ItalianScoring.WINNING_SIDE),
    ),
    build=_italian,
)
