"""Calling a card: what may be called, who plays with whom, and when the table learns it."""

from __future__ import annotations

from dataclasses import fields

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine_server.game.redact import seen_by
from engine_server.game.refusals import Refused
from engine_server.game.state import legal_moves
from engine_server.game.view import CardPlayedSeen, Notice, PartnerSeen, Stage, View
from engine_server.rules.cards import ALL_CARDS, Card, card_of
from engine_server.rules.illegal import Illegal
from engine_server.rules.moves import CallPartner, PlayCard, bid_of
from engine_server.rules.played import Outcome
from engine_server.rules.sides import HolderOfCalledCard
from tests.rules.table import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    Table,
    calling_of,
    dealt_table,
    hands_with,
    play_out,
    winners_of,
)

GAMES = ("floating", "singapore")
EVERYBODY = (NORTH, EAST, SOUTH, WEST, None)


def partner_seen(table: Table, viewer: int | None) -> PartnerSeen:
    partner = table.view(viewer).partner
    assert partner is not None
    return partner


def called(game: str, card: str, options: dict[str, str] | None = None) -> Table:
    """East declares one club and calls a card; West holds the spade ace, East the spade king."""
    hands = hands_with(west="SA", east="SK", south="HA H2")
    return dealt_table(game, hands, dealer=NORTH, options=options).bids("1C P P P").calls_card(card)


# --- what may be called ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "own"), [("floating", True), ("singapore", False)])
def test_which_of_the_52_cards_may_be_called(game: str, own: bool) -> None:
    table = dealt_table(game, dealer=NORTH).bids("1C P P P")
    callable_cards = {move.card for move in legal_moves(table.state, EAST) if isinstance(move, CallPartner)}
    assert callable_cards == (set(ALL_CARDS) if own else set(ALL_CARDS) - set(table.deal.hands[EAST]))


def test_an_own_card_is_refused_where_nobody_plays_alone() -> None:
    table = dealt_table("singapore", hands_with(east="SK"), dealer=NORTH).bids("1C P P P")
    assert table.refusal(CallPartner(card_of("SK"))) is Illegal.CALL_OWN_CARD
    assert table.refusal(CallPartner(card_of("SA")), SOUTH) is Refused.NOT_YOUR_TURN
    assert table.refusal(PlayCard(card_of("SK"), EAST)) is Refused.WRONG_PHASE


@pytest.mark.parametrize("game", GAMES)
def test_nothing_but_a_card_may_be_called(game: str) -> None:
    table = dealt_table(game, dealer=NORTH).bids("1C P P P")
    declaration, hand = calling_of(table.state.variant), table.deal.hands[EAST]
    assert declaration.refusal(hand, bid_of("7NT")) is Illegal.MOVE_NOT_IN_GAME


@given(st.permutations(ALL_CARDS), st.sampled_from(ALL_CARDS), st.integers(0, 3))
def test_the_holder_of_the_called_card_is_the_partner(pack: list[Card], card: Card, declarer: int) -> None:
    hands = [pack[seat::4] for seat in range(4)]
    holder = pack.index(card) % 4
    side = HolderOfCalledCard().declaring_side(declarer, card, hands)
    assert side == ((declarer,) if holder == declarer else (declarer, holder))


# --- who knows it ----------------------------------------------------------------------------------------


def test_no_view_has_a_team_and_nobody_a_partner_before_a_card_is_called() -> None:
    assert {field.name for field in fields(View)}.isdisjoint({"sides", "teams", "side_tricks", "partners"})
    table = dealt_table("floating", dealer=NORTH).bids("1C P P P")
    assert {table.view(viewer).partner for viewer in EVERYBODY} == {None}


@pytest.mark.parametrize("game", GAMES)
def test_all_see_the_card_and_only_its_holder_knows_who_holds_it(game: str) -> None:
    table = called(game, "SA")
    assert {partner_seen(table, viewer).card for viewer in EVERYBODY} == {card_of("SA")}
    assert [partner_seen(table, viewer).holder for viewer in EVERYBODY] == [None, None, None, WEST, None]
    assert not any(partner_seen(table, viewer).shown for viewer in EVERYBODY)


