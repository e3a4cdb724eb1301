"""Singapore Bridge (founding document 003): weak hands are washed, trump must break, prizes double."""

from __future__ import annotations

from engine_server.rules.dealing import WashMode
from engine_server.rules.hidden_partner import CONTRADICTIONS, SEATS, hidden_partner, house_rules
from engine_server.rules.matches import AllPass
from engine_server.rules.options import Number
from engine_server.rules.scoring import Scoring
from engine_server.rules.tricks import OpeningLeader, TrumpLead
from engine_server.rules.variant import Game

SINGAPORE = Game(
    key="singapore",
    seats=SEATS,
    options=house_rules(
        deals=Number("deals", 4, 1, 40),
        wash=WashMode.AUTO,
        all_pass=AllPass.SAME_DEALER,
        solo="forbidden",
        nt_leader=OpeningLeader.DECLARER,
        trump_lead=TrumpLead.UNTIL_BROKEN,
        scoring=Scoring.DOUBLING,
    ),
    contradictions=CONTRADICTIONS,
    build=hidden_partner,
)
