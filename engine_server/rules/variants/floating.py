"""Floating Bridge (founding document 000): call any card, play alone if you like, the level is the score."""

from __future__ import annotations

from engine_server.rules.dealing import WashMode
from engine_server.rules.hidden_partner import CONTRADICTIONS, SEATS, hidden_partner, house_rules
from engine_server.rules.matches import AllPass
from engine_server.rules.options import Number
from engine_server.rules.scoring import Scoring
from engine_server.rules.tricks import OpeningLeader, TrumpLead
from engine_server.rules.variant import Game

FLOATING = Game(
    key="floating",
    seats=SEATS,
    options=house_rules(
        deals=Number("deals", 3, 1, 5, only=(1, 3, 5)),
        wash=WashMode.OFF,
        all_pass=AllPass.NEXT_DEALER,
        solo="allowed",
        nt_leader=OpeningLeader.LEFT,
        trump_lead=TrumpLead.FIRST_TRICK,
        scoring=Scoring.LEVEL,
    ),
    contradictions=CONTRADICTIONS,
    build=hidden_partner,
)