@pytest.mark.parametrize("game", GAMES)
def test_every_seat_but_the_declarers_gets_a_notice_of_one_shape(game: str) -> None:
    table = called(game, "SA")
    notices = [partner_seen(table, viewer).notice for viewer in EVERYBODY]
    assert notices == [Notice.YOU_DO_NOT, Notice.NONE, Notice.YOU_DO_NOT, Notice.YOU_HOLD_IT, Notice.NONE]


@pytest.mark.parametrize("game", GAMES)
def test_the_partner_is_public_from_the_moment_the_called_card_falls(game: str) -> None:
    hands = hands_with(north="H3", east="H4", south="HA H2", west="HK")
    table = dealt_table(game, hands, dealer=NORTH).bids("1C P P P").calls_card("HK").plays("HA")
    assert not any(partner_seen(table, viewer).shown for viewer in EVERYBODY)
    (event,) = table.move(PlayCard(card_of("HK"), WEST))
    assert all(partner_seen(table, viewer).shown for viewer in EVERYBODY)
    assert {partner_seen(table, viewer).holder for viewer in EVERYBODY} == {WEST}
    told = {seen_by(event, table.state, viewer) for viewer in EVERYBODY}
    assert told == {CardPlayedSeen(WEST, card_of("HK"), winner=None, shows_partner=True, trump_broken=False)}


def test_the_partner_may_be_void_and_discard_the_called_card() -> None:
    hands = hands_with(south="CA CK", west="SA D2 D3 D4 D5 D6 D7 D8 D9 DT DJ DQ DK", north="C2", east="C3")
    table = dealt_table("floating", hands, dealer=NORTH).bids("1H P P P").calls_card("SA").plays("CA")
    assert "SA" in table.playable
    assert partner_seen(table.plays("SA"), None).holder == WEST


@pytest.mark.parametrize("game", GAMES)
def test_every_view_holds_its_own_hand_and_no_other(game: str) -> None:
    """There is no dummy: from the deal to the last trick each seat sees its own cards, a spectator none."""

    def look(table: Table) -> None:
        for seat in (NORTH, EAST, SOUTH, WEST):
            assert [(hand.seat, hand.cards) for hand in table.view(seat).hands] == [
                (seat, table.deal.hands[seat])
            ]
        assert table.view(None).hands == ()

    assert play_out(game, 4, {"deals": "1"}, look).state.stage is Stage.OVER


# --- alone -----------------------------------------------------------------------------------------------


def test_whoever_calls_an_own_card_plays_alone_and_all_know_at_once() -> None:
    table = called("floating", "SK")
    assert all(partner_seen(table, viewer).shown for viewer in EVERYBODY)
    assert {partner_seen(table, viewer).holder for viewer in EVERYBODY} == {EAST}
    assert partner_seen(table, SOUTH).notice is Notice.YOU_DO_NOT


def test_a_hidden_solo_is_known_to_the_declarer_alone_until_the_card_falls() -> None:
    table = called("floating", "SK", {"solo_announce": "hidden"})
    assert [partner_seen(table, viewer).holder for viewer in EVERYBODY] == [None, EAST, None, None, None]
    notices = {partner_seen(table, viewer).notice for viewer in (NORTH, SOUTH, WEST)}
    assert notices == {Notice.YOU_DO_NOT}
    shown = []
    while not table.deal.called_fell:
        shown.append(partner_seen(table, None).shown)
        table.plays(max(table.playable))
    assert not any(shown)
    assert partner_seen(table, None).holder == EAST


@pytest.mark.parametrize("announce", ["at_once", "hidden"])
def test_a_solo_is_scored_as_a_solo_however_it_was_told(announce: str) -> None:
    hands = hands_with(east="S2 S3 S4 S5 S6 S7 S8 S9 ST SJ SQ SK SA")
    options = {"solo_announce": announce, "deals": "1"}
    table = dealt_table("floating", hands, dealer=NORTH, options=options).bids("7S P P P").calls_card("SA")
    while table.state.stage is Stage.PLAYING:
        table.plays(max(table.playable))
    assert table.deals[0].declaring_side == (EAST,)
    assert [line.points for line in table.state.lines] == [0, 14, 0, 0]


