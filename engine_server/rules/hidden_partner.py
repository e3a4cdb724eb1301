"""The family of Floating and Singapore Bridge: one set of house rules, two presets (rules.md section 3)."""

from __future__ import annotations

from engine_server.rules.auctions import FirstCaller, Ladder
from engine_server.rules.dealing import DealAll, Wash, WashFormula, WashMode
from engine_server.rules.decks import WHOLE_PACK, Deck
from engine_server.rules.declarations import CallCard
from engine_server.rules.declassified import Declassified
from engine_server.rules.exposure import NOTHING_OPEN
from engine_server.rules.matches import REDEALT, AllPass, Deals, FirstDealer
from engine_server.rules.options import Choice, Number, Option, Options, Switch
from engine_server.rules.phases import Phase
from engine_server.rules.scoring import BeatenPays, Scoring, WinnersScore
from engine_server.rules.sides import HolderOfCalledCard
from engine_server.rules.tricks import OpeningLeader, TrickRules, TrumpBrokenBy, TrumpLead
from engine_server.rules.variant import Variant

SEATS = 4
HAND = 13
CONTRADICTIONS = ((("solo", "forbidden"), ("solo_announce", "hidden")),)
"""What cannot be meant together: how something is told that cannot happen."""


def house_rules(
    *,
    deals: Number,
    wash: WashMode,
    all_pass: AllPass,
    solo: str,
    nt_leader: OpeningLeader,
    trump_lead: TrumpLead,
    scoring: Scoring,
) -> tuple[Option, ...]:
    """Every option of the family with the defaults in which its games differ."""
    return (
        deals,
        Choice("first_dealer", tuple(FirstDealer), FirstDealer.DRAWN),
        Choice("wash", tuple(WashMode), wash),
        Number("wash_below", 4, 1, 7),
        Choice("wash_formula", tuple(WashFormula), WashFormula.LENGTH),
        Choice("first_caller", tuple(FirstCaller), FirstCaller.LEFT),
        Switch("double", False),
        Choice("all_pass", REDEALT, all_pass),
        Choice("solo", ("allowed", "forbidden"), solo),
        Choice("solo_announce", ("at_once", "hidden"), "at_once"),
        Choice("nt_leader", tuple(OpeningLeader), nt_leader),
        Choice("trump_lead", tuple(TrumpLead), trump_lead),
        Choice("trump_broken_by", tuple(TrumpBrokenBy), TrumpBrokenBy.RUFF),
        Switch("no_trump_on_first_trick", False),
        Choice("scoring", tuple(Scoring), scoring),
        Choice("beaten_pays", tuple(BeatenPays), BeatenPays.WINNING_SIDE),
        Switch("claim_when_decided", False),
    )


def hidden_partner(key: str, options: Options) -> Variant:
    """The rules of a hidden-partner game."""
    deck = WHOLE_PACK
    return Variant(
        key=key,
        seats=SEATS,
        deck=deck,
        dealing=DealAll(HAND, _wash(options)),
        auction=Ladder(SEATS, FirstCaller(options.text("first_caller")), options.is_on("double")),
        declaration=CallCard(
            deck, options.text("solo") == "allowed", options.text("solo_announce") == "at_once"
        ),
        sides=HolderOfCalledCard(),
        exposure=NOTHING_OPEN,
        tricks=_tricks(deck, options),
        scoring=WinnersScore(
            SEATS, Scoring(options.text("scoring")), BeatenPays(options.text("beaten_pays"))
        ),
        match=Deals(
            options.number("deals"),
            AllPass(options.text("all_pass")),
            FirstDealer(options.text("first_dealer")),
        ),
        phases=_phases(options),
        declassified=frozenset({Declassified.CALLED_CARD}),
        claim_when_decided=options.is_on("claim_when_decided"),
    )


def _phases(options: Options) -> tuple[Phase, ...]:
    asked = (Phase.WASH,) if options.text("wash") == WashMode.PLAYER_CHOICE else ()
    return (*asked, Phase.AUCTION, Phase.CALLING, Phase.PLAY)


def _wash(options: Options) -> Wash:
    return Wash(
        WashMode(options.text("wash")),
        options.number("wash_below"),
        WashFormula(options.text("wash_formula")),
    )


def _tricks(deck: Deck, options: Options) -> TrickRules:
    return TrickRules(
        deck,
        OpeningLeader(options.text("nt_leader")),
        TrumpLead(options.text("trump_lead")),
        TrumpBrokenBy(options.text("trump_broken_by")),
        options.is_on("no_trump_on_first_trick"),
    )