# --- the tricks of a hidden partner ----------------------------------------------------------------------


def test_tricks_are_shown_by_player_and_the_partners_count_from_the_start() -> None:
    """South takes the first twelve tricks and shows the called card, the lowest, with the thirteenth."""
    hearts = "HA HK HQ HJ HT H9 H8 H7 H6 H5 H4 H3 H2"
    table = dealt_table("floating", hands_with(south=hearts), dealer=NORTH, options={"deals": "1"})
    table.bids("7NT").calls_card("H2")
    for card in hearts.split():
        assert [seat.tricks for seat in table.view(WEST).seats] == [0, 0, len(table.deal.tricks), 0]
        table.plays(card)
        for _ in range(3):
            table.plays(min(table.playable))
    assert table.deals[0].declaring_tricks == 13
    assert table.deals[0].declaring_side == (EAST, SOUTH)
    assert [line.points for line in table.state.lines] == [0, 7, 7, 0]


# --- an early end ----------------------------------------------------------------------------------------

CLAIMING = {"claim_when_decided": "on", "deals": "1"}


def test_a_decided_deal_goes_on_until_the_partner_is_public() -> None:
    """East needs seven tricks; South wins them all, and the deal ends when H2 falls."""
    hearts = "HA HK HQ HJ HT H9 H8 H7 H6 H5 H4 H3"
    table = dealt_table("floating", hands_with(south=hearts + " H2"), dealer=NORTH, options=CLAIMING)
    table.bids("1NT P P P").calls_card("H2")
    for card in hearts.split()[:8]:
        table.plays(card)
        for _ in range(3):
            table.plays(min(table.playable))
    assert len(table.deal.tricks) == 8
    table.plays("H2")
    for _ in range(3):
        table.plays(min(table.playable))
    assert table.deals[0].ended_early
    assert len(table.deals[0].tricks) == 9


def test_a_solo_told_at_once_may_end_early_and_a_hidden_one_may_not() -> None:
    spades = "SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2"
    lengths = []
    for announce in ("at_once", "hidden"):
        options = {**CLAIMING, "solo_announce": announce}
        table = dealt_table("floating", hands_with(east=spades), dealer=NORTH, options=options)
        table.bids("1S P P P").calls_card("S2")
        while table.state.stage is Stage.PLAYING:
            table.plays(max(table.playable, key=lambda code: "23456789TJQKA".index(code[1])))
        lengths.append(len(table.deals[0].tricks))
    assert lengths == [7, 13]


def test_a_beaten_contract_ends_early_too() -> None:
    hearts = "HA HK HQ HJ HT H9 H8 H7 H6 H5 H4 H3 H2"
    table = dealt_table("floating", hands_with(south=hearts, west="S2"), dealer=NORTH, options=CLAIMING)
    table.bids("7NT").calls_card("S2").plays("HA S2")
    for _ in range(2):
        table.plays(min(table.playable))
    assert table.deals[0].ended_early
    assert table.deals[0].declaring_tricks == 0
    assert [line.points for line in table.state.lines] == [7, 0, 7, 0]


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.sampled_from(["at_once", "hidden"]))
def test_no_deal_ever_ends_early_with_a_hidden_partner(seed: int, announce: str) -> None:
    table = play_out("floating", seed, {**CLAIMING, "solo_announce": announce})
    (deal,) = table.deals
    fell = [deal.called in trick.cards for trick in deal.tricks]
    alone = len(deal.declaring_side) == 1 and announce == "at_once"
    assert alone or any(fell) or deal.contract is None
    decided = winners_of(table.state.variant).is_decided
    won = [trick.winner in deal.declaring_side for trick in deal.tricks]
    for played in range(1, len(won)):
        public = alone or any(fell[:played])
        assert deal.contract is not None
        so_far = Outcome(deal.contract, deal.declaring_side, sum(won[:played]))
        assert not (public and decided(so_far, 13 - played)), "it could have ended here"
    assert deal.ended_early == (0 < len(deal.tricks) < 13)
